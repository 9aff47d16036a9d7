import earcut, { refine } from 'earcut';
import { distanceOffPlane, newellNormal, projectAlong, squaredExtent } from './plane.ts';
import { FLATNESS, isFlatTriangle, QUAD, splitQuad } from './quad.ts';
import { ringCrosses } from './ring-crossings.ts';
import { repeatsEdges, withAllRingEdges } from './ring-edges.ts';
import type { Vec3 } from './vec3.ts';

/** Rings with more corners are refused: ear clipping takes the square of their number. */
export const MAX_CORNERS = 10_000;

/**
 * Why a ring is no proper polygon.
 * `zero-area`: its corners lie on a line. `self-crossing`: edges cross. `folded`: it runs back over itself, or bends so far that no
 * triangles all face its way. `too-many-corners`: more than `MAX_CORNERS`. `not-finite`: a coordinate is none.
 */
export type RingProblem = 'zero-area' | 'self-crossing' | 'folded' | 'too-many-corners' | 'not-finite';

export interface Triangulation {
	/** 3 vertex indices a triangle, wound like the ring. A fan without area for `zero-area`, empty for the other problems. */
	readonly triangles: number[];
	readonly problem?: RingProblem;
	/** The greatest distance of a corner from the ring's mean plane. */
	readonly offPlane: number;
}

/** How far edges must reach past each other to cross, over the extent of the ring: the six digits that most files have. */
const CROSSING = 1e-6;

/** Areas that differ by less are equal, over the square of the extent. */
const AREA_SLACK = 1e-6;

/**
 * Cuts a polygon into triangles that have its own corners, its own edges (those with corners on them too) and its winding. Triangles and quads are
 * cut directly (see `splitQuad`); larger rings by earcut on the plane of the signed dominant axis, then made Delaunay where their
 * corners allow it. What earcut answers for rings that are no polygons is wrong without a word, so areas and edges are compared.
 *
 * @param positions 3 values a vertex
 * @param ring vertex indices; repeated neighbours count once
 */
export function triangulate(positions: ArrayLike<number>, ring: ArrayLike<number>): Triangulation {
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
	return corners.length === 4 ? cutQuad(positions, corners) : cutPolygon(positions, corners);
}

/** The two triangles of a quad. @param split what `splitQuad` said: `ac` or `bd` */
function quadTriangles([a, b, c, d]: readonly number[], split: number): number[] {
	return split === QUAD.bd ? [a, b, d, b, c, d] : [a, b, c, a, c, d];
}

function cutQuad(positions: ArrayLike<number>, ring: number[]): Triangulation {
	const split = splitQuad(positions, ring[0], ring[1], ring[2], ring[3]);
	if (split === QUAD.flat) return flatFan(ring);
	if (split === QUAD.twisted) return refused(whyTwisted(positions, ring));
	const offPlane = distanceOffPlane(positions, ring, newellNormal(positions, ring));
	return { triangles: quadTriangles(ring, split), offPlane };
}

function cutPolygon(positions: ArrayLike<number>, ring: number[]): Triangulation {
	const normal = newellNormal(positions, ring);
	const extent = squaredExtent(positions, ring);
	if (Math.hypot(...normal) <= FLATNESS * extent) {
		return isLine(positions, ring) ? flatFan(ring) : refused(whyTwisted(positions, ring));
	}
	const flat = projectAlong(positions, ring, normal);
	if (repeatsEdges(flat)) return refused('folded');
	if (ringCrosses(flat, CROSSING * Math.sqrt(extent))) return refused('self-crossing');
	const clipped = withAllRingEdges(earcut(flat), flat);
	const slack = AREA_SLACK * extent;
	if (clipped === undefined || !covers(clipped, flat, slack)) return refused('folded');
	const better = [...clipped];
	refine(better, flat);
	const corners = covers(better, flat, slack) ? better : clipped;
	return {
		triangles: corners.map((corner) => ring[corner]),
		offPlane: distanceOffPlane(positions, ring, normal),
	};
}

/** True when all triangles run counter-clockwise and have the ring's area together. */
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

function whyTwisted(positions: ArrayLike<number>, ring: number[]): RingProblem {
	const flat = projectAlong(positions, ring, widestNormal(positions, ring));
	return ringCrosses(flat, CROSSING * Math.sqrt(squaredExtent(positions, ring))) ? 'self-crossing' : 'folded';
}

function isLine(positions: ArrayLike<number>, ring: readonly number[]): boolean {
	return Math.hypot(...widestNormal(positions, ring)) <= FLATNESS * squaredExtent(positions, ring);
}

/** A normal of the plane that a ring lies in when its halves cancel out: of the corner farthest from the first, and the one farthest aside. */
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
