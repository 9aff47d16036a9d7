import { localToWorld } from '../../level/query/placed.ts';
import type { Report } from '../../src/findings/report.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import { mapped, minus, plus, type Vec3, ZERO } from '../../src/math/vec3.ts';
import { type Level, nameOf, type Thing } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { PlanIndex, segmentBoxes } from '../../src/plan/plan-index.ts';
import { DOORWAY_HEIGHT, type Doorway, doorwaysOf } from '../../src/seams/doorways.ts';
import { toMillimetres } from '../../src/text/numbers.ts';
import { THING_FINDINGS } from './thing-findings.ts';

/** How a door stands in relation to a doorway. */
interface DoorAt {
	readonly door: Thing;
	readonly room: number;
	readonly doorway: Doorway;
	/** Metres from the middle of the sill, along it and across it. */
	readonly along: number;
	readonly across: number;
	/** Angle between door and sill in degrees, 0 to 90; 0 where the bearing is not known. */
	readonly turned: number;
	/** Metres above the sill, negative below it; 0 between the ends of a sill that is not level. */
	readonly dz: number;
	/** Length of the closed door in metres, where its walkmesh is known. */
	readonly width?: number;
}

/** The doorways of a level, found by where doors stand. */
export class DoorPlaces {
	/** In the order of the rooms. */
	readonly #doorways: readonly { readonly room: number; readonly doorway: Doorway }[];
	readonly #index: PlanIndex;

	/** @param doorways by room */
	constructor(doorways: readonly (readonly Doorway[])[]) {
		this.#doorways = doorways.flatMap((own, room) => own.map((doorway) => ({ room, doorway })));
		const ends = this.#doorways.flatMap(({ doorway: { left, right } }) => [...left, 0, ...right, 0]);
		this.#index = new PlanIndex(segmentBoxes(Float64Array.from(ends), 6));
	}

