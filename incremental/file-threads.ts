import type { FileJob, FileMade, FileMakers, FileSettings, StartMakers } from '../pipeline/file-jobs.ts';
import { ThreadPool, threadCount } from './thread-pool.ts';

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
