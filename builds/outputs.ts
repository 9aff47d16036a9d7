import { realpath, rm, rmdir } from 'node:fs/promises';
import { dirname, posix, resolve } from 'node:path';
import { isLevelTarget } from '../jobs/config/config.ts';
import { guardOutputs, OutputRun, rememberOutputs } from '../jobs/files/outputs.ts';
import { identify, isWithin } from '../pipeline/disk/identity.ts';
import { type LockOptions, takeLock } from '../pipeline/disk/lock.ts';
import { sweepOnce, sweepStaging } from '../pipeline/disk/staging.ts';
import { writeFilesAtomically } from '../pipeline/disk/transaction.ts';
import { BUILD_FINDINGS } from '../pipeline/findings.ts';
import { type Report, UsageError } from '../src/findings/report.ts';
import type { OutputFile } from '../src/formats/contracts.ts';
import { slashed } from '../src/text/paths.ts';
import { hashValue } from './cache/encoding.ts';
import { hashFile } from './cache/inputs.ts';
import { type OutputRecord, otherManifests, readManifest, type TargetRecord, writeManifest } from './cache/manifest.ts';
import { lockPath, manifestPath, storesIn } from './cache/places.ts';
import type { LoadedConfig } from './config/config.ts';
import { cacheFolder, checkCacheFolder, chosenTargets, type Plan, planTarget } from './config/targets.ts';
import type { TargetBuild } from './make.ts';
import type { OutputResult } from './reasons.ts';

/** Where files of a target may be removed. A manifest may be edited by anybody, so it is not enough to decide that. */
export interface OutputPlace {
	/** Absolute path of the folder of the config. */
	readonly base: string;
	/** Absolute paths of the folders that its targets write into. */
	readonly folders: readonly string[];
	/** Paths that are kept whatever a manifest says: inputs of the target, and outputs of other configs. */
	readonly needed: ReadonlySet<string>;
}

/**
 * Removes outputs that still have the content that was written, and folders that become empty. Files outside the folder of the config and the
 * target's output folder are not touched.
 *
 * @returns paths of the outputs that were not removed
 */
async function removeOutputs(outputs: readonly OutputRecord[], place: OutputPlace, report: Report): Promise<string[]> {
	const left: string[] = [];
	const folders = new Set<string>();
	for (const { path, hash } of outputs) {
		const at = resolve(place.base, path);
		const now = await hashFile(at);
		if (now === null) continue;
		if (now === hash && !place.needed.has(path) && (await isOurs(dirname(at), place))) {
			await writeFilesAtomically([{ path: at, bytes: null, before: hash }]);
			folders.add(dirname(at));
		} else {
			report.add(BUILD_FINDINGS.BUILD_OUTPUT_LEFT, { file: path }, {});
			left.push(path);
		}
	}
	for (const folder of folders) if (folder !== place.base) await rmdir(folder).catch(() => undefined);
	return left;
}

/** The folder that a target writes into, absolute. */
export function outputFolder({ base, target }: Pick<Plan, 'base' | 'target'>): string {
	return isLevelTarget(target) ? resolve(base, target.out) : dirname(resolve(base, target.output));
}

/** Removes staging folders that a killed build left beside outputs, or beside a folder that it was to make. */
export async function sweepTemporaries(
	outputs: readonly OutputRecord[],
	place: Pick<OutputPlace, 'base' | 'folders'>,
): Promise<void> {
	const folders = new Set(outputs.map(({ path }) => dirname(resolve(place.base, path))));
	for (const folder of folders) if (await isOurs(folder, place)) sweepStaging(folder);
	for (const folder of place.folders) if (await isOurs(dirname(folder), place)) sweepOnce(dirname(folder));
}

/** True for a folder that, links resolved, is that of the config, one that its targets write into, or below one of these. */
async function isOurs(folder: string, { base, folders }: Pick<OutputPlace, 'base' | 'folders'>): Promise<boolean> {
	if (folder === base || folders.includes(folder)) return true;
	const real = await realpath(folder).catch(() => undefined);
	if (real === undefined) return false;
	for (const root of [base, ...folders]) {
		const realRoot = await realpath(root).catch(() => undefined);
		if (realRoot !== undefined && isWithin(real, realRoot)) return true;
	}
	return false;
}

/** @throws UsageError when two targets would write into one folder or file of each other, or one into the caches, of which everything else is removed */
export function checkOutputs(plans: readonly Plan[], config: LoadedConfig): void {
	const owners = new Map<string, string>();
	const stores = storesIn(cacheFolder(config));
	for (const { name, target } of plans) {
		const path = posix.normalize(slashed(isLevelTarget(target) ? target.out : target.output)).replace(/\/$/, '');
		const other = owners.get(path);
		if (other !== undefined) throw new UsageError(`targets.${name} and targets.${other} both write ${path}.`);
		if (isWithin(resolve(config.base, path), stores))
			throw new UsageError(`targets.${name} writes into the folder of the cache, ${path}. Choose another folder.`);
		owners.set(path, name);
	}
}

