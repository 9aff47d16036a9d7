import { defineFindings } from '../../src/findings/report.ts';
import type { ByteSource } from '../../src/formats/contracts.ts';

/**
 * Types of the game's resources: what a number in an archive is as the extension of a file. The one list of them.
 */

/** Types, as the game and its tools count them: the number of the first of a row, and the extensions from there on; `-` for none. */
const ROWS: readonly (readonly [first: number, extensions: string])[] = [
	[0, 'res bmp mve tga wav - plt ini mp3 mpg txt wma wmv xmv'],
	[2000, 'plh tex mdl thg - fnt - lua slt nss ncs mod are set ifo bic'],
	[2016, 'wok 2da tlk - - - txi git bti uti btc utc - dlg itp btt'],
	[2032, 'utt dds bts uts ltr gff fac bte ute btd utd btp utp dft gic gui'],
	[2048, 'css ccs btm utm dwk pwk btg utg jrl sav utw 4pc ssf hak nwm bik'],
	[2064, 'ndb ptm ptt'],
	[3000, 'lyt vis rim pth lip bwm txb tpc mdx rsv sig xbx'],
	[9997, 'erf bif key'],
];

const EXTENSIONS: ReadonlyMap<number, string> = new Map(
	ROWS.flatMap(([first, extensions]) => extensions.split(' ').map((each, i) => [first + i, each] as const)).filter(
		([, extension]) => extension !== '-',
	),
);

const TYPES: ReadonlyMap<string, number> = new Map([...EXTENSIONS].map(([type, extension]) => [extension, type]));

/** Types have 16 bits in most archives. */
const LARGEST_TYPE = 0xffff;

/** The extension of a type, without its dot; the number itself for a type that is not known. */
export function extensionOfType(type: number): string {
	return EXTENSIONS.get(type) ?? String(type);
}

/** The type of an extension, letter case aside; undefined for one that the game does not know. */
function typeOfExtension(extension: string): number | undefined {
	const known = TYPES.get(extension.toLowerCase());
	if (known !== undefined || !/^\d{1,5}$/.test(extension)) return known;
	const type = Number(extension);
	return type <= LARGEST_TYPE && !EXTENSIONS.has(type) ? type : undefined;
}

/** A resource by name and type. */
export interface ResourceName {
	/** Up to 16 characters; compared without regard to letter case. */
	readonly name: string;
	readonly type: number;
}

/** `quay_01a.wok` */
export function resourceFileName({ name, type }: ResourceName): string {
	return `${name}.${extensionOfType(type)}`;
}

/** What a file is called as a resource: `quay_01a.wok` is the walkmesh quay_01a. Undefined for an extension that the game does not know. */
export function resourceOfFileName(fileName: string): ResourceName | undefined {
	const dot = fileName.lastIndexOf('.');
	const type = dot < 0 ? undefined : typeOfExtension(fileName.slice(dot + 1));
	return type === undefined ? undefined : { name: fileName.slice(0, dot), type };
}

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

/** What can be wrong with archives of any format. */
export const ARCHIVE_FINDINGS = defineFindings({
	ARCHIVE_INVALID: {
		severity: 'fatal',
		meaning:
			'The file is not an archive of the game, was cut off, or was altered: part of it lies beyond the end of the file, or so many entries share the same bytes that together they are many times its size. The game could not load the module either.',
		message: (d: { problem: string }): string => `Not a valid archive: ${d.problem}.`,
		help: 'The download may be incomplete, or the file is not an archive of the game. Get it again from its source.',
	},
	ARCHIVE_ENTRY_DAMAGED: {
		severity: 'warning',
		meaning: 'One resource of the archive cannot be read, so a room, model or table of the module is missing.',
		message: (d: { entry: string; problem: string }): string => `Entry "${d.entry}" cannot be read: ${d.problem}.`,
		help: 'The other entries of the archive are read. Get the archive again from its source, or replace the entry.',
	},
	ARCHIVE_ENTRY_NAME: {
		severity: 'warning',
		meaning: 'Resource names become file names, and this one could lead out of the folder or is not a valid file name.',
		message: (d: { entry: string; problem: string }): string =>
			`Entry "${d.entry}" is left out: its name ${d.problem}, so no file can be called that.`,
		help: 'The game does not find such a resource either. The other entries are read.',
	},
	ARCHIVE_ENTRY_TWICE: {
		severity: 'warning',
		meaning: 'Two resources have the same name and type. The game may use the other one.',
		message: (d: { entry: string; count: number }): string =>
			`The archive has ${d.count} entries called "${d.entry}"; the first is used.`,
		help: 'Letter case is ignored. It is not certain which one the game uses: build the archive again with one of them.',
	},
	ARCHIVE_PART_UNREADABLE: {
		severity: 'warning',
		meaning:
			'The index of the game refers to this file, and it cannot be opened. Rooms, models and tables in it are not found.',
		message: (d: { part: string; entries: number; problem: string }): string =>
			`"${d.part}" cannot be read (${d.problem}): ${d.entries} ${d.entries === 1 ? 'resource is' : 'resources are'} missing.`,
		help: 'The index of the game names this file. Resources of the other files are read.',
	},
});
