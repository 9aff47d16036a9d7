import { asciiExporter, asciiImporter } from './formats/ascii.ts';
import { bwmExporter, bwmImporter } from './formats/bwm.ts';
import { glbExporter, gltfExporter, gltfImporter } from './formats/gltf.ts';
import { objExporter, objImporter } from './formats/obj.ts';
import { svgExporter } from './formats/svg.ts';
import { Registry } from './registry.ts';
import { STAGES } from './stages/index.ts';

/** A registry with everything wokflow brings along. */
export function createRegistry(): Registry {
	return new Registry({
		importers: [bwmImporter, gltfImporter, asciiImporter, objImporter],
		exporters: [bwmExporter, glbExporter, gltfExporter, objExporter, asciiExporter, svgExporter],
		stages: STAGES,
	});
}
