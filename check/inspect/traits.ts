import { type BwmFile, NORMAL_TOLERANCE, strayTables, TYPE_AREA } from '../../src/bwm/bwm-file.ts';
import { faceArea, faceNormals, NO_AREA, planarDistances } from '../../src/geometry/triangles.ts';
import { vec3At } from '../../src/math/vec3.ts';
import {
	type AabbTree,
	FACE,
	HIGH_MARGIN,
	LEFT,
	LOW_MARGIN,
	NODE_WORDS,
	PLANE,
	planeOfChildren,
	RIGHT,
} from '../../src/tree/tree.ts';
import { type ChildBase, childBase, NODE_BYTES } from '../tables/tree.ts';

/** A child of a node as an index from 0; −1 for a value that is no node behind its parent. */
function childOf({ i32, nodeCount }: AabbTree, node: number, side: 'left' | 'right', base: ChildBase): number {
	const stored = i32[node * NODE_WORDS + (side === 'left' ? LEFT : RIGHT)];
	const child = base === 'node + 1' ? stored - 1 : base === 'byte' ? stored / NODE_BYTES : stored;
	return Number.isInteger(child) && child > node && child < nodeCount ? child : -1;
}

/** How far boxes extend beyond their faces, metres: medians over all leaves and over all inner nodes, so that single odd boxes have no effect. */
export interface Margins {
	/** `low` and `high`: at the lower and the upper sides in x and y; `lowZ` and `highZ`: in z. */
	readonly leaf: MarginMedians;
	readonly inner: MarginMedians;
	/** True if coordinates are so large that float32 does not distinguish margins of 0.0100 and 0.0101. */
	readonly coarse: boolean;
}

interface MarginMedians {
	readonly low: number;
	readonly high: number;
	readonly lowZ: number;
	readonly highZ: number;
}

/** @param boxes 6 floats a node: the box around its faces without margin, NaN for a node without faces */
function marginsOf({ f32, i32, nodeCount }: AabbTree, boxes: Float32Array): Margins {
	const leaf = new Samples();
	const inner = new Samples();
	let largest = 0;
	for (let node = 0; node < nodeCount; node++) {
		if (Number.isNaN(boxes[node * 6])) continue;
		const samples = i32[node * NODE_WORDS + FACE] >= 0 ? leaf : inner;
		for (let axis = 0; axis < 3; axis++) {
			const low = boxes[node * 6 + axis];
			const high = boxes[node * 6 + axis + 3];
			samples.low[axis === 2 ? 1 : 0].push(low - f32[node * NODE_WORDS + axis]);
			samples.high[axis === 2 ? 1 : 0].push(f32[node * NODE_WORDS + axis + 3] - high);
			largest = Math.max(largest, Math.abs(low), Math.abs(high));
		}
	}
	return { leaf: leaf.medians(), inner: inner.medians(), coarse: largest > COARSE };
}

/** From this coordinate on, neighbouring float32 values are 0.00003 m apart, a third of the difference to be measured. */
const COARSE = 512;

/** Margins along x and y together, and along z. */
class Samples {
	readonly low: [number[], number[]] = [[], []];
	readonly high: [number[], number[]] = [[], []];

	medians(): MarginMedians {
		return {
			low: median(this.low[0]),
			high: median(this.high[0]),
			lowZ: median(this.low[1]),
			highZ: median(this.high[1]),
		};
	}
}

function median(values: number[]): number {
	return values.length === 0 ? 0 : values.sort((a, b) => a - b)[values.length >> 1];
}

/** The faces below a node, measured on the faces themselves. */
export interface Below {
	/** Number of faces. */
	readonly count: number;
	/** Mean of the face centroids: x, y, z. */
	readonly mean: readonly number[];
	/** Least and greatest coordinates of the centroids: x, y, z each. */
	readonly least: readonly number[];
	readonly greatest: readonly number[];
	/** Lengths of the box around the faces, without margin: x, y, z. */
	readonly size: readonly number[];
}

/**
 * How tools choose the axis along which a node is split. All mean the longest side, but they treat equal sides differently, and one of them compares
 * only neighbours in the order x, y, z.
 */
type AxisRule = 'longest' | 'neighbours';

/** `longest`: y or z if strictly the longest of all, otherwise x. `neighbours`: x; y if longer than x; z if longer than y. */
function axisBy(rule: AxisRule, [x, y, z]: readonly number[]): number {
	if (rule === 'longest') return y > x && y > z ? 1 : z > x && z > y ? 2 : 0;
	return z > y ? 2 : y > x ? 1 : 0;
}

