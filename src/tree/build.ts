import { allSteps, type Steps } from '../findings/turns.ts';
import { reinsertSubtrees } from './reinsert.ts';
import { growSah } from './sah.ts';
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
 * Writes the children of all nodes, and the faces and boxes of the leaves.
 *
 * @param nodes words of the tree
 * @param positions 3 floats a vertex, all finite
 */
function growMedian(nodes: Int32Array, records: BoxRecords, positions: Float32Array, faces: Uint32Array): void {
	const order = Int32Array.from({ length: faces.length / 3 }, (_, face) => face);
	/** Three times each centroid along the current axis: in float64 sums of three float32 values are hardly ever rounded. */
	const keys = new Float64Array(order.length);
	const bounds = boxRecords(1);
	const growRun = (node: number, begin: number, end: number): void => {
		if (end - begin === 1) {
			writeLeaf(nodes, node, records.i32, order[begin]);
			return;
		}
		boundRecords(records, 0, begin, end, order, bounds);
		const axis = longestSide(bounds.f32);
		for (let i = begin; i < end; i++) {
			const corner = order[i] * 3;
			keys[order[i]] =
				positions[faces[corner] * 3 + axis] +
				positions[faces[corner + 1] * 3 + axis] +
				positions[faces[corner + 2] * 3 + axis];
		}
		const half = (end - begin) >> 1;
		moveLowest(order, keys, begin, end, begin + half);
		const right = writeInner(nodes, node, half);
		growRun(node + 1, begin, begin + half);
		growRun(right, begin + half, end);
	};
	growRun(0, 0, order.length);
}

/** The axis of the longest side; the first of equal ones. */
function longestSide(box: Float32Array): number {
	const [x, y, z] = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
	if (z > x && z > y) return 2;
	return y > x ? 1 : 0;
}

/** Moves the faces with the lowest keys, of equal ones those with the lowest numbers, before index `middle` of a run: quickselect (Hoare). */
function moveLowest(order: Int32Array, keys: Float64Array, begin: number, end: number, middle: number): void {
	const isBefore = (face: number, other: number): boolean =>
		keys[face] < keys[other] || (keys[face] === keys[other] && face < other);
	for (let low = begin, high = end - 1; low < high; ) {
		const pivot = order[(low + high) >> 1];
		let i = low;
		let j = high;
		while (i <= j) {
			while (isBefore(order[i], pivot)) i++;
			while (isBefore(pivot, order[j])) j--;
			if (i > j) break;
			const face = order[i];
			order[i++] = order[j];
			order[j--] = face;
		}
		if (middle <= j) high = j;
		else if (middle >= i) low = i;
		else break;
	}
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
	const records = boxRecords(faceCount);
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
		for (let axis = 0; axis < 3; axis++) {
			f32[word + axis] = Math.min(f32[left + axis], f32[right + axis]);
			f32[word + axis + 3] = Math.max(f32[left + axis + 3], f32[right + axis + 3]);
		}
		i32[word + 6] = -1;
		i32[word + 8] = planeOfChildren(f32, left, right);
	}
}
