import type { Report } from '../../src/findings/index.ts';
import { excerpt, type TextLine, textLines } from '../../src/text/index.ts';
import type { TwoDA } from '../../src/twoda/index.ts';
import { LARGEST_TABLE } from './limits.ts';

const BLANK = '****';

/**
 * A table in text form: the magic's line, an optional `DEFAULT:` line, column names, rows. A row is its label and one word
 * a column; a word in quotes may have blanks within; `****` is blank; words that are missing at the end get the default.
 */
export function readText(text: string, report: Report): TwoDA {
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
		const place = { line: line.number };
		const row = rowLabels.length;
		const [label, ...values] = fields;
		const given = { row, cells: values.length, columns: columns.length };
		const rest = defaultValue ?? '';
		if (values.length < columns.length) report.add('TWODA_ROW_SHORT', place, { ...given, value: excerpt(rest) });
		if (values.length > columns.length) report.add('TWODA_ROW_LONG', place, given);
		if ((row + 1) * columns.length > LARGEST_TABLE) report.fail('TWODA_TOO_LARGE', place, { limit: LARGEST_TABLE });
		rowLabels.push(label);
		for (let column = 0; column < columns.length; column++) {
			const value = values[column] ?? rest;
			cells.push(value === BLANK ? '' : value);
		}
	}
	if (columns.length === 0) report.fail('TWODA_COLUMNS_NONE', { line: 1 }, {});
	return { form: 'text', columns, rowLabels, cells };
}

/** The words of a line; quotes hold words together. */
function splitCells({ text, number }: TextLine, report: Report): string[] {
	const fields: string[] = [];
	const word = /"([^"]*)("|$)|[^ \t\v\f"][^ \t\v\f]*/g;
	for (const match of text.matchAll(word)) {
		const [whole, quoted, close] = match;
		if (quoted !== undefined && close === '')
			report.add('TWODA_QUOTE_OPEN', { line: number }, { text: excerpt(quoted) });
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
