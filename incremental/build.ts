import { join, posix, resolve } from 'node:path';
import { isLevelTarget, type LevelTarget } from '../pipeline/config.ts';
import { writeFilesAtomically } from '../pipeline/files.ts';
import { type Finding, InputError, Report, UsageError } from '../src/findings/report.ts';
import { buildConvert } from './build-convert.ts';
import { buildLevel } from './build-level.ts';
import { Cache } from './cache.ts';
import { type BuildContext, countFound, type OutputResult, type TargetBuild } from './context.ts';
import { isUpToDate } from './current.ts';
import { CurrentHashes } from './inputs.ts';
import type { LoadedConfig } from './load-config.ts';
import { type LockHolder, takeLock } from './lock.ts';
import { type Manifest, readManifest, type TargetRecord, writeManifest } from './manifest.ts';
import { removeOutputs, sweepTemporaries } from './outputs.ts';
import { cacheFolder, chosenTargets, type Plan, planTarget, slashed } from './targets.ts';
import { packageVersion } from './version.ts';
import { LazyRunner } from './workers/lazy.ts';
import type { Runner } from './workers/pool.ts';

export interface BuildOptions {
	/** Names of targets; all of them by default. */
	readonly targets?: readonly string[];
	/** Everything is made again and written, whatever was made before. */
	readonly force?: boolean;
	/** Nothing is written, neither outputs nor cache: the result says what would be. */
	readonly dryRun?: boolean;
	/** Warnings are errors. */
	readonly strict?: boolean;
	/** Threads; 1 stays in this one. Default: 1 for small inputs, otherwise as many as the machine has. */
	readonly jobs?: number;
	readonly signal?: AbortSignal;
	/** Told what is being done. */
	readonly onStep?: (step: BuildStep) => void;
	/** Told as soon as a target is done. */
	readonly onTarget?: (result: TargetResult) => void;
	/** Told once when another build is at work in the folder and this one waits. */
	readonly onWait?: (holder: LockHolder) => void;
	/** What the results are of; by default the version of wokflow. */
	readonly version?: string;
}

/** Of `total` pieces of a step `done` are. */
export interface BuildStep {
	readonly target: string;
	readonly step: string;
	readonly done: number;
	readonly total: number;
}

export interface TargetResult {
	readonly name: string;
	readonly kind: 'level' | 'convert';
	/** `built` also where everything that was made again turned out the same; in a dry run it would be. */
	readonly status: 'built' | 'up-to-date' | 'failed';
	readonly outputs: readonly OutputResult[];
	/** Paths of what was read, relative to the folder of the config. */
	readonly inputs: readonly string[];
	/** What was found; nothing for targets that are up to date. */
	readonly report: Report;
	/** The finding that ended it, where an input could not be read. */
	readonly failure?: Finding;
	readonly found: TargetRecord['found'];
}

/**
 * Builds targets of a config, each only as far as something it depends on changed. Outputs are written when all of a target is made
 * and nothing in it is an error; each appears whole or not at all.
 *
 * @throws UsageError for unknown targets, stages or options; the reason of the signal when it was aborted
 */
export async function build(config: LoadedConfig, options: BuildOptions = {}): Promise<TargetResult[]> {
	const { signal, onWait, dryRun = false } = options;
	const plans = chosenTargets(config, options.targets).map((name) => planTarget(config, name));
	checkOutputs(plans);
	const folder = cacheFolder(config);
	const lock = dryRun
		? async (): Promise<void> => undefined
		: await takeLock(join(folder, 'lock'), {
				...(signal === undefined ? {} : { signal }),
				...(onWait === undefined ? {} : { onWait }),
			});
	const runner = new LazyRunner(config, plans, options.jobs);
	try {
		return await buildAll(config, plans, runner, options);
	} finally {
		await runner.close();
		await lock();
	}
}

