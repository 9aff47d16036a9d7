import { basename, extname } from 'node:path';
import { InputError, UsageError } from '../src/findings/report.ts';
import type { ReadContext } from '../src/formats/contracts.ts';
import { joinPath, modelName, type OutputFile } from '../src/formats/sources.ts';
import type { Layout } from '../src/level/level.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { type ConversionOptions, type ConvertOptions, convert, convertOptions } from './convert.ts';
import { openFile } from './files.ts';
import type { Input } from './inputs.ts';
import { safeFileName } from './names.ts';
import { MadeOutputs, type OutputOptions, OutputRun, writeOutputs } from './outputs.ts';
import type { StageObserver } from './recipe.ts';
import type { Registry } from './registry.ts';

export interface ConvertEachOptions extends Pick<OutputOptions, 'force'>, Pick<ConvertOptions, 'sceneOptions'> {
	readonly options: ConversionOptions;
	/** The layout that the files are rooms of, where it was no input itself. */
	readonly layout?: Layout;
	/** Told before each file. */
	readonly onFile?: (input: Input, index: number) => StageObserver | undefined;
}

/** What became of one input. */
export interface ConvertedFile {
	readonly input: Input;
	/** What was written; nothing where something was wrong. */
	readonly files: readonly OutputFile[];
	readonly walkmeshes: readonly Walkmesh[];
}

/**
 * Converts files, each into one of its own name in a folder, and writes them. A file of several models, such as the GLB of a level, becomes a file for each. Each is a job for itself: what is wrong with one is reported and
 * keeps none of the others from being written.
 *
 * @param format name of a format, or an extension without its dot: `wok`
 * @throws UsageError for an unknown format, and, when all others are written, for files that an option does not fit
 */
export async function convertEach(
	inputs: readonly Input[],
	folder: string,
	format: string,
	{ options, layout, sceneOptions, force = false, onFile }: ConvertEachOptions,
	context: ReadContext,
	registry: Registry,
): Promise<ConvertedFile[]> {
	registry.exporter(format);
	const { report } = context;
	// Of all of them, before the first is written.
	for (const { path } of inputs) report.noteInput(path);
	const made = new MadeOutputs();
	const run = new OutputRun();
	await run.read.add(report.inputs);
	const misfits: string[] = [];
	const converted: ConvertedFile[] = [];
	for (const [index, input] of inputs.entries()) {
		context.signal?.throwIfAborted();
		const { path, place } = input;
		const own = report.separate();
		const extension = outputExtension(path, format, registry);
		const output = joinPath(folder, `${modelName(basename(path))}${extension}`);
		const observer = onFile?.(input, index);
		try {
			const given = { ...options, to: format, ...(place === undefined ? {} : { room: place.room }) };
			const known = place?.layout ?? layout;
			const asRoom = roomOptions(given, [output, path], known, registry);
			const result = await convert(
				[await openFile(path, own)],
				output,
				{
					...(asRoom instanceof UsageError ? markersOnly(given, known, registry) : asRoom),
					// A file for a room of a layout is of that room, whatever else it holds.
					...(place === undefined
						? { outputOf: (model) => joinPath(folder, safeFileName(`${model}${extension}`)) }
						: { room: place.room }),
					...(sceneOptions === undefined ? {} : { sceneOptions }),
					...(observer === undefined ? {} : { observer }),
				},
				{ ...context, report: own },
				registry,
			);
			// A level needs no place among its rooms.
			if (asRoom instanceof UsageError && result.files.length < 2) throw asRoom;
			await made.check(result.files, path, own);
			const { files } = await writeOutputs(result.files, own, { force, run });
			// Found on the way: files beside an input, which a later output may not replace either.
			await run.read.add(own.inputs);
			await made.note(files, path);
			converted.push({ input, files, walkmeshes: files.length === 0 ? [] : result.walkmeshes });
		} catch (error) {
			if (error instanceof InputError) own.push(error.finding);
			else if (error instanceof UsageError) misfits.push(`${path}: ${error.message}`);
			else throw error;
			converted.push({ input, files: [], walkmeshes: [] });
		}
		report.absorb(own);
	}
	if (misfits.length > 0) throw new UsageError(...misfits);
	return converted;
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

/** The extension of an output in a format: the asked one, that of the input where the format has it, or the format's first. */
export function outputExtension(input: string, format: string, registry: Registry): string {
	const { extensions } = registry.exporter(format);
	const asked = `.${format.toLowerCase()}`;
	if (extensions.includes(asked)) return asked;
	const own = extname(input).toLowerCase();
	return extensions.includes(own) ? own : extensions[0];
}
