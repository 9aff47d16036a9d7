import { existsSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { explained } from '../check/rules.ts';
import { type ConvertTarget, isLevelTarget, type LevelTarget } from '../jobs/config/config.ts';
import type { LockHolder } from '../pipeline/disk/lock.ts';
import { BUILD_FINDINGS } from '../pipeline/findings.ts';
import { type FindingFilter, totalsOf } from '../src/findings/filter.ts';
import { type Finding, type Report, tell, UsageError } from '../src/findings/report.ts';
import { slashed } from '../src/text/paths.ts';
import type { BuildContext } from './actions.ts';
import { hashValue } from './cache/encoding.ts';
import { CurrentHashes } from './cache/inputs.ts';
import { type otherManifests, type TargetRecord, writeManifest } from './cache/manifest.ts';
import { storeName } from './cache/store.ts';
import type { LoadedConfig } from './config/config.ts';
import { cacheFolder, inputsOf, listingOf, type Plan } from './config/targets.ts';
import { type MadeTarget, reportOf } from './make.ts';
import {
	checkOverwriting,
	neededPaths,
	type OutputOwners,
	outputFolder,
	sweepTemporaries,
	writeOutputs,
} from './outputs.ts';
import type { OutputResult } from './reasons.ts';
import type { SharedTargets } from './shared.ts';
import type { BuildRunner } from './thread-jobs.ts';
import { ThreadEnded } from './threads.ts';

/**
 * A target of a build: it is found up to date or made, together with others and in any thread, and written when it is its turn, so that one may read what
 * another that stands before it in the config writes.
 */

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
	/** Also gives the findings of targets that are up to date, which are looked for again. Default false. */
	readonly findings?: boolean;
	/** Called with the progress of each step. */
	readonly onStep?: (step: BuildStep) => void;
	/** Called when a target is made, before its outputs are written: none of them is where this throws. */
	readonly onMade?: (result: TargetResult) => Promise<void>;
	/** Called when a target is finished. */
	readonly onTarget?: (result: TargetResult) => void;
	/** Called once when this build has to wait for another one in the same folder; undefined when the lock does not name its holder. */
	readonly onWait?: (holder: LockHolder | undefined) => void;
	/** Cache that machines share: a folder, or the address of a server with the remote cache of Bazel. */
	readonly cache?: string;
	/** Builds one part of the targets only: `3/8` is the third of eight. */
	readonly shard?: string;
	/** Called when files were removed of targets that the config has no longer, with their paths relative to its folder, and what was found about them. */
	readonly onFormer?: (removed: readonly string[], report: Report) => void;
	/** Called with what is wrong with the shared cache. */
	readonly onCache?: (problem: string) => void;
	/** Results of another version are made again. Default: the version of wokflow. */
	readonly version?: string;
}

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
	/** The scene or layout of a level, the first input of a conversion. */
	readonly source: string;
	/** `built` also when the outputs turned out the same as before; in a dry run it means that the target would be built. */
	readonly status: 'built' | 'up-to-date' | 'failed';
	readonly outputs: readonly OutputResult[];
	/** Paths of the files that were read, relative to the folder of the config. */
	readonly inputs: readonly string[];
	/** The findings; none for a target that is up to date, unless they were asked for. */
	readonly report: Report;
	/** The finding that ended the target, when an input could not be read. */
	readonly failure?: Finding;
	readonly found: TargetRecord['found'];
}

/** What the targets of one build share. */
export interface BuildRun {
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
	readonly runner: BuildRunner;
	readonly shared?: SharedTargets;
	/** How many targets were looked at, and how many of these had to be made. */
	tried: number;
	asked: number;
	/** Absolute paths that were written or removed, of each target that was built. */
	readonly written: string[][];
	/** Targets that were built since the manifest was written. */
	unnoted: number;
}

/**
 * The manifest is written whole: as soon as one target in so many is not in it, so that a run that is killed loses few and thousands of targets
 * do not write it thousands of times. Of 1,000 small targets that took half of the time.
 */
const UNNOTED = 16;

/** What became of a target before it was its turn to be written. */
export interface Attempt {
	/** How many targets had been written when it began. */
	readonly since: number;
	/** For a target that is up to date. */
	readonly kept?: TargetResult;
	/** For one that is not, and where its findings are asked for. */
	readonly made?: MadeTarget;
	readonly error?: unknown;
}

