import { EDGE_STRIDE } from './perimeter-edges.ts';

/**
 * How two edges lie to each other. Both are given by their index into the 9-double rows of `PerimeterEdges.points`.
 * All comparisons are written so that NaN answers "no".
 */

/** The cosine of two edge directions must lie below this for "the other way": 60° of play, for edges as short as the reach. */
const OPPOSITE = -0.5;
/** The same for edges that run along each other: 25° of play. */
const PARALLEL = -0.9;
/** Smaller angles than this, in radians, are what rounding makes of none. */
const ANGLE_GRAIN = 1e-7;
/** Of a face whose plan area is less than this part of its area we do not ask on which side of an edge it lies in plan. */
const UPRIGHT = 0.01;
/** Cosine between the directions in which two faces, one or both upright, leave an edge, above which they lie on each other. */
const FOLDED = 0.55;

/** True when both edges have a length and run in opposite directions. */
export function runsOpposite(points: Float64Array, a: number, b: number): boolean {
	return directionCosine(points, a, b) < OPPOSITE;
}

/** The cosine of the angle between two edges; NaN when one has no length. */
function directionCosine(points: Float64Array, a: number, b: number): number {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	const ax = points[i + 3] - points[i];
	const ay = points[i + 4] - points[i + 1];
	const az = points[i + 5] - points[i + 2];
	const bx = points[j + 3] - points[j];
	const by = points[j + 4] - points[j + 1];
	const bz = points[j + 5] - points[j + 2];
	const lengths = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
	return lengths > 0 ? (ax * bx + ay * by + az * bz) / lengths : NaN;
}

/** The greater of the two distances between the start of one edge and the end of the other. */
export function reverseDistance(points: Float64Array, a: number, b: number): number {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	return Math.sqrt(Math.max(squaredDistance(points, i, j + 3), squaredDistance(points, i + 3, j)));
}

/** True when the start of each edge is the end of the other, as numbers: what a reader that compares floats would say. */
export function endsAreEqual(points: Float64Array, a: number, b: number): boolean {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	for (let axis = 0; axis < 3; axis++) {
		if (points[i + axis] !== points[j + 3 + axis] || points[i + 3 + axis] !== points[j + axis]) return false;
	}
	return true;
}

/**
 * True when the faces of two edges that lie on each other go to the same side of them: a floor and its own copy turned face
 * down, say. Seen from above where both faces have an area there, in space where one stands upright.
 */
export function isFolded(points: Float64Array, a: number, b: number): boolean {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	const lookA = lookOf(points, i);
	const lookB = lookOf(points, j);
	// The edges run in opposite directions: faces that look the same way, up or down, lie on different sides.
	if (lookA !== 0 && lookB !== 0) return lookA !== lookB;
	return leavingCosine(points, i, j) > FOLDED;
}

/** Where two edges overlap, if they run along each other in opposite directions. */
export interface Overlap {
	/** From here to `to`, in metres along the first edge from its start, each has the other beside it. */
	from: number;
	to: number;
	/** The greatest distance between the two there. */
	gap: number;
}

/**
 * True when the edges run in opposite directions, their faces lie on different sides, and over more than `leastLength` metres
 * they are at most `reach` apart. Edges that diverge beyond `reach` within the part they share do not count, nor do edges at an angle that
 * ends within `reach` of where they want to be would not explain: near a sharp corner two sides of a wedge are close too.
 */
