import type { Command } from 'commander';
import { UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import { addCommonOptions, type CommonOptions, choice, defined } from '../options.ts';
import type { RunCommand, Session } from '../session.ts';
import { counted } from '../terminal.ts';

interface RebuildFlags extends CommonOptions {
	inPlace?: boolean;
	output?: string;
	tree?: 'sah' | 'median';
}

export function addRebuildCommand(program: Command, runCommand: RunCommand): void {
	addCommonOptions(program.command('rebuild'))
		.description('derive all tables of walkmeshes anew from their geometry, surfaces and transitions')
		.argument('<file...>', 'binary or ASCII walkmeshes')
		.option('-i, --in-place', 'replace the files')
		.option('-o, --output <folder>', 'write into a folder, under the same names')
		.addOption(
			choice('--tree <split>', 'split of the tree: cheap to walk, or as the game does', ['sah', 'median'], 'sah'),
		)
		.addHelpText(
			'after',
			'\nExamples:\n  wokflow rebuild broken.wok -o fixed/\n  wokflow rebuild rooms/*.wok --in-place',
		)
		.action((inputs: string[], flags: RebuildFlags) =>
			runCommand(flags, (session) => rebuildFiles(inputs, flags, session)),
		);
}

async function rebuildFiles(inputs: readonly string[], flags: RebuildFlags, session: Session): Promise<undefined> {
	if ((flags.inPlace ?? false) === (flags.output !== undefined)) {
		throw new UsageError('rebuild takes either --in-place or --output FOLDER.');
	}
	const [{ convert }, { createRegistry }, { findImporter }, files] = await Promise.all([
		import('../../pipeline/convert.ts'),
		import('../../pipeline/default-registry.ts'),
		import('../../pipeline/read.ts'),
		import('../../pipeline/files.ts'),
	]);
	const { report, surfaces, mappings, signal, terminal } = session;
	const registry = createRegistry();
	const outputs: (OutputFile & { changed: boolean })[] = [];
	for (const input of inputs) {
		const source = await files.openFile(input, report);
		const before = await source.bytes();
		const target = flags.output === undefined ? input : files.inFolder(flags.output, input);
		const format = findImporter(source, registry, report.within({ file: input })).name;
		if (format !== 'ascii' && format !== 'bwm') {
			throw new UsageError(`"${input}" is no walkmesh file; \`wokflow convert\` makes one of it.`);
		}
		const made = await convert(
			[source],
			target,
			{ write: { rebuild: true, format, ...defined({ split: flags.tree }) }, recipe: [] },
			{ report, surfaces, mappings, signal },
			registry,
		);
		for (const file of made.files) outputs.push({ ...file, changed: Buffer.compare(file.bytes, before) !== 0 });
	}
	const written = report.failed ? [] : outputs;
	await files.writeFilesAtomically(flags.inPlace === true ? written.filter(({ changed }) => changed) : written);
	if (session.wantsJson) {
		session.json({ outputs: written.map(({ path, bytes, changed }) => ({ path, bytes: bytes.length, changed })) });
		return;
	}
	session.printFindings();
	for (const { path, changed } of written) terminal.note(`${changed ? 'rebuilt' : 'unchanged'} ${path}`);
	if (written.length === 0) terminal.problem('Nothing was written.');
	else terminal.note(`${counted(written.filter(({ changed }) => changed).length, 'file')} changed`);
}
