import { UsageError } from '../../src/findings/report.ts';
import { reorderFaces, walkableNeighbours } from '../../src/geometry/faces.ts';
import type { Bounds } from '../../src/geometry/triangles.ts';
import { indicesOf } from '../../src/geometry/vertices.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import { DOOR_STATES, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { CUT } from './outline.ts';
import { piecesOf, SLOPE } from './relief.ts';
import { DOOR_STATE_WORDS, type DrawnRoom, drawnRoom, type PlanSurvey } from './survey.ts';
import { metres } from './words.ts';

/** Floors of a level, each drawn on a sheet of its own. */

/** What is drawn on one sheet. */
export interface Floor {
	/** Above the sheet; none where there is only one. */
	readonly title?: string;
	readonly rooms: readonly DrawnRoom[];
	/** Rooms of other floors, shown as faint outlines to relate the sheets to each other. */
	readonly around: readonly DrawnRoom[];
	/** Its range of heights: from `low` up to, but without, `high`. */
	readonly low: number;
	readonly high: number;
}

/**
 * What is drawn on which sheet.
 *
 * @param floor `auto`, `one`, a height on the wanted floor, or two heights `Z0,Z1`, in metres
 * @throws UsageError when there is nothing between the two heights
 */
export function floorsOf(survey: PlanSurvey, table: SurfaceTable, floor: string): readonly Floor[] {
	const all: Floor = { rooms: survey.rooms, around: [], low: -Infinity, high: Infinity };
	const states = doorStates(survey.rooms);
	if (states !== undefined) return states;
	if (floor === 'one' || survey.bounds === undefined) return [all];
	const heights = floor === 'auto' ? [] : floor.split(',').map(Number);
	if (heights.length === 2) return [between(survey, Math.min(...heights), Math.max(...heights), table)];
	const cuts = stackedHeights(survey.rooms, survey.bounds, table);
	if (cuts.length === 0) return [all];
	const floors = splitAt(survey.rooms, cuts, table);
	return floor === 'auto' ? floors : floors.filter(({ low }) => heights[0] >= low).slice(-1);
}

/** The states of one door have the same position, so each gets a sheet; undefined if anything else is drawn, too. */
function doorStates(rooms: readonly DrawnRoom[]): Floor[] | undefined {
	const isDoor = rooms.every(({ mesh }) => mesh.kind === 'door' && mesh.doorState !== undefined);
	const names = new Set(rooms.map(({ mesh }) => mesh.name));
	if (!isDoor || names.size !== 1) return undefined;
	const present = DOOR_STATES.filter((state) => rooms.some(({ mesh }) => mesh.doorState === state));
	if (present.length < 2) return undefined;
	return present.map((state) => ({
		title: `Door ${DOOR_STATE_WORDS[state]}`,
		rooms: rooms.filter(({ mesh }) => mesh.doorState === state),
		around: rooms.filter(({ mesh }) => mesh.doorState !== state),
		low: -Infinity,
		high: Infinity,
	}));
}

function splitAt(rooms: readonly DrawnRoom[], cuts: readonly number[], table: SurfaceTable): Floor[] {
	const edges = [-Infinity, ...cuts, Infinity];
	const floors: DrawnRoom[][] = Array.from({ length: cuts.length + 1 }, () => []);
	for (const room of rooms) {
		const floorOf = floorOfFaces(room.mesh, table, (z) => cuts.filter((cut) => z >= cut).length);
		const present = [...new Set(floorOf)].sort((a, b) => a - b);
		for (const floor of present) {
			floors[floor].push(present.length === 1 ? room : partOf(room, floorOf, floor, table));
		}
	}
	const drawn = floors
		.map((own, i) => ({ rooms: own, low: edges[i], high: edges[i + 1] }))
		.filter((each) => each.rooms.length > 0);
	return drawn.map(({ rooms: own, low, high }, i) => ({
		title: `Floor ${i + 1} of ${drawn.length} · about z ${metres(Math.round(middleHeight(own) * 10) / 10)} m`,
		rooms: own,
		around: i === 0 ? [] : drawn[i - 1].rooms,
		low: i === 0 ? -Infinity : low,
		high: i === drawn.length - 1 ? Infinity : high,
	}));
}

function between({ rooms, bounds }: PlanSurvey, z0: number, z1: number, table: SurfaceTable): Floor {
	const inside: DrawnRoom[] = [];
	const around: DrawnRoom[] = [];
	for (const room of rooms) {
		const floorOf = floorOfFaces(room.mesh, table, (z) => (z >= z0 && z <= z1 ? 1 : 0));
		for (const [part, list] of [
			[1, inside],
			[0, around],
		] as const) {
			if (!floorOf.includes(part)) continue;
			list.push(floorOf.every((each) => each === part) ? room : partOf(room, floorOf, part, table));
		}
	}
	if (inside.length === 0) {
		const [, , low = 0, , , high = 0] = bounds ?? [];
		throw new UsageError(
			`Nothing lies between z ${metres(z0)} and ${metres(z1)} m. What there is lies between ${metres(low)} and ${metres(high)} m: --floor=Z0,Z1`,
		);
	}
	return { title: `z ${metres(z0)} to ${metres(z1)} m`, rooms: inside, around, low: z0, high: z1 };
}

/** The floor of each face: walkable faces by their middle, with slopes as a whole; others, such as walls, by their lowest point. */
function floorOfFaces(mesh: Walkmesh, table: SurfaceTable, floorAt: (z: number) => number): Uint8Array {
	const floorOf = floorOfEach(mesh, table, floorAt);
	// A slope in several faces would be torn where two floors meet on it.
	if (floorOf.some((floor) => floor !== floorOf[0])) {
		for (const { faces, middle } of slopesOf(mesh, table)) for (const face of faces) floorOf[face] = floorAt(middle[2]);
	}
	return floorOf;
}

