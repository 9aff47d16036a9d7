import { boxRecords, greater, lesser, ordered, writeFaceBoxes } from './boxes.ts';
import { growMedian } from './median.ts';
import { reinsertSubtrees } from './reinsert.ts';
import { growSah, sahRecords } from './sah.ts';
import {
	type AabbTree,
	FACE,
	HIGH_MARGIN,
	LEFT,
	LOW_MARGIN,
	NODE_WORDS,
	nodesOver,
	planeOfChildren,
	treeOver,
} from './tree.ts';

/**
 * How a tree is made. `best`: the cheapest to walk, 0.55 of the box tests of the game's own trees for vertical lines and 0.38 for lines of
 * sight. `fast`: before subtrees are put where they cost least (reinsert.ts), 0.60 and 0.43, in a fifth of the time. `median`: the game's own
 * rule, which gives the game's own nodes but for the order of faces with equal centroids.
 */
export type AabbSplit = 'best' | 'fast' | 'median';

export interface AabbOptions {
	tree?: AabbSplit;
	/** Where the nodes are written, as many words as `nodesOver` and `NODE_WORDS` say; by default memory of their own. */
	words?: Int32Array;
}

export const AABB_DEFAULTS: { readonly tree: AabbSplit } = { tree: 'best' };

const SPLITS: readonly AabbSplit[] = ['best', 'fast', 'median'];

/** Levels beyond log₂ of the number of faces that a tree may take. See sah.ts for what each of them is worth. */
const SLACK = { best: 4, fast: 2 };

/**
 * Builds the tree over all faces, one a leaf. Boxes reach 0.01 m below and 0.0101 m above their faces, rounded to float32 and never to
 * less than the face itself. A `median` tree is ⌈log₂ n⌉ deep, a `fast` tree at most two more, a `best` tree four; a `fast` one is just as deep
 * where all faces lie in one place. The same input gives the same bytes.
 *
 * Coordinates may be infinite or NaN: the tree is complete all the same. Boxes reach as far as infinite coordinates and do
 * without those that are NaN.
 *
 * @param positions 3 floats a vertex, metres, Z up
 * @param faces 3 vertex indices a face
 * @throws RangeError if an index has no vertex or the last face is not whole
 */
export function buildAabbTree(positions: Float32Array, faces: Uint32Array, options: AabbOptions = {}): AabbTree {
	const { tree: split, words } = { ...AABB_DEFAULTS, ...options };
	if (!SPLITS.includes(split)) throw new RangeError(`no split called ${split}: ${SPLITS.join(', ')}`);
	checkIndices(faces, Math.floor(positions.length / 3));
	const faceCount = faces.length / 3;
	const i32 = words ?? new Int32Array(nodesOver(faceCount) * NODE_WORDS);
	const tree = treeOver(i32);
	if (faceCount === 0) return tree;
	const finite = finitePositions(positions);
	const records = split === 'median' ? boxRecords(faceCount) : sahRecords(faceCount, i32);
	writeFaceBoxes(finite, faces, records);
	// Either split writes the children of all nodes and the faces and boxes of the leaves.
	if (split === 'median') growMedian(i32, records, finite, faces);
	else growSah(i32, records, faceCount, leastDepth(faceCount) + SLACK.fast);
	if (finite !== positions) boundLeaves(tree, positions, faces);
	closeTree(tree);
	if (split === 'best') reinsertSubtrees(tree, leastDepth(faceCount) + SLACK.best);
	return tree;
}

/** ⌈log₂ n⌉. */
function leastDepth(faceCount: number): number {
	return 32 - Math.clz32(faceCount - 1);
}

function checkIndices(faces: Uint32Array, vertexCount: number): void {
	if (faces.length % 3 !== 0) throw new RangeError(`${faces.length} vertex indices are not three a face`);
	let greatest = -1;
	for (let i = 0; i < faces.length; i++) if (faces[i] > greatest) greatest = faces[i];
	if (greatest < vertexCount) return;
	const at = faces.indexOf(greatest);
	throw new RangeError(`face ${Math.floor(at / 3)} uses vertex ${greatest} of ${vertexCount}`);
}

/** Positions by which faces can be sorted: the same, or a copy with 0 for coordinates that are infinite or NaN. */
function finitePositions(positions: Float32Array): Float32Array {
	let sum = 0;
	for (let i = 0; i < positions.length; i++) sum += positions[i] * 0;
	return sum === 0 ? positions : positions.map((value) => (Number.isFinite(value) ? value : 0));
}

/**
 * Gives leaves the boxes of their true coordinates: infinite ones count, NaN does not. Without any number on an axis a box is empty there,
 * +∞ to −∞, and no query finds it.
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
 * Completes a tree whose children, faces and leaf boxes are written: boxes of inner nodes from those of their children, planes and
 * the fixed field. Children come after their parent, so one pass from the end does it; making boxes on the way down instead
 * looks at every face once a level.
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

/** Writes the bounds around both children along an axis. */
function joinAxis(i32: Int32Array, word: number, left: number, right: number): void {
	i32[word] = ordered(lesser(ordered(i32[left]), ordered(i32[right])));
	i32[word + 3] = ordered(greater(ordered(i32[left + 3]), ordered(i32[right + 3])));
}
