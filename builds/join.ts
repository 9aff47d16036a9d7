import { dirname } from 'node:path';
import { checkObjectNames, objectFileName, roomFileName } from '../jobs/level/level-files.ts';
import { roomLinks } from '../level/rooms/visibility.ts';
import { stagesOf } from '../pipeline/recipe.ts';
import { type Captured, captured, Report, tell } from '../src/findings/report.ts';
import type { Bounds } from '../src/geometry/triangles.ts';
import { vec3At } from '../src/math/vec3.ts';
import type { Level, Room } from '../src/model/level.ts';
import { doorwayPairs } from '../src/seams/doorways.ts';
import { ROOMS_FINDINGS } from '../src/seams/room-findings.ts';
import { roomPairs } from '../src/seams/room-pairs.ts';
import { byteList } from './byte-list.ts';
import { encode } from './encoding.ts';
import { joinAgain } from './join-again.ts';
import { areLocal, boundsIn, type JoinedRooms, type Joining, joinRooms, prepared, reportPlaces } from './join-rooms.ts';
import { calledAs, linkedMesh } from './linked-mesh.ts';
import { type JoinedLevel, type JoinedRoom, objectStems, PACKS, packsIn, type RoomMarker, stemsOf } from './packs.ts';
import type { StepIo, StepMemory } from './step.ts';
import { isLayout } from './targets.ts';

/**
 * Runs the stages over the whole level: divides seams alike, links and checks the rooms. The result of each room is a pack of its own, which is not
 * written again if nothing changes for the room.
 */
export async function linkStep([options]: readonly string[], io: StepIo): Promise<void> {
	const at = packsIn(dirname(options));
	const settings = await io.read('linkOptions', options);
	const plan = await io.target(settings);
	const level = await io.read('level', at(PACKS.level));
	const markers = await io.read('markers', at(PACKS.markers));
	const stages = stagesOf(plan.stages, 'level');
	const joining: Joining = { level, stages, surfaces: settings.surfaces.table, io, at };
	const { memory } = io;
	const isKnown = memory !== undefined && areLocal(stages);
	const linked = await (isKnown ? joinKnown(joining, memory) : joinWhole(joining));
	const own = new Report();
	reportUnmatched(markers, linked.matched, own.within({ file: level.file }));
	const objects: Captured[] = [];
	for (const stem of level.objects) objects.push((await prepared(joining, stem)).captured);
	const found = new Report();
	const madeFrom = isLayout(plan.target, plan.registry) ? 'layout' : 'scene';
	reportPlaces(linked.before, linked.bounds, madeFrom, found);
	linked.tell(found);
	checkObjectNames(linked.after.objects, found);
	for (const each of [own, found]) tell(captured(each), io.report);
	const { visibility, things } = level;
	io.write('joined', at(PACKS.joined), {
		...(visibility === undefined ? {} : { visibility }),
		...(things === undefined ? {} : { things }),
		rooms: linked.rooms,
		objects: writeObjects(linked, joining),
		links: linked.links,
		doorways: linked.doorways,
	});
	const { name, layout } = linked.after;
	io.write('layout', at(PACKS.layout), { name, layout });
	const rest = [captured(own), ...objects, captured(found)].map(encode);
	io.write('findings', at(PACKS.findings), byteList([encode(level.captured), ...linked.captured, ...rest]));
}

/** The result of joining, with all packs written. */
interface Linked extends Pick<JoinedRooms, 'before' | 'after'>, Pick<JoinedLevel, 'rooms' | 'links' | 'doorways'> {
	/** Findings of preparing, for each prepared room: `Captured`, encoded. */
	readonly captured: readonly Uint8Array[];
	readonly bounds: readonly (Bounds | undefined)[];
	/** Indices of markers that are at an edge of a room. */
	readonly matched: ReadonlySet<number>;
	/** Reports the findings of joining. */
	tell(report: Report): void;
}

