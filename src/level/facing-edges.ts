import { between, type Vec3, vec3At } from '../mesh/vec3.ts';
import {
	directionOf,
	EdgeIndex,
	edgeLength,
	FARTHEST_FACING,
	GREATEST_SNAP,
	isFolded,
	leaving,
	type Overlap,
	overlapOf,
	type PerimeterEdges,
	pointAlong,
	reverseDistance,
	runsOpposite,
} from './seams.ts';

/**
 * How two edges that run along each other fail to be one border: they coincide (`whole`), coincide with other vertices (`divided`), lie
 * apart (`gap`), reach into each other (`overlap`), differ in height, or are shifted along each other.
 */
export type Misfit = 'whole' | 'divided' | 'gap' | 'overlap' | 'height' | 'shift';

/** How two edges lie to each other where they run along each other. */
interface Fit {
	readonly kind: Misfit;
	/** By how much, metres: across the seam, in height or along it, whichever the kind is about; 0 where they coincide. */
	readonly distance: number;
	/** The least whole millimetres, in metres, that edges have to be moved together within to be linked; 0 where they coincide. */
	readonly snap: number;
	/** The middle of the part where they run along each other, on the first edge. */
	readonly at: Vec3;
}

/** @param tolerance edges this near coincide, metres */
export function fitOf(points: Float64Array, a: number, b: number, overlap: Overlap, tolerance: number): Fit {
	const at = pointAlong(points, a, (overlap.from + overlap.to) / 2);
	const ends = reverseDistance(points, a, b);
	// Where the ends are too far apart, rooms are divided alike first, and then only the gap is left.
	const apart = ends <= GREATEST_SNAP ? ends : overlap.gap;
	const snap = Math.min(GREATEST_SNAP, Math.ceil(apart * 1000 - 1e-6) / 1000);
	if (overlap.gap <= tolerance) {
		if (ends <= tolerance) return { kind: 'whole', distance: 0, snap: 0, at };
		return ends <= GREATEST_SNAP
			? { kind: 'shift', distance: ends, snap, at }
			: { kind: 'divided', distance: 0, snap: 0, at };
	}
	const { across, up } = separation(points, a, b, overlap);
	if (Math.abs(up) > Math.abs(across)) return { kind: 'height', distance: Math.abs(up), snap, at };
	return { kind: across >= 0 ? 'gap' : 'overlap', distance: Math.abs(across), snap, at };
}

/** The least whole centimetres, in metres, of a sill that bridges a gap; undefined where there is none, or it is too wide for one. */
export function sillAcross(gap: number): number | undefined {
	if (!(gap > 0 && gap <= FARTHEST_FACING)) return undefined;
	return Math.min(FARTHEST_FACING, Math.ceil(gap * 100 + 1e-6) / 100);
}

