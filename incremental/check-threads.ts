import { Worker } from 'node:worker_threads';
import { type CheckedPath, type CheckSettings, checkPath } from './check-work.ts';
import { threadModule } from './thread-module.ts';

/** What a thread that checks is started with. */
export interface CheckThreadData {
	readonly check: CheckSettings;
}

/** So many levels for each thread make its start worth it. */
const WORTH_THREAD = 4;

export interface CheckAllOptions {
	/** Threads at most. */
	readonly jobs: number;
	readonly signal?: AbortSignal;
	onDone(done: number): void;
}

/**
 * Checks levels, several at a time. Threads take the next path when they are done with one, and what they find does not depend on who does.
 * @returns in the order of the paths
 */
export async function checkAll(
	paths: readonly string[],
	settings: CheckSettings,
	{ jobs, signal, onDone }: CheckAllOptions,
): Promise<CheckedPath[]> {
	const results: CheckedPath[] = [];
	const count = Math.min(jobs, Math.floor(paths.length / WORTH_THREAD));
	let next = 0;
	let done = 0;
	const serve = async (check: (path: string) => Promise<CheckedPath>): Promise<void> => {
		while (next < paths.length) {
			signal?.throwIfAborted();
			const at = next++;
			results[at] = await check(paths[at]);
			onDone(++done);
		}
	};
	if (count < 2) {
		await serve((path) => checkPath(path, settings));
		return results;
	}
	const threads = Array.from({ length: count }, () => new CheckThread(settings));
	const giveUp = (): void => {
		for (const thread of threads) thread.fail(signal?.reason as Error);
	};
	signal?.addEventListener('abort', giveUp, { once: true });
	try {
		await Promise.all(threads.map((thread) => serve((path) => thread.check(path))));
	} finally {
		signal?.removeEventListener('abort', giveUp);
		await Promise.all(threads.map((thread) => thread.end()));
	}
	return results;
}

/** A thread that checks one path at a time. */
class CheckThread {
	readonly #worker: Worker;
	#waiting: { resolve: (found: CheckedPath) => void; reject: (error: Error) => void } | undefined;
	#ended: Error | undefined;

	constructor(check: CheckSettings) {
		const workerData: CheckThreadData = { check };
		this.#worker = new Worker(threadModule(), { workerData });
		this.#worker.on('message', (found: CheckedPath | { readonly error: Error }) => {
			if ('error' in found) this.#waiting?.reject(found.error);
			else this.#waiting?.resolve(found);
		});
		this.#worker.on('error', (error) => this.fail(error));
		this.#worker.on('exit', () => this.fail(new Error('A thread of the check ended.')));
	}

	check(path: string): Promise<CheckedPath> {
		return new Promise((resolve, reject) => {
			this.#waiting = { resolve, reject };
			if (this.#ended !== undefined) reject(this.#ended);
			else this.#worker.postMessage(path);
		});
	}

	fail(error: Error): void {
		this.#ended ??= error;
		this.#waiting?.reject(this.#ended);
	}

	async end(): Promise<void> {
		this.#worker.removeAllListeners('exit');
		await this.#worker.terminate();
	}
}
