import type { TREE_OPTIONS } from '../src/bwm/derive.ts';
import { InputError } from '../src/findings/report.ts';
import type { ReadContext } from '../src/formats/contracts.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import type { GivenOf } from '../src/options/options.ts';
import { convert } from './convert.ts';
import { inFolder, openFile } from './files.ts';
import { INPUT_FILE_FINDINGS } from './findings.ts';
import { type MadeOutputs, type OutputOptions, writeOutputs } from './outputs.ts';
import { findImporter } from './read.ts';
import type { Registry } from './registry.ts';

export interface RebuildOptions extends GivenOf<typeof TREE_OPTIONS>, Pick<OutputOptions, 'force' | 'backup' | 'run'> {
	/** Where to write under the same name. Without it the file itself is replaced, when something in it changes. */
	readonly folder?: string;
	/** What was rebuilt before. */
	readonly made: MadeOutputs;
}

export interface RebuiltFile extends OutputFile {
	/** False when every byte is as it was. */
	readonly changed: boolean;
	readonly backups: readonly string[];
}

/**
 * Derives all tables of a walkmesh file anew and writes it, in the form that it has.
 * @returns undefined when it cannot be read or written, which is reported
 */
export async function rebuildFile(
	path: string,
	{ folder, tree, made, ...writing }: RebuildOptions,
	context: ReadContext,
	registry: Registry,
): Promise<RebuiltFile | undefined> {
	const { report } = context;
	try {
		const source = await openFile(path, report);
		const before = await source.bytes();
		const importer = findImporter(source, registry, report.within({ file: path }));
		const isWritten = registry.exporters.some(({ name }) => name === importer.name);
		if (importer.gives !== 'walkmeshes' || !isWritten) {
			report.add(INPUT_FILE_FINDINGS.INPUT_NO_WALKMESH, { file: path }, {});
			return undefined;
		}
		const derives = Object.hasOwn(registry.exporter(importer.name).options ?? {}, 'rebuild');
		const write = {
			to: importer.name,
			...(derives ? { rebuild: true } : {}),
			...(tree === undefined ? {} : { tree }),
		};
		const target = folder === undefined ? path : inFolder(folder, path);
		const { files } = await convert([source], target, { write, recipe: [] }, context, registry);
		const inPlace = folder === undefined;
		const changed = files.some(({ bytes }) => Buffer.compare(bytes, before) !== 0);
		if (inPlace && !changed) return report.failed ? undefined : { path, bytes: before, changed, backups: [] };
		await made.check(files, path, report);
		const written = await writeOutputs(files, report, { ...writing, inPlace });
		await made.note(written.files, path);
		const [file] = written.files;
		return file === undefined ? undefined : { ...file, changed, backups: written.backups };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		report.push(error.finding);
		return undefined;
	}
}
