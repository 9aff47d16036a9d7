import { stat } from 'node:fs/promises';
import type { Game } from '../../game/installation/game.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { Report } from '../../src/findings/report.ts';
import type { CommandIo, CommandLine } from './terminal.ts';

/** The parts of a command line that can name resources of a game. */
type SaidLine = Pick<CommandLine, 'words' | 'options' | 'isInputWord' | 'registry'> & {
	readonly io: Pick<CommandIo, 'env'>;
};

/** The same with names of resources replaced by paths to them. */
export interface GameLine {
	readonly words: readonly string[];
	readonly options: object;
	/** The surface table of the game, where the command line names one of its resources or has `--game`. */
	readonly surfacemat?: string;
	/** Reads a resource of the game by its name; undefined where there is none. */
	readonly resource?: (fileName: string) => Promise<Uint8Array | undefined>;
}

/** Options whose value is a file, or an archive in place of a folder. */
const FILE_OPTIONS = ['layout', 'from', 'into', 'kit', 'moduleFolder'] as const;

/**
 * Replaces names of resources by paths, with `--game` or WOKFLOW_GAME. Existing files, paths and patterns stay as they are.
 * @throws UsageError for a folder that is no installed game
 */
export async function gameLine(line: SaidLine): Promise<GameLine> {
	const { words, io, isInputWord = () => true, registry } = line;
	const options = line.options as { readonly game?: string } & Readonly<Record<string, unknown>>;
	const folder = options.game ?? io.env['WOKFLOW_GAME'];
	if (folder === undefined || folder === '') return { words, options };
	let opened: Promise<Game> | undefined;
	const open = (): Promise<Game> => {
		opened ??= import('../../game/installation/game.ts').then(({ openGame }) => openGame(folder));
		return opened;
	};
	let named = options.game !== undefined;
	// Optional arguments that were left out are undefined.
	const pathsOf = async (word: string): Promise<string[]> => {
		if (word === undefined || !(await mayBeResource(word))) return [word];
		const found = await resourcesNamed(word, await open(), registry);
		if (found.length > 0) named = true;
		return found.length > 0 ? found : [word];
	};
	const found = await Promise.all(
		words.map((word, index) => (isInputWord(index, words, options) ? pathsOf(word) : [word])),
	);
	const changed: Record<string, unknown> = { ...options };
	for (const name of FILE_OPTIONS) {
		const value = options[name];
		if (typeof value === 'string' && name in line.options) changed[name] = (await pathsOf(value))[0];
	}
	const resource = async (fileName: string): Promise<Uint8Array | undefined> => {
		const [{ findInGame }, { openFile }] = await Promise.all([
			import('../../game/installation/game.ts'),
			import('../../jobs/files/files.ts'),
		]);
		// WOKFLOW_GAME may name a folder that is no game: that only matters where the command line names a resource.
		const game = await open().catch(() => undefined);
		const path = game === undefined ? undefined : await findInGame(game, fileName);
		return path === undefined ? undefined : (await openFile(path, new Report())).bytes();
	};
	if (!named) return { words, options, resource };
	const { findInGame } = await import('../../game/installation/game.ts');
	const surfacemat = await findInGame(await open(), 'surfacemat.2da');
	return { words: found.flat(), options: changed, resource, ...(surfacemat === undefined ? {} : { surfacemat }) };
}

/** True for a name without folders that is not an existing file. */
async function mayBeResource(word: string): Promise<boolean> {
	if (word === '' || word.startsWith('-') || /[\\/]/.test(word)) return false;
	return (await stat(word).catch(() => undefined)) === undefined;
}

async function resourcesNamed(word: string, game: Game, registry: Registry): Promise<string[]> {
	const { pathInGame, resourcesOf } = await import('../../game/installation/game.ts');
	if (!/[*?[{]/.test(word)) {
		const found = await pathInGame(game, word);
		return found === undefined ? [] : [found];
	}
	const [{ namePattern }, { hasExtension }] = await Promise.all([
		import('../../src/text/pattern.ts'),
		import('../../pipeline/registry.ts'),
	]);
	const fits = namePattern(word);
	const formats = [...registry.importers, ...registry.layouts];
	const resources = await resourcesOf(game);
	return resources
		.filter(
			({ fileName, hiddenBy }) =>
				hiddenBy === undefined && fits(fileName) && formats.some((each) => hasExtension(fileName, each)),
		)
		.map(({ path }) => path);
}
