/**
 * The probability that a random line touches a box. There are two kinds of lines: segments between two uniformly random points of the root's box, and
 * vertical lines at a uniformly random point of the plan. For the first kind, the probability is the box's volume plus half the expected number of
 * times that the segment crosses its six sides, all relative to the root's box: segments that start inside are counted by the volume, and those that
 * enter and leave cross twice.
 *
 * The expected number of crossings of a side is an integral over the position on the segment. For each axis alone it is known in closed form
 * (`shareBelow`, `crossings`), so tables over a lattice and Gaussian quadrature with four points are sufficient.
 */

/** Number of lattice steps along each axis of the root's box. */
export const STEPS = 1023;
/** Gauss–Legendre quadrature on (0, ½): position of the crossing, as a share of the segment's length. Each point also stands for its mirror image. */
const POINTS: readonly (readonly [at: number, weight: number])[] = [
	[0.5 * 0.06943184420297371, 0.5 * 0.17392742256872692],
	[0.5 * 0.33000947820757187, 0.5 * 0.32607257743127305],
	[0.5 * 0.6699905217924281, 0.5 * 0.32607257743127305],
	[0.5 * 0.9305681557970263, 0.5 * 0.17392742256872692],
];
const K: number = POINTS.length;

/** For each step of the lattice and each quadrature point: the probability that the segment, at that share of its length, is below this step. */
const BELOW = new Float64Array((STEPS + 1) * K);
/** For each step and point: the probability density that the segment crosses the plane at this step there, times the weight of the point. */
const CROSSED = new Float64Array((STEPS + 1) * K);

for (let step = 0; step <= STEPS; step++) {
	const c = step / STEPS;
	for (let k = 0; k < K; k++) {
		const [at, weight] = POINTS[k];
		BELOW[step * K + k] = shareBelow(c, at);
		CROSSED[step * K + k] = weight * (crossings(c, at) + crossings(c, 1 - at));
	}
}

/** The probability that (1 − at) × U + at × V ≤ c for uniformly random U and V; at ≤ ½. */
function shareBelow(c: number, at: number): number {
	const slope = 2 * at * (1 - at);
	if (c < at) return (c * c) / slope;
	return c <= 1 - at ? (c - at / 2) / (1 - at) : 1 - ((1 - c) * (1 - c)) / slope;
}

/** Density of the segments between uniformly random ends that cross the plane at c at this share of their length. */
function crossings(c: number, at: number): number {
	const reach = at < c ? (1 - c) / (1 - at) : c / at;
	return reach * reach;
}

/**
 * Probability-weighted cost of a box.
 *
 * @param x0 … z1 the box, in lattice steps of the root's box
 * @param planWeight weight of a vertical line relative to one of the other kind
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
