import { defineFindings } from '../../src/findings/report.ts';

const NOT_DAMAGED = 'Check that the file was copied whole and is a 2DA table of the game or in text form.';

/** What a table (`.2da`) can be told about. */
export const TWODA_FINDINGS = defineFindings({
	TWODA_MAGIC: {
		severity: 'fatal',
		message: (d: { found: string }): string =>
			`This is no 2DA table: it begins with "${d.found}", not with "2DA V2.b" or "2DA V2.0".`,
		help: NOT_DAMAGED,
	},
	TWODA_NOT_TEXT: {
		severity: 'fatal',
		message: (d: { reason: string }): string => `The table says it is text, but ${d.reason}.`,
		help: NOT_DAMAGED,
	},
	TWODA_TRUNCATED: {
		severity: 'fatal',
		message: (d: { part: string }): string => `The table ends within its ${d.part}.`,
		help: NOT_DAMAGED,
	},
	TWODA_ROWS_TOO_MANY: {
		severity: 'fatal',
		message: (d: { rows: number; columns: number; left: number }): string =>
			`The table says it has ${d.rows} rows of ${d.columns} cells, which do not fit into the ${d.left} bytes that are left.`,
		help: NOT_DAMAGED,
	},
	TWODA_COLUMNS_NONE: {
		severity: 'fatal',
		message: (_: Record<string, never>): string => 'The table has no columns.',
		help: NOT_DAMAGED,
	},
	TWODA_TOO_LARGE: {
		severity: 'fatal',
		message: (d: { limit: number }): string => `The table has more than ${d.limit} cells.`,
		help: NOT_DAMAGED,
	},
	TWODA_CELL_OUTSIDE: {
		severity: 'error',
		message: (d: { row: number; column: string; offset: number; size: number }): string =>
			`The cell in row ${d.row}, column "${d.column}", points at byte ${d.offset} of ${d.size} bytes of strings; it was taken for blank.`,
		help: NOT_DAMAGED,
	},
	TWODA_STRING_OPEN: {
		severity: 'warning',
		message: (d: { row: number; column: string }): string =>
			`The string in row ${d.row}, column "${d.column}", has no end; it was read to the end of the strings.`,
		help: NOT_DAMAGED,
	},
	TWODA_SIZE_MISMATCH: {
		severity: 'info',
		message: (d: { stated: number; found: number }): string =>
			`The table says it has ${d.stated} bytes of strings; there are ${d.found}, and all were used.`,
		help: 'The game does not look at that number either.',
	},
	TWODA_NUL_SEPARATORS: {
		severity: 'info',
		message: (_: Record<string, never>): string => 'Names end with NUL instead of TAB.',
		help: 'Tables that were saved from memory are like that; they read the same.',
	},
	TWODA_COLUMN_REPEATED: {
		severity: 'warning',
		message: (d: { column: string }): string => `Column "${d.column}" occurs twice; look-ups find the first.`,
		help: 'Rename one of the columns.',
	},
	TWODA_ROW_SHORT: {
		severity: 'warning',
		message: (d: { row: number; cells: number; columns: number; value: string }): string =>
			`Row ${d.row} has ${d.cells} of ${d.columns} cells; the rest ${d.value === '' ? 'are blank' : `get the default "${d.value}"`}.`,
		help: 'Write **** for blank cells.',
	},
	TWODA_ROW_LONG: {
		severity: 'warning',
		message: (d: { row: number; cells: number; columns: number }): string =>
			`Row ${d.row} has ${d.cells} cells for ${d.columns} columns; those at the end were ignored.`,
		help: 'Put cells with blanks into quotes.',
	},
	TWODA_QUOTE_OPEN: {
		severity: 'warning',
		message: (d: { text: string }): string => `The quote before "${d.text}" is not closed; it ends with the line.`,
		help: 'Close the quote. A cell cannot hold a quote itself.',
	},
	TWODA_BYTE_ORDER_MARK: {
		severity: 'warning',
		message: (_: Record<string, never>): string =>
			'The table begins with a byte order mark, which the game does not take.',
		help: 'Save the file as plain ASCII.',
	},
});
