import { countBelow } from '../math/arrays.ts';

/** Indices at which a list holds `value`, ascending. */
export function indicesOf(values: Uint8Array, value: number): Uint32Array {
	let count = 0;
	for (let i = 0; i < values.length; i++) if (values[i] === value) count++;
	const result = new Uint32Array(count);
	let at = 0;
	for (let i = 0; i < values.length; i++) if (values[i] === value) result[at++] = i;
	return result;
}

/**
 * If the range between the lowest and the highest vertex is this many times as long as the list of corners, the vertices are sorted instead of marked
 * in a table.
 */
const SCATTERED = 4;

/**
 * Finds the vertices that faces use and renumbers the faces for a list of only these. Takes time by the number of faces, not by the number of
 * vertices in the file: parts of a scene often share one long list.
 *
 * @param faces 3 vertex indices a face
 * @returns `used`: old numbers of the used vertices, ascending; `faces`: 3 indices into `used` a face
 */
export function compactVertices(faces: Uint32Array): { readonly used: Uint32Array; readonly faces: Uint32Array } {
	let lowest = 0xffff_ffff;
	let highest = 0;
	for (let i = 0; i < faces.length; i++) {
		if (faces[i] < lowest) lowest = faces[i];
		if (faces[i] > highest) highest = faces[i];
	}
	if (faces.length === 0 || highest - lowest >= faces.length * SCATTERED) {
		const used = faces
			.slice()
			.sort()
			.filter((vertex, i, all) => i === 0 || vertex !== all[i - 1]);
		return { used, faces: faces.map((vertex) => countBelow(used, vertex)) };
	}
	const marks = new Uint8Array(highest - lowest + 1);
	for (let i = 0; i < faces.length; i++) marks[faces[i] - lowest] = 1;
	const used = indicesOf(marks, 1);
	const numbers = new Uint32Array(marks.length);
	for (let i = 0; i < used.length; i++) {
		numbers[used[i]] = i;
		used[i] += lowest;
	}
	const renumbered = new Uint32Array(faces.length);
	for (let i = 0; i < faces.length; i++) renumbered[i] = numbers[faces[i] - lowest];
	return { used, faces: renumbered };
}

/** True when each of the first `vertexCount` vertices is a corner of some face. Takes time by the number of faces. */
export function usesAll(faces: ArrayLike<number>, vertexCount: number): boolean {
	if (faces.length < vertexCount) return false;
	const marks = new Uint8Array(vertexCount);
	let left = vertexCount;
	for (let i = 0; i < faces.length && left > 0; i++) {
		left -= 1 - marks[faces[i]];
		marks[faces[i]] = 1;
	}
	return left === 0;
}

/** Copies triples of a list in the given order. @param values 3 values an entry @param ids numbers of the triples */
export function pickTriples<T extends Float32Array | Float64Array | Uint32Array>(values: T, ids: Uint32Array): T {
	const List = values.constructor as new (length: number) => T;
	const picked = new List(ids.length * 3);
	for (let i = 0; i < ids.length; i++) {
		picked[i * 3] = values[ids[i] * 3];
		picked[i * 3 + 1] = values[ids[i] * 3 + 1];
		picked[i * 3 + 2] = values[ids[i] * 3 + 2];
	}
	return picked;
}

/**
 * For each vertex the lowest vertex with exactly the same coordinates; −0 and 0 are equal. A vertex with a NaN coordinate equals none but itself.
 * Uses an open-addressed hash table of vertex numbers; the result does not depend on its layout.
 *
 * @param positions 3 floats a vertex
 * @returns 1 entry a vertex
 */
export function coincidentVertices(positions: Float32Array): Uint32Array {
	const count = Math.floor(positions.length / 3);
	const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length);
	const first = new Uint32Array(count);
	const mask = tableSize(count) - 1;
	// Slots hold vertex + 1; 0 is an empty slot.
	const slots = new Uint32Array(mask + 1);
	for (let vertex = 0; vertex < count; vertex++) {
		first[vertex] = isPoint(positions, vertex) ? findOrInsert(positions, bits, slots, mask, vertex) : vertex;
	}
	return first;
}

/** True when all three coordinates of a vertex are finite. @param positions 3 values a vertex */
export function isPoint(positions: Float32Array | Float64Array, vertex: number): boolean {
	const at = vertex * 3;
	// Subtracting a value from itself gives NaN for infinite values and NaN, and 0 otherwise.
	const x = positions[at];
	const y = positions[at + 1];
	const z = positions[at + 2];
	return x - x === 0 && y - y === 0 && z - z === 0;
}

function tableSize(count: number): number {
	let size = 16;
	while (size < count * 2) size *= 2;
	return size;
}

function findOrInsert(
	positions: Float32Array,
	bits: Int32Array,
	slots: Uint32Array,
	mask: number,
	vertex: number,
): number {
	const at = vertex * 3;
	const x = positions[at];
	const y = positions[at + 1];
	const z = positions[at + 2];
	let slot = hashBits(bits[at], bits[at + 1], bits[at + 2]) & mask;
	while (slots[slot] !== 0) {
		const other = slots[slot] - 1;
		if (positions[other * 3] === x && positions[other * 3 + 1] === y && positions[other * 3 + 2] === z) return other;
		slot = (slot + 1) & mask;
	}
	slots[slot] = vertex + 1;
	return vertex;
}

const MINUS_ZERO = -0x80000000;

function hashBits(x: number, y: number, z: number): number {
	return mix(x === MINUS_ZERO ? 0 : x, y === MINUS_ZERO ? 0 : y, z === MINUS_ZERO ? 0 : z);
}

/** A 32-bit hash of three 32-bit integers. */
export function mix(x: number, y: number, z: number): number {
	let hash = Math.imul(x ^ (x >>> 16), 0x7feb352d);
	hash = Math.imul(hash ^ (hash >>> 15) ^ y, 0x846ca68b);
	hash = Math.imul(hash ^ (hash >>> 16) ^ z, 0x9e3779b1);
	return hash ^ (hash >>> 15);
}
