import { halfArea, joinSpans, spanCentre } from './packed-box.ts';
import type { SplitScratch, Treelet } from './treelet.ts';

/** Bins are found by a multiplication and a shift by 26: as many bits as 16 bins and a sign leave. */
const BIN_UNIT: number = 1 << 26;

/** Measures where the centres of a run lie, and returns the length of the longest side. */
export function measureCentres(treelet: Treelet, begin: number, end: number): number {
	const { centres } = treelet.split;
	boundCentres(treelet.boxes, treelet.order, begin, end, centres);
	return Math.max(centres[3] - centres[0], centres[4] - centres[1], centres[5] - centres[2]);
}

function boundCentres(boxes: Int32Array, order: Int32Array, begin: number, end: number, out: Int32Array): void {
	let lowX = 65536;
	let lowY = 65536;
	let lowZ = 65536;
	let highX = -65536;
	let highY = -65536;
	let highZ = -65536;
	for (let i = begin; i < end; i++) {
		const box = order[i] << 2;
		const x = spanCentre(boxes[box]);
		const y = spanCentre(boxes[box + 1]);
		const z = spanCentre(boxes[box + 2]);
		let less = highX - x;
		highX -= less & (less >> 31);
		less = lowX - x;
		lowX = x + (less & (less >> 31));
		less = highY - y;
		highY -= less & (less >> 31);
		less = lowY - y;
		lowY = y + (less & (less >> 31));
		less = highZ - z;
		highZ -= less & (less >> 31);
		less = lowZ - z;
		lowZ = z + (less & (less >> 31));
	}
	out[0] = lowX;
	out[1] = lowY;
	out[2] = lowZ;
	out[3] = highX;
	out[4] = highY;
	out[5] = highZ;
}

/**
 * Finds the cheapest split of a run whose centres were measured, by weight × area of both sides, neither heavier than `limit`.
 * Axes along which the centres reach less than an eighth of the longest way are never worth a look.
 *
 * @returns whether there is one; it stands in `treelet.split`
 */
export function findSplit(treelet: Treelet, begin: number, end: number, longest: number, limit: number): boolean {
	const { split } = treelet;
	const { centres } = split;
	split.cost = Infinity;
	split.axis = -1;
	for (let axis = 0; axis < 3; axis++) {
		const extent = centres[axis + 3] - centres[axis];
		if (extent * 8 < longest) continue;
		if (end - begin <= 8) tryMiddle(treelet, begin, end, axis, limit);
		else tryBins(treelet, begin, end, axis, limit);
	}
	return split.axis >= 0;
}

/** Few boxes: only the middle of their centres is tried, which costs the tree 1 % and saves a tenth of the time. */
function tryMiddle(treelet: Treelet, begin: number, end: number, axis: number, limit: number): void {
	const { boxes, order, split } = treelet;
	const cut = (split.centres[axis] + split.centres[axis + 3] + 1) >> 1;
	let leftX = 0;
	let leftY = 0;
	let leftZ = 0;
	let leftWeight = 0;
	let rightX = 0;
	let rightY = 0;
	let rightZ = 0;
	let rightWeight = 0;
	for (let i = begin; i < end; i++) {
		const box = order[i] << 2;
		const isLeft = (spanCentre(boxes[box + axis]) - cut) >> 31;
		const x = boxes[box];
		const y = boxes[box + 1];
		const z = boxes[box + 2];
		const weight = boxes[box + 3];
		leftX = joinSpans(leftX, x & isLeft);
		leftY = joinSpans(leftY, y & isLeft);
		leftZ = joinSpans(leftZ, z & isLeft);
		leftWeight += weight & isLeft;
		rightX = joinSpans(rightX, x & ~isLeft);
		rightY = joinSpans(rightY, y & ~isLeft);
		rightZ = joinSpans(rightZ, z & ~isLeft);
		rightWeight += weight & ~isLeft;
	}
	if (leftWeight === 0 || rightWeight === 0 || leftWeight > limit || rightWeight > limit) return;
	const cost = leftWeight * halfArea(leftX, leftY, leftZ) + rightWeight * halfArea(rightX, rightY, rightZ);
	if (cost < split.cost) {
		split.cost = cost;
		split.axis = axis;
		split.cut = cut;
		split.leftWeight = leftWeight;
	}
}