	/** One side of each doorway. */
	get doorways(): Doorway[] {
		return [...new Map(this.#doorways.map(({ doorway }) => [keyOf(doorway), doorway])).values()];
	}

	/** How a door stands at the nearest doorway; undefined where none is within `THRESHOLDS.doorReach`. */
	of(door: Thing): DoorAt | undefined {
		const [x, y] = door.position;
		const near = this.#index
			.touching(x - THRESHOLDS.doorReach, y - THRESHOLDS.doorReach, x + THRESHOLDS.doorReach, y + THRESHOLDS.doorReach)
			.sort((a, b) => a - b);
		let best: DoorAt | undefined;
		let least: number = THRESHOLDS.doorReach;
		for (const i of near) {
			const { room, doorway } = this.#doorways[i];
			const at = placeAtDoorway(door, room, doorway);
			const beside = Math.max(0, Math.abs(at.along) - widthOf(doorway) / 2);
			const distance = Math.hypot(beside, at.across);
			if (distance > least || (distance === least && best !== undefined)) continue;
			least = distance;
			best = at;
		}
		return best;
	}
}

function placeAtDoorway(door: Thing, room: number, doorway: Doorway): DoorAt {
	const { left, right, bottom, top } = doorway;
	const [x, y, z] = door.position;
	const length = widthOf(doorway);
	const [dx, dy] = length > 0 ? [(right[0] - left[0]) / length, (right[1] - left[1]) / length] : [1, 0];
	const [mx, my] = [x - (left[0] + right[0]) / 2, y - (left[1] + right[1]) / 2];
	// The leaf of a door lies along the x axis of its model.
	const bearing = ((door.bearing ?? 0) * Math.PI) / 180;
	const cosine = Math.abs(Math.cos(bearing) * dx + Math.sin(bearing) * dy);
	const sine = Math.abs(Math.cos(bearing) * dy - Math.sin(bearing) * dx);
	const turned = door.bearing === undefined ? 0 : (Math.atan2(sine, cosine) * 180) / Math.PI;
	return {
		door,
		room,
		doorway,
		along: mx * dx + my * dy,
		across: mx * -dy + my * dx,
		turned,
		dz: z - Math.min(Math.max(z, bottom), top - DOORWAY_HEIGHT),
	};
}

/** True where a door stands in its doorway, along its sill. */
function isRight({ along, across, turned }: DoorAt): boolean {
	return Math.hypot(along, across) <= THRESHOLDS.doorAway && turned <= THRESHOLDS.doorTurned;
}

/** A key that both sides of a sill have in common. */
function keyOf({ left, right }: Doorway): string {
	return [left[0] + right[0], left[1] + right[1]].map((sum) => Math.round(sum * 5)).join(' ');
}

/** Length of a sill in plan, metres. */
function widthOf({ left, right }: Doorway): number {
	return Math.hypot(right[0] - left[0], right[1] - left[1]);
}

/** In areas whose rooms end in front of a recess, all doors stand farther away. There a door may be this much farther than is usual; metres. */
const MOST_UNLIKE = 0.5;
/** True where a character can walk straight from one point to another. */
type IsPassable = (from: Vec3, to: Vec3) => boolean;

/**
 * Reports doors that are too far from the middle of their doorway, turned, too high or too low, and those that a character can pass beside.
 * @returns the doors that stand at no doorway
 */
export function checkDoors(
	level: Level,
	doors: readonly Thing[],
	table: SurfaceTable,
	isPassable: IsPassable,
	report: Report,
): Thing[] {
	if (doors.length === 0) return [];
	const places = new DoorPlaces(doorwaysOf(level, table));
	const placed: DoorAt[] = [];
	const others: Thing[] = [];
	const bodies = doors.map((door) => bodyOf(door, level.objects));
	const shift = shiftOf(
		bodies.map(({ body }) => body),
		places,
	);
	if (shift !== undefined) {
		const [{ body }] = bodies;
		const data = { ...shift, of: doors.length };
		report.add(THING_FINDINGS.DOORS_SHIFTED, { node: nameOf(body), at: body.position }, data);
		return [];
	}
	for (const { body, width } of bodies) {
		const at = places.of(body);
		if (at === undefined) others.push(body);
		else placed.push(width === undefined ? at : { ...at, width });
	}
	const across = placed.map((each) => Math.abs(each.across)).sort((a, b) => a - b);
	const occupied = new Set(placed.filter(isRight).map(({ doorway }) => keyOf(doorway)));
	for (const each of placed) {
		// The doorway has its door: this one belongs elsewhere and is only near by chance.
		if (Math.hypot(each.along, each.across) > THRESHOLDS.doorAway && occupied.has(keyOf(each.doorway))) continue;
		const limit = Math.max(THRESHOLDS.doorAway, usualWithout(across, Math.abs(each.across)) + MOST_UNLIKE);
		reportDoor(level, each, limit, report);
		reportGap(level, each, isPassable, report);
	}
	return others;
}

/**
 * How far the other doors of the level usually stand in front of or behind their sills: their median, or 0 where that is within the usual limit.
 * @param sorted distances of all doors, ascending @param value that of the door in question
 */
function usualWithout(sorted: readonly number[], value: number): number {
	if (sorted.length < 3) return 0;
	const middle = Math.floor((sorted.length - 2) / 2);
	// Leaving the door out moves all distances from its own on down by one.
	const median = sorted[sorted[middle] >= value ? middle + 1 : middle];
	return median > THRESHOLDS.doorAway ? median : 0;
}

function reportDoor(
	{ rooms }: Level,
	{ door, room, doorway, along, across, turned, dz }: DoorAt,
	limit: number,
	report: Report,
): void {
	const { kind, index, tag, template, position } = door;
	const names = { kind, index, tag, template };
	const where = { room: rooms[room].name, node: nameOf(door), at: position };
	const between = { room: rooms[room].name, to: rooms[doorway.to].name };
	const distance = Math.hypot(along, across);
	const isAway = Math.abs(along) > THRESHOLDS.doorAway || distance > limit;
	const faults = {
		...(isAway ? { distance } : {}),
		...(turned > THRESHOLDS.doorTurned ? { degrees: turned } : {}),
		...(Math.abs(dz) > THRESHOLDS.doorHeight ? { dz } : {}),
	};
	if (Object.keys(faults).length > 0)
		report.add(THING_FINDINGS.DOOR_OFF_DOORWAY, where, { ...names, ...faults, ...between });
}

/** Walks are tried beside the door at this distance from each other, from this far in front of the sill to as far behind it; metres. */
const STRIDE = 0.1;
const BEFORE = 0.5;

/** Reports a closed door that a character can pass beside, where its walkmesh is known. A gap that a wall stands in does not count. */
function reportGap(
	level: Level,
	{ door, room, doorway, along, turned, width }: DoorAt,
	isPassable: IsPassable,
	report: Report,
): void {
	if (width === undefined || turned > THRESHOLDS.doorTurned || Math.abs(along) > THRESHOLDS.doorAway) return;
	const gaps = [1, -1].map((side) => passableBeside(doorway, along, width, side, isPassable));
	const gap = Math.max(...gaps);
	if (!(gap > THRESHOLDS.passage)) return;
	const { kind, index, tag, template, position } = door;
	const between = { room: level.rooms[room].name, to: level.rooms[doorway.to].name };
	const where = { room: between.room, otherRoom: between.to, node: nameOf(door), at: position };
	report.add(THING_FINDINGS.DOOR_LEAVES_GAP, where, { kind, index, tag, template, gap, ...between });
}

/** Width of the gap beside a door in metres, on its right (`side` 1) or left (−1); 0 where nobody gets through. */
function passableBeside(doorway: Doorway, along: number, width: number, side: number, isPassable: IsPassable): number {
	const { left, right } = doorway;
	const sill = doorway.top - DOORWAY_HEIGHT;
	const length = widthOf(doorway);
	const [dx, dy] = [(right[0] - left[0]) / length, (right[1] - left[1]) / length];
	const gap = length / 2 - side * along - width / 2;
	if (!(gap > THRESHOLDS.passage)) return 0;
	let clear = 0;
	const count = Math.ceil((gap - THRESHOLDS.passage) / STRIDE);
	for (let i = 0; i <= count; i++) {
		const off = side * (length / 2 - THRESHOLDS.passage / 2 - ((gap - THRESHOLDS.passage) * i) / count);
		const [x, y] = [(left[0] + right[0]) / 2 + dx * off, (left[1] + right[1]) / 2 + dy * off];
		const from: Vec3 = [x - dy * BEFORE, y + dx * BEFORE, sill];
		const to: Vec3 = [x + dy * BEFORE, y - dx * BEFORE, sill];
		if (isPassable(from, to)) clear++;
	}
	return clear === 0 ? 0 : THRESHOLDS.passage + ((gap - THRESHOLDS.passage) * clear) / (count + 1);
}

/** A door whose box is this many times longer along y than along x was made along y. */
const LONGER = 1.5;

/**
 * A door with the position and bearing of its body: the middle and the long side of its closed walkmesh, where that is known. Doors of the game are
 * made about their origin, along x, but others need not be.
 */
function bodyOf(door: Thing, objects: readonly Walkmesh[]): { readonly body: Thing; readonly width?: number } {
	const mesh = meshOf(door, objects);
	const box = boundsOf(mesh?.positions ?? []);
	if (mesh === undefined || box === undefined || !box.every(Number.isFinite)) return { body: door };
	const { position, bearing = 0 } = door;
	const [x0, y0, , x1, y1] = box;
	const middle: Vec3 = [(x0 + x1) / 2 + mesh.position[0], (y0 + y1) / 2 + mesh.position[1], 0];
	const at = localToWorld({ position, bearing: (bearing * Math.PI) / 180 }, middle);
	const isAlongY = y1 - y0 > (x1 - x0) * LONGER;
	return {
		body: { ...door, position: at, bearing: isAlongY ? bearing + 90 : bearing },
		width: isAlongY ? y1 - y0 : x1 - x0,
	};
}

/** The walkmesh of an object; of the three of a door, the closed one. */
export function meshOf({ kind, model }: Thing, objects: readonly Walkmesh[]): Walkmesh | undefined {
	if (model === undefined) return undefined;
	const name = model.toLowerCase();
	return objects.find(
		(each) => each.kind === kind && (each.doorState ?? 'closed') === 'closed' && each.name.toLowerCase() === name,
	);
}

/** Fewer doors may stand in doorways after a move by chance. */
const LEAST_SHIFTED = 3;
/** Ways are looked for with so many of the doors, evenly spread over their list, and those that start from some of these. */
const SAMPLE = 32;
const SOME_DOORS = 8;

/** How doors have to be moved. */
interface DoorShift {
	/** Metres. */
	readonly by: Vec3;
	/** How many of them stand in doorways then. */
	readonly doors: number;
}

/** How doors have to be moved for most of them to stand in doorways, where most do not; undefined where no one way does that. */
export function shiftOf(doors: readonly Thing[], places: DoorPlaces): DoorShift | undefined {
	if (doors.length < LEAST_SHIFTED || moved(doors, ZERO, places).count * 2 >= doors.length) return undefined;
	// All doors before recesses may stand as far across their sills: that is how the rooms end.
	if (doors.filter((door) => isAstray(places.of(door))).length * 4 < doors.length) return undefined;
	const step = Math.max(1, doors.length / SAMPLE);
	const sample = Array.from({ length: Math.min(doors.length, SAMPLE) }, (_, i) => doors[Math.floor(i * step)]);
	const by = bestWay(sample, places);
	if (by === undefined) return undefined;
	const { count } = moved(doors, by, places);
	return isMost(count, doors.length) ? { by, doors: count } : undefined;
}

/** Of the ways that bring a door into the middle of a doorway, the one that brings most of the others into doorways, and nearest to their middles. */
function bestWay(doors: readonly Thing[], places: DoorPlaces): Vec3 | undefined {
	let best: Vec3 | undefined;
	let most = 0;
	let least = Infinity;
	// One way fits three quarters of the doors or more: of so many, it fits one. Of some, one stands in the middle.
	for (const { position } of doors.slice(0, Math.max(SOME_DOORS, Math.floor(doors.length / 4) + 1))) {
		for (const doorway of places.doorways) {
			const by = mapped(minus(middleOf(doorway), position), toMillimetres);
			const { count, apart } = moved(doors, by, places);
			if (!isMost(count, doors.length) || count < most || (count === most && apart >= least)) continue;
			best = by;
			most = count;
			least = apart;
		}
	}
	return best;
}

/** How many doors stand each in a doorway of its own after a move, and how far from the middles together. */
function moved(doors: readonly Thing[], by: Vec3, places: DoorPlaces): { count: number; apart: number } {
	const filled = new Set<string>();
	let apart = 0;
	for (const door of doors) {
		const at = places.of({ ...door, position: plus(door.position, by) });
		if (at === undefined || !isRight(at)) continue;
		filled.add(keyOf(at.doorway));
		apart += Math.hypot(at.along, at.across);
	}
	return { count: filled.size, apart };
}

function isMost(count: number, doors: number): boolean {
	return count >= LEAST_SHIFTED && count * 4 >= doors * 3;
}

function isAstray(at: DoorAt | undefined): boolean {
	return at === undefined || Math.abs(at.along) > THRESHOLDS.doorAway || at.turned > THRESHOLDS.doorTurned;
}

function middleOf({ left, right, bottom }: Doorway): Vec3 {
	return [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, bottom];
}
