import { MODULE_OPTIONS } from '../../game/area/module-options.ts';
import { OUTPUT_OPTIONS } from '../../pipeline/options.ts';
import { given, text } from '../../src/findings/options.ts';
import { counted } from '../../src/text/numbers.ts';
import { declareCommand } from '../shared/command.ts';
import { checkExtension, outputOf, outputOptions } from '../shared/outputs.ts';
import { printMade } from '../shared/session.ts';
import { DONE } from '../shared/terminal.ts';

const OPTIONS = {
	into: text('GIT to put them into: everything else in it stays, and what stands within a metre is moved.', {
		placeholder: 'file',
		otherwise: 'a new one',
	}),
	template: MODULE_OPTIONS.template,
	...outputOptions('GIT to write, named like the area.'),
};

export const placeCommand = declareCommand({
	name: 'place',
	summary: 'put the doors and placeables of a level into the area file of a module (.git)',
	words: () => ({ '<placements>': 'the placements that a level wrote: LEVEL.placements.json' }),
	options: () => OPTIONS,
	help: `Examples:
  wokflow place out/quay.placements.json -o quay.git
  wokflow place out/quay.placements.json --into m01aa.git -o new/m01aa.git
  wokflow place out/quay.placements.json -o quay.git --template "gate=door_metal"

The templates (.utd, .utp) that it names have to be in the module or the game.`,
	async run(session) {
		const { words, options, report, terminal, open } = session;
		const output = outputOf(undefined, options, 'AREA.git');
		checkExtension(output, ['.git'], 'place');
		const [{ readGit, readPlacements }, { emptyGit, placeInGit }, { writeGff }, { writeOutputs }] = await Promise.all([
			import('../../jobs/level/area-files.ts'),
			import('../../game/area/git.ts'),
			import('../../game/gff/write.ts'),
			import('../../jobs/files/outputs.ts'),
		]);
		const [path] = words;
		const { placements } = readPlacements(await (await open(path)).bytes(), report.within({ file: path }));
		const { into, template } = options;
		const old =
			into === undefined ? undefined : readGit(await (await open(into)).bytes(), report.within({ file: into }));
		const git = placeInGit(old ?? emptyGit(), placements, template === undefined ? {} : { template });
		const made = report.failed ? [] : [{ path: output, bytes: writeGff(git) }];
		const { files } = await writeOutputs(made, report, given(OUTPUT_OPTIONS, options));
		const doors = placements.filter(({ kind }) => kind === 'door').length;
		const placeables = placements.length - doors;
		const wrote = `${terminal.paint(DONE, 'wrote')} ${output}: ${counted(doors, 'door')}, ${counted(placeables, 'placeable')}`;
		printMade({ files, json: { doors, placeables }, lines: [wrote] }, session);
		return undefined;
	},
});
