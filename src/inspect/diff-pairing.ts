import { coincidentVertices, mix } from '../mesh/coincident.ts';
import { LEAF_SIZE, type PointTree } from '../mesh/spatial.ts';
import { NONE, type Walkmesh } from '../walkmesh/walkmesh.ts';

/** One side of a comparison: its walkmesh and a place number for each corner of a face; equal places have equal numbers. */
export interface Side {
	readonly mesh: Walkmesh;
	/** 3 places a face. */
	readonly corners: Uint32Array;
}

/** Which faces of two sides are the same. */
export interface Pairing {
	/** 1 a face of A: the face of B, or −1. */
	readonly ofA: Int32Array;
	/** 1 a face of B: the face of A, or −1. */
	readonly ofB: Int32Array;
	/** 1 a face of A that has a partner with the opposite winding. */
	readonly flipped: Uint8Array;
}

export function emptyPairing(a: Side, b: Side): Pairing {
	return {
		ofA: new Int32Array(a.mesh.surfaces.length).fill(NONE),
		ofB: new Int32Array(b.mesh.surfaces.length).fill(NONE),
		flipped: new Uint8Array(a.mesh.surfaces.length),
	};
}

/**
 * Pairs the faces that have none yet and the same three places: in the same winding and of the same surface where there are such,
 * then of another surface, then in the opposite winding. A place in the row of faces and the first corner mean nothing. Each
 * pass takes the heads of hash chains, so faces that lie in one place many times over cost no more than others.
 */
export function pairFaces(a: Side, b: Side, pairing: Pairing): void {
	for (const flipped of [false, true]) {
		for (const sameSurface of [true, false]) pairPass(a, b, pairing, flipped, sameSurface);
	}
}

/** Words of a key: three places, the first the lowest, and the surface or 0. */
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
			// Out of the chain, so that nobody walks past it again.
			if (before < 0) heads[slot] = next[j];
			else next[before] = next[j];
			pairing.ofA[facesA[i]] = facesB[j];
			pairing.ofB[facesB[j]] = facesA[i];
			pairing.flipped[facesA[i]] = flipped ? 1 : 0;
			break;
		}
	}
}

/** Faces without a partner, in ascending order. */
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

/** The corner to begin with, so that the three places come in the lowest order there is. */
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
	/** Entry of a chain's first key, −1 for none. */
	readonly heads: Int32Array;
	readonly next: Int32Array;
	readonly mask: number;
}

function chain(keys: Uint32Array, count: number): Chains {
	let size = 16;
	while (size < count * 2) size *= 2;
	const heads = new Int32Array(size).fill(-1);
	const next = new Int32Array(count);
	// From the last, so that chains are in ascending order.
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

/** The vertex of a tree that lies nearest to a point. */
export interface Nearest {
	/** −1 where none lies within reach. */
	vertex: number;
	/** Squared distance, square metres. */
	squared: number;
}

/** The vertex nearest to a point within reach; of several equally near the one with the lowest x, then y, then z. */
export function nearestWithin(tree: PointTree, x: number, y: number, z: number, reach: number): Nearest {
	const nearest: Nearest = { vertex: -1, squared: reach * reach };
	search(tree, [x, y, z], 0, tree.vertices.length, nearest);
	return nearest;
}

function search(tree: PointTree, point: readonly number[], start: number, end: number, nearest: Nearest): void {
	if (end - start <= LEAF_SIZE) {
		scan(tree, point, start, end, nearest);
		return;
	}
	const middle = (start + end) >>> 1;
	const offset = point[tree.axes[middle]] - tree.splits[middle];
	const isLeft = offset < 0;
	search(tree, point, isLeft ? start : middle, isLeft ? middle : end, nearest);
	if (offset * offset > nearest.squared) return;
	search(tree, point, isLeft ? middle : start, isLeft ? end : middle, nearest);
}

function scan(tree: PointTree, point: readonly number[], start: number, end: number, nearest: Nearest): void {
	const { positions, vertices } = tree;
	for (let i = start; i < end; i++) {
		const at = vertices[i] * 3;
		const dx = positions[at] - point[0];
		const dy = positions[at + 1] - point[1];
		const dz = positions[at + 2] - point[2];
		const squared = dx * dx + dy * dy + dz * dz;
		if (squared > nearest.squared) continue;
		const isTie = squared === nearest.squared && nearest.vertex >= 0;
		if (isTie && !isBefore(positions, vertices[i], nearest.vertex)) continue;
		nearest.vertex = vertices[i];
		nearest.squared = squared;
	}
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
	/** First entry of a chain, by the hash of its ends; −1 for none. */
	readonly heads: Int32Array;
	/** 1 an entry: the next of its chain, or −1. Chains may hold edges with other ends. */
	readonly next: Int32Array;
	readonly mask: number;
}

/** Puts edges into chains by `mix(from, to, 0)`. Of edges with the same ends the last comes first. */
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

/** Two walkmeshes with places in common: a place is a point in space, whichever side has vertices there. */
export interface Places {
	/** 3 floats a vertex, those of A first; the number of a place is that of its lowest vertex. */
	readonly positions: Float32Array;
	readonly a: Side;
	readonly b: Side;
	/** 1 a place: whether a face of A has a corner there. */
	readonly inA: Uint8Array;
	readonly inB: Uint8Array;
}

/** Numbers the places of the corners of both walkmeshes. Coordinates must be equal as floats; −0 is 0. */
export function commonPlaces(a: Walkmesh, b: Walkmesh): Places {
	const positions = joined(a, b);
	return numbered(a, b, positions, coincidentVertices(positions));
}

/** The same where everything moved, so that equal coordinates on both sides mean nothing. */
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
