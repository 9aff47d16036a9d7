import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { buildPointTree, type PointTree } from '../../src/geometry/spatial.ts';
import { type Bounds, boundsOf } from '../../src/geometry/triangles.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import { EdgesByEnds, nearestWithin, type Pairing, type Places, type Side, unpaired } from './diff-pairing.ts';

/** Tolerance for points that moved together, in addition to float32 rounding; metres. */
const SLACK = 1e-3;
/** A shorter shift counts as single vertices that moved, and not as a move of the whole; metres. */
const LEAST_SHIFT = 1e-3;
/** Number of places that are tested for a shift, and the share of them that must fit. */
const SAMPLES = 1000;
const FITTING = 0.9;

/**
 * Finds the vector by which all places of A were moved together to become those of B: the difference of the lower corners of their boxes, if the
 * boxes have the same size and nine of ten places of A, moved by it, are places of B. Typical for rooms to which the layout's position was added
 * twice or never.
 *
 * @param placesA numbers of the places of A
 * @param treeB the places of B
 */
function findShift(positions: Float32Array, placesA: Uint32Array, treeB: PointTree): Vec3 | undefined {
	if (placesA.length < 3 || treeB.vertices.length < 3) return undefined;
	const a = boundsOf(positions, placesA) as Bounds;
	const b = boundsOf(positions, treeB.vertices) as Bounds;
	const shift: Vec3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
	const slack = SLACK + Math.max(...a.map(Math.abs), ...b.map(Math.abs)) * 1e-6;
	for (let axis = 0; axis < 3; axis++) {
		if (Math.abs(b[axis + 3] - a[axis + 3] - shift[axis]) > slack) return undefined;
	}
	if (Math.hypot(...shift) < LEAST_SHIFT) return undefined;
	const step = Math.max(1, Math.floor(placesA.length / SAMPLES));
	let tried = 0;
	let fitting = 0;
	for (let i = 0; i < placesA.length; i += step) {
		const at = placesA[i] * 3;
		const [x, y, z] = [positions[at] + shift[0], positions[at + 1] + shift[1], positions[at + 2] + shift[2]];
		tried++;
		if (nearestWithin(treeB, [x, y, z], slack) >= 0) fitting++;
	}
	return fitting >= tried * FITTING ? shift : undefined;
}

/** 1 entry a place of A: the place of B that it became, or −1. Places that B has, too, have −1. */
export type Moves = Int32Array;

/** The whole may only count as moved if at most this share of its faces stayed in place. */
const STAYED = 0.1;
/** Rounds of searching by neighbouring faces. Each round extends the known part by one ring of faces; the rest is found by distance. */
const ROUNDS = 8;

/** The vector by which everything moved together; undefined if more than a few faces stayed, or no such vector fits. */
export function shiftOfWhole(places: Places, pairing: Pairing): Vec3 | undefined {
	const stayed = pairing.ofA.length - unpaired(pairing.ofA).length;
	if (stayed > Math.max(pairing.ofA.length, pairing.ofB.length) * STAYED) return undefined;
	const { positions, inA, inB } = places;
	return findShift(positions, marked(inA), buildPointTree(positions, marked(inB)));
}

function marked(flags: Uint8Array): Uint32Array {
	const places = new Uint32Array(flags.reduce((sum, flag) => sum + flag, 0));
	let at = 0;
	for (let place = 0; place < flags.length; place++) if (flags[place] === 1) places[at++] = place;
	return places;
}

/**
 * Finds vertices that moved. First by faces: if two corners of a face of A are known, and a face of B on the same edge has an unknown third corner,
 * then the third corner moved there, unless another face contradicts. Then by distance: places that are each other's nearest within `reach` metres.
 * Swapping A and B does not change the result.
 */
export function findMoves(places: Places, pairing: Pairing, reach: number, shift: Vec3 = ZERO): Moves {
	const facesA = unpaired(pairing.ofA);
	const facesB = unpaired(pairing.ofB);
	const to = new Int32Array(places.positions.length / 3).fill(NONE);
	const loneA = lonePlaces(places.a, facesA, places.inB);
	const loneB = lonePlaces(places.b, facesB, places.inA);
	if (loneA.length === 0 || loneB.length === 0) return to;
	const finder: Finder = { places, facesA, facesB, to, taken: new Uint8Array(to.length), reach, shift };
	askNeighbours(finder);
	takeNearest(finder, loneA, loneB);
	askNeighbours(finder);
	return to;
}

interface Finder {
	readonly places: Places;
	readonly facesA: Uint32Array;
	readonly facesB: Uint32Array;
	readonly to: Int32Array;
	/** 1 byte a place of B: 1 if some place of A moved there. */
	readonly taken: Uint8Array;
	readonly reach: number;
	readonly shift: Vec3;
}

