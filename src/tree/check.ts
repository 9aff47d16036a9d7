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
	PLANES,
	planeOfChildren,
	RIGHT,
} from './tree.ts';

/** How often a fault was found, and where first. */
export interface CheckList {
	readonly count: number;
	/** The first few node indices; for faults of faces, face indices. */
	readonly first: readonly number[];
}

/**
 * What can be wrong with a tree. True for faults that make queries miss faces or find them twice. Real files have many of these: faces without a
 * leaf, boxes without margin.
 */
const FAULTS = {
	/** Faces without a leaf. */
	facesMissing: true,
	/** Faces with more than one leaf; counted once for each further leaf. */
	facesRepeated: true,
	/** Leaves with a face that the mesh does not have. */
	facesUnknown: true,
	/** Leaves whose box does not contain their face. */
	leavesTooSmall: true,
	/** Leaves with a child. */
	leavesWithChildren: false,
	/** Inner nodes with a child that is not a node of the tree; counted once for each such child. */
	childrenUnknown: true,
	/** Nodes with more than one parent, and a root with a parent: cycles and shared branches. Counted once for each extra parent. */
	nodesShared: true,
	/** Nodes that cannot be reached from the root. */
	nodesUnreachable: false,
	/** Inner nodes whose box does not contain the box of a child. */
	boxesTooSmall: true,
	/** Inner nodes whose plane is not 1, 2, 4, 8, 16 or 32, and leaves whose plane is not 0. */
	planesUnknown: false,
	/** Inner nodes with a valid plane that differs from the one between their children's boxes. */
	planesOther: false,
	/** Nodes whose fixed field is not 4. */
	fixedOther: false,
	/** Inner nodes whose left child is not the next node. */
	leftNotNext: false,
	/** Nodes that are not where pre-order puts them, counted from the first such node. */
	notPreOrder: false,
};

export type AabbFault = keyof typeof FAULTS;

/** Where each fault was found. */
export type AabbCheckLists = { readonly [K in AabbFault]: CheckList };

const FAULT_NAMES = Object.keys(FAULTS) as AabbFault[];

/** The faults of a tree, and some measures of it. */
export interface AabbCheck extends AabbCheckLists {
	/** Number of nodes in the table; `2F − 1` are expected for F faces. */
	readonly nodeCount: number;
	readonly nodesExpected: number;
	/** Number of leaves that can be reached from the root. */
	readonly leafCount: number;
	/** Number of levels below the root, on the longest path. */
	readonly depth: number;
	/**
	 * The least distance from a leaf's box to its face over all leaves and axes, at the lower and at the upper side; metres. Negative if a face
	 * reaches out of its box.
	 */
	readonly marginBelow: number;
	readonly marginAbove: number;
	/**
	 * True if queries find everything exactly once: each face has one leaf, each node one path from the root, and each box contains what is below it.
	 */
	readonly complete: boolean;
	/** True if there are no faults at all: the tree is built as the game builds them. */
	readonly clean: boolean;
}

/** How many indices a list names. */
const MOST_NAMED = 16;

/**
 * Visits every node of a tree once from the root, without recursion, so that cycles, shared branches, absurd depths and invalid children cannot keep
 * it from ending.
 *
 * @param positions 3 floats a vertex
 * @param faces 3 vertex indices a face, in the order in which the leaves number them
 */
export function checkAabbTree(tree: AabbTree, positions: Float32Array, faces: Uint32Array): AabbCheck {
	const walk = new CheckWalk(tree, positions, faces);
	walk.checkAll();
	const { lists, leafCount, depth, marginBelow, marginAbove } = walk;
	const isMeasured = marginBelow !== Infinity;
	return {
		...lists,
		nodeCount: tree.nodeCount,
		nodesExpected: nodesOver(walk.leaves.length),
		leafCount,
		depth,
		marginBelow: isMeasured ? marginBelow : 0,
		marginAbove: isMeasured ? marginAbove : 0,
		complete: FAULT_NAMES.every((name) => !FAULTS[name] || lists[name].count === 0),
		clean: FAULT_NAMES.every((name) => lists[name].count === 0) && tree.nodeCount === walk.depths.length,
	};
}

class CheckWalk {
	private readonly f32: Float32Array;
	private readonly i32: Int32Array;
	private readonly positions: Float32Array;
	private readonly faces: Uint32Array;
	readonly lists: Readonly<Record<AabbFault, { count: number; first: number[] }>>;
	/** 1 entry a node that the table really contains: its level below the root; −1 until it is reached. */
	readonly depths: Int32Array;
	private readonly waiting: number[] = [];
	/** 1 entry a face: number of its leaves. */
	readonly leaves: Uint32Array;
	depth = 0;
	leafCount = 0;
	marginBelow = Infinity;
	marginAbove = Infinity;

