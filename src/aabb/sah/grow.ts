import {
	type BoxRecords,
	boundRecords,
	boundsScratch,
	boxRecords,
	RECORD_ID,
	RECORD_SPARE,
	RECORD_WORDS,
} from '../face-boxes.ts';
import { writeInner, writeLeaf, writeLeaves } from '../leaves.ts';
import { type SortedCells, sortIntoCells } from './grid.ts';
import { growTreelet } from './grow-treelet.ts';
import { sortAlongLongestSide, writeHalves } from './halves.ts';
import { BOX_WEIGHT, BOX_WORDS, createTreelet, loadTreelet, type Treelet } from './treelet.ts';

/**
 * The tree that is cheap to walk: at each node the split with the least faces × area on both sides, tried between bins along
 * every axis that is long enough (surface area heuristic).
 *
 * What was tried, for a million faces of a terrain and a million scattered ones, first call of a process, 2 cores, Node 20:
 *
 * - bins in floats, an index into face boxes, three axes: 1,720 to 1,800 ms
 * - the same on records sorted by grid cell, the upper tree over cells: 690 and 1,220 ms. Half of it went into guessed branches
 *   (smallest and largest of scattered numbers), a third into bins of nodes with few faces
 * - integers on a lattice and no branches; 2, 4, 8 or 16 bins by the number of faces: 470 and 530 ms
 * - two bounds a word (packed-box.ts): 440 and 460 ms
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

/** Faces that become the part of the tree below a node. */
interface Subtree {
	readonly records: BoxRecords;
	readonly count: number;
	readonly node: number;
	/** No leaf may lie deeper below `node`; count ≤ 2^levels. */
	readonly levels: number;
	/** Cells of a grid did not divide it evenly enough. */
	readonly byCount: boolean;
}

/** Working memory of a build. */
interface Build {
	readonly nodes: Int32Array;
	readonly treelet: Treelet;
	/** Parts too large to be grown at once, with records of their own. */
	readonly pending: Subtree[];
}

const bounds = boundsScratch();

/** Memory for the records of faces: the last words of the tree itself where these are moved on before anything is written there. */
export function sahRecords(faceCount: number, nodes: Int32Array): BoxRecords {
	if (faceCount <= TREELET_FACES) return boxRecords(faceCount);
	return boxRecords(faceCount, nodes.buffer, nodes.byteOffset + nodes.byteLength - faceCount * RECORD_WORDS * 4);
}

/**
 * Writes the children of all nodes and the faces and boxes of the leaves.
 *
 * @param nodes the tree's words
 * @param records a record a face, in memory that `sahRecords` gave
 * @param levels the depth no leaf may exceed; faceCount ≤ 2^levels
 */
export function growSah(nodes: Int32Array, records: BoxRecords, faceCount: number, levels: number): void {
	const treelet = createTreelet(Math.min(faceCount, TREELET_FACES), records, nodes, false);
	const build: Build = { nodes, treelet, pending: [] };
	growSubtree(build, { records, count: faceCount, node: 0, levels, byCount: false });
	for (let next = build.pending.pop(); next !== undefined; next = build.pending.pop()) growSubtree(build, next);
}

function growSubtree(build: Build, subtree: Subtree): void {
	const { records, count, node, levels } = subtree;
	if (count <= TREELET_FACES) {
		boundRecords(records, 0, count, bounds);
		growFaces(build, records, 0, count, node, levels, bounds.f32);
	} else if (subtree.byCount) growHalves(build, subtree);
	else growCells(build, subtree);
}

/** @param box the box around the faces */
function growFaces(
	{ nodes, treelet }: Build,
	records: BoxRecords,
	first: number,
	count: number,
	node: number,
	levels: number,
	box: Float32Array,
): void {
	loadTreelet(treelet, records, first, count, box);
	growTreelet(treelet, count, node, levels);
	writeLeaves(nodes, records.i32, first, count, treelet.place);
}