function floorOfEach(
	{ positions, faces, surfaces }: Walkmesh,
	table: SurfaceTable,
	floorAt: (z: number) => number,
): Uint8Array {
	const walkable = walkableFaces(table, surfaces);
	const floorOf = new Uint8Array(surfaces.length);
	for (let face = 0; face < floorOf.length; face++) {
		const a = positions[faces[face * 3] * 3 + 2];
		const b = positions[faces[face * 3 + 1] * 3 + 2];
		const c = positions[faces[face * 3 + 2] * 3 + 2];
		floorOf[face] = floorAt(walkable[face] === 1 ? (a + b + c) / 3 : Math.min(a, b, c));
	}
	return floorOf;
}

function slopesOf(mesh: Walkmesh, table: SurfaceTable): ReturnType<typeof piecesOf> {
	return piecesOf(mesh, table).filter(({ angle }) => angle >= SLOPE);
}

/** The faces of a room on one floor; edges where walkable ground continues on another floor have the transition `CUT`. */
function partOf({ name, index, mesh }: DrawnRoom, floorOf: Uint8Array, floor: number, table: SurfaceTable): DrawnRoom {
	const neighbours = walkableNeighbours(mesh, table);
	const transitions = mesh.transitions.map((room, edge) => {
		const other = neighbours[edge];
		if (room !== NONE || other < 0) return room;
		return floorOf[Math.floor(other / 3)] === floorOf[Math.floor(edge / 3)] ? room : CUT;
	});
	const faces = indicesOf(
		floorOf.map((each) => (each === floor ? 1 : 0)),
		1,
	);
	return drawnRoom(name, index, reorderFaces({ ...mesh, transitions }, faces), table);
}

/** The height below which half of the ground lies. */
function middleHeight(rooms: readonly DrawnRoom[]): number {
	const parts = rooms
		.flatMap(({ surfaces }) => surfaces)
		.sort((a, b) => Number(b.walkable) - Number(a.walkable) || a.height - b.height);
	const walkable = parts.filter((part) => part.walkable);
	const counted = walkable.length > 0 ? walkable : parts;
	let left = counted.reduce((sum, { area }) => sum + area, 0) / 2;
	return (counted.find(({ area }) => (left -= area) <= 0) ?? counted[0]).height;
}

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

/**
 * Heights that separate the floors of a level, in ascending order: as few as possible such that no floor overlaps itself. Empty when no ground, or
 * hardly any, overlaps other ground.
 *
 * @param bounds min x, y, z, max x, y, z of all of them
 */
function stackedHeights(
	rooms: readonly DrawnRoom[],
	[minX, minY, minZ, maxX, maxY, maxZ]: Bounds,
	table: SurfaceTable,
): number[] {
	if (!(maxZ - minZ > LEAST_GAP)) return [];
	const cell = Math.max(maxX - minX, maxY - minY, 0.01) / CELLS;
	const columns = Math.floor((maxX - minX) / cell) + 1;
	const rows = Math.floor((maxY - minY) / cell) + 1;
	const step = Math.max(0.25, (maxZ - minZ) / (STEPS - 1));
	const stacks: Stacks = { columns, rows, minX, minY, minZ, cell, step, every: strideOver(rooms, cell) };
	const bits = new Uint32Array(columns * rows * WORDS);
	for (const { mesh } of rooms) markGround(mesh, table, stacks, bits);
	return cutsOf(bits, stacks);
}

/** Number of cells over all faces up to which each is marked: two hundred floors that fill the plan. */
const MOST_MARKS = 4_000_000;

/** The step between marked cells, along rows and columns, so that thousands of faces over the whole plan take no longer than two hundred floors. */
function strideOver(rooms: readonly DrawnRoom[], cell: number): number {
	const cells = rooms.reduce((sum, { spread }) => sum + spread, 0) / cell ** 2;
	return cells > MOST_MARKS ? Math.ceil(Math.sqrt(cells / MOST_MARKS)) : 1;
}

/** Marks the cells with ground. @param bits for each cell a bit set: the steps of height with ground */
function markGround(
	{ positions, faces, surfaces }: Walkmesh,
	table: SurfaceTable,
	stacks: Stacks,
	bits: Uint32Array,
): void {
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
		mark((ax + bx + cx) / 3, (ay + by + cy) / 3, (az + bz + cz) / 3, stacks, bits);
		const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
		if (Math.abs(area) < 0.5) continue;
		for (let y = firstFrom(Math.min(ay, by, cy)); y + 0.5 <= Math.max(ay, by, cy); y += every) {
			for (let x = firstFrom(Math.min(ax, bx, cx)); x + 0.5 <= Math.max(ax, bx, cx); x += every) {
				const v = ((x + 0.5 - ax) * (cy - ay) - (y + 0.5 - ay) * (cx - ax)) / area;
				const w = ((bx - ax) * (y + 0.5 - ay) - (by - ay) * (x + 0.5 - ax)) / area;
				if (v >= 0 && w >= 0 && v + w <= 1) mark(x + 0.5, y + 0.5, az + (bz - az) * v + (cz - az) * w, stacks, bits);
			}
		}
	}
}

/** @param x, y in cells */
function mark(x: number, y: number, z: number, { columns, rows, minZ, step }: Stacks, bits: Uint32Array): void {
	const column = Math.min(columns - 1, Math.floor(x));
	const row = Math.min(rows - 1, Math.floor(y));
	const height = Math.min(STEPS - 1, Math.floor((z - minZ) / step));
	bits[(row * columns + column) * WORDS + (height >> 5)] |= 1 << (height & 31);
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