export function overlapOf(
	points: Float64Array,
	a: number,
	b: number,
	reach: number,
	leastLength: number,
	out: Overlap,
): boolean {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	const ux = points[i + 3] - points[i];
	const uy = points[i + 4] - points[i + 1];
	const uz = points[i + 5] - points[i + 2];
	const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
	const cosine = directionCosine(points, a, b);
	if (!(length > 0) || !(cosine < PARALLEL)) return false;
	const shorter = Math.min(length, edgeLength(points, b));
	if (Math.sqrt(1 - Math.min(1, cosine * cosine)) * shorter > 2 * reach + ANGLE_GRAIN * shorter) return false;
	// The other edge's end comes first along this one.
	const t0 = along(points, i, j + 3, ux, uy, uz) / length;
	const t1 = along(points, i, j, ux, uy, uz) / length;
	const from = Math.max(0, t0);
	const to = Math.min(length, t1);
	if (!(to - from > leastLength)) return false;
	const span = t1 - t0;
	const gapFrom = gapAt(points, i, j, from / length, (from - t0) / span);
	const gapTo = gapAt(points, i, j, to / length, (to - t0) / span);
	const gap = Math.max(gapFrom, gapTo);
	if (!(gap <= reach) || isFolded(points, a, b)) return false;
	out.from = from;
	out.to = to;
	out.gap = gap;
	return true;
}

export function edgeLength(points: Float64Array, edge: number): number {
	const i = edge * EDGE_STRIDE;
	return Math.hypot(points[i + 3] - points[i], points[i + 4] - points[i + 1], points[i + 5] - points[i + 2]);
}

/** Metres from the start of an edge to the foot of a point on it; may be negative. @param point index of its x in `points` */
function along(points: Float64Array, i: number, point: number, ux: number, uy: number, uz: number): number {
	return (
		(points[point] - points[i]) * ux +
		(points[point + 1] - points[i + 1]) * uy +
		(points[point + 2] - points[i + 2]) * uz
	);
}

/** Distance between the point at part `s` of the edge at `i` and the one at part `t`, counted from its end, of that at `j`. */
function gapAt(points: Float64Array, i: number, j: number, s: number, t: number): number {
	let sum = 0;
	for (let axis = 0; axis < 3; axis++) {
		const p = points[i + axis] + (points[i + 3 + axis] - points[i + axis]) * s;
		const q = points[j + 3 + axis] + (points[j + axis] - points[j + 3 + axis]) * t;
		sum += (p - q) * (p - q);
	}
	return Math.sqrt(sum);
}

/** Which way the face at `i` looks: 1 up, −1 down, 0 for upright faces. */
function lookOf(points: Float64Array, i: number): number {
	const ux = points[i + 3] - points[i];
	const uy = points[i + 4] - points[i + 1];
	const uz = points[i + 5] - points[i + 2];
	const vx = points[i + 6] - points[i];
	const vy = points[i + 7] - points[i + 1];
	const vz = points[i + 8] - points[i + 2];
	const nx = uy * vz - uz * vy;
	const ny = uz * vx - ux * vz;
	const nz = ux * vy - uy * vx;
	if (Math.abs(nz) <= UPRIGHT * Math.sqrt(nx * nx + ny * ny + nz * nz)) return 0;
	return nz > 0 ? 1 : -1;
}

/** Cosine between the directions in which the faces at `i` and `j` leave their edges. */
function leavingCosine(points: Float64Array, i: number, j: number): number {
	const [ax, ay, az] = leaving(points, i);
	const [bx, by, bz] = leaving(points, j);
	const lengths = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
	return lengths > 0 ? (ax * bx + ay * by + az * bz) / lengths : 0;
}

function leaving(points: Float64Array, i: number): [number, number, number] {
	const ux = points[i + 3] - points[i];
	const uy = points[i + 4] - points[i + 1];
	const uz = points[i + 5] - points[i + 2];
	const t = along(points, i, i + 6, ux, uy, uz) / (ux * ux + uy * uy + uz * uz);
	return [
		points[i + 6] - points[i] - ux * t,
		points[i + 7] - points[i + 1] - uy * t,
		points[i + 8] - points[i + 2] - uz * t,
	];
}

/** @param p @param q indices of the points' x in `points` */
function squaredDistance(points: Float64Array, p: number, q: number): number {
	const dx = points[p] - points[q];
	const dy = points[p + 1] - points[q + 1];
	const dz = points[p + 2] - points[q + 2];
	return dx * dx + dy * dy + dz * dz;
}
