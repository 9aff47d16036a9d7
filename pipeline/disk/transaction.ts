import { createHash } from 'node:crypto';
import {
	type BigIntStats,
	closeSync,
	existsSync,
	fsyncSync,
	linkSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	unlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../src/findings/report.ts';
import { quickDigest } from './digest.ts';
import { identify } from './identity.ts';
import { makeKeptFolder, readKept } from './kept-files.ts';
import { isRunning, type LockHolder, takeLock } from './lock.ts';
import { statOf } from './ranges.ts';
import {
	type Change,
	JOURNALED,
	LOCK_NAME,
	machine,
	namesIn,
	naming,
	random,
	removeEmpty,
	removeStage,
	type Staged,
	StagedFiles,
	writeAll,
} from './staging.ts';
import { userFolder } from './state.ts';
import { notice } from './watched.ts';

/**
 * The one module through which everything goes that replaces or removes a file that was there before. The folders of the files are locked. The new files
 * are staged beside their targets, flushed and read again. Right before they are renamed, what is there is compared with what the caller saw. Several
 * renames are noted in a journal first, so that the next process finishes those of one that was killed; where a rename fails, those before it are undone.
 *
 * Journals lie in the user's own folder: whoever writes one decides what is overwritten. Where none can be kept, and nobody finishes what a killed
 * process had begun, each file still is the old or the new one.
 */

export interface WriteOptions {
	/** Keeps a file that is replaced as `NAME.bak`, `NAME.bak2`, …; an existing backup is never replaced. Default false. */
	readonly backup?: boolean;
	/** False for files that can be made again, such as a cache: they are not flushed, and not noted in a journal. Default true. */
	readonly sync?: boolean;
	/** Files that were staged ahead. */
	readonly staged?: StagedFiles;
	/** Called with the real paths of the files once all are staged, before anything changes. */
	readonly ready?: (targets: readonly string[]) => Promise<void>;
	/** Folders to remove in the end, where they are empty. */
	readonly folders?: readonly string[];
}

/** Where files were written. */
export interface AtomicallyWritten {
	/** For each file its path with symbolic links resolved. */
	readonly targets: readonly string[];
	/** Paths of the backups that were made. */
	readonly backups: readonly string[];
	/** For each written file its status (size, times) in the staging folder, before another program could change it. */
	readonly stamps: readonly BigIntStats[];
}

/** @throws UsageError when what is in a place now is not what the caller saw there. Where nothing is, nothing is lost. */
function checkDigest(path: string, now: string | null, before: string | null | undefined): void {
	if (before === undefined || now === null || now === before) return;
	throw new UsageError(
		`"${path}" was changed by another program while this command was at work. Nothing was written; try again.`,
	);
}

/** As `checkDigest`, for bytes. */
export function checkSeen(path: string, now: Uint8Array, before: string | null | undefined): void {
	checkDigest(path, before ? contentDigest(now, before.length === 32) : '', before);
}

let tell: (text: string) => void = () => undefined;

/** Sets who hears for whom is waited, and what was finished that a killed process had begun. */
export function tellOfDisk(telling: (text: string) => void): void {
	tell = telling;
}

/** The digest of a content: of a small one that which needs nothing of Node's, else SHA-256. */
export function contentDigest(bytes: Uint8Array, isQuick: boolean = bytes.length <= 1 << 16): string {
	return isQuick ? quickDigest(bytes) : createHash('sha256').update(bytes).digest('hex');
}

/** The digest of a file, of the same kind as another one; null where there is none. */
export function fileDigest(path: string, like?: string | null): string | null {
	if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
	const bytes = readFileSync(path);
	return like ? contentDigest(bytes, like.length === 32) : contentDigest(bytes);
}

/** Milliseconds after which a process gives up waiting for another. */
const LONGEST_WAIT = 60_000;

/** The locks of this process by folder, with the number of those who share each: jobs of one process know of each other. */
const locks = new Map<string, { count: number; readonly taken: Promise<() => void> }>();

/**
 * Does something while no other process changes files of some folders, so that what is read in the meantime still holds when it is written.
 * @param paths folders or files, which may not exist yet: locked is the first folder above that does
 * @throws UsageError when another process does not let go of a folder
 */
export async function holding<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
	const held: string[] = [];
	try {
		// In one order, so that two processes do not wait for each other.
		const folders = await Promise.all(paths.map(async (path) => folderAt((await identify(path)).target)));
		for (const folder of [...new Set(folders)].sort()) {
			const lock = locks.get(folder) ?? { count: 0, taken: lockOf(folder) };
			locks.set(folder, lock);
			lock.count += 1;
			held.push(folder);
			await lock.taken;
		}
		return await work();
	} finally {
		for (const folder of held) {
			const lock = locks.get(folder);
			if (lock === undefined || --lock.count > 0) continue;
			locks.delete(folder);
			await lock.taken.then(
				(release) => release(),
				() => undefined,
			);
		}
	}
}