/**
 * Reports outputs that the build reads, that another target writes, that wokflow did not make, or that were changed since the last build.
 * @returns what was there, to be compared when the outputs are written
 */
export async function checkOverwriting(
	{ name, base }: Plan,
	{ record, made }: Pick<TargetBuild, 'record' | 'made'>,
	{ previous, owners, force }: OverwritingContext,
	report: Report,
): Promise<OutputRun> {
	const read = new Set(record.inputs.map(({ path }) => path));
	for (const { path } of record.outputs)
		if (read.has(path)) report.add(BUILD_FINDINGS.BUILD_OUTPUT_IS_INPUT, { file: path }, {});
	const run = new OutputRun();
	const known = new Map(previous?.outputs.map(({ path, hash }) => [path, hash]));
	const fresh: OutputFile[] = [];
	for (const {
		record: { path },
		bytes,
	} of made) {
		if (bytes === undefined || read.has(path)) continue;
		const hash = known.get(path);
		// What the last build made may be replaced as long as it is just that: anything else is somebody's work.
		if (hash !== undefined && (await hashFile(resolve(base, path))) === hash) run.seen.set(path, hash);
		else fresh.push({ path, bytes });
	}
	if (fresh.length === 0) return run;
	const alone: typeof fresh = [];
	for (const file of fresh) {
		const other = await owners.otherThan(name, file.path);
		if (other === undefined) alone.push(file);
		else report.add(BUILD_FINDINGS.BUILD_OUTPUT_TWICE, { file: file.path }, { other });
	}
	await guardOutputs(alone, report, {
		base,
		inputs: read,
		findings: BUILD_GUARD,
		force: force ? 'foreign' : false,
		edited: new Set(known.keys()),
		run,
	});
	return run;
}

/** Writes and removes outputs of a target. @returns the result for each output, without those that could not be removed */
export async function writeOutputs(
	{ base, target }: Plan,
	{ record, made, outputs }: TargetBuild,
	{ previous, needed, run }: BeforeWriting,
	report: Report,
): Promise<OutputResult[]> {
	const place = { base, folders: [outputFolder({ base, target })], needed };
	const old = previous?.outputs ?? [];
	const having = (status: OutputResult['status']): Set<string> =>
		new Set(outputs.filter((output) => output.status === status).map(({ path }) => path));
	const [written, removed] = [having('written'), having('removed')];
	await sweepTemporaries([...record.outputs, ...old], place);
	const files = made.flatMap(({ record: { path, hash }, bytes }) =>
		bytes !== undefined && written.has(path)
			? [{ path: resolve(base, path), bytes, hash, before: run.seen.get(path) }]
			: [],
	);
	const hashes = files.map(({ hash }) => hash);
	// What replaces nothing, or what the last build made, can be made again, and the next build does so: it compares contents.
	const known = new Map(old.map(({ path, hash }) => [resolve(base, path), hash]));
	const sync = files.some(({ path, before }) => typeof before === 'string' && known.get(path) !== before);
	await writeFilesAtomically(files, {
		sync,
		noted: true,
		ready: (targets) => rememberOutputs(files, targets, {}, hashes),
	});
	const left = await removeOutputs(
		old.filter(({ path }) => removed.has(path)),
		place,
		report,
	);
	return outputs.filter(({ path }) => !left.includes(path));
}

/** What is there of a target before its outputs are written. */
export interface BeforeWriting {
	readonly previous: TargetRecord | undefined;
	/** Paths that are kept in any case; see `OutputPlace`. */
	readonly needed: ReadonlySet<string>;
	/** What was there when it was checked what may be replaced. */
	readonly run: Pick<OutputRun, 'seen'>;
}

/** The findings of a build about outputs that must not be written. */
export const BUILD_GUARD = {
	isInput: BUILD_FINDINGS.BUILD_OUTPUT_IS_INPUT,
	isForeign: BUILD_FINDINGS.BUILD_OUTPUT_FOREIGN,
};

/** Further facts for checking the outputs of a target. */
export interface OverwritingContext {
	readonly previous: TargetRecord | undefined;
	readonly owners: OutputOwners;
	/** True to replace files that wokflow did not make. */
	readonly force: boolean;
}

/** Which target of a config writes which file, for targets that have been built. */
export class OutputOwners {
	readonly #config: LoadedConfig;
	readonly #manifest: ReadonlyMap<string, TargetRecord>;
	/** Names of targets by real path in lower case; computed on first use. */
	#owners: Map<string, string> | undefined;

	constructor(config: LoadedConfig, manifest: ReadonlyMap<string, TargetRecord>) {
		this.#config = config;
		this.#manifest = manifest;
	}

