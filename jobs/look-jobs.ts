import { type JobThreads, takeInOrder } from '../pipeline/disk/in-order.ts';
import type { ReadOptions } from '../pipeline/options.ts';
import type { Registry } from '../pipeline/registry.ts';
import {
	type Captured,
	captured,
	type Finding,
	InputError,
	Report,
	type ReportOptions,
	tell,
} from '../src/findings/report.ts';
import type { LoadedWalkmesh, ReadContext } from '../src/formats/contracts.ts';
import type { Walkmesh } from '../src/model/walkmesh.ts';
import type { CheckOptions } from './check.ts';
import { checkAdvised } from './check-advised.ts';
import {
	comparePair,
	type DiffPair,
	type DiffSourcesOptions,
	type DiffWork,
	type SourceRecipe,
	walkmeshesOfSource,
} from './diff.ts';
import { folderOf, openFile, roomFiles } from './files/files.ts';
import { type Inspection, inspect } from './inspect.ts';

/**
 * Examining one of many files, in any thread. The main thread reports the findings in the order of the files, so that the output does not depend on
 * how the work is spread over threads.
 */

/** The settings that all files of a run share. Plain data, since it is sent to threads. */
export interface LookSettings extends Pick<ReadContext, 'surfaces' | 'mappings'> {
	readonly report: ReportOptions;
	readonly read: ReadOptions;
	readonly check?: Pick<CheckOptions, 'mesh' | 'rooms' | 'roomSpace' | 'profile'> & { readonly roomFolder?: string };
	readonly diff?: Omit<DiffSourcesOptions, 'read' | 'recipe'>;
}

/** The kinds of jobs, with the parameters of each. */
interface Looks {
	inspect: SourceRecipe;
	/** Checks a file; for a layout, its rooms, too. */
	check: { readonly path: string; readonly isLayout: boolean };
	read: SourceRecipe;
	compare: { readonly a: LoadedWalkmesh; readonly b: LoadedWalkmesh };
}

interface Seen {
	inspect: readonly Inspection[];
	check: readonly Finding[];
	read: readonly LoadedWalkmesh[];
	compare: DiffPair;
}

export type Look = keyof Looks;
export type LookJob<L extends Look = Look> = { readonly [K in L]: Looks[K] & { readonly look: K } }[L];

/** The result of one job. */
export interface Looked<L extends Look = Look> {
	/** Undefined for a file that could not be read. */
	readonly seen?: Seen[L];
	readonly found: Captured;
	/** Paths of the files that were read. */
	readonly inputs: readonly string[];
	/** The finding of the InputError that ended the job. */
	readonly failure?: Finding;
}

/** What can be told to jobs in this thread alone: functions cannot be sent to another. */
export interface LookHere extends Pick<ReadContext, 'signal' | 'resource'>, Pick<CheckOptions, 'onLevel'> {
	/** Opens a file; `openFile` by default. */
	readonly open?: typeof openFile;
	readonly onWalkmesh?: (inspection: Inspection, walkmesh: Walkmesh) => void;
}

/** Runs one job. An InputError becomes part of the result. @throws any other error */
export async function lookAt(
	job: LookJob,
	settings: LookSettings,
	registry: Registry,
	here: LookHere = {},
): Promise<Looked> {
	const { surfaces, mappings } = settings;
	const report = new Report(settings.report);
	const { signal, resource } = here;
	const context = {
		report,
		surfaces,
		mappings,
		...(signal === undefined ? {} : { signal }),
		...(resource === undefined ? {} : { resource }),
	};
	const rest = (): Pick<Looked, 'found' | 'inputs'> => ({ found: captured(report), inputs: [...report.inputs] });
	try {
		const seen = await seenOf(job, settings, here, context, registry);
		return { seen, ...rest() };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { ...rest(), failure: error.finding };
	}
}

async function seenOf(
	job: LookJob,
	{ read, check = {}, diff = {} }: LookSettings,
	{ open = openFile, onWalkmesh, onLevel }: LookHere,
	context: ReadContext,
	registry: Registry,
): Promise<Seen[Look]> {
	const { report } = context;
	switch (job.look) {
		case 'inspect':
			return inspect(await open(job.path, report), read, job.recipe, context, registry, onWalkmesh);
		case 'check': {
			const { roomFolder, ...options } = check;
			const folder = roomFolder ?? folderOf(job.path);
			const rooms = job.isLayout ? { roomFiles: roomFiles(folder, report, registry.builtRoomExtensions) } : {};
			return checkAdvised(
				await open(job.path, report),
				{ read, ...options, ...rooms, ...(onLevel === undefined ? {} : { onLevel }) },
				context,
				registry,
			);
		}
		case 'read':
			return walkmeshesOfSource(await open(job.path, report), read, job.recipe, context, registry);
		case 'compare':
			return comparePair(job.a, job.b, diff, context);
	}
}

/** Runs jobs, reports their findings, and takes the results in the order of the jobs. */
export async function lookAtEach<L extends Look>(
	jobs: readonly LookJob<L>[],
	{ signal, report }: ReadContext,
	lookers: Pick<JobThreads<LookJob, Looked>, 'ahead' | 'ask'>,
	take: (looked: Looked<L>, index: number) => void,
): Promise<void> {
	await takeInOrder(
		jobs as readonly unknown[] as readonly LookJob[],
		{ ahead: lookers.ahead, signal, ask: (job) => lookers.ask(job) },
		(looked, index) => {
			for (const path of looked.inputs) report.noteInput(path);
			tell(looked.found, report);
			take(looked as Looked<L>, index);
		},
	);
}

/** Runs jobs and takes the results in the order of the jobs. */
export type LookAtEach = <L extends Look>(
	jobs: readonly LookJob<L>[],
	take: (looked: Looked<L>, index: number) => void,
) => Promise<void>;

/** Reads and compares files for `diffSources`. */
export function diffWork(look: LookAtEach): DiffWork {
	return {
		read: (sources, take) => {
			const jobs = sources.map((source): LookJob<'read'> => ({ look: 'read', ...source }));
			return look(jobs, ({ seen, failure }, index) => take(seen ?? new InputError(failure as Finding), index));
		},
		compare: async (pairs) => {
			const compared: DiffPair[] = [];
			const jobs = pairs.map(([a, b]): LookJob<'compare'> => ({ look: 'compare', a, b }));
			await look(jobs, ({ seen }) => {
				if (seen !== undefined) compared.push(seen);
			});
			return compared;
		},
	};
}
