import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decode, encode } from './encoding.ts';

/** Tells whether a cached value has the shape that it must have. */
export type Guard<T> = (value: unknown) => value is T;

/**
 * Results of steps by the key of everything that went into them. Each carries its own kind and key. One that is missing, torn, damaged,
 * of another kind or another shape is no result, and the step is run again; so the folder can be deleted at any time.
 */
export class Cache {
	readonly #folder: string;
	readonly #reads: boolean;
	readonly #writes: boolean;
	#started: Promise<boolean> | undefined;

	/** @param folder absolute path */
	constructor(folder: string, { reads = true, writes = true }: { reads?: boolean; writes?: boolean } = {}) {
		this.#folder = folder;
		this.#reads = reads;
		this.#writes = writes;
	}

	/** The result of a kind under a key, if there is a whole one. */
	async get<T>(kind: string, key: string, guard: Guard<T>): Promise<T | undefined> {
		if (!this.#reads) return undefined;
		const cacache = await load();
		try {
			const { data } = await cacache.get(this.#folder, entryName(kind, key), { memoize: false });
			const entry = decode(data) as { kind?: unknown; key?: unknown; value?: unknown };
			return entry.kind === kind && entry.key === key && guard(entry.value) ? entry.value : undefined;
		} catch (error) {
			// Damaged content would be taken for good when the same is put again.
			const { code } = error as NodeJS.ErrnoException;
			if (this.#writes && (code === 'EINTEGRITY' || code === 'EBADSIZE')) await this.#remove(entryName(kind, key));
			return undefined;
		}
	}

	async put(kind: string, key: string, value: unknown): Promise<void> {
		if (!this.#writes) return;
		await (this.#started ??= this.#start());
		const cacache = await load();
		// Without the time of the entry, which the package would note, the cache holds nothing of when and where it was made.
		await cacache.put(
			this.#folder,
			entryName(kind, key),
			encode({ kind, key, value }) as Buffer,
			{ time: 1 } as object,
		);
	}

	/**
	 * Removes what is not wanted any more: of the `known` entries, or of all where a build was killed or failed before it came to this.
	 */
	async prune(wanted: ReadonlySet<string>, known: Iterable<string>): Promise<void> {
		if (!this.#writes) return;
		const cacache = await load();
		const isLitter = (await this.#started) ?? (await this.#hasMark());
		const names = isLitter ? Object.keys(await cacache.ls(this.#folder).catch(() => ({}))) : [...known];
		for (const name of names) if (!wanted.has(name)) await this.#remove(name);
		if (isLitter) await rm(join(this.#folder, 'tmp'), { recursive: true, force: true });
		await rm(this.#mark, { force: true });
		this.#started = undefined;
	}

	/** Lies in the folder from the first entry of a build until its end. */
	get #mark(): string {
		return join(this.#folder, 'unfinished');
	}

	#hasMark(): Promise<boolean> {
		return access(this.#mark).then(
			() => true,
			() => false,
		);
	}

	/** @returns whether a build before did not come to its end */
	async #start(): Promise<boolean> {
		const before = await this.#hasMark();
		await mkdir(this.#folder, { recursive: true });
		if (!before) await writeFile(this.#mark, '');
		return before;
	}

	async #remove(name: string): Promise<void> {
		const cacache = await load();
		const info = await cacache.get.info(this.#folder, name);
		await (cacache.rm.entry as RemoveEntry)(this.#folder, name, { removeFully: true });
		if (info !== null) await cacache.rm.content(this.#folder, info.integrity);
	}
}

/** The name of an entry, as the manifest lists it. */
export function entryName(kind: string, key: string): string {
	return `${kind}:${key}`;
}

/** The types of the package do not know the options. */
type RemoveEntry = (folder: string, name: string, options: { removeFully: boolean }) => Promise<unknown>;

/** 80 ms, which a build that is up to date need not wait for. */
async function load(): Promise<typeof import('cacache')> {
	return (await import('cacache')).default;
}