/** Centroids within this distance count as equal, in metres: 0.1 mm plus float32 rounding. */
function slack(below: Below): number {
	return 1e-4 + Math.max(...below.least.map(Math.abs), ...below.greatest.map(Math.abs)) * 1e-6;
}

/** True if the left child has the lower half of the centroids along an axis; with an odd number the right child has one more. */
function isMedianSplit(axis: number, node: Below, left: Below, right: Below): boolean {
	return left.count === Math.floor(node.count / 2) && left.greatest[axis] <= right.least[axis] + slack(node);
}

/**
 * The axis of a split at the mean of the centroids: the axis of the rule, or the next one if the mean divides nothing there, because all centroids
 * are equal or on one side. −1 if no such axis explains how the node is divided.
 */
function meanSplitAxis(rule: AxisRule, node: Below, left: Below, right: Below): number {
	const first = axisBy(rule, node.size);
	const tolerance = slack(node);
	for (let step = 0; step < 3; step++) {
		const axis = (first + step) % 3;
		const isLevel = node.greatest[axis] - node.least[axis] <= tolerance;
		const fits = left.greatest[axis] < node.mean[axis] + tolerance && right.least[axis] >= node.mean[axis] - tolerance;
		if (fits && !isLevel) return axis;
		// Builders only try the next axis if this one does not divide anything.
		if (!isLevel) return -1;
	}
	return first;
}

/** Numbers of inner nodes whose split a rule explains. */
interface SplitCounts {
	/** Split at the median, along the longest side. */
	readonly median: number;
	/** Split at the mean, by rule for the axis. */
	readonly mean: Readonly<Record<AxisRule, number>>;
}

/** Numbers of inner nodes with the plane that a rule gives. */
interface PlaneCounts {
	/** By the vector between the centres of the children's boxes, with its sign: the game's rule. */
	readonly centres: number;
	/** By the axis of the split, always positive (1, 2, 4), for each rule that finds the axis. */
	readonly axis: Readonly<Record<AxisRule | 'median', number>>;
	/** Likewise, but written as 1, 2, 3. */
	readonly numbered: Readonly<Record<AxisRule | 'median', number>>;
}

/** Measures of a tree that differ between tools. */
export interface TreeTraits {
	readonly inner: number;
	/** Number of inner nodes with two valid children. The other counts are out of these. */
	readonly followed: number;
	readonly base: ChildBase;
	readonly splits: SplitCounts;
	readonly planes: PlaneCounts;
	/** How often each plane occurs in inner nodes, ascending by plane. */
	readonly planeValues: readonly (readonly [value: number, count: number])[];
	readonly margins: Margins;
	/** Levels below the root. */
	readonly depth: number;
}

