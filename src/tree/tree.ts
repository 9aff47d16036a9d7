/**
 * A bounding-box tree over triangles, in the record layout of the file: eleven 4-byte words a node. The root is node 0, nodes are in pre-order, a
 * left child is always the next node, and a tree over `n` faces has `2n − 1` nodes.
 */
export interface AabbTree {
	/** For the first six words of a node: least x, y, z, greatest x, y, z; metres. The other words are integers. */
	readonly f32: Float32Array;
	/** The same memory, for the other words: face (−1 in inner nodes), 4, plane, left child, right child (−1 in leaves). */
	readonly i32: Int32Array;
	readonly nodeCount: number;
}

/** Words of a node: least x, y, z, greatest x, y, z, face, 4, plane, left child, right child. */
export const NODE_WORDS = 11;

/** Offsets of the integer fields in a node, behind the six words of its box. */
export const FACE = 6;
export const FIXED = 7;
export const PLANE = 8;
export const LEFT = 9;
export const RIGHT = 10;

/** The value of `FIXED` in every node of every known file. */
export const FIXED_VALUE = 4;

/** No face, no child, no node. */
export const NONE = -1;

/** How far boxes reach beyond the faces they hold, in metres: the game's own margins, the same in leaves and inner nodes. */
export const LOW_MARGIN = 0.01;
export const HIGH_MARGIN = 0.0101;

/** Makes a tree of the words of its nodes, without copying them. */
export function treeOver(i32: Int32Array): AabbTree {
	return {
		f32: new Float32Array(i32.buffer, i32.byteOffset, i32.length),
		i32,
		nodeCount: Math.floor(i32.length / NODE_WORDS),
	};
}

/** Number of nodes of a tree with one face in each leaf. */
export function nodesOver(faceCount: number): number {
	return faceCount === 0 ? 0 : faceCount * 2 - 1;
}

/** The least depth of a tree, ⌈log₂ n⌉: the number of levels below its root. */
export function leastDepth(faceCount: number): number {
	return faceCount === 0 ? 0 : 32 - Math.clz32(faceCount - 1);
}

/** Valid planes of inner nodes. In leaves the field is 0. */
export const PLANES: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 32]);

/**
 * The plane of an inner node, from the vector between the centres of its children's boxes (right minus left, in any scale): x if it is strictly the
 * longest component, otherwise z if it is at least as long as y, otherwise y. Values: +x 1, +y 2, +z 4, −x 8, −y 16, −z 32.
 */
export function planeBetween(dx: number, dy: number, dz: number): number {
	const x = Math.abs(dx);
	const y = Math.abs(dy);
	const z = Math.abs(dz);
	if (x > y && x > z) return dx < 0 ? 8 : 1;
	if (y <= z) return dz < 0 ? 32 : 4;
	return dy < 0 ? 16 : 2;
}

/** Like `planeBetween`, for two nodes. @param left, right indices of their first words */
export function planeOfChildren(f32: Float32Array, left: number, right: number): number {
	return planeBetween(
		f32[right] + f32[right + 3] - (f32[left] + f32[left + 3]),
		f32[right + 1] + f32[right + 4] - (f32[left + 1] + f32[left + 4]),
		f32[right + 2] + f32[right + 5] - (f32[left + 2] + f32[left + 5]),
	);
}

const EVERY_BIT = 255;

/**
 * The bits of all faces below each of the first nodes of a tree, one byte a node. Where a child does not come after its parent, as in circles, or a face
 * has no bits, every bit.
 *
 * @param bits one byte a face
 */
export function bitsBelow(i32: Int32Array, nodes: number, bits: Uint8Array): Uint8Array {
	const below = new Uint8Array(nodes);
	for (let node = nodes - 1; node >= 0; node--) {
		const word = node * NODE_WORDS;
		const face = i32[word + FACE];
		const [left, right] = [i32[word + LEFT], i32[word + RIGHT]];
		if (face >= 0) below[node] = face < bits.length ? bits[face] : EVERY_BIT;
		else below[node] = left > node && right > node ? below[left] | below[right] : EVERY_BIT;
	}
	return below;
}

/**
 * Converts the boxes of AABB trees between walkmesh files, where they reach beyond their faces, and models, where they hardly do. Nodes are in
 * pre-order, children after their parents.
 */

/** Gives a tree the boxes that a walkmesh file has: around its faces, with the margins of the game. */
export function withMargins(
	tree: AabbTree,
	mesh: { readonly positions: Float32Array; readonly faces: Uint32Array },
): AabbTree {
	return withBoxes(tree, mesh, LOW_MARGIN, HIGH_MARGIN);
}

