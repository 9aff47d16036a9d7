import { availableParallelism } from 'node:os';
import { UsageError } from '../src/findings/report.ts';
import type { LoadedConfig } from './config.ts';
import type { ResultOf, Runner, Task } from './context.ts';
import { type Plan, sizeOfInputs } from './targets.ts';
import { runTask } from './tasks.ts';

/** What a thread makes the targets ready from. */
export interface WorkerConfig {
	readonly file: string | undefined;
	readonly value: unknown;
	readonly base: string;
}

/** What a thread answers: errors lose their class on the way between threads. */
export type WorkerAnswer = { readonly outcome: unknown } | { readonly usage: string };

/** Inputs of more bytes than this are worth the start of threads: a quarter of a second each. */
const WORTH_THREADS = 8 << 20;

/**
 * A runner of as many threads as are asked for, or are worth it. Decides when the first task comes: before that nobody knows whether there is
 * anything to do.
 */
export function createRunner(config: LoadedConfig, plans: readonly Plan[], wanted: number | undefined): Runner {
	const choose = async (): Promise<Runner> => {
		// Functions that a script brought along cannot go to another thread.
		if (config.hasCode && config.file === undefined) return inThisThread(plans);
		const isLarge = wanted === undefined && (await sizeOfInputs(plans)) > WORTH_THREADS;
		const jobs = wanted ?? (isLarge ? availableParallelism() : 1);
		return jobs > 1 ? inThreads(config, jobs) : inThisThread(plans);
	};
	let chosen: Promise<Runner> | undefined;
	return {
		run: async (task) => (await (chosen ??= choose())).run(task),
		close: async () => (await chosen)?.close(),
	};
}

/** Does tasks in this thread, one after another. */
function inThisThread(plans: readonly Plan[]): Runner {
	const byName = new Map(plans.map((plan) => [plan.name, plan]));
	let last: Promise<unknown> = Promise.resolve();
	return {
		run<T extends Task>(task: T): Promise<ResultOf<T>> {
			const next = last.then(() => runTask(task, byName.get(task.target) as Plan));
			last = next.catch(() => undefined);
			return next as Promise<ResultOf<T>>;
		},
		close: async () => undefined,
	};
}

/** Does tasks in worker threads, which are started when there is work for them. */
async function inThreads({ file, config, base }: LoadedConfig, jobs: number): Promise<Runner> {
	const { Piscina } = await import('piscina');
	const module = import.meta.url.endsWith('.ts') ? './worker-from-source.mjs' : './worker.js';
	const pool = new Piscina({
		filename: new URL(module, import.meta.url).href,
		minThreads: 0,
		maxThreads: jobs,
		idleTimeout: Infinity,
		workerData: { file, value: file === undefined ? config : undefined, base } satisfies WorkerConfig,
	});
	return {
		async run<T extends Task>(task: T): Promise<ResultOf<T>> {
			const answer: WorkerAnswer = await pool.run(task);
			if ('usage' in answer) throw new UsageError(...answer.usage.split('\n'));
			return answer.outcome as ResultOf<T>;
		},
		close: () => pool.destroy(),
	};
}
