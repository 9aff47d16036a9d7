/** A table of strings (`.2da`): named columns, labelled rows, one cell each. */
export interface TwoDA {
	/** `binary` is version 2.b, `text` version 2.0. They read whole numbers differently. */
	readonly form: 'binary' | 'text';
	/** Names as written; look-ups ignore letter case. */
	readonly columns: readonly string[];
	/** Rows are counted from 0 whatever their label says. */
	readonly rowLabels: readonly string[];
	/** One string a cell, row by row; blanks (`****` in a text) are empty. */
	readonly cells: readonly string[];
}

/** Index of a column by name, without regard to case; −1 when there is none. */
export function columnIndex(table: TwoDA, name: string): number {
	const wanted = name.toLowerCase();
	return table.columns.findIndex((column) => column.toLowerCase() === wanted);
}

/** A cell's text; empty for blanks and for rows and columns that do not exist. */
export function cellText(table: TwoDA, row: number, column: number): string {
	const { columns, cells } = table;
	return column >= 0 && column < columns.length ? (cells[row * columns.length + column] ?? '') : '';
}

/** A cell read as a whole number. */
export interface CellInteger {
	/** 0 where the text has no number. */
	readonly value: number;
	/** True when the whole text is the number. */
	readonly clean: boolean;
}

/**
 * A cell read as a whole number the way the game does: C's `%i` in binary tables (`0x1f`, and octal after a leading 0),
 * `atol` or hexadecimal in text ones. What follows the number is left alone; a text without one is 0.
 */
export function cellInteger(table: TwoDA, text: string): CellInteger {
	const match = /^[ \t]*([+-]?)(0[xX][0-9a-fA-F]+|[0-9]+)/.exec(text);
	if (match === null) return { value: 0, clean: false };
	const [whole, sign, digits] = match;
	const octal = table.form === 'binary' && /^0[0-9]/.test(digits);
	// Octal stops at the first 8 or 9, as it does in C.
	const magnitude = octal ? Number.parseInt(/^[0-7]+/.exec(digits)?.[0] ?? '0', 8) : Number(digits);
	const stopped = octal && /[89]/.test(digits);
	return {
		value: sign === '-' && magnitude !== 0 ? -magnitude : magnitude,
		clean: whole.length === text.length && !stopped,
	};
}
