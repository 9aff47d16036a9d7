import { basename, extname } from 'node:path';
import { UsageError } from '../src/findings/report.ts';
import type { ReadContext } from '../src/formats/contracts.ts';
import { joinPath, modelName, type OutputFile } from '../src/formats/sources.ts';
import type { Layout } from '../src/level/level.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import type { ConversionOptions, ConvertOptions } from './convert.ts';
import { type FileJob, type FileSettings, makeInOrder, type StartMakers } from './file-jobs.ts';
import type { Input } from './inputs.ts';
import { OutputBatch } from './output-batch.ts';
import { type OutputOptions, OutputRun } from './outputs.ts';
import type { Registry } from './registry.ts';

export interface ConvertEachOptions extends Pick<OutputOptions, 'force'>, Pick<ConvertOptions, 'sceneOptions'> {
	readonly options: ConversionOptions;
	/** The layout that the files are rooms of, where it was no input itself. */
	readonly layout?: Layout;
	/** Told of each file when its turn has come. */
	readonly onFile?: (input: Input, index: number) => void;
	/** Starts threads that make the files. Default: this one makes them, one after another. */
	readonly startMakers?: StartMakers;
}

/** What became of one input. */
export interface ConvertedFile {
	readonly input: Input;
	/** What was written; nothing where something was wrong. */
	readonly files: readonly OutputFile[];
	readonly walkmeshes: readonly Walkmesh[];
}

/**
 * Converts files, each into one of its own name in a folder, and writes them. A file of several models, such as the GLB of a level,
 * becomes a file for each. Each is a job for itself: what is wrong with one is reported and keeps none of the others from being written.
 *
 * @param format name of a format, or an extension without its dot: `wok`
 * @throws UsageError for an unknown format, and, when all others are written, for files that an option does not fit
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
	// Of all of them, before the first is written.
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

/** The extension of an output in a format: the asked one, that of the input where the format has it, or the format's first. */
export function outputExtension(input: string, format: string, registry: Registry): string {
	const { extensions } = registry.exporter(format);
	const asked = `.${format.toLowerCase()}`;
	if (extensions.includes(asked)) return asked;
	const own = extname(input).toLowerCase();
	return extensions.includes(own) ? own : extensions[0];
}
