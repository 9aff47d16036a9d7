import { CHECK_STEPS } from '../src/check/level.ts';
import { type CheckedLevel, summaryOf } from '../src/check/room-summary.ts';
import { judgeReach, type ReachVerdict, Ways } from '../src/check/ways.ts';
import { FoundByRoom, type FoundInRoom, tellByStep } from '../src/findings/found-by-room.ts';
import { type Report, WHOLE_LEVEL } from '../src/findings/report.ts';
import { CONFORM_STEPS } from '../src/level/conform.ts';
import { seenFrom } from '../src/level/doorways.ts';
import { LINK_STEPS, reportLinksFound } from '../src/level/link.ts';
import { boundsOf } from '../src/mesh/triangles.ts';
import { hashValue } from './encoding.ts';
import { boundsIn, type JoinedRooms, type Joining, joinRooms, prepared } from './join-rooms.ts';
import { isLocal, type LevelMemory, memoryKey, memoryOf, type RoomMemory } from './level-memory.ts';
import { linkedMesh } from './linked-mesh.ts';
import { PACKS } from './packs.ts';
import { RoomsBeside } from './rooms-beside.ts';
import type { StepMemory } from './step.ts';

/** What becomes of a room depends on the rooms that are so many times beside it at most. */
const DEPTH = 2;
/** Where more of a level would be looked at, as a part of it, all of it is. */
const MOST_PART = 0.5;
/** As many times it is found out that more rooms have to be looked at. */
const MOST_TRIES = 4;

/** The rooms of a level, all of them known. */
export interface KnownLevel {
	readonly rooms: readonly RoomMemory[];
	/** Those that were looked at, and the objects. */
	readonly joined: JoinedRooms;
	/** What joining found. */
	tell(report: Report): void;
}

const STEPS = [...CONFORM_STEPS, ...LINK_STEPS, ...CHECK_STEPS];

/**
 * Joins rooms as `joinRooms` does, but looks only at those that lie about what changed since the last time, where nothing else can have become different.
 * Writes the linked rooms, or leaves them as they are.
 */
export async function joinAgain(joining: Joining, memory: StepMemory): Promise<KnownLevel> {
	const { level, io, at } = joining;
	const key = memoryKey(level, io.version, memory.hashOf(at(PACKS.linkOptions)));
	const last = memoryOf(memory.recall(), key, level.rooms.length);
	const made = last === undefined ? undefined : await joinAround(joining, memory, last);
	const { rooms, found, verdict, joined, tell } = made ?? (await joinAll(joining, memory, last));
	if (isLocal({ rooms, found }, verdict)) memory.keep({ key, rooms, found } satisfies LevelMemory);
	return { rooms, joined, tell };
}

interface Made extends KnownLevel {
	readonly found: FoundInRoom;
	readonly verdict: ReachVerdict;
}

async function joinAll(joining: Joining, memory: StepMemory, last: LevelMemory | undefined): Promise<Made> {
	const report = new FoundByRoom();
	const joined = await joinRooms(joining, () => true, report);
	const fresh: RoomMemory[] = [];
	for (const room of joining.level.rooms.keys()) fresh.push(await roomOf(joining, memory, joined, report, room));
	const seen = seeing(fresh, undefined);
	const rooms = seen.map((own, room) => written(own, room, joining, memory, joined, last));
	const found = report.of(WHOLE_LEVEL);
	const tell = (to: Report): void => tellByStep(STEPS, [found, ...rooms.map((_, room) => report.of(room))], to);
	return { rooms, found, verdict: verdictOf(rooms), joined, tell };
}

/** What is known of a room that was joined, as long as it is not written. */
async function roomOf(
	joining: Joining,
	memory: StepMemory,
	{ before, after, tallies, entangled, checked }: JoinedRooms,
	report: FoundByRoom,
	room: number,
): Promise<RoomMemory> {
	const stem = joining.level.rooms[room];
	const { captured, value } = await prepared(joining, stem);
	const { pieces, ...found } = report.of(room);
	const bounds = boundsIn(before, room);
	return {
		prepared: memory.hashOf(joining.at(PACKS.prepared(stem))),
		...(bounds === undefined ? {} : { bounds }),
		hasWalkmesh: after.rooms[room].walkmesh !== undefined,
		captured,
		matched: value.matched,
		linked: '',
		found,
		tally: tallies[room],
		isEntangled: entangled.has(room),
		summary: summaryOf(checked as CheckedLevel, room, pieces),
		seen: [],
	};
}

