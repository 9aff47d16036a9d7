import { type Line, lineTo, MOST_LINES } from '../../src/facts/lines.ts';
import type { RoomFacts } from '../../src/facts/room-facts.ts';
import type { Report } from '../../src/findings/report.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { FACING } from '../../src/geometry/triangles.ts';
import { vec3At } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { indexGrounds, type PlanGround } from '../../src/plan/plan-ground.ts';
import { PlanIndex } from '../../src/plan/plan-index.ts';
import { distanceToOutline } from '../../src/plan/plan-overlap.ts';
import { AT_EDGE, outwards } from '../../src/seams/facing-edges.ts';
import {
	edgeLength,
	edgeLocation,
	type PerimeterEdges,
	pointAlong,
	transitionAt,
} from '../../src/seams/perimeter-edges.ts';
import type { LevelFacts } from './level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from './level-findings.ts';

/** This far beyond an edge a face is looked for; metres. */
const BEYOND = 0.05;

/** The faces of a room that may close an edge: walls that stand on it, and ground beyond it. */
export class Surroundings {
	readonly facts: RoomFacts;
	#walls: Walls | undefined;

	constructor(facts: RoomFacts) {
		this.facts = facts;
	}

	get walls(): Walls {
		this.#walls ??= wallsOf(this.facts);
		return this.#walls;
	}
}

/**
 * Reports ground that ends in front of nothing: open edges without a link, without a wall and without any face beyond; one finding for each row of
 * such edges, at the longest. Characters stop there, but the edge of the world is in view, and a link may have been forgotten. Nothing is reported about rooms that
 * are open for the most part, as many walkmeshes have no walls at all.
 *
 * @param holes edges that are reported as those of holes, by room
 */
export function checkLeaks(facts: LevelFacts, report: Report, holes: readonly ReadonlySet<number>[] = []): void {
	const { level, rooms } = facts;
	const leaks = new Leaks(facts);
	for (const [room, own] of rooms.entries()) {
		if (own === undefined) continue;
		const rows = leaks.of(room, own, holes[room]);
		for (const { edge, count, length, line } of rows) {
			const shown = line === undefined ? {} : { line };
			report.add(LEVEL_CHECK_FINDINGS.GROUND_LEAK, edgeLocation(level, room, edge), { count, length, ...shown });
		}
	}
}

/** A row of edges at which ground ends. */
interface LeakRow {
	/** The longest of them, in the walkmesh. */
	readonly edge: number;
	readonly count: number;
	readonly length: number;
	readonly line?: Line;
}

/** Finds leaks, room by room. */
class Leaks {
	readonly #facts: LevelFacts;
	readonly #rooms: (Surroundings | undefined)[];
	#index: PlanIndex | undefined;

	constructor(facts: LevelFacts) {
		this.#facts = facts;
		this.#rooms = facts.rooms.map((each) => (each === undefined ? undefined : new Surroundings(each)));
	}

