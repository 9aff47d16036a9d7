import type { FolderNames } from '../jobs/files/files.ts';
import { type FindingFilter, mergeFilters } from '../src/findings/filter.ts';
import { detached } from './cache/encoding.ts';
import type { LoadedConfig } from './config/config.ts';
import type { Plan } from './config/targets.ts';
import { type Call, type CallPlace, type CallResult, runCall } from './steps/tasks.ts';
import { ThreadPool } from './threads.ts';

/** The data from which a thread prepares the targets. */
export interface BuildThreadData {
	readonly build: {
		readonly file: string | undefined;
		readonly value: unknown;
		readonly base: string;
		readonly version: string;
		/** Settings of findings, which the command line may have added to those of the config. */
		readonly findings: FindingFilter;
	};
}

/** A call as it is sent to a thread. */
export interface SentCall {
	readonly target: string;
	readonly call: Call;
	/** The packs that it reads. */
	readonly values: ReadonlyMap<string, unknown>;
}

/** Actions of one target that do not depend on each other. */
export interface Work {
	readonly target: string;
	readonly calls: readonly Call[];
	value(pack: string): Promise<unknown>;
	/** Called after each call, with its result. */
	onDone(result: CallResult): void;
}

/** Runs the calls of a build, some of them in parallel. */
export interface Runner {
	/** @returns the results in the order of the calls */
	run(work: Work): Promise<CallResult[]>;
	/** Ends its threads and aborts running calls. */
	close(): Promise<void>;
}

export interface RunnerOptions {
	/** Number of threads, including this one. */
	readonly jobs: number;
	readonly version: string;
	readonly signal?: AbortSignal;
	/** Heap limit of a thread in megabytes. */
	readonly maxMemory?: number;
}

/** Runs calls in this thread, and in further ones if enough work is left. */
export function createRunner(config: LoadedConfig, plans: readonly Plan[], options: RunnerOptions): Runner {
	const { version, signal, jobs, maxMemory } = options;
	const { file, config: value, base, hasCode } = config;
	const places = new Map(
		plans.map((plan): [string, CallPlace] => {
			const folders = new Map<string, FolderNames>();
			return [plan.name, { plan, version, folders, ...(signal === undefined ? {} : { signal }) }];
		}),
	);
	const here = (call: Call, { target, value }: Work): Promise<CallResult> => {
		signal?.throwIfAborted();
		return runCall(call, value, places.get(target) as CallPlace);
	};
	const findings = mergeFilters(value);
	const data = { build: { file, value: file === undefined ? value : undefined, base, version, findings } };
	const pool = new ThreadPool<{ readonly call: Call; readonly work: Work }, CallResult>({
		data: data satisfies BuildThreadData,
		// Functions of a config that a script made cannot be sent to another thread.
		count: hasCode && file === undefined ? 1 : jobs,
		whenWorth: true,
		...(maxMemory === undefined ? {} : { maxMemory }),
		here: async ({ call, work }) => here(call, work),
		sent: async ({ call, work }): Promise<SentCall> => {
			const values = new Map<string, unknown>();
			for (const pack of call.packs) values.set(pack, detached(await work.value(pack)));
			return { target: work.target, call, values };
		},
	});
	const giveUp = (): void => pool.fail(signal?.reason as Error);
	signal?.addEventListener('abort', giveUp, { once: true });
	return {
		run: async (work) => {
			const ask = async (call: Call): Promise<CallResult> => {
				// A call that waits for a pack to be made again does not wait for others.
				const result = await (isNested ? here(call, work) : pool.ask({ call, work }));
				work.onDone(result);
				return result;
			};
			const isNested = pool.isWorking;
			try {
				return await Promise.all(work.calls.map(ask));
			} catch (error) {
				pool.drop();
				throw error;
			}
		},
		close: async () => {
			signal?.removeEventListener('abort', giveUp);
			await pool.close();
		},
	};
}
