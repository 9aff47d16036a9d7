import { reasonOf } from '../../src/findings/reason.ts';
import { Report } from '../../src/findings/report.ts';
import { type ByteSource, type Format, isWithin, memorySource } from '../../src/formats/contracts.ts';
import { decodeLatin } from '../../src/text/cursor.ts';
import {
	ARCHIVE_FINDINGS,
	type Archive,
	type ArchiveEntry,
	type ArchivePart,
	type OpenPart,
	resourceFileName,
} from './archive.ts';

/**
 * Reads the tables of archives: MOD, ERF, SAV, HAK, RIM, and a KEY with its BIFs. Counts and offsets are compared with the size of the file before
 * anything is read by them.
 */

/** Bytes of a name in a table, without a terminator where it fills them. */
export const NAME_SIZE = 16;

/** An archive that holds its entries: a header, a table of keys and one of places, which may be the same, and the data. Offsets in bytes. */
export interface TableLayout extends Format {
	readonly types: readonly string[];
	readonly version: string;
	readonly headerSize: number;
	/** Where the header has the number of entries. */
	readonly count: number;
	/** Where the header has texts in several languages, and the number of a description. */
	readonly texts?: { readonly size: number; readonly at: number; readonly description: number };
	/** `at`: where the header has the offset of the table; `size`: bytes a row, which begins with the name. */
	readonly keys: {
		readonly part: string;
		readonly at: number;
		readonly size: number;
		readonly id: number;
		readonly type: number;
		readonly typeBytes: 2 | 4;
	};
	/** The size of an entry follows its offset. */
	readonly places: { readonly part: string; readonly at: number; readonly size: number; readonly offset: number };
}

export const ERF: TableLayout = {
	name: 'erf',
	summary: 'archive of resources: a module, a saved game, a patch',
	extensions: ['.mod', '.erf', '.sav', '.hak'],
	types: ['ERF ', 'MOD ', 'SAV ', 'HAK '],
	version: 'V1.0',
	headerSize: 160,
	count: 16,
	texts: { size: 12, at: 20, description: 40 },
	keys: { part: 'keys', at: 24, size: 24, id: 16, type: 20, typeBytes: 2 },
	places: { part: 'places of entries', at: 28, size: 8, offset: 0 },
};

/** Names and places are one table. Some writers leave its offset out: it follows the header then. */
export const RIM: TableLayout = {
	name: 'rim',
	summary: 'archive of resources: a module as the game ships it',
	extensions: ['.rim'],
	types: ['RIM '],
	version: 'V1.0',
	headerSize: 120,
	count: 12,
	keys: { part: 'entries', at: 16, size: 32, id: 20, type: 16, typeBytes: 4 },
	places: { part: 'entries', at: 16, size: 32, offset: 24 },
};

