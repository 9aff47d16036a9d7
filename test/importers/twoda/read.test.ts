import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTwoDA } from '../../../importers/twoda/read.ts';
import { Report } from '../../../src/findings/report.ts';
import { cellText, columnIndex, type TwoDA } from '../../../src/model/surface-tables.ts';
import { encodeLatin } from '../../../src/text/cursor.ts';
import { codesOf, failureOf } from '../../support/codes.ts';
import { corpusFiles, corpusPresent } from '../../support/corpus.ts';
import { binaryTable, type PlainTable, plainTables, textTable } from '../../support/tables.ts';
import { runs } from '../../support/thorough.ts';

const SMALL: PlainTable = {
	columns: ['label', 'walk'],
	rows: [
		{ label: '0', cells: ['Stone', '1'] },
		{ label: '1', cells: ['', '0'] },
		{ label: '2', cells: ['Deep water', '0'] },
	],
};

interface Outcome {
	readonly table: TwoDA;
	readonly report: Report;
}

function read(bytes: Uint8Array): Outcome {
	const report = new Report();
	return { table: readTwoDA(bytes, report), report };
}

function plain(table: TwoDA): PlainTable {
	const rows = table.rowLabels.map((label, row) => ({
		label,
		cells: table.columns.map((_, column) => cellText(table, row, column)),
	}));
	return { columns: table.columns, rows };
}

function failure(bytes: Uint8Array): string | undefined {
	return failureOf(() => readTwoDA(bytes, new Report()));
}

describe('both forms', () => {
	it('read back as the table they were made of', () => {
		fc.assert(
			fc.property(plainTables, (table) => {
				for (const bytes of [binaryTable(table), textTable(table)]) {
					const { table: found, report } = read(bytes);
					expect(plain(found)).toEqual(table);
					expect(report.findings).toEqual([]);
				}
			}),
		);
	});
});

describe('binary tables', () => {
	it('that are cut anywhere before the strings are refused', () => {
		const bytes = binaryTable(SMALL, { stated: 0 });
		const strings = bytes.length - 'Stone\x001\0\x000\0Deep water\0'.length;
		for (let end = 8; end < strings; end++) {
			expect(failure(bytes.subarray(0, end))).toBe('TWODA_INVALID');
		}
		expect(failure(bytes.subarray(0, strings))).toBeUndefined();
	});

	it('that promise more rows than they have bytes are refused before anything is allocated', () => {
		for (const rows of ['\xff\xff\xff\xff', '\0\0\0\x80', '\x06\0\0\0']) {
			expect(failure(encodeLatin(`2DA V2.b\na\tb\t\0${rows}0\t1\t2\t3\t4\t5\t\0\0`))).toBe('TWODA_INVALID');
		}
	});

	it('with more cells than any table has are refused', () => {
		const columns = 2048;
		const rows = 2049;
		const bytes = new Uint8Array(9 + columns * 2 + 1 + 4 + rows * (1 + columns * 2) + 2);
		bytes.set(encodeLatin(`2DA V2.b\n${'a\t'.repeat(columns)}\0`));
		new DataView(bytes.buffer).setUint32(9 + columns * 2 + 1, rows, true);
		expect(failure(bytes)).toBe('TWODA_INVALID');
	});

	it('whose cells share one endless string take no more memory than it', () => {
		const rows = 60_000;
		const head = encodeLatin(`2DA V2.b\na\t\0`);
		const bytes = new Uint8Array(head.length + 4 + rows + rows * 2 + 2 + 70_000).fill(65);
		bytes.set(head);
		const view = new DataView(bytes.buffer);
		view.setUint32(head.length, rows, true);
		bytes.fill(9, head.length + 4, head.length + 4 + rows);
		for (let row = 0; row < rows; row++) view.setUint16(head.length + 4 + rows + row * 2, row, true);
		const { table } = read(bytes);
		expect(table.cells[1].length).toBe(69_999);
	});
});

it('a text table cannot ask for all memory with a few bytes', () => {
	const bytes = encodeLatin(`2DA V2.0\n${'a '.repeat(2048)}\n${'0\n'.repeat(2049)}`);
	expect(failure(bytes)).toBe('TWODA_INVALID');
});

it('columns are found without regard to case, the first of two', () => {
	const { table } = read(binaryTable({ columns: ['A', 'Walk', 'WALK'], rows: [] }));
	expect(['walk', 'nothing'].map((name) => columnIndex(table, name))).toEqual([1, -1]);
	expect(cellText(table, 0, -1)).toBe('');
});

describe('any bytes', () => {
	it('are refused or read whole', () => {
		const files = fc
			.tuple(
				plainTables,
				fc.boolean(),
				fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
				fc.nat(400),
			)
			.map(([table, binary, damages, end]) => {
				const bytes = (binary ? binaryTable(table) : textTable(table)).slice();
				for (const [at, value] of damages) if (at < bytes.length) bytes[at] = value;
				return end < 100 ? bytes.subarray(0, end) : bytes;
			});
		fc.assert(
			fc.property(fc.oneof(files, fc.uint8Array({ maxLength: 100 })), (bytes) => {
				failureOf(() => {
					const { table } = read(bytes);
					expect(table.cells).toHaveLength(table.columns.length * table.rowLabels.length);
					expect(table.cells.every((cell) => typeof cell === 'string')).toBe(true);
					expect(table.columns.length).toBeGreaterThan(0);
				});
			}),
			{ numRuns: runs(750) },
		);
	});
});

describe.skipIf(!corpusPresent)('a real table', () => {
	const files = corpusFiles('tables', '.2da');

	it('is one', () => {
		expect(files).toHaveLength(1);
	});

	it.each(files)('$name has 94 columns and 729 rows', ({ bytes }) => {
		const { table, report } = read(bytes);
		expect([table.columns.length, table.rowLabels.length, table.cells.length]).toEqual([94, 729, 94 * 729]);
		expect([table.rowLabels[0], table.rowLabels[728]]).toEqual(['0', '728']);
		expect(cellText(table, 0, columnIndex(table, 'Race'))).toBe('PMBTest');
		expect(codesOf(report)).toEqual(['TWODA_FORM']);
	});
});
