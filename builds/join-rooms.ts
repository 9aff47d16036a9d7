import { checkPlaces } from '../check/facts/places.ts';
import type { CheckedLevel } from '../check/rooms/room-summary.ts';
import { checkLevel } from '../check/stages.ts';
import { withoutCopies } from '../jobs/level/level.ts';
import { conform, link } from '../level/stages.ts';
import { runStages } from '../pipeline/recipe.ts';
import { type LevelNotes, makerOf, type Stage } from '../pipeline/stages/stage.ts';
import { KnownRooms } from '../src/facts/room-facts.ts';
import type { KnownVerdict, RoomVerdict } from '../src/facts/verdict.ts';
import type { Report } from '../src/findings/report.ts';
import { type Bounds, boundsOf } from '../src/geometry/triangles.ts';
import type { Level, Room } from '../src/model/level.ts';
import type { SurfaceTable } from '../src/model/surfaces.ts';
import type { Walkmesh } from '../src/model/walkmesh.ts';
import type { LinkTally } from '../src/seams/link.ts';
import { type Found, type LevelPack, PACKS, type PreparedRoom } from './packs.ts';
import type { StepIo } from './step.ts';

/** The inputs of joining rooms. */
export interface Joining {
	readonly level: LevelPack;
	readonly stages: readonly Stage<'level'>[];
	readonly surfaces: SurfaceTable;
	readonly io: StepIo;
	at(pack: string): string;
}

/** The result of joining rooms. */
export interface JoinedRooms {
	/** The prepared rooms. Rooms that were not requested have no walkmesh here. */
	readonly before: Level;
	readonly after: Level;
	readonly known: KnownRooms;
	readonly verdictOf: KnownVerdict;
	/** Rooms whose result depends on more than their neighbours. */
	readonly entangled: ReadonlySet<number>;
	readonly tallies: readonly LinkTally[];
}

/** A prepared room or object. */
export function prepared({ io, at }: Joining, stem: string): Promise<Found<PreparedRoom>> {
	return io.read('prepared', at(PACKS.prepared(stem)));
}

/**
 * Runs stages over some rooms of a level. The others have no walkmesh, so that indices of rooms stay the same.
 * @param stages the stages that change rooms
 */
export async function joinRooms(
	joining: Joining,
	isAsked: (room: number) => boolean,
	stages: Joining['stages'],
	report: Report,
): Promise<JoinedRooms> {
	const { level, surfaces, io } = joining;
	const known = new KnownRooms(surfaces);
	const judged = new Map<Uint32Array, { readonly walkmesh: Walkmesh; readonly verdict: RoomVerdict }>();
	const rooms: Room[] = [];
	for (const [room, stem] of level.rooms.entries()) {
		const { model: name } = level.layout.rooms[room];
		const { walkmesh, verdict, facts } = isAsked(room) ? (await prepared(joining, stem)).value : {};
		if (walkmesh !== undefined && facts !== undefined) known.add(walkmesh, facts);
		if (walkmesh !== undefined && verdict !== undefined) judged.set(walkmesh.faces, { walkmesh, verdict });
		rooms.push(walkmesh === undefined ? { name } : { name, walkmesh });
	}
	const made: Walkmesh[] = [];
	for (const stem of level.objects) {
		const { walkmesh } = (await prepared(joining, stem)).value;
		if (walkmesh !== undefined) made.push(walkmesh);
	}
	const { name, layout, visibility } = level;
	const shown = visibility === undefined ? {} : { visibility };
	const before: Level = { name, layout, ...shown, rooms, objects: withoutCopies(made) };
	// Linking mostly changes transitions only. If the other arrays are still the same objects, the findings of preparing hold.
	const verdictOf: KnownVerdict = ({ faces, positions, surfaces }, room) => {
		const { walkmesh, verdict } = judged.get(faces) ?? {};
		const isSame = walkmesh?.positions === positions && walkmesh.surfaces === surfaces && walkmesh.name === room;
		return isSame ? verdict : undefined;
	};
	const entangled = new Set<number>();
	let tallies: readonly LinkTally[] = [];
	const notes: LevelNotes = {
		entangle: (room) => void entangled.add(room),
		linked: (all) => {
			tallies = all;
		},
		checked: () => undefined,
	};
	const after = await runStages(before, stages, {
		report,
		surfaces,
		rooms: known,
		notes,
		verdictOf,
		...(io.signal === undefined ? {} : { signal: io.signal }),
	});
	return { before, after, known, verdictOf, entangled, tallies };
}

/**
 * Checks joined rooms.
 * @param some the rooms to report about, and the rooms that are needed for it, including themselves; all rooms by default
 */
export async function checkRooms(
	{ stages, surfaces }: Joining,
	{ after, known, verdictOf }: JoinedRooms,
	report: Report,
	some?: { readonly asked: ReadonlySet<number>; readonly about: ReadonlySet<number> },
): Promise<CheckedLevel> {
	let made: CheckedLevel | undefined;
	const notes: LevelNotes = {
		...(some === undefined ? {} : { only: (room) => some.asked.has(room) }),
		entangle: () => undefined,
		linked: () => undefined,
		checked: (checked) => {
			made = checked as CheckedLevel;
		},
	};
	const context = { report, surfaces, rooms: known, notes, verdictOf };
	const level = some === undefined ? after : { ...after, rooms: onlyRooms(after.rooms, some.about) };
	await runStages(level, stages.slice(-1), context);
	return made as unknown as CheckedLevel;
}

/** The same rooms, all but some without their walkmeshes. */
export function onlyRooms(rooms: readonly Room[], wanted: ReadonlySet<number>): Room[] {
	return rooms.map((own, room) => (wanted.has(room) ? own : { name: own.name }));
}

/**
 * True for stages whose result for a room is known to depend on its neighbours only: the built-in ones, in the order of `wokflow level`, with links
 * that no geometry confirms left to linking.
 */
export function areLocal(stages: readonly Stage<'level'>[]): boolean {
	const makers = stages.map((stage) => makerOf(stage as Stage));
	const rest = makers[0] === conform ? makers.slice(1) : makers;
	return rest.length === 2 && rest[0] === link && rest[1] === checkLevel && stages.at(-1)?.options['stale'] === false;
}

/** The box around a room as it was prepared. */
export function boundsIn({ rooms }: Level, room: number): Bounds | undefined {
	const { walkmesh } = rooms[room];
	return walkmesh === undefined ? undefined : boundsOf(walkmesh.positions);
}

/** Reports rooms that are not at their positions in the layout. @param bounds boxes by room */
export function reportPlaces(
	level: Level,
	bounds: readonly (Bounds | undefined)[],
	madeFrom: 'scene' | 'layout',
	report: Report,
): void {
	checkPlaces(level, report, madeFrom, (room) => bounds[room]);
}
