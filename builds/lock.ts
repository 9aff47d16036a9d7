import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readKept } from '../pipeline/disk/kept-files.ts';
import { notice } from '../pipeline/disk/watched.ts';

/**
 * The lock of a build folder: a file with the holder's name, whose time the holder renews each second.
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
	/** Called once if another build holds the lock; undefined when the lock does not name its holder. */
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
): Promise<() => Promise<void>> {
	await mkdir(dirname(path), { recursive: true });
	const began = await beginningOf(process.pid);
	const own: LockHolder = { pid: process.pid, host: hostname(), began, id: randomBytes(8).toString('hex') };
	let seen: { stamp: string; at: number } | undefined;
	let told = false;
	while (!(await create(path, JSON.stringify(own)))) {
		signal?.throwIfAborted();
		const holder = await holderOf(path);
		const stamp = `${holder?.id} ${await timeOf(path)}`;
		if (seen?.stamp !== stamp) seen = { stamp, at: performance.now() };
		if (await isDead(holder, performance.now() - seen.at, patience)) {
			await remove(path, holder);
			continue;
		}
		if (!told) onWait?.(holder);
		told = true;
		await sleep(POLL, undefined, signal === undefined ? {} : { signal });
	}
	notice({ holds: path });
	const renewing = setInterval(() => void renew(path), RENEW);
	renewing.unref();
	return async () => {
		clearInterval(renewing);
		// A lock that cannot be removed is dead as soon as this process ends.
		if ((await holderOf(path))?.id === own.id) await rm(path, { force: true }).catch(() => undefined);
		notice({ lets: path });
	};
}

async function isDead(holder: LockHolder | undefined, unchanged: number, patience: LockPatience): Promise<boolean> {
	if (holder === undefined) return unchanged > patience.unreadable;
	if (holder.host !== hostname()) return unchanged > patience.remote;
	try {
		process.kill(holder.pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
	const began = await beginningOf(holder.pid);
	return began !== null && holder.began !== null && began !== holder.began;
}

/** Removes a dead lock. Of several processes that find it dead, one at a time checks again, so that none removes a lock taken in the meantime. */
async function remove(path: string, dead: LockHolder | undefined): Promise<void> {
	const turn = `${path}.turn`;
	if (!(await create(turn, ''))) {
		if (Date.now() - (await timeOf(turn)) > LOCK_PATIENCE.unreadable) await rm(turn, { force: true });
		await sleep(POLL);
		return;
	}
	try {
		// Recursive, because the path may also be a folder.
		if ((await holderOf(path))?.id === dead?.id) await rm(path, { recursive: true, force: true });
	} finally {
		await rm(turn, { force: true });
	}
}

async function create(path: string, text: string): Promise<boolean> {
	let handle: FileHandle;
	try {
		handle = await open(path, 'wx');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	try {
		await handle.writeFile(text).finally(() => handle.close());
		return true;
	} catch (error) {
		// On a full disk the file is empty, and the next build would wait for a holder that does not exist.
		await rm(path, { force: true }).catch(() => undefined);
		throw error;
	}
}

/** The holder in a lock file; undefined for any other file. */
async function holderOf(path: string): Promise<LockHolder | undefined> {
	try {
		const { pid, host, began, id } = JSON.parse(String(readKept(path))) as Record<string, unknown>;
		if (!Number.isInteger(pid) || (pid as number) <= 0) return undefined;
		if (typeof host !== 'string' || typeof id !== 'string') return undefined;
		return { pid: pid as number, host, began: typeof began === 'string' ? began : null, id };
	} catch {
		return undefined;
	}
}

async function timeOf(path: string): Promise<number> {
	return stat(path).then(
		({ mtimeMs }) => mtimeMs,
		() => 0,
	);
}

async function renew(path: string): Promise<void> {
	const now = new Date();
	await utimes(path, now, now).catch(() => undefined);
}

/** Start time of a process, in ticks since the system started; null where the system does not give it. */
async function beginningOf(pid: number): Promise<string | null> {
	try {
		const text = await readFile(`/proc/${pid}/stat`, 'utf8');
		// The second field, in parentheses, may contain blanks.
		return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
	} catch {
		return null;
	}
}
