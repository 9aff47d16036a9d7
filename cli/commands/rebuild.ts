import { FORCE_OPTION, JOBS_OPTION, ROOM_FOLDER_OPTION, SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { given } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { counted } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { threadsFor } from '../shared/jobs.ts';
import { checkFolder, IN_PLACE_OPTIONS, noteBackups, outputOptions } from '../shared/outputs.ts';
import { extensionList } from '../shared/terminal.ts';

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
		...ROOM_FOLDER_OPTION,
		...ROOM_LIMIT_OPTIONS,
		...JOBS_OPTION,
	}),
	help: 'Examples:\n  wokflow rebuild broken.wok -o fixed/\n  wokflow rebuild rooms/ --in-place',
	async run(session) {
		const { words, options, registry, context, report, terminal } = session;
		const { inPlace = false, backup = true, output } = options;
		if (inPlace === (output !== undefined)) throw new UsageError('rebuild takes either --in-place or --output FOLDER.');
		if (output !== undefined) checkFolder(output, registry, 'rebuild');
		const [{ expandInputs }, { rebuildEach }] = await Promise.all([
			import('../../jobs/files/inputs.ts'),
			import('../../jobs/each/output-batch.ts'),
		]);
		const inputs = await expandInputs(words, registry, report, {
			walkmeshesOnly: true,
			...given({ ...ROOM_FOLDER_OPTION, ...ROOM_LIMIT_OPTIONS }, options),
		});
		const rebuilt = await rebuildEach(
			inputs,
			{
				...(output === undefined ? {} : { folder: output }),
				...given({ ...TREE_OPTIONS, ...FORCE_OPTION }, options),
				backup: inPlace && backup,
				onFile: ({ path }, index) => terminal.progress.show(`rebuilding ${path}`, index, inputs.length),
				...(await threadsFor(inputs.length, session)),
			},
			context,
			registry,
		);
		const backups = rebuilt.flatMap((file) => file.backups);
		if (session.wantsJson) {
			const outputs = rebuilt.map(({ path, bytes, changed }) => ({ path, bytes, changed }));
			session.json({ outputs, backups });
			return undefined;
		}
		const same = inPlace ? 'unchanged' : 'copied unchanged';
		for (const { path, changed } of rebuilt) terminal.note(`${changed ? 'rebuilt' : same} ${path}`);
		const changes = `${counted(rebuilt.filter(({ changed }) => changed).length, 'file')} changed`;
		if (rebuilt.length === 0) terminal.problem('Nothing was written.');
		else terminal.note(inPlace ? changes : `${counted(rebuilt.length, 'file')} written, ${changes}`);
		noteBackups(backups, terminal);
		if (rebuilt.length > 0 && rebuilt.length < inputs.length)
			terminal.problem(`Not rebuilt: ${counted(inputs.length - rebuilt.length, 'file')} of ${inputs.length}.`);
		return undefined;
	},
});