/** Sorts faces into a grid, grows the upper nodes over its cells, then those of each cell. */
function growCells(build: Build, subtree: Subtree): void {
	const records = boxRecords(subtree.count);
	const sorted = sortIntoCells(subtree.records, subtree.count, records);
	if (sorted.cellCount === 1) {
		if (sorted.starts.length === 2) writeHalves(build.nodes, records.i32, subtree.count, subtree.node);
		else build.pending.push({ ...subtree, records, byCount: true });
		return;
	}
	const upper = createTreelet(sorted.cellCount, sorted.cells, build.nodes, true);
	loadCells(upper, sorted);
	growTreelet(upper, sorted.cellCount, subtree.node, subtree.levels);
	const divided = markDivided(upper, sorted.cellCount);
	for (let i = 0; i < sorted.cellCount; i++) {
		const cell = upper.order[i];
		if (divided[cell] === 1) growCell(build, records, sorted, upper, cell);
	}
	growUndivided(build, records, sorted, upper);
}

function loadCells(upper: Treelet, { cells, cellCount }: SortedCells): void {
	boundRecords(cells, 0, cellCount, bounds);
	loadTreelet(upper, cells, 0, cellCount, bounds.f32);
	for (let cell = 0; cell < cellCount; cell++) {
		upper.boxes[cell * BOX_WORDS + BOX_WEIGHT] = cells.i32[cell * RECORD_WORDS + RECORD_SPARE];
	}
}

/** 1 for each cell that became a node. */
function markDivided({ order, undivided }: Treelet, cellCount: number): Uint8Array {
	const divided = new Uint8Array(cellCount).fill(1);
	for (let i = 0; i < undivided.length; i += 4) {
		for (let at = undivided[i + 1]; at < undivided[i + 2]; at++) divided[order[at]] = 0;
	}
	return divided;
}

function growCell(build: Build, records: BoxRecords, sorted: SortedCells, upper: Treelet, cell: number): void {
	const at = cell * RECORD_WORDS;
	const first = sorted.starts[sorted.cells.i32[at + RECORD_ID]];
	const count = sorted.cells.i32[at + RECORD_SPARE];
	const node = upper.place[cell];
	const levels = upper.levels[cell];
	if (count === 1) writeLeaf(build.nodes, node, records.i32, first);
	else if (count > TREELET_FACES) {
		build.pending.push({ records: copyRecords(records, first, count), count, node, levels, byCount: false });
	} else {
		for (let word = 0; word < 6; word++) bounds.f32[word] = sorted.cells.f32[at + word];
		growFaces(build, records, first, count, node, levels, bounds.f32);
	}
}

/** Cells that could only have been divided into parts too heavy for their levels: their faces are gathered and divided by number. */
function growUndivided(build: Build, records: BoxRecords, { starts, cells }: SortedCells, upper: Treelet): void {
	const { order, undivided } = upper;
	for (let i = 0; i < undivided.length; i += 4) {
		const [node, begin, end, levels] = undivided.slice(i, i + 4);
		const members = [...order.subarray(begin, end)].map((cell) => cell * RECORD_WORDS);
		const count = members.reduce((sum, at) => sum + cells.i32[at + RECORD_SPARE], 0);
		const gathered = boxRecords(count);
		let filled = 0;
		for (const at of members) {
			const first = starts[cells.i32[at + RECORD_ID]];
			const size = cells.i32[at + RECORD_SPARE];
			gathered.i32.set(
				records.i32.subarray(first * RECORD_WORDS, (first + size) * RECORD_WORDS),
				filled * RECORD_WORDS,
			);
			filled += size;
		}
		growSubtree(build, { records: gathered, count, node, levels, byCount: true });
	}
}

function copyRecords({ i32 }: BoxRecords, first: number, count: number): BoxRecords {
	const copy = boxRecords(count);
	copy.i32.set(i32.subarray(first * RECORD_WORDS, (first + count) * RECORD_WORDS));
	return copy;
}

/** Halves a large set along its longest side, each half to be divided on its own. */
function growHalves(build: Build, { records, count, node, levels }: Subtree): void {
	const sorted = sortAlongLongestSide(records, count);
	const half = count >> 1;
	const right = writeInner(build.nodes, node, half);
	build.pending.push(
		{
			records: copyRecords(sorted, half, count - half),
			count: count - half,
			node: right,
			levels: levels - 1,
			byCount: false,
		},
		{ records: copyRecords(sorted, 0, half), count: half, node: node + 1, levels: levels - 1, byCount: false },
	);
}