/**
 * Measures a tree against the rules of the tools that write trees. Children are behind their parents, so one pass from the end gathers the faces
 * below each node.
 *
 * @param positions 3 floats a vertex
 * @param faces 3 vertex indices a face, in the order in which the leaves number them
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
		if (plane === planeOfChildren(tree.f32, left * NODE_WORDS, right * NODE_WORDS)) planes.centres++;
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

/** The faces below each node, in flat arrays. */
class Sums {
	readonly #counts: Uint32Array;
	/** 9 values a node: sum, least and greatest of the centroids. */
	readonly #centroids: Float64Array;
	/** 6 floats a node: the box without margin; NaN for a node without faces. */
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

/** Details of a file's other tables that differ between tools. */
export interface TableTraits {
	readonly area: boolean;
	readonly faces: number;
	readonly normals: {
		/** Normals with all components 0. */
		readonly zero: number;
		/** Normals that equal float64 arithmetic with one rounding, bit for bit. */
		readonly exact: number;
		/** Normals that are neither zero nor of length 1. */
		readonly unscaled: number;
		/** Number of faces with area; the counts are out of these. */
		readonly of: number;
	};
	/** Number of planar distances that equal `−(n · v0)` of the stored normal, bit for bit. */
	readonly exactDistances: number;
	/** True if all twelve numbers of the hooks are 0. */
	readonly hooksZero: boolean;
	readonly positionZero: boolean;
	/** For placeables and doors: number of tables that they cannot have, but that have an offset. */
	readonly strayOffsets: number;
	/** For placeables and doors: number of tree nodes, which they should not have. */
	readonly strayNodes: number;
	/** True if vertices are in the order in which faces first use them. */
	readonly firstUse: boolean;
	readonly perimetersEmpty: boolean;
	readonly edges: number;
	/** True for a file with a header and no geometry. */
	readonly headerOnly: boolean;
}

/** Measures the tables of a file, without its tree. */
export function tableTraits(file: BwmFile): TableTraits {
	const area = file.type === TYPE_AREA;
	const distances = planarDistances(file.vertices, file.faces, file.normals);
	let exactDistances = 0;
	for (let face = 0; face < distances.length; face++) if (distances[face] === file.distances[face]) exactDistances++;
	const stray = area ? [] : strayTables(file);
	return {
		area,
		faces: file.materials.length,
		normals: normalTraits(file),
		exactDistances,
		hooksZero: file.hooks.every((value) => value === 0),
		positionZero: file.position.every((value) => value === 0),
		strayOffsets: stray.length,
		strayNodes: area ? 0 : file.aabb.nodeCount,
		firstUse: isFirstUseOrder(file),
		perimetersEmpty: file.perimeters.length === 0 && file.edges.length > 0,
		edges: file.edges.length / 2,
		headerOnly: file.materials.length === 0 && file.vertices.length === 0,
	};
}

function normalTraits({ vertices, faces, normals }: BwmFile): TableTraits['normals'] {
	const expected = faceNormals(vertices, faces);
	const counts = { zero: 0, exact: 0, unscaled: 0, of: 0 };
	for (let face = 0; face < normals.length / 3; face++) {
		if (faceArea(vertices, faces, face) < NO_AREA) continue;
		counts.of++;
		const [x, y, z] = vec3At(normals, face);
		const length = Math.hypot(x, y, z);
		if (length === 0) counts.zero++;
		else if (Math.abs(length - 1) > NORMAL_TOLERANCE) counts.unscaled++;
		const [u, v, w] = vec3At(expected, face);
		if (x === u && y === v && z === w) counts.exact++;
	}
	return counts;
}

function isFirstUseOrder({ faces, vertices }: BwmFile): boolean {
	let used = 0;
	for (const vertex of faces) {
		if (vertex > used) return false;
		if (vertex === used) used++;
	}
	return used === vertices.length / 3;
}

/**
 * How boxes extend around their faces. `game`: 0.01 m below, 0.0101 m above. `mdledit`: the same, but 0.01 m above in leaves. `even`: 0.01 m on both
 * sides. `none`: no margin. `sunk`: no margin, and z moved inwards by 10 m on both sides, so that most boxes are inside out.
 */
export type BoxHabit = 'game' | 'mdledit' | 'even' | 'none' | 'sunk' | 'other';

/** What each habit looks like, as words of the evidence. */
export const BOX_HABITS: Readonly<Record<BoxHabit, string>> = {
	game: 'boxes reach 0.01 m below and 0.0101 m above their faces',
	mdledit: 'boxes reach 0.01 m below and 0.0101 m above their faces, but 0.01 m above in leaves',
	even: 'boxes reach 0.01 m below and above their faces, inner ones too',
	none: 'boxes have no margin around their faces',
	sunk: 'boxes are moved by 10 m in z, upwards below and downwards above',
	other: 'boxes fit the habits of no known tool',
};

/** Half the difference between the two margins, metres. */
const FINE: number = (HIGH_MARGIN - LOW_MARGIN) / 2;
const BOX_HABIT_COARSE = 1e-3;

/** The habits that agree with the margins; several if coordinates are too large to tell. */
export function boxHabits({ leaf, inner, coarse }: Margins): BoxHabit[] {
	const near = (value: number, wanted: number, tolerance = coarse ? BOX_HABIT_COARSE : FINE): boolean =>
		Math.abs(value - wanted) <= tolerance;
	if (near(leaf.low, 0, BOX_HABIT_COARSE) && near(leaf.high, 0, BOX_HABIT_COARSE)) {
		if (near(leaf.lowZ, 0, BOX_HABIT_COARSE) && near(leaf.highZ, 0, BOX_HABIT_COARSE)) return ['none'];
		if (near(leaf.lowZ, -10, BOX_HABIT_COARSE) && near(leaf.highZ, -10, BOX_HABIT_COARSE)) return ['sunk'];
		return ['other'];
	}
	if (!near(leaf.low, LOW_MARGIN, BOX_HABIT_COARSE)) return ['other'];
	const habits: BoxHabit[] = [];
	if (near(leaf.high, HIGH_MARGIN) && near(inner.high, HIGH_MARGIN)) habits.push('game');
	if (near(leaf.high, LOW_MARGIN) && near(inner.high, HIGH_MARGIN)) habits.push('mdledit');
	if (near(leaf.high, LOW_MARGIN) && near(inner.high, LOW_MARGIN)) habits.push('even');
	return habits.length === 0 ? ['other'] : habits;
}