/** Gives a tree boxes around its faces, with a margin on either side. @param tree complete: each child follows its parent, each leaf is a face */
export function withBoxes(
	{ f32, i32, nodeCount }: AabbTree,
	{ positions, faces }: { readonly positions: Float32Array; readonly faces: Uint32Array },
	low: number,
	high: number,
): AabbTree {
	const bounds = new Float64Array(nodeCount * 6);
	for (let node = nodeCount - 1; node >= 0; node--) {
		const word = node * NODE_WORDS;
		const face = i32[word + FACE];
		for (let axis = 0; axis < 3; axis++) {
			const at = (side: number, child: number): number => bounds[i32[word + child] * 6 + side * 3 + axis];
			const corner = (k: number): number => positions[faces[face * 3 + k] * 3 + axis];
			bounds[node * 6 + axis] =
				face < 0 ? Math.min(at(0, LEFT), at(0, RIGHT)) : Math.min(corner(0), corner(1), corner(2));
			bounds[node * 6 + 3 + axis] =
				face < 0 ? Math.max(at(1, LEFT), at(1, RIGHT)) : Math.max(corner(0), corner(1), corner(2));
		}
	}
	const boxes = f32.slice();
	const words = new Int32Array(boxes.buffer);
	for (let node = 0; node < nodeCount; node++) {
		for (let axis = 0; axis < 3; axis++) {
			boxes[node * NODE_WORDS + axis] = bounds[node * 6 + axis] - low;
			boxes[node * NODE_WORDS + 3 + axis] = bounds[node * 6 + 3 + axis] + high;
		}
	}
	return { f32: boxes, i32: words, nodeCount };
}

/** Number of nodes of a subtree in pre-order. */
export function sizeOf(i32: Int32Array, node: number): number {
	let last = node;
	while (i32[last * NODE_WORDS + RIGHT] >= 0) last = i32[last * NODE_WORDS + RIGHT];
	return last + 1 - node;
}

/** Number of levels below a node. */
export function heightOf(i32: Int32Array, node: number): number {
	const word = node * NODE_WORDS;
	if (i32[word + LEFT] < 0) return 0;
	return 1 + Math.max(heightOf(i32, i32[word + LEFT]), heightOf(i32, i32[word + RIGHT]));
}

/**
 * Boxes of faces, and boxes around boxes: shared by all ways to build a tree.
 *
 * Strides and field indices are literals in the loops over faces, here and in the builders. V8 loads a constant of another module each time instead
 * of folding it; with named constants builds were 15 to 20 % slower.
 */

/**
 * One record a box, of eight words, so that two share a cache line: least x, y, z, greatest x, y, z, the number of the face or cell, and its weight
 * in faces. Sorting faces moves whole records; for a million faces this is faster than following an index.
 */
export interface BoxRecords {
	readonly f32: Float32Array;
	/** The same memory. */
	readonly i32: Int32Array;
}

const RECORD_WORDS = 8;

export function boxRecords(count: number): BoxRecords {
	const i32 = new Int32Array(count * RECORD_WORDS);
	return { f32: new Float32Array(i32.buffer), i32 };
}

/**
 * Writes a record for each face: its box with margins. Margins are added in float64, and the sum is rounded to float32. As rounding is monotone, a
 * box never loses its face, however large the coordinates, and the box of several boxes equals the box of their faces.
 *
 * @param positions 3 floats a vertex, all finite
 */
export function writeFaceBoxes(positions: Float32Array, faces: Uint32Array, { f32, i32 }: BoxRecords): void {
	for (let corner = 0, at = 0, face = 0; corner < faces.length; corner += 3, at += 8, face++) {
		let a = faces[corner] * 3;
		let b = faces[corner + 1] * 3;
		let c = faces[corner + 2] * 3;
		for (let word = at; word < at + 3; word++, a++, b++, c++) {
			f32[word] = Math.min(positions[a], positions[b], positions[c]) - LOW_MARGIN;
			f32[word + 3] = Math.max(positions[a], positions[b], positions[c]) + HIGH_MARGIN;
		}
		i32[at + 6] = face;
		i32[at + 7] = 1;
	}
}

/** Writes the box around the records `begin` up to `end` of `order`, or around all records, to the first record of `bounds`. */
export function boundRecords(
	{ f32 }: BoxRecords,
	first: number,
	begin: number,
	end: number,
	order: Int32Array | undefined,
	{ f32: out }: BoxRecords,
): void {
	out.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
	for (let i = begin; i < end; i++) {
		const word = (first + (order === undefined ? i : order[i])) << 3;
		for (let axis = 0; axis < 3; axis++) {
			out[axis] = Math.min(out[axis], f32[word + axis]);
			out[axis + 3] = Math.max(out[axis + 3], f32[word + axis + 3]);
		}
	}
}

/** Writes a leaf for a record. Fields with the same value in all leaves are added at the end. For the words of a node see tree.ts. */
export function writeLeaf(nodes: Int32Array, node: number, records: Int32Array, record: number): void {
	const to = node * 11;
	const from = record << 3;
	for (let word = 0; word < 7; word++) nodes[to + word] = records[from + word];
	nodes[to + 9] = -1;
	nodes[to + 10] = -1;
}

/** Writes the children of an inner node; its other fields are computed from them at the end. @returns the number of the right child */
export function writeInner(nodes: Int32Array, node: number, leftFaces: number): number {
	const right = node + (leftFaces << 1);
	nodes[node * 11 + 9] = node + 1;
	nodes[node * 11 + 10] = right;
	return right;
}
