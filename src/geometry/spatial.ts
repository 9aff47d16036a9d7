/**
 * A balanced tree over points (a k-d tree), to find those near a segment or a point. It is an array of vertex numbers, arranged so that the middle of
 * each range splits the range along one axis; short ranges are scanned. Building it takes n log n, even if many points are equal.
 */
export interface PointTree {
	/** 3 values a vertex. */
	readonly positions: ArrayLike<number>;
	/** Vertex numbers, in the order of the tree. */
	readonly vertices: Uint32Array;
	/**
	 * 6 values a range: least x, y, z and greatest x, y, z of its vertices. Range 0 holds all vertices; the halves of range `i` are `2 * i + 1` and
	 * `2 * i + 2`.
	 */
	readonly boxes: Float64Array;
}

/** Ranges of up to this many vertices are scanned. */
const LEAF_SIZE = 12;

/** @param positions 3 values a vertex @param vertices the vertices of the tree; their coordinates must be finite */
export function buildPointTree(positions: ArrayLike<number>, vertices: Uint32Array): PointTree {
	const tree = {
		positions,
		vertices: vertices.slice(),
		boxes: new Float64Array(rangeCount(vertices.length) * 6),
	};
	arrange(tree, new Float64Array(vertices.length), 0, vertices.length, 0);
	return tree;
}

/** Number of entries that the ranges of a tree need, including unused numbers below ranges that are too short to be split. */
function rangeCount(vertices: number): number {
	let count = 1;
	// The longer of the two halves.
	for (let longest = vertices; longest > LEAF_SIZE; longest = (longest + 1) >>> 1) count = count * 2 + 1;
	return count;
}

/** A segment with a radius: all points within `radius` metres of it. Both ends may be equal. */
interface Tube {
	readonly from: readonly [number, number, number];
	readonly to: readonly [number, number, number];
	readonly radius: number;
}

/**
 * Calls `visit` for each vertex within the radius of a segment, with the squared distance, in the order of the tree.
 *
 * A range is skipped if the segment misses its box. With splitting planes instead of boxes, a segment through the empty middle of a mesh went through
 * one range after another: 5 s for 24,000 interleaved triangles.
 *
 * @returns number of ranges looked at
 */
export function visitTube(tree: PointTree, tube: Tube, visit: (vertex: number, squared: number) => void): number {
	return visitRange(tree, prepare(tube), 0, tree.vertices.length, 0, visit);
}

/** A tube with what the test of a box asks of it, thousands of times. */
interface PreparedTube extends Tube {
	/** 3 values each, by axis: its start, its direction, and how large both are, by which rounding is judged. */
	readonly line: readonly number[];
}

function prepare({ from, to, radius }: Tube): PreparedTube {
	const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
	const sizes = [Math.abs(from[0]) + Math.abs(dx), Math.abs(from[1]) + Math.abs(dy), Math.abs(from[2]) + Math.abs(dz)];
	return { from, to, radius, line: [from[0], from[1], from[2], dx, dy, dz, sizes[0], sizes[1], sizes[2]] };
}

function visitRange(
	tree: PointTree,
	tube: PreparedTube,
	start: number,
	end: number,
	range: number,
	visit: (vertex: number, squared: number) => void,
): number {
	if (misses(tree.boxes, range * 6, tube)) return 1;
	if (end - start <= LEAF_SIZE) {
		scanRange(tree, tube, start, end, visit);
		return 1;
	}
	const middle = (start + end) >>> 1;
	const first = visitRange(tree, tube, start, middle, range * 2 + 1, visit);
	return 1 + first + visitRange(tree, tube, middle, end, range * 2 + 2, visit);
}

/** A vertex and its squared distance. */
interface Near {
	vertex: number;
	squared: number;
}

/**
 * Finds the nearest vertex within a radius of a point that `accepts` allows. Ranges farther away than the best so far are skipped, so many vertices
 * within the radius cost little more than a few.
 *
 * @param isBefore which of two equally near vertices is taken
 */
