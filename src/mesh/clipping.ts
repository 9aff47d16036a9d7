/**
 * What ear clipping costs, known before the time is spent, and how to make it cost less. earcut looks for corners in an ear among those whose place on a curve through a
 * square grid lies between the ear's own corners: a few for most outlines, nearly all for a zigzag, whose strokes are as long as it is
 * wide (16 s for a megabyte of them). Stretched so that strokes are short along both axes of the grid a zigzag is like any other outline.
 */

/** Corners that may be looked at for each of a ring's own at no charge: most outlines stay below a tenth of it. */
const FREE_LOOKS = 64;

/** Rings of more corners cost the square of their number, whatever their shape: the last ears are as large as the ring. */
export const LARGE_RING = 1000;
const SQUARE_SHARE = 1 / 200;

/** Looks at corners that are left for all rings together, beyond those that are free. */
export interface ClippingBudget {
	left: number;
}

/** What takes two seconds at worst: four rings of 10,000 corners. Each look may be taken again for every ear that is cut. */
export const CLIPPING_BUDGET = 2e6;

export function clippingBudget(): ClippingBudget {
	return { left: CLIPPING_BUDGET };
}

/**
 * The ring as earcut should be given it: the same corners, where needed turned and stretched, which leaves ears what they are.
 *
 * @param flat 2 values a corner
 * @returns undefined when the budget does not allow to clip it
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

/** The direction in which a ring's edges are longest, as an angle. */
export function longDirection(flat: Float64Array): number {
	const { xx, xy, yy } = spread(flat);
	return Math.atan2(2 * xy, xx - yy) / 2;
}

/** The same ring, so stretched along an axis that its edges are about as long along x as along y. A power of two rounds nothing. */
function stretched(flat: Float64Array): Float64Array {
	const { xx, yy } = spread(flat);
	const doublings = Math.round(Math.log2(yy / xx) / 2);
	if (!Number.isFinite(doublings)) return flat;
	const scale = [2 ** Math.max(doublings, 0), 2 ** Math.max(-doublings, 0)];
	return flat.map((value, i) => value * scale[i % 2]);
}

/** The same ring, turned to the direction in which its edges are longest, and stretched across it. */
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

/** Sums of squares of the ways along edges. */
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

/** Corners on earcut's curve between the least and the greatest corner of each corner's ear, together: those it looks at, at most. */
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
	const placeOf = (x: number, y: number): number =>
		interleaved((x - minX) * scale) | (interleaved((y - minY) * scale) << 1);
	const places = new Int32Array(count).map((_, i) => placeOf(flat[i * 2], flat[i * 2 + 1])).sort();
	let sum = 0;
	for (let i = 0; i < count; i++) {
		const [p, q, r] = [i === 0 ? count - 1 : i - 1, i, i + 1 === count ? 0 : i + 1];
		const [px, qx, rx] = [flat[p * 2], flat[q * 2], flat[r * 2]];
		const [py, qy, ry] = [flat[p * 2 + 1], flat[q * 2 + 1], flat[r * 2 + 1]];
		const first = placeOf(Math.min(px, qx, rx), Math.min(py, qy, ry));
		const last = placeOf(Math.max(px, qx, rx), Math.max(py, qy, ry));
		sum += below(places, last + 1) - below(places, first);
	}
	return sum;
}

/** The lowest 15 bits, with a 0 between each. */
function interleaved(value: number): number {
	let bits = value | 0;
	bits = (bits | (bits << 8)) & 0x00ff00ff;
	bits = (bits | (bits << 4)) & 0x0f0f0f0f;
	bits = (bits | (bits << 2)) & 0x33333333;
	return (bits | (bits << 1)) & 0x55555555;
}

/** How many values of a sorted array are less. */
function below(sorted: Int32Array, value: number): number {
	let low = 0;
	let high = sorted.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (sorted[middle] < value) low = middle + 1;
		else high = middle;
	}
	return low;
}
