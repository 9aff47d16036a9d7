import { Worker } from 'node:worker_threads';
import type { FolderNames } from '../jobs/files/files.ts';
import { type Notice, notice, StageError, type StagePlace } from '../pipeline/disk/watched.ts';
import { type FindingFilter, mergeFilters } from '../src/findings/filter.ts';
import { UsageError } from '../src/findings/report.ts';
import type { LoadedConfig } from './config.ts';
import { detached } from './encoding.ts';
import { THREAD_WORDS } from './program-file.ts';
import type { StepIo } from './step.ts';
import type { Plan } from './targets.ts';
import { type Call, type CallResult, runCall } from './tasks.ts';
import { endIdle, threadModule } from './threads.ts';

/** The data from which a thread prepares the targets. */
export interface WorkerConfig {
	readonly file: string | undefined;
	readonly value: unknown;
	readonly base: string;
	readonly version: string;
	/** Settings of findings, which the command line may have added to those of the config. */
	readonly findings: FindingFilter;
}

/** The calls that are sent to a thread. */
export interface WorkerTask {
	readonly target: string;
	readonly calls: readonly Call[];
	/** The packs that the calls read. */
	readonly values: ReadonlyMap<string, unknown>;
}

/** The answer of a thread. Errors are sent as data, because they lose their class between threads. */
export type WorkerAnswer =
	| { readonly results: readonly CallResult[] }
	| { readonly error: { readonly name: string; readonly message: string; readonly stack: string } };

/** Actions of one target that do not depend on each other. */
export interface Work {
	readonly target: string;
	readonly calls: readonly Call[];
	value(pack: string): Promise<unknown>;
	/** For calls that run in this thread; see `StepIo`. */
	readonly recallOf: NonNullable<StepIo['recallOf']>;
	/** Called after each call, with its result. */
	onDone(result: CallResult): void;
}

/** Runs the calls of a build, some of them in parallel. */
export interface Runner {
	/** @returns the results in the order of the calls */
	run(work: Work): Promise<CallResult[]>;
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
}

/**
 * Remaining work in milliseconds from which starting a thread saves time. A new thread compiles all code again, half a second of work, and V8 already
 * uses a second core for itself: 50 rooms of 1,000 faces, with less work left than this, took 2.2 s with a thread and 1.95 s without.
 */
const WORTH_THREAD = 2000;
/** Calls shorter than this, in milliseconds, are not sent to threads: messages take as long, so 2,000 rooms of 200 faces are not faster with two. */
const LEAST_CALL = 4;
/** Number of recent calls whose time is used to estimate the others. The first calls are slower because code is compiled, so they overestimate. */
const RECENT = 4;
const FIRST_WORTH_THREAD = 2 * WORTH_THREAD;
/** Work sent to a thread at a time, in milliseconds: with less it waits for messages, with more it may be the last one to finish. */
const SHARE = 40;
/** Calls in this thread between which it looks whether something arrived. */
const BREATH = 16;
/** The most calls that are sent at a time. */
const MOST_SENT = 64;

/**
 * Runs calls in this thread, and in further ones if enough work is left. Results do not depend on how calls are distributed; measured times only
 * decide which thread runs them.
 */
export function createRunner(config: LoadedConfig, plans: readonly Plan[], options: RunnerOptions): Runner {
	const { version, signal } = options;
	const threads = new Threads(config, options);
	const places = new Map(
		plans.map((plan) => {
			const folders = new Map<string, FolderNames>();
			return [plan.name, { plan, version, folders, ...(signal === undefined ? {} : { signal }) }];
		}),
	);
	// A busy thread would not receive a message, so it is not waited for.
	const giveUp = (): void => threads.fail(signal?.reason as Error);
	signal?.addEventListener('abort', giveUp, { once: true });
	return {
		run: (work) => new Run(work, places.get(work.target) as CallPlace, threads, signal).results(),
		close: async () => {
			signal?.removeEventListener('abort', giveUp);
			await threads.end();
		},
	};
}

