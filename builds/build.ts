import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { explained } from '../check/rules.ts';
import { type ConvertTarget, isLevelTarget, type LevelTarget } from '../jobs/config/config.ts';
import type { OutputRun } from '../jobs/files/outputs.ts';
import { makeKeptFolder } from '../pipeline/disk/kept-files.ts';
import { type LockHolder, takeLock } from '../pipeline/disk/lock.ts';
import { sweepStaging } from '../pipeline/disk/staging.ts';
import { undoStopped } from '../pipeline/disk/transaction.ts';
import { BUILD_FINDINGS } from '../pipeline/findings.ts';
import { BUILD_OPTIONS, CODE_OPTIONS, FUNCTION_OPTION, RUN_LIMIT_OPTIONS } from '../pipeline/options.ts';
import { FILTER_OPTIONS, type FindingFilter, mergeFilters, totalsOf } from '../src/findings/filter.ts';
import { checkedValues, flag, type Options, text, texts } from '../src/findings/options.ts';
import { type Finding, InputError, Report, UsageError } from '../src/findings/report.ts';
import type { BuildContext } from './actions.ts';
import { hashValue } from './cache/encoding.ts';
import { CurrentHashes } from './cache/inputs.ts';
import {
	filesOfConfig,
	type Manifest,
	otherManifests,
	readManifest,
	type TargetRecord,
	writeManifest,
} from './cache/manifest.ts';
import { lockPath, manifestPath, storesIn } from './cache/places.ts';
import { pruneStores, storeName } from './cache/store.ts';
import { type LoadedConfig, withFilter } from './config/config.ts';
import { cacheFolder, checkCacheFolder, chosenTargets, listingOf, type Plan, planTarget } from './config/targets.ts';
import { makeConversion, makeLevel, type TargetBuild } from './make.ts';
import {
	checkOutputs,
	checkOverwriting,
	neededPaths,
	OutputOwners,
	sweepTemporaries,
	writeOutputs,
} from './outputs.ts';
import { packageVersion } from './program.ts';
import type { OutputResult } from './reasons.ts';
import { createRunner, type Runner } from './thread-jobs.ts';

/** Options of a build. */
export interface BuildOptions extends FindingFilter {
	/** Names of targets; all of them by default. */
	readonly targets?: readonly string[];
	/** Makes and writes everything again, even if nothing changed. */
	readonly force?: boolean;
	/** Writes neither outputs nor cache; the result says what would be written. */
	readonly dryRun?: boolean;
	/** Warnings are errors. */
	readonly strict?: boolean;
	/** Threads; 1 stays in this one. Default: 1 for small inputs, otherwise as many as the machine has. */
	readonly jobs?: number;
	readonly signal?: AbortSignal;
	/** Seconds after which the build is aborted; can also be in the config. Default: no limit. */
	readonly timeout?: number;
	/** Heap limit of each further thread in megabytes; can also be in the config. */
	readonly maxMemory?: number;
	/** Called with the progress of each step. */
	readonly onStep?: (step: BuildStep) => void;
	/** Called when a target is made, before its outputs are written: none of them is where this throws. */
	readonly onMade?: (result: TargetResult) => Promise<void>;
	/** Called when a target is finished. */
	readonly onTarget?: (result: TargetResult) => void;
	/** Called once when this build has to wait for another one in the same folder; undefined when the lock does not name its holder. */
	readonly onWait?: (holder: LockHolder | undefined) => void;
	/** Results of another version are made again. Default: the version of wokflow. */
	readonly version?: string;
}

const OPTIONS: Options = {
	...BUILD_OPTIONS,
	...RUN_LIMIT_OPTIONS,
	...FILTER_OPTIONS,
	targets: texts('Names of targets.'),
	strict: flag('Warnings are errors.', false),
	version: text('Results of another version are made again.'),
	signal: CODE_OPTIONS.signal,
	onStep: FUNCTION_OPTION,
	onMade: FUNCTION_OPTION,
	onTarget: FUNCTION_OPTION,
	onWait: FUNCTION_OPTION,
};

/** Progress of a step: `done` of `total` pieces are finished. */
export interface BuildStep {
	readonly target: string;
	readonly step: string;
	readonly done: number;
	readonly total: number;
}

/** The result of building one target. */
export interface TargetResult {
	readonly name: string;
	readonly kind: 'level' | 'convert';
	/** `built` also when the outputs turned out the same as before; in a dry run it means that the target would be built. */
	readonly status: 'built' | 'up-to-date' | 'failed';
	readonly outputs: readonly OutputResult[];
	/** Paths of the files that were read, relative to the folder of the config. */
	readonly inputs: readonly string[];
	/** The findings; none for a target that is up to date. */
	readonly report: Report;
	/** The finding that ended the target, when an input could not be read. */
	readonly failure?: Finding;
	readonly found: TargetRecord['found'];
}

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
	const plans = chosenTargets(config, options.targets).map((name) => planTarget(config, name));
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

