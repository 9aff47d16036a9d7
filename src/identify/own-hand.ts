import type { AabbSplit } from '../aabb/index.ts';
import { buildAabbTree } from '../aabb/index.ts';
import type { BwmFile } from '../bwm/index.ts';
import type { TreeTraits } from './tree-traits.ts';

/** The split that makes wokflow build the very tree of a file, word for word; undefined where it builds another one. */
export function ownSplit({ aabb, vertices, faces }: BwmFile): AabbSplit | undefined {
	return (['sah', 'median'] as const).find((split) => {
		const built = buildAabbTree(vertices, faces, { split });
		return built.i32.length === aabb.i32.length && built.i32.every((word, at) => word === aabb.i32[at]);
	});
}

/** Levels that a tree of this program may take beyond the fewest there can be. */
const SLACK = 2;

/**
 * True when a tree is built as another version of this program may have: the game's planes throughout, hardly deeper than it must be,
 * and yet split neither at medians nor at means.
 */
export function looksOwn({ followed, splits, planes, depth }: TreeTraits, faceCount: number): boolean {
	const share = (count: number): number => count / Math.max(1, followed);
	return (
		share(planes.centres) >= 0.98 &&
		share(splits.median) < 0.9 &&
		Math.max(share(splits.mean.longest), share(splits.mean.neighbours)) < 0.9 &&
		depth <= Math.ceil(Math.log2(Math.max(2, faceCount))) + SLACK
	);
}
