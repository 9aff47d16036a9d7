import { UsageError } from '../../src/findings/report.ts';
import type { ByteSource, Format } from '../../src/formats/contracts.ts';
import { joinedBytes } from '../../src/math/arrays.ts';
import { encodeLatin } from '../../src/text/cursor.ts';
import { type Archive, type ArchiveEntry, type NewEntry, resourceFileName, resourceKey } from './archive.ts';
import { ERF, NAME_SIZE, RIM, type TableLayout } from './read-archive.ts';

/** Writes archives. Bytes between entries, such as padding, stay where they were, so that replacing an entry by itself changes nothing. */

/** A format of archives that can be written. */
export interface ArchiveWriter extends Format {
	/**
	 * Replaces entries by name and type, and adds those that the archive does not have at its end. Without entries the result is the archive, byte for byte.
	 */
	change(archive: Archive, entries: readonly NewEntry[]): Promise<Uint8Array>;
	/** A new archive. @param extension of its file, such as `.mod` */
	create(entries: readonly NewEntry[], extension: string): Promise<Uint8Array>;
}

function writerOf(layout: TableLayout): ArchiveWriter {
	const { name, summary, extensions, types, version } = layout;
	return {
		...{ name, summary, extensions },
		async change(archive, entries) {
			const { source } = archive.parts[0];
			if (entries.length === 0) return new Uint8Array(await source.read(0, source.size));
			const frame = await frameOf(layout, source, Math.min(...archive.entries.map(({ offset }) => offset)));
			return compose(layout, archive, rowsWith(archive.entries, entries), frame);
		},
		async create(entries, extension) {
			const head = new Uint8Array(layout.headerSize);
			const letters = extension.replace('.', '').toUpperCase().padEnd(4);
			head.set(encodeLatin((types.includes(letters) ? letters : types[0]) + version));
			if (layout.texts !== undefined) {
				viewOf(head).setUint32(layout.texts.at, layout.headerSize, true);
				viewOf(head).setUint32(layout.texts.description, NO_DESCRIPTION, true);
			}
			return compose(layout, undefined, rowsWith([], entries), {
				head,
				between: NONE,
				tableEnd: undefined,
				keys: NONE,
			});
		},
	};
}

export const erfWriter: ArchiveWriter = writerOf(ERF);
export const rimWriter: ArchiveWriter = writerOf(RIM);

export const ARCHIVE_WRITERS: readonly ArchiveWriter[] = [erfWriter, rimWriter];

/** String reference of an archive without a description. */
const NO_DESCRIPTION = 0xffffffff;
const NONE = new Uint8Array(0);

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
	return new DataView(buffer, byteOffset, byteLength);
}

/** The bytes of an existing archive outside its entries: before its tables, between them and after them. */
interface Frame {
	/** The header, and what follows it up to the keys. */
	readonly head: Uint8Array;
	/** The bytes between the key table and the table of places. */
	readonly between: Uint8Array;
	/** Offset of the end of the tables, if the data follows them. */
	readonly tableEnd: number | undefined;
	/** The old keys, row after row. */
	readonly keys: Uint8Array;
}

/** Keeps the order of a file whose data comes last; any other file is written as header and texts, tables, data, without gaps. */
async function frameOf(layout: TableLayout, source: ByteSource, firstData: number): Promise<Frame> {
	const { headerSize } = layout;
	const header = await source.read(0, headerSize);
	const word = (at: number): number => viewOf(header).getUint32(at, true);
	const count = word(layout.count);
	const isOneTable = layout.keys.at === layout.places.at;
	const keysAt = word(layout.keys.at) || (isOneTable ? headerSize : 0);
	const placesAt = isOneTable ? keysAt : word(layout.places.at);
	const keysEnd = keysAt + count * layout.keys.size;
	const tableEnd = placesAt + count * layout.places.size;
	const keys = await source.read(keysAt, count * layout.keys.size);
	const texts = layout.texts === undefined ? undefined : { at: word(layout.texts.at), size: word(layout.texts.size) };
	const textsEnd = texts === undefined ? 0 : texts.at + texts.size;
	const textsFit = texts === undefined || texts.size === 0 || (texts.at >= headerSize && textsEnd <= keysAt);
	if (textsFit && keysAt >= headerSize && (isOneTable || keysEnd <= placesAt) && tableEnd <= firstData) {
		const between = isOneTable ? NONE : await source.read(keysEnd, placesAt - keysEnd);
		// A copy, because bytes that were read may share memory with others.
		return { head: new Uint8Array(await source.read(0, keysAt)), between, tableEnd, keys };
	}
	const hasTexts = texts !== undefined && textsEnd <= source.size;
	const head = joinedBytes([header, hasTexts ? await source.read(texts.at, texts.size) : NONE]);
	if (layout.texts !== undefined) {
		viewOf(head).setUint32(layout.texts.at, headerSize, true);
		if (!hasTexts) viewOf(head).setUint32(layout.texts.size, 0, true);
	}
	return { head, between: NONE, tableEnd: undefined, keys };
}

