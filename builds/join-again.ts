import { sharesEdges } from '../check/rooms/room-summary.ts';
import { FoundByRoom } from '../src/findings/found-by-room.ts';
import { boundsOf } from '../src/geometry/triangles.ts';
import { encode } from './encoding.ts';
import { hashBytes } from './hashes.ts';
import { checkRooms, type JoinedRooms, type Joining, joinRooms, prepared } from './join-rooms.ts';
import { type KnownLevel, knownAround, knownOf, type LinkedAround, linkedRooms } from './known-level.ts';
import { isLocal, keptLevel, type LevelMemory, memoryKey, memoryOf } from './level-memory.ts';
import { linkedMesh } from './linked-mesh.ts';
import { PACKS } from './packs.ts';
import { RoomsBeside } from './rooms-beside.ts';
import type { StepMemory } from './step.ts';

/** Largest share of rooms that is worth processing by itself; with more, the whole level is processed. */
const MOST_PART = 0.5;
/** How many times the set of rooms may grow before the whole level is processed. */
const MOST_TRIES = 4;

/**
 * Joins rooms like `joinRooms`, but only processes those near rooms that changed since the last build, if no others can have a different result.
 * Writes the linked rooms, or leaves their packs unchanged.
 */
export async function joinAgain(joining: Joining, memory: StepMemory): Promise<KnownLevel> {
	const { level, io, at } = joining;
	const key = memoryKey(level, io.version, memory.hashOf(at(PACKS.linkOptions)));
	const last = memoryOf(memory.recall(), key, level.rooms.length);
	const made = last === undefined ? undefined : await joinAround(joining, memory, last);
	const known = made ?? (await joinAll(joining, memory, last));
	const { rooms, found } = known;
	if (isLocal(known)) memory.keep(keptLevel({ key, rooms, found }, last));
	return known;
}

async function joinAll(joining: Joining, memory: StepMemory, last: LevelMemory | undefined): Promise<KnownLevel> {
	const [report, checking] = [new FoundByRoom(), new FoundByRoom()];
	const joined = await joinRooms(joining, () => true, joining.stages.slice(0, -1), report);
	const checked = await checkRooms(joining, joined, checking);
	return knownOf({ joining, memory, last, joined, report }, checked, checking);
}

/** Joins only the rooms near changed ones. @returns undefined when all rooms have to be processed */
async function joinAround(joining: Joining, memory: StepMemory, last: LevelMemory): Promise<KnownLevel | undefined> {
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
		if (changed.size === before) return checkAround({ joining, memory, last, joined, report, anew }, beside, changed);
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

/** Checks the rooms near those that changed, or whose linked result changed. */
async function checkAround(
	around: LinkedAround,
	beside: RoomsBeside,
	changed: ReadonlySet<number>,
): Promise<KnownLevel | undefined> {
	const { joining, last, joined, anew } = around;
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
		if (sharing.size === before) return knownAround(around, asked, checked, report);
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

function linkedHash({ before, after }: JoinedRooms, room: number): string {
	return hashBytes(encode(linkedMesh(before.rooms[room].walkmesh, after.rooms[room].walkmesh)));
}
