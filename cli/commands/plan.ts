import { PLAN_OPTIONS } from '../../pictures/svg/options.ts';
import { OUTPUT_OPTIONS } from '../../pipeline/options.ts';
import { given, text } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { declareCommand } from '../shared/command.ts';
import { levelInputOptions, readLevelInput } from '../shared/level-input.ts';
import { checkExtension, outputOptions } from '../shared/outputs.ts';
import { printMade } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

export const planCommand = declareCommand({
	name: 'plan',
	summary: 'draw a level from above or from the side, its floors, heights and slopes, or what changed in it',
	words: ({ layouts }) => ({
		'<inputs...>': `walkmeshes, a scene, or a layout (${extensionList(layouts)}) with its rooms`,
	}),
	options: (registry) => ({
		compare: text('Draw what is different from this older state: what moved, has another surface or leads elsewhere.', {
			placeholder: 'input',
		}),
		...PLAN_OPTIONS,
		...outputOptions('Picture to write, .svg or .png. Default: the name of the input with .svg, in this folder.'),
		...levelInputOptions(registry),
	}),
	help: `Examples:
  wokflow plan m01aa.lyt                                 writes m01aa.svg
  wokflow plan m01aa.lyt -o m01aa.png --heights --slopes
  wokflow plan tower.glb -o second.png --floor=4
  wokflow plan --compare before.lyt after.lyt -o changes.svg
  wokflow plan quay.glb -o quay.png --view perspective`,
	async run(session) {
		const { words, options, context, report } = session;
		const [{ pictureOfLevel }, { writeOutputs }] = await Promise.all([
			import('../../jobs/level/level-files.ts'),
			import('../../jobs/files/outputs.ts'),
		]);
		if (options.output !== undefined) checkExtension(options.output, ['.svg', '.png'], 'plan');
		if (options.compare !== undefined && (options.view ?? 'plan') !== 'plan')
			throw new UsageError('--compare draws a plan. Leave out --view.');
		const { level } = await readLevelInput(session, words);
		const output = options.output ?? `${level.name}.svg`;
		let changes = {};
		if (options.compare !== undefined) {
			const { level: before } = await readLevelInput(session, [options.compare]);
			const { levelChanges } = await import('../../jobs/diff.ts');
			changes = { changes: levelChanges(before, level, context.surfaces) };
		}
		const settings = { ...given(PLAN_OPTIONS, options), ...changes };
		const bytes = await pictureOfLevel(level, output, context, settings);
		const made = report.failed ? [] : [{ path: output, bytes }];
		const { files } = await writeOutputs(made, report, given(OUTPUT_OPTIONS, options));
		printMade({ files, json: {} }, session);
		return undefined;
	},
});
