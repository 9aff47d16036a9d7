import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { nearestVertex, type PointTree } from '../../src/geometry/spatial.ts';
import { coincidentVertices, mix } from '../../src/geometry/vertices.ts';
import { type Vec3, vec3At } from '../../src/math/vec3.ts';
import { isWalkable, type SurfaceTable } from '../../src/model/surfaces.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { type ChangedJoin, Collected, type DiffList } from './differences.ts';

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
	const { heads, next, mask } = chainsOf(facesB.length, (entry) => hashOf(keysB, entry));
	for (let i = 0; i < facesA.length; i++) {
		const slot = hashOf(keysA, i) & mask;
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
function firstCorner(corners: Uint32Array, first: number, flipped: boolean): number {
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

/** Entries in chains by a hash: a chain may hold entries of several. */
interface Chains {
	/** 1 entry a slot: first entry of its chain, −1 for none. */
	readonly heads: Int32Array;
	readonly next: Int32Array;
	readonly mask: number;
}

/** Puts entries into chains, in each of them the lowest first. */
function chainsOf(count: number, hashOf: (entry: number) => number): Chains {
	let size = 16;
	while (size < count * 2) size *= 2;
	const heads = new Int32Array(size).fill(-1);
	const next = new Int32Array(count);
	for (let entry = count - 1; entry >= 0; entry--) {
		const slot = hashOf(entry) & (size - 1);
		next[entry] = heads[slot];
		heads[slot] = entry;
	}
	return { heads, next, mask: size - 1 };
}

function hashOf(keys: Uint32Array, entry: number): number {
	const at = entry * KEY_WORDS;
	return mix(keys[at], keys[at + 1], keys[at + 2] ^ Math.imul(keys[at + 3], 0x27d4eb2f));
}

function sameKey(keysA: Uint32Array, a: number, keysB: Uint32Array, b: number): boolean {
	for (let word = 0; word < KEY_WORDS; word++) {
		if (keysA[a * KEY_WORDS + word] !== keysB[b * KEY_WORDS + word]) return false;
	}
	return true;
}

/** The edges of some faces, found by the corners at their ends. */
export class EdgesByEnds {
	readonly #corners: Uint32Array;
	readonly #edges: Uint32Array;
	readonly #chains: Chains;

	/** @param corners 3 a face */
	constructor(corners: Uint32Array, faces: Uint32Array) {
		const edges = new Uint32Array(faces.length * 3);
		for (let i = 0; i < faces.length; i++) for (let k = 0; k < 3; k++) edges[i * 3 + k] = faces[i] * 3 + k;
		this.#corners = corners;
		this.#edges = edges;
		this.#chains = chainsOf(edges.length, (entry) => mix(corners[edges[entry]], corners[edgeEnd(edges[entry])], 0));
	}

	/** Calls `visit` for each edge between two corners in this direction, until that returns false. @returns true if there is any */
	visit(from: number, to: number, visit: (edge: number) => boolean): boolean {
		const { heads, next, mask } = this.#chains;
		let isAny = false;
		for (let entry = heads[mix(from, to, 0) & mask]; entry >= 0; entry = next[entry]) {
			const edge = this.#edges[entry];
			if (this.#corners[edge] !== from || this.#corners[edgeEnd(edge)] !== to) continue;
			isAny = true;
			if (!visit(edge)) break;
		}
		return isAny;
	}
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

/**
 * Finds edges of paired faces that can be crossed on one side only, because the vertices there are welded in one walkmesh and not in the other. Only
 * faces count that are walkable and the same way up on both sides; what follows from added, removed, flipped or resurfaced faces is not listed.
 *
 * An edge counts as joined if another face uses its two vertex indices in the opposite direction. Unlike the adjacency table, this does not depend on
 * the order of faces where more than two of them meet.
 *
 * @param positions 3 floats a place
 */
export function compareJoins(
	positions: Float32Array,
	a: Side,
	b: Side,
	pairing: Pairing,
	table: SurfaceTable,
	keep: number,
): DiffList<ChangedJoin> {
	const changed = new Collected<ChangedJoin>(keep);
	if (a.mesh.kind !== 'area' || b.mesh.kind !== 'area') return changed.list();
	const facesA = keptFaces(a, b, pairing, table);
	const facesB = facesA.map((face) => pairing.ofA[face]);
	const places = positions.length / 3;
	const keyOf = ({ corners }: Side, edge: number): number => {
		const [p, q] = [corners[edge], corners[edgeEnd(edge)]];
		return Math.min(p, q) * places + Math.max(p, q);
	};
	const joinedKeys = (side: Side, faces: Uint32Array): Float64Array =>
		Float64Array.from(joinedEdges(side, faces), (edge) => keyOf(side, edge)).sort();
	// Faces at the same places may be paired crosswise, so the number of joined edges at the same ends is compared.
	const balance = countsApart(joinedKeys(a, facesA), joinedKeys(b, facesB));
	const found = new Map<number, number>();
	for (const face of balance.size === 0 ? [] : facesA)
		for (let edge = face * 3; edge < face * 3 + 3; edge++)
			if (balance.has(keyOf(a, edge))) found.set(keyOf(a, edge), edge);
	for (const [key, edge] of found) {
		const ends: ChangedJoin['ends'] = [vec3At(positions, a.corners[edge]), vec3At(positions, a.corners[edgeEnd(edge)])];
		changed.add(() => ({ joinedIn: (balance.get(key) ?? 0) > 0 ? 'a' : 'b', ends }));
	}
	return changed.list();
}

/** Of values of which two ascending lists do not hold as many: how many more the first one holds. */
function countsApart(one: Float64Array, other: Float64Array): ReadonlyMap<number, number> {
	const counts = new Map<number, number>();
	for (let i = 0, j = 0; i < one.length || j < other.length; ) {
		const value = j >= other.length || one[i] <= other[j] ? one[i] : other[j];
		let count = 0;
		for (; one[i] === value; i++) count++;
		for (; other[j] === value; j++) count--;
		if (count !== 0) counts.set(value, count);
	}
	return counts;
}

/** Faces of A that are walkable and have a walkable partner with the same winding, except those with two corners at one place. */
function keptFaces(a: Side, b: Side, { ofA, flipped }: Pairing, table: SurfaceTable): Uint32Array {
	const kept: number[] = [];
	for (let face = 0; face < ofA.length; face++) {
		if (ofA[face] < 0 || flipped[face] === 1) continue;
		if (!isWalkable(table, a.mesh.surfaces[face]) || !isWalkable(table, b.mesh.surfaces[ofA[face]])) continue;
		const [p, q, r] = [a.corners[face * 3], a.corners[face * 3 + 1], a.corners[face * 3 + 2]];
		if (p !== q && q !== r && r !== p) kept.push(face);
	}
	return Uint32Array.from(kept);
}

/** The edges of faces of a list whose two vertices another of these faces uses in the opposite direction. */
function joinedEdges({ mesh: { faces } }: Side, list: Uint32Array): number[] {
	const edges = new EdgesByEnds(faces, list);
	const joined: number[] = [];
	for (const face of list)
		for (let edge = face * 3; edge < face * 3 + 3; edge++)
			if (edges.visit(faces[edgeEnd(edge)], faces[edge], () => false)) joined.push(edge);
	return joined;
}
