import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFilesAtomically } from '../pipeline/files.ts';
import { type Packed, pack, unpack } from './pack.ts';

/**
 * Results of steps by the key of everything that went into them. A file that is missing, torn or damaged is no result, and the step is
 * run again; so the folder can be deleted at any time.
 */
export class Cache {
	readonly #folder: string;
	readonly #used = new Set<string>();
	readonly #writes: boolean;
	readonly #reads: boolean;

	/** @param folder absolute path */
	constructor(folder: string, { reads = true, writes = true }: { reads?: boolean; writes?: boolean } = {}) {
		this.#folder = folder;
		this.#reads = reads;
		this.#writes = writes;
	}

	/** The result under a key, if there is a whole one. */
	async get(key: string): Promise<Packed | undefined> {
		this.keep(key);
		if (!this.#reads) return undefined;
		try {
			return unpack(await readFile(this.#path(key)));
		} catch {
			return undefined;
		}
	}

	/** True when there is a file under the key; it may yet turn out to be damaged. */
	async has(key: string): Promise<boolean> {
		this.keep(key);
		if (!this.#reads) return false;
		return stat(this.#path(key)).then(
			() => true,
			() => false,
		);
	}

	async put(key: string, packed: Packed): Promise<void> {
		this.keep(key);
		if (this.#writes) await writeFilesAtomically([{ path: this.#path(key), bytes: pack(packed) }]);
	}

	/** Says that a key is still wanted. */
	keep(key: string): void {
		this.#used.add(key);
	}

	/** Removes what no key was kept for, and what killed builds left. */
	async prune(): Promise<void> {
		if (!this.#writes) return;
		await mkdir(this.#folder, { recursive: true });
		for (const name of await readdir(this.#folder)) {
			if (!this.#used.has(name.replace(/\.pack$/, ''))) await rm(join(this.#folder, name), { force: true });
		}
	}

	#path(key: string): string {
		return join(this.#folder, `${key}.pack`);
	}
}
