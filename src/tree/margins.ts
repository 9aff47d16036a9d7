import { type AabbTree, FACE, HIGH_MARGIN, LEFT, LOW_MARGIN, NODE_WORDS, RIGHT } from './tree.ts';

/**
 * Converts the boxes of AABB trees between walkmesh files, where they reach beyond their faces, and models, where they hardly do. Nodes are in
 * pre-order, children after their parents.
 */

/** Gives a tree the boxes that a walkmesh file has: around its faces, with the margins of the game. */
export function withMargins(
	tree: AabbTree,
	mesh: { readonly positions: Float32Array; readonly faces: Uint32Array },
): AabbTree {
	return withBoxes(tree, mesh, LOW_MARGIN, HIGH_MARGIN);
}

/** Gives a tree boxes around its faces, with a margin on either side. @param tree complete: each child follows its parent, each leaf is a face */
export function withBoxes(
	{ f32, i32, nodeCount }: AabbTree,
	{ positions, faces }: { readonly positions: Float32Array; readonly faces: Uint32Array },
	low: number,
	high: number,
): AabbTree {
	const bounds = new Float64Array(nodeCount * 6);
	for (let node = nodeCount - 1; node >= 0; node--) {
		const word = node * NODE_WORDS;
		const face = i32[word + FACE];
		for (let axis = 0; axis < 3; axis++) {
			const at = (side: number, child: number): number => bounds[i32[word + child] * 6 + side * 3 + axis];
			const corner = (k: number): number => positions[faces[face * 3 + k] * 3 + axis];
			bounds[node * 6 + axis] =
				face < 0 ? Math.min(at(0, LEFT), at(0, RIGHT)) : Math.min(corner(0), corner(1), corner(2));
			bounds[node * 6 + 3 + axis] =
				face < 0 ? Math.max(at(1, LEFT), at(1, RIGHT)) : Math.max(corner(0), corner(1), corner(2));
		}
	}
	const boxes = f32.slice();
	const words = new Int32Array(boxes.buffer);
	for (let node = 0; node < nodeCount; node++) {
		for (let axis = 0; axis < 3; axis++) {
			boxes[node * NODE_WORDS + axis] = bounds[node * 6 + axis] - low;
			boxes[node * NODE_WORDS + 3 + axis] = bounds[node * 6 + 3 + axis] + high;
		}
	}
	return { f32: boxes, i32: words, nodeCount };
}
