import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';

/** A file as it is told apart from others, whatever it is called. */
export interface Identity {
	/** Real path; of a file that is not there yet, as far as its folders are. */
	readonly target: string;
	/** Undefined for a file that is not there. */
	readonly found: BigIntStats | undefined;
	/** Two files with a key in common are one. */
	readonly keys: readonly string[];
}

/**
 * Identifies a file by its place on the disk, which links and other spellings share, and by its real path without regard to letter case,
 * which does not tell files apart on many machines.
 */
export async function identify(path: string): Promise<Identity> {
	// A run asks for thousands: waiting for another thread takes far longer than the system does.
	const found = attempt(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
	const target =
		found === undefined
			? join(realFolder(dirname(absolutePath(path))), basename(path))
			: (attempt(() => realpathSync.native(path)) ?? absolutePath(path));
	// Some file systems number nothing.
	const place = found === undefined || found.ino === 0n ? [] : [`${found.dev}:${found.ino}`];
	return { target, found, keys: [target.toLowerCase(), ...place] };
}

/** `..` after a folder that may be a link. */
const BACK = /[^/.][^/]*\/+\.\.(?=\/|$)/;

/**
 * An absolute path without `..`. Behind a link to a folder `..` is what lies above the folder that it leads to, as for the system; `resolve` of
 * Node takes it for what lies above the link.
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

/** Files by identity: each is looked up once, however often it is asked for. */
export class FileSet {
	readonly #paths = new Set<string>();
	readonly #keys = new Set<string>();

	async add(paths: Iterable<string>): Promise<void> {
		const fresh: string[] = [];
		for (const path of paths) {
			// As it was typed, and as it is noted where it is opened.
			const absolute = absolutePath(path);
			if (this.#paths.has(absolute)) continue;
			this.#paths.add(absolute);
			fresh.push(absolute);
		}
		for (const { keys } of await Promise.all(fresh.map(identify))) for (const key of keys) this.#keys.add(key);
	}

	has({ keys }: Identity): boolean {
		return keys.some((key) => this.#keys.has(key));
	}
}

/** A folder with its links resolved, as far as it exists. */
function realFolder(folder: string): string {
	const real = attempt(() => realpathSync.native(folder));
	if (real !== undefined) return real;
	const above = dirname(folder);
	return above === folder ? folder : join(realFolder(above), basename(folder));
}

/** What the system says; undefined where it says no. */
function attempt<T>(ask: () => T): T | undefined {
	try {
		return ask();
	} catch {
		return undefined;
	}
}