function folderAt(path: string): string {
	return statOf(path)?.isDirectory() || path === dirname(path) ? path : folderAt(dirname(path));
}

async function lockOf(folder: string): Promise<() => void> {
	let who = 'another process';
	const onWait = (holder: LockHolder | undefined): void => {
		// The lock is a file that anybody may have written.
		if (holder !== undefined) who = `process ${holder.pid} on ${holder.host.replace(/[^\w.-]/g, '?')}`;
		tell(`Another wokflow (${who}) is changing files in ${folder}; waiting for it.`);
	};
	const signal = AbortSignal.timeout(LONGEST_WAIT);
	return takeLock(join(folder, LOCK_NAME), { signal, onWait }).catch((error: unknown) => {
		// Where no file can be made, none is renamed either.
		if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return () => undefined;
		if (!signal.aborted) return naming(folder)(error);
		throw new UsageError(`${folder} is still being changed by ${who}. Try again when it has ended.`);
	});
}

/**
 * Writes and removes files so that none is ever half-written: all of them or, where one cannot be changed, none. Symbolic links are followed.
 *
 * @throws UsageError when two files have the same path, and for one that is not what the caller saw; Error of the file system. No target has changed then
 *
 * @example
 * await writeFilesAtomically([{ path: 'copy.wok', bytes }], { backup: true });
 */
export async function writeFilesAtomically(
	changes: readonly Change[],
	options: WriteOptions = {},
): Promise<AtomicallyWritten> {
	const { staged = new StagedFiles(), folders = [] } = options;
	const state: CommitState = { isDone: false, isNoted: false };
	let result: AtomicallyWritten;
	try {
		await finishBegun();
		const files = await staged.place(changes);
		const targets = files.map(({ target }) => target);
		result = await holding(
			targets.map((target) => dirname(target)),
			() => commit(files, staged, options, state),
		);
	} finally {
		// What could not be undone is finished by the next process.
		if (!state.isNoted) staged.end(state.isDone);
	}
	for (const folder of folders) removeEmpty(folder);
	return result;
}

interface CommitState {
	isDone: boolean;
	/** There is a journal. */
	isNoted: boolean;
}

async function commit(
	files: readonly Staged[],
	staged: StagedFiles,
	{ sync = true, backup = false, ready, folders = [] }: WriteOptions,
	state: CommitState,
): Promise<AtomicallyWritten> {
	await staged.stage(files, sync);
	const targets = files.map(({ target }) => target);
	for (const { change, temporary } of files) {
		// A copy that does not hold what it shall is worse than none.
		if (change.bytes !== null && change.times !== undefined && !readFileSync(temporary).equals(change.bytes))
			throw new Error(`${change.path} was not written as it shall be`);
	}
	await ready?.(targets);
	const isNoted = sync && files.length > 1;
	const steps = files.map(({ target, temporary, change: { path, bytes, before } }): Step => {
		const now = before === undefined && !isNoted ? null : fileDigest(target, before);
		checkDigest(path, now, before);
		return { path, target, temporary: bytes === null ? null : temporary, before: now };
	});
	const backups = backup ? backupsOf(files) : [];
	const forget = isNoted ? noted({ steps, stages: staged.folders, folders }) : undefined;
	state.isNoted = forget !== undefined;
	const done: number[] = [];
	try {
		await takeSteps(files, steps, done);
	} catch (error) {
		// Where that fails, too, the next process finishes what is noted.
		if (await areUndone(files, steps, done)) {
			forget?.();
			state.isNoted = false;
		}
		throw error;
	}
	if (sync) flushFolders(targets);
	forget?.();
	state.isNoted = false;
	state.isDone = true;
	return { targets, backups, stamps: files.map(({ stamp }) => stamp as BigIntStats) };
}

/** @param done gets the number of each step that was taken */
async function takeSteps(files: readonly Staged[], steps: readonly Step[], done: number[]): Promise<void> {
	// A single rename needs no undoing. For several, links to the old files allow earlier ones to be undone.
	if (files.length > 1)
		for (const { target, old, mode, change } of files)
			if (mode !== undefined) await patiently(change.path, () => keep(target, old));
	for (const [index, step] of steps.entries()) {
		await patiently(step.path, () => take(step));
		done.push(index);
	}
}

async function areUndone(files: readonly Staged[], steps: readonly Step[], done: readonly number[]): Promise<boolean> {
	try {
		for (const index of done.toReversed()) {
			const [{ target, old, mode }, { temporary }] = [files[index], steps[index]];
			await patiently(target, () => {
				// The journal still holds if this process is killed, so what was staged is put back first.
				if (temporary !== null && !existsSync(temporary)) keep(target, temporary);
				if (mode === undefined) rmSync(target, { force: true });
				else renameSync(old, target);
			});
		}
		return true;
	} catch {
		return false;
	}
}

/** What is renamed onto a target, or null for what is removed, and the digest of what was there then. */
interface Step {
	readonly path: string;
	readonly target: string;
	readonly temporary: string | null;
	readonly before: string | null;
}

