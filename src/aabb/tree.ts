/**
 * A bounding-box tree over triangles, in the file's own record layout: eleven 4-byte words a node. The root is node 0, nodes
 * stand in pre-order, a left child is always the next node, and a tree over `n` faces has `2n − 1` nodes.
 */
export interface AabbTree {
	/** min xyz, max xyz of a node; the other words are integers. */
	readonly f32: Float32Array;
	/** The same memory: face (−1 in inner nodes), 4, plane, left child, right child (−1 in leaves). */
	readonly i32: Int32Array;
	readonly nodeCount: number;
}

/** Words of a node: min xyz, max xyz, face, 4, plane, left child, right child. */
export const NODE_WORDS = 11;

/** Where the integer fields of a node lie; its box takes the six words before them. */
export const FACE = 6;
export const FIXED = 7;
export const PLANE = 8;
export const LEFT = 9;
export const RIGHT = 10;

/** Field 7 of every node of every known file. */
export const FIXED_VALUE = 4;

/** No face, no child. */
export const NONE = -1;

/** How far boxes reach beyond the faces they hold, in metres: the game's own margins, the same in leaves and inner nodes. */
export const LOW_MARGIN = 0.01;
export const HIGH_MARGIN = 0.0101;

/** Nodes of a tree with one leaf a face. */
export function nodesOver(faceCount: number): number {
	return faceCount === 0 ? 0 : faceCount * 2 - 1;
}

/** The plane fields that inner nodes of known files have; a leaf has 0. */
export const PLANES: ReadonlySet<number> = new Set([1, 2, 4, 8, 16, 32]);

/**
 * The plane field of an inner node, from the way between the centres of its children's boxes, right less left, in any scale:
 * x if it is the longest by itself, else z if y is no longer, else y. +x 1, +y 2, +z 4, −x 8, −y 16, −z 32.
 */
export function planeBetween(dx: number, dy: number, dz: number): number {
	const x = Math.abs(dx);
	const y = Math.abs(dy);
	const z = Math.abs(dz);
	if (x > y && x > z) return dx < 0 ? 8 : 1;
	if (y <= z) return dz < 0 ? 32 : 4;
	return dy < 0 ? 16 : 2;
}

/** The same from two nodes, by their first words. */
export function planeOfChildren(f32: Float32Array, left: number, right: number): number {
	return planeBetween(
		f32[right] + f32[right + 3] - (f32[left] + f32[left + 3]),
		f32[right + 1] + f32[right + 4] - (f32[left + 1] + f32[left + 4]),
		f32[right + 2] + f32[right + 5] - (f32[left + 2] + f32[left + 5]),
	);
}

/**
 * Queries visit the faces whose boxes a shape touches; whether it touches the face itself is the caller's to find out. Boxes are
 * closed: touching counts. They return how many boxes they tested, the root's included: the cost of the walk.
 *
 * Every tree is safe to ask, whatever a file made of it: children that are no node are passed over, and a walk ends after as
 * many tests as the tree has nodes, in trees with circles too. A box with a bound that is no number is not missed there.
 */

/** Calls `visit` with each face whose box touches `box` (min xyz, max xyz). @returns the number of boxes tested */
export function queryAabbBox(tree: AabbTree, box: ArrayLike<number>, visit: (face: number) => void): number {
	const [minX, minY, minZ, maxX, maxY, maxZ] = Array.from(box);
	const touches = (f32: Float32Array, word: number) =>
		!(f32[word] > maxX || f32[word + 3] < minX) &&
		!(f32[word + 1] > maxY || f32[word + 4] < minY) &&
		!(f32[word + 2] > maxZ || f32[word + 5] < minZ);
	return walk(tree, touches, visit);
}

/** Calls `visit` with each face whose box the vertical line through x, y touches. @returns the number of boxes tested */
export function queryAabbColumn(tree: AabbTree, x: number, y: number, visit: (face: number) => void): number {
	const touches = (f32: Float32Array, word: number) =>
		!(f32[word] > x || f32[word + 3] < x) && !(f32[word + 1] > y || f32[word + 4] < y);
	return walk(tree, touches, visit);
}

/** Calls `visit` with each face whose box the way from a to b touches. @returns the number of boxes tested */
export function queryAabbSegment(
	tree: AabbTree,
	ax: number,
	ay: number,
	az: number,
	bx: number,
	by: number,
	bz: number,
	visit: (face: number) => void,
): number {
	const from = [ax, ay, az];
	const way = [bx - ax, by - ay, bz - az];
	return walk(tree, (f32, word) => segmentTouches(f32, word, from, way), visit);
}

/**
 * The parts of the way within the box's bounds along each axis, as shares of the way: it touches the box if they have one in common.
 * Rounded division keeps order, so a box is never missed where one that it holds is touched.
 */
function segmentTouches(f32: Float32Array, word: number, from: readonly number[], way: readonly number[]): boolean {
	let enter = 0;
	let leave = 1;
	for (let axis = 0; axis < 3; axis++) {
		const low = f32[word + axis] - from[axis];
		const high = f32[word + axis + 3] - from[axis];
		const length = way[axis];
		if (length === 0) {
			if (low > 0 || high < 0) return false;
			continue;
		}
		const near = (length > 0 ? low : high) / length;
		const far = (length > 0 ? high : low) / length;
		if (near > enter) enter = near;
		if (far < leave) leave = far;
	}
	return enter <= leave;
}

function walk(
	{ f32, i32, nodeCount }: AabbTree,
	touches: (f32: Float32Array, word: number) => boolean,
	visit: (face: number) => void,
): number {
	const count = Math.min(nodeCount, Math.floor(i32.length / NODE_WORDS));
	const stack = [0];
	let tests = 0;
	while (stack.length > 0 && tests < count) {
		const node = stack.pop()!;
		if (!(node >= 0 && node < count)) continue;
		tests++;
		const word = node * NODE_WORDS;
		if (!touches(f32, word)) continue;
		const face = i32[word + FACE];
		if (face >= 0) visit(face);
		else stack.push(i32[word + RIGHT], i32[word + LEFT]);
	}
	return tests;
}
