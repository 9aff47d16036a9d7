import { WALKING_OPTIONS } from '../../level/query/walk.ts';
import { BUILD_FINDINGS } from '../../pipeline/findings.ts';
import { given } from '../../src/findings/options.ts';
import { counted } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { levelInputOptions, openLevelInput } from '../shared/level-input.ts';
import { checkExtension, outputOf, outputOptions, writeMade } from '../shared/outputs.ts';
import { printMade } from '../shared/session.ts';
import { DONE, extensionList } from '../shared/terminal.ts';

export const pathsCommand = declareCommand({
	name: 'paths',
	summary: 'generate the path points of a level (.pth), which creatures follow',
	words: ({ layouts }) => ({ '<input>': `a layout (${extensionList(layouts)}) with its rooms, or a scene` }),
	options: (registry) => ({
		...WALKING_OPTIONS,
		...outputOptions('File to write, named like the area.'),
		...levelInputOptions(registry),
	}),
	help: `Example:
  wokflow paths m01aa.lyt -o m01aa.pth

Every link can be walked straight, both ways, by a creature of this radius and height; the points join what the ground joins; from the middle of each walkable face a point within 20 m can be walked to. Doors and placeables are left out: the game tests them itself.`,
	async run(session) {
		const { words, options, report, terminal } = session;
		const output = outputOf(undefined, options, 'module.pth');
		checkExtension(output, ['.pth'], 'paths');
		const [{ pathGraph }, { writePth }] = await Promise.all([
			import('../../level/query/path-points.ts'),
			import('../../game/area/things.ts'),
		]);
		const query = await openLevelInput(session, words.slice(0, 1));
		terminal.progress.show('looking for path points');
		const { points, unreached } = report.failed
			? { points: [], unreached: [] }
			: pathGraph(query.index, given(WALKING_OPTIONS, options));
		if (points.length === 0 && !report.failed) report.add(BUILD_FINDINGS.PATHS_WITHOUT_GROUND, { file: words[0] }, {});
		const made = report.failed ? [] : [{ path: output, bytes: writePth(points) }];
		const { files } = await writeMade(made, session);
		const links = points.reduce((sum, { links: own }) => sum + own.length, 0) / 2;
		const wrote = `${terminal.paint(DONE, 'wrote')} ${output}: ${counted(points.length, 'path point')}, ${counted(links, 'link')}`;
		const left =
			unreached.length === 0
				? []
				: [`${counted(unreached.length, 'walkable face')} too narrow for a creature of this size`];
		printMade({ files, json: { points, links, unreached }, lines: [wrote, ...left] }, session);
		return undefined;
	},
});
