import {
	type BoxRecords,
	boundRecords,
	boxRecords,
	RECORD_ID,
	RECORD_WEIGHT,
	RECORD_WORDS,
	writeInner,
	writeLeaf,
} from './boxes.ts';
import { CELL_FILL, type Subtree, Treelet } from './treelet.ts';

/**
 * The tree that is cheap to walk: at each node the split with the least faces × area on both sides (treelet.ts). Many faces are sorted
 * into the cells of a grid first; the upper nodes grow over the cells, then those of each cell over its faces.
 *
 * What was tried, for a million faces of a terrain and a million scattered ones, first call of a process, 2 cores, Node 20:
 *
 * - bins in floats, an index into face boxes, three axes: 1,720 to 1,800 ms
 * - the same on records sorted by grid cell, the upper tree over cells: 690 and 1,220 ms. Half of it went into guessed branches
 *   (smallest and largest of scattered numbers), a third into bins of nodes with few faces
 * - integers on a lattice and no branches; 2, 4, 8 or 16 bins by the number of faces: 470 and 530 ms
 * - two bounds a word: 440 and 460 ms
 * - smaller cells, 16 faces instead of 64, so that more levels are made over cells: 390 and 410 ms. This one
 *
 * No better: Morton order of cells (the same), inner boxes written treelet by treelet while they are near (the same), all nodes
 * written in one last pass (scattered faces 30 ms longer), the mean instead of the middle for few faces (20 ms longer), bins over
 * all faces of the upper levels (slower, the tree 2 to 4 % cheaper to walk for a terrain and equal for scattered faces).
 *
 * Depth: box tests of vertical lines and of sight lines, as shares of those of the trees that eight real rooms store, by levels beyond the
 * least: none 0.693 and 0.517, one 0.603 and 0.445, two 0.598 and 0.438, three or more 0.597 and 0.438. Left alone no room takes
 * more than four.
 */

/** Faces that are grown at once; more are sorted into a grid first. */
const TREELET_FACES = 4096;

/**
 * Faces a cell holds on average, at most. With 64 instead a million faces take 20 to 40 ms longer and the tree is no better;
 * with 8 scattered faces take longer and a terrain's a little less.
 */
const FACES_A_CELL = 16;

/** Memory for the records of faces: the last words of the tree itself where these are moved on before anything is written there. */
export function sahRecords(count: number, nodes: Int32Array): BoxRecords {
	return count > TREELET_FACES ? boxRecords(count, nodes.buffer) : boxRecords(count);
}

/**
 * Writes the children of all nodes and the faces and boxes of the leaves.
 *
 * @param nodes the tree's words
 * @param records a record a face, in memory that `sahRecords` gave
 * @param levels the depth no leaf may exceed; count ≤ 2^levels
 */
export function growSah(nodes: Int32Array, records: BoxRecords, count: number, levels: number): void {
	const treelet = new Treelet(Math.min(count, TREELET_FACES), nodes, 1);
	growSubtree(treelet, records, undefined, { first: 0, count, node: 0, levels });
}

/**
 * Grows the nodes over the records of a subtree. Here and below they lie in `from`. The same range of `spare` is free: what is moved
 * there is grown with the two exchanged, so that parts within parts take no more memory. Without it, memory is made when needed.
 */
function growSubtree(treelet: Treelet, from: BoxRecords, spare: BoxRecords | undefined, subtree: Subtree): void {
	const { first, count } = subtree;
	if (count > TREELET_FACES) {
		growCells(treelet, from, spare ?? boxRecords(first + count), subtree);
		return;
	}
	treelet.grow(from, subtree);
	for (let i = 0; i < count; i++) writeLeaf(treelet.nodes, treelet.place[i], from.i32, first + i);
}

