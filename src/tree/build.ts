import { allSteps, type Steps } from '../findings/turns.ts';
import { greater, lesser, ordered } from '../math/arrays.ts';
import { reinsertSubtrees } from './reinsert.ts';
import { growSah, sahRecords } from './sah.ts';
import {
	type AabbTree,
	type BoxRecords,
	boundRecords,
	boxRecords,
	FACE,
	HIGH_MARGIN,
	LEFT,
	LOW_MARGIN,
	leastDepth,
	NODE_WORDS,
	nodesOver,
	planeOfChildren,
	treeOver,
	writeFaceBoxes,
	writeInner,
	writeLeaf,
} from './tree.ts';

/**
 * The tree of the game's own files. Faces are sorted by centroid along the longest side of their box; the lower half goes left, and the upper half
 * right, with the odd face. All 1,335 inner nodes of eight rooms of the game and of MDLedit are divided in this way. Only the order of equal
 * centroids is unknown; here it is the order of face numbers. With centroids rounded to float32, four of those nodes would differ.
 *
 * A histogram finds the median of each node, and one pass moves the faces. Alternatives, for a million faces of a terrain and a million scattered
 * ones:
 *
 * - an index into the boxes of all faces: 450 and 800 ms, as scattered faces wait for memory
 * - this one, which copies runs together whenever they are a quarter of the set they are in: 490 and 530 ms
 * - three lists sorted once, where each node divides the other two by a mark: 520 and 720 ms
 */

/** Sets of up to this many faces are divided to the end. Larger sets pass runs of a quarter of their size to a smaller set. */
const LAST_SET = 2048;
const SHRINK = 4;

/** Up to this many keys are searched without a histogram. */
const FEW = 8;

/**
 * Writes the children of all nodes, and the faces and boxes of the leaves.
 *
 * @param nodes words of the tree
 * @param positions 3 floats a vertex, all finite
 */
function growMedian(nodes: Int32Array, records: BoxRecords, positions: Float32Array, faces: Uint32Array): void {
	const count = faces.length / 3;
	const set = new MedianSet(nodes, count, records.i32);
	sumCorners(positions, faces, set.keys);
	set.grow(count, 0);
}

/** Three times each centroid, in float64: sums of three float32 values, which are hardly ever rounded. */
function sumCorners(positions: Float32Array, faces: Uint32Array, keys: Float64Array): void {
	const count = faces.length / 3;
	for (let face = 0; face < count; face++) {
		const a = faces[face * 3] * 3;
		const b = faces[face * 3 + 1] * 3;
		const c = faces[face * 3 + 2] * 3;
		for (let axis = 0; axis < 3; axis++) {
			keys[axis * count + face] = positions[a + axis] + positions[b + axis] + positions[c + axis];
		}
	}
}

/**
 * A set of faces that is divided by median, with its working memory. Large sets pass runs on to smaller ones, so that what is used together is close
 * in memory. At first, the faces of a set are in the order of their numbers.
 */
class MedianSet {
	readonly nodes: Int32Array;
	readonly capacity: number;
	/** 8 words a face; see boxes.ts. */
	readonly records: Int32Array;
	/** Three times the centroids: all x, then all y, then all z, `capacity` values each. */
	readonly keys: Float64Array;
	/** The faces, sorted so that each node has a run of them. Runs of more than a few are in ascending order. */
	readonly order: Int32Array;
	readonly spare: Int32Array;
	/** Working memory: keys among which the median is. */
	readonly candidates: Float64Array;
	readonly histogram: Int32Array = new Int32Array(257);
	/** The box of the current node. */
	readonly bounds: BoxRecords = boxRecords(1);
	/** How many of the faces with the median key go left. */
	equalLeft = 0;
	readonly next: MedianSet | undefined;

	constructor(nodes: Int32Array, capacity: number, records: Int32Array) {
		this.nodes = nodes;
		this.capacity = capacity;
		this.records = records;
		this.keys = new Float64Array(capacity * 3);
		this.order = new Int32Array(capacity);
		this.spare = new Int32Array(capacity);
		this.candidates = new Float64Array(capacity);
		const less = Math.ceil(capacity / SHRINK);
		this.next = capacity > LAST_SET ? new MedianSet(nodes, less, boxRecords(less).i32) : undefined;
	}

	/** Builds the nodes over the first `count` faces of the set, from `node` on. */
	grow(count: number, node: number): void {
		for (let i = 0; i < count; i++) this.order[i] = i;
		this.growRun(node, 0, count);
	}

	growRun(node: number, begin: number, end: number): void {
		const { nodes, records, order, bounds, next } = this;
		const count = end - begin;
		if (count === 1) {
			writeLeaf(nodes, node, records, order[begin]);
			return;
		}
		if (next !== undefined && count <= next.capacity) {
			this.copyRun(begin, end, next);
			next.grow(count, node);
			return;
		}
		boundRecords(records, 0, begin, end, order, bounds);
		const axis = longestSide(bounds.f32);
		const half = count >> 1;
		this.moveLeft(begin, end, axis, half);
		const right = writeInner(nodes, node, half);
		this.growRun(node + 1, begin, begin + half);
		this.growRun(right, begin + half, end);
	}

