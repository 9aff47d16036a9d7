import type { TREE_OPTIONS } from '../src/bwm/derive.ts';
import type { ReadContext } from '../src/formats/contracts.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import type { GivenOf } from '../src/options/options.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { convert } from './convert.ts';
import { openFile } from './files.ts';
import { INPUT_FILE_FINDINGS } from './findings.ts';
import { findImporter } from './read.ts';
import type { Registry } from './registry.ts';

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
export async function rebuiltFile(
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