/** Sorts faces into a grid, grows the upper nodes over its cells, then those of each cell. */
function growCells(treelet: Treelet, from: BoxRecords, to: BoxRecords, subtree: Subtree): void {
	const { first, count, node } = subtree;
	const { nodes } = treelet;
	const grid = gridOver(from.f32, first, count);
	const { cells, cellCount } = sortIntoCells(from, to, first, count, grid);
	const spare = from.i32.buffer === nodes.buffer ? undefined : from;
	if (cellCount === 1) {
		if (grid.cellCount === 1) writeHalves(nodes, to.i32, first, count, node);
		else growHalves(treelet, to, spare ?? boxRecords(first + count), subtree);
		return;
	}
	const upper = new Treelet(cellCount, nodes, CELL_FILL);
	upper.grow(cells, { ...subtree, first: 0, count: cellCount });
	for (let i = 0; i < cellCount; i++) {
		const cell = upper.order[i];
		if (upper.place[cell] < 0) continue;
		growSubtree(treelet, to, spare, {
			first: cells.i32[cell * RECORD_WORDS + RECORD_ID],
			count: cells.i32[cell * RECORD_WORDS + RECORD_WEIGHT],
			node: upper.place[cell],
			levels: upper.levels[cell],
		});
	}
	for (const run of upper.undivided) growUndivided(treelet, to, cells.i32, upper.order, run);
}

/** Cells that could only have been divided into parts too heavy for their levels: their faces are gathered and divided by number. */
function growUndivided(treelet: Treelet, from: BoxRecords, cells: Int32Array, order: Int32Array, run: Subtree): void {
	const members = Array.from(order.subarray(run.first, run.first + run.count), (cell) => {
		const first = cells[cell * RECORD_WORDS + RECORD_ID] * RECORD_WORDS;
		return from.i32.subarray(first, first + cells[cell * RECORD_WORDS + RECORD_WEIGHT] * RECORD_WORDS);
	});
	const count = members.reduce((sum, records) => sum + records.length, 0) / RECORD_WORDS;
	const gathered = boxRecords(count);
	let at = 0;
	for (const records of members) {
		gathered.i32.set(records, at);
		at += records.length;
	}
	const subtree = { ...run, first: 0, count };
	if (count > TREELET_FACES) growHalves(treelet, gathered, boxRecords(count), subtree);
	else growSubtree(treelet, gathered, undefined, subtree);
}

/** Halves a set along the side where the centres of its boxes reach farthest, each half to be divided on its own. */
function growHalves(treelet: Treelet, from: BoxRecords, to: BoxRecords, subtree: Subtree): void {
	const { first, count, node, levels } = subtree;
	const { low, extent } = boundCentres(from.f32, first, count);
	const longest = Math.max(...extent);
	const axis = extent.indexOf(longest);
	// Place and centre in one exact integer, so that a plain numeric sort does it.
	const steps = Math.floor(2 ** 52 / count) - 1;
	const keys = new Float64Array(count);
	for (let i = 0; i < count; i++) {
		const word = (first + i) * RECORD_WORDS + axis;
		const centre = from.f32[word] + from.f32[word + 3];
		const step = longest > 0 ? Math.floor(((centre - low[axis]) / longest) * steps) : 0;
		keys[i] = step * count + i;
	}
	keys.sort();
	for (let i = 0; i < count; i++) {
		const word = (first + (keys[i] % count)) * RECORD_WORDS;
		to.i32.set(from.i32.subarray(word, word + RECORD_WORDS), (first + i) * RECORD_WORDS);
	}
	const half = count >> 1;
	const right = writeInner(treelet.nodes, node, half);
	growSubtree(treelet, to, from, { first, count: half, node: node + 1, levels: levels - 1 });
	growSubtree(treelet, to, from, { first: first + half, count: count - half, node: right, levels: levels - 1 });
}

/** Halves a set until single faces remain, in the order they have: for faces that lie in one place, where only numbers decide. */
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

/** Which cell a box belongs to: by its centre. All in terms of twice the centre, which needs no division. */
interface Grid {
	readonly low: readonly number[];
	/** Cells a metre. */
	readonly scale: readonly number[];
	/** Cells along x, y and z: powers of two. */
	readonly sides: readonly number[];
	readonly cellCount: number;
}

