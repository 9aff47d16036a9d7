import { LAYOUT_FINDINGS, type PositionsChanged } from '../../level/rooms/layout-findings.ts';
import type { Report } from '../../src/findings/report.ts';
import { faceMiddle } from '../../src/geometry/faces.ts';
import { checkFarGround } from '../../src/geometry/transform.ts';
import { type Bounds, boundsOf, faceArea, middleOfBox } from '../../src/geometry/triangles.ts';
import { greatest, groupBy, least } from '../../src/math/arrays.ts';
import { distanceBetween, mapped, minus, type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { FacingEdges } from '../../src/seams/facing-edges.ts';
import { EDGE_STRIDE, transitionAt } from '../../src/seams/perimeter-edges.ts';
import { pairKey, roomGroups } from '../../src/seams/seam-search.ts';
import { MEETING, UNIT_FACTORS } from '../facts/fit.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import { placeAt } from '../facts/links.ts';

/** A room with ground. */
interface PlacedRoom {
	readonly name: string;
	readonly position: Vec3;
	readonly bounds: Bounds;
	/** From the position to the box of the ground, in plan, metres. */
	readonly distance: number;
	/** The height at which most of its ground lies; undefined without any. */
	readonly floor: () => number | undefined;
}

/**
 * Rooms that were modelled in one scene have models and walkmeshes in area space and share one position. Their ground lies about it: at most this
 * many times its own width away.
 */
const ALL_IN_AREA_SPACE = 1;

/**
 * Reports rooms whose position in the layout does not fit their ground, which is in area space. Several rooms may share a position though their
 * ground lies elsewhere or in one heap, as exporters leave them; this is a note where all of them may have been modelled in area space. A single room
 * may have been moved in the layout alone, and the files of rooms may have changed places. The ground of a real room lies about its position or right
 * beside it.
 *
 * @param madeFrom what holds the positions of the rooms, and has to be changed
 */
export function checkPositions(
	level: Level,
	surfaces: SurfaceTable,
	report: Report,
	madeFrom: 'scene' | 'layout' = 'layout',
): void {
	const rooms = placedRooms(level, surfaces);
	// A scene was looked at as a whole when it was read.
	if (madeFrom === 'layout') checkFarGround(boundsOf(rooms.flatMap(({ bounds }) => bounds)), report);
	const groups = [...groupBy(rooms, ({ position }) => position.join(' ')).values()];
	const heaps = groups.filter((group) => group.length > 1 && !fits(group));
	for (const group of heaps) {
		const [{ name, position }] = group;
		const [count, heap] = [group.length, isHeap(group)];
		if (count === rooms.length && !heap && areInAreaSpace(group))
			report.add(LAYOUT_FINDINGS.LAYOUT_POSITIONS_SHARED, {}, { count, position });
		else
			report.add(
				LAYOUT_FINDINGS.LAYOUT_POSITIONS_EQUAL,
				{ room: name },
				{ count, rooms: rooms.length, position, heap },
			);
	}
	const heaped = new Set(heaps.flat());
	const apart = rooms.filter((room) => !heaped.has(room));
	if (madeFrom === 'layout' && heaps.length === 0 && reportAllOff(apart, report)) return;
	const swapped = madeFrom === 'layout' ? swappedRooms(apart) : [];
	for (const [first, ...more] of swapped) {
		const names = [first, ...more].map(({ name }) => name);
		const location = { room: first.name, otherRoom: more[0].name, at: middleOfBox(first.bounds) };
		report.add(LAYOUT_FINDINGS.ROOMS_SWAPPED, location, { names });
	}
	const told = new Set(swapped.flat());
	const others = apart.filter((room) => !told.has(room));
	const distances = others.map(({ distance }) => distance).toSorted((a, b) => a - b);
	for (const room of others) {
		const usual = medianWithout(distances, room.distance);
		if (room.distance <= THRESHOLDS.positionOff + THRESHOLDS.positionUnusual * usual || others.length < 2) continue;
		const { name, position, bounds, distance } = room;
		const middle = middleOfBox(bounds);
		const by = [middle[0] - position[0], middle[1] - position[1], bounds[2] - position[2]];
		const data = { name, position, distance, scene: madeFrom === 'scene', by };
		report.add(LAYOUT_FINDINGS.LAYOUT_POSITION_OFF, { room: name, at: middle }, data);
	}
}

/** In fewer rooms positions may fit by chance after a change. */
const LEAST_OFF = 3;

/** A change of all positions of a layout that makes them right: to other axes, or to another unit. */
interface PositionChange {
	readonly told: PositionsChanged;
	readonly of: (position: Vec3) => Vec3;
}

const OTHER_AXES: Readonly<Record<string, (position: Vec3) => Vec3>> = {
	'-x y z': ([x, y, z]) => [-x, y, z],
	'x -y z': ([x, y, z]) => [x, -y, z],
	'-x -y z': ([x, y, z]) => [-x, -y, z],
	'y x z': ([x, y, z]) => [y, x, z],
	'-y x z': ([x, y, z]) => [-y, x, z],
	'y -x z': ([x, y, z]) => [y, -x, z],
	'x -z y': ([x, y, z]) => [x, -z, y],
	'x z y': ([x, y, z]) => [x, z, y],
	'x y -z': ([x, y, z]) => [x, y, -z],
};

/** The changes that are tried, the likeliest first. */
const POSITION_CHANGES: readonly PositionChange[] = [
	...Object.entries(OTHER_AXES).map(([axes, of]) => ({ told: { axes }, of })),
	...UNIT_FACTORS.map((factor) => ({
		told: { factor },
		of: (position: Vec3) => mapped(position, (value) => value * factor),
	})),
];

/** Reports positions that lie away from the ground of rooms and all fit it after one and the same change. @returns whether they do */
function reportAllOff(rooms: readonly PlacedRoom[], report: Report): boolean {
	// Only in height where they are not off in plan: there positions of many levels lie a few metres below their ground, or above it.
	for (const distanceOf of [distanceInPlan, distanceToBox]) {
		const distances = rooms.map(({ bounds, position }) => distanceOf(bounds, position));
		const off = distances.filter((distance) => distance > THRESHOLDS.positionOff).length;
		if (off < LEAST_OFF) continue;
		const change = POSITION_CHANGES.find(({ of }) =>
			rooms.every(({ position, bounds }) => distanceOf(bounds, of(position)) <= THRESHOLDS.positionOff),
		);
		if (change === undefined) return false;
		const distance = Math.max(...distances);
		const { name, bounds } = rooms[distances.indexOf(distance)];
		const data = { rooms: off, distance, ...change.told };
		report.add(LAYOUT_FINDINGS.LAYOUT_POSITIONS_OFF, { room: name, at: middleOfBox(bounds) }, data);
		return true;
	}
	return false;
}

function placedRooms({ rooms, layout }: Level, surfaces: SurfaceTable): PlacedRoom[] {
	return rooms.flatMap(({ name, walkmesh }, index) => {
		const position = layout.rooms[index]?.position;
		const bounds = walkmesh === undefined ? undefined : boundsOf(walkmesh.positions);
		if (position === undefined || walkmesh === undefined || !bounds?.every(Number.isFinite)) return [];
		const floor = (): number | undefined => floorHeight(walkmesh, surfaces);
		return [{ name, position, bounds, distance: distanceInPlan(bounds, position), floor }];
	});
}

/** The median of the heights of the ground, by area: stairs and galleries do not move it. */
function floorHeight(mesh: Walkmesh, surfaces: SurfaceTable): number | undefined {
	const walkable = walkableFaces(surfaces, mesh.surfaces);
	const faces = [...walkable.keys()]
		.filter((face) => walkable[face] === 1)
		.map((face) => ({ height: faceMiddle(mesh, face)[2], area: faceArea(mesh.positions, mesh.faces, face) }))
		.sort((a, b) => a.height - b.height);
	let left = faces.reduce((sum, { area }) => sum + area, 0) / 2;
	return faces.find(({ area }) => (left -= area) <= 0)?.height;
}

/** From a point to a box, in plan, metres. */
function distanceInPlan(bounds: Bounds, position: Vec3): number {
	const x = Math.max(bounds[0] - position[0], 0, position[0] - bounds[3]);
	const y = Math.max(bounds[1] - position[1], 0, position[1] - bounds[4]);
	return Math.hypot(x, y);
}

/** From a point to a box, metres. */
function distanceToBox(bounds: Bounds, position: Vec3): number {
	const [, , z] = position;
	return Math.hypot(distanceInPlan(bounds, position), Math.max(bounds[2] - z, 0, z - bounds[5]));
}

/**
 * Rooms whose ground lies at the positions of each other: in each group, the position of a room lies at the ground of the next one, and that of the
 * last at the ground of the first.
 */
function swappedRooms(rooms: readonly PlacedRoom[]): PlacedRoom[][] {
	const off = rooms.filter(({ distance }) => distance > THRESHOLDS.positionOff);
	const next = new Map<PlacedRoom, PlacedRoom>();
	for (const room of off) {
		const away = ({ bounds }: PlacedRoom): number => distanceInPlan(bounds, room.position);
		const toMiddle = ({ bounds }: PlacedRoom): number => distanceBetween(middleOfBox(bounds), room.position);
		for (const other of off) {
			if (other === room || away(other) > THRESHOLDS.positionOff) continue;
			const best = next.get(room);
			const nearer = best === undefined ? -1 : away(other) - away(best) || toMiddle(other) - toMiddle(best);
			if (nearer < 0) next.set(room, other);
		}
	}
	const seen = new Set<PlacedRoom>();
	return off.flatMap((first) => {
		const path: PlacedRoom[] = [];
		let room: PlacedRoom | undefined = first;
		for (; room !== undefined && !seen.has(room); room = next.get(room)) {
			seen.add(room);
			path.push(room);
		}
		// Rooms before the start of the circle lead into it, and their ground is at none of these positions.
		const start = room === undefined ? -1 : path.indexOf(room);
		return start < 0 ? [] : [path.slice(start)];
	});
}

/** True when rooms may share a position on purpose: it lies in or beside the ground of each, and their ground is not one heap. */
function fits(group: readonly PlacedRoom[]): boolean {
	return group.every(({ distance }) => distance <= THRESHOLDS.positionOff) && !isHeap(group);
}

/** True when rooms may have been modelled in area space: side by side, about the position that all of them have. */
function areInAreaSpace(group: readonly PlacedRoom[]): boolean {
	const [{ position }] = group;
	const least = (axis: number): number => Math.min(...group.map(({ bounds }) => bounds[axis]));
	const most = (axis: number): number => Math.max(...group.map(({ bounds }) => bounds[axis + 3]));
	const beside = [0, 1].map((axis) => Math.max(least(axis) - position[axis], 0, position[axis] - most(axis)));
	const width = Math.hypot(most(0) - least(0), most(1) - least(1));
	return Math.hypot(...beside) <= Math.max(THRESHOLDS.positionOff, ALL_IN_AREA_SPACE * width);
}

/** True when the boxes of the rooms overlap the first for the most part, with their floors at one height: those of storeys and platforms are not. */
function isHeap(group: readonly PlacedRoom[]): boolean {
	const [first, ...others] = group;
	const areOver = others.every(({ bounds }) => {
		const width = shared(first.bounds, bounds, 0);
		const depth = shared(first.bounds, bounds, 1);
		const height = shared(first.bounds, bounds, 2);
		return width > 0.5 && depth > 0.5 && height >= 0;
	});
	if (!areOver) return false;
	const floors = group.flatMap(({ floor }) => floor() ?? []);
	// Ground that is not decided yet may be a storey.
	return floors.length === 0 || (floors.length === group.length && greatest(floors) - least(floors) <= THRESHOLDS.kerb);
}

/** The overlap of two boxes along an axis, as a part of the smaller one; negative where they are apart. */
function shared(a: Bounds, b: Bounds, axis: 0 | 1 | 2): number {
	const overlap = Math.min(a[axis + 3], b[axis + 3]) - Math.max(a[axis], b[axis]);
	const least = Math.min(a[axis + 3] - a[axis], b[axis + 3] - b[axis]);
	return least > 0 ? overlap / least : overlap;
}

/** The median of sorted values without one of them; 0 where there is no other. */
function medianWithout(sorted: readonly number[], value: number): number {
	const middle = Math.floor((sorted.length - 1) / 2);
	// Leaving the value out moves all values from its own on down by one.
	return sorted[sorted[middle] >= value ? middle + 1 : middle] ?? 0;
}

/** Where more of a level hangs together, what does not has a reason of its own. */
const MOST_TOGETHER = 0.5;
/** So much of a level has to hang together after a change of all positions: a room may be reached by a script alone. */
const LEAST_TOGETHER = 0.9;
/** As many pairs of rooms have to meet then that do not now: fewer may by chance. */
const LEAST_MET = 3;
/** Of rooms with more open edges in all, none of this is looked for. */
const MOST_EDGES = 200_000;

/** Which rooms meet: have edges that coincide. */
interface Meeting {
	/** Pairs of rooms. */
	readonly pairs: number;
	/** Rooms in the largest group that hangs together. */
	readonly largest: number;
}

/**
 * Reports rooms that lie where the layout puts them, where they do not meet, and would if all positions were changed in one way, as from centimetres to
 * metres, or if these had been added to their ground once, not twice or never. Of rooms that lie elsewhere `checkPositions` tells the same.
 *
 * @param byLinks whether the links say so: all of them lead to where no edge is now; otherwise the rooms have to hang together then as they do not now
 * @returns these rooms
 */
export function checkRoomsApart(facts: LevelFacts, byLinks: boolean, report: Report): ReadonlySet<number> {
	const { level, perimeter, facing } = facts;
	const rooms = [...level.rooms.keys()].filter((room) => perimeter.starts[room] < perimeter.starts[room + 1]);
	if (perimeter.count > MOST_EDGES) return new Set();
	const now = meetingOf(perimeter, facing, rooms);
	const leadsTo = (edge: number): number => transitionAt(level, perimeter, edge);
	const isLink = (edge: number): boolean =>
		leadsTo(edge) >= 0 && leadsTo(edge) < level.rooms.length && leadsTo(edge) !== perimeter.rooms[edge];
	const edges = byLinks ? [...perimeter.rooms.keys()].filter(isLink) : [...perimeter.rooms.keys()];
	const told = new Set(edges.map((edge) => perimeter.rooms[edge]));
	const meetsIn = (around: FacingEdges, edge: number): boolean =>
		around.of(edge).some(({ other, ends }) => perimeter.rooms[other] === leadsTo(edge) && ends <= MEETING);
	const areTogether = byLinks
		? edges.some((edge) => meetsIn(facing, edge))
		: now.largest > rooms.length * MOST_TOGETHER;
	if (areTogether || told.size < 2) return new Set();
	const positions = level.rooms.map((_, room) => level.layout.rooms[room]?.position ?? ZERO);
	/** Which rooms meet after the moves; undefined where that does not show that they are right. */
	const meetingAfter = (of: (position: Vec3) => Vec3): Meeting | undefined => {
		const moves = positions.map((position) => minus(of(position), position));
		// All together they stay as they are.
		if (rooms.every((room) => distanceBetween(moves[room], moves[rooms[0]]) <= MEETING)) return undefined;
		const moved = { ...perimeter, points: movedPoints(perimeter, moves) };
		const around = new FacingEdges(moved, MEETING, MEETING);
		const meeting = meetingOf(moved, around, rooms, byLinks ? 0 : LEAST_TOGETHER);
		const isRight = byLinks
			? edges.every((edge) => meetsIn(around, edge))
			: meeting.largest >= rooms.length * LEAST_TOGETHER && meeting.pairs >= now.pairs + LEAST_MET;
		return isRight ? meeting : undefined;
	};
	for (const times of [1, -1] as const) {
		if (meetingAfter((position) => mapped(position, (value) => value * (1 - times))) === undefined) continue;
		const edge = edges.find((each) => Math.hypot(...positions[perimeter.rooms[each]]) > 0) ?? edges[0];
		const location = placeAt(level, perimeter, edge);
		if (times < 0) report.add(LEVEL_CHECK_FINDINGS.ROOMS_IN_ROOM_SPACE, location, { rooms: told.size });
		else {
			// Adding zero makes a zero of a negative one.
			const by = mapped(positions[perimeter.rooms[edge]], (value) => -value + 0);
			report.add(LEVEL_CHECK_FINDINGS.ROOMS_PLACED_TWICE, location, { rooms: told.size, by });
		}
		return told;
	}
	for (const { told: change, of } of byLinks ? [] : POSITION_CHANGES) {
		const meeting = meetingAfter(of);
		if (meeting === undefined) continue;
		const data = { pairs: meeting.pairs, now: now.pairs, ...change };
		report.add(LAYOUT_FINDINGS.LAYOUT_POSITIONS_APART, placeAt(level, perimeter, 0), data);
		return told;
	}
	return new Set();
}

/** The points of all edges where each room is moved by its own vector. */
function movedPoints({ starts, points: still }: LevelFacts['perimeter'], moves: readonly Vec3[]): Float64Array {
	const points = still.slice();
	for (const [room, [x, y, z]] of moves.entries()) {
		const own = points.subarray(starts[room] * EDGE_STRIDE, starts[room + 1] * EDGE_STRIDE);
		for (let at = 0; at < own.length; at += 3) {
			own[at] += x;
			own[at + 1] += y;
			own[at + 2] += z;
		}
	}
	return points;
}

/**
 * Which rooms meet.
 *
 * @param rooms those with open edges
 * @param least the part of them that has to hang together: once too many meet none, the others are not looked at, as for most changes
 */
function meetingOf(
	{ rooms: roomOf, starts }: LevelFacts['perimeter'],
	facing: FacingEdges,
	rooms: readonly number[],
	least = 0,
): Meeting {
	const pairs = new Set<string>();
	const beside = new Map<number, ReadonlySet<number>>();
	let alone = 0;
	for (const room of rooms) {
		const own = new Set<number>();
		for (let edge = starts[room]; edge < starts[room + 1]; edge++) {
			for (const { other, fit } of facing.of(edge)) {
				if (fit.kind !== 'whole' && fit.kind !== 'divided') continue;
				pairs.add(pairKey(room, roomOf[other]));
				own.add(roomOf[other]);
			}
		}
		beside.set(room, own);
		if (own.size === 0) alone++;
		if (rooms.length - alone < rooms.length * least) break;
	}
	return { pairs: pairs.size, largest: greatest(roomGroups(beside.keys(), beside).map(({ size }) => size)) };
}
