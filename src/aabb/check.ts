import { type AabbCheck, COMPLETENESS, type Collectors, collect, createCollectors } from './check-lists.ts';
import {
	type AabbTree,
	FACE,
	FIXED,
	FIXED_VALUE,
	LEFT,
	NODE_WORDS,
	NONE,
	nodesOver,
	PLANE,
	planeBetween,
	RIGHT,
} from './tree.ts';

const PLANES: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 32]);

/** The state of a check. */
interface Survey {
	readonly tree: AabbTree;
	readonly positions: Float32Array;
	readonly faces: Uint32Array;
	/** Nodes that the table really has. */
	readonly count: number;
	readonly lists: Collectors;
	/** 1 a node that something led to. */
	readonly seen: Uint8Array;
	readonly depths: Int32Array;
	readonly stack: Int32Array;
	/** Leaves of each face. */
	readonly leaves: Uint32Array;
	top: number;
	depth: number;
	leafCount: number;
	marginBelow: number;
	marginAbove: number;
}

/**
 * Looks at every node of a tree once, from the root, without recursion: circles, shared branches, absurd depths and children end it no
 * later than the last node.
 *
 * @param positions 3 floats a vertex
 * @param faces 3 vertex indices a face, in the order that the leaves number them
 */
export function checkAabbTree(tree: AabbTree, positions: Float32Array, faces: Uint32Array): AabbCheck {
	const faceCount = Math.floor(faces.length / 3);
	const survey = createSurvey(tree, positions, faces, faceCount);
	const { lists, seen, leaves, count } = survey;
	for (let position = 0; survey.top > 0; position++) {
		const node = survey.stack[--survey.top];
		if (node !== position) collect(lists.notPreOrder, node);
		checkNode(survey, node, faceCount);
	}
	for (let node = 0; node < count; node++) if (seen[node] === 0) collect(lists.nodesUnreachable, node);
	for (let face = 0; face < faceCount; face++) if (leaves[face] === 0) collect(lists.facesMissing, face);
	const measured = survey.marginBelow !== Infinity;
	return {
		...survey.lists,
		nodeCount: tree.nodeCount,
		nodesExpected: nodesOver(faceCount),
		leafCount: survey.leafCount,
		depth: survey.depth,
		marginBelow: measured ? survey.marginBelow : 0,
		marginAbove: measured ? survey.marginAbove : 0,
		complete: COMPLETENESS.every((name) => lists[name].count === 0),
		clean: Object.values(lists).every((list) => list.count === 0) && tree.nodeCount === count,
	};
}

function createSurvey(tree: AabbTree, positions: Float32Array, faces: Uint32Array, faceCount: number): Survey {
	const count = Math.min(tree.nodeCount, Math.floor(Math.min(tree.i32.length, tree.f32.length) / NODE_WORDS));
	const survey: Survey = {
		tree,
		positions,
		faces,
		count,
		lists: createCollectors(),
		seen: new Uint8Array(count),
		depths: new Int32Array(count),
		stack: new Int32Array(count),
		leaves: new Uint32Array(faceCount),
		top: 0,
		depth: 0,
		leafCount: 0,
		marginBelow: Infinity,
		marginAbove: Infinity,
	};
	if (count > 0) {
		survey.seen[0] = 1;
		survey.stack[survey.top++] = 0;
	}
	return survey;
}

function checkNode(survey: Survey, node: number, faceCount: number): void {
	const { i32 } = survey.tree;
	const word = node * NODE_WORDS;
	survey.depth = Math.max(survey.depth, survey.depths[node]);
	if (i32[word + FIXED] !== FIXED_VALUE) collect(survey.lists.fixedOther, node);
	if (i32[word + FACE] < 0) checkInner(survey, node, word);
	else checkLeaf(survey, node, word, faceCount);
}

