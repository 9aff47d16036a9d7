import earcut, { refine } from 'earcut';
import type { Vec3 } from '../math/vec3.ts';
import {
	type ClippingBudget,
	clippingBudget,
	distanceOffPlane,
	FLATNESS,
	isFlatTriangle,
	longDirection,
	newellNormal,
	preparedForClipping,
	projectAlong,
	QUAD,
	splitQuad,
	squaredExtent,
} from './polygons.ts';

/**
 * True when two edges of a ring cross each other: each must reach past the other by more than `tolerance`. Edges that only touch do not cross, such
 * as those of a ring that runs along a bridge to a hole and back, or a corner that lies on another edge.
 *
 * Sorts edges by where they begin along a direction, and compares each with those that begin before it ends. The direction is the one along which
 * edges are shortest: along the strokes of a zigzag each edge overlaps all others, across them only a few.
 *
 * @param flat 2 values (x, y) a corner
 * @param tolerance a distance, in units of `flat`
 */
function ringCrosses(flat: Float64Array, tolerance: number): boolean {
	const count = flat.length / 2;
	const angle = longDirection(flat);
	const [x, y] = [-Math.sin(angle), Math.cos(angle)];
	const along = Float64Array.from({ length: count }, (_, i) => flat[i * 2] * x + flat[i * 2 + 1] * y);
	const next = (i: number): number => along[i + 1 < count ? i + 1 : 0];
	const from = along.map((position, i) => Math.min(position, next(i)));
	const order = Uint32Array.from(from.keys()).sort((a, b) => from[a] - from[b] || a - b);
	for (let first = 0; first < count; first++) {
		const i = order[first];
		const to = Math.max(along[i], next(i));
		for (let second = first + 1; second < count && from[order[second]] <= to; second++) {
			if (edgesCross(flat, i, order[second], tolerance)) return true;
		}
	}
	return false;
}

function edgesCross(flat: Float64Array, i: number, j: number, tolerance: number): boolean {
	const count = flat.length / 2;
	const iNext = (i + 1) % count;
	const jNext = (j + 1) % count;
	if (iNext === j || jNext === i) return false;
	const ay = flat[i * 2 + 1];
	const by = flat[iNext * 2 + 1];
	const cy = flat[j * 2 + 1];
	const dy = flat[jNext * 2 + 1];
	if ((ay < cy && ay < dy && by < cy && by < dy) || (ay > cy && ay > dy && by > cy && by > dy)) return false;
	const ax = flat[i * 2];
	const bx = flat[iNext * 2];
	const cx = flat[j * 2];
	const dx = flat[jNext * 2];
	return separates(ax, ay, bx, by, cx, cy, dx, dy, tolerance) && separates(cx, cy, dx, dy, ax, ay, bx, by, tolerance);
}

/** True when c and d are on different sides of the line a b, both farther from it than the tolerance. */
function separates(
	ax: number,
	ay: number,
	bx: number,
	by: number,
	cx: number,
	cy: number,
	dx: number,
	dy: number,
	tolerance: number,
): boolean {
	const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
	const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
	const least = tolerance * Math.hypot(bx - ax, by - ay);
	return (c > least && d < -least) || (c < -least && d > least);
}

/**
 * Adds corners that a triangulation of a ring left out. Ear clipping drops corners on a straight line between their neighbours. The face on the other
 * side keeps them, so one edge against two would form a T-junction. The triangle along the line is therefore cut at each of these corners, which
 * changes no area.
 *
 * @param triangles 3 corners (not vertices) of the ring a triangle
 * @param flat 2 values (x, y) a corner
 * @returns undefined if even then the ring is not the border of the triangles
 */
function withAllRingEdges(triangles: readonly number[], flat: Float64Array): number[] | undefined {
	const count = flat.length / 2;
	if (triangles.length === (count - 2) * 3) return [...triangles];
	const firstAt = firstOccurrences(flat);
	const result = [...triangles];
	for (const chain of missingChains(result, firstAt)) {
		if (!cutAlong(result, chain, firstAt)) return undefined;
	}
	return missingChains(result, firstAt).length === 0 ? result : undefined;
}

