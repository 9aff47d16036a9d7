import { type BoxRecords, boundRecords, boxRecords, writeInner, writeLeaf } from './tree.ts';
import { Treelet } from './treelet.ts';

/**
 * Builds a tree that is cheap to walk: at each node the split with the least sum of faces × area of both sides (surface area heuristic, see
 * treelet.ts). Many faces are first sorted into the cells of a grid. The upper nodes are built over the cells, then those of each cell over its
 * faces.
 *
 * Alternatives, for a million faces of a terrain and a million scattered ones, in the first call of a process, 2 cores, Node 20:
 *
 * - bins in floats, an index into face boxes, three axes: 1,720 to 1,800 ms
 * - the same on records sorted by grid cell, the upper tree over cells: 690 and 1,220 ms. Half of it was mispredicted branches (least and greatest of
 * scattered numbers), a third bins of nodes with few faces
 * - integers on a lattice without branches; 2, 4, 8 or 16 bins depending on the number of faces: 470 and 530 ms
 * - two bounds in a word: 440 and 460 ms
 * - this one, with smaller cells of 16 faces instead of 64, so that more levels are built over cells: 390 and 410 ms
 *
 * No improvement: Morton order of cells (same time), inner boxes written treelet by treelet while they are in the cache (same time), all nodes
 * written in a last pass (scattered faces 30 ms longer), the mean instead of the middle for few faces (20 ms longer), bins over all faces in the
 * upper levels (slower; the tree 2 to 4 % cheaper to walk for a terrain, and equal for scattered faces).
 *
 * Depth: box tests of vertical lines and of lines of sight as shares of those of the trees stored in eight real rooms, by levels beyond the least
 * depth: none 0.693 and 0.517, one 0.603 and 0.445, two 0.598 and 0.438, three or more 0.597 and 0.438. Without a limit no room takes more than four.
 */

/** Up to this many faces form one treelet; more are first sorted into a grid. */
const TREELET_FACES = 4096;

/**
 * The most faces in a cell on average. With 64, a million faces take 20 to 40 ms longer for a tree that is no better; with 8, scattered faces take
 * longer and a terrain slightly less.
 */
const FACES_A_CELL = 16;

/**
 * Writes the children of all nodes, and the faces and boxes of the leaves.
 *
 * @param nodes words of the tree
 * @param records a record for each face
 * @param levels the greatest allowed depth of a leaf; count ≤ 2^levels
 */
export function growSah(nodes: Int32Array, records: BoxRecords, count: number, levels: number): void {
	growFaces(new Treelet(Math.min(count, TREELET_FACES), nodes), records, 0, count, 0, levels);
}

/** Builds a node over some faces, with no leaf more than `levels` levels below it. */
function growFaces(
	treelet: Treelet,
	records: BoxRecords,
	first: number,
	count: number,
	node: number,
	levels: number,
): void {
	if (count <= TREELET_FACES) treelet.grow(records, first, count, node, levels);
	else growCells(treelet, sliceOf(records, first, count), node, levels);
}

function sliceOf({ f32, i32 }: BoxRecords, first: number, count: number): BoxRecords {
	const [from, to] = [first * 8, (first + count) * 8];
	return { f32: f32.subarray(from, to), i32: i32.subarray(from, to) };
}

/** Sorts faces into a grid, builds the upper nodes over its cells, and below these the nodes over the faces of each cell. */
function growCells(treelet: Treelet, records: BoxRecords, node: number, levels: number): void {
	const { nodes } = treelet;
	const grid = gridOver(records.f32);
	if (grid.cellCount === 1) {
		writeHalves(nodes, records.i32, 0, records.i32.length / 8, node);
		return;
	}
	const { sorted, cells, cellCount } = sortIntoCells(records, grid);
	const upper = new Treelet(cellCount, nodes, (order, below, levelsBelow) => {
		const cell = order[0] * 8;
		if (order.length === 1 && cellCount > 1) {
			growFaces(treelet, sorted, cells.i32[cell + 6], cells.i32[cell + 7], below, levelsBelow);
		} else growHalves(treelet, gather(sorted, cells.i32, order), below, levelsBelow);
	});
	upper.grow(cells, 0, cellCount, node, levels);
}

/** Copies the records of several cells one after the other. */
function gather({ i32 }: BoxRecords, cells: Int32Array, order: Int32Array): BoxRecords {
	const runs = Array.from(order, (cell) =>
		i32.subarray(cells[cell * 8 + 6] * 8, (cells[cell * 8 + 6] + cells[cell * 8 + 7]) * 8),
	);
	const gathered = boxRecords(runs.reduce((words, run) => words + run.length, 0) / 8);
	let at = 0;
	for (const run of runs) {
		gathered.i32.set(run, at);
		at += run.length;
	}
	return gathered;
}

/**
 * Handles faces that a grid does not separate, or whose cells hold too many faces for the allowed levels: halves them along the axis with the
 * greatest extent of their centres, and builds each half by itself.
 */
function growHalves(treelet: Treelet, records: BoxRecords, node: number, levels: number): void {
	const { f32, i32 } = records;
	const count = i32.length / 8;
	if (count <= TREELET_FACES) {
		treelet.grow(records, 0, count, node, levels);
		return;
	}
	const { low, extent } = boundCentres(f32);
	const longest = Math.max(...extent);
	const axis = extent.indexOf(longest);
	// Centre and index in one exact integer, so that a plain numeric sort is sufficient.
	const steps = Math.floor(2 ** 52 / count) - 1;
	const keys = Float64Array.from({ length: count }, (_, i) => {
		const centre = f32[i * 8 + axis] + f32[i * 8 + axis + 3];
		return (longest > 0 ? Math.floor(((centre - low[axis]) / longest) * steps) : 0) * count + i;
	});
	const sorted = boxRecords(count);
	keys.sort().forEach((key, i) => {
		const word = (key % count) * 8;
		sorted.i32.set(i32.subarray(word, word + 8), i * 8);
	});
	const half = count >> 1;
	const right = writeInner(treelet.nodes, node, half);
	growFaces(treelet, sorted, 0, half, node + 1, levels - 1);
	growFaces(treelet, sorted, half, count - half, right, levels - 1);
}