	constructor({ f32, i32, nodeCount }: AabbTree, positions: Float32Array, faces: Uint32Array) {
		this.f32 = f32;
		this.i32 = i32;
		this.positions = positions;
		this.faces = faces;
		this.lists = Object.fromEntries(FAULT_NAMES.map((name) => [name, { count: 0, first: [] }])) as never;
		this.depths = new Int32Array(Math.min(nodeCount, Math.floor(Math.min(i32.length, f32.length) / NODE_WORDS)));
		this.depths.fill(-1);
		this.leaves = new Uint32Array(Math.floor(faces.length / 3));
	}

	private note(name: AabbFault, index: number): void {
		const list = this.lists[name];
		list.count++;
		if (list.first.length < MOST_NAMED) list.first.push(index);
	}

	checkAll(): void {
		const { depths, leaves, waiting } = this;
		if (depths.length > 0) {
			depths[0] = 0;
			waiting.push(0);
		}
		for (let position = 0; waiting.length > 0; position++) {
			const node = waiting.pop()!;
			if (node !== position) this.note('notPreOrder', node);
			this.checkNode(node);
		}
		for (let node = 0; node < depths.length; node++) if (depths[node] < 0) this.note('nodesUnreachable', node);
		for (let face = 0; face < leaves.length; face++) if (leaves[face] === 0) this.note('facesMissing', face);
	}

	private checkNode(node: number): void {
		const { i32 } = this;
		const word = node * NODE_WORDS;
		this.depth = Math.max(this.depth, this.depths[node]);
		if (i32[word + FIXED] !== FIXED_VALUE) this.note('fixedOther', node);
		if (i32[word + FACE] >= 0) {
			this.checkLeaf(node, word);
			return;
		}
		const left = i32[word + LEFT];
		const right = i32[word + RIGHT];
		if (left !== node + 1) this.note('leftNotNext', node);
		const isLeftNew = this.reach(node, left);
		const isRightNew = this.reach(node, right);
		// The left child is pushed last, so that it is visited next.
		if (isRightNew) this.waiting.push(right);
		if (isLeftNew) this.waiting.push(left);
		this.checkPlane(node, left, right);
	}

	/** Follows the reference from a parent to a child. @returns true if the child was not reached before */
	private reach(parent: number, child: number): boolean {
		const { depths } = this;
		if (!this.isNode(child)) {
			this.note('childrenUnknown', parent);
			return false;
		}
		if (!this.holdsBox(parent * NODE_WORDS, child * NODE_WORDS)) this.note('boxesTooSmall', parent);
		if (depths[child] >= 0) {
			this.note('nodesShared', child);
			return false;
		}
		depths[child] = depths[parent] + 1;
		return true;
	}

	private isNode(node: number): boolean {
		return node >= 0 && node < this.depths.length;
	}

	private holdsBox(outer: number, inner: number): boolean {
		const { f32 } = this;
		for (let axis = 0; axis < 3; axis++) {
			if (!(f32[outer + axis] <= f32[inner + axis] && f32[outer + axis + 3] >= f32[inner + axis + 3])) return false;
		}
		return true;
	}

	private checkPlane(node: number, left: number, right: number): void {
		const plane = this.i32[node * NODE_WORDS + PLANE];
		if (!PLANES.has(plane)) this.note('planesUnknown', node);
		else if (this.isNode(left) && this.isNode(right)) {
			const expected = planeOfChildren(this.f32, left * NODE_WORDS, right * NODE_WORDS);
			if (plane !== expected && this.centresDiffer(left * NODE_WORDS, right * NODE_WORDS))
				this.note('planesOther', node);
		}
	}

	private centresDiffer(left: number, right: number): boolean {
		const { f32 } = this;
		return [0, 1, 2].some(
			(axis) => f32[left + axis] + f32[left + axis + 3] !== f32[right + axis] + f32[right + axis + 3],
		);
	}

	private checkLeaf(node: number, word: number): void {
		const { i32, leaves } = this;
		const face = i32[word + FACE];
		this.leafCount++;
		if (i32[word + LEFT] !== NONE || i32[word + RIGHT] !== NONE) this.note('leavesWithChildren', node);
		if (i32[word + PLANE] !== 0) this.note('planesUnknown', node);
		if (face >= leaves.length) {
			this.note('facesUnknown', node);
			return;
		}
		if (leaves[face]++ > 0) this.note('facesRepeated', face);
		if (!this.holdsFace(word, face)) this.note('leavesTooSmall', node);
	}

	/** True if a leaf's box contains its face; also measures the margins. NaN coordinates count as contained. */
	private holdsFace(word: number, face: number): boolean {
		let holds = true;
		for (let axis = 0; axis < 3; axis++) {
			const low = this.f32[word + axis];
			const high = this.f32[word + axis + 3];
			for (let corner = face * 3; corner < face * 3 + 3; corner++) {
				const value = this.positions[this.faces[corner] * 3 + axis];
				if (Number.isNaN(value)) continue;
				if (!(low <= value && value <= high)) holds = false;
				if (value - low < this.marginBelow) this.marginBelow = value - low;
				if (high - value < this.marginAbove) this.marginAbove = high - value;
			}
		}
		return holds;
	}
}
