import { type AabbTree, FACE, LEFT, NODE_WORDS, PLANE, planeOfChildren, RIGHT } from './tree.ts';

/**
 * How likely a line touches a box. Lines are of two kinds: between two even random points of the root's box, and vertical at an even random
 * place. For the first kind the chance is the box's volume and half of how often the line is expected to cross its six sides, all as
 * shares of the root's box: whoever starts inside is counted by the volume, whoever enters and leaves crosses twice.
 *
 * How often a side is crossed is an integral over where on the line that happens; on each axis alone it is known in closed form
 * (`shareBelow`, `crossings`), so that tables over a lattice and four points of Gauss are enough.
 */

/** Steps of the lattice that the root's box has along each axis. */
export const STEPS = 1023;
/** Gauss–Legendre on (0, ½): where the line is crossed, as a share of its length; each stands for its mirror image, too. */
const POINTS: readonly (readonly [at: number, weight: number])[] = [
	[0.5 * 0.06943184420297371, 0.5 * 0.17392742256872692],
	[0.5 * 0.33000947820757187, 0.5 * 0.32607257743127305],
	[0.5 * 0.6699905217924281, 0.5 * 0.32607257743127305],
	[0.5 * 0.9305681557970263, 0.5 * 0.17392742256872692],
];
const K: number = POINTS.length;

/** For each step of the lattice and each point: how likely a line has come so far there. */
const BELOW = new Float64Array((STEPS + 1) * K);
/** … and how likely a line crosses the plane at this step there, times the point's weight. */
const CROSSED = new Float64Array((STEPS + 1) * K);

/** Fills the tables, once. */
export function prepareLineChance(): void {
	if (BELOW[BELOW.length - 1] === 1) return;
	for (let step = 1; step <= STEPS; step++) {
		const c = step / STEPS;
		for (let k = 0; k < K; k++) {
			const [at, weight] = POINTS[k];
			BELOW[step * K + k] = shareBelow(c, at);
			CROSSED[step * K + k] = weight * (crossings(c, at) + crossings(c, 1 - at));
		}
	}
}

/** The chance that (1 − at) × U + at × V ≤ c, for even random U and V, at ≤ ½. */
function shareBelow(c: number, at: number): number {
	const slope = 2 * at * (1 - at);
	if (c < at) return (c * c) / slope;
	return c <= 1 - at ? (c - at / 2) / (1 - at) : 1 - ((1 - c) * (1 - c)) / slope;
}

/** How often, for even random ends on both sides of c, the way between them is crossed at this share of it: a density. */
function crossings(c: number, at: number): number {
	const reach = at < c ? (1 - c) / (1 - at) : c / at;
	return reach * reach;
}

/**
 * @param x0 … z1 the box, in steps of the root's
 * @param planWeight what a vertical line counts beside one of the other kind
 */
export function lineChance(
	x0: number,
	y0: number,
	z0: number,
	x1: number,
	y1: number,
	z1: number,
	planWeight: number,
): number {
	const plan = ((x1 - x0) * (y1 - y0)) / (STEPS * STEPS);
	let crossed = 0;
	for (let k = 0, ax = x0 * K, ay = y0 * K, az = z0 * K, bx = x1 * K, by = y1 * K, bz = z1 * K; k < K; k++) {
		const x = BELOW[bx] - BELOW[ax];
		const y = BELOW[by] - BELOW[ay];
		const z = BELOW[bz] - BELOW[az];
		crossed += (CROSSED[ax++] + CROSSED[bx++]) * y * z;
		crossed += x * ((CROSSED[ay++] + CROSSED[by++]) * z + (CROSSED[az++] + CROSSED[bz++]) * y);
	}
	return plan * (planWeight + (z1 - z0) / STEPS) + crossed / 2;
}

/**
 * Makes a tree cheaper to walk by taking subtrees out, one after the other, and putting each where the whole is cheapest with it
 * (reinsertion, after Bittner, Hapala and Havran 2013).
 *
 * What a walk costs is known exactly: a box is tested when its parent is touched. The chance that a line between two even random points
 * of the root's box touches a box within is its volume and half of how often such a line is expected to cross its six sides (`Chances`); that
 * of a vertical line is its share of the plan. Surface area, which the tree was grown by, knows neither where a box lies nor that many
 * lines are vertical.
 */

/**
 * What a vertical line counts beside a line of sight. Over 60 generated rooms (`npx tsx bench/aabb.ts --rooms 60`), as shares of the tree before:
 * with 1, 0.948 of the box tests of vertical lines and 0.808 of those of sight; with 2, 0.911 and 0.845; with 3, 0.895 and 0.886. The game asks
 * for the ground far more often than for sight, so it is the least weight by which vertical lines gain as much as a twelfth.
 */
