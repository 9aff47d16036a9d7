import { nameOf, type Thing } from '../area/thing.ts';
import type { Report } from '../findings/report.ts';
import { DOORWAY_HEIGHT, type Doorway, doorwaysOf } from '../level/doorways.ts';
import type { Level } from '../level/level.ts';
import { boundsOf } from '../mesh/triangles.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import { localToWorld } from '../query/placed.ts';
import type { SurfaceTable } from '../walkmesh/surfaces.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { THING_FINDINGS } from './thing-findings.ts';

/** A door farther from the middle of its doorway than this is not at it. In the game: 0.4 m at most where rooms end at the door. */
const MOST_AWAY = 0.5;
/** Doors of areas whose rooms end before the recess of the door all stand farther away: as far as is usual there, and this much more. */
const MOST_UNLIKE = 0.5;
const MOST_TURNED = 2;
const MOST_HEIGHT = 0.05;
/** A door that is not nearer to a doorway than this has another one: in the middle of a room, or out of the module. */
const REACH = 2.5;

/** Where a door stands at a doorway. */
export interface DoorAt {
	readonly door: Thing;
	readonly room: number;
	readonly doorway: Doorway;
	/** From the middle of the sill, along it and across it, metres. */
	readonly along: number;
	readonly across: number;
	/** Against the sill, degrees, 0 to 90; 0 where the bearing is not known. */
	readonly turned: number;
	/** Above its sill, or below it; a sill need not be level. */
	readonly dz: number;
	/** How long its leaf is, where its walkmesh is known. */
	readonly width?: number;
}

/** True where a character walks straight from one point to another. */
type IsPassable = (from: Vec3, to: Vec3) => boolean;

/**
 * Reports doors that are not at their doorway, or not across it: too far from its middle, turned, too high or low; and those that leave a way beside them.
 * @returns the doors that have no doorway
 */
export function checkDoors(
	level: Level,
	doors: readonly Thing[],
	table: SurfaceTable,
	isPassable: IsPassable,
	report: Report,
): Thing[] {
	if (doors.length === 0) return [];
	const doorways = doorwaysOf(level, table);
	const placed: DoorAt[] = [];
	const others: Thing[] = [];
	for (const door of doors) {
		const { body, width } = bodyOf(door, level.objects);
		const at = doorAt(body, doorways);
		if (at === undefined) others.push(body);
		else placed.push(width === undefined ? at : { ...at, width });
	}
	const across = placed.map((each) => Math.abs(each.across)).sort((a, b) => a - b);
	const occupied = new Set(placed.filter(isRight).map(({ doorway }) => keyOf(doorway)));
	for (const each of placed) {
		// Another door stands as it should there: this one belongs elsewhere.
		if (Math.hypot(each.along, each.across) > MOST_AWAY && occupied.has(keyOf(each.doorway))) continue;
		const limit = Math.max(MOST_AWAY, usualWithout(across, Math.abs(each.across)) + MOST_UNLIKE);
		reportDoor(level, each, limit, report);
		reportGap(level, each, isPassable, report);
	}
	return others;
}

/** A door at the doorway that it is nearest to, where one is near. */
export function doorAt(door: Thing, doorways: readonly (readonly Doorway[])[]): DoorAt | undefined {
	let best: DoorAt | undefined;
	let least = REACH;
	for (const [room, own] of doorways.entries()) {
		for (const doorway of own) {
			const at = placeAtDoorway(door, room, doorway);
			const beside = Math.max(0, Math.abs(at.along) - widthOf(doorway) / 2);
			const distance = Math.hypot(beside, at.across);
			if (distance > least || (distance === least && best !== undefined)) continue;
			least = distance;
			best = at;
		}
	}
	return best;
}

