/**
 * How a quad a b c d is cut: along the diagonal a–c, along b–d, or not at all. `flat`: all four corners lie on a line. `twisted`: no diagonal has two
 * halves that both face the way of the whole.
 */
export const QUAD = { ac: 0, bd: 1, flat: 2, twisted: 3 } as const;

type QuadSplit = (typeof QUAD)[keyof typeof QUAD];

/** Triangles have no area if twice their area is at most this share of their squared extent: rounding of float64, with a margin. */
export const FLATNESS = 1e-12;

/** A half with a smaller share of the quad is a sliver; cleaning would remove it and leave a T-junction. */
const FAIR = 1e-3;

/** Two halves cancel each other out if the square of what they come to together is at most this share of their own squares. */
const CANCELLED = 1e-6;

/** Neighbouring corners closer than this share of the quad's extent coincide: the quad is a triangle with an extra corner. */
const ONE_PLACE = 1e-6;

/**
 * Chooses the diagonal of a quad: a–c if both halves face the way of the whole and neither is a sliver, otherwise b–d if that is better. A concave
 * quad has only one diagonal inside. Blender writes a–c to GLB by the same rule, however far the quad is bent, so a level that is exported in both
 * formats has the same faces.
 *
 * @param positions 3 floats a vertex
 */
export function splitQuad(positions: ArrayLike<number>, a: number, b: number, c: number, d: number): QuadSplit {
	const ax = positions[a * 3];
	const ay = positions[a * 3 + 1];
	const az = positions[a * 3 + 2];
	const bx = positions[b * 3] - ax;
	const by = positions[b * 3 + 1] - ay;
	const bz = positions[b * 3 + 2] - az;
	const cx = positions[c * 3] - ax;
	const cy = positions[c * 3 + 1] - ay;
	const cz = positions[c * 3 + 2] - az;
	const dx = positions[d * 3] - ax;
	const dy = positions[d * 3 + 1] - ay;
	const dz = positions[d * 3 + 2] - az;
	const extent = Math.max(bx * bx + by * by + bz * bz, cx * cx + cy * cy + cz * cz, dx * dx + dy * dy + dz * dz);
	const least = FLATNESS * extent;

	const ac = balance(
		by * cz - bz * cy,
		bz * cx - bx * cz,
		bx * cy - by * cx,
		cy * dz - cz * dy,
		cz * dx - cx * dz,
		cx * dy - cy * dx,
		least,
	);
	if (ac >= FAIR) return QUAD.ac;
	const bd = balance(
		by * dz - bz * dy,
		bz * dx - bx * dz,
		bx * dy - by * dx,
		(cy - by) * (dz - bz) - (cz - bz) * (dy - by),
		(cz - bz) * (dx - bx) - (cx - bx) * (dz - bz),
		(cx - bx) * (dy - by) - (cy - by) * (dx - bx),
		least,
	);
	if (ac > 0 || bd > 0) return bd > ac ? QUAD.bd : QUAD.ac;
	if (ac === NEITHER && bd === NEITHER) return QUAD.flat;
	const close = ONE_PLACE * ONE_PLACE * extent;
	const coincident =
		bx * bx + by * by + bz * bz <= close ||
		dx * dx + dy * dy + dz * dz <= close ||
		(bx - cx) ** 2 + (by - cy) ** 2 + (bz - cz) ** 2 <= close ||
		(dx - cx) ** 2 + (dy - cy) ** 2 + (dz - cz) ** 2 <= close;
	return coincident ? QUAD.ac : QUAD.twisted;
}

/** What `balance` returns when neither half has area, and when only one has or they do not both face the way of the whole. */
const NEITHER = -1;
const UNLIKE = 0;

/**
 * How even two halves are, given their vector areas u and v: the smaller one's share of the whole, u + v, each seen along it. `UNLIKE` if one faces
 * away from the whole or only one has area, `NEITHER` if neither has. @param least twice the area below which a half has none
 */
function balance(ux: number, uy: number, uz: number, vx: number, vy: number, vz: number, least: number): number {
	const u = ux * ux + uy * uy + uz * uz;
	const v = vx * vx + vy * vy + vz * vz;
	const limit = least * least;
	if (u <= limit && v <= limit) return NEITHER;
	if (u <= limit || v <= limit) return UNLIKE;
	const dot = ux * vx + uy * vy + uz * vz;
	const smaller = Math.min(u, v) + dot;
	const whole = u + v + 2 * dot;
	// Halves that cancel each other out leave nothing but rounding to compare them with.
	return smaller > 0 && whole > CANCELLED * (u + v) ? smaller / whole : UNLIKE;
}

/** True when a triangle has no area: its corners lie on a line or coincide. */
export function isFlatTriangle(positions: ArrayLike<number>, a: number, b: number, c: number): boolean {
	const ax = positions[a * 3];
	const ay = positions[a * 3 + 1];
	const az = positions[a * 3 + 2];
	const ux = positions[b * 3] - ax;
	const uy = positions[b * 3 + 1] - ay;
	const uz = positions[b * 3 + 2] - az;
	const vx = positions[c * 3] - ax;
	const vy = positions[c * 3 + 1] - ay;
	const vz = positions[c * 3 + 2] - az;
	const nx = uy * vz - uz * vy;
	const ny = uz * vx - ux * vz;
	const nz = ux * vy - uy * vx;
	const least = FLATNESS * Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz);
	return !(nx * nx + ny * ny + nz * nz > least * least);
}

/** How far a quad is bent, and how level it is. */
export interface QuadBend {
	/** Distance of each corner from the mean plane, half the distance between the two diagonals; metres. */
	offPlane: number;
	/** Absolute z of the mean plane's unit normal: 1 for a level quad, 0 for an upright one. */
	level: number;
}

/** Measures a quad with area. @param result receives the result, so that millions of quads create no objects */
export function bendOfQuad(
	positions: ArrayLike<number>,
	a: number,
	b: number,
	c: number,
	d: number,
	result: QuadBend,
): void {
	const ax = positions[a * 3];
	const ay = positions[a * 3 + 1];
	const az = positions[a * 3 + 2];
	const bx = positions[b * 3];
	const by = positions[b * 3 + 1];
	const bz = positions[b * 3 + 2];
	const ux = positions[c * 3] - ax;
	const uy = positions[c * 3 + 1] - ay;
	const uz = positions[c * 3 + 2] - az;
	const vx = positions[d * 3] - bx;
	const vy = positions[d * 3 + 1] - by;
	const vz = positions[d * 3 + 2] - bz;
	const nx = uy * vz - uz * vy;
	const ny = uz * vx - ux * vz;
	const nz = ux * vy - uy * vx;
	const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
	result.level = Math.abs(nz) / length;
	result.offPlane = Math.abs((bx - ax) * nx + (by - ay) * ny + (bz - az) * nz) / length / 2;
}
