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
