import { nearestVertex, type PointTree } from '../../src/geometry/spatial.ts';
import { coincidentVertices, mix } from '../../src/geometry/vertices.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';

/** One side of a comparison: its walkmesh, and a place number for each corner of a face; see `Places`. */
export interface Side {
	readonly mesh: Walkmesh;
	/** 3 places a face. */
	readonly corners: Uint32Array;
}

/** Which faces of the two sides correspond. */
export interface Pairing {
	/** 1 a face of A: the face of B, or −1. */
	readonly ofA: Int32Array;
	/** 1 a face of B: the face of A, or −1. */
	readonly ofB: Int32Array;
	/** 1 byte a face of A: 1 if its partner has the opposite winding. */
	readonly flipped: Uint8Array;
}

/** A pairing in which no face has a partner yet. */
export function emptyPairing(a: Side, b: Side): Pairing {
	return {
		ofA: new Int32Array(a.mesh.surfaces.length).fill(NONE),
		ofB: new Int32Array(b.mesh.surfaces.length).fill(NONE),
		flipped: new Uint8Array(a.mesh.surfaces.length),
	};
}

/**
 * Pairs faces without a partner that have the same three places: first with the same winding and surface, then with another surface, then with the
 * opposite winding. Order of faces and first corners are ignored. Partners are taken from the heads of hash chains, so many faces at the same places
 * cost no more than others.
 */
export function pairFaces(a: Side, b: Side, pairing: Pairing): void {
	for (const flipped of [false, true]) {
		for (const sameSurface of [true, false]) pairPass(a, b, pairing, flipped, sameSurface);
	}
}

/** Words of a key: three places, beginning with the lowest, and the surface or 0. */
const KEY_WORDS = 4;

function pairPass(a: Side, b: Side, pairing: Pairing, flipped: boolean, sameSurface: boolean): void {
	const facesA = unpaired(pairing.ofA);
	const facesB = unpaired(pairing.ofB);
	if (facesA.length === 0 || facesB.length === 0) return;
	const keysA = faceKeys(a, facesA, flipped, sameSurface);
	const keysB = faceKeys(b, facesB, false, sameSurface);
	const { heads, next, mask } = chain(keysB, facesB.length);
	for (let i = 0; i < facesA.length; i++) {
		const slot = slotOf(keysA, i, mask);
		let before = -1;
		for (let j = heads[slot]; j >= 0; before = j, j = next[j]) {
			if (!sameKey(keysA, i, keysB, j)) continue;
			// Removed from the chain, so that later searches do not pass it again.
			if (before < 0) heads[slot] = next[j];
			else next[before] = next[j];
			pairing.ofA[facesA[i]] = facesB[j];
			pairing.ofB[facesB[j]] = facesA[i];
			pairing.flipped[facesA[i]] = flipped ? 1 : 0;
			break;
		}
	}
}

/** Faces without a partner, ascending. */
export function unpaired(partners: Int32Array): Uint32Array {
	let count = 0;
	for (let face = 0; face < partners.length; face++) if (partners[face] < 0) count++;
	const faces = new Uint32Array(count);
	let at = 0;
	for (let face = 0; face < partners.length; face++) if (partners[face] < 0) faces[at++] = face;
	return faces;
}

function faceKeys(side: Side, faces: Uint32Array, flipped: boolean, withSurface: boolean): Uint32Array {
	const keys = new Uint32Array(faces.length * KEY_WORDS);
	const { corners, mesh } = side;
	for (let i = 0; i < faces.length; i++) {
		const first = faces[i] * 3;
		const rotation = firstCorner(corners, first, flipped);
		const step = flipped ? 2 : 1;
		for (let k = 0; k < 3; k++) keys[i * KEY_WORDS + k] = corners[first + ((rotation + k * step) % 3)];
		keys[i * KEY_WORDS + 3] = withSurface ? mesh.surfaces[faces[i]] : 0;
	}
	return keys;
}

/** The corner to begin with so that the three places are in the lowest order. */
export function firstCorner(corners: Uint32Array, first: number, flipped: boolean): number {
	const step = flipped ? 2 : 1;
	let best = 0;
	for (let candidate = 1; candidate < 3; candidate++) {
		for (let k = 0; k < 3; k++) {
			const ours = corners[first + ((candidate + k * step) % 3)];
			const theirs = corners[first + ((best + k * step) % 3)];
			if (ours === theirs) continue;
			if (ours < theirs) best = candidate;
			break;
		}
	}
	return best;
}

interface Chains {
	/** 1 entry a slot: first key of its chain, −1 for none. */
	readonly heads: Int32Array;
	readonly next: Int32Array;
	readonly mask: number;
}