/** True when a ring uses an edge twice in the same direction, because it goes round more than once. */
function repeatsEdges(flat: Float64Array): boolean {
	const firstAt = firstOccurrences(flat);
	const count = firstAt.length;
	const seen = new Set<number>();
	for (let corner = 0; corner < count; corner++) {
		const key = firstAt[corner] * count + firstAt[(corner + 1) % count];
		if (firstAt[corner] !== firstAt[(corner + 1) % count] && seen.has(key)) return true;
		seen.add(key);
	}
	return false;
}

/** For each corner the first corner with the same coordinates. A ring with a bridge to a hole passes some points twice. */
function firstOccurrences(flat: Float64Array): Uint32Array {
	const count = flat.length / 2;
	const order = Uint32Array.from({ length: count }, (_, corner) => corner).sort(
		(a, b) => flat[a * 2] - flat[b * 2] || flat[a * 2 + 1] - flat[b * 2 + 1] || a - b,
	);
	const firstAt = new Uint32Array(count);
	for (let i = 0; i < count; i++) {
		const corner = order[i];
		const before = order[i - 1];
		const same = i > 0 && flat[corner * 2] === flat[before * 2] && flat[corner * 2 + 1] === flat[before * 2 + 1];
		firstAt[corner] = same ? firstAt[before] : corner;
	}
	return firstAt;
}

/** Finds edges of the ring that no triangle has. @returns consecutive ones as one chain of corners, ends included */
function missingChains(triangles: readonly number[], firstAt: Uint32Array): number[][] {
	const count = firstAt.length;
	const edges = new Map<number, number>();
	for (let i = 0; i < triangles.length; i++) {
		const key = firstAt[triangles[i]] * count + firstAt[triangles[i % 3 === 2 ? i - 2 : i + 1]];
		edges.set(key, (edges.get(key) ?? 0) + 1);
	}
	const missing = new Uint8Array(count);
	for (let corner = 0; corner < count; corner++) {
		const from = firstAt[corner];
		const to = firstAt[(corner + 1) % count];
		if (from === to) continue;
		const left = edges.get(from * count + to) ?? 0;
		if (left === 0) missing[corner] = 1;
		else edges.set(from * count + to, left - 1);
	}
	return runs(missing);
}

function runs(missing: Uint8Array): number[][] {
	const count = missing.length;
	const start = missing.indexOf(0);
	if (start < 0) return [Array.from({ length: count + 1 }, (_, i) => i % count)];
	const chains: number[][] = [];
	for (let step = 1; step <= count; step++) {
		const corner = (start + step) % count;
		if (missing[corner] === 0) continue;
		const open = chains.at(-1);
		if (open?.at(-1) === corner) open.push((corner + 1) % count);
		else chains.push([corner, (corner + 1) % count]);
	}
	return chains;
}

/** Replaces the triangle on the edge from a chain's first corner to its last by a fan that uses all corners of the chain. */
function cutAlong(triangles: number[], chain: readonly number[], firstAt: Uint32Array): boolean {
	const from = firstAt[chain[0]];
	const to = firstAt[chain[chain.length - 1]];
	for (let i = 0; i < triangles.length; i++) {
		const base = i - (i % 3);
		const next = base + ((i + 1) % 3);
		if (firstAt[triangles[i]] !== from || firstAt[triangles[next]] !== to) continue;
		const apex = triangles[base + ((i + 2) % 3)];
		triangles.splice(base, 3);
		for (let k = 0; k + 1 < chain.length; k++) triangles.push(chain[k], chain[k + 1], apex);
		return true;
	}
	return false;
}

/** Rings with more corners are refused, as ear clipping takes up to the square of their number. */
export const MAX_CORNERS = 10_000;

/**
 * Why a ring is not a proper polygon. `zero-area`: its corners lie on a line. `self-crossing`: edges cross. `folded`: it runs back over itself, or
 * bends so far that its triangles cannot all face the same way. `too-many-corners`: more than `MAX_CORNERS`. `too-intricate`: it would take too long.
 * `not-finite`: a coordinate is NaN or infinite.
 */
