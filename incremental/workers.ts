import { Worker } from 'node:worker_threads';
import type { FolderNames } from '../pipeline/files.ts';
import { type Notice, notice, StageError, type StagePlace } from '../pipeline/watched.ts';
import { type FindingFilter, mergeFilters } from '../src/findings/filter.ts';
import { UsageError } from '../src/findings/report.ts';
import type { LoadedConfig } from './config.ts';
import { detached } from './encoding.ts';
import type { PieceKeys } from './pieces.ts';
import { THREAD_WORDS } from './program-file.ts';
import type { Plan } from './targets.ts';
import { type Call, type CallHelp, type CallResult, runCall } from './tasks.ts';
import { threadModule } from './threads.ts';
import type { TreeTask } from './tree-task.ts';

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
	/** Where the calls draw rooms: what the pieces that they make depend on. */
	readonly pieces?: PieceKeys;
}

/** The message on which a thread ends. */
export const END = 'end';
/** Milliseconds that a thread is waited for then. */
const LONGEST_END = 1000;

/** The answer of a thread. Errors are sent as data, because they lose their class between threads. */
export type WorkerAnswer =
	| { readonly results: readonly CallResult[] }
	| { readonly trees: readonly (Int32Array | undefined)[] }
	| { readonly error: { readonly name: string; readonly message: string; readonly stack: string } };

/** Actions of one target that do not depend on each other. */
export interface Work {
	readonly target: string;
	readonly calls: readonly Call[];
	value(pack: string): Promise<unknown>;
	/** For calls that run in this thread. */
	readonly help: CallHelp;
	/** True when a thread that is started meanwhile will have work afterwards, too (`ahead`). */
	readonly isFollowed?: boolean;
	/** Called after each call, with its result. */
	onDone(result: CallResult): void;
}

/** Calls that run one after another in another thread. */
export interface WorkAhead extends Pick<Work, 'target' | 'calls'> {
	/** The packs that the calls read. */
	readonly values: ReadonlyMap<string, unknown>;
	readonly pieces: PieceKeys;
}

