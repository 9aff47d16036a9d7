import { extname } from 'node:path';
import type { TREE_OPTIONS } from '../src/bwm/derive.ts';
import {
	type Captured,
	captured,
	type Finding,
	InputError,
	Report,
	type ReportOptions,
	UsageError,
} from '../src/findings/report.ts';
import type { ReadContext } from '../src/formats/contracts.ts';
import { joinPath, type OutputFile } from '../src/formats/sources.ts';
import type { Layout } from '../src/level/level.ts';
import type { GivenOf } from '../src/options/options.ts';
import { type MaterialUse, MaterialUses } from '../src/scene/material-uses.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { type ConversionOptions, type ConvertOptions, convert, convertOptions } from './convert.ts';
import { openFile } from './files.ts';
import { INPUT_FILE_FINDINGS } from './findings.ts';
import { takeInOrder } from './in-order.ts';
import { safeFileName } from './names.ts';
import { findImporter } from './read.ts';
import type { Registry } from './registry.ts';

/**
 * One file of many, made in whatever thread: read, converted and brought into the form of its output, but not written. Whoever asked for it
 * writes the outputs, one after another in the order of the inputs, so that what is made does not depend on who makes what.
 */

/** What all files of a run have in common, as data. */
export interface FileSettings extends Pick<ReadContext, 'surfaces' | 'mappings'> {
	/** What counts as an error keeps an output from being made. */
	readonly report: ReportOptions;
	readonly work: ConvertWork | RebuildWork;
}

export interface ConvertWork extends Pick<ConvertOptions, 'sceneOptions'> {
	readonly kind: 'convert';
	/** Where the outputs go, for files of several models. */
	readonly folder: string;
	/** Name of the format, or its extension without the dot. */
	readonly format: string;
	readonly options: ConversionOptions;
	/** Those that jobs name. */
	readonly layouts: readonly Layout[];
}

export interface RebuildWork extends GivenOf<typeof TREE_OPTIONS> {
	readonly kind: 'rebuild';
}

export interface FileJob {
	readonly path: string;
	readonly output: string;
	/** Index of the layout that it is a room of, and which one. */
	readonly layout?: number;
	readonly room?: string;
}

export interface FileMade {
	readonly files: readonly OutputFile[];
	/** Those to be described. */
	readonly walkmeshes: readonly Walkmesh[];
	readonly materials: readonly MaterialUse[];
	readonly found: Captured;
	/** What was read. */
	readonly inputs: readonly string[];
	/** False where every byte is as it was, of what is made anew in its own form. */
	readonly changed: boolean;
	/** The finding that ended it. */
	readonly failure?: Finding;
	/** Why an option does not fit it. */
	readonly misfit?: string;
}

/** Makes one file. @throws whatever is neither a fault of the input nor of an option */
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
			// A file for a room of a layout is of that room, whatever else it holds.
			...(room === undefined
				? { outputOf: (model) => joinPath(folder, safeFileName(`${model}${extname(output)}`)) }
				: { room }),
			...(sceneOptions === undefined ? {} : { sceneOptions }),
		},
		context,
		registry,
	);
	// A level needs no place among its rooms.
	if (asRoom instanceof UsageError && files.length < 2) throw asRoom;
	return { files, walkmeshes };
}

/** The options for a file that is a room of the layout; the error of one that is not, which a level need not be. */
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

/** The options for a level, which lies where it belongs; the layout tells its markers the numbers of the rooms. */
function markersOnly(given: ConversionOptions, layout: Layout | undefined, registry: Registry): ConvertOptions {
	return { ...convertOptions(given, [], undefined, registry), ...(layout === undefined ? {} : { layout }) };
}

/** Makes files in threads of its own, or not. */
export interface FileMakers {
	/** So many files are asked for before the first of them is taken. */
	readonly ahead: number;
	make(job: FileJob): Promise<FileMade>;
	/** Ends what is under way. */
	close(): Promise<void>;
}

/** Starts what makes the files of a run; undefined for none but this thread. */
export type StartMakers = (settings: FileSettings, jobs: number) => FileMakers | undefined;

/** Makes files, and takes each in the order of the jobs. */
export async function makeInOrder(
	jobs: readonly FileJob[],
	settings: FileSettings,
	{ context, registry, startMakers }: { context: ReadContext; registry: Registry; startMakers?: StartMakers },
	take: (made: FileMade, index: number) => Promise<void>,
): Promise<void> {
	const { signal, materials } = context;
	const here = signal === undefined ? {} : { signal };
	const makers = startMakers?.(settings, jobs.length);
	const make = (job: FileJob): Promise<FileMade> => makers?.make(job) ?? makeFile(job, settings, registry, here);
	try {
		await takeInOrder(jobs, { ahead: makers?.ahead ?? 1, signal, ask: make }, async (made, index) => {
			materials?.absorb(made.materials);
			await take(made, index);
		});
	} finally {
		await makers?.close();
	}
}

/** A walkmesh file with its tables derived anew, not yet written. */
export interface RebuiltFile {
	readonly files: readonly OutputFile[];
	readonly walkmeshes: readonly Walkmesh[];
	/** False when every byte is as it was. */
	readonly changed: boolean;
}

/**
 * Derives all tables of a walkmesh file anew, in the form that it has. One of another kind is reported.
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
	const { files } = await convert([source], output, { write, recipe: [] }, context, registry);
	return { files, walkmeshes: [], changed: files.some(({ bytes }) => Buffer.compare(bytes, before) !== 0) };
}
