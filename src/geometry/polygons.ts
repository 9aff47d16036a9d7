import { countBelow } from '../math/arrays.ts';
import { between, cross, dot, minus, type Vec3 } from '../math/vec3.ts';

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
	const [ab, ac, ad] = [between(positions, a, b), between(positions, a, c), between(positions, a, d)];
	const extent = Math.max(dot(ab, ab), dot(ac, ac), dot(ad, ad));
	const least = FLATNESS * extent;
	const alongAc = balance(cross(ab, ac), cross(ac, ad), least);
	if (alongAc >= FAIR) return QUAD.ac;
	const [bc, bd] = [minus(ac, ab), minus(ad, ab)];
	const alongBd = balance(cross(ab, ad), cross(bc, bd), least);
	if (alongAc > 0 || alongBd > 0) return alongBd > alongAc ? QUAD.bd : QUAD.ac;
	if (alongAc === NEITHER && alongBd === NEITHER) return QUAD.flat;
	const close = ONE_PLACE * ONE_PLACE * extent;
	const isCoincident = [ab, ad, bc, minus(ad, ac)].some((side) => dot(side, side) <= close);
	return isCoincident ? QUAD.ac : QUAD.twisted;
}

/** What `balance` returns when neither half has area, and when only one has or they do not both face the way of the whole. */
const NEITHER = -1;
const UNLIKE = 0;

/**
 * How even two halves are, given their vector areas: the smaller one's share of their sum, each seen along it. `UNLIKE` if one faces
 * away from the whole or only one has area, `NEITHER` if neither has. @param least twice the area below which a half has none
 */
function balance(one: Vec3, other: Vec3, least: number): number {
	const u = dot(one, one);
	const v = dot(other, other);
	const limit = least * least;
	if (u <= limit && v <= limit) return NEITHER;
	if (u <= limit || v <= limit) return UNLIKE;
	const both = dot(one, other);
	const smaller = Math.min(u, v) + both;
	const whole = u + v + 2 * both;
	// Halves that cancel each other out leave nothing but rounding to compare them with.
	return smaller > 0 && whole > CANCELLED * (u + v) ? smaller / whole : UNLIKE;
}

/** True when a triangle has no area: its corners lie on a line or coincide. */
export function isFlatTriangle(positions: ArrayLike<number>, a: number, b: number, c: number): boolean {
	const [ab, ac] = [between(positions, a, b), between(positions, a, c)];
	const normal = cross(ab, ac);
	const least = FLATNESS * Math.max(dot(ab, ab), dot(ac, ac));
	return !(dot(normal, normal) > least * least);
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
	const normal = cross(between(positions, a, c), between(positions, b, d));
	const length = Math.sqrt(dot(normal, normal));
	result.level = Math.abs(normal[2]) / length;
	result.offPlane = Math.abs(dot(between(positions, a, b), normal)) / length / 2;
}

/**
 * Estimates the cost of ear clipping before any time is spent, and reduces it. To test an ear, earcut looks at all corners whose position on a
 * space-filling curve (a Z-order curve through a square grid) is between those of the ear's own corners. These are few for most outlines, but nearly
 * all for a zigzag whose strokes are as long as it is wide: a megabyte of such corners took 16 s. If a zigzag is stretched until its strokes are
 * short along both axes of the grid, it costs no more than other outlines.
 */

/** Looks that are free for each corner of a ring; most outlines need less than a tenth of them. */
const FREE_LOOKS = 64;

/** Rings with more corners cost the square of their number, whatever their shape, because their last ears are as large as the ring. */
export const LARGE_RING = 1000;
const SQUARE_SHARE = 1 / 200;

/** Looks that are left for all rings of a file together, beyond the free ones. */
export interface ClippingBudget {
	left: number;
}

/** Takes about two seconds at worst: four rings of 10,000 corners. Each look may be repeated for every ear that is cut. */
export const CLIPPING_BUDGET = 2e6;

/** A new budget, for all rings of a file. */
export function clippingBudget(): ClippingBudget {
	return { left: CLIPPING_BUDGET };
}

/**
 * Returns a ring in the form that is cheapest for earcut: with the same corners, rotated and stretched if that helps. Neither changes which ears can
 * be cut.
 *
 * @param flat 2 values (x, y) a corner
 * @param budget is reduced by the estimated cost
 * @returns undefined when the budget does not allow to clip the ring
 */
