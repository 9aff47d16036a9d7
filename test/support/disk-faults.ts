import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';

/**
 * A disk that fails when it is told to. A test puts it in the place of `node:fs` and `node:fs/promises`, the one seam through which
 * everything goes:
 *
 *     vi.mock('node:fs/promises', async (original) => (await import('./disk-faults.ts')).faultyPromises(await original()));
 *     vi.mock('node:fs', async (original) => (await import('./disk-faults.ts')).faultySync(await original()));
 */

/** What happens at one operation. */
export interface Fault {
	/** Number of the operation, from 0: among all, or among those that `of` matches, as `name path`, since the order of others may differ. */
	readonly at: number;
	readonly of?: RegExp;
	/** What the system answers, or `removed`: the folder of outputs goes just before the operation. */
	readonly code: string;
	/** All operations from there on fail, as those of a run that was killed never happen. Default: the one. */
	readonly forGood?: boolean;
	/** Only operations of this name fail. */
	readonly only?: string;
}

/** What a full disk and others answer. */
export const FAULT_CODES: readonly string[] = [
	'ENOSPC',
	'EACCES',
	'EDQUOT',
	'ENOENT',
	'EIO',
	'EROFS',
	'EMFILE',
	'removed',
];

class Disk {
	/** Paths below it count. */
	root = '';
	fault: Fault | undefined;
	/** Removes the folder of outputs. */
	remove: () => void = () => undefined;
	/** The operations so far, as `name path`. */
	readonly operations: string[] = [];

	/** The error of this operation, if it is to fail. */
	next(name: string, path: unknown): Error | undefined {
		if (this.root === '' || !String(path).startsWith(this.root)) return undefined;
		const operation = `${name} ${String(path).slice(this.root.length)}`;
		const all = this.operations.push(operation) - 1;
		const { fault } = this;
		if (fault?.of?.test(operation) === false) return undefined;
		const number = fault?.of === undefined ? all : this.operations.filter((each) => fault.of?.test(each)).length - 1;
		if (fault === undefined || (number !== fault.at && !(fault.forGood === true && number > fault.at)))
			return undefined;
		if (fault.only !== undefined && fault.only !== name) return undefined;
		if (fault.code === 'removed') {
			this.remove();
			return undefined;
		}
		const message = `${fault.code}: made to fail, ${name} '${String(path)}'`;
		return Object.assign(new Error(message), { code: fault.code, syscall: name, path: String(path), errno: -1 });
	}
}

const KEY = Symbol.for('disk of the tests');
const shared = globalThis as unknown as Record<symbol, Disk | undefined>;
/** One for all: the two file systems are put in their places at different times, some of them before modules are loaded again. */
export const disk: Disk = shared[KEY] ?? new Disk();
shared[KEY] = disk;

// biome-ignore lint/suspicious/noExplicitAny: functions of all kinds are wrapped alike.
type Any = any;

const PROMISES = [
	'access',
	'appendFile',
	'copyFile',
	'link',
	'mkdir',
	'open',
	'readFile',
	'readdir',
	'realpath',
].concat([...['rename', 'rm', 'rmdir', 'stat', 'unlink', 'utimes', 'writeFile']]);
const SYNC = [
	...['appendFileSync', 'linkSync', 'lstatSync', 'mkdirSync', 'readFileSync', 'readdirSync'],
	...['renameSync', 'rmSync', 'rmdirSync', 'statSync', 'writeFileSync'],
];
const WRITES = ['appendFile', 'appendFileSync', 'writeFile', 'writeFileSync'];

/** What reached the disk before it was full. */
const half = (data: Any): Any =>
	typeof data === 'string' || data instanceof Uint8Array ? data.slice(0, data.length / 2) : data;

/** `node:fs/promises` on the disk that fails. */
export function faultyPromises(original: typeof FsPromises): Any {
	const wrapped: Any = { ...original };
	for (const name of PROMISES) {
		const real = (original as Any)[name];
		wrapped[name] = async (path: unknown, ...more: Any[]) => {
			const error = disk.next(name, path);
			if (error !== undefined) {
				if (WRITES.includes(name) && disk.fault?.forGood !== true)
					await real(path, half(more[0]), ...more.slice(1)).catch(() => undefined);
				throw error;
			}
			const result = await real(path, ...more);
			return name === 'open' ? faultyHandle(result, String(path)) : result;
		};
	}
	return { ...wrapped, default: wrapped };
}

/** What the system refuses of an open file it tells without a name. */
function nameless(error: Error | undefined): Error | undefined {
	if (error === undefined) return undefined;
	Reflect.deleteProperty(error, 'path');
	error.message = error.message.replace(/ '.*'$/, '');
	return error;
}

function faultyHandle(handle: FsPromises.FileHandle, path: string): FsPromises.FileHandle {
	return new Proxy(handle, {
		get(target, key) {
			const real = Reflect.get(target, key, target);
			if (typeof real !== 'function') return real;
			if (!['write', 'sync', 'close', 'writeFile', 'read'].includes(String(key))) return real.bind(target);
			return async (...given: Any[]) => {
				const error = nameless(disk.next(`handle.${String(key)}`, path));
				if (error === undefined) return real.apply(target, given);
				// It is closed all the same, or the test would run out of them.
				if (key === 'close') await real.apply(target, given);
				if (key === 'write' || key === 'writeFile') await real.call(target, half(given[0])).catch(() => undefined);
				throw error;
			};
		},
	});
}

/** `node:fs` on the disk that fails. */
export function faultySync(original: typeof Fs): Any {
	const wrapped: Any = { ...original };
	for (const name of SYNC) {
		const real = (original as Any)[name];
		wrapped[name] = (path: unknown, ...more: Any[]) => {
			const error = disk.next(name, path);
			if (error === undefined) return real(path, ...more);
			if (WRITES.includes(name) && disk.fault?.forGood !== true) real(path, half(more[0]), ...more.slice(1));
			throw error;
		};
	}
	faultyFiles(original, wrapped);
	const exists = original.existsSync;
	wrapped.existsSync = (path: string) => disk.next('existsSync', path) === undefined && exists(path);
	return { ...wrapped, default: wrapped };
}

/** Files that are opened by a number. */
function faultyFiles(original: typeof Fs, wrapped: Any): void {
	const opened = new Map<number, string>();
	wrapped.openSync = (path: string, ...more: Any[]) => {
		const error = disk.next('openSync', path);
		if (error !== undefined) throw error;
		const file = (original.openSync as Any)(path, ...more);
		opened.set(file, String(path));
		return file;
	};
	const onFile =
		(name: string) =>
		(file: number, ...more: Any[]) => {
			const error = nameless(disk.next(name, opened.get(file)));
			if (error === undefined) return (original as Any)[name](file, ...more);
			// It is closed all the same, or the test would run out of them.
			if (name === 'closeSync') original.closeSync(file);
			if (name === 'writeSync' && disk.fault?.forGood !== true) original.writeSync(file, half(more[0]));
			throw error;
		};
	wrapped.writeSync = onFile('writeSync');
	wrapped.closeSync = onFile('closeSync');
	wrapped.fsyncSync = onFile('fsyncSync');
	wrapped.fsync = (file: number, done: (error: Error | null) => void) => {
		const error = nameless(disk.next('fsync', opened.get(file)));
		if (error === undefined) original.fsync(file, done);
		else setImmediate(done, error);
	};
}
