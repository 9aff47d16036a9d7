import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/**
 * Runs a program of one file with the code that V8 compiled of it the last time: compiling is most of what a short command waits for.
 *
 * The code is kept in the user's folder for caches, one file for each kind of command line, since each kind uses other functions. A command runs
 * without it, too, and does not use it unless it fits: the file holds the code twice, and between the two says of which program, of which size and time,
 * and of which version of Node it is. V8 itself compares no more than the length of the source. Comparing two copies takes less than reading them; a
 * digest takes longer, and Node's longer still to load.
 */

/** @param path of the program, all its characters ASCII  @param kind of command line: letters, digits and `-` */
export function runWithCodeCache(path: string, kind: string): void {
	const source = readFileSync(path, 'latin1');
	const { size, mtimeMs } = statSync(path);
	const made = `${path} ${size} ${mtimeMs} ${process.version} ${process.arch}`;
	const folder = join(cacheFolder(), nameOf(made));
	const file = join(folder, `${kind}.bin`);
	const cachedData = readCache(file, made);
	const script = new Script(source, {
		filename: path,
		...(cachedData === undefined ? {} : { cachedData }),
	});
	if (cachedData === undefined || script.cachedDataRejected === true)
		process.once('exit', (code) => {
			// Not after a failure: a command that failed compiled few functions, and its name may not be that of a command.
			if (code === 0) writeCache(file, made, script.createCachedData());
		});
	// The program is a function where it is no module of Node's; see `scripts/one-file.mjs`. Node loads no modules for code that was kept: this one does.
	const run = script.runInThisContext() as (require: unknown, file: string, importModule: unknown) => void;
	run(loaderAt(path), path, (specifier: string) => import(specifier));
}

/** Loads modules of Node's and, which is rare, packages beside the program: what finds those is loaded for them only. */
function loaderAt(path: string): (name: string) => unknown {
	return (name) => process.getBuiltinModule(name) ?? createRequire(path)(name);
}

/** The folder for caches of the system. */
function cacheFolder({ WOKFLOW_STATE: own, XDG_CACHE_HOME: cache, LOCALAPPDATA: local } = process.env): string {
	if (own !== undefined && own !== '') return join(own, 'code');
	if (process.platform === 'win32') return join(local ?? join(homedir(), 'AppData', 'Local'), 'wokflow', 'code');
	if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'wokflow');
	return join(cache ?? join(homedir(), '.cache'), 'wokflow');
}

/** Sixteen hexadecimal digits for a text. Two texts of the same name would only replace each other's files. */
function nameOf(text: string): string {
	const [low, high] = [0, 1].map((seed) => {
		let hash = 0x811c9dc5 ^ seed;
		for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
		return (hash >>> 0).toString(16).padStart(8, '0');
	});
	return high + low;
}

function readCache(file: string, made: string): Buffer | undefined {
	try {
		// Code in a folder that other users may write into is not run.
		const { uid, mode } = statSync(dirname(file));
		if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return undefined;
		const bytes = readFileSync(file);
		const between = Buffer.from(made);
		const length = (bytes.length - between.length) / 2;
		if (!(length > 0) || !Number.isInteger(length)) return undefined;
		const data = bytes.subarray(0, length);
		const isWhole = data.equals(bytes.subarray(-length)) && between.equals(bytes.subarray(length, -length));
		return isWhole ? data : undefined;
	} catch {
		return undefined;
	}
}

/** Writes it whole or not at all, and removes what other versions left. */
function writeCache(file: string, made: string, data: Buffer): void {
	const folder = dirname(file);
	const staged = `${file}.${process.pid}.tmp`;
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		writeFileSync(staged, Buffer.concat([data, Buffer.from(made), data]), { mode: 0o600, flag: 'wx' });
		renameSync(staged, file);
		forgetOthers(folder);
	} catch {
		try {
			rmSync(staged, { force: true });
		} catch {
			// Not important: nothing reads the old file.
		}
	}
}

/** Removes the code of other versions and other installations, a month after their last file was made. */
function forgetOthers(folder: string): void {
	const month = 30 * 24 * 3600 * 1000;
	for (const name of readdirSync(dirname(folder))) {
		const other = join(dirname(folder), name);
		if (/^[0-9a-f]{16}$/.test(name) && other !== folder && Date.now() - statSync(other).mtimeMs > month)
			rmSync(other, { recursive: true, force: true });
	}
}
