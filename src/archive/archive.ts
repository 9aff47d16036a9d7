import type { Report } from '../findings/report.ts';
import type { ByteSource } from '../formats/byte-source.ts';
import type { Format } from '../formats/contracts.ts';
import type { ResourceName } from './resource-types.ts';

/**
 * An archive of the game: resources by name and type, with the place of each one's bytes. Of an archive only its tables are read; a
 * resource is read when it is asked for.
 */

/** A resource of an archive, and where its bytes lie. */
export interface ArchiveEntry extends ResourceName {
	/** Which of the archive's parts holds it: 0, but for a KEY, whose parts are the BIFs. */
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
	 * An archive with some entries replaced, by name and type, and the others of them added behind. Without any, it is byte for byte the one
	 * that was read.
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

/** What resources are found by: names have no letter case. */
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
