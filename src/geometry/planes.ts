import type { Vec3 } from '../math/vec3.ts';

/**
 * Twice the vector area of a closed ring, by Newell's formula. Its direction is the side from which the ring runs counter-clockwise; its length is
 * twice the area on the mean plane. Coordinates are taken relative to the first corner, so that no precision is lost far from the origin.
 *
 * @param positions 3 floats a vertex
 * @param ring vertex indices
 */
export function newellNormal(positions: ArrayLike<number>, ring: ArrayLike<number>): Vec3 {
	let [nx, ny, nz] = [0, 0, 0];
	const origin = ring[0] * 3;
	let [px, py, pz] = [0, 0, 0];
	for (let corner = 1; corner < ring.length; corner++) {
		const at = ring[corner] * 3;
		const x = positions[at] - positions[origin];
		const y = positions[at + 1] - positions[origin + 1];
		const z = positions[at + 2] - positions[origin + 2];
		nx += py * z - pz * y;
		ny += pz * x - px * z;
		nz += px * y - py * x;
		[px, py, pz] = [x, y, z];
	}
	return [nx, ny, nz];
}

/** The axis (0, 1 or 2) along which a normal is longest; the first of equal ones. */
function dominantAxis(normal: Vec3): 0 | 1 | 2 {
	const [x, y, z] = [Math.abs(normal[0]), Math.abs(normal[1]), Math.abs(normal[2])];
	if (x >= y && x >= z) return 0;
	return y >= z ? 1 : 2;
}

/**
 * Projects a ring to 2D by dropping the coordinate along the normal's dominant axis. If the normal points to the negative side of that axis, the
 * result is mirrored, so that a ring that is counter-clockwise about the normal stays so. Coordinates are relative to the first corner.
 *
 * @returns 2 values a corner
 */
export function projectAlong(positions: ArrayLike<number>, ring: ArrayLike<number>, normal: Vec3): Float64Array {
	const axis = dominantAxis(normal);
	let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
	if (normal[axis] < 0) [u, v] = [v, u];
	const flat = new Float64Array(ring.length * 2);
	const origin = ring[0] * 3;
	for (let corner = 0; corner < ring.length; corner++) {
		flat[corner * 2] = positions[ring[corner] * 3 + u] - positions[origin + u];
		flat[corner * 2 + 1] = positions[ring[corner] * 3 + v] - positions[origin + v];
	}
	return flat;
}

/** The greatest distance of a corner from the ring's mean plane, metres. @param normal from `newellNormal`, not zero */
export function distanceOffPlane(positions: ArrayLike<number>, ring: ArrayLike<number>, normal: Vec3): number {
	const length = Math.hypot(normal[0], normal[1], normal[2]);
	const origin = ring[0] * 3;
	const heights = Array.from(ring, (vertex) => {
		const dx = positions[vertex * 3] - positions[origin];
		const dy = positions[vertex * 3 + 1] - positions[origin + 1];
		const dz = positions[vertex * 3 + 2] - positions[origin + 2];
		return (dx * normal[0] + dy * normal[1] + dz * normal[2]) / length;
	});
	let mean = 0;
	for (const height of heights) mean += height / heights.length;
	let farthest = 0;
	for (const height of heights) farthest = Math.max(farthest, Math.abs(height - mean));
	return farthest;
}

/** The greatest squared distance of a corner from the first corner. */
export function squaredExtent(positions: ArrayLike<number>, ring: ArrayLike<number>): number {
	const origin = ring[0] * 3;
	let extent = 0;
	for (let corner = 1; corner < ring.length; corner++) {
		const at = ring[corner] * 3;
		const dx = positions[at] - positions[origin];
		const dy = positions[at + 1] - positions[origin + 1];
		const dz = positions[at + 2] - positions[origin + 2];
		extent = Math.max(extent, dx * dx + dy * dy + dz * dz);
	}
	return extent;
}
