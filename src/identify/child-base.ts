import type { AabbTree } from '../aabb/index.ts';
import { FACE, LEFT, NODE_WORDS, RIGHT } from '../aabb/tree.ts';

/** What the child fields of a tree count in: nodes from 0 as the game's files, nodes from 1, bytes, or nothing that makes sense. */
export type ChildBase = 'node' | 'node + 1' | 'byte' | 'unknown';

const NODE_BYTES = NODE_WORDS * 4;

/** In every known file nodes stand in pre-order, so the left child of an inner node is the next one: that tells the base. */
export function childBase({ i32, nodeCount }: AabbTree): ChildBase {
	let inner = 0;
	const hits: Record<Exclude<ChildBase, 'unknown'>, number> = { node: 0, 'node + 1': 0, byte: 0 };
	for (let node = 0; node < nodeCount; node++) {
		if (i32[node * NODE_WORDS + FACE] >= 0) continue;
		inner++;
		const left = i32[node * NODE_WORDS + LEFT];
		if (left === node + 1) hits.node++;
		else if (left === node + 2) hits['node + 1']++;
		else if (left === (node + 1) * NODE_BYTES) hits.byte++;
	}
	const [base, count] = Object.entries(hits).sort((a, b) => b[1] - a[1])[0];
	return inner === 0 ? 'node' : count * 2 > inner ? (base as ChildBase) : 'unknown';
}

/** A child of a node as an index from 0; −1 where it is none behind its parent. */
export function childOf({ i32, nodeCount }: AabbTree, node: number, side: 'left' | 'right', base: ChildBase): number {
	const stored = i32[node * NODE_WORDS + (side === 'left' ? LEFT : RIGHT)];
	const child = base === 'node + 1' ? stored - 1 : base === 'byte' ? stored / NODE_BYTES : stored;
	return Number.isInteger(child) && child > node && child < nodeCount ? child : -1;
}
