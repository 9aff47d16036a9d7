import { type BoxRecords, boundRecords, boxRecords, greater, lesser, writeInner, writeLeaf } from './boxes.ts';

/**
 * The surface area heuristic on a set of boxes: at each node the split with the least weight × area on both sides, tried between bins
 * along every axis that is long enough.
 *
 * Boxes lie on a lattice of 32,768 steps, an axis a word (a *span*): the upper bound in the low half, 32767 less the lower bound in the
 * high half, so that the box of two boxes is the larger of both halves. Two comparisons cost nine integer operations and no
 * branch; with floats and branches filling the bins of a split took 20 to 30 ns a face, with spans 5 to 7. Only splits are chosen on
 * the lattice; the boxes that are written never pass through it.
 */

/** Steps of the lattice along the longest axis, less one for rounding upwards. */
const LATTICE = 32766;

/** Centres closer than this many half steps of the lattice are looked at on a finer one. */
const COARSE = 48;

/** Bins are found by a multiplication and a shift by 26: as many bits as 16 bins and a sign leave. */
const BIN_UNIT: number = 1 << 26;
const MOST_BINS = 16;

/**
 * Share of a level's capacity that cells may fill. The rest is for the faces within: cells cannot be divided evenly, and a part that is
 * full to the last face leaves no choice but halving.
 */
const CELL_FILL = 0.9;

/** A coordinate beyond the lattice wraps: such a box is a bad guide, never an error. */
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

/** Twice the middle of a span, from an origin of its own. */
function spanCentre(span: number): number {
	return (span & 0x7fff) - (span >> 16);
}

/** Half the surface of a box. */
function halfArea(x: number, y: number, z: number): number {
	const lengthX = spanLength(x);
	const lengthY = spanLength(y);
	return lengthX * lengthY + spanLength(z) * (lengthX + lengthY);
}

/** Faces that so many levels can hold; more than a table can have from 30 on. A power costs a call of its own. */
function capacityOf(levels: number): number {
	return levels < 0 ? 0 : 1 << Math.min(levels, 30);
}

type GrowPart = (order: Int32Array, node: number, levels: number) => void;

/**
 * A set of weighted boxes that becomes one part of the tree: the faces of a room, or of a grid cell, a weight of 1 each; or the cells of
 * a grid, which weigh as many faces as they hold. The heaviest work of a conversion happens on these arrays; they are small enough for
 * the nearest cache and are used again for the next set.
 */
export class Treelet {
	readonly nodes: Int32Array;
	/**
	 * Where boxes are cells: grows a node over the faces of one, or of several that no split could divide within the levels they may take.
	 * Where they are faces there is none, and leaves are written.
	 */
	private readonly growPart: GrowPart | undefined;
	/** The boxes, so sorted that every node holds a run of them. */
	private readonly order: Int32Array;
	/** Where the boxes come from, and the first of them. */
	private records: BoxRecords = boxRecords(0);
	private first = 0;
	/** 4 words a box: its spans on the lattice along x, y and z, and its weight. */
	private readonly boxes: Int32Array;
	private readonly spare: Int32Array;
	private readonly bounds: BoxRecords = boxRecords(1);
	/** Least and greatest centre of a run along x, y, z. */
	private readonly centres: Int32Array = new Int32Array(6);
	/** 4 words a bin: the box around its boxes, and their weight. */
	private readonly bins: Int32Array = new Int32Array(MOST_BINS * 4);
	/** For each bin: weight × area of all bins before it, and of it and all behind it. */
	private readonly before: Float64Array = new Float64Array(MOST_BINS + 1);
	private readonly behind: Float64Array = new Float64Array(MOST_BINS + 1);
	/** The cheapest split so far: its cost, its axis (−1 for none), and the centre from which on boxes are right. */
	private cost = Infinity;
	private axis = -1;
	private cut = 0;

	/** @param nodes the tree's words, to which nodes are written */
	constructor(capacity: number, nodes: Int32Array, growPart?: GrowPart) {
		this.nodes = nodes;
		this.growPart = growPart;
		this.boxes = new Int32Array(capacity * 4);
		this.order = new Int32Array(capacity);
		this.spare = new Int32Array(capacity);
	}

	/** Grows a node over some records; no leaf may lie more than so many levels below it, and weight ≤ 2^levels. */
	grow(records: BoxRecords, first: number, count: number, node: number, levels: number): void {
		this.records = records;
		this.first = first;
		for (let i = 0; i < count; i++) this.order[i] = i;
		this.pack(0, count);
		this.growRun(0, count, node, levels, false);
	}

	/** @param isOnePlace the centres of all boxes are equal */
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

