import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createRegistry } from '../jobs/default-registry.ts';
import { type FileJob, type FileMade, type FileSettings, makeFile, type StartMakers } from '../jobs/each/file-jobs.ts';
import { digestsKept, keepingDigests } from '../jobs/files/files.ts';
import { type Looked, type LookJob, type LookSettings, lookAt } from '../jobs/look-jobs.ts';
import type { JobThreads } from '../pipeline/disk/in-order.ts';
import { watchNotices } from '../pipeline/disk/watched.ts';
import { type FindingFilter, mergeFilters } from '../src/findings/filter.ts';
import type { BuildContext, Runner, Work } from './actions.ts';
import { CurrentHashes } from './cache/inputs.ts';
import type { TargetRecord } from './cache/manifest.ts';
import { configFromValue, type LoadedConfig, loadConfig, withFilter } from './config/config.ts';
import { type Plan, planTarget } from './config/targets.ts';
import { type MadeTarget, makeTarget } from './make.ts';
import { type Call, type CallPlace, type CallResult, runCall } from './steps/steps.ts';
import { END, type ThreadAnswer, type ThreadData, ThreadEnded, ThreadPool } from './threads.ts';

/** The jobs that threads share, by kind of thread: the steps of a build, making files, examining files. */

/** A call as it is sent to a thread. */
interface SentCall {
	readonly target: string;
	readonly call: Call;
	/** The packs that it reads. */
	readonly values: ReadonlyMap<string, unknown>;
}

/** The data from which a thread prepares the targets of a build itself, since functions cannot be sent between threads. */
interface BuildSettings {
	readonly file: string | undefined;
	readonly value: unknown;
	readonly base: string;
	readonly version: string;
	/** Settings of findings, which the command line may have added to those of the config. */
	readonly findings: FindingFilter;
}

interface MakeSettings {
	readonly files: FileSettings;
	/** True where what is read may be replaced. */
	readonly keepsDigests: boolean;
}

/** What a thread does with a job, for each kind. */
const KINDS: Readonly<Record<ThreadData['kind'], (settings: never) => (job: never) => Promise<unknown>>> = {
	build: ({ file, value, base, version, findings }: BuildSettings) => {
		const loaded: Promise<LoadedConfig> = file === undefined ? configFromValue(value, base) : loadConfig(file);
		const config: Promise<LoadedConfig> = loaded.then((each) => withFilter(each, findings));
		config.catch(() => undefined);
		const places = new Map<string, CallPlace>();
		watchNotices((what) => parentPort?.postMessage(what));
		return async (sent: SentCall | MakeJob) => {
			if ('request' in sent) return makeAlone(planTarget(await config, sent.target), sent.request, version);
			const { target, call, values } = sent;
			const place = places.get(target) ?? { plan: planTarget(await config, target), version, folders: new Map() };
			places.set(target, place);
			return runCall(call, (pack) => values.get(pack), place);
		};
	},
	make: ({ files, keepsDigests }: MakeSettings) => {
		const registry = createRegistry();
		return async (job: FileJob): Promise<FileMade> => {
			// New for each, so that each answer has its own.
			if (keepsDigests) keepingDigests();
			return { ...(await makeFile(job, files, registry)), digests: digestsKept() };
		};
	},
	look: (settings: LookSettings) => {
		const registry = createRegistry();
		return (job: LookJob) => lookAt(job, settings, registry);
	},
};

/** Makes a target in this thread alone. */
function makeAlone(plan: Plan, { previous, strict, ...request }: MakeRequest, version: string): Promise<MadeTarget> {
	const place: CallPlace = { plan, version, folders: new Map() };
	const run = async ({ calls, value, onDone }: Work): Promise<CallResult[]> => {
		const results: CallResult[] = [];
		for (const call of calls) {
			results.push(await runCall(call, value, place));
			onDone();
		}
		return results;
	};
	const context = { ...request, runner: { run }, hashes: new CurrentHashes(plan.base), version };
	return makeTarget(plan, previous, context, strict);
}

/** Entry point of every thread: answers one job after another, in the order in which they come. */
export function runThread(): void {
	const { kind, settings } = workerData as ThreadData;
	const work = KINDS[kind](settings as never);
	let last: Promise<void> = Promise.resolve();
	parentPort?.on('message', (job: unknown) => {
		last = last.then(async () => {
			if (job === END) process.exit();
			parentPort?.postMessage(await work(job as never).then((answer): ThreadAnswer => ({ answer }), failed));
		});
	});
}

function failed(thrown: unknown): ThreadAnswer {
	const { name, message, stack = message } = thrown instanceof Error ? thrown : new Error(String(thrown));
	return { error: { name, message, stack } };
}

/** What is needed to make a target, besides its plan. */
export interface MakeRequest extends Pick<BuildContext, 'store' | 'force' | 'writes'> {
	readonly previous: TargetRecord | undefined;
	readonly strict: boolean;
}

/** A target that is asked for as a whole. */
interface MakeJob {
	readonly target: string;
	readonly request: MakeRequest;
}

/** Builds targets, the rooms of each, or several of them, in parallel. */
export interface BuildRunner extends Runner {
	/** Makes a target in whichever thread is free. */
	make(name: string, request: MakeRequest, onStep?: BuildContext['onStep']): Promise<MadeTarget>;
	/** Does something in this thread that is no making; the others go on meanwhile. */
	busy<T>(work: () => Promise<T>): Promise<T>;
	/** Ends its threads and aborts running calls. */
	close(): Promise<void>;
}

