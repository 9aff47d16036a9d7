import { access, constants } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { CODE_OPTIONS, FUNCTION_OPTION } from '../pipeline/code-options.ts';
import { takeInOrder } from '../pipeline/disk/in-order.ts';
import { makeKeptFolder } from '../pipeline/disk/kept-files.ts';
import { takeLock } from '../pipeline/disk/lock.ts';
import { sweepStaging } from '../pipeline/disk/staging.ts';
import { undoStopped } from '../pipeline/disk/transaction.ts';
import { BUILD_OPTIONS, RUN_LIMIT_OPTIONS } from '../pipeline/options.ts';
import { FILTER_OPTIONS, mergeFilters } from '../src/findings/filter.ts';
import { checkedValues, flag, type Options, text, texts } from '../src/findings/options.ts';
import { Report, UsageError } from '../src/findings/report.ts';
import { filesOfConfig, type Manifest, otherManifests, readManifest, writeManifest } from './cache/manifest.ts';
import { lockPath, manifestPath, storesIn } from './cache/places.ts';
import { pruneStores, storeName } from './cache/store.ts';
import { type LoadedConfig, withFilter } from './config/config.ts';
import { cacheFolder, checkCacheFolder, chosenTargets, inShard, type Plan, planTarget } from './config/targets.ts';
import { checkOutputs, OutputOwners, removeFormer } from './outputs.ts';
import { packageVersion } from './program.ts';
import { SharedTargets } from './shared.ts';
import { createRunner } from './thread-jobs.ts';
import { attempt, type BuildOptions, type BuildRun, noteTargets, settle, type TargetResult } from './turns.ts';

export type { BuildOptions, BuildStep, TargetResult } from './turns.ts';

const OPTIONS: Options = {
	...BUILD_OPTIONS,
	...RUN_LIMIT_OPTIONS,
	...FILTER_OPTIONS,
	targets: texts('Names of targets.'),
	strict: flag('Warnings are errors.', false),
	findings: flag('Also gives the findings of targets that are up to date.', false),
	version: text('Results of another version are made again.'),
	signal: CODE_OPTIONS.signal,
	onStep: FUNCTION_OPTION,
	onMade: FUNCTION_OPTION,
	onTarget: FUNCTION_OPTION,
	onWait: FUNCTION_OPTION,
	onCache: FUNCTION_OPTION,
	onFormer: FUNCTION_OPTION,
};

/**
 * Builds targets of a config; only steps whose inputs changed run again. The outputs of a target are written when all of it is made without an
 * error; each file is written whole or not at all.
 *
 * @throws UsageError for unknown targets, stages or options, and for a value that an option cannot have; the reason of the signal when it was aborted
 *
 * @example
 * const results = await build(await loadConfig('wokflow.config.json'), { targets: ['quay'] });
 * for (const { name, status, outputs } of results) console.log(name, status, outputs.length);
 */
export async function build(loaded: LoadedConfig, options: BuildOptions = {}): Promise<TargetResult[]> {
	checkedValues(OPTIONS, options, 'build');
	const { dryRun = false, timeout = loaded.config.timeout ?? 0 } = options;
	if (timeout > 0) return withTimeout(timeout, options, (limited) => build(loaded, { ...limited, timeout: 0 }));
	const config = await withFilter(loaded, mergeFilters(options));
	const names = inShard(chosenTargets(config, options.targets), config, options.shard);
	const plans = names.map((name) => planTarget(config, name));
	checkOutputs(plans, config);
	const folder = cacheFolder(config);
	await checkCacheFolder(config);
	// Without write permission nothing can be built, but a build with everything up to date still succeeds.
	const mayWrite = !dryRun && (await isWritable(folder));
	const unlock = mayWrite ? await takeLock(lockPath(folder), options) : undefined;
	try {
		if (mayWrite) await undoStopped();
		if (mayWrite) sweepStaging(folder);
		if (mayWrite) makeKeptFolder(storesIn(folder));
		return await buildAll(config, plans, options, mayWrite);
	} finally {
		await unlock?.();
	}
}

/** Aborts work that takes longer than the timeout. */
async function withTimeout<T>(
	seconds: number,
	options: BuildOptions,
	work: (options: BuildOptions) => Promise<T>,
): Promise<T> {
	const ended = new AbortController();
	const timer = setTimeout(() => {
		ended.abort(new UsageError(`The build took longer than ${seconds} s. Allow more with the option timeout.`));
	}, seconds * 1000);
	const { signal } = options;
	const signals = signal === undefined ? [ended.signal] : [signal, ended.signal];
	try {
		return await work({ ...options, signal: AbortSignal.any(signals) });
	} finally {
		clearTimeout(timer);
	}
}

