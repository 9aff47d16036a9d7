import { GFF_FINDINGS } from '../importers/gff/findings.ts';
import { ARCHIVE_FINDINGS } from '../src/archive/archive.ts';
import { DERIVE_FINDINGS } from '../src/bwm/derive.ts';
import { MESH_FINDINGS } from '../src/check/findings.ts';
import { LEVEL_CHECK_FINDINGS } from '../src/check/level-findings.ts';
import { TABLE_FINDINGS } from '../src/check/tables.ts';
import { THING_FINDINGS } from '../src/check/thing-findings.ts';
import { TREE_FINDINGS } from '../src/check/tree.ts';
import { COLLISION_FINDINGS } from '../src/collision/findings.ts';
import type { Catalogue, FindingType } from '../src/findings/report.ts';
import { INPUT_FINDINGS } from '../src/formats/limits.ts';
import { IDENTIFY_FINDINGS } from '../src/inspect/identify.ts';
import { LEVEL_FINDINGS } from '../src/level/findings.ts';
import { KIT_FINDINGS } from '../src/level/kit-findings.ts';
import { LAYOUT_FINDINGS } from '../src/level/layout-findings.ts';
import { ROOMS_FINDINGS } from '../src/level/room-findings.ts';
import { TWIN_FINDINGS } from '../src/mdl/findings.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import { SPACE_FINDINGS } from '../src/scene/space.ts';
import { SURFACE_TABLE_FINDINGS } from '../src/walkmesh/surface-tables.ts';
import { TRANSFORM_FINDINGS } from '../src/walkmesh/transform.ts';
import { createRegistry } from './default-registry.ts';
import { BUILD_FINDINGS, CHECK_FINDINGS, INPUT_FILE_FINDINGS } from './findings.ts';
import { GAME_FINDINGS } from './game-findings.ts';
import { LEVEL_FILE_FINDINGS, MODULE_FINDINGS } from './level-findings.ts';
import { OUTPUT_FINDINGS } from './output-findings.ts';
import type { Registry } from './registry.ts';

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
	'Geometry of a walkmesh': MESH_FINDINGS,
	'Room space and area space': SPACE_FINDINGS,
	'Moving a walkmesh': TRANSFORM_FINDINGS,
	'Deriving tables': DERIVE_FINDINGS,
	'Tables of a binary walkmesh': TABLE_FINDINGS,
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
