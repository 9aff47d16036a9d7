import { between, type Vec3, vec3At } from '../math/vec3.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import { directionOf, edgeLength, leaving, type PerimeterEdges, pointAlong } from './perimeter-edges.ts';
import { EdgeIndex } from './seam-search.ts';
import { isFolded, type Overlap, overlapOf, reverseDistance, runsOpposite } from './seams.ts';

/**
 * How two edges that run along each other differ from one shared border. `whole`: they coincide. `divided`: they coincide, but have other vertices.
 * `gap`: they lie apart. `overlap`: the rooms reach into each other. `height`: they are at different heights. `shift`: they are shifted along each
 * other.
 */
export type Misfit = 'whole' | 'divided' | 'gap' | 'overlap' | 'height' | 'shift';

/** How two edges relate to each other over the part where they run along each other. */
interface Fit {
	readonly kind: Misfit;
	/** The size of the misfit in metres: across the seam, in height or along it, depending on `kind`; 0 where they coincide. */
	readonly distance: number;
	/**
	 * The least value of option `snap` that links the two: whole millimetres, given in metres; 0 where they coincide. Above `THRESHOLDS.snap` no value does.
	 */
	readonly snap: number;
	/** The middle of the part where they run along each other, on the first edge. */
	readonly at: Vec3;
}

/** What computing with float64 adds to a distance at most, metres. */
const NOISE = 1e-14;

/**
 * The least whole number of millimetres that is no less than a distance, in metres. 3 mm as a float32 are more than 0.003, and edges so far apart are not
 * linked with that.
 */
export function wholeMillimetres(metres: number): number {
	const nearest = Math.round(metres * 1000);
	return (nearest / 1000 >= metres - NOISE ? nearest : nearest + 1) / 1000;
}

/** Classifies how two edges fit along their common part. @param tolerance edges within this distance coincide, metres */
export function fitOf(points: Float64Array, a: number, b: number, overlap: Overlap, tolerance: number): Fit {
	const at = pointAlong(points, a, (overlap.from + overlap.to) / 2);
	const ends = reverseDistance(points, a, b);
	if (overlap.gap <= tolerance) {
		if (ends <= tolerance) return { kind: 'whole', distance: 0, snap: 0, at };
		return ends <= THRESHOLDS.snap
			? { kind: 'shift', distance: ends, snap: wholeMillimetres(ends), at }
			: { kind: 'divided', distance: 0, snap: 0, at };
	}
	const snap = wholeMillimetres(ends <= THRESHOLDS.snap ? ends : gapBetween(points, a, b, overlap));
	const { across, up } = separation(points, a, b, overlap);
	if (Math.abs(up) > Math.abs(across)) return { kind: 'height', distance: Math.abs(up), snap, at };
	return { kind: across >= 0 ? 'gap' : 'overlap', distance: Math.abs(across), snap, at };
}

/**
 * What is left to close where ends are too far apart to snap: conforming divides both rooms in the same way first. It measures from either edge, and of
 * two that are not parallel the one finds a wider gap than the other.
 */
function gapBetween(points: Float64Array, a: number, b: number, { gap }: Overlap): number {
	const back = overlapOf(points, b, a, Infinity, 0);
	return Math.max(gap, back?.gap ?? reverseDistance(points, a, b));
}

/** Width of a sill that bridges a gap, rounded up to whole centimetres, in metres; undefined where there is no gap or it is too wide for a sill. */
export function sillAcross(gap: number): number | undefined {
	if (!(gap > 0 && gap <= THRESHOLDS.facing)) return undefined;
	return Math.min(THRESHOLDS.facing, Math.ceil(gap * 100 + 1e-6) / 100);
}

/**
 * The vector from the first edge to the second, at the end of their common part where they are farther apart: `across` is away from the first edge's
 * face, in plan; `up` is the difference in height. Metres.
 */
