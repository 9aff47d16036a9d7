import { type BoxRecords, boundRecords, boxRecords, writeInner, writeLeaf } from './tree.ts';

/** In one file: packing, binning and splitting share arrays and the layout of their words. */

/**
 * The surface area heuristic on a set of boxes: at each node the split with the least sum of weight × area of both sides, tried between bins along
 * every axis that is long enough.
 *
 * Boxes are on a lattice of 32,768 steps, with one word for each axis (a *span*): the upper bound in the low half, and 32767 minus the lower bound in
 * the high half. The box around two boxes then is the greater of both halves, which takes nine integer operations and no branch. With floats and
 * branches, filling the bins of a split took 20 to 30 ns a face; with spans it takes 5 to 7. The lattice is only used to choose splits; boxes that
 * are written never pass through it.
 */

/** Lattice steps along the longest axis; one less than there are, for rounding upwards. */
const LATTICE = 32766;

/** Centres within this many half steps of the lattice are measured again on a finer lattice. */
const COARSE = 48;

/** The bin of a box is found by a multiplication and a shift by 26 bits, which leaves room for 16 bins and a sign. */
const BIN_UNIT: number = 1 << 26;
const MOST_BINS = 16;

/**
 * Share of a level's capacity that cells may fill. The rest is reserved for dividing the faces within cells: cells cannot be divided evenly, and a
 * part that is completely full could only be halved.
 */
const CELL_FILL = 0.9;

/** Packs two bounds into a span. Coordinates outside the lattice wrap around; then the split may be worse, but the tree is still correct. */
function packSpan(low: number, high: number, origin: number, scale: number): number {
	const upper = ((high - origin) * scale + 1) & 0x7fff;
	const lower = ((low - origin) * scale) & 0x7fff;
	return upper | ((0x7fff - lower) << 16);
}

/** The span around two spans; 0 is the empty span. */
function joinSpans(a: number, b: number): number {
	const notLess = (((a | 0x80008000) - b) >>> 15) & 0x10001;
	return b ^ ((a ^ b) & ((notLess << 15) - notLess));
}

function spanLength(span: number): number {
	return (span & 0x7fff) + (span >> 16) - 0x7fff;
}

/** Twice the middle of a span, relative to an arbitrary but fixed origin. */
function spanCentre(span: number): number {
	return (span & 0x7fff) - (span >> 16);
}

/** Half the surface area of a box. */
function halfArea(x: number, y: number, z: number): number {
	const lengthX = spanLength(x);
	const lengthY = spanLength(y);
	return lengthX * lengthY + spanLength(z) * (lengthX + lengthY);
}

/**
 * The most faces that `levels` levels can hold; from 30 levels on more than a table can have. A shift, because `2 ** levels` costs a function call.
 */
function capacityOf(levels: number): number {
	return levels < 0 ? 0 : 1 << Math.min(levels, 30);
}

type GrowPart = (order: Int32Array, node: number, levels: number) => void;

/**
 * A set of weighted boxes from which one part of the tree is built: the faces of a room or of a grid cell, with weight 1; or the cells of a grid,
 * with the number of their faces as weight. Most of the time of a conversion is spent on these arrays. They fit into the first-level cache and are
 * reused for the next set.
 */
export class Treelet {
	readonly nodes: Int32Array;
	/**
	 * If boxes are cells: builds a node over the faces of one cell, or of several that no split can divide within the allowed levels. Undefined if
	 * boxes are faces; then leaves are written.
	 */
	private readonly growPart: GrowPart | undefined;
	/** The boxes, sorted so that each node has a run of them. */
	private readonly order: Int32Array;
	/** Where the boxes come from, and the index of the first of them. */
	private records: BoxRecords = boxRecords(0);
	private first = 0;
	/** 4 words a box: its spans along x, y and z, and its weight. */
	private readonly boxes: Int32Array;
	private readonly spare: Int32Array;
	private readonly bounds: BoxRecords = boxRecords(1);
	/** Least and greatest centre of a run along x, y, z. */
	private readonly centres: Int32Array = new Int32Array(6);
	/** 4 words a bin: the spans of the box around its boxes, and their weight. */
	private readonly bins: Int32Array = new Int32Array(MOST_BINS * 4);
	/** For each bin: weight × area of all bins before it, and of it and all bins behind it. */
	private readonly before: Float64Array = new Float64Array(MOST_BINS + 1);
	private readonly behind: Float64Array = new Float64Array(MOST_BINS + 1);
	/** The cheapest split so far: its cost, its axis (−1 for none), and the least centre of the right side. */
	private cost = Infinity;
	private axis = -1;
	private cut = 0;

