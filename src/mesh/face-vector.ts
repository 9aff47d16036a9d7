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
