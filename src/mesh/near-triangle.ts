import { LEAF_SIZE, type PointTree } from './spatial.ts';

/**
 * Squared distance from a point to a triangle, its inside and rim included: to the foot of the perpendicular if that
 * lies inside, else to the nearest edge. So it is right for triangles without area, too.
 *
 * @param positions 3 values a vertex
 */
export function squaredDistanceToTriangle(
	positions: ArrayLike<number>,
	point: number,
	a: number,
	b: number,
	c: number,
): number {
	const [px, py, pz] = [positions[point * 3], positions[point * 3 + 1], positions[point * 3 + 2]];
	const [ax, ay, az] = [positions[a * 3], positions[a * 3 + 1], positions[a * 3 + 2]];
	const [ux, uy, uz] = [positions[b * 3] - ax, positions[b * 3 + 1] - ay, positions[b * 3 + 2] - az];
	const [vx, vy, vz] = [positions[c * 3] - ax, positions[c * 3 + 1] - ay, positions[c * 3 + 2] - az];
	const [wx, wy, wz] = [px - ax, py - ay, pz - az];
	const uu = ux * ux + uy * uy + uz * uz;
	const uv = ux * vx + uy * vy + uz * vz;
	const vv = vx * vx + vy * vy + vz * vz;
	const uw = ux * wx + uy * wy + uz * wz;
	const vw = vx * wx + vy * wy + vz * wz;
	const det = uu * vv - uv * uv;
	// Barycentric coordinates of the foot, times `det`.
	const s = vv * uw - uv * vw;
	const t = uu * vw - uv * uw;
	if (det > 0 && s >= 0 && t >= 0 && s + t <= det)
		return squaredOffset(wx, wy, wz, ux, uy, uz, vx, vy, vz, s / det, t / det);
	const ab = clamp(uw / uu);
	const ac = clamp(vw / vv);
	// Along the edge from b to c, whose direction is v − u.
	const bc = clamp((vw - uw - uv + uu) / (vv - 2 * uv + uu));
	return Math.min(
		squaredOffset(wx, wy, wz, ux, uy, uz, vx, vy, vz, ab, 0),
		squaredOffset(wx, wy, wz, ux, uy, uz, vx, vy, vz, 0, ac),
		squaredOffset(wx, wy, wz, ux, uy, uz, vx, vy, vz, 1 - bc, bc),
	);
}

function squaredOffset(
	wx: number,
	wy: number,
	wz: number,
	ux: number,
	uy: number,
	uz: number,
	vx: number,
	vy: number,
	vz: number,
	s: number,
	t: number,
): number {
	const x = wx - s * ux - t * vx;
	const y = wy - s * uy - t * vy;
	const z = wz - s * uz - t * vz;
	return x * x + y * y + z * z;
}

/** Between 0 and 1; 0 for the NaN of an edge without length. */
function clamp(value: number): number {
	return value > 0 ? Math.min(value, 1) : 0;
}

/** Once this many ranges were scanned, the triangle is worth looking at more closely than by its box. */
const FEW_LEAVES = 16;

/** A direction, and the interval that a triangle covers along it, widened by the radius. */
type Slab = readonly [x: number, y: number, z: number, least: number, greatest: number];

/**
 * Calls `visit` for every vertex of a tree within a radius of a triangle, with the squared distance.
 *
 * A range of the tree is passed over when a plane parts its box from the triangle: the planes of the box, that of the
 * triangle, and those along an edge of the one and an edge of the other. With the box of the triangle alone, the long
 * thin triangles of a simplified floor looked at most of its vertices each (27 s for half a million faces).
 *
 * @param positions those of the tree
 * @param corners three vertices
 */
export function visitNearTriangle(
	tree: PointTree,
	corners: readonly [number, number, number],
	radius: number,
	visit: (vertex: number, squared: number) => void,
): void {
	const { positions, vertices, axes, splits } = tree;
	const [a, b, c] = corners;
	let slabs: readonly Slab[] = [];
	let leaves = 0;
	const limit = radius * radius;
	// Least corner, greatest corner.
	const box = [0, 0, 0, 0, 0, 0];
	for (let axis = 0; axis < 3; axis++) {
		const [p, q, r] = [positions[a * 3 + axis], positions[b * 3 + axis], positions[c * 3 + axis]];
		box[axis] = Math.min(p, q, r) - radius;
		box[axis + 3] = Math.max(p, q, r) + radius;
	}
	const visitRange = (start: number, end: number): void => {
		if (end - start <= LEAF_SIZE) {
			if (++leaves === FEW_LEAVES) slabs = slabsOf(positions, corners, radius);
			for (let i = start; i < end; i++) {
				const squared = squaredDistanceToTriangle(positions, vertices[i], a, b, c);
				if (squared <= limit) visit(vertices[i], squared);
			}
			return;
		}
		const middle = (start + end) >>> 1;
		const axis = axes[middle];
		const split = splits[middle];
		const [least, greatest] = [box[axis], box[axis + 3]];
		if (least <= split) {
			box[axis + 3] = Math.min(greatest, split);
			if (!isParted(box, slabs)) visitRange(start, middle);
			box[axis + 3] = greatest;
		}
		if (greatest >= split) {
			box[axis] = Math.max(least, split);
			if (!isParted(box, slabs)) visitRange(middle, end);
			box[axis] = least;
		}
	};
	visitRange(0, vertices.length);
}

function isParted(box: readonly number[], slabs: readonly Slab[]): boolean {
	const [cx, cy, cz] = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
	const [hx, hy, hz] = [(box[3] - box[0]) / 2, (box[4] - box[1]) / 2, (box[5] - box[2]) / 2];
	for (const [x, y, z, least, greatest] of slabs) {
		const centre = x * cx + y * cy + z * cz;
		const half = Math.abs(x) * hx + Math.abs(y) * hy + Math.abs(z) * hz;
		if (centre + half < least || centre - half > greatest) return true;
	}
	return false;
}

function slabsOf(positions: ArrayLike<number>, corners: readonly [number, number, number], radius: number): Slab[] {
	const points = corners.map((corner) => [0, 1, 2].map((axis) => positions[corner * 3 + axis]));
	const edges = [0, 1, 2].map((k) => [0, 1, 2].map((axis) => points[(k + 1) % 3][axis] - points[k][axis]));
	const [u, v] = edges;
	const directions = [[u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]];
	for (const [x, y, z] of edges) directions.push([0, -z, y], [z, 0, -x], [-y, x, 0]);
	return directions.map(([x, y, z]): Slab => {
		const along = points.map((point) => x * point[0] + y * point[1] + z * point[2]);
		const size = Math.hypot(x, y, z);
		// Room for rounding, far from the origin.
		const reach = size * (radius + Math.max(...points.flat().map(Math.abs)) * 1e-12);
		return [x, y, z, Math.min(...along) - reach, Math.max(...along) + reach];
	});
}
