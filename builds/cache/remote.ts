import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hashBytes } from '../../pipeline/disk/digest.ts';
import { reasonOf } from '../../src/findings/reason.ts';
import { UsageError } from '../../src/findings/report.ts';
import { jsonText } from '../../src/text/quote.ts';

/**
 * What machines share: bytes under keys, in a folder or on a server that speaks the HTTP protocol of Bazel's remote cache. `cas/HASH` holds what has that
 * SHA-256, `ac/KEY` says which of these belongs to a key. A folder has the same paths, so that any server of files can give it to others.
 * Nothing that comes from there is trusted: it may be cut off, changed, from somebody else, or endless.
 */

/** Entries under 64 hexadecimal digits. */
interface Blobs {
	/** Undefined where there is none. @throws Error where it cannot be had, or where a server sends more than `most` bytes */
	get(path: string, most: number): Promise<Uint8Array | undefined>;
	/** @throws NotTaken where nothing is taken from here, Error where it cannot be put */
	put(path: string, bytes: Uint8Array): Promise<void>;
	/** Removes an entry that is not what it says, where that can be done. */
	drop(path: string): Promise<void>;
}

/** No value is larger, bytes. */
const MOST = 1 << 28;
/** What belongs to a key is said in a few hundred bytes. */
const MOST_OF_KEY = 1 << 20;

/** A server is waited for so long, milliseconds, and besides as long as a slow network takes, bytes a millisecond. */
const PATIENCE = 10_000;
const SLOW = 100;

/** The variable of the environment with what a server wants to know of who asks. */
const AUTHORIZATION = 'WOKFLOW_CACHE_AUTHORIZATION';

/** A cache only gives, and takes nothing. */
class NotTaken extends Error {}

/**
 * Values that machines share. Where the cache cannot be used, that is reported once, and everything is as without it.
 */
export class SharedBlobs {
	readonly #blobs: Blobs;
	readonly #tell: (problem: string) => void;
	readonly #name: string;
	/** What still works. */
	#gives = true;
	#takes = true;
	#isSound = true;

	/**
	 * @param where a folder, or the address of a server
	 * @param tell is told what is wrong with the cache, each thing once
	 * @param patience how long a server is waited for, milliseconds
	 * @throws UsageError for an address of another kind, or one with credentials in it
	 */
	constructor(where: string, tell: (problem: string) => void, patience: number = PATIENCE) {
		const isAddress = /^[a-z][a-z0-9+.-]+:\/\//i.test(where);
		this.#blobs = isAddress ? new ServerBlobs(addressOf(where), patience) : new FolderBlobs(resolve(where));
		this.#name = jsonText(where);
		this.#tell = tell;
	}

