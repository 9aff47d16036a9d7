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
	arrange(tree, 0, vertices.length, 0);
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
	const { positions, vertices, boxes } = tree;
	const visitRange = (start: number, end: number, range: number): number => {
		if (misses(boxes, range * 6, tube)) return 1;
		if (end - start > LEAF_SIZE) {
			const middle = (start + end) >>> 1;
			const first = visitRange(start, middle, range * 2 + 1);
			return 1 + first + visitRange(middle, end, range * 2 + 2);
		}
		for (let i = start; i < end; i++) {
			const squared = squaredDistanceToSegment(positions, vertices[i], tube);
			if (squared <= tube.radius * tube.radius) visit(vertices[i], squared);
		}
		return 1;
	};
	return visitRange(0, vertices.length, 0);
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
function misses(boxes: Float64Array, box: number, { from, to, radius }: Tube): boolean {
	let t0 = 0;
	let t1 = 1;
	for (let axis = 0; axis < 3; axis++) {
		const d = to[axis] - from[axis];
		const least = boxes[box + axis];
		const greatest = boxes[box + axis + 3];
		// The radius, plus a margin for the rounding of `t`.
		const size = Math.abs(from[axis]) + Math.abs(d) + Math.max(Math.abs(least), Math.abs(greatest));
		const reach = radius + size * 1e-14;
		const toLeast = least - reach - from[axis];
		const toGreatest = greatest + reach - from[axis];
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

/** Arranges a range: measures its box, splits it in the middle along its widest axis, and arranges both halves in turn. */
function arrange(tree: PointTree, start: number, end: number, range: number): void {
	const { positions, boxes } = tree;
	const vertices = tree.vertices.subarray(start, end);
	const box = boxes
		.subarray(range * 6, range * 6 + 6)
		.fill(Infinity, 0, 3)
		.fill(-Infinity, 3);
	for (const vertex of vertices) {
		for (let axis = 0; axis < 3; axis++) {
			box[axis] = Math.min(box[axis], positions[vertex * 3 + axis]);
			box[axis + 3] = Math.max(box[axis + 3], positions[vertex * 3 + axis]);
		}
	}
	if (end - start <= LEAF_SIZE) return;
	const sides = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
	const axis = sides.indexOf(Math.max(...sides));
	vertices.sort((a, b) => positions[a * 3 + axis] - positions[b * 3 + axis]);
	const middle = (start + end) >>> 1;
	arrange(tree, start, middle, range * 2 + 1);
	arrange(tree, middle, end, range * 2 + 2);
}
