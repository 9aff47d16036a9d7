import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FileJob, FileMade, FileMakers, FileSettings, StartMakers } from '../pipeline/file-jobs.ts';
import type { Looked, Lookers, LookJob, LookSettings } from '../pipeline/look-jobs.ts';
import { programFile } from './program-file.ts';

/** So many files for each thread make its start worth it, where nobody says how many are wanted. */
const WORTH_THREAD = 1000;
/** Each thread has so many jobs before it, or done and not yet taken: taking one does not make it wait. */
const AHEAD = 4;

/** How many threads work on so many files; less than 2 for none but this one. @param jobs threads at most */
function threadCount(files: number, jobs?: number): number {
	return Math.min(jobs ?? Math.min(availableParallelism(), Math.floor(files / WORTH_THREAD)), files);
}

/** Threads of one kind; what is asked goes to one that has nothing to do. */
class ThreadPool<T, R> {
	/** So many jobs keep them busy. */
	readonly ahead: number;
	readonly #threads: readonly AskedThread<T, R>[];
	readonly #idle: AskedThread<T, R>[];
	readonly #waiting: ((thread: AskedThread<T, R>) => void)[] = [];

	/** @param data says what they are for; see `build-thread.ts` */
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

/** What a thread answers: what it was asked for, or why it has nothing. */
export type ThreadAnswer<R> = { readonly answer: R } | { readonly error: Error };

/** A thread that is asked one thing at a time. */
export class AskedThread<T, R> {
	readonly #worker: Worker;
	#waiting: { resolve: (found: R) => void; reject: (error: Error) => void } | undefined;
	#ended: Error | undefined;

	/** @param data says what it is for; see `build-thread.ts` */
	constructor(data: object) {
		this.#worker = new Worker(threadModule(), { workerData: data });
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

	/** Gives up what is under way. */
	fail(error: Error): void {
		this.#ended ??= error;
		this.#waiting?.reject(this.#ended);
	}

	async end(): Promise<void> {
		this.#worker.removeAllListeners('exit');
		await this.#worker.terminate();
	}
}

/** What a thread starts with: all of wokflow where that is one file. */
export function threadModule(): URL {
	const own = import.meta.url;
	if (own.endsWith('.cjs')) return programFile(own);
	return new URL(own.endsWith('.ts') ? './worker-from-source.mjs' : './worker.js', own);
}

/** What a thread that makes files is started with. */
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

/** What a thread that looks at files is started with. */
export interface LookThreadData {
	readonly looks: LookSettings;
}

/**
 * Threads that look at the files of a run; undefined where this one does so sooner.
 * @param jobs threads at most; by default as many as the machine has, where there are enough files for them
 */
export function lookThreads(settings: LookSettings, files: number, jobs?: number): Lookers | undefined {
	const count = threadCount(files, jobs);
	if (count < 2) return undefined;
	const pool = new ThreadPool<LookJob, Looked>({ looks: settings } satisfies LookThreadData, count);
	return { ahead: pool.ahead, look: (job) => pool.ask(job), close: () => pool.close() };
}
