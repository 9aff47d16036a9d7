import { type BigIntStats, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { statOf } from '../../pipeline/disk/ranges.ts';
import { type Finding, InputError, UsageError } from '../../src/findings/report.ts';
import { slashed } from '../../src/text/paths.ts';
import { type ArchiveEntry, extensionOfType, resourceFileName } from '../archives/archive.ts';
import { type DiskArchive, isArchiveName, nameAmong, openArchive, stampOf } from '../archives/archives.ts';

/**
 * An installed game, and where it looks for a resource: first in `Override/`, then in the module that is played (`.mod`, or `.rim` and `_s.rim`),
 * then in `patch.erf`, then in the index `chitin.key`. Letter case is ignored. This module only reads.
 */

export type GameTitle = 'k1' | 'k2';

/** A module of `modules/`: one `.mod`, or the archives that the game ships it as. */
export interface GameModule {
	/** Name of its first archive without extension. */
	readonly name: string;
	/** Paths in the order they are searched. */
	readonly archives: readonly string[];
	/** Archives that the game ignores because there is a `.mod`. */
	readonly hidden: readonly string[];
}

export interface Game {
	readonly root: string;
	readonly title: GameTitle;
	/** The file by which the title was recognised; undefined when none was found and KotOR 1 is assumed. */
	readonly toldBy: string | undefined;
	/** Paths of `Override/` by file name in lower case. */
	readonly override: ReadonlyMap<string, string>;
	/** Modules by name in lower case. */
	readonly modules: ReadonlyMap<string, GameModule>;
	readonly patch: string | undefined;
	readonly key: string;
}

/** An area of a game. */
export interface GameArea {
	readonly name: string;
	/** Name of the module; undefined for a layout without an area in any module. */
	readonly module: string | undefined;
	/** Path of the layout that the game uses while the module is played; undefined where there is none. */
	readonly layout: string | undefined;
}

/** A resource of the game and the place it is stored in. */
export interface GameResource {
	/** With its extension. */
	readonly fileName: string;
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	/** `Override`, an archive or a BIF, as a path relative to the game's folder. */
	readonly from: string;
	/** The place of a resource of the same name that the game always finds first. */
	readonly hiddenBy?: string;
}

const INDEX = 'chitin.key';
/** Spellings of the index that occur on disks where letter case matters. */
const INDEX_NAMES = [INDEX, 'Chitin.key', 'CHITIN.KEY'];
/** Opened games by folder. An entry holds until one of the listed paths changes. */
const known = new Map<
	string,
	{ readonly paths: readonly string[]; readonly stamp: string; readonly game: Promise<Game> }
>();

/** Opens an installed game. @throws UsageError for a folder that is not a game */
export async function openGame(folder: string): Promise<Game> {
	const root = resolve(folder);
	const entry = known.get(root);
	if (entry !== undefined && stampOfAll(entry.paths) === entry.stamp) return entry.game;
	const inRoot = await namesIn(root);
	const key = nameAmong(inRoot, INDEX);
	if (key === undefined && statOf(root) === undefined)
		throw new UsageError(`There is no folder "${folder}". Name the folder of the installed game.`);
	if (key === undefined)
		throw new UsageError(`"${folder}" is not the folder of an installed game: it has no chitin.key.`);
	const names = ['Override', 'modules'].map((name) => nameAmong(inRoot, name) ?? name);
	const paths = ['.', key, ...names].map((name) => join(root, name));
	const stamp = stampOfAll(paths);
	const game = readGame(root, key);
	known.set(root, { paths, stamp, game });
	return game;
}

/** A text that changes whenever one of the paths does. */
function stampOfAll(paths: readonly string[]): string {
	return paths
		.map((path) => {
			try {
				const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
				return found === undefined ? '' : stampOf(found);
			} catch {
				return '';
			}
		})
		.join('\n');
}

/** True for a folder with the index of a game. */
export function isGameFolder(folder: string): boolean {
	return INDEX_NAMES.some((name) => statOf(join(folder, name))?.isFile() === true);
}

/** Names in an optional folder of a game. @throws Error of the file system for one without read permission: its files would count as missing */
async function namesIn(folder: string): Promise<string[]> {
	return readdir(folder).catch(noneOfNothing);
}

function noneOfNothing(error: NodeJS.ErrnoException): never[] {
	if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
	throw error;
}

async function readGame(root: string, key: string): Promise<Game> {
	const names = await readdir(root);
	const folder = (name: string): string => join(root, nameAmong(names, name) ?? name);
	const override = folder('Override');
	const files = (await readdir(override, { withFileTypes: true }).catch(noneOfNothing)).filter(
		(each) => !each.isDirectory(),
	);
	const overrides = files.map(({ name }) => name).sort();
	const patch = nameAmong(names, 'patch.erf');
	return {
		root,
		...(await titleOf(root, names)),
		override: new Map(overrides.reverse().map((name) => [name.toLowerCase(), join(override, name)])),
		modules: await modulesOf(folder('modules')),
		patch: patch === undefined ? undefined : join(root, patch),
		key: join(root, key),
	};
}

/** Files that only one of the two games has: programs and settings first, then folders, then files of its index. */
const SIGNS: readonly (readonly [GameTitle, string])[] = [
	['k2', 'swkotor2.exe'],
	['k1', 'swkotor.exe'],
	['k2', 'swkotor2.ini'],
	['k1', 'swkotor.ini'],
	['k2', 'streamvoice'],
	['k1', 'streamwaves'],
	['k2', 'data/dialogs.bif'],
	['k1', 'data/player.bif'],
	['k1', 'data/party.bif'],
	['k2', 'localvault'],
	['k1', 'rims'],
];

async function titleOf(root: string, names: readonly string[]): Promise<Pick<Game, 'title' | 'toldBy'>> {
	const data = names.find((name) => name.toLowerCase() === 'data');
	const inData = data === undefined ? [] : await namesIn(join(root, data));
	const all = new Set([...names, ...inData.map((name) => `data/${name}`)].map((name) => name.toLowerCase()));
	const sign = SIGNS.find(([, name]) => all.has(name));
	return sign === undefined ? { title: 'k1', toldBy: undefined } : { title: sign[0], toldBy: sign[1] };
}

/**
 * Suffixes of the archives of a module in the order they are searched; a `.mod` replaces all others. `_a.rim` and `_adx.rim`, which only consoles
 * have, hold areas of their own and are searched before the module's first archive.
 */
const MODULE_SUFFIXES = ['.mod', '_a.rim', '_adx.rim', '.rim', '_s.rim', '_dlg.erf'];
/** The longest suffix that fits a file name is removed to get the name of the module. */
const SUFFIXES_BY_LENGTH = [...MODULE_SUFFIXES].sort((a, b) => b.length - a.length);

async function modulesOf(folder: string): Promise<Map<string, GameModule>> {
	const found = new Map<string, { name: string; archives: Map<string, string> }>();
	for (const name of (await namesIn(folder)).sort()) {
		const lower = name.toLowerCase();
		const suffix = SUFFIXES_BY_LENGTH.find((each) => lower.endsWith(each));
		if (suffix === undefined) continue;
		const stem = name.slice(0, -suffix.length);
		const module = found.get(stem.toLowerCase()) ?? { name: stem, archives: new Map() };
		module.archives.set(suffix, join(folder, name));
		found.set(stem.toLowerCase(), module);
	}
	return new Map(
		[...found].map(([key, { name, archives }]) => {
			const paths = MODULE_SUFFIXES.flatMap((suffix) => archives.get(suffix) ?? []);
			const seen = archives.has('.mod') ? 1 : paths.length;
			return [key, { name, archives: paths.slice(0, seen), hidden: paths.slice(seen) }];
		}),
	);
}

/** The archives that the game searches after `Override/`. */
function searchedArchives(game: Game, module: string | undefined): readonly string[] {
	const own = module === undefined ? [] : (game.modules.get(module.toLowerCase())?.archives ?? []);
	return [...own, ...(game.patch === undefined ? [] : [game.patch]), game.key];
}

/** A file that a game finds. */
export interface SeenFile {
	readonly path: string;
	/** Given for an entry of an archive. */
	readonly inArchive?: { readonly archive: DiskArchive; readonly entry: ArchiveEntry };
}

/** The files that a game finds while a module is played. Its archives are opened once. */
export interface GameView {
	/** Names of all its files, each once. */
	names(): string[];
	/** The path of a file by its name with extension, without regard to letter case. */
	find(fileName: string): string | undefined;
	/** As `find`, with the entry of the archive, so that it need not be looked up again. */
	locate(fileName: string): SeenFile | undefined;
}

/** Lists the files that a game finds while a module is played. An archive that cannot be read is skipped. */
export async function openView(game: Game, module?: string): Promise<GameView> {
	const found = await Promise.all(searchedArchives(game, module).map((path) => readable(path)));
	const archives = found.flatMap((archive) => archive ?? []);
	const locate = (fileName: string): SeenFile | undefined => {
		const wanted = fileName.toLowerCase();
		const override = game.override.get(wanted);
		if (override !== undefined) return { path: override };
		for (const archive of archives) {
			const entry = archive.entries.get(wanted);
			if (entry !== undefined)
				return { path: join(archive.path, resourceFileName(entry)), inArchive: { archive, entry } };
		}
		return undefined;
	};
	return {
		names: () => {
			const names = new Map<string, string>();
			for (const [key, path] of game.override) names.set(key, basename(path));
			for (const { entries } of archives)
				for (const [key, entry] of entries) if (!names.has(key)) names.set(key, resourceFileName(entry));
			return [...names.values()];
		},
		find: (fileName) => locate(fileName)?.path,
		locate,
	};
}

/** The path of the resource that the game finds while a module is played. @param fileName name with extension, in any letter case */
export async function findInGame(game: Game, fileName: string, module?: string): Promise<string | undefined> {
	return (await openView(game, module)).find(fileName);
}

/** Opens an archive of the game; undefined for one that cannot be read. @param onFault gets the findings of reading it */
async function readable(
	path: string,
	onFault?: (finding: Finding) => void,
): Promise<Awaited<ReturnType<typeof openArchive>> | undefined> {
	try {
		const archive = await openArchive(path);
		for (const finding of archive.findings) onFault?.(finding);
		return archive;
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		onFault?.({ ...error.finding, severity: 'warning' });
		return undefined;
	}
}

/** Every resource of a game, from `Override/`, the modules by name, `patch.erf` and the index, in this order. */
export async function resourcesOf(game: Game, onFault?: (finding: Finding) => void): Promise<GameResource[]> {
	const resources: GameResource[] = [];
	const below = (path: string): string => path.slice(game.root.length + 1);
	const overrideName = basename(dirname([...game.override.values()][0] ?? join(game.root, 'Override', 'x')));
	for (const path of [...game.override.values()].sort()) {
		resources.push({ fileName: basename(path), path, size: (await stat(path)).size, from: overrideName });
	}
	const modules = [...game.modules.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
	const shared = searchedArchives(game, undefined);
	const inPatch = game.patch === undefined ? undefined : (await readable(game.patch))?.entries;
	const hides = (key: string, path: string): string | undefined => {
		if (game.override.has(key)) return overrideName;
		return path === game.key && inPatch?.has(key) === true ? below(game.patch as string) : undefined;
	};
	for (const path of [...modules.flatMap(({ archives }) => archives), ...shared]) {
		const opened = await readable(path, onFault);
		if (opened === undefined) continue;
		for (const [key, entry] of opened.entries) {
			const hiddenBy = hides(key, path);
			const resource = resourceOf(opened, entry, below(path));
			resources.push({ ...resource, ...(hiddenBy === undefined ? {} : { hiddenBy }) });
		}
	}
	return resources;
}

/** The resources of an archive by itself. @throws InputError for one that cannot be read */
export async function resourcesOfArchive(path: string, onFault?: (finding: Finding) => void): Promise<GameResource[]> {
	const opened = await openArchive(path);
	for (const finding of opened.findings) onFault?.(finding);
	return [...opened.entries.values()].map((entry) => resourceOf(opened, entry, path));
}

/** @param from the archive; an entry that is in a BIF has that instead */
function resourceOf({ path, archive }: DiskArchive, entry: ArchiveEntry, from: string): GameResource {
	const fileName = resourceFileName(entry);
	const part = slashed(archive.parts[entry.part].name);
	return { fileName, path: join(path, fileName), size: entry.size, from: part === '' ? from : part };
}

/** The areas of all modules, by name of the module, then layouts that belong to no module. */
export async function areasOf(game: Game, onFault?: (finding: Finding) => void): Promise<GameArea[]> {
	const areas: GameArea[] = [];
	const named = new Set<string>();
	for (const module of [...game.modules.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
		for (const path of module.archives) {
			for (const { name, type } of (await readable(path, onFault))?.entries.values() ?? []) {
				if (extensionOfType(type) !== 'are') continue;
				named.add(name.toLowerCase());
				const layout = (await openView(game, module.name)).find(`${name}.lyt`);
				areas.push({ name, module: module.name, layout: layout && viewPath(game, `${name}.lyt`, module.name) });
			}
		}
	}
	const layouts = new Set<string>();
	for (const fileName of (await openView(game)).names()) {
		const [, name] = /^(.*)\.lyt$/i.exec(fileName) ?? [];
		if (name !== undefined && !named.has(name.toLowerCase())) layouts.add(name);
	}
	for (const name of [...layouts].sort())
		areas.push({ name, module: undefined, layout: viewPath(game, `${name}.lyt`, undefined) });
	return areas;
}

/**
 * The virtual path of a resource as the game finds it: `GAME/tar_m10aa/m10aa.lyt` while that module is played, `GAME/m10aa.lyt` without a module.
 * Its sibling files are those that the game finds, too.
 */
function viewPath({ root }: Game, fileName: string, module: string | undefined): string {
	return module === undefined ? join(root, fileName) : join(root, module, fileName);
}

/** The game and module of a folder that `viewPath` made; undefined for any other folder. */
export async function viewAt(folder: string): Promise<{ game: Game; module: string | undefined } | undefined> {
	if (isGameFolder(folder)) return { game: await openGame(folder), module: undefined };
	if (statOf(folder) !== undefined || !isGameFolder(dirname(folder))) return undefined;
	const game = await openGame(dirname(folder));
	const module = game.modules.get(basename(folder).toLowerCase());
	return module === undefined ? undefined : { game, module: module.name };
}

/**
 * Resolves a word of a command line within a game: a resource by its name with extension (`m10aa_01a.wok`), the layout of an area (`m10aa`), or
 * the layout of the only area of a module (`tar_m10aa`).
 * @returns the path; undefined when the game has nothing of that name
 * @throws UsageError for a module with several areas
 */
export async function pathInGame(game: Game, word: string): Promise<string | undefined> {
	const lower = word.toLowerCase();
	if (word.includes('.')) {
		if (isArchiveName(word)) return archiveInGame(game, lower);
		const found = await findInGame(game, word);
		if (found !== undefined) return lower.endsWith('.lyt') ? layoutInGame(game, lower.slice(0, -4)) : found;
		for (const { name } of game.modules.values()) {
			const inModule = await findInGame(game, word, name);
			if (inModule !== undefined) return lower.endsWith('.lyt') ? viewPath(game, word, name) : inModule;
		}
		return undefined;
	}
	return layoutInGame(game, lower);
}

function archiveInGame({ modules }: Game, lower: string): string | undefined {
	const all = [...modules.values()].flatMap(({ archives, hidden }) => [...archives, ...hidden]);
	return all.find((path) => basename(path).toLowerCase() === lower);
}

async function layoutInGame(game: Game, lower: string): Promise<string | undefined> {
	const areas = await areasOf(game);
	const byName = areas.find(({ name, layout }) => name.toLowerCase() === lower && layout !== undefined);
	if (byName !== undefined) return byName.layout;
	const ofModule = areas.filter(({ module, layout }) => module?.toLowerCase() === lower && layout !== undefined);
	if (ofModule.length > 1) {
		const list = ofModule.map(({ name }) => name).join(', ');
		throw new UsageError(`The module ${lower} has several areas. Name one of them: ${list}`);
	}
	return ofModule[0]?.layout;
}
