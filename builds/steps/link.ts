import { dirname } from 'node:path';
import { checkPositions } from '../../check/rooms/positions.ts';
import { withoutCopies } from '../../jobs/level/level.ts';
import { checkObjectNames, objectFileName, roomFileName } from '../../jobs/level/level-files.ts';
import { roomLinks } from '../../level/rooms/visibility.ts';
import { runStages, stagesOf } from '../../pipeline/recipe.ts';
import { KnownRooms } from '../../src/facts/room-facts.ts';
import { captured, Report, tell } from '../../src/findings/report.ts';
import { vec3At } from '../../src/math/vec3.ts';
import type { Level, Room } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { doorwayPairs } from '../../src/seams/doorways.ts';
import { ROOMS_FINDINGS } from '../../src/seams/findings.ts';
import { isLayout } from '../config/targets.ts';
import {
	type Found,
	type JoinedLevel,
	type JoinedRoom,
	type LevelPack,
	objectStems,
	PACKS,
	type PreparedRoom,
	packsIn,
	type RoomMarker,
	type StepIo,
	stemsOf,
	tableOf,
} from './packs.ts';

/**
 * Runs the stages over the whole level: divides seams alike, links and checks the rooms. The result of each room is a pack of its own, so that nothing
 * follows where it stays the same.
 */
export async function linkStep([options]: readonly string[], io: StepIo): Promise<void> {
	const at = packsIn(dirname(options));
	const settings = await io.read('linkOptions', options);
	const plan = await io.target(settings);
	const surfaces = tableOf(settings);
	const level = await io.read('level', at(PACKS.level));
	const markers = await io.read('markers', at(PACKS.markers));
	const read = (stems: readonly string[]): Promise<Found<PreparedRoom>[]> =>
		Promise.all(stems.map((stem) => io.read('prepared', at(PACKS.prepared(stem)))));
	const [rooms, objects] = [await read(level.rooms), await read(level.objects)];
	const before = preparedLevel(level, rooms, objects);
	const found = new Report();
	checkPositions(before, surfaces, found, isLayout(plan.target, plan.registry) ? 'layout' : 'scene');
	const known = new KnownRooms(surfaces);
	const { signal } = io;
	const after = await runStages(before, stagesOf(plan.stages, 'level'), {
		report: found,
		surfaces,
		rooms: known,
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

/** Writes the result of each room and object. @returns where it is */
function writeLinked(
	before: Level,
	after: Level,
	level: LevelPack,
	at: (pack: string) => string,
	io: StepIo,
): Pick<JoinedLevel, 'rooms' | 'objects'> {
	const write = (stem: string, mesh: Walkmesh | undefined): void =>
		io.write('linked', at(PACKS.linked(stem)), mesh === undefined ? {} : { mesh });
	// A room that a stage added has no prepared room.
	const from = after.rooms.map(({ name }, index) => preparedAs(name, index, before.rooms));
	const added = after.rooms.filter((_, index) => from[index] < 0).map(({ name }) => name);
	const stems = stemsOf(added, [...level.rooms, ...level.objects]);
	const taken = { ...level, rooms: [...level.rooms, ...stems] };
	const rooms = after.rooms.map(({ name, walkmesh }, index): JoinedRoom => {
		const stem = from[index] < 0 ? (stems.shift() as string) : level.rooms[from[index]];
		write(stem, walkmesh);
		return walkmesh === undefined ? { name } : { name, stem, output: roomFileName(name) };
	});
	const objects = objectStems(after.objects, taken).map((stem, index): JoinedRoom => {
		const object = after.objects[index];
		write(stem, object);
		return { name: object.name, stem, output: objectFileName(object) };
	});
	return { rooms, objects };
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
