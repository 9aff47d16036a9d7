import {
	type BigIntStats,
	closeSync,
	existsSync,
	fstatSync,
	fsync,
	fsyncSync,
	linkSync,
	lstatSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
	utimesSync,
	writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../src/findings/report.ts';
import { hashBytes } from './digest.ts';
import { attempt, identify, naming } from './identity.ts';
import { readKept } from './kept-files.ts';
import { isRunning, LOCK_NAME, removeIfDead } from './lock.ts';
import { namesIn } from './ranges.ts';
import { notice } from './watched.ts';

/**
 * Staging folders, in which files are written and flushed before they are renamed, beside their targets. Nothing that was there before changes here: that
 * is done by `transaction.ts`. Those of killed runs are removed by the next one that writes into the same folder.
 */

/** A file to write or to remove. */
export interface Change {
	readonly path: string;
	/** Null removes the file. */
	readonly bytes: Uint8Array | null;
	/** SHA-256 of what the caller saw there; null for no file. Nothing changes where something else is there now. */
	readonly before?: string | null | undefined;
	/** The times that the file gets, for a copy of another. */
	readonly times?: { readonly atime: Date; readonly mtime: Date };
}

/** A file in a staging folder, and where it goes. */
export interface Staged {
	readonly change: Change;
	/** The path it is renamed to, with symbolic links resolved. */
	readonly target: string;
	readonly temporary: string;
	/** A second name (hard link) of the file that is replaced, used to restore it. */
	readonly old: string;
	/** Permissions of the file that is replaced; undefined where there is none. */
	readonly mode: number | undefined;
	/** Its status once it is written whole. */
	stamp?: BigIntStats;
}

/** So many files are opened and written, then brought to the disk together: opening one waits for those that are on their way. */
const GROUP = 128;

/** The staged files of a job. */
export class StagedFiles {
	readonly #stages = new Map<string, string>();
	/** Folders that were made, each with the highest of those above it that were. */
	readonly #made: { readonly highest: string; readonly lowest: string }[] = [];
	#count = 0;
	readonly #isWhole: boolean;

	/** @param isWhole all files are of one folder, which does not exist yet: what is staged becomes that folder */
	constructor(isWhole: boolean = false) {
		this.#isWhole = isWhole;
	}

	get folders(): readonly string[] {
		return [...this.#stages.values()];
	}

	/**
	 * Gives each change its paths, and makes the folders that it needs.
	 * @throws UsageError when two are of one file; Error for a path that exists and is not a file
	 */
	async place(changes: readonly Change[]): Promise<Staged[]> {
		const seen = new Set<string>();
		const staged: Staged[] = [];
		for (const change of changes) staged.push(await this.#placed(change, seen));
		return staged;
	}

	/** Renames what is staged to the folder that it is to be. @returns false where that exists by now */
	async becomeFolder(folder: string, sync: boolean): Promise<boolean> {
		const [stage] = this.folders;
		if (sync) flushFolder(stage);
		try {
			await patiently(folder, () => renameSync(stage, folder));
		} catch {
			return false;
		}
		if (sync) flushFolder(dirname(folder));
		this.leave();
		return true;
	}

	/** Writes the new files. @param sync false leaves it to the system when they come to the disk */
	async stage(staged: readonly Staged[], sync: boolean): Promise<void> {
		const left = staged.filter(({ change }) => change.bytes !== null);
		for (let at = 0; at < left.length; at += GROUP) await stageGroup(left.slice(at, at + GROUP), sync);
	}

	/** Leaves what is staged to somebody else. */
	leave(): void {
		for (const stage of this.folders) notice({ lets: stage });
		this.#stages.clear();
	}

	/** Removes the staging folders, and folders that were made for nothing. */
	end(isDone: boolean): void {
		// A staging folder that cannot be removed is no reason to fail: the outputs are complete, and the next run removes it.
		for (const stage of this.folders) removeStage(stage);
		this.leave();
		if (isDone) return;
		for (const { highest, lowest } of this.#made.reverse())
			for (let at = lowest; at.length >= highest.length; at = dirname(at))
				if (!removeEmpty(at) || at === dirname(at)) break;
	}

	async #placed(change: Change, seen: Set<string>): Promise<Staged> {
		const { path } = change;
		const { target, found, keys } = await identify(path);
		if (found !== undefined && !found.isFile()) {
			throw Object.assign(new Error(`"${path}" is ${found.isDirectory() ? 'a folder' : 'not a file'}`), {
				syscall: 'rename',
			});
		}
		if (keys.some((key) => seen.has(key)))
			throw new UsageError(`Two outputs would be written to "${path}". Give each a name of its own.`);
		for (const key of keys) seen.add(key);
		const mode = found === undefined ? undefined : Number(found.mode & 0o777n);
		try {
			const stage = this.#stageIn(this.#isWhole ? dirname(dirname(target)) : dirname(target));
			const index = this.#count++;
			const name = this.#isWhole ? basename(target) : `${index}.tmp`;
			return { target, mode, temporary: join(stage, name), old: join(stage, `${index}.old.tmp`), change };
		} catch (error) {
			return naming(path)(error);
		}
	}

	/** The staging folder inside a folder, created on first use. */
	#stageIn(folder: string): string {
		const known = this.#stages.get(folder);
		if (known !== undefined) return known;
		const highest = mkdirSync(folder, { recursive: true });
		if (highest !== undefined) this.#made.push({ highest, lowest: folder });
		if (!this.#isWhole) sweepStaging(folder);
		// What is to become a new folder is staged in the one above it.
		sweepOnce(this.#isWhole ? folder : dirname(folder));
		const stage = join(folder, `.wokflow-${machine()}-${process.pid}-${random()}.tmp`);
		notice({ holds: stage });
		this.#stages.set(folder, stage);
		mkdirSync(stage);
		return stage;
	}
}

/** Writes files and brings them to the disk, unless `sync` is false. @throws the first error, once all have ended */
async function stageGroup(files: readonly Staged[], sync: boolean): Promise<void> {
	const flush = sync ? promisify(fsync) : async () => undefined;
	const staged = files.map((file) => stageFile(file, flush).catch(naming(file.change.path)));
	for (const each of await Promise.allSettled(staged)) if (each.status === 'rejected') throw each.reason;
}

async function stageFile(file: Staged, flush: (descriptor: number) => Promise<void>): Promise<void> {
	const { change, temporary, mode } = file;
	const descriptor = openSync(temporary, 'wx', mode);
	let stamp: BigIntStats;
	try {
		writeAll(descriptor, change.bytes as Uint8Array);
		if (change.times !== undefined) utimesSync(temporary, change.times.atime, change.times.mtime);
		// First the others of the group are written.
		await undefined;
		await flush(descriptor);
		stamp = fstatSync(descriptor, { bigint: true });
	} finally {
		closeSync(descriptor);
	}
	file.stamp = stamp;
}

function writeAll(file: number, bytes: Uint8Array): void {
	// The system writes at most 2 GiB in one call.
	for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, Math.min(bytes.length - at, 1 << 30));
}

/** Writes a new file. */
export function writeNew(
	path: string,
	bytes: Uint8Array,
	{ sync = true, mode }: { readonly sync?: boolean; readonly mode?: number } = {},
): void {
	const file = openSync(path, 'wx', mode);
	try {
		writeAll(file, bytes);
		if (sync) fsyncSync(file);
	} finally {
		closeSync(file);
	}
}

/** Keeps the content of a file under a second name: a hard link, or a copy where the file system has no hard links. */
export function keep(path: string, name: string): void {
	try {
		linkSync(path, name);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
		const bytes = readFileSync(path);
		writeNew(name, bytes);
		if (!readFileSync(name).equals(bytes)) throw error;
	}
}

/** Keeps a file as `NAME.bak` of another, with the first free number. */
export function keptBeside(path: string, target: string): string {
	for (let number = 1; ; number++) {
		const name = `${target}.bak${number === 1 ? '' : number}`;
		try {
			keep(path, name);
			return name;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
	}
}

/** Waits before a rename is tried again, in milliseconds: Windows refuses one while a virus scanner or an indexer has the file open. */
const RETRIES = process.platform === 'win32' ? [10, 20, 50, 100, 200, 400] : [];

/** Tries a change of a file again where the system says that it is busy. @param path named in the error */
export async function patiently(path: string, change: () => void): Promise<void> {
	for (const pause of [...RETRIES, 0]) {
		try {
			change();
			return;
		} catch (error) {
			const isBusy = ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '');
			if (pause === 0 || !isBusy) naming(path)(error);
			await new Promise((done) => setTimeout(done, pause));
		}
	}
}

/** Flushes the names in a folder to disk, where the system allows it; Windows does so by itself. */
export function flushFolder(folder: string): void {
	try {
		const handle = openSync(folder, 'r');
		try {
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
	} catch {
		// It cannot be opened, or not be flushed: nothing that was written is lost by that.
	}
}

/** `.wokflow-MACHINE-PROCESS-RANDOM.tmp` */
const STAGE = /^\.wokflow-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.tmp$/;
/** Age at which a staging folder of another machine is removed, in milliseconds: no job takes that long. */
const ABANDONED = 24 * 60 * 60 * 1000;

/** A file with the path of a journal, in the staging folders that it names: as long as it is there, these are needed. */
export const JOURNALED = 'journaled';

/** True for the name of a staging folder, and of the lock of a folder. */
export function isStaging(name: string): boolean {
	return name === LOCK_NAME || STAGE.test(name);
}

/** Removes the staging folders, and the lock, that killed runs left in a folder. */
export function sweepStaging(folder: string): void {
	for (const entry of namesIn(folder)) {
		const [, host, pid] = STAGE.exec(entry) ?? [];
		const path = join(folder, entry);
		if (entry === LOCK_NAME) removeIfDead(path);
		if (host === undefined) continue;
		try {
			const found = lstatSync(path);
			const isLeft = host === machine() && !isRunning(Number(pid)) && !isNeeded(path);
			if (found.isDirectory() && (isLeft || Date.now() - found.mtimeMs > ABANDONED)) removeStage(path);
		} catch {
			// It has just gone.
		}
	}
}

/** Folders that hold folders: each is swept once, since it may come to hold those of thousands of levels. */
const swept = new Set<string>();

/** The same, once in a process. */
export function sweepOnce(folder: string): void {
	if (swept.has(folder)) return;
	swept.add(folder);
	sweepStaging(folder);
}

function isNeeded(stage: string): boolean {
	try {
		return existsSync(String(readKept(join(stage, JOURNALED))));
	} catch {
		return false;
	}
}

/** Eight hexadecimal digits that identify this machine, for folders that several machines share. */
export function machine(): string {
	return hashBytes(hostname()).slice(0, 8);
}

/** Twelve hexadecimal digits. Where a folder of that name exists, nothing is written. */
export function random(): string {
	return Math.floor(Math.random() * 2 ** 48)
		.toString(16)
		.padStart(12, '0');
}

/** Removes a folder that is empty. @returns false where it stays */
export function removeEmpty(folder: string): boolean {
	try {
		rmdirSync(folder);
		return true;
	} catch {
		return false;
	}
}

/** Removes a staging folder with what is left in it. It never fails. */
export function removeStage(stage: string): void {
	// What cannot be removed, the next run that writes there removes.
	attempt(() => rmSync(stage, { recursive: true, force: true }));
}
