import { RESULT_CHECKS } from '../check/results.ts';
import { CHECK_STAGES } from '../check/stages.ts';
import { asciiExporter } from '../exporters/ascii/index.ts';
import { bwmExporter } from '../exporters/bwm/index.ts';
import { glbExporter, gltfExporter } from '../exporters/gltf/index.ts';
import { objExporter } from '../exporters/obj/index.ts';
import { ARCHIVE_WRITERS, ARCHIVES } from '../game/archives/read-archive.ts';
import { mdlImporter } from '../game/mdl/importer.ts';
import { asciiImporter } from '../importers/ascii/index.ts';
import { bwmImporter } from '../importers/bwm/index.ts';
import { gltfImporter } from '../importers/gltf/index.ts';
import { objImporter } from '../importers/obj/index.ts';
import { twoDAFormat } from '../importers/twoda/index.ts';
import { lytFormat } from '../level/formats/lyt.ts';
import { visFormat } from '../level/formats/vis.ts';
import { LEVEL_STAGES } from '../level/stages.ts';
import { pngExporter } from '../pictures/png/index.ts';
import { svgExporter } from '../pictures/svg/index.ts';
import { Registry } from '../pipeline/registry.ts';
import { MESH_STAGES } from '../pipeline/stages/stages.ts';

/**
 * A registry with all built-in formats and stages.
 *
 * @example
 * const registry = createRegistry();
 * console.log(registry.exporters.map(({ name, extensions }) => `${name} ${extensions.join(' ')}`));
 */
export function createRegistry(): Registry {
	const entries = {
		importers: [bwmImporter, gltfImporter, asciiImporter, objImporter, mdlImporter],
		exporters: [bwmExporter, glbExporter, gltfExporter, objExporter, asciiExporter, svgExporter, pngExporter],
		stages: [...MESH_STAGES, ...LEVEL_STAGES, ...CHECK_STAGES],
		layouts: [lytFormat],
		visibilities: [visFormat],
		tables: [twoDAFormat],
		archives: ARCHIVES,
		archiveWriters: ARCHIVE_WRITERS,
		checks: RESULT_CHECKS,
	};
	return new Registry(entries);
}
