import { PLAN_OPTIONS } from '../../pictures/svg/options.ts';
import type { OUTPUT_OPTIONS, OutputChoice } from '../../pipeline/options.ts';
import { flag, given, text } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { declareCommand } from '../shared/command.ts';
import { levelInputOptions, readLevelInput } from '../shared/level-input.ts';
import { checkExtension, outputOptions, writeMade } from '../shared/outputs.ts';
import { printMade, type Session } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

export const planCommand = declareCommand({
	name: 'plan',
	summary:
		'draw a level from above or from the side, its floors, heights and slopes, what changed in it, or the map that the game shows',
	words: ({ layouts }) => ({
		'<inputs...>': `walkmeshes, a scene, or a layout (${extensionList(layouts)}) with its rooms; then, without --output, the picture to write, if it has another name than usual`,
	}),
	isInputWord: (index, words, options) => index < withOutput(words, options).words.length,
	options: (registry) => ({
		compare: text('Draw what is different from this older state: what moved, has another surface or leads elsewhere.', {
			placeholder: 'input',
		}),
		...PLAN_OPTIONS,
		...MINIMAP_OPTIONS,
		...outputOptions(
			'Picture to write: .svg or .png, or .tga for the map. Default: the name of the input with .svg, or of the map, in this folder.',
		),
		...levelInputOptions(registry),
	}),
	help: `Examples:
  wokflow plan m01aa.lyt                                 writes m01aa.svg
  wokflow plan m01aa.lyt -o m01aa.png --heights --slopes
  wokflow plan tower.glb -o second.png --floor=4
  wokflow plan --compare before.lyt after.lyt -o changes.svg
  wokflow plan quay.glb quay.png --view perspective
  wokflow plan m01aa.lyt lbl_mapm01aa.tga --are m01aa.are

The map of the game has 512 × 256 pixels, of which the game shows the left 440. North is up. The values printed are those of the field "Map" of the ARE; "wokflow level --module" writes both by itself.`,
	async run(session) {
		const { words, output: named } = withOutput(session.words, session.options);
		const options = named === undefined ? session.options : { ...session.options, output: named };
		const { context, report } = session;
		if (options.minimap === true || named?.toLowerCase().endsWith('.tga'))
			return drawMinimap({ ...session, words, options });
		if (options.are !== undefined) throw new UsageError('--are goes with --minimap.');
		const { pictureOfLevel } = await import('../../jobs/level/level-files.ts');
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
		const { files } = await writeMade(made, { ...session, options });
		printMade({ files, json: {} }, session);
		return undefined;
	},
});

/** The inputs, and the output: what `--output` names, or a picture behind the inputs. */
function withOutput(words: readonly string[], { output }: OutputChoice): { words: readonly string[]; output?: string } {
	if (output !== undefined) return { words, output };
	const last = words.at(-1) ?? '';
	return words.length > 1 && /\.(?:svg|png|tga)$/i.test(last) ? { words: words.slice(0, -1), output: last } : { words };
}

/** Options of `wokflow plan --minimap`. */
const MINIMAP_OPTIONS = {
	minimap: flag(
		'Draw the map of the area that the game shows (.tga), and say how the area lies on it. The same as an output .tga.',
		false,
	),
	are: text('With --minimap: ARE to put the values into. The changed one is written beside the picture.', {
		placeholder: 'file.are',
	}),
};

type MinimapSession = Session<typeof MINIMAP_OPTIONS & typeof OUTPUT_OPTIONS & ReturnType<typeof levelInputOptions>>;

/** `wokflow plan --minimap LEVEL`. */
async function drawMinimap(session: MinimapSession): Promise<number | undefined> {
	const { words, options, context, report, terminal } = session;
	if (options.output !== undefined) checkExtension(options.output, ['.tga'], 'plan --minimap');
	const [{ level }, { areWithMap, mapOfLevel, minimapOf }, { mapFileName, mapValues }, paths] = await Promise.all([
		readLevelInput(session, words.slice(0, 1)),
		import('../../jobs/level/module.ts'),
		import('../../game/area/area-resources.ts'),
		import('../../src/text/paths.ts'),
	]);
	const output = options.output ?? mapFileName(level.name);
	const map = mapOfLevel(level);
	const made = [{ path: output, bytes: await minimapOf(level, map, context.surfaces) }];
	if (options.are !== undefined) {
		const source = await session.open(options.are);
		const folder = output.replace(/[^/\\]*$/, '').replace(/[/\\]$/, '');
		const bytes = areWithMap(await source.bytes(), map, report.within({ file: options.are }));
		made.push({ path: folder === '' ? source.fileName : paths.joinPath(folder, source.fileName), bytes });
	}
	const written = report.failed ? [] : made;
	const { files } = await writeMade(written, session);
	const values = mapValues(map);
	printMade({ files, json: { map: values } }, session);
	for (const [label, value] of Object.entries(values)) {
		if (!session.wantsJson) terminal.result(`${label.padEnd(10)} ${Number(value.toFixed(6))}`);
	}
	return undefined;
}
