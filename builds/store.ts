import { appendFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { clearForKept, makeKeptFolder, readKept } from '../pipeline/disk/kept-files.ts';
import { type ByteList, byteList, partsOf } from './byte-list.ts';
import { decode, encode } from './encoding.ts';
import { hashBytes } from './hashes.ts';
import type { InputRecord } from './inputs.ts';
import { PackLog } from './pack-log.ts';
import { packOfPiece } from './pieces.ts';

/** The inputs and results of an action. It need not run again while they are unchanged. */
export interface ActionRecord {
	/** Hash of its arguments and of the packs that it declares. */
	readonly key: string;
	/** Further packs that it read, with their hashes. */
	readonly also: readonly (readonly [pack: string, hash: string])[];
	/** Files that it read or looked for. */
	readonly files: readonly InputRecord[];
	/** Packs that it wrote, with their hashes. */
	readonly packs: readonly (readonly [pack: string, hash: string])[];
	readonly outputs: readonly { readonly path: string; readonly hash: string; readonly bytes: number }[];
}

/** The facts about a room after a build, by which the next one explains what changed. */
export interface RoomRecord {
	readonly name: string;
	/** Hash of the source of the room. */
	readonly source: string | null;
	/** Hash of the room before it is linked. */
	readonly prepared: string | null;
	/** Names of the rooms it is linked with. */
	readonly links: readonly string[];
	/** For rooms of a layout: the files that were read. */
	readonly inputs: readonly InputRecord[];
}

/** The state that a build of a target leaves for the next one, without the larger packs. */
export interface TargetState {
	/** Records by id of the action. */
	readonly records: ReadonlyMap<string, ActionRecord>;
	/** The bytes of packs by name. */
	readonly packs: ReadonlyMap<string, Uint8Array>;
	/** For levels: the facts about rooms, by which the next build explains what changed. */
	readonly rooms: readonly RoomRecord[];
}

export const NOTHING_BUILT: TargetState = { records: new Map(), packs: new Map(), rooms: [] };

const STATE = 'state.pack';
const ROOMS = 'rooms.log';
const PIECES = 'pieces.log';
const LEVEL = 'level.pack';
/** Packs of single rooms, which go into the log as soon as they are made, and are not written again while unchanged. */
const LOGGED = /\.(?:prepared|walkmesh|linked|facts)\.pack$/;
/** Packs that are not kept: the modelled rooms of a scene, which one step makes again when any of them is needed. */
const VOLATILE = /\.room\.pack$/;

/** Size in bytes up to which such a pack is kept after all: for a room of a layout it only holds the room's entry. */
const LITTLE = 1024;

/** True for packs that are kept together. */
export function isSmall(pack: string, bytes: number): boolean {
	return !LOGGED.test(pack) && (bytes <= LITTLE || !VOLATILE.test(pack));
}

/**
 * The cache of a target, in a folder: a log to which packs of rooms are added as they are made, and a file for everything else. Missing, damaged or
 * foreign data counts as absent, and the step runs again, so the folder can be deleted at any time.
 */
export class Store {
	readonly #folder: string;
	readonly #writes: boolean;
	readonly #rooms: PackLog;
	readonly #pieces: PackLog;
	/** True when the folder exists. */
	#isReady = false;

	/** @param folder absolute path */
	constructor(folder: string, writes: boolean) {
		this.#folder = folder;
		this.#writes = writes;
		this.#rooms = new PackLog(join(folder, ROOMS));
		this.#pieces = new PackLog(join(folder, PIECES));
	}

	state(): TargetState {
		try {
			return stateFrom(readSealed(join(this.#folder, STATE))) ?? NOTHING_BUILT;
		} catch {
			return NOTHING_BUILT;
		}
	}

	/** The bytes of a pack, if it is the one with this hash. */
	get(pack: string, hash: string, { packs }: TargetState): Uint8Array | undefined {
		if (LOGGED.test(pack)) return this.#rooms.get(pack, hash);
		const bytes = packs.get(pack);
		return bytes !== undefined && hashBytes(bytes) === hash ? bytes : undefined;
	}

	/** The record of the action that wrote a pack, if the pack is in the log. */
	recordOf(pack: string | undefined): ActionRecord | undefined {
		if (pack === undefined || !LOGGED.test(pack)) return undefined;
		const kept = this.#rooms.get(recordName(pack));
		try {
			return kept === undefined ? undefined : ((decode(kept) ?? undefined) as ActionRecord | undefined);
		} catch {
			return undefined;
		}
	}

	/** Adds a pack to the log, if it is one of a room. @param record the record of its action, given with the last pack of the action */
	put(pack: string, record: ActionRecord | undefined, bytes: Uint8Array): void {
		if (!this.#writes || !LOGGED.test(pack)) return;
		if (!this.#isReady) this.#makeReady();
		this.#rooms.add(pack, bytes);
		if (record !== undefined) this.#rooms.add(recordName(pack), encode(record));
	}

	/** A piece: what a step over the whole level made of one room. */
	piece(name: string): Uint8Array | undefined {
		return this.#pieces.get(name);
	}

	/** Keeps a piece. Its name includes that of the room's pack (`packOfPiece`). */
	putPiece(name: string, bytes: Uint8Array): void {
		if (!this.#writes) return;
		if (!this.#isReady) this.#makeReady();
		this.#pieces.add(name, bytes);
	}

	/** The stored results of the joining step; undefined if missing or damaged. */
	level(): unknown {
		return readSealed(join(this.#folder, LEVEL));
	}

	putLevel(value: unknown): void {
		if (!this.#writes) return;
		if (!this.#isReady) this.#makeReady();
		this.#write(LEVEL, value);
	}

	/** Writes added packs to disk. */
	flush(): void {
		this.#rooms.flush();
		this.#pieces.flush();
	}

	/** Writes the state, and removes data that no longer belongs to any action. */
	save(state: TargetState): void {
		if (!this.#writes) return;
		if (!this.#isReady) this.#makeReady();
		this.#write(STATE, keptState(state));
		const wanted = new Set([...state.records.values()].flatMap((record) => record.packs.map(([pack]) => pack)));
		this.#rooms.tidy((name) => wanted.has(name) || wanted.has(packOfPiece(name)));
		this.#pieces.tidy((name) => wanted.has(packOfPiece(name)));
		for (const name of readdirSync(this.#folder)) {
			if (![STATE, ROOMS, PIECES, LEVEL].includes(name))
				rmSync(join(this.#folder, name), { recursive: true, force: true });
		}
	}

	#makeReady(): void {
		this.#isReady = true;
		makeKeptFolder(this.#folder);
		for (const name of [ROOMS, PIECES]) clearForKept(join(this.#folder, name));
	}

	#write(name: string, value: unknown): void {
		const path = join(this.#folder, name);
		const temporary = `${path}.tmp`;
		for (const each of [path, temporary]) clearForKept(each);
		// The lock of the build is held, so no other process writes here.
		const bytes = encode(value);
		writeFileSync(temporary, bytes);
		appendFileSync(temporary, sealOf(bytes));
		renameSync(temporary, path);
	}
}

/**
 * A state as it is stored: few long texts and flat arrays, which are read and written many times faster than thousands of small values.
 */
interface KeptState {
	/** JSON of the entries. */
	readonly records: string;
	/** JSON of the names, and their bytes. */
	readonly names: string;
	readonly packs: ByteList;
	/** JSON. */
	readonly rooms: string;
}

function keptState({ records, packs, rooms }: TargetState): KeptState {
	return {
		records: JSON.stringify([...records]),
		names: JSON.stringify([...packs.keys()]),
		packs: byteList([...packs.values()]),
		rooms: JSON.stringify(rooms),
	};
}

/** The state of a stored value, which may be anything; undefined where it is none. @throws Error for texts that say something else */
function stateFrom(value: unknown): TargetState | undefined {
	const kept = (value ?? {}) as Partial<KeptState>;
	const parts = partsOf(kept.packs);
	if (parts === undefined) return undefined;
	const [records, rooms, names] = [kept.records, kept.rooms, kept.names].map((text): unknown[] => {
		const list: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
		return Array.isArray(list) ? list : [];
	});
	const packs = new Map(names.slice(0, parts.length).map((name, i) => [String(name), parts[i]]));
	return { records: new Map(records as [string, ActionRecord][]), packs, rooms: rooms as RoomRecord[] };
}

/** The name in the log of the record of the action that wrote a pack. */
function recordName(pack: string): string {
	return `${pack} record`;
}

/** Removes the caches of targets that no longer exist. */
export function pruneStores(folder: string, wanted: ReadonlySet<string>): void {
	let names: string[];
	try {
		names = readdirSync(folder);
	} catch {
		return;
	}
	for (const name of names) if (!wanted.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The name of the cache folder of a target. */
export function storeName(manifest: string, target: string): string {
	return `${basename(manifest, '.json')}-${encodeURIComponent(target)}`;
}

/** Size of a checksum: a CRC-32, little-endian, as in `PackLog`. */
const SEAL = 4;

/** Bytes with a checksum of them at the end. */
export function sealed(bytes: Uint8Array): Buffer {
	return Buffer.concat([bytes, sealOf(bytes)]);
}

/** The bytes before the checksum; undefined where they are not what it says. */
export function unsealed(file: Uint8Array): Uint8Array | undefined {
	const bytes = file.subarray(0, Math.max(0, file.length - SEAL));
	return sealOf(bytes).equals(file.subarray(bytes.length)) ? bytes : undefined;
}

function sealOf(bytes: Uint8Array): Buffer {
	const seal = Buffer.alloc(SEAL);
	seal.writeUInt32LE(crc32(bytes));
	return seal;
}

function readSealed(path: string): unknown {
	try {
		const bytes = unsealed(readKept(path));
		return bytes === undefined ? undefined : decode(bytes);
	} catch {
		return undefined;
	}
}
