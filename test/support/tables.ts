import fc from 'fast-check';
import { encodeLatin } from '../../src/text/cursor.ts';

/** A table to be laid out as a file. */
export interface PlainTable {
	readonly columns: readonly string[];
	readonly rows: readonly { readonly label: string; readonly cells: readonly string[] }[];
}

export interface BinaryOptions {
	/** What ends names: TAB in the game's files, NUL in tables saved from memory. */
	readonly separator?: '\t' | '\0';
	/** The size that is stated for the strings; the true one by default. */
	readonly stated?: number;
}

/** A binary table as the game has them: every string once, in the order of its first use. */
export function binaryTable(table: PlainTable, { separator = '\t', stated }: BinaryOptions = {}): Uint8Array {
	const pool = new Map<string, number>();
	let size = 0;
	const offsets = table.rows.flatMap((row) =>
		row.cells.map((cell) => {
			const known = pool.get(cell);
			if (known !== undefined) return known;
			const at = size;
			pool.set(cell, at);
			size += cell.length + 1;
			return at;
		}),
	);
	const numbers = new Uint8Array(offsets.length * 2 + 2);
	const view = new DataView(numbers.buffer);
	for (const [index, offset] of offsets.entries()) view.setUint16(index * 2, offset, true);
	view.setUint16(offsets.length * 2, stated ?? size, true);
	return Buffer.concat([
		encodeLatin(`2DA V2.b\n${table.columns.map((name) => name + separator).join('')}\0`),
		new Uint8Array(Uint32Array.of(table.rows.length).buffer),
		encodeLatin(table.rows.map((row) => row.label + separator).join('')),
		numbers,
		encodeLatin([...pool.keys()].map((text) => `${text}\0`).join('')),
	]);
}

/** The text form of a table. */
export function textTable(table: PlainTable, preamble = '2DA V2.0\r\n\r\n'): Uint8Array {
	const word = (cell: string): string => (cell === '' ? '****' : /[ \t]/.test(cell) ? `"${cell}"` : cell);
	const rows = table.rows.map((row) => [row.label, ...row.cells.map(word)].join('\t'));
	return encodeLatin(`${preamble}   ${table.columns.join('  ')}\r\n${rows.join('\r\n')}\r\n`);
}

const word = fc.stringMatching(/^[A-Za-z0-9_]{1,8}$/);
const cell = fc.oneof(word, fc.constant(''), fc.stringMatching(/^[A-Za-z0-9_]{1,3} [A-Za-z0-9_]{1,3}$/));

/** Tables with distinct columns. */
export const plainTables: fc.Arbitrary<PlainTable> = fc
	.uniqueArray(word, { minLength: 1, maxLength: 6, selector: (name) => name.toLowerCase() })
	.filter((columns) => !/^default/i.test(columns[0]))
	.chain((columns) =>
		fc
			.array(
				fc.record({ label: word, cells: fc.array(cell, { minLength: columns.length, maxLength: columns.length }) }),
				{
					maxLength: 6,
				},
			)
			.map((rows) => ({ columns, rows })),
	);