const PLAN_WEIGHT = 2;
/** How often all subtrees are tried. A fourth time gains nothing that can be measured. */
const PASSES = 3;
/** Subtrees that are tried at most; in a larger tree they are its heaviest ones. */
const MOST_PARTS = 2048;

/**
 * @param tree finished, boxes included; its nodes are written anew
 * @param levels the depth no leaf may exceed, nor does now
 */
export function reinsertSubtrees(tree: AabbTree, levels: number): void {
	if (tree.nodeCount < 5) return;
	const [root, depth] = crowdOf(tree);
	const word = root * NODE_WORDS;
	for (let axis = 0; axis < 3; axis++) if (!(tree.f32[word + axis + 3] - tree.f32[word + axis] < Infinity)) return;
	prepareLineChance();
	const upper = upperNodes(tree.i32, root);
	const parts = new Parts(tree, upper);
	// Where most of the tree stays as it is, its upper part counts for little, and once is enough.
	const passes = upper.length === sizeOf(tree.i32, root) ? PASSES : 1;
	for (let pass = 0; pass < passes; pass++) parts.reinsertAll(levels - depth);
	parts.write();
}

/** A child with so many of its parent's faces, and no more of its length, is what is asked of the tree; the rest lies far away. */
const CROWD = { faces: 0.9, length: 0.5 };

/** The node whose box lines are measured by: the root, or below it where nearly all faces are. @returns it and its depth */
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

/** No node. */
const NONE = -1;

/** The upper part of a tree, or all of it, as nodes that know their parents: its *leaves* are subtrees that stay as they are. */
class Parts {
	readonly #tree: AabbTree;
	readonly #count: number;
	/** The tree's node that is the root here. */
	readonly #from: number;
	/** Node of the tree that a leaf stands for; −1 for inner nodes. */
	readonly #stands: Int32Array;
	readonly #parent: Int32Array;
	readonly #left: Int32Array;
	readonly #right: Int32Array;
	/** Levels below a node. */
	readonly #height: Int32Array;
	/** 6 steps of the lattice a node. */
	readonly #boxes: Int32Array;
	/** How likely its box is touched. */
	readonly #cost: Float64Array;
	#root = 0;
	/** The search's queue, a heap: nodes, what the growth of their ancestors costs, and how deep they lie. */
	readonly #queue: Int32Array;
	readonly #grown: Float64Array;
	readonly #depth: Int32Array;
	#length = 0;
	#hasMoved = false;

	/** @param upper nodes of the tree, parents before children; those without children among them become leaves */
	constructor(tree: AabbTree, upper: readonly number[]) {
		const count = upper.length;
		this.#tree = tree;
		this.#count = count;
		this.#from = upper[0];
		[this.#stands, this.#parent, this.#left, this.#right, this.#height, this.#queue, this.#depth] = Array.from(
			{ length: 7 },
			() => new Int32Array(count + 1).fill(NONE),
		);
		this.#boxes = new Int32Array(count * 6);
		this.#cost = new Float64Array(count);
		this.#grown = new Float64Array(count + 1);
		const numbers = new Map(upper.map((node, number) => [node, number]));
		for (let at = count - 1; at >= 0; at--) this.#take(upper[at], at, numbers);
	}

