import { defineFindings } from '../../src/findings/report.ts';

const NOT_DAMAGED = 'Check that the file is complete and is a 2DA table, binary or text.';

/** What a table (`.2da`) can be told about. */
export const TWODA_FINDINGS = defineFindings({
	TWODA_MAGIC: {
		severity: 'fatal',
		meaning: 'The file is not a table of the game. Nothing of it was read.',
		message: (d: { found: string; format?: string }): string =>
			d.format === undefined
				? `This is not a 2DA table: it begins with "${d.found}", not with "2DA V2.b" or "2DA V2.0".`
				: `This is ${d.format}, not a 2DA table.`,
		help: NOT_DAMAGED,
	},
	TWODA_NOT_TEXT: {
		severity: 'fatal',
		meaning: 'The table says that it is text, but holds bytes that no text has.',
		message: (d: { reason: string }): string => `The table claims to be text, but ${d.reason}.`,
		help: NOT_DAMAGED,
	},
	TWODA_TRUNCATED: {
		severity: 'fatal',
		meaning: 'The table ends before its rows do, so surfaces at its end would be missing.',
		message: (d: { part: string }): string => `The table is truncated: it ends within its ${d.part}.`,
		help: NOT_DAMAGED,
	},
	TWODA_ROWS_TOO_MANY: {
		severity: 'fatal',
		meaning: 'The table claims more rows than the file has bytes for. It was cut off or altered.',
		message: (d: { rows: number; columns: number; left: number }): string =>
			`The table claims ${d.rows} rows of ${d.columns} cells, which do not fit into the remaining ${d.left} bytes.`,
		help: NOT_DAMAGED,
	},
	TWODA_COLUMNS_NONE: {
		severity: 'fatal',
		meaning: 'A table without columns says nothing of any surface.',
		message: (_: Record<string, never>): string => 'The table has no columns.',
		help: NOT_DAMAGED,
	},
	TWODA_TOO_LARGE: {
		severity: 'fatal',
		meaning: 'No table of the game has so many cells. Files that are made to fill memory look alike.',
		message: (d: { limit: number }): string => `The table has more than ${d.limit} cells.`,
		help: NOT_DAMAGED,
	},
	TWODA_CELL_OUTSIDE: {
		severity: 'error',
		meaning: 'The text of a cell would lie beyond the end of the table, so the cell counts as empty.',
		message: (d: { row: number; column: string; offset: number; size: number }): string =>
			`The cell in row ${d.row}, column "${d.column}", points at byte ${d.offset} of ${d.size} bytes of strings; treating it as blank.`,
		help: NOT_DAMAGED,
	},
	TWODA_STRING_OPEN: {
		severity: 'warning',
		meaning: 'The text of a cell has no end and runs into what follows.',
		message: (d: { row: number; column: string }): string =>
			`The string in row ${d.row}, column "${d.column}", has no end; reading to the end of the strings.`,
		help: NOT_DAMAGED,
	},
	TWODA_SIZE_MISMATCH: {
		severity: 'info',
		meaning: 'The table says that its texts have another length than they have.',
		message: (d: { stated: number; found: number }): string =>
			`The table claims ${d.stated} bytes of strings but has ${d.found}; using all of them.`,
		help: 'The game ignores that number, too.',
	},
	TWODA_NUL_SEPARATORS: {
		severity: 'info',
		meaning:
			'The names of the columns are separated in another way than usual, as tables that were saved from memory are.',
		message: (_: Record<string, never>): string => 'Names end with a zero byte instead of TAB.',
		help: 'Tables saved from memory have this form. They read the same.',
	},
	TWODA_COLUMN_REPEATED: {
		severity: 'warning',
		meaning: 'Two columns have one name, and only the first can be found by it.',
		message: (d: { column: string }): string => `Column "${d.column}" occurs twice; only the first is used.`,
		help: 'Rename one of the columns.',
	},
	TWODA_ROW_SHORT: {
		severity: 'warning',
		meaning:
			'A row has too few cells. A forgotten cell moves all later ones of the row by one column: a surface may become walkable by that.',
		message: (d: { row: number; cells: number; columns: number; value: string }): string =>
			`Row ${d.row} has ${d.cells} of ${d.columns} cells; the rest ${d.value === '' ? 'are blank' : `have the default "${d.value}"`}.`,
		help: 'Write **** for blank cells.',
	},
	TWODA_ROW_LONG: {
		severity: 'warning',
		meaning:
			'A row has too many cells. A blank within a cell moves all later ones by one column: a surface may become walkable by that.',
		message: (d: { row: number; cells: number; columns: number }): string =>
			`Row ${d.row} has ${d.cells} cells for ${d.columns} columns; ignoring those at the end.`,
		help: 'Quote cells that contain blanks.',
	},
	TWODA_QUOTE_OPEN: {
		severity: 'warning',
		meaning: 'A quote is not closed, so the rest of the line is one cell.',
		message: (d: { text: string }): string =>
			`The quote before "${d.text}" is not closed; assuming the end of the line.`,
		help: 'Close the quote. A cell cannot contain a quote.',
	},
	TWODA_BYTE_ORDER_MARK: {
		severity: 'warning',
		meaning: 'Editors of text put three bytes before the first word, and the game then does not know the table.',
		message: (_: Record<string, never>): string =>
			'The table begins with a byte order mark, which the game does not accept.',
		help: 'Save the file as plain ASCII.',
	},
});
