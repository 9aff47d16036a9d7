import type { Game, GameResource } from '../../pipeline/game.ts';
import { OUTPUT_OPTIONS } from '../../pipeline/options.ts';
import { UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import { given } from '../../src/options/options.ts';
import { didYouMean } from '../../src/text/near.ts';
import { declareCommand, NO_INPUT_WORDS } from '../command.ts';
import { GAME_OPTIONS, type GameSession } from '../game-session.ts';
import { counted, grouped } from '../terminal.ts';

/** What can be done with a game. */
const ACTIONS = {
	list,
	extract,
	areas: async (...run: ActionArguments) => (await import('../game-areas.ts')).listAreas(...run),
	export: async (...run: ActionArguments) => (await import('../game-areas.ts')).exportArea(...run),
	check: async (...run: ActionArguments) => (await import('../game-areas.ts')).checkAreas(...run),
	install: async (...run: ActionArguments) => (await import('../game-install.ts')).installFiles(...run),
	uninstall: async (...run: ActionArguments) => (await import('../game-install.ts')).uninstallFiles(...run),
} as const satisfies Record<string, (...run: ActionArguments) => Promise<undefined>>;

type ActionArguments = [game: Game, words: readonly string[], session: GameSession];

export const gameCommand = declareCommand({
	name: 'game',
	summary:
		'look into an installed game, take areas out of it, check them, and install files so that they can be taken out again',
	words: () => ({
		'<words...>': `the folder of the game, unless --game or WOKFLOW_GAME names it; then ${Object.keys(ACTIONS).join(', ')} and what that works on`,
	}),
	isInputWord: NO_INPUT_WORDS,
	options: () => GAME_OPTIONS,
	help: `Examples:
  wokflow game GAME list "m10aa*.wok"              resources: name, size, where they lie
  wokflow game GAME extract "m10aa*" -o out/       files of them
  wokflow game GAME areas                          areas, their rooms, missing walkmeshes
  wokflow game GAME export m10aa -o m10aa.glb      an area as one file, also .svg, .html, .obj
  wokflow game GAME check m10aa m11aa              or --all
  wokflow game GAME install quay.lyt               into Override, with its rooms
  wokflow game GAME install level/ --module tar_m10aa
  wokflow game GAME uninstall                      the game is as it was before

The game finds a resource in Override first, then in the module (.mod, or .rim and _s.rim), then in patch.erf, then by chitin.key. Nothing but install and uninstall changes the game. Every other command takes names of its resources with --game GAME: wokflow inspect m10aa_01a.wok --game GAME`,
	async run(session) {
		const { words, io } = session;
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
			const known = Object.keys(ACTIONS);
			const said = action === undefined ? '' : ` "${action}" is not known.${didYouMean(action, known)}`;
			throw new UsageError(`Say what to do with the game: ${known.join(', ')}.${said}`);
		}
		const { openGame } = await import('../../pipeline/game.ts');
		return ACTIONS[action](await openGame(folder), rest, session);
	},
});

async function list(game: Game, words: readonly string[], session: GameSession): Promise<undefined> {
	const { terminal } = session;
	const found = await chosen(game, words, session);
	if (session.wantsJson) {
		const { title, toldBy = null } = game;
		session.json({ game: { title, toldBy }, resources: found.map(({ path: _, ...each }) => each) });
		return undefined;
	}
	const width = Math.max(0, ...found.map(({ fileName }) => fileName.length));
	for (const { fileName, size, from, hiddenBy } of found) {
		const hidden = hiddenBy === undefined ? '' : `  (hidden by ${hiddenBy})`;
		terminal.result(`${fileName.padEnd(width)}  ${grouped(size).padStart(12)}  ${from}${hidden}`);
	}
	terminal.note(`${counted(found.length, 'resource')} of KotOR ${game.title === 'k1' ? 1 : 2}`);
	return undefined;
}

/** Resources whose names fit one of some patterns; all of them without any. */
async function chosen(game: Game, words: readonly string[], { report }: GameSession): Promise<GameResource[]> {
	const [{ resourcesOf }, { namePattern }] = await Promise.all([
		import('../../pipeline/game.ts'),
		import('../../src/text/pattern.ts'),
	]);
	const resources = await resourcesOf(game, (finding) => report.push(finding));
	// A name without extension is that of resources of all types.
	const fits = words.map((word) => namePattern(/[.*]/.test(word) ? word : `${word}.*`));
	return resources.filter(({ fileName }) => fits.length === 0 || fits.some((each) => each(fileName)));
}

/** Bytes that are held at a time. */
const BATCH = 64 * 2 ** 20;

async function extract(game: Game, words: readonly string[], session: GameSession): Promise<undefined> {
	const { options, report, terminal } = session;
	const { output, module } = options;
	if (words.length === 0) throw new UsageError('Say what to extract: wokflow game GAME extract "m10aa*.wok" -o FOLDER');
	if (output === undefined) throw new UsageError('Say where to write: -o FOLDER');
	const [{ openView }, { openFile }, { writeOutputs }, { joinPath }] = await Promise.all([
		import('../../pipeline/game.ts'),
		import('../../pipeline/files.ts'),
		import('../../pipeline/outputs.ts'),
		import('../../src/formats/sources.ts'),
	]);
	const view = await openView(game, module);
	const wanted = new Map<string, GameResource>();
	const several = new Map<string, string[]>();
	for (const resource of await chosen(game, words, session)) {
		const key = resource.fileName.toLowerCase();
		const path = view.find(resource.fileName);
		if (path !== undefined) wanted.set(key, { ...resource, path });
		else if (module !== undefined) continue;
		else if (wanted.has(key)) several.set(key, [...(several.get(key) ?? [wanted.get(key)?.from ?? '']), resource.from]);
		else wanted.set(key, resource);
	}
	for (const [name, places] of several)
		throw new UsageError(`${name} lies in ${places.join(', ')}. Say in which module it is to be found: --module NAME`);
	if (wanted.size === 0) throw new UsageError(`The game has no resource that fits ${words.join(', ')}.`);
	const written: { path: string; bytes: number }[] = [];
	let batch: OutputFile[] = [];
	let held = 0;
	const flush = async (): Promise<void> => {
		const { files } = await writeOutputs(batch, report, given({ force: OUTPUT_OPTIONS.force }, options));
		for (const { path, bytes } of files) written.push({ path, bytes: bytes.length });
		[batch, held] = [[], 0];
	};
	for (const { fileName, path } of wanted.values()) {
		terminal.progress.show(`extracting ${fileName}`, written.length + batch.length, wanted.size);
		const bytes = await (await openFile(path, report)).bytes();
		batch.push({ path: joinPath(output, fileName), bytes });
		held += bytes.length;
		if (held > BATCH) await flush();
	}
	await flush();
	if (session.wantsJson) session.json({ outputs: written });
	else if (written.length === 0) terminal.problem('Nothing was written.');
	else terminal.note(`${terminal.paint(['green', 'bold'], 'wrote')} ${counted(written.length, 'file')} into ${output}`);
	return undefined;
}
