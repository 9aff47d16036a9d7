import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FileJob, FileMade, FileMakers, FileSettings, StartMakers } from '../jobs/each/file-jobs.ts';
import type { Looked, Lookers, LookJob, LookSettings } from '../jobs/look-jobs.ts';
import { programFile, THREAD_WORDS } from './program-file.ts';

/** Number of files for each thread from which starting it saves time, if the number of threads is not given. */
const WORTH_THREAD = 1000;
/** Jobs asked for and not yet taken, for each thread: while outputs wait for the disk, the threads go on. */
const AHEAD = 32;
/** Jobs that a thread has at a time, since this thread cannot send it more while it works itself. */
const AT_A_TIME = 8;

/** Number of threads for this many files, this one among them; less than 2 means that this thread does all. @param jobs most threads */
function threadCount(files: number, jobs?: number): number {
	return Math.min(jobs ?? Math.min(availableParallelism(), Math.floor(files / WORTH_THREAD)), files);
}

/** Threads of one kind, and this one, which share jobs: whoever is free takes the next. */
class ThreadPool<T, R> {
	/** Number of jobs that keep all threads busy. */
	readonly ahead: number;
	readonly #threads: readonly AskedThread<T, R>[];
	readonly #here: (job: T) => Promise<R>;
	readonly #queue: { readonly job: T; resolve(result: R): void; reject(error: unknown): void }[] = [];
	#isWorking = false;

	/**
	 * @param data the kind of thread and its settings; see `build-thread.ts`
	 * @param here does a job in this thread
	 * @param count of threads, this one among them
	 */
	constructor(data: object, here: (job: T) => Promise<R>, count: number) {
		this.#threads = Array.from({ length: count - 1 }, () => new AskedThread<T, R>(data));
		this.#here = here;
		this.ahead = AHEAD * count;
	}

	ask(job: T): Promise<R> {
		return new Promise((resolve, reject) => {
			this.#queue.push({ job, resolve, reject });
			this.#send();
		});
	}

	/** Gives the next jobs to threads that have room for them, and begins to work here where jobs are left. */
	#send(): void {
		for (const thread of this.#threads) {
			for (const { job, resolve, reject } of this.#queue.splice(0, AT_A_TIME - thread.asked)) {
				void thread
					.ask(job)
					.then(resolve, reject)
					.then(() => this.#send());
			}
		}
		if (!this.#isWorking && this.#queue.length > 0) void this.#work();
	}

	async #work(): Promise<void> {
		this.#isWorking = true;
		while (this.#queue.length > 0) {
			// Lets answers of the other threads arrive between two jobs.
			await new Promise(setImmediate);
			const next = this.#queue.shift();
			if (next !== undefined) await this.#here(next.job).then(next.resolve, next.reject);
		}
		this.#isWorking = false;
	}

	async close(): Promise<void> {
		this.#queue.length = 0;
		await Promise.all(this.#threads.map((thread) => thread.end()));
	}
}

/** The answer of a thread: a result or an error. */
export type ThreadAnswer<R> = { readonly answer: R } | { readonly error: Error };

/** The message on which a thread ends. */
export const END = 'end';
/** Milliseconds that a thread is waited for then. */
const LONGEST_END = 1000;

/** Ends a thread that has no work: by itself, if it can, since then it keeps its code for the next command. */
export async function endIdle(worker: Worker): Promise<void> {
	const ended = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
	worker.postMessage(END);
	await Promise.race([ended, new Promise((resolve) => void setTimeout(resolve, LONGEST_END).unref())]);
}

/** A thread that works on one job after another. */
export class AskedThread<T, R> {
	readonly #worker: Worker;
	/** Those who wait for an answer, in the order of the answers. */
	readonly #waiting: { resolve: (found: R) => void; reject: (error: Error) => void }[] = [];
	#ended: Error | undefined;

	/** @param data the kind of thread and its settings; see `build-thread.ts` */
	constructor(data: object) {
		this.#worker = new Worker(threadModule(), { workerData: data, argv: [THREAD_WORDS.making] });
		this.#worker.on('message', (message: ThreadAnswer<R>) => {
			const asked = this.#waiting.shift();
			if ('error' in message) asked?.reject(message.error);
			else asked?.resolve(message.answer);
		});
		this.#worker.on('error', (error) => this.fail(error));
		this.#worker.on('exit', () => this.fail(new Error('A thread ended before its work was done.')));
	}

	/** Number of jobs that are not answered yet. */
	get asked(): number {
		return this.#waiting.length;
	}

	ask(task: T): Promise<R> {
		return new Promise((resolve, reject) => {
			if (this.#ended !== undefined) return reject(this.#ended);
			this.#waiting.push({ resolve, reject });
			this.#worker.postMessage(task);
		});
	}

	/** Rejects what is under way. */
	fail(error: Error): void {
		this.#ended ??= error;
		for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
	}

	async end(): Promise<void> {
		this.#worker.removeAllListeners('exit');
		if (this.asked === 0 && this.#ended === undefined) await endIdle(this.#worker);
		await this.#worker.terminate();
	}
}

/** The module that a thread starts with; in the single-file program, that file itself. */
export function threadModule(): URL {
	const own = import.meta.url;
	if (own.endsWith('.cjs')) return programFile(own);
	return new URL(own.endsWith('.ts') ? './worker-from-source.mjs' : './worker.js', own);
}

/** The data that a thread for making files is started with. */
export interface FileThreadData {
	readonly files: FileSettings;
}

/**
 * Threads that make the files of a run with this one, which writes them.
 * @param jobs threads at most; by default as many as the machine has, where there are enough files for them
 */
export function fileThreads(jobs?: number): StartMakers {
	return (settings, files, here): FileMakers | undefined => {
		const count = threadCount(files, jobs);
		if (count < 2) return undefined;
		const pool = new ThreadPool<FileJob, FileMade>({ files: settings } satisfies FileThreadData, here, count);
		return { ahead: pool.ahead, make: (job) => pool.ask(job), close: () => pool.close() };
	};
}

/** The data that a thread for examining files is started with. */
export interface LookThreadData {
	readonly looks: LookSettings;
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
): Lookers | undefined {
	const count = threadCount(files, jobs);
	if (count < 2) return undefined;
	const pool = new ThreadPool<LookJob, Looked>({ looks: settings } satisfies LookThreadData, here, count);
	return { ahead: pool.ahead, look: (job) => pool.ask(job), close: () => pool.close() };
}