	/** @param capacity the most boxes @param nodes words of the tree, to which nodes are written */
	constructor(capacity: number, nodes: Int32Array, growPart?: GrowPart) {
		this.nodes = nodes;
		this.growPart = growPart;
		this.boxes = new Int32Array(capacity * 4);
		this.order = new Int32Array(capacity);
		this.spare = new Int32Array(capacity);
	}

	/** Builds a node over some records, with no leaf more than `levels` levels below it; their weight must be ≤ 2^levels. */
	grow(records: BoxRecords, first: number, count: number, node: number, levels: number): void {
		this.records = records;
		this.first = first;
		for (let i = 0; i < count; i++) this.order[i] = i;
		this.pack(0, count);
		this.growRun(0, count, node, levels, false);
	}

	/** @param isOnePlace true if the centres of all boxes are equal */
	private growRun(begin: number, end: number, node: number, levels: number, isOnePlace: boolean): void {
		const { growPart, order, nodes } = this;
		const count = end - begin;
		if (count === 1 && growPart === undefined) {
			writeLeaf(nodes, node, this.records.i32, this.first + order[begin]);
			return;
		}
		let middle = -1;
		let longest = 0;
		if (count <= 4 && this.areLight(begin, end, levels)) middle = this.pairUp(begin, end);
		else if (count > 1) {
			longest = isOnePlace ? 0 : this.measure(begin, end);
			middle = this.divide(begin, end, levels - 1, longest);
		}
		if (middle < 0) {
			growPart!(order.subarray(begin, end), node, levels);
			return;
		}
		const right = writeInner(nodes, node, this.weigh(begin, middle));
		const hasOneCentre = longest === 0;
		this.growRun(begin, middle, node + 1, levels - 1, hasOneCentre);
		this.growRun(middle, end, right, levels - 1, hasOneCentre);
	}

	/** Puts a run on a lattice that just contains it, with the same step on all axes, so that areas keep their ratios. */
	private pack(begin: number, end: number): void {
		const { boxes, order, first, bounds } = this;
		const { f32, i32 } = this.records;
		boundRecords(this.records, first, begin, end, order, bounds);
		const [x, y, z, highX, highY, highZ] = bounds.f32;
		const extent = Math.max(highX - x, highY - y, highZ - z);
		const scale = extent > 0 ? LATTICE / extent : 0;
		for (let i = begin; i < end; i++) {
			const from = (first + order[i]) << 3;
			const to = order[i] << 2;
			boxes[to] = packSpan(f32[from], f32[from + 3], x, scale);
			boxes[to + 1] = packSpan(f32[from + 1], f32[from + 4], y, scale);
			boxes[to + 2] = packSpan(f32[from + 2], f32[from + 5], z, scale);
			boxes[to + 3] = i32[from + 7];
		}
	}

	/** Number of faces in a run. */
	private weigh(begin: number, end: number): number {
		const { boxes, order } = this;
		if (this.growPart === undefined) return end - begin;
		let weight = 0;
		for (let i = begin; i < end; i++) weight += boxes[(order[i] << 2) + 3];
		return weight;
	}

	/** For two to four boxes that are cells: true if each fits into the levels that pairing leaves for it. Always true for faces. */
	private areLight(begin: number, end: number, levels: number): boolean {
		if (this.growPart === undefined) return true;
		const limit = capacityOf(end - begin === 2 ? levels - 1 : levels - 2);
		for (let i = begin; i < end; i++) if (this.weigh(i, i + 1) > limit) return false;
		return end - begin > 1;
	}