	copyRun(begin: number, end: number, to: MedianSet): void {
		const { records, keys, capacity, order } = this;
		const { records: toRecords, keys: toKeys, capacity: toCapacity } = to;
		for (let i = begin, at = 0; i < end; i++, at++) {
			const face = order[i];
			for (let word = 0; word < 7; word++) toRecords[(at << 3) + word] = records[(face << 3) + word];
			for (let axis = 0; axis < 3; axis++) toKeys[axis * toCapacity + at] = keys[axis * capacity + face];
		}
	}

	/** Moves the lower half of the faces of a run to the front. Both parts keep their order. */
	moveLeft(begin: number, end: number, axis: number, half: number): void {
		const { keys, order, spare } = this;
		const first = axis * this.capacity;
		const median = this.findKey(begin, end, axis, half);
		let { equalLeft } = this;
		let left = begin;
		let right = 0;
		for (let i = begin; i < end; i++) {
			const face = order[i];
			const key = keys[first + face];
			const isEqualLeft = Number(key === median) & Number(equalLeft > 0);
			const isLeft = Number(key < median) | isEqualLeft;
			equalLeft -= isEqualLeft;
			order[left] = face;
			spare[right] = face;
			left += isLeft;
			right += 1 - isLeft;
		}
		for (let i = 0; i < right; i++) order[left + i] = spare[i];
	}

	/**
	 * Finds the key at an index of the sorted run, without sorting it: a histogram finds the bin of the key, and only that bin is searched. The keys
	 * of a run are within three times the bounds of its box in spite of rounding, because float addition is monotone.
	 */
	findKey(begin: number, end: number, axis: number, index: number): number {
		const { keys, order, histogram, candidates } = this;
		const first = axis * this.capacity;
		const bins = end - begin > 1024 ? 256 : end - begin > FEW ? 32 : 1;
		const low = this.bounds.f32[axis] * 3;
		const scale = (bins - 1) / (this.bounds.f32[axis + 3] * 3 - low);
		for (let bin = 0; bin <= bins; bin++) histogram[bin] = 0;
		for (let i = begin; i < end; i++) histogram[((keys[first + order[i]] - low) * scale) | 0]++;
		let bin = 0;
		let before = 0;
		while (before + histogram[bin] <= index) before += histogram[bin++];
		let count = 0;
		for (let i = begin; i < end; i++) {
			const key = keys[first + order[i]];
			candidates[count] = key;
			count += Number((((key - low) * scale) | 0) === bin);
		}
		const key = select(candidates, count, index - before);
		this.equalLeft = index - before;
		for (let i = 0; i < count; i++) this.equalLeft -= Number(candidates[i] < key);
		return key;
	}
}

/** The axis of the longest side; the first of equal ones. Computed without branches, as they could not be predicted. */
function longestSide(box: Float32Array): number {
	const x = box[3] - box[0];
	const y = box[4] - box[1];
	const z = box[5] - box[2];
	return (Number(y > x) & Number(y >= z)) | ((Number(z > x) & Number(z > y)) << 1);
}

/** The key at index `at` of the first `count` keys in sorted order, by quickselect (Hoare); changes their order. */
function select(keys: Float64Array, count: number, at: number): number {
	let low = 0;
	let high = count - 1;
	while (low < high) {
		const pivot = keys[(low + high) >> 1];
		let i = low;
		let j = high;
		while (i <= j) {
			while (keys[i] < pivot) i++;
			while (keys[j] > pivot) j--;
			if (i > j) break;
			const key = keys[i];
			keys[i++] = keys[j];
			keys[j--] = key;
		}
		if (at <= j) high = j;
		else if (at >= i) low = i;
		else break;
	}
	return keys[at];
}

/**
 * How a tree is built, with the number of box tests compared to the game's own trees. `best`: the fewest box tests, 0.55 for vertical lines and 0.38
 * for lines of sight. `fast`: without moving subtrees afterwards (reinsert.ts), 0.60 and 0.43 in a fifth of the time. `median`: the game's own rule,
 * which yields the game's own nodes, except for the order of faces with equal centroids.
 */
export type AabbSplit = 'best' | 'fast' | 'median';

/** Options of `buildAabbTree`. */
export interface AabbOptions {
	tree?: AabbSplit;
	/** Memory for the nodes, `nodesOver(faces) * NODE_WORDS` words; by default it is allocated. */
	words?: Int32Array;
}

export const AABB_DEFAULTS: { readonly tree: AabbSplit } = { tree: 'best' };

/** How many levels a tree may have beyond the least depth. See sah.ts for the gain of each level. */
export const LEVELS_BEYOND = { best: 4, fast: 2 } as const;

