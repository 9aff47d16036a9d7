import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type NewEntry, readEntry } from '../src/archive/archive.ts';
import { resourceFileName, resourceOfFileName } from '../src/archive/resource-types.ts';
import { type Report, UsageError } from '../src/findings/report.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import { gameFileProblem, LONGEST_NAME, PLACEHOLDER_ROOM } from '../src/level/level.ts';
import { fileNameProblem } from '../src/text/file-names.ts';
import { jsonText } from '../src/text/quote.ts';
import { changedArchive, nameIn, newArchive, openArchive } from './archives.ts';
import { sweepStaging, writeFilesAtomically } from './atomic.ts';
import { folderOf, openFile, openLayout } from './files.ts';
import { OUTPUT_FINDINGS } from './findings.ts';
import { type Folder, folderAt } from './folders.ts';
import type { Game } from './game.ts';
import { GAME_FINDINGS } from './game-findings.ts';
import type { Registry } from './registry.ts';

/** Types that lie about in folders and are not meant. */
const NOT_MEANT = ['txt', 'ini', 'res', 'bmp'];
/** As many names are told. */
const NAMED = 5;

/**
 * The files that arguments stand for which are to be installed: a file is itself, a layout brings the files of its name and of its rooms, a
 * folder everything in it that the game reads; what else it has is noted.
 * @throws InputError for a file that cannot be read
 */
export async function filesToInstall(
	words: readonly string[],
	registry: Registry,
	report: Report,
): Promise<OutputFile[]> {
	const paths = new Map<string, string>();
	const left: string[] = [];
	const take = (path: string, key: string): void => {
		const known = paths.get(key);
		if (known !== undefined && known !== path)
			throw new UsageError(`Two of the files have one name in the game: ${known} and ${path}`);
		paths.set(key, path);
	};
	const takeAll = async (folder: Folder, path: string, wanted: (stem: string) => boolean): Promise<void> => {
		for (const name of (await folder.names()).toSorted()) {
			const resource = resourceOfFileName(name);
			const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
			if (!wanted(name.replace(/\.[^.]*$/, '').toLowerCase())) continue;
			if (resource === undefined || NOT_MEANT.includes(extension)) left.push(name);
			else take((await folder.find(name)) ?? join(path, name), name.toLowerCase());
		}
	};
	for (const word of words) {
		const folder = /\.(?:mod|rim|erf)$/i.test(word) ? undefined : await folderAt(word, report);
		if (folder !== undefined) await takeAll(folder, word, () => true);
		else if (registry.layoutFormat(word) === undefined) take(word, word.replace(/^.*[\\/]/, '').toLowerCase());
		else {
			const { rooms } = await openLayout(word, registry, report);
			const stem = word.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
			const names = new Set([stem, ...rooms.map(({ model }) => model)].map((name) => name.toLowerCase()));
			names.delete(PLACEHOLDER_ROOM);
			const beside = await folderAt(folderOf(word), report);
			if (beside !== undefined) await takeAll(beside, folderOf(word), (name) => names.has(name));
		}
	}
	if (left.length > 0) {
		const names = left.slice(0, NAMED).join(', ') + (left.length > NAMED ? ', …' : '');
		report.add(GAME_FINDINGS.INSTALL_LEFT_OUT, {}, { count: left.length, names });
	}
	const files: OutputFile[] = [];
	for (const path of paths.values()) files.push({ path, bytes: await (await openFile(path, report)).bytes() });
	return files;
}

/**
 * Puts files into an installed game and takes them out again. Before anything is changed, what was there is copied and written down in a folder of
 * the game's own, so that a run that is killed can be undone as well. When all is taken out, the game is byte for byte what it was, and
 * the folder is gone.
 */

const RECORD_FOLDER = 'wokflow-installed';
const RECORD = 'record.json';

