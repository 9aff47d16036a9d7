import type { MedianScratch, MedianSet } from './set.ts';

/**
 * Finds the key that divides a run so that `leftCount` faces go left: its place in sorted order, without sorting the run. A histogram
 * over the node's box finds the bin it lies in, and only that bin's keys are sorted. Few keys are sorted at once.
 *
 * Keys of floats within a box lie within three times its bounds, rounding included, as sums of floats keep their order.
 */
export function findMedian(set: MedianSet, begin: number, end: number, axis: number, leftCount: number): void {
	const { keys, order, median } = set;
	const first = axis * set.capacity;
	if (end - begin <= 12) {
		copyKeys(keys, first, order, begin, end, median.sorting);
		rank(median, end - begin, leftCount);
		return;
	}
	const { histogram } = median;
	const binCount = end - begin > 1024 ? 256 : 32;
	const low = median.box[axis] * 3;
	const scale = (binCount - 1) / (median.box[axis + 3] * 3 - low);
	for (let bin = 0; bin <= binCount; bin++) histogram[bin] = 0;
	countKeys(keys, first, order, begin, end, low, scale, histogram);
	let bin = 0;
	let before = 0;
	while (before + histogram[bin] <= leftCount) before += histogram[bin++];
	const count = copyBin(keys, first, order, begin, end, low, scale, bin, median.sorting);
	rank(median, count, leftCount - before);
}

function copyKeys(
	keys: Float64Array,
	first: number,
	order: Int32Array,
	begin: number,
	end: number,
	out: Float64Array,
): void {
	for (let i = begin, to = 0; i < end; i++) out[to++] = keys[first + order[i]];
}

function countKeys(
	keys: Float64Array,
	first: number,
	order: Int32Array,
	begin: number,
	end: number,
	low: number,
	scale: number,
	histogram: Int32Array,
): void {
	for (let i = begin; i < end; i++) histogram[((keys[first + order[i]] - low) * scale) | 0]++;
}

/** Copies the keys of one bin; returns how many there are. */
function copyBin(
	keys: Float64Array,
	first: number,
	order: Int32Array,
	begin: number,
	end: number,
	low: number,
	scale: number,
	bin: number,
	out: Float64Array,
): number {
	let count = 0;
	for (let i = begin; i < end; i++) {
		const key = keys[first + order[i]];
		out[count] = key;
		count += Number((((key - low) * scale) | 0) === bin);
	}
	return count;
}

/** The key at a place of sorted order among the first `count`, and how many of its equals stand before it. */
function rank(median: MedianScratch, count: number, at: number): void {
	const { sorting } = median;
	if (count <= 24) sortFew(sorting, count);
	else if (!areEqual(sorting, count)) sorting.subarray(0, count).sort();
	const key = sorting[at];
	let equal = at;
	while (equal > 0 && sorting[equal - 1] === key) equal--;
	median.key = key;
	median.equalLeft = at - equal;
}

function sortFew(keys: Float64Array, count: number): void {
	for (let i = 1; i < count; i++) {
		const key = keys[i];
		let at = i;
		for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
		keys[at] = key;
	}
}

/** Many faces with one centroid are common: a column of a grid, or doubles. */
function areEqual(keys: Float64Array, count: number): boolean {
	const key = keys[0];
	for (let i = 1; i < count; i++) if (keys[i] !== key) return false;
	return true;
}
