import { LEVEL_CHECK_FINDINGS } from '../check/facts/level-findings.ts';
import { GROUND_FINDINGS } from '../check/ground/ground-answer.ts';
import { IDENTIFY_FINDINGS } from '../check/inspect/identify.ts';
import { TABLE_FINDINGS } from '../check/tables/tables.ts';
import { TREE_FINDINGS } from '../check/tables/tree.ts';
import { THING_FINDINGS } from '../check/things/thing-findings.ts';
import { ARCHIVE_FINDINGS } from '../game/archives/archive.ts';
import { GFF_FINDINGS } from '../game/gff/gff.ts';
import { GAME_FINDINGS } from '../game/installation/game-findings.ts';
import { TWIN_FINDINGS } from '../game/mdl/findings.ts';
import { COLLISION_FINDINGS } from '../level/collision/findings.ts';
import { KIT_FINDINGS } from '../level/kit/assemble.ts';
import { LAYOUT_FINDINGS } from '../level/rooms/layout-findings.ts';
import { BUILD_FINDINGS, CHECK_FINDINGS, INPUT_FILE_FINDINGS } from '../pipeline/findings.ts';
import { OUTPUT_FINDINGS } from '../pipeline/output-findings.ts';
import type { Registry } from '../pipeline/registry.ts';
import { DERIVE_FINDINGS } from '../src/bwm/derive.ts';
import { MESH_FINDINGS } from '../src/clean/findings.ts';
import type { Catalogue, FindingType } from '../src/findings/report.ts';
import { INPUT_FINDINGS } from '../src/formats/limits.ts';
import { EDGE_FINDINGS } from '../src/geometry/edges.ts';
import { TRANSFORM_FINDINGS } from '../src/geometry/transform.ts';
import { SURFACE_TABLE_FINDINGS } from '../src/model/surface-tables.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import { SPACE_FINDINGS } from '../src/scene/space.ts';
import { LEVEL_FINDINGS, ROOMS_FINDINGS } from '../src/seams/findings.ts';
import { createRegistry } from './default-registry.ts';
import { LEVEL_FILE_FINDINGS, MODULE_FINDINGS } from './files/level-findings.ts';

/** All catalogues of findings by subject, in the order in which the documentation lists them. */
export const CATALOGUES: Readonly<Record<string, Catalogue>> = {
	'Files and builds': BUILD_FINDINGS,
	Inputs: INPUT_FILE_FINDINGS,
	Outputs: OUTPUT_FINDINGS,
	Checks: CHECK_FINDINGS,
	...ofFormats(createRegistry()),
	'Inputs of any format': INPUT_FINDINGS,
	'Archives of the game': ARCHIVE_FINDINGS,
	'Installed games': GAME_FINDINGS,
	'GFF files': GFF_FINDINGS,
	'Surface tables': SURFACE_TABLE_FINDINGS,
	'Scenes of any format': SCENE_FINDINGS,
	'Ground that people reach': GROUND_FINDINGS,
	'Geometry of a walkmesh': { ...MESH_FINDINGS, ...EDGE_FINDINGS },
	'Room space and area space': SPACE_FINDINGS,
	'Moving a walkmesh': TRANSFORM_FINDINGS,
	'Tables of a binary walkmesh': { ...DERIVE_FINDINGS, ...TABLE_FINDINGS },
	'AABB tree': TREE_FINDINGS,
	'Identifying the tool that wrote a walkmesh': IDENTIFY_FINDINGS,
	'Collision of placeables and doors': COLLISION_FINDINGS,
	'Levels from files': LEVEL_FILE_FINDINGS,
	'Modules from levels': MODULE_FINDINGS,
	'Levels from scenes': ROOMS_FINDINGS,
	'Layouts of a level': LAYOUT_FINDINGS,
	'Links between rooms': { ...LEVEL_FINDINGS, ...LEVEL_CHECK_FINDINGS },
	'Kits of rooms': KIT_FINDINGS,
	'Doors, creatures and other things of an area': THING_FINDINGS,
	'Walkmeshes within room models': TWIN_FINDINGS,
};

/** The catalogues of formats. A registered format brings its own; a reader and a writer of the same name count as one format. */
function ofFormats({ formats }: Registry): Record<string, Catalogue> {
	const catalogues: Record<string, Catalogue> = {};
	for (const { name, summary, findings } of formats) {
		if (findings === undefined) continue;
		const title = `Format ${name}: ${summary}`;
		catalogues[title] = { ...catalogues[title], ...findings };
	}
	return catalogues;
}

/** Every type of finding by its code, including those of formats that a plugin added. */
export function findingTypes(registry: Registry): ReadonlyMap<string, FindingType> {
	const catalogues = [...Object.values(CATALOGUES), ...Object.values(ofFormats(registry))];
	return new Map(catalogues.flatMap((catalogue) => Object.values(catalogue).map((type) => [type.code, type])));
}
