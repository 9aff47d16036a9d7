import Flatbush from 'flatbush';
import { GOLDEN_PART } from '../math/arrays.ts';

/** Thrown to end a search early, as the tree has no other way to stop. */
const ENOUGH = new Error('enough');

/** If boxes are in more cells than this on average, the cells are too small. */
const CELLS_A_BOX = 8;
/** If a box shares its cells with more than this many boxes on average, the boxes are crowded in one spot. Tested from `FEW_BOXES` boxes on. */
const MATES_A_BOX = 64;
const FEW_BOXES = 64;
/**
 * A tree of more boxes than this receives them in shuffled order. For some orders, such as a long edge before all edges along it, sorting in the tree
 * takes the square of their number: 0.4 s for 50,000.
 */
const SORTED_SOON = 4096;

/** Finds boxes in plan by position, also the nearest ones. Boxes with a non-finite coordinate are never found. */
export class PlanTree {
	/** The boxes in the order in which the tree received them. */
	readonly #ids: Uint32Array;
	readonly #tree: Flatbush | undefined;

	/** @param boxes 4 floats a box: least x and y, greatest x and y */
	constructor(boxes: Float64Array) {
		const finite = new Uint32Array(boxes.length / 4);
		let count = 0;
		for (let id = 0; id * 4 < boxes.length; id++) if (isFiniteBox(boxes, id)) finite[count++] = id;
		this.#ids = new Uint32Array(count);
		if (count === 0) return;
		const step = count > SORTED_SOON ? stepThrough(count) : 1;
		this.#tree = new Flatbush(count);
		for (let i = 0; i < count; i++) {
			const id = finite[(i * step) % count];
			this.#ids[i] = id;
			this.#tree.add(boxes[id * 4], boxes[id * 4 + 1], boxes[id * 4 + 2], boxes[id * 4 + 3]);
		}
		this.#tree.finish();
	}

	/** As `PlanIndex.touching`. */
	touching(minX: number, minY: number, maxX: number, maxY: number, most: number): number[] {
		const found: number[] = [];
		try {
			this.#tree?.search(minX, minY, maxX, maxY, (index) => {
				if (found.length >= most) throw ENOUGH;
				found.push(this.#ids[index]);
				return false;
			});
		} catch (error) {
			if (error !== ENOUGH) throw error;
		}
		return found;
	}

	/** Finds the boxes nearest to a point, the nearest first. @param most how many at most @param reach boxes farther away are not found, metres */
	nearest(x: number, y: number, most: number, reach: number): number[] {
		return this.#tree?.neighbors(x, y, most, reach).map((index) => this.#ids[index]) ?? [];
	}
}

/**
 * Finds boxes by position in plan. Boxes with a non-finite coordinate are never found.
 *
 * Boxes of similar size, such as those of faces or edges, go into a grid: to build and query one of 400 boxes takes a fifth of the time of a tree.
 * Where boxes are crowded, or differ much in size, a grid would look at all of them in each query; then a tree (flatbush) is used.
 */
export class PlanIndex {
	readonly #grid: PlanGrid | undefined;
	readonly #tree: PlanTree | undefined;

