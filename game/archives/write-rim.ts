import { joinedBytes } from '../../src/math/arrays.ts';
import { encodeLatin } from '../../src/text/encoding.ts';
import { type Archive, type NewEntry, RIM } from './archive.ts';
import { type ComposedRow, layOut, nameBytes, rowsWith } from './compose.ts';

/** A RIM with entries replaced, or added at the end. Without changes the bytes are those that were read. */
export async function changeRim(archive: Archive, changes: readonly NewEntry[]): Promise<Uint8Array> {
	const { source } = archive.parts[0];
	if (changes.length === 0) return new Uint8Array(await source.read(0, source.size));
	const header = await source.read(0, RIM.headerSize);
	const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
	const count = view.getUint32(RIM.header.count, true);
	const rowsAt = view.getUint32(RIM.header.rows, true) || RIM.headerSize;
	const oldRows = await source.read(rowsAt, count * RIM.rowSize);
	const firstData = Math.min(...archive.entries.map(({ offset }) => offset));
	const follows = rowsAt >= RIM.headerSize && rowsAt + oldRows.length <= firstData;
	// A copy, because bytes that were read may share memory with others.
	const head = new Uint8Array(follows ? await source.read(0, rowsAt) : header);
	const tableEnd = follows ? rowsAt + oldRows.length : undefined;
	return compose(archive, rowsWith(archive.entries, changes), head, tableEnd, oldRows);
}

/** A new RIM. */
export async function createRim(entries: readonly NewEntry[]): Promise<Uint8Array> {
	const head = new Uint8Array(RIM.headerSize);
	head.set(encodeLatin(RIM.types[0] + RIM.version));
	return compose(undefined, rowsWith([], entries), head, undefined, new Uint8Array(0));
}

async function compose(
	archive: Archive | undefined,
	rows: readonly ComposedRow[],
	head: Uint8Array,
	tableEnd: number | undefined,
	oldRows: Uint8Array,
): Promise<Uint8Array> {
	const dataAt = head.length + rows.length * RIM.rowSize;
	const { pieces, places } = await layOut(archive, rows, dataAt, tableEnd);
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	view.setUint32(RIM.header.count, rows.length, true);
	// Some archives have 0 here, which means the usual offset; they keep it.
	if (archive === undefined || view.getUint32(RIM.header.rows, true) !== 0)
		view.setUint32(RIM.header.rows, head.length, true);
	const table = new Uint8Array(rows.length * RIM.rowSize);
	const tableView = new DataView(table.buffer);
	for (const [index, { entry, name, type }] of rows.entries()) {
		const at = index * RIM.rowSize;
		if (entry === undefined) {
			table.set(nameBytes(name), at);
			tableView.setUint32(at + RIM.row.type, type, true);
		} else table.set(oldRows.subarray(entry.row * RIM.rowSize, (entry.row + 1) * RIM.rowSize), at);
		if (entry?.row !== index) tableView.setUint32(at + RIM.row.id, index, true);
		tableView.setUint32(at + RIM.row.offset, places[index].offset, true);
		tableView.setUint32(at + RIM.row.size, places[index].size, true);
	}
	return joinedBytes([head, table, ...pieces]);
}
