import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Archive, type ArchiveEntry, readEntry } from '../src/archive/archive.ts';
import { resourceFileName } from '../src/archive/resource-types.ts';
import { InputError, type Report } from '../src/findings/report.ts';
import { type DiskArchive, entryAt, isArchiveName, openArchive } from './archives.ts';
import { openView, viewAt } from './game.ts';
import { statOf } from './ranges.ts';

/**
 * What is a folder to commands: one of the disk, an archive of the game, or what a game sees while a module is played. The paths of files in
 * them are like any others: `mods/quay.mod/quay_01a.wok`.
 */
export interface Folder {
	readonly kind: 'disk' | 'archive' | 'game';
	/** Names of its files as they are written, in any order. */
	names(): Promise<readonly string[]>;
	/** The path of the file of a name, letter case aside; undefined where it has none. */
	find(name: string): Promise<string | undefined>;
	/** The same with where the bytes are that an archive has of it. */
	locate(name: string): Promise<LocatedFile | undefined>;
}

/** A file of a folder. */
export interface LocatedFile {
	readonly path: string;
	/** Where it is an entry of an archive. */
	readonly archived?: ArchivedFile;
}

/**
 * The folder at a path; undefined for a file that is no archive, and where nothing is.
 * @param report told of what is wrong with an archive
 * @throws InputError for an archive that cannot be read
 */
export async function folderAt(asked: string, report?: Report): Promise<Folder | undefined> {
	// `quay.mod/` is the archive; of a folder of the disk nothing changes.
	const path = asked.replace(/(?<=.)[\\/]+$/, '');
	const found = statOf(path);
	if (found?.isDirectory() === true) return diskFolder(path);
	if (found?.isFile() === true) return isArchiveName(path) ? archiveFolder(path, report) : undefined;
	if (found !== undefined) return undefined;
	const view = await viewAt(path);
	if (view === undefined) return undefined;
	const { names, locate } = await openView(view.game, view.module);
	return indexedFolder('game', names, (name) => {
		const found = locate(name);
		return found?.inArchive === undefined
			? found
			: { path: found.path, archived: fileOf(found.inArchive.archive, found.inArchive.entry) };
	});
}

function indexedFolder(
	kind: Folder['kind'],
	names: () => readonly string[],
	locate: (name: string) => LocatedFile | undefined,
): Folder {
	return {
		kind,
		names: async () => names(),
		find: async (name) => locate(name)?.path,
		locate: async (name) => locate(name),
	};
}

/** A folder of the disk. Its names are read when the first is asked for, and once. */
export function diskFolder(path: string): Folder {
	let names: Promise<string[]> | undefined;
	let byKey: Promise<ReadonlyMap<string, string>> | undefined;
	const list = (): Promise<string[]> => {
		names ??= readdir(path);
		return names;
	};
	const keyed = async (): Promise<ReadonlyMap<string, string>> =>
		new Map((await list()).toReversed().map((name) => [name.toLowerCase(), name]));
	const find = async (name: string): Promise<string | undefined> => {
		byKey ??= keyed();
		const found = (await byKey).get(name.toLowerCase());
		return found === undefined ? undefined : join(path, found);
	};
	return {
		kind: 'disk',
		names: list,
		find,
		locate: async (name) => {
			const found = await find(name);
			return found === undefined ? undefined : { path: found };
		},
	};
}

async function archiveFolder(path: string, report: Report | undefined): Promise<Folder> {
	const archive = await openArchive(path);
	const { entries, findings } = archive;
	for (const finding of findings) report?.push(finding);
	return indexedFolder(
		'archive',
		() => [...entries.values()].map(resourceFileName),
		(name) => {
			const entry = entries.get(name.toLowerCase());
			return entry && { path: join(path, resourceFileName(entry)), archived: fileOf(archive, entry) };
		},
	);
}

/** A file in an archive. */
export interface ArchivedFile {
	/** The archive's path. */
	readonly path: string;
	readonly entry: ArchiveEntry;
	readonly archive: Archive;
	read(length?: number): Promise<Uint8Array>;
}

function fileOf({ path, archive }: DiskArchive, entry: ArchiveEntry): ArchivedFile {
	const read = (length = entry.size): Promise<Uint8Array> =>
		readEntry(archive, { ...entry, size: Math.min(length, entry.size) });
	return { path, archive, entry, read };
}

/**
 * The file in an archive that a path leads to, directly or as a game finds it.
 * @returns its real path where a game finds it as a file of its own; undefined where no archive is
 * @throws InputError for an archive that cannot be read
 */
export async function archivedFile(
	path: string,
): Promise<ArchivedFile | { readonly real: string } | 'missing' | undefined> {
	const found = await entryAt(path);
	if (found?.entry !== undefined) return fileOf(found.archive, found.entry);
	if (found !== undefined) {
		const own = found.archive.findings.find(
			({ data }) => String(data?.['entry']).toLowerCase() === basename(path).toLowerCase(),
		);
		if (own !== undefined) throw new InputError({ ...own, severity: 'fatal' });
		return 'missing';
	}
	const view = await viewAt(dirname(path));
	const seen = view && (await openView(view.game, view.module)).locate(basename(path));
	if (seen === undefined || seen.path === path) return undefined;
	return seen.inArchive === undefined ? { real: seen.path } : fileOf(seen.inArchive.archive, seen.inArchive.entry);
}