function take({ target, temporary }: Step): void {
	if (temporary === null) rmSync(target, { force: true });
	else renameSync(temporary, target);
}

interface Journal {
	readonly steps: readonly Step[];
	readonly stages: readonly string[];
	readonly folders: readonly string[];
}

/** `MACHINE-PROCESS-RANDOM.json` */
const JOURNAL = /^([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.json(\.tmp)?$/;

function journalFolder(): string | undefined {
	const folder = userFolder('state');
	return folder && join(folder, 'journals');
}

/** Notes what is about to change, flushed. @returns a function that removes the note; undefined where none can be kept */
function noted(journal: Journal): (() => void) | undefined {
	const folder = journalFolder();
	if (folder === undefined) return undefined;
	const path = join(folder, `${machine()}-${process.pid}-${random()}.json`);
	try {
		makeKeptFolder(folder, 0o700);
		writeNew(`${path}.tmp`, new TextEncoder().encode(JSON.stringify(journal)), 0o600);
		for (const stage of journal.stages) {
			writeNew(join(stage, JOURNALED), new TextEncoder().encode(path));
			flushFolder(stage);
		}
		// From here on nobody but the next process removes what is staged.
		for (const stage of journal.stages) notice({ lets: stage });
		renameSync(`${path}.tmp`, path);
		flushFolder(folder);
	} catch {
		return undefined;
	}
	return () => unlinkSync(path);
}

/** Finishes what killed processes of this machine have begun, and tells so. It never fails: what cannot be finished now stays noted. */
export async function finishBegun(): Promise<void> {
	const folder = journalFolder();
	for (const name of folder === undefined ? [] : namesIn(folder)) {
		const path = join(folder as string, name);
		const [, host, pid, half] = JOURNAL.exec(name) ?? [];
		if (host !== machine() || isRunning(Number(pid))) continue;
		try {
			if (half === undefined) await finish(path);
			else rmSync(path, { force: true });
		} catch (error) {
			tell(`What a stopped command had begun cannot be finished yet: ${(error as Error).message}`);
		}
	}
}

async function finish(path: string): Promise<void> {
	const { steps, stages, folders } = JSON.parse(String(readKept(path))) as Journal;
	const targets = steps.map(({ target }) => target);
	const number = await holding(
		targets.map((target) => dirname(target)),
		async () => {
			// Another process may have finished it while this one waited.
			if (!existsSync(path)) return 0;
			const open = steps.filter(({ target, temporary }) => existsSync(temporary ?? target));
			for (const step of open) {
				const { target, temporary, before } = step;
				// Nothing is lost: neither what somebody put there since, nor what was to be there.
				if (fileDigest(target, before) === before) take(step);
				else if (temporary !== null)
					tell(`${target} was changed since; its other content is ${keptBeside(temporary, target)}`);
			}
			flushFolders(targets);
			rmSync(path, { force: true });
			for (const stage of stages) removeStage(stage);
			return open.length;
		},
	);
	for (const folder of folders) removeEmpty(folder);
	const first = steps[0].path;
	if (number > 0)
		tell(`Finished what a stopped command had begun: the last ${number} of ${steps.length} files (${first}, …).`);
}

/** Gives every file that is replaced a second name, `NAME.bak` with the first free number. */
function backupsOf(files: readonly Staged[]): string[] {
	const replaced = files.filter(({ mode }) => mode !== undefined);
	const backups = replaced.map(({ target, change: { path } }) => {
		// Told as the file was named, unless that is a link to it.
		const shown = resolve(path) === target ? path : target;
		return `${shown}${keptBeside(target, target).slice(target.length)}`;
	});
	flushFolders(replaced.map(({ target }) => target));
	return backups;
}

/** Keeps a file as `NAME.bak` of another, with the first free number. */
function keptBeside(path: string, target: string): string {
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

/** Keeps the content of a file under a second name: a hard link, or a copy where the file system has no hard links. */
function keep(path: string, name: string): void {
	try {
		linkSync(path, name);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
		const bytes = readFileSync(path);
		writeNew(name, bytes);
		if (!readFileSync(name).equals(bytes)) throw error;
	}
}

/** Writes a new file, flushed. */
function writeNew(path: string, bytes: Uint8Array, mode?: number): void {
	const file = openSync(path, 'wx', mode);
	try {
		writeAll(file, bytes);
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}

/** Waits before a rename is tried again, in milliseconds: Windows refuses one while a virus scanner or an indexer has the file open. */
const RETRIES = process.platform === 'win32' ? [10, 20, 50, 100, 200, 400] : [];

async function patiently(path: string, change: () => void): Promise<void> {
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

function flushFolders(files: readonly string[]): void {
	for (const folder of new Set(files.map((file) => dirname(file)))) flushFolder(folder);
}

/** Flushes the names in a folder to disk, where the system allows it; Windows does so by itself. */
function flushFolder(folder: string): void {
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
