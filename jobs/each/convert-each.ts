import { basename, extname } from 'node:path';
import type { ConversionOptions, ConvertOptions } from '../../pipeline/convert.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { UsageError } from '../../src/findings/report.ts';
import { modelName, type OutputFile, type ReadContext } from '../../src/formats/contracts.ts';
import type { Layout } from '../../src/model/level.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { joinPath } from '../../src/text/paths.ts';
import type { Input } from '../files/inputs.ts';
import { type OutputOptions, OutputRun } from '../files/outputs.ts';
import { type FileJob, type FileSettings, makeInOrder, type StartMakers } from './file-jobs.ts';
import { OutputBatch } from './output-batch.ts';

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
