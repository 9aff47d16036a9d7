import { OUTPUT_OPTIONS, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import { given } from '../../src/options/options.ts';
import { declareCommand } from '../command.ts';
import { IN_PLACE_OPTIONS, outputOptions } from '../outputs.ts';
import { counted } from '../terminal.ts';

export const rebuildCommand = declareCommand({
	name: 'rebuild',
	summary: 'derive all tables of walkmeshes again from their geometry, surfaces and transitions',
	words: () => ({ '<files...>': 'binary or ASCII walkmeshes' }),
	options: () => ({
		...IN_PLACE_OPTIONS,
		...outputOptions('Folder to write into, under the same names.'),
		...TREE_OPTIONS,
		surfacemat: SURFACE_OPTIONS.surfacemat,
	}),
	help: 'Examples:\n  wokflow rebuild broken.wok -o fixed/\n  wokflow rebuild rooms/*.wok --in-place',
	async run(session) {
		const { words, options, registry, context, report, terminal } = session;
		const { inPlace = false, backup = true, output, tree } = options;
		if (inPlace === (output !== undefined)) throw new UsageError('rebuild takes either --in-place or --output FOLDER.');
		const [{ convert }, { findImporter }, { inFolder, openFile }, { writeOutputs }] = await Promise.all([
			import('../../pipeline/convert.ts'),
			import('../../pipeline/read.ts'),
			import('../../pipeline/files.ts'),
			import('../../pipeline/outputs.ts'),
		]);
		const outputs: (OutputFile & { changed: boolean })[] = [];
		for (const input of words) {
			const source = await openFile(input, report);
			const before = await source.bytes();
			const target = output === undefined ? input : inFolder(output, input);
			const importer = findImporter(source, registry, report.within({ file: input }));
			if (importer.gives !== 'walkmeshes') {
				throw new UsageError(`"${input}" is no walkmesh file; \`wokflow convert\` makes one of it.`);
			}
			const derives = Object.hasOwn(registry.exporter(importer.name).options ?? {}, 'rebuild');
			const write = {
				to: importer.name,
				...(derives ? { rebuild: true } : {}),
				...(tree === undefined ? {} : { tree }),
			};
			const made = await convert([source], target, { write, recipe: [] }, context, registry);
			for (const file of made.files) outputs.push({ ...file, changed: Buffer.compare(file.bytes, before) !== 0 });
		}
		const wanted = inPlace ? outputs.filter(({ changed }) => changed) : outputs;
		await writeOutputs(wanted, report, {
			...given({ force: OUTPUT_OPTIONS.force }, options),
			inPlace,
			backup: inPlace && backup,
		});
		const written = report.failed ? [] : outputs;
		if (session.wantsJson) {
			session.json({ outputs: written.map(({ path, bytes, changed }) => ({ path, bytes: bytes.length, changed })) });
			return undefined;
		}
		for (const { path, changed } of written) terminal.note(`${changed ? 'rebuilt' : 'unchanged'} ${path}`);
		if (written.length === 0) terminal.problem('Nothing was written.');
		else terminal.note(`${counted(written.filter(({ changed }) => changed).length, 'file')} changed`);
		return undefined;
	},
});