	/**
	 * Divides two to four boxes by comparing all pairs, without bins. Of the shapes of a tree over four boxes only two pairs are considered: a chain
	 * is so rarely better that it saves next to nothing (0.1 % on real rooms), and makes the tree deeper.
	 *
	 * @returns where the right side begins
	 */
	private pairUp(begin: number, end: number): number {
		if (end - begin === 2) return begin + 1;
		const [a, b, c, d] = [begin, begin + 1, begin + 2, begin + 3];
		const ab = this.pairArea(a, b);
		const ac = this.pairArea(a, c);
		const bc = this.pairArea(b, c);
		if (end - begin === 3) {
			this.moveUp(ab <= ac && ab <= bc ? c : ac <= bc ? b : a, a);
			return begin + 1;
		}
		const withB = ab + this.pairArea(c, d);
		const withC = ac + this.pairArea(b, d);
		const withD = this.pairArea(a, d) + bc;
		this.moveUp(withB <= withC && withB <= withD ? b : withC <= withD ? c : d, b);
		return begin + 2;
	}

	private pairArea(at: number, other: number): number {
		const { boxes, order } = this;
		const i = order[at] << 2;
		const j = order[other] << 2;
		return halfArea(
			joinSpans(boxes[i], boxes[j]),
			joinSpans(boxes[i + 1], boxes[j + 1]),
			joinSpans(boxes[i + 2], boxes[j + 2]),
		);
	}

	/** Moves a box before others, which keep their order. */
	private moveUp(from: number, to: number): void {
		const { order } = this;
		const box = order[from];
		for (let i = from; i > to; i--) order[i] = order[i - 1];
		order[to] = box;
	}

	/** The longest side of the box around the centres of a run, in half steps of the lattice; 0 if all centres are equal. */
	private measure(begin: number, end: number): number {
		const longest = this.measureCentres(begin, end);
		if (longest >= COARSE) return longest;
		this.pack(begin, end);
		return this.measureCentres(begin, end);
	}

	private measureCentres(begin: number, end: number): number {
		const { boxes, order, centres } = this;
		centres.fill(65536, 0, 3).fill(-65536, 3);
		for (let i = begin; i < end; i++) {
			for (let axis = 0; axis < 3; axis++) {
				const centre = spanCentre(boxes[(order[i] << 2) + axis]);
				centres[axis] = Math.min(centres[axis], centre);
				centres[axis + 3] = Math.max(centres[axis + 3], centre);
			}
		}
		return Math.max(centres[3] - centres[0], centres[4] - centres[1], centres[5] - centres[2]);
	}

	/** Sorts a run so that its left part becomes the left child. @returns where the right part begins; −1 if cells are too heavy to be divided */
	private divide(begin: number, end: number, levels: number, longest: number): number {
		const most = capacityOf(levels);
		if (longest > 0) {
			this.findSplit(begin, end, longest, most * (this.growPart === undefined ? 1 : CELL_FILL));
			if (this.axis >= 0) return this.partition(begin, end);
			this.sortAlongLongest(begin, end);
		}
		return this.halve(begin, end, most);
	}

	/**
	 * Finds the cheapest split of a run whose centres were measured, with neither side heavier than `limit`. Axes along which the centres extend over
	 * less than an eighth of the longest extent are skipped, as they never win.
	 */
	private findSplit(begin: number, end: number, longest: number, limit: number): void {
		const { centres } = this;
		const count = end - begin;
		this.cost = Infinity;
		this.axis = -1;
		for (let axis = 0; axis < 3; axis++) {
			const low = centres[axis];
			const extent = centres[axis + 3] - low;
			if (extent * 8 < longest) continue;
			if (count <= 8) {
				// For few boxes only the middle between their centres is tried. This makes the tree 1 % more expensive and saves a
				// tenth of the time.
				this.tryMiddle(begin, end, axis, limit, (low + centres[axis + 3] + 1) >> 1);
			} else {
				const bins = count <= 16 ? 4 : count <= 64 ? 8 : 16;
				this.tryBins(begin, end, axis, limit, bins, low, Math.floor((bins * BIN_UNIT) / (extent + 1)));
			}
		}
	}

