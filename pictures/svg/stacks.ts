import type { Recall } from '../../src/model/recall.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { DrawnRoom } from './survey.ts';

/** Where ground lies over other ground, on a coarse raster: cheap for a million faces. */

/** Cells along the longer side. */
const CELLS = 96;
/** Number of steps that the range of heights is divided into. */
const STEPS = 128;
const WORDS = STEPS / 32;
/** Height difference in metres from which overlapping ground counts as another floor: a character fits in between. */
const LEAST_GAP = 2;
/** Share of overlapping ground from which a level has floors; bridges and balconies alone make up less. */
const LEAST_SHARE = 0.06;
/** Share of all gaps from which a gap counts as one between floors. */
const LEAST_WEIGHT = 0.02;
/** Most cuts between floors; a picture with more sheets cannot be read. */
const MOST_CUTS = 15;

/** The raster over all rooms. */
interface Stacks {
	readonly columns: number;
	readonly rows: number;
	readonly minX: number;
	readonly minY: number;
	readonly minZ: number;
	/** Side of a cell in metres. */
	readonly cell: number;
	readonly step: number;
	/** The step between marked cells, along rows and columns. */
	readonly every: number;
}

/** The marks in a rectangle of the raster, row after row. */
interface Marks {
	readonly column: number;
	readonly row: number;
	readonly columns: number;
	readonly rows: number;
	/** For each cell a bit set: the steps of height with ground. */
	readonly bits: Uint32Array;
}

/** Most cells of a room whose marks are kept; marking is no slower than copying so many of them. */
const MOST_KEPT = 256;

/**
 * Heights that separate the floors of a level, in ascending order: as few as possible such that no floor overlaps itself. Empty when no ground, or
 * hardly any, overlaps other ground.
 *
 * @param bounds min x, y, z, max x, y, z of all of them
 */
export function stackedHeights(
	rooms: readonly DrawnRoom[],
	[minX, minY, minZ, maxX, maxY, maxZ]: Readonly<[number, number, number, number, number, number]>,
	table: SurfaceTable,
	recall: Recall,
): number[] {
	if (!(maxZ - minZ > LEAST_GAP)) return [];
	const cell = Math.max(maxX - minX, maxY - minY, 0.01) / CELLS;
	const columns = Math.floor((maxX - minX) / cell) + 1;
	const rows = Math.floor((maxY - minY) / cell) + 1;
	const step = Math.max(0.25, (maxZ - minZ) / (STEPS - 1));
	const stacks: Stacks = { columns, rows, minX, minY, minZ, cell, step, every: strideOver(rooms, cell) };
	const all: Marks = { column: 0, row: 0, columns, rows, bits: new Uint32Array(columns * rows * WORDS) };
	for (const room of rooms) {
		const own = rectangleOf(room, stacks);
		if (own.columns * own.rows > MOST_KEPT) markGround(room.mesh, table, stacks, all);
		else addMarks(all, own, recallMarks(room, own, table, stacks, recall));
	}
	return cutsOf(all.bits, stacks);
}

/** Number of cells over all faces up to which each is marked: two hundred floors that fill the plan. */
const MOST_MARKS = 4_000_000;

/** The step between marked cells, along rows and columns, so that thousands of faces over the whole plan take no longer than two hundred floors. */
function strideOver(rooms: readonly DrawnRoom[], cell: number): number {
	const cells = rooms.reduce((sum, { spread }) => sum + spread, 0) / cell ** 2;
	return cells > MOST_MARKS ? Math.ceil(Math.sqrt(cells / MOST_MARKS)) : 1;
}

/** The cells that a room may lie in. */
function rectangleOf({ bounds }: DrawnRoom, { columns, rows, minX, minY, cell }: Stacks): Omit<Marks, 'bits'> {
	// One more on each side, since the middle of a face may be rounded.
	const first = (at: number): number => Math.max(0, Math.floor(at / cell) - 1);
	const [column, row] = [first(bounds[0] - minX), first(bounds[1] - minY)];
	const end = (at: number, most: number): number => Math.min(most, Math.floor(at / cell) + 2);
	return {
		column,
		row,
		columns: end(bounds[3] - minX, columns) - column,
		rows: end(bounds[4] - minY, rows) - row,
	};
}

/** The marks of a room, in its rectangle. */
function recallMarks(
	room: DrawnRoom,
	own: Omit<Marks, 'bits'>,
	table: SurfaceTable,
	stacks: Stacks,
	recall: Recall,
): Uint32Array {
	const size = own.columns * own.rows * WORDS;
	return recall(room.source, {
		kind: 'plan',
		part: { name: 'heights', isLast: false },
		of: Object.values(stacks),
		isSound: (value): value is Uint32Array => value instanceof Uint32Array && value.length === size,
		make: () => {
			const marks = { ...own, bits: new Uint32Array(size) };
			markGround(room.mesh, table, stacks, marks);
			return marks.bits;
		},
	});
}

