import { lineChance, STEPS } from './line-chance.ts';
import {
	type AabbTree,
	FACE,
	heightOf,
	LEFT,
	NODE_WORDS,
	NONE,
	PLANE,
	planeOfChildren,
	RIGHT,
	sizeOf,
} from './tree.ts';

/** In one file: one search and one move, over arrays that all their steps share. */

/**
 * Makes a tree cheaper to walk by removing subtrees, one after the other, and inserting each where the whole tree becomes cheapest (reinsertion,
 * after Bittner, Hapala and Havran 2013).
 *
 * The cost of a walk is known exactly: a box is tested when its parent is touched. `lineChance` computes the probability that a box is touched, by
 * lines of sight and by vertical lines. The surface area by which the tree was built takes neither the position of a box into account nor that many
 * lines are vertical.
 *
 * Nineteen of twenty subtrees are already where they should be, so a subtree stays until a better position is found. The search goes up from the
 * subtree and looks into the branches on both sides of that path (after Meister and Bittner 2018); above the lowest common ancestor of the old and
 * the new position nothing changes.
 */

/**
 * Weight of a vertical line relative to a line of sight. Measured over 60 generated rooms (`npx tsx bench/aabb.ts --rooms 60`), as shares of the box
 * tests before: with 1, 0.948 for vertical lines and 0.808 for lines of sight; with 2, 0.911 and 0.845; with 3, 0.895 and 0.886. The game looks for
 * the ground far more often than along lines of sight; 2 is the least weight at which vertical lines gain about a twelfth.
 */
const PLAN_WEIGHT = 2;
/** Number of passes. The first tries all subtrees, the others only those near a change. A fourth pass has no measurable gain. */
const PASSES = 3;
/**
 * After a move, subtrees up to this many levels below the parents of the old and the new position are tried again. Trees cost 0.03 % less than with 3
 * levels. Neither 5 levels, nor all subtrees in each pass (which takes a third longer), improve on that.
 */
const NEAR = 4;
/** The most subtrees that are tried; in a larger tree, the ones with the highest cost. */
const MOST_PARTS = 2048;

/**
 * Moves subtrees of a tree to cheaper positions.
 * @param tree complete, with boxes; its nodes are rewritten
 * @param levels the greatest allowed depth of a leaf, which the tree must not exceed now either
 */
export function reinsertSubtrees(tree: AabbTree, levels: number): void {
	if (tree.nodeCount < 5) return;
	const [root, depth] = crowdOf(tree);
	const word = root * NODE_WORDS;
	for (let axis = 0; axis < 3; axis++) if (!(tree.f32[word + axis + 3] - tree.f32[word + axis] < Infinity)) return;
	const parts = new Parts(tree, root);
	// If only the upper part of a tree is changed, it matters little, and one pass is enough.
	for (let pass = 0; pass < (parts.isWhole ? PASSES : 1); pass++) if (!parts.reinsertAll(levels - depth)) break;
	parts.write();
}

/**
 * If a child has more than this share of its parent's faces and less than this share of its length, queries concern that child; everything else is
 * far away from it.
 */
const CROWD = { faces: 0.9, length: 0.5 };

/** The node whose box defines the random lines: the root, or a node below it that has nearly all faces. @returns the node and its depth */
function crowdOf({ f32, i32 }: AabbTree): [node: number, depth: number] {
	const lengthOf = (node: number): number => {
		const word = node * NODE_WORDS;
		return Math.max(...[0, 1, 2].map((axis) => f32[word + axis + 3] - f32[word + axis]));
	};
	for (let node = 0, depth = 0; ; depth++) {
		const children = [i32[node * NODE_WORDS + LEFT], i32[node * NODE_WORDS + RIGHT]];
		const crowd = children.find(
			(child) =>
				child >= 0 &&
				sizeOf(i32, child) > CROWD.faces * sizeOf(i32, node) &&
				lengthOf(child) < CROWD.length * lengthOf(node),
		);
		if (crowd === undefined) return [node, depth];
		node = crowd;
	}
}

