import { extname } from 'node:path';
import { type ConversionOptions, type ConvertOptions, convert, convertOptions } from '../../pipeline/convert.ts';
import { type JobThreads, takeInOrder } from '../../pipeline/disk/in-order.ts';
import { INPUT_FILE_FINDINGS } from '../../pipeline/findings.ts';
import { findImporter } from '../../pipeline/read.ts';
import type { Registry } from '../../pipeline/registry.ts';
import type { TREE_OPTIONS } from '../../src/bwm/derive.ts';
import type { GivenOf } from '../../src/findings/options.ts';
import {
	type Captured,
	captured,
	type Finding,
	InputError,
	Report,
	type ReportOptions,
	UsageError,
} from '../../src/findings/report.ts';
import type { OutputFile, ReadContext } from '../../src/formats/contracts.ts';
import type { Layout } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { type MaterialUse, MaterialUses } from '../../src/scene/material-uses.ts';
import { joinPath } from '../../src/text/paths.ts';
import { noteDigests, openFile } from '../files/files.ts';
import { safeFileName } from '../files/layout-file.ts';

/**
 * Making one of many files, in any thread: it is read, converted and encoded, but not written. The main thread writes the outputs in the order
 * of the inputs, so that results and findings do not depend on how the work is spread over threads.
 */

/** The settings that all files of a run share. Plain data, since it is sent to threads. */
export interface FileSettings extends Pick<ReadContext, 'surfaces' | 'mappings'> {
	/** Severities: an error keeps an output from being made. */
	readonly report: ReportOptions;
	readonly work: ConvertWork | RebuildWork;
}

export interface ConvertWork extends Pick<ConvertOptions, 'sceneOptions'> {
	readonly kind: 'convert';
	/** Folder of the outputs, for inputs of several models, each of which becomes a file. */
	readonly folder: string;
	/** Output format: its name, or its extension without the dot. */
	readonly format: string;
	readonly options: ConversionOptions;
	/** The layouts that jobs refer to by index. */
	readonly layouts: readonly Layout[];
}

export interface RebuildWork extends GivenOf<typeof TREE_OPTIONS> {
	readonly kind: 'rebuild';
}

export interface FileJob {
	readonly path: string;
	readonly output: string;
	/** Index of the layout that the file is a room of. */
	readonly layout?: number;
	readonly room?: string;
}

export interface FileMade {
	readonly files: readonly OutputFile[];
	/** The walkmeshes of the files, for the summary of the run. */
	readonly walkmeshes: readonly Walkmesh[];
	readonly materials: readonly MaterialUse[];
	readonly found: Captured;
	/** Paths of the files that were read. */
	readonly inputs: readonly string[];
	/** From another thread: the digests of what was read. */
	readonly digests?: ReadonlyMap<string, string> | undefined;
	/** False when a rebuilt file has the same bytes as before. */
	readonly changed: boolean;
	/** The finding of the InputError that ended the job. */
	readonly failure?: Finding;
	/** Message of the UsageError that ended the job: an option cannot be applied to this file. */
	readonly misfit?: string;
}

/** Makes one file. InputError and UsageError become part of the result. @throws any other error */
export async function makeFile(
	job: FileJob,
	{ report: reportOptions, surfaces, mappings, work }: FileSettings,
	registry: Registry,
	{ signal }: { readonly signal?: AbortSignal } = {},
): Promise<FileMade> {
	const report = new Report(reportOptions);
	const materials = new MaterialUses();
	const context = { report, surfaces, mappings, materials, ...(signal === undefined ? {} : { signal }) };
	const ended = { files: [], walkmeshes: [], changed: false };
	const rest = (): Pick<FileMade, 'materials' | 'found' | 'inputs'> => {
		return { materials: materials.all, found: captured(report), inputs: [...report.inputs] };
	};
	try {
		const made =
			work.kind === 'rebuild'
				? await rebuiltFile(job.path, job.output, work, context, registry)
				: { ...(await converted(job, work, context, registry)), changed: true };
		return { ...made, ...rest() };
	} catch (error) {
		if (error instanceof InputError) return { ...ended, ...rest(), failure: error.finding };
		if (error instanceof UsageError) return { ...ended, ...rest(), misfit: `${job.path}: ${error.message}` };
		throw error;
	}
}

