import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { clearForKept, makeKeptFolder, readKept } from '../../pipeline/disk/kept-files.ts';
import { decode, encode, sealed, unsealed } from './encoding.ts';

/**
 * The cache of a target: values by the hash of what they were made from, or of themselves. It is one file, since a file for each of thousands of small
 * results would take longer to open than the result to make. It can be deleted at any time; a damaged one counts as empty.
 */
export class Store {
	readonly #path: string;
	readonly #before: ReadonlyMap<string, unknown>;
	/** What this build has read or made. */
	readonly #used = new Map<string, Uint8Array>();
	#isChanged = false;

	/** @param path absolute */
	constructor(path: string) {
		this.#path = path;
		this.#before = entriesAt(path);
	}

	/** The bytes under a key; they are kept on. */
	get(key: string): Uint8Array | undefined {
		const bytes = this.#used.get(key) ?? this.#before.get(key);
		if (!(bytes instanceof Uint8Array)) return undefined;
		this.#used.set(key, bytes);
		return bytes;
	}

	put(key: string, bytes: Uint8Array): void {
		if (this.get(key) !== undefined && Buffer.compare(this.get(key) as Uint8Array, bytes) === 0) return;
		this.#used.set(key, bytes);
		this.#isChanged = true;
	}

	/** Writes what was read or made. @param isWhole false keeps everything else, too, since a build that has failed has not come to use it */
	save(isWhole: boolean): void {
		if (!this.#isChanged) return;
		const entries = isWhole ? this.#used : new Map([...this.#before, ...this.#used]);
		const temporary = `${this.#path}.tmp`;
		makeKeptFolder(dirname(temporary));
		for (const path of [temporary, this.#path]) clearForKept(path);
		writeFileSync(temporary, sealed(encode(entries)));
		renameSync(temporary, this.#path);
		this.#isChanged = false;
	}
}

function entriesAt(path: string): ReadonlyMap<string, unknown> {
	try {
		const value = decode(unsealed(readKept(path)) ?? new Uint8Array(0));
		return value instanceof Map ? value : new Map();
	} catch {
		return new Map();
	}
}

/** Removes the caches of targets that no longer exist. */
export function pruneStores(folder: string, wanted: ReadonlySet<string>): void {
	let names: string[];
	try {
		names = readdirSync(folder);
	} catch {
		return;
	}
	for (const name of names) if (!wanted.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The name of the cache of a target. */
export function storeName(manifest: string, target: string): string {
	return `${basename(manifest, '.json')}-${encodeURIComponent(target)}`;
}