function separation(
	points: Float64Array,
	a: number,
	b: number,
	overlap: Overlap,
): { readonly across: number; readonly up: number } {
	const [outX, outY] = outwards(points, a);
	const [first, second] = endsOf(points, a, b, overlap);
	const [dx, dy, dz] = first.apart >= second.apart ? first.vector : second.vector;
	return { across: dx * outX + dy * outY, up: dz };
}

/** An end of the part that two edges have in common. */
interface CommonEnd {
	/** A point on the first edge. */
	readonly at: Vec3;
	/** The vector from there to the second edge. */
	readonly vector: Vec3;
	/** The length of the vector, metres. */
	readonly apart: number;
}

/** Both ends of the part that two edges have in common, in the direction of the first edge. */
export function endsOf(
	points: Float64Array,
	a: number,
	b: number,
	{ from, to }: Overlap,
): readonly [CommonEnd, CommonEnd] {
	const endAt = (along: number): CommonEnd => {
		const at = pointAlong(points, a, along);
		const q = nearestOn(points, b, at);
		const vector: Vec3 = [q[0] - at[0], q[1] - at[1], q[2] - at[2]];
		return { at, vector, apart: Math.hypot(...vector) };
	};
	return [endAt(from), endAt(to)];
}

/** The direction in plan, of length 1, that points from an edge out of its face; `[0, 0]` for an edge without a direction in plan. */
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

/** An edge of another room that runs along a given one. */
export interface FacingEdge {
	/** Its index in `PerimeterEdges`. */
	readonly other: number;
	/** The greater of the two distances between their ends, metres. */
	readonly ends: number;
	/** How long they run along each other, metres. */
	readonly length: number;
	readonly fit: Fit;
}

/** A wall within this distance of an edge counts as standing on it; metres. */
export const AT_EDGE = 0.05;

/** Pieces of a seam shorter than this, in metres, only count where they make up half of an edge. */
const LEAST_LENGTH = 0.1;
const LEAST_PART = 0.5;

/**
 * Finds, for each perimeter edge, the edges of other rooms that run along it in the opposite direction within some reach. For edges gathered within
 * one room, those of its other pieces. Results are kept, because finding links, seams and what can be reached all ask for the same few edges.
 */
export class FacingEdges {
	readonly #perimeter: PerimeterEdges;
	readonly #reach: number;
	readonly #tolerance: number;
	readonly #index: EdgeIndex;
	/** 1 entry an edge; undefined until it is asked for. */
	readonly #found: (readonly FacingEdge[] | undefined)[];

	/**
	 * @param tolerance edges within this distance coincide, metres
	 * @param reach greatest distance in metres
	 */
	constructor(
		perimeter: PerimeterEdges,
		tolerance: number,
		reach: number = THRESHOLDS.snap,
		index: EdgeIndex = new EdgeIndex(perimeter),
	) {
		this.#perimeter = perimeter;
		this.#tolerance = tolerance;
		this.#reach = reach;
		this.#index = index;
		this.#found = new Array(perimeter.count);
	}

	/** The edges along `edge`, the one with the nearest ends first; equally near ones in the order of edges. */
	of(edge: number): readonly FacingEdge[] {
		const known = this.#found[edge];
		if (known !== undefined) return known;
		const { points } = this.#perimeter;
		const near = this.#index.opposite(edge, this.#reach);
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

	/**
	 * The part of `edge` that `other` runs along. Short edges may match even at an angle at which longer ones do not count as running along each
	 * other.
	 */
	#overlap(edge: number, other: number): Overlap | undefined {
		const { points } = this.#perimeter;
		// All that follows asks for more, and most of the edges in a heap run in other directions.
		if (!runsOpposite(points, edge, other)) return undefined;
		const shorter = Math.min(edgeLength(points, edge), edgeLength(points, other));
		const overlap = overlapOf(points, edge, other, this.#reach, Math.min(LEAST_LENGTH, LEAST_PART * shorter));
		if (overlap !== undefined) return overlap;
		const gap = reverseDistance(points, edge, other);
		const isCandidate = gap <= THRESHOLDS.snap && !isFolded(points, edge, other);
		return isCandidate ? { from: 0, to: edgeLength(points, edge), gap } : undefined;
	}
}