export function nearestVertex(
	{ positions, vertices, boxes }: PointTree,
	at: readonly [number, number, number],
	radius: number,
	accepts: (vertex: number, squared: number) => boolean = () => true,
	isBefore: (vertex: number, other: number) => boolean = (vertex, other) => vertex <= other,
): Readonly<Near> | undefined {
	const best: Near = { vertex: -1, squared: radius * radius };
	const search = (start: number, end: number, range: number): void => {
		if (end - start > LEAF_SIZE) {
			const middle = (start + end) >>> 1;
			const [first, second] = [range * 2 + 1, range * 2 + 2];
			const toFirst = squaredDistanceToBox(boxes, first * 6, at);
			const toSecond = squaredDistanceToBox(boxes, second * 6, at);
			const isNear = toFirst <= toSecond;
			if (isNear && toFirst <= best.squared) search(start, middle, first);
			if (toSecond <= best.squared) search(middle, end, second);
			if (!isNear && toFirst <= best.squared) search(start, middle, first);
			return;
		}
		for (let i = start; i < end; i++) {
			const vertex = vertices[i];
			const dx = positions[vertex * 3] - at[0];
			const dy = positions[vertex * 3 + 1] - at[1];
			const dz = positions[vertex * 3 + 2] - at[2];
			const squared = dx * dx + dy * dy + dz * dz;
			if (squared > best.squared) continue;
			if (squared === best.squared && best.vertex >= 0 && !isBefore(vertex, best.vertex)) continue;
			if (!accepts(vertex, squared)) continue;
			best.vertex = vertex;
			best.squared = squared;
		}
	};
	if (vertices.length > 0 && squaredDistanceToBox(boxes, 0, at) <= best.squared) search(0, vertices.length, 0);
	return best.vertex < 0 ? undefined : best;
}

/**
 * Squared distance from a point to a box; 0 inside. Rounded in the same way as distances to points, so that it is never greater than the distance to
 * a point in the box.
 */
function squaredDistanceToBox(boxes: Float64Array, box: number, at: readonly [number, number, number]): number {
	const dx = Math.max(boxes[box] - at[0], at[0] - boxes[box + 3], 0);
	const dy = Math.max(boxes[box + 1] - at[1], at[1] - boxes[box + 4], 0);
	const dz = Math.max(boxes[box + 2] - at[2], at[2] - boxes[box + 5], 0);
	return dx * dx + dy * dy + dz * dz;
}

/** True when no part of a segment is in a box that is enlarged by the radius on all sides. */
function misses(boxes: Float64Array, box: number, { line, radius }: PreparedTube): boolean {
	let t0 = 0;
	let t1 = 1;
	for (let axis = 0; axis < 3; axis++) {
		const from = line[axis];
		const d = line[axis + 3];
		const least = boxes[box + axis];
		const greatest = boxes[box + axis + 3];
		// The radius, plus a margin for the rounding of `t`.
		const reach = radius + (line[axis + 6] + Math.max(Math.abs(least), Math.abs(greatest))) * 1e-14;
		const toLeast = least - reach - from;
		const toGreatest = greatest + reach - from;
		if (d === 0) {
			if (toLeast > 0 || toGreatest < 0) return true;
			continue;
		}
		t0 = Math.max(t0, (d > 0 ? toLeast : toGreatest) / d);
		t1 = Math.min(t1, (d > 0 ? toGreatest : toLeast) / d);
		if (t0 > t1) return true;
	}
	return false;
}

function scanRange(
	tree: PointTree,
	tube: Tube,
	start: number,
	end: number,
	visit: (vertex: number, squared: number) => void,
): void {
	const limit = tube.radius * tube.radius;
	for (let i = start; i < end; i++) {
		const vertex = tree.vertices[i];
		const squared = squaredDistanceToSegment(tree.positions, vertex, tube);
		if (squared <= limit) visit(vertex, squared);
	}
}

