import { findCandidates } from '../seams/candidates.ts';
import { type Overlap, overlapOf } from '../seams/facing.ts';
import { visitNearEdges } from '../seams/facing-pairs.ts';
import { EDGE_STRIDE, type PerimeterEdges } from '../seams/perimeter-edges.ts';

/** A point of one room at which an edge of another is to be cut. */
export interface Cut {
	/** The edge, as an index into `PerimeterEdges`. */
	readonly edge: number;
	/** Where in `PerimeterEdges.points` the point's x stands. */
	readonly point: number;
	/** Metres from the edge's start to the foot of the point. */
	readonly along: number;
	/** Metres from the point to the edge. */
	readonly offset: number;
	/** The room the point belongs to. */
	readonly otherRoom: number;
}

/** Nearer to an end than this part of the tolerance, or of the edge, a foot is not told from the end itself. */
const END_MARGIN = 0.01;
const END_PART = 1e-6;

/**
 * Where perimeter edges have to be cut so that rooms are divided alike along their seams: by edge, and along each edge in
 * order. Of points within `tolerance` of each other one is kept, that of the lowest room.
 */
export function findCuts(perimeter: PerimeterEdges, tolerance: number): Cut[] {
	const cuts: Cut[] = [];
	const overlap: Overlap = { from: 0, to: 0, gap: 0 };
	const consider = (edge: number, other: number, point: number): void => {
		const cut = cutAt(perimeter, edge, other, point, tolerance);
		if (cut !== undefined) cuts.push(cut);
	};
	const matched = wholeMatches(perimeter, tolerance);
	visitNearEdges(perimeter, tolerance, (a, b) => {
		if (matched[a] + matched[b] > 0 || !overlapOf(perimeter.points, a, b, tolerance, tolerance, overlap)) return;
		for (const end of [0, 3]) {
			consider(a, b, b * EDGE_STRIDE + end);
			consider(b, a, a * EDGE_STRIDE + end);
		}
	});
	cuts.sort((p, q) => p.edge - q.edge || p.along - q.along || p.otherRoom - q.otherRoom || p.point - q.point);
	return thinOut(perimeter.points, cuts, tolerance);
}

/**
 * 1 for each edge that lies whole on one of another room: it has its partner and needs no cut. Without this the short edges
 * that cuts leave near a sharp corner would be taken to run along the far side of the wedge too.
 */
function wholeMatches(perimeter: PerimeterEdges, tolerance: number): Uint8Array {
	const matched = new Uint8Array(perimeter.count);
	const { a, b } = findCandidates(perimeter, tolerance);
	for (let i = 0; i < a.length; i++) matched[a[i]] = matched[b[i]] = 1;
	return matched;
}

/** The cut of `edge` at an end of `other`, if that lies between its ends and farther than the tolerance from both. */
function cutAt(
	{ points, rooms }: PerimeterEdges,
	edge: number,
	other: number,
	point: number,
	tolerance: number,
): Cut | undefined {
	const start = edge * EDGE_STRIDE;
	const end = start + 3;
	const length = distance(points, start, end);
	const margin = Math.max(tolerance * END_MARGIN, length * END_PART);
	let along = 0;
	for (let axis = 0; axis < 3; axis++) {
		along += ((points[end + axis] - points[start + axis]) / length) * (points[point + axis] - points[start + axis]);
	}
	if (!(along > margin && along < length - margin)) return undefined;
	if (!(distance(points, start, point) > tolerance && distance(points, end, point) > tolerance)) return undefined;
	let offset = 0;
	for (let axis = 0; axis < 3; axis++) {
		const foot = points[start + axis] + ((points[end + axis] - points[start + axis]) / length) * along;
		offset += (points[point + axis] - foot) ** 2;
	}
	return { edge, point, along, offset: Math.sqrt(offset), otherRoom: rooms[other] };
}

function thinOut(points: Float64Array, cuts: readonly Cut[], tolerance: number): Cut[] {
	const kept: Cut[] = [];
	for (const cut of cuts) {
		const last = kept.at(-1);
		if (last === undefined || last.edge !== cut.edge || distance(points, last.point, cut.point) > tolerance) {
			kept.push(cut);
			continue;
		}
		const before = kept.at(-2);
		const clear =
			before === undefined || before.edge !== cut.edge || distance(points, before.point, cut.point) > tolerance;
		if (cut.otherRoom < last.otherRoom && clear) kept[kept.length - 1] = cut;
	}
	return kept;
}

function distance(points: Float64Array, p: number, q: number): number {
	return Math.hypot(points[p] - points[q], points[p + 1] - points[q + 1], points[p + 2] - points[q + 2]);
}
