import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, posix, resolve } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { isLevelTarget } from '../jobs/config/config.ts';
import { hashBytes } from '../pipeline/disk/digest.ts';
import { isWithin } from '../pipeline/disk/identity.ts';
import { SEVERITIES } from '../src/findings/report.ts';
import { fileNameProblem, slashed } from '../src/text/paths.ts';
import { isObject } from '../src/text/quote.ts';
import type { MadeOutput } from './actions.ts';
import { decode, encode, hashValue } from './cache/encoding.ts';
import type { CurrentHashes } from './cache/inputs.ts';
import { type InputRecord, isInputRecord, isTargetRecord, type TargetRecord } from './cache/manifest.ts';
import { SharedBlobs } from './cache/remote.ts';
import { listingOf, type Plan } from './config/targets.ts';
import type { MadeTarget } from './make.ts';
import { convertReasons } from './reasons.ts';

/**
 * Targets that another machine has made. Under the key of all that a config says of a target lies which files were read for it; under that key and the
 * hashes of these files here, what was made of them. Who may write into such a cache decides what is built, so this only keeps it from doing anything else:
 * reading files that are none of the target's, or writing others than it makes.
 */

/** What a target is kept as. */
interface Kept {
	readonly record: TargetRecord;
	readonly captured: MadeTarget['captured'];
	/** By path. */
	readonly files: ReadonlyMap<string, Uint8Array>;
}

/** No target is larger, bytes. */
const MOST = 1 << 29;

/** So many targets are sent at once; the build waits for the first of more. */
const SENDING = 8;

/** Names of files that targets make: none that some program would run. */
const MADE =
	/\.(?:wok|pwk|dwk|lyt|vis|glb|gltf|bin|obj|mtl|svg|png|tga|mod|rim|erf|are|git|ifo|pth|(?:report|placements)\.json)$/i;

export class SharedTargets {
	readonly #blobs: SharedBlobs;
	readonly #version: string;
	readonly #sending = new Set<Promise<void>>();
	/** What came from there need not be sent. */
	readonly #taken = new WeakSet<MadeTarget>();

	/** @param where a folder or an address @throws UsageError for one that cannot be a cache */
	constructor(where: string, version: string, tell: (problem: string) => void) {
		this.#blobs = new SharedBlobs(where, tell);
		this.#version = version;
	}

	/** The target as somebody has made it of the files that are here. */
	async get(plan: Plan, previous: TargetRecord | undefined, hashes: CurrentHashes): Promise<MadeTarget | undefined> {
		const known = this.#keyOf(plan);
		const read = decoded(await this.#blobs.get(known));
		if (!Array.isArray(read) || !read.every(isInputRecord) || !read.every((input) => mayRead(plan, input)))
			return undefined;
		const now = await Promise.all(read.map(async (input) => ({ ...input, hash: await hashes.ofRecord(input) })));
		const kept = decoded(await this.#blobs.get(keyWith(known, now)));
		if (!isKept(kept)) return undefined;
		const { record, captured, files } = kept;
		const isOurs =
			record.wokflow === this.#version &&
			record.code === plan.code &&
			hashValue([record.options, record.listing, record.inputs]) === hashValue([plan.options, listingOf(plan), now]);
		if (!isOurs || !record.outputs.every((output) => mayWrite(plan, output.path))) return undefined;
		const made: MadeOutput[] = [];
		for (const output of record.outputs) {
			const bytes = files.get(output.path);
			if (!(bytes instanceof Uint8Array) || hashBytes(bytes) !== output.hash) return undefined;
			made.push({ record: output, bytes });
		}
		const outputs = await convertReasons(record, made, previous, { force: false, hashes });
		const target: MadeTarget = { build: { record, made, outputs }, captured };
		this.#taken.add(target);
		return target;
	}

	/** Sends a target that was made and written, while the build goes on. */
	async put(plan: Plan, target: MadeTarget): Promise<void> {
		if (this.#taken.has(target)) return;
		const sending: Promise<void> = this.#send(plan, target).finally(() => this.#sending.delete(sending));
		this.#sending.add(sending);
		if (this.#sending.size > SENDING) await Promise.race(this.#sending);
	}

	/** Waits until all is sent. */
	async close(): Promise<void> {
		await Promise.all(this.#sending);
	}

	async #send(plan: Plan, { build, captured }: MadeTarget): Promise<void> {
		if (build === undefined) return;
		const { record, made } = build;
		const files = new Map<string, Uint8Array>();
		for (const { record: output, bytes } of made) {
			const content = bytes ?? (await readFile(resolve(plan.base, output.path)).catch(() => undefined));
			if (content === undefined || hashBytes(content) !== output.hash) return;
			files.set(output.path, content);
		}
		const known = this.#keyOf(plan);
		await this.#blobs.put(keyWith(known, record.inputs), encoded({ record, captured, files } satisfies Kept));
		const read = record.inputs.map((input) => ({ ...input, hash: null }));
		await this.#blobs.put(known, encoded(read));
	}

	#keyOf(plan: Plan): string {
		const { name, options, code, findings } = plan;
		return hashValue(['target', this.#version, name, options, code, findings ?? null, listingOf(plan) ?? null]);
	}
}

function keyWith(known: string, inputs: readonly InputRecord[]): string {
	return hashValue([known, inputs]);
}

/** GLB, SVG and JSON take a third of the bytes when they are compressed, which takes less time than to send the rest. */
function encoded(value: unknown): Uint8Array {
	return deflateSync(encode(value), { level: 1 });
}

function decoded(bytes: Uint8Array | undefined): unknown {
	try {
		return bytes === undefined ? undefined : decode(inflateSync(bytes, { maxOutputLength: MOST }));
	} catch {
		return undefined;
	}
}

function isKept(value: unknown): value is Kept {
	if (!isObject(value) || !isTargetRecord(value['record']) || !(value['files'] instanceof Map)) return false;
	const { captured } = value;
	return (
		isObject(captured) &&
		[captured['findings'], captured['more']].every((list) => Array.isArray(list)) &&
		(captured as unknown as Kept['captured']).findings.every(isFinding) &&
		(captured as unknown as Kept['captured']).more.every(({ location }) => isObject(location))
	);
}

function isFinding(value: unknown): boolean {
	if (!isObject(value)) return false;
	const { code, severity, message, help, location, actions = [] } = value;
	const areTexts = [code, message, help].every((text) => typeof text === 'string');
	return (
		areTexts &&
		SEVERITIES.some((word) => word === severity) &&
		isObject(location) &&
		Array.isArray(actions) &&
		actions.every(isObject)
	);
}

/** True for files below the folder of the config, and beside those that the target names. */
function mayRead({ base, target }: Plan, { path }: InputRecord): boolean {
	const named = Object.values(target)
		.flat()
		.filter((each) => typeof each === 'string');
	const folders = [base, ...named.map((each) => dirname(resolve(base, each)))];
	return folders.some((folder) => isWithin(resolve(base, path), folder));
}

function mayWrite({ target }: Plan, path: string): boolean {
	const out = posix.normalize(isLevelTarget(target) ? slashed(target.out) : posix.dirname(slashed(target.output)));
	const name = basename(path);
	const isOwn = MADE.test(name) || (!isLevelTarget(target) && extname(name) === extname(target.output));
	return isOwn && fileNameProblem(name) === undefined && posix.join(out, name) === path;
}