type CallPlace = Parameters<typeof runCall>[2];

/** The calls of one step: how far they are, and which of them other threads have. */
class Run {
	readonly #work: Work;
	readonly #place: CallPlace;
	readonly #threads: Threads;
	readonly #signal: AbortSignal | undefined;
	readonly #results: CallResult[] = [];
	/** Index of the first call that nobody has yet. */
	#next = 0;
	/** What the last calls in this thread took, in milliseconds, and their mean. */
	readonly #recent: number[] = [];
	#mean = 0;
	/** What each further thread does. */
	readonly #elsewhere: Promise<void>[] = [];

	constructor(work: Work, place: CallPlace, threads: Threads, signal: AbortSignal | undefined) {
		this.#work = work;
		this.#place = place;
		this.#threads = threads;
		this.#signal = signal;
	}

	/** Runs the calls, in this thread and in as many others as are worth it. */
	async results(): Promise<CallResult[]> {
		while (this.#left > 0) {
			this.#signal?.throwIfAborted();
			await this.#runHere(this.#next++);
			this.#shareOut();
			// Lets answers of threads, and of the disk, arrive between calls.
			if (this.#elsewhere.length > 0 || this.#next % BREATH === 0)
				await new Promise((resolve) => setImmediate(resolve));
		}
		await Promise.all(this.#elsewhere);
		return this.#results;
	}

	/** Number of calls that nobody has yet. */
	get #left(): number {
		return this.#work.calls.length - this.#next;
	}

	async #runHere(at: number): Promise<void> {
		const { calls, value, recallOf, onDone } = this.#work;
		const began = performance.now();
		const result = await runCall(calls[at], value, this.#place, recallOf);
		this.#results[at] = result;
		onDone(result);
		const recent = this.#recent;
		recent.push(performance.now() - began);
		if (recent.length > RECENT) recent.shift();
		this.#mean = recent.reduce((sum, one) => sum + one, 0) / recent.length;
	}

	/** Gives calls to other threads, and starts threads, where enough work is left. */
	#shareOut(): void {
		const threads = this.#threads;
		const elsewhere = this.#elsewhere;
		const isSettled = this.#recent.length === RECENT;
		const left = this.#left * this.#mean;
		// The shortest: on a busy machine a call may take many times as long as its work.
		const isLong = Math.min(...this.#recent) >= LEAST_CALL;
		const worth = isSettled ? WORTH_THREAD : FIRST_WORTH_THREAD;
		const wanted = isLong ? Math.min(threads.most, Math.floor(left / worth)) : 0;
		const useful = isLong && left > 2 * SHARE ? Math.min(threads.started, threads.most) : 0;
		while (elsewhere.length < Math.max(wanted, useful) && !threads.isBusy(elsewhere.length))
			elsewhere.push(handled(this.#runIn(threads.at(elsewhere.length))));
	}

	/** Runs calls in another thread, some at a time, until nobody has any to give. */
	async #runIn(thread: Thread): Promise<void> {
		const { target, calls, onDone } = this.#work;
		while (this.#left > 0) {
			const from = this.#next;
			const share = Math.max(1, Math.min(MOST_SENT, Math.floor(SHARE / Math.max(this.#mean, 0.1))));
			this.#next = Math.min(calls.length, from + share);
			const some = calls.slice(from, this.#next);
			const answers = await thread.ask({ target, calls: some, values: await this.#valuesOf(some) });
			for (const [index, answer] of answers.entries()) {
				this.#results[from + index] = answer;
				onDone(answer);
			}
		}
	}

	/** The packs that calls read, as they can be sent to a thread. */
	async #valuesOf(calls: readonly Call[]): Promise<Map<string, unknown>> {
		const values = new Map<string, unknown>();
		for (const { packs } of calls)
			for (const pack of packs) if (!values.has(pack)) values.set(pack, detached(await this.#work.value(pack)));
		return values;
	}
}

/** The further threads of a build, each started when it is first needed. */
class Threads {
	/** How many there may be. */
	readonly most: number;
	readonly #config: LoadedConfig;
	readonly #options: RunnerOptions;
	readonly #threads: Thread[] = [];

	constructor(config: LoadedConfig, options: RunnerOptions) {
		this.#config = config;
		this.#options = options;
		// Functions of a config that a script made cannot be sent to another thread.
		this.most = config.hasCode && config.file === undefined ? 0 : options.jobs - 1;
	}

	get started(): number {
		return this.#threads.length;
	}

	at(index: number): Thread {
		this.#threads[index] ??= new Thread(this.#config, this.#options);
		return this.#threads[index];
	}

	/** True for a thread that works; false for one that is free or not started. */
	isBusy(index: number): boolean {
		return this.#threads[index]?.isBusy === true;
	}

	/** Gives up what is under way. */
	fail(reason: Error): void {
		for (const thread of this.#threads) thread.fail(reason);
	}

	async end(): Promise<void> {
		await Promise.all(this.#threads.map((thread) => thread.end()));
	}
}

/** A promise that is awaited later: until then its failure is not one that nobody hears of. */
function handled<T>(work: Promise<T>): Promise<T> {
	work.catch(() => undefined);
	return work;
}

/** A worker thread, which works on one task at a time. */
class Thread {
	readonly #worker: Worker;
	/** Those who wait for an answer, in the order of the answers. */
	#waiting: { resolve: (answer: WorkerAnswer) => void; reject: (error: Error) => void }[] = [];
	#ended: Error | undefined;
	/** The stage that is running. */
	#stage: StagePlace | undefined;

	constructor({ file, config, base }: LoadedConfig, { version, maxMemory }: RunnerOptions) {
		const value = file === undefined ? config : undefined;
		const workerData = { file, value, base, version, findings: mergeFilters(config) } satisfies WorkerConfig;
		const resourceLimits = maxMemory === undefined ? {} : { maxOldGenerationSizeMb: maxMemory };
		const argv = [THREAD_WORDS.building];
		this.#worker = new Worker(threadModule(), { workerData, resourceLimits, argv });
		this.#worker.on('message', (message: WorkerAnswer | Notice) => {
			if ('results' in message || 'error' in message) this.#waiting.shift()?.resolve(message);
			else {
				if ('stage' in message) this.#stage = message.stage;
				notice(message);
			}
		});
		this.#worker.on('error', (error: NodeJS.ErrnoException) => {
			this.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#ending('ran out of memory') : error);
		});
		this.#worker.on('exit', () => this.fail(this.#ending('ended its thread: it may not call process.exit')));
	}

	/** True while it works. */
	get isBusy(): boolean {
		return this.#waiting.length > 0;
	}

	async ask(task: WorkerTask): Promise<readonly CallResult[]> {
		const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
			if (this.#ended !== undefined) return reject(this.#ended);
			this.#worker.postMessage(task);
			this.#waiting.push({ resolve, reject });
		});
		if ('results' in answer) return answer.results;
		const { name, message, stack } = answer.error;
		if (name === 'UsageError') throw new UsageError(...message.split('\n'));
		throw Object.assign(new Error(message), { name, stack });
	}

	async end(): Promise<void> {
		this.#worker.removeAllListeners('exit');
		if (!this.isBusy && this.#ended === undefined) await endIdle(this.#worker);
		await this.#worker.terminate();
	}

	/** Gives up what is under way. */
	fail(error: Error): void {
		this.#ended ??= error;
		for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
	}

	#ending(how: string): Error {
		return this.#stage === undefined
			? new Error(`A thread of the build ${how.replace(/:.*/, '')}.`)
			: new StageError(this.#stage, how);
	}
}
