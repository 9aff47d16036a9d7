import type { Report } from '../../src/findings/report.ts';
import type { ByteSource } from '../../src/formats/sources.ts';
import { type Archive, type ArchiveEntry, RIM } from './archive.ts';
import { resourceFileName } from './resource-types.ts';
import { checkEntry, nameOf, readHeader, readTable } from './tables.ts';

/**
 * Reads the table of a RIM (`V1.0`).
 * @throws InputError when its table cannot be read; an entry outside of the file is reported and left out
 */
export async function readRim(source: ByteSource, report: Report): Promise<Archive> {
	const header = await readHeader(source, RIM.types, RIM.version, RIM.headerSize, report);
	const count = header.getUint32(RIM.header.count, true);
	// Some writers leave it out.
	const offset = header.getUint32(RIM.header.rows, true) || RIM.headerSize;
	const rows = await readTable(source, 'entries', { offset, count, rowSize: RIM.rowSize }, report);
	const entries: ArchiveEntry[] = [];
	for (let row = 0; row < count; row++) {
		const at = row * RIM.rowSize;
		const entry = {
			name: nameOf(rows, at),
			type: rows.getUint32(at + RIM.row.type, true),
			part: 0,
			offset: rows.getUint32(at + RIM.row.offset, true),
			size: rows.getUint32(at + RIM.row.size, true),
			row,
		};
		if (checkEntry(resourceFileName(entry), entry, source.size, report)) entries.push(entry);
	}
	return { format: 'rim', type: RIM.types[0], entries, parts: [{ name: '', source }] };
}
