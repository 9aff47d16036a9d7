import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Archive, type ArchiveEntry, readEntry } from '../src/archive/archive.ts';
import { resourceFileName } from '../src/archive/resource-types.ts';
import { InputError, type Report } from '../src/findings/report.ts';
import { entryAt, isArchiveName, openArchive } from './archives.ts';
import { findInGame, openView, viewAt } from './game.ts';

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
}

/**
 * The folder at a path; undefined for a file that is no archive, and where nothing is.
 * @param report told of what is wrong with an archive
 * @throws InputError for an archive that cannot be read
 */
export async function folderAt(asked: string, report?: Report): Promise<Folder | undefined> {
	// `quay.mod/` is the archive; of a folder of the disk nothing changes.
	const path = asked.replace(/(?<=.)[\\/]+$/, '');
	const found = await stat(path).catch(() => undefined);
	if (found?.isDirectory() === true) return diskFolder(path);
	if (found?.isFile() === true) return isArchiveName(path) ? archiveFolder(path, report) : undefined;
	if (found !== undefined) return undefined;
	const view = await viewAt(path);
	if (view === undefined) return undefined;
	const { names, find } = await openView(view.game, view.module);
	return { kind: 'game', names: async () => names(), find: async (name) => find(name) };
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
	return {
		kind: 'disk',
		names: list,
		find: async (name) => {
			byKey ??= keyed();
			const found = (await byKey).get(name.toLowerCase());
			return found === undefined ? undefined : join(path, found);
		},
	};
}

async function archiveFolder(path: string, report: Report | undefined): Promise<Folder> {
	const { entries, findings } = await openArchive(path);
	for (const finding of findings) report?.push(finding);
	return {
		kind: 'archive',
		names: async () => [...entries.values()].map(resourceFileName),
		find: async (name) => {
			const entry = entries.get(name.toLowerCase());
			return entry === undefined ? undefined : join(path, resourceFileName(entry));
		},
	};
}

/** A file in an archive. */
export interface ArchivedFile {
	/** The archive's path. */
	readonly path: string;
	readonly entry: ArchiveEntry;
	readonly archive: Archive;
	read(length?: number): Promise<Uint8Array>;
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
	if (found?.entry !== undefined) {
		const { archive, entry } = found;
		const read = (length = entry.size): Promise<Uint8Array> =>
			readEntry(archive.archive, { ...entry, size: Math.min(length, entry.size) });
		return { path: archive.path, archive: archive.archive, entry, read };
	}
	if (found !== undefined) {
		const own = found.archive.findings.find(
			({ data }) => String(data?.['entry']).toLowerCase() === basename(path).toLowerCase(),
		);
		if (own !== undefined) throw new InputError({ ...own, severity: 'fatal' });
		return 'missing';
	}
	const view = await viewAt(dirname(path));
	const real = view && (await findInGame(view.game, basename(path), view.module));
	if (real === undefined || real === path) return undefined;
	return (await entryAt(real)) === undefined ? { real } : archivedFile(real);
}