/** Finds a target up to date, or else makes it. */
export async function attempt(plan: Plan, run: BuildRun): Promise<Attempt> {
	const { manifest, mayWrite, version, stores, path } = run;
	const { strict = false, dryRun = false, force = false, findings = false, onStep } = run.options;
	const since = run.written.length;
	run.tried += 1;
	try {
		const previous = manifest.get(plan.name);
		// New for each target: one may read files that another has just written.
		const hashes = new CurrentHashes(run.config.base);
		const kept = previous && (await upToDate(plan, previous, { hashes, force, version }, strict));
		const isTold = !findings || Object.values(kept?.found ?? {}).every((count) => count === 0);
		if (kept !== undefined && isTold) return { since, kept };
		if (kept === undefined && !mayWrite && !dryRun)
			throw new UsageError(`"${plan.name}" has to be built, but ${cacheFolder(run.config)} cannot be written.`);
		const shared = force ? undefined : await run.shared?.get(plan, previous, hashes);
		if (shared !== undefined) return { since, made: shared };
		run.asked += 1;
		const store = join(stores, storeName(path, plan.name));
		const made = await run.runner.make(
			plan.name,
			{ previous, store, force, writes: mayWrite, strict },
			onStep && ((step, done, total) => onStep({ target: plan.name, step, done, total })),
		);
		return { since, made, ...(kept === undefined ? {} : { kept }) };
	} catch (error) {
		return { since, error };
	}
}

/** Writes a target when it is its turn; makes it again where it may have read what another one has written meanwhile. */
export async function settle(plan: Plan, tried: Attempt, run: BuildRun): Promise<TargetResult> {
	run.options.signal?.throwIfAborted();
	const now = isStale(plan, tried, run.manifest.get(plan.name), run) ? await attempt(plan, run) : tried;
	return run.runner.busy(() => write(plan, now, run));
}

async function write(plan: Plan, { kept, made, error }: Attempt, run: BuildRun): Promise<TargetResult> {
	const { manifest, owners, mayWrite } = run;
	const { strict = false, dryRun = false, force = false } = run.options;
	const previous = manifest.get(plan.name);
	if (kept !== undefined) {
		// A killed run may have left staging folders, even if everything is up to date otherwise.
		if (mayWrite) await sweepTemporaries(previous?.outputs ?? [], { base: plan.base, folders: [outputFolder(plan)] });
		if (made === undefined) return kept;
	}
	if (made === undefined) throw error;
	const { build, captured, failure } = made;
	const head = headOf(plan, strict);
	const { report } = head;
	tell(captured, report);
	if (kept !== undefined && failure === undefined) return { ...kept, report };
	const found = (): TargetResult['found'] => totalsOf(explained(report));
	if (failure !== undefined) {
		tellMaker(failure, plan, run.config, report);
		return { ...head, status: 'failed', outputs: [], inputs: [], failure, found: found() };
	}
	const seen =
		build === undefined || report.failed
			? undefined
			: await checkOverwriting(plan, build, { previous, owners, force }, report);
	const inputs = build?.record.inputs.map((input) => input.path) ?? [];
	if (build === undefined || seen === undefined || report.failed)
		return { ...head, status: 'failed', outputs: [], inputs, found: found() };
	const result: TargetResult = { ...head, status: 'built', outputs: build.outputs, inputs, found: found() };
	if (dryRun) return result;
	await run.options.onMade?.(result);
	const needed = neededPaths(
		build.record.inputs,
		run.others.map(([, other]) => other),
	);
	const outputs = await writeOutputs(plan, build, { previous, needed, run: seen }, report);
	run.written.push(outputs.flatMap(({ path, status }) => (status === 'kept' ? [] : [resolve(plan.base, path)])));
	manifest.set(plan.name, build.record);
	await owners.note(plan.name, build.record);
	await run.shared?.put(plan, made);
	run.unnoted += 1;
	if (run.unnoted * UNNOTED >= manifest.size) await noteTargets(run);
	return { ...result, outputs };
}

/** True when targets that were written since it began may have changed what it read, or looked for in vain. */
function isStale(
	plan: Plan,
	{ since, kept, made, error }: Attempt,
	previous: TargetRecord | undefined,
	{ written }: BuildRun,
): boolean {
	const paths = written.slice(since).flat();
	// What ended another thread would end this one, and with it everything.
	if (paths.length === 0 || error instanceof ThreadEnded) return false;
	const record = kept === undefined ? made?.build?.record : previous;
	// Of one that failed it is not known what it would have read.
	if (record === undefined) return true;
	const at = (path: string): string => resolve(plan.base, path);
	const read = new Set(record.inputs.map(({ path }) => at(path)));
	if (record.listing !== undefined) read.add(at(record.listing.folder));
	const archives = [...read].map((path) => `${path}${sep}`);
	return paths.some(
		(path) =>
			read.has(path) || read.has(dirname(path)) || archives.some((inside) => inside.startsWith(`${path}${sep}`)),
	);
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
export async function noteTargets(run: BuildRun): Promise<void> {
	await writeManifest(run.path, { targets: run.manifest });
	run.unnoted = 0;
}

/** The result of the last build, if nothing has changed since. Only compares files. */
async function upToDate(
	plan: Plan,
	previous: TargetRecord,
	{ hashes, force, version }: Pick<BuildContext, 'hashes' | 'force' | 'version'>,
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

function headOf(plan: Plan, strict: boolean): Pick<TargetResult, 'name' | 'kind' | 'source' | 'report'> {
	const { name, target } = plan;
	const report = reportOf(plan, strict);
	return isLevelTarget(target)
		? { name, kind: 'level', source: slashed(target.level), report }
		: { name, kind: 'convert', source: inputsOf(target)[0], report };
}