/** Doubles the cells along the side where they are longest until there are enough; a side without length stays whole. */
function gridOver(f32: Float32Array, first: number, count: number): Grid {
	const { low, extent } = boundCentres(f32, first, count);
	const sides = [1, 1, 1];
	let cellCount = 1;
	for (; cellCount * FACES_A_CELL < count; cellCount *= 2) {
		const lengths = extent.map((length, axis) => length / sides[axis]);
		const longest = Math.max(...lengths);
		if (longest === 0) break;
		sides[lengths.indexOf(longest)] *= 2;
	}
	// A little less than the quotient, so that the last centre lies in the last cell, not behind it.
	const scale = sides.map((side, axis) => (extent[axis] > 0 ? (side / extent[axis]) * (1 - 1e-9) : 0));
	return { low, scale, sides, cellCount };
}

/** Where the doubled centres of records lie. */
function boundCentres(f32: Float32Array, first: number, count: number): { low: number[]; extent: number[] } {
	const low: number[] = [];
	const extent: number[] = [];
	for (let axis = 0; axis < 3; axis++) {
		let least = Infinity;
		let greatest = -Infinity;
		for (let word = (first << 3) + axis; word < (first + count) << 3; word += 8) {
			const centre = f32[word] + f32[word + 3];
			if (centre < least) least = centre;
			if (centre > greatest) greatest = centre;
		}
		low.push(least);
		extent.push(greatest - least);
	}
	return { low, extent };
}

/**
 * Sorts records by grid cell, from one memory into the same range of another; within a cell they keep their order. A counting sort: a
 * pass to count, a pass that moves every record once. Centres that differ fall into two cells at least, as far as floats can tell.
 *
 * @returns a record for each cell that holds any: the box around its faces, the first of their records, their number
 */
function sortIntoCells(
	from: BoxRecords,
	to: BoxRecords,
	first: number,
	count: number,
	grid: Grid,
): { cells: BoxRecords; cellCount: number } {
	const cellOf = new Int32Array(count);
	const next = new Int32Array(grid.cellCount);
	countCells(from.f32, first, count, grid, cellOf, next);
	for (let cell = 0, start = first; cell < next.length; cell++) {
		start += next[cell];
		next[cell] = start - next[cell];
	}
	moveRecords(from.i32, to.i32, first, count, cellOf, next);
	// Now each cell's next record is the first of the cell behind it.
	const cells = boxRecords(grid.cellCount);
	const bounds = boxRecords(1);
	let cellCount = 0;
	for (let cell = 0, begin = first; cell < next.length; cell++) {
		const end = next[cell];
		if (begin === end) continue;
		boundRecords(to.i32, 0, begin, end, undefined, bounds);
		const at = cellCount++ * RECORD_WORDS;
		for (let word = 0; word < 6; word++) cells.i32[at + word] = bounds.i32[word];
		cells.i32[at + RECORD_ID] = begin;
		cells.i32[at + RECORD_WEIGHT] = end - begin;
		begin = end;
	}
	return { cells, cellCount };
}

function countCells(
	f32: Float32Array,
	first: number,
	count: number,
	grid: Grid,
	cellOf: Int32Array,
	counts: Int32Array,
): void {
	const [lowX, lowY, lowZ] = grid.low;
	const [scaleX, scaleY, scaleZ] = grid.scale;
	const [sideX, sideY] = grid.sides;
	for (let i = 0, at = first << 3; i < count; i++, at += 8) {
		const x = ((f32[at] + f32[at + 3] - lowX) * scaleX) | 0;
		const y = ((f32[at + 1] + f32[at + 4] - lowY) * scaleY) | 0;
		const z = ((f32[at + 2] + f32[at + 5] - lowZ) * scaleZ) | 0;
		const cell = (z * sideY + y) * sideX + x;
		cellOf[i] = cell;
		counts[cell]++;
	}
}

function moveRecords(
	from: Int32Array,
	to: Int32Array,
	first: number,
	count: number,
	cellOf: Int32Array,
	next: Int32Array,
): void {
	for (let i = 0, at = first << 3; i < count; i++, at += 8) {
		const target = next[cellOf[i]]++ << 3;
		to[target] = from[at];
		to[target + 1] = from[at + 1];
		to[target + 2] = from[at + 2];
		to[target + 3] = from[at + 3];
		to[target + 4] = from[at + 4];
		to[target + 5] = from[at + 5];
		to[target + 6] = from[at + 6];
		to[target + 7] = from[at + 7];
	}
}
