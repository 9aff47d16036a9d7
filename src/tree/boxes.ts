import { greater, lesser, ordered } from '../math/arrays.ts';
import { HIGH_MARGIN, LOW_MARGIN } from './tree.ts';

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

/** Allocates records; or places them in the last words of an array that is otherwise unused. */
export function boxRecords(count: number, words: Int32Array = new Int32Array(count * RECORD_WORDS)): BoxRecords {
	const i32 = words.subarray(words.length - count * RECORD_WORDS);
	return { f32: new Float32Array(i32.buffer, i32.byteOffset, i32.length), i32 };
}

/**
 * Writes a record for each face: its box with margins. Margins are added in float64, and the sum is rounded to float32. As rounding is monotone, a
 * box never loses its face, however large the coordinates, and the box of several boxes equals the box of their faces.
 *
 * @param positions 3 floats a vertex, all finite
 */
export function writeFaceBoxes(positions: Float32Array, faces: Uint32Array, { f32, i32 }: BoxRecords): void {
	const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length);
	for (let corner = 0, at = 0, face = 0; corner < faces.length; corner += 3, at += 8, face++) {
		let a = faces[corner] * 3;
		let b = faces[corner + 1] * 3;
		let c = faces[corner + 2] * 3;
		for (let word = at; word < at + 3; word++) {
			const p = ordered(bits[a++]);
			const q = ordered(bits[b++]);
			const r = ordered(bits[c++]);
			i32[word] = ordered(lesser(lesser(p, q), r));
			i32[word + 3] = ordered(greater(greater(p, q), r));
			f32[word] -= LOW_MARGIN;
			f32[word + 3] += HIGH_MARGIN;
		}
		i32[at + 6] = face;
		i32[at + 7] = 1;
	}
}

/** Writes the box around the records `begin` up to `end` of `order`, or around all records, to the first record of `bounds`. */
export function boundRecords(
	records: Int32Array,
	first: number,
	begin: number,
	end: number,
	order: Int32Array | undefined,
	{ i32: out }: BoxRecords,
): void {
	let lowX = 0x7fffffff;
	let lowY = 0x7fffffff;
	let lowZ = 0x7fffffff;
	let highX = -0x80000000;
	let highY = -0x80000000;
	let highZ = -0x80000000;
	for (let i = begin; i < end; i++) {
		const word = (first + (order === undefined ? i : order[i])) << 3;
		lowX = lesser(lowX, ordered(records[word]));
		lowY = lesser(lowY, ordered(records[word + 1]));
		lowZ = lesser(lowZ, ordered(records[word + 2]));
		highX = greater(highX, ordered(records[word + 3]));
		highY = greater(highY, ordered(records[word + 4]));
		highZ = greater(highZ, ordered(records[word + 5]));
	}
	out[0] = ordered(lowX);
	out[1] = ordered(lowY);
	out[2] = ordered(lowZ);
	out[3] = ordered(highX);
	out[4] = ordered(highY);
	out[5] = ordered(highZ);
}

/** Writes a leaf for a record. Fields with the same value in all leaves are added at the end. For the words of a node see tree.ts. */
export function writeLeaf(nodes: Int32Array, node: number, records: Int32Array, record: number): void {
	const to = node * 11;
	const from = record << 3;
	nodes[to] = records[from];
	nodes[to + 1] = records[from + 1];
	nodes[to + 2] = records[from + 2];
	nodes[to + 3] = records[from + 3];
	nodes[to + 4] = records[from + 4];
	nodes[to + 5] = records[from + 5];
	nodes[to + 6] = records[from + 6];
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
