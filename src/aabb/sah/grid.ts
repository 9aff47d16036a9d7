import {
	type BoxRecords,
	boundRecords,
	boundsScratch,
	boxRecords,
	RECORD_ID,
	RECORD_SPARE,
	RECORD_WORDS,
} from '../face-boxes.ts';

/** Records sorted into the cells of a grid. */
export interface SortedCells {
	/** Where each cell's records begin, and one more: the end of the last. */
	readonly starts: Int32Array;
	/** A record for each cell that holds any: the box around its faces, the cell, the number of its faces. */
	readonly cells: BoxRecords;
	readonly cellCount: number;
}

/**
 * Faces a cell holds on average, at most. With 64 instead a million faces take 20 to 40 ms longer and the tree is no better;
 * with 8 scattered faces take longer and a terrain's a little less.
 */
const FACES_A_CELL = 16;

/** Which cell a box belongs to: by its centre. All in terms of twice the centre, which needs no division. */
interface Grid {
	readonly origin: readonly number[];
	/** Cells a metre. */
	readonly scale: readonly number[];
	/** Cells along x, y and z: powers of two. */
	readonly sides: readonly number[];
}

/**
 * Sorts records by grid cell into other memory; within a cell they keep their order. A counting sort: a pass to count, a pass
 * that moves every record once. Centres that differ fall into two cells at least, as far as floats can tell; if all are equal
 * there is but one.
 */
export function sortIntoCells(from: BoxRecords, count: number, to: BoxRecords): SortedCells {
	const grid = gridOver(from.f32, count);
	const cellCount = grid.sides[0] * grid.sides[1] * grid.sides[2];
	const next = new Int32Array(cellCount + 1);
	countCells(from, count, grid, next);
	startsFromCounts(next);
	const starts = next.slice();
	moveRecords(from.i32, count, to.i32, next);
	return boundCells(to, starts);
}

/** Doubles the cells along the side where they are longest until there are enough; a side without length stays whole. */
function gridOver(f32: Float32Array, count: number): Grid {
	const { low, high } = doubledCentres(f32, count);
	const extent = high.map((value, axis) => value - low[axis]);
	const sides = [1, 1, 1];
	for (let cells = 1; cells * FACES_A_CELL < count; cells *= 2) {
		let axis = 0;
		for (let i = 1; i < 3; i++) if (extent[i] / sides[i] > extent[axis] / sides[axis]) axis = i;
		if (extent[axis] === 0) break;
		sides[axis] *= 2;
	}
	// A little less than the quotient, so that the last centre lies in the last cell, not behind it.
	const scale = sides.map((side, axis) => (extent[axis] > 0 ? (side / extent[axis]) * (1 - 1e-9) : 0));
	return { origin: low, scale, sides };
}

function doubledCentres(f32: Float32Array, count: number): { low: number[]; high: number[] } {
	let lowX = Infinity;
	let lowY = Infinity;
	let lowZ = Infinity;
	let highX = -Infinity;
	let highY = -Infinity;
	let highZ = -Infinity;
	for (let at = 0; at < count << 3; at += 8) {
		const x = f32[at] + f32[at + 3];
		const y = f32[at + 1] + f32[at + 4];
		const z = f32[at + 2] + f32[at + 5];
		if (x < lowX) lowX = x;
		if (x > highX) highX = x;
		if (y < lowY) lowY = y;
		if (y > highY) highY = y;
		if (z < lowZ) lowZ = z;
		if (z > highZ) highZ = z;
	}
	return { low: [lowX, lowY, lowZ], high: [highX, highY, highZ] };
}

/** Counts the records of each cell and notes the cell in each record. */
function countCells({ f32, i32 }: BoxRecords, count: number, grid: Grid, counts: Int32Array): void {
	const [originX, originY, originZ] = grid.origin;
	const [scaleX, scaleY, scaleZ] = grid.scale;
	const [sideX, sideY] = grid.sides;
	for (let at = 0; at < count << 3; at += 8) {
		const x = ((f32[at] + f32[at + 3] - originX) * scaleX) | 0;
		const y = ((f32[at + 1] + f32[at + 4] - originY) * scaleY) | 0;
		const z = ((f32[at + 2] + f32[at + 5] - originZ) * scaleZ) | 0;
		const cell = (z * sideY + y) * sideX + x;
		i32[at + 7] = cell;
		counts[cell]++;
	}
}

function startsFromCounts(counts: Int32Array): void {
	let start = 0;
	for (let cell = 0; cell < counts.length; cell++) {
		const size = counts[cell];
		counts[cell] = start;
		start += size;
	}
}

function moveRecords(from: Int32Array, count: number, to: Int32Array, next: Int32Array): void {
	for (let at = 0; at < count << 3; at += 8) {
		const target = next[from[at + 7]]++ << 3;
		to[target] = from[at];
		to[target + 1] = from[at + 1];
		to[target + 2] = from[at + 2];
		to[target + 3] = from[at + 3];
		to[target + 4] = from[at + 4];
		to[target + 5] = from[at + 5];
		to[target + 6] = from[at + 6];
	}
}

function boundCells(records: BoxRecords, starts: Int32Array): SortedCells {
	const cells = boxRecords(starts.length - 1);
	const bounds = boundsScratch();
	let cellCount = 0;
	for (let cell = 0; cell < starts.length - 1; cell++) {
		const size = starts[cell + 1] - starts[cell];
		if (size === 0) continue;
		boundRecords(records, starts[cell], size, bounds);
		const at = cellCount++ * RECORD_WORDS;
		for (let word = 0; word < 6; word++) cells.i32[at + word] = bounds.i32[word];
		cells.i32[at + RECORD_ID] = cell;
		cells.i32[at + RECORD_SPARE] = size;
	}
	return { starts, cells, cellCount };
}
