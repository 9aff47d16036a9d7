import { dirname } from 'node:path';
import { isArchiveName } from '../../game/archives/archives.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { tell, UsageError } from '../../src/findings/report.ts';
import type { OutputFile, ReadContext } from '../../src/formats/contracts.ts';
import { inFolder } from '../files/files.ts';
import type { Input } from '../files/inputs.ts';
import { type OutputOptions, OutputRun, writeOutputs } from '../files/outputs.ts';
import { type FileMade, type FileSettings, makeInOrder, type RebuildWork, type StartMakers } from './file-jobs.ts';
import { OutputBatch } from './output-batch.ts';

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
 * Derives all tables of walkmesh files anew and writes them. A fault of one file is reported and does not keep the others from being written.
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
