import { MOST_PAIRS } from '../src/check/overlaps.ts';
import type { RoomSummary } from '../src/check/room-summary.ts';
import type { ReachVerdict } from '../src/check/ways.ts';
import type { FoundInRoom } from '../src/findings/found-by-room.ts';
import type { LinkTally } from '../src/level/link.ts';
import { mostLooks } from '../src/level/seams.ts';
import type { Bounds } from '../src/mesh/triangles.ts';
import { decode, encode, hashValue } from './encoding.ts';
import type { LevelPack } from './packs.ts';

/**
 * What the step that joins rooms keeps of each of them, so that the next time it looks only at those that lie about what changed. What becomes of a room
 * depends on the rooms beside it and on those beside these, and nothing else that is not in here: `isLocal` says of a level whether that is so.
 */
export interface LevelMemory {
	/** Of all that is not of one room. */
	readonly key: string;
	/** In the order of the layout. */
	readonly rooms: readonly RoomMemory[];
	/** What was found of the level as a whole, and is found whatever its rooms are like. */
	readonly found: FoundInRoom;
}

export interface RoomMemory extends LinkedPart, CheckedPart {}

/** What becomes of a room by those beside it. */
export interface LinkedPart {
	/** Hash of the prepared room. */
	readonly prepared: string;
	/** The box around the prepared room; undefined for one without a walkmesh. */
	readonly bounds?: Bounds;
	readonly hasWalkmesh: boolean;
	/** What preparing it found, `Captured` as `encode` has it: most of it is handed on as it is. */
	readonly captured: Uint8Array;
	/** The markers that lie at an edge of it. */
	readonly matched: readonly number[];
	/** Hash of the linked room. */
	readonly linked: string;
	/** What conforming and linking found there. */
	readonly linking: FoundInRoom;
	readonly tally: LinkTally;
	/** More than the rooms beside it decides what becomes of it. */
	readonly isEntangled: boolean;
}

/** What is found of a room by what became of those beside it, and of those beside these where they share an edge with it. */
export interface CheckedPart {
	/** What checking found there. */
	readonly checking: FoundInRoom;
	readonly summary: RoomSummary;
	/** Rooms that are seen from it through doorways. */
	readonly seen: readonly number[];
}

/** The key of a level: what is kept of another one is of no use. */
export function memoryKey({ layout, rooms }: LevelPack, version: string, options: string): string {
	// Where a room stands is in its walkmesh.
	const names = layout.rooms.map(({ model }) => model);
	return hashValue([version, options, rooms, names, { ...layout, rooms: null, objects: null }]);
}

/** What is kept: rooms as `encode` has them, one after the other, so that all but those that became different are handed on as they are. */
interface KeptLevel extends Omit<LevelMemory, 'rooms'> {
	readonly rooms: Uint8Array;
	/** Where each room ends. */
	readonly ends: Uint32Array;
}

/** A level that was kept, and its rooms as they were. */
export interface LastLevel extends LevelMemory {
	readonly bytesOf: ReadonlyMap<RoomMemory, Uint8Array>;
}

/** What a value is that was kept; undefined where it is of another level. */
export function memoryOf(value: unknown, key: string, count: number): LastLevel | undefined {
	const kept = value as Partial<KeptLevel> | undefined;
	if (kept?.key !== key || kept.found === undefined) return undefined;
	if (!(kept.rooms instanceof Uint8Array && kept.ends instanceof Uint32Array && kept.ends.length === count))
		return undefined;
	const bytesOf = new Map<RoomMemory, Uint8Array>();
	for (let room = 0; room < count; room++) {
		const bytes = kept.rooms.subarray(room === 0 ? 0 : kept.ends[room - 1], kept.ends[room]);
		bytesOf.set(decode(bytes) as RoomMemory, bytes);
	}
	return { key, rooms: [...bytesOf.keys()], found: kept.found, bytesOf };
}

/** What to keep of a level. @param last whose rooms are in it where they are the same objects */
export function keptLevel({ key, rooms, found }: LevelMemory, last: LastLevel | undefined): unknown {
	const parts = rooms.map((room) => last?.bytesOf.get(room) ?? encode(room));
	let size = 0;
	const ends = Uint32Array.from(parts, (part) => {
		size += part.length;
		return size;
	});
	return { key, found, rooms: Buffer.concat(parts, size), ends } satisfies KeptLevel;
}

/** Steps that tell something of every level. */
const ALWAYS: readonly string[] = ['links found', 'layout'];
/** As many edges may be looked at, as a part of what is allowed: where some are left out, those elsewhere decide which. */
const LOOKS_PART = 0.9;

/**
 * True for a level in which what is found at a room depends on those about it alone: nothing is wrong with links as a whole, all ground is reached, and
 * no limit is met.
 */
export function isLocal({ rooms, found }: Omit<LevelMemory, 'key'>, { unreachable, divided }: ReachVerdict): boolean {
	if (unreachable.length + divided.length > 0) return false;
	if (Object.keys(found).some((step) => !ALWAYS.includes(step))) return false;
	const grounds = new Set<string>();
	const total = { overlaps: 0, edges: 0, looked: 0, ground: 0 };
	for (const { bounds, tally, summary } of rooms) {
		if (summary.isOdd || tally.kept + tally.cleared > 0 || bounds?.every(Number.isFinite) === false) return false;
		total.overlaps += summary.overlaps;
		total.edges += summary.edges;
		total.looked += summary.looked;
		if (summary.ground === undefined) continue;
		grounds.add(summary.ground);
		total.ground++;
	}
	const isFew = total.overlaps < MOST_PAIRS && total.looked < mostLooks(total.edges) * LOOKS_PART;
	return isFew && grounds.size === total.ground;
}
