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
