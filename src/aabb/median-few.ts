import { writeInner } from './leaves.ts';
import { boundRun, longestSide, longestSideOfTwo } from './median-box.ts';
import type { MedianSet } from './median-set.ts';

/** One to four faces: sorted by comparing, without a search for the median. Half of all inner nodes are of this kind. */
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
	const right = writeInner(set.nodes, node, 1);
	set.place[a] = isSwapped ? right : node + 1;
	set.place[b] = isSwapped ? node + 1 : right;
}

/** The least one left, the others right. */
function placeThree(set: MedianSet, node: number, begin: number): void {
	const { keys, order } = set;
	const first = keysOfLongestSide(set, begin, 3);
	let a = order[begin];
	let b = order[begin + 1];
	let c = order[begin + 2];
	if (isAfter(keys, first, a, b)) [a, b] = [b, a];
	if (isAfter(keys, first, a, c)) [a, c] = [c, a];
	const right = writeInner(set.nodes, node, 1);
	set.place[a] = node + 1;
	placePair(set, right, b, c);
}

/** The two least left, the others right. */
function placeFour(set: MedianSet, node: number, begin: number): void {
	const { keys, order } = set;
	const first = keysOfLongestSide(set, begin, 4);
	let a = order[begin];
	let b = order[begin + 1];
	let c = order[begin + 2];
	let d = order[begin + 3];
	if (isAfter(keys, first, a, b)) [a, b] = [b, a];
	if (isAfter(keys, first, c, d)) [c, d] = [d, c];
	if (isAfter(keys, first, a, c)) [a, c] = [c, a];
	if (isAfter(keys, first, b, d)) [b, d] = [d, b];
	if (isAfter(keys, first, b, c)) [b, c] = [c, b];
	const right = writeInner(set.nodes, node, 2);
	placePair(set, node + 1, a, b);
	placePair(set, right, c, d);
}

/** Where the keys along the longest side of a run's box begin. */
function keysOfLongestSide(set: MedianSet, begin: number, count: number): number {
	boundRun(set.boxes, set.order, begin, begin + count, set.median.boxBits);
	return longestSide(set.median.box) * set.capacity;
}

/** Whether a face stands behind another one in sorted order; faces are numbered in a set as they are in the mesh. */
function isAfter(keys: Float64Array, first: number, a: number, b: number): boolean {
	const keyA = keys[first + a];
	const keyB = keys[first + b];
	return keyB < keyA || (keyB === keyA && b < a);
}
