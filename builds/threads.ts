import { Worker } from 'node:worker_threads';
import type { JobThreads } from '../pipeline/disk/in-order.ts';
import { type Notice, notice, StageError, type StagePlace } from '../pipeline/disk/watched.ts';
import { UsageError } from '../src/findings/report.ts';
import { programFile, THREAD_WORDS } from './program.ts';

/** Jobs asked for and not yet taken, for each thread: while outputs wait for the disk, the threads go on. */
const AHEAD = 32;
/** Jobs that a thread has at a time, since this thread cannot send it more while it works itself. */
const AT_A_TIME = 4;

/**
 * Remaining work in milliseconds from which starting a thread saves time. A new thread compiles all code again, half a second of work, and V8 already
 * uses a second core for itself: 50 rooms of 1,000 faces, with less work left than this, took 2.2 s with a thread and 1.95 s without.
 */
const WORTH_THREAD = 2000;
/** Jobs shorter than this, in milliseconds, are not sent: messages take as long, so 2,000 rooms of 200 faces are not faster with two threads. */
const LEAST_JOB = 4;
/** Number of jobs whose time is used to estimate the others. The first are slower, because code is compiled. */
const RECENT = 4;

/** How the threads of a pool are started, and what they do. */
export interface PoolOptions<T, R> {
	readonly data: ThreadData;
	/** Number of threads, this one among them. */
	readonly count: number;
	/** Starts others only when enough work is left. */
	readonly whenWorth?: boolean;
	/** Heap limit of each other thread in megabytes. */
	readonly maxMemory?: number;
	readonly signal?: AbortSignal | undefined;
	/** Does a job in this thread. */
	here(job: T): Promise<R>;
	/** What another thread is sent of a job; the job itself by default. */
	sent?(job: T): Promise<unknown>;
}

/** The kind of a thread, and the settings of all its jobs as plain data. */
export interface ThreadData {
	readonly kind: 'build' | 'check' | 'make' | 'look';
	readonly settings: unknown;
}

interface Asked<T, R> {
	readonly job: T;
	resolve(result: R): void;
	reject(error: unknown): void;
}

/** Another thread, and the number of jobs that it has. */
interface Helper {
	readonly thread: AskedThread;
	given: number;
}

/**
 * Threads of one kind, and this one, which share jobs: whoever is free takes the next. Results do not depend on that; measured times only decide which
 * thread has which job.
 */
export class ThreadPool<T, R> implements JobThreads<T, R> {
	readonly #options: PoolOptions<T, R>;
	readonly #helpers: Helper[] = [];
	readonly #queue: Asked<T, R>[] = [];
	/** What the last jobs in this thread took, in milliseconds. */
	#recent: number[] = [];
	#isWorking = false;

