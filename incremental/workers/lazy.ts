import { availableParallelism } from 'node:os';
import type { LoadedConfig } from '../load-config.ts';
import { sizeOfInputs } from '../outputs.ts';
import type { Plan } from '../targets.ts';
import { inThisThread, type Runner, WorkerPool } from './pool.ts';
import type { ResultOf, Task } from './tasks.ts';

/** Inputs of more bytes than this are worth the start of threads: a quarter of a second each. */
const WORTH_THREADS = 8 << 20;

/** Decides for threads when the first task comes: before that nobody knows whether there is anything to do. */
export class LazyRunner implements Runner {
	readonly #config: LoadedConfig;
	readonly #plans: ReadonlyMap<string, Plan>;
	readonly #jobs: number | undefined;
	#runner: Promise<Runner> | undefined;

	constructor(config: LoadedConfig, plans: readonly Plan[], jobs: number | undefined) {
		this.#config = config;
		this.#plans = new Map(plans.map((plan) => [plan.name, plan]));
		this.#jobs = jobs;
	}

	async run<T extends Task>(task: T): Promise<ResultOf<T>> {
		this.#runner ??= this.#choose();
		return (await this.#runner).run(task);
	}

	async close(): Promise<void> {
		await (await this.#runner)?.close();
	}

	/** @throws what loading the threads' modules throws */
	async #choose(): Promise<Runner> {
		const { hasCode, file } = this.#config;
		// Functions that a script brought along cannot go to another thread.
		const bound = hasCode && file === undefined;
		const jobs = bound ? 1 : (this.#jobs ?? ((await this.#isLarge()) ? availableParallelism() : 1));
		if (jobs > 1) return new WorkerPool(this.#config, jobs);
		return inThisThread((target) => this.#plans.get(target) as Plan);
	}

	async #isLarge(): Promise<boolean> {
		return (await sizeOfInputs([...this.#plans.values()])) > WORTH_THREADS;
	}
}
