import { basename, dirname, extname } from 'node:path';
import { isArchiveName } from '../../game/archives/archives.ts';
import type { ConversionOptions, ConvertOptions } from '../../pipeline/convert.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { type Report, tell, UsageError } from '../../src/findings/report.ts';
import { modelName, type OutputFile, type ReadContext } from '../../src/formats/contracts.ts';
import type { Layout } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { joinPath } from '../../src/text/paths.ts';
import { inFolder } from '../files/files.ts';
import type { Input } from '../files/inputs.ts';
import {
	MadeOutputs,
	type OutputJob,
	type OutputOptions,
	OutputRun,
	type WrittenJob,
	writeEach,
	writeOutputs,
} from '../files/outputs.ts';
import {
	type FileJob,
	type FileMade,
	type FileSettings,
	makeInOrder,
	type RebuildWork,
	type StartMakers,
} from './file-jobs.ts';

/** A batch is written when it has this many files or bytes. */
const MOST_FILES = 32;
const MOST_BYTES = 16 << 20;

/** A file that was made and is yet to be written. */
export interface BatchedFile extends OutputJob {
	readonly input: Input;
	readonly made: FileMade;
}

/**
 * Writes the files of a run in batches and in order. While one batch is flushed to disk, the files of the next are made: `add` only waits for the
 * batch before.
 */
export class OutputBatch {
	readonly #options: OutputOptions & { readonly run: OutputRun };
	readonly #onWritten: (file: BatchedFile, written: WrittenJob) => void;
	readonly #outputs = new MadeOutputs();
	#waiting: BatchedFile[] = [];
	#bytes = 0;
	/** The batch that is being written. */
	#writing: Promise<void> | undefined;

	/** @param onWritten called for each file, in order */
	constructor(
		options: OutputOptions & { readonly run: OutputRun },
		onWritten: (file: BatchedFile, written: WrittenJob) => void,
	) {
		this.#options = options;
		this.#onWritten = onWritten;
	}

	/** Adds a made file to the batch. @param report the file's own report, which gets its findings */
	async add(input: Input, made: FileMade, report: Report): Promise<void> {
		tell(made.found, report);
		if (made.failure !== undefined) report.push(made.failure);
		for (const path of made.inputs) report.noteInput(path);
		await this.#options.run.read.add(made.inputs);
		await this.#outputs.note(made.files, input.path, report);
		this.#waiting.push({ input, made, files: made.files, report });
		for (const { bytes } of made.files) this.#bytes += bytes.length;
		if (this.#waiting.length >= MOST_FILES || this.#bytes >= MOST_BYTES) await this.#start();
		// Lets the running write go on, even if files are made without ever waiting for anything.
		else if (this.#writing !== undefined) await new Promise<void>((done) => setImmediate(done));
	}

	/** Writes the last batch and waits for it. */
	async flush(): Promise<void> {
		await this.#start();
		await this.#writing;
	}

	/** Waits for the running write after the run has failed; its own errors are dropped. */
	async settle(): Promise<void> {
		await this.#writing?.catch(() => undefined);
	}

	async #start(): Promise<void> {
		await this.#writing;
		const files = this.#waiting;
		this.#waiting = [];
		this.#bytes = 0;
		const write = await writeEach(files, this.#options);
		this.#writing = write().then((written) => {
			for (const [index, file] of files.entries()) this.#onWritten(file, written[index]);
			// Cleared only on success: a rejected promise stays, so that the next `await` throws its error.
			this.#writing = undefined;
		});
		// The error is thrown by the next `await`; until then Node must not take it for an unhandled rejection.
		this.#writing.catch(() => undefined);
	}
}

export interface ConvertEachOptions extends Pick<OutputOptions, 'force'>, Pick<ConvertOptions, 'sceneOptions'> {
	readonly options: ConversionOptions;
	/** The layout that the files are rooms of, if it was given as an option rather than as an input. */
	readonly layout?: Layout;
	/** Called with each input, in order, when it is about to be converted. */
	readonly onFile?: (input: Input, index: number) => void;
	/** Starts threads that convert the files. By default the calling thread converts them one after another. */
	readonly startMakers?: StartMakers;
}

/** The result for one input. */
export interface ConvertedFile {
	readonly input: Input;
	/** The files that were written; empty where an error kept them from being written. */
	readonly files: readonly OutputFile[];
	readonly walkmeshes: readonly Walkmesh[];
}

/**
 * Converts each input to a file of the same name in a folder, and writes it. An input with several models, such as the GLB of a level,
 * becomes one file for each model. A fault of one input is reported and does not keep the others from being written.
 *
 * @param format name of a format, or an extension without its dot: `wok`
 * @throws UsageError for an unknown format; and, after all other files are written, for inputs to which an option cannot be applied
 */