	/** Tries the splits between the bins of an axis. The bin of a box is ⌊(centre − low) × factor / 2²⁶⌋. */
	private tryBins(
		begin: number,
		end: number,
		axis: number,
		limit: number,
		binCount: number,
		low: number,
		factor: number,
	): void {
		const { boxes, order, bins } = this;
		bins.fill(0, 0, binCount << 2);
		for (let i = begin; i < end; i++) {
			const box = order[i] << 2;
			this.addToBin((Math.imul(spanCentre(boxes[box + axis]) - low, factor) >>> 26) << 2, box);
		}
		this.sweepBins(binCount, limit);
		for (let bin = 1; bin < binCount; bin++) this.take(bin, axis, low + Math.ceil((bin * BIN_UNIT) / factor));
	}

	/** Tries the split at one centre, as `tryBins` does with two bins. */
	private tryMiddle(begin: number, end: number, axis: number, limit: number, cut: number): void {
		const { boxes, order, bins } = this;
		bins.fill(0, 0, 8);
		for (let i = begin; i < end; i++) {
			const box = order[i] << 2;
			this.addToBin(spanCentre(boxes[box + axis]) < cut ? 0 : 4, box);
		}
		this.sweepBins(2, limit);
		this.take(1, axis, cut);
	}

	private addToBin(bin: number, box: number): void {
		const { boxes, bins } = this;
		bins[bin] = joinSpans(bins[bin], boxes[box]);
		bins[bin + 1] = joinSpans(bins[bin + 1], boxes[box + 1]);
		bins[bin + 2] = joinSpans(bins[bin + 2], boxes[box + 2]);
		bins[bin + 3] += boxes[box + 3];
	}

	private sweepBins(binCount: number, limit: number): void {
		this.sweep(0, 1, binCount, limit, this.before);
		this.sweep(binCount - 1, -1, binCount, limit, this.behind);
	}

	/** Keeps the split before a bin if it is the cheapest so far. */
	private take(bin: number, axis: number, cut: number): void {
		const cost = this.before[bin] + this.behind[bin];
		if (cost >= this.cost) return;
		this.cost = cost;
		this.axis = axis;
		this.cut = cut;
	}

	/** Weight × area of each bin together with all bins passed before; Infinity where these are empty or too heavy for one side. */
	private sweep(start: number, step: number, binCount: number, limit: number, costs: Float64Array): void {
		const { bins } = this;
		let x = 0;
		let y = 0;
		let z = 0;
		let weight = 0;
		for (let bin = start, i = 1; i < binCount; bin += step, i++) {
			const word = bin << 2;
			x = joinSpans(x, bins[word]);
			y = joinSpans(y, bins[word + 1]);
			z = joinSpans(z, bins[word + 2]);
			weight += bins[word + 3];
			// Going forwards, the border is behind the bin; going backwards, before it.
			costs[step > 0 ? bin + 1 : bin] = weight === 0 || weight > limit ? Infinity : weight * halfArea(x, y, z);
		}
	}

	/** Moves the boxes of the left side to the front; both sides keep their order. @returns where the right side begins */
	private partition(begin: number, end: number): number {
		const { boxes, order, spare, axis, cut } = this;
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

	/** Only needed for halving, which is rare, so a plain sort is used; equal centres keep their order. */
	private sortAlongLongest(begin: number, end: number): void {
		const { boxes, order, centres } = this;
		const extents = [0, 1, 2].map((axis) => centres[axis + 3] - centres[axis]);
		const axis = extents.indexOf(Math.max(...extents));
		const centreOf = (box: number): number => spanCentre(boxes[(box << 2) + axis]);
		order.set(
			[...order.subarray(begin, end)].sort((a, b) => centreOf(a) - centreOf(b)),
			begin,
		);
	}

	/** Finds the cut of a sorted run that is nearest to half its weight. */
	private halve(begin: number, end: number, limit: number): number {
		const total = this.weigh(begin, end);
		let middle = begin + 1;
		let left = this.weigh(begin, middle);
		for (; middle < end - 1; middle++) {
			const weight = this.weigh(middle, middle + 1);
			if (Math.abs(total - 2 * (left + weight)) >= Math.abs(total - 2 * left)) break;
			left += weight;
		}
		return left > limit || total - left > limit ? -1 : middle;
	}
}
