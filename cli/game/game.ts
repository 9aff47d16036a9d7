import { existsSync } from 'node:fs';
import type { Game } from '../../game/installation/game.ts';
import { UsageError } from '../../src/findings/report.ts';
import { didYouMean } from '../../src/text/names.ts';
import { declareCommand } from '../shared/command.ts';
import { PLACE_OPTIONS, placeThings, SYNC_OPTIONS, syncModels } from './game-models.ts';
import { GAME_OPTIONS, type GameSession } from './game-session.ts';

/** Does something with a game. @param words what follows the action on the command line */
type GameAction = (game: Game, words: readonly string[], session: GameSession) => Promise<undefined>;

/** What can be done with a game; each is loaded when it is asked for. */
const ACTIONS = {
	list: async () => {
		const { gameResources, listResources } = await import('./game-files.ts');
		return async (game, words, session) => listResources(await gameResources(game, session), words, session);
	},
	extract: async () => {
		const { extractResources, gameResources } = await import('./game-files.ts');
		return async (game, words, session) => extractResources(await gameResources(game, session), words, session);
	},
	areas: async () => (await import('./game-areas.ts')).listAreas,
	export: async () => (await import('./game-areas.ts')).exportArea,
	check: async () => (await import('./game-areas.ts')).checkAreas,
	install: async () => (await import('./game-files.ts')).installFiles,
	uninstall: async () => (await import('./game-files.ts')).uninstallFiles,
} as const satisfies Record<string, () => Promise<GameAction>>;

/** What needs no installed game: it works on files for one. */
const WITHOUT_GAME = { sync: syncModels, place: placeThings } as const;

const OPTIONS = { ...SYNC_OPTIONS, ...PLACE_OPTIONS, ...GAME_OPTIONS };

export const gameCommand = declareCommand({
	name: 'game',
	summary:
		'look into an installed game, export and check areas, install files, sync room models, place objects in a GIT',
	words: () => ({
		'<words...>': `the folder of the game (for list and extract also an archive), unless --game or WOKFLOW_GAME names it; then ${Object.keys(ACTIONS).join(', ')} and what that works on; or sync with rooms, or place with placements and a GIT`,
	}),
	isInputWord: (index, [first]) => index > 0 && (first === 'sync' || first === 'place'),
	options: () => OPTIONS,
	help: `Examples:
  wokflow game GAME list "m10aa*.wok"              resources: name, size, where they lie
  wokflow game GAME extract "m10aa*" -o out/       files of them
  wokflow game GAME areas                          areas, their rooms, missing walkmeshes
  wokflow game GAME export m10aa -o m10aa.glb      an area as one file, also .svg, .html, .obj
  wokflow game GAME check m10aa m11aa              or --all
  wokflow game GAME install quay.lyt               into Override, with its rooms
  wokflow game GAME install level/ --module tar_m10aa
  wokflow game GAME uninstall                      the game is as it was before
  wokflow game quay.mod list                       an archive by itself: list and extract
  wokflow game sync check m10aa.lyt                do models, walkmeshes and layout agree?
  wokflow game sync check m10aa_01c.mdl --layout m10aa.lyt
  wokflow game sync m10aa.lyt -o synced/           write the models that are out of step
  wokflow game sync m10aa.lyt --in-place           the same in place; the old files are kept as .bak
  wokflow game place out/quay.placements.json quay.git
  wokflow game place out/quay.placements.json new/m01aa.git --into m01aa.git --template "gate=door_metal"

The game finds a resource in Override first, then in the module (.mod, or .rim and _s.rim), then in patch.erf, then by chitin.key. Nothing but install and uninstall changes the game. Every other command takes names of its resources with --game GAME: wokflow inspect m10aa_01a.wok --game GAME

sync brings the walkmesh within room models in step with the rooms' walkmesh files: characters walk on the .wok; camera, mouse and shadows ask the AABB node of the .mdl. Of a model, only the faces, surfaces and tree of that node change. Exit codes of sync check: 0 all in step, 1 not.

place puts the doors and placeables of a level (LEVEL.placements.json) into the area file of a module (.git). The templates (.utd, .utp) that it names have to be in the module or the game.`,
	async run(session) {
		const { words, io } = session;
		const [first] = words;
		if (first === 'sync' || first === 'place') return WITHOUT_GAME[first]({ ...session, words: words.slice(1) });
		const isAction = (word: string | undefined): word is keyof typeof ACTIONS =>
			word !== undefined && Object.hasOwn(ACTIONS, word);
		const elsewhere = session.options.game ?? io.env['WOKFLOW_GAME'] ?? '';
		const [folder, action, rest] =
			isAction(words[0]) && elsewhere !== ''
				? [elsewhere, words[0], words.slice(1)]
				: [words[0], words[1], words.slice(2)];
		if (!isAction(action)) {
			if (isAction(folder) && elsewhere === '')
				throw new UsageError(
					`Name the folder of the game: wokflow game FOLDER ${folder}, or set --game or WOKFLOW_GAME.`,
				);
			const known = [...Object.keys(ACTIONS), ...Object.keys(WITHOUT_GAME)];
			// With the game named elsewhere the action comes first, and may be what is misspelt.
			const isFirst = folder !== undefined && !existsSync(folder) && didYouMean(folder, known) !== '';
			const asked = isFirst ? folder : action;
			const said = asked === undefined ? '' : ` "${asked}" is not known.${didYouMean(asked, known)}`;
			throw new UsageError(`Say what to do with the game: ${known.join(', ')}.${said}`);
		}
		const [{ openGame }, { isArchiveName }] = await Promise.all([
			import('../../game/installation/game.ts'),
			import('../../game/archives/archives.ts'),
		]);
		if (isArchiveName(folder)) return ofArchive(folder, action, rest, session);
		const run = await ACTIONS[action]();
		return run(await openGame(folder), rest, session);
	},
});

/** What can be done with an archive by itself. */
async function ofArchive(
	path: string,
	action: keyof typeof ACTIONS,
	words: readonly string[],
	session: GameSession,
): Promise<undefined> {
	const { archiveResources, extractResources, listResources } = await import('./game-files.ts');
	if (action !== 'list' && action !== 'extract') {
		const instead = action === 'export' ? `convert ${path} area.glb` : `check ${path}`;
		throw new UsageError(
			`An archive by itself is listed and extracted; for ${action} name the folder of the game. Other commands take archives for folders: wokflow ${instead}`,
		);
	}
	const resources = await archiveResources(path, session);
	return action === 'list' ? listResources(resources, words, session) : extractResources(resources, words, session);
}
