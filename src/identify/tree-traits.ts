import type { AabbTree } from '../aabb/index.ts';
import { FACE, NODE_WORDS, PLANE, planeBetween } from '../aabb/tree.ts';
import { type ChildBase, childBase, childOf } from './child-base.ts';
import { type Margins, marginsOf } from './margins.ts';
import { type AxisRule, axisBy, type Below, isMedianSplit, meanSplitAxis } from './split-rules.ts';

/** How many inner nodes a rule explains. */
export interface SplitCounts {
	/** Split at the median along the longest side. */
	readonly median: number;
	/** Split at the mean, by axis rule. */
	readonly mean: Readonly<Record<AxisRule, number>>;
}

/** How many inner nodes have the plane that a rule gives them. */
export interface PlaneCounts {
	/** By the way between the centres of the children's boxes, with its sign: the game's rule. */
	readonly centres: number;
	/** The axis of the split, always positive: 1, 2, 4. By how the split was made. */
	readonly axis: Readonly<Record<AxisRule | 'median', number>>;
	/** The same, counted 1, 2, 3. */
	readonly numbered: Readonly<Record<AxisRule | 'median', number>>;
}

/** Whose habits a tree shows, in numbers. */
export interface TreeTraits {
	readonly inner: number;
	/** Inner nodes whose children could be followed; the other counts are of these. */
	readonly followed: number;
	readonly base: ChildBase;
	readonly splits: SplitCounts;
	readonly planes: PlaneCounts;
	/** How often each plane value occurs in inner nodes, in ascending order. */
	readonly planeValues: readonly (readonly [value: number, count: number])[];
	readonly margins: Margins;
	/** Levels below the root. */
	readonly depth: number;
}

/**
 * Measures a tree against the rules of the tools that write one. Children stand behind their parents, so one pass from the end
 * gathers what lies below each node.
 *
 * @param positions 3 floats a vertex
 * @param faces 3 vertex indices a face, as the leaves number them
 */
export function treeTraits(tree: AabbTree, positions: Float32Array, faces: Uint32Array): TreeTraits {
	const base = childBase(tree);
	const sums = new Sums(tree.nodeCount);
	const splits = { median: 0, mean: { longest: 0, neighbours: 0 } };
	const planes = {
		centres: 0,
		axis: { median: 0, longest: 0, neighbours: 0 },
		numbered: { median: 0, longest: 0, neighbours: 0 },
	};
	const values = new Map<number, number>();
	const depths = new Int32Array(tree.nodeCount);
	let inner = 0;
	let followed = 0;
	for (let node = tree.nodeCount - 1; node >= 0; node--) {
		const face = tree.i32[node * NODE_WORDS + FACE];
		if (face >= 0) {
			if (face < faces.length / 3) sums.addFace(node, positions, faces, face);
			continue;
		}
		inner++;
		const plane = tree.i32[node * NODE_WORDS + PLANE];
		values.set(plane, (values.get(plane) ?? 0) + 1);
		const left = childOf(tree, node, 'left', base);
		const right = childOf(tree, node, 'right', base);
		if (left < 0 || right < 0) continue;
		depths[node] = 1 + Math.max(depths[left], depths[right]);
		sums.join(node, left, right);
		const [all, low, high] = [sums.below(node), sums.below(left), sums.below(right)];
		if (low.count === 0 || high.count === 0) continue;
		followed++;
		const judge = (rule: AxisRule | 'median', axis: number): void => {
			if (plane === 1 << axis) planes.axis[rule]++;
			if (plane === axis + 1) planes.numbered[rule]++;
		};
		const longest = axisBy('longest', all.size);
		judge('median', longest);
		if (isMedianSplit(longest, all, low, high)) splits.median++;
		for (const rule of ['longest', 'neighbours'] as const) {
			const axis = meanSplitAxis(rule, all, low, high);
			if (axis < 0) continue;
			splits.mean[rule]++;
			judge(rule, axis);
		}
		if (plane === planeOfCentres(tree, left, right)) planes.centres++;
	}
	return {
		inner,
		followed,
		base,
		splits,
		planes,
		planeValues: [...values].sort((a, b) => a[0] - b[0]),
		margins: marginsOf(tree, sums.boxes),
		depth: tree.nodeCount === 0 ? 0 : depths[0],
	};
}

function planeOfCentres({ f32 }: AabbTree, left: number, right: number): number {
	const doubled = (node: number, axis: number): number =>
		f32[node * NODE_WORDS + axis] + f32[node * NODE_WORDS + axis + 3];
	const way = (axis: number): number => doubled(right, axis) - doubled(left, axis);
	return planeBetween(way(0), way(1), way(2));
}

/** What lies below each node, flat. */
class Sums {
	readonly #counts: Uint32Array;
	/** Sum, least and greatest centroid: 9 a node. */
	readonly #centroids: Float64Array;
	/** Box without margin, 6 a node; NaN where nothing lies below. */
	readonly boxes: Float32Array;

	constructor(nodeCount: number) {
		this.#counts = new Uint32Array(nodeCount);
		this.#centroids = new Float64Array(nodeCount * 9);
		this.boxes = new Float32Array(nodeCount * 6).fill(Number.NaN);
	}

	addFace(node: number, positions: Float32Array, faces: Uint32Array, face: number): void {
		this.#counts[node] = 1;
		for (let axis = 0; axis < 3; axis++) {
			const [a, b, c] = [0, 1, 2].map((corner) => positions[faces[face * 3 + corner] * 3 + axis]);
			for (const part of [0, 3, 6]) this.#centroids[node * 9 + part + axis] = (a + b + c) / 3;
			this.boxes[node * 6 + axis] = Math.min(a, b, c);
			this.boxes[node * 6 + axis + 3] = Math.max(a, b, c);
		}
	}

	join(node: number, left: number, right: number): void {
		const [from, other] = this.#counts[left] === 0 ? [right, left] : [left, right];
		this.#counts[node] = this.#counts[left] + this.#counts[right];
		this.#centroids.copyWithin(node * 9, from * 9, from * 9 + 9);
		this.boxes.copyWithin(node * 6, from * 6, from * 6 + 6);
		if (this.#counts[other] === 0) return;
		for (let axis = 0; axis < 3; axis++) {
			const at = node * 9 + axis;
			const add = other * 9 + axis;
			this.#centroids[at] += this.#centroids[add];
			this.#centroids[at + 3] = Math.min(this.#centroids[at + 3], this.#centroids[add + 3]);
			this.#centroids[at + 6] = Math.max(this.#centroids[at + 6], this.#centroids[add + 6]);
			const box = node * 6 + axis;
			this.boxes[box] = Math.min(this.boxes[box], this.boxes[other * 6 + axis]);
			this.boxes[box + 3] = Math.max(this.boxes[box + 3], this.boxes[other * 6 + axis + 3]);
		}
	}

	below(node: number): Below {
		const count = this.#counts[node];
		const part = (from: number): number[] => [...this.#centroids.subarray(node * 9 + from, node * 9 + from + 3)];
		return {
			count,
			mean: part(0).map((sum) => sum / count),
			least: part(3),
			greatest: part(6),
			size: [0, 1, 2].map((axis) => this.boxes[node * 6 + axis + 3] - this.boxes[node * 6 + axis]),
		};
	}
}
