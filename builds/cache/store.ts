import { appendFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { clearForKept, makeKeptFolder, readKept } from '../../pipeline/disk/kept-files.ts';

/** Bytes of a SHA-256. */
const KEY = 32;
/** Bytes before those of an entry: its key, their length as a 32-bit integer, little-endian, and a CRC-32 of all of it. */
const HEAD = KEY + 8;
/** Entries begin at multiples of this, so that arrays in them need not be copied. */
const GRAIN = 8;
/** So many bytes are written at a time. */
const AT_ONCE = 128 << 10;

/** The range of an entry in the file, without the bytes that fill it up. */
interface Entry {
	readonly from: number;
	readonly end: number;
}

/**
 * The cache of a target: results by the hash of what they were made from, or of themselves. It is one file that entries are added to as they are made,
 * since a file for each of thousands of small results would take longer to open than the result to make. The last entry of a key counts.
 *
 * The file can be deleted at any time. What is damaged counts as missing; a build that is killed leaves all entries but the last.
 */
export class Store {
	readonly #path: string;
	readonly #writes: boolean;
	readonly #entries = new Map<string, Entry>();
	/** What is wanted of this build. */
	readonly #used = new Set<string>();
	/** The file as it was at first. */
	readonly #file: Buffer = Buffer.alloc(0);
	/** Offset of the end of the last whole entry, and the size of the file. */
	#end = 0;
	#size = 0;
	/** Entries that are not written yet. */
	#waiting: Uint8Array[] = [];
	#waitingBytes = 0;

	/** @param path absolute @param writes false where nothing may be written */
	constructor(path: string, writes: boolean) {
		this.#path = path;
		this.#writes = writes;
		try {
			this.#file = readKept(path);
		} catch {
			return;
		}
		const file = this.#file;
		this.#size = file.length;
		while (this.#end + HEAD <= file.length) {
			const from = this.#end;
			const end = from + HEAD + file.readUInt32LE(from + KEY);
			if (aligned(end) > file.length) break;
			this.#entries.set(file.toString('hex', from, from + KEY), { from, end });
			this.#end = aligned(end);
		}
	}

	/** The bytes that earlier builds have kept under a key. They are kept on. */
	get(key: string): Buffer | undefined {
		const entry = this.#entries.get(key);
		if (entry === undefined || entry.end > this.#file.length) return undefined;
		const { from, end } = entry;
		const bytes = this.#file.subarray(from + HEAD, end);
		const head = this.#file.subarray(from, from + KEY + 4);
		if (crc32(bytes, crc32(head)) !== this.#file.readUInt32LE(from + KEY + 4)) return undefined;
		this.#used.add(key);
		return bytes;
	}

	/** Keeps bytes under a key. They must not change until they are written. */
	put(key: string, bytes: Uint8Array): void {
		if (!this.#writes || this.get(key)?.equals(bytes) === true) return;
		this.#used.add(key);
		const head = Buffer.alloc(HEAD);
		head.write(key, 'hex');
		head.writeUInt32LE(bytes.length, KEY);
		head.writeUInt32LE(crc32(bytes, crc32(head.subarray(0, KEY + 4))), KEY + 4);
		const from = this.#end + this.#waitingBytes;
		const end = from + HEAD + bytes.length;
		this.#entries.set(key, { from, end });
		this.#waiting.push(head, bytes, new Uint8Array(aligned(end) - end));
		this.#waitingBytes = aligned(end) - this.#end;
		if (this.#waitingBytes >= AT_ONCE) this.flush();
	}

	/** Has entries kept on that are not read. */
	use(keys: Iterable<string>): void {
		for (const key of keys) this.#used.add(key);
	}

	/** Writes what was put. */
	flush(): void {
		if (this.#waiting.length === 0) return;
		if (this.#end === 0) makeKeptFolder(dirname(this.#path));
		if (this.#end === 0) clearForKept(this.#path);
		// An entry that a killed build left incomplete would make everything after it unreadable.
		if (this.#size > this.#end) truncateSync(this.#path, this.#end);
		appendFileSync(this.#path, Buffer.concat(this.#waiting));
		this.#end += this.#waitingBytes;
		this.#size = this.#end;
		this.#waiting = [];
		this.#waitingBytes = 0;
	}

	/** Writes what was put, and the file anew where less than half of it was used in this build. */
	save(): void {
		this.flush();
		if (!this.#writes) return;
		const wanted = [...this.#entries].flatMap(([key, entry]) => (this.#used.has(key) ? entry : []));
		if (wanted.reduce((sum, { from, end }) => sum + aligned(end) - from, 0) * 2 >= this.#size) return;
		const file = readKept(this.#path);
		const temporary = `${this.#path}.tmp`;
		clearForKept(temporary);
		writeFileSync(temporary, Buffer.concat(wanted.map(({ from, end }) => file.subarray(from, aligned(end)))));
		renameSync(temporary, this.#path);
	}
}

function aligned(offset: number): number {
	return Math.ceil(offset / GRAIN) * GRAIN;
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

/** The name of the cache of a target. */
export function storeName(manifest: string, target: string): string {
	return `${basename(manifest, '.json')}-${encodeURIComponent(target)}`;
}

/** Size of a checksum: a CRC-32, little-endian. */
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