/** Squared distance from a vertex to a segment, m². @param positions 3 values a vertex */
export function squaredDistanceToSegment(
	positions: ArrayLike<number>,
	vertex: number,
	{ from, to }: Pick<Tube, 'from' | 'to'>,
): number {
	const px = positions[vertex * 3] - from[0];
	const py = positions[vertex * 3 + 1] - from[1];
	const pz = positions[vertex * 3 + 2] - from[2];
	const dx = to[0] - from[0];
	const dy = to[1] - from[1];
	const dz = to[2] - from[2];
	const length = dx * dx + dy * dy + dz * dz;
	const t = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / length));
	const x = px - t * dx;
	const y = py - t * dy;
	const z = pz - t * dz;
	return x * x + y * y + z * z;
}

/**
 * Arranges a range: measures its box, splits it in the middle along its widest axis, and arranges both halves in turn.
 *
 * The loops are functions of their own. What follows a loop in the same function is compiled before it was ever run, as the first range is so long,
 * and taken back each time: 4,000 times for 80,000 points, which took longer than the work.
 */
function arrange(tree: PointTree, values: Float64Array, start: number, end: number, range: number): void {
	const { positions, vertices, boxes } = tree;
	boxes.fill(Infinity, range * 6, range * 6 + 3);
	boxes.fill(-Infinity, range * 6 + 3, range * 6 + 6);
	measure(positions, vertices, start, end, boxes, range * 6);
	if (end - start <= LEAF_SIZE) return;
	const axis = widestAxis(boxes, range * 6);
	const middle = (start + end) >>> 1;
	readAlong(positions, vertices, start, end, axis, values);
	select(values, vertices, start, end - 1, middle);
	arrange(tree, values, start, middle, range * 2 + 1);
	arrange(tree, values, middle, end, range * 2 + 2);
}

/** Widens a box so that it holds the vertices of a range. */
function measure(
	positions: ArrayLike<number>,
	vertices: Uint32Array,
	start: number,
	end: number,
	boxes: Float64Array,
	box: number,
): void {
	for (let i = start; i < end; i++) {
		const at = vertices[i] * 3;
		const x = positions[at];
		const y = positions[at + 1];
		const z = positions[at + 2];
		if (x < boxes[box]) boxes[box] = x;
		if (y < boxes[box + 1]) boxes[box + 1] = y;
		if (z < boxes[box + 2]) boxes[box + 2] = z;
		if (x > boxes[box + 3]) boxes[box + 3] = x;
		if (y > boxes[box + 4]) boxes[box + 4] = y;
		if (z > boxes[box + 5]) boxes[box + 5] = z;
	}
}

/** The axis along which a box is widest, the first of equal ones. */
function widestAxis(boxes: Float64Array, box: number): number {
	const across = boxes[box + 3] - boxes[box];
	const along = boxes[box + 4] - boxes[box + 1];
	const up = boxes[box + 5] - boxes[box + 2];
	if (across >= along && across >= up) return 0;
	return along >= up ? 1 : 2;
}

function readAlong(
	positions: ArrayLike<number>,
	vertices: Uint32Array,
	start: number,
	end: number,
	axis: number,
	values: Float64Array,
): void {
	for (let i = start; i < end; i++) values[i] = positions[vertices[i] * 3 + axis];
}

/**
 * Quickselect (Hoare) with median of three: afterwards no value before `k` is greater than `values[k]`, and none behind it is less. Equal values are
 * swapped like any others, which keeps both parts of similar length even if all values are equal.
 */
function select(values: Float64Array, vertices: Uint32Array, first: number, last: number, k: number): void {
	let left = first;
	let right = last;
	while (right > left) {
		const pivot = medianOfThree(values[left], values[(left + right) >>> 1], values[right]);
		let i = left;
		let j = right;
		while (i <= j) {
			while (values[i] < pivot) i++;
			while (values[j] > pivot) j--;
			if (i <= j) swap(values, vertices, i++, j--);
		}
		if (k <= j) right = j;
		else if (k >= i) left = i;
		else return;
	}
}

function medianOfThree(a: number, b: number, c: number): number {
	return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap(values: Float64Array, vertices: Uint32Array, i: number, j: number): void {
	const value = values[i];
	values[i] = values[j];
	values[j] = value;
	const vertex = vertices[i];
	vertices[i] = vertices[j];
	vertices[j] = vertex;
}