/** Runs the calls of a build, some of them in parallel. */
export interface Runner {
	/** @returns the results in the order of the calls */
	run(work: Work): Promise<CallResult[]>;
	/** True when a thread was started that `ahead` can use. */
	readonly hasThread: boolean;
	/** Starts calls in another thread, while this one goes on. @returns undefined where there is no such thread */
	ahead(work: WorkAhead): Promise<readonly CallResult[]> | undefined;
	/** Lets another thread make trees. @returns undefined where there is no such thread */
	trees(task: TreeTask): Promise<readonly (Int32Array | undefined)[]> | undefined;
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
/**
 * Remaining work in milliseconds from which a thread is started for what follows. It loads its code meanwhile, on a core that is half idle, and then
 * draws the level while this thread makes the walkmeshes.
 */
const WORTH_THREAD_AHEAD = 100;
/** Work sent to a thread at a time, in milliseconds: with less it waits for messages, with more it may be the last one to finish. */
const SHARE = 40;

/**
 * Runs calls in this thread, and in further ones if enough work is left. Results do not depend on how calls are distributed; measured times only
 * decide which thread runs them.
 */
export function createRunner(config: LoadedConfig, plans: readonly Plan[], options: RunnerOptions): Runner {
	const { jobs, version, signal } = options;
	const places = new Map(
		plans.map((plan) => {
			const folders = new Map<string, FolderNames>();
			return [plan.name, { plan, version, folders, ...(signal === undefined ? {} : { signal }) }];
		}),
	);
	// Functions of a config that a script made cannot be sent to another thread.
	const most = config.hasCode && config.file === undefined ? 0 : jobs - 1;
	const threads: Thread[] = [];
	const threadAt = (index: number): Thread => {
		threads[index] ??= new Thread(config, options);
		return threads[index];
	};
	const run = async ({ target, calls, value, help, isFollowed, onDone }: Work): Promise<CallResult[]> => {
		const place = places.get(target) as Parameters<typeof runCall>[2];
		const results: CallResult[] = [];
		const valuesOf = async (some: readonly Call[]): Promise<Map<string, unknown>> => {
			const values = new Map<string, unknown>();
			for (const { packs } of some)
				for (const pack of packs) if (!values.has(pack)) values.set(pack, await value(pack));
			return values;
		};
		const recent: number[] = [];
		let next = 0;
		let each = 0;
		const elsewhere: Promise<void>[] = [];
		const serve = async (thread: Thread): Promise<void> => {
			while (next < calls.length) {
				const from = next;
				next = Math.min(calls.length, from + Math.max(1, Math.min(64, Math.floor(SHARE / Math.max(each, 0.1)))));
				const some = calls.slice(from, next);
				const values = new Map([...(await valuesOf(some))].map(([pack, each]) => [pack, detached(each)]));
				const answers = await thread.ask({ target, calls: some, values });
				for (const [index, answer] of answers.entries()) {
					results[from + index] = answer;
					onDone(answer);
				}
			}
		};
		while (next < calls.length) {
			signal?.throwIfAborted();
			const at = next++;
			const began = performance.now();
			results[at] = await runCall(calls[at], value, place, help);
			onDone(results[at]);
			recent.push(performance.now() - began);
			if (recent.length > RECENT) recent.shift();
			each = recent.reduce((sum, one) => sum + one, 0) / recent.length;
			const left = (calls.length - next) * each;
			// The shortest: on a busy machine a call may take many times as long as its work.
			const isLong = Math.min(...recent) >= LEAST_CALL;
			const worth = recent.length < RECENT ? FIRST_WORTH_THREAD : WORTH_THREAD;
			const wanted = isLong ? Math.min(most, Math.floor(left / worth)) : 0;
			if (isFollowed && most > 0 && recent.length === RECENT && left > WORTH_THREAD_AHEAD) threadAt(0);
			const useful = isLong && left > 2 * SHARE ? Math.min(threads.length, most) : 0;
			while (elsewhere.length < Math.max(wanted, useful) && !threads[elsewhere.length]?.isBusy)
				elsewhere.push(handled(serve(threadAt(elsewhere.length))));
			// Lets answers of threads arrive between calls.
			if (elsewhere.length > 0) await new Promise((resolve) => setImmediate(resolve));
		}
		await Promise.all(elsewhere);
		return results;
	};
	// A busy thread would not receive a message, so it is not waited for.
	const giveUp = (): void => {
		for (const thread of threads) thread.fail(signal?.reason as Error);
	};
	signal?.addEventListener('abort', giveUp, { once: true });
	return {
		run,
		get hasThread() {
			return threads.length > 0;
		},
		ahead: (work) => threads[0]?.ask(work),
		trees: (task) => threads[0]?.trees(task),
		close: async () => {
			signal?.removeEventListener('abort', giveUp);
			await Promise.all(threads.map((thread) => thread.end()));
		},
	};
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
			if ('results' in message || 'trees' in message || 'error' in message) this.#waiting.shift()?.resolve(message);
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
		const answer = await this.#answer(task);
		if (!('results' in answer)) throw new Error('A thread of the build answered another question.');
		return answer.results;
	}

	async trees(task: TreeTask): Promise<readonly (Int32Array | undefined)[]> {
		const answer = await this.#answer(task);
		if (!('trees' in answer)) throw new Error('A thread of the build answered another question.');
		return answer.trees;
	}

	async #answer(task: WorkerTask | TreeTask): Promise<Exclude<WorkerAnswer, { readonly error: unknown }>> {
		const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
			if (this.#ended !== undefined) return reject(this.#ended);
			this.#worker.postMessage(task);
			this.#waiting.push({ resolve, reject });
		});
		if (!('error' in answer)) return answer;
		const { name, message, stack } = answer.error;
		if (name === 'UsageError') throw new UsageError(...message.split('\n'));
		throw Object.assign(new Error(message), { name, stack });
	}

	async end(): Promise<void> {
		this.#worker.removeAllListeners('exit');
		if (!this.isBusy && this.#ended === undefined) {
			// A thread that ends by itself keeps its code for the next build.
			const ended = new Promise<void>((resolve) => void this.#worker.once('exit', () => resolve()));
			this.#worker.postMessage(END);
			await Promise.race([ended, new Promise((resolve) => void setTimeout(resolve, LONGEST_END).unref())]);
		}
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
