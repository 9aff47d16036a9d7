/** Rings up to this many corners are tested edge against edge; longer ones are swept along x first. */
const SWEEP_FROM = 48;

/**
 * True when two edges of a ring cross each other. Edges that only touch (a ring that runs along a bridge to a hole and back,
 * a corner that lies on another edge) do not: each must reach past the other by more than `tolerance`.
 *
 * @param flat 2 values a corner
 * @param tolerance a distance, in units of `flat`
 */
export function ringCrosses(flat: Float64Array, tolerance: number): boolean {
	const count = flat.length / 2;
	if (count > SWEEP_FROM) return sweep(flat, tolerance);
	for (let i = 0; i < count; i++) {
		for (let j = i + 2; j < count; j++) if (edgesCross(flat, i, j, tolerance)) return true;
	}
	return false;
}

/** Edges sorted by where they begin along x, each compared with those that begin before it ends. */
function sweep(flat: Float64Array, tolerance: number): boolean {
	const count = flat.length / 2;
	const from = new Float64Array(count);
	const to = new Float64Array(count);
	for (let i = 0; i < count; i++) {
		const x = flat[i * 2];
		const next = flat[((i + 1) % count) * 2];
		from[i] = Math.min(x, next);
		to[i] = Math.max(x, next);
	}
	const order = Uint32Array.from(from.keys()).sort((a, b) => from[a] - from[b] || a - b);
	for (let first = 0; first < count; first++) {
		const i = order[first];
		for (let second = first + 1; second < count && from[order[second]] <= to[i]; second++) {
			if (edgesCross(flat, i, order[second], tolerance)) return true;
		}
	}
	return false;
}

function edgesCross(flat: Float64Array, i: number, j: number, tolerance: number): boolean {
	const count = flat.length / 2;
	const iNext = (i + 1) % count;
	const jNext = (j + 1) % count;
	if (iNext === j || jNext === i) return false;
	const ay = flat[i * 2 + 1];
	const by = flat[iNext * 2 + 1];
	const cy = flat[j * 2 + 1];
	const dy = flat[jNext * 2 + 1];
	if ((ay < cy && ay < dy && by < cy && by < dy) || (ay > cy && ay > dy && by > cy && by > dy)) return false;
	const ax = flat[i * 2];
	const bx = flat[iNext * 2];
	const cx = flat[j * 2];
	const dx = flat[jNext * 2];
	return separates(ax, ay, bx, by, cx, cy, dx, dy, tolerance) && separates(cx, cy, dx, dy, ax, ay, bx, by, tolerance);
}

/** True when c and d lie on different sides of the line a b, both farther from it than the tolerance. */
function separates(
	ax: number,
	ay: number,
	bx: number,
	by: number,
	cx: number,
	cy: number,
	dx: number,
	dy: number,
	tolerance: number,
): boolean {
	const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
	const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
	const least = tolerance * Math.hypot(bx - ax, by - ay);
	return (c > least && d < -least) || (c < -least && d > least);
}
