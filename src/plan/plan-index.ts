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

/**
 * Pairs of boxes that touch in plan. A sweep along x within narrow strips of y, which keeps the time linear. For the boxes of faces this takes a
 * fifth of the time of querying an index for each box.
 */

/** Aimed number of boxes in a strip; fewer are not worth a strip of their own. */
const BOXES_A_STRIP = 200;
/**
 * Sort keys hold two numbers in one float64: the least x of a box, in one of `STEPS` steps over the whole width, and below it the number of the box,
 * less than `NUMBERS`.
 */
const STEPS = 2 ** 28;
const NUMBERS = 2 ** 24;

/** A division of the y axis into `count` strips of equal width. */
interface Strips {
	readonly count: number;
	readonly minY: number;
	readonly perMetre: number;
}

/**
 * Calls `visit` once for each pair of boxes that touch or overlap, always in the same order. Boxes with a non-finite coordinate touch none.
 *
 * @param boxes 4 floats a box: least x and y, greatest x and y
 * @param visit returns false to end the search
 */
export function visitBoxPairs(boxes: Float64Array, visit: (one: number, other: number) => boolean): void {
	const all = finiteBoxes(boxes);
	if (all.length < 2) return;
	let [minX, minY, maxX, maxY, heights] = [Infinity, Infinity, -Infinity, -Infinity, 0];
	for (const id of all) {
		minX = Math.min(minX, boxes[id * 4]);
		minY = Math.min(minY, boxes[id * 4 + 1]);
		maxX = Math.max(maxX, boxes[id * 4 + 2]);
		maxY = Math.max(maxY, boxes[id * 4 + 3]);
		heights += boxes[id * 4 + 3] - boxes[id * 4 + 1];
	}
	const most = Math.min(all.length / BOXES_A_STRIP, ((maxY - minY) * all.length) / (2 * heights || 1));
	const count = Math.max(1, Math.floor(most));
	const strips: Strips = { count, minY, perMetre: maxY > minY ? count / (maxY - minY) : 0 };
	const stepsPerMetre = maxX > minX ? (STEPS - 1) / (maxX - minX) : 0;
	const stepOf = (x: number): number => Math.floor((x - minX) * stepsPerMetre);
	for (const [strip, members] of membersOf(strips, all, boxes).entries()) {
		const keys = new Float64Array(members.length);
		for (let i = 0; i < keys.length; i++) keys[i] = stepOf(boxes[members[i] * 4]) * NUMBERS + members[i];
		if (!sweep(strips, strip, keys.sort(), stepOf, boxes, visit)) return;
	}
}

function finiteBoxes(boxes: Float64Array): Uint32Array {
	const ids = new Uint32Array(boxes.length / 4);
	let count = 0;
	for (let id = 0; id < ids.length && id < NUMBERS; id++) {
		if (isFiniteBox(boxes, id)) ids[count++] = id;
	}
	return ids.subarray(0, count);
}

function stripOf({ count, minY, perMetre }: Strips, y: number): number {
	return Math.min(count - 1, Math.floor((y - minY) * perMetre));
}

/** The boxes in each strip; a box is in every strip that it touches. */
function membersOf(strips: Strips, all: Uint32Array, boxes: Float64Array): readonly ArrayLike<number>[] {
	if (strips.count === 1) return [all];
	const members: number[][] = Array.from({ length: strips.count }, () => []);
	for (const id of all) {
		const last = stripOf(strips, boxes[id * 4 + 3]);
		for (let strip = stripOf(strips, boxes[id * 4 + 1]); strip <= last; strip++) members[strip].push(id);
	}
	return members;
}

/** Visits the pairs within one strip, except those that also share an earlier strip. Returns false when `visit` ended the search. */
function sweep(
	strips: Strips,
	strip: number,
	keys: Float64Array,
	stepOf: (x: number) => number,
	boxes: Float64Array,
	visit: (one: number, other: number) => boolean,
): boolean {
	const ids = new Uint32Array(keys.length);
	// The boxes copied in the order of the sweep, so that they are contiguous in memory.
	const sorted = new Float64Array(keys.length * 4);
	for (let at = 0; at < keys.length; at++) {
		ids[at] = keys[at] - Math.floor(keys[at] / NUMBERS) * NUMBERS;
		for (let k = 0; k < 4; k++) sorted[at * 4 + k] = boxes[ids[at] * 4 + k];
	}
	for (let one = 0; one < ids.length; one++) {
		const left = sorted[one * 4];
		const bottom = sorted[one * 4 + 1];
		const right = sorted[one * 4 + 2];
		const top = sorted[one * 4 + 3];
		// Within one step the boxes are sorted by number and not by x, so the whole last step has to be looked at.
		const end = (stepOf(right) + 1) * NUMBERS;
		for (let other = one + 1; other < ids.length && keys[other] < end; other++) {
			const i = other * 4;
			if (sorted[i + 1] > top || sorted[i + 3] < bottom || sorted[i] > right || sorted[i + 2] < left) continue;
			if (strips.count > 1 && stripOf(strips, Math.max(bottom, sorted[i + 1])) !== strip) continue;
			if (!visit(ids[one], ids[other])) return false;
		}
	}
	return true;
}
