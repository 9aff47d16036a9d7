import {
	type BigIntStats,
	closeSync,
	existsSync,
	fstatSync,
	fsync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	rmdirSync,
	rmSync,
	utimesSync,
	writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import { quickDigest } from './digest.ts';
import { identify } from './identity.ts';
import { eachOf } from './in-order.ts';
import { readKept } from './kept-files.ts';
import { isRunning, removeIfDead } from './lock.ts';
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
	/** Digest of what the caller saw there, SHA-256 or `contentDigest`; null for no file. Nothing changes where something else is there now. */
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

/** Files that are staged ahead are brought to the disk together, so many at a time. */
const GROUP = 128;
/** Size in bytes up to which a file is written together with others. */
const LITTLE = 1 << 20;

/** The staged files of a job. Some go to the disk while others are still made, so that nobody waits for it at the end. */
export class StagedFiles {
	readonly #stages = new Map<string, string>();
	/** Folders that were made, each with the highest of those above it that were. */
	readonly #made: { readonly highest: string; readonly lowest: string }[] = [];
	readonly #ahead = new Map<string, Staged>();
	readonly #real = new Map<string, string>();
	readonly #group: number;
	#count = 0;
	#waiting: OutputFile[] = [];
	/** The group that is being brought to the disk. */
	#writing: Promise<void> | undefined;
	readonly #large: Promise<void>[] = [];
	/** Ends when the files that were begun last are written: folders are made for one group at a time. */
	#opening: Promise<unknown> = Promise.resolve();
	#hasEnded = false;

	/** @param group how many of the added files are staged at a time */
	constructor(group: number = GROUP) {
		this.#group = group;
	}

	get folders(): readonly string[] {
		return [...this.#stages.values()];
	}

	/**
	 * Stages a file in the background: a small one together with others, a large one at once. What fails is done again by `stage`, which tells the error.
	 * @returns when the system has the bytes of a large file, which it then brings to the disk without this thread
	 */
	async add(file: OutputFile): Promise<void> {
		if (this.#hasEnded) return;
		if (file.bytes.length > LITTLE) {
			// Those before it are small files of one step, which has ended if there are fewer than a group.
			if (this.#waiting.length > 0) this.#large.push(this.#written(this.#waiting.splice(0)).then(flushed));
			const written = this.#written([file]);
			this.#large.push(written.then(flushed));
			await written;
			return;
		}
		this.#waiting.push(file);
		// Opening files waits for those that are being brought to the disk, so a group is opened and written when the one before is there.
		if (this.#waiting.length < this.#group || this.#writing !== undefined) return;
		const written = this.#written(this.#waiting.splice(0));
		this.#writing = written.then(flushed).then(() => {
			this.#writing = undefined;
		});
	}

	/**
	 * Gives each change its place, and makes the folders that it needs. Nothing can be added any more.
	 * @throws UsageError when two are of one file; Error for a path that exists and is not a file
	 */
	async place(changes: readonly Change[]): Promise<Staged[]> {
		this.#hasEnded = true;
		await Promise.all([this.#writing, ...this.#large]);
		const seen = new Set<string>();
		const staged: Staged[] = [];
		for (const change of changes) {
			const placed = await this.#placed(change, seen);
			const known = this.#ahead.get(change.path);
			const isSame = known?.stamp?.size === BigInt(change.bytes?.length ?? -1) && known.change.bytes === change.bytes;
			const { target, mode } = placed;
			staged.push(isSame && known.target === target && known.mode === mode ? { ...known, change } : placed);
		}
		return staged;
	}

	/** Writes those that were not staged ahead. @param sync false leaves it to the system when they come to the disk */
	async stage(staged: readonly Staged[], sync: boolean): Promise<void> {
		const isAlone = staged.length === 1;
		await eachOf(staged, async (file) => {
			const { bytes, path } = file.change;
			if (bytes === null || file.stamp !== undefined) return;
			try {
				file.stamp = await closed(write(file), !sync ? 'not' : isAlone && bytes.length <= LITTLE ? 'here' : 'beside');
			} catch (error) {
				naming(path)(error);
			}
		});
	}

	/** Removes what was staged; does nothing when it has ended. */
	async drop(): Promise<void> {
		if (this.#hasEnded) return;
		this.#hasEnded = true;
		await Promise.all([this.#writing, ...this.#large]);
		this.end(false);
	}

	/** Removes the staging folders, and folders that were made for nothing. */
	end(isDone: boolean): void {
		const stages = this.folders;
		this.#waiting = [];
		this.#ahead.clear();
		this.#stages.clear();
		// A staging folder that cannot be removed is no reason to fail: the outputs are complete, and the next run removes it.
		for (const stage of stages) removeStage(stage);
		for (const stage of stages) notice({ lets: stage });
		if (isDone) return;
		for (const { highest, lowest } of this.#made.reverse())
			for (let at = lowest; at.length >= highest.length; at = dirname(at))
				if (!removeEmpty(at) || at === dirname(at)) break;
	}

	async #placed(change: Change, seen: Set<string>): Promise<Staged> {
		const { path } = change;
		const { target, found, keys } = await identify(path, this.#real);
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
			const stage = this.#stageIn(dirname(target));
			const index = this.#count++;
			return { target, mode, temporary: join(stage, `${index}.tmp`), old: join(stage, `${index}.old.tmp`), change };
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
		sweepStaging(folder);
		const stage = join(folder, `.wokflow-${machine()}-${process.pid}-${random()}.tmp`);
		notice({ holds: stage });
		this.#stages.set(folder, stage);
		mkdirSync(stage);
		return stage;
	}

	/** Writes files, after those that were begun before. It never fails. @returns those that could be written, and their descriptors */
	#written(files: readonly OutputFile[]): Promise<[Staged, number][]> {
		const written = this.#opening.then(async () => {
			const open: [Staged, number][] = [];
			try {
				for (const file of files) {
					const placed = await this.#placed(file, new Set());
					open.push([placed, write(placed)]);
					this.#ahead.set(file.path, placed);
				}
			} catch {
				// A full disk, or no rights: what has no stamp is left to `stage`.
			}
			return open;
		});
		this.#opening = written;
		return written;
	}
}

/** Writes a staged file. @returns its descriptor */
function write({ change: { bytes, times }, temporary, mode }: Staged): number {
	const file = openSync(temporary, 'wx', mode);
	try {
		writeAll(file, bytes as Uint8Array);
		if (times !== undefined) utimesSync(temporary, times.atime, times.mtime);
		return file;
	} catch (error) {
		closeSync(file);
		throw error;
	}
}

export function writeAll(file: number, bytes: Uint8Array): void {
	// The system writes at most 2 GiB in one call.
	for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, Math.min(bytes.length - at, 1 << 30));
}

/** Brings files that were staged ahead to the disk. It never fails. */
async function flushed(open: readonly [Staged, number][]): Promise<void> {
	await Promise.all(
		open.map(async ([staged, file]) => {
			const stamp = await closed(file, 'beside').catch(() => undefined);
			if (stamp !== undefined) staged.stamp = stamp;
		}),
	);
}

const flushBeside = promisify(fsync);

/** Brings an open file to the disk, and closes it. With nothing else to do it is waited for here: Node need not start its threads. */
async function closed(file: number, flush: 'here' | 'beside' | 'not'): Promise<BigIntStats> {
	try {
		if (flush === 'here') fsyncSync(file);
		else if (flush === 'beside') await flushBeside(file);
		return fstatSync(file, { bigint: true });
	} finally {
		closeSync(file);
	}
}

/** Puts the caller's path into an error of the system: a full disk names no file, and the path of a staged file means nothing to the user. */
export function naming(path: string): (error: unknown) => never {
	return (error) => {
		const { syscall } = error as NodeJS.ErrnoException;
		throw syscall === undefined ? error : Object.assign(error as Error, { path });
	};
}

/** `.wokflow-MACHINE-PROCESS-RANDOM.tmp` */
const STAGE = /^\.wokflow-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.tmp$/;
/** Age at which a staging folder of another machine is removed, in milliseconds: no job takes that long. */
const ABANDONED = 24 * 60 * 60 * 1000;

/** A file with the path of a journal, in the staging folders that it names: as long as it is there, these are needed. */
export const JOURNALED = 'journaled';

/** The file in a folder by which a process has it for itself. */
export const LOCK_NAME = '.wokflow.lock';

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

function isNeeded(stage: string): boolean {
	try {
		return existsSync(String(readKept(join(stage, JOURNALED))));
	} catch {
		return false;
	}
}

/** The names in a folder; none where it cannot be read. */
export function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** Eight hexadecimal digits that identify this machine, for folders that several machines share. */
export function machine(): string {
	return quickDigest(hostname()).slice(0, 8);
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
	// Mostly nothing is left in it, and removing whatever is takes a module of Node's that has to be loaded.
	if (removeEmpty(stage)) return;
	try {
		rmSync(stage, { recursive: true, force: true });
	} catch {
		// The next run that writes there removes it.
	}
}
