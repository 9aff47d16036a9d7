import { asciiExporter } from '../exporters/ascii/index.ts';
import { bwmExporter } from '../exporters/bwm/index.ts';
import { glbExporter, gltfExporter } from '../exporters/gltf/index.ts';
import { objExporter } from '../exporters/obj/index.ts';
import { asciiImporter } from '../importers/ascii/index.ts';
import { bwmImporter } from '../importers/bwm/decode.ts';
import { gltfImporter } from '../importers/gltf/index.ts';
import { objImporter } from '../importers/obj/index.ts';
import { twoDAFormat } from '../importers/twoda/read.ts';
import type { RegistryEntries } from './registry.ts';
import {
	closeSteep,
	dropDegenerate,
	dropDuplicate,
	dropUnused,
	findTJunctions,
	fixTJunctions,
	fixWinding,
	joinNear,
	laySills,
	mendSeams,
	orient,
	simplify,
	sort,
	weld,
} from './stages/clean-up.ts';
import { mirror, place, placeRoom, rotate, scale, snap, translate } from './stages/motions.ts';
import type { AnyStageFactory } from './stages/stage.ts';

/** The stages of conversions. */
export const MESH_STAGES: readonly AnyStageFactory[] = [
	place,
	placeRoom,
	weld,
	dropDegenerate,
	dropDuplicate,
	orient,
	fixWinding,
	closeSteep,
	joinNear,
	mendSeams,
	laySills,
	simplify,
	findTJunctions,
	fixTJunctions,
	dropUnused,
	sort,
	snap,
	translate,
	rotate,
	mirror,
	scale,
];

/** The formats and stages of conversions, without levels, checks, pictures and the game's own files. */
export const CONVERSION_ENTRIES: RegistryEntries = {
	importers: [bwmImporter, gltfImporter, asciiImporter, objImporter],
	exporters: [bwmExporter, glbExporter, gltfExporter, objExporter, asciiExporter],
	stages: MESH_STAGES,
	tables: [twoDAFormat],
};
