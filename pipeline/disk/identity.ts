import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** What identifies a file, whichever of its names it is reached by. */
export interface Identity {
	/** Real path. For a file that does not exist yet, links are resolved in the folders that exist. */
	readonly target: string;
	/** Status of the file; undefined when it does not exist. */
	readonly found: BigIntStats | undefined;
	/** Two paths that share a key lead to the same file. */
	readonly keys: readonly string[];
}

/**
 * Identifies a file by device and inode, which hard links share, and by its real path in lower case, since many file systems ignore
 * letter case.
 */
export async function identify(path: string): Promise<Identity> {
	// Synchronous: for thousands of files, waiting for a thread of Node would take far longer than the calls.
	const found = attempt(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
	const target =
		found === undefined
			? join(realFolder(dirname(absolutePath(path))), basename(path))
			: (attempt(() => realpathSync.native(path)) ?? absolutePath(path));
	// Some file systems have no inode numbers and give 0.
	const place = found === undefined || found.ino === 0n ? [] : [`${found.dev}:${found.ino}`];
	return { target, found, keys: [target.toLowerCase(), ...place] };
}

/** `NAME/..`, where NAME may be a link. Begins at beginnings of names only: from each letter of it, a long name took the square of its length. */
const BACK = /(?<![^/])\.*[^/.][^/]*\/+\.\.(?=\/|$)/;

/**
 * An absolute path without `..`. After a link to a folder, `..` means the parent of the linked folder, as for the operating system; `resolve` of
 * Node takes the parent of the link instead.
 */
export function absolutePath(path: string, base: string = process.cwd()): string {
	if (sep !== '/' || !BACK.test(path)) return resolve(base, path);
	const whole = isAbsolute(path) ? path : `${resolve(base)}/${path}`;
	const end = whole.match(/^.*\/\.\.(?=\/|$)/)?.[0].length ?? 0;
	try {
		return join(realpathSync.native(whole.slice(0, end)), whole.slice(end));
	} catch {
		return resolve(whole);
	}
}

/** True for a folder and what lies below it. Both paths are real. */
export function isWithin(path: string, folder: string): boolean {
	const inside = relative(folder, path);
	return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** A set of files by identity. Each path is looked up once, however often it is asked for. */
export class FileSet {
	readonly #paths = new Set<string>();
	readonly #keys = new Set<string>();

	async add(paths: Iterable<string>): Promise<void> {
		const fresh: string[] = [];
		for (const path of paths) {
			// The same file may be asked for by the path that was typed and by the path that was opened.
			const absolute = absolutePath(path);
			if (this.#paths.has(absolute)) continue;
			this.#paths.add(absolute);
			fresh.push(absolute);
		}
		for (const { keys } of await Promise.all(fresh.map((path) => identify(path))))
			for (const key of keys) this.#keys.add(key);
	}

	has({ keys }: Identity): boolean {
		return keys.some((key) => this.#keys.has(key));
	}
}

/** A folder with links resolved in those parts of its path that exist. */
function realFolder(folder: string): string {
	const above = dirname(folder);
	return (
		attempt(() => realpathSync.native(folder)) ??
		(above === folder ? folder : join(realFolder(above), basename(folder)))
	);
}

/** The result of a call of the system; undefined when it throws. */
export function attempt<T>(ask: () => T): T | undefined {
	try {
		return ask();
	} catch {
		return undefined;
	}
}

/** Puts the caller's path into an error of the system: a full disk names no file, and the path of a staged file means nothing to the user. */
export function naming(path: string): (error: unknown) => never {
	return (error) => {
		const { syscall } = error as NodeJS.ErrnoException;
		throw syscall === undefined ? error : Object.assign(error as Error, { path });
	};
}
