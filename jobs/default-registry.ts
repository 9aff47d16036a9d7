import { CHECK_STAGES, RESULT_CHECKS } from '../check/stages.ts';
import { ARCHIVES } from '../game/archives/read-archive.ts';
import { ARCHIVE_WRITERS } from '../game/archives/write-archive.ts';
import { mdlImporter } from '../game/mdl/importer.ts';
import { lytFormat } from '../level/formats/read-lyt.ts';
import { visFormat } from '../level/formats/read-vis.ts';
import { LEVEL_STAGES } from '../level/stages.ts';
import { pngExporter } from '../pictures/png/index.ts';
import { svgExporter } from '../pictures/svg/index.ts';
import { CONVERSION_ENTRIES } from '../pipeline/conversion-entries.ts';
import { Registry } from '../pipeline/registry.ts';

/**
 * A registry with all built-in formats, stages and checks.
 *
 * @example
 * const registry = createRegistry();
 * console.log(registry.exporters.map(({ name, extensions }) => `${name} ${extensions.join(' ')}`));
 */
export function createRegistry(): Registry {
	return new Registry(CONVERSION_ENTRIES).add({
		importers: [mdlImporter],
		exporters: [svgExporter, pngExporter],
		stages: [...LEVEL_STAGES, ...CHECK_STAGES],
		layouts: [lytFormat],
		visibilities: [visFormat],
		archives: ARCHIVES,
		archiveWriters: ARCHIVE_WRITERS,
		checks: RESULT_CHECKS,
	});
}
