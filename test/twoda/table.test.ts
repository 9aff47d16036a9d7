import { describe, expect, it } from 'vitest';
import { cellInteger, type TwoDA } from '../../src/model/surface-tables.ts';

const table = (form: TwoDA['form']): TwoDA => ({ form, columns: ['a'], rowLabels: [], cells: [] });

describe('cellInteger', () => {
	it.each([
		['1', 1, true],
		['0', 0, true],
		['-3', -3, true],
		['+2', 2, true],
		['0x1f', 31, true],
		['0XFF', 255, true],
		['0xFFFFFFFF', 0xffffffff, true],
		['', 0, false],
		['yes', 0, false],
		['1 ', 1, false],
		['2b', 2, false],
		['0x', 0, false],
		['1.5', 1, false],
	])('%j is %d', (text, value, clean) => {
		expect(cellInteger(table('binary'), text)).toEqual({ value, clean });
		expect(cellInteger(table('text'), text)).toEqual({ value, clean });
	});

	it('is octal after a leading 0 in binary tables alone', () => {
		expect(cellInteger(table('binary'), '010')).toEqual({ value: 8, clean: true });
		expect(cellInteger(table('text'), '010')).toEqual({ value: 10, clean: true });
		expect(cellInteger(table('binary'), '019')).toEqual({ value: 1, clean: false });
		expect(cellInteger(table('binary'), '09')).toEqual({ value: 0, clean: false });
	});
});