/** What the targets of one build share. */
interface BuildRun {
	readonly config: LoadedConfig;
	readonly options: BuildOptions;
	readonly version: string;
	readonly mayWrite: boolean;
	/** Path of the manifest. */
	readonly path: string;
	/** Folder of the caches of all targets. */
	readonly stores: string;
	readonly manifest: Map<string, TargetRecord>;
	/** Those of other configs beside this one. */
	readonly others: ReturnType<typeof otherManifests>;
	readonly owners: OutputOwners;
	readonly runner: Runner;
	/** Targets that were built since the manifest was written. */
	unnoted: number;
}

/**
 * The manifest is written whole: as soon as one target in so many is not in it, so that a run that is killed loses few and thousands of targets
 * do not write it thousands of times. Of 1,000 small targets that took half of the time.
 */
const UNNOTED = 16;

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
	const files = config.file === undefined ? undefined : filesOfConfig(config.file, config.codeFiles);
	const manifest = new Map(readManifest(path).targets);
	const jobs = options.jobs ?? availableParallelism();
	const limits = { ...(signal === undefined ? {} : { signal }), ...(maxMemory === undefined ? {} : { maxMemory }) };
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
		runner: createRunner(config, plans, { jobs, version, ...limits }),
		unnoted: 0,
	};
	const results: TargetResult[] = [];
	try {
		for (const plan of plans) {
			signal?.throwIfAborted();
			const result = await buildTarget(plan, run);
			results.push(result);
			options.onTarget?.(result);
		}
	} finally {
		await run.runner.close();
		if (run.unnoted > 0) await noteTargets(run);
	}
	if (!mayWrite || manifest.size === 0) return results;
	const { ignore, severity } = options;
	const isPlain = config.config.cache === undefined && ignore === undefined && severity === undefined;
	const isDone = isPlain && results.every(({ status }) => status !== 'failed');
	const isWhole = plans.length === Object.keys(config.config.targets).length;
	const known = isDone && files !== undefined ? { files, targets: plans.map(({ name }) => name), isWhole } : undefined;
	await writeManifest(path, { targets: manifest, config: known });
	if (results.some(({ status }) => status === 'built'))
		pruneStores(run.stores, storesOf([...run.others, [path, manifest]]));
	return results;
}

/** The result of the last build, where nothing has changed, or else of making the target and writing it. */
async function buildTarget(plan: Plan, run: BuildRun): Promise<TargetResult> {
	const { manifest, owners, mayWrite } = run;
	const { strict = false, dryRun = false } = run.options;
	const previous = manifest.get(plan.name);
	const context = contextOf(plan, run);
	if (previous !== undefined) {
		const kept = await upToDate(plan, previous, context, strict);
		// A killed run may have left staging folders, even if everything is up to date otherwise.
		if (kept !== undefined && mayWrite) await sweepTemporaries(previous.outputs, plan);
		if (kept !== undefined) return kept;
	}
	if (!mayWrite && !dryRun)
		throw new UsageError(`"${plan.name}" has to be built, but ${cacheFolder(run.config)} cannot be written.`);
	const { result, build: made, run: seen } = await makeTarget(plan, previous, owners, context, strict);
	if (result.failure !== undefined) {
		tellMaker(result.failure, plan, run.config, result.report);
		return { ...result, found: totalsOf(explained(result.report)) };
	}
	if (made === undefined || seen === undefined || dryRun) return result;
	await run.options.onMade?.(result);
	const needed = neededPaths(
		made.record.inputs,
		run.others.map(([, other]) => other),
	);
	const outputs = await writeOutputs(plan, made, { previous, needed, run: seen }, result.report);
	made.save();
	manifest.set(plan.name, made.record);
	await owners.note(plan.name, made.record);
	run.unnoted += 1;
	if (run.unnoted * UNNOTED >= manifest.size) await noteTargets(run);
	return { ...result, outputs };
}

/** Tells which other target makes a file that could not be read. */
function tellMaker(
	{ code, location: { file } }: Finding,
	{ name, base }: Plan,
	{ config: { targets } }: LoadedConfig,
	report: Report,
): void {
	const path = resolve(base, file ?? '');
	if (code !== BUILD_FINDINGS.FILE_UNREADABLE.code || existsSync(path)) return;
	const isMadeBy = (target: LevelTarget | ConvertTarget): boolean =>
		isLevelTarget(target)
			? path.startsWith(join(resolve(base, target.out), sep))
			: path === resolve(base, target.output);
	const names = Object.keys(targets);
	const maker = names.find((other) => other !== name && isMadeBy(targets[other]));
	if (maker === undefined) return;
	const comesLater = names.indexOf(maker) > names.indexOf(name);
	report.add(BUILD_FINDINGS.BUILD_MADE_LATER, file === undefined ? {} : { file }, { target: maker, comesLater });
}

