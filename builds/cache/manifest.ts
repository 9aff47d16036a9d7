import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { hashBytes, sha256OfFile } from '../../pipeline/disk/digest.ts';
import { clearForKept, readKept } from '../../pipeline/disk/kept-files.ts';
import { namesIn, statOf } from '../../pipeline/disk/ranges.ts';
import { isStaging } from '../../pipeline/disk/staging.ts';
import { writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import { kindOfFileName } from '../../src/model/walkmesh.ts';
import { slashed } from '../../src/text/paths.ts';
import { isObject } from '../../src/text/quote.ts';
import { CACHE_FOLDER, configIn, lockPath, manifestPath } from './places.ts';

/**
 * The manifest of a config: what was built of it, from which inputs. By it alone a later run knows that nothing has to be built, without loading the
 * config, the formats or a schema, which takes most of the time. It may be edited by anybody; the worst that this can do is to keep something from being
 * built. Paths are relative to the folder of the config, with slashes.
 */
export interface Manifest {
	readonly targets: ReadonlyMap<string, TargetRecord>;
	/** Undefined while a build runs, after one that failed, and where the config depends on more than files. */
	readonly config?: ConfigRecord | undefined;
}

/** The last successful build of a target. */
export interface TargetRecord {
	readonly wokflow: string;
	/** The target's options as data. */
	readonly options: Readonly<Record<string, unknown>>;
	/** Hash of the target's own code: plugins and what they import; null without. */
	readonly code: string | null;
	readonly inputs: readonly InputRecord[];
	/** For layouts: the folder of room files, and the hash of the names in it. */
	readonly listing?: ListedFolder & { readonly hash: string };
	readonly outputs: readonly OutputRecord[];
	readonly found: { readonly errors: number; readonly warnings: number; readonly notes: number };
}

/** A file that a step read or asked for. */
export interface InputRecord {
	/** Relative to the folder of the config, with slashes. */
	readonly path: string;
	/** SHA-256 of its content; null when it was missing or not readable. */
	readonly hash: string | null;
	/** For a file that another file refers to: that file, and the name in it. Such a file must be in the other's folder. */
	readonly askedBy?: { readonly path: string; readonly name: string };
}

export interface OutputRecord {
	readonly path: string;
	/** SHA-256 of the file. */
	readonly hash: string;
	readonly bytes: number;
	/** Hash of everything that the file depends on. */
	readonly key: string;
	/** For walkmeshes of rooms: which room. */
	readonly room?: string;
}

/** The config as it was when all of `targets` were up to date. */
export interface ConfigRecord {
	/** The config and all other code, with the hash of each, and the folders in which it looks for levels, with that of the names in them. */
	readonly files: readonly (readonly [path: string, hash: string])[];
	/** In the order of the config. */
	readonly targets: readonly string[];
	/** False when the config has further targets. */
	readonly isWhole: boolean;
}

/** The form of manifests that this version writes. */
const FORMAT = 4;

/** Reads a manifest. A missing or damaged one is empty, so that everything is built again. */
export function readManifest(path: string): Manifest {
	try {
		const value: unknown = JSON.parse(String(readKept(path)));
		if (!IS_MANIFEST(value)) return { targets: new Map() };
		const { targets, config } = value as { targets: (TargetRecord & { name: string })[]; config?: ConfigRecord };
		return { targets: new Map(targets.map(({ name, ...record }) => [name, record])), config };
	} catch {
		return { targets: new Map() };
	}
}

/** The manifests of all other configs that build in the folder of the one at `own`, by their paths. */
export function otherManifests(own: string): [path: string, targets: Manifest['targets']][] {
	const folder = dirname(own);
	const names = namesIn(folder).filter((name) => /^manifest.*\.json$/.test(name));
	const others = names.map((name) => join(folder, name)).filter((path) => path !== own);
	return others.map((path) => [path, readManifest(path).targets]);
}

/** Writes a manifest, its targets sorted by name: the same bytes for the same builds. */
export async function writeManifest(path: string, { targets, config }: Manifest): Promise<void> {
	const sorted = [...targets].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, record]) => ({ name, ...record }));
	const bytes = Buffer.from(`${JSON.stringify({ format: FORMAT, targets: sorted, config }, null, '\t')}\n`);
	try {
		if (readKept(path).equals(bytes)) return;
	} catch {
		// There is none yet.
	}
	clearForKept(path);
	await writeFilesAtomically([{ path, bytes }], { sync: false });
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isPath: Check = (value) => typeof value === 'string' && value !== '';
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const orNull =
	(check: Check): Check =>
	(value) =>
		value === null || check(value);
const listOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.every((each) => check(each));
/** An object with all needed keys, any of the optional ones, and no others. */
const shape = (needed: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check => {
	const checks = new Map(Object.entries({ ...needed, ...optional }));
	return (value) =>
		isObject(value) &&
		Object.keys(needed).every((key) => Object.hasOwn(value, key)) &&
		Object.entries(value).every(([key, each]) => checks.get(key)?.(each) === true);
};

/** By hand, since loading a validation library takes longer than a build with nothing to do. */
const INPUT = [{ path: isPath, hash: orNull(isHash) }, { askedBy: shape({ path: isPath, name: isText }) }] as const;
const RECORD = {
	wokflow: isText,
	options: isObject,
	code: orNull(isHash),
	inputs: listOf(shape(...INPUT)),
	outputs: listOf(shape({ path: isPath, hash: isHash, bytes: isCount, key: isHash }, { room: isText })),
	found: shape({ errors: isCount, warnings: isCount, notes: isCount }),
};
const LISTING = {
	listing: shape({ folder: isText, extensions: listOf(isText), isOutput: isFlag, hash: isHash }),
};
const IS_MANIFEST = shape(
	{
		format: (value) => value === FORMAT,
		targets: listOf(shape({ name: isText, ...RECORD }, LISTING)),
	},
	{
		config: shape({
			files: listOf((value) => Array.isArray(value) && value.length === 2 && isText(value[0]) && isHash(value[1])),
			targets: listOf(isText),
			isWhole: isFlag,
		}),
	},
);

/** True for what is in the form of a record, whoever wrote it. */
export const isTargetRecord = shape(RECORD, LISTING) as (value: unknown) => value is TargetRecord;
export const isInputRecord = shape(...INPUT) as (value: unknown) => value is InputRecord;

/**
 * SHA-256 of a file; for a folder, of the names in it; null for pipes and devices, which may be endless or readable only once; undefined where there
 * is nothing.
 * @throws Error of the file system
 */
export function hashAt(path: string): string | null | undefined {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return undefined;
	if (stats.isDirectory()) return hashBytes(readdirSync(path).sort().join('\0'));
	if (!stats.isFile()) return null;
	return sha256OfFile(path, stats.size);
}

/** The folder of the room files of a layout, and which of its names count. */
export interface ListedFolder {
	/** Relative to the folder of the config. */
	readonly folder: string;
	/** Extensions of room files, in lower case. */
	readonly extensions: readonly string[];
	/** True when the target writes into this folder, so that walkmeshes and GLBs, its own outputs, do not count. */
	readonly isOutput: boolean;
}

/** Hash of the names of room files in a folder. A new or removed file may change which file is found for a room. */
export function hashOfListing(base: string, { folder, extensions, isOutput }: ListedFolder): string {
	const counts = (name: string): boolean => {
		const lower = name.toLowerCase();
		if (isOutput && (kindOfFileName(lower) === 'area' || lower.endsWith('.glb'))) return false;
		return extensions.some((extension) => lower.endsWith(extension));
	};
	return hashBytes(namesIn(resolve(base, folder)).filter(counts).sort().join('\0'));
}

/** Words in the code of a config that read the environment, time and the like: its result may then change without a changed file. */
const ASKS_ELSEWHERE =
	/\b(?:process|env|require|globalThis|global|Date|Temporal|random|randomUUID|fetch|eval|Function|performance|navigator)\b|\bimport\s*(?:\(|\.\s*meta)|(?:\bfrom|\bimport)\s*["'](?!\.{1,2}\/|wokflow\/)/;

/** The hashes of a config and its code. @returns undefined when the result does not depend on files alone */
export function filesOfConfig(
	file: string,
	codeFiles: readonly string[],
	folders: readonly string[] = [],
): ConfigRecord['files'] | undefined {
	const files: [string, string][] = [];
	for (const path of new Set([file, ...codeFiles])) {
		const bytes = readFileSync(path);
		if (!path.endsWith('.json') && ASKS_ELSEWHERE.test(bytes.toString('utf8'))) return undefined;
		files.push([slashed(relative(dirname(file), path)), hashBytes(bytes)]);
	}
	for (const folder of folders) {
		const hash = hashAt(folder);
		if (typeof hash !== 'string') return undefined;
		files.push([slashed(relative(dirname(file), folder)) || '.', hash]);
	}
	return files;
}

/** A target that a build would find up to date. */
export type UpToDate = Pick<TargetRecord, 'found'> & { readonly name: string };

export interface UpToDateQuestion {
	/** The config, where one is named. */
	readonly config?: string;
	/** Names of targets; all of them by default. */
	readonly targets: readonly string[];
	readonly strict: boolean;
	readonly version: string;
}

/**
 * The targets, if a build would find each of them up to date; undefined where a build has to find that out: also where there is a lock, or files that a
 * killed run left.
 */
export function upToDateTargets({ config, targets, strict, version }: UpToDateQuestion): UpToDate[] | undefined {
	try {
		const found = config ?? configIn('.');
		if (found === undefined) return undefined;
		const file = resolve(found);
		const base = dirname(file);
		const folder = join(base, CACHE_FOLDER);
		const manifest = readManifest(manifestPath(folder, file));
		const known = manifest.config;
		if (known === undefined || existsSync(lockPath(folder)) || hasStaging(folder)) return undefined;
		if (resolve(base, known.files[0]?.[0] ?? '') !== file) return undefined;
		if (targets.length === 0 ? !known.isWhole : targets.some((name) => !known.targets.includes(name))) return undefined;
		const hashes = new Map<string, string | null>();
		const isSame = ([path, hash]: readonly [string, string | null]): boolean => {
			if (!hashes.has(path)) hashes.set(path, hashOfPlain(resolve(base, path)));
			return hashes.get(path) === hash;
		};
		if (!known.files.every(isSame)) return undefined;
		const wanted = known.targets.filter((name) => targets.length === 0 || targets.includes(name));
		const result = wanted.map((name): UpToDate | undefined => {
			const record = manifest.targets.get(name);
			if (record === undefined || record.wokflow !== version || (strict && record.found.warnings > 0)) return undefined;
			const { listing, inputs, outputs, found } = record;
			if (listing !== undefined && hashOfListing(base, listing) !== listing.hash) return undefined;
			const folders = new Set(outputs.map(({ path }) => dirname(resolve(base, path))));
			const files = [...inputs, ...outputs].map(({ path, hash }) => [path, hash] as const);
			return files.every(isSame) && ![...folders].some(hasStaging) ? { name, found } : undefined;
		});
		return result.every((each) => each !== undefined) ? result : undefined;
	} catch {
		return undefined;
	}
}

/** The hash of a file; null for a missing one. @throws Error for a path that cannot be checked here, such as one into an archive */
function hashOfPlain(path: string): string | null {
	const hash = hashAt(path);
	if (hash === undefined && statOf(dirname(path))?.isFile() === true)
		throw new Error('Entries of archives are looked at by a build.');
	return hash ?? null;
}

/** True for a folder with staging folders of a killed run, which a build has to remove. */
function hasStaging(folder: string): boolean {
	return readdirSync(folder).some(isStaging);
}
