import { Worker } from 'node:worker_threads';
import { type Notice, notice, StageError, type StagePlace } from '../pipeline/disk/watched.ts';
import { UsageError } from '../src/findings/report.ts';
import { programFile, THREAD_WORDS } from './program-file.ts';

/** Jobs asked for and not yet taken, for each thread: while outputs wait for the disk, the threads go on. */
const AHEAD = 32;
/** Jobs that a thread has at a time, since this thread cannot send it more while it works itself. Of long ones fewer: it may be the last to finish. */
const MOST_AT_A_TIME = 8;
const LEAST_AT_A_TIME = 2;
/** Work that a thread has at a time, in milliseconds. */
const SHARE = 40;

/**
 * Remaining work in milliseconds from which starting a thread saves time. A new thread compiles all code again, half a second of work, and V8 already
 * uses a second core for itself: 50 rooms of 1,000 faces, with less work left than this, took 2.2 s with a thread and 1.95 s without.
 */
const WORTH_THREAD = 2000;
/** The first jobs are slower because code is compiled, so they overestimate. */
const FIRST_WORTH_THREAD = 2 * WORTH_THREAD;
/** Jobs shorter than this, in milliseconds, are not sent to such threads: messages take as long, so 2,000 rooms of 200 faces are not faster with two. */
const LEAST_JOB = 4;
/** Number of recent jobs whose time is used to estimate the others. */
const RECENT = 4;

/** How the threads of a pool are started, and what they do. */
export interface PoolOptions<T, R> {
	/** The kind of thread and its settings; see `build-thread.ts`. */
	readonly data: object;
	/** Number of threads, this one among them. */
	readonly count: number;
	/** Starts others only when enough work is left. */
	readonly whenWorth?: boolean;
	/** Heap limit of each other thread in megabytes. */
	readonly maxMemory?: number;
	/** Does a job in this thread. */
	here(job: T): Promise<R>;
	/** What another thread is sent of a job; the job itself by default. */
	sent?(job: T): Promise<unknown>;
}

interface Asked<T, R> {
	readonly job: T;
	resolve(result: R): void;
	reject(error: unknown): void;
}

/**
 * Threads of one kind, and this one, which share jobs: whoever is free takes the next. Results do not depend on that; measured times only decide which
 * thread has which job.
 */
export class ThreadPool<T, R> {
	readonly #options: PoolOptions<T, R>;
	readonly #threads: { readonly thread: AskedThread; given: number }[] = [];
	readonly #queue: Asked<T, R>[] = [];
	/** What the last jobs in this thread took, in milliseconds. */
	#recent: number[] = [];
	#isWorking = false;

	constructor(options: PoolOptions<T, R>) {
		this.#options = options;
		if (!options.whenWorth) for (let i = 1; i < options.count; i++) this.#start();
	}

	/** Number of jobs that keep all threads busy. */
	get ahead(): number {
		return AHEAD * this.#options.count;
	}

	/** True while this thread has a job, or is about to take one. */
	get isWorking(): boolean {
		return this.#isWorking;
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

	/** Gives up what is under way: a busy thread would not receive a message, so it is not waited for. */
	fail(reason: Error): void {
		for (const { thread } of this.#threads) thread.fail(reason);
	}

	async close(): Promise<void> {
		this.drop();
		await Promise.all(this.#threads.map(({ thread }) => thread.end()));
	}

	#start(): void {
		const { data, maxMemory } = this.#options;
		this.#threads.push({ thread: new AskedThread(data, maxMemory), given: 0 });
	}

	get #mean(): number {
		return this.#recent.reduce((sum, one) => sum + one, 0) / Math.max(1, this.#recent.length);
	}

	/** Gives the next jobs to threads that have room for them, and begins to work here where jobs are left. */
	#send(): void {
		const mean = this.#mean;
		const most =
			mean === 0 ? MOST_AT_A_TIME : Math.max(LEAST_AT_A_TIME, Math.min(MOST_AT_A_TIME, Math.floor(SHARE / mean)));
		const isUseful = !this.#options.whenWorth || (this.#areLong && this.#queue.length * mean > 2 * SHARE);
		for (const each of isUseful ? this.#threads : []) {
			while (each.given < most && this.#queue.length > 0) void this.#give(each, this.#queue.shift() as Asked<T, R>);
		}
		if (!this.#isWorking && this.#queue.length > 0) void this.#work();
	}

	async #give(
		to: { readonly thread: AskedThread; given: number },
		{ job, resolve, reject }: Asked<T, R>,
	): Promise<void> {
		const { sent } = this.#options;
		to.given++;
		try {
			resolve((await to.thread.ask(sent === undefined ? job : await sent(job))) as R);
		} catch (error) {
			reject(error);
		}
		to.given--;
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
			this.#recent.push(performance.now() - began);
			if (this.#recent.length > RECENT) this.#recent.shift();
			this.#startWorth();
			this.#send();
		}
		this.#isWorking = false;
		this.#recent = [];
	}

	/** True for jobs that may be sent. The shortest counts: on a busy machine a job may take many times as long as its work. */
	get #areLong(): boolean {
		return this.#recent.length > 0 && Math.min(...this.#recent) >= LEAST_JOB;
	}

	/** Starts threads where enough work is left. */
	#startWorth(): void {
		const { whenWorth = false, count } = this.#options;
		if (!whenWorth || !this.#areLong) return;
		const worth = this.#recent.length === RECENT ? WORTH_THREAD : FIRST_WORTH_THREAD;
		const wanted = Math.min(count - 1, Math.floor((this.#queue.length * this.#mean) / worth));
		while (this.#threads.length < wanted) this.#start();
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

	constructor(data: object, maxMemory: number | undefined) {
		const resourceLimits = maxMemory === undefined ? {} : { maxOldGenerationSizeMb: maxMemory };
		const isBuild = 'build' in data;
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