export interface RunnerOptions {
	/** Number of threads, including this one. */
	readonly jobs: number;
	readonly version: string;
	readonly signal?: AbortSignal;
	/** Heap limit of a thread in megabytes. */
	readonly maxMemory?: number;
	/** How many targets will be asked for, besides those that are. */
	readonly toCome?: () => number;
}

/** Runs calls in this thread, and in further ones if enough work is left. */
export function createRunner(config: LoadedConfig, plans: readonly Plan[], options: RunnerOptions): BuildRunner {
	const { version, signal, jobs, maxMemory, toCome = () => 0 } = options;
	const { config: value, base, hasCode } = config;
	// A config without code is sent as it is: another thread would look for levels again, and might find others by now.
	const file = hasCode ? config.file : undefined;
	const byName = new Map(plans.map((plan) => [plan.name, plan]));
	const within = signal === undefined ? {} : { signal };
	const places = new Map<string, CallPlace>();
	const findings = mergeFilters(value);
	const settings: BuildSettings = { file, value: file === undefined ? value : undefined, base, version, findings };
	const shared = {
		data: { kind: 'build', settings },
		// Functions of a config that a script made cannot be sent to another thread.
		count: hasCode && config.file === undefined ? 1 : jobs,
		whenWorth: true,
		signal,
		...(maxMemory === undefined ? {} : { maxMemory }),
	} as const;
	const rooms = new ThreadPool<{ readonly call: Call; readonly work: Work }, CallResult>({
		...shared,
		here: async ({ call, work }) => {
			signal?.throwIfAborted();
			return runCall(call, work.value, places.get(work.target) as CallPlace);
		},
		sent: async ({ call, work }): Promise<SentCall> => {
			return { target: work.target, call, values: new Map(call.packs.map((pack) => [pack, work.value(pack)])) };
		},
	});
	const run = async (work: Work): Promise<CallResult[]> => {
		const ask = async (call: Call): Promise<CallResult> => {
			const result = await rooms.ask({ call, work });
			work.onDone();
			return result;
		};
		try {
			return await Promise.all(work.calls.map(ask));
		} catch (error) {
			rooms.drop();
			throw error;
		}
	};
	let isBusy = false;
	const levels = new ThreadPool<MakeJob & Pick<BuildContext, 'onStep'>, MadeTarget>({
		...shared,
		shares: rooms as unknown as ThreadPool<never, never>,
		atATime: LEVELS_AT_A_TIME,
		toCome,
		isBusy: () => isBusy,
		here: async ({ target, request: { previous, strict, ...request }, onStep }) => {
			signal?.throwIfAborted();
			const plan = byName.get(target) as Plan;
			places.set(target, { plan, version, folders: new Map(), ...within });
			const steps = onStep === undefined ? {} : { onStep };
			// New for each target: one may read files that another has just written.
			const hashes = new CurrentHashes(base);
			return makeTarget(plan, previous, { ...request, ...within, ...steps, runner: { run }, hashes, version }, strict);
		},
		sent: async ({ target, request }): Promise<MakeJob> => ({ target, request }),
	});
	return {
		run,
		make: async (target, request, onStep) => {
			try {
				return await levels.ask({ target, request, ...(onStep === undefined ? {} : { onStep }) });
			} catch (error) {
				// A stage is named with its target.
				if (!(error instanceof ThreadEnded) || error.cause !== undefined) throw error;
				throw new ThreadEnded(`Target "${target}" was not built. ${error.message}`);
			}
		},
		busy: async (work) => {
			isBusy = true;
			try {
				return await work();
			} finally {
				isBusy = false;
				levels.work();
			}
		},
		close: async () => {
			levels.drop();
			await rooms.close();
		},
	};
}

/** Whole levels that another thread has at a time: the next is there when one is done, and the last threads do not wait long for each other. */
const LEVELS_AT_A_TIME = 2;

/** Number of files for each thread from which starting it saves time, if the number of threads is not given. */
const FILES_WORTH_THREAD = 1000;

/** Number of threads for this many files, this one among them; less than 2 means that this thread does all. @param jobs most threads */
function threadCount(files: number, jobs?: number): number {
	return Math.min(jobs ?? Math.min(availableParallelism(), Math.floor(files / FILES_WORTH_THREAD)), files);
}

/**
 * Threads that make the files of a run with this one, which writes them.
 * @param jobs threads at most; by default as many as the machine has, where there are enough files for them
 */
export function fileThreads(jobs?: number): StartMakers {
	return (files, count, here) => {
		const threads = threadCount(count, jobs);
		if (threads < 2) return undefined;
		const settings: MakeSettings = { files, keepsDigests: digestsKept() !== undefined };
		return new ThreadPool({ data: { kind: 'make', settings }, count: threads, here });
	};
}

/**
 * Threads that examine the files of a run; undefined when this thread alone is faster.
 * @param here does a job in this thread
 * @param jobs threads at most; by default as many as the machine has, where there are enough files for them
 */
export function lookThreads(
	settings: LookSettings,
	files: number,
	here: (job: LookJob) => Promise<Looked>,
	jobs?: number,
): JobThreads<LookJob, Looked> | undefined {
	const count = threadCount(files, jobs);
	return count < 2 ? undefined : new ThreadPool({ data: { kind: 'look', settings }, count, here });
}