function addMarks(all: Marks, { column, row, columns, rows }: Omit<Marks, 'bits'>, bits: Uint32Array): void {
	const words = columns * WORDS;
	for (let y = 0; y < rows; y++) {
		const to = ((row + y) * all.columns + column) * WORDS;
		for (let word = 0; word < words; word++) all.bits[to + word] |= bits[y * words + word];
	}
}

/** Marks the cells with ground. @param marks in a rectangle around it */
function markGround({ positions, faces, surfaces }: Walkmesh, table: SurfaceTable, stacks: Stacks, marks: Marks): void {
	const walkable = walkableFaces(table, surfaces);
	const { minX, minY, cell, every } = stacks;
	const firstFrom = (least: number): number => Math.ceil(Math.ceil(least - 0.5) / every) * every;
	for (let face = 0; face < surfaces.length; face++) {
		if (walkable[face] === 0) continue;
		const a = faces[face * 3] * 3;
		const b = faces[face * 3 + 1] * 3;
		const c = faces[face * 3 + 2] * 3;
		const ax = (positions[a] - minX) / cell;
		const ay = (positions[a + 1] - minY) / cell;
		const az = positions[a + 2];
		const bx = (positions[b] - minX) / cell;
		const by = (positions[b + 1] - minY) / cell;
		const bz = positions[b + 2];
		const cx = (positions[c] - minX) / cell;
		const cy = (positions[c + 1] - minY) / cell;
		const cz = positions[c + 2];
		mark((ax + bx + cx) / 3, (ay + by + cy) / 3, (az + bz + cz) / 3, stacks, marks);
		const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
		if (Math.abs(area) < 0.5) continue;
		for (let y = firstFrom(Math.min(ay, by, cy)); y + 0.5 <= Math.max(ay, by, cy); y += every) {
			for (let x = firstFrom(Math.min(ax, bx, cx)); x + 0.5 <= Math.max(ax, bx, cx); x += every) {
				const v = ((x + 0.5 - ax) * (cy - ay) - (y + 0.5 - ay) * (cx - ax)) / area;
				const w = ((bx - ax) * (y + 0.5 - ay) - (by - ay) * (x + 0.5 - ax)) / area;
				if (v >= 0 && w >= 0 && v + w <= 1) mark(x + 0.5, y + 0.5, az + (bz - az) * v + (cz - az) * w, stacks, marks);
			}
		}
	}
}

/** @param x, y in cells */
function mark(x: number, y: number, z: number, { columns, rows, minZ, step }: Stacks, marks: Marks): void {
	const column = Math.min(columns - 1, Math.floor(x)) - marks.column;
	const row = Math.min(rows - 1, Math.floor(y)) - marks.row;
	const height = Math.min(STEPS - 1, Math.floor((z - minZ) / step));
	marks.bits[(row * marks.columns + column) * WORDS + (height >> 5)] |= 1 << (height & 31);
}

/** Between two floors of a cell: the step of the lower ground and that of the upper. */
type Gap = readonly [low: number, high: number];

function cutsOf(bits: Uint32Array, { columns, rows, minZ, step }: Stacks): number[] {
	const leastGap = Math.max(2, Math.ceil(LEAST_GAP / step));
	const gaps: Gap[][] = [];
	const ground = new Float64Array(STEPS);
	let covered = 0;
	for (let cell = 0; cell < columns * rows; cell++) {
		const own: Gap[] = [];
		let last = -1;
		for (let word = 0; word < WORDS; word++) {
			for (let left = bits[cell * WORDS + word]; left !== 0; left &= left - 1) {
				const at = word * 32 + 31 - Math.clz32(left & -left);
				ground[at]++;
				if (last >= 0 && at - last >= leastGap) own.push([last, at]);
				last = at;
			}
		}
		if (last >= 0) covered++;
		gaps.push(own);
	}
	// At the edge of a cliff, both heights are in one cell, so only cells with neighbours of the same kind count.
	const stacked = gaps.filter(
		(own, cell) => own.length > 0 && [-1, 1, -columns, columns].every((side) => (gaps[cell + side]?.length ?? 0) > 0),
	);
	if (stacked.length < covered * LEAST_SHARE) return [];
	const weights = new Map<number, number>();
	for (const [low, high] of stacked.flat()) weights.set(low * STEPS + high, (weights.get(low * STEPS + high) ?? 0) + 1);
	const all = [...weights]
		.filter(([, weight]) => weight >= stacked.length * LEAST_WEIGHT)
		.map(([key]): Gap => [Math.floor(key / STEPS), key % STEPS])
		.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
	const cuts: number[] = [];
	let at = 0;
	while (at < all.length && cuts.length < MOST_CUTS) {
		const high = all[at][1];
		let low = -1;
		while (at < all.length && all[at][0] < high) low = Math.max(low, all[at++][0]);
		cuts.push(minZ + emptiest(ground, low + 1, high) * step);
	}
	return cuts;
}

/** The step of height with the least ground in a range; the middle one of several. */
function emptiest(ground: Float64Array, first: number, last: number): number {
	const least = Math.min(...ground.subarray(first, last + 1));
	const steps = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((step) => ground[step] === least);
	return steps[Math.floor(steps.length / 2)];
}