/** Costs are sorted in steps of 1 / COST_STEPS, with the node in the low digits of the same number, so that sorting needs no comparison function. */
const COST_STEPS: number = 2 ** 28;
const KEY_NODES: number = 2 * MOST_PARTS;

/** The upper part of a tree, or all of it, as nodes with parents. Its leaves are subtrees that stay as they are. */
class Parts {
	/** True if the leaves are those of the tree, and the root is the tree's root. */
	readonly isWhole: boolean;
	private readonly tree: AabbTree;
	private readonly count: number;
	/** The node of the tree that is the root of this part. */
	private readonly from: number;
	/** 1 entry a node: its node in the tree at first. For leaves it stays valid. */
	private readonly stands: Int32Array;
	private readonly parent: Int32Array;
	private readonly left: Int32Array;
	private readonly right: Int32Array;
	/** 1 entry a node: the number of levels below it. */
	private readonly height: Int32Array;
	/** 6 lattice steps a node: least x, y, z, greatest x, y, z. */
	private readonly boxes: Int32Array;
	/** 1 entry a node: the weighted probability that its box is touched. */
	private readonly cost: Float64Array;
	/** 1 for nodes that still have to be tried. */
	private readonly isFresh: Uint8Array;
	private root = 0;
	private hasMoved = false;
	/** Stack of the search: nodes to look into, by how much the cost of their ancestors grows, and their depth. */
	private readonly stack: Int32Array;
	private readonly grown: Float64Array;
	private readonly depth: Int32Array;
	/** The box of an ancestor without the subtree that is being moved. */
	private readonly rest: Int32Array = new Int32Array(6);
	/** The best position so far (the future sibling), and by how much the tree gets cheaper with it. */
	private target: number = NONE;
	private gain = 0;

	constructor(tree: AabbTree, root: number) {
		const size = sizeOf(tree.i32, root);
		this.tree = tree;
		this.from = root;
		this.isWhole = size < 2 * MOST_PARTS;
		const count = this.isWhole ? size : 2 * MOST_PARTS - 1;
		this.count = count;
		this.stands = new Int32Array(count);
		this.parent = new Int32Array(count).fill(NONE);
		this.left = new Int32Array(count).fill(NONE);
		this.right = new Int32Array(count).fill(NONE);
		this.height = new Int32Array(count);
		this.boxes = new Int32Array(count * 6);
		this.cost = new Float64Array(count);
		this.isFresh = new Uint8Array(count).fill(1);
		this.stack = new Int32Array(count);
		this.grown = new Float64Array(count);
		this.depth = new Int32Array(count);
		if (this.isWhole) this.takeAll();
		else this.takeUpper();
		// In either case children have higher numbers than their parents.
		for (let at = count - 1; at >= 0; at--) this.measure(at);
	}

	private takeAll(): void {
		const { from, stands } = this;
		const { i32 } = this.tree;
		for (let at = 0; at < this.count; at++) {
			const word = (from + at) * NODE_WORDS;
			stands[at] = from + at;
			if (i32[word + LEFT] >= 0) this.adopt(at, i32[word + LEFT] - from, i32[word + RIGHT] - from);
		}
	}

	/** Selects the upper part of a tree, level by level: boxes of each level are about half as likely to be touched as those of the level above. */
	private takeUpper(): void {
		const { stands } = this;
		const { i32 } = this.tree;
		stands[0] = this.from;
		for (let at = 0, next = 1; next < this.count; at++) {
			const word = stands[at] * NODE_WORDS;
			if (i32[word + LEFT] < 0) continue;
			stands[next] = i32[word + LEFT];
			stands[next + 1] = i32[word + RIGHT];
			this.adopt(at, next, next + 1);
			next += 2;
		}
	}

