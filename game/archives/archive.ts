import { defineFindings, type Report } from '../../src/findings/report.ts';
import type { Format } from '../../src/formats/contracts.ts';
import type { ByteSource } from '../../src/formats/sources.ts';
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

/** A format of archives that can be read. */
export interface ArchiveFormat extends Format {
	/** True when the first bytes are of this format. */
	sniff(head: Uint8Array): boolean;
	/** @throws InputError when its tables cannot be read; a damaged entry is reported and left out */
	read(source: ByteSource, report: Report, openPart: OpenPart): Promise<Archive>;
}

/** A format of archives that can be written. */
export interface ArchiveWriter extends Format {
	/**
	 * Replaces entries by name and type, and adds those that the archive does not have at its end. Without entries the result is the archive, byte for byte.
	 */
	change(archive: Archive, entries: readonly NewEntry[]): Promise<Uint8Array>;
	/** A new archive. @param extension of its file, such as `.mod` */
	create(entries: readonly NewEntry[], extension: string): Promise<Uint8Array>;
}

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

/** Bytes of a name in a table, without a terminator where it fills them. */
export const NAME_SIZE = 16;

/** ERF, MOD, SAV and HAK: 160 bytes of header, texts in several languages, keys, places of the data. */
export const ERF = {
	types: ['ERF ', 'MOD ', 'SAV ', 'HAK '],
	version: 'V1.0',
	headerSize: 160,
	keySize: 24,
	placeSize: 8,
	/** Where the header has what, bytes. */
	header: { languages: 8, textSize: 12, count: 16, texts: 20, keys: 24, places: 28, description: 40 },
	/** Where a key has what: after the name the number of its place, then its type. */
	key: { id: 16, type: 20 },
} as const;

/** RIM: 120 bytes of header and a table that holds names and places. */
export const RIM = {
	types: ['RIM '],
	version: 'V1.0',
	headerSize: 120,
	rowSize: 32,
	header: { count: 12, rows: 16 },
	row: { type: 16, id: 20, offset: 24, size: 28 },
} as const;

/** KEY: names of BIFs, and of each resource which entry of which BIF it is. */
export const KEY = {
	type: 'KEY ',
	version: 'V1  ',
	headerSize: 24,
	fileSize: 12,
	keySize: 22,
	header: { files: 8, keys: 12, fileTable: 16, keyTable: 20 },
	file: { size: 0, nameOffset: 4, nameSize: 8 },
	key: { type: 16, id: 18 },
	/** Of an id the upper bits number the BIF, the lower ones its entry. */
	idBits: 20,
} as const;

/** BIF: bytes without names. */
export const BIF = {
	type: 'BIFF',
	version: 'V1  ',
	headerSize: 20,
	entrySize: 16,
	header: { variable: 8, fixed: 12, table: 16 },
	entry: { id: 0, offset: 4, size: 8, type: 12 },
} as const;

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
