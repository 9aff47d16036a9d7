import { dirname } from 'node:path';
import { checkPositions } from '../../check/rooms/positions.ts';
import { withoutCopies } from '../../jobs/level/level.ts';
import { checkObjectNames, objectFileName, roomFileName } from '../../jobs/level/level-files.ts';
import { roomLinks } from '../../level/rooms/visibility.ts';
import { runStages, stagesOf } from '../../pipeline/recipe.ts';
import type { KnownVerdict, RoomVerdict } from '../../src/facts/context.ts';
import { KnownRooms } from '../../src/facts/room-facts.ts';
import { captured, Report, tell } from '../../src/findings/report.ts';
import { vec3At } from '../../src/math/vec3.ts';
import type { Level, Room } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { doorwayPairs } from '../../src/seams/doorways.ts';
import { ROOMS_FINDINGS } from '../../src/seams/room-findings.ts';
import { hashValue } from '../cache/encoding.ts';
import { isLayout } from '../config/targets.ts';
import {
	type Found,
	type JoinedLevel,
	type JoinedRoom,
	type LevelPack,
	type LinkedMesh,
	objectStems,
	PACKS,
	type PreparedRoom,
	packsIn,
	type RoomMarker,
	stemsOf,
} from './packs.ts';
import type { StepIo } from './step.ts';

/**
 * Runs the stages over the whole level: divides seams alike, links and checks the rooms. The result of each room is a pack of its own, so that nothing
 * follows where it stays the same.
 */
export async function linkStep([options]: readonly string[], io: StepIo): Promise<void> {
	const at = packsIn(dirname(options));
	const settings = await io.read('linkOptions', options);
	const plan = await io.target(settings);
	const surfaces = settings.surfaces.table;
	const level = await io.read('level', at(PACKS.level));
	const markers = await io.read('markers', at(PACKS.markers));
	const read = (stems: readonly string[]): Promise<Found<PreparedRoom>[]> =>
		Promise.all(stems.map((stem) => io.read('prepared', at(PACKS.prepared(stem)))));
	const [rooms, objects] = [await read(level.rooms), await read(level.objects)];
	const before = preparedLevel(level, rooms, objects);
	const found = new Report();
	checkPositions(before, found, isLayout(plan.target, plan.registry) ? 'layout' : 'scene');
	const known = new KnownRooms(surfaces);
	for (const { walkmesh, facts } of rooms.map(({ value }) => value))
		if (walkmesh !== undefined && facts !== undefined) known.add(walkmesh, facts);
	const { signal } = io;
	const after = await runStages(before, stagesOf(plan.stages, 'level'), {
		report: found,
		surfaces,
		rooms: known,
		verdictOf: verdictsOf(rooms),
		...(signal === undefined ? {} : { signal }),
	});
	checkObjectNames(after.objects, found);
	const own = new Report();
	const matched = new Set(rooms.flatMap(({ value }) => value.matched));
	reportUnmatched(markers, matched, own.within({ file: level.file }));
	for (const each of [own, found]) tell(captured(each), io.report);
	const { visibility, things } = level;
	io.write('joined', at(PACKS.joined), {
		...(visibility === undefined ? {} : { visibility }),
		...(things === undefined ? {} : { things }),
		...writeLinked(before, after, level, at, io),
		links: roomLinks(after.rooms),
		doorways: doorwayPairs(after, surfaces, known.perimeterOf),
	});
	io.write('layout', at(PACKS.layout), { name: after.name, layout: after.layout });
	const prepared = (all: readonly Found<PreparedRoom>[]) => all.map((each) => each.captured);
	const findings = [level.captured, ...prepared(rooms), captured(own), ...prepared(objects), captured(found)];
	io.write('findings', at(PACKS.findings), findings);
}

