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
	/** How many jobs will be asked for, besides those that are. */
	readonly toCome?: () => number;
	/** Heap limit of each other thread in megabytes. */
	readonly maxMemory?: number;
	readonly signal?: AbortSignal | undefined;
	/** Uses the threads of another pool of the same kind, whose jobs go first. */
	readonly shares?: ThreadPool<never, never>;
	/** Jobs that another thread has at a time. */
	readonly atATime?: number;
	/** True while this thread has something better to do than jobs, which the others go on with. */
	readonly isBusy?: () => boolean;
	/** Does a job in this thread. */
	here(job: T): Promise<R>;
	/** What another thread is sent of a job; the job itself by default. */
	sent?(job: T): Promise<unknown>;
}

/** The kind of a thread, and the settings of all its jobs as plain data. */
export interface ThreadData {
	readonly kind: 'build' | 'make' | 'look';
	readonly settings: unknown;
}

interface Asked<T, R> {
	readonly job: T;
	resolve(result: R): void;
	reject(error: unknown): void;
}

/** Another thread, and the jobs that it has: all of one pool, since short ones would wait for the long ones of another. */
interface Helper {
	readonly thread: AskedThread;
	given: number;
	of: unknown;
}

/** The other threads, and the pools that give them jobs, in this order. */
interface Crew {
	readonly helpers: Helper[];
	readonly pools: ThreadPool<never, never>[];
}

/**
 * Threads of one kind, and this one, which share jobs: whoever is free takes the next. Results do not depend on that; measured times only decide which
 * thread has which job.
 */
export class ThreadPool<T, R> implements JobThreads<T, R> {
	readonly #options: PoolOptions<T, R>;
	readonly #crew: Crew;
	readonly #queue: Asked<T, R>[] = [];
	/** What the last jobs in this thread took, in milliseconds. */
	#recent: number[] = [];
	#isWorking = false;

	constructor(options: PoolOptions<T, R>) {
		this.#options = options;
		this.#crew = options.shares === undefined ? { helpers: [], pools: [] } : options.shares.#crew;
		this.#crew.pools.push(this as unknown as ThreadPool<never, never>);
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
		await Promise.all(this.#crew.helpers.map(({ thread }) => thread.end()));
	}

	/** Gives up what is under way: a busy thread would not receive a message, so it is not waited for. */
	readonly #giveUp = (): void => {
		for (const { thread } of this.#crew.helpers) thread.fail(this.#options.signal?.reason as Error);
	};

	/** Starts threads until there are so many. */
	#start(wanted: number): void {
		const { data, maxMemory } = this.#options;
		const { helpers } = this.#crew;
		while (helpers.length < wanted) helpers.push({ thread: new AskedThread(data, maxMemory), given: 0, of: undefined });
	}

	/** Gives the next jobs to threads that have room for them, and begins to work here where jobs are left. */
	#send(): void {
		const { atATime = AT_A_TIME } = this.#options;
		const isFree = ({ given, of }: Helper): boolean => given === 0 || (of === this && given < atATime);
		for (const helper of this.#areWorthSending ? this.#crew.helpers : [])
			while (isFree(helper) && this.#queue.length > 0) void this.#give(helper, this.#queue.shift() as Asked<T, R>);
		this.work();
	}

	/** Begins to work here where jobs are left. */
	work(): void {
		if (!this.#isWorking && this.#queue.length > 0 && this.#options.isBusy?.() !== true) void this.#work();
	}

	async #give(helper: Helper, asked: Asked<T, R>): Promise<void> {
		const { sent } = this.#options;
		const { helpers, pools } = this.#crew;
		helper.given++;
		helper.of = this;
		try {
			asked.resolve((await helper.thread.ask(sent === undefined ? asked.job : await sent(asked.job))) as R);
		} catch (error) {
			// What waited behind the job that ended its thread is done by somebody else.
			if (error === NOT_BEGUN) this.#queue.unshift(asked);
			else asked.reject(error);
		}
		helper.given--;
		if (helper.thread.hasEnded && helpers.includes(helper)) helpers.splice(helpers.indexOf(helper), 1);
		for (const pool of pools) pool.#send();
	}

	async #work(): Promise<void> {
		this.#isWorking = true;
		while (this.#queue.length > 0) {
			// Lets answers of the other threads, and of the disk, arrive between two jobs.
			await new Promise(setImmediate);
			if (this.#options.isBusy?.() === true) break;
			const next = this.#queue.shift();
			if (next === undefined) break;
			const began = performance.now();
			await this.#options.here(next.job).then(next.resolve, next.reject);
			this.#recent = [...this.#recent, performance.now() - began].slice(-RECENT);
			this.#startWorth();
			this.#send();
		}
		this.#isWorking = false;
		if (this.#queue.length === 0) this.#recent = [];
	}

	/** The shortest counts: on a busy machine a job may take many times as long as its work. */
	get #areWorthSending(): boolean {
		return !this.#options.whenWorth || (this.#recent.length > 0 && Math.min(...this.#recent) >= LEAST_JOB);
	}

	/** Starts threads where enough work is left. */
	#startWorth(): void {
		const { whenWorth = false, count, toCome } = this.#options;
		if (!whenWorth || this.#recent.length < RECENT || !this.#areWorthSending) return;
		const mean = this.#recent.reduce((sum, one) => sum + one, 0) / RECENT;
		this.#start(Math.min(count - 1, Math.floor(((this.#queue.length + (toCome?.() ?? 0)) * mean) / WORTH_THREAD)));
	}
}

/** The answer of a thread. Errors are sent as data, because they lose their class between threads. */
export type ThreadAnswer =
	| { readonly answer: unknown }
	| { readonly error: { readonly name: string; readonly message: string; readonly stack: string } };

/** Why a job was not done that a thread had when it ended, and had not begun. */
const NOT_BEGUN = new Error('A thread ended before it began this.');

/** What a job is rejected with that ended its thread. */
export class ThreadEnded extends Error {
	override readonly name: string;

	/** @param cause names the stage that was running, where that is known */
	constructor(message: string, cause?: StageError) {
		super(message, { cause });
		this.name = cause?.name ?? 'ThreadEnded';
	}
}

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
			this.#die(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#ending('ran out of memory') : error);
		});
		this.#worker.on('exit', () => {
			const early = new ThreadEnded('A thread ended before its work was done.');
			this.#die(isBuild ? this.#ending('ended its thread: it may not call process.exit') : early);
		});
	}

	get hasEnded(): boolean {
		return this.#ended !== undefined;
	}

	ask(task: unknown): Promise<unknown> {
		return new Promise((resolve, reject) => {
			if (this.#ended !== undefined) return reject(NOT_BEGUN);
			this.#worker.postMessage(task);
			this.#waiting.push({ resolve, reject });
		});
	}

	/** Rejects what is under way. */
	fail(error: Error): void {
		this.#ended ??= error;
		for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
	}

	/** Rejects what it was doing when it ended; the rest waits for another thread. */
	#die(error: Error): void {
		this.#ended ??= error;
		const [begun, ...others] = this.#waiting.splice(0);
		begun?.reject(this.#ended);
		for (const { reject } of others) reject(NOT_BEGUN);
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
		if (this.#stage === undefined) return new ThreadEnded(`A thread of the build ${how.replace(/:.*/, '')}.`);
		const cause = new StageError(this.#stage, how);
		return new ThreadEnded(cause.message, cause);
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
