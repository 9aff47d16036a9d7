import { type BigIntStats, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { ArchiveEntry } from '../src/archive/archive.ts';
import { extensionOfType, resourceFileName } from '../src/archive/resource-types.ts';
import { type Finding, InputError, UsageError } from '../src/findings/report.ts';
import { type DiskArchive, isArchiveName, nameAmong, openArchive, stampOf } from './archives.ts';
import { statOf } from './ranges.ts';

/**
 * An installed game, and where it finds a resource: `Override/` first, then the module that is played (`.mod`, or `.rim` and `_s.rim`), then
 * `patch.erf`, then the index. Names have no letter case. Nothing of it is changed here.
 */

export type GameTitle = 'k1' | 'k2';

/** A module of `modules/`: one `.mod`, or the archives that the game ships it as. */
export interface GameModule {
	/** As its first archive is called, without extension. */
	readonly name: string;
	/** Paths in the order they are searched. */
	readonly archives: readonly string[];
	/** Of these one that the game does not look into: a `.mod` takes the place of the others. */
	readonly hidden: readonly string[];
}

export interface Game {
	readonly root: string;
	readonly title: GameTitle;
	/** By what the title was told; undefined where nothing tells and KotOR 1 is assumed. */
	readonly toldBy: string | undefined;
	/** Paths of `Override/` by file name in lower case. */
	readonly override: ReadonlyMap<string, string>;
	/** By name in lower case. */
	readonly modules: ReadonlyMap<string, GameModule>;
	readonly patch: string | undefined;
	readonly key: string;
}

/** An area of a game. */
export interface GameArea {
	readonly name: string;
	/** Undefined for a layout that no module has an area for. */
	readonly module: string | undefined;
	/** The path that leads to its layout as the game finds it while the module is played; undefined where there is none. */
	readonly layout: string | undefined;
}

/** A resource and where it lies. */
export interface GameResource {
	/** With its extension. */
	readonly fileName: string;
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	/** Override, the archive, or the BIF, as a path below the game's folder. */
	readonly from: string;
	/** What the game finds in its place, whatever it plays. */
	readonly hiddenBy?: string;
}

const INDEX = 'chitin.key';
/** As it is written on disks that part letter cases. */
const INDEX_NAMES = [INDEX, 'Chitin.key', 'CHITIN.KEY'];
/** Games that were opened, by folder: what is found in one stays while these paths of it do. */
const known = new Map<
	string,
	{ readonly paths: readonly string[]; readonly stamp: string; readonly game: Promise<Game> }
>();

/** Opens an installed game. @throws UsageError for a folder that is none */
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

/** What changes when one of some paths does. */
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

/** Names in a folder that a game need not have. @throws Error of the file system for one that may not be read: what it hides would count as missing */
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

/** What only one of the two games has: programs and settings first, then folders, then files of its index. */
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
 * Endings of the archives of a module, in the order they are searched; a `.mod` stands for all of them. Areas of their own in `_a.rim` and
 * `_adx.rim`, which only consoles have, come before the module's first archive.
 */
const MODULE_ENDINGS = ['.mod', '_a.rim', '_adx.rim', '.rim', '_s.rim', '_dlg.erf'];
/** The longest that fits tells the module. */
const ENDINGS_BY_LENGTH = [...MODULE_ENDINGS].sort((a, b) => b.length - a.length);

async function modulesOf(folder: string): Promise<Map<string, GameModule>> {
	const found = new Map<string, { name: string; archives: Map<string, string> }>();
	for (const name of (await namesIn(folder)).sort()) {
		const lower = name.toLowerCase();
		const ending = ENDINGS_BY_LENGTH.find((each) => lower.endsWith(each));
		if (ending === undefined) continue;
		const stem = name.slice(0, -ending.length);
		const module = found.get(stem.toLowerCase()) ?? { name: stem, archives: new Map() };
		module.archives.set(ending, join(folder, name));
		found.set(stem.toLowerCase(), module);
	}
	return new Map(
		[...found].map(([key, { name, archives }]) => {
			const paths = MODULE_ENDINGS.flatMap((ending) => archives.get(ending) ?? []);
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

/** A file that a game sees. */
export interface SeenFile {
	readonly path: string;
	/** Where it is an entry of an archive. */
	readonly inArchive?: { readonly archive: DiskArchive; readonly entry: ArchiveEntry };
}

/** What a game sees while a module is played, its archives opened once. */
export interface GameView {
	/** Names of all its files, each once. */
	names(): string[];
	/** The path of a file by its name with extension, letter case aside. */
	find(fileName: string): string | undefined;
	/** The same with where its bytes are, so that nobody has to look for them again. */
	locate(fileName: string): SeenFile | undefined;
}

/** Opens what a game sees while a module is played. An archive that cannot be read is passed over. */
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

/** The path of a resource as the game finds it while a module is played. @param fileName with its extension, letter case aside */
export async function findInGame(game: Game, fileName: string, module?: string): Promise<string | undefined> {
	return (await openView(game, module)).find(fileName);
}

/** An archive of the game; undefined for one that cannot be read. @param onFault told of what is wrong with it */
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

/** Every resource of a game, where it lies: `Override/`, modules in the order of their names, `patch.erf`, the index. */
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
			const part = opened.archive.parts[entry.part].name.replaceAll('\\', '/');
			const hiddenBy = hides(key, path);
			const fileName = resourceFileName(entry);
			const from = part === '' ? below(path) : part;
			resources.push({
				fileName,
				path: join(path, fileName),
				size: entry.size,
				from,
				...(hiddenBy === undefined ? {} : { hiddenBy }),
			});
		}
	}
	return resources;
}

/** Areas of the modules in the order of their names, then layouts that belong to none. */
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
 * The path by which a resource is asked for as the game finds it: `GAME/tar_m10aa/m10aa.lyt` while that module is played, `GAME/m10aa.lyt`
 * without one. Files beside it are what the game finds, too.
 */
function viewPath({ root }: Game, fileName: string, module: string | undefined): string {
	return module === undefined ? join(root, fileName) : join(root, module, fileName);
}

/** The game and module that the folder of a view path stands for; undefined for any other folder. */
export async function viewAt(folder: string): Promise<{ game: Game; module: string | undefined } | undefined> {
	if (isGameFolder(folder)) return { game: await openGame(folder), module: undefined };
	if (statOf(folder) !== undefined || !isGameFolder(dirname(folder))) return undefined;
	const game = await openGame(dirname(folder));
	const module = game.modules.get(basename(folder).toLowerCase());
	return module === undefined ? undefined : { game, module: module.name };
}

/**
 * What a word on a command line means in a game: a resource by its name with extension (`m10aa_01a.wok`), the layout of an area (`m10aa`) or of
 * the only area of a module (`tar_m10aa`).
 * @returns undefined for a word that names nothing in it
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
