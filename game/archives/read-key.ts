import { reasonOf } from '../../src/findings/reason.ts';
import type { Report } from '../../src/findings/report.ts';
import { type ByteSource, isWithin, memorySource } from '../../src/formats/sources.ts';
import {
	ARCHIVE_FINDINGS,
	type Archive,
	type ArchiveEntry,
	type ArchivePart,
	BIF,
	KEY,
	type OpenPart,
} from './archive.ts';
import { resourceFileName } from './resource-types.ts';
import { checkEntry, nameOf, readHeader, readTable, readView, textOf } from './tables.ts';

/** A BIF, as far as its table goes. */
interface Bif {
	readonly name: string;
	/** What is wrong with it, or its table. */
	readonly opened: { readonly problem: string } | { readonly source: ByteSource; readonly table: DataView };
	/** Resources that are missing with it. */
	missing: number;
}

/**
 * Reads the index of a game (`chitin.key`) and the tables of its BIFs. A BIF that is missing or damaged costs its own resources.
 * @param openPart opens a BIF by the name that the KEY has for it, such as `data\models.bif`
 * @throws InputError when the index cannot be read
 */
export async function readKey(source: ByteSource, report: Report, openPart: OpenPart): Promise<Archive> {
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
	const parts = bifs.map(
		({ name, opened }): ArchivePart => ({ name, source: 'source' in opened ? opened.source : NONE }),
	);
	return { format: 'key', type: KEY.type, entries, parts };
}

/** The upper bits of an id have no more. */
const MOST_FILES = 2 ** (32 - KEY.idBits);

const NONE = memorySource(new Uint8Array(0));

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
	// What is wrong with one is said with its name, once, and does not end the reading.
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
