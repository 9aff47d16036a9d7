import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { notice } from '../pipeline/watched.ts';

/**
 * The lock of a build folder: a file with the holder's name, whose time the holder renews each second.
 *
 * A lock is dead when its process is known to be gone, or when its time has not changed for a while. For the latter only its own changes
 * count, measured by the clock of whoever waits, so that clocks of other machines, dates in the future and files of any other kind do not matter.
 * A lock whose process lives on this machine is never dead: it may compute for a minute and renew nothing.
 *
 * `docs/dependencies.md` says why no package does this.
 */

/** Who holds a lock. */
export interface LockHolder {
	readonly pid: number;
	readonly host: string;
	/** When its process began, where the system tells: process ids are used again. */
	readonly began: string | null;
	readonly id: string;
}

export interface LockOptions {
	readonly signal?: AbortSignal;
	/** Told once when the lock is taken and this build waits; undefined when the lock does not say by whom. */
	readonly onWait?: (holder: LockHolder | undefined) => void;
	/** After how many milliseconds without change a lock is dead. */
	readonly patience?: LockPatience;
}

export interface LockPatience {
	/** A lock of another machine. */
	readonly remote: number;
	/** A file that names no holder: somebody may be just writing it. */
	readonly unreadable: number;
}

export const LOCK_PATIENCE: LockPatience = { remote: 10_000, unreadable: 2000 };

const RENEW = 1000;
const POLL = 100;

/**
 * Takes the lock, waiting for whoever has it.
 * @returns what gives it back
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
		// What cannot be removed is dead when this process has ended.
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

/** Removes a dead lock. Of several that find it dead, one at a time looks again: none removes the lock that another took meanwhile. */
async function remove(path: string, dead: LockHolder | undefined): Promise<void> {
	const turn = `${path}.turn`;
	if (!(await create(turn, ''))) {
		if (Date.now() - (await timeOf(turn)) > LOCK_PATIENCE.unreadable) await rm(turn, { force: true });
		await sleep(POLL);
		return;
	}
	try {
		// What a lock of another kind is, a folder perhaps, does not matter.
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
		// On a full disk there is a file, but no name in it: the next one would wait for nobody.
		await rm(path, { force: true }).catch(() => undefined);
		throw error;
	}
}

/** The holder that a lock names; undefined for anything that is no lock of ours. */
async function holderOf(path: string): Promise<LockHolder | undefined> {
	try {
		const { pid, host, began, id } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
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

/** When a process began, in ticks since the start of the system; null where that is not told. */
async function beginningOf(pid: number): Promise<string | null> {
	try {
		const text = await readFile(`/proc/${pid}/stat`, 'utf8');
		// The second field, in brackets, may hold blanks.
		return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
	} catch {
		return null;
	}
}
