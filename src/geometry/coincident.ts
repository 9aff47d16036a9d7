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
