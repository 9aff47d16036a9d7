import { join, resolve } from 'node:path';
import { isArchiveName } from '../../game/archives/archives.ts';
import { statOf } from '../../pipeline/disk/ranges.ts';
import { INPUT_FILE_FINDINGS } from '../../pipeline/findings.ts';
import { hasExtension, type Registry } from '../../pipeline/registry.ts';
import type { GivenOf } from '../../src/findings/options.ts';
import { InputError, Report, UsageError } from '../../src/findings/report.ts';
import { checkArchivedRooms, checkLayoutRooms, type ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { type Layout, PLACEHOLDER_ROOM } from '../../src/model/level.ts';
import { folderOf, openFile, openLayout, roomFiles } from './files.ts';
import { archivedFile, type Folder, folderAt } from './folders.ts';
import { checkEachRoomFile } from './layout-file.ts';

/**
 * Expands the inputs of a command to a list of files. An input is a file, a folder, an archive of the game, a pattern (not every shell expands
 * them), or a layout, which stands for the files of its rooms.
 */

/** A file that a command works on. */
export interface Input {
	/** `-` is standard input. */
	readonly path: string;
	/** Given for a room of a layout that was an input. */
	readonly place?: RoomPlace;
}

/** The layout and the room that a file belongs to. */
export interface RoomPlace {
	readonly layout: Layout;
	readonly room: string;
}

export interface InputOptions extends RoomLimits {
	/** Extension of the outputs. In a folder with scenes and walkmeshes, scenes are the inputs for walkmeshes, and walkmeshes those for all else. */
	readonly making?: string;
	/** Folder of the room files of layouts. Default: beside each layout. */
	readonly roomFolder?: string;
	/** Leaves out scenes, unless they are named one by one. */
	readonly walkmeshesOnly?: boolean;
	/** Leaves out archives that match a pattern; by default their walkmeshes are inputs. */
	readonly archives?: 'left out';
}

/** Most files that an archive or a layout may stand for; by default it depends on the size of the archive. */
type RoomLimits = GivenOf<typeof ROOM_LIMIT_OPTIONS>;

/**
 * Finds the files that arguments stand for, in the order of the arguments and without repetition; those of a folder or pattern are sorted by
 * name. Arguments without a file, and layouts and folders that cannot be read, are reported.
 */
export async function expandInputs(
	words: readonly string[],
	registry: Registry,
	report: Report,
	options: InputOptions = {},
): Promise<Input[]> {
	const inputs: Input[] = [];
	const known = new Set<string>();
	const named = new Set<string>();
	for (const word of words) {
		for (const input of await expandWhole(word, registry, report, options)) {
			// A file that is named twice explicitly is kept twice.
			const isNamed = input.path === word;
			const key = `${input.path}\n${input.place?.room ?? ''}`;
			if (known.has(key)) continue;
			if (isNamed) named.add(key);
			else known.add(key);
			if (isNamed || !named.has(key)) inputs.push(input);
		}
	}
	return inputs;
}

/** Expands one argument. An unreadable layout or folder is reported, so that the other arguments are still expanded. */
async function expandWhole(word: string, ...rest: [Registry, Report, InputOptions]): Promise<Input[]> {
	try {
		return await expand(word, ...rest);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		rest[1].push(error.finding);
		return [];
	}
}

async function expand(word: string, registry: Registry, report: Report, options: InputOptions): Promise<Input[]> {
	if (word === '-') return [{ path: word }];
	const folder = await folderAt(word, report);
	if (folder !== undefined) {
		const files = await inputsIn(word, folder, registry, report, options);
		if (files.length === 0) {
			const found = { known: known(registry, options), isArchive: folder.kind === 'archive' };
			report.add(INPUT_FILE_FINDINGS.INPUT_FOLDER_EMPTY, { file: word }, found);
		}
		return files;
	}
	const there = await isThere(word);
	if (!there && (await isPattern(word))) {
		const paths = await matches(word);
		const files = await inputsAmong(paths, registry, options);
		const archives = archivesAmong(paths);
		if (options.archives === undefined)
			for (const path of archives) files.push(...(await expandWhole(path, registry, report, options)));
		if (files.length > 0 || archives.length > 0) return files;
		report.add(INPUT_FILE_FINDINGS.INPUT_NO_MATCH, { file: word }, { known: known(registry, options) });
		return [];
	}
	if (there && registry.layoutFormat(word) !== undefined) return roomsOf(word, registry, report, options);
	return [{ path: word }];
}

/** Leaves out what has the path of something before it, however that is written. */
export function oncePerPath<T>(items: readonly T[], pathOf: (item: T) => string): T[] {
	const known = new Set<string>();
	return items.filter((item) => {
		const path = pathOf(item);
		const key = path === '-' ? path : resolve(path);
		if (known.has(key)) return false;
		known.add(key);
		return true;
	});
}

/**
 * Resolves words that name a level: a file stands for itself, a folder or an archive for its only layout, or without a layout for its walkmeshes. Each
 * file is named once.
 * @throws UsageError for several layouts
 */
export async function levelWords(
	words: readonly string[],
	registry: Registry,
	report: Report,
	limits: RoomLimits = {},
): Promise<string[]> {
	const found: string[] = [];
	for (const word of words) {
		const folder = word === '-' ? undefined : await folderAt(word, report);
		if (folder === undefined) {
			found.push(word);
			continue;
		}
		const layouts = (await folder.names()).filter((name) => registry.layoutFormat(name) !== undefined).sort();
		if (layouts.length > 1)
			throw new UsageError(
				`"${word}" has several layouts. Name one of them: ${layouts.map((name) => join(word, name)).join(', ')}`,
			);
		if (layouts.length === 1) found.push(join(word, layouts[0]));
		else
			for (const { path } of await expandInputs([word], registry, report, { walkmeshesOnly: true, ...limits }))
				found.push(path);
	}
	return oncePerPath(found, (path) => path);
}

/**
 * The same where there has to be something.
 * @throws InputError with why there is nothing; it is then told once, as what ended the command
 */
export async function someLevelWords(
	words: readonly string[],
	registry: Registry,
	report: Report,
	limits: RoomLimits = {},
): Promise<string[]> {
	const own = report.separate();
	const found = await levelWords(words, registry, own, limits);
	const why = own.findings.find(({ severity }) => severity === 'error' || severity === 'fatal');
	if (found.length === 0 && why !== undefined) throw new InputError(why);
	if (found.length === 0) throw new UsageError(`${words.join(', ')}: no walkmesh or layout to ask.`);
	report.absorb(own);
	return found;
}

/** Resolves words whose files are joined: an archive stands for its layout, which positions its rooms. Other words are returned unchanged. */
export async function areaWords(
	words: readonly string[],
	registry: Registry,
	report: Report,
	limits: RoomLimits = {},
): Promise<string[]> {
	const found = words.map(async (word) =>
		isArchiveName(word) && !(await isPattern(word)) ? levelWords([word], registry, report, limits) : [word],
	);
	return (await Promise.all(found)).flat();
}

/** The path of the layout that a word names: the word itself, or the layout in a folder or archive. @throws UsageError for none or several */
export async function layoutWord(word: string, registry: Registry, report: Report): Promise<string> {
	if ((await folderAt(word)) === undefined) return word;
	const [found] = await levelWords([word], registry, report.separate());
	if (found !== undefined && registry.layoutFormat(found) !== undefined) return found;
	throw new UsageError(`"${word}" has no layout.`);
}

/** True when a path leads to a file, on disk or in an archive. */
async function isThere(path: string): Promise<boolean> {
	if (statOf(path) !== undefined) return true;
	const archived = await archivedFile(path);
	return archived !== undefined && archived !== 'missing';
}

/** The inputs in a folder or an archive. A folder with nothing but archives stands for the inputs of all of them. */
async function inputsIn(
	path: string,
	folder: Folder,
	registry: Registry,
	report: Report,
	options: InputOptions,
): Promise<Input[]> {
	const paths = (await folder.names()).map((name) => join(path, name));
	const files = await inputsAmong(paths, registry, options, folder.kind);
	if (folder.kind === 'archive') {
		const size = statOf(path.replace(/[\\/]+$/, ''))?.size ?? 0;
		checkArchivedRooms(files.length, size, options.maxRooms, report.within({ file: path }));
	}
	if (files.length > 0 || folder.kind !== 'disk') return files;
	const inArchives = archivesAmong(paths).map((each) => expandWhole(each, registry, report, options));
	return (await Promise.all(inArchives)).flat();
}

function archivesAmong(paths: readonly string[]): string[] {
	return paths.filter(isArchiveName).sort();
}

/** Whether a word is a pattern. A word without special characters is not, which saves loading the package for patterns. */
export async function isPattern(word: string): Promise<boolean> {
	if (!/[*?!+@|()[\]{}\\]/.test(word)) return false;
	const { isDynamicPattern } = await import('tinyglobby');
	return isDynamicPattern(word);
}

/**
 * The files that match a pattern, and none of those that begin with `!`. On Windows, `\` separates folders, but in a pattern it escapes a
 * character, so it is converted.
 * @param folder what the pattern and the paths are relative to
 */
export async function matches(patterns: string | readonly string[], folder?: string): Promise<string[]> {
	const { convertPathToPattern, glob } = await import('tinyglobby');
	const slashed = [patterns]
		.flat()
		.map((pattern) =>
			process.platform === 'win32' ? convertPathToPattern(pattern).replace(/\\([[\](){}!])/g, '$1') : pattern,
		);
	// Names have no letter case here, as in the game: exporters on Windows write `QUAY.GLB` as well.
	const where = folder === undefined ? {} : { cwd: folder };
	return glob(slashed, { onlyFiles: true, expandDirectories: false, dot: false, caseSensitiveMatch: false, ...where });
}

/** Chooses the inputs among files. Of scenes and walkmeshes side by side, only the kind that the output is made from is taken. */
async function inputsAmong(
	paths: readonly string[],
	registry: Registry,
	options: InputOptions,
	kind: Folder['kind'] = 'disk',
): Promise<Input[]> {
	const scenes: string[] = [];
	const walkmeshes: string[] = [];
	for (const path of [...paths].sort()) {
		const gives = await kindOf(path, registry, kind);
		if (gives !== undefined) (gives === 'scene' ? scenes : walkmeshes).push(path);
	}
	const making = options.making ?? '';
	const [first, second] = makesWalkmeshes(making, registry) ? [scenes, walkmeshes] : [walkmeshes, scenes];
	// Files with the extension of the outputs are probably earlier outputs: they are only taken when there is nothing else.
	const others = first.filter((path) => making === '' || !path.toLowerCase().endsWith(making));
	const chosen = [others, options.walkmeshesOnly === true ? [] : second, first].find(({ length }) => length > 0) ?? [];
	return chosen.map((path) => ({ path }));
}

/** True for the extension of a walkmesh format that can be written. */
function makesWalkmeshes(extension: string, { exporters }: Registry): boolean {
	return exporters.some(({ holds, extensions }) => holds === 'walkmesh' && extensions.includes(extension));
}

/** Extensions that are not specific: the content decides whether a file is an input. */
const VAGUE = ['.txt'];

async function kindOf(
	path: string,
	{ importers }: Registry,
	kind: Folder['kind'],
): Promise<'scene' | 'walkmeshes' | undefined> {
	const named = importers.find((importer) => hasExtension(path, importer));
	if (named === undefined || named.isNamedOnly === true) return undefined;
	// Only on disk a name may be a folder, or gone by now.
	if (kind === 'disk' && statOf(path)?.isFile() !== true) return undefined;
	if (!VAGUE.some((extension) => path.toLowerCase().endsWith(extension))) return named.gives ?? 'scene';
	const { head } = await openFile(path, new Report());
	const sniffed = importers.find((importer) => importer.sniff?.(head) === true);
	return sniffed === undefined ? undefined : (sniffed.gives ?? 'scene');
}

function known(registry: Registry, { walkmeshesOnly = false }: InputOptions): string {
	const scenes = walkmeshesOnly ? [] : registry.extensions('scene');
	return [...registry.extensions('walkmeshes'), ...scenes].join(' ');
}

/** The files of the rooms of a layout, in its order. */
async function roomsOf(path: string, registry: Registry, report: Report, options: InputOptions): Promise<Input[]> {
	const layout = await openLayout(path, registry, report);
	const archive = statOf(folderOf(path));
	const within = report.within({ file: path });
	if (archive?.isFile() === true) checkArchivedRooms(layout.rooms.length, archive.size, options.maxRooms, within);
	else checkLayoutRooms(layout, options.maxRooms, within);
	const folder = options.roomFolder ?? folderOf(path);
	const files = roomFiles(folder, new Report(), roomExtensions(registry, options));
	const inputs: Input[] = [];
	const found: boolean[] = [];
	for (const { model } of layout.rooms) {
		const file = model === PLACEHOLDER_ROOM ? undefined : await files.find(model);
		found.push(file !== undefined);
		if (file?.path !== undefined) inputs.push({ path: file.path, place: { layout, room: model } });
	}
	checkEachRoomFile(layout, found, files.looked, within);
	return inputs;
}

/** Extensions of room files in order of preference: to make walkmeshes, scenes come first; to make anything else, walkmeshes do. */
function roomExtensions(registry: Registry, { making = '', walkmeshesOnly = false }: InputOptions): string[] {
	if (!walkmeshesOnly && makesWalkmeshes(making, registry)) return registry.roomExtensions;
	const scenes = walkmeshesOnly ? registry.extensions('scene') : [];
	return registry.builtRoomExtensions.filter((extension) => !scenes.includes(extension));
}
