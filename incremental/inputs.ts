import { createHash } from 'node:crypto';
import { type BigIntStats, createReadStream, readFileSync, statSync } from 'node:fs';
import { basename, posix, resolve } from 'node:path';
import { entryAt } from '../pipeline/archives.ts';
import { FolderNames, openFile, reasonOf, roomFiles } from '../pipeline/files.ts';
import { BUILD_FINDINGS } from '../pipeline/findings.ts';
import { readEntry } from '../src/archive/archive.ts';
import { InputError, Report } from '../src/findings/report.ts';
import type { InputSource, RoomFiles } from '../src/formats/contracts.ts';
import { hashBytes } from './encoding.ts';

/** A file that a step read or asked for. */
export interface InputRecord {
	/** Relative to the folder of the config, with slashes. */
	readonly path: string;
	/** SHA-256 of its content; null when it was not there or may not be read. */
	readonly hash: string | null;
	/** For files that another one asked for: that one, and the name it used. Such files must lie in its folder. */
	readonly askedBy?: { readonly path: string; readonly name: string };
}

/**
 * Opens files and remembers what was read: each with the hash of the very bytes that were handed out, and also those that were
 * asked for and not found. Findings name files as the config does, whatever folder the command runs in.
 */
export class TrackedInputs {
	readonly #base: string;
	readonly #records = new Map<string, InputRecord>();
	readonly #pending = new Set<string>();
	readonly #folders: Map<string, FolderNames>;

	/**
	 * @param base absolute path of the folder that paths are relative to
	 * @param folders names in folders, so that many readers list each once
	 */
	constructor(base: string, folders: Map<string, FolderNames> = new Map()) {
		this.#base = base;
		this.#folders = folders;
	}

	/** @throws InputError as `openFile` */
	async open(path: string, report: Report): Promise<InputSource> {
		try {
			return this.#track(await openFile(resolve(this.#base, path), report), path);
		} catch (error) {
			this.#note(path, null);
			throw this.#named(error, resolve(this.#base, path), path);
		}
	}

	/** Finds the paths of room files in a folder, without opening them. */
	roomNames(
		folder: string,
		report: Report,
		extensions: readonly string[],
	): (room: string) => Promise<string | undefined> {
		const names = this.#namesIn(folder);
		return async (room) => {
			const found = await names
				.find(room, extensions)
				.catch((error) => report.fail(BUILD_FINDINGS.FILE_UNREADABLE, { file: folder }, { reason: reasonOf(error) }));
			return found === undefined ? undefined : posix.join(folder, basename(found));
		};
	}

	#namesIn(folder: string): FolderNames {
		const absolute = resolve(this.#base, folder);
		const names = this.#folders.get(absolute) ?? new FolderNames(absolute);
		this.#folders.set(absolute, names);
		return names;
	}

	/** Room files of a folder; see `roomFiles`. */
	rooms(folder: string, report: Report, extensions: readonly string[]): RoomFiles {
		const absolute = resolve(this.#base, folder);
		const found = roomFiles(absolute, report, extensions, this.#namesIn(folder));
		return {
			looked: found.looked.replace(absolute, folder),
			find: async (room) => {
				try {
					const source = await found.find(room);
					return source === undefined ? undefined : this.#track(source, posix.join(folder, source.fileName));
				} catch (error) {
					throw this.#named(error, absolute, folder);
				}
			},
		};
	}

	/** What was read, by path. */
	async records(): Promise<InputRecord[]> {
		// Streams that were not read to their end have no hash yet.
		for (const path of this.#pending) this.#note(path, await hashFile(resolve(this.#base, path)));
		this.#pending.clear();
		return [...this.#records.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
	}

	#track(source: InputSource, path: string): InputSource {
		const { sibling } = source;
		this.#pending.add(path);
		return {
			...source,
			path,
			bytes: async () => {
				try {
					const bytes = await source.bytes();
					this.#note(path, hashBytes(bytes));
					return bytes;
				} catch (error) {
					throw this.#named(error, resolve(this.#base, path), path);
				}
			},
			chunks: () => this.#hashing(source.chunks(), path),
			...(sibling === undefined ? {} : { sibling: (name) => this.#sibling(sibling, path, name) }),
		};
	}

	async *#hashing(chunks: AsyncIterable<Uint8Array>, path: string): AsyncIterable<Uint8Array> {
		const hash = createHash('sha256');
		for await (const chunk of chunks) {
			hash.update(chunk);
			yield chunk;
		}
		this.#note(path, hash.digest('hex'));
	}

	async #sibling(read: NonNullable<InputSource['sibling']>, path: string, name: string): Promise<Uint8Array> {
		const askedBy = { path, name };
		const at = posix.join(posix.dirname(path), name);
		try {
			const bytes = await read(name);
			this.#records.set(`${path}\n${name}`, { path: at, hash: hashBytes(bytes), askedBy });
			return bytes;
		} catch (error) {
			this.#records.set(`${path}\n${name}`, { path: at, hash: null, askedBy });
			throw error;
		}
	}

	#note(path: string, hash: string | null): void {
		this.#pending.delete(path);
		this.#records.set(path, { path, hash });
	}

	/** The error, about the path as the config names it. */
	#named(error: unknown, absolute: string, path: string): unknown {
		if (!(error instanceof InputError) || error.finding.location.file !== absolute) return error;
		return new InputError({ ...error.finding, location: { ...error.finding.location, file: path } });
	}
}

/** The hashes of files as they are now; each is read once, and not at all where nothing about it has changed since its hash was noted. */
export class CurrentHashes {
	readonly #base: string;
	readonly #times: FileTimes;
	readonly #known = new Map<string, Promise<string | null>>();