async function buildAll(
	config: LoadedConfig,
	plans: readonly Plan[],
	runner: Runner,
	options: BuildOptions,
): Promise<TargetResult[]> {
	const { force = false, dryRun = false, version = packageVersion(), signal, onStep } = options;
	const folder = cacheFolder(config);
	const manifestPath = join(folder, 'manifest.json');
	let manifest = await readManifest(manifestPath);
	const cache = new Cache(join(folder, 'cache'), { reads: !force, writes: !dryRun });
	const results: TargetResult[] = [];
	let built = false;
	for (const plan of plans) {
		signal?.throwIfAborted();
		// Of each target anew: one may read what another wrote.
		const hashes = new CurrentHashes(config.base);
		const context: BuildContext = {
			runner,
			cache,
			hashes,
			version,
			force,
			...(signal === undefined ? {} : { signal }),
			...(onStep === undefined
				? {}
				: { onStep: (step, done, total) => onStep({ target: plan.name, step, done, total }) }),
		};
		const { result, record } = await buildTarget(plan, manifest.targets[plan.name], context, options);
		if (record !== undefined && !dryRun) {
			built = true;
			manifest = withTarget(manifest, plan.name, record);
			await writeManifest(manifestPath, manifest);
		}
		results.push(result);
		options.onTarget?.(result);
	}
	if (built) {
		for (const { cached } of Object.values(manifest.targets)) for (const key of cached) cache.keep(key);
		await cache.prune();
	}
	return results;
}

async function buildTarget(
	plan: Plan,
	previous: TargetRecord | undefined,
	context: BuildContext,
	options: BuildOptions,
): Promise<{ result: TargetResult; record?: TargetRecord }> {
	const { strict = false, dryRun = false } = options;
	const kind = isLevelTarget(plan.target) ? 'level' : 'convert';
	const report = new Report({ strict });
	const head = { name: plan.name, kind, report } as const;
	if (previous !== undefined && (await isUpToDate(plan, previous, context, strict))) {
		const outputs = previous.outputs.map(({ path, room }): OutputResult => {
			return { path, status: 'kept', reasons: [], ...(room === undefined ? {} : { room }) };
		});
		const inputs = previous.inputs.map(({ path }) => path);
		return { result: { ...head, status: 'up-to-date', outputs, inputs, found: previous.found } };
	}
	let made: TargetBuild | undefined;
	try {
		made = isLevelTarget(plan.target)
			? await buildLevel(plan as Plan<LevelTarget>, previous, context, report)
			: await buildConvert(plan as Plan<Exclude<Plan['target'], LevelTarget>>, previous, context, report);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		report.push(error.finding);
		const failed = { status: 'failed', outputs: [], inputs: [], failure: error.finding } as const;
		return { result: { ...head, ...failed, found: countFound(report) } };
	}
	const inputs = made?.record.inputs.map(({ path }) => path) ?? [];
	const found = countFound(report);
	if (made === undefined || report.failed) return { result: { ...head, status: 'failed', outputs: [], inputs, found } };
	context.signal?.throwIfAborted();
	const outputs = dryRun ? made.outputs : await writeOutputs(plan.base, made, previous, report);
	return { result: { ...head, status: 'built', outputs, inputs, found }, record: made.record };
}

async function writeOutputs(
	base: string,
	{ record, files, outputs }: TargetBuild,
	previous: TargetRecord | undefined,
	report: Report,
): Promise<readonly OutputResult[]> {
	const written = new Set(outputs.filter(({ status }) => status === 'written').map(({ path }) => path));
	await sweepTemporaries(base, [...record.outputs, ...(previous?.outputs ?? [])]);
	await writeFilesAtomically(
		files.filter(({ path }) => written.has(path)).map(({ path, bytes }) => ({ path: resolve(base, path), bytes })),
	);
	const removed = outputs.filter(({ status }) => status === 'removed').map(({ path }) => path);
	const old = (previous?.outputs ?? []).filter(({ path }) => removed.includes(path));
	const left = await removeOutputs(base, old, report);
	return outputs.filter(({ path }) => !left.includes(path));
}

function withTarget({ format, targets }: Manifest, name: string, record: TargetRecord): Manifest {
	return { format, targets: { ...targets, [name]: record } };
}

/** @throws UsageError when two targets would write into one folder or file of each other */
function checkOutputs(plans: readonly Plan[]): void {
	const owners = new Map<string, string>();
	for (const { name, target } of plans) {
		const path = posix.normalize(slashed(isLevelTarget(target) ? target.out : target.output)).replace(/\/$/, '');
		const other = owners.get(path);
		if (other !== undefined) throw new UsageError(`targets.${name} and targets.${other} both write ${path}.`);
		owners.set(path, name);
	}
}