/** From the first edge to the second, at the end of their common part where they are farther apart: away from the first edge's face, and up. */
function separation(
	points: Float64Array,
	a: number,
	b: number,
	{ from, to }: Overlap,
): { readonly across: number; readonly up: number } {
	const [outX, outY] = outwards(points, a);
	const vectors = [from, to].map((along): Vec3 => {
		const p = pointAlong(points, a, along);
		const q = nearestOn(points, b, p);
		return [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
	});
	const sizes = vectors.map((vector) => Math.hypot(...vector));
	const [dx, dy, dz] = sizes[0] >= sizes[1] ? vectors[0] : vectors[1];
	return { across: dx * outX + dy * outY, up: dz };
}

/** The direction in plan that leads out of an edge's face, of length 1; nowhere for an edge without a direction in plan. */
export function outwards(points: Float64Array, edge: number): readonly [number, number] {
	const [dx, dy] = directionOf(points, edge);
	const length = Math.hypot(dx, dy);
	if (!(length > 0)) return [0, 0];
	const [x, y] = leaving(points, edge);
	const side = x * dy - y * dx > 0 ? -1 : 1;
	return [(side * dy) / length, (-side * dx) / length];
}

function nearestOn(points: Float64Array, edge: number, p: Vec3): Vec3 {
	const [dx, dy, dz] = between(points, edge * 3, edge * 3 + 1);
	const start = vec3At(points, edge * 3);
	const squared = dx * dx + dy * dy + dz * dz;
	const t = ((p[0] - start[0]) * dx + (p[1] - start[1]) * dy + (p[2] - start[2]) * dz) / squared;
	return [start[0] + dx * t, start[1] + dy * t, start[2] + dz * t];
}

/** An edge of another room that runs along one. */
export interface FacingEdge {
	/** As an index into `PerimeterEdges`. */
	readonly other: number;
	/** The greater of the two distances between their ends, metres. */
	readonly ends: number;
	/** How long they run along each other, metres. */
	readonly length: number;
	readonly fit: Fit;
}

/** A wall at most this far from an edge stands on it; metres. */
export const AT_EDGE = 0.05;

/** Shorter pieces of a seam than this, in metres, count only where they make up half of an edge. */
const LEAST_LENGTH = 0.1;
const LEAST_PART = 0.5;

const NOTHING: readonly FacingEdge[] = [];

/**
 * For each perimeter edge those of other rooms (or pieces, for edges gathered within a room) that run along it in the opposite direction, within some reach. What is found once is
 * kept: the same few edges are asked for by links, seams and reach.
 */
export class FacingEdges {
	readonly #perimeter: PerimeterEdges;
	readonly #reach: number;
	readonly #tolerance: number;
	readonly #index: EdgeIndex;
	/** 1 an edge, as far as it was asked for. */
	readonly #found: (readonly FacingEdge[] | undefined)[];

	/** @param reach metres @param tolerance edges this near coincide, metres */
	constructor(
		perimeter: PerimeterEdges,
		tolerance: number,
		reach: number = GREATEST_SNAP,
		index: EdgeIndex = new EdgeIndex(perimeter),
	) {
		this.#perimeter = perimeter;
		this.#tolerance = tolerance;
		this.#reach = reach;
		this.#index = index;
		this.#found = new Array(perimeter.count);
	}

	/** Those along an edge: first the one whose ends are nearest, equally near ones in the order of edges. */
	of(edge: number): readonly FacingEdge[] {
		const known = this.#found[edge];
		if (known !== undefined) return known;
		const { points } = this.#perimeter;
		const near = this.#index.opposite(edge, this.#reach);
		// Nearly all edges of a level.
		if (near.length === 0) {
			this.#found[edge] = NOTHING;
			return NOTHING;
		}
		const found: FacingEdge[] = [];
		for (const other of near) {
			const overlap = this.#overlap(edge, other);
			if (overlap === undefined) continue;
			found.push({
				other,
				ends: reverseDistance(points, edge, other),
				length: overlap.to - overlap.from,
				fit: fitOf(points, edge, other, overlap, this.#tolerance),
			});
		}
		found.sort((p, q) => p.ends - q.ends || p.other - q.other);
		this.#found[edge] = found;
		return found;
	}

	/** Short edges may lie on each other at an angle at which longer ones do not run along each other. */
	#overlap(edge: number, other: number): Overlap | undefined {
		const { points } = this.#perimeter;
		const shorter = Math.min(edgeLength(points, edge), edgeLength(points, other));
		const overlap = overlapOf(points, edge, other, this.#reach, Math.min(LEAST_LENGTH, LEAST_PART * shorter));
		if (overlap !== undefined) return overlap;
		const gap = reverseDistance(points, edge, other);
		const isCandidate =
			gap <= GREATEST_SNAP && runsOpposite(points, edge, other) && !isFolded(points, edge, other) && shorter > 0;
		return isCandidate ? { from: 0, to: edgeLength(points, edge), gap } : undefined;
	}
}
