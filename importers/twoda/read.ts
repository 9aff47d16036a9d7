import { defineFindings, type Location, type Report } from '../../src/findings/report.ts';
import { type DocumentFormat, requireBytes } from '../../src/formats/contracts.ts';
import type { TwoDA } from '../../src/model/surface-tables.ts';
import { decodeLatin, TAB } from '../../src/text/cursor.ts';
import { decodeText, excerpt, foreignFormat, markLength, type TextLine, textLines } from '../../src/text/text.ts';

/** The largest table of the game has 40,720 cells. The bound keeps a few bytes from asking for all memory. */
const LARGEST_TABLE: number = 1 << 22;

/** The largest table of the game would have 300 KB as text. */
const LARGEST_TEXT_TABLE: number = 1 << 22;

const NUL = 0;

const NO_COLUMNS = 'it has no columns';
const TOO_MANY_CELLS = `it has more than ${LARGEST_TABLE} cells`;

/** Cells begin within the first 64 KiB of the strings; twice that holds any string that a cell can mean. */
const REACHABLE_STRINGS = 0x20000;

/**
 * The part of a binary table that follows its magic: column names, row count, row labels, one u16 a cell, the size of the
 * strings (which the game skips, and some tools leave 0), and the strings to the end of the file.
 */
function readBinary(bytes: Uint8Array, begin: number, report: Report): TwoDA {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const names = new NameReader(bytes, skipBlanks(bytes, begin), report);
	const columns: string[] = [];
	while (names.next() !== NUL) columns.push(names.read('column names'));
	names.at++;
	if (columns.length === 0) refuse(report, { offset: begin }, NO_COLUMNS);

	if (names.at + 4 > bytes.length) refuse(report, { offset: names.at }, 'it ends within its row count');
	const rows = view.getUint32(names.at, true);
	const left = bytes.length - names.at - 4;
	// A row takes at least the end of its label and two bytes a cell.
	if (rows * (1 + 2 * columns.length) > left) {
		const claimed = `${rows} rows of ${columns.length} cells`;
		refuse(report, { offset: names.at }, `it claims ${claimed}, which do not fit into the remaining ${left} bytes`);
	}
	const cellCount = rows * columns.length;
	if (cellCount > LARGEST_TABLE) refuse(report, { offset: names.at }, TOO_MANY_CELLS);
	names.at += 4;
	const rowLabels: string[] = [];
	for (let row = 0; row < rows; row++) rowLabels.push(names.read('row labels'));

	const offsets = names.at;
	const strings = offsets + cellCount * 2 + 2;
	if (strings > bytes.length) refuse(report, { offset: offsets }, 'it ends within its cells');
	const found = bytes.length - strings;
	const stated = view.getUint16(strings - 2, true);
	if (stated !== found) {
		const problem = `The table claims ${stated} bytes of strings but has ${found}; using all of them`;
		report.add(TWODA_FINDINGS.TWODA_FORM, { offset: strings - 2 }, { problem });
	}
	if (names.nulSeen)
		report.add(TWODA_FINDINGS.TWODA_FORM, {}, { problem: 'Names end with a zero byte instead of TAB' });

	const pool = new StringPool(bytes.subarray(strings));
	const cells = new Array<string>(cellCount);
	for (let cell = 0; cell < cellCount; cell++) {
		const offset = view.getUint16(offsets + cell * 2, true);
		cells[cell] = pool.at(offset);
		if (offset < pool.size && !pool.isOpen(offset)) continue;
		const location = { offset: offsets + cell * 2 };
		const where = { row: Math.floor(cell / columns.length), column: excerpt(columns[cell % columns.length]) };
		if (offset >= pool.size)
			report.add(TWODA_FINDINGS.TWODA_CELL_OUTSIDE, location, { ...where, offset, size: pool.size });
		else {
			const string = `the string in row ${where.row}, column "${where.column}"`;
			tellFault(report, location, `${string}, has no end; reading to the end of the strings`);
		}
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
		if (end >= this.#bytes.length) refuse(this.#report, { offset: start }, `it ends within its ${part}`);
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

const BLANK = '****';

/**
 * A table in text form: the magic's line, an optional `DEFAULT:` line, column names, rows. A row is its label and one word
 * a column; a word in quotes may have blanks within; `****` is blank; words that are missing at the end get the default.
 */
function readText(text: string, report: Report): TwoDA {
	let columns: readonly string[] = [];
	const rowLabels: string[] = [];
	const cells: string[] = [];
	let defaultValue: string | undefined;
	let magicSeen = false;
	for (const line of textLines(text)) {
		if (!magicSeen) {
			magicSeen = true;
			continue;
		}
		const fields = splitCells(line, report);
		if (fields.length === 0) continue;
		if (columns.length === 0) {
			const stated: string | undefined = defaultValue === undefined ? defaultLine(fields) : undefined;
			if (stated === undefined) columns = fields;
			else defaultValue = stated === BLANK ? '' : stated;
			continue;
		}
		const location = { line: line.number };
		const row = rowLabels.length;
		const [label, ...values] = fields;
		const rest = defaultValue ?? '';
		if (values.length < columns.length) {
			const filled = rest === '' ? 'are blank' : `have the default "${excerpt(rest)}"`;
			tellFault(report, location, `row ${row} has ${values.length} of ${columns.length} cells; the rest ${filled}`);
		} else if (values.length > columns.length) {
			const many = `${values.length} cells for ${columns.length} columns`;
			tellFault(report, location, `row ${row} has ${many}; ignoring those at the end`);
		}
		if ((row + 1) * columns.length > LARGEST_TABLE) refuse(report, location, TOO_MANY_CELLS);
		rowLabels.push(label);
		for (let column = 0; column < columns.length; column++) {
			const value = values[column] ?? rest;
			cells.push(value === BLANK ? '' : value);
		}
	}
	if (columns.length === 0) refuse(report, { line: 1 }, NO_COLUMNS);
	return { form: 'text', columns, rowLabels, cells };
}

/** The words of a line; quotes hold words together. */
function splitCells({ text, number }: TextLine, report: Report): string[] {
	const fields: string[] = [];
	const word = /"([^"]*)("|$)|[^ \t\v\f"][^ \t\v\f]*/g;
	for (const match of text.matchAll(word)) {
		const [whole, quoted, close] = match;
		if (quoted !== undefined && close === '')
			tellFault(
				report,
				{ line: number },
				`the quote before "${excerpt(quoted)}" is not closed; assuming the end of the line`,
			);
		fields.push(quoted ?? whole);
	}
	return fields;
}

/** The value of a `DEFAULT: value` line, blank without one; undefined for any other line. */
function defaultLine(fields: readonly string[]): string | undefined {
	const match = /^default:(.*)$/i.exec(fields[0]);
	if (match === null) return undefined;
	return match[1] === '' ? (fields[1] ?? '') : match[1];
}

const MAGIC_LENGTH = 8;

/**
 * Reads a table (`.2da`): binary `2DA V2.b` or text `2DA V2.0`, told apart by their first bytes. Every count is compared with
 * the size of the file before anything is allocated for it.
 *
 * @throws InputError when the bytes are neither, or end within a part of the table
 */
export function readTwoDA(bytes: Uint8Array, report: Report): TwoDA {
	requireBytes(bytes);
	const mark = markLength(bytes);
	const magic = decodeLatin(bytes.subarray(mark, mark + MAGIC_LENGTH));
	if (magic !== '2DA V2.b' && magic !== '2DA V2.0') {
		const looks = foreignFormat(bytes);
		// Of another version, or below an empty line, it is a table all the same.
		const isForeign = looks !== undefined && looks !== 'a 2DA table';
		const begins = `it begins with "${excerpt(magic)}", not with "2DA V2.b" or "2DA V2.0"`;
		return refuse(report, { offset: mark }, isForeign ? `it is ${looks}` : begins);
	}
	if (mark > 0) report.add(TWODA_FINDINGS.TWODA_BYTE_ORDER_MARK, { offset: 0 }, {});
	const table = magic === '2DA V2.b' ? readBinary(bytes, mark + MAGIC_LENGTH, report) : readAsText(bytes, report);
	reportRepeatedColumns(table, report);
	return table;
}

function readAsText(bytes: Uint8Array, report: Report): TwoDA {
	const decoded = decodeText(bytes, LARGEST_TEXT_TABLE);
	if ('reason' in decoded)
		return refuse(report, { offset: decoded.offset }, `it claims to be text, but ${decoded.reason}`);
	return readText(decoded.text, report);
}

function tellFault(report: Report, location: Location, problem: string): void {
	report.add(TWODA_FINDINGS.TWODA_FAULT, location, { problem });
}

function refuse(report: Report, location: Location, problem: string): never {
	return report.fail(TWODA_FINDINGS.TWODA_INVALID, location, { problem });
}

function reportRepeatedColumns(table: TwoDA, report: Report): void {
	const seen = new Set<string>();
	for (const column of table.columns) {
		const key = column.toLowerCase();
		if (seen.has(key)) tellFault(report, {}, `column "${excerpt(column)}" occurs twice; only the first is used`);
		seen.add(key);
	}
}

const NOT_DAMAGED = 'Check that the file is complete and is a 2DA table, binary or text.';

/** What a table (`.2da`) can be told about. */
const TWODA_FINDINGS = defineFindings({
	TWODA_INVALID: {
		severity: 'fatal',
		meaning:
			'The file is not a 2DA table, was cut off, or was altered: it ends before its rows do, has no columns, or claims more cells than it has bytes for or any table of the game has.',
		message: (d: { problem: string }): string => `Not a valid 2DA table: ${d.problem}.`,
		help: NOT_DAMAGED,
	},
	TWODA_CELL_OUTSIDE: {
		severity: 'error',
		meaning: 'The text of a cell would lie beyond the end of the table, so the cell counts as empty.',
		message: (d: { row: number; column: string; offset: number; size: number }): string =>
			`The cell in row ${d.row}, column "${d.column}", points at byte ${d.offset} of ${d.size} bytes of strings; treating it as blank.`,
		help: NOT_DAMAGED,
	},
	TWODA_FAULT: {
		severity: 'warning',
		meaning:
			'A row has too few or too many cells, two columns have one name, or a quote or text has no end. A missing cell, or a blank within one, shifts all later cells by one column, which can make a surface walkable.',
		message: (d: { problem: string }): string => `Invalid 2DA table, but readable: ${d.problem}.`,
		help: 'Correct the table: quote cells that contain blanks, close quotes, write **** for blank cells, and give each column its own name.',
	},
	TWODA_FORM: {
		severity: 'info',
		meaning: 'The table is stored differently than usual, as in tables saved from memory. It reads the same.',
		message: (d: { problem: string }): string => `${d.problem}.`,
		help: 'The game reads such tables, too.',
	},
	TWODA_BYTE_ORDER_MARK: {
		severity: 'warning',
		meaning:
			'A text editor added a byte order mark (three bytes at the start). The game does not recognize such a table.',
		message: (_: Record<string, never>): string =>
			'The table begins with a byte order mark, which the game does not accept.',
		help: 'Save the file as plain ASCII.',
	},
});

export const twoDAFormat: DocumentFormat<TwoDA> = {
	name: '2da',
	summary: 'table of the game, such as surfacemat.2da',
	extensions: ['.2da'],
	get findings() {
		return TWODA_FINDINGS;
	},
	read: (...args) => readTwoDA(...args),
};