/** A file of the game that was put there or changed. */
interface Installed {
	/** Relative to the game's folder, with slashes. */
	readonly path: string;
	/** The copy of what was there, in the folder of the record; null where nothing was. */
	readonly old: string | null;
	/** SHA-256 of what was there. */
	readonly oldHash: string | null;
	/** SHA-256 of what was put there. */
	readonly hash: string;
	/** SHA-256 of what wokflow had put there before, which is still there where a run was killed. */
	readonly previous?: string;
}

/** True for what wokflow left at a place, or found there. */
function isKnown(there: string | null, { hash, oldHash, previous }: Installed): boolean {
	return there === hash || there === oldHash || (previous !== undefined && there === previous);
}

interface InstallRecord {
	readonly version: 1;
	readonly files: readonly Installed[];
	/** Folders that were made, relative to the game's. */
	readonly folders: readonly string[];
}

export interface InstallOptions {
	/** Into the archive of this module, in place of `Override/`. */
	readonly module?: string;
	/** Also over what was changed since wokflow put it there. */
	readonly force?: boolean;
}

/** What became of a file of the game. */
export interface InstalledFile {
	/** Relative to the game's folder. */
	readonly path: string;
	/** Something was there before. */
	readonly replaced: boolean;
}

/**
 * Puts files into `Override/`, or into the `.mod` of a module, which is made of its other archives where there is none. Archives go into `modules/`.
 * @returns the files of the game that changed; none where something was wrong, which is reported
 */
export async function install(
	game: Game,
	files: readonly OutputFile[],
	{ module, force = false }: InstallOptions,
	report: Report,
): Promise<InstalledFile[]> {
	for (const { path } of files) checkName(path, report);
	if (report.failed) return [];
	const archives = files.filter(({ path }) => isModuleFile(path));
	const resources = files.filter(({ path }) => !isModuleFile(path));
	const targets: OutputFile[] = [];
	for (const { path, bytes } of archives)
		targets.push({ path: await pathIn(game.root, 'modules', basename(path)), bytes });
	if (module === undefined) {
		for (const { path, bytes } of resources) {
			const known = game.override.get(basename(path).toLowerCase());
			targets.push({ path: known ?? (await pathIn(game.root, 'Override', basename(path))), bytes });
		}
	} else if (resources.length > 0) targets.push(await moduleWith(game, module, resources));
	return put(game, targets, force, report);
}

function isModuleFile(path: string): boolean {
	return ['.mod', '.rim', '.erf'].includes(extname(path).toLowerCase());
}

function checkName(path: string, report: Report): void {
	const name = basename(path);
	const resource = resourceOfFileName(name);
	if (resource === undefined) {
		report.add(GAME_FINDINGS.INSTALL_NOT_RESOURCE, { file: path }, { extension: extname(name) });
		return;
	}
	const problem =
		fileNameProblem(name) ??
		gameFileProblem(name) ??
		(resource.name.length > LONGEST_NAME && !isModuleFile(path)
			? `has ${resource.name.length} characters before its extension; the game accepts ${LONGEST_NAME}`
			: undefined);
	if (problem !== undefined) report.add(OUTPUT_FINDINGS.OUTPUT_NAME_GAME, { file: path }, { name, problem });
}

/** A path in a folder of the game, letter case as it is there. */
async function pathIn(root: string, folder: string, name: string): Promise<string> {
	const inside = join(root, (await nameIn(root, folder)) ?? folder);
	return join(inside, (await nameIn(inside, name)) ?? name);
}

