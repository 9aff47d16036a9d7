import { UsageError } from '../../src/findings/report.ts';
import { encodeLatin } from '../../src/text/encoding.ts';
import { type Archive, type ArchiveEntry, NAME_SIZE, type NewEntry, resourceKey } from './archive.ts';
import { resourceFileName } from './resource-types.ts';

/**
 * Lays out archives of any format: which rows their tables have, and where the bytes of each are. Bytes between entries, such as padding, stay where
 * they were, so that replacing an entry by itself changes nothing.
 */

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
export function rowsWith(entries: readonly ArchiveEntry[], changes: readonly NewEntry[]): ComposedRow[] {
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

/** A name as a table has it: 16 bytes, filled up with NUL. */
export function nameBytes(name: string): Uint8Array {
	const bytes = new Uint8Array(NAME_SIZE);
	bytes.set(encodeLatin(name));
	return bytes;
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
