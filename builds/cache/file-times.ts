import { type BigIntStats, closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { sha256 } from '../../pipeline/disk/digest.ts';
import { readKept } from '../../pipeline/disk/kept-files.ts';
import { hashBytes } from './hashes.ts';

/** A file, its size, times and identity when its hash was noted, and the hash. */
type FileTime = readonly [path: string, ...status: Status, hash: string];
type Status = readonly [size: string, modified: string, changed: string, file: string];

/** A moment of the system's clock, nanoseconds. */
export function clockNow(): bigint {
	return BigInt(Date.now()) * 1_000_000n;
}

/**
 * Known hashes of files, by status: size, modification and change time in nanoseconds, and inode. They save reading a file again. A file that changed
 * a moment ago is not noted, because a further change might not change its times.
 */
export class FileTimes {
	readonly #known = new Map<string, FileTime>();
	readonly #noted = new Map<string, FileTime>();

	/** @param path the file that earlier builds have saved; other content is ignored */
	constructor(path?: string) {
		if (path === undefined) return;
		try {
			// Anything may be there. It is looked at when a file is compared with it.
			for (const time of JSON.parse(String(readKept(path))) as FileTime[]) this.#known.set(time[0], time);
		} catch {
			// Every file is read.
		}
	}

	/** @param path absolute */
	hashOf(path: string, stats: BigIntStats): string | undefined {
		const time = this.#known.get(path);
		if (time === undefined || !isTimeOf(stats, time)) return undefined;
		this.#noted.set(path, time);
		return time[HASH];
	}

	/** Notes the hash of a file. @param before a change after this moment would have changed the times of the file; by default now */
	note(path: string, stats: BigIntStats, hash: string, before: bigint = clockNow()): void {
		if (isSettled(stats, before)) this.#set(path, stats, hash);
	}

	/**
	 * Notes the hash of a file that was read after the moment `since`. If the file has not changed since before that moment, it still has the content that
	 * was read.
	 */
	noteRead(path: string, hash: string, since: bigint): void {
		if (this.#noted.get(path)?.[HASH] === hash) return;
		const stats = statsOf(path);
		if (stats?.isFile() === true) this.note(path, stats, hash, since);
	}

	/**
	 * Notes the hash of a file that was written, if it is still the staged file, and was finished long enough before it was renamed that any change since
	 * then has another time.
	 */
	noteWritten(path: string, hash: string, staged: BigIntStats): void {
		const stats = statsOf(path);
		if (stats === undefined || stats.ino !== staged.ino || stats.dev !== staged.dev) return;
		if (stats.size !== staged.size || stats.mtimeNs !== staged.mtimeNs) return;
		// A change after the renaming, even one of this moment, would give it a later time than it was finished at.
		if (isSettled({ mtimeNs: staged.mtimeNs, ctimeNs: staged.mtimeNs }, stats.ctimeNs)) this.#set(path, stats, hash);
	}

	#set(path: string, stats: BigIntStats, hash: string): void {
		this.#noted.set(path, [path, ...statusOf(stats), hash]);
	}

	/** The text to save for the next build, with the files that this one used. Undefined when it is the same as before. */
	text(): string | undefined {
		const isSame =
			this.#noted.size === this.#known.size && [...this.#noted].every(([path, time]) => this.#known.get(path) === time);
		return isSame ? undefined : `${JSON.stringify([...this.#noted.values()])}\n`;
	}
}

/** The status of a file; undefined when there is none, as for an entry of an archive. */
function statsOf(path: string): BigIntStats | undefined {
	try {
		return statSync(path, { bigint: true });
	} catch {
		return undefined;
	}
}

/** True when the last change of a file is so long before a moment that any later change has another time. */
function isSettled({ mtimeNs, ctimeNs }: Pick<BigIntStats, 'mtimeNs' | 'ctimeNs'>, moment: bigint): boolean {
	const last = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
	// Some file systems count in whole seconds, or two.
	const settled = mtimeNs % 1_000_000_000n === 0n ? 3_000_000_000n : 100_000_000n;
	return moment - last > settled;
}

/** Index of the hash in a `FileTime`. */
const HASH = 5;

function statusOf({ size, mtimeNs, ctimeNs, ino, dev }: BigIntStats): Status {
	return [`${size}`, `${mtimeNs}`, `${ctimeNs}`, `${dev} ${ino}`];
}

function isTimeOf(stats: BigIntStats, time: FileTime): boolean {
	return typeof time[HASH] === 'string' && statusOf(stats).every((each, i) => each === time[1 + i]);
}

/** Number of bytes of a large file that are read at a time. */
const PART = 4 << 20;

/**
 * SHA-256 of a file, without reading it if its status is known; for a folder, of the names in it; null for pipes and devices, which may be endless or
 * readable only once.
 * @throws Error of the file system
 */
export function hashOfFile(path: string, stats: BigIntStats, times: FileTimes = new FileTimes()): string | null {
	if (stats.isDirectory()) return hashBytes(new TextEncoder().encode(readdirSync(path).sort().join('\0')));
	if (!stats.isFile()) return null;
	const known = times.hashOf(path, stats);
	if (known !== undefined) return known;
	const hash = stats.size <= PART ? hashBytes(readFileSync(path)) : hashInParts(path);
	times.note(path, stats, hash);
	return hash;
}

function hashInParts(path: string): string {
	const hash = sha256();
	const part = new Uint8Array(PART);
	const file = openSync(path, 'r');
	try {
		for (let read = readSync(file, part); read > 0; read = readSync(file, part)) hash.update(part.subarray(0, read));
	} finally {
		closeSync(file);
	}
	return hash.digest('hex');
}
