/** What lies below a node, measured on the faces themselves. */
export interface Below {
	/** Faces. */
	readonly count: number;
	/** Mean of the face centroids, 3. */
	readonly mean: readonly number[];
	/** Least and greatest centroid, 3 each. */
	readonly least: readonly number[];
	readonly greatest: readonly number[];
	/** Lengths of the box around the faces, without margin, 3. */
	readonly size: readonly number[];
}

/**
 * Ways to choose the axis that a node is split along, as the tools of the field do. All mean the longest side, but they
 * break ties differently, and one of them compares only neighbours in the order x, y, z.
 */
export type AxisRule = 'longest' | 'neighbours';

/** `longest`: y or z where strictly the longest of all, else x. `neighbours`: x, y if longer than x, z if longer than y. */
export function axisBy(rule: AxisRule, [x, y, z]: readonly number[]): number {
	if (rule === 'longest') return y > x && y > z ? 1 : z > x && z > y ? 2 : 0;
	return z > y ? 2 : y > x ? 1 : 0;
}

/** Centroids this near each other count as one; besides, what float32 rounds. */
function slack(below: Below): number {
	return 1e-4 + Math.max(...below.least.map(Math.abs), ...below.greatest.map(Math.abs)) * 1e-6;
}

/** True when the left side has the lower half of the centroids along an axis, the odd one going right. */
export function isMedianSplit(axis: number, node: Below, left: Below, right: Below): boolean {
	return left.count === Math.floor(node.count / 2) && left.greatest[axis] <= right.least[axis] + slack(node);
}

/**
 * The axis that a split at the mean of the centroids was made along: the rule's, or where all centroids lie level there or fall
 * to one side, the next one. −1 where no such axis divides the faces as the node does.
 */
export function meanSplitAxis(rule: AxisRule, node: Below, left: Below, right: Below): number {
	const first = axisBy(rule, node.size);
	const tolerance = slack(node);
	for (let step = 0; step < 3; step++) {
		const axis = (first + step) % 3;
		const isLevel = node.greatest[axis] - node.least[axis] <= tolerance;
		const fits = left.greatest[axis] < node.mean[axis] + tolerance && right.least[axis] >= node.mean[axis] - tolerance;
		if (fits && !isLevel) return axis;
		// Only where this axis could not divide anything does a builder look at the next.
		if (!isLevel) return -1;
	}
	return first;
}
