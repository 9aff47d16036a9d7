import { dirname, join } from 'node:path';
import { withoutCopies } from '../pipeline/level.ts';
import { checkObjectNames, objectFileName, roomFileName } from '../pipeline/level-files.ts';
import { runStages, stagesOf } from '../pipeline/recipe.ts';
import type { KnownVerdict, RoomVerdict } from '../src/check/mesh.ts';
import { checkPlaces } from '../src/check/places.ts';
import { KnownRooms } from '../src/check/room-facts.ts';
import { captured, Report, tell } from '../src/findings/report.ts';
import { doorwayPairs } from '../src/level/doorways.ts';
import type { Level, Room } from '../src/level/level.ts';
import { ROOMS_FINDINGS } from '../src/level/room-findings.ts';
import { roomLinks } from '../src/level/visibility.ts';
import { vec3At } from '../src/mesh/vec3.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { hashValue } from './encoding.ts';
import {
	type Found,
	type JoinedLevel,
	type JoinedRoom,
	type LayoutPack,
	type LevelPack,
	type LinkedMesh,
	objectStems,
	PACKS,
	type PreparedRoom,
	type RoomMarker,
	stemsOf,
} from './packs.ts';
import type { StepIo, StepOptions } from './step.ts';

/**
 * Runs the stages over the whole level: makes rooms alike along their seams, links and checks them. What becomes of each room is a pack of its
 * own, which stays as it is where nothing changes for the room.
 */
export async function linkStep([options]: readonly string[], io: StepIo): Promise<void> {
	const at = (file: string): string => join(dirname(options), file);
	const settings = await io.read<StepOptions>(options);
	const plan = await io.target(settings);
	const level = await io.read<LevelPack>(at(PACKS.level));
	const markers = await io.read<RoomMarker[]>(at(PACKS.markers));
	const before = new Report();
	tell(level.captured, before);
	const matched = new Set<number>();
	const known = new KnownRooms(settings.surfaces.table);
	const judged = new Map<Uint32Array, { readonly walkmesh: Walkmesh; readonly verdict: RoomVerdict }>();
	const read = async (stem: string): Promise<Walkmesh | undefined> => {
		const { value, captured } = await io.read<Found<PreparedRoom>>(at(PACKS.prepared(stem)));
		tell(captured, before);
		for (const index of value.matched) matched.add(index);
		const { walkmesh, verdict, facts } = value;
		if (walkmesh !== undefined && facts !== undefined) known.add(walkmesh, facts);
		if (walkmesh !== undefined && verdict !== undefined) judged.set(walkmesh.faces, { walkmesh, verdict });
		return walkmesh;
	};
	const rooms: Room[] = [];
	for (const [index, stem] of level.rooms.entries()) {
		const walkmesh = await read(stem);
		const { model } = level.layout.rooms[index];
		rooms.push(walkmesh === undefined ? { name: model } : { name: model, walkmesh });
	}
	const own = new Report();
	reportUnmatched(markers, matched, own.within({ file: level.file }));
	tell(captured(own), before);
	const made: Walkmesh[] = [];
	for (const stem of level.objects) {
		const walkmesh = await read(stem);
		if (walkmesh !== undefined) made.push(walkmesh);
	}
	const { name, layout, visibility } = level;
	const whole: Level = {
		name,
		layout,
		...(visibility === undefined ? {} : { visibility }),
		rooms,
		objects: withoutCopies(made),
	};
	const joining = new Report();
	// Linking changes transitions alone, for the most part: the arrays of all else are the same ones then.
	const verdictOf: KnownVerdict = ({ faces, positions, surfaces }, room) => {
		const { walkmesh, verdict } = judged.get(faces) ?? {};
		const isSame = walkmesh?.positions === positions && walkmesh.surfaces === surfaces && walkmesh.name === room;
		return isSame ? verdict : undefined;
	};
	const context = { report: joining, surfaces: settings.surfaces.table, rooms: known, verdictOf };
	checkPlaces(whole, joining);
	const joined = await runStages(whole, stagesOf(plan.stages, 'level'), {
		...context,
		...(io.signal === undefined ? {} : { signal: io.signal }),
	});
	checkObjectNames(joined.objects, joining);
	tell(captured(joining), before);
	for (const each of [own, joining]) tell(captured(each), io.report);
	writeJoined(level, whole, joined, doorwayPairs(joined, settings.surfaces.table, known.perimeterOf), at, io);
	io.write(at(PACKS.layout), { name: joined.name, layout: joined.layout } satisfies LayoutPack);
	io.write(at(PACKS.findings), captured(before));
}

