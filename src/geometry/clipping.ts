import { countBelow } from '../math/arrays.ts';

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
