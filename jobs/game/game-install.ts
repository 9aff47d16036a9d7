import { lstat, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type NewEntry, readEntry, resourceFileName, resourceOfFileName } from '../../game/archives/archive.ts';
import { changedArchive, nameIn, newArchive, openArchive } from '../../game/archives/archives.ts';
import type { Game } from '../../game/installation/game.ts';
import { GAME_FINDINGS } from '../../game/installation/game-findings.ts';
import { hashBytes } from '../../pipeline/disk/digest.ts';
import { holding } from '../../pipeline/disk/lock.ts';
import { type Change, removeEmpty } from '../../pipeline/disk/staging.ts';
import { writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import { OUTPUT_FINDINGS } from '../../pipeline/output-findings.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { type Report, UsageError } from '../../src/findings/report.ts';
import type { OutputFile } from '../../src/formats/contracts.ts';
import { gameFileProblem, LONGEST_NAME, PLACEHOLDER_ROOM } from '../../src/model/level.ts';
import { baseName, fileNameProblem, slashed, stemOf } from '../../src/text/paths.ts';
import { jsonText } from '../../src/text/quote.ts';
import { folderOf, openFile, openLayout } from '../files/files.ts';
import { type Folder, folderAt } from '../files/folders.ts';

/** In one file: installing and uninstalling, and the record by which the one undoes the other. */

/** Resource types that are skipped in folders: they are notes or pictures beside the files that are meant. */
const NOT_MEANT = ['txt', 'ini', 'res', 'bmp'];
/** Most names that a message lists. */
const NAMED = 5;

/**
 * Resolves the arguments of `install`. A file stands for itself, a layout also for the files of its name and of its rooms, a folder for every file
 * in it that the game reads; its other files are listed in a note.
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
			if (!wanted(stemOf(name).toLowerCase())) continue;
			if (resource === undefined || NOT_MEANT.includes(extension)) left.push(name);
			else take((await folder.locate(name))?.path ?? join(path, name), name.toLowerCase());
		}
	};
	for (const word of words) {
		const folder = /\.(?:mod|rim|erf)$/i.test(word) ? undefined : await folderAt(word, report);
		if (folder !== undefined) await takeAll(folder, word, () => true);
		else if (registry.layoutFormat(word) === undefined) take(word, baseName(word).toLowerCase());
		else {
			const { rooms } = await openLayout(word, registry, report);
			const stem = stemOf(baseName(word));
			const names = new Set([stem, ...rooms.map(({ model }) => model)].map((name) => name.toLowerCase()));
			names.delete(PLACEHOLDER_ROOM);
			const beside = await folderAt(folderOf(word), report);
			if (beside !== undefined) await takeAll(beside, folderOf(word), (name) => names.has(name));
		}
	}
	if (left.length > 0) {
		report.add(GAME_FINDINGS.INSTALL_LEFT_OUT, {}, { count: left.length, names: someOf(left) });
	}
	const files: OutputFile[] = [];
	for (const path of paths.values()) files.push({ path, bytes: await (await openFile(path, report)).bytes() });
	return files;
}

function someOf(names: readonly string[]): string {
	return names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '');
}

/**
 * Installs files into a game and removes them again. The old files are copied and recorded in a folder inside the game before one changes,
 * so that even a killed run can be undone. After everything is uninstalled, the game has its original bytes and that folder is gone.
 */

const RECORD_FOLDER = 'wokflow-installed';
const RECORD = 'record.json';

/** A file that was added to the game or changed in it. */
interface Installed {
	/** Relative to the game's folder, with slashes. */
	readonly path: string;
	/** Name of the copy of the old file, in the folder of the record; null for a file that did not exist. */
	readonly old: string | null;
	/** SHA-256 of the old file. */
	readonly oldHash: string | null;
	/** SHA-256 of the installed file. */
	readonly hash: string;
	/** SHA-256 of what wokflow installed there before: after a killed run, that is still the file's content. */
	readonly previous?: string;
}

/** True for a hash of a content that wokflow installed at this path or found there, so that it may be replaced. Null stands for no file. */
function isKnown(there: string | null, { hash, oldHash, previous }: Installed): boolean {
	return there === hash || there === oldHash || (previous !== undefined && there === previous);
}

interface InstallRecord {
	readonly version: 1;
	readonly files: readonly Installed[];
	/** Folders that were created, relative to the game's folder. */
	readonly folders: readonly string[];
}

export interface InstallOptions {
	/** Installs into the archive of this module instead of `Override/`. */
	readonly module?: string;
	/** Also replaces files that were changed since wokflow installed them. */
	readonly force?: boolean;
}

/** A file of the game that was installed or restored. */
export interface InstalledFile {
	/** Relative to the game's folder. */
	readonly path: string;
	/** True when the file existed before. */
	readonly replaced: boolean;
}

/**
 * Installs files into `Override/`, or into the `.mod` of a module; a missing `.mod` is made from the module's other archives. Archives go into
 * `modules/`.
 * @returns the files of the game that changed; empty when an error was reported
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
	const targets: Target[] = [];
	for (const { path, bytes } of archives)
		targets.push({ path: await pathIn(game.root, 'modules', basename(path)), bytes });
	return holding([game.root], async () => {
		if (module === undefined) {
			for (const { path, bytes } of resources)
				targets.push({ path: await pathIn(game.root, 'Override', basename(path)), bytes });
		} else if (resources.length > 0) targets.push(await moduleWith(game, module, resources));
		return put(game, targets, force, report);
	});
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
	const type = { ...OUTPUT_FINDINGS.OUTPUT_NAME_GAME, severity: 'error' } as const;
	if (problem !== undefined) report.add(type, { file: path }, { name, problem });
}

/** A file of the game to write; for an archive that changes with the digest of what it was made of. */
type Target = OutputFile & Pick<Change, 'before'>;

/** A path in a folder of the game, in the letter case of existing files. */
async function pathIn(root: string, folder: string, name: string): Promise<string> {
	const inside = join(root, (await nameIn(root, folder)) ?? folder);
	return join(inside, (await nameIn(inside, name)) ?? name);
}

/** The `.mod` of a module with files added. A new one gets the whole content of the module's other archives, which the game ignores from then on. */
async function moduleWith(game: Game, name: string, files: readonly OutputFile[]): Promise<Target> {
	const problem = fileNameProblem(`${name}.mod`);
	const module = game.modules.get(name.toLowerCase());
	const isTooLong = module === undefined && name.length > LONGEST_NAME;
	if (problem !== undefined || /[^A-Za-z0-9_]/.test(name) || isTooLong)
		throw new UsageError(
			`"${name}" cannot be the name of a module: use up to ${LONGEST_NAME} letters, digits and "_".`,
		);
	const entries = files.map(({ path, bytes }): NewEntry => {
		const resource = resourceOfFileName(basename(path));
		if (resource === undefined) throw new Error(`${path} was checked`);
		return { ...resource, bytes };
	});
	const path = await pathIn(game.root, 'modules', `${module?.name ?? name}.mod`);
	// Looked at now: it may have been installed since the game was opened.
	if ((await stat(path).catch(() => undefined))?.isFile()) return { path, ...(await changedArchive(path, entries)) };
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
	{ root }: Game,
	targets: readonly Target[],
	force: boolean,
	report: Report,
): Promise<InstalledFile[]> {
	const record = await readRecord(root, report);
	const known = new Map(record.files.map((each) => [each.path.toLowerCase(), each]));
	const folders = new Set(record.folders);
	const changed: { readonly change: Change; readonly entry: Installed }[] = [];
	const copies: Change[] = [];
	const seen = new Set<string>();
	for (const { path: file, bytes, before: seenAs } of targets) {
		const path = relativeTo(root, file);
		const key = path.toLowerCase();
		if (seen.has(key)) throw new UsageError(`Two of the files would become "${path}" in the game.`);
		seen.add(key);
		const content = await contentOf(file);
		const there = hashOfBytes(content);
		const hash = hashBytes(bytes);
		const before = known.get(key);
		if (before !== undefined && !isKnown(there, before) && !force)
			report.add(GAME_FINDINGS.GAME_FILE_CHANGED, { file }, {});
		if (there === hash) continue;
		const old = there === null ? null : `${hashBytes(Buffer.from(key)).slice(0, 12)}-${basename(path)}`;
		const previous = there === null ? {} : { previous: there };
		const entry = before === undefined ? { path, old, oldHash: there, hash } : { ...before, hash, ...previous };
		changed.push({ change: { path: file, bytes, before: seenAs ?? there }, entry });
		// Also of what is recorded and is as it was: its copy may be gone since it was put back.
		if (entry.old !== null && there === entry.oldHash && content !== undefined)
			copies.push({ path: join(root, RECORD_FOLDER, entry.old), bytes: content, times: await stat(file) });
		if ((await stat(dirname(file)).catch(() => undefined)) === undefined) folders.add(relativeTo(root, dirname(file)));
	}
	if (report.failed || changed.length === 0) return [];
	for (const { entry } of changed) known.set(entry.path.toLowerCase(), entry);
	// In this order, so that a run that ends half-way can be undone by what is there, even where nobody knows that it ended.
	await writeFilesAtomically([
		...copies,
		recordOf(root, { version: 1, files: [...known.values()], folders: [...folders] }),
		...changed.map(({ change }) => change),
	]);
	return changed.map(({ entry }) => ({ path: entry.path, replaced: entry.oldHash !== null }));
}

/**
 * Uninstalls files: each gets its old content back, or is removed if it did not exist.
 * @param names file names or paths in the game; empty for everything that was installed
 * @returns the files of the game that changed; empty when one was edited since, which is reported
 */
export function uninstall(
	{ root }: Game,
	names: readonly string[],
	options: Pick<InstallOptions, 'force'>,
	report: Report,
): Promise<InstalledFile[]> {
	return holding([root], () => takeOut(root, names, options, report));
}

async function takeOut(
	root: string,
	names: readonly string[],
	{ force = false }: Pick<InstallOptions, 'force'>,
	report: Report,
): Promise<InstalledFile[]> {
	const record = await readRecord(root, report);
	const chosen =
		names.length === 0 ? record.files : record.files.filter(({ path }) => names.some((name) => isNamed(path, name)));
	for (const name of names) {
		if (!record.files.some(({ path }) => isNamed(path, name)))
			throw new UsageError(
				`"${name}" was not installed by wokflow. Installed: ${someOf(record.files.map(({ path }) => path)) || 'nothing'}`,
			);
	}
	const changes: Change[] = [];
	const copies: Change[] = [];
	for (const each of chosen) {
		const { old, oldHash } = each;
		const file = join(root, each.path);
		const there = hashOfBytes(await contentOf(file));
		if (!isKnown(there, each) && !force) report.add(GAME_FINDINGS.GAME_FILE_CHANGED, { file }, {});
		if (old === null) {
			if (there !== null) changes.push({ path: file, bytes: null, before: there });
			continue;
		}
		const copy = join(root, RECORD_FOLDER, old);
		const content = await contentOf(copy);
		if (content !== undefined) copies.push({ path: copy, bytes: null });
		if (there === oldHash) continue;
		if (content === undefined || hashBytes(content) !== oldHash)
			report.fail(GAME_FINDINGS.GAME_RECORD_INVALID, { file: copy }, {});
		changes.push({ path: file, bytes: content, before: there, times: await stat(copy) });
	}
	// What a run that was killed in the end has left.
	if (record.files.length === 0) removeEmpty(join(root, RECORD_FOLDER));
	if (report.failed || chosen.length === 0) return [];
	const left = record.files.filter((each) => !chosen.includes(each));
	const isLast = left.length === 0;
	// Copies go last: as long as one may be needed, it is there.
	await writeFilesAtomically([
		...changes,
		isLast ? { path: join(root, RECORD_FOLDER, RECORD), bytes: null } : recordOf(root, { ...record, files: left }),
		...copies,
	]);
	for (const folder of isLast ? [RECORD_FOLDER, ...record.folders] : []) removeEmpty(join(root, folder));
	return chosen.map(({ path, oldHash }) => ({ path, replaced: oldHash !== null }));
}

function isNamed(path: string, name: string): boolean {
	const wanted = slashed(name).toLowerCase();
	return path.toLowerCase() === wanted || basename(path).toLowerCase() === wanted;
}

function relativeTo(root: string, path: string): string {
	return slashed(path.slice(root.length + 1));
}

/**
 * The bytes of a file; undefined when it does not exist.
 * @throws UsageError for a folder, a pipe or a device: these have no content, or no end of it; for a link, as what it leads to is no file of the game: it
 * may be that of a mod manager, and would not get back what it held
 */
async function contentOf(path: string): Promise<Buffer | undefined> {
	const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined;
		throw error;
	});
	if (found === undefined) return undefined;
	if (found.isSymbolicLink())
		throw new UsageError(`"${path}" is a link. Put the file itself in its place, or take the link away.`);
	if (!found.isFile()) throw new UsageError(`"${path}" is not a file. Move it out of the game, then try again.`);
	return readFile(path);
}