function tryBins(treelet: Treelet, begin: number, end: number, axis: number, limit: number): void {
	const { boxes, order, split } = treelet;
	const count = end - begin;
	const binCount = count <= 16 ? 4 : count <= 64 ? 8 : 16;
	const low = split.centres[axis];
	const factor = Math.floor((binCount * BIN_UNIT) / (split.centres[axis + 3] - low + 1));
	clearBins(split.bins, binCount);
	fillBins(boxes, order, begin, end, axis, low, factor, split.bins);
	weighBehind(split.bins, split.behind, binCount, limit);
	chooseBin(split, axis, binCount, limit, low, factor);
}

function clearBins(bins: Int32Array, binCount: number): void {
	for (let i = 0; i < binCount << 2; i++) bins[i] = 0;
}

function fillBins(
	boxes: Int32Array,
	order: Int32Array,
	begin: number,
	end: number,
	axis: number,
	low: number,
	factor: number,
	bins: Int32Array,
): void {
	for (let i = begin; i < end; i++) {
		const box = order[i] << 2;
		const bin = (Math.imul(spanCentre(boxes[box + axis]) - low, factor) >>> 26) << 2;
		bins[bin] = joinSpans(bins[bin], boxes[box]);
		bins[bin + 1] = joinSpans(bins[bin + 1], boxes[box + 1]);
		bins[bin + 2] = joinSpans(bins[bin + 2], boxes[box + 2]);
		bins[bin + 3] += boxes[box + 3];
	}
}

function weighBehind(bins: Int32Array, behind: Float64Array, binCount: number, limit: number): void {
	let x = 0;
	let y = 0;
	let z = 0;
	let weight = 0;
	for (let i = binCount - 1; i > 0; i--) {
		const bin = i << 2;
		x = joinSpans(x, bins[bin]);
		y = joinSpans(y, bins[bin + 1]);
		z = joinSpans(z, bins[bin + 2]);
		weight += bins[bin + 3];
		behind[i] = weight === 0 || weight > limit ? Infinity : weight * halfArea(x, y, z);
	}
}

function chooseBin(
	split: SplitScratch,
	axis: number,
	binCount: number,
	limit: number,
	low: number,
	factor: number,
): void {
	const { bins, behind } = split;
	let { cost } = split;
	let chosen = 0;
	let leftWeight = 0;
	let x = 0;
	let y = 0;
	let z = 0;
	let weight = 0;
	for (let i = 1; i < binCount; i++) {
		const bin = (i - 1) << 2;
		x = joinSpans(x, bins[bin]);
		y = joinSpans(y, bins[bin + 1]);
		z = joinSpans(z, bins[bin + 2]);
		weight += bins[bin + 3];
		if (weight > limit) break;
		const here = weight * halfArea(x, y, z) + behind[i];
		if (weight > 0 && here < cost) {
			cost = here;
			chosen = i;
			leftWeight = weight;
		}
	}
	if (chosen === 0) return;
	split.leftWeight = leftWeight;
	split.cost = cost;
	split.axis = axis;
	split.cut = low + Math.ceil((chosen * BIN_UNIT) / factor);
}

/** Moves the boxes left of the split found before the others, both in the order they had; returns where the right ones begin. */
export function partition(treelet: Treelet, begin: number, end: number): number {
	const { split } = treelet;
	return moveLeft(treelet.boxes, treelet.order, treelet.spare, begin, end, split.axis, split.cut);
}

function moveLeft(
	boxes: Int32Array,
	order: Int32Array,
	spare: Int32Array,
	begin: number,
	end: number,
	axis: number,
	cut: number,
): number {
	let left = begin;
	let right = 0;
	for (let i = begin; i < end; i++) {
		const box = order[i];
		const isLeft = (spanCentre(boxes[(box << 2) + axis]) - cut) >> 31;
		order[left] = box;
		spare[right] = box;
		left -= isLeft;
		right += 1 + isLeft;
	}
	for (let i = 0; i < right; i++) order[left + i] = spare[i];
	return left;
}
