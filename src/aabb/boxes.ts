import { HIGH_MARGIN, LOW_MARGIN } from './tree.ts';

/**
 * The boxes of faces, and the box around boxes: what both splits work on.
 *
 * Strides and field indices are literals in the loops over faces, here and in the builders: V8 loads a constant from another module
 * each time instead of folding it, and constants for all of them made builds 15 to 20 % slower.
 */

/**
 * A record a box, eight words, so that two share a cache line: min xyz, max xyz, a number that says whose box it is, and its weight in
 * faces. Records are moved whole when faces are sorted, which for a million faces is faster than following an index into them.
 */
export interface BoxRecords {
	readonly f32: Float32Array;
	/** The same memory. */
	readonly i32: Int32Array;
}

export const RECORD_WORDS = 8;
const RECORD_BYTES = 32;
export const RECORD_ID = 6;
export const RECORD_WEIGHT = 7;

/** Records in memory of their own, or at the end of a buffer that is otherwise unused. */
export function boxRecords(count: number, buffer: ArrayBufferLike = new ArrayBuffer(count * RECORD_BYTES)): BoxRecords {
	const offset = buffer.byteLength - count * RECORD_BYTES;
	return { f32: new Float32Array(buffer, offset), i32: new Int32Array(buffer, offset) };
}

/**
 * The bits of a float32 as an integer in the same order as the floats (−0 below 0), and back: it is its own inverse. Smallest and
 * largest of such integers take no branch: the boxes of a million scattered faces cost 45 ms with comparisons of floats or
 * `Math.min` (a third of the branches is guessed wrong, 15 to 20 cycles each) and 14 ms with these.
 */
export function ordered(bits: number): number {
	return bits ^ ((bits >> 31) & 0x7fffffff);
}

export function lesser(a: number, b: number): number {
	return b ^ ((a ^ b) & (0 - Number(a < b)));
}

export function greater(a: number, b: number): number {
	return b ^ ((a ^ b) & (0 - Number(a > b)));
}

/** What `ordered` gives for infinity; every NaN lies beyond it, or below its negative counterpart. */
const ORDERED_INFINITY = 0x7f800000;
const ORDERED_MINUS_INFINITY: number = ordered(0xff800000 | 0);

/**
 * Writes a record for each face, with its margins. They are added in float64 and the sum rounded to float32, which is monotone: a box never
 * loses its face, however large the coordinates, and a box of boxes equals the box made anew.
 *
 * Faces with a coordinate that is infinite or NaN get a box over their finite coordinates, so that they can be sorted like others;
 * their numbers are returned, and `writeUnboundedBox` gives what the file should say.
 */
export function writeFaceBoxes(positions: Float32Array, faces: Uint32Array, records: BoxRecords): number[] {
	return fillRecords(positions, faces, records) ? [] : boundUnbounded(positions, faces, records);
}

/** @returns whether all coordinates are finite */
function fillRecords(positions: Float32Array, faces: Uint32Array, { f32, i32 }: BoxRecords): boolean {
	const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length);
	let lowest = ORDERED_INFINITY;
	let highest = ORDERED_MINUS_INFINITY;
	for (let corner = 0, at = 0, face = 0; corner < faces.length; corner += 3, at += 8, face++) {
		let a = faces[corner] * 3;
		let b = faces[corner + 1] * 3;
		let c = faces[corner + 2] * 3;
		for (let word = at; word < at + 3; word++) {
			const p = ordered(bits[a++]);
			const q = ordered(bits[b++]);
			const r = ordered(bits[c++]);
			const low = lesser(lesser(p, q), r);
			const high = greater(greater(p, q), r);
			lowest = lesser(lowest, low);
			highest = greater(highest, high);
			i32[word] = ordered(low);
			i32[word + 3] = ordered(high);
			f32[word] -= LOW_MARGIN;
			f32[word + 3] += HIGH_MARGIN;
		}
		i32[at + 6] = face;
		i32[at + 7] = 1;
	}
	return lowest > ORDERED_MINUS_INFINITY && highest < ORDERED_INFINITY;
}

/** Gives faces with coordinates that are not finite a box over those that are, else in the middle of the mesh. */
function boundUnbounded(positions: Float32Array, faces: Uint32Array, { f32 }: BoxRecords): number[] {
	const middle = finiteMiddle(positions, faces);
	const unbounded: number[] = [];
	for (let face = 0; face * 3 < faces.length; face++) {
		const corners = faces.subarray(face * 3, face * 3 + 3);
		if ([0, 1, 2].every((axis) => corners.every((corner) => Number.isFinite(positions[corner * 3 + axis])))) continue;
		unbounded.push(face);
		for (let axis = 0; axis < 3; axis++) {
			const values = Array.from(corners, (corner) => positions[corner * 3 + axis]).filter(Number.isFinite);
			if (values.length === 0) values.push(middle[axis]);
			f32[face * RECORD_WORDS + axis] = Math.min(...values) - LOW_MARGIN;
			f32[face * RECORD_WORDS + axis + 3] = Math.max(...values) + HIGH_MARGIN;
		}
	}
	return unbounded;
}

function finiteMiddle(positions: Float32Array, faces: Uint32Array): number[] {
	return [0, 1, 2].map((axis) => {
		let low = Infinity;
		let high = -Infinity;
		for (const vertex of faces) {
			const value = positions[vertex * 3 + axis];
			if (!Number.isFinite(value)) continue;
			low = Math.min(low, value);
			high = Math.max(high, value);
		}
		return low <= high ? (low + high) / 2 : 0;
	});
}

/**
 * The box of a face with coordinates that are not finite: infinite ones count, NaN does not. Without any number on an axis the box
 * is empty there, +∞ to −∞, and no query finds it.
 */
export function writeUnboundedBox(
	positions: Float32Array,
	corners: Uint32Array,
	f32: Float32Array,
	word: number,
): void {
	for (let axis = 0; axis < 3; axis++) {
		const values = Array.from(corners, (corner) => positions[corner * 3 + axis]).filter(
			(value) => !Number.isNaN(value),
		);
		f32[word + axis] = Math.min(...values) - LOW_MARGIN;
		f32[word + axis + 3] = Math.max(...values) + HIGH_MARGIN;
	}
}

/**
 * Writes the box around records into the first of others: those from `begin` to `end`, or those that so many entries of `order` count
 * from `first`.
 */
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

/** Writes the leaf of a record; `closeTree` adds what all leaves have in common. Words of a node: see tree.ts. */
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

/** Writes the children of an inner node; all else follows from them at the end. @returns the right one */
export function writeInner(nodes: Int32Array, node: number, leftFaces: number): number {
	const right = node + (leftFaces << 1);
	nodes[node * 11 + 9] = node + 1;
	nodes[node * 11 + 10] = right;
	return right;
}