export async function convertEach(
	inputs: readonly Input[],
	folder: string,
	format: string,
	{ options, layout, sceneOptions, force = false, onFile, startMakers }: ConvertEachOptions,
	context: ReadContext,
	registry: Registry,
): Promise<ConvertedFile[]> {
	registry.exporter(format);
	const { report, surfaces, mappings } = context;
	// All inputs are noted before the first output is written, so that no output replaces an input that comes later.
	for (const { path } of inputs) report.noteInput(path);
	const run = new OutputRun();
	await run.read.add(report.inputs);
	const layouts = [...new Set(inputs.flatMap(({ place }) => place?.layout ?? layout ?? []))];
	const jobs = inputs.map(({ path, place }): FileJob => {
		const known = layouts.indexOf((place?.layout ?? layout) as Layout);
		return {
			path,
			output: joinPath(folder, `${modelName(basename(path))}${outputExtension(path, format, registry)}`),
			...(known < 0 ? {} : { layout: known }),
			...(place === undefined ? {} : { room: place.room }),
		};
	});
	const scene = sceneOptions === undefined ? {} : { sceneOptions };
	const work = { kind: 'convert', folder, format, options, layouts, ...scene } as const;
	const settings: FileSettings = { report: report.options, surfaces, mappings, work };
	const misfits: string[] = [];
	const converted: ConvertedFile[] = [];
	const batch = new OutputBatch({ force, run }, ({ input, made: file, report: own }, { files, error }) => {
		const misfit = error === undefined ? file.misfit : `${input.path}: ${error.message}`;
		if (misfit !== undefined) misfits.push(misfit);
		converted.push({ input, files, walkmeshes: files.length === 0 ? [] : file.walkmeshes });
		report.absorb(own);
	});
	const threads = startMakers === undefined ? {} : { startMakers };
	try {
		await makeInOrder(jobs, settings, { context, registry, ...threads }, async (file, index) => {
			onFile?.(inputs[index], index);
			await batch.add(inputs[index], file, report.separate());
		});
		await batch.flush();
	} finally {
		await batch.settle();
	}
	if (misfits.length > 0) throw new UsageError(...misfits);
	return converted;
}

/** The extension of an output: the requested one, that of the input where the format has it, or the first of the format. */
export function outputExtension(input: string, format: string, registry: Registry): string {
	const { extensions } = registry.exporter(format);
	const asked = `.${format.toLowerCase()}`;
	if (extensions.includes(asked)) return asked;
	const own = extname(input).toLowerCase();
	return extensions.includes(own) ? own : extensions[0];
}

export interface RebuildEachOptions extends Omit<RebuildWork, 'kind'>, Pick<OutputOptions, 'force' | 'backup'> {
	/** Folder to write into, under the same names. Without it the files themselves are replaced, if their bytes change. */
	readonly folder?: string;
	/** Called with each input, in order, when it is about to be rebuilt. */
	readonly onFile?: (input: Input, index: number) => void;
	/** Starts threads that derive the tables. By default the calling thread derives them, file after file. */
	readonly startMakers?: StartMakers;
}

export interface RebuiltOutput extends Pick<OutputFile, 'path'> {
	/** Length of the file, bytes. */
	readonly bytes: number;
	/** False when the bytes are the same as before. */
	readonly changed: boolean;
	readonly backups: readonly string[];
}

/**
 * Derives all tables of walkmesh files again and writes them. A fault of one file is reported and does not keep the others from being written.
 *
 * @returns the files that were written or are unchanged
 */
export async function rebuildEach(
	inputs: readonly Input[],
	{ folder, onFile, startMakers, force = false, backup = false, ...work }: RebuildEachOptions,
	context: ReadContext,
	registry: Registry,
): Promise<RebuiltOutput[]> {
	const { report, surfaces, mappings } = context;
	// All inputs are noted before the first output is written, so that no output replaces an input that comes later.
	for (const { path } of inputs) report.noteInput(path);
	const run = new OutputRun();
	await run.read.add(report.inputs);
	const inPlace = folder === undefined;
	const jobs = inputs.map(({ path }) => ({ path, output: inPlace ? path : inFolder(folder, path) }));
	const settings: FileSettings = { report: report.options, surfaces, mappings, work: { kind: 'rebuild', ...work } };
	// An archive is written once for each of its rooms. Only the first time its old content goes to a backup.
	const archives = new Set<string>();
	const rebuilt: RebuiltOutput[] = [];
	const threads = startMakers === undefined ? {} : { startMakers };
	const options = { force, run, inPlace };
	const batch = new OutputBatch(options, ({ made: { changed }, report: own }, { files, error }) => {
		if (error !== undefined) throw error;
		for (const { path, bytes } of files.slice(0, 1)) rebuilt.push({ path, bytes: bytes.length, changed, backups: [] });
		report.absorb(own);
	});
	const inTheirPlace = async (path: string, made: FileMade): Promise<void> => {
		const own = report.separate();
		tell(made.found, own);
		if (made.failure !== undefined) own.push(made.failure);
		const [file] = made.files;
		if (file !== undefined && !made.changed && !own.failed)
			rebuilt.push({ path, bytes: file.bytes.length, changed: false, backups: [] });
		else if (made.changed) {
			const isKept = backup && !archives.has(dirname(path));
			const written = await writeOutputs(made.files, own, { ...options, backup: isKept });
			if (isArchiveName(dirname(path))) archives.add(dirname(path));
			for (const each of written.files.slice(0, 1))
				rebuilt.push({ path: each.path, bytes: each.bytes.length, changed: true, backups: written.backups });
		}
		report.absorb(own);
	};
	try {
		await makeInOrder(jobs, settings, { context, registry, ...threads }, async (made, index) => {
			const input = inputs[index];
			onFile?.(input, index);
			if (made.misfit !== undefined) throw new UsageError(made.misfit);
			if (inPlace) await inTheirPlace(input.path, made);
			else await batch.add(input, made, report.separate());
		});
		await batch.flush();
	} finally {
		await batch.settle();
	}
	return rebuilt;
}
