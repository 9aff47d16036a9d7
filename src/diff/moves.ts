import { type Vec3, ZERO } from '../geometry/vec3.ts';
import { mix } from '../mesh/coincident.ts';
import { buildPointTree } from '../mesh/point-tree.ts';
import { NONE } from '../walkmesh/index.ts';
import { type EdgeChains, edgeChains } from './edge-chains.ts';
import { nearestWithin } from './nearest.ts';
import { type Pairing, type Side, unpaired } from './pairing.ts';
import type { Places } from './places.ts';
import { findShift } from './shift.ts';

/** Where the places of A went that B does not have: 1 a place, the place of B that it became, or −1. */
export type Moves = Int32Array;

/** A whole is only taken for moved when at most this part of its faces stayed where it was. */
const STAYED = 0.1;
/** How often neighbours are asked. Each time the known part grows by a ring of faces; what remains is found by distance. */
const ROUNDS = 8;

/** How far everything moved together; undefined unless hardly a face stayed and the places of both sides tell. */
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
 * Finds vertices again that lie elsewhere. A face of A of which two corners are
 * known, on whose edge stands a face of B with the third corner unknown: that is where the third one went, if no other face says
 * otherwise. Then places that are each other's nearest, within reach. Nothing here depends on which side is called A.
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
	/** 1 a place of B that something moved to. */
	readonly taken: Uint8Array;
	readonly reach: number;
	readonly shift: Vec3;
}

/** Places of some faces that the other side does not have, in ascending order. */
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
	const edges = edgesOf(finder.places.b, finder.facesB);
	for (let round = 0; round < ROUNDS; round++) if (!askOnce(finder, edges)) return;
}

/** Faces on one edge that are asked. */
const MOST_ASKED = 64;
/** Two places name different partners. */
const AMBIGUOUS = -2;

function askOnce(finder: Finder, edges: FaceEdges): boolean {
	const { places, facesA, to, taken } = finder;
	const partnerOfA = new Int32Array(to.length).fill(NONE);
	const partnerOfB = new Int32Array(to.length).fill(NONE);
	const { corners } = places.a;
	const { heads, next, mask } = edges.chains;
	for (const face of facesA) {
		const corner = unknownCorner(finder, face);
		if (corner < 0) continue;
		const from = known(finder, corners[face * 3 + ((corner + 1) % 3)]);
		const end = known(finder, corners[face * 3 + ((corner + 2) % 3)]);
		const place = corners[face * 3 + corner];
		// An edge with very many faces tells nothing, and asking each face of it about all of them would take forever.
		let asked = 0;
		for (let edge = heads[mix(from, end, 0) & mask]; edge >= 0 && asked < MOST_ASKED; edge = next[edge]) {
			if (edges.from[edge] !== from || edges.to[edge] !== end) continue;
			asked++;
			const third = edges.third[edge];
			if (places.inA[third] === 1 || taken[third] === 1 || !isWithin(finder, place, third)) continue;
			partnerOfA[place] = agree(partnerOfA[place], third);
			partnerOfB[third] = agree(partnerOfB[third], place);
		}
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

/** The one corner of a face whose place is not known in B; −1 unless there is exactly one. */
function unknownCorner(finder: Finder, face: number): number {
	let unknown = -1;
	for (let corner = 0; corner < 3; corner++) {
		if (known(finder, finder.places.a.corners[face * 3 + corner]) >= 0) continue;
		if (unknown >= 0) return -1;
		unknown = corner;
	}
	return unknown;
}

/** Where a place of A is in B, or −1. */
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
	// What is taken leaves room for the next nearest: few rounds do, and each is shorter than the last.
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
			const { vertex } = nearestWithin(treeB, x, y, z, reach);
			if (vertex < 0) continue;
			const back = vertex * 3;
			const [u, v, w] = [positions[back] - shift[0], positions[back + 1] - shift[1], positions[back + 2] - shift[2]];
			if (nearestWithin(treeA, u, v, w, reach * (1 + 1e-9)).vertex !== place) continue;
			to[place] = vertex;
			taken[vertex] = 1;
			found = true;
		}
		if (!found) return;
	}
}

/** Edges of some faces, 3 each. */
interface FaceEdges {
	readonly from: Uint32Array;
	readonly to: Uint32Array;
	/** The corner that the edge does not touch. */
	readonly third: Uint32Array;
	readonly chains: EdgeChains;
}

function edgesOf({ corners }: Side, faces: Uint32Array): FaceEdges {
	const from = new Uint32Array(faces.length * 3);
	const to = new Uint32Array(faces.length * 3);
	const third = new Uint32Array(faces.length * 3);
	for (let i = 0; i < faces.length; i++) {
		for (let corner = 0; corner < 3; corner++) {
			from[i * 3 + corner] = corners[faces[i] * 3 + corner];
			to[i * 3 + corner] = corners[faces[i] * 3 + ((corner + 1) % 3)];
			third[i * 3 + corner] = corners[faces[i] * 3 + ((corner + 2) % 3)];
		}
	}
	return { from, to, third, chains: edgeChains(from, to) };
}
