import { availableParallelism } from 'node:os';
import { AskedThread } from './asked-thread.ts';

/** So many files for each thread make its start worth it, where nobody says how many are wanted. */
const WORTH_THREAD = 50;
/** Each thread has so many jobs before it, or done and not yet taken: taking one does not make it wait. */
const AHEAD = 4;

/** How many threads work on so many files; less than 2 for none but this one. @param jobs threads at most */
export function threadCount(files: number, jobs?: number): number {
	return Math.min(jobs ?? Math.min(availableParallelism(), Math.floor(files / WORTH_THREAD)), files);
}

/** Threads of one kind; what is asked goes to one that has nothing to do. */
export class ThreadPool<T, R> {
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
