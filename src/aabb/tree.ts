/**
 * A bounding-box tree over triangles, in the file's own record layout: eleven 4-byte words a node. The root is node 0, nodes
 * stand in pre-order, a left child is always the next node, and a tree over `n` faces has `2n − 1` nodes.
 */
export interface AabbTree {
	/** min xyz, max xyz of a node; the other words are integers. */
	readonly f32: Float32Array;
	/** The same memory: face (−1 in inner nodes), 4, plane, left child, right child (−1 in leaves). */
	readonly i32: Int32Array;
	readonly nodeCount: number;
}

/** Words of a node: min xyz, max xyz, face, 4, plane, left child, right child. */
export const NODE_WORDS = 11;

/** Where the integer fields of a node lie; its box takes the six words before them. */
export const FACE = 6;
export const FIXED = 7;
export const PLANE = 8;
export const LEFT = 9;
export const RIGHT = 10;

/** Field 7 of every node of every known file. */
export const FIXED_VALUE = 4;

/** No face, no child. */
export const NONE = -1;

/** How far boxes reach beyond the faces they hold, in metres: the game's own margins, the same in leaves and inner nodes. */
export const LOW_MARGIN = 0.01;
export const HIGH_MARGIN = 0.0101;

/** A tree over the words of its nodes, wherever these lie. */
export function treeOver(i32: Int32Array): AabbTree {
	return {
		f32: new Float32Array(i32.buffer, i32.byteOffset, i32.length),
		i32,
		nodeCount: Math.floor(i32.length / NODE_WORDS),
	};
}

/** Nodes of a tree with one leaf a face. */
export function nodesOver(faceCount: number): number {
	return faceCount === 0 ? 0 : faceCount * 2 - 1;
}

/** The plane fields that inner nodes of known files have; a leaf has 0. */
export const PLANES: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 32]);

/**
 * The plane field of an inner node, from the way between the centres of its children's boxes, right less left, in any scale:
 * x if it is the longest by itself, else z if y is no longer, else y. +x 1, +y 2, +z 4, −x 8, −y 16, −z 32.
 */
export function planeBetween(dx: number, dy: number, dz: number): number {
	const x = Math.abs(dx);
	const y = Math.abs(dy);
	const z = Math.abs(dz);
	if (x > y && x > z) return dx < 0 ? 8 : 1;
	if (y <= z) return dz < 0 ? 32 : 4;
	return dy < 0 ? 16 : 2;
}

/** The same from two nodes, by their first words. */
export function planeOfChildren(f32: Float32Array, left: number, right: number): number {
	return planeBetween(
		f32[right] + f32[right + 3] - (f32[left] + f32[left + 3]),
		f32[right + 1] + f32[right + 4] - (f32[left + 1] + f32[left + 4]),
		f32[right + 2] + f32[right + 5] - (f32[left + 2] + f32[left + 5]),
	);
}
