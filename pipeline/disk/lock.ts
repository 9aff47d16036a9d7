import { closeSync, mkdirSync, openSync, readFileSync, rmSync, unlinkSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from '../../src/findings/report.ts';
import { attempt, identify } from './identity.ts';
import { readKept } from './kept-files.ts';
import { statOf } from './ranges.ts';
import { notice } from './watched.ts';

/**
 * Locks: of a folder in which files change, and of a build. A lock is a file with the holder's name, whose time the holder renews each second.
 *
 * A lock is dead when its process is known to have ended, or when its time has not changed for a while. The waiting process measures that by its own
 * clock, from one change to the next, so wrong clocks of other machines and dates in the future do not matter. A lock whose process is running
 * on this machine is never dead: it may compute for a minute without renewing its lock.
 *
 * `docs/dependencies.md` says why no package does this.
 */

/** Who holds a lock. */
export interface LockHolder {
	readonly pid: number;
	readonly host: string;
	/** Start time of its process, if known, because process ids are reused. */
	readonly began: string | null;
	readonly id: string;
}

export interface LockOptions {
	readonly signal?: AbortSignal;
	/** Called once if another process holds the lock; undefined when the lock does not name its holder. */
	readonly onWait?: (holder: LockHolder | undefined) => void;
}

/** Milliseconds without a change after which the lock of another machine is dead. */
const REMOTE = 10_000;
/** The same for a lock file that does not name a holder: its process may be just writing it. */
const UNREADABLE = 2000;
const RENEW = 1000;
const POLL = 100;

/**
 * Takes the lock, and waits while another process has it.
 * @returns a function that releases it
 */
export async function takeLock(path: string, { signal, onWait }: LockOptions = {}): Promise<() => void> {
	mkdirSync(dirname(path), { recursive: true });
	const own = ownName();
	let seen: { stamp: string; at: number } | undefined;
	let told = false;
	while (!create(path, own)) {
		const { setTimeout: sleep } = process.getBuiltinModule('node:timers/promises');
		signal?.throwIfAborted();
		const holder = holderOf(path);
		const stamp = `${holder?.id} ${timeOf(path)}`;
		if (seen?.stamp !== stamp) seen = { stamp, at: performance.now() };
		if (isDead(holder, performance.now() - seen.at)) {
			if (!remove(path, holder)) await sleep(POLL);
			continue;
		}
		if (!told) onWait?.(holder);
		told = true;
		await sleep(POLL, undefined, signal === undefined ? {} : { signal });
	}
	// Whoever was stopped while it was its turn is of no more use: only a lock that is dead is removed, and this one is not.
	dropTurn(path);
	notice({ holds: path });
	// It may be gone, or the disk.
	const renewing = setInterval(() => attempt(() => utimesSync(path, new Date(), new Date())), RENEW).unref();
	return () => {
		clearInterval(renewing);
		// A lock that cannot be removed is dead as soon as this process ends.
		if (holderOf(path)?.id === own.id) attempt(() => unlinkSync(path));
		notice({ lets: path });
	};
}

/** What this process writes into a lock: no other lock has it. */
function ownName(): LockHolder {
	const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
	return { pid: process.pid, host: hostname(), began: beginningOf(process.pid), id };
}

/** @param unchanged milliseconds */
function isDead(holder: LockHolder | undefined, unchanged: number): boolean {
	if (holder === undefined) return unchanged > UNREADABLE;
	if (holder.host !== hostname()) return unchanged > REMOTE;
	return !isRunning(holder.pid, holder.began);
}

/** The name of the lock of a folder. */
export const LOCK_NAME = '.wokflow.lock';
/** Milliseconds after which a process gives up waiting for another to let go of a folder. */
const LONGEST_WAIT = 60_000;

/** Hears for whom is waited, and what was undone that a killed process had begun. */
export const listener = { tell: (_text: string): void => undefined };

/** The locks of this process by folder, with the number of those who share each: jobs of one process know of each other. */
const held = new Map<string, { count: number; readonly taken: Promise<() => void> }>();

/**
 * Does something while no other process changes files of some folders, so that what is read in the meantime still holds when it is written.
 * @param paths folders or files, which may not exist yet: locked is the first folder above that does
 * @throws UsageError when another process does not let go of a folder
 */
export async function holding<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
	const own: string[] = [];
	try {
		// In one order, so that two processes do not wait for each other.
		const folders = await Promise.all(paths.map(async (path) => folderAt((await identify(path)).target)));
		for (const folder of [...new Set(folders)].sort()) {
			const lock = held.get(folder) ?? { count: 0, taken: lockOf(folder) };
			held.set(folder, lock);
			lock.count += 1;
			own.push(folder);
			await lock.taken;
		}
		return await work();
	} finally {
		for (const folder of own) {
			const lock = held.get(folder);
			if (lock === undefined || --lock.count > 0) continue;
			held.delete(folder);
			(await lock.taken.catch(() => undefined))?.();
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
		listener.tell(`Another wokflow (${who}) is changing files in ${folder}; waiting for it.`);
	};
	const signal = AbortSignal.timeout(LONGEST_WAIT);
	return takeLock(join(folder, LOCK_NAME), { signal, onWait }).catch((error: NodeJS.ErrnoException) => {
		// Where no file can be made, none is renamed either.
		if (['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) return () => undefined;
		if (!signal.aborted) throw error.syscall === undefined ? error : Object.assign(error, { path: folder });
		throw new UsageError(`${folder} is still being changed by ${who}. Try again when it has ended.`);
	});
}

/** False for a process of this machine that has ended. @param began its start time, if known: another may have its number since */
export function isRunning(pid: number, began: string | null = null): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
	}
	const now = began === null ? null : beginningOf(pid);
	return now === null || now === began;
}

/**
 * Removes a dead lock. Of several processes that find it dead, one at a time checks again, so that none removes a lock taken in the meantime.
 * @returns false when it is another's turn
 */
function remove(path: string, dead: LockHolder | undefined): boolean {
	const turn = turnOf(path);
	if (!create(turn, ownName())) {
		if (isDead(holderOf(turn), Date.now() - timeOf(turn))) dropTurn(path);
		return false;
	}
	try {
		// Recursive, because the path may also be a folder.
		if (holderOf(path)?.id === dead?.id) rmSync(path, { recursive: true, force: true });
	} finally {
		dropTurn(path);
	}
	return true;
}

const timeOf = (path: string): number => statOf(path)?.mtimeMs ?? 0;
const turnOf = (path: string): string => `${path}.turn`;

/** Where that fails, the next holder of the lock tries again. */
const dropTurn = (path: string): void => attempt(() => rmSync(turnOf(path), { force: true }));

/** Removes a lock whose process has ended. It never fails: whoever wants the lock later takes it over. */
export function removeIfDead(path: string): void {
	const holder = holderOf(path);
	if (holder !== undefined && isDead(holder, 0)) attempt(() => remove(path, holder));
}

function create(path: string, holder: LockHolder): boolean {
	let file: number;
	try {
		file = openSync(path, 'wx');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	try {
		writeSync(file, JSON.stringify(holder));
		return true;
	} catch (error) {
		// On a full disk the file is empty, and the next process would wait for a holder that does not exist.
		rmSync(path, { force: true });
		throw error;
	} finally {
		closeSync(file);
	}
}

/** The holder in a lock file; undefined for any other file. */
function holderOf(path: string): LockHolder | undefined {
	try {
		const { pid, host, began, id } = JSON.parse(String(readKept(path))) as Record<string, unknown>;
		if (!Number.isInteger(pid) || (pid as number) <= 0) return undefined;
		if (typeof host !== 'string' || typeof id !== 'string') return undefined;
		return { pid: pid as number, host, began: typeof began === 'string' ? began : null, id };
	} catch {
		return undefined;
	}
}

/** Start time of a process, in ticks since the system started; null where the system does not give it. */
export function beginningOf(pid: number): string | null {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The second field, in parentheses, may contain blanks.
		return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
	} catch {
		return null;
	}
}
