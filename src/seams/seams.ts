import { facingOf, isUpOrDown, squaredDistance, triangleVector } from '../geometry/triangles.ts';
import { between, dot, type Vec3 } from '../math/vec3.ts';
import { directionOf, EDGE_STRIDE, edgeLength, leaving, type PerimeterEdges, pointAt } from './perimeter-edges.ts';

/*
 * How two perimeter edges relate to each other: `a` and `b` are indices into `PerimeterEdges`, `points` its rows of 9 floats. All comparisons are
 * written so that NaN answers "no".
 */

/**
 * Distances that round to the same multiple of this, in metres, count as equal: it covers the precision of float32 some hundred metres from the
 * origin.
 */
export const DISTANCE_GRAIN = 1e-4;
/**
 * Two edges run in opposite directions if the cosine between them is below this. It allows 60° of deviation, because edges as short as the reach may
 * match at such angles.
 */
const OPPOSITE = -0.5;
/** Two edges run along each other if the cosine between them is below this; it allows 25° of deviation. */
const PARALLEL = -0.9;
/** Angles below this, in radians, are rounding errors. */
const ANGLE_GRAIN = 1e-7;
/**
 * Two faces are folded onto each other if the cosine between the directions in which they leave their edges is above this. Used where at least one of
 * them is vertical.
 */
const FOLDED = 0.55;

/**
 * True for two edges that can be the two sides of a seam: edges of different rooms; or within a room, edges without a common end, unless ground of
 * their own piece lies between them, as between the two sides of a narrow strip.
 */
export function mayMeet({ rooms, within, points }: PerimeterEdges, a: number, b: number): boolean {
	if (within === undefined) return rooms[a] !== rooms[b];
	if (a === b) return false;
	if (shareEnd(within.vertices, a, b)) return within.wedges && isWedge(points, within.vertices, a, b);
	if (within.pieces[a] !== within.pieces[b]) return true;
	// Within one piece, the other edge has to lie on the outer side of this one.
	return !isInwards(points, a, b);
}

/** True when an edge begins on the side of another one on which that one's face is; nothing is allocated, as a heap asks for it a million times. */
function isInwards(points: Float64Array, edge: number, other: number): boolean {
	const i = edge * EDGE_STRIDE;
	const j = other * EDGE_STRIDE;
	const dx = points[i + 3] - points[i];
	const dy = points[i + 4] - points[i + 1];
	const dz = points[i + 5] - points[i + 2];
	const ax = points[i + 6] - points[i];
	const ay = points[i + 7] - points[i + 1];
	const az = points[i + 8] - points[i + 2];
	// As `leaving`, which gives the direction into the face.
	const t = (ax * dx + ay * dy + az * dz) / (dx * dx + dy * dy + dz * dz);
	const x = (points[j] - points[i]) * (ax - dx * t);
	const y = (points[j + 1] - points[i + 1]) * (ay - dy * t);
	const z = (points[j + 2] - points[i + 2]) * (az - dz * t);
	return !(x + y + z <= 0);
}

function shareEnd(vertices: Uint32Array, a: number, b: number): boolean {
	const [start, end] = [vertices[a * 2], vertices[a * 2 + 1]];
	const [from, to] = [vertices[b * 2], vertices[b * 2 + 1]];
	return from === start || from === end || to === start || to === end;
}

/**
 * True when one of two edges ends where the other begins, and the ground between them is not a tip of both: the sides of a wedge lie apart, or
 * overlap by less than the face of each is wide.
 */
function isWedge(points: Float64Array, vertices: Uint32Array, a: number, b: number): boolean {
	const endsAtB = vertices[a * 2 + 1] === vertices[b * 2];
	const beginsAtB = vertices[a * 2] === vertices[b * 2 + 1];
	if (endsAtB === beginsAtB) return false;
	const [common, freeA, freeB] = endsAtB ? [a * 3 + 1, a * 3, b * 3 + 1] : [a * 3, a * 3 + 1, b * 3];
	const isBeside = (edge: number, free: number, other: number): boolean => {
		const [along, across] = [between(points, common, free), leaving(points, edge)];
		const [length, width] = [Math.sqrt(dot(along, along)), Math.sqrt(dot(across, across))];
		const angleOf = (point: number): number => {
			const to = between(points, common, point);
			return Math.atan2(dot(to, across) / width, dot(to, along) / length);
		};
		return angleOf(other) < angleOf(edge * 3 + 2);
	};
	return isBeside(a, freeA, freeB) && isBeside(b, freeB, freeA);
}