function writeJoined(
	level: LevelPack,
	before: Level,
	joined: Level,
	doorways: JoinedLevel['doorways'],
	at: (file: string) => string,
	io: StepIo,
): void {
	const write = (stem: string, old: Walkmesh | undefined, mesh: Walkmesh | undefined): void =>
		io.write(at(PACKS.linked(stem)), linkedMesh(old, mesh));
	// A room that a stage adds has no prepared one.
	const from = joined.rooms.map(({ name }, index) => preparedAs(name, index, before.rooms));
	const added = joined.rooms.filter((_, index) => from[index] < 0).map(({ name }) => name);
	const stems = stemsOf(added, [...level.rooms, ...level.objects]);
	let next = 0;
	const rooms = joined.rooms.map(({ name, walkmesh }, index): JoinedRoom => {
		const isNew = from[index] < 0;
		const stem = isNew ? stems[next++] : level.rooms[from[index]];
		write(stem, before.rooms[from[index]]?.walkmesh, walkmesh);
		return walkmesh === undefined ? { name } : { name, stem, output: roomFileName(name) };
	});
	const taken = { ...level, rooms: [...level.rooms, ...stems] };
	const objects = objectStems(joined.objects, taken).map((stem, index): JoinedRoom => {
		const object = joined.objects[index];
		write(stem, undefined, object);
		return { name: object.name, stem, output: objectFileName(object) };
	});
	const { visibility, things } = level;
	io.write(at(PACKS.joined), {
		...(visibility === undefined ? {} : { visibility }),
		...(things === undefined ? {} : { things }),
		rooms,
		objects,
		links: roomLinks(joined.rooms),
		doorways,
	} satisfies JoinedLevel);
}

/** The index of the prepared room that a room of the joined level was; −1 for one that a stage made. */
function preparedAs(name: string, index: number, before: readonly Room[]): number {
	return before[index]?.name === name ? index : before.findIndex((room) => room.name === name);
}

/** Reports markers of a scene that lie at no edge of any room. @param matched those that lie at one, by index */
function reportUnmatched(markers: readonly RoomMarker[], matched: ReadonlySet<number>, report: Report): void {
	for (const [index, { node, positions, written }] of markers.entries()) {
		if (matched.has(index)) continue;
		report.add(ROOMS_FINDINGS.MARKER_UNMATCHED, { node, at: vec3At(positions, 0) }, { room: written });
	}
}

/** What becomes of a walkmesh, as little as it is. */
export function linkedMesh(before: Walkmesh | undefined, after: Walkmesh | undefined): LinkedMesh {
	if (after === undefined) return {};
	if (before === undefined || before.transitions.length !== after.transitions.length) return { mesh: after };
	const { transitions, ...rest } = after;
	const { transitions: _, ...old } = before;
	const isSame = Object.entries(rest).every(([key, value]) => value === old[key as keyof typeof old]);
	return isSame || hashValue(rest) === hashValue(old) ? { transitions } : { mesh: after };
}

/** Reads what linking made of a room or object. */
export async function readLinked(
	stem: string,
	at: (file: string) => string,
	io: StepIo,
): Promise<Walkmesh | undefined> {
	const linked = await io.read<LinkedMesh>(at(PACKS.linked(stem)));
	if (!('transitions' in linked)) return linked.mesh;
	const { value } = await io.read<Found<PreparedRoom>>(at(PACKS.prepared(stem)));
	if (value.walkmesh === undefined) throw new Error(`${PACKS.prepared(stem)} has no walkmesh.`);
	return { ...value.walkmesh, transitions: linked.transitions };
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