	/** The bytes under a key: exactly those that were put, by whomever. */
	async get(key: string): Promise<Uint8Array | undefined> {
		if (!this.#gives) return undefined;
		try {
			const entry = await this.#blobs.get(`ac/${key}`, MOST_OF_KEY);
			if (entry === undefined) return undefined;
			const hash = hashIn(entry);
			const bytes = hash === undefined ? undefined : await this.#blobs.get(`cas/${hash}`, MOST);
			if (bytes !== undefined && hashBytes(bytes) === hash) return bytes;
			// An entry without its bytes is what a cache leaves that removes what is old.
			if (hash !== undefined && bytes === undefined) return undefined;
			if (this.#isSound)
				this.#tell(`The cache ${this.#name} has entries that are not what they say; they are made again.`);
			this.#isSound = false;
			await this.#blobs.drop(`ac/${key}`);
			if (hash !== undefined) await this.#blobs.drop(`cas/${hash}`);
		} catch (error) {
			this.#end(error);
		}
		return undefined;
	}

	async put(key: string, bytes: Uint8Array): Promise<void> {
		if (!this.#takes || bytes.length > MOST) return;
		try {
			const hash = hashBytes(bytes);
			await this.#blobs.put(`cas/${hash}`, bytes);
			await this.#blobs.put(`ac/${key}`, actionResult(hash, bytes.length));
		} catch (error) {
			if (!(error instanceof NotTaken)) this.#end(error);
			else if (this.#takes) this.#tell(`The cache ${this.#name} takes nothing (${error.message}); it is only read.`);
			this.#takes = false;
		}
	}

	#end(error: unknown): void {
		if (!this.#gives) return;
		this.#gives = false;
		this.#takes = false;
		this.#tell(`The cache ${this.#name} cannot be used: ${reasonOf(error)}. The build goes on without it.`);
	}
}

/** @throws UsageError for what is no address of a cache; it does not repeat what may be secret */
function addressOf(text: string): URL {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.username || url?.password)
		throw new UsageError(`--cache: an address holds no credentials. Set the header in ${AUTHORIZATION}.`);
	if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
		throw new UsageError('--cache takes a folder, or an address such as http://HOST:PORT without "?" and "#".');
	return url;
}

/**
 * An `ActionResult` of Bazel's remote execution API with one output file: servers that look at what they keep (bazel-remote) want one, and give it only
 * while they have the file.
 */
function actionResult(hash: string, size: number): Uint8Array {
	const field = (number: number, bytes: Uint8Array): Buffer =>
		Buffer.concat([Uint8Array.of((number << 3) | 2), varint(bytes.length), bytes]);
	const digest = Buffer.concat([field(1, Buffer.from(hash)), Uint8Array.of(2 << 3), varint(size)]);
	const file = Buffer.concat([field(1, Buffer.from('target')), field(2, digest)]);
	return field(2, file);
}

function varint(value: number): Uint8Array {
	const bytes: number[] = [];
	for (let rest = value; ; rest >>>= 7) {
		if (rest < 128) return Uint8Array.from([...bytes, rest]);
		bytes.push((rest & 127) | 128);
	}
}

/** The hash in an `ActionResult`. A server may have written it again, with more in it. */
function hashIn(entry: Uint8Array): string | undefined {
	return /[0-9a-f]{64}/.exec(Buffer.from(entry).toString('latin1'))?.[0];
}

/** A folder, also one that several machines write into at once. */
class FolderBlobs implements Blobs {
	readonly #folder: string;
	readonly #made = new Map<string, Promise<unknown>>();

	constructor(folder: string) {
		this.#folder = folder;
	}

	async get(path: string, most: number): Promise<Uint8Array | undefined> {
		const at = join(this.#folder, path);
		try {
			const found = await stat(at);
			if (!found.isFile() || found.size > most) return new Uint8Array(0);
			return await readFile(at);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
			throw error;
		}
	}

	async put(path: string, bytes: Uint8Array): Promise<void> {
		const temporary = join(this.#folder, 'tmp', randomUUID());
		try {
			for (const folder of ['tmp', 'ac', 'cas']) await this.#make(folder);
			await writeFile(temporary, bytes, { flag: 'wx' });
			// Whoever reads at this moment has the old file or the new one.
			await rename(temporary, join(this.#folder, path));
		} catch (error) {
			await rm(temporary, { force: true }).catch(() => undefined);
			const { code } = error as NodeJS.ErrnoException;
			if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') throw new NotTaken(reasonOf(error));
			throw error;
		}
	}

	async drop(path: string): Promise<void> {
		await rm(join(this.#folder, path), { recursive: true, force: true }).catch(() => undefined);
	}

	/** Makes a folder, and removes what a killed process had begun to write a day ago. */
	#make(name: string): Promise<unknown> {
		const at = join(this.#folder, name);
		const made =
			this.#made.get(name) ?? mkdir(at, { recursive: true }).then(() => (name === 'tmp' ? sweep(at) : undefined));
		this.#made.set(name, made);
		return made;
	}
}

const DAY = 24 * 60 * 60 * 1000;

/** The names that files have while they are written. */
const WRITTEN = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

async function sweep(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		// The folder may have been somebody's own before, with a `tmp` in it.
		if (!WRITTEN.test(name)) continue;
		const at = join(folder, name);
		const found = await stat(at).catch(() => undefined);
		if (found?.isFile() && found.mtimeMs < Date.now() - DAY) await rm(at, { force: true });
	}
}

/** A server that speaks the HTTP protocol of Bazel's remote cache. */
class ServerBlobs implements Blobs {
	readonly #address: string;
	readonly #headers: Readonly<Record<string, string>>;
	readonly #patience: number;

	/** @throws UsageError for credentials that are no value of a header */
	constructor({ origin, pathname }: URL, patience: number) {
		this.#patience = patience;
		this.#address = `${origin}${pathname.replace(/\/+$/, '')}/`;
		const authorization = process.env[AUTHORIZATION];
		if (authorization !== undefined && !/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(authorization))
			throw new UsageError(`${AUTHORIZATION} is no value of a header, such as "Bearer TOKEN".`);
		this.#headers = authorization === undefined ? {} : { authorization };
	}

	async get(path: string, most: number): Promise<Uint8Array | undefined> {
		return this.#ask(path, {}, 0, async ({ status, body }, more) => {
			if (status === 404 || status === 410) return undefined;
			if (status !== 200) throw new Error(answered(status));
			const chunks: Uint8Array[] = [];
			let length = 0;
			for await (const chunk of body ?? []) {
				length += chunk.length;
				if (length > most) throw new Error('it sends more than was ever put');
				more(length);
				chunks.push(chunk);
			}
			return Buffer.concat(chunks);
		});
	}

	async put(path: string, bytes: Uint8Array): Promise<void> {
		await this.#ask(path, { method: 'PUT', body: bytes }, bytes.length, async ({ status, body }) => {
			await body?.cancel();
			if (status === 401 || status === 403 || status === 405) throw new NotTaken(answered(status));
			if (status < 200 || status > 299) throw new Error(answered(status));
		});
	}

	/** What is wrong on a server is put right by putting it again. */
	async drop(): Promise<void> {}

	/** @param size of what is sent @param read gets the answer, and says how much of it has come */
	async #ask<T>(
		path: string,
		request: { readonly method?: string; readonly body?: Uint8Array },
		size: number,
		read: (response: Response, more: (length: number) => void) => Promise<T>,
	): Promise<T> {
		const ended = new AbortController();
		const began = performance.now();
		let timer: NodeJS.Timeout | undefined;
		const more = (length: number): void => {
			clearTimeout(timer);
			const left = began + this.#patience + length / SLOW - performance.now();
			timer = setTimeout(() => ended.abort(new Error('it does not answer in time')), left);
		};
		more(size);
		try {
			// What a server sends elsewhere would get the credentials, too.
			const options = { ...request, headers: this.#headers, redirect: 'manual', signal: ended.signal } as const;
			return await read(await fetch(`${this.#address}${path}`, options as RequestInit), more);
		} catch (error) {
			// What `fetch` throws says why in its cause.
			const { cause } = error as { cause?: NodeJS.ErrnoException };
			throw cause instanceof Error ? new Error(cause.code ?? cause.message) : error;
		} finally {
			clearTimeout(timer);
		}
	}
}

function answered(status: number): string {
	return status === 401 || status === 403
		? `it answers ${status}; ${AUTHORIZATION} is what it was sent`
		: `it answers ${status}`;
}
