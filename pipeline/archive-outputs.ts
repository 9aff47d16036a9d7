import { stat } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import type { NewEntry } from '../src/archive/archive.ts';
import { resourceOfFileName } from '../src/archive/resource-types.ts';
import { UsageError } from '../src/findings/report.ts';
import type { OutputFile } from '../src/formats/sources.ts';
import { ARCHIVE_WRITERS } from './archive-formats.ts';
import { isArchiveName, openArchive } from './archives.ts';

/**
 * Outputs whose folder is an archive, `quay.mod/quay_01a.wok`: what is written is the archive, with these entries replaced or added and the
 * others as they are. Other outputs stay as they are.
 *
 * @throws UsageError for an archive that cannot be written, and names that it does not hold; InputError for a damaged one
 */
export async function intoArchives(files: readonly OutputFile[]): Promise<readonly OutputFile[]> {
	const folders = new Map<string, OutputFile[]>();
	for (const file of files) {
		const folder = dirname(file.path);
		folders.set(folder, [...(folders.get(folder) ?? []), file]);
	}
	const archives = new Map<string, OutputFile>();
	for (const [folder, own] of folders) {
		if (!isArchiveName(folder) || (await stat(folder).catch(() => undefined))?.isFile() !== true) continue;
		archives.set(folder, { path: folder, bytes: await changedArchive(folder, own.map(entryOf)) });
	}
	if (archives.size === 0) return files;
	const others = files.filter(({ path }) => !archives.has(dirname(path)));
	return [...others, ...archives.values()];
}

/** An archive of the disk with entries replaced, and others added. @throws UsageError for one that cannot be written */
export async function changedArchive(path: string, entries: readonly NewEntry[]): Promise<Uint8Array> {
	const { archive } = await openArchive(path);
	const writer = ARCHIVE_WRITERS.find(({ name }) => name === archive.format);
	if (writer === undefined) throw new UsageError(`"${path}" cannot be written: it is the index of a game.`);
	return writer.change(archive, entries);
}

/** A new archive, whose kind its extension says. */
export async function newArchive(path: string, entries: readonly NewEntry[]): Promise<Uint8Array> {
	const extension = extname(path).toLowerCase();
	const writer = ARCHIVE_WRITERS.find(({ extensions }) => extensions.includes(extension));
	if (writer === undefined) throw new UsageError(`"${path}" is not the name of an archive that can be written.`);
	return writer.create(entries, extension);
}

/** A file as an entry of an archive. @throws UsageError for an extension that the game does not know */
export function entryOf({ path, bytes }: OutputFile): NewEntry {
	const resource = resourceOfFileName(basename(path));
	if (resource === undefined)
		throw new UsageError(`"${basename(path)}" cannot be an entry of an archive: the game has no such type.`);
	return { ...resource, bytes };
}
