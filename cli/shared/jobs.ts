import type { StartMakers } from '../../jobs/each/file-jobs.ts';
import type { LookAtEach, Looked, LookHere, LookJob, LookSettings } from '../../jobs/look-jobs.ts';
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

type LookSession = Pick<Session<typeof JOBS_OPTION>, 'options' | 'context' | 'registry' | 'terminal' | 'open'>;

export interface LookOptions extends LookHere {
	/** What the status line says before the path of each file. */
	readonly doing?: string;
	/** True for jobs that no other thread can do. */
	readonly isAlone?: boolean;
}

/** Looks at files, also in other threads where that is possible and faster. Standard input can only be read in this thread. */
export async function withLookers<T>(
	paths: readonly (string | undefined)[],
	settings: LookSettings,
	{ options: { jobs, plugin }, context, registry, terminal, open }: LookSession,
	work: (lookAtEach: LookAtEach) => Promise<T>,
	{ doing, isAlone = false, ...own }: LookOptions = {},
): Promise<T> {
	const { lookAt, lookAtEach } = await import('../../jobs/look-jobs.ts');
	const here = (job: LookJob): Promise<Looked> =>
		lookAt(job, settings, registry, { signal: context.signal, open, ...own });
	const mayShare = !isAlone && paths.length > 1 && jobs !== 1 && plugin === undefined;
	const threads =
		mayShare && paths.every((path) => path !== undefined && path !== '-')
			? (await import('../../builds/thread-jobs.ts')).lookThreads(settings, paths.length, here, jobs)
			: undefined;
	try {
		return await work((each, take) => {
			const show = (index: number): void => {
				if (doing !== undefined && index < paths.length)
					terminal.progress.show(`${doing} ${paths[index]}`, index, paths.length);
			};
			show(0);
			return lookAtEach(each, context, threads ?? { ahead: 1, ask: here }, (looked, index) => {
				take(looked, index);
				show(index + 1);
			});
		});
	} finally {
		await threads?.close();
	}
}
