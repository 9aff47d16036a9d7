import { LEAF_SIZE, type PointTree } from '../mesh/point-tree.ts';

/** The vertex of a tree that lies nearest to a point. */
export interface Nearest {
	/** −1 where none lies within reach. */
	vertex: number;
	/** Squared distance, square metres. */
	squared: number;
}

/** The vertex nearest to a point within reach; of several equally near the one with the lowest x, then y, then z. */
export function nearestWithin(tree: PointTree, x: number, y: number, z: number, reach: number): Nearest {
	const nearest: Nearest = { vertex: -1, squared: reach * reach };
	search(tree, [x, y, z], 0, tree.vertices.length, nearest);
	return nearest;
}

function search(tree: PointTree, point: readonly number[], start: number, end: number, nearest: Nearest): void {
	if (end - start <= LEAF_SIZE) {
		scan(tree, point, start, end, nearest);
		return;
	}
	const middle = (start + end) >>> 1;
	const offset = point[tree.axes[middle]] - tree.splits[middle];
	const isLeft = offset < 0;
	search(tree, point, isLeft ? start : middle, isLeft ? middle : end, nearest);
	if (offset * offset > nearest.squared) return;
	search(tree, point, isLeft ? middle : start, isLeft ? end : middle, nearest);
}

function scan(tree: PointTree, point: readonly number[], start: number, end: number, nearest: Nearest): void {
	const { positions, vertices } = tree;
	for (let i = start; i < end; i++) {
		const at = vertices[i] * 3;
		const dx = positions[at] - point[0];
		const dy = positions[at + 1] - point[1];
		const dz = positions[at + 2] - point[2];
		const squared = dx * dx + dy * dy + dz * dz;
		if (squared > nearest.squared) continue;
		const isTie = squared === nearest.squared && nearest.vertex >= 0;
		if (isTie && !isBefore(positions, vertices[i], nearest.vertex)) continue;
		nearest.vertex = vertices[i];
		nearest.squared = squared;
	}
}

function isBefore(positions: ArrayLike<number>, a: number, b: number): boolean {
	for (let axis = 0; axis < 3; axis++) {
		const difference = positions[a * 3 + axis] - positions[b * 3 + axis];
		if (difference !== 0) return difference < 0;
	}
	return false;
}
