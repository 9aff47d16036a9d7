import { type AabbTree, FACE, LEFT, NODE_WORDS, PLANE, planeOfChildren, RIGHT } from '../aabb/tree.ts';
import { type BwmFile, TABLES, TYPE_AREA } from '../bwm/bwm-file.ts';
import { type ChildBase, childBase, NODE_BYTES } from '../check/tree.ts';
import { faceArea, faceNormals, NO_AREA, planarDistances } from '../mesh/triangles.ts';
import { vec3At } from '../mesh/vec3.ts';

/** A child of a node as an index from 0; −1 where it is none behind its parent. */
function childOf({ i32, nodeCount }: AabbTree, node: number, side: 'left' | 'right', base: ChildBase): number {
	const stored = i32[node * NODE_WORDS + (side === 'left' ? LEFT : RIGHT)];
	const child = base === 'node + 1' ? stored - 1 : base === 'byte' ? stored / NODE_BYTES : stored;
	return Number.isInteger(child) && child > node && child < nodeCount ? child : -1;
}

/** How far boxes reach beyond the faces below them, metres: medians over all nodes of a sort, which single odd boxes do not move. */
export interface Margins {
	/** Below in x and y, and in z; above likewise. */
	readonly leaf: MarginMedians;
	readonly inner: MarginMedians;
	/** True where coordinates are too large for float32 to tell 0.0100 from 0.0101. */
	readonly coarse: boolean;
}

interface MarginMedians {
	readonly low: number;
	readonly high: number;
	readonly lowZ: number;
	readonly highZ: number;
}

/** @param boxes 6 floats a node: the box around its faces without margin, NaN where it has none */
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

/** From here on neighbouring floats are 0.00003 m apart, a third of what is to be told. */
const COARSE = 512;

/** Margins along x and y together, then along z. */
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
type AxisRule = 'longest' | 'neighbours';

/** `longest`: y or z where strictly the longest of all, else x. `neighbours`: x, y if longer than x, z if longer than y. */
function axisBy(rule: AxisRule, [x, y, z]: readonly number[]): number {
	if (rule === 'longest') return y > x && y > z ? 1 : z > x && z > y ? 2 : 0;
	return z > y ? 2 : y > x ? 1 : 0;
}

/** Centroids this near each other count as one; besides, what float32 rounds. */
function slack(below: Below): number {
	return 1e-4 + Math.max(...below.least.map(Math.abs), ...below.greatest.map(Math.abs)) * 1e-6;
}

/** True when the left side has the lower half of the centroids along an axis, the odd one going right. */
function isMedianSplit(axis: number, node: Below, left: Below, right: Below): boolean {
	return left.count === Math.floor(node.count / 2) && left.greatest[axis] <= right.least[axis] + slack(node);
}

/**
 * The axis that a split at the mean of the centroids was made along: the rule's, or where all centroids lie level there or fall
 * to one side, the next one. −1 where no such axis divides the faces as the node does.
 */
function meanSplitAxis(rule: AxisRule, node: Below, left: Below, right: Below): number {
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

/** How many inner nodes a rule explains. */
interface SplitCounts {
	/** Split at the median along the longest side. */
	readonly median: number;
	/** Split at the mean, by axis rule. */
	readonly mean: Readonly<Record<AxisRule, number>>;
}

/** How many inner nodes have the plane that a rule gives them. */
interface PlaneCounts {
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

/** Whose habits a file's other tables show. */
export interface TableTraits {
	readonly area: boolean;
	readonly faces: number;
	readonly normals: {
		/** All components 0. */
		readonly zero: number;
		/** Bit for bit what float64 arithmetic and one rounding give. */
		readonly exact: number;
		/** Neither zero nor one long. */
		readonly unscaled: number;
		/** Faces with an area, which the counts are of. */
		readonly of: number;
	};
	/** Planar distances that are `−(n · v0)` of the stored normal, bit for bit. */
	readonly exactDistances: number;
	/** All twelve numbers of the hooks are 0. */
	readonly hooksZero: boolean;
	readonly positionZero: boolean;
	/** For placeables and doors: tables that they cannot have, but which have an offset all the same. */
	readonly strayOffsets: number;
	/** For placeables and doors: nodes of a tree that they should not have. */
	readonly strayNodes: number;
	/** Vertices stand in the order in which faces first use them. */
	readonly firstUse: boolean;
	readonly perimetersEmpty: boolean;
	readonly edges: number;
	/** A header and no geometry. */
	readonly headerOnly: boolean;
}

export function tableTraits(file: BwmFile): TableTraits {
	const area = file.type === TYPE_AREA;
	const distances = planarDistances(file.vertices, file.faces, file.normals);
	let exactDistances = 0;
	for (let face = 0; face < distances.length; face++) if (distances[face] === file.distances[face]) exactDistances++;
	const stray = area ? [] : TABLES.filter(({ areaOnly, name }) => areaOnly && file.offsets[name] !== 0);
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
		else if (Math.abs(length - 1) > 1e-3) counts.unscaled++;
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
 * How boxes reach around their faces. `game`: 0.01 m below, 0.0101 m above. `mdledit`: the same, but 0.01 m above in leaves.
 * `even`: 0.01 on both sides. `none`: no margin. `sunk`: no margin, and z moved inwards by 10 m on both sides, so that most boxes are inside out.
 */
export type BoxHabit = 'game' | 'mdledit' | 'even' | 'none' | 'sunk' | 'other';

export const BOX_HABITS: Readonly<Record<BoxHabit, string>> = {
	game: 'boxes reach 0.01 m below and 0.0101 m above their faces',
	mdledit: 'boxes reach 0.01 m below and 0.0101 m above their faces, but 0.01 m above in leaves',
	even: 'boxes reach 0.01 m below and above their faces, inner ones too',
	none: 'boxes have no margin around their faces',
	sunk: 'boxes are moved by 10 m in z, upwards below and downwards above',
	other: 'boxes fit the habits of no known tool',
};

/** Half of what lies between 0.0100 and 0.0101. */
const FINE = 5e-5;
const BOX_HABIT_COARSE = 1e-3;

/** The habits that the margins fit; several where coordinates are too large to tell. */
export function boxHabits({ leaf, inner, coarse }: Margins): BoxHabit[] {
	const near = (value: number, wanted: number, tolerance = coarse ? BOX_HABIT_COARSE : FINE): boolean =>
		Math.abs(value - wanted) <= tolerance;
	if (near(leaf.low, 0, BOX_HABIT_COARSE) && near(leaf.high, 0, BOX_HABIT_COARSE)) {
		if (near(leaf.lowZ, 0, BOX_HABIT_COARSE) && near(leaf.highZ, 0, BOX_HABIT_COARSE)) return ['none'];
		if (near(leaf.lowZ, -10, BOX_HABIT_COARSE) && near(leaf.highZ, -10, BOX_HABIT_COARSE)) return ['sunk'];
		return ['other'];
	}
	if (!near(leaf.low, 0.01, BOX_HABIT_COARSE)) return ['other'];
	const habits: BoxHabit[] = [];
	if (near(leaf.high, 0.0101) && near(inner.high, 0.0101)) habits.push('game');
	if (near(leaf.high, 0.01) && near(inner.high, 0.0101)) habits.push('mdledit');
	if (near(leaf.high, 0.01) && near(inner.high, 0.01)) habits.push('even');
	return habits.length === 0 ? ['other'] : habits;
}