/** The room, once its linked pack is written, or left where it is as it was. */
function written(
	own: RoomMemory,
	room: number,
	{ level, at }: Joining,
	memory: StepMemory,
	{ before, after }: JoinedRooms,
	last: LevelMemory | undefined,
): RoomMemory {
	const value = linkedMesh(before.rooms[room].walkmesh, after.rooms[room].walkmesh);
	return { ...own, linked: memory.update(at(PACKS.linked(level.rooms[room])), value, last?.rooms[room].linked) };
}

/** @returns undefined where all rooms have to be looked at */
async function joinAround(joining: Joining, memory: StepMemory, last: LevelMemory): Promise<Made | undefined> {
	const { level, at } = joining;
	const changed = new Set<number>();
	const bounds = last.rooms.map((room) => room.bounds);
	for (const [room, stem] of level.rooms.entries()) {
		if (memory.hashOf(at(PACKS.prepared(stem))) === last.rooms[room].prepared) continue;
		changed.add(room);
		const { walkmesh } = (await prepared(joining, stem)).value;
		bounds[room] = walkmesh && boundsOf(walkmesh.positions);
		if (bounds[room]?.every(Number.isFinite) === false) return undefined;
	}
	const beside = new RoomsBeside(
		last.rooms.map((room) => room.bounds),
		bounds,
	);
	for (let time = 0; time < MOST_TRIES; time++) {
		const window = windowAbout(changed, beside, last);
		if (window === undefined) return undefined;
		const report = new FoundByRoom();
		const joined = await joinRooms(joining, (room) => window.has(room), report);
		const before = changed.size;
		for (const room of joined.entangled) changed.add(room);
		if (changed.size > before) continue;
		return merge(joining, memory, last, beside.around(changed, DEPTH) ?? window, joined, report);
	}
	return undefined;
}

/** The rooms to look at. @param seeds rooms that may have changed, to which those are added that depend on rooms farther away */
function windowAbout(seeds: Set<number>, beside: RoomsBeside, last: LevelMemory): ReadonlySet<number> | undefined {
	for (;;) {
		// Of a room that is told of again all those are looked at on which it depends.
		const window = beside.around(seeds, 2 * DEPTH);
		if (window === undefined || window.size > last.rooms.length * MOST_PART) return undefined;
		const before = seeds.size;
		for (const room of window) if (last.rooms[room].isEntangled) seeds.add(room);
		if (seeds.size === before) return window;
	}
}

async function merge(
	joining: Joining,
	memory: StepMemory,
	last: LevelMemory,
	core: ReadonlySet<number>,
	joined: JoinedRooms,
	report: FoundByRoom,
): Promise<Made | undefined> {
	const { level, at } = joining;
	const rooms: RoomMemory[] = [];
	for (const room of level.rooms.keys())
		rooms.push(core.has(room) ? await roomOf(joining, memory, joined, report, room) : last.rooms[room]);
	const seen = seeing(rooms, last);
	const verdict = verdictOf(seen);
	const { found } = last;
	if (!isLocal({ rooms: seen, found }, verdict)) return undefined;
	const all = seen.map((own, room) => {
		if (core.has(room)) return written(own, room, joining, memory, joined, last);
		memory.leave(at(PACKS.linked(level.rooms[room])), own.linked);
		return own;
	});
	const whole = new FoundByRoom();
	reportLinksFound(
		all.map(({ tally }) => tally),
		whole,
	);
	const told = all.map((room, index): FoundInRoom => {
		const { pieces } = room.summary;
		return pieces !== undefined && verdict.pieces.has(index) ? { ...room.found, pieces } : room.found;
	});
	const tell = (to: Report): void => tellByStep(STEPS, [{ ...found, ...whole.of(WHOLE_LEVEL) }, ...told], to);
	return { rooms: all, found, verdict, joined, tell };
}

function verdictOf(rooms: readonly RoomMemory[]): ReachVerdict {
	return judgeReach(
		new Ways(rooms.map(({ summary }) => summary.ways)),
		rooms.map(({ summary }) => summary.told),
	);
}

/** Rooms with what is seen from each. @param last where nothing is seen differently as long as the doorways on the way are the same */
function seeing(rooms: readonly RoomMemory[], last: LevelMemory | undefined): RoomMemory[] {
	const doorways = rooms.map(({ summary }) => summary.doorways);
	const changed = new Set<number>();
	for (const [room, own] of rooms.entries()) {
		const old = last?.rooms[room];
		if (own === old) continue;
		if (old === undefined || hashValue(own.summary.doorways) !== hashValue(old.summary.doorways)) changed.add(room);
	}
	return rooms.map((own, room) => {
		const old = last?.rooms[room].seen;
		const isSame = old !== undefined && !changed.has(room) && !old.some((other) => changed.has(other));
		const seen = isSame ? old : seenFrom(doorways, room);
		return seen === own.seen ? own : { ...own, seen };
	});
}