	/** Notes the current outputs of a target. */
	async note(name: string, { outputs }: TargetRecord): Promise<void> {
		if (this.#owners === undefined) return;
		for (const { path } of outputs) this.#owners.set(await this.#keyOf(path), name);
	}

	/** The other target that writes a file. @param path relative to the folder of the config */
	async otherThan(name: string, path: string): Promise<string | undefined> {
		if (this.#owners === undefined) {
			this.#owners = new Map();
			for (const [each, record] of this.#manifest) if (this.#isCurrent(each, record)) await this.note(each, record);
		}
		if (this.#owners.size === 0) return undefined;
		const owner = this.#owners.get(await this.#keyOf(path));
		return owner === name ? undefined : owner;
	}

	async #keyOf(path: string): Promise<string> {
		return (await identify(resolve(this.#config.base, path))).target.toLowerCase();
	}

	/** False for a target whose config has changed since, because it may have other outputs now. */
	#isCurrent(name: string, { options }: TargetRecord): boolean {
		if (!Object.hasOwn(this.#config.config.targets, name)) return false;
		try {
			return hashValue(planTarget(this.#config, name).options) === hashValue(options);
		} catch (error) {
			if (error instanceof UsageError) return false;
			throw error;
		}
	}
}

export interface CleanOptions extends LockOptions {
	/** Names of targets; all of them by default. */
	readonly targets?: readonly string[];
}

/**
 * Removes the outputs of a config, and after the last target of all configs also the cache. Files that were edited since are kept and reported.
 *
 * @returns paths of the removed files, relative to the folder of the config
 * @throws UsageError for an unknown target
 *
 * @example
 * const removed = await clean(await loadConfig('wokflow.config.json'), { targets: ['quay'] }, report);
 * console.log(removed.length, 'files removed');
 */
export async function clean(config: LoadedConfig, options: CleanOptions, report: Report): Promise<string[]> {
	const names = chosenTargets(config, options.targets);
	const folder = cacheFolder(config);
	await checkCacheFolder(config);
	const unlock = await takeLock(lockPath(folder), options);
	try {
		const path = manifestPath(folder, config.file);
		const manifest = new Map(readManifest(path).targets);
		const others = otherManifests(path).map(([, other]) => other);
		const removed: string[] = [];
		for (const name of names) {
			const { inputs = [], outputs = [] } = manifest.get(name) ?? {};
			manifest.delete(name);
			const plan = { base: config.base, target: config.config.targets[name] };
			const place = { base: config.base, folders: [outputFolder(plan)], needed: neededPaths(inputs, others) };
			await sweepTemporaries(outputs, place);
			const left = await removeOutputs(outputs, place, report);
			removed.push(...outputs.map((output) => output.path).filter((output) => !left.includes(output)));
		}
		if (options.targets === undefined || options.targets.length === 0)
			removed.push(...(await removeFormer(config, manifest, others, report)));
		if (manifest.size > 0) await writeManifest(path, { targets: manifest });
		else await rm(path, { force: true });
		if (manifest.size === 0 && others.every(({ size }) => size === 0)) {
			await rm(storesIn(folder), { recursive: true, force: true });
		}
		return removed;
	} finally {
		await unlock();
	}
}

/**
 * Removes what was made for targets that a config has no longer, such as a level whose scene is gone, and forgets these targets: the game would
 * still load it. What another target writes or reads now stays.
 *
 * @param others what other configs have built @param dryRun removes nothing
 * @returns paths of the removed files, relative to the folder of the config
 */
export async function removeFormer(
	config: LoadedConfig,
	manifest: Map<string, TargetRecord>,
	others: readonly ReadonlyMap<string, TargetRecord>[],
	report: Report,
	dryRun = false,
): Promise<string[]> {
	const { targets } = config.config;
	const former = [...manifest].filter(([name]) => !Object.hasOwn(targets, name));
	for (const [name] of former) manifest.delete(name);
	const inputs = [...manifest.values()].flatMap((record) => record.inputs);
	const needed = neededPaths(inputs, [...others, manifest]);
	const { base } = config;
	const grouped = new Set([...config.groups.values()].flat());
	// Levels of a pattern lie in folders of their own in that of the pattern.
	const folders = Object.entries(targets).map(([name, target]) => {
		const folder = outputFolder({ base, target });
		return grouped.has(name) ? dirname(folder) : folder;
	});
	const outputs: OutputRecord[] = [];
	for (const output of former.flatMap(([, record]) => record.outputs))
		if (!needed.has(output.path) && (await hashFile(resolve(base, output.path))) !== null) outputs.push(output);
	if (dryRun) return outputs.map(({ path }) => path);
	const left = await removeOutputs(outputs, { base, folders: [...new Set(folders)], needed }, report);
	return outputs.map(({ path }) => path).filter((path) => !left.includes(path));
}

/** Paths that must not be removed: inputs, and the outputs of other configs. */
export function neededPaths(
	inputs: TargetRecord['inputs'],
	others: readonly ReadonlyMap<string, TargetRecord>[],
): Set<string> {
	const made = others.flatMap((other) => [...other.values()].flatMap(({ outputs }) => outputs));
	return new Set([...inputs, ...made].map(({ path }) => path));
}
