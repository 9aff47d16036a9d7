import type { PointTree } from './point-tree.ts';
import { LEAF_SIZE } from './point-tree.ts';
import { squaredDistanceToTriangle } from './point-triangle.ts';

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
