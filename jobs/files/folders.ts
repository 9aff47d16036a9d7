import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Archive, type ArchiveEntry, readEntry, resourceFileName } from '../../game/archives/archive.ts';
import { type DiskArchive, entryAt, isArchiveName, openArchive } from '../../game/archives/archives.ts';
import { openView, viewAt } from '../../game/installation/game.ts';
import { statOf } from '../../pipeline/disk/ranges.ts';
import { InputError, type Report } from '../../src/findings/report.ts';

/**
 * Anything that commands treat as a folder: a folder on disk, an archive of the game, or the files that a game finds while a module is played.
 * Files in it have ordinary paths: `mods/quay.mod/quay_01a.wok`.
 */
export interface Folder {
	readonly kind: 'disk' | 'archive' | 'game';
	/** Names of its files in their own letter case, in any order. */
	names(): Promise<readonly string[]>;
	/** A file by its name, without regard to letter case; undefined where there is none. */
	locate(name: string): Promise<LocatedFile | undefined>;
}

/** A file that was found in a folder. */
export interface LocatedFile {
	readonly path: string;
	/** Given for an entry of an archive. */
	readonly archived?: ArchivedFile;
}

/**
 * The folder at a path; undefined for a missing path and for a file that is not an archive.
 * @param report gets the findings of opening an archive
 * @throws InputError for an archive that cannot be read
 */
export async function folderAt(asked: string, report?: Report): Promise<Folder | undefined> {
	// `quay.mod/` means the archive `quay.mod`, so slashes at the end are removed.
	const path = asked.replace(/(?<=.)[\\/]+$/, '');
	const found = statOf(path);
	if (found?.isDirectory() === true) return diskFolder(path);
	if (found?.isFile() === true) return isArchiveName(path) ? archiveFolder(path, report) : undefined;
	if (found !== undefined) return undefined;
	const view = await viewAt(path);
	if (view === undefined) return undefined;
	const { names, locate } = await openView(view.game, view.module);
	return {
		kind: 'game',
		names: async () => names(),
		locate: async (name) => {
			const found = locate(name);
			return found?.inArchive === undefined
				? found
				: { path: found.path, archived: fileOf(found.inArchive.archive, found.inArchive.entry) };
		},
	};
}

/** Files that are found by name. */
export type FolderFiles = Omit<Folder, 'kind'>;

/** The folder at a path, opened when it is first asked. A missing one is read as a folder of the disk, which throws the right error. */
export function lazyFolder(path: string): FolderFiles {
	let opened: Promise<Folder> | undefined;
	const open = (): Promise<Folder> => {
		opened ??= folderAt(path).then((found) => found ?? diskFolder(path));
		return opened;
	};
	return { names: async () => (await open()).names(), locate: async (name) => (await open()).locate(name) };
}

/** The file of a room. @param extensions in order of preference @throws Error of the file system */
export async function locateRoom(
	folder: FolderFiles,
	room: string,
	extensions: readonly string[],
): Promise<LocatedFile | undefined> {
	for (const extension of extensions) {
		const found = await folder.locate(`${room}${extension}`);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** A folder on disk. Its names are read once, on first use. */
function diskFolder(path: string): Folder {
	let names: Promise<string[]> | undefined;
	let byKey: Promise<ReadonlyMap<string, string>> | undefined;
	const list = (): Promise<string[]> => {
		names ??= readdir(path);
		return names;
	};
	const keyed = async (): Promise<ReadonlyMap<string, string>> =>
		new Map((await list()).toReversed().map((name) => [name.toLowerCase(), name]));
	return {
		kind: 'disk',
		names: list,
		locate: async (name) => {
			byKey ??= keyed();
			const found = (await byKey).get(name.toLowerCase());
			return found === undefined ? undefined : { path: join(path, found) };
		},
	};
}

async function archiveFolder(path: string, report: Report | undefined): Promise<Folder> {
	const archive = await openArchive(path);
	const { entries, findings } = archive;
	for (const finding of findings) report?.push(finding);
	return {
		kind: 'archive',
		names: async () => [...entries.values()].map(resourceFileName),
		locate: async (name) => {
			const entry = entries.get(name.toLowerCase());
			return entry && { path: join(path, resourceFileName(entry)), archived: fileOf(archive, entry) };
		},
	};
}

/** The position of a file in an archive. */
export interface ArchivedFile {
	/** Path of the archive. */
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
 * The entry that a path leads to, directly into an archive or by way of an installed game.
 * @returns the entry; a path where the game finds an ordinary file; undefined where neither an archive nor a game is involved
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