/** True when both edges have a length and run in opposite directions. Asked of a million pairs where faces are heaped, so nothing is allocated. */
export function runsOpposite(points: Float64Array, a: number, b: number): boolean {
	const i = a * EDGE_STRIDE;
	const j = b * EDGE_STRIDE;
	const px = points[i + 3] - points[i];
	const py = points[i + 4] - points[i + 1];
	const pz = points[i + 5] - points[i + 2];
	const qx = points[j + 3] - points[j];
	const qy = points[j + 4] - points[j + 1];
	const qz = points[j + 5] - points[j + 2];
	const lengths = Math.sqrt((px * px + py * py + pz * pz) * (qx * qx + qy * qy + qz * qz));
	return lengths > 0 && (px * qx + py * qy + pz * qz) / lengths < OPPOSITE;
}

/** The cosine of the angle between two directions; NaN when one has no length. */
function cosine(a: Vec3, b: Vec3): number {
	const lengths = Math.sqrt(dot(a, a) * dot(b, b));
	return lengths > 0 ? dot(a, b) / lengths : NaN;
}

/** The greater of the two distances between the start of one edge and the end of the other, metres. */
export function reverseDistance(points: Float64Array, a: number, b: number): number {
	const first = squaredDistance(points, a * 3, b * 3 + 1);
	return Math.sqrt(Math.max(first, squaredDistance(points, a * 3 + 1, b * 3)));
}

/**
 * True when the faces of two coinciding edges lie on the same side of them, as a floor and a copy of it that faces down. Tested in plan if neither
 * face is vertical, otherwise in space.
 */
export function isFolded(points: Float64Array, a: number, b: number): boolean {
	const facingA = facingAt(points, a);
	const facingB = facingAt(points, b);
	// As the edges run in opposite directions, faces that both face up, or both down, lie on different sides.
	if (isUpOrDown(facingA) && isUpOrDown(facingB)) return facingA !== facingB;
	return cosine(leaving(points, a), leaving(points, b)) > FOLDED;
}

function facingAt(points: Float64Array, edge: number): number {
	const vector: [number, number, number] = [0, 0, 0];
	return facingOf(vector, triangleVector(points, edge * 3, edge * 3 + 1, edge * 3 + 2, vector));
}

/** The part along which two edges run beside each other in opposite directions. */
export interface Overlap {
	/** The other edge is beside the first one from here to `to`, in metres from the start of the first. */
	readonly from: number;
	readonly to: number;
	/** The greatest distance between the two along that part, metres. */
	readonly gap: number;
}

/**
 * Finds the part along which two edges run beside each other: in opposite directions, with their faces on different sides, at most `reach` metres
 * apart, over more than `leastLength` metres. Undefined if the edges diverge farther than `reach` within their common part, or if the angle between
 * them is greater than moving their ends by `reach` explains: near a sharp corner the two sides of a wedge are close to each other, too.
 */
export function overlapOf(
	points: Float64Array,
	a: number,
	b: number,
	reach: number,
	leastLength: number,
): Overlap | undefined {
	const direction = directionOf(points, a);
	const length = Math.sqrt(dot(direction, direction));
	const turn = cosine(direction, directionOf(points, b));
	if (!(length > 0) || !(turn < PARALLEL)) return undefined;
	const shorter = Math.min(length, edgeLength(points, b));
	if (Math.sqrt(1 - Math.min(1, turn * turn)) * shorter > 2 * reach + ANGLE_GRAIN * shorter) return undefined;
	// Measured along the first edge, the end of the other one comes first.
	const t0 = dot(between(points, a * 3, b * 3 + 1), direction) / length;
	const t1 = dot(between(points, a * 3, b * 3), direction) / length;
	const from = Math.max(0, t0);
	const to = Math.min(length, t1);
	if (!(to - from > leastLength)) return undefined;
	const gapAt = (t: number): number => {
		const p = pointAt(points, a * 3, a * 3 + 1, t / length);
		const q = pointAt(points, b * 3 + 1, b * 3, (t - t0) / (t1 - t0));
		return Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);
	};
	const gap = Math.max(gapAt(from), gapAt(to));
	return gap <= reach && !isFolded(points, a, b) ? { from, to, gap } : undefined;
}
