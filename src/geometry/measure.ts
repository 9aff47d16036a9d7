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
