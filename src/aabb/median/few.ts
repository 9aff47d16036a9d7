import { writeInner } from '../leaves.ts';
import { boundRun, longestSide, longestSideOfTwo } from './box.ts';
import type { MedianSet } from './set.ts';

/**
 * One to four faces: sorted by comparing, without a search for the median. Three of four inner nodes are of this kind. Which face comes
 * first cannot be guessed, so faces change places without branches.
 */
export function placeFew(set: MedianSet, node: number, begin: number, count: number): void {
	const { order } = set;
	if (count === 1) set.place[order[begin]] = node;
	else if (count === 2) placePair(set, node, order[begin], order[begin + 1]);
	else if (count === 3) placeThree(set, node, begin);
	else placeFour(set, node, begin);
}

function placePair(set: MedianSet, node: number, a: number, b: number): void {
	const first = longestSideOfTwo(set.boxes, a << 3, b << 3, set.median) * set.capacity;
	const isSwapped = isAfter(set.keys, first, a, b);
	writeInner(set.nodes, node, 1);
	set.place[a] = node + 1 + isSwapped;
	set.place[b] = node + 2 - isSwapped;
}

/** The least one left, the others right. */
function placeThree(set: MedianSet, node: number, begin: number): void {
	const { order } = set;
	const first = keysOfLongestSide(set, begin, 3);
	sortTwo(set, first, begin, begin + 1);
	sortTwo(set, first, begin, begin + 2);
	const right = writeInner(set.nodes, node, 1);
	set.place[order[begin]] = node + 1;
	placePair(set, right, order[begin + 1], order[begin + 2]);
}

/** The two least left, the others right. */
function placeFour(set: MedianSet, node: number, begin: number): void {
	const { order } = set;
	const first = keysOfLongestSide(set, begin, 4);
	sortTwo(set, first, begin, begin + 1);
	sortTwo(set, first, begin + 2, begin + 3);
	sortTwo(set, first, begin, begin + 2);
	sortTwo(set, first, begin + 1, begin + 3);
	sortTwo(set, first, begin + 1, begin + 2);
	const right = writeInner(set.nodes, node, 2);
	placePair(set, node + 1, order[begin], order[begin + 1]);
	placePair(set, right, order[begin + 2], order[begin + 3]);
}

/** Where the keys along the longest side of a run's box begin. */
function keysOfLongestSide(set: MedianSet, begin: number, count: number): number {
	boundRun(set.boxes, set.order, begin, begin + count, set.median.boxBits);
	return longestSide(set.median.box) * set.capacity;
}

function sortTwo(set: MedianSet, first: number, i: number, j: number): void {
	const { order } = set;
	const a = order[i];
	const b = order[j];
	const swap = (a ^ b) & (0 - isAfter(set.keys, first, a, b));
	order[i] = a ^ swap;
	order[j] = b ^ swap;
}

/** 1 if a face stands behind another one in sorted order; faces are numbered in a set as they are in the mesh. */
function isAfter(keys: Float64Array, first: number, a: number, b: number): number {
	const keyA = keys[first + a];
	const keyB = keys[first + b];
	return Number(keyB < keyA) | (Number(keyB === keyA) & Number(b < a));
}
