export { AABB_DEFAULTS, type AabbOptions, type AabbSplit, buildAabbTree } from './build.ts';
export { checkAabbTree } from './check.ts';
export type { AabbCheck, AabbCheckLists, CheckList } from './check-lists.ts';
export { queryAabbBox, queryAabbColumn, queryAabbSegment } from './query.ts';
export { type AabbTree, NODE_WORDS } from './tree.ts';
export { type WalkCost, type WalkLines, walkCost, walkLines } from './walk-cost.ts';
