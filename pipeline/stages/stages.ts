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
} from './clean-up.ts';
import { mirror, place, placeRoom, rotate, scale, snap, translate } from './motions.ts';
import type { AnyStageFactory } from './stage.ts';

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
