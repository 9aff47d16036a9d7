import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readKept } from '../pipeline/disk/kept-files.ts';
import { isStaging } from '../pipeline/disk/staging.ts';
import { slashed } from '../src/text/paths.ts';
import { FileTimes, hashOfFile } from './cache/file-times.ts';
import { hashBytes, hashOfListing, type ListedFolder } from './cache/hashes.ts';
import { hasKeys, isHash, isListOf, type NamedRecord, type TargetRecord } from './cache/manifest-shape.ts';
import { CACHE_FOLDER, configIn, lockPath, manifestPath, pathsFrom, readyPath, timesPath } from './cache/places.ts';

/**
 * Decides that nothing has to be built without loading the config, the formats or a schema, which would take most of the time.
 *
 * A build notes the config and the code that its manifest was made with. While these files, the manifest, the inputs and the outputs have the same
 * contents, loading the config could only give the same answer. Anything else, also a lock or files that a killed run left, means that an
 * ordinary build has to decide. The notes may be edited by anybody; the worst they can do is to keep something from being built.
 */

/** The notes of a build. */
interface Ready {
	readonly wokflow: string;
	/** The config and all other code, relative to the folder of the config, with the hash of each. */
	readonly code: readonly (readonly [path: string, hash: string])[];
	/** Hash of the manifest. */
	readonly manifest: string;
	/** In the order of the config. */
	readonly targets: readonly ReadyTarget[];
	/** False when the config has further targets. */
	readonly isWhole: boolean;
}

interface ReadyTarget {
	readonly name: string;
	readonly listing?: ListedFolder;
}

/** The facts about a finished build that the notes are made from. */
export interface BuiltState {
	/** The config. */
	readonly file: string;
	/** Absolute paths of all other code. */
	readonly codeFiles: readonly string[];
	readonly wokflow: string;
	readonly manifest: Uint8Array;
	readonly targets: readonly ReadyTarget[];
	readonly isWhole: boolean;
}