/** Places of some faces that the other side does not have, ascending. */
function lonePlaces(side: Side, faces: Uint32Array, inOther: Uint8Array): Uint32Array {
	const seen = new Uint8Array(inOther.length);
	for (const face of faces) {
		for (let corner = face * 3; corner < face * 3 + 3; corner++) {
			const place = side.corners[corner];
			if (inOther[place] === 0) seen[place] = 1;
		}
	}
	return marked(seen);
}

function askNeighbours(finder: Finder): void {
	const { places, facesB } = finder;
	const edges = new EdgesByEnds(places.b.corners, facesB);
	for (let round = 0; round < ROUNDS; round++) if (!askOnce(finder, edges)) return;
}

/** The most faces on one edge that are compared. */
const MOST_ASKED = 64;
/** Two faces name different places for the same corner. */
const AMBIGUOUS = -2;

function askOnce(finder: Finder, edges: EdgesByEnds): boolean {
	const { places, facesA, to, taken } = finder;
	const partnerOfA = new Int32Array(to.length).fill(NONE);
	const partnerOfB = new Int32Array(to.length).fill(NONE);
	const { corners } = places.a;
	for (const face of facesA) {
		const corner = unknownCorner(finder, face);
		if (corner < 0) continue;
		const from = known(finder, corners[face * 3 + ((corner + 1) % 3)]);
		const end = known(finder, corners[face * 3 + ((corner + 2) % 3)]);
		const place = corners[face * 3 + corner];
		// An edge with very many faces says nothing, and comparing each of them with all others would take their square.
		let asked = 0;
		edges.visit(from, end, (edge) => {
			const third = places.b.corners[edgeEnd(edgeEnd(edge))];
			if (places.inA[third] === 0 && taken[third] === 0 && isWithin(finder, place, third)) {
				partnerOfA[place] = agree(partnerOfA[place], third);
				partnerOfB[third] = agree(partnerOfB[third], place);
			}
			return ++asked < MOST_ASKED;
		});
	}
	let found = false;
	for (let place = 0; place < to.length; place++) {
		const partner = partnerOfA[place];
		if (partner < 0 || partnerOfB[partner] !== place) continue;
		to[place] = partner;
		taken[partner] = 1;
		found = true;
	}
	return found;
}

function agree(before: number, now: number): number {
	return before === NONE || before === now ? now : AMBIGUOUS;
}

/** The only corner of a face whose place in B is unknown; −1 if there are none or several. */
function unknownCorner(finder: Finder, face: number): number {
	let unknown = -1;
	for (let corner = 0; corner < 3; corner++) {
		if (known(finder, finder.places.a.corners[face * 3 + corner]) >= 0) continue;
		if (unknown >= 0) return -1;
		unknown = corner;
	}
	return unknown;
}

/** The place in B of a place of A, or −1. */
function known({ places, to }: Finder, place: number): number {
	return places.inB[place] === 1 ? place : to[place];
}

function isWithin({ places, reach, shift }: Finder, from: number, to: number): boolean {
	const { positions } = places;
	let squared = 0;
	for (let axis = 0; axis < 3; axis++) {
		const way = positions[to * 3 + axis] - positions[from * 3 + axis] - shift[axis];
		squared += way * way;
	}
	return squared <= reach * reach;
}

function takeNearest(finder: Finder, loneA: Uint32Array, loneB: Uint32Array): void {
	const { places, to, taken, reach, shift } = finder;
	const { positions } = places;
	// A match leaves room for the next nearest. Three rounds are enough, and each is shorter than the last.
	for (let round = 0; round < 3; round++) {
		const freeA = loneA.filter((place) => to[place] < 0);
		const freeB = loneB.filter((place) => taken[place] === 0);
		if (freeA.length === 0 || freeB.length === 0) return;
		const treeA = buildPointTree(positions, freeA);
		const treeB = buildPointTree(positions, freeB);
		let found = false;
		for (const place of freeA) {
			const at = place * 3;
			const [x, y, z] = [positions[at] + shift[0], positions[at + 1] + shift[1], positions[at + 2] + shift[2]];
			const vertex = nearestWithin(treeB, [x, y, z], reach);
			if (vertex < 0) continue;
			const back = vertex * 3;
			const [u, v, w] = [positions[back] - shift[0], positions[back + 1] - shift[1], positions[back + 2] - shift[2]];
			if (nearestWithin(treeA, [u, v, w], reach * (1 + 1e-9)) !== place) continue;
			to[place] = vertex;
			taken[vertex] = 1;
			found = true;
		}
		if (!found) return;
	}
}
