import type { ByteSource } from '../../src/formats/sources.ts';
import { joinedBytes } from '../../src/math/arrays.ts';
import { encodeLatin } from '../../src/text/encoding.ts';
import { type Archive, ERF, type NewEntry } from './archive.ts';
import { type ComposedRow, layOut, nameBytes, rowsWith } from './compose.ts';

/** String reference of an archive without a description. */
const NO_DESCRIPTION = 0xffffffff;

/** The bytes of an existing archive outside its entries: before its tables, between them and after them. */
interface Frame {
	/** The header, and what follows it up to the keys. */
	readonly head: Uint8Array;
	/** The bytes between the key table and the resource table. */
	readonly between: Uint8Array;
	/** Offset of the end of the tables, if the data follows them. */
	readonly tableEnd: number | undefined;
	/** The old keys, row after row. */
	readonly keys: Uint8Array;
}

/** A MOD, ERF, SAV or HAK with entries replaced, or added at the end. Without changes the bytes are those that were read. */
export async function changeErf(archive: Archive, changes: readonly NewEntry[]): Promise<Uint8Array> {
	const { source } = archive.parts[0];
	if (changes.length === 0) return new Uint8Array(await source.read(0, source.size));
	const frame = await frameOf(source, Math.min(...archive.entries.map(({ offset }) => offset)));
	return compose(archive, rowsWith(archive.entries, changes), frame);
}

/** A new MOD, ERF, SAV or HAK. @param extension extension of the file, which selects the type */
export async function createErf(entries: readonly NewEntry[], extension: string): Promise<Uint8Array> {
	const head = new Uint8Array(ERF.headerSize);
	const letters = extension.replace('.', '').toUpperCase().padEnd(4);
	head.set(encodeLatin((ERF.types as readonly string[]).includes(letters) ? letters : 'ERF '));
	head.set(encodeLatin(ERF.version), 4);
	const view = new DataView(head.buffer);
	view.setUint32(ERF.header.texts, ERF.headerSize, true);
	view.setUint32(ERF.header.description, NO_DESCRIPTION, true);
	const none = new Uint8Array(0);
	return compose(undefined, rowsWith([], entries), { head, between: none, tableEnd: undefined, keys: none });
}

/** Keeps the order of a file whose data comes last; any other file is written as header and texts, tables, data, without gaps. */
async function frameOf(source: ByteSource, firstData: number): Promise<Frame> {
	const header = await source.read(0, ERF.headerSize);
	const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
	const word = (at: number): number => view.getUint32(at, true);
	const count = word(ERF.header.count);
	const keysAt = word(ERF.header.keys);
	const placesAt = word(ERF.header.places);
	const texts = { at: word(ERF.header.texts), size: word(ERF.header.textSize) };
	const keysEnd = keysAt + count * ERF.keySize;
	const tableEnd = placesAt + count * ERF.placeSize;
	const keys = await source.read(keysAt, count * ERF.keySize);
	const textsFit = texts.size === 0 || (texts.at >= ERF.headerSize && texts.at + texts.size <= keysAt);
	if (textsFit && keysAt >= ERF.headerSize && keysEnd <= placesAt && tableEnd <= firstData) {
		const between = await source.read(keysEnd, placesAt - keysEnd);
		return { head: new Uint8Array(await source.read(0, keysAt)), between, tableEnd, keys };
	}
	const isThere = texts.at + texts.size <= source.size;
	const head = joinedBytes([header, isThere ? await source.read(texts.at, texts.size) : new Uint8Array(0)]);
	const patched = new DataView(head.buffer);
	patched.setUint32(ERF.header.texts, ERF.headerSize, true);
	if (!isThere) patched.setUint32(ERF.header.textSize, 0, true);
	return { head, between: new Uint8Array(0), tableEnd: undefined, keys };
}

async function compose(
	archive: Archive | undefined,
	rows: readonly ComposedRow[],
	{ head, between, tableEnd, keys: oldKeys }: Frame,
): Promise<Uint8Array> {
	const placesAt = head.length + rows.length * ERF.keySize + between.length;
	const { pieces, places } = await layOut(archive, rows, placesAt + rows.length * ERF.placeSize, tableEnd);
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	view.setUint32(ERF.header.count, rows.length, true);
	view.setUint32(ERF.header.keys, head.length, true);
	view.setUint32(ERF.header.places, placesAt, true);
	const keys = new Uint8Array(rows.length * ERF.keySize);
	const placeTable = new Uint8Array(rows.length * ERF.placeSize);
	const keyView = new DataView(keys.buffer);
	const placeView = new DataView(placeTable.buffer);
	for (const [index, { entry, name, type }] of rows.entries()) {
		const at = index * ERF.keySize;
		if (entry === undefined) {
			keys.set(nameBytes(name), at);
			keyView.setUint16(at + ERF.key.type, type, true);
		} else keys.set(oldKeys.subarray(entry.row * ERF.keySize, (entry.row + 1) * ERF.keySize), at);
		if (entry?.row !== index) keyView.setUint32(at + ERF.key.id, index, true);
		placeView.setUint32(index * ERF.placeSize, places[index].offset, true);
		placeView.setUint32(index * ERF.placeSize + 4, places[index].size, true);
	}
	return joinedBytes([head, keys, between, placeTable, ...pieces]);
}
