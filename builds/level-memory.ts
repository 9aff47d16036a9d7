import { MOST_PAIRS } from '../check/rooms/overlaps.ts';
import type { RoomSummary } from '../check/rooms/room-summary.ts';
import type { FoundInRoom } from '../src/findings/found-by-room.ts';
import type { Bounds } from '../src/geometry/triangles.ts';
import type { LinkTally } from '../src/seams/link.ts';
import { mostLooks } from '../src/seams/seam-search.ts';
import { type ByteList, byteList, partsOf } from './byte-list.ts';
import { decode, encode, hashValue } from './encoding.ts';
import type { LevelPack } from './packs.ts';

/**
 * The results for each room that the joining step keeps, so that the next build only processes rooms near changed ones. This requires that the result of
 * a room depends on nothing but its neighbours and their neighbours; `isLocal` decides whether that holds for a level.
 */
export interface LevelMemory {
	/** Hash of everything that is not about a single room. */
	readonly key: string;
	/** The rooms in the order of the layout. */
	readonly rooms: readonly RoomMemory[];
	/** Findings about the level as a whole, which do not depend on its rooms. */
	readonly found: FoundInRoom;
}

export interface RoomMemory extends LinkedPart, CheckedPart {}

/** The result of linking a room, which depends on its neighbours. */
export interface LinkedPart {
	/** Hash of the prepared room. */
	readonly prepared: string;
	/** The box around the prepared room; undefined for one without a walkmesh. */
	readonly bounds?: Bounds;
	readonly hasWalkmesh: boolean;
	/** The name of its walkmesh, as `JoinedRoom` has it. */
	readonly called?: string;
	/** Findings of preparing it: `Captured`, encoded, since most of them are only passed on. */
	readonly captured: Uint8Array;
	/** Indices of the markers at an edge of it. */
	readonly matched: readonly number[];
	/** Hash of the linked room. */
	readonly linked: string;
	/** Findings of conforming and linking it. */
	readonly linking: FoundInRoom;
	readonly tally: LinkTally;
	/** True when its result depends on more than its neighbours. */
	readonly isEntangled: boolean;
}

/** The result of checking a room, which depends on its neighbours, and on their neighbours where these share an edge with it. */
export interface CheckedPart {
	/** Findings of checking it. */
	readonly checking: FoundInRoom;
	readonly summary: RoomSummary;
	/** Rooms that are seen from it through doorways. */
	readonly seen: readonly number[];
}

/** The key of a level: results that were kept under another key are not used. */
export function memoryKey({ layout, rooms }: LevelPack, version: string, options: string): string {
	// Only the names of rooms: their positions are included in the walkmeshes.
	const names = layout.rooms.map(({ model }) => model);
	return hashValue([version, options, rooms, names, { ...layout, rooms: null, objects: null }]);
}

/** The stored form: encoded rooms, so that the bytes of unchanged rooms are copied as they are. */
interface KeptLevel extends Omit<LevelMemory, 'rooms'> {
	readonly rooms: ByteList;
}

/** The stored results of a level, with the encoded rooms. */
export interface LastLevel extends LevelMemory {
	readonly bytesOf: ReadonlyMap<RoomMemory, Uint8Array>;
}

/** Decodes a stored value; undefined if it belongs to another level. */
export function memoryOf(value: unknown, key: string, count: number): LastLevel | undefined {
	const kept = value as Partial<KeptLevel> | undefined;
	if (kept?.key !== key || kept.found === undefined) return undefined;
	const parts = partsOf(kept.rooms);
	if (parts?.length !== count) return undefined;
	const bytesOf = new Map(parts.map((bytes) => [decode(bytes) as RoomMemory, bytes]));
	return { key, rooms: [...bytesOf.keys()], found: kept.found, bytesOf };
}

/** The value to store for a level. @param last the results of the last build, whose encoded rooms are reused for identical objects */
export function keptLevel({ key, rooms, found }: LevelMemory, last: LastLevel | undefined): unknown {
	const parts = rooms.map((room) => last?.bytesOf.get(room) ?? encode(room));
	return { key, found, rooms: byteList(parts) } satisfies KeptLevel;
}

/** Codes of notes that occur for every level. */
const ALWAYS: readonly string[] = ['links found', 'layout'];
/** Share of the limit of examined edges that a level may reach. At the limit edges are left out, and which ones depends on other rooms. */
const LOOKS_PART = 0.9;

/**
 * True for a level in which the findings for a room depend on nearby rooms only, other than those about ground that cannot be reached: there are no
 * faults of links as a whole, and no limit is reached.
 */
export function isLocal({ rooms, found }: Omit<LevelMemory, 'key'>): boolean {
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
