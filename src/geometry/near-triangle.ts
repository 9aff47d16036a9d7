import type { Vec3 } from '../math/vec3.ts';
import { middleOfBox } from './triangles.ts';

/** The nearest point of a triangle a b c: at a + s (b − a) + t (c − a), with its squared distance. */
interface Nearest {
	s: number;
	t: number;
	squared: number;
}

/**
 * If the determinant is a smaller share than this of what it could be, it is a rounding error. The triangle is then so thin that only its edges are
 * compared.
 */
const FLATTEST = 1e-14;

/** One result object for all calls; callers read it before the next call. Creating one each time would be slow. */
const nearest: Nearest = { s: 0, t: 0, squared: 0 };

/**
 * Finds the point of a triangle, inside or on its edges, that is nearest to a point: the foot of the perpendicular if it lies inside, otherwise the
 * nearest point on an edge. Also correct for triangles without area. Writes the answer to `nearest`.
 *
 * Parameters are vectors from the first corner: u and v to the other corners, w to the point.
 */
function findNearest(
	ux: number,
	uy: number,
	uz: number,
	vx: number,
	vy: number,
	vz: number,
	wx: number,
	wy: number,
	wz: number,
): void {
	const uu = ux * ux + uy * uy + uz * uz;
	const uv = ux * vx + uy * vy + uz * vz;
	const vv = vx * vx + vy * vy + vz * vz;
	const uw = ux * wx + uy * wy + uz * wz;
	const vw = vx * wx + vy * wy + vz * wz;
	const det = uu * vv - uv * uv;
	// Barycentric coordinates of the foot, times `det`.
	const s = vv * uw - uv * vw;
	const t = uu * vw - uv * uw;
	nearest.squared = Infinity;
	const tryAt = (share: number, other: number): void => {
		const x = wx - share * ux - other * vx;
		const y = wy - share * uy - other * vy;
		const z = wz - share * uz - other * vz;
		const squared = x * x + y * y + z * z;
		if (!(squared < nearest.squared)) return;
		nearest.s = share;
		nearest.t = other;
		nearest.squared = squared;
	};
	if (det > uu * vv * FLATTEST && s >= 0 && t >= 0 && s + t <= det) {
		tryAt(s / det, t / det);
		return;
	}
	tryAt(clamp(uw / uu), 0);
	tryAt(0, clamp(vw / vv));
	// Along the edge from b to c, whose direction is v − u.
	const bc = clamp((vw - uw - uv + uu) / (vv - 2 * uv + uu));
	tryAt(1 - bc, bc);
}

/** Limits a value to 0 … 1; NaN, from an edge without length, becomes 0. */
function clamp(value: number): number {
	return value > 0 ? Math.min(value, 1) : 0;
}

/**
 * Squared distance from a vertex to a triangle.
 * @param positions 3 values a vertex
 */
export function squaredDistanceToTriangle(
	positions: ArrayLike<number>,
	point: number,
	a: number,
	b: number,
	c: number,
): number {
	const [ax, ay, az] = [positions[a * 3], positions[a * 3 + 1], positions[a * 3 + 2]];
	findNearest(
		positions[b * 3] - ax,
		positions[b * 3 + 1] - ay,
		positions[b * 3 + 2] - az,
		positions[c * 3] - ax,
		positions[c * 3 + 1] - ay,
		positions[c * 3 + 2] - az,
		positions[point * 3] - ax,
		positions[point * 3 + 1] - ay,
		positions[point * 3 + 2] - az,
	);
	return nearest.squared;
}

/** A point that functions write their result to. */
export type Point = [x: number, y: number, z: number];

/**
 * Finds the point of a triangle nearest to another one. If `z` is NaN, distances are measured in plan, and the result has the height of the triangle
 * there.
 *
 * @param positions 3 floats a vertex
 * @returns the squared distance
 */
export function closestOnTriangle(
	positions: ArrayLike<number>,
	[a, b, c]: readonly [number, number, number],
	[x, y, z]: Vec3,
	out: Point,
): number {
	const flat = Number.isNaN(z);
	const [ax, ay, az] = [positions[a * 3], positions[a * 3 + 1], positions[a * 3 + 2]];
	const [ux, uy, uz] = [positions[b * 3] - ax, positions[b * 3 + 1] - ay, positions[b * 3 + 2] - az];
	const [vx, vy, vz] = [positions[c * 3] - ax, positions[c * 3 + 1] - ay, positions[c * 3 + 2] - az];
	findNearest(ux, uy, flat ? 0 : uz, vx, vy, flat ? 0 : vz, x - ax, y - ay, flat ? 0 : z - az);
	const { s, t, squared } = nearest;
	out[0] = ax + s * ux + t * vx;
	out[1] = ay + s * uy + t * vy;
	out[2] = az + s * uz + t * vz;
	if (!flat || squared > 0) return squared;
	// Where the triangle is exactly above or below the point, x and y are returned bit for bit.
	out[0] = x;
	out[1] = y;
	return 0;
}

/**
 * True when a triangle and a box have a point in common, including their surfaces. Uses the separating axis test: the normals of the box, the normal
 * of the triangle, and the cross products of an edge of each.
 *
 * @param positions 3 floats a vertex
 * @param box least x, y, z, then greatest x, y, z
 */
export function triangleTouchesBox(
	positions: ArrayLike<number>,
	corners: readonly [number, number, number],
	box: readonly number[],
): boolean {
	for (let axis = 0; axis < 3; axis++) {
		const values = corners.map((corner) => positions[corner * 3 + axis]);
		if (Math.min(...values) > box[axis + 3] || Math.max(...values) < box[axis]) return false;
	}
	const points = corners.map((corner) => [0, 1, 2].map((axis) => positions[corner * 3 + axis]));
	const edges = [0, 1, 2].map((k) => [0, 1, 2].map((axis) => points[(k + 1) % 3][axis] - points[k][axis]));
	const [u, v] = edges;
	const directions = [[u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]];
	for (const [x, y, z] of edges) directions.push([0, -z, y], [z, 0, -x], [-y, x, 0]);
	const [cx, cy, cz] = middleOfBox(box);
	const [hx, hy, hz] = [(box[3] - box[0]) / 2, (box[4] - box[1]) / 2, (box[5] - box[2]) / 2];
	const size = Math.max(...points.flat().map(Math.abs));
	return !directions.some(([x, y, z]) => {
		const along = points.map((point) => x * point[0] + y * point[1] + z * point[2]);
		// A margin for rounding, far from the origin.
		const margin = Math.hypot(x, y, z) * (size * 1e-12);
		const centre = x * cx + y * cy + z * cz;
		const half = Math.abs(x) * hx + Math.abs(y) * hy + Math.abs(z) * hz;
		return centre + half < Math.min(...along) - margin || centre - half > Math.max(...along) + margin;
	});
}
