import type { StartMakers } from '../../jobs/each/file-jobs.ts';
import type { LookAtEach, Looked, LookJob, LookSettings } from '../../jobs/look-jobs.ts';
import type { JOBS_OPTION } from '../../pipeline/options.ts';
import type { Session } from './session.ts';

/** A function that starts threads for some files; nothing where threads cannot be used, as functions of plugins cannot go to another thread. */
export async function threadsFor(
	files: number,
	{ options: { jobs, plugin } }: Pick<Session<typeof JOBS_OPTION>, 'options'>,
): Promise<{ startMakers?: StartMakers }> {
	if (files < 2 || jobs === 1 || plugin !== undefined) return {};
	const { fileThreads } = await import('../../builds/thread-jobs.ts');
	return { startMakers: fileThreads(jobs) };
}

type LookSession = Pick<Session<typeof JOBS_OPTION>, 'options' | 'context' | 'registry'>;

/**
 * Looks at files in threads, where that is possible and faster. Standard input can only be read in this thread.
 * @returns false where nothing was done, and the caller has to look at the files itself
 */
export async function withLookers(
	paths: readonly (string | undefined)[],
	settings: LookSettings,
	{ options: { jobs, plugin }, context, registry }: LookSession,
	work: (lookAtEach: LookAtEach) => Promise<void>,
): Promise<boolean> {
	if (paths.length < 2 || jobs === 1 || plugin !== undefined) return false;
	if (paths.some((path) => path === undefined || path === '-')) return false;
	const [{ lookThreads }, { lookAt, lookAtEach }] = await Promise.all([
		import('../../builds/thread-jobs.ts'),
		import('../../jobs/look-jobs.ts'),
	]);
	const here = (job: LookJob): Promise<Looked> => lookAt(job, settings, registry, context.signal);
	const lookers = lookThreads(settings, paths.length, here, jobs);
	if (lookers === undefined) return false;
	try {
		await work((each, take) => lookAtEach(each, settings, { context, registry, lookers }, take));
		return true;
	} finally {
		await lookers.close();
	}
}
