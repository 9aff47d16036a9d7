import type { Level } from '../level.ts';

/**
 * The different places that vertices of a level have: vertices with the same coordinates, bit for bit, are at one place, whatever
 * room they belong to. Vertices are numbered through all rooms.
 */
export interface Places {
	/** The vertices of room `r` are numbered from `offsets[r]` up to `offsets[r + 1]`. */
	readonly offsets: Uint32Array;
	/** 1 a vertex: its place. */
	readonly placeOf: Int32Array;
	/** The vertices of place `p` are `vertices[starts[p]]` up to `vertices[starts[p + 1]]`, ascending, so the lowest room comes first. */
	readonly starts: Uint32Array;
	readonly vertices: Uint32Array;
	/** 3 a vertex: the bits of its coordinates. */
	readonly bits: Uint32Array;
}

export function findPlaces(level: Level): Places {
	const offsets = new Uint32Array(level.rooms.length + 1);
	level.rooms.forEach(({ walkmesh }, room) => {
		offsets[room + 1] = offsets[room] + (walkmesh === undefined ? 0 : walkmesh.positions.length / 3);
	});
	const vertexCount = offsets[level.rooms.length];
	const bits = new Uint32Array(vertexCount * 3);
	level.rooms.forEach(({ walkmesh }, room) => {
		if (walkmesh === undefined) return;
		const { buffer, byteOffset, length } = walkmesh.positions;
		bits.set(new Uint32Array(buffer, byteOffset, length), offsets[room] * 3);
	});
	const { placeOf, placeCount } = numberPlaces(bits, vertexCount);
	return { offsets, placeOf, ...groupByPlace(placeOf, placeCount), bits };
}

/** The room that a vertex belongs to. */
export function roomOf({ offsets }: Places, vertex: number): number {
	let low = 0;
	let high = offsets.length - 2;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (offsets[middle] <= vertex) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** The rooms that have a vertex at a place, ascending. */
export function roomsAt(places: Places, place: number): number[] {
	const rooms: number[] = [];
	for (let i = places.starts[place]; i < places.starts[place + 1]; i++) {
		const room = roomOf(places, places.vertices[i]);
		if (rooms.at(-1) !== room) rooms.push(room);
	}
	return rooms;
}

function numberPlaces(bits: Uint32Array, vertexCount: number): { placeOf: Int32Array; placeCount: number } {
	let size = 16;
	while (size < vertexCount * 2) size *= 2;
	const slots = new Int32Array(size).fill(-1);
	const placeOf = new Int32Array(vertexCount);
	let placeCount = 0;
	for (let vertex = 0; vertex < vertexCount; vertex++) {
		const i = vertex * 3;
		let slot = hashBits(bits[i], bits[i + 1], bits[i + 2]) & (size - 1);
		for (;;) {
			const other = slots[slot];
			if (other < 0) {
				slots[slot] = vertex;
				placeOf[vertex] = placeCount++;
				break;
			}
			const j = other * 3;
			if (bits[i] === bits[j] && bits[i + 1] === bits[j + 1] && bits[i + 2] === bits[j + 2]) {
				placeOf[vertex] = placeOf[other];
				break;
			}
			slot = (slot + 1) & (size - 1);
		}
	}
	return { placeOf, placeCount };
}

/** Coordinates of a level often differ in few, high bits only; multiplying alone would leave the low bits of the hash equal. */
function hashBits(x: number, y: number, z: number): number {
	let hash = Math.imul(x ^ (x >>> 15), 0x9e3779b1);
	hash = Math.imul(hash ^ y ^ (y >>> 15), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13) ^ z ^ (z >>> 15), 0xc2b2ae35);
	return hash ^ (hash >>> 16);
}

function groupByPlace(placeOf: Int32Array, placeCount: number): { starts: Uint32Array; vertices: Uint32Array } {
	const starts = new Uint32Array(placeCount + 1);
	for (let vertex = 0; vertex < placeOf.length; vertex++) starts[placeOf[vertex] + 1]++;
	for (let place = 0; place < placeCount; place++) starts[place + 1] += starts[place];
	const next = starts.slice(0, placeCount);
	const vertices = new Uint32Array(placeOf.length);
	for (let vertex = 0; vertex < placeOf.length; vertex++) vertices[next[placeOf[vertex]]++] = vertex;
	return { starts, vertices };
}