function chain(keys: Uint32Array, count: number): Chains {
	let size = 16;
	while (size < count * 2) size *= 2;
	const heads = new Int32Array(size).fill(-1);
	const next = new Int32Array(count);
	// Backwards, so that chains are in ascending order.
	for (let i = count - 1; i >= 0; i--) {
		const slot = slotOf(keys, i, size - 1);
		next[i] = heads[slot];
		heads[slot] = i;
	}
	return { heads, next, mask: size - 1 };
}

function slotOf(keys: Uint32Array, entry: number, mask: number): number {
	const at = entry * KEY_WORDS;
	return mix(keys[at], keys[at + 1], keys[at + 2] ^ Math.imul(keys[at + 3], 0x27d4eb2f)) & mask;
}

function sameKey(keysA: Uint32Array, a: number, keysB: Uint32Array, b: number): boolean {
	for (let word = 0; word < KEY_WORDS; word++) {
		if (keysA[a * KEY_WORDS + word] !== keysB[b * KEY_WORDS + word]) return false;
	}
	return true;
}

/** The vertex nearest to a point within reach, −1 without one; of equally near ones the one with the lowest x, then y, then z. */
export function nearestWithin(tree: PointTree, at: Vec3, reach: number): number {
	return nearestVertex(tree, at, reach, undefined, (a, b) => isBefore(tree.positions, a, b))?.vertex ?? NONE;
}

function isBefore(positions: ArrayLike<number>, a: number, b: number): boolean {
	for (let axis = 0; axis < 3; axis++) {
		const difference = positions[a * 3 + axis] - positions[b * 3 + axis];
		if (difference !== 0) return difference < 0;
	}
	return false;
}

/** Directed edges in a hash table. */
export interface EdgeChains {
	/** 1 entry a slot, by the hash of an edge's ends: the first entry of its chain, −1 for none. */
	readonly heads: Int32Array;
	/** 1 entry an edge: the next of its chain, or −1. A chain may also hold edges with other ends. */
	readonly next: Int32Array;
	readonly mask: number;
}

/** Puts directed edges into chains by `mix(from, to, 0)`. Of edges with the same ends the last comes first. */
export function edgeChains(from: Uint32Array, to: Uint32Array): EdgeChains {
	let size = 16;
	while (size < from.length * 2) size *= 2;
	const mask = size - 1;
	const heads = new Int32Array(size).fill(-1);
	const next = new Int32Array(from.length);
	for (let entry = 0; entry < from.length; entry++) {
		const slot = mix(from[entry], to[entry], 0) & mask;
		next[entry] = heads[slot];
		heads[slot] = entry;
	}
	return { heads, next, mask };
}

/** The corners of two walkmeshes as *places*. A place is a distinct point in space, shared by all vertices of both sides with these coordinates. */
export interface Places {
	/** 3 floats a vertex, those of A first. The number of a place is that of its lowest vertex. */
	readonly positions: Float32Array;
	readonly a: Side;
	readonly b: Side;
	/** 1 byte a place: 1 if a face of A has a corner there. */
	readonly inA: Uint8Array;
	readonly inB: Uint8Array;
}

/** Numbers the places of the corners of both walkmeshes. Coordinates must be equal as floats; −0 equals 0. */
export function commonPlaces(a: Walkmesh, b: Walkmesh): Places {
	const positions = joined(a, b);
	return numbered(a, b, positions, coincidentVertices(positions));
}

/** Like `commonPlaces`, if everything moved: no place is shared, as equal coordinates on both sides are then mere chance. */
export function separatePlaces(a: Walkmesh, b: Walkmesh): Places {
	const offset = a.positions.length / 3;
	const places = new Uint32Array(offset + b.positions.length / 3);
	places.set(coincidentVertices(a.positions));
	places.set(
		coincidentVertices(b.positions).map((place) => place + offset),
		offset,
	);
	return numbered(a, b, joined(a, b), places);
}

function joined(a: Walkmesh, b: Walkmesh): Float32Array {
	const positions = new Float32Array(a.positions.length + b.positions.length);
	positions.set(a.positions);
	positions.set(b.positions, a.positions.length);
	return positions;
}

function numbered(a: Walkmesh, b: Walkmesh, positions: Float32Array, places: Uint32Array): Places {
	const offset = a.positions.length / 3;
	const cornersA = a.faces.map((vertex) => places[vertex]);
	const cornersB = b.faces.map((vertex) => places[vertex + offset]);
	const inA = new Uint8Array(places.length);
	const inB = new Uint8Array(places.length);
	for (const place of cornersA) inA[place] = 1;
	for (const place of cornersB) inB[place] = 1;
	return { positions, a: { mesh: a, corners: cornersA }, b: { mesh: b, corners: cornersB }, inA, inB };
}
