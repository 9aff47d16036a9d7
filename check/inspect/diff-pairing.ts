import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { nearestVertex, type PointTree } from '../../src/geometry/spatial.ts';
import { coincidentVertices } from '../../src/geometry/vertices.ts';
import { addTo } from '../../src/math/arrays.ts';
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
 * opposite winding. Order of faces and first corners are ignored.
 */
export function pairFaces(a: Side, b: Side, pairing: Pairing): void {
	for (const flipped of [false, true]) {
		for (const sameSurface of [true, false]) pairPass(a, b, pairing, flipped, sameSurface);
	}
}

function pairPass(a: Side, b: Side, pairing: Pairing, flipped: boolean, sameSurface: boolean): void {
	const facesA = unpaired(pairing.ofA);
	const facesB = unpaired(pairing.ofB);
	if (facesA.length === 0 || facesB.length === 0) return;
	const waiting = new Map<string, number[]>();
	// Backwards, so that the lowest is taken first.
	for (const face of facesB.reverse()) addTo(waiting, faceKey(b, face, false, sameSurface), face);
	for (const face of facesA) {
		const partner = waiting.get(faceKey(a, face, flipped, sameSurface))?.pop();
		if (partner === undefined) continue;
		pairing.ofA[face] = partner;
		pairing.ofB[partner] = face;
		pairing.flipped[face] = flipped ? 1 : 0;
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

/** The three places of a face, beginning with the lowest, and its surface. */
function faceKey({ corners, mesh }: Side, face: number, flipped: boolean, withSurface: boolean): string {
	const first = face * 3;
	const rotation = firstCorner(corners, first, flipped);
	const step = flipped ? 2 : 1;
	const [p, q, r] = [0, step, step * 2].map((k) => corners[first + ((rotation + k) % 3)]);
	return `${p} ${q} ${r} ${withSurface ? mesh.surfaces[face] : ''}`;
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
	// Faces at the same places may be paired crosswise, so the number of joined edges at the same ends is compared.
	const balance = new Map<number, number>();
	const count = (side: Side, faces: Uint32Array, by: 1 | -1): void => {
		const isJoined = joinedEdges(side, faces);
		for (const edge of edgesOf(faces)) {
			if (isJoined(edge)) balance.set(keyOf(side, edge), (balance.get(keyOf(side, edge)) ?? 0) + by);
		}
	};
	count(a, facesA, 1);
	count(b, facesB, -1);
	const found = new Map<number, number>();
	for (const edge of edgesOf(facesA)) if ((balance.get(keyOf(a, edge)) ?? 0) !== 0) found.set(keyOf(a, edge), edge);
	for (const [key, edge] of found) {
		const ends: ChangedJoin['ends'] = [vec3At(positions, a.corners[edge]), vec3At(positions, a.corners[edgeEnd(edge)])];
		changed.add(() => ({ joinedIn: (balance.get(key) ?? 0) > 0 ? 'a' : 'b', ends }));
	}
	return changed.list();
}

/** The edges of some faces, face after face. */
export function edgesOf(faces: Uint32Array): Uint32Array {
	return Uint32Array.from({ length: faces.length * 3 }, (_, i) => faces[Math.floor(i / 3)] * 3 + (i % 3));
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

/** Tells of an edge whether a face of a list uses its two vertices in the opposite direction. */
function joinedEdges({ mesh: { faces, positions } }: Side, list: Uint32Array): (edge: number) => boolean {
	const keyOf = (from: number, to: number): number => (faces[from] * positions.length) / 3 + faces[to];
	const used = new Set(Array.from(edgesOf(list), (edge) => keyOf(edge, edgeEnd(edge))));
	return (edge) => used.has(keyOf(edgeEnd(edge), edge));
}