	constructor(options: PoolOptions<T, R>) {
		this.#options = options;
		if (!options.whenWorth) this.#start(options.count - 1);
		options.signal?.addEventListener('abort', this.#giveUp, { once: true });
	}

	/** Number of jobs that keep all threads busy. */
	get ahead(): number {
		return AHEAD * this.#options.count;
	}

	ask(job: T): Promise<R> {
		return new Promise((resolve, reject) => {
			this.#queue.push({ job, resolve, reject });
			this.#send();
		});
	}

	/** Forgets the jobs that nobody has begun. */
	drop(): void {
		this.#queue.length = 0;
	}

	async close(): Promise<void> {
		this.#options.signal?.removeEventListener('abort', this.#giveUp);
		this.drop();
		await Promise.all(this.#helpers.map(({ thread }) => thread.end()));
	}

	/** Gives up what is under way: a busy thread would not receive a message, so it is not waited for. */
	readonly #giveUp = (): void => {
		for (const { thread } of this.#helpers) thread.fail(this.#options.signal?.reason as Error);
	};

	/** Starts threads until there are so many. */
	#start(wanted: number): void {
		const { data, maxMemory } = this.#options;
		while (this.#helpers.length < wanted) this.#helpers.push({ thread: new AskedThread(data, maxMemory), given: 0 });
	}

	/** Gives the next jobs to threads that have room for them, and begins to work here where jobs are left. */
	#send(): void {
		for (const helper of this.#areWorthSending ? this.#helpers : [])
			while (helper.given < AT_A_TIME && this.#queue.length > 0)
				void this.#give(helper, this.#queue.shift() as Asked<T, R>);
		if (!this.#isWorking && this.#queue.length > 0) void this.#work();
	}

	async #give(helper: Helper, { job, resolve, reject }: Asked<T, R>): Promise<void> {
		const { sent } = this.#options;
		helper.given++;
		try {
			resolve((await helper.thread.ask(sent === undefined ? job : await sent(job))) as R);
		} catch (error) {
			reject(error);
		}
		helper.given--;
		this.#send();
	}

	async #work(): Promise<void> {
		this.#isWorking = true;
		while (this.#queue.length > 0) {
			// Lets answers of the other threads, and of the disk, arrive between two jobs.
			await new Promise(setImmediate);
			const next = this.#queue.shift();
			if (next === undefined) break;
			const began = performance.now();
			await this.#options.here(next.job).then(next.resolve, next.reject);
			this.#recent = [...this.#recent, performance.now() - began].slice(-RECENT);
			this.#startWorth();
			this.#send();
		}
		this.#isWorking = false;
		this.#recent = [];
	}

	/** The shortest counts: on a busy machine a job may take many times as long as its work. */
	get #areWorthSending(): boolean {
		return !this.#options.whenWorth || (this.#recent.length > 0 && Math.min(...this.#recent) >= LEAST_JOB);
	}

	/** Starts threads where enough work is left. */
	#startWorth(): void {
		const { whenWorth = false, count } = this.#options;
		if (!whenWorth || this.#recent.length < RECENT || !this.#areWorthSending) return;
		const mean = this.#recent.reduce((sum, one) => sum + one, 0) / RECENT;
		this.#start(Math.min(count - 1, Math.floor((this.#queue.length * mean) / WORTH_THREAD)));
	}
}

/** The answer of a thread. Errors are sent as data, because they lose their class between threads. */
export type ThreadAnswer =
	| { readonly answer: unknown }
	| { readonly error: { readonly name: string; readonly message: string; readonly stack: string } };

/** The message on which a thread ends. */
export const END = 'end';
/** Milliseconds that a thread is waited for then. */
const LONGEST_END = 1000;

/** A thread that works on one job after another. */
class AskedThread {
	readonly #worker: Worker;
	/** Those who wait for an answer, in the order of the answers. */
	readonly #waiting: { resolve: (found: unknown) => void; reject: (error: Error) => void }[] = [];
	#ended: Error | undefined;
	/** The stage that is running. */
	#stage: StagePlace | undefined;

	constructor(data: ThreadData, maxMemory: number | undefined) {
		const resourceLimits = maxMemory === undefined ? {} : { maxOldGenerationSizeMb: maxMemory };
		const isBuild = data.kind === 'build';
		const argv = [isBuild ? THREAD_WORDS.building : THREAD_WORDS.making];
		this.#worker = new Worker(threadModule(), { workerData: data, resourceLimits, argv });
		this.#worker.on('message', (message: ThreadAnswer | Notice) => {
			if ('answer' in message) this.#waiting.shift()?.resolve(message.answer);
			else if ('error' in message) this.#waiting.shift()?.reject(revived(message.error));
			else {
				if ('stage' in message) this.#stage = message.stage;
				notice(message);
			}
		});
		this.#worker.on('error', (error: NodeJS.ErrnoException) => {
			this.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#ending('ran out of memory') : error);
		});
		this.#worker.on('exit', () => {
			const early = new Error('A thread ended before its work was done.');
			this.fail(isBuild ? this.#ending('ended its thread: it may not call process.exit') : early);
		});
	}

	ask(task: unknown): Promise<unknown> {
		return new Promise((resolve, reject) => {
			if (this.#ended !== undefined) return reject(this.#ended);
			this.#worker.postMessage(task);
			this.#waiting.push({ resolve, reject });
		});
	}

	/** Rejects what is under way. */
	fail(error: Error): void {
		this.#ended ??= error;
		for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
	}

	/** Ends the thread: by itself, if it can, since then it keeps its code for the next command. */
	async end(): Promise<void> {
		this.#worker.removeAllListeners('exit');
		if (this.#waiting.length === 0 && this.#ended === undefined) {
			const ended = new Promise<void>((resolve) => void this.#worker.once('exit', () => resolve()));
			this.#worker.postMessage(END);
			await Promise.race([ended, new Promise((resolve) => void setTimeout(resolve, LONGEST_END).unref())]);
		}
		await this.#worker.terminate();
	}

	#ending(how: string): Error {
		return this.#stage === undefined
			? new Error(`A thread of the build ${how.replace(/:.*/, '')}.`)
			: new StageError(this.#stage, how);
	}
}

function revived({ name, message, stack }: Extract<ThreadAnswer, { readonly error: unknown }>['error']): Error {
	if (name === 'UsageError') return new UsageError(...message.split('\n'));
	return Object.assign(new Error(message), { name, stack });
}

/** The module that a thread starts with; in the single-file program, that file itself. */
function threadModule(): URL {
	const own = import.meta.url;
	if (own.endsWith('.cjs')) return programFile(own);
	return new URL(own.endsWith('.ts') ? './worker-from-source.mjs' : './worker.js', own);
}
