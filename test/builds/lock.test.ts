import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { takeLock } from '../../pipeline/disk/lock.ts';
import { scratchFolder } from '../support/cli.ts';
import { fasterClock } from '../support/clock.ts';

const folder = scratchFolder();
afterEach(() => vi.restoreAllMocks());
let count = 0;
const lockPath = (): string => join(folder, String(count++), 'lock');

test('holders follow one another, and none at the same time', async () => {
	const path = lockPath();
	let inside = 0;
	let most = 0;
	const order: number[] = [];
	const hold = async (i: number): Promise<void> => {
		const unlock = await takeLock(path);
		most = Math.max(most, ++inside);
		order.push(i);
		await new Promise((resolve) => setTimeout(resolve, 5));
		inside--;
		await unlock();
	};
	await Promise.all([0, 1, 2, 3].map(hold));
	expect(most).toBe(1);
	expect(order.sort()).toStrictEqual([0, 1, 2, 3]);
	expect(existsSync(path)).toBe(false);
});

test('says once whom it waits for, and stops waiting when aborted', async () => {
	const path = lockPath();
	const unlock = await takeLock(path);
	const abort = new AbortController();
	const waited: (number | undefined)[] = [];
	const second = takeLock(path, {
		signal: abort.signal,
		onWait: (holder) => {
			waited.push(holder?.pid);
			setTimeout(() => abort.abort(new Error('enough')), 250);
		},
	});
	await expect(second).rejects.toThrow();
	expect(waited).toStrictEqual([process.pid]);
	await unlock();
});

test('the lock of a killed process is taken over, by one of several', async () => {
	const path = lockPath();
	const unlock = await takeLock(path);
	const own = JSON.parse(readFileSync(path, 'utf8'));
	await unlock();
	const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
	const gone = new Promise((resolve) => child.on('exit', resolve));
	child.kill('SIGKILL');
	await gone;
	writeFileSync(path, JSON.stringify({ ...own, pid: child.pid, began: '1', id: 'dead' }));
	let inside = 0;
	let most = 0;
	await Promise.all(
		[0, 1, 2].map(async () => {
			const back = await takeLock(path);
			most = Math.max(most, ++inside);
			await new Promise((resolve) => setTimeout(resolve, 5));
			inside--;
			await back();
		}),
	);
	expect(most).toBe(1);
});

test.skipIf(process.platform !== 'linux')('a process id that is used again does not hold an old lock', async () => {
	const path = lockPath();
	await (await takeLock(path))();
	writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname(), began: '1', id: 'old' }));
	await (await takeLock(path))();
});

test('whoever lets go leaves alone the lock that another has taken meanwhile', async () => {
	const path = lockPath();
	const unlock = await takeLock(path);
	const other = JSON.stringify({ pid: process.pid, host: hostname(), began: null, id: 'other' });
	writeFileSync(path, other);
	await unlock();
	expect(readFileSync(path, 'utf8')).toBe(other);
});

test('the lock of another machine is not taken over before its time', async () => {
	const path = lockPath();
	await (await takeLock(path))();
	const other = JSON.stringify({ pid: 1, host: `not-${hostname()}`, began: null, id: 'other' });
	writeFileSync(path, other);
	await expect(takeLock(path, { signal: AbortSignal.timeout(250) })).rejects.toThrow();
	expect(readFileSync(path, 'utf8')).toBe(other);
	fasterClock();
	await (await takeLock(path))();
});

test('whoever is stopped while it takes over a dead lock is waited for as long as it lives', async () => {
	const path = lockPath();
	await (await takeLock(path))();
	const nameOf = (pid: number): string => JSON.stringify({ pid, host: hostname(), began: null, id: 'x' });
	const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
	writeFileSync(path, nameOf(dead));
	writeFileSync(`${path}.turn`, nameOf(process.ppid));
	utimesSync(`${path}.turn`, new Date(0), new Date(0));
	await expect(takeLock(path, { signal: AbortSignal.timeout(250) })).rejects.toThrow();
	expect(readFileSync(path, 'utf8')).toBe(nameOf(dead));
	writeFileSync(`${path}.turn`, nameOf(dead));
	await (await takeLock(path))();
	expect([existsSync(path), existsSync(`${path}.turn`)]).toEqual([false, false]);
});
