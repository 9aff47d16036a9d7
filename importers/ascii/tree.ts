import type { AabbTree } from '../../src/aabb/index.ts';
import { FACE, FIXED_VALUE, LEFT, NODE_WORDS, NONE, PLANE, planeBetween, RIGHT } from '../../src/aabb/tree.ts';
import { AABB_GROWTH } from '../../src/ascii/index.ts';
import type { Vec3 } from '../../src/geometry/vec3.ts';
import type { TreeBlock } from './document.ts';

/**
 * The tree that the rows of an aabb block stand for: pre-order, so an inner row (face −1) is followed by all of its left
 * side, then all of its right. Minimum and maximum are swapped where a row has them the other way round, and boxes grow by
 * 0.01 m on every side, as in the engine. Bounds are moved and grown in float64 and rounded once.
 *
 * @param faceCount faces that leaves may name
 * @param shift added to every bound
 * @returns the tree, or why the rows are none
 */
export function buildTree(block: TreeBlock, faceCount: number, shift: Vec3): AabbTree | string {
	if (block.problem !== undefined) return block.problem;
	const nodeCount = block.faces.length;
	if (nodeCount === 0) return 'it has no rows';
	const words = new ArrayBuffer(nodeCount * NODE_WORDS * 4);
	const tree: AabbTree = { f32: new Float32Array(words), i32: new Int32Array(words), nodeCount };
	for (let node = 0; node < nodeCount; node++) {
		const face = block.faces[node];
		if (face >= faceCount) return `it names face ${face}, but there are ${faceCount}`;
		writeBox(tree.f32, node, block.boxes, shift);
		tree.i32.set([face, FIXED_VALUE, 0, NONE, NONE], node * NODE_WORDS + FACE);
	}
	return joinPreOrder(tree) ?? tree;
}

function writeBox(f32: Float32Array, node: number, boxes: Float64Array, shift: Vec3): void {
	for (let axis = 0; axis < 3; axis++) {
		const a = boxes[node * 6 + axis];
		const b = boxes[node * 6 + 3 + axis];
		f32[node * NODE_WORDS + axis] = Math.min(a, b) + shift[axis] - AABB_GROWTH;
		f32[node * NODE_WORDS + 3 + axis] = Math.max(a, b) + shift[axis] + AABB_GROWTH;
	}
}

/** Sets children and planes; says what is wrong when the rows are no single tree. */
function joinPreOrder({ f32, i32, nodeCount }: AabbTree): string | undefined {
	/** Inner nodes whose right side has not begun yet. */
	const waiting: number[] = [];
	for (let node = 0; node < nodeCount; node++) {
		if (i32[node * NODE_WORDS + FACE] < 0) {
			waiting.push(node);
			i32[node * NODE_WORDS + LEFT] = node + 1;
			continue;
		}
		const parent = waiting.pop();
		if (parent !== undefined) i32[parent * NODE_WORDS + RIGHT] = node + 1;
		else if (node < nodeCount - 1) return `it is complete after ${node + 1} of ${nodeCount} rows`;
		else return setPlanes(f32, i32, nodeCount);
	}
	return 'it ends within the tree';
}

function setPlanes(f32: Float32Array, i32: Int32Array, nodeCount: number): undefined {
	for (let node = 0; node < nodeCount; node++) {
		const at = node * NODE_WORDS;
		if (i32[at + FACE] < 0) i32[at + PLANE] = splitPlane(f32, i32[at + LEFT], i32[at + RIGHT]);
	}
}

/** The text has no planes; they follow from the boxes. */
function splitPlane(f32: Float32Array, left: number, right: number): number {
	const way = (axis: number): number => centre(f32, right, axis) - centre(f32, left, axis);
	return planeBetween(way(0), way(1), way(2));
}

function centre(f32: Float32Array, node: number, axis: number): number {
	return (f32[node * NODE_WORDS + axis] + f32[node * NODE_WORDS + 3 + axis]) / 2;
}
