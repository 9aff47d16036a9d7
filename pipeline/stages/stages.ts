import type { AnyStageFactory } from '../registry.ts';
import {
	checkMesh,
	dropDegenerate,
	dropDuplicate,
	dropUnused,
	findTJunctions,
	fixTJunctions,
	mendSeams,
	orient,
	simplify,
	sort,
	weld,
} from './clean-up.ts';
import { checkLevel, conform, link, relink, snap } from './level.ts';
import { mirror, place, placeRoom, rotate, scale, translate } from './motions.ts';

/** Every stage wokflow brings along. */
export const STAGES: readonly AnyStageFactory[] = [
	place,
	placeRoom,
	weld,
	dropDegenerate,
	dropDuplicate,
	orient,
	mendSeams,
	simplify,
	findTJunctions,
	fixTJunctions,
	dropUnused,
	sort,
	checkMesh,
	snap,
	translate,
	rotate,
	mirror,
	scale,
	conform,
	link,
	relink,
	checkLevel,
];