	/** Takes a node over; its children are there already. */
	#take(node: number, at: number, numbers: ReadonlyMap<number, number>): void {
		const { f32, i32 } = this.#tree;
		const word = node * NODE_WORDS;
		const root = this.#from * NODE_WORDS;
		for (let axis = 0; axis < 3; axis++) {
			const low = f32[root + axis];
			const scale = STEPS / (f32[root + axis + 3] - low);
			this.#boxes[at * 6 + axis] = clampStep(Math.floor((f32[word + axis] - low) * scale));
			this.#boxes[at * 6 + axis + 3] = clampStep(Math.ceil((f32[word + axis + 3] - low) * scale));
		}
		this.#cost[at] = this.#chance(at);
		const left = numbers.get(i32[word + LEFT]);
		const right = numbers.get(i32[word + RIGHT]);
		if (left === undefined || right === undefined) {
			this.#stands[at] = node;
			this.#height[at] = heightOf(i32, node);
			return;
		}
		this.#adopt(at, left, right);
		this.#height[at] = Math.max(this.#height[left], this.#height[right]) + 1;
	}

	#adopt(parent: number, left: number, right: number): void {
		this.#left[parent] = left;
		this.#right[parent] = right;
		this.#parent[left] = parent;
		this.#parent[right] = parent;
	}

	#chance(node: number): number {
		const boxes = this.#boxes;
		const at = node * 6;
		return lineChance(
			boxes[at],
			boxes[at + 1],
			boxes[at + 2],
			boxes[at + 3],
			boxes[at + 4],
			boxes[at + 5],
			PLAN_WEIGHT,
		);
	}

	/** The chance of the box around two nodes. */
	#chanceOfBoth(a: number, b: number): number {
		const boxes = this.#boxes;
		const i = a * 6;
		const j = b * 6;
		return lineChance(
			Math.min(boxes[i], boxes[j]),
			Math.min(boxes[i + 1], boxes[j + 1]),
			Math.min(boxes[i + 2], boxes[j + 2]),
			Math.max(boxes[i + 3], boxes[j + 3]),
			Math.max(boxes[i + 4], boxes[j + 4]),
			Math.max(boxes[i + 5], boxes[j + 5]),
			PLAN_WEIGHT,
		);
	}

	/** Tries every node once, the heaviest first. */
	reinsertAll(levels: number): void {
		const order = Array.from({ length: this.#count }, (_, node) => node);
		const before = this.#cost.slice();
		order.sort((a, b) => before[b] - before[a] || a - b);
		for (const node of order) if (node !== this.#root && this.#parent[node] !== NONE) this.#reinsert(node, levels);
	}

	/** Takes a node out with all below it, and puts it where the tree is cheapest with it; its parent moves with it. */
	#reinsert(node: number, levels: number): void {
		const parent = this.#parent[node];
		const sibling = this.#left[parent] === node ? this.#right[parent] : this.#left[parent];
		this.#replace(parent, sibling);
		const saved = this.#cost[parent] + this.#refit(this.#parent[sibling]);
		// Where it was is always a place for it.
		const found = this.#search(node, levels, saved);
		const place = found === NONE ? sibling : found;
		this.#hasMoved ||= found !== NONE;
		this.#replace(place, parent);
		this.#adopt(parent, place, node);
		this.#refit(parent);
	}

	/** Puts another node where one is. */
	#replace(node: number, other: number): void {
		const above = this.#parent[node];
		this.#parent[other] = above;
		if (above === NONE) this.#root = other;
		else if (this.#left[above] === node) this.#left[above] = other;
		else this.#right[above] = other;
	}

	/** Makes boxes, costs and heights anew from a node up to the root, as far as anything changes. @returns by how much costs fell */
	#refit(from: number): number {
		const boxes = this.#boxes;
		let fell = 0;
		for (let node = from; node !== NONE; node = this.#parent[node]) {
			const left = this.#left[node];
			const right = this.#right[node];
			let changes = false;
			for (let word = 0; word < 6; word++) {
				const a = boxes[left * 6 + word];
				const b = boxes[right * 6 + word];
				const bound = word < 3 ? Math.min(a, b) : Math.max(a, b);
				if (boxes[node * 6 + word] !== bound) changes = true;
				boxes[node * 6 + word] = bound;
			}
			const height = Math.max(this.#height[left], this.#height[right]) + 1;
			if (changes) {
				fell += this.#cost[node];
				this.#cost[node] = this.#chance(node);
				fell -= this.#cost[node];
			} else if (this.#height[node] === height && node !== from) break;
			this.#height[node] = height;
		}
		return fell;
	}

	/**
	 * Where a node costs less than so much, and least: the place of the node that it becomes the sibling of. Best first, by what the
	 * ancestors' growth costs; nothing below a place can cost less than that and the node's own box.
	 */
	#search(node: number, levels: number, most: number): number {
		const own = this.#cost[node];
		const height = this.#height[node];
		// No place is left for the last bits of a sum.
		let best = most * (1 - 1e-9);
		let found = NONE;
		this.#length = 0;
		this.#push(this.#root, 0, 0);
		while (this.#length > 0) {
			const place = this.#queue[0];
			const grown = this.#grown[0];
			const depth = this.#depth[0];
			this.#pop();
			if (grown + own >= best) break;
			const both = this.#chanceOfBoth(place, node);
			const fits = depth + 1 + Math.max(height, this.#height[place]) <= levels;
			if (fits && grown + both < best) {
				best = grown + both;
				found = place;
			}
			if (this.#left[place] === NONE || depth + 2 + height > levels) continue;
			const below = grown + both - this.#cost[place];
			if (below + own >= best) continue;
			this.#push(this.#left[place], below, depth + 1);
			this.#push(this.#right[place], below, depth + 1);
		}
		return found;
	}

	#push(node: number, grown: number, depth: number): void {
		let at = this.#length++;
		while (at > 0) {
			const above = (at - 1) >> 1;
			if (this.#grown[above] <= grown) break;
			this.#move(above, at);
			at = above;
		}
		this.#queue[at] = node;
		this.#grown[at] = grown;
		this.#depth[at] = depth;
	}

	#pop(): void {
		const last = --this.#length;
		const grown = this.#grown[last];
		let at = 0;
		for (;;) {
			let below = at * 2 + 1;
			if (below >= last) break;
			if (below + 1 < last && this.#grown[below + 1] < this.#grown[below]) below++;
			if (this.#grown[below] >= grown) break;
			this.#move(below, at);
			at = below;
		}
		this.#move(last, at);
	}

	#move(from: number, to: number): void {
		this.#queue[to] = this.#queue[from];
		this.#grown[to] = this.#grown[from];
		this.#depth[to] = this.#depth[from];
	}

	/** Writes the tree's nodes anew, in pre-order; of two children the one that lies lower along their longest way is left, as the game has it. */
	write(): void {
		if (!this.#hasMoved) return;
		const from = this.#tree.i32.slice();
		const floats = new Float32Array(from.buffer);
		const bounds = this.#exactBoxes(floats);
		const stack = [this.#root];
		let next = this.#from;
		/** Words of right children that are not written yet. */
		const links: number[] = [];
		while (stack.length > 0) {
			const node = stack.pop()!;
			const link = links.pop();
			if (link !== undefined && link >= 0) this.#tree.i32[link] = next;
			if (this.#left[node] === NONE) {
				next = this.#copy(from, this.#stands[node], next);
				continue;
			}
			const word = next++ * NODE_WORDS;
			const [left, right] = inOrder(bounds, this.#left[node], this.#right[node]);
			this.#tree.f32.set(bounds.subarray(node * 6, node * 6 + 6), word);
			this.#tree.i32[word + FACE] = -1;
			this.#tree.i32[word + PLANE] = planeOfChildren(bounds, left * 6, right * 6);
			this.#tree.i32[word + LEFT] = next;
			stack.push(right, left);
			links.push(word + RIGHT, NONE);
		}
	}

	/** The true boxes of all nodes, 6 floats each. */
	#exactBoxes(floats: Float32Array): Float32Array {
		const bounds = new Float32Array(this.#count * 6);
		const visit = (node: number): void => {
			if (this.#left[node] === NONE) {
				const word = this.#stands[node] * NODE_WORDS;
				bounds.set(floats.subarray(word, word + 6), node * 6);
				return;
			}
			const [left, right] = [this.#left[node], this.#right[node]];
			visit(left);
			visit(right);
			for (let axis = 0; axis < 3; axis++) {
				bounds[node * 6 + axis] = Math.min(bounds[left * 6 + axis], bounds[right * 6 + axis]);
				bounds[node * 6 + axis + 3] = Math.max(bounds[left * 6 + axis + 3], bounds[right * 6 + axis + 3]);
			}
		};
		visit(this.#root);
		return bounds;
	}

	/** Copies a subtree as it is. @returns the node behind it */
	#copy(from: Int32Array, node: number, to: number): number {
		const size = sizeOf(from, node);
		const { i32 } = this.#tree;
		i32.set(from.subarray(node * NODE_WORDS, (node + size) * NODE_WORDS), to * NODE_WORDS);
		for (let word = to * NODE_WORDS; word < (to + size) * NODE_WORDS; word += NODE_WORDS) {
			if (i32[word + LEFT] < 0) continue;
			i32[word + LEFT] += to - node;
			i32[word + RIGHT] += to - node;
		}
		return to + size;
	}
}

function clampStep(step: number): number {
	return Math.min(Math.max(step, 0), STEPS);
}

/** Nodes of a subtree in pre-order. */
function sizeOf(i32: Int32Array, node: number): number {
	let last = node;
	while (i32[last * NODE_WORDS + RIGHT] >= 0) last = i32[last * NODE_WORDS + RIGHT];
	return last + 1 - node;
}

/** Levels below a node. */
function heightOf(i32: Int32Array, node: number): number {
	const word = node * NODE_WORDS;
	if (i32[word + LEFT] < 0) return 0;
	return 1 + Math.max(heightOf(i32, i32[word + LEFT]), heightOf(i32, i32[word + RIGHT]));
}

function inOrder(bounds: Float32Array, left: number, right: number): [number, number] {
	return planeOfChildren(bounds, left * 6, right * 6) > 4 ? [right, left] : [left, right];
}

/** The nodes of the upper part below a root, parents first: all, or its first levels. */
function upperNodes(i32: Int32Array, root: number): number[] {
	const count = sizeOf(i32, root);
	if (count < 2 * MOST_PARTS) return Array.from({ length: count }, (_, i) => root + i);
	// Level by level: each level's boxes are about half as likely to be touched as those above.
	const upper = [root];
	for (let at = 0, leaves = 1; at < upper.length && leaves < MOST_PARTS; at++) {
		const word = upper[at] * NODE_WORDS;
		if (i32[word + LEFT] < 0) continue;
		upper.push(i32[word + LEFT], i32[word + RIGHT]);
		leaves++;
	}
	return upper;
}
