import {
	closeSteep,
	dropDegenerate,
	dropDuplicate,
	findTJunctions,
	fixTJunctions,
	fixWinding,
	joinNear,
	laySills,
	mendSeams,
	orient,
	simplify,
	sort,
} from './clean-up.ts';
import { mirror, place, placeRoom, rotate, scale, snap, translate } from './motions.ts';
import type { AnyStageFactory } from './stage.ts';
import { dropUnused, weld } from './vertices.ts';

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
