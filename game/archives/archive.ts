import { defineFindings } from '../../src/findings/report.ts';
import type { ByteSource } from '../../src/formats/contracts.ts';
import type { ResourceName } from './resource-types.ts';

/**
 * An archive of the game: resources by name and type, with the offset of their bytes. Only the tables of an archive are read; a resource is read when it
 * is needed.
 */

/** A resource of an archive, and where its bytes are. */
export interface ArchiveEntry extends ResourceName {
	/** Index of the part that holds it: 0, except for a KEY, whose parts are the BIFs. */
	readonly part: number;
	/** Bytes from the beginning of the part. */
	readonly offset: number;
	/** Bytes. */
	readonly size: number;
	/** Number of its row in the archive's table, damaged ones counted. */
	readonly row: number;
}

/** A file that holds bytes of an archive. */
export interface ArchivePart {
	/** As the archive names it: empty for the archive itself. */
	readonly name: string;
	readonly source: ByteSource;
}

/** An archive whose tables were read. */
export interface Archive {
	/** The name of its format. */
	readonly format: string;
	/** The four letters that it begins with, such as `MOD `. */
	readonly type: string;
	/** In the order of its table, without those that are damaged, which are reported. */
	readonly entries: readonly ArchiveEntry[];
	readonly parts: readonly ArchivePart[];
}

/** A resource that goes into an archive. */
export interface NewEntry extends ResourceName {
	readonly bytes: Uint8Array;
}

/** Opens a file beside an archive by a name that the archive has for it; undefined where there is none. */
export type OpenPart = (name: string) => Promise<ByteSource | undefined>;

/**
 * The bytes of an entry.
 * @throws Error of the file system
 *
 * @example
 * const archive = await readArchive(blobSource(new Blob([mod])));
 * const rooms = archive.entries.filter(({ type }) => type === 2016);
 * const files = await Promise.all(rooms.map((entry) => readEntry(archive, entry)));
 */
export function readEntry({ parts }: Archive, { part, offset, size }: ArchiveEntry): Promise<Uint8Array> {
	return parts[part].source.read(offset, size);
}

/** The key of a resource, without regard to letter case. */
export function resourceKey({ name, type }: ResourceName): string {
	return `${name.toLowerCase()}.${type}`;
}

const NOT_DAMAGED =
	'The file may be cut short by a download, or be no archive of the game. Get it again from where it came.';

/** What can be wrong with archives of any format. */
export const ARCHIVE_FINDINGS = defineFindings({
	ARCHIVE_MAGIC: {
		severity: 'fatal',
		meaning:
			'An archive of the game begins with the name of its kind, and this file does not. No resource can be found in it.',
		message: (d: { found: string; wanted: string }): string =>
			`This is not an archive of this kind: it begins with "${d.found}", not with ${d.wanted}.`,
		help: NOT_DAMAGED,
	},
	ARCHIVE_TRUNCATED: {
		severity: 'fatal',
		meaning:
			'A part of the archive lies beyond the end of the file: it was cut off or altered. The game could not load the module either.',
		message: (d: { part: string; count: number; offset: number; size: number }): string =>
			`The archive is damaged: its ${d.part} (${d.count} of them at byte ${d.offset}) lie outside of the file, which has ${d.size} bytes.`,
		help: NOT_DAMAGED,
	},
	ARCHIVE_CLAIMS: {
		severity: 'fatal',
		meaning:
			'The entries of an archive lie beside each other in its file. Here so many share the same bytes that all of them together are many times the file.',
		message: (d: { entries: number; claimed: number; available: number }): string =>
			`The archive is refused: its ${d.entries} entries claim ${d.claimed} bytes, and it has ${d.available}.`,
		help: 'Entries that share their bytes so often are made to keep a program busy, or the table is damaged.',
	},
	ARCHIVE_ENTRY_DAMAGED: {
		severity: 'warning',
		meaning: 'One resource of the archive cannot be read, so a room, model or table of the module is missing.',
		message: (d: { entry: string; problem: string }): string => `Entry "${d.entry}" cannot be read: ${d.problem}.`,
		help: 'The other entries of the archive are read. Get the archive again from where it came, or replace the entry.',
	},
	ARCHIVE_ENTRY_NAME: {
		severity: 'warning',
		meaning: 'Names of resources become names of files, and this one could lead out of a folder or is none for a file.',
		message: (d: { entry: string; problem: string }): string =>
			`Entry "${d.entry}" is left out: its name ${d.problem}, so no file can be called that.`,
		help: 'The game does not find a resource of such a name either. The other entries are read.',
	},
	ARCHIVE_ENTRY_TWICE: {
		severity: 'warning',
		meaning: 'Two resources have one name and type. What is read here may not be what the game takes.',
		message: (d: { entry: string; count: number }): string =>
			`The archive has ${d.count} entries called "${d.entry}"; the first is used.`,
		help: 'Names ignore letter case. Which of them the game takes is not certain; make the archive again with one of them.',
	},
	ARCHIVE_PART_UNREADABLE: {
		severity: 'warning',
		meaning:
			'The index of the game says that resources lie in this file, and it cannot be opened. Rooms, models and tables in it are not found.',
		message: (d: { part: string; entries: number; problem: string }): string =>
			`"${d.part}" cannot be read (${d.problem}): ${d.entries} ${d.entries === 1 ? 'resource is' : 'resources are'} missing.`,
		help: 'The index of the game names this file. Resources of the other files are read.',
	},
});