export function preparedForClipping(flat: Float64Array, budget: ClippingBudget): Float64Array | undefined {
	const free = FREE_LOOKS * (flat.length / 2);
	let [best, least] = [flat, looks(flat)];
	for (const transform of [stretched, whitened]) {
		if (least <= free) break;
		const other = transform(flat);
		const fewer = looks(other);
		if (fewer < least) [best, least] = [other, fewer];
	}
	const count = flat.length / 2;
	const cost = Math.max(0, least - free) + (count > LARGE_RING ? count * count * SQUARE_SHARE : 0);
	if (cost > budget.left) return undefined;
	budget.left -= cost;
	return best;
}

/** The direction along which a ring's edges are longest, in radians. */
export function longDirection(flat: Float64Array): number {
	const { xx, xy, yy } = spread(flat);
	return Math.atan2(2 * xy, xx - yy) / 2;
}

/** Stretches a ring along one axis until its edges are about as long along x as along y. The factor is a power of two, so nothing is rounded. */
function stretched(flat: Float64Array): Float64Array {
	const { xx, yy } = spread(flat);
	const doublings = Math.round(Math.log2(yy / xx) / 2);
	if (!Number.isFinite(doublings)) return flat;
	const scale = [2 ** Math.max(doublings, 0), 2 ** Math.max(-doublings, 0)];
	return flat.map((value, i) => value * scale[i % 2]);
}

/** Rotates a ring so that its longest edges run along x, and stretches it along y. */
function whitened(flat: Float64Array): Float64Array {
	const { xx, xy, yy } = spread(flat);
	const angle = longDirection(flat);
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	const along = xx * c * c + 2 * xy * c * s + yy * s * s;
	const across = xx * s * s - 2 * xy * c * s + yy * c * c;
	const scale = Math.min(Math.sqrt(along / Math.max(across, 0)), 1e6);
	const result = new Float64Array(flat.length);
	for (let i = 0; i < flat.length; i += 2) {
		result[i] = flat[i] * c + flat[i + 1] * s;
		result[i + 1] = (flat[i + 1] * c - flat[i] * s) * scale;
	}
	return result;
}

/** Sums of squares and products of the edges' x and y. */
function spread(flat: Float64Array): { xx: number; xy: number; yy: number } {
	let [xx, xy, yy] = [0, 0, 0];
	for (let i = 2; i < flat.length; i += 2) {
		const [x, y] = [flat[i] - flat[i - 2], flat[i + 1] - flat[i - 1]];
		xx += x * x;
		xy += x * y;
		yy += y * y;
	}
	return { xx, xy, yy };
}

/**
 * Upper bound of the number of corners that earcut looks at: for each corner, the number of corners on the curve between the least and the greatest
 * corner of its ear.
 */
function looks(flat: Float64Array): number {
	const count = flat.length / 2;
	let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
	for (let i = 0; i < flat.length; i += 2) {
		minX = Math.min(minX, flat[i]);
		maxX = Math.max(maxX, flat[i]);
		minY = Math.min(minY, flat[i + 1]);
		maxY = Math.max(maxY, flat[i + 1]);
	}
	const scale = 32767 / Math.max(maxX - minX, maxY - minY);
	const curvePositionOf = (x: number, y: number): number =>
		interleaved((x - minX) * scale) | (interleaved((y - minY) * scale) << 1);
	const positions = new Int32Array(count).map((_, i) => curvePositionOf(flat[i * 2], flat[i * 2 + 1])).sort();
	let sum = 0;
	for (let i = 0; i < count; i++) {
		const [p, q, r] = [i === 0 ? count - 1 : i - 1, i, i + 1 === count ? 0 : i + 1];
		const [px, qx, rx] = [flat[p * 2], flat[q * 2], flat[r * 2]];
		const [py, qy, ry] = [flat[p * 2 + 1], flat[q * 2 + 1], flat[r * 2 + 1]];
		const first = curvePositionOf(Math.min(px, qx, rx), Math.min(py, qy, ry));
		const last = curvePositionOf(Math.max(px, qx, rx), Math.max(py, qy, ry));
		sum += countBelow(positions, last + 1) - countBelow(positions, first);
	}
	return sum;
}

/** The lowest 15 bits of a value, with a 0 bit between any two of them. */
function interleaved(value: number): number {
	let bits = value | 0;
	bits = (bits | (bits << 8)) & 0x00ff00ff;
	bits = (bits | (bits << 4)) & 0x0f0f0f0f;
	bits = (bits | (bits << 2)) & 0x33333333;
	return (bits | (bits << 1)) & 0x55555555;
}
