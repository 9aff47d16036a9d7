import { localToWorld } from '../../level/query/placed.ts';
import type { Report } from '../../src/findings/report.ts';
import { boundsOf } from '../../src/geometry/triangles.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type Level, nameOf, type Thing } from '../../src/model/level.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { DOORWAY_HEIGHT, type Doorway, doorwaysOf } from '../../src/seams/doorways.ts';
import { type DoorAt, DoorPlaces, isRight, keyOf, widthOf } from './door-places.ts';
import { shiftOf } from './shifted-doors.ts';
import { THING_FINDINGS } from './thing-findings.ts';

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
	const isAway = Math.abs(along) > THRESHOLDS.doorAway || Math.abs(across) > limit || distance > limit;
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
