import type { BwmFile } from '../../src/bwm/bwm-file.ts';
import { checkedValues } from '../../src/findings/options.ts';
import { Report } from '../../src/findings/report.ts';
import { faceMiddle } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { distanceBetween, type Vec3, vec3At, ZERO } from '../../src/math/vec3.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { checkTables } from '../tables/tables.ts';
import { compareJoins } from './diff-joins.ts';
import { findMoves, type Moves, shiftOfWhole } from './diff-moves.ts';
import {
	commonPlaces,
	emptyPairing,
	type Pairing,
	type Places,
	pairFaces,
	type Side,
	separatePlaces,
	unpaired,
} from './diff-pairing.ts';
import {
	type ChangedLink,
	Collected,
	DIFF_OPTIONS,
	type DiffList,
	type DiffOptions,
	type HeaderDifference,
	type LoneFace,
	type MovedVertex,
	type PairedFace,
	type ResurfacedFace,
	type WalkmeshDiff,
} from './differences.ts';

/** Differences in kind, door state, position and hooks. A door state that only one side gives is no difference. */
function compareHeaders(a: Walkmesh, b: Walkmesh, tolerance: number): HeaderDifference[] {
	const differences: HeaderDifference[] = [];
	if (a.kind !== b.kind) differences.push({ what: 'kind', a: a.kind, b: b.kind });
	if (a.doorState !== undefined && b.doorState !== undefined && a.doorState !== b.doorState) {
		differences.push({ what: 'doorState', a: a.doorState, b: b.doorState });
	}
	if (!isNear(a.position, b.position, tolerance)) differences.push({ what: 'position', a: a.position, b: b.position });
	for (const what of ['relative1', 'relative2', 'absolute1', 'absolute2'] as const) {
		const [before, after] = [a.hooks[what], b.hooks[what]];
		if (!isNear(before, after, tolerance)) differences.push({ what, a: before, b: after });
	}
	return differences;
}

function isNear(a: Vec3, b: Vec3, tolerance: number): boolean {
	// Compared for equality first, because headers may hold infinite and NaN values, which have no distance.
	if (a.every((value, axis) => value === b[axis] || Object.is(value, b[axis]))) return true;
	return distanceBetween(a, b) <= tolerance;
}

/** Transitions on one edge, of both sides. */
interface EdgeLinks {
	readonly ends: readonly [Vec3, Vec3];
	readonly a: number[];
	readonly b: number[];
}

/**
 * Finds transitions that differ. An edge is identified by the places of its ends, whichever face it belongs to and whichever way it runs. If several
 * linked edges have the same ends, their rooms are compared as a set.
 *
 * @param positions 3 floats a place. Both sides use the same numbers, so vertices that moved count as the same.
 */
function compareLinks(positions: Float32Array, a: Side, b: Side, keep: number): DiffList<ChangedLink> {
	const edges = new Map<number, EdgeLinks>();
	const places = positions.length / 3;
	for (const [side, name] of [
		[a, 'a'],
		[b, 'b'],
	] as const) {
		const { transitions } = side.mesh;
		for (let edge = 0; edge < transitions.length; edge++) {
			if (transitions[edge] < 0) continue;
			const p = side.corners[edge];
			const q = side.corners[edgeEnd(edge)];
			const key = Math.min(p, q) * places + Math.max(p, q);
			let links = edges.get(key);
			if (links === undefined) {
				links = { ends: [vec3At(positions, p), vec3At(positions, q)], a: [], b: [] };
				edges.set(key, links);
			}
			links[name].push(transitions[edge]);
		}
	}
	const changed = new Collected<ChangedLink>(keep);
	for (const { ends, a: before, b: after } of edges.values()) {
		const lost = without(before, after);
		const gained = without(after, before);
		for (let i = 0; i < Math.max(lost.length, gained.length); i++) {
			changed.add(() => ({ from: lost[i] ?? -1, to: gained[i] ?? -1, ends }));
		}
	}
	return changed.list();
}

/** The entries of a list without those of another list, each removed once; ascending. */
function without(list: readonly number[], others: readonly number[]): number[] {
	const left = [...list].sort((x, y) => x - y);
	const taken = [...others].sort((x, y) => x - y);
	let at = 0;
	return left.filter((room) => {
		while (at < taken.length && taken[at] < room) at++;
		if (taken[at] !== room || at >= taken.length) return true;
		at++;
		return false;
	});
}

/**
 * Compares two walkmeshes by what they mean. Ignored are the order of vertices and faces, the first corners of faces, unused vertices, and names.
 *
 * Faces are paired by the exact places of their corners. The rest are paired again after vertices that moved were found. Linear, except for the
 * search for moved vertices (n log n). Swapping the two sides swaps the result.
 *
 * @throws UsageError for an option that does not exist, and for a value that it cannot have
 *
 * @example
 * const { same } = diffWalkmeshes(walkmesh, { ...walkmesh, surfaces: walkmesh.surfaces.map(() => 4) }, K1);
 */
export function diffWalkmeshes(a: Walkmesh, b: Walkmesh, table: SurfaceTable, options: DiffOptions = {}): WalkmeshDiff {
	const { tolerance, reach, list: keep } = checkedValues(DIFF_OPTIONS, options, 'diffWalkmeshes');
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

/** Side A, with moved places replaced by the places of B that they became. */
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
		// A vertex only counts as moved if one of its faces moved with it.
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

/** Greatest rounding error of a coordinate in float32, metres, if everything was moved; otherwise 0. */
function roundingOf(from: Vec3, to: Vec3, shift: Vec3): number {
	if (shift[0] === 0 && shift[1] === 0 && shift[2] === 0) return 0;
	return Math.max(...[...from, ...to].map(Math.abs)) * 2 ** -22;
}

function loneFaces(mesh: Walkmesh, partners: Int32Array, keep: number): DiffList<LoneFace> {
	const lone = new Collected<LoneFace>(keep);
	for (const face of unpaired(partners)) {
		lone.add(() => ({ face, surface: mesh.surfaces[face], at: faceMiddle(mesh, face) }));
	}
	return lone.list();
}

function resurfacedFaces(a: Walkmesh, b: Walkmesh, { ofA }: Pairing, keep: number): DiffList<ResurfacedFace> {
	const changed = new Collected<ResurfacedFace>(keep);
	for (let face = 0; face < ofA.length; face++) {
		const faceB = ofA[face];
		if (faceB < 0 || a.surfaces[face] === b.surfaces[faceB]) continue;
		const [from, to] = [a.surfaces[face], b.surfaces[faceB]];
		changed.add(() => ({ faceA: face, faceB, from, to, at: faceMiddle(b, faceB) }));
	}
	return changed.list();
}

function flippedFaces(b: Walkmesh, { ofA, flipped }: Pairing, keep: number): DiffList<PairedFace> {
	const changed = new Collected<PairedFace>(keep);
	for (let face = 0; face < ofA.length; face++) {
		if (flipped[face] === 1) changed.add(() => ({ faceA: face, faceB: ofA[face], at: faceMiddle(b, ofA[face]) }));
	}
	return changed.list();
}

/** A table of a file that contradicts its geometry. */
export interface StaleTable {
	readonly code: string;
	readonly message: string;
}

/** Tables of a binary file that contradict its geometry, found by `checkTables`. */
export function staleTables(file: BwmFile, mesh: Walkmesh, table: SurfaceTable): StaleTable[] {
	const report = new Report();
	checkTables(file, mesh, table, report);
	return report.findings.map(({ code, message }) => ({ code, message }));
}
