import { type BigIntStats, existsSync, readFileSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../src/findings/report.ts';
import { fileDigest } from './digest.ts';
import { absolutePath, attempt } from './identity.ts';
import { makeKeptFolder, readKept, userFolder } from './kept-files.ts';
import { beginningOf, holding, isRunning, listener } from './lock.ts';
import { namesIn, statOf } from './ranges.ts';
import {
	type Change,
	flushFolder,
	JOURNALED,
	keep,
	keptBeside,
	machine,
	patiently,
	random,
	removeStage,
	type Staged,
	StagedFiles,
	writeNew,
} from './staging.ts';

/**
 * The one module through which everything goes that replaces or removes a file that was there before. The folders of the files are locked. The new files
 * are staged beside their targets, flushed and read again. Right before they are renamed, what is there is compared with what the caller saw. Before
 * several are renamed, the old ones get second names and a journal says what is about to happen: where a rename fails, or the process is killed, what was
 * there before is put back, in the latter case by the next process.
 *
 * Journals lie in the user's own folder: whoever writes one decides what is overwritten. Where none can be kept, and nobody undoes what a killed
 * process had begun, each file still is the old or the new one.
 */

export interface WriteOptions {
	/** Keeps a file that is replaced as `NAME.bak`, `NAME.bak2`, …; an existing backup is never replaced. Default false. */
	readonly backup?: boolean;
	/** False for files that can be made again: it is left to the system when they come to the disk. Default true. */
	readonly sync?: boolean;
	/** True to note several files in a journal, so that a killed process changes all or none. Default: as `sync`. */
	readonly noted?: boolean;
	/** Called with the real paths of the files once all are staged, before anything changes. */
	readonly ready?: (targets: readonly string[]) => Promise<void>;
}

/** Where files were written. */
export interface AtomicallyWritten {
	/** For each file its path with symbolic links resolved. */
	readonly targets: readonly string[];
	/** Paths of the backups that were made. */
	readonly backups: readonly string[];
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
	await undoStopped();
	const folders = new Set(changes.map(({ path }) => dirname(absolutePath(path))));
	const isNew = [...folders].every((folder) => statOf(folder) === undefined);
	const isWhole = folders.size === 1 && isNew && changes.every(({ bytes }) => bytes !== null);
	// Somebody else may make the folder meanwhile.
	const written = isWhole ? await write(changes, options, true) : undefined;
	return written ?? ((await write(changes, options, false)) as AtomicallyWritten);
}

/** @param isWhole writes a folder that does not exist yet as a whole: nothing is locked or noted, as nothing that is there changes */
async function write(
	changes: readonly Change[],
	options: WriteOptions,
	isWhole: boolean,
): Promise<AtomicallyWritten | undefined> {
	const staged = new StagedFiles(isWhole);
	let isDone = false;
	try {
		const files = await staged.place(changes);
		const written = isWhole
			? await writeFolder(files, staged, options)
			: await holding(foldersOf(files), () => commit(files, staged, options));
		isDone = written !== undefined;
		return written;
	} finally {
		staged.end(isDone);
	}
}

/** @returns undefined where the folder exists by now */
async function writeFolder(
	files: readonly Staged[],
	staged: StagedFiles,
	options: WriteOptions,
): Promise<AtomicallyWritten | undefined> {
	const targets = await stage(files, staged, options);
	const isDone = await staged.becomeFolder(dirname(targets[0]), options.sync ?? true);
	return isDone ? { targets, backups: [] } : undefined;
}

/** Writes the new files beside their targets. @returns the paths of the targets */
async function stage(
	files: readonly Staged[],
	staged: StagedFiles,
	{ sync = true, ready }: WriteOptions,
): Promise<string[]> {
	await staged.stage(files, sync);
	for (const { change, temporary } of files) {
		// A copy that does not hold what it shall is worse than none.
		if (change.bytes !== null && change.times !== undefined && !readFileSync(temporary).equals(change.bytes))
			throw new Error(`${change.path} was not written as it shall be`);
	}
	const targets = files.map(({ target }) => target);
	await ready?.(targets);
	return targets;
}

async function commit(
	files: readonly Staged[],
	staged: StagedFiles,
	options: WriteOptions,
): Promise<AtomicallyWritten> {
	const { sync = true, noted = sync, backup = false } = options;
	const targets = await stage(files, staged, options);
	for (const { target, change } of files)
		if (change.before !== undefined) checkSeen(change.path, fileDigest(target), change.before);
	const steps = files.map(({ target, old, stamp }): Step => {
		return { target, old: existsSync(target) ? old : null, stamp: stamp === undefined ? null : stampOf(stamp) };
	});
	const replaced = files.filter((_, index) => steps[index].old !== null);
	const backups = backup ? replaced.map(backupOf) : [];
	if (backups.length > 0) flushFolders(replaced);
	// A single rename needs no undoing.
	const isAlone = files.length === 1;
	for (const { target, old, change } of isAlone ? [] : replaced) await patiently(change.path, () => keep(target, old));
	const journal = { began: beginningOf(process.pid), steps, stages: staged.folders };
	const path = isAlone || !noted ? undefined : note(journal, sync);
	// From here on nobody removes what is staged but whoever removes the journal.
	if (path !== undefined) staged.leave();
	try {
		for (const { target, temporary, change } of files) {
			const isGone = change.bytes === null;
			await patiently(change.path, () => (isGone ? rmSync(target, { force: true }) : renameSync(temporary, target)));
		}
	} catch (error) {
		// What cannot be put back is left to the next process.
		if (!isAlone) await undo(steps).catch(() => Promise.reject(error));
		forget(path, journal, sync);
		throw error;
	}
	if (sync) flushFolders(files);
	forget(path, journal, sync);
	return { targets, backups };
}

/** @throws UsageError when what is in a place now is not what the caller saw there. Where nothing is, nothing is lost. */
export function checkSeen(path: string, now: string | null, before: string | null): void {
	if (now === null || now === before) return;
	throw new UsageError(
		`"${path}" was changed by another program while this command was at work. Nothing was written; try again.`,
	);
}

/** A file that is replaced, made or removed. */
interface Step {
	readonly target: string;
	/** Second name of what was there; null where nothing was. */
	readonly old: string | null;
	/** Tells what is put there from everything else; null for a file that is removed. */
	readonly stamp: string | null;
}

function stampOf({ ino, size, mtimeNs }: BigIntStats): string {
	return `${ino} ${size} ${mtimeNs}`;
}

/** Puts back what was there before the steps that were taken, unless somebody has put something else there since. @returns how many were */
async function undo(steps: readonly Step[]): Promise<number> {
	let number = 0;
	for (const { target, old, stamp } of steps.toReversed()) {
		const found = attempt(() => statSync(target, { bigint: true }));
		const isOurs = found !== undefined && stampOf(found) === stamp;
		const hasOld = old !== null && existsSync(old);
		if (hasOld && (isOurs || found === undefined)) await patiently(target, () => renameSync(old, target));
		else if (isOurs && old === null) await patiently(target, () => rmSync(target));
		else {
			// Neither is lost: what somebody put there since, nor what was there before.
			if (hasOld && !readFileSync(old).equals(readFileSync(target)))
				listener.tell(`${target} was changed since; what was there before is ${keptBeside(old, target)}`);
			continue;
		}
		number += 1;
	}
	flushFolders(steps);
	return number;
}

interface Journal {
	/** Start time of the process, if known, because process ids are reused. */
	readonly began: string | null;
	readonly steps: readonly Step[];
	readonly stages: readonly string[];
}

/** `MACHINE-PROCESS-RANDOM.json` */
const JOURNAL = /^([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.json$/;

function journalFolder(): string | undefined {
	const folder = userFolder('state');
	return folder && join(folder, 'journals');
}

/** Notes what is about to change. @returns the path of the journal; undefined where none can be kept */
function note(journal: Journal, sync: boolean): string | undefined {
	const folder = journalFolder();
	if (folder === undefined) return undefined;
	const path = join(folder, `${machine()}-${process.pid}-${random()}.json`);
	try {
		makeKeptFolder(folder, 0o700);
		for (const stage of journal.stages) {
			writeNew(join(stage, JOURNALED), new TextEncoder().encode(path), { sync });
			if (sync) flushFolder(stage);
		}
		writeNew(path, new TextEncoder().encode(JSON.stringify(journal)), { sync, mode: 0o600 });
		if (sync) flushFolder(folder);
		return path;
	} catch {
		attempt(() => rmSync(path, { force: true }));
		return undefined;
	}
}

/** Removes a journal, and what was staged. It is gone for good before the command tells that it has ended: what it did is not undone any more. */
function forget(path: string | undefined, { stages }: Journal, sync = true): void {
	if (path === undefined) return;
	unlinkSync(path);
	if (sync) flushFolder(dirname(path));
	for (const stage of stages) removeStage(stage);
}

/** Undoes what killed processes of this machine have begun, and tells so. It never fails: what cannot be undone now stays noted. */
export async function undoStopped(): Promise<void> {
	const folder = journalFolder();
	for (const name of folder === undefined ? [] : namesIn(folder)) {
		const [, host, pid] = JOURNAL.exec(name) ?? [];
		if (host !== machine()) continue;
		try {
			await undoNoted(join(folder as string, name), Number(pid));
		} catch (error) {
			// Its process has ended meanwhile, or another one has undone it.
			if (!existsSync(join(folder as string, name))) continue;
			listener.tell(`What a stopped command had begun cannot be undone yet: ${(error as Error).message}`);
		}
	}
}

async function undoNoted(path: string, pid: number): Promise<void> {
	const journal = journalOf(String(readKept(path)));
	const { began, steps } = journal;
	if (isRunning(pid, began)) return;
	await holding(foldersOf(steps), async () => {
		// Another process may have undone it while this one waited.
		if (!existsSync(path)) return;
		// What was staged goes last: without it, all was done.
		const number = journal.stages.every((stage) => existsSync(stage)) ? await undo(steps) : 0;
		forget(path, journal);
		if (number > 0)
			listener.tell(
				`Undid what a stopped command had begun: ${number} of ${steps.length} files (${steps[0].target}, …).`,
			);
	});
}

/** A journal that is not written whole means that nothing has changed: it is flushed before anything does. */
function journalOf(text: string): Journal {
	try {
		return JSON.parse(text) as Journal;
	} catch {
		return { began: null, steps: [], stages: [] };
	}
}

/** Gives a file that is replaced a second name. @returns it, told as the file was named, unless that is a link to it */
function backupOf({ target, change: { path } }: Staged): string {
	const shown = resolve(path) === target ? path : target;
	return `${shown}${keptBeside(target, target).slice(target.length)}`;
}

function foldersOf(files: readonly { readonly target: string }[]): string[] {
	return [...new Set(files.map(({ target }) => dirname(target)))];
}

function flushFolders(files: readonly { readonly target: string }[]): void {
	for (const folder of foldersOf(files)) flushFolder(folder);
}
