import { LEFT, NODE_WORDS, RIGHT } from './tree.ts';

/** Number of nodes of a subtree in pre-order. */
export function sizeOf(i32: Int32Array, node: number): number {
	let last = node;
	while (i32[last * NODE_WORDS + RIGHT] >= 0) last = i32[last * NODE_WORDS + RIGHT];
	return last + 1 - node;
}

/** Number of levels below a node. */
export function heightOf(i32: Int32Array, node: number): number {
	const word = node * NODE_WORDS;
	if (i32[word + LEFT] < 0) return 0;
	return 1 + Math.max(heightOf(i32, i32[word + LEFT]), heightOf(i32, i32[word + RIGHT]));
}

/**
 * Reorders subtrees in place, from front to back. A subtree that is in the way of another one is copied aside until its turn comes. Only a few are
 * aside at any time, whereas a full copy of the tree of a million faces takes 88 MB.
 */
export class StandingSubtrees {
	private readonly i32: Int32Array;
	/** First nodes of the subtrees, ascending; those from `passed` on have not been overwritten yet. */
	private readonly standing: Int32Array;
	private passed = 0;
	/** Copies of subtrees that were in the way, by their first nodes. */
	private readonly aside: Map<number, Int32Array> = new Map();
	private readonly moved: Set<number> = new Set();

	/** @param roots first nodes of the subtrees, in any order */
	constructor(i32: Int32Array, roots: Int32Array) {
		this.i32 = i32;
		this.standing = roots.sort();
	}

	/** Copies subtrees aside that begin before a node. */
	clear(end: number): void {
		const { i32, standing, aside, moved } = this;
		for (; this.passed < standing.length && standing[this.passed] < end; this.passed++) {
			const root = standing[this.passed];
			if (!moved.has(root)) aside.set(root, i32.slice(root * NODE_WORDS, (root + sizeOf(i32, root)) * NODE_WORDS));
		}
	}

	/** Moves a subtree to another position, unchanged. @returns its number of nodes */
	move(root: number, to: number): number {
		const { i32, aside } = this;
		const kept = aside.get(root);
		const size = kept === undefined ? sizeOf(i32, root) : kept.length / NODE_WORDS;
		aside.delete(root);
		this.moved.add(root);
		this.clear(to + size);
		if (kept === undefined) i32.copyWithin(to * NODE_WORDS, root * NODE_WORDS, (root + size) * NODE_WORDS);
		else i32.set(kept, to * NODE_WORDS);
		if (root !== to) this.renumber(to, size, to - root);
		return size;
	}

	private renumber(first: number, size: number, by: number): void {
		const { i32 } = this;
		for (let word = first * NODE_WORDS; word < (first + size) * NODE_WORDS; word += NODE_WORDS) {
			if (i32[word + LEFT] < 0) continue;
			i32[word + LEFT] += by;
			i32[word + RIGHT] += by;
		}
	}
}

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

/** Fills the tables for a step, once. Small trees have few different steps, and whole tables would take longer than everything else about such a tree. */
export function prepareStep(step: number): void {
	if (step === 0 || BELOW[step * K] > 0) return;
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
 * @param x0 … z1 the box, in lattice steps of the root's box, each of them prepared
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
