import { type BoxRecords, RECORD_WORDS } from '../face-boxes.ts';
import { LATTICE, packSpan } from './packed-box.ts';

/**
 * A set of weighted boxes that becomes one part of the tree: the faces of a room, or of a grid cell, a weight of 1 each; or the cells of
 * a grid, which weigh as many faces as they hold. The heaviest work of a conversion happens on these arrays; they are small enough for
 * the nearest cache and are used again for the next set.
 */
export interface Treelet {
	/** Where the boxes come from. */
	records: BoxRecords;
	/** The first record. */
	first: number;
	/** 4 words a box: its spans on the lattice along x, y and z, and its weight. */
	readonly boxes: Int32Array;
	/** The boxes, so sorted that every node holds a run of them. */
	readonly order: Int32Array;
	readonly spare: Int32Array;
	/** For each box: the node it became, and how many levels its faces may still take. */
	readonly place: Int32Array;
	readonly levels: Int32Array;
	/** The tree's words, which inner nodes are written to. */
	readonly nodes: Int32Array;
	/** Runs of `order` that no split could divide within their levels, 4 numbers each: node, begin, end, levels. Only of cells. */
	readonly undivided: number[];
	/** The boxes are cells: they may be too heavy for a level. */
	readonly weighted: boolean;
	readonly stack: Int32Array;
	readonly split: SplitScratch;
}

/** What the search for a split works on, and its answer. */
export interface SplitScratch {
	/** Least and greatest centre along x, y, z. */
	readonly centres: Int32Array;
	/** 4 words a bin: the box around its boxes, and their weight. */
	readonly bins: Int32Array;
	/** For each bin: weight × area of it and all behind it. */
	readonly behind: Float64Array;
	/** Least cost so far. */
	cost: number;
	/** The axis of that split, or −1. */
	axis: number;
	/** Boxes whose centre lies below are left. */
	cut: number;
	/** Weight of the left side. */
	leftWeight: number;
}

export const BOX_WORDS = 4;
export const BOX_WEIGHT = 3;
const MOST_BINS = 16;

function splitScratch(): SplitScratch {
	return {
		centres: new Int32Array(6),
		bins: new Int32Array(MOST_BINS * BOX_WORDS),
		behind: new Float64Array(MOST_BINS),
		cost: Infinity,
		axis: -1,
		cut: 0,
		leftWeight: 0,
	};
}

export function createTreelet(capacity: number, records: BoxRecords, nodes: Int32Array, weighted: boolean): Treelet {
	return {
		records,
		first: 0,
		boxes: new Int32Array(capacity * BOX_WORDS),
		order: new Int32Array(capacity),
		spare: new Int32Array(capacity),
		place: new Int32Array(capacity),
		levels: new Int32Array(capacity),
		nodes,
		undivided: [],
		weighted,
		stack: new Int32Array(256),
		split: splitScratch(),
	};
}

/** Faces that so many levels can hold; more than a table can have from 30 on. A power costs a call of its own. */
export function capacityOf(levels: number): number {
	return levels < 0 ? 0 : 1 << Math.min(levels, 30);
}

/** Takes `count` records in, each with a weight of 1. @param bounds the box around them */
export function loadTreelet(
	treelet: Treelet,
	records: BoxRecords,
	first: number,
	count: number,
	bounds: ArrayLike<number>,
): void {
	treelet.records = records;
	treelet.first = first;
	const scale = latticeScale(bounds);
	packAll(treelet.boxes, treelet.order, records.f32, first, count, bounds[0], bounds[1], bounds[2], scale);
}

function packAll(
	boxes: Int32Array,
	order: Int32Array,
	f32: Float32Array,
	first: number,
	count: number,
	x: number,
	y: number,
	z: number,
	scale: number,
): void {
	for (let i = 0, from = first << 3, to = 0; i < count; i++, from += 8, to += 4) {
		order[i] = i;
		boxes[to] = packSpan(f32[from], f32[from + 3], x, scale);
		boxes[to + 1] = packSpan(f32[from + 1], f32[from + 4], y, scale);
		boxes[to + 2] = packSpan(f32[from + 2], f32[from + 5], z, scale);
		boxes[to + 3] = 1;
	}
}

/** Lattice steps a metre, the same on all axes, so that areas keep their ratios. */
function latticeScale(bounds: ArrayLike<number>): number {
	const extent = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
	return extent > 0 ? LATTICE / extent : 0;
}

/** Packs a run of `order` anew on a lattice of its own: after a few splits of an uneven set the old one may be too coarse. */
export function refineTreelet(treelet: Treelet, begin: number, end: number): void {
	const { boxes, order, records, first } = treelet;
	const { f32 } = records;
	const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
	for (let i = begin; i < end; i++) {
		const at = (first + order[i]) * RECORD_WORDS;
		for (let axis = 0; axis < 3; axis++) {
			bounds[axis] = Math.min(bounds[axis], f32[at + axis]);
			bounds[axis + 3] = Math.max(bounds[axis + 3], f32[at + axis + 3]);
		}
	}
	const scale = latticeScale(bounds);
	for (let i = begin; i < end; i++) {
		const at = (first + order[i]) * RECORD_WORDS;
		for (let axis = 0; axis < 3; axis++) {
			const low = f32[at + axis];
			boxes[order[i] * BOX_WORDS + axis] = packSpan(low, f32[at + axis + 3], bounds[axis], scale);
		}
	}
}
