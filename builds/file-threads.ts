import { availableParallelism } from 'node:os';
import type { FileJob, FileMade, FileMakers, FileSettings, StartMakers } from '../jobs/each/file-jobs.ts';
import { digestsKept } from '../jobs/files/files.ts';
import type { Looked, Lookers, LookJob, LookSettings } from '../jobs/look-jobs.ts';
import { ThreadPool } from './threads.ts';

/** Number of files for each thread from which starting it saves time, if the number of threads is not given. */
const WORTH_THREAD = 1000;

/** Number of threads for this many files, this one among them; less than 2 means that this thread does all. @param jobs most threads */
function threadCount(files: number, jobs?: number): number {
	return Math.min(jobs ?? Math.min(availableParallelism(), Math.floor(files / WORTH_THREAD)), files);
}

/** The data that a thread for making files is started with. */
export interface FileThreadData {
	readonly files: FileSettings;
	/** True where what is read may be replaced. */
	readonly keepsDigests: boolean;
}

/**
 * Threads that make the files of a run with this one, which writes them.
 * @param jobs threads at most; by default as many as the machine has, where there are enough files for them
 */
export function fileThreads(jobs?: number): StartMakers {
	return (settings, files, here): FileMakers | undefined => {
		const count = threadCount(files, jobs);
		if (count < 2) return undefined;
		const data: FileThreadData = { files: settings, keepsDigests: digestsKept() !== undefined };
		const pool = new ThreadPool<FileJob, FileMade>({ data, count, here });
		return { ahead: pool.ahead, make: (job) => pool.ask(job), close: () => pool.close() };
	};
}

/** The data that a thread for examining files is started with. */
export interface LookThreadData {
	readonly looks: LookSettings;
}

/**
 * Threads that examine the files of a run; undefined when this thread alone is faster.
 * @param here does a job in this thread
 * @param jobs threads at most; by default as many as the machine has, where there are enough files for them
 */
export function lookThreads(
	settings: LookSettings,
	files: number,
	here: (job: LookJob) => Promise<Looked>,
	jobs?: number,
): Lookers | undefined {
	const count = threadCount(files, jobs);
	if (count < 2) return undefined;
	const data: LookThreadData = { looks: settings };
	const pool = new ThreadPool<LookJob, Looked>({ data, count, here });
	return { ahead: pool.ahead, look: (job) => pool.ask(job), close: () => pool.close() };
}