async function converted(
	{ path, output, layout, room }: FileJob,
	{ options, folder, format, layouts, sceneOptions }: ConvertWork,
	context: ReadContext,
	registry: Registry,
): Promise<Pick<FileMade, 'files' | 'walkmeshes'>> {
	const given = { ...options, to: format, ...(room === undefined ? {} : { room }) };
	const known = layout === undefined ? undefined : layouts[layout];
	const asRoom = roomOptions(given, [output, path], known, registry);
	const { files, walkmeshes } = await convert(
		[await openFile(path, context.report)],
		output,
		{
			...(asRoom instanceof UsageError ? markersOnly(given, known, registry) : asRoom),
			// The file of a room of a layout is written as that room, even where it holds other models.
			...(room === undefined
				? { outputOf: (model) => joinPath(folder, safeFileName(`${model}${extname(output)}`)) }
				: { room }),
			...(sceneOptions === undefined ? {} : { sceneOptions }),
		},
		context,
		registry,
	);
	// A file of several models is a level, which need not be a room of the layout itself.
	if (asRoom instanceof UsageError && files.length < 2) throw asRoom;
	return { files, walkmeshes };
}

/** The options for a file that is a room of the layout. Returns the error for one that is not, since a level need not be a room. */
function roomOptions(
	given: ConversionOptions,
	names: readonly string[],
	layout: Layout | undefined,
	registry: Registry,
): ConvertOptions | UsageError {
	try {
		return convertOptions(given, names, layout, registry);
	} catch (error) {
		if (error instanceof UsageError && layout !== undefined && given.room === undefined) return error;
		throw error;
	}
}

/** The options for a level, which is not moved; the layout only gives the room numbers that its markers refer to. */
function markersOnly(given: ConversionOptions, layout: Layout | undefined, registry: Registry): ConvertOptions {
	return { ...convertOptions(given, [], undefined, registry), ...(layout === undefined ? {} : { layout }) };
}

/** Starts the makers of a run, one of which works in the calling thread; undefined when that thread shall make all the files. */
export type StartMakers = (
	settings: FileSettings,
	jobs: number,
	here: (job: FileJob) => Promise<FileMade>,
) => JobThreads<FileJob, FileMade> | undefined;

/** Makes files ahead of time, and hands them over in the order of the jobs. */
export async function makeInOrder(
	jobs: readonly FileJob[],
	settings: FileSettings,
	{ context, registry, startMakers }: { context: ReadContext; registry: Registry; startMakers?: StartMakers },
	take: (made: FileMade, index: number) => Promise<void>,
): Promise<void> {
	const { signal, materials } = context;
	const here = signal === undefined ? {} : { signal };
	const makeHere = (job: FileJob): Promise<FileMade> => makeFile(job, settings, registry, here);
	const makers = startMakers?.(settings, jobs.length, makeHere);
	const ask = makers === undefined ? makeHere : (job: FileJob): Promise<FileMade> => makers.ask(job);
	try {
		await takeInOrder(jobs, { ahead: makers?.ahead ?? 1, signal, ask }, async (made, index) => {
			materials?.absorb(made.materials);
			noteDigests(made.digests);
			await take(made, index);
		});
	} finally {
		await makers?.close();
	}
}

/** A walkmesh file with tables derived again, not yet written. */
export interface RebuiltFile {
	readonly files: readonly OutputFile[];
	readonly walkmeshes: readonly Walkmesh[];
	/** False when the bytes are the same as before. */
	readonly changed: boolean;
}

/**
 * Derives all tables of a walkmesh file again and keeps its format. A file that is not a walkmesh is reported.
 * @throws InputError when it cannot be read
 */
async function rebuiltFile(
	path: string,
	output: string,
	{ tree }: GivenOf<typeof TREE_OPTIONS>,
	context: ReadContext,
	registry: Registry,
): Promise<RebuiltFile> {
	const { report } = context;
	const source = await openFile(path, report);
	const before = await source.bytes();
	const importer = findImporter(source, registry, report.within({ file: path }));
	const isWritten = registry.exporters.some(({ name }) => name === importer.name);
	if (importer.gives !== 'walkmeshes' || !isWritten) {
		report.add(INPUT_FILE_FINDINGS.INPUT_NO_WALKMESH, { file: path }, {});
		return { files: [], walkmeshes: [], changed: false };
	}
	const derives = Object.hasOwn(registry.exporter(importer.name).options ?? {}, 'rebuild');
	const write = {
		to: importer.name,
		...(derives ? { rebuild: true } : {}),
		...(tree === undefined ? {} : { tree }),
	};
	const { files } = await convert([source], output, { write, recipe: [], keepsKind: true }, context, registry);
	return { files, walkmeshes: [], changed: files.some(({ bytes }) => Buffer.compare(bytes, before) !== 0) };
}
