import { MODULE_OPTIONS } from '../../game/area/module-options.ts';
import { OUTPUT_OPTIONS } from '../../pipeline/options.ts';
import { given, text } from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import { counted } from '../../src/text/numbers.ts';
import { checkExtension, outputOf, outputOptions } from '../shared/outputs.ts';
import { printMade, type Session } from '../shared/session.ts';
import { DONE } from '../shared/terminal.ts';

/** Options of `wokflow game place`. */
export const PLACE_OPTIONS = {
	into: text('GIT to put them into: everything else in it stays, and what stands within a metre is moved.', {
		placeholder: 'file',
		otherwise: 'a new one',
	}),
	template: MODULE_OPTIONS.template,
	...outputOptions('GIT to write, named like the area.'),
};

type PlaceSession = Session<typeof PLACE_OPTIONS>;

/** `wokflow game place PLACEMENTS AREA.git`: puts the doors and placeables of a level into the area file of a module. */
export async function placeThings(session: PlaceSession): Promise<number | undefined> {
	const { words, options, report, terminal, open } = session;
	if (words.length === 0 || words.length > 2)
		throw new UsageError('Name the placements and the GIT: wokflow game place out/quay.placements.json quay.git');
	const output = outputOf(words[1], options, 'AREA.git');
	checkExtension(output, ['.git'], 'game place');
	const [{ readGit, readPlacements }, { emptyGit, placeInGit }, { writeGff }, { writeOutputs }] = await Promise.all([
		import('../../jobs/level/area-files.ts'),
		import('../../game/area/git.ts'),
		import('../../game/gff/write.ts'),
		import('../../jobs/files/outputs.ts'),
	]);
	const [path] = words;
	const { placements } = readPlacements(await (await open(path)).bytes(), report.within({ file: path }));
	const { into, template } = options;
	const old = into === undefined ? undefined : readGit(await (await open(into)).bytes(), report.within({ file: into }));
	const git = placeInGit(old ?? emptyGit(), placements, template === undefined ? {} : { template });
	const made = report.failed ? [] : [{ path: output, bytes: writeGff(git) }];
	const { files } = await writeOutputs(made, report, given(OUTPUT_OPTIONS, options));
	const doors = placements.filter(({ kind }) => kind === 'door').length;
	const placeables = placements.length - doors;
	const wrote = `${terminal.paint(DONE, 'wrote')} ${output}: ${counted(doors, 'door')}, ${counted(placeables, 'placeable')}`;
	printMade({ files, json: { doors, placeables }, lines: [wrote] }, session);
	return undefined;
}
