import { type Vec3, vec3At, ZERO } from '../geometry/vec3.ts';
import type { SurfaceTable } from '../surfaces/index.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
import { compareHeaders } from './header.ts';
import { compareJoins } from './joins.ts';
import { compareLinks } from './links.ts';
import { findMoves, type Moves, shiftOfWhole } from './moves.ts';
import { DIFF_DEFAULTS, type DiffOptions } from './options.ts';
import { emptyPairing, type Pairing, pairFaces, type Side, unpaired } from './pairing.ts';
import { commonPlaces, type Places, separatePlaces } from './places.ts';
import {
	Collected,
	type DiffList,
	type LoneFace,
	type MovedVertex,
	type PairedFace,
	type ResurfacedFace,
	type WalkmeshDiff,
} from './result.ts';

/**
 * Compares two walkmeshes by what they mean. The order of vertices and faces, which corner a face begins with, unused vertices and
 * names mean nothing.
 *
 * Faces are paired by the exact places of their corners; those left over are paired once more after vertices that moved are
 * found again. Linear but for the search for moved vertices (n log n). Swapping the two sides swaps the answer.
 */
export function diffWalkmeshes(a: Walkmesh, b: Walkmesh, table: SurfaceTable, options: DiffOptions = {}): WalkmeshDiff {
	const { tolerance, reach, keep } = { ...DIFF_DEFAULTS, ...options };
	const { places, pairing, moves, shift } = pairUp(a, b, Math.max(reach, tolerance));
	const movedA = withMoves(places, moves);
	const parts = {
		moved: movedVertices(places, moves, shift, pairing, tolerance, keep),
		added: loneFaces(b, pairing.ofB, keep),
		removed: loneFaces(a, pairing.ofA, keep),
		resurfaced: resurfacedFaces(a, b, pairing, keep),
		flipped: flippedFaces(b, pairing, keep),
		links: compareLinks(places.positions, movedA, places.b, keep),
		joins: compareJoins(places.positions, movedA, places.b, pairing, table, keep),
	};
	const header = compareHeaders(a, b, tolerance);
	const isShifted = Math.hypot(...shift) > tolerance;
	return {
		same: !isShifted && header.length === 0 && Object.values(parts).every(({ count }) => count === 0),
		faces: { a: a.surfaces.length, b: b.surfaces.length, paired: a.surfaces.length - parts.removed.count },
		...(isShifted ? { shift } : {}),
		...parts,
		header,
	};
}

interface Matched {
	readonly places: Places;
	readonly pairing: Pairing;
	readonly moves: Moves;
	readonly shift: Vec3;
}

function pairUp(a: Walkmesh, b: Walkmesh, reach: number): Matched {
	const shared = commonPlaces(a, b);
	const exact = emptyPairing(shared.a, shared.b);
	pairFaces(shared.a, shared.b, exact);
	const shift = shiftOfWhole(shared, exact);
	const places = shift === undefined ? shared : separatePlaces(a, b);
	const pairing = shift === undefined ? exact : emptyPairing(places.a, places.b);
	const moves = findMoves(places, pairing, reach, shift);
	pairFaces(withMoves(places, moves), places.b, pairing);
	return { places, pairing, moves, shift: shift ?? ZERO };
}

/** Side A with the places of B that its moved places became. */
function withMoves({ a }: Places, to: Moves): Side {
	return { mesh: a.mesh, corners: a.corners.map((place) => (to[place] < 0 ? place : to[place])) };
}

function movedVertices(
	places: Places,
	to: Moves,
	shift: Vec3,
	pairing: Pairing,
	tolerance: number,
	keep: number,
): WalkmeshDiff['moved'] {
	const moved = new Collected<MovedVertex>(keep);
	const seen = new Uint8Array(to.length);
	let tolerated = 0;
	let largest = 0;
	let sum = 0;
	for (let face = 0; face < pairing.ofA.length; face++) {
		// Without a face that came along, a vertex somewhere else is another vertex.
		if (pairing.ofA[face] < 0) continue;
		for (let corner = face * 3; corner < face * 3 + 3; corner++) {
			const place = places.a.corners[corner];
			if (to[place] < 0 || seen[place] === 1) continue;
			seen[place] = 1;
			const from = vec3At(places.positions, place);
			const end = vec3At(places.positions, to[place]);
			const distance = Math.hypot(
				end[0] - from[0] - shift[0],
				end[1] - from[1] - shift[1],
				end[2] - from[2] - shift[2],
			);
			if (distance <= Math.max(tolerance, roundingOf(from, end, shift))) {
				tolerated++;
				continue;
			}
			largest = Math.max(largest, distance);
			sum += distance;
			moved.add(() => ({ from, to: end, distance }));
		}
	}
	return { ...moved.list(), largest, mean: moved.count === 0 ? 0 : sum / moved.count, tolerated };
}

/** What float32 can round a coordinate by when everything is moved; nothing when nothing is. */
function roundingOf(from: Vec3, to: Vec3, shift: Vec3): number {
	if (shift[0] === 0 && shift[1] === 0 && shift[2] === 0) return 0;
	return Math.max(...[...from, ...to].map(Math.abs)) * 2 ** -22;
}

function loneFaces(mesh: Walkmesh, partners: Int32Array, keep: number): DiffList<LoneFace> {
	const lone = new Collected<LoneFace>(keep);
	for (const face of unpaired(partners)) {
		lone.add(() => ({ face, surface: mesh.surfaces[face], at: middleOf(mesh, face) }));
	}
	return lone.list();
}

function resurfacedFaces(a: Walkmesh, b: Walkmesh, { ofA }: Pairing, keep: number): DiffList<ResurfacedFace> {
	const changed = new Collected<ResurfacedFace>(keep);
	for (let face = 0; face < ofA.length; face++) {
		const faceB = ofA[face];
		if (faceB < 0 || a.surfaces[face] === b.surfaces[faceB]) continue;
		const [from, to] = [a.surfaces[face], b.surfaces[faceB]];
		changed.add(() => ({ faceA: face, faceB, from, to, at: middleOf(b, faceB) }));
	}
	return changed.list();
}

function flippedFaces(b: Walkmesh, { ofA, flipped }: Pairing, keep: number): DiffList<PairedFace> {
	const changed = new Collected<PairedFace>(keep);
	for (let face = 0; face < ofA.length; face++) {
		if (flipped[face] === 1) changed.add(() => ({ faceA: face, faceB: ofA[face], at: middleOf(b, ofA[face]) }));
	}
	return changed.list();
}

function middleOf({ positions, faces }: Walkmesh, face: number): Vec3 {
	const [p, q, r] = [0, 1, 2].map((corner) => vec3At(positions, faces[face * 3 + corner]));
	return [(p[0] + q[0] + r[0]) / 3, (p[1] + q[1] + r[1]) / 3, (p[2] + q[2] + r[2]) / 3];
}