/** False for an existing folder without write permission. */
async function isWritable(folder: string): Promise<boolean> {
	return access(folder, constants.W_OK).then(
		() => true,
		({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
	);
}

/** Targets that are made before it is their turn to be written, for each thread. */
const AHEAD = 4;

async function buildAll(
	config: LoadedConfig,
	plans: readonly Plan[],
	options: BuildOptions,
	mayWrite: boolean,
): Promise<TargetResult[]> {
	const { version = packageVersion(), signal, maxMemory = config.config.maxMemory } = options;
	const folder = cacheFolder(config);
	const path = manifestPath(folder, config.file);
	// Read before anything is built: what changes meanwhile counts for the next build.
	const files = config.file === undefined ? undefined : filesOfConfig(config.file, config.codeFiles, config.folders);
	const manifest = new Map(readManifest(path).targets);
	const jobs = options.jobs ?? availableParallelism();
	const limits = { ...(signal === undefined ? {} : { signal }), ...(maxMemory === undefined ? {} : { maxMemory }) };
	const { cache, onCache = () => undefined } = options;
	const run: BuildRun = {
		config,
		options,
		version,
		mayWrite,
		path,
		stores: storesIn(folder),
		manifest,
		others: otherManifests(path),
		owners: new OutputOwners(config, manifest),
		runner: createRunner(config, plans, { jobs, version, ...limits, toCome: () => toCome(run, plans.length) }),
		...(cache === undefined || !mayWrite ? {} : { shared: new SharedTargets(cache, version, onCache) }),
		written: [],
		tried: 0,
		asked: 0,
		unnoted: 0,
	};
	const results: TargetResult[] = [];
	const errors: unknown[] = [];
	try {
		// Alone, a thread makes a target and writes it before it begins the next.
		const ahead = jobs === 1 ? 1 : AHEAD * jobs;
		await takeInOrder(plans, { ahead, signal, ask: (plan) => attempt(plan, run) }, async (tried, index) => {
			try {
				const result = await settle(plans[index], tried, run);
				results.push(result);
				options.onTarget?.(result);
			} catch (error) {
				signal?.throwIfAborted();
				errors.push(error);
			}
		});
	} finally {
		await run.runner.close();
		await run.shared?.close();
		if (run.unnoted > 0) await noteTargets(run);
	}
	if (errors.length > 0) throw allOf(errors);
	const isWhole = plans.length === Object.keys(config.config.targets).length;
	// Configs of code share a manifest, and each knows its own targets only.
	const isRemoving = (mayWrite || options.dryRun === true) && config.file !== undefined && isWhole;
	if (isRemoving && results.every(({ status }) => status !== 'failed')) {
		const report = new Report();
		const others = run.others.map(([, targets]) => targets);
		const removed = await removeFormer(config, manifest, others, report, !mayWrite);
		if (removed.length > 0 || report.findings.length > 0) options.onFormer?.(removed, report);
	}
	if (!mayWrite || manifest.size === 0) return results;
	const { ignore, severity } = options;
	const isPlain = config.config.cache === undefined && ignore === undefined && severity === undefined;
	const isDone = isPlain && results.every(({ status }) => status !== 'failed');
	const known = isDone && files !== undefined ? { files, targets: plans.map(({ name }) => name), isWhole } : undefined;
	await writeManifest(path, { targets: manifest, config: known });
	if (results.some(({ status }) => status === 'built') || isWhole)
		pruneStores(run.stores, storesOf([...run.others, [path, manifest]]));
	return results;
}

/** How many targets have to be made, as far as those say that were looked at. */
function toCome({ tried, asked }: BuildRun, all: number): number {
	return ((all - tried) * asked) / Math.max(1, tried);
}

/** One error for all targets that ended with one. */
function allOf(errors: readonly unknown[]): unknown {
	const [first, ...others] = errors;
	if (others.length === 0) return first;
	const lines = errors.map((error) => (error instanceof Error ? error.message : String(error)));
	if (errors.every((error) => error instanceof UsageError)) return new UsageError(...lines);
	const { name = 'Error', stack } = first instanceof Error ? first : {};
	return Object.assign(new Error(lines.join('\n')), { name, stack, cause: first });
}

/** The names of the cache folders that belong to targets of configs. */
function storesOf(manifests: readonly (readonly [path: string, targets: Manifest['targets']])[]): Set<string> {
	return new Set(manifests.flatMap(([path, manifest]) => [...manifest.keys()].map((name) => storeName(path, name))));
}
