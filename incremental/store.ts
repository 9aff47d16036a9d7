import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decode, encode } from './encoding.ts';
import { hashBytes } from './hashes.ts';
import type { InputRecord } from './inputs.ts';
import { PackLog } from './pack-log.ts';
import { packOfPiece } from './pieces.ts';

/** What an action came to, and from what: it need not run again as long as all of this is so. */
export interface ActionRecord {
	/** Hash of its arguments and of the packs that it declares. */
	readonly key: string;
	/** Packs that it turned out to need besides, with their hashes. */
	readonly also: readonly (readonly [pack: string, hash: string])[];
	/** Files that it read or asked for. */
	readonly files: readonly InputRecord[];
	/** Packs that it wrote, with their hashes. */
	readonly packs: readonly (readonly [pack: string, hash: string])[];
	readonly outputs: readonly { readonly path: string; readonly hash: string; readonly bytes: number }[];
}

/** What is known of a room after a build. */
export interface RoomRecord {
	readonly name: string;
	/** Hash of what the room is made of. */
	readonly source: string | null;
	/** Hash of the room before it is linked. */
	readonly prepared: string | null;
	/** Names of the rooms it is linked with. */
	readonly links: readonly string[];
	/** For rooms of a layout: what was read. */
	readonly inputs: readonly InputRecord[];
}

/** What a build of a target leaves for the next one, apart from the larger packs. */
export interface TargetState {
	/** By id of the action. */
	readonly records: ReadonlyMap<string, ActionRecord>;
	/** The bytes of packs by name. */
	readonly packs: ReadonlyMap<string, Uint8Array>;
	/** Of levels: what the reasons for the next build are told by. */
	readonly rooms: readonly RoomRecord[];
}

export const NOTHING_BUILT: TargetState = { records: new Map(), packs: new Map(), rooms: [] };

const STATE = 'state.pack';
const ROOMS = 'rooms.log';
const PIECES = 'pieces.log';
const LEVEL = 'level.pack';
/** Packs of a room each: kept as soon as they are made, and not written again where they stay as they are. */
const LOGGED = /\.(?:prepared|walkmesh|linked|facts)\.pack$/;
/** Made again in one go when any is needed: the rooms of a scene as they were modelled. */
const VOLATILE = /\.room\.pack$/;

/** Of the rooms of a layout there is no more in it than where they stand. */
const LITTLE = 1024;

/** True for packs that are kept together. */
export function isSmall(pack: string, bytes: number): boolean {
	return !LOGGED.test(pack) && (bytes <= LITTLE || !VOLATILE.test(pack));
}

/**
 * What builds of a target keep between its steps, in a folder: a file that prepared rooms are added to as they are made, and one for everything else.
 * What is missing, torn, damaged, another's or of another shape is none, and the step is run again; so the folder can be deleted at any time.
 */
export class Store {
	readonly #folder: string;
	readonly #writes: boolean;
	readonly #rooms: PackLog;
	readonly #pieces: PackLog;
	/** True when there is a folder to write into. */
	#isReady = false;

	/** @param folder absolute path */
	constructor(folder: string, writes: boolean) {
		this.#folder = folder;
		this.#writes = writes;
		this.#rooms = new PackLog(join(folder, ROOMS));
		this.#pieces = new PackLog(join(folder, PIECES));
	}

