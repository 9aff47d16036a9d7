import { describe, expect, it } from 'vitest';
import { readTwoDA } from '../../importers/twoda/read.ts';
import { Report } from '../../src/findings/report.ts';
import { surfaceTableFromTwoDA } from '../../src/model/surface-tables.ts';
import { K1, type SurfaceTable, surfaceByName } from '../../src/model/surfaces.ts';
import { codesOf, failureOf } from '../support/codes.ts';
import { binaryTable, type PlainTable, textTable } from '../support/tables.ts';

const COLUMNS = ['label', 'walk', 'walkcheck', 'lineofsight', 'grass', 'sound', 'name'];

function tableOf(table: SurfaceTable): PlainTable {
	const bit = (flag: boolean): string => (flag ? '1' : '0');
	const rows = table.surfaces.map((row) => ({
		label: String(row.id),
		cells: [row.label, bit(row.walk), bit(row.walkCheck), bit(row.lineOfSight), bit(row.grass), row.sound, ''],
	}));
	return { columns: COLUMNS, rows };
}

function convert(
	columns: readonly string[],
	...rows: readonly (readonly string[])[]
): { table: SurfaceTable; report: Report } {
	const report = new Report();
	const plain = { columns, rows: rows.map((cells, index) => ({ label: String(index), cells })) };
	return { table: surfaceTableFromTwoDA(readTwoDA(binaryTable(plain), report), 'mod', report), report };
}

it('makes the built-in table out of its own 2DA, in both forms', () => {
	for (const bytes of [binaryTable(tableOf(K1)), textTable(tableOf(K1))]) {
		const report = new Report();
		expect(surfaceTableFromTwoDA(readTwoDA(bytes, report), 'k1', report)).toEqual(K1);
		expect(report.findings).toEqual([]);
	}
});

it('reads columns without regard to case and in any order', () => {
	const { table } = convert(
		['Sound', 'GRASS', 'LineOfSight', 'WalkCheck', 'Walk', 'Label'],
		['DT', '1', '1', '0', '1', 'Dirt'],
	);
	expect(table.surfaces[0]).toMatchObject({
		label: 'Dirt',
		walk: true,
		walkCheck: false,
		lineOfSight: true,
		grass: true,
		sound: 'DT',
	});
	expect(table.name).toBe('mod');
});

describe('odd values', () => {
	it.each([
		['2', 1],
		['-1', 1],
		['0x2', 1],
		['1x', 1],
		['yes', 0],
		['', 0],
		['****', 0],
		['0.9', 0],
	])('%j under walk is taken for %d, with a finding', (value, taken) => {
		const { table, report } = convert(COLUMNS, ['Stone', value, '1', '1', '0', 'ST', '']);
		expect(table.surfaces[0].walk).toBe(taken === 1);
		expect(report.findings).toMatchObject([
			{
				code: 'SURFACE_TABLE_FAULT',
				message: `Surface 0 (Stone) has ${value === '' ? 'nothing' : `"${value}"`} in column "walk". Read as ${taken}.`,
			},
		]);
	});

	it.each(['0', '1', '0x1', '00', '01'])('%j is none', (value) => {
		expect(convert(COLUMNS, ['Stone', value, '1', '1', '', 'ST', '']).report.findings).toEqual([]);
	});

	it('are row labels that are not the row, because faces store the row', () => {
		const report = new Report();
		const plain = {
			columns: ['label', 'walk', 'walkcheck', 'lineofsight', 'grass', 'sound'],
			rows: [{ label: '3', cells: ['a', '1', '1', '1', '0', ''] }],
		};
		const table = surfaceTableFromTwoDA(readTwoDA(textTable(plain), report), 'mod', report);
		expect(table.surfaces[0].id).toBe(0);
		expect(codesOf(report)).toEqual(['SURFACE_TABLE_FAULT']);
	});
});

it('labels come from the column name where there is no label, else from the number', () => {
	const { table, report } = convert(
		COLUMNS,
		['', '1', '1', '1', '0', '', 'Gravel'],
		['****', '0', '1', '1', '0', '****', ''],
	);
	expect(table.surfaces.map((surface) => surface.label)).toEqual(['Gravel', '#1']);
	expect(table.surfaces[1].sound).toBe('');
	expect(report.findings).toMatchObject([
		{ code: 'SURFACE_TABLE_FAULT', message: 'Surface 1 has no label. It is named "#1".' },
	]);
	expect(surfaceByName(table, 'wok_gravel')?.surface).toBe(0);
});

describe('columns that are missing', () => {
	it('are reported and read as the game does: 0', () => {
		const { table, report } = convert(['walk'], ['1'], ['0']);
		expect(table.surfaces).toMatchObject([
			{ label: '#0', walk: true, walkCheck: false, lineOfSight: false, grass: false, sound: '' },
			{ label: '#1', walk: false },
		]);
		const columns = ['walkcheck', 'lineofsight', 'grass', 'sound', 'label'];
		expect(report.findings.map(({ message }) => message)).toEqual(
			columns.map((column) => expect.stringContaining(`The surface table has no column "${column}": `)),
		);
		expect(new Set(codesOf(report))).toEqual(new Set(['SURFACE_TABLE_FAULT']));
	});

	it('make it no surface table when walk is among them', () => {
		expect(failureOf(() => convert(['label', 'name'], ['Stone', '']))).toBe('SURFACE_TABLE_INVALID');
	});
});

it('refuses a table without rows', () => {
	expect(failureOf(() => convert(COLUMNS))).toBe('SURFACE_TABLE_INVALID');
});
