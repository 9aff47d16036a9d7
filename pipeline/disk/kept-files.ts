import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The user's own folder for what wokflow remembers, or for caches: `WOKFLOW_STATE`, or that of the system. As the specification of these variables says, an
 * empty one counts as unset and a relative one is ignored.
 * @returns undefined where no folder is known: nothing is kept then
 */
export function userFolder(
	kind: 'state' | 'cache',
	env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
	const isState = kind === 'state';
	const { WOKFLOW_STATE: own } = env;
	if (own !== undefined && own !== '') return isState ? own : join(own, 'code');
	const set = (path: string | undefined): string | undefined =>
		path !== undefined && isAbsolute(path) ? path : undefined;
	const home = set(homedir());
	const below = (folder: string | undefined, ...names: string[]): string | undefined =>
		folder && join(folder, ...names);
	if (process.platform === 'win32') {
		const local = set(env['LOCALAPPDATA']) ?? below(home, 'AppData', 'Local');
		return below(local, 'wokflow', ...(isState ? [] : ['code']));
	}
	if (process.platform === 'darwin')
		return below(home, 'Library', isState ? 'Application Support' : 'Caches', 'wokflow');
	const [variable, usual] = isState ? ['XDG_STATE_HOME', ['.local', 'state']] : ['XDG_CACHE_HOME', ['.cache']];
	return below(set(env[variable as string]) ?? below(home, ...(usual as string[])), 'wokflow');
}

/**
 * Files that wokflow keeps for itself, such as those in `.wokflow`. That folder may come with a repository from somebody, with links in it to anything:
 * none of them is followed. What is read are regular files; where one is written, a link is removed first, not what it leads to.
 */

/** Opens nothing behind a link, and does not wait for a pipe. Windows has neither flag. */
const NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The bytes of a kept file. @throws Error for a missing one, and for a link, a folder, a pipe or a device: reading one of these may never end */
export function readKept(path: string): Buffer {
	const file = openSync(path, NO_LINK);
	try {
		if (!fstatSync(file).isFile()) throw new Error(`${path} is not a file`);
		return readFileSync(file);
	} finally {
		closeSync(file);
	}
}

/** Removes what lies in the way of a kept file: a link, a folder, a pipe. */
export function clearForKept(path: string): void {
	if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) rmSync(path, { recursive: true, force: true });
}

/** Removes what lies in the way of a folder of kept files: a link or a file. */
export function clearForKeptFolder(path: string): void {
	if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(path, { force: true });
}

/** Makes a folder of kept files, also in place of a link or a file. */
export function makeKeptFolder(path: string, mode?: number): void {
	clearForKeptFolder(path);
	mkdirSync(path, { recursive: true, mode });
}
