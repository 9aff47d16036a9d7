import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FileJob, FileMade, FileMakers, FileSettings, StartMakers } from '../pipeline/file-jobs.ts';
import type { Looked, Lookers, LookJob, LookSettings } from '../pipeline/look-jobs.ts';
import { programFile, THREAD_WORDS } from './program-file.ts';

/** Number of files for each thread from which starting it saves time, if the number of threads is not given. */
const WORTH_THREAD = 1000;
/** Jobs queued or finished for each thread, so that it never waits while a result is taken. */
const AHEAD = 4;

/** Number of threads for this many files; less than 2 means that this thread does the work. @param jobs most threads */
function threadCount(files: number, jobs?: number): number {
	return Math.min(jobs ?? Math.min(availableParallelism(), Math.floor(files / WORTH_THREAD)), files);
}

/** A pool of threads of one kind; a job goes to an idle thread. */
class ThreadPool<T, R> {
	/** Number of jobs that keep all threads busy. */
	readonly ahead: number;
	readonly #threads: readonly AskedThread<T, R>[];
	readonly #idle: AskedThread<T, R>[];
	readonly #waiting: ((thread: AskedThread<T, R>) => void)[] = [];

	/** @param data the kind of thread and its settings; see `build-thread.ts` */
	constructor(data: object, count: number) {
		this.#threads = Array.from({ length: count }, () => new AskedThread<T, R>(data));
		this.#idle = [...this.#threads];
		this.ahead = AHEAD * count;
	}

	async ask(job: T): Promise<R> {
		const thread =
			this.#idle.pop() ?? (await new Promise<AskedThread<T, R>>((resolve) => void this.#waiting.push(resolve)));
		try {
			return await thread.ask(job);
		} finally {
			const next = this.#waiting.shift();
			if (next === undefined) this.#idle.push(thread);
			else next(thread);
		}
	}

	async close(): Promise<void> {
		await Promise.all(this.#threads.map((thread) => thread.end()));
	}
}

/** The answer of a thread: a result or an error. */
export type ThreadAnswer<R> = { readonly answer: R } | { readonly error: Error };

/** A thread that works on one job at a time. */
export class AskedThread<T, R> {
	readonly #worker: Worker;
	#waiting: { resolve: (found: R) => void; reject: (error: Error) => void } | undefined;
	#ended: Error | undefined;

	/** @param data the kind of thread and its settings; see `build-thread.ts` */
	constructor(data: object) {
		this.#worker = new Worker(threadModule(), { workerData: data, argv: [THREAD_WORDS.making] });
		this.#worker.on('message', (message: ThreadAnswer<R>) => {
			if ('error' in message) this.#waiting?.reject(message.error);
			else this.#waiting?.resolve(message.answer);
		});
		this.#worker.on('error', (error) => this.fail(error));
		this.#worker.on('exit', () => this.fail(new Error('A thread ended before its work was done.')));
	}

	ask(task: T): Promise<R> {
		return new Promise((resolve, reject) => {
			this.#waiting = { resolve, reject };
			if (this.#ended !== undefined) reject(this.#ended);
			else this.#worker.postMessage(task);
		});
	}

	/** Rejects the running job. */
	fail(error: Error): void {
		this.#ended ??= error;
		this.#waiting?.reject(this.#ended);
	}

	async end(): Promise<void> {
		this.#worker.removeAllListeners('exit');
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
 * Threads that make the files of a run while this one writes them.
 * @param jobs threads at most; by default as many as the machine has, where there are enough files for them
 */
export function fileThreads(jobs?: number): StartMakers {
	return (settings, files): FileMakers | undefined => {
		const count = threadCount(files, jobs);
		if (count < 2) return undefined;
		const pool = new ThreadPool<FileJob, FileMade>({ files: settings } satisfies FileThreadData, count);
		return { ahead: pool.ahead, make: (job) => pool.ask(job), close: () => pool.close() };
	};
}

/** The data that a thread for examining files is started with. */
export interface LookThreadData {
	readonly looks: LookSettings;
}

/**
 * Threads that examine the files of a run; undefined when this thread alone is faster.
 * @param jobs threads at most; by default as many as the machine has, where there are enough files for them
 */
export function lookThreads(settings: LookSettings, files: number, jobs?: number): Lookers | undefined {
	const count = threadCount(files, jobs);
	if (count < 2) return undefined;
	const pool = new ThreadPool<LookJob, Looked>({ looks: settings } satisfies LookThreadData, count);
	return { ahead: pool.ahead, look: (job) => pool.ask(job), close: () => pool.close() };
}