	/** Computes box, cost and height of a node whose children are done. */
	private measure(at: number): void {
		const { boxes } = this;
		const { f32, i32 } = this.tree;
		const word = this.stands[at] * NODE_WORDS;
		const root = this.from * NODE_WORDS;
		for (let axis = 0; axis < 3; axis++) {
			const low = f32[root + axis];
			const scale = STEPS / (f32[root + axis + 3] - low);
			boxes[at * 6 + axis] = clampStep(Math.floor((f32[word + axis] - low) * scale));
			boxes[at * 6 + axis + 3] = clampStep(Math.ceil((f32[word + axis + 3] - low) * scale));
		}
		this.weigh(at);
		this.height[at] = this.left[at] === NONE ? heightOf(i32, this.stands[at]) : this.heightBelow(at);
	}

	private adopt(parent: number, left: number, right: number): void {
		this.left[parent] = left;
		this.right[parent] = right;
		this.parent[left] = parent;
		this.parent[right] = parent;
	}

	/** Computes the cost from the box. */
	private weigh(node: number): void {
		const [x0, y0, z0, x1, y1, z1] = this.boxes.subarray(node * 6, node * 6 + 6);
		this.cost[node] = lineChance(x0, y0, z0, x1, y1, z1, PLAN_WEIGHT);
	}

	private heightBelow(node: number): number {
		return Math.max(this.height[this.left[node]], this.height[this.right[node]]) + 1;
	}

	/** Tries all nodes marked in `isFresh`, those with the highest cost first. @returns true if anything was moved */
	reinsertAll(levels: number): boolean {
		const { count, cost, isFresh } = this;
		const keys = new Float64Array(count);
		for (let node = 0; node < count; node++)
			keys[node] = (COST_STEPS * 16 - Math.floor(cost[node] * COST_STEPS)) * KEY_NODES + node;
		keys.sort();
		let hasMoved = false;
		for (let i = 0; i < count; i++) {
			const node = keys[i] % KEY_NODES;
			if (isFresh[node] === 0 || this.parent[node] === NONE) continue;
			isFresh[node] = 0;
			this.findPosition(node, levels);
			if (this.target === NONE) continue;
			this.move(node, this.target);
			hasMoved = true;
		}
		this.hasMoved ||= hasMoved;
		return hasMoved;
	}

	/** Finds the position of a node at which the tree is cheapest, as the node that becomes its sibling; `NONE` for its current position. */
	private findPosition(node: number, levels: number): void {
		const { parent, left, right, height, cost } = this;
		let at = parent[node];
		const sibling = this.siblingOf(node, at);
		let depth = this.depthOf(at);
		/** Cost that removing the node saves below the lowest common ancestor of the old and the new position. */
		let saved = cost[at];
		this.target = NONE;
		// Gains of the size of rounding errors are ignored.
		this.gain = saved * 1e-9;
		let restHeight = height[sibling];
		this.beginRest(sibling);
		if (left[sibling] !== NONE) {
			const grown = saved - cost[sibling];
			this.look(left[sibling], node, depth + 1, levels, saved, grown);
			this.look(right[sibling], node, depth + 1, levels, saved, grown);
		}
		for (let shrinks = true; parent[at] !== NONE; depth--) {
			const under = at;
			at = parent[at];
			const other = this.siblingOf(under, at);
			this.look(other, node, depth, levels, saved, 0);
			restHeight = Math.max(restHeight, height[other]) + 1;
			shrinks &&= this.addToRest(other, at);
			const without = shrinks ? this.costOfRest() : cost[at];
			// As the sibling of the whole ancestor without it: the box around both is the one that the ancestor has now.
			if (saved - without > this.gain && depth + Math.max(height[node], restHeight) <= levels) {
				this.gain = saved - without;
				this.target = at;
			}
			saved += cost[at] - without;
		}
	}

	private siblingOf(node: number, parent: number): number {
		return this.left[parent] === node ? this.right[parent] : this.left[parent];
	}

	private depthOf(node: number): number {
		const { parent } = this;
		let depth = 0;
		for (let at = parent[node]; at !== NONE; at = parent[at]) depth++;
		return depth;
	}

	private beginRest(node: number): void {
		const { boxes, rest } = this;
		for (let word = 0; word < 6; word++) rest[word] = boxes[node * 6 + word];
	}

