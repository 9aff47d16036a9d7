/** Area of a face in square metres, in float64. @param positions 3 floats a vertex @param faces 3 indices a face */
export function faceArea(positions: ArrayLike<number>, faces: ArrayLike<number>, face: number): number {
	const a = faces[face * 3] * 3;
	const b = faces[face * 3 + 1] * 3;
	const c = faces[face * 3 + 2] * 3;
	const ux = positions[b] - positions[a];
	const uy = positions[b + 1] - positions[a + 1];
	const uz = positions[b + 2] - positions[a + 2];
	const vx = positions[c] - positions[a];
	const vy = positions[c + 1] - positions[a + 1];
	const vz = positions[c + 2] - positions[a + 2];
	return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
}

/** An axis-aligned box: min xyz, max xyz; undefined where there is no point. */
export type Bounds = readonly [number, number, number, number, number, number];

/** The box around all points. @param positions 3 values a point */
export function boundsOf(positions: ArrayLike<number>): Bounds | undefined {
	if (positions.length === 0) return undefined;
	let [minX, minY, minZ, maxX, maxY, maxZ] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
	for (let i = 0; i < positions.length; i += 3) {
		const x = positions[i];
		const y = positions[i + 1];
		const z = positions[i + 2];
		if (x < minX) minX = x;
		if (x > maxX) maxX = x;
		if (y < minY) minY = y;
		if (y > maxY) maxY = y;
		if (z < minZ) minZ = z;
		if (z > maxZ) maxZ = z;
	}
	return [minX, minY, minZ, maxX, maxY, maxZ];
}

/**
 * Face normals and planar distances as the game's own files have them.
 *
 * Normal: `normalize((v1 − v0) × (v2 − v0))` in float64, stored as float32. Distance: `−(n · v0)` with the stored normal and the
 * first corner, in float64, stored as float32: bit-exact on the untouched game rooms. A face without area
 * has the normal (1, 0, 0), as the one such face of an untouched game room has.
 */

/** @param positions 3 floats a vertex @param faces 3 indices a face @returns 3 floats a face */
export function faceNormals(positions: Float32Array, faces: Uint32Array): Float32Array {
	const normals = new Float32Array(faces.length);
	for (let i = 0; i < faces.length; i += 3) {
		const a = faces[i] * 3;
		const b = faces[i + 1] * 3;
		const c = faces[i + 2] * 3;
		const ux = positions[b] - positions[a];
		const uy = positions[b + 1] - positions[a + 1];
		const uz = positions[b + 2] - positions[a + 2];
		const vx = positions[c] - positions[a];
		const vy = positions[c + 1] - positions[a + 1];
		const vz = positions[c + 2] - positions[a + 2];
		const nx = uy * vz - uz * vy;
		const ny = uz * vx - ux * vz;
		const nz = ux * vy - uy * vx;
		const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
		if (length === 0) {
			normals[i] = 1;
			continue;
		}
		normals[i] = nx / length;
		normals[i + 1] = ny / length;
		normals[i + 2] = nz / length;
	}
	return normals;
}

/** @param normals 3 floats a face, as stored @returns 1 float a face */
export function planarDistances(positions: Float32Array, faces: Uint32Array, normals: Float32Array): Float32Array {
	const distances = new Float32Array(faces.length / 3);
	for (let face = 0; face < distances.length; face++) {
		const n = face * 3;
		const v = faces[n] * 3;
		distances[face] = -(
			normals[n] * positions[v] +
			normals[n + 1] * positions[v + 1] +
			normals[n + 2] * positions[v + 2]
		);
	}
	return distances;
}

/**
 * Writes `(v1 − v0) × (v2 − v0)` of a face, in float64, into `out` and returns its length: twice the area in square
 * metres. NaN where a coordinate is no finite number or a corner no vertex.
 *
 * @param positions 3 floats a vertex
 * @param faces 3 vertex indices a face
 */
export function faceVector(
	positions: Float32Array,
	faces: Uint32Array,
	face: number,
	out: [number, number, number],
): number {
	const a = faces[face * 3] * 3;
	const b = faces[face * 3 + 1] * 3;
	const c = faces[face * 3 + 2] * 3;
	const ux = positions[b] - positions[a];
	const uy = positions[b + 1] - positions[a + 1];
	const uz = positions[b + 2] - positions[a + 2];
	const vx = positions[c] - positions[a];
	const vy = positions[c + 1] - positions[a + 1];
	const vz = positions[c + 2] - positions[a + 2];
	out[0] = uy * vz - uz * vy;
	out[1] = uz * vx - ux * vz;
	out[2] = ux * vy - uy * vx;
	return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
}
