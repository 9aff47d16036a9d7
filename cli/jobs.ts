import type { StartMakers } from '../pipeline/file-jobs.ts';
import { number } from '../src/options/options.ts';
import type { Session } from './session.ts';

/** How many files a command works on at a time. */
export const JOBS_OPTION = {
	jobs: number(undefined, 'Threads at most.', {
		short: 'j',
		limits: { minimum: 1, integer: true },
		otherwise: 'as many as the machine has, where there are many files',
	}),
};

/** What starts threads for so many files, if they may be used: functions of plugins cannot go to another thread. */
export async function threadsFor(
	files: number,
	{ options: { jobs, plugin } }: Pick<Session<typeof JOBS_OPTION>, 'options'>,
): Promise<{ startMakers?: StartMakers }> {
	if (files < 2 || jobs === 1 || plugin !== undefined) return {};
	const { fileThreads } = await import('../incremental/file-threads.ts');
	return { startMakers: fileThreads(jobs) };
}