	state(): TargetState {
		const { records, packs, rooms } = (readSealed(join(this.#folder, STATE)) ?? {}) as Partial<TargetState>;
		if (!(records instanceof Map && packs instanceof Map && Array.isArray(rooms))) return NOTHING_BUILT;
		return { records, packs, rooms };
	}

	/** The bytes of a pack, if it is the one with this hash. */
	get(pack: string, hash: string, { packs }: TargetState): Uint8Array | undefined {
		if (LOGGED.test(pack)) return this.#rooms.get(pack, hash);
		const bytes = packs.get(pack);
		return bytes !== undefined && hashBytes(bytes) === hash ? bytes : undefined;
	}

	/** What the action that wrote a pack came to, where the pack is kept as soon as it is made. */
	recordOf(pack: string | undefined): ActionRecord | undefined {
		if (pack === undefined || !LOGGED.test(pack)) return undefined;
		const kept = this.#rooms.get(recordName(pack));
		try {
			return kept === undefined ? undefined : ((decode(kept) ?? undefined) as ActionRecord | undefined);
		} catch {
			return undefined;
		}
	}

	/** Keeps a pack that is worth it before everything else is made. @param record of its action, where it is the last that this one writes */
	put(pack: string, record: ActionRecord | undefined, bytes: Uint8Array, hash: string): void {
		if (!this.#writes || !LOGGED.test(pack)) return;
		if (!this.#isReady) this.#makeReady();
		this.#rooms.add(pack, bytes, hash);
		if (record !== undefined) this.#rooms.add(recordName(pack), encode(record));
	}

	/** What a step over the whole level made of one room. */
	piece(name: string): Uint8Array | undefined {
		return this.#pieces.get(name);
	}

	/** Keeps such a piece, whose name tells of which pack it is (`packOfPiece`). */
	putPiece(name: string, bytes: Uint8Array): void {
		if (!this.#writes) return;
		if (!this.#isReady) this.#makeReady();
		this.#pieces.add(name, bytes);
	}

	/** What was kept of a joined level; undefined where there is none, or it is damaged. */
	level(): unknown {
		return readSealed(join(this.#folder, LEVEL));
	}

	putLevel(value: unknown): void {
		if (!this.#writes) return;
		if (!this.#isReady) this.#makeReady();
		this.#write(LEVEL, value);
	}

	/** Brings to the disk what was put. */
	flush(): void {
		this.#rooms.flush();
		this.#pieces.flush();
	}

	/** Keeps everything else, and removes what belongs to no action any more. */
	save(state: TargetState): void {
		if (!this.#writes) return;
		if (!this.#isReady) this.#makeReady();
		this.#write(STATE, state);
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
		mkdirSync(this.#folder, { recursive: true });
		for (const name of [ROOMS, PIECES]) removeFolderAt(join(this.#folder, name));
	}

	#write(name: string, value: unknown): void {
		const path = join(this.#folder, name);
		const temporary = `${path}.tmp`;
		for (const each of [path, temporary]) removeFolderAt(each);
		// The lock of the build is held: nobody else writes here.
		writeFileSync(temporary, sealed(encode(value)));
		renameSync(temporary, path);
	}
}

/** Under this name the log has what the action that wrote a pack came to. */
function recordName(pack: string): string {
	return `${pack} record`;
}

/** Removes a folder that lies within `.wokflow` where a file belongs: it is nothing of ours, and nothing could be renamed to there. */
export function removeFolderAt(path: string): void {
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true });
}

/** Removes what was kept of targets that there are not any more. */
export function pruneStores(folder: string, wanted: ReadonlySet<string>): void {
	let names: string[];
	try {
		names = readdirSync(folder);
	} catch {
		return;
	}
	for (const name of names) if (!wanted.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The name of the folder for what is kept of a target. */
export function storeName(manifest: string, target: string): string {
	return `${basename(manifest, '.json')}-${encodeURIComponent(target)}`;
}

const SEAL = 32;

/** Bytes with a checksum of them at the end. */
export function sealed(bytes: Uint8Array): Buffer {
	return Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]);
}

/** The bytes before the checksum; undefined where they are not what it says. */
export function unsealed(file: Uint8Array): Uint8Array | undefined {
	const bytes = file.subarray(0, Math.max(0, file.length - SEAL));
	const seal = createHash('sha256').update(bytes).digest();
	return seal.equals(file.subarray(bytes.length)) ? bytes : undefined;
}

function readSealed(path: string): unknown {
	try {
		const bytes = unsealed(readFileSync(path));
		return bytes === undefined ? undefined : decode(bytes);
	} catch {
		return undefined;
	}
}
