/**
 * How likely a line touches a box. Lines are of two kinds: between two even random points of the root's box, and vertical at an even random
 * place. For the first kind the chance is the box's volume and half of how often the line is expected to cross its six sides, all as
 * shares of the root's box: whoever starts inside is counted by the volume, whoever enters and leaves crosses twice.
 *
 * How often a side is crossed is an integral over where on the line that happens; on each axis alone it is known in closed form
 * (`shareBelow`, `crossings`), so that tables over a lattice and four points of Gauss are enough.
 */

/** Steps of the lattice that the root's box has along each axis. */
export const STEPS = 1023;
/** Gauss–Legendre on (0, ½): where the line is crossed, as a share of its length; each stands for its mirror image, too. */
const POINTS: readonly (readonly [at: number, weight: number])[] = [
	[0.5 * 0.06943184420297371, 0.5 * 0.17392742256872692],
	[0.5 * 0.33000947820757187, 0.5 * 0.32607257743127305],
	[0.5 * 0.6699905217924281, 0.5 * 0.32607257743127305],
	[0.5 * 0.9305681557970263, 0.5 * 0.17392742256872692],
];
const K: number = POINTS.length;

/** For each step of the lattice and each point: how likely a line has come so far there. */
const BELOW = new Float64Array((STEPS + 1) * K);
/** … and how likely a line crosses the plane at this step there, times the point's weight. */
const CROSSED = new Float64Array((STEPS + 1) * K);

/** Fills the tables, once. */
export function prepareLineChance(): void {
	if (BELOW[BELOW.length - 1] === 1) return;
	for (let step = 1; step <= STEPS; step++) {
		const c = step / STEPS;
		for (let k = 0; k < K; k++) {
			const [at, weight] = POINTS[k];
			BELOW[step * K + k] = shareBelow(c, at);
			CROSSED[step * K + k] = weight * (crossings(c, at) + crossings(c, 1 - at));
		}
	}
}

/** The chance that (1 − at) × U + at × V ≤ c, for even random U and V, at ≤ ½. */
function shareBelow(c: number, at: number): number {
	const slope = 2 * at * (1 - at);
	if (c < at) return (c * c) / slope;
	return c <= 1 - at ? (c - at / 2) / (1 - at) : 1 - ((1 - c) * (1 - c)) / slope;
}

/** How often, for even random ends on both sides of c, the way between them is crossed at this share of it: a density. */
function crossings(c: number, at: number): number {
	const reach = at < c ? (1 - c) / (1 - at) : c / at;
	return reach * reach;
}

/**
 * @param x0 … z1 the box, in steps of the root's
 * @param planWeight what a vertical line counts beside one of the other kind
 */
export function lineChance(
	x0: number,
	y0: number,
	z0: number,
	x1: number,
	y1: number,
	z1: number,
	planWeight: number,
): number {
	const plan = ((x1 - x0) * (y1 - y0)) / (STEPS * STEPS);
	let crossed = 0;
	for (let k = 0, ax = x0 * K, ay = y0 * K, az = z0 * K, bx = x1 * K, by = y1 * K, bz = z1 * K; k < K; k++) {
		const x = BELOW[bx] - BELOW[ax];
		const y = BELOW[by] - BELOW[ay];
		const z = BELOW[bz] - BELOW[az];
		crossed += (CROSSED[ax++] + CROSSED[bx++]) * y * z;
		crossed += x * ((CROSSED[ay++] + CROSSED[by++]) * z + (CROSSED[az++] + CROSSED[bz++]) * y);
	}
	return plan * (planWeight + (z1 - z0) / STEPS) + crossed / 2;
}