function preparedLevel(
	{ name, layout, visibility }: LevelPack,
	rooms: readonly Found<PreparedRoom>[],
	objects: readonly Found<PreparedRoom>[],
): Level {
	return {
		name,
		layout,
		...(visibility === undefined ? {} : { visibility }),
		rooms: rooms.map(({ value: { walkmesh } }, index): Room => {
			const { model } = layout.rooms[index];
			return walkmesh === undefined ? { name: model } : { name: model, walkmesh };
		}),
		objects: withoutCopies(objects.flatMap(({ value: { walkmesh } }) => walkmesh ?? [])),
	};
}

/** Linking mostly changes transitions only. Where the other arrays are still the same, what was found in a room when it was prepared holds. */
function verdictsOf(rooms: readonly Found<PreparedRoom>[]): KnownVerdict {
	const judged = new Map<Uint32Array, { readonly walkmesh: Walkmesh; readonly verdict: RoomVerdict }>();
	for (const { walkmesh, verdict } of rooms.map(({ value }) => value))
		if (walkmesh !== undefined && verdict !== undefined) judged.set(walkmesh.faces, { walkmesh, verdict });
	return ({ faces, positions, surfaces }, room) => {
		const { walkmesh, verdict } = judged.get(faces) ?? {};
		const isSame = walkmesh?.positions === positions && walkmesh.surfaces === surfaces && walkmesh.name === room;
		return isSame ? verdict : undefined;
	};
}

/** Writes the result of each room and object. @returns where it is */
function writeLinked(
	before: Level,
	after: Level,
	level: LevelPack,
	at: (pack: string) => string,
	io: StepIo,
): Pick<JoinedLevel, 'rooms' | 'objects'> {
	const write = (stem: string, linked: LinkedMesh): void => io.write('linked', at(PACKS.linked(stem)), linked);
	// A room that a stage added has no prepared room.
	const from = after.rooms.map(({ name }, index) => preparedAs(name, index, before.rooms));
	const added = after.rooms.filter((_, index) => from[index] < 0).map(({ name }) => name);
	const stems = stemsOf(added, [...level.rooms, ...level.objects]);
	const taken = { ...level, rooms: [...level.rooms, ...stems] };
	const rooms = after.rooms.map(({ name, walkmesh }, index): JoinedRoom => {
		const stem = from[index] < 0 ? (stems.shift() as string) : level.rooms[from[index]];
		write(stem, linkedMesh(before.rooms[from[index]]?.walkmesh, walkmesh));
		return walkmesh === undefined ? { name } : { name, stem, output: roomFileName(name) };
	});
	const objects = objectStems(after.objects, taken).map((stem, index): JoinedRoom => {
		const object = after.objects[index];
		write(stem, { mesh: object });
		return { name: object.name, stem, output: objectFileName(object) };
	});
	return { rooms, objects };
}

/** Index of the prepared room that a joined room was made from; −1 for one that a stage added. */
function preparedAs(name: string, index: number, before: readonly Room[]): number {
	return before[index]?.name === name ? index : before.findIndex((room) => room.name === name);
}

/** The result of linking a walkmesh in its smallest form: transitions only, if nothing else changed. */
export function linkedMesh(before: Walkmesh | undefined, after: Walkmesh | undefined): LinkedMesh {
	if (after === undefined) return {};
	if (before === undefined || before.transitions.length !== after.transitions.length) return { mesh: after };
	const { transitions, ...rest } = after;
	const { transitions: _, ...old } = before;
	const isSame = Object.entries(rest).every(([key, value]) => value === old[key as keyof typeof old]);
	return isSame || hashValue(rest) === hashValue(old) ? { transitions } : { mesh: after };
}

/** Reads the linked walkmesh of a room or object. */
export async function readLinked(
	stem: string,
	at: (pack: string) => string,
	io: StepIo,
): Promise<Walkmesh | undefined> {
	const linked = await io.read('linked', at(PACKS.linked(stem)));
	if (!('transitions' in linked)) return linked.mesh;
	const { walkmesh } = (await io.read('prepared', at(PACKS.prepared(stem)))).value;
	if (walkmesh === undefined) throw new Error('Only transitions are kept of a room that has no walkmesh.');
	return { ...walkmesh, transitions: linked.transitions };
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