	/** Packs a run on a lattice that just holds it, with as many steps a metre on all axes, so that areas keep their ratios. */
	private pack(begin: number, end: number): void {
		const { boxes, order, first, bounds } = this;
		const { f32, i32 } = this.records;
		boundRecords(i32, first, begin, end, order, bounds);
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

	/** Faces of a run. */
	private weigh(begin: number, end: number): number {
		const { boxes, order } = this;
		if (this.growPart === undefined) return end - begin;
		let weight = 0;
		for (let i = begin; i < end; i++) weight += boxes[(order[i] << 2) + 3];
		return weight;
	}

	/** Whether each of two to four boxes fits where pairs of them lie. Faces always do. */
	private areLight(begin: number, end: number, levels: number): boolean {
		if (this.growPart === undefined) return true;
		const limit = capacityOf(end - begin === 2 ? levels - 1 : levels - 2);
		for (let i = begin; i < end; i++) if (this.weigh(i, i + 1) > limit) return false;
		return end - begin > 1;
	}

	/**
	 * Two to four boxes: the best tree is found by looking at all pairs, without bins. Of the shapes for four only two pairs are
	 * considered; a chain is better so seldom that it shortens no walk (0.1 % on real rooms), and deepens the tree.
	 *
	 * @returns where the right ones begin
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

	/** Puts a box before others, which keep their order. */
	private moveUp(from: number, to: number): void {
		const { order } = this;
		const box = order[from];
		for (let i = from; i > to; i--) order[i] = order[i - 1];
		order[to] = box;
	}

	/** The longest side of the box around the centres of a run, in half steps of the lattice; 0 if they lie in one place. */
	private measure(begin: number, end: number): number {
		const longest = this.measureCentres(begin, end);
		if (longest >= COARSE) return longest;
		this.pack(begin, end);
		return this.measureCentres(begin, end);
	}

	private measureCentres(begin: number, end: number): number {
		const { boxes, order, centres } = this;
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
			lowX = lesser(lowX, x);
			lowY = lesser(lowY, y);
			lowZ = lesser(lowZ, z);
			highX = greater(highX, x);
			highY = greater(highY, y);
			highZ = greater(highZ, z);
		}
		centres[0] = lowX;
		centres[1] = lowY;
		centres[2] = lowZ;
		centres[3] = highX;
		centres[4] = highY;
		centres[5] = highZ;
		return Math.max(highX - lowX, highY - lowY, highZ - lowZ);
	}

	/** Sorts a run so that its left part becomes the left child; returns where the right one begins, −1 if cells are too heavy for that. */
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
	 * Finds the cheapest split of a run whose centres were measured, neither side heavier than `limit`. Axes along which the centres reach
	 * less than an eighth of the longest way are never worth a look.
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
				// Few boxes: only the middle of their centres is tried, two bins, which costs the tree 1 % and saves a tenth of the time.
				const middle = (low + centres[axis + 3] + 1) >> 1;
				this.tryBins(begin, end, axis, limit, 2, middle - (1 << 17), BIN_UNIT >> 17);
			} else {
				const bins = count <= 16 ? 4 : count <= 64 ? 8 : 16;
				this.tryBins(begin, end, axis, limit, bins, low, Math.floor((bins * BIN_UNIT) / (extent + 1)));
			}
		}
	}

	/** Tries the splits between bins along an axis; a box is in bin ⌊(centre − low) × factor / 2²⁶⌋. */
	private tryBins(
		begin: number,
		end: number,
		axis: number,
		limit: number,
		binCount: number,
		low: number,
		factor: number,
	): void {
		const { before, behind } = this;
		this.fillBins(begin, end, axis, binCount, low, factor);
		this.sweep(0, 1, binCount, limit, before);
		this.sweep(binCount - 1, -1, binCount, limit, behind);
		for (let bin = 1; bin < binCount; bin++) {
			const cost = before[bin] + behind[bin];
			if (cost >= this.cost) continue;
			this.cost = cost;
			this.axis = axis;
			this.cut = low + Math.ceil((bin * BIN_UNIT) / factor);
		}
	}

	private fillBins(begin: number, end: number, axis: number, binCount: number, low: number, factor: number): void {
		const { boxes, order, bins } = this;
		for (let i = 0; i < binCount << 2; i++) bins[i] = 0;
		for (let i = begin; i < end; i++) {
			const box = order[i] << 2;
			const bin = (Math.imul(spanCentre(boxes[box + axis]) - low, factor) >>> 26) << 2;
			bins[bin] = joinSpans(bins[bin], boxes[box]);
			bins[bin + 1] = joinSpans(bins[bin + 1], boxes[box + 1]);
			bins[bin + 2] = joinSpans(bins[bin + 2], boxes[box + 2]);
			bins[bin + 3] += boxes[box + 3];
		}
	}

	/** Weight × area of each bin with all that were passed before; Infinity where they are empty or too heavy for a side. */
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
			// Forwards the border lies behind the bin, backwards before it.
			costs[step > 0 ? bin + 1 : bin] = weight === 0 || weight > limit ? Infinity : weight * halfArea(x, y, z);
		}
	}

	/** Moves the boxes left of the split found before the others, both in the order they had; returns where the right ones begin. */
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

	/** For halving, seldom needed, so a plain sort: equal centres keep their order. */
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

	/** The cut of a sorted run that is nearest to half its weight. */
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
