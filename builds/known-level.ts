import { LevelFacts } from '../check/facts/level-facts.ts';
import { GroundPieces, reportReach } from '../check/facts/reach.ts';
import { judgeReach, type ReachVerdict, Ways } from '../check/facts/ways.ts';
import { CHECK_STEPS } from '../check/level.ts';
import { type CheckedLevel, summaryOf } from '../check/rooms/room-summary.ts';
import { checkThings } from '../check/things/things.ts';
import { FoundByRoom, type FoundInRoom, tellByStep } from '../src/findings/found-by-room.ts';
import { type Report, WHOLE_LEVEL } from '../src/findings/report.ts';
import type { Room } from '../src/model/level.ts';
import { CONFORM_STEPS } from '../src/seams/conform.ts';
import { seenFrom } from '../src/seams/doorways.ts';
import { LINK_STEPS, reportLinksFound } from '../src/seams/link.ts';
import { encode, hashValue } from './encoding.ts';
import { boundsIn, type JoinedRooms, type Joining, onlyRooms, prepared } from './join-rooms.ts';
import { type CheckedPart, isLocal, type LevelMemory, type LinkedPart, type RoomMemory } from './level-memory.ts';
import { calledAs, linkedMesh, meshOfLinked } from './linked-mesh.ts';
import { type LinkedMesh, PACKS } from './packs.ts';
import type { StepMemory } from './step.ts';

/** The rooms of a level, all of them known. */
export interface KnownLevel {
	readonly rooms: readonly RoomMemory[];
	/** The rooms that were processed, and the objects. */
	readonly joined: JoinedRooms;
	/** Findings about the level as a whole, without those of `levelFound`. */
	readonly found: FoundInRoom;
	/** Reports the findings of joining. */
	tell(report: Report): void;
}

/** The result of linking rooms. */
interface Linked {
	readonly joining: Joining;
	readonly memory: StepMemory;
	readonly last: LevelMemory | undefined;
	readonly joined: JoinedRooms;
	readonly report: FoundByRoom;
}

/** The result of linking some rooms. */
export interface LinkedAround extends Linked {
	readonly last: LevelMemory;
	/** The rooms whose result is complete, because all their neighbours were present. */
	readonly anew: ReadonlySet<number>;
}

const NEAR_SEAMS = 'near seams';
const STEPS = [...CONFORM_STEPS, ...LINK_STEPS, ...CHECK_STEPS];

/** What is known of a level once all of its rooms are linked and checked. @param checking what checking found */
export async function knownOf(linked: Linked, checked: CheckedLevel, checking: FoundByRoom): Promise<KnownLevel> {
	const { joining, joined, report: linking } = linked;
	const rooms: RoomMemory[] = [];
	for (const room of joining.level.rooms.keys()) {
		const own = await linkedPart(linked, room);
		rooms.push({ ...own, ...checkedPart(checked, checking, room) });
	}
	const known = seeing(rooms, undefined).map((own, room) => written(linked, own, room));
	const whole = { ...linking.of(WHOLE_LEVEL), ...checking.of(WHOLE_LEVEL) };
	const { reach: _, things: __, ...found } = whole;
	const told = known.map(({ linking }, room) => ({ ...linking, ...checking.of(room) }));
	const tell = (to: Report): void => tellByStep(STEPS, [whole, ...told], to);
	return { rooms: known, found, joined, tell };
}

/** The facts to keep about a linked room, before its pack is written. */
async function linkedPart({ joining, memory, joined, report }: Linked, room: number): Promise<LinkedPart> {
	const { before, after, tallies, entangled } = joined;
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
function written({ joining, memory, joined, last }: Linked, own: RoomMemory, room: number): RoomMemory {
	const { level, at } = joining;
	const value = linkedMesh(joined.before.rooms[room].walkmesh, joined.after.rooms[room].walkmesh);
	return { ...own, linked: memory.update(at(PACKS.linked(level.rooms[room])), value, last?.rooms[room].linked) };
}

/** The linked level with some of its rooms; undefined when one of them is not known. */
export async function linkedRooms(
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

/** What is known of a level once some of its rooms are linked and checked, and the last build knew the others. @param asked the rooms that were checked */
export async function knownAround(
	around: LinkedAround,
	asked: ReadonlySet<number>,
	checked: CheckedLevel,
	checking: FoundByRoom,
): Promise<KnownLevel | undefined> {
	const { joining, memory, last, joined, anew } = around;
	const { level, at } = joining;
	const rooms: RoomMemory[] = [];
	for (const [room, old] of last.rooms.entries()) {
		const linked = anew.has(room) ? await linkedPart(around, room) : old;
		rooms.push(asked.has(room) ? { ...linked, ...checkedPart(checked, checking, room) } : old);
	}
	const seen = seeing(rooms, last);
	const { found } = last;
	if (!isLocal({ rooms: seen, found })) return undefined;
	const verdict = verdictOf(seen);
	const ofLevel = await levelFound(around, seen, verdict, checked.tolerance);
	if (ofLevel === undefined) return undefined;
	const all = seen.map((own, room) => {
		if (anew.has(room)) return written(around, own, room);
		memory.leave(at(PACKS.linked(level.rooms[room])), own.linked);
		return own;
	});
	const whole = new FoundByRoom();
	const tallies = all.map(({ tally }) => tally);
	reportLinksFound(tallies, whole);
	const told = all.map((own, room) => ({ ...foundOf(own, room, verdict), ...ofLevel.of(room) }));
	const ofAll = { ...found, ...whole.of(WHOLE_LEVEL), ...ofLevel.of(WHOLE_LEVEL) };
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
 * Finds what is to be told of ground that cannot be reached, and of doors and placeables. That takes the walkmeshes of rooms whose ground is divided, and
 * of all rooms where no link leads into some, or where things stand in the level.
 * @returns undefined when a walkmesh is not known
 */
async function levelFound(
	around: LinkedAround,
	rooms: readonly RoomMemory[],
	verdict: ReachVerdict,
	tolerance: number,
): Promise<FoundByRoom | undefined> {
	const found = new FoundByRoom();
	const { joining, joined } = around;
	const isWhole = verdict.unreachable.length > 0 || (joined.after.layout.objects ?? []).length > 0;
	const needed = new Set(isWhole ? rooms.keys() : verdict.divided.map(({ room }) => room));
	if (needed.size === 0) return found;
	const linked = await linkedRooms(around, needed);
	if (linked === undefined) return undefined;
	const level = { ...joined.after, rooms: onlyRooms(linked, needed) };
	const facts = new LevelFacts(level, joining.surfaces, tolerance, joined.known);
	const ways = rooms.map(({ summary }) => summary.ways);
	const ground = new GroundPieces(facts, ways);
	reportReach(ground, verdict, found);
	if (isWhole) checkThings(level, joining.surfaces, found.part('things', WHOLE_LEVEL), () => ground);
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