	/** The longest first. */
	of(room: number, facts: RoomFacts, holes?: ReadonlySet<number>): LeakRow[] {
		const { level, perimeter } = this.#facts;
		const sizes = sizesOf(level, perimeter, room);
		const total = sizes.reduce((sum, size) => sum + size, 0);
		const open: number[] = [];
		let length = 0;
		for (let i = 0; i < sizes.length && length * 2 < total; i++) {
			const edge = perimeter.starts[room] + i;
			if (sizes[i] === 0 || this.#isClosed(room, edge, sizes[i])) continue;
			open.push(i);
			length += sizes[i];
		}
		const edgeOf = (i: number): number => perimeter.edges[perimeter.starts[room] + i];
		// A room that is open for the most part has no walls in its walkmesh at all.
		if (length * 2 >= total) return [];
		const found = inRows(
			facts.mesh,
			open.filter((i) => holes?.has(edgeOf(i)) !== true),
			edgeOf,
		);
		const rows = found.map((row) => ({
			edge: edgeOf(row.reduce((longest, i) => (sizes[i] > sizes[longest] ? i : longest))),
			count: row.length,
			length: row.reduce((sum, i) => sum + sizes[i], 0),
		}));
		rows.sort((a, b) => b.length - a.length);
		return rows.map((row, nth) => (nth < MOST_LINES ? { ...row, line: lineTo(facts, row.edge) } : row));
	}

	#isClosed(room: number, edge: number, length: number): boolean {
		this.#index ??= indexGrounds(this.#facts.rooms.map((each) => each?.all));
		const own = this.#rooms[room] as Surroundings;
		return isClosed(this.#facts.perimeter, edge, length, own, this.#rooms, this.#index);
	}
}

/** Edges that run on from each other, together: one leak. @param edgeOf the edge of the walkmesh that an item stands for */
function inRows({ faces }: Walkmesh, items: readonly number[], edgeOf: (item: number) => number): number[][] {
	const beginning = new Map(items.map((item) => [faces[edgeOf(item)], item]));
	const ending = new Set(items.map((item) => faces[edgeEnd(edgeOf(item))]));
	const left = new Set(items);
	const rows: number[][] = [];
	// Those that follow none first; what is left runs in a circle.
	for (const first of [...items.filter((item) => !ending.has(faces[edgeOf(item)])), ...items]) {
		const row: number[] = [];
		for (let item: number | undefined = first; item !== undefined && left.delete(item); ) {
			row.push(item);
			item = beginning.get(faces[edgeEnd(edgeOf(item))]);
		}
		if (row.length > 0) rows.push(row);
	}
	return rows;
}

/** 1 a perimeter edge of a room: its length, 0 where it is linked or a corner. */
function sizesOf(level: Level, perimeter: PerimeterEdges, room: number): Float64Array {
	const { starts, points } = perimeter;
	const sizes = new Float64Array(starts[room + 1] - starts[room]);
	for (let i = 0; i < sizes.length; i++) {
		if (transitionAt(level, perimeter, starts[room] + i) !== NONE) continue;
		const size = edgeLength(points, starts[room] + i);
		if (size >= THRESHOLDS.leakLength) sizes[i] = size;
	}
	return sizes;
}

/** True when a wall stands at an edge, or any face lies beyond it. */
function isClosed(
	{ points, edges }: PerimeterEdges,
	edge: number,
	length: number,
	own: Surroundings,
	rooms: readonly (Surroundings | undefined)[],
	index: PlanIndex,
): boolean {
	// A face that shares the edge is a wall, or goes on beyond.
	if (own.facts.allNeighbours[edges[edge]] >= 0) return true;
	const [x, y, z] = pointAlong(points, edge, length / 2);
	if (hasWall(own, x, y, z)) return true;
	const [outX, outY] = outwards(points, edge);
	const [bx, by] = [x + outX * BEYOND, y + outY * BEYOND];
	return index.touching(bx, by, bx, by, 64).some((other) => covers(rooms[other]?.facts.all, bx, by, z));
}

/** The upright faces of a room, and where they lie. */
interface Walls {
	readonly faces: readonly number[];
	readonly index: PlanIndex;
	/** 2 values a wall: the least and the greatest height. In a scene of leaves thousands of walls are asked for theirs again and again. */
	readonly heights: Float64Array;
}

function wallsOf({ mesh: { positions, faces }, facings }: RoomFacts): Walls {
	const walls: number[] = [];
	for (let face = 0; face < facings.length; face++) if (facings[face] === FACING.vertical) walls.push(face);
	const boxes = new Float64Array(walls.length * 4);
	const heights = new Float64Array(walls.length * 2);
	for (let wall = 0; wall < walls.length; wall++) {
		const [a, b, c] = [0, 1, 2].map((k) => faces[walls[wall] * 3 + k] * 3);
		for (let axis = 0; axis < 2; axis++) {
			boxes[wall * 4 + axis] = Math.min(positions[a + axis], positions[b + axis], positions[c + axis]);
			boxes[wall * 4 + 2 + axis] = Math.max(positions[a + axis], positions[b + axis], positions[c + axis]);
		}
		heights[wall * 2] = Math.min(positions[a + 2], positions[b + 2], positions[c + 2]);
		heights[wall * 2 + 1] = Math.max(positions[a + 2], positions[b + 2], positions[c + 2]);
	}
	return { faces: walls, index: new PlanIndex(boxes), heights };
}

/** True when an upright face stands at a point, or about it at an angle. */
export function hasWall(own: Surroundings, x: number, y: number, z: number): boolean {
	return wallsAbout(own, x, y, z).length > 0;
}

/** True when an upright face stands at a point, and not only with its box. */
export function standsAt(own: Surroundings, x: number, y: number, z: number): boolean {
	const { positions, faces } = own.facts.mesh;
	return wallsAbout(own, x, y, z).some((face) => {
		const corners = [0, 1, 2].flatMap((k) => vec3At(positions, faces[face * 3 + k]));
		return distanceToOutline(corners, x, y) <= AT_EDGE;
	});
}

/** The upright faces whose boxes lie at a point. */
function wallsAbout({ walls }: Surroundings, x: number, y: number, z: number): number[] {
	const near = walls.index.touching(x - AT_EDGE, y - AT_EDGE, x + AT_EDGE, y + AT_EDGE, 64);
	const found: number[] = [];
	for (const id of near)
		if (walls.heights[id * 2] - THRESHOLDS.otherFloor <= z && z <= walls.heights[id * 2 + 1] + AT_EDGE)
			found.push(walls.faces[id]);
	return found;
}

/** True when a face lies at a point in plan, not much higher or lower. */
function covers(room: PlanGround | undefined, x: number, y: number, z: number): boolean {
	if (room === undefined) return false;
	for (const id of room.at(x, y)) if (Math.abs(room.heightAt(id, x, y) - z) < THRESHOLDS.otherFloor) return true;
	return false;
}
