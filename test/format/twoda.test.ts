import { expect, test } from 'vitest';
import { readTwoDA } from '../../importers/twoda/read.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { encodeLatin } from '../../src/text/cursor.ts';

/** Two columns and two rows, byte by byte as on the page. */
const BYTES = Uint8Array.from([
	...encodeLatin('2DA V2.b\n'),
	...encodeLatin('label\twalk\t\0'),
	...[2, 0, 0, 0],
	...encodeLatin('0\t1\t'),
	// Offsets of four cells; the second row's label is blank.
	...[0, 0, 6, 0, 8, 0, 6, 0],
	...[9, 0],
	...encodeLatin('Stone\0' + '1\0' + '\0'),
]);

test('a binary table is magic, columns, row count, row labels, offsets, size and strings', () => {
	const report = new Report();
	expect(readTwoDA(BYTES, report)).toEqual({
		form: 'binary',
		columns: ['label', 'walk'],
		rowLabels: ['0', '1'],
		cells: ['Stone', '1', '', '1'],
	});
	expect(report.findings).toEqual([]);
});

test('a text table is magic, columns and rows', () => {
	const text = '2DA V2.0\r\n\r\n  label walk\r\n0 Stone 1\r\n1 **** 1\r\n2 "Deep water" 0\r\n';
	const { columns, cells } = readTwoDA(encodeLatin(text), new Report());
	expect([columns, cells]).toEqual([
		['label', 'walk'],
		['Stone', '1', '', '1', 'Deep water', '0'],
	]);
});

test('thirteen surfaces of the built-in table can be walked on', () => {
	expect(K1.surfaces.filter(({ walk }) => walk).map(({ id }) => id)).toEqual([
		1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 30,
	]);
});
