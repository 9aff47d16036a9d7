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