function checkInner(survey: Survey, node: number, word: number): void {
	const { i32 } = survey.tree;
	const left = i32[word + LEFT];
	const right = i32[word + RIGHT];
	if (left !== node + 1) collect(survey.lists.leftNotNext, node);
	const isLeftNew = reach(survey, node, left);
	const isRightNew = reach(survey, node, right);
	// The left one last, so that it is taken off the stack first.
	if (isRightNew) survey.stack[survey.top++] = right;
	if (isLeftNew) survey.stack[survey.top++] = left;
	checkPlane(survey, node, left, right);
}

/** Looks at a child from its parent; returns whether nothing led to it before. */
function reach(survey: Survey, parent: number, child: number): boolean {
	const { lists, seen, depths, tree } = survey;
	if (!isNode(survey, child)) {
		collect(lists.childrenUnknown, parent);
		return false;
	}
	if (!holdsBox(tree.f32, parent * NODE_WORDS, child * NODE_WORDS)) collect(lists.boxesTooSmall, parent);
	if (seen[child] === 1) {
		collect(lists.nodesShared, child);
		return false;
	}
	seen[child] = 1;
	depths[child] = depths[parent] + 1;
	return true;
}

function isNode(survey: Survey, node: number): boolean {
	return node >= 0 && node < survey.count;
}

function holdsBox(f32: Float32Array, outer: number, inner: number): boolean {
	for (let axis = 0; axis < 3; axis++) {
		if (!(f32[outer + axis] <= f32[inner + axis] && f32[outer + axis + 3] >= f32[inner + axis + 3])) return false;
	}
	return true;
}

function checkPlane(survey: Survey, node: number, left: number, right: number): void {
	const { tree, lists } = survey;
	const plane = tree.i32[node * NODE_WORDS + PLANE];
	if (!PLANES.has(plane)) {
		collect(lists.planesUnknown, node);
		return;
	}
	if (!isNode(survey, left) || !isNode(survey, right)) return;
	const [dx, dy, dz] = [0, 1, 2].map((axis) => doubledCentre(tree, right, axis) - doubledCentre(tree, left, axis));
	const centresDiffer = dx !== 0 || dy !== 0 || dz !== 0;
	if (centresDiffer && plane !== planeBetween(dx, dy, dz)) collect(lists.planesOther, node);
}

function doubledCentre({ f32 }: AabbTree, node: number, axis: number): number {
	const word = node * NODE_WORDS + axis;
	return f32[word] + f32[word + 3];
}

function checkLeaf(survey: Survey, node: number, word: number, faceCount: number): void {
	const { lists, leaves, tree } = survey;
	const { i32 } = tree;
	const face = i32[word + FACE];
	survey.leafCount++;
	if (i32[word + LEFT] !== NONE || i32[word + RIGHT] !== NONE) collect(lists.leavesWithChildren, node);
	if (i32[word + PLANE] !== 0) collect(lists.planesUnknown, node);
	if (face >= faceCount) {
		collect(lists.facesUnknown, node);
		return;
	}
	if (leaves[face]++ > 0) collect(lists.facesRepeated, face);
	if (!holdsFace(survey, word, face)) collect(lists.leavesTooSmall, node);
}

/** Whether a leaf's box holds its face; measures the margins. Coordinates that are no number are nowhere and held by every box. */
function holdsFace(survey: Survey, word: number, face: number): boolean {
	const { positions, faces } = survey;
	const { f32 } = survey.tree;
	let holds = true;
	for (let axis = 0; axis < 3; axis++) {
		const low = f32[word + axis];
		const high = f32[word + axis + 3];
		for (let corner = face * 3; corner < face * 3 + 3; corner++) {
			const value = positions[faces[corner] * 3 + axis];
			if (Number.isNaN(value)) continue;
			if (!(low <= value && value <= high)) holds = false;
			if (value - low < survey.marginBelow) survey.marginBelow = value - low;
			if (high - value < survey.marginAbove) survey.marginAbove = high - value;
		}
	}
	return holds;
}