	constructor(base: string, times: FileTimes = new FileTimes()) {
		this.#base = base;
		this.#times = times;
	}

	/** Of a file by its path relative to the base; null when there is none. */
	of(path: string): Promise<string | null> {
		return this.#once(path, async () => hashFile(resolve(this.#base, path), this.#times));
	}

	/** Of what an input record speaks of. */
	ofRecord({ path, askedBy }: InputRecord): Promise<string | null> {
		if (askedBy === undefined) return this.of(path);
		return this.#once(`${askedBy.path}\n${askedBy.name}`, async () => {
			try {
				const source = await openFile(resolve(this.#base, askedBy.path), new Report());
				return hashBytes((await source.sibling?.(askedBy.name)) ?? new Uint8Array(0));
			} catch {
				return null;
			}
		});
	}

	/** Those of the records that are not true any more. */
	async changed(records: readonly InputRecord[]): Promise<InputRecord[]> {
		const now = await Promise.all(records.map((record) => this.ofRecord(record)));
		return records.filter((record, i) => record.hash !== now[i]);
	}

	#once(key: string, read: () => Promise<string | null>): Promise<string | null> {
		const known = this.#known.get(key) ?? read();
		this.#known.set(key, known);
		return known;
	}
}

/** Size, times and identity of a file when its hash was noted, and the hash. */
type FileTime = readonly [size: string, modified: string, changed: string, file: string, hash: string];

/**
 * Hashes of files by what the system says of them without reading: size, both times to the nanosecond, and which file it is. A file that was
 * changed a moment ago is not noted, as a further change might leave its times as they are.
 */
export class FileTimes {
	readonly #known = new Map<string, FileTime>();
	readonly #noted = new Map<string, FileTime>();

	/** @param path where earlier builds have saved theirs; anything else there counts as nothing */
	constructor(path?: string) {
		if (path === undefined) return;
		try {
			const files = JSON.parse(readFileSync(path, 'utf8')) as [string, ...FileTime][];
			for (const [file, ...time] of files)
				if (time.every((each) => typeof each === 'string')) this.#known.set(file, time);
		} catch {
			// Every file is read.
		}
	}

	/** @param path absolute */
	hashOf(path: string, stats: BigIntStats): string | undefined {
		const time = this.#known.get(path);
		if (time === undefined || timesOf(stats).some((each, i) => each !== time[i])) return undefined;
		this.#noted.set(path, time);
		return time[4];
	}

	note(path: string, stats: BigIntStats, hash: string): void {
		const last = stats.mtimeNs > stats.ctimeNs ? stats.mtimeNs : stats.ctimeNs;
		// Some file systems count in whole seconds, or two.
		const settled = stats.mtimeNs % 1_000_000_000n === 0n ? 3_000_000_000n : 100_000_000n;
		if (BigInt(Date.now()) * 1_000_000n - last > settled) this.#noted.set(path, [...timesOf(stats), hash]);
	}

	/** What to save for the next build: of the files that this one looked at. Undefined when it is what the last one saved. */
	text(): string | undefined {
		const isSame =
			this.#noted.size === this.#known.size && [...this.#noted].every(([path, time]) => this.#known.get(path) === time);
		return isSame ? undefined : `${JSON.stringify([...this.#noted].map(([path, time]) => [path, ...time]))}\n`;
	}
}

function timesOf({ size, mtimeNs, ctimeNs, ino, dev }: BigIntStats): [string, string, string, string] {
	return [`${size}`, `${mtimeNs}`, `${ctimeNs}`, `${dev} ${ino}`];
}

/** Files of more bytes than this are read in parts. */
const WHOLE = 4 << 20;

/** SHA-256 of an entry of an archive, by its path; null when there is none. */
async function hashEntry(path: string): Promise<string | null> {
	try {
		const found = await entryAt(path);
		return found?.entry === undefined ? null : hashBytes(await readEntry(found.archive.archive, found.entry));
	} catch {
		return null;
	}
}

/** SHA-256 of a file; null when it cannot be read, and for pipes and devices, which have no end or no content twice. */
export async function hashFile(path: string, times: FileTimes = new FileTimes()): Promise<string | null> {
	try {
		const stats = statSync(path, { bigint: true });
		if (!stats.isFile()) return null;
		const known = times.hashOf(path, stats);
		if (known !== undefined) return known;
		let hash: string;
		if (stats.size <= WHOLE) hash = hashBytes(readFileSync(path));
		else {
			const parts = createHash('sha256');
			for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) parts.update(chunk as Uint8Array);
			hash = parts.digest('hex');
		}
		times.note(path, stats, hash);
		return hash;
	} catch {
		return hashEntry(path);
	}
}