	/** Adds a child of an ancestor to the box `rest`. @returns true if that box is still smaller than the ancestor's */
	private addToRest(node: number, ancestor: number): boolean {
		const { boxes, rest } = this;
		let isLess = false;
		for (let word = 0, at = node * 6, whole = ancestor * 6; word < 3; word++, at++, whole++) {
			if (boxes[at] < rest[word]) rest[word] = boxes[at];
			if (boxes[at + 3] > rest[word + 3]) rest[word + 3] = boxes[at + 3];
			if (rest[word] !== boxes[whole] || rest[word + 3] !== boxes[whole + 3]) isLess = true;
		}
		return isLess;
	}

	private costOfRest(): number {
		const [x0, y0, z0, x1, y1, z1] = this.rest;
		return lineChance(x0, y0, z0, x1, y1, z1, PLAN_WEIGHT);
	}

	/**
	 * Searches positions at a node and below it. A position costs the growth of all ancestors, plus the box around the two new siblings. Positions
	 * below a node cost at least the growth of the ancestors up to it, plus the box of the moved subtree; the search stops where this is too much.
	 *
	 * @param top where to begin
	 * @param node the subtree that is being moved
	 * @param topDepth depth of `top` after the subtree was removed
	 * @param saved cost that removing the subtree saves
	 * @param topGrown growth in cost of the ancestors of `top`
	 */
	private look(top: number, node: number, topDepth: number, levels: number, saved: number, topGrown: number): void {
		const { left, right, boxes, cost, height, stack, grown, depth } = this;
		const own = cost[node];
		const deepest = levels - 1 - height[node];
		const of = node * 6;
		stack[0] = top;
		grown[0] = topGrown;
		depth[0] = topDepth;
		for (let length = 1; length > 0; ) {
			const target = stack[--length];
			const most = saved - grown[length] - this.gain;
			if (own >= most || depth[length] > deepest) continue;
			const at = target * 6;
			const x0 = boxes[at] < boxes[of] ? boxes[at] : boxes[of];
			const y0 = boxes[at + 1] < boxes[of + 1] ? boxes[at + 1] : boxes[of + 1];
			const x1 = boxes[at + 3] > boxes[of + 3] ? boxes[at + 3] : boxes[of + 3];
			const y1 = boxes[at + 4] > boxes[of + 4] ? boxes[at + 4] : boxes[of + 4];
			const z0 = boxes[at + 2] < boxes[of + 2] ? boxes[at + 2] : boxes[of + 2];
			const z1 = boxes[at + 5] > boxes[of + 5] ? boxes[at + 5] : boxes[of + 5];
			const both = lineChance(x0, y0, z0, x1, y1, z1, PLAN_WEIGHT);
			if (both < most && depth[length] + 1 + height[target] <= levels) {
				this.gain += most - both;
				this.target = target;
			}
			if (left[target] === NONE) continue;
			const below = grown[length] + both - cost[target];
			if (saved - below - own <= this.gain) continue;
			const deeper = depth[length] + 1;
			stack[length] = right[target];
			grown[length] = below;
			depth[length++] = deeper;
			stack[length] = left[target];
			grown[length] = below;
			depth[length++] = deeper;
		}
	}

	/** Removes a subtree and makes it the sibling of another node. Its parent node moves with it. */
	private move(node: number, target: number): void {
		const parent = this.parent[node];
		const sibling = this.siblingOf(node, parent);
		this.replace(parent, sibling);
		this.refit(this.parent[sibling]);
		this.replace(target, parent);
		this.adopt(parent, target, node);
		this.refit(parent);
		this.refresh(this.parent[sibling], NEAR);
		this.refresh(this.parent[parent], NEAR);
	}

	/** Puts another node in the position of a node. */
	private replace(node: number, other: number): void {
		const above = this.parent[node];
		this.parent[other] = above;
		if (above === NONE) this.root = other;
		else if (this.left[above] === node) this.left[above] = other;
		else this.right[above] = other;
	}

