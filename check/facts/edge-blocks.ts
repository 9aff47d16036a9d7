import { EDGE_STRIDE, type PerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { isFolded, OPPOSITE, overlapOf, reverseDistance, runsOpposite } from '../../src/seams/seams.ts';

/** How many edges a block has. A search compares with the boxes of all blocks, then with the edges of a few. */
const BLOCK = 64;
/** `OPPOSITE`, with a margin for rounding. */
const LEAST_OPPOSITION = -OPPOSITE - 1e-3;

/**
 * The perimeter edges of one room in blocks of similar direction and position, for questions that are asked for few edges, such as those with
 * stale links. Where every edge has one, comparing each with each took 100 s for 20,000 edges.
 */
export class EdgeBlocks {
	readonly #perimeter: PerimeterEdges;
	readonly #order: Uint32Array;
	/** 6 float64 a block: the box around the ends of its edges. */
	readonly #places: Float64Array;
	/** 6 float64 a block: the box around the directions of its edges, which have length 1. */
	readonly #directions: Float64Array;

	constructor(perimeter: PerimeterEdges, room: number) {
		const { points } = perimeter;
		this.#perimeter = perimeter;
		this.#order = orderEdges(perimeter, room);
		const blocks = Math.ceil(this.#order.length / BLOCK);
		this.#places = emptyBoxes(blocks);
		this.#directions = emptyBoxes(blocks);
		this.#order.forEach((edge, i) => {
			const block = Math.floor(i / BLOCK);
			growBox(this.#places, block, points, edge * EDGE_STRIDE);
			growBox(this.#places, block, points, edge * EDGE_STRIDE + 3);
			growBox(this.#directions, block, directionOf(points, edge), 0);
		});
	}

	/** The nearest edge that runs in the opposite direction of edge `index`, however far away. */
	nearest(index: number): { readonly edge: number; readonly distance: number } | undefined {
		const { points } = this.#perimeter;
		const bounds = this.#leastDistances(index);
		let found: { edge: number; distance: number } | undefined;
		const search = (block: number): void => {
			for (const edge of this.#edgesOf(block)) {
				const distance = reverseDistance(points, index, edge);
				if (found !== undefined && !(distance < found.distance || (distance === found.distance && edge < found.edge)))
					continue;
				if (runsOpposite(points, index, edge) && !isFolded(points, index, edge)) found = { edge, distance };
			}
		};
		// The nearest block first, so that most others can be left out.
		const first = bounds.indexOf(bounds.reduce((least, bound) => Math.min(least, bound), Infinity));
		if (first >= 0) search(first);
		bounds.forEach((bound, block) => {
			if (block !== first && bound < Infinity && !(found !== undefined && bound > found.distance)) search(block);
		});
		return found;
	}

	/** Edges that run along `index` within `reach` for more than `leastLength`, ascending. */
	beside(index: number, reach: number, leastLength: number): number[] {
		const { points } = this.#perimeter;
		const box = emptyBoxes(1);
		growBox(box, 0, points, index * EDGE_STRIDE, reach);
		growBox(box, 0, points, index * EDGE_STRIDE + 3, reach);
		const beside: number[] = [];
		for (let block = 0; block * BLOCK < this.#order.length; block++) {
			if (!touch(this.#places, block, box, 0)) continue;
			for (const edge of this.#edgesOf(block)) {
				if (overlapOf(points, index, edge, reach, leastLength) !== undefined) beside.push(edge);
			}
		}
		return beside.sort((a, b) => a - b);
	}

	#edgesOf(block: number): Uint32Array {
		return this.#order.subarray(block * BLOCK, (block + 1) * BLOCK);
	}

	/** 1 a block: a lower bound of the distance to its edges, from the box; infinite where no edge runs in the opposite direction. */
	#leastDistances(index: number): Float64Array {
		const { points } = this.#perimeter;
		const direction = directionOf(points, index);
		return Float64Array.from({ length: this.#places.length / 6 }, (_, block) => {
			if (!(mostOpposition(this.#directions, block, direction) >= LEAST_OPPOSITION)) return Infinity;
			const start = distanceTo(this.#places, block, points, index * EDGE_STRIDE);
			return Math.max(start, distanceTo(this.#places, block, points, index * EDGE_STRIDE + 3));
		});
	}
}

/** Sorts edges by direction, then by position along the longer side of the room. */
function orderEdges({ starts, points }: PerimeterEdges, room: number): Uint32Array {
	const edges = Uint32Array.from({ length: starts[room + 1] - starts[room] }, (_, i) => starts[room] + i);
	const box = emptyBoxes(1);
	const sectors = new Map<number, number>();
	for (const edge of edges) {
		growBox(box, 0, points, edge * EDGE_STRIDE);
		sectors.set(
			edge,
			directionOf(points, edge).reduce((sector, value) => sector * 3 + Math.round(value), 0),
		);
	}
	const axis = box[4] - box[1] > box[3] - box[0] ? 1 : 0;
	const middle = (edge: number): number => points[edge * EDGE_STRIDE + axis] + points[edge * EDGE_STRIDE + 3 + axis];
	const sector = (edge: number): number => sectors.get(edge) ?? 0;
	return edges.sort((a, b) => sector(a) - sector(b) || middle(a) - middle(b) || a - b);
}

function directionOf(points: Float64Array, edge: number): Float64Array {
	const i = edge * EDGE_STRIDE;
	const direction = Float64Array.of(
		points[i + 3] - points[i],
		points[i + 4] - points[i + 1],
		points[i + 5] - points[i + 2],
	);
	const length = Math.hypot(...direction);
	return direction.map((value) => value / length);
}

/** The greatest cosine between the opposite of a direction and any direction in the box of a block. */
function mostOpposition(boxes: Float64Array, block: number, direction: Float64Array): number {
	let most = 0;
	for (let axis = 0; axis < 3; axis++) {
		const low = -direction[axis] * boxes[block * 6 + axis];
		const high = -direction[axis] * boxes[block * 6 + 3 + axis];
		most += Math.max(low, high);
	}
	return most;
}

function distanceTo(boxes: Float64Array, block: number, points: Float64Array, point: number): number {
	let sum = 0;
	for (let axis = 0; axis < 3; axis++) {
		const value = points[point + axis];
		const off = Math.max(boxes[block * 6 + axis] - value, value - boxes[block * 6 + 3 + axis], 0);
		sum += off * off;
	}
	return Math.sqrt(sum);
}

function emptyBoxes(count: number): Float64Array {
	return Float64Array.from({ length: count * 6 }, (_, i) => (i % 6 < 3 ? Infinity : -Infinity));
}

/** Grows a box to hold a point and a margin around it. NaN changes nothing. */
function growBox(boxes: Float64Array, box: number, points: Float64Array, point: number, margin = 0): void {
	for (let axis = 0; axis < 3; axis++) {
		const value = points[point + axis];
		if (value - margin < boxes[box * 6 + axis]) boxes[box * 6 + axis] = value - margin;
		if (value + margin > boxes[box * 6 + 3 + axis]) boxes[box * 6 + 3 + axis] = value + margin;
	}
}

/** True when two boxes have a point in common; never for boxes with NaN. */
function touch(a: Float64Array, boxA: number, b: Float64Array, boxB: number): boolean {
	const [i, j] = [boxA * 6, boxB * 6];
	return [0, 1, 2].every((axis) => a[i + axis] <= b[j + 3 + axis] && b[j + axis] <= a[i + 3 + axis]);
}
