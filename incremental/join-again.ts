import { CHECK_STEPS } from '../src/check/level.ts';
import { LevelFacts } from '../src/check/level-facts.ts';
import { GroundPieces, reportReach } from '../src/check/reach.ts';
import { type CheckedLevel, sharesEdges, summaryOf } from '../src/check/room-summary.ts';
import { judgeReach, type ReachVerdict, Ways } from '../src/check/ways.ts';
import { FoundByRoom, type FoundInRoom, tellByStep } from '../src/findings/found-by-room.ts';
import { type Report, WHOLE_LEVEL } from '../src/findings/report.ts';
import { CONFORM_STEPS } from '../src/level/conform.ts';
import { seenFrom } from '../src/level/doorways.ts';
import type { Room } from '../src/level/level.ts';
import { LINK_STEPS, reportLinksFound } from '../src/level/link.ts';
import { boundsOf } from '../src/mesh/triangles.ts';
import { encode, hashValue } from './encoding.ts';
import { hashBytes } from './hashes.ts';
import { boundsIn, checkRooms, type JoinedRooms, type Joining, joinRooms, onlyRooms, prepared } from './join-rooms.ts';
import {
	type CheckedPart,
	isLocal,
	keptLevel,
	type LevelMemory,
	type LinkedPart,
	memoryKey,
	memoryOf,
	type RoomMemory,
} from './level-memory.ts';
import { calledAs, linkedMesh, meshOfLinked } from './linked-mesh.ts';
import { type LinkedMesh, PACKS } from './packs.ts';
import { RoomsBeside } from './rooms-beside.ts';
import type { StepMemory } from './step.ts';

/** Largest share of rooms that is worth processing by itself; with more, the whole level is processed. */
const MOST_PART = 0.5;
/** How many times the set of rooms may grow before the whole level is processed. */
const MOST_TRIES = 4;

/** The rooms of a level, all of them known. */
export interface KnownLevel {
	readonly rooms: readonly RoomMemory[];
	/** The rooms that were processed, and the objects. */
	readonly joined: JoinedRooms;
	/** Reports the findings of joining. */
	tell(report: Report): void;
}

const NEAR_SEAMS = 'near seams';
const STEPS = [...CONFORM_STEPS, ...LINK_STEPS, ...CHECK_STEPS];

/**
 * Joins rooms like `joinRooms`, but only processes those near rooms that changed since the last build, if no others can have a different result.
 * Writes the linked rooms, or leaves their packs unchanged.
 */
export async function joinAgain(joining: Joining, memory: StepMemory): Promise<KnownLevel> {
	const { level, io, at } = joining;
	const key = memoryKey(level, io.version, memory.hashOf(at(PACKS.linkOptions)));
	const last = memoryOf(memory.recall(), key, level.rooms.length);
	const made = last === undefined ? undefined : await joinAround(joining, memory, last);
	const { rooms, found, joined, tell } = made ?? (await joinAll(joining, memory, last));
	if (isLocal({ rooms, found })) memory.keep(keptLevel({ key, rooms, found }, last));
	return { rooms, joined, tell };
}

interface Made extends KnownLevel {
	/** Findings about the level as a whole, without those about ground that cannot be reached. */
	readonly found: FoundInRoom;
}

async function joinAll(joining: Joining, memory: StepMemory, last: LevelMemory | undefined): Promise<Made> {
	const [linking, checking] = [new FoundByRoom(), new FoundByRoom()];
	const all = (): boolean => true;
	const joined = await joinRooms(joining, all, joining.stages.slice(0, -1), linking);
	const checked = await checkRooms(joining, joined, checking);
	const rooms: RoomMemory[] = [];
	for (const room of joining.level.rooms.keys()) {
		const own = await linkedPart(joining, memory, joined, linking, room);
		rooms.push({ ...own, ...checkedPart(checked, checking, room) });
	}
	const known = seeing(rooms, undefined).map((own, room) => written(own, room, joining, memory, joined, last));
	const { reach, ...ofChecking } = checking.of(WHOLE_LEVEL);
	const found = { ...linking.of(WHOLE_LEVEL), ...ofChecking };
	const whole = reach === undefined ? found : { ...found, reach };
	const told = known.map(({ linking }, room) => ({ ...linking, ...checking.of(room) }));
	const tell = (to: Report): void => tellByStep(STEPS, [whole, ...told], to);
	return { rooms: known, found, joined, tell };
}