function widthOf({ left, right }: Doorway): number {
	return Math.hypot(right[0] - left[0], right[1] - left[1]);
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

/** How far doors of the level usually are before or behind their sills, where others than this one show it; nothing that is within the limit anyway counts. */
function usualWithout(sorted: readonly number[], value: number): number {
	if (sorted.length < 3) return 0;
	const middle = Math.floor((sorted.length - 2) / 2);
	// Those from the one that is left out on move down by one.
	const median = sorted[sorted[middle] >= value ? middle + 1 : middle];
	return median > MOST_AWAY ? median : 0;
}

function isRight({ along, across, turned }: DoorAt): boolean {
	return Math.hypot(along, across) <= MOST_AWAY && turned <= MOST_TURNED;
}

/** The same for the two sides of one sill. */
function keyOf({ left, right }: Doorway): string {
	return [left[0] + right[0], left[1] + right[1]].map((sum) => Math.round(sum * 5)).join(' ');
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
	if (Math.abs(along) > MOST_AWAY || Math.abs(across) > limit || distance > limit)
		report.add(THING_FINDINGS.DOOR_OFF_DOORWAY, where, { ...names, distance, ...between });
	if (turned > MOST_TURNED) report.add(THING_FINDINGS.DOOR_TURNED, where, { ...names, degrees: turned, ...between });
	if (Math.abs(dz) > MOST_HEIGHT) report.add(THING_FINDINGS.DOOR_HEIGHT, where, { ...names, dz });
}

/** As wide as a character: 0.35 m to either side. */
const PASSABLE = 0.7;
/** Where a character would pass beside a leaf is tried so often, and from so far before the sill to behind it, metres. */
const STRIDE = 0.1;
const BEFORE = 0.5;

/** Reports a closed door that leaves room beside it for a character, where its walkmesh is known. Linked edges with a wall on them are no room. */
function reportGap(
	level: Level,
	{ door, room, doorway, along, turned, width }: DoorAt,
	isPassable: IsPassable,
	report: Report,
): void {
	if (width === undefined || turned > MOST_TURNED || Math.abs(along) > MOST_AWAY) return;
	const gaps = [1, -1].map((side) => passableBeside(doorway, along, width, side, isPassable));
	const gap = Math.max(...gaps);
	if (!(gap > PASSABLE)) return;
	const { kind, index, tag, template, position } = door;
	const between = { room: level.rooms[room].name, to: level.rooms[doorway.to].name };
	const where = { room: between.room, otherRoom: between.to, node: nameOf(door), at: position };
	report.add(THING_FINDINGS.DOOR_LEAVES_GAP, where, { kind, index, tag, template, gap, ...between });
}

/** How wide the way beside a leaf is, metres, on its right (1) or left (−1); 0 where nobody gets through. */
function passableBeside(doorway: Doorway, along: number, width: number, side: number, isPassable: IsPassable): number {
	const { left, right } = doorway;
	const sill = doorway.top - DOORWAY_HEIGHT;
	const length = widthOf(doorway);
	const [dx, dy] = [(right[0] - left[0]) / length, (right[1] - left[1]) / length];
	const gap = length / 2 - side * along - width / 2;
	if (!(gap > PASSABLE)) return 0;
	let clear = 0;
	const count = Math.ceil((gap - PASSABLE) / STRIDE);
	for (let i = 0; i <= count; i++) {
		const off = side * (length / 2 - PASSABLE / 2 - ((gap - PASSABLE) * i) / count);
		const [x, y] = [(left[0] + right[0]) / 2 + dx * off, (left[1] + right[1]) / 2 + dy * off];
		const from: Vec3 = [x - dy * BEFORE, y + dx * BEFORE, sill];
		const to: Vec3 = [x + dy * BEFORE, y - dx * BEFORE, sill];
		if (isPassable(from, to)) clear++;
	}
	return clear === 0 ? 0 : PASSABLE + ((gap - PASSABLE) * clear) / (count + 1);
}

/** A leaf that is so much longer along y lies along it. */
const LONGER = 1.5;

/**
 * A door as it stands in its doorway: by the middle and the long side of its closed walkmesh, where that is known. Doors of the game are made
 * about their origin, along x.
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

/** The walkmesh of an object: of a door the closed one. */
export function meshOf({ kind, model }: Thing, objects: readonly Walkmesh[]): Walkmesh | undefined {
	if (model === undefined) return undefined;
	const name = model.toLowerCase();
	return objects.find(
		(each) => each.kind === kind && (each.doorState ?? 'closed') === 'closed' && each.name.toLowerCase() === name,
	);
}