/** The `.mod` of a module with files in it. One that is new has all of what it takes the place of: the game would not look there any more. */
async function moduleWith(game: Game, name: string, files: readonly OutputFile[]): Promise<OutputFile> {
	const problem = fileNameProblem(`${name}.mod`);
	if (problem !== undefined || /[^A-Za-z0-9_]/.test(name))
		throw new UsageError(`"${name}" cannot be the name of a module: use letters, digits and "_".`);
	const module = game.modules.get(name.toLowerCase());
	const entries = files.map(({ path, bytes }): NewEntry => {
		const resource = resourceOfFileName(basename(path));
		if (resource === undefined) throw new Error(`${path} was checked`);
		return { ...resource, bytes };
	});
	const path = await pathIn(game.root, 'modules', `${module?.name ?? name}.mod`);
	if (module?.archives[0] === path) return { path, bytes: await changedArchive(path, entries) };
	const all = new Map<string, NewEntry>();
	for (const archivePath of module?.archives ?? []) {
		const { archive, entries: own } = await openArchive(archivePath);
		for (const [key, entry] of own) {
			if (!all.has(key)) all.set(key, { name: entry.name, type: entry.type, bytes: await readEntry(archive, entry) });
		}
	}
	for (const entry of entries) all.set(resourceFileName(entry).toLowerCase(), entry);
	return { path, bytes: await newArchive(path, [...all.values()]) };
}

async function put(
	game: Game,
	targets: readonly OutputFile[],
	force: boolean,
	report: Report,
): Promise<InstalledFile[]> {
	const { root } = game;
	const record = await readRecord(root, report);
	const known = new Map(record.files.map((each) => [each.path.toLowerCase(), each]));
	const folders = new Set(record.folders);
	const changed: { readonly file: OutputFile; readonly entry: Installed; readonly isNew: boolean }[] = [];
	const seen = new Set<string>();
	for (const file of targets) {
		const path = relativeTo(root, file.path);
		if (seen.has(path.toLowerCase())) throw new UsageError(`Two of the files would become "${path}" in the game.`);
		seen.add(path.toLowerCase());
		const there = await hashOf(file.path);
		const hash = hashOfBytes(file.bytes);
		const before = known.get(path.toLowerCase());
		if (before !== undefined && !isKnown(there, before) && !force)
			report.add(GAME_FINDINGS.GAME_FILE_CHANGED, { file: file.path }, {});
		if (there === hash) continue;
		const old =
			there === null ? null : `${hashOfBytes(Buffer.from(path.toLowerCase())).slice(0, 12)}-${basename(path)}`;
		const previous = there === null ? {} : { previous: there };
		const entry = before === undefined ? { path, old, oldHash: there, hash } : { ...before, hash, ...previous };
		changed.push({ file, entry, isNew: before === undefined });
	}
	if (report.failed || changed.length === 0) return [];
	await mkdir(join(root, RECORD_FOLDER), { recursive: true });
	for (const { file, entry, isNew } of changed) {
		if (isNew && entry.old !== null) await keepCopy(file.path, join(root, RECORD_FOLDER, entry.old));
		const folder = dirname(file.path);
		if ((await stat(folder).catch(() => undefined)) === undefined) folders.add(relativeTo(root, folder));
	}
	for (const { entry } of changed) known.set(entry.path.toLowerCase(), entry);
	await writeRecord(root, { version: 1, files: [...known.values()], folders: [...folders] });
	await writeFilesAtomically(changed.map(({ file }) => file));
	return changed.map(({ entry }) => ({ path: entry.path, replaced: entry.oldHash !== null }));
}

/**
 * Takes out what was put in: files are what they were before, or gone.
 * @param names file names or paths in the game; all that was put in where there are none
 * @returns the files of the game that changed; none where something was changed since, which is reported
 */
