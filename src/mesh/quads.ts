/**
 * How a quad a b c d becomes triangles: on the diagonal a–c, on b–d, or not at all because all four corners lie on a line
 * (`flat`) or because no diagonal has a half on each side, facing the same way (`twisted`).
 */
export const QUAD: { readonly ac: 0; readonly bd: 1; readonly flat: 2; readonly twisted: 3 } = {
	ac: 0,
	bd: 1,
	flat: 2,
	twisted: 3,
};

type QuadSplit = (typeof QUAD)[keyof typeof QUAD];

/** Twice the area of a triangle that counts as none, over the square of its extent: the rounding of float64, with room. */
export const FLATNESS = 1e-12;

/** The square of a thousandth: a half with less of the quad is a sliver, which cleaning would take away and leave a T-junction. */
const FAIR = 1e-6;

/** Neighbouring corners this close, over the quad's extent, are one: the quad is a triangle with a corner too many. */
const ONE_PLACE = 1e-6;

/**
 * Chooses the diagonal of a quad. It is a–c when both halves face the same way and neither is a sliver, otherwise b–d if that is better:
 * inside a concave quad there is only one, and for convex quads a–c is what Blender draws and writes into GLB, so that a level
 * exported both ways has the same faces.
 *
 * @param positions 3 values a vertex
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
	if (ac === NO_AREA && bd === NO_AREA) return QUAD.flat;
	const close = ONE_PLACE * ONE_PLACE * extent;
	const coincident =
		bx * bx + by * by + bz * bz <= close ||
		dx * dx + dy * dy + dz * dz <= close ||
		(bx - cx) ** 2 + (by - cy) ** 2 + (bz - cz) ** 2 <= close ||
		(dx - cx) ** 2 + (dy - cy) ** 2 + (dz - cz) ** 2 <= close;
	return coincident ? QUAD.ac : QUAD.twisted;
}

const NO_AREA = -1;

const UNLIKE = 0;

/**
 * How even two halves are that are given by their vector areas: the square of the smaller one's share of the whole. `UNLIKE` when they
 * face different ways or one has no area, `NO_AREA` when neither has.
 */
function balance(ux: number, uy: number, uz: number, vx: number, vy: number, vz: number, least: number): number {
	const u = ux * ux + uy * uy + uz * uz;
	const v = vx * vx + vy * vy + vz * vz;
	const limit = least * least;
	const dot = ux * vx + uy * vy + uz * vz;
	if (u > limit && v > limit) return dot > 0 ? Math.min(u, v) / (u + v + 2 * dot) : UNLIKE;
	return u > limit || v > limit ? UNLIKE : NO_AREA;
}

/** True when a triangle has no area worth the name: its corners lie on a line, or in one place. */
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

/** How a quad's corners lie off its mean plane, and how level that is. */
export interface QuadBend {
	/** The distance of each corner from the mean plane: half of that between the two diagonals. */
	offPlane: number;
	/** The vertical part of the mean plane's unit normal: 1 for a level one, 0 for an upright one. */
	level: number;
}

/** Measures a quad that has area. @param result is filled, so that millions of quads make no objects */
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
