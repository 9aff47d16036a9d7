import { type SurfaceTable, walkableFaces } from '../../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';

/** Where ground lies over other ground, on a coarse raster: cheap for a million faces. */

/** Cells along the longer side. */
const CELLS = 96;
/** Heights are told apart in so many steps. */
const STEPS = 128;
const WORDS = STEPS / 32;
/** Ground that lies higher than other ground by this much, metres, is another floor: somebody fits in between. */
const LEAST_GAP = 2;
/** Less of the ground lies over other ground where there are bridges and balconies only. */
const LEAST_SHARE = 0.06;
/** Gaps that are rarer than this among all are not a floor's. */
const LEAST_WEIGHT = 0.02;
/** As many floors are drawn at most; a heap of more cannot be read. */
const MOST_CUTS = 15;

interface Stacks {
	/** For each cell one bit for each step of height with ground. */
	readonly bits: Uint32Array;
	readonly columns: number;
	readonly rows: number;
	readonly minX: number;
	readonly minY: number;
	readonly minZ: number;
	/** Metres. */
	readonly cell: number;
	readonly step: number;
}

/**
 * Heights that part the floors of a level, the lowest first: as few as leave no floor lying over itself. Empty where no ground, or hardly
 * any, lies over other ground.
 *
 * @param bounds min x, y, z, max x, y, z of all of them
 */
export function stackedHeights(
	meshes: readonly Walkmesh[],
	[minX, minY, minZ, maxX, maxY, maxZ]: Readonly<[number, number, number, number, number, number]>,
	table: SurfaceTable,
): number[] {
	if (!(maxZ - minZ > LEAST_GAP)) return [];
	const cell = Math.max(maxX - minX, maxY - minY, 0.01) / CELLS;
	const columns = Math.floor((maxX - minX) / cell) + 1;
	const rows = Math.floor((maxY - minY) / cell) + 1;
	const bits = new Uint32Array(columns * rows * WORDS);
	const stacks: Stacks = {
		bits,
		columns,
		rows,
		minX,
		minY,
		minZ,
		cell,
		step: Math.max(0.25, (maxZ - minZ) / (STEPS - 1)),
	};
	for (const mesh of meshes) markGround(mesh, table, stacks);
	return cutsOf(stacks);
}

function markGround({ positions, faces, surfaces }: Walkmesh, table: SurfaceTable, stacks: Stacks): void {
	const walkable = walkableFaces(table, surfaces);
	const { minX, minY, cell } = stacks;
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
		mark((ax + bx + cx) / 3, (ay + by + cy) / 3, (az + bz + cz) / 3, stacks);
		const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
		if (Math.abs(area) < 0.5) continue;
		for (let y = Math.ceil(Math.min(ay, by, cy) - 0.5); y + 0.5 <= Math.max(ay, by, cy); y++) {
			for (let x = Math.ceil(Math.min(ax, bx, cx) - 0.5); x + 0.5 <= Math.max(ax, bx, cx); x++) {
				const v = ((x + 0.5 - ax) * (cy - ay) - (y + 0.5 - ay) * (cx - ax)) / area;
				const w = ((bx - ax) * (y + 0.5 - ay) - (by - ay) * (x + 0.5 - ax)) / area;
				if (v >= 0 && w >= 0 && v + w <= 1) mark(x + 0.5, y + 0.5, az + (bz - az) * v + (cz - az) * w, stacks);
			}
		}
	}
}

/** @param x, y in cells */
function mark(x: number, y: number, z: number, { bits, columns, rows, minZ, step }: Stacks): void {
	const column = Math.min(columns - 1, Math.floor(x));
	const row = Math.min(rows - 1, Math.floor(y));
	const height = Math.min(STEPS - 1, Math.floor((z - minZ) / step));
	bits[(row * columns + column) * WORDS + (height >> 5)] |= 1 << (height & 31);
}

/** Between two floors of a cell: the step of the lower ground and that of the upper. */
type Gap = readonly [low: number, high: number];

function cutsOf(stacks: Stacks): number[] {
	const { bits, columns, rows, minZ, step } = stacks;
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
	// At the edge of a cliff both levels lie in one cell: only cells among others of their kind count.
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

/** Of some steps of height that with the least ground, the middle one of several. */
function emptiest(ground: Float64Array, first: number, last: number): number {
	const least = Math.min(...ground.subarray(first, last + 1));
	const steps = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((step) => ground[step] === least);
	return steps[Math.floor(steps.length / 2)];
}
