import { OUTPUT_OPTIONS } from '../../pipeline/options.ts';
import { flag, given, text } from '../../src/findings/options.ts';
import { type levelInputOptions, readLevelInput } from '../shared/level-input.ts';
import { checkExtension } from '../shared/outputs.ts';
import { printMade, type Session } from '../shared/session.ts';

/** Options of `wokflow plan --minimap`. */
export const MINIMAP_OPTIONS = {
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
export async function drawMinimap(session: MinimapSession): Promise<number | undefined> {
	const { words, options, context, report, terminal } = session;
	if (options.output !== undefined) checkExtension(options.output, ['.tga'], 'plan --minimap');
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
}