/** Joins only the rooms near changed ones, with the results of the last build for the others. */
async function joinKnown(joining: Joining, memory: StepMemory): Promise<Linked> {
	const { rooms, joined, tell } = await joinAgain(joining, memory);
	const { level } = joining;
	return {
		...joined,
		captured: rooms.map((room) => room.captured),
		bounds: rooms.map((room) => room.bounds),
		matched: new Set(rooms.flatMap((room) => room.matched)),
		tell,
		rooms: rooms.map(({ hasWalkmesh, called }, room) =>
			joinedRoom(level.layout.rooms[room].model, hasWalkmesh ? level.rooms[room] : undefined, called),
		),
		links: roomPairs(rooms.map(({ summary }) => summary.ledTo)),
		doorways: roomPairs(rooms.map(({ seen }) => seen)),
	};
}

/** Joins all rooms, with any stages. */
async function joinWhole(joining: Joining): Promise<Linked> {
	const { level, surfaces, io, at } = joining;
	const found = new Report();
	const joined = await joinRooms(joining, () => true, joining.stages, found);
	const { before, after, known } = joined;
	const rooms = await Promise.all(level.rooms.map((stem) => prepared(joining, stem)));
	// A room that a stage added has no prepared room.
	const from = after.rooms.map(({ name }, index) => preparedAs(name, index, before.rooms));
	const stems = [...stemsOf(namesOfAdded(after, from), [...level.rooms, ...level.objects])];
	const linked = after.rooms.map(({ name, walkmesh }, index): JoinedRoom => {
		const stem = from[index] < 0 ? (stems.shift() as string) : level.rooms[from[index]];
		io.write('linked', at(PACKS.linked(stem)), linkedMesh(before.rooms[from[index]]?.walkmesh, walkmesh));
		return joinedRoom(name, walkmesh === undefined ? undefined : stem, calledAs(walkmesh));
	});
	return {
		...joined,
		captured: rooms.map((room) => encode(room.captured)),
		bounds: level.rooms.map((_, room) => boundsIn(before, room)),
		matched: new Set(rooms.flatMap(({ value }) => value.matched)),
		tell: (report) => tell(captured(found), report),
		rooms: linked,
		links: roomLinks(after.rooms),
		doorways: doorwayPairs(after, surfaces, known.perimeterOf),
	};
}

function joinedRoom(name: string, stem: string | undefined, called: string | undefined): JoinedRoom {
	const own = called === undefined ? {} : { called };
	return stem === undefined ? { name } : { name, stem, output: roomFileName(name), ...own };
}

function namesOfAdded({ rooms }: Level, from: readonly number[]): string[] {
	return rooms.filter((_, index) => from[index] < 0).map(({ name }) => name);
}

/** The objects of a joined level; their walkmeshes are written as they are. */
function writeObjects({ before, after }: Linked, { level, io, at }: Joining): JoinedRoom[] {
	const from = after.rooms.map(({ name }, index) => preparedAs(name, index, before.rooms));
	const added = stemsOf(namesOfAdded(after, from), [...level.rooms, ...level.objects]);
	const taken = { ...level, rooms: [...level.rooms, ...added] };
	return objectStems(after.objects, taken).map((stem, index): JoinedRoom => {
		const object = after.objects[index];
		io.write('linked', at(PACKS.linked(stem)), linkedMesh(undefined, object));
		return { name: object.name, stem, output: objectFileName(object) };
	});
}

/** Index of the prepared room that a joined room was made from; −1 for one that a stage added. */
function preparedAs(name: string, index: number, before: readonly Room[]): number {
	return before[index]?.name === name ? index : before.findIndex((room) => room.name === name);
}

/** Reports markers of a scene that are not at an edge of any room. @param matched indices of those that are */
function reportUnmatched(markers: readonly RoomMarker[], matched: ReadonlySet<number>, report: Report): void {
	for (const [index, { node, positions, written }] of markers.entries()) {
		if (matched.has(index)) continue;
		report.add(ROOMS_FINDINGS.MARKER_UNMATCHED, { node, at: vec3At(positions, 0) }, { room: written });
	}
}

/** The names of the rooms that each room is linked with, in the order of the layout. */
export function linkedNames({ rooms, links }: JoinedLevel): string[][] {
	const names: string[][] = rooms.map(() => []);
	for (const [a, b] of links) {
		names[a]?.push(rooms[b]?.name ?? `#${b}`);
		names[b]?.push(rooms[a]?.name ?? `#${a}`);
	}
	return names;
}