	/** @param boxes 4 floats a box: least x and y, greatest x and y; must not change afterwards */
	constructor(boxes: Float64Array) {
		this.#grid = gridOf(boxes);
		if (this.#grid === undefined) this.#tree = new PlanTree(boxes);
	}

	/**
	 * Finds the boxes that touch or overlap a given one, in no order.
	 * @param most if there are more boxes, this many of them are returned, always the same ones. With many boxes in one spot, finding all would take
	 * the square of their number.
	 */
	touching(minX: number, minY: number, maxX: number, maxY: number, most = Infinity): number[] {
		if (this.#grid === undefined) return this.#tree?.touching(minX, minY, maxX, maxY, most) ?? [];
		return touchingIn(this.#grid, minX, minY, maxX, maxY, most);
	}
}

/**
 * The boxes of segments in plan, for an index.
 *
 * @param points start and end of each segment, 6 values in metres, then `stride − 6` others
 * @param ids the segments that count, in order; all by default
 * @returns 4 values a segment: least x and y, greatest x and y
 */
export function segmentBoxes(points: Float64Array, stride: number, ids?: ArrayLike<number>): Float64Array {
	const count = ids === undefined ? points.length / stride : ids.length;
	const boxes = new Float64Array(count * 4);
	for (let box = 0; box < count; box++) {
		const i = (ids === undefined ? box : ids[box]) * stride;
		for (let axis = 0; axis < 2; axis++) {
			boxes[box * 4 + axis] = Math.min(points[i + axis], points[i + 3 + axis]);
			boxes[box * 4 + 2 + axis] = Math.max(points[i + axis], points[i + 3 + axis]);
		}
	}
	return boxes;
}

/** A step that visits every one of `count` indices (it has no common divisor with `count`), each far from the last, as `GOLDEN_PART` is. */
function stepThrough(count: number): number {
	let step = Math.floor(count * GOLDEN_PART);
	while (commonDivisor(step, count) !== 1) step++;
	return step;
}

function commonDivisor(a: number, b: number): number {
	return b === 0 ? a : commonDivisor(b, a % b);
}

/** Boxes by the cells that they touch: those of a cell are entries `starts[cell]` up to `starts[cell + 1]` of `entries`. */
interface PlanGrid {
	readonly boxes: Float64Array;
	readonly minX: number;
	readonly minY: number;
	readonly maxX: number;
	readonly maxY: number;
	readonly cellsPerMetre: number;
	readonly columns: number;
	readonly rows: number;
	readonly starts: Uint32Array;
	readonly entries: Uint32Array;
}

/** Builds a grid; undefined where a tree is better. */
function gridOf(boxes: Float64Array): PlanGrid | undefined {
	let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
	let [count, sizes] = [0, 0];
	for (let i = 0; i < boxes.length; i += 4) {
		if (!isFiniteBox(boxes, i / 4)) continue;
		count++;
		sizes += Math.max(boxes[i + 2] - boxes[i], boxes[i + 3] - boxes[i + 1]);
		if (boxes[i] < minX) minX = boxes[i];
		if (boxes[i + 1] < minY) minY = boxes[i + 1];
		if (boxes[i + 2] > maxX) maxX = boxes[i + 2];
		if (boxes[i + 3] > maxY) maxY = boxes[i + 3];
	}
	if (count === 0) return undefined;
	const [width, height] = [maxX - minX, maxY - minY];
	const size = Math.max(Math.sqrt((width * height) / count), Math.max(width, height) / count, sizes / count);
	const cellsPerMetre = size > 0 ? 1 / size : 0;
	const columns = Math.floor(width * cellsPerMetre) + 1;
	const rows = Math.floor(height * cellsPerMetre) + 1;
	if (!(columns * rows <= 4 * count + FEW_BOXES)) return undefined;
	const starts = new Uint32Array(columns * rows + 2);
	const empty = { boxes, minX, minY, maxX, maxY, cellsPerMetre, columns, rows, starts: starts.subarray(0, -1) };
	if (!countEntries(empty, starts, CELLS_A_BOX * count + FEW_BOXES)) return undefined;
	let mates = 0;
	for (let cell = 2; cell < starts.length; cell++) {
		mates += starts[cell] * starts[cell];
		starts[cell] += starts[cell - 1];
	}
	if (mates > MATES_A_BOX * count + FEW_BOXES * FEW_BOXES) return undefined;
	const entries = new Uint32Array(starts[starts.length - 1]);
	for (let id = 0; id * 4 < boxes.length; id++) {
		if (!isFiniteBox(boxes, id)) continue;
		const [left, right] = [columnOf(empty, boxes[id * 4]), columnOf(empty, boxes[id * 4 + 2])];
		const top = rowOf(empty, boxes[id * 4 + 3]);
		for (let row = rowOf(empty, boxes[id * 4 + 1]); row <= top; row++) {
			for (let column = left; column <= right; column++) entries[starts[row * columns + column + 1]++] = id;
		}
	}
	return { ...empty, entries };
}

/**
 * Counts the boxes of each cell into `starts`, two entries behind the cell, so that summing up gives the starts. False if there are more than `most`
 * entries.
 */
function countEntries(grid: Omit<PlanGrid, 'entries'>, starts: Uint32Array, most: number): boolean {
	const { boxes } = grid;
	let count = 0;
	for (let id = 0; id * 4 < boxes.length; id++) {
		if (!isFiniteBox(boxes, id)) continue;
		const [left, right] = [columnOf(grid, boxes[id * 4]), columnOf(grid, boxes[id * 4 + 2])];
		const [bottom, top] = [rowOf(grid, boxes[id * 4 + 1]), rowOf(grid, boxes[id * 4 + 3])];
		count += (right - left + 1) * (top - bottom + 1);
		if (count > most) return false;
		for (let row = bottom; row <= top; row++) {
			for (let column = left; column <= right; column++) starts[row * grid.columns + column + 2]++;
		}
	}
	return true;
}

/** The column of an x. Coordinates outside the grid belong to its first or last column. A greater x never has a lesser column. */
function columnOf({ minX, cellsPerMetre, columns }: Omit<PlanGrid, 'entries'>, x: number): number {
	const column = Math.floor((x - minX) * cellsPerMetre);
	return column < 0 ? 0 : column < columns ? column : columns - 1;
}

function rowOf({ minY, cellsPerMetre, rows }: Omit<PlanGrid, 'entries'>, y: number): number {
	const row = Math.floor((y - minY) * cellsPerMetre);
	return row < 0 ? 0 : row < rows ? row : rows - 1;
}

/** As `PlanIndex.touching`. Each box is found in the first cell that both are in. */
function touchingIn(grid: PlanGrid, minX: number, minY: number, maxX: number, maxY: number, most: number): number[] {
	const found: number[] = [];
	if (!(minX <= grid.maxX && maxX >= grid.minX && minY <= grid.maxY && maxY >= grid.minY)) return found;
	// Limited to the grid, because an infinite x would have no column in a grid without width.
	const left = columnOf(grid, Math.max(minX, grid.minX));
	const right = columnOf(grid, Math.min(maxX, grid.maxX));
	const bottom = rowOf(grid, Math.max(minY, grid.minY));
	const top = rowOf(grid, Math.min(maxY, grid.maxY));
	const { boxes, starts, entries, columns } = grid;
	const isOne = left === right && bottom === top;
	for (let row = bottom; row <= top; row++) {
		for (let column = left; column <= right; column++) {
			const cell = row * columns + column;
			for (let at = starts[cell]; at < starts[cell + 1]; at++) {
				const id = entries[at];
				const i = id * 4;
				if (!(boxes[i] <= maxX && boxes[i + 2] >= minX && boxes[i + 1] <= maxY && boxes[i + 3] >= minY)) continue;
				if (!isOne) {
					if (Math.max(columnOf(grid, boxes[i]), left) !== column) continue;
					if (Math.max(rowOf(grid, boxes[i + 1]), bottom) !== row) continue;
				}
				if (found.length >= most) return found;
				found.push(id);
			}
		}
	}
	return found;
}

/** True if a box in plan is somewhere. @param boxes 4 values a box: least x, y, greatest x, y */
export function isFiniteBox(boxes: ArrayLike<number>, id: number): boolean {
	const i = id * 4;
	// The sum is finite if all four are: coordinates of a level are too small for it to overflow.
	return Number.isFinite(boxes[i] + boxes[i + 1] + boxes[i + 2] + boxes[i + 3]);
}
