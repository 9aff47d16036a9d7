import { dirname } from 'node:path';
import { OUTPUT_OPTIONS, ROOM_FILE_OPTIONS, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import type { RebuiltFile } from '../../pipeline/rebuild.ts';
import { TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { UsageError } from '../../src/findings/report.ts';
import { given } from '../../src/options/options.ts';
import { declareCommand } from '../command.ts';
import { IN_PLACE_OPTIONS, outputOptions } from '../outputs.ts';
import { counted, extensionList } from '../terminal.ts';

const ROOM_FOLDER = { roomFolder: ROOM_FILE_OPTIONS.roomFolder };

export const rebuildCommand = declareCommand({
	name: 'rebuild',
	summary: 'derive all tables of walkmeshes again from their geometry, surfaces and transitions',
	words: ({ layouts }) => ({
		'<files...>': `binary or ASCII walkmeshes, folders and patterns of them, layouts (${extensionList(layouts)})`,
	}),
	options: () => ({
		...IN_PLACE_OPTIONS,
		...outputOptions('Folder to write into, under the same names.'),
		...TREE_OPTIONS,
		surfacemat: SURFACE_OPTIONS.surfacemat,
		...ROOM_FOLDER,
	}),
	help: 'Examples:\n  wokflow rebuild broken.wok -o fixed/\n  wokflow rebuild rooms/ --in-place',
	async run(session) {
		const { words, options, registry, context, report, terminal } = session;
		const { inPlace = false, backup = true, output } = options;
		if (inPlace === (output !== undefined)) throw new UsageError('rebuild takes either --in-place or --output FOLDER.');
		const [{ expandInputs }, { MadeOutputs, OutputRun }, { rebuildFile }, { isArchiveName }] = await Promise.all([
			import('../../pipeline/inputs.ts'),
			import('../../pipeline/outputs.ts'),
			import('../../pipeline/rebuild.ts'),
			import('../../pipeline/archives.ts'),
		]);
		const inputs = await expandInputs(words, registry, report, {
			walkmeshesOnly: true,
			...given(ROOM_FOLDER, options),
		});
		// Of all of them, before the first is written.
		for (const { path } of inputs) report.noteInput(path);
		const made = new MadeOutputs();
		const run = new OutputRun();
		await run.read.add(report.inputs);
		const rebuilt: RebuiltFile[] = [];
		// An archive is written once for each of its rooms; what it was before the first is kept.
		const archives = new Set<string>();
		for (const [index, { path }] of inputs.entries()) {
			terminal.progress.show(`rebuilding ${path}`, index, inputs.length);
			// Each is a job for itself: what is wrong with one keeps none of the others from being written.
			const own = report.separate();
			const file = await rebuildFile(
				path,
				{
					...(output === undefined ? {} : { folder: output }),
					...given({ ...TREE_OPTIONS, force: OUTPUT_OPTIONS.force }, options),
					backup: inPlace && backup && !archives.has(dirname(path)),
					run,
					made,
				},
				{ ...context, report: own },
				registry,
			);
			report.absorb(own);
			if (file?.changed === true && isArchiveName(dirname(path))) archives.add(dirname(path));
			if (file !== undefined) rebuilt.push(file);
		}
		const backups = rebuilt.flatMap((file) => file.backups);
		if (session.wantsJson) {
			const outputs = rebuilt.map(({ path, bytes, changed }) => ({ path, bytes: bytes.length, changed }));
			session.json({ outputs, backups });
			return undefined;
		}
		for (const { path, changed } of rebuilt) terminal.note(`${changed ? 'rebuilt' : 'unchanged'} ${path}`);
		if (rebuilt.length === 0) terminal.problem('Nothing was written.');
		else terminal.note(`${counted(rebuilt.filter(({ changed }) => changed).length, 'file')} changed`);
		if (backups.length > 0) terminal.note(`kept ${counted(backups.length, 'old file')} as .bak`);
		if (rebuilt.length > 0 && rebuilt.length < inputs.length)
			terminal.problem(`Not rebuilt: ${counted(inputs.length - rebuilt.length, 'file')} of ${inputs.length}.`);
		return undefined;
	},
});
