import { writeFaceBoxes } from '../face-boxes.ts';
import { ordered } from '../float-order.ts';
import { growRuns } from './runs.ts';
import { createMedianSet, type MedianSet } from './set.ts';

/**
 * The tree of the game's own files: faces sorted by centroid along the longest side of their box, the lower half left, the
 * greater half right where the number is odd. All 1,335 inner nodes of eight rooms of the game and of MDLedit divide their faces so, but
 * for the order of equal centroids, which is not known; here it is that of the face numbers. With centroids rounded to float32 four
 * nodes do not.
 *
 * No run is sorted: at each node a histogram finds the median, and one pass moves the faces. What was tried, for a million faces of a
 * terrain and a million scattered ones, first call of a process, 2 cores, Node 20:
 *
 * - one index into the boxes of all faces, runs of 4,096 copied together: 450 and 800 ms; scattered faces wait for memory
 * - runs copied together whenever they are a quarter of those they were copied from: 490 and 530 ms. This one
 * - three lists sorted once, of which every node divides the two others by a mark: 520 and 720 ms
 *
 * No better: bounds inherited by the child that the bounding face goes to (20 ms longer), bounds in an array for each axis (50 ms
 * longer), keys copied beside the histogram, few faces sorted in place, boxes and keys written in one pass (all the same).
 */

/**
 * Writes the children of all nodes and the faces and boxes of the leaves.
 *
 * @param nodes the tree's words
 * @returns the faces with coordinates that are not finite
 */
export function growMedian(positions: Float32Array, faces: Uint32Array, nodes: Int32Array): number[] {
	const faceCount = faces.length / 3;
	const set = createMedianSet(faceCount, nodes);
	const records = { f32: new Float32Array(set.boxes.buffer), i32: set.boxes };
	const unbounded = writeFaceBoxes(positions, faces, records);
	sumCorners(positions, faces, set.keys, faceCount);
	for (const face of unbounded) keyFromBox(set, records.f32, face);
	orderBounds(set.boxes);
	growSet(set, faceCount, 0);
	return unbounded;
}

/** Three times each centroid, in float64: sums of three floats, hardly ever rounded. */
function sumCorners(positions: Float32Array, faces: Uint32Array, keys: Float64Array, faceCount: number): void {
	for (let face = 0, corner = 0; face < faceCount; face++, corner += 3) {
		const a = faces[corner] * 3;
		const b = faces[corner + 1] * 3;
		const c = faces[corner + 2] * 3;
		keys[face] = positions[a] + positions[b] + positions[c];
		keys[face + faceCount] = positions[a + 1] + positions[b + 1] + positions[c + 1];
		keys[face + faceCount * 2] = positions[a + 2] + positions[b + 2] + positions[c + 2];
	}
}

/** A key for a face without a centroid. */
function keyFromBox(set: MedianSet, f32: Float32Array, face: number): void {
	for (let axis = 0; axis < 3; axis++) {
		set.keys[face + axis * set.capacity] = (f32[face * 8 + axis] + f32[face * 8 + axis + 3]) * 1.5;
	}
}

function orderBounds(boxes: Int32Array): void {
	for (let at = 0; at < boxes.length; at += 8) {
		for (let word = at; word < at + 6; word++) boxes[word] = ordered(boxes[word]);
	}
}

/** Grows the nodes over the first faces of a set; each set that it hands runs on to is used for all of them in turn. */
function growSet(set: MedianSet, faceCount: number, root: number): void {
	const { next, handedOn } = set;
	numberFaces(set.order, faceCount);
	handedOn.length = 0;
	growRuns(set, faceCount, root, next === undefined ? 0 : next.capacity);
	if (next === undefined) writeLeaves(set.nodes, set.place, set.boxes, faceCount);
	else growHandedOn(set, next);
}

function numberFaces(order: Int32Array, faceCount: number): void {
	for (let i = 0; i < faceCount; i++) order[i] = i;
}

function growHandedOn(set: MedianSet, next: MedianSet): void {
	const { handedOn } = set;
	for (let i = 0; i < handedOn.length; i += 3) {
		handOn(set, next, handedOn[i + 1], handedOn[i + 2]);
		growSet(next, handedOn[i + 2] - handedOn[i + 1], handedOn[i]);
	}
}

function handOn(from: MedianSet, to: MedianSet, begin: number, end: number): void {
	copyBoxes(from.boxes, from.order, begin, end, to.boxes);
	copyKeys(from.keys, from.capacity, from.order, begin, end, to.keys, to.capacity);
}

function copyBoxes(from: Int32Array, order: Int32Array, begin: number, end: number, to: Int32Array): void {
	for (let i = begin, at = 0; i < end; i++, at += 8) {
		const box = order[i] << 3;
		to[at] = from[box];
		to[at + 1] = from[box + 1];
		to[at + 2] = from[box + 2];
		to[at + 3] = from[box + 3];
		to[at + 4] = from[box + 4];
		to[at + 5] = from[box + 5];
		to[at + 6] = from[box + 6];
	}
}

function copyKeys(
	from: Float64Array,
	fromCapacity: number,
	order: Int32Array,
	begin: number,
	end: number,
	to: Float64Array,
	toCapacity: number,
): void {
	for (let i = begin, at = 0; i < end; i++, at++) {
		const face = order[i];
		to[at] = from[face];
		to[at + toCapacity] = from[face + fromCapacity];
		to[at + toCapacity * 2] = from[face + fromCapacity * 2];
	}
}

function writeLeaves(nodes: Int32Array, place: Int32Array, boxes: Int32Array, faceCount: number): void {
	for (let i = 0; i < faceCount; i++) writeLeaf(nodes, place[i], boxes, i << 3);
}

function writeLeaf(nodes: Int32Array, node: number, boxes: Int32Array, box: number): void {
	const to = node * 11;
	nodes[to] = ordered(boxes[box]);
	nodes[to + 1] = ordered(boxes[box + 1]);
	nodes[to + 2] = ordered(boxes[box + 2]);
	nodes[to + 3] = ordered(boxes[box + 3]);
	nodes[to + 4] = ordered(boxes[box + 4]);
	nodes[to + 5] = ordered(boxes[box + 5]);
	nodes[to + 6] = boxes[box + 6];
	nodes[to + 9] = -1;
	nodes[to + 10] = -1;
}