/**
 * Builds the tree over all faces, with one face in each leaf. Boxes reach 0.01 m below and 0.0101 m above their faces, rounded to float32 but never
 * inside the face. A `median` tree has the least depth, ⌈log₂ n⌉ levels; a `fast` tree has at most two more, and a `best` tree at most four. Where
 * all faces are at one point, a `fast` tree also has the least depth. The same input gives the same bytes.
 *
 * Coordinates may be infinite or NaN; the tree is complete nevertheless. Boxes include infinite coordinates and ignore NaN.
 *
 * @param positions 3 floats a vertex, metres, Z up
 * @param faces 3 vertex indices a face
 * @throws RangeError if a vertex index is out of range or the last face is incomplete
 */
export function buildAabbTree(positions: Float32Array, faces: Uint32Array, options: AabbOptions = {}): AabbTree {
	return allSteps(aabbTreeSteps(positions, faces, options));
}

/** As `buildAabbTree`, step by step. */
export function* aabbTreeSteps(positions: Float32Array, faces: Uint32Array, options: AabbOptions): Steps<AabbTree> {
	const { tree: split = AABB_DEFAULTS.tree, words } = options;
	checkIndices(faces, Math.floor(positions.length / 3));
	const faceCount = faces.length / 3;
	const i32 = words ?? new Int32Array(nodesOver(faceCount) * NODE_WORDS);
	const tree = treeOver(i32);
	if (faceCount === 0) return tree;
	const finite = finitePositions(positions);
	const records = split === 'median' ? boxRecords(faceCount) : sahRecords(faceCount, i32);
	writeFaceBoxes(finite, faces, records);
	yield;
	// Both write the children of all nodes, and the faces and boxes of the leaves.
	if (split === 'median') growMedian(i32, records, finite, faces);
	else growSah(i32, records, faceCount, leastDepth(faceCount) + LEVELS_BEYOND.fast);
	yield;
	if (finite !== positions) boundLeaves(tree, positions, faces);
	closeTree(tree);
	yield;
	if (split === 'best') reinsertSubtrees(tree, leastDepth(faceCount) + LEVELS_BEYOND.best);
	return tree;
}

function checkIndices(faces: Uint32Array, vertexCount: number): void {
	if (faces.length % 3 !== 0) throw new RangeError(`${faces.length} vertex indices are not three a face`);
	let greatest = -1;
	for (let i = 0; i < faces.length; i++) if (faces[i] > greatest) greatest = faces[i];
	if (greatest < vertexCount) return;
	const at = faces.indexOf(greatest);
	throw new RangeError(`face ${Math.floor(at / 3)} uses vertex ${greatest} of ${vertexCount}`);
}

/** Positions for sorting faces: the same array, or a copy with 0 in place of infinite and NaN coordinates. */
function finitePositions(positions: Float32Array): Float32Array {
	let sum = 0;
	for (let i = 0; i < positions.length; i++) sum += positions[i] * 0;
	return sum === 0 ? positions : positions.map((value) => (Number.isFinite(value) ? value : 0));
}

/**
 * Gives leaves the boxes of their true coordinates: infinite ones are included, NaN is ignored. On an axis where all are NaN the box is empty, +∞ to
 * −∞, so no query finds it.
 */
function boundLeaves({ f32, i32 }: AabbTree, positions: Float32Array, faces: Uint32Array): void {
	for (let word = 0; word < i32.length; word += NODE_WORDS) {
		if (i32[word + LEFT] >= 0) continue;
		const corners = faces.subarray(i32[word + FACE] * 3, i32[word + FACE] * 3 + 3);
		for (let axis = 0; axis < 3; axis++) {
			const values = Array.from(corners, (corner) => positions[corner * 3 + axis]).filter(
				(value) => !Number.isNaN(value),
			);
			f32[word + axis] = Math.min(...values) - LOW_MARGIN;
			f32[word + axis + 3] = Math.max(...values) + HIGH_MARGIN;
		}
	}
}

/**
 * Completes a tree with children, faces and boxes of leaves: computes the boxes and planes of inner nodes and sets the fixed field. Children are
 * behind their parent, so one pass from the end is enough. Computing boxes on the way down would look at each face once for every level.
 */
function closeTree({ f32, i32, nodeCount }: AabbTree): void {
	for (let word = (nodeCount - 1) * 11; word >= 0; word -= 11) {
		i32[word + 7] = 4;
		if (i32[word + 9] < 0) {
			i32[word + 8] = 0;
			continue;
		}
		const left = word + 11;
		const right = i32[word + 10] * 11;
		joinAxis(i32, word, left, right);
		joinAxis(i32, word + 1, left + 1, right + 1);
		joinAxis(i32, word + 2, left + 2, right + 2);
		i32[word + 6] = -1;
		i32[word + 8] = planeOfChildren(f32, left, right);
	}
}

/** Writes the bounds of both children along one axis to their parent. */
function joinAxis(i32: Int32Array, word: number, left: number, right: number): void {
	i32[word] = ordered(lesser(ordered(i32[left]), ordered(i32[right])));
	i32[word + 3] = ordered(greater(ordered(i32[left + 3]), ordered(i32[right + 3])));
}
