import { type AabbTree, NODE_WORDS } from '../aabb/index.ts';
import type { Vec3 } from '../geometry/vec3.ts';

/** One node of a tree, for looking at it; queries work on the flat arrays. */
export interface AabbNode {
	readonly min: Vec3;
	readonly max: Vec3;
	/** The face of a leaf, −1 in inner nodes. */
	readonly face: number;
	/** 1, 2, 4 for +x, +y, +z, 8, 16, 32 for −x, −y, −z; 0 in leaves. */
	readonly plane: number;
	/** Node numbers, −1 in leaves. */
	readonly left: number;
	readonly right: number;
}

/** The node of a tree with a number. @throws RangeError for a number that is no node's */
export function aabbNode({ f32, i32, nodeCount }: AabbTree, node: number): AabbNode {
	if (!Number.isInteger(node) || node < 0 || node >= nodeCount)
		throw new RangeError(`There is no node ${node} of ${nodeCount}.`);
	const at = node * NODE_WORDS;
	return {
		min: [f32[at], f32[at + 1], f32[at + 2]],
		max: [f32[at + 3], f32[at + 4], f32[at + 5]],
		face: i32[at + 6],
		plane: i32[at + 8],
		left: i32[at + 9],
		right: i32[at + 10],
	};
}