/** KEY: names of BIFs, and of each resource which entry of which BIF it is. */
const KEY = {
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
const BIF = {
	type: 'BIFF',
	version: 'V1  ',
	headerSize: 20,
	entrySize: 16,
	header: { variable: 8, fixed: 12, table: 16 },
	entry: { id: 0, offset: 4, size: 8, type: 12 },
} as const;

/** A format of archives that can be read. */
interface ArchiveFormat extends Format {
	/** True when the first bytes are of this format. */
	sniff(head: Uint8Array): boolean;
	/** @throws InputError when its tables cannot be read; a damaged entry is reported and left out */
	read(source: ByteSource, report: Report, openPart: OpenPart): Promise<Archive>;
}

function tableFormat(layout: TableLayout): ArchiveFormat {
	const { name, summary, extensions, types, version } = layout;
	return {
		...{ name, summary, extensions },
		sniff: (head) => beginsWith(head, types, version),
		read: (source, report) => readTables(layout, source, report),
	};
}

/**
 * The archive formats of the game. Plugins cannot add others, because paths into archives work everywhere, also where there is no registry.
 */
export const ARCHIVES: readonly ArchiveFormat[] = [
	tableFormat(ERF),
	tableFormat(RIM),
	{
		name: 'key',
		summary: 'index of an installed game, whose resources lie in BIFs',
		extensions: ['.key'],
		sniff: (head) => beginsWith(head, [KEY.type], KEY.version),
		read: readKey,
	},
];

export interface ReadArchiveOptions {
	readonly report?: Report;
	/** Opens the BIFs of a KEY. Without it their resources are missing. */
	readonly openPart?: OpenPart;
}

/**
 * Reads the tables of an archive of the game: MOD, ERF, SAV, HAK, RIM, or a KEY with its BIFs. Only the tables are read; `readEntry` reads the
 * bytes of an entry.
 *
 * @throws InputError when it is not an archive, or its tables are damaged; a damaged entry is reported and left out
 *
 * @example
 * const archive = await readArchive(blobSource(new Blob([mod])));
 * console.log(archive.entries.map(({ name }) => name));
 */
export async function readArchive(
	source: ByteSource,
	{ report = new Report(), openPart = async () => undefined }: ReadArchiveOptions = {},
): Promise<Archive> {
	const head = await source.read(0, Math.min(8, source.size));
	const format = ARCHIVES.find(({ sniff }) => sniff(head));
	if (format !== undefined) {
		const archive = await format.read(source, report, openPart);
		checkClaims(archive, report);
		return archive;
	}
	const wanted = ARCHIVES.map(({ name }) => name.toUpperCase()).join(', ');
	return refuse(report, `it begins with "${decodeLatin(head)}", not with that of ${wanted}`);
}

function refuse(report: Report, problem: string): never {
	return report.fail(ARCHIVE_FINDINGS.ARCHIVE_INVALID, {}, { problem });
}

/** Entries may share bytes, but their sizes must not add up to more than this many times the file: extracting them would fill the disk. */
const MOST_SHARED = 4;
/** Total size of entries in bytes that is always allowed, whatever the size of the file. */
const LITTLE = 2 ** 20;

function checkClaims({ entries, parts }: Archive, report: Report): void {
	const available = [...new Set(parts.map(({ source }) => source))].reduce((sum, { size }) => sum + size, 0);
	const claimed = entries.reduce((sum, { size }) => sum + size, 0);
	if (claimed > Math.max(LITTLE, MOST_SHARED * available))
		refuse(report, `its ${entries.length} entries claim ${claimed} bytes, and it has ${available}`);
}

/** Reads an archive that holds its entries. Row `i` of the keys belongs to row `i` of the places. */
async function readTables(layout: TableLayout, source: ByteSource, report: Report): Promise<Archive> {
	const { name: format, headerSize, keys, places } = layout;
	const header = await readHeader(source, layout.types, layout.version, headerSize, report);
	const count = header.getUint32(layout.count, true);
	const isOneTable = keys.at === places.at;
	const table = ({ part, at, size }: { part: string; at: number; size: number }): Promise<DataView> => {
		const offset = header.getUint32(at, true) || (isOneTable ? headerSize : 0);
		return readTable(source, part, { offset, count, rowSize: size }, report);
	};
	const keyRows = await table(keys);
	const placeRows = isOneTable ? keyRows : await table(places);
	const entries: ArchiveEntry[] = [];
	for (let row = 0; row < count; row++) {
		const key = row * keys.size;
		const place = row * places.size + places.offset;
		const entry = {
			name: nameOf(keyRows, key),
			type: keys.typeBytes === 2 ? keyRows.getUint16(key + keys.type, true) : keyRows.getUint32(key + keys.type, true),
			part: 0,
			offset: placeRows.getUint32(place, true),
			size: placeRows.getUint32(place + 4, true),
			row,
		};
		if (checkEntry(resourceFileName(entry), entry, source.size, report)) entries.push(entry);
	}
	return { format, type: textOf(header, 0, 4), entries, parts: [{ name: '', source }] };
}

/** A BIF, as far as its table goes. */
interface Bif {
	readonly name: string;
	/** What is wrong with it, or its table. */
	readonly opened: { readonly problem: string } | { readonly source: ByteSource; readonly table: DataView };
	/** Number of resources that are missing with it. */
	missing: number;
}

/** The upper bits of an id have no more. */
const MOST_FILES = 2 ** (32 - KEY.idBits);

/**
 * Reads the index of a game (`chitin.key`) and the tables of its BIFs. A BIF that is missing or damaged costs its own resources.
 * @param openPart opens a BIF by the name that the KEY has for it, such as `data\models.bif`
 */
async function readKey(source: ByteSource, report: Report, openPart: OpenPart): Promise<Archive> {
	const header = await readHeader(source, [KEY.type], KEY.version, KEY.headerSize, report);
	const word = (at: number): number => header.getUint32(at, true);
	const fileCount = word(KEY.header.files);
	const keyCount = word(KEY.header.keys);
	const files = { offset: word(KEY.header.fileTable), count: fileCount, rowSize: KEY.fileSize };
	const fileTable = await readTable(source, 'names of files', files, report);
	const rows = { offset: word(KEY.header.keyTable), count: keyCount, rowSize: KEY.keySize };
	const keys = await readTable(source, 'keys', rows, report);
	const bifs: Bif[] = [];
	// A file that is named a thousand times is opened once.
	const opened = new Map<string, Promise<Bif['opened']>>();
	for (let index = 0; index < Math.min(fileCount, MOST_FILES); index++) {
		const name = await bifName(source, fileTable, index);
		const key = (name ?? '')
			.toLowerCase()
			.split(/[\\/]+/)
			.filter((part) => part !== '.')
			.join('/');
		const bif = opened.get(key) ?? openBif(name, report, openPart);
		opened.set(key, bif);
		bifs.push({ name: name ?? `file ${index}`, opened: await bif, missing: 0 });
	}
	const entries: ArchiveEntry[] = [];
	for (let row = 0; row < keyCount; row++) {
		const entry = locate(keys, row, bifs, report);
		if (entry !== undefined) entries.push(entry);
	}
	for (const { name: part, opened, missing } of bifs) {
		if (!('problem' in opened) || missing === 0) continue;
		const { problem } = opened;
		report.add(ARCHIVE_FINDINGS.ARCHIVE_PART_UNREADABLE, {}, { part, entries: missing, problem });
	}
	const none = memorySource(new Uint8Array(0));
	const parts = bifs.map(
		({ name, opened }): ArchivePart => ({ name, source: 'source' in opened ? opened.source : none }),
	);
	return { format: 'key', type: KEY.type, entries, parts };
}

/** The name of a BIF; undefined where it lies outside of the file. */
async function bifName(source: ByteSource, table: DataView, index: number): Promise<string | undefined> {
	const at = index * KEY.fileSize;
	const offset = table.getUint32(at + KEY.file.nameOffset, true);
	const length = table.getUint16(at + KEY.file.nameSize, true);
	if (!isWithin(offset, length, source.size)) return undefined;
	return textOf(await readView(source, offset, length), 0, length);
}

async function openBif(name: string | undefined, report: Report, openPart: OpenPart): Promise<Bif['opened']> {
	if (name === undefined) return { problem: 'its name lies outside of the index' };
	// Its problem is reported once, with its name, and does not end the reading.
	const own = report.separate();
	try {
		const source = await openPart(name);
		if (source === undefined) return { problem: 'it does not exist' };
		const header = await readHeader(source, [BIF.type], BIF.version, BIF.headerSize, own);
		const count = header.getUint32(BIF.header.variable, true);
		const rows = { offset: header.getUint32(BIF.header.table, true), count, rowSize: BIF.entrySize };
		return { source, table: await readTable(source, 'entries', rows, own) };
	} catch (error) {
		return { problem: reasonOf(error).replace(/\.$/, '') };
	}
}

function locate(keys: DataView, row: number, bifs: readonly Bif[], report: Report): ArchiveEntry | undefined {
	const at = row * KEY.keySize;
	const type = keys.getUint16(at + KEY.key.type, true);
	const id = keys.getUint32(at + KEY.key.id, true);
	const part = id >>> KEY.idBits;
	const index = id & ((1 << KEY.idBits) - 1);
	const name = nameOf(keys, at);
	const damaged = (problem: string): undefined => {
		report.add(ARCHIVE_FINDINGS.ARCHIVE_ENTRY_DAMAGED, {}, { entry: resourceFileName({ name, type }), problem });
		return undefined;
	};
	const bif = bifs[part];
	if (bif === undefined) return damaged(`the index has ${bifs.length} files, and it is to lie in file ${part}`);
	if ('problem' in bif.opened) {
		bif.missing++;
		return undefined;
	}
	const { table, source } = bif.opened;
	const count = table.byteLength / BIF.entrySize;
	if (index >= count) return damaged(`"${bif.name}" has ${count} entries, and it is to be entry ${index}`);
	const place = {
		offset: table.getUint32(index * BIF.entrySize + BIF.entry.offset, true),
		size: table.getUint32(index * BIF.entrySize + BIF.entry.size, true),
	};
	if (!checkEntry(resourceFileName({ name, type }), place, source.size, report)) return undefined;
	return { name, type, part, ...place, row };
}

function beginsWith(head: Uint8Array, types: readonly string[], version: string): boolean {
	const found = decodeLatin(head.subarray(0, 8));
	return types.some((type) => found === type + version);
}

async function readView(source: ByteSource, offset: number, length: number): Promise<DataView> {
	const { buffer, byteOffset, byteLength } = await source.read(offset, length);
	return new DataView(buffer, byteOffset, byteLength);
}

/** The header of an archive. @throws InputError for another kind of file, or one that is too short */
async function readHeader(
	source: ByteSource,
	types: readonly string[],
	version: string,
	length: number,
	report: Report,
): Promise<DataView> {
	const view = await readView(source, 0, Math.min(length, source.size));
	const found = textOf(view, 0, Math.min(8, view.byteLength));
	if (!types.some((type) => found === type + version)) {
		const wanted = types.map((type) => `"${type}${version}"`).join(' or ');
		return refuse(report, `it begins with "${found}", not with ${wanted}`);
	}
	if (view.byteLength < length) refuse(report, `its header takes ${length} bytes, and the file has ${source.size}`);
	return view;
}

/** A table of rows. @throws InputError when it does not lie within the file */
async function readTable(
	source: ByteSource,
	part: string,
	{ offset, count, rowSize }: { readonly offset: number; readonly count: number; readonly rowSize: number },
	report: Report,
): Promise<DataView> {
	if (isWithin(offset, count * rowSize, source.size)) return readView(source, offset, count * rowSize);
	const where = `(${count} of them at byte ${offset})`;
	return refuse(report, `its ${part} ${where} lie outside of the file, which has ${source.size} bytes`);
}

function nameOf(view: DataView, at: number): string {
	return textOf(view, at, NAME_SIZE);
}

/** Bytes up to the first NUL as text, a character for each. */
function textOf(view: DataView, at: number, length: number): string {
	const [text] = decodeLatin(new Uint8Array(view.buffer, view.byteOffset + at, length)).split('\0');
	return text;
}

/** Reports an entry that does not lie within its file. @returns true for one that does */
function checkEntry(
	entry: string,
	{ offset, size }: { readonly offset: number; readonly size: number },
	available: number,
	report: Report,
): boolean {
	if (isWithin(offset, size, available)) return true;
	const problem = `its ${size} bytes at ${offset} lie outside of the file, which has ${available}`;
	report.add(ARCHIVE_FINDINGS.ARCHIVE_ENTRY_DAMAGED, {}, { entry, problem });
	return false;
}
