import type { AnyStageFactory } from '../registry.ts';
import { checkLevel } from './check-level.ts';
import { checkMesh } from './check-mesh.ts';
import { conform } from './conform.ts';
import { dropDegenerate } from './drop-degenerate.ts';
import { dropDuplicate } from './drop-duplicate.ts';
import { dropUnused } from './drop-unused.ts';
import { findTJunctions } from './find-tjunctions.ts';
import { fixTJunctions } from './fix-tjunctions.ts';
import { link } from './link.ts';
import { mirror } from './mirror.ts';
import { orient } from './orient.ts';
import { place, placeRoom } from './place.ts';
import { relink } from './relink.ts';
import { rotate } from './rotate.ts';
import { scale } from './scale.ts';
import { simplify } from './simplify.ts';
import { snap } from './snap.ts';
import { sort } from './sort.ts';
import { translate } from './translate.ts';
import { weld } from './weld.ts';

export * from './check-level.ts';
export * from './check-mesh.ts';
export * from './conform.ts';
export * from './drop-degenerate.ts';
export * from './drop-duplicate.ts';
export * from './drop-unused.ts';
export * from './find-tjunctions.ts';
export * from './fix-tjunctions.ts';
export * from './link.ts';
export * from './mirror.ts';
export * from './orient.ts';
export * from './place.ts';
export * from './relink.ts';
export * from './rotate.ts';
export * from './scale.ts';
export * from './simplify.ts';
export * from './snap.ts';
export * from './sort.ts';
export * from './translate.ts';
export * from './weld.ts';

/** Every stage wokflow brings along. */
export const STAGES: readonly AnyStageFactory[] = [
	place,
	placeRoom,
	weld,
	dropDegenerate,
	dropDuplicate,
	orient,
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
