import type { Report } from '../../src/findings/index.ts';
import { decodeLatin, excerpt } from '../../src/text/index.ts';
import type { TwoDA } from '../../src/twoda/index.ts';
import { LARGEST_TABLE } from './limits.ts';

const TAB = 9;
const NUL = 0;

/** Cells begin within the first 64 KiB of the strings; twice that holds any string that a cell can mean. */
const REACHABLE_STRINGS = 0x20000;

/**
 * The part of a binary table that follows its magic: column names, row count, row labels, one u16 a cell, the size of the
 * strings (which the game skips, and some tools leave 0), and the strings to the end of the file.
 */
export function readBinary(bytes: Uint8Array, begin: number, report: Report): TwoDA {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const names = new NameReader(bytes, skipBlanks(bytes, begin), report);
	const columns: string[] = [];
	while (names.next() !== NUL) columns.push(names.read('column names'));
	names.at++;
	if (columns.length === 0) report.fail('TWODA_COLUMNS_NONE', { offset: begin }, {});

	if (names.at + 4 > bytes.length) report.fail('TWODA_TRUNCATED', { offset: names.at }, { part: 'row count' });
	const rows = view.getUint32(names.at, true);
	const left = bytes.length - names.at - 4;
	// A row takes at least the end of its label and two bytes a cell.
	if (rows * (1 + 2 * columns.length) > left) {
		report.fail('TWODA_ROWS_TOO_MANY', { offset: names.at }, { rows, columns: columns.length, left });
	}
	const cellCount = rows * columns.length;
	if (cellCount > LARGEST_TABLE) report.fail('TWODA_TOO_LARGE', { offset: names.at }, { limit: LARGEST_TABLE });
	names.at += 4;
	const rowLabels: string[] = [];
	for (let row = 0; row < rows; row++) rowLabels.push(names.read('row labels'));

	const offsets = names.at;
	const strings = offsets + cellCount * 2 + 2;
	if (strings > bytes.length) report.fail('TWODA_TRUNCATED', { offset: offsets }, { part: 'cells' });
	const found = bytes.length - strings;
	const stated = view.getUint16(strings - 2, true);
	if (stated !== found) report.add('TWODA_SIZE_MISMATCH', { offset: strings - 2 }, { stated, found });
	if (names.nulSeen) report.add('TWODA_NUL_SEPARATORS', {}, {});

	const pool = new StringPool(bytes.subarray(strings));
	const cells = new Array<string>(cellCount);
	for (let cell = 0; cell < cellCount; cell++) {
		const offset = view.getUint16(offsets + cell * 2, true);
		cells[cell] = pool.at(offset);
		if (offset < pool.size && !pool.isOpen(offset)) continue;
		const place = { offset: offsets + cell * 2 };
		const where = { row: Math.floor(cell / columns.length), column: excerpt(columns[cell % columns.length]) };
		if (offset >= pool.size) report.add('TWODA_CELL_OUTSIDE', place, { ...where, offset, size: pool.size });
		else report.add('TWODA_STRING_OPEN', place, where);
	}
	return { form: 'binary', columns, rowLabels, cells };
}

function skipBlanks(bytes: Uint8Array, from: number): number {
	let at = from;
	while (at < bytes.length && (bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 32 || bytes[at] === TAB)) at++;
	return at;
}

/** Names that end with TAB, or with NUL in tables saved from memory. */
class NameReader {
	at: number;
	nulSeen = false;
	readonly #bytes: Uint8Array;
	readonly #report: Report;

	constructor(bytes: Uint8Array, at: number, report: Report) {
		this.#bytes = bytes;
		this.at = at;
		this.#report = report;
	}

	/** The next byte; undefined at the end of the file. */
	next(): number | undefined {
		return this.#bytes[this.at];
	}

	read(part: string): string {
		const start = this.at;
		let end = start;
		while (end < this.#bytes.length && this.#bytes[end] !== TAB && this.#bytes[end] !== NUL) end++;
		if (end >= this.#bytes.length) this.#report.fail('TWODA_TRUNCATED', { offset: start }, { part });
		if (this.#bytes[end] === NUL) this.nulSeen = true;
		this.at = end + 1;
		return decodeLatin(this.#bytes.subarray(start, end));
	}
}

/** The strings of a table. All of them are pieces of one text, so that cells which share a string share its memory. */
class StringPool {
	readonly size: number;
	readonly #text: string;
	readonly #known = new Map<number, string>();
	/** From here on, strings have no end. */
	readonly #openFrom: number;

	constructor(bytes: Uint8Array) {
		this.size = bytes.length;
		const reachable = bytes.subarray(0, REACHABLE_STRINGS);
		this.#text = decodeLatin(reachable);
		this.#openFrom = reachable.lastIndexOf(NUL) + 1;
	}

	/** The string that begins at an offset; empty beyond the end. */
	at(offset: number): string {
		let text = this.#known.get(offset);
		if (text === undefined) {
			const end = this.isOpen(offset) ? this.#text.length : this.#text.indexOf('\0', offset);
			text = this.#text.slice(offset, end);
			this.#known.set(offset, text);
		}
		return text;
	}

	isOpen(offset: number): boolean {
		return offset >= this.#openFrom;
	}
}
