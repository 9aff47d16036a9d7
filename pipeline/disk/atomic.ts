import {
	type BigIntStats,
	closeSync,
	constants,
	fstatSync,
	fsync,
	fsyncSync,
	linkSync,
	openSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import { identify } from './identity.ts';
import { eachOf } from './in-order.ts';
import { type MadeFolders, removeStage, stageIn, unmade } from './staging.ts';
import { notice } from './watched.ts';

/**
 * Writing files whole. The files of a job are written to a staging folder beside their targets, flushed to disk (`fsync`), and only then
 * renamed one after another; where a rename fails, the earlier ones are undone. So a killed run, a full disk or a folder of the same name
 * leaves every target either old or new, never in between. No file system renames several files at once: a run that is killed between two
 * renames leaves some new files and some old ones, each of them whole.
 */

export interface WriteOptions {
	/** False skips `fsync`, for files that can be made again, such as a cache. Default true. */
	readonly sync?: boolean;
	/** Keeps a file that is replaced as `NAME.bak`, `NAME.bak2`, …; an existing backup is never replaced. Default false. */
	readonly backup?: boolean;
}

/** Where files were written. */
export interface AtomicallyWritten {
	/** For each file its path with symbolic links resolved. */
	readonly targets: readonly string[];
	/** Paths of the backups that were made. */
	readonly backups: readonly string[];
	/** For each file its status (size, times) in the staging folder, before another program could change it. */
	readonly stamps: readonly BigIntStats[];
}

/** A file in a staging folder, and where it goes. */
interface Staged {
	/** The path it is renamed to, with symbolic links resolved. */
	readonly target: string;
	readonly temporary: string;
	/** The path as the caller gave it, for messages. */
	readonly path: string;
	/** A second name (hard link) of the file that is replaced, used to restore it. */
	readonly old: string;
	/** Permissions of the file that is replaced; undefined where there is none. */
	readonly mode: number | undefined;
	readonly bytes: Uint8Array;
}

/**
 * Writes files so that none is ever half-written: all of them or, where one cannot be written, none. Symbolic links are followed.
 *
 * @throws UsageError when two files have the same path; Error of the file system. No target has changed then
 *
 * @example
 * await writeFilesAtomically([{ path: 'copy.wok', bytes }], { backup: true });
 */
export async function writeFilesAtomically(
	files: readonly OutputFile[],
	{ sync = true, backup = false }: WriteOptions = {},
): Promise<AtomicallyWritten> {
	return new StagedFiles().commit(files, { sync, backup });
}

/** Files that are staged ahead are brought to the disk together, so many at a time. */
const GROUP = 128;

/** A file that is being staged, and its descriptor. */
interface OpenFile {
	readonly file: Staged;
	readonly at: number;
}

/** A file that was staged before it was decided whether it is written. */
interface StagedAhead extends Staged {
	readonly stamp: BigIntStats;
}

/**
 * Files of which some go to their staging folders while others are still made, so that nobody waits for the disk at the end. No target changes before
 * `commit`.
 */
export class StagedFiles {
	readonly #stages = new Map<string, string>();
	readonly #made: MadeFolders[] = [];
	readonly #ahead = new Map<string, StagedAhead>();
	readonly #real = new Map<string, string>();
	readonly #group: number;
	#count = 0;
	#waiting: OutputFile[] = [];
	/** The group that is being brought to the disk. */
	#writing: Promise<void> | undefined;
	/** The same of large files, one after another, and of the small ones before each. */
	readonly #large: Promise<void>[] = [];
	/** Ends when the files that were begun last are written: folders are made for one group at a time. */
	#opening: Promise<unknown> = Promise.resolve();
	#hasEnded = false;

	/** @param group how many of the added files are staged at a time */
	constructor(group: number = GROUP) {
		this.#group = group;
	}

	/**
	 * Stages a file in the background: a small one together with others, a large one at once. What fails is done again by `commit`, which tells the error.
	 * @returns when the system has the bytes of a large file, which it then brings to the disk without this thread
	 */
	async add(file: OutputFile): Promise<void> {
		if (this.#hasEnded) return;
		if (file.bytes.length > LITTLE) {
			// Those before it are small files of one step, which has ended if there are fewer than a group.
			if (this.#waiting.length > 0) this.#large.push(this.#stagedNow(this.#waiting.splice(0)));
			const written = this.#written([file]);
			this.#large.push(written.then((open) => this.#synced(open)));
			await written;
			return;
		}
		this.#waiting.push(file);
		// Opening files waits for those that are being brought to the disk, so a group is opened and written when the one before is there.
		if (this.#waiting.length < this.#group || this.#writing !== undefined) return;
		this.#writing = this.#stagedNow(this.#waiting.splice(0)).then(() => {
			this.#writing = undefined;
		});
	}

	#stagedNow(files: readonly OutputFile[]): Promise<void> {
		return this.#written(files).then((open) => this.#synced(open));
	}

	/** Writes files, as `writeFilesAtomically` does. Of those that were added, others are dropped. */
	async commit(
		files: readonly OutputFile[],
		{ sync = true, backup = false }: WriteOptions = {},
	): Promise<AtomicallyWritten> {
		this.#hasEnded = true;
		let isDone = false;
		try {
			await Promise.all([this.#writing, ...this.#large]);
			const targets = await targetsOf(files, this.#real);
			const staged: Staged[] = [];
			for (const [index, { target, mode }] of targets.entries()) {
				const { path, bytes } = files[index];
				const known = this.#ahead.get(path);
				const isSame = known?.bytes === bytes && known.target === target && known.mode === mode;
				staged.push(isSame ? known : this.#placed(files[index], target, mode));
			}
			const isAlone = staged.length === 1 && files[0].bytes.length <= LITTLE;
			const stamps: BigIntStats[] = [];
			await eachOf(staged, async (file, index) => {
				try {
					if (!isAhead(file)) await writeWhole(file, sync, isAlone);
					stamps[index] = isAhead(file) ? file.stamp : statSync(file.temporary, { bigint: true });
				} catch (error) {
					naming(file.path)(error as NodeJS.ErrnoException);
				}
			});
			const backups = backup ? await backupsOf(staged) : [];
			await renameAll(staged);
			isDone = true;
			if (sync) await Promise.all([...this.#stages.keys()].map((folder) => syncFolder(folder, isAlone)));
			return { targets: targets.map(({ target }) => target), backups, stamps };
		} finally {
			this.#clear(isDone);
		}
	}

	/** Removes what was staged; does nothing after `commit`. */
	async drop(): Promise<void> {
		if (this.#hasEnded) return;
		this.#hasEnded = true;
		await Promise.all([this.#writing, ...this.#large]);
		this.#clear(false);
	}

	#clear(isDone: boolean): void {
		const stages = [...this.#stages.values()];
		this.#waiting = [];
		this.#ahead.clear();
		this.#stages.clear();
		// A staging folder that cannot be removed is no reason to fail: the outputs are complete, and the next run removes it.
		for (const stage of stages) removeStage(stage);
		for (const stage of stages) notice({ lets: stage });
		if (!isDone) for (const folders of this.#made.reverse()) unmade(folders);
	}

	/** Where a file is staged. */
	#placed({ path, bytes }: OutputFile, target: string, mode: number | undefined): Staged {
		const stage = attempt(path, () => stageIn(dirname(target), this.#stages, this.#made));
		const index = this.#count++;
		return { target, mode, temporary: join(stage, `${index}.tmp`), path, old: join(stage, `${index}.old.tmp`), bytes };
	}

	/** Writes files, after those that were begun before. It never fails. @returns those that could be written */
	#written(files: readonly OutputFile[]): Promise<OpenFile[]> {
		const written = this.#opening.then(() => this.#openGroup(files));
		this.#opening = written;
		return written;
	}

	async #openGroup(files: readonly OutputFile[]): Promise<OpenFile[]> {
		const open: OpenFile[] = [];
		try {
			for (const file of files) {
				const [{ target, mode }] = await targetsOf([file], this.#real);
				const placed = this.#placed(file, target, mode);
				const at = openSync(placed.temporary, 'wx', mode);
				open.push({ file: placed, at });
				writeAll(at, file.bytes);
			}
		} catch {
			// A full disk, or no rights: the rest is left to `commit`.
		}
		return open;
	}

	/** Brings written files to the disk. It never fails. */
	async #synced(open: readonly OpenFile[]): Promise<void> {
		await Promise.all(
			open.map(async ({ file, at }) => {
				const stamp = await synced(at).catch(() => undefined);
				if (stamp?.size === BigInt(file.bytes.length)) this.#ahead.set(file.path, { ...file, stamp });
			}),
		);
	}
}

/** Brings an open file to the disk, and closes it. */
async function synced(file: number): Promise<BigIntStats> {
	try {
		await syncFile(file);
		return fstatSync(file, { bigint: true });
	} finally {
		closeSync(file);
	}
}

function isAhead(file: Staged): file is StagedAhead {
	return 'stamp' in file;
}

/** Calls the system for a file of the caller's. @throws its errors, under the path that the caller gave */
function attempt<T>(path: string, ask: () => T): T {
	try {
		return ask();
	} catch (error) {
		return naming(path)(error as NodeJS.ErrnoException);
	}
}

/** Puts the caller's path into an error of the system: a full disk names no file, and the path of a staged file means nothing to the user. */
function naming(path: string): (error: NodeJS.ErrnoException) => never {
	return (error) => {
		throw error.syscall === undefined ? error : Object.assign(error, { path });
	};
}

/** The real path of each file. @param real see `identify` @throws UsageError when two are the same; Error for a path that exists and is not a file */
async function targetsOf(
	files: readonly OutputFile[],
	real: Map<string, string>,
): Promise<{ target: string; mode: number | undefined }[]> {
	const seen = new Set<string>();
	const targets: { target: string; mode: number | undefined }[] = [];
	for (const { path } of files) {
		const { target, found, keys } = await identify(path, real);
		if (found !== undefined && !found.isFile()) {
			throw Object.assign(new Error(`"${path}" is ${found.isDirectory() ? 'a folder' : 'not a file'}`), {
				syscall: 'rename',
			});
		}
		if (keys.some((key) => seen.has(key)))
			throw new UsageError(`Two outputs would be written to "${path}". Give each a name of its own.`);
		for (const key of keys) seen.add(key);
		targets.push({ target, mode: found === undefined ? undefined : Number(found.mode & 0o777n) });
	}
	return targets;
}

/** Size in bytes up to which a file is written synchronously, which is faster than waiting for a thread of Node. */
const LITTLE = 1 << 20;

async function writeWhole({ temporary, mode, bytes }: Staged, sync: boolean, isAlone: boolean): Promise<void> {
	if (bytes.length <= LITTLE) return writeLittle({ temporary, mode, bytes }, sync, isAlone);
	const handle = await open(temporary, 'wx', mode);
	try {
		// The system writes at most 2 GiB in one call, so the loop goes on with the rest.
		for (let at = 0; at < bytes.length; ) {
			const { bytesWritten } = await handle.write(bytes, at, Math.min(bytes.length - at, 1 << 30));
			at += bytesWritten;
		}
		if (sync) await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Writes a small file. The write is synchronous; only `fsync` is waited for. */
async function writeLittle(
	{ temporary, mode, bytes }: Pick<Staged, 'temporary' | 'mode' | 'bytes'>,
	sync: boolean,
	isAlone: boolean,
): Promise<void> {
	const file = openSync(temporary, 'wx', mode);
	try {
		writeAll(file, bytes);
		if (sync) await syncFile(file, isAlone);
	} finally {
		closeSync(file);
	}
}

function writeAll(file: number, bytes: Uint8Array): void {
	for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

const syncBeside = promisify(fsync);

/** Brings an open file to the disk. A file by itself is waited for here: with nothing else to do, Node need not start its threads. */
async function syncFile(file: number, isAlone = false): Promise<void> {
	if (isAlone) fsyncSync(file);
	else await syncBeside(file);
}

/** Gives every file that is replaced a second name, `NAME.bak` with the first free number. */
async function backupsOf(staged: readonly Staged[]): Promise<string[]> {
	const backups: string[] = [];
	for (const { target, mode, path } of staged) {
		if (mode === undefined) continue;
		// Told as the file was named, unless that is a link to it.
		const shown = resolve(path) === target ? path : target;
		for (let number = 1; ; number++) {
			const extension = `.bak${number === 1 ? '' : number}`;
			const isFree = await keep(target, `${target}${extension}`).then(
				() => true,
				(error: NodeJS.ErrnoException) => {
					if (error.code !== 'EEXIST') throw error;
					return false;
				},
			);
			if (!isFree) continue;
			backups.push(`${shown}${extension}`);
			break;
		}
	}
	return backups;
}

/** Keeps the content of a file under a second name: a hard link, or a copy where the file system has no hard links. */
async function keep(path: string, name: string): Promise<void> {
	try {
		linkSync(path, name);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
		await copyFile(path, name, constants.COPYFILE_EXCL);
	}
}

async function renameAll(staged: readonly Staged[]): Promise<void> {
	// A single rename needs no undoing. For several, links to the old files allow earlier renames to be undone.
	if (staged.length > 1) {
		await eachOf(staged, async ({ target, old, mode }) => {
			if (mode !== undefined) await keep(target, old);
		});
	}
	const done: Staged[] = [];
	try {
		for (const file of staged) {
			await renamed(file.temporary, file.target).catch(naming(file.path));
			done.push(file);
		}
	} catch (error) {
		for (const { target, old, mode } of done.reverse()) {
			await (mode === undefined ? unlinked(target) : renamed(old, target)).catch(() => undefined);
		}
		throw error;
	}
}

async function unlinked(path: string): Promise<void> {
	rmSync(path, { force: true });
}

/** Waits before a rename is tried again, in milliseconds: Windows refuses one while a virus scanner or an indexer has the file open. */
const RETRIES = process.platform === 'win32' ? [10, 20, 50, 100, 200, 400] : [];

async function renamed(from: string, to: string): Promise<void> {
	for (const pause of RETRIES) {
		try {
			renameSync(from, to);
			return;
		} catch (error) {
			if (!['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
			await new Promise((done) => setTimeout(done, pause));
		}
	}
	renameSync(from, to);
}

/** Flushes the names in a folder to disk, where the system allows it; Windows does so by itself. */
async function syncFolder(folder: string, isAlone: boolean): Promise<void> {
	try {
		const handle = openSync(folder, 'r');
		try {
			await syncFile(handle, isAlone);
		} finally {
			closeSync(handle);
		}
	} catch {
		// It cannot be opened, or not be flushed: nothing that was written is lost by that.
	}
}