/** SHA-256 of what a file holds; null when it does not exist. */
function hashOfBytes(bytes: Uint8Array | undefined): string | null {
	return bytes === undefined ? null : hashBytes(bytes);
}

const NOTHING: InstallRecord = { version: 1, files: [], folders: [] };

/** Reads the record of installed files. @throws InputError for a damaged or foreign record, since it decides which files are removed */
async function readRecord(root: string, report: Report): Promise<InstallRecord> {
	const file = join(root, RECORD_FOLDER, RECORD);
	const bytes = await contentOf(file);
	if (bytes === undefined) return NOTHING;
	let value: unknown;
	try {
		value = JSON.parse(bytes.toString());
	} catch {
		value = undefined;
	}
	return isRecord(value) ? value : report.fail(GAME_FINDINGS.GAME_RECORD_INVALID, { file }, {});
}

/** Where files are installed: a record of others would remove what the game brings. */
const PLACES = /^(?:override|modules)$/i;

/** Checks the shape of a record, that it names files once and only where files are installed, and that its copies are in the folder of the record. */
function isRecord(value: unknown): value is InstallRecord {
	const { version, files, folders } = (value ?? {}) as Partial<Record<keyof InstallRecord, unknown>>;
	if (version !== 1 || !Array.isArray(files) || !Array.isArray(folders)) return false;
	const isName = (name: unknown): boolean => typeof name === 'string' && fileNameProblem(name) === undefined;
	const isPath = (path: unknown): boolean => {
		const [folder, name, ...rest] = typeof path === 'string' ? path.split('/') : [];
		return rest.length === 0 && PLACES.test(folder) && isName(name);
	};
	const isHash = (hash: unknown): boolean => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
	const used = new Set<string>();
	const isNew = (name: unknown): boolean => used.size < used.add(String(name).toLowerCase()).size;
	return (
		folders.every((folder) => typeof folder === 'string' && PLACES.test(folder)) &&
		files.every((each: Partial<Record<keyof Installed, unknown>> | null) => {
			const { path, old, oldHash, hash, previous } = each ?? {};
			const isCopy = old === null || (isName(old) && old !== RECORD && isNew(old));
			return (
				isPath(path) &&
				isNew(path) &&
				isCopy &&
				isHash(hash) &&
				(previous === undefined || isHash(previous)) &&
				(oldHash === null) === (old === null) &&
				(old === null || isHash(oldHash))
			);
		})
	);
}

function recordOf(root: string, record: InstallRecord): Change {
	const bytes = new TextEncoder().encode(`${jsonText(record, '\t')}\n`);
	return { path: join(root, RECORD_FOLDER, RECORD), bytes };
}