/** Writes the manifest, while it is not known whether all will be built. */
async function noteTargets(run: BuildRun): Promise<void> {
	await writeManifest(run.path, { targets: run.manifest });
	run.unnoted = 0;
}

function contextOf(plan: Plan, { config, options, version, mayWrite, path, stores, runner }: BuildRun): BuildContext {
	const { force = false, signal, onStep } = options;
	return {
		runner,
		store: join(stores, storeName(path, plan.name)),
		// New for each target: one may read files that another has just written.
		hashes: new CurrentHashes(config.base),
		version,
		force,
		writes: mayWrite,
		...(signal === undefined ? {} : { signal }),
		...(onStep === undefined
			? {}
			: { onStep: (step, done, total) => onStep({ target: plan.name, step, done, total }) }),
	};
}

/** The names of the cache folders that belong to targets of configs. */
function storesOf(manifests: readonly (readonly [path: string, targets: Manifest['targets']])[]): Set<string> {
	return new Set(manifests.flatMap(([path, manifest]) => [...manifest.keys()].map((name) => storeName(path, name))));
}

/** The result of the last build, if nothing has changed since. Only compares files. */
async function upToDate(
	plan: Plan,
	previous: TargetRecord,
	{ hashes, force, version }: BuildContext,
	strict: boolean,
): Promise<TargetResult | undefined> {
	const { code, options } = plan;
	const { inputs, outputs, found } = previous;
	if (force || previous.wokflow !== version || previous.code !== code) return undefined;
	// With --strict, warnings are errors, so the target has to be built again to report them.
	if (strict && found.warnings > 0) return undefined;
	if (hashValue(previous.options) !== hashValue(options)) return undefined;
	if (previous.listing?.hash !== listingOf(plan)?.hash) return undefined;
	// Inputs first: after a change of one, most outputs need not be looked at here.
	if (!(await hashes.areSame(inputs))) return undefined;
	const same = await Promise.all(outputs.map(async ({ path, hash }) => (await hashes.of(path)) === hash));
	if (same.includes(false)) return undefined;
	return {
		...headOf(plan, strict),
		status: 'up-to-date',
		outputs: outputs.map(({ path, room }) => {
			return { path, status: 'kept', reasons: [], ...(room === undefined ? {} : { room }) };
		}),
		inputs: inputs.map(({ path }) => path),
		found,
	};
}

function headOf({ name, target, findings }: Plan, strict: boolean): Pick<TargetResult, 'name' | 'kind' | 'report'> {
	return { name, kind: isLevelTarget(target) ? 'level' : 'convert', report: new Report({ ...findings, strict }) };
}

/** Makes the outputs of a target in memory. */
async function makeTarget(
	plan: Plan,
	previous: TargetRecord | undefined,
	owners: OutputOwners,
	context: BuildContext,
	strict: boolean,
): Promise<{ result: TargetResult; build?: TargetBuild; run?: OutputRun }> {
	const head = headOf(plan, strict);
	const { report } = head;
	const failed = { ...head, status: 'failed', outputs: [] } as const;
	let build: TargetBuild | undefined;
	let run: OutputRun | undefined;
	try {
		build = isLevelTarget(plan.target)
			? await makeLevel(plan as Plan<LevelTarget>, previous, context, report)
			: await makeConversion(plan as Plan<ConvertTarget>, previous, context, report);
		const { force } = context;
		if (build !== undefined && !report.failed)
			run = await checkOverwriting(plan, build, { previous, owners, force }, report);
	} catch (error) {
		// A damaged cache may have any content and can make a step fail, so the target is then made once more without the cache.
		if (
			!(error instanceof InputError) &&
			!context.fresh &&
			!(error instanceof UsageError || (error as Error).name === 'StageError' || context.signal?.aborted)
		)
			return makeTarget(plan, previous, owners, { ...context, fresh: true }, strict);
		if (!(error instanceof InputError)) throw error;
		report.push(error.finding);
		return { result: { ...failed, inputs: [], failure: error.finding, found: totalsOf(explained(report)) } };
	}
	const inputs = build?.record.inputs.map(({ path }) => path) ?? [];
	const found = totalsOf(explained(report));
	if (build === undefined || run === undefined || report.failed) return { result: { ...failed, inputs, found } };
	context.signal?.throwIfAborted();
	return { result: { ...head, status: 'built', outputs: build.outputs, inputs, found }, build, run };
}
