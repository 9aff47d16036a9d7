import { basename, posix, resolve } from 'node:path';
import { readEntry } from '../../game/archives/archive.ts';
import { entryAt } from '../../game/archives/archives.ts';
import { openFile, openLocated, roomFiles } from '../../jobs/files/files.ts';
import { type FolderFiles, folderAt, lazyFolder, locateRoom } from '../../jobs/files/folders.ts';
import type { ModuleParts } from '../../jobs/level/module.ts';
import { hashBytes, sha256 } from '../../pipeline/disk/digest.ts';
import { BUILD_FINDINGS } from '../../pipeline/findings.ts';
import { reasonOf } from '../../src/findings/reason.ts';
import { InputError, Report, UsageError } from '../../src/findings/report.ts';
import type { InputSource, RoomFiles } from '../../src/formats/contracts.ts';
import { hashAt, type InputRecord } from './manifest.ts';

/**
 * Opens files and records what was read: each file with the hash of exactly the bytes that were returned, and also files that were looked for and
 * not found. Findings name files as the config does, in whatever folder the command runs.
 */
export class TrackedInputs {
	readonly #base: string;
	readonly #records = new Map<string, InputRecord>();
	readonly #pending = new Set<string>();
	readonly #folders: Map<string, FolderFiles>;

	/**
	 * @param base absolute path of the folder that paths are relative to
	 * @param folders names in folders, shared so that each folder is listed once
	 */
	constructor(base: string, folders: Map<string, FolderFiles> = new Map()) {
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
			const found = await locateRoom(names, room, extensions).catch((error) =>
				report.fail(BUILD_FINDINGS.FILE_UNREADABLE, { file: folder }, { reason: reasonOf(error) }),
			);
			return found === undefined ? undefined : posix.join(folder, basename(found.path));
		};
	}

	#namesIn(folder: string): FolderFiles {
		const absolute = resolve(this.#base, folder);
		const names = this.#folders.get(absolute) ?? lazyFolder(absolute);
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

	/**
	 * The files of a folder or archive, read by name. The list of names counts as an input, too.
	 * @throws UsageError when the folder does not exist
	 */
	async parts(path: string, report: Report): Promise<ModuleParts> {
		const absolute = resolve(this.#base, path);
		const folder = await folderAt(absolute, report);
		if (folder === undefined)
			throw new UsageError(`There is no folder or archive "${path}" with files for the module.`);
		return {
			names: async () => {
				this.#note(path, await hashFile(absolute));
				return folder.names();
			},
			read: async (name) => {
				const found = await folder.locate(name);
				if (found === undefined) return undefined;
				return this.#track(await openLocated(found, report), posix.join(path, basename(found.path))).bytes();
			},
		};
	}

	/** The records of all files that were read, sorted by path. */
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
		const hash = sha256();
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

	/** The error with the path as the config names it. */
	#named(error: unknown, absolute: string, path: string): unknown {
		if (!(error instanceof InputError) || error.finding.location.file !== absolute) return error;
		return new InputError({ ...error.finding, location: { ...error.finding.location, file: path } });
	}
}

/** The current hashes of files, by their paths relative to a folder. Each is read at most once. */
export class CurrentHashes {
	readonly #base: string;
	readonly #known = new Map<string, Promise<string | null>>();

	constructor(base: string) {
		this.#base = base;
	}

	/** The hash of a file; null when there is none. */
	of(path: string): Promise<string | null> {
		return this.#once(path, async () => hashFile(resolve(this.#base, path)));
	}

	/** The current hash of the file of an input record. */
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

	/** True when each file has the hash of its record. */
	async areSame(records: readonly InputRecord[]): Promise<boolean> {
		const now = await Promise.all(records.map((record) => this.ofRecord(record)));
		return records.every(({ hash }, index) => hash === now[index]);
	}

	#once(key: string, read: () => Promise<string | null>): Promise<string | null> {
		const known = this.#known.get(key) ?? read();
		this.#known.set(key, known);
		return known;
	}
}

/** SHA-256 of a file or of an entry of an archive; null when it cannot be read, and for pipes and devices. */
export async function hashFile(path: string): Promise<string | null> {
	try {
		const hash = hashAt(path);
		if (hash !== undefined) return hash;
	} catch {
		// It may be an entry of an archive.
	}
	try {
		const found = await entryAt(path);
		return found?.entry === undefined ? null : hashBytes(await readEntry(found.archive.archive, found.entry));
	} catch {
		return null;
	}
}