export type RingProblem =
	| 'zero-area'
	| 'self-crossing'
	| 'folded'
	| 'too-many-corners'
	| 'too-intricate'
	| 'not-finite';

/** The result of cutting a ring. */
export interface Triangulation {
	/**
	 * 3 vertex indices a triangle, with the winding of the ring. For `zero-area` a fan without area; for `self-crossing` and `folded` as much of it as
	 * can be cut, whose triangles may overlap or face different ways; for other problems empty.
	 */
	readonly triangles: number[];
	readonly problem?: RingProblem;
	/** The greatest distance of a corner from the ring's mean plane, metres. */
	readonly offPlane: number;
}

/** Two edges cross if they reach past each other by more than this share of the ring's extent: most files have six digits. */
const CROSSING = 1e-6;

/** Areas count as equal if they differ by less than this share of the squared extent. */
const AREA_SLACK = 1e-6;

/**
 * Cuts a polygon into triangles with the same corners, the same edges (including those with corners on a straight line) and the same winding.
 * Triangles and quads are cut directly (see `splitQuad`). Larger rings are projected along the dominant axis of their normal, cut by earcut, and then
 * refined to Delaunay triangles where possible. For rings that are not proper polygons earcut returns wrong triangles without an error, so areas and
 * edges are compared with the ring.
 *
 * @param positions 3 floats a vertex
 * @param ring vertex indices; consecutive equal ones count once
 * @param budget shared by all rings of a file
 */
export function triangulate(
	positions: ArrayLike<number>,
	ring: ArrayLike<number>,
	budget: ClippingBudget = clippingBudget(),
): Triangulation {
	if (ring.length > MAX_CORNERS) return refused('too-many-corners');
	const corners = withoutRepeats(ring);
	for (const vertex of corners) {
		for (let axis = 0; axis < 3; axis++)
			if (!Number.isFinite(positions[vertex * 3 + axis])) return refused('not-finite');
	}
	if (corners.length < 3) return refused('zero-area');
	if (corners.length === 3) {
		const flat = isFlatTriangle(positions, corners[0], corners[1], corners[2]);
		return flat ? flatFan(corners) : { triangles: corners, offPlane: 0 };
	}
	return corners.length === 4 ? cutQuad(positions, corners, budget) : cutPolygon(positions, corners, budget);
}

/** The two triangles of a quad. @param split `QUAD.ac` or `QUAD.bd`, from `splitQuad` */
function quadTriangles([a, b, c, d]: readonly number[], split: number): number[] {
	return split === QUAD.bd ? [a, b, d, b, c, d] : [a, b, c, a, c, d];
}

function cutQuad(positions: ArrayLike<number>, ring: number[], budget: ClippingBudget): Triangulation {
	const split = splitQuad(positions, ring[0], ring[1], ring[2], ring[3]);
	if (split === QUAD.flat) return flatFan(ring);
	if (split === QUAD.twisted) return improper(positions, ring, budget);
	const offPlane = distanceOffPlane(positions, ring, newellNormal(positions, ring));
	return { triangles: quadTriangles(ring, split), offPlane };
}

function cutPolygon(positions: ArrayLike<number>, ring: number[], budget: ClippingBudget): Triangulation {
	const normal = newellNormal(positions, ring);
	const extent = squaredExtent(positions, ring);
	if (Math.hypot(...normal) <= FLATNESS * extent) {
		return isLine(positions, ring) ? flatFan(ring) : improper(positions, ring, budget);
	}
	const flat = projectAlong(positions, ring, normal);
	if (repeatsEdges(flat)) return improper(positions, ring, budget, normal);
	const prepared = preparedForClipping(flat, budget);
	if (prepared === undefined) return refused('too-intricate');
	if (ringCrosses(flat, CROSSING * Math.sqrt(extent))) return improper(positions, ring, budget, normal);
	const clipped = withAllRingEdges(earcut(prepared), flat);
	const slack = AREA_SLACK * extent;
	if (clipped === undefined || !covers(clipped, flat, slack)) return improper(positions, ring, budget, normal);
	const better = [...clipped];
	refine(better, flat);
	const corners = covers(better, flat, slack) ? better : clipped;
	return {
		triangles: corners.map((corner) => ring[corner]),
		offPlane: distanceOffPlane(positions, ring, normal),
	};
}