/** Words in the code of a config that read the environment, time and the like: its result may then change without a changed file. */
const ASKS_ELSEWHERE =
	/\b(?:process|env|require|globalThis|global|Date|Temporal|random|randomUUID|fetch|eval|Function|performance|navigator)\b|\bimport\s*(?:\(|\.\s*meta)|(?:\bfrom|\bimport)\s*["'](?!\.{1,2}\/|wokflow\/)/;

/** The notes for the next run. @returns undefined when the result does not depend on files alone */
export function readyText({ file, codeFiles, ...state }: BuiltState): string | undefined {
	const code: [string, string][] = [];
	for (const path of new Set([file, ...codeFiles])) {
		const bytes = readFileSync(path);
		if (!path.endsWith('.json') && ASKS_ELSEWHERE.test(bytes.toString('utf8'))) return undefined;
		code.push([slashed(relative(dirname(file), path)), hashBytes(bytes)]);
	}
	const ready: Ready = { ...state, code, manifest: hashBytes(state.manifest) };
	return `${JSON.stringify(ready)}\n`;
}

/** A target that a build would find up to date. */
export type UpToDate = Pick<NamedRecord, 'name' | 'found'>;

export interface ReadyQuestion {
	/** The config, where one is named. */
	readonly config?: string;
	/** Names of targets; all of them by default. */
	readonly targets: readonly string[];
	readonly strict: boolean;
	readonly version: string;
}

/** The targets, if a build would find each of them up to date; undefined where a build has to find that out. */
export function upToDateTargets({ config, targets, strict, version }: ReadyQuestion): UpToDate[] | undefined {
	try {
		const found = config ?? configIn('.');
		if (found === undefined) return undefined;
		const file = resolve(found);
		const folder = join(dirname(file), CACHE_FOLDER);
		const path = manifestPath(folder, file);
		const bytes = readKept(path);
		const ready = readyOf(JSON.parse(String(readKept(readyPath(path)))));
		if (ready?.wokflow !== version || ready.manifest !== hashBytes(bytes) || existsSync(lockPath(folder)))
			return undefined;
		const check = new Check(dirname(file), new FileTimes(timesPath(path)));
		if (resolve(dirname(file), ready.code[0]?.[0] ?? '') !== file || !check.areAs(ready.code)) return undefined;
		const wanted = wantedOf(ready, targets);
		// These are the bytes that a build has written, so their shape is not looked at, which would take longer than to read them.
		const made = JSON.parse(bytes.toString('utf8')) as { readonly targets: readonly NamedRecord[] };
		const records = new Map(made.targets.map((each) => [each.name, each]));
		const result: UpToDate[] = [];
		for (const { name, listing } of wanted ?? []) {
			const record = records.get(name);
			if (record === undefined || record.wokflow !== version || (strict && record.found.warnings > 0)) return undefined;
			if (record.listing !== (listing && hashOfListing(dirname(file), listing))) return undefined;
			if (!check.isMade(record)) return undefined;
			result.push({ name, found: record.found });
		}
		if (wanted === undefined || hasStaging(folder)) return undefined;
		check.save(timesPath(path));
		return result;
	} catch {
		return undefined;
	}
}

/** In the order of the config. */
function wantedOf({ targets, isWhole }: Ready, names: readonly string[]): ReadyTarget[] | undefined {
	if (names.length === 0) return isWhole ? [...targets] : undefined;
	const known = new Set(targets.map(({ name }) => name));
	return names.every((name) => known.has(name)) ? targets.filter(({ name }) => names.includes(name)) : undefined;
}

/** Compares files with their noted hashes; each file is examined once. */
class Check {
	readonly #at: (path: string) => string;
	readonly #times: FileTimes;
	readonly #seen = new Map<string, string | null>();

	constructor(base: string, times: FileTimes) {
		this.#at = pathsFrom(base);
		this.#times = times;
	}

	areAs(files: readonly (readonly [path: string, hash: string | null])[]): boolean {
		return files.every(([path, hash]) => this.#hashOf(path) === hash);
	}

	isMade({ inputs, outputs }: TargetRecord): boolean {
		const folders = new Set(outputs.map(({ path }) => dirname(this.#at(path))));
		return (
			inputs.every(({ path, hash }) => this.#hashOf(path) === hash) &&
			outputs.every(({ path, hash }) => this.#hashOf(path) === hash) &&
			![...folders].some(hasStaging)
		);
	}

	/** Saves the hashes of files that had to be read. */
	save(path: string): void {
		const text = this.#times.text();
		if (text === undefined) return;
		const staged = `${path}.${process.pid}.tmp`;
		try {
			writeFileSync(staged, text, { flag: 'wx' });
			renameSync(staged, path);
		} catch {
			// The next run reads them again.
			rmSync(staged, { force: true });
		}
	}

	/** The hash of a file; null for a missing one. @throws Error for a path that cannot be checked here, such as one into an archive */
	#hashOf(path: string): string | null {
		const known = this.#seen.get(path);
		if (known !== undefined) return known;
		const at = this.#at(path);
		const stats = statSync(at, { bigint: true, throwIfNoEntry: false });
		if (stats === undefined && statSync(dirname(at), { throwIfNoEntry: false })?.isFile() === true)
			throw new Error('Who reads archives has to look.');
		const hash = stats === undefined ? null : hashOfFile(at, stats, this.#times);
		this.#seen.set(path, hash);
		return hash;
	}
}

/** True for a folder with staging folders of a killed run, which a build has to remove. */
function hasStaging(folder: string): boolean {
	return readdirSync(folder).some(isStaging);
}

function readyOf(value: unknown): Ready | undefined {
	if (!hasKeys(value, ['wokflow', 'code', 'manifest', 'targets', 'isWhole'])) return undefined;
	const { wokflow, code, manifest, targets, isWhole } = value;
	if (typeof wokflow !== 'string' || !isHash(manifest) || typeof isWhole !== 'boolean') return undefined;
	if (!isListOf(code, isCode) || !isListOf(targets, isTarget)) return undefined;
	return { wokflow, code, manifest, targets, isWhole };
}

function isCode(value: unknown): value is readonly [string, string] {
	return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isHash(value[1]);
}

function isTarget(value: unknown): value is ReadyTarget {
	if (!hasKeys(value, ['name'], ['listing']) || typeof value['name'] !== 'string') return false;
	const { listing } = value;
	if (listing === undefined) return true;
	if (!hasKeys(listing, ['folder', 'extensions', 'isOutput']) || typeof listing['folder'] !== 'string') return false;
	return typeof listing['isOutput'] === 'boolean' && isListOf(listing['extensions'], isText);
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}