/** The facts to keep about a linked room, before its pack is written. */
async function linkedPart(
	joining: Joining,
	memory: StepMemory,
	{ before, after, tallies, entangled }: JoinedRooms,
	report: FoundByRoom,
	room: number,
): Promise<LinkedPart> {
	const stem = joining.level.rooms[room];
	const { captured, value } = await prepared(joining, stem);
	const bounds = boundsIn(before, room);
	const called = calledAs(after.rooms[room].walkmesh);
	return {
		prepared: memory.hashOf(joining.at(PACKS.prepared(stem))),
		...(bounds === undefined ? {} : { bounds }),
		hasWalkmesh: after.rooms[room].walkmesh !== undefined,
		...(called === undefined ? {} : { called }),
		captured: encode(captured),
		matched: value.matched,
		linked: '',
		linking: report.of(room),
		tally: tallies[room],
		isEntangled: entangled.has(room),
	};
}

/** The facts to keep about a checked room, without the rooms seen from it. */
function checkedPart(checked: CheckedLevel, report: FoundByRoom, room: number): CheckedPart {
	// What depends on ground that cannot be reached is kept in the summary.
	const { pieces, [NEAR_SEAMS]: _, ...checking } = report.of(room);
	return { checking, summary: summaryOf(checked, room, pieces), seen: [] };
}

/** Writes the linked pack of a room, unless it is the same as before, and adds its hash. */
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

/** Joins only the rooms near changed ones. @returns undefined when all rooms have to be processed */
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
		const anew = window && beside.around(changed, 1);
		if (window === undefined || anew === undefined) return undefined;
		const report = new FoundByRoom();
		const joined = await joinRooms(joining, (room) => window.has(room), joining.stages.slice(0, -1), report);
		const before = changed.size;
		for (const room of joined.entangled) changed.add(room);
		if (changed.size === before) return checkAround({ joining, memory, last, beside, joined, report, anew }, changed);
	}
	return undefined;
}

/**
 * The rooms to link. The result of a room depends on its neighbours, so the neighbours of a changed room are linked anew, and for that their own
 * neighbours have to be present.
 *
 * @param changed the changed rooms; rooms whose result depends on more than their neighbours are added
 */
function windowAbout(changed: Set<number>, beside: RoomsBeside, last: LevelMemory): ReadonlySet<number> | undefined {
	for (;;) {
		const window = beside.around(changed, 2);
		if (window === undefined || window.size > last.rooms.length * MOST_PART) return undefined;
		const before = changed.size;
		for (const room of window) if (last.rooms[room].isEntangled) changed.add(room);
		if (changed.size === before) return window;
	}
}

/** The result of linking some rooms. */
interface LinkedAround {
	readonly joining: Joining;
	readonly memory: StepMemory;
	readonly last: LevelMemory;
	readonly beside: RoomsBeside;
	readonly joined: JoinedRooms;
	readonly report: FoundByRoom;
	/** The rooms whose result is complete, because all their neighbours were present. */
	readonly anew: ReadonlySet<number>;
}

/** Checks the rooms near those that changed, or whose linked result changed. */
async function checkAround(around: LinkedAround, changed: ReadonlySet<number>): Promise<Made | undefined> {
	const { joining, last, beside, joined, anew } = around;
	const touched = new Set(changed);
	for (const room of anew) if (linkedHash(joined, room) !== last.rooms[room].linked) touched.add(room);
	const sharing = new Set<number>();
	const isSharing = (room: number): boolean => last.rooms[room].summary.isSharing || sharing.has(room);
	for (;;) {
		const asked = withSharing(beside.around(touched, 1), beside, isSharing);
		const about = withSharing(asked && beside.around(asked, 1), beside, isSharing);
		if (asked === undefined || about === undefined || about.size > last.rooms.length * MOST_PART) return undefined;
		const rooms = await linkedRooms(around, about);
		if (rooms === undefined) return undefined;
		const report = new FoundByRoom();
		const now = { ...joined, after: { ...joined.after, rooms } };
		const checked = await checkRooms(joining, now, report, { asked, about });
		const before = sharing.size;
		for (const room of beside.around(touched, 1) ?? [])
			if (!isSharing(room) && sharesEdges(checked.facts, room)) sharing.add(room);
		if (sharing.size === before) return merge(around, asked, checked, report);
	}
}

/** Adds the rooms that share an edge with several others: a finding about one of these may depend on another. */
function withSharing(
	rooms: ReadonlySet<number> | undefined,
	beside: RoomsBeside,
	isSharing: (room: number) => boolean,
): ReadonlySet<number> | undefined {
	const sharing = new Set([...(rooms ?? [])].filter(isSharing));
	const more = beside.around(sharing, 1);
	return rooms && more && new Set([...rooms, ...more]);
}