/** True when all triangles are counter-clockwise and their areas add up to the area of the ring. */
function covers(triangles: readonly number[], flat: Float64Array, slack: number): boolean {
	let sum = 0;
	for (let i = 0; i < triangles.length; i += 3) {
		const area = twiceArea(flat, triangles[i], triangles[i + 1], triangles[i + 2]);
		if (area < 0) return false;
		sum += area;
	}
	let whole = 0;
	for (let corner = 1; corner + 1 < flat.length / 2; corner++) whole += twiceArea(flat, 0, corner, corner + 1);
	return Math.abs(sum - whole) <= Math.min(slack, whole / 2);
}

function twiceArea(flat: Float64Array, a: number, b: number, c: number): number {
	const [ax, ay] = [flat[a * 2], flat[a * 2 + 1]];
	return (flat[b * 2] - ax) * (flat[c * 2 + 1] - ay) - (flat[b * 2 + 1] - ay) * (flat[c * 2] - ax);
}

/**
 * As much as can be cut of a ring that is no proper polygon. A quad is cut along its first diagonal, as viewers and other readers do; of longer rings, ear
 * clipping keeps what is certain. It costs up to the square of the corners, whatever the shape.
 *
 * @param normal of the plane that shows the ring; that of its widest triangle where its parts cancel each other out
 */
function improper(
	positions: ArrayLike<number>,
	ring: readonly number[],
	budget: ClippingBudget,
	normal: Vec3 = widestNormal(positions, ring),
): Triangulation {
	const flat = projectAlong(positions, ring, normal);
	const problem = ringCrosses(flat, CROSSING * Math.sqrt(squaredExtent(positions, ring))) ? 'self-crossing' : 'folded';
	if (ring.length === 4) return { triangles: quadTriangles(ring, QUAD.ac), problem, offPlane: 0 };
	const cost = ring.length * ring.length;
	if (cost > budget.left) return refused('too-intricate');
	budget.left -= cost;
	const clipped = earcut(flat);
	if (clipped.length === 0) return { ...flatFan(ring), problem };
	return { triangles: clipped.map((corner) => ring[corner]), problem, offPlane: 0 };
}

function isLine(positions: ArrayLike<number>, ring: readonly number[]): boolean {
	return Math.hypot(...widestNormal(positions, ring)) <= FLATNESS * squaredExtent(positions, ring);
}

/**
 * A normal for a ring whose parts cancel each other out, so that it has no mean plane: the largest one of a triangle of the first corner, the corner
 * farthest from it, and a third.
 */
function widestNormal(positions: ArrayLike<number>, ring: readonly number[]): Vec3 {
	const far = ring.reduce((best, vertex) =>
		squaredExtent(positions, [ring[0], vertex]) > squaredExtent(positions, [ring[0], best]) ? vertex : best,
	);
	let widest: Vec3 = [0, 0, 0];
	for (const vertex of ring) {
		const normal = newellNormal(positions, [ring[0], far, vertex]);
		if (Math.hypot(...normal) > Math.hypot(...widest)) widest = normal;
	}
	return widest;
}

function withoutRepeats(ring: ArrayLike<number>): number[] {
	const corners: number[] = [];
	for (let corner = 0; corner < ring.length; corner++) {
		if (ring[corner] !== corners.at(-1)) corners.push(ring[corner]);
	}
	while (corners.length > 1 && corners[0] === corners.at(-1)) corners.pop();
	return corners;
}

function flatFan(ring: readonly number[]): Triangulation {
	const triangles: number[] = [];
	for (let corner = 1; corner + 1 < ring.length; corner++) triangles.push(ring[0], ring[corner], ring[corner + 1]);
	return { triangles, problem: 'zero-area', offPlane: 0 };
}

function refused(problem: RingProblem): Triangulation {
	return { triangles: [], problem, offPlane: 0 };
}
