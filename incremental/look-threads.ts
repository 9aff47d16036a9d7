import type { Looked, Lookers, LookJob, LookSettings } from '../pipeline/look-jobs.ts';
import { ThreadPool, threadCount } from './thread-pool.ts';

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