/** The linked level with some of its rooms; undefined when one of them is not known. */
async function linkedRooms(
	{ joining, memory, last, joined, anew }: LinkedAround,
	about: ReadonlySet<number>,
): Promise<Room[] | undefined> {
	const { level, at } = joining;
	const rooms = [...joined.after.rooms];
	for (const room of about) {
		if (anew.has(room)) continue;
		const stem = level.rooms[room];
		const linked = await memory.last(at(PACKS.linked(stem)), last.rooms[room].linked);
		if (linked === undefined) return undefined;
		const { name } = rooms[room];
		const { walkmesh: before, facts } = (await prepared(joining, stem)).value;
		const walkmesh = meshOfLinked(linked as LinkedMesh, before);
		if (walkmesh !== undefined && before !== undefined && facts !== undefined) joined.known.add(before, facts);
		rooms[room] = walkmesh === undefined ? { name } : { name, walkmesh };
	}
	return rooms;
}

function linkedHash({ before, after }: JoinedRooms, room: number): string {
	return hashBytes(encode(linkedMesh(before.rooms[room].walkmesh, after.rooms[room].walkmesh)));
}

/** Merges the facts of the last build with the new ones. @param asked the rooms that were checked */
async function merge(
	around: LinkedAround,
	asked: ReadonlySet<number>,
	checked: CheckedLevel,
	checking: FoundByRoom,
): Promise<Made | undefined> {
	const { joining, memory, last, joined, report, anew } = around;
	const { level, at } = joining;
	const rooms: RoomMemory[] = [];
	for (const [room, old] of last.rooms.entries()) {
		const linked = anew.has(room) ? await linkedPart(joining, memory, joined, report, room) : old;
		rooms.push(asked.has(room) ? { ...linked, ...checkedPart(checked, checking, room) } : old);
	}
	const seen = seeing(rooms, last);
	const { found } = last;
	if (!isLocal({ rooms: seen, found })) return undefined;
	const verdict = verdictOf(seen);
	const reach = await reachFound(around, seen, verdict, checked.tolerance);
	if (reach === undefined) return undefined;
	const all = seen.map((own, room) => {
		if (anew.has(room)) return written(own, room, joining, memory, joined, last);
		memory.leave(at(PACKS.linked(level.rooms[room])), own.linked);
		return own;
	});
	const whole = new FoundByRoom();
	const tallies = all.map(({ tally }) => tally);
	reportLinksFound(tallies, whole);
	const told = all.map((own, room) => ({ ...foundOf(own, room, verdict), ...reach.of(room) }));
	const ofAll = { ...found, ...whole.of(WHOLE_LEVEL), ...reach.of(WHOLE_LEVEL) };
	const tell = (to: Report): void => tellByStep(STEPS, [ofAll, ...told], to);
	return { rooms: all, found, joined, tell };
}

/** What is to be told of a room. */
function foundOf({ linking, checking, summary }: RoomMemory, room: number, verdict: ReachVerdict): FoundInRoom {
	const { pieces, near = [] } = summary;
	const told = verdict.rooms.has(room) ? [] : near.filter(({ other }) => !verdict.rooms.has(other));
	return {
		...linking,
		...checking,
		...(pieces !== undefined && verdict.pieces.has(room) ? { pieces } : {}),
		...(told.length === 0 ? {} : { [NEAR_SEAMS]: { findings: told.flatMap(({ found }) => found.findings), more: [] } }),
	};
}

/**
 * Finds what is to be told of ground that cannot be reached. That takes the walkmeshes of rooms whose ground is divided, and of all rooms where no link
 * leads into some.
 * @returns undefined when a walkmesh is not known
 */
async function reachFound(
	around: LinkedAround,
	rooms: readonly RoomMemory[],
	verdict: ReachVerdict,
	tolerance: number,
): Promise<FoundByRoom | undefined> {
	const found = new FoundByRoom();
	const { unreachable, divided } = verdict;
	const needed = new Set(unreachable.length > 0 ? rooms.keys() : divided.map(({ room }) => room));
	if (needed.size === 0) return found;
	const { joining, joined } = around;
	const linked = await linkedRooms(around, needed);
	if (linked === undefined) return undefined;
	const level = { ...joined.after, rooms: onlyRooms(linked, needed) };
	const facts = new LevelFacts(level, joining.surfaces, tolerance, joined.known);
	const ways = rooms.map(({ summary }) => summary.ways);
	reportReach(new GroundPieces(facts, ways), verdict, found);
	return found;
}

function verdictOf(rooms: readonly RoomMemory[]): ReachVerdict {
	return judgeReach(
		new Ways(rooms.map(({ summary }) => summary.ways)),
		rooms.map(({ summary }) => summary.told),
	);
}

/** Adds to each room the rooms seen from it. @param last the last build, whose results hold while the doorways in between are the same */
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