async function compose(
	layout: TableLayout,
	archive: Archive | undefined,
	rows: readonly ComposedRow[],
	{ head, between, tableEnd, keys: oldKeys }: Frame,
): Promise<Uint8Array> {
	const { keys, places } = layout;
	const isOneTable = keys.at === places.at;
	const placesAt = isOneTable ? head.length : head.length + rows.length * keys.size + between.length;
	const { pieces, places: found } = await layOut(archive, rows, placesAt + rows.length * places.size, tableEnd);
	const view = viewOf(head);
	view.setUint32(layout.count, rows.length, true);
	// Some RIMs have 0 here, which means behind the header; they keep it.
	if (archive === undefined || !isOneTable || view.getUint32(keys.at, true) !== 0) {
		view.setUint32(keys.at, head.length, true);
		view.setUint32(places.at, placesAt, true);
	}
	const keyTable = new Uint8Array(rows.length * keys.size);
	const placeTable = isOneTable ? keyTable : new Uint8Array(rows.length * places.size);
	const [keyView, placeView] = [viewOf(keyTable), viewOf(placeTable)];
	for (const [index, { entry, name, type }] of rows.entries()) {
		const at = index * keys.size;
		if (entry === undefined) {
			keyTable.set(encodeLatin(name), at);
			if (keys.typeBytes === 2) keyView.setUint16(at + keys.type, type, true);
			else keyView.setUint32(at + keys.type, type, true);
		} else keyTable.set(oldKeys.subarray(entry.row * keys.size, (entry.row + 1) * keys.size), at);
		if (entry?.row !== index) keyView.setUint32(at + keys.id, index, true);
		placeView.setUint32(index * places.size + places.offset, found[index].offset, true);
		placeView.setUint32(index * places.size + places.offset + 4, found[index].size, true);
	}
	return joinedBytes([head, keyTable, ...(isOneTable ? [] : [between, placeTable]), ...pieces]);
}

/** A row of the table of an archive that is written. */
export interface ComposedRow {
	/** Undefined for an entry that is added. */
	readonly entry: ArchiveEntry | undefined;
	readonly name: string;
	readonly type: number;
	/** Undefined where the bytes of the old entry stay. */
	readonly bytes: Uint8Array | undefined;
}

/** Where the bytes of a row are to lie. */
export interface Place {
	readonly offset: number;
	readonly size: number;
}

export interface ComposedData {
	/** What follows the tables, in order. */
	readonly pieces: readonly Uint8Array[];
	/** For each row. */
	readonly places: readonly Place[];
}

/** A longer gap between two entries is not padding, and is left out; bytes. */
const MOST_PADDING = 4096;
/** Offsets have 32 bits, and what is written is held in memory. */
const LARGEST = 2 ** 31 - 1;

/** The rows of an archive with some entries replaced and others added behind; of several of one name the first is replaced. */
function rowsWith(entries: readonly ArchiveEntry[], changes: readonly NewEntry[]): ComposedRow[] {
	const open = new Map<string, NewEntry>();
	for (const change of changes) {
		checkResourceName(change);
		const key = resourceKey(change);
		if (open.has(key)) throw new UsageError(`Two entries of one archive are called "${resourceFileName(change)}".`);
		open.set(key, change);
	}
	const rows = entries.map((entry): ComposedRow => {
		const key = resourceKey(entry);
		const change = open.get(key);
		open.delete(key);
		return { entry, name: entry.name, type: entry.type, bytes: change?.bytes };
	});
	for (const { name, type, bytes } of open.values()) rows.push({ entry: undefined, name, type, bytes });
	return rows;
}

/** Refuses a name that a table does not hold. @throws UsageError */
function checkResourceName(resource: NewEntry): void {
	const { name } = resource;
	if (name !== '' && name.length <= NAME_SIZE && !/[^\x21-\xff]/.test(name)) return;
	const problem =
		name.length > NAME_SIZE ? `has ${name.length} characters; archives hold ${NAME_SIZE}` : 'is not a name';
	throw new UsageError(`"${resourceFileName(resource)}" cannot be an entry of an archive: it ${problem}.`);
}

/**
 * Lays the data of an archive out: that of entries which stay in the order in which it lies there, with what is between, then what is added.
 * @param start where the data begins, bytes
 * @param tableEnd where the tables of the archive that was read end, if its data follows them
 */
export async function layOut(
	archive: Archive | undefined,
	rows: readonly ComposedRow[],
	start: number,
	tableEnd: number | undefined,
): Promise<ComposedData> {
	const source = archive?.parts[0].source;
	const pieces: Uint8Array[] = [];
	const places: Place[] = [];
	let at = start;
	const put = (bytes: Uint8Array): number => {
		const offset = at;
		pieces.push(bytes);
		at += bytes.length;
		if (at > LARGEST) throw new UsageError(`The archive would have more than ${LARGEST} bytes.`);
		return offset;
	};
	// Where the old bytes were read up to. What lies between entries is kept where they follow the tables: elsewhere it may be the old tables.
	let readTo = tableEnd ?? 0;
	const pad = async (to: number): Promise<void> => {
		const length = to - readTo;
		if (source !== undefined && tableEnd !== undefined && length > 0 && length <= MOST_PADDING)
			put(await source.read(readTo, length));
	};
	const shared = new Map<string, Place>();
	const old = rows.flatMap(({ entry }, index) => (entry === undefined ? [] : [{ entry, index }]));
	old.sort((a, b) => a.entry.offset - b.entry.offset || a.entry.size - b.entry.size || a.index - b.index);
	for (const { entry, index } of old) {
		const key = `${entry.offset} ${entry.size}`;
		const known = shared.get(key);
		const { bytes } = rows[index];
		if (known !== undefined && bytes === undefined) {
			places[index] = known;
			continue;
		}
		if (known === undefined) {
			await pad(entry.offset);
			readTo = Math.max(readTo, entry.offset + entry.size);
		}
		const content = bytes ?? (await (source as NonNullable<typeof source>).read(entry.offset, entry.size));
		places[index] = { offset: put(content), size: content.length };
		if (bytes === undefined) shared.set(key, places[index]);
	}
	await pad(source?.size ?? 0);
	for (const [index, { entry, bytes }] of rows.entries()) {
		if (entry === undefined && bytes !== undefined) places[index] = { offset: put(bytes), size: bytes.length };
	}
	return { pieces, places };
}