/** Halves a set in its current order until single faces remain. For faces at one point, where nothing but their numbers differs. */
function writeHalves(nodes: Int32Array, records: Int32Array, first: number, count: number, node: number): void {
	if (count === 1) {
		writeLeaf(nodes, node, records, first);
		return;
	}
	const half = count >> 1;
	const right = writeInner(nodes, node, half);
	writeHalves(nodes, records, first, half, node + 1);
	writeHalves(nodes, records, first + half, count - half, right);
}

/** Assigns boxes to cells by their centre. All values are for twice the centre, which avoids a division. */
interface Grid {
	readonly low: readonly number[];
	/** Cells per metre along x, y and z. */
	readonly scale: readonly number[];
	/** Number of cells along x, y and z: powers of two. */
	readonly sides: readonly number[];
	readonly cellCount: number;
}

/** Doubles the number of cells along the axis where they are longest until there are enough. An axis without extent is not divided. */
function gridOver(f32: Float32Array): Grid {
	const { low, extent } = boundCentres(f32);
	const sides = [1, 1, 1];
	let cellCount = 1;
	for (; cellCount * FACES_A_CELL * 8 < f32.length; cellCount *= 2) {
		const lengths = extent.map((length, axis) => length / sides[axis]);
		const longest = Math.max(...lengths);
		if (longest === 0) break;
		sides[lengths.indexOf(longest)] *= 2;
	}
	// Slightly less than the quotient, so that the last centre is in the last cell and not behind it.
	const scale = sides.map((side, axis) => (extent[axis] > 0 ? (side / extent[axis]) * (1 - 1e-9) : 0));
	return { low, scale, sides, cellCount };
}

/** Bounds of the doubled centres of records. All axes in one pass: records of many faces do not fit into any cache. */
function boundCentres(f32: Float32Array): { low: number[]; extent: number[] } {
	let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
	let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
	for (let word = 0; word < f32.length; word += 8) {
		const x = f32[word] + f32[word + 3];
		const y = f32[word + 1] + f32[word + 4];
		const z = f32[word + 2] + f32[word + 5];
		if (x < lowX) lowX = x;
		if (x > highX) highX = x;
		if (y < lowY) lowY = y;
		if (y > highY) highY = y;
		if (z < lowZ) lowZ = z;
		if (z > highZ) highZ = z;
	}
	return { low: [lowX, lowY, lowZ], extent: [highX - lowX, highY - lowY, highZ - lowZ] };
}

/**
 * Sorts records by grid cell into new memory; within a cell they keep their order. A counting sort: one pass counts, one pass moves each record once.
 * Different centres end up in at least two cells, within the precision of floats.
 *
 * @returns also one record for each cell that is not empty: the box around its faces, its first record, and the number of its records
 */
function sortIntoCells(records: BoxRecords, grid: Grid): { sorted: BoxRecords; cells: BoxRecords; cellCount: number } {
	const cellOf = new Int32Array(records.i32.length / 8);
	/** At first the number of faces of each cell, then the index of its next record. */
	const next = new Int32Array(grid.cellCount);
	countCells(records.f32, grid, cellOf, next);
	for (let cell = 0, start = 0; cell < next.length; cell++) {
		start += next[cell];
		next[cell] = start - next[cell];
	}
	const sorted = boxRecords(cellOf.length);
	moveRecords(records.i32, sorted.i32, cellOf, next);
	// Now the index of each cell is that of the first record of the following cell.
	const cells = boxRecords(grid.cellCount);
	const bounds = boxRecords(1);
	let cellCount = 0;
	for (let cell = 0, begin = 0; cell < next.length; cell++) {
		const end = next[cell];
		if (begin === end) continue;
		boundRecords(sorted, 0, begin, end, undefined, bounds);
		const at = cellCount++ * 8;
		for (let word = 0; word < 6; word++) cells.i32[at + word] = bounds.i32[word];
		cells.i32[at + 6] = begin;
		cells.i32[at + 7] = end - begin;
		begin = end;
	}
	return { sorted, cells, cellCount };
}

function countCells(f32: Float32Array, grid: Grid, cellOf: Int32Array, counts: Int32Array): void {
	const [lowX, lowY, lowZ] = grid.low;
	const [scaleX, scaleY, scaleZ] = grid.scale;
	const [sideX, sideY] = grid.sides;
	for (let i = 0, at = 0; i < cellOf.length; i++, at += 8) {
		const x = ((f32[at] + f32[at + 3] - lowX) * scaleX) | 0;
		const y = ((f32[at + 1] + f32[at + 4] - lowY) * scaleY) | 0;
		const z = ((f32[at + 2] + f32[at + 5] - lowZ) * scaleZ) | 0;
		const cell = (z * sideY + y) * sideX + x;
		cellOf[i] = cell;
		counts[cell]++;
	}
}

function moveRecords(from: Int32Array, to: Int32Array, cellOf: Int32Array, next: Int32Array): void {
	for (let i = 0, at = 0; i < cellOf.length; i++, at += 8) {
		const target = next[cellOf[i]]++ << 3;
		for (let word = 0; word < 8; word++) to[target + word] = from[at + word];
	}
}
