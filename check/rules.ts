import { BWM_FINDINGS } from '../importers/bwm/decode.ts';
import { OBJ_FINDINGS } from '../importers/obj/findings.ts';
import { LAYOUT_FINDINGS } from '../level/rooms/layout-findings.ts';
import { DERIVE_FINDINGS } from '../src/bwm/derive.ts';
import { MESH_FINDINGS } from '../src/clean/findings.ts';
import type { Catalogue, FindingType } from '../src/findings/report.ts';
import { EDGE_FINDINGS } from '../src/geometry/edges.ts';
import { TRANSFORM_FINDINGS } from '../src/geometry/transform.ts';
import { SCENE_FINDINGS } from '../src/scene/findings.ts';
import { SPACE_FINDINGS } from '../src/scene/space.ts';
import { LEVEL_FINDINGS } from '../src/seams/findings.ts';
import { ROOMS_FINDINGS } from '../src/seams/room-findings.ts';
import { LEVEL_CHECK_FINDINGS } from './facts/level-findings.ts';
import { TABLE_FINDINGS } from './tables/tables.ts';
import { TREE_FINDINGS } from './tables/tree.ts';
import { THING_FINDINGS } from './things/thing-findings.ts';

const CATALOGUES: readonly Catalogue[] = [
	OBJ_FINDINGS,
	BWM_FINDINGS,
	DERIVE_FINDINGS,
	SCENE_FINDINGS,
	SPACE_FINDINGS,
	TRANSFORM_FINDINGS,
	EDGE_FINDINGS,
	MESH_FINDINGS,
	TABLE_FINDINGS,
	TREE_FINDINGS,
	ROOMS_FINDINGS,
	LEVEL_FINDINGS,
	LAYOUT_FINDINGS,
	LEVEL_CHECK_FINDINGS,
	THING_FINDINGS,
];

/** The rules of checks by code, with those of readers and links that a check may explain. */
export const RULES: ReadonlyMap<string, FindingType> = new Map(
	CATALOGUES.flatMap((catalogue) => Object.entries(catalogue)),
);
