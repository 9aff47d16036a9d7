import {
	closeSync,
	mkdirSync,
	openSync,
	readFileSync,
	rmSync,
	statSync,
	unlinkSync,
	utimesSync,
	writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readKept } from './kept-files.ts';
import { notice } from './watched.ts';

/**
 * The lock of a folder: a file with the holder's name, whose time the holder renews each second.
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
	/** Milliseconds without a change after which a lock is dead. */
	readonly patience?: LockPatience;
}

export interface LockPatience {
	/** A lock of another machine. */
	readonly remote: number;
	/** A lock file that does not name a holder: its process may be just writing it. */
	readonly unreadable: number;
}

export const LOCK_PATIENCE: LockPatience = { remote: 10_000, unreadable: 2000 };

const RENEW = 1000;
const POLL = 100;

/**
 * Takes the lock, and waits while another process has it.
 * @returns a function that releases it
 */
export async function takeLock(
	path: string,
	{ signal, onWait, patience = LOCK_PATIENCE }: LockOptions = {},
): Promise<() => void> {
	mkdirSync(dirname(path), { recursive: true });
	const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
	const own: LockHolder = { pid: process.pid, host: hostname(), began: beginningOf(process.pid), id };
	let seen: { stamp: string; at: number } | undefined;
	let told = false;
	while (!create(path, JSON.stringify(own))) {
		signal?.throwIfAborted();
		const holder = holderOf(path);
		const stamp = `${holder?.id} ${timeOf(path)}`;
		if (seen?.stamp !== stamp) seen = { stamp, at: performance.now() };
		if (isDead(holder, performance.now() - seen.at, patience)) {
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
	const renewing = setInterval(() => renew(path), RENEW);
	renewing.unref();
	return () => {
		clearInterval(renewing);
		try {
			if (holderOf(path)?.id === id) unlinkSync(path);
		} catch {
			// A lock that cannot be removed is dead as soon as this process ends.
		}
		notice({ lets: path });
	};
}

function isDead(holder: LockHolder | undefined, unchanged: number, patience: LockPatience): boolean {
	if (holder === undefined) return unchanged > patience.unreadable;
	if (holder.host !== hostname()) return unchanged > patience.remote;
	if (!isRunning(holder.pid)) return true;
	const began = beginningOf(holder.pid);
	return began !== null && holder.began !== null && began !== holder.began;
}

/** False for a process of this machine that has ended. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'ESRCH';
	}
}

/**
 * Removes a dead lock. Of several processes that find it dead, one at a time checks again, so that none removes a lock taken in the meantime.
 * @returns false when it is another's turn
 */
function remove(path: string, dead: LockHolder | undefined): boolean {
	const turn = turnOf(path);
	if (!create(turn, '')) {
		if (Date.now() - timeOf(turn) > LOCK_PATIENCE.unreadable) dropTurn(path);
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

const turnOf = (path: string): string => `${path}.turn`;

/** It never fails: the next holder of the lock tries again. */
function dropTurn(path: string): void {
	try {
		rmSync(turnOf(path), { force: true });
	} catch {
		// The disk is full or gone.
	}
}

/** Removes a lock whose process has ended. It never fails: whoever wants the lock later takes it over. */
export function removeIfDead(path: string): void {
	const holder = holderOf(path);
	try {
		if (holder !== undefined && isDead(holder, 0, LOCK_PATIENCE)) remove(path, holder);
	} catch {
		// Its folder may not be written to.
	}
}

function create(path: string, text: string): boolean {
	let file: number;
	try {
		file = openSync(path, 'wx');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	try {
		writeSync(file, text);
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

function timeOf(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function renew(path: string): void {
	const now = new Date();
	try {
		utimesSync(path, now, now);
	} catch {
		// It is gone, or the disk is.
	}
}

/** Start time of a process, in ticks since the system started; null where the system does not give it. */
function beginningOf(pid: number): string | null {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The second field, in parentheses, may contain blanks.
		return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
	} catch {
		return null;
	}
}
