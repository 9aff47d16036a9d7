import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { UsageError } from '../../src/findings/report.ts';
import type { LoadedConfig } from '../load-config.ts';
import type { Plan } from '../targets.ts';
import { type ResultOf, runTask, type Task } from './tasks.ts';

/** Does tasks, some of them at the same time. */
export interface Runner {
	run<T extends Task>(task: T): Promise<ResultOf<T>>;
	/** Ends its threads; tasks that are under way are given up. */
	close(): Promise<void>;
}

export interface WorkerConfig {
	readonly file: string | undefined;
	readonly value: unknown;
	readonly base: string;
}

export interface WorkerRequest {
	readonly id: number;
	readonly task: Task;
}

export interface WorkerAnswer {
	readonly id: number;
	readonly outcome?: unknown;
	readonly error?: { readonly name: string; readonly message: string; readonly stack?: string };
}

/** Does tasks in this thread, one after another. */
export function inThisThread(planOf: (target: string) => Plan): Runner {
	let last: Promise<unknown> = Promise.resolve();
	return {
		run<T extends Task>(task: T): Promise<ResultOf<T>> {
			const next = last.then(() => runTask(task, planOf(task.target)));
			last = next.catch(() => undefined);
			return next as Promise<ResultOf<T>>;
		},
		close: async () => undefined,
	};
}

interface Waiting {
	readonly task: Task;
	readonly resolve: (outcome: never) => void;
	readonly reject: (error: unknown) => void;
}

/** Does tasks in worker threads, which are started when there is work for them. */
export class WorkerPool implements Runner {
	readonly #config: WorkerConfig;
	readonly #size: number;
	readonly #queue: Waiting[] = [];
	readonly #busy = new Map<Worker, Waiting>();
	readonly #idle: Worker[] = [];
	#closed = false;
	#lastId = 0;

	/** @param size threads at most */
	constructor({ file, config, base }: LoadedConfig, size: number) {
		this.#config = { file, value: file === undefined ? config : undefined, base };
		this.#size = size;
	}

	run<T extends Task>(task: T): Promise<ResultOf<T>> {
		return new Promise((resolve, reject) => {
			this.#queue.push({ task, resolve, reject });
			this.#next();
		});
	}

	async close(): Promise<void> {
		this.#closed = true;
		const workers = [...this.#idle, ...this.#busy.keys()];
		for (const { reject } of [...this.#queue.splice(0), ...this.#busy.values()])
			reject(new Error('The build was ended.'));
		this.#busy.clear();
		this.#idle.length = 0;
		await Promise.all(workers.map((worker) => worker.terminate()));
	}

	#next(): void {
		while (this.#queue.length > 0 && !this.#closed) {
			const worker = this.#idle.pop() ?? (this.#busy.size < this.#size ? this.#start() : undefined);
			if (worker === undefined) return;
			const waiting = this.#queue.shift() as Waiting;
			this.#busy.set(worker, waiting);
			worker.postMessage({ id: ++this.#lastId, task: waiting.task } satisfies WorkerRequest);
		}
	}

	#start(): Worker {
		const worker = startWorker(this.#config);
		worker.on('message', ({ outcome, error }: WorkerAnswer) => {
			const waiting = this.#busy.get(worker);
			this.#busy.delete(worker);
			if (!this.#closed) this.#idle.push(worker);
			if (error === undefined) waiting?.resolve(outcome as never);
			else waiting?.reject(revived(error));
			this.#next();
		});
		worker.on('error', (error) => {
			const waiting = this.#busy.get(worker);
			this.#busy.delete(worker);
			waiting?.reject(error);
			this.#next();
		});
		return worker;
	}
}

function startWorker(workerData: WorkerConfig): Worker {
	const url = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
	if (url.pathname.endsWith('.js')) return new Worker(url, { workerData });
	// Run from its sources, as the tests do: a thread does not inherit the loader of the main one.
	const loader = pathToFileURL(
		createRequire(import.meta.url)
			.resolve('tsx/esm/api')
			.replace(/\.cjs$/, '.mjs'),
	).href;
	const start = `import('${loader}').then(({ register }) => { register(); return import('${url.href}'); })`;
	return new Worker(start, { eval: true, workerData });
}

function revived({ name, message, stack }: NonNullable<WorkerAnswer['error']>): Error {
	if (name === 'UsageError') return new UsageError(message);
	const error = new Error(message);
	if (stack !== undefined) error.stack = stack;
	return error;
}