export async function uninstall(
	game: Game,
	names: readonly string[],
	{ force = false }: Pick<InstallOptions, 'force'>,
	report: Report,
): Promise<InstalledFile[]> {
	const { root } = game;
	const record = await readRecord(root, report);
	const chosen =
		names.length === 0 ? record.files : record.files.filter(({ path }) => names.some((name) => isNamed(path, name)));
	for (const name of names) {
		if (!record.files.some(({ path }) => isNamed(path, name)))
			throw new UsageError(
				`"${name}" was not installed by wokflow. Installed: ${record.files.map(({ path }) => path).join(', ') || 'nothing'}`,
			);
	}
	for (const each of chosen) {
		const file = join(root, each.path);
		if (!isKnown(await hashOf(file), each) && !force) report.add(GAME_FINDINGS.GAME_FILE_CHANGED, { file }, {});
	}
	if (report.failed) return [];
	// A run that was killed may have left what it had not yet given a name.
	for (const folder of new Set(chosen.map(({ path }) => dirname(join(root, path))))) await sweepStaging(folder);
	for (const { path, old, oldHash } of chosen) {
		const target = join(root, path);
		if (old === null) await rm(target, { force: true });
		else if ((await hashOf(target)) === oldHash) await rm(join(root, RECORD_FOLDER, old), { force: true });
		else await rename(join(root, RECORD_FOLDER, old), target);
	}
	const left = record.files.filter((each) => !chosen.includes(each));
	if (left.length > 0) await writeRecord(root, { ...record, files: left });
	else {
		await rm(join(root, RECORD_FOLDER), { recursive: true, force: true });
		for (const folder of record.folders) await removeEmpty(join(root, folder));
	}
	return chosen.map(({ path, oldHash }) => ({ path, replaced: oldHash !== null }));
}

function isNamed(path: string, name: string): boolean {
	const wanted = name.replaceAll('\\', '/').toLowerCase();
	return path.toLowerCase() === wanted || basename(path).toLowerCase() === wanted;
}

/** A copy with the time of the original, which it has again when it is brought back. */
async function keepCopy(path: string, copy: string): Promise<void> {
	const { atime, mtime } = await stat(path);
	await copyFile(path, copy);
	await utimes(copy, atime, mtime);
}

async function removeEmpty(folder: string): Promise<void> {
	const names = await readdir(folder).catch(() => ['?']);
	if (names.length === 0) await rmdir(folder);
}

function relativeTo(root: string, path: string): string {
	return path.slice(root.length + 1).replaceAll('\\', '/');
}

/** SHA-256 of a file; null where none is. */
async function hashOf(path: string): Promise<string | null> {
	const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return null;
		throw error;
	});
	return bytes === null ? null : hashOfBytes(bytes);
}

function hashOfBytes(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

const NOTHING: InstallRecord = { version: 1, files: [], folders: [] };

/** What was installed. @throws InputError for a record that wokflow did not write: it decides which files are removed */
async function readRecord(root: string, report: Report): Promise<InstallRecord> {
	const file = join(root, RECORD_FOLDER, RECORD);
	const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined;
		throw error;
	});
	if (text === undefined) return NOTHING;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		value = undefined;
	}
	return isRecord(value) ? value : report.fail(GAME_FINDINGS.GAME_RECORD_INVALID, { file }, {});
}

/** A path of the record lies below the game's folder, and a copy in the folder of the record. */
function isRecord(value: unknown): value is InstallRecord {
	const { version, files, folders } = (value ?? {}) as Partial<Record<keyof InstallRecord, unknown>>;
	if (version !== 1 || !Array.isArray(files) || !Array.isArray(folders)) return false;
	const isPath = (path: unknown): boolean =>
		typeof path === 'string' && path.split('/').every((part) => fileNameProblem(part) === undefined);
	const isHash = (hash: unknown): boolean => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
	return (
		folders.every(isPath) &&
		files.every((each: Partial<Record<keyof Installed, unknown>> | null) => {
			const { path, old, oldHash, hash, previous } = each ?? {};
			const isCopy = old === null || (isPath(old) && !String(old).includes('/'));
			return (
				isPath(path) &&
				isCopy &&
				isHash(hash) &&
				(previous === undefined || isHash(previous)) &&
				(oldHash === null) === (old === null) &&
				(old === null || isHash(oldHash))
			);
		})
	);
}

async function writeRecord(root: string, record: InstallRecord): Promise<void> {
	const bytes = new TextEncoder().encode(`${jsonText(record, '\t')}\n`);
	await writeFilesAtomically([{ path: join(root, RECORD_FOLDER, RECORD), bytes }]);
}
