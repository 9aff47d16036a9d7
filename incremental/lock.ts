import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

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
	/** Told once when another build is at work and this one waits. */
	readonly onWait?: (holder: LockHolder) => void;
}

/** A lock of another machine is given up for dead after this long, milliseconds. */
const ABANDONED = 60 * 60 * 1000;
const POLL = 100;
/** A file that is there and not yet written belongs to somebody who is just writing it, for so long. */
const WRITING = 2000;

/**
 * Takes the lock of a folder, waiting for whoever has it. A lock whose process is gone is taken over.
 * @returns what gives it back
 */
export async function takeLock(path: string, { signal, onWait }: LockOptions = {}): Promise<() => Promise<void>> {
	await mkdir(dirname(path), { recursive: true });
	const own: LockHolder = {
		pid: process.pid,
		host: hostname(),
		began: await beginningOf(process.pid),
		id: randomBytes(8).toString('hex'),
	};
	let waiting = false;
	for (;;) {
		signal?.throwIfAborted();
		if (await create(path, JSON.stringify(own))) {
			return async () => {
				if ((await holderOf(path))?.id === own.id) await rm(path, { force: true });
			};
		}
		const holder = await holderOf(path);
		if (await isStale(path, holder)) {
			await removeStale(path, holder);
			continue;
		}
		if (!waiting && holder !== undefined) {
			waiting = true;
			onWait?.(holder);
		}
		await sleep(POLL, undefined, signal === undefined ? {} : { signal });
	}
}

async function create(path: string, text: string): Promise<boolean> {
	try {
		const handle = await open(path, 'wx');
		try {
			await handle.writeFile(text);
		} finally {
			await handle.close();
		}
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

async function holderOf(path: string): Promise<LockHolder | undefined> {
	try {
		return JSON.parse(await readFile(path, 'utf8')) as LockHolder;
	} catch {
		return undefined;
	}
}

async function isStale(path: string, holder: LockHolder | undefined): Promise<boolean> {
	const age = await stat(path).then(
		({ mtimeMs }) => Date.now() - mtimeMs,
		() => 0,
	);
	if (holder === undefined) return age > WRITING;
	if (holder.host !== hostname()) return age > ABANDONED;
	try {
		process.kill(holder.pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
	const began = await beginningOf(holder.pid);
	return began !== null && holder.began !== null && began !== holder.began;
}

/** Of several that find a lock stale, one at a time looks again and removes it. */
async function removeStale(path: string, seen: LockHolder | undefined): Promise<void> {
	const turn = `${path}.turn`;
	if (!(await create(turn, ''))) {
		const age = await stat(turn).then(
			({ mtimeMs }) => Date.now() - mtimeMs,
			() => 0,
		);
		if (age > WRITING) await rm(turn, { force: true });
		await sleep(POLL);
		return;
	}
	try {
		if ((await holderOf(path))?.id === seen?.id) await rm(path, { force: true });
	} finally {
		await rm(turn, { force: true });
	}
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
