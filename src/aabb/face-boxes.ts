import { greater, lesser, ORDERED_INFINITY, ORDERED_MINUS_INFINITY, ordered } from './float-order.ts';
import { HIGH_MARGIN, LOW_MARGIN } from './tree.ts';

/**
 * A record a face, eight words, so that two share a cache line: its box with margins (min xyz, max xyz), its number, a spare word.
 * Records are moved whole when faces are sorted, which for a million faces is faster than following an index into them.
 */
export interface BoxRecords {
	readonly f32: Float32Array;
	/** The same memory. */
	readonly i32: Int32Array;
}

export const RECORD_WORDS = 8;
export const RECORD_ID = 6;
export const RECORD_SPARE = 7;

/** Records in memory of their own, or at a byte of a buffer that is otherwise unused. */
export function boxRecords(count: number, buffer?: ArrayBufferLike, byteOffset = 0): BoxRecords {
	const memory = buffer ?? new ArrayBuffer(count * RECORD_WORDS * 4);
	const length = count * RECORD_WORDS;
	return { f32: new Float32Array(memory, byteOffset, length), i32: new Int32Array(memory, byteOffset, length) };
}

/**
 * Writes a record for each face. Margins are added in float64 and the sum rounded to float32, which is monotone: a box never
 * loses its face, however large the coordinates, and a box of boxes equals the box made anew.
 *
 * Faces with a coordinate that is no number or infinite get a box over their finite coordinates, to be told apart from nothing; their
 * numbers are returned, and `writeUnboundedBox` gives what the file should say.
 */
export function writeFaceBoxes(positions: Float32Array, faces: Uint32Array, records: BoxRecords): number[] {
	const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length);
	const extremes = new Int32Array(2);
	fillRecords(bits, faces, records.f32, records.i32, extremes);
	const finite = extremes[0] > ORDERED_MINUS_INFINITY && extremes[1] < ORDERED_INFINITY;
	return finite ? [] : boundUnbounded(positions, faces, records);
}

function fillRecords(
	bits: Int32Array,
	faces: Uint32Array,
	f32: Float32Array,
	i32: Int32Array,
	extremes: Int32Array,
): void {
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
			f32[word] -= 0.01;
			f32[word + 3] += 0.0101;
		}
		i32[at + 6] = face;
	}
	extremes[0] = lowest;
	extremes[1] = highest;
}

/** Replaces what is not finite in the records; slow and seldom. */
function boundUnbounded(positions: Float32Array, faces: Uint32Array, { f32 }: BoxRecords): number[] {
	const unbounded: number[] = [];
	const middle = finiteMiddle(positions, faces);
	for (let face = 0; face * 3 < faces.length; face++) {
		let missing = false;
		for (let axis = 0; axis < 3; axis++) {
			let low = Infinity;
			let high = -Infinity;
			for (let corner = face * 3; corner < face * 3 + 3; corner++) {
				const value = positions[faces[corner] * 3 + axis];
				if (!Number.isFinite(value)) {
					missing = true;
					continue;
				}
				if (value < low) low = value;
				if (value > high) high = value;
			}
			const word = face * RECORD_WORDS + axis;
			f32[word] = (low <= high ? low : middle[axis]) - LOW_MARGIN;
			f32[word + 3] = (low <= high ? high : middle[axis]) + HIGH_MARGIN;
		}
		if (missing) unbounded.push(face);
	}
	return unbounded;
}

function finiteMiddle(positions: Float32Array, faces: Uint32Array): number[] {
	const low = [Infinity, Infinity, Infinity];
	const high = [-Infinity, -Infinity, -Infinity];
	for (const vertex of faces) {
		for (let axis = 0; axis < 3; axis++) {
			const value = positions[vertex * 3 + axis];
			if (!Number.isFinite(value)) continue;
			low[axis] = Math.min(low[axis], value);
			high[axis] = Math.max(high[axis], value);
		}
	}
	return low.map((value, axis) => (value <= high[axis] ? (value + high[axis]) / 2 : 0));
}

/**
 * The box of a face with coordinates that are not finite: infinite ones count, those that are no number do not. Without any
 * number on an axis the box is empty there, +∞ to −∞, and no query finds it.
 */
export function writeUnboundedBox(
	positions: Float32Array,
	faces: Uint32Array,
	face: number,
	f32: Float32Array,
	word: number,
): void {
	for (let axis = 0; axis < 3; axis++) {
		let low = Infinity;
		let high = -Infinity;
		for (let corner = face * 3; corner < face * 3 + 3; corner++) {
			const value = positions[faces[corner] * 3 + axis];
			if (value < low) low = value;
			if (value > high) high = value;
		}
		f32[word + axis] = low - LOW_MARGIN;
		f32[word + axis + 3] = high + HIGH_MARGIN;
	}
}

/** The box around records, six floats. */
export function boundRecords({ i32 }: BoxRecords, first: number, count: number, into: BoundsScratch): void {
	boundWords(i32, first * RECORD_WORDS, (first + count) * RECORD_WORDS, into.i32);
}

/** Six words for a box, as floats and as their bits. */
export interface BoundsScratch {
	readonly f32: Float32Array;
	readonly i32: Int32Array;
}

export function boundsScratch(): BoundsScratch {
	const buffer = new ArrayBuffer(24);
	return { f32: new Float32Array(buffer), i32: new Int32Array(buffer) };
}

function boundWords(i32: Int32Array, begin: number, end: number, out: Int32Array): void {
	let lowX = 0x7fffffff;
	let lowY = 0x7fffffff;
	let lowZ = 0x7fffffff;
	let highX = -0x80000000;
	let highY = -0x80000000;
	let highZ = -0x80000000;
	for (let word = begin; word < end; word += 8) {
		lowX = lesser(lowX, ordered(i32[word]));
		lowY = lesser(lowY, ordered(i32[word + 1]));
		lowZ = lesser(lowZ, ordered(i32[word + 2]));
		highX = greater(highX, ordered(i32[word + 3]));
		highY = greater(highY, ordered(i32[word + 4]));
		highZ = greater(highZ, ordered(i32[word + 5]));
	}
	out[0] = ordered(lowX);
	out[1] = ordered(lowY);
	out[2] = ordered(lowZ);
	out[3] = ordered(highX);
	out[4] = ordered(highY);
	out[5] = ordered(highZ);
}
