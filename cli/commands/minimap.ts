import { OUTPUT_OPTIONS } from '../../pipeline/options.ts';
import { given, text } from '../../src/findings/options.ts';
import { declareCommand } from '../shared/command.ts';
import { levelInputOptions, readLevelInput } from '../shared/level-input.ts';
import { checkExtension, outputOptions } from '../shared/outputs.ts';
import { printMade } from '../shared/session.ts';
import { extensionList } from '../shared/terminal.ts';

export const minimapCommand = declareCommand({
	name: 'minimap',
	summary: 'draw the map of an area that the game shows (.tga), and say how the area lies on it',
	words: ({ layouts }) => ({
		'<input>': `a layout (${extensionList(layouts)}) with its rooms, a scene, or walkmeshes`,
	}),
	options: (registry) => ({
		are: text('ARE to put the values into. The changed one is written beside the picture.', {
			placeholder: 'file.are',
		}),
		...outputOptions('Picture to write. Default: lbl_map and the name of the input, in this folder.'),
		...levelInputOptions(registry),
	}),
	help: `Examples:
  wokflow minimap m01aa.lyt                          writes lbl_mapm01aa.tga
  wokflow minimap m01aa.lyt -o out/lbl_mapm01aa.tga --are m01aa.are

The picture has 512 × 256 pixels, of which the game shows the left 440. North is up. The values printed are those of the field "Map" of the ARE; "wokflow level --module" writes both by itself.`,
	async run(session) {
		const { words, options, context, report, terminal } = session;
		if (options.output !== undefined) checkExtension(options.output, ['.tga'], 'minimap');
		const [{ level }, { areWithMap, mapOfLevel, minimapOf }, { writeOutputs }, { mapFileName, mapValues }, paths] =
			await Promise.all([
				readLevelInput(session, words.slice(0, 1)),
				import('../../jobs/level/minimap.ts'),
				import('../../jobs/files/outputs.ts'),
				import('../../game/area/are.ts'),
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
		const { files } = await writeOutputs(written, report, given(OUTPUT_OPTIONS, options));
		const values = mapValues(map);
		printMade({ files, json: { map: values } }, session);
		for (const [label, value] of Object.entries(values)) {
			if (!session.wantsJson) terminal.result(`${label.padEnd(10)} ${Number(value.toFixed(6))}`);
		}
		return undefined;
	},
});
