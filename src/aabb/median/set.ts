/**
 * Faces that are divided by median, with all that takes. Larger sets hand their parts on to sets of a quarter of their size, so that
 * what belongs together lies together in memory. In a set faces stand in the order of their numbers.
 */
export interface MedianSet {
	/** How many faces fit. */
	readonly capacity: number;
	/** 8 words a face: min xyz, max xyz as ordered integers (float-order.ts), face, spare. */
	readonly boxes: Int32Array;
	/** Three times the centroids: all along x, then y, then z, `capacity` each. */
	readonly keys: Float64Array;
	/** The faces, so sorted that every node holds a run of them, each run in ascending order. */
	readonly order: Int32Array;
	readonly spare: Int32Array;
	/** The node that each face became. */
	readonly place: Int32Array;
	/** The tree's words. */
	readonly nodes: Int32Array;
	/** Runs for the next set, 3 numbers each: node, begin, end. */
	readonly handedOn: number[];
	readonly next: MedianSet | undefined;
	readonly stack: Int32Array;
	readonly median: MedianScratch;
}

/** The search for a median, and its answer. */
export interface MedianScratch {
	/** Keys to be sorted. */
	readonly sorting: Float64Array;
	readonly histogram: Int32Array;
	/** The box of the node at hand, as floats and as their bits. */
	readonly box: Float32Array;
	readonly boxBits: Int32Array;
	/** Faces with a lesser key go left, with a greater one right; of those with this key the first `equalLeft` go left. */
	key: number;
	equalLeft: number;
}

/** Sets of no more faces are divided to the end. */
const LAST_SET = 2048;
const SHRINK = 4;

export function createMedianSet(capacity: number, nodes: Int32Array): MedianSet {
	const box = new Float32Array(6);
	return {
		capacity,
		boxes: new Int32Array(capacity * 8),
		keys: new Float64Array(capacity * 3),
		order: new Int32Array(capacity),
		spare: new Int32Array(capacity),
		place: new Int32Array(capacity),
		nodes,
		handedOn: [],
		next: capacity > LAST_SET ? createMedianSet(Math.ceil(capacity / SHRINK), nodes) : undefined,
		stack: new Int32Array(256),
		median: {
			sorting: new Float64Array(capacity),
			histogram: new Int32Array(257),
			box,
			boxBits: new Int32Array(box.buffer),
			key: 0.5,
			equalLeft: 0,
		},
	};
}
