import type { Report } from '../../src/findings/report.ts';
import type { ByteSource } from '../../src/formats/sources.ts';
import { type Archive, type ArchiveEntry, ERF } from './archive.ts';
import { resourceFileName } from './resource-types.ts';
import { checkEntry, nameOf, readHeader, readTable } from './tables.ts';

/**
 * Reads the tables of an ERF, MOD, SAV or HAK (`V1.0`). Key `i` belongs to place `i`.
 * @throws InputError when its tables cannot be read; an entry outside of the file is reported and left out
 */
export async function readErf(source: ByteSource, report: Report): Promise<Archive> {
	const header = await readHeader(source, ERF.types, ERF.version, ERF.headerSize, report);
	const word = (at: number): number => header.getUint32(at, true);
	const count = word(ERF.header.count);
	const table = (part: string, at: number, rowSize: number): Promise<DataView> =>
		readTable(source, part, { offset: word(at), count, rowSize }, report);
	const keys = await table('keys', ERF.header.keys, ERF.keySize);
	const places = await table('places of entries', ERF.header.places, ERF.placeSize);
	const entries: ArchiveEntry[] = [];
	for (let row = 0; row < count; row++) {
		const key = row * ERF.keySize;
		const entry = {
			name: nameOf(keys, key),
			type: keys.getUint16(key + ERF.key.type, true),
			part: 0,
			offset: places.getUint32(row * ERF.placeSize, true),
			size: places.getUint32(row * ERF.placeSize + 4, true),
			row,
		};
		if (checkEntry(resourceFileName(entry), entry, source.size, report)) entries.push(entry);
	}
	const type = String.fromCharCode(...[0, 1, 2, 3].map((at) => header.getUint8(at)));
	return { format: 'erf', type, entries, parts: [{ name: '', source }] };
}
