import type { Vec3 } from '../mesh/vec3.ts';
import type { IndexedMesh } from './face-index.ts';

/** A point of a face; written by `closestOnFace`. */
export type Point = [x: number, y: number, z: number];

/** Reads the corners of a face, 9 values. */
function readCorners({ positions, faces }: IndexedMesh, face: number, out: Float64Array): void {
	for (let corner = 0; corner < 3; corner++) {
		const vertex = faces[face * 3 + corner] * 3;
		out[corner * 3] = positions[vertex];
		out[corner * 3 + 1] = positions[vertex + 1];
		out[corner * 3 + 2] = positions[vertex + 2];
	}
}

const corners = new Float64Array(9);

/**
 * The point of a face nearest to another, and the square of the distance. Seen from above where z is NaN: then the point has the
 * height of the face there.
 */
export function closestOnFace(mesh: IndexedMesh, face: number, [x, y, z]: Vec3, out: Point): number {
	readCorners(mesh, face, corners);
	const flat = Number.isNaN(z);
	let least = flat ? insideInPlan(x, y, out) : footOnPlane(x, y, z, out);
	if (least < Infinity) return least;
	for (let k = 0; k < 9; k += 3) {
		const next = k === 6 ? 0 : k + 3;
		const ux = corners[next] - corners[k];
		const uy = corners[next + 1] - corners[k + 1];
		const uz = corners[next + 2] - corners[k + 2];
		const wx = x - corners[k];
		const wy = y - corners[k + 1];
		const wz = flat ? 0 : z - corners[k + 2];
		const length = ux * ux + uy * uy + (flat ? 0 : uz * uz);
		const along = length > 0 ? Math.min(1, Math.max(0, (ux * wx + uy * wy + (flat ? 0 : uz * wz)) / length)) : 0;
		const dx = wx - ux * along;
		const dy = wy - uy * along;
		const dz = flat ? 0 : wz - uz * along;
		const squared = dx * dx + dy * dy + dz * dz;
		if (!(squared < least)) continue;
		least = squared;
		out[0] = corners[k] + ux * along;
		out[1] = corners[k + 1] + uy * along;
		out[2] = corners[k + 2] + uz * along;
	}
	return least;
}

/** 0 where x, y lie on the face seen from above, else infinite. */
function insideInPlan(x: number, y: number, out: Point): number {
	const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners;
	const u = (bx - x) * (cy - y) - (by - y) * (cx - x);
	const v = (cx - x) * (ay - y) - (cy - y) * (ax - x);
	const w = (ax - x) * (by - y) - (ay - y) * (bx - x);
	const sum = u + v + w;
	if (sum === 0 || ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0))) return Infinity;
	out[0] = x;
	out[1] = y;
	out[2] = az + (v * (bz - az) + w * (cz - az)) / sum;
	return 0;
}

/** The square of the distance to the plane where the foot of the perpendicular lies on the face, else infinite. */
function footOnPlane(x: number, y: number, z: number, out: Point): number {
	const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners;
	const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
	const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
	const [wx, wy, wz] = [x - ax, y - ay, z - az];
	const uu = ux * ux + uy * uy + uz * uz;
	const uv = ux * vx + uy * vy + uz * vz;
	const vv = vx * vx + vy * vy + vz * vz;
	const uw = ux * wx + uy * wy + uz * wz;
	const vw = vx * wx + vy * wy + vz * wz;
	const det = uu * vv - uv * uv;
	const s = vv * uw - uv * vw;
	const t = uu * vw - uv * uw;
	// Long thin faces leave nothing of the determinant but rounding: their edges are all there is to be near to.
	if (!(det > uu * vv * 1e-14) || s < 0 || t < 0 || s + t > det) return Infinity;
	out[0] = ax + (s * ux + t * vx) / det;
	out[1] = ay + (s * uy + t * vy) / det;
	out[2] = az + (s * uz + t * vz) / det;
	return (x - out[0]) ** 2 + (y - out[1]) ** 2 + (z - out[2]) ** 2;
}

/**
 * True when a face and a box have a point in common, their surfaces included. No plane may part them: those of the box, that of the
 * face, and those along an edge of each.
 *
 * @param box min xyz, max xyz
 */
export function faceTouchesBox(mesh: IndexedMesh, face: number, box: ArrayLike<number>): boolean {
	readCorners(mesh, face, corners);
	const half: Point = [0, 0, 0];
	for (let axis = 0; axis < 3; axis++) {
		const middle = (box[axis] + box[axis + 3]) / 2;
		half[axis] = (box[axis + 3] - box[axis]) / 2;
		for (let corner = 0; corner < 3; corner++) corners[corner * 3 + axis] -= middle;
	}
	for (let axis = 0; axis < 3; axis++) {
		const direction: Point = [0, 0, 0];
		direction[axis] = 1;
		if (isParted(direction, half)) return false;
	}
	const edges = [0, 3, 6].map((k): Point => {
		const next = (k + 3) % 9;
		return [corners[next] - corners[k], corners[next + 1] - corners[k + 1], corners[next + 2] - corners[k + 2]];
	});
	const [u, v] = edges;
	if (isParted([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]], half)) return false;
	return edges.every(
		([x, y, z]) => !isParted([0, -z, y], half) && !isParted([z, 0, -x], half) && !isParted([-y, x, 0], half),
	);
}

/** True when the box about the origin and the corners lie apart along a direction. */
function isParted([x, y, z]: Vec3, half: Vec3): boolean {
	const reach = Math.abs(x) * half[0] + Math.abs(y) * half[1] + Math.abs(z) * half[2];
	const a = x * corners[0] + y * corners[1] + z * corners[2];
	const b = x * corners[3] + y * corners[4] + z * corners[5];
	const c = x * corners[6] + y * corners[7] + z * corners[8];
	return Math.min(a, b, c) > reach || Math.max(a, b, c) < -reach;
}