	/** Updates boxes, costs and heights from a node up to the root, as long as anything changes. */
	private refit(from: number): void {
		const { boxes, parent, left, right, height, isFresh } = this;
		for (let node = from; node !== NONE; node = parent[node]) {
			let changes = false;
			for (let word = 0, at = node * 6, a = left[node] * 6, b = right[node] * 6; word < 6; word++, at++, a++, b++) {
				const bound = word < 3 ? Math.min(boxes[a], boxes[b]) : Math.max(boxes[a], boxes[b]);
				if (boxes[at] !== bound) changes = true;
				boxes[at] = bound;
			}
			const above = this.heightBelow(node);
			if (changes) {
				this.weigh(node);
				isFresh[left[node]] = 1;
				isFresh[right[node]] = 1;
			} else if (height[node] === above && node !== from) break;
			height[node] = above;
		}
	}

	/** Marks a node to be tried again, and its descendants down to `levels` levels below. */
	private refresh(node: number, levels: number): void {
		if (node === NONE) node = this.root;
		this.isFresh[node] = 1;
		if (levels === 0 || this.left[node] === NONE) return;
		this.refresh(this.left[node], levels - 1);
		this.refresh(this.right[node], levels - 1);
	}

	/** Rewrites the nodes of the tree in pre-order. Of two children the lower one along the axis between them is left, as in the game. */
	write(): void {
		if (!this.hasMoved) return;
		const { left, right, stands } = this;
		const { f32, i32 } = this.tree;
		const bounds = new Float32Array(this.count * 6);
		this.boundExactly(this.root, bounds);
		// Nodes are overwritten in another order than they are read in.
		const old = i32.slice();
		const stack = [this.root];
		let next = this.from;
		/** Words of right children that still have to be written. */
		const links: number[] = [];
		while (stack.length > 0) {
			const node = stack.pop()!;
			const link = links.pop();
			if (link !== undefined && link >= 0) i32[link] = next;
			if (left[node] === NONE) {
				next += copySubtree(old, stands[node], i32, next);
				continue;
			}
			const word = next++ * NODE_WORDS;
			for (let i = 0; i < 6; i++) f32[word + i] = bounds[node * 6 + i];
			i32[word + FACE] = -1;
			// The order of children in the game depends on the plane between them.
			const isTurned = planeOfChildren(bounds, left[node] * 6, right[node] * 6) > 4;
			const lower = isTurned ? right[node] : left[node];
			const upper = isTurned ? left[node] : right[node];
			i32[word + PLANE] = planeOfChildren(bounds, lower * 6, upper * 6);
			i32[word + LEFT] = next;
			stack.push(upper, lower);
			links.push(word + RIGHT, NONE);
		}
	}

	/** Computes the exact boxes of a node and its descendants, 6 floats each. */
	private boundExactly(node: number, bounds: Float32Array): void {
		const left = this.left[node];
		const right = this.right[node];
		if (left === NONE) {
			const word = this.stands[node] * NODE_WORDS;
			for (let i = 0; i < 6; i++) bounds[node * 6 + i] = this.tree.f32[word + i];
			return;
		}
		this.boundExactly(left, bounds);
		this.boundExactly(right, bounds);
		for (let axis = 0; axis < 3; axis++) {
			bounds[node * 6 + axis] = Math.min(bounds[left * 6 + axis], bounds[right * 6 + axis]);
			bounds[node * 6 + axis + 3] = Math.max(bounds[left * 6 + axis + 3], bounds[right * 6 + axis + 3]);
		}
	}
}

/** Copies a subtree to another position. @returns its number of nodes */
function copySubtree(from: Int32Array, root: number, to: Int32Array, node: number): number {
	const size = sizeOf(from, root);
	to.set(from.subarray(root * NODE_WORDS, (root + size) * NODE_WORDS), node * NODE_WORDS);
	for (let word = node * NODE_WORDS; word < (node + size) * NODE_WORDS; word += NODE_WORDS) {
		if (to[word + LEFT] < 0) continue;
		to[word + LEFT] += node - root;
		to[word + RIGHT] += node - root;
	}
	return size;
}

function clampStep(step: number): number {
	return Math.min(Math.max(step, 0), STEPS);
}
