import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	counted,
	formatG,
	formatLayoutFloat,
	isFloatText,
	parseFloatText,
	parseIntegerText,
	rangesOf,
	toMillimetres,
} from '../../src/text/numbers.ts';
import { runs } from '../support/thorough.ts';

describe('formatG', () => {
	it.each([
		[0, '0'],
		[-0, '-0'],
		[1, '1'],
		[14, '14'],
		[39.4685, '39.4685'],
		[-0.0407561, '-0.0407561'],
		[123456, '123456'],
		[1234567, '1.23457e+006'],
		[999999.5, '1e+006'],
		[100000, '100000'],
		[0.0001, '0.0001'],
		[0.00001, '1e-005'],
		[0.00012345678, '0.000123457'],
		[-1.26441e-7, '-1.26441e-007'],
		[1 / 3, '0.333333'],
		[3.4e38, '3.4e+038'],
	])('prints %d as C does with three digits of exponent', (value, text) => {
		expect(formatG(value, 6)).toBe(text);
	});

	it('is as far from the value as half of the last digit at most', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-30, max: 1e30 }), (value) => {
				expect(Math.abs(Number(formatG(value, 6)) - value)).toBeLessThanOrEqual(value * 0.500001e-5);
			}),
		);
	});
});

describe('formatLayoutFloat', () => {
	it.each([
		[0, '0.0'],
		[-0, '-0.0'],
		[225, '225.0'],
		[44.99, '44.99'],
		[3.84015e-7, '3.84015e-007'],
		[1e6, '1e+006'],
		[Math.fround(1 / 3), '0.33333334'],
		[999999.5, '999999.5'],
		[16777216, '16777216.0'],
	])('prints %d', (value, text) => {
		expect(formatLayoutFloat(value)).toBe(text);
	});

	it('reads back as the same float32', () => {
		fc.assert(
			fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
				const read = parseFloatText(formatLayoutFloat(value));
				expect(read).toBeDefined();
				expect(Math.fround(read as number)).toBe(value);
			}),
			{ numRuns: runs(800, 20_000) },
		);
	});

	it('takes six digits whenever they are enough', () => {
		fc.assert(
			fc.property(fc.integer({ min: -999999, max: 999999 }), fc.integer({ min: 0, max: 6 }), (digits, places) => {
				const value = digits / 10 ** places;
				expect(formatLayoutFloat(value).replace(/[-.]|e.*/g, '').length).toBeLessThanOrEqual(7);
				expect(Number(formatLayoutFloat(value))).toBe(value);
			}),
		);
	});
});

describe('numbers of a text', () => {
	it.each([
		['1', 1],
		['-.5', -0.5],
		['5.', 5],
		['+1.0e+01', 10],
		['-1.2e-007', -1.2e-7],
		['1E5', 1e5],
	])('%s is a float', (text, value) => {
		expect(parseFloatText(text)).toBe(value);
	});

	it.each(['', '.', '-', '1,5', '1.5f', 'nan', '1.#QNAN', 'inf', '0x10', '1e', '1e39', ' 1', `${'1'.repeat(100)}`])(
		'%j is none',
		(text) => {
			expect(parseFloatText(text)).toBeUndefined();
		},
	);

	it('takes no longer for long words', () => {
		expect(isFloatText(`${'1'.repeat(5_000_000)}x`)).toBe(false);
	});

	it('knows integers of 32 bits', () => {
		expect(['13', '-1', '+7', '-0', '2147483647', '-2147483648'].map(parseIntegerText)).toEqual([
			13, -1, 7, 0, 2147483647, -2147483648,
		]);
		for (const text of ['', '1.0', '1e3', '2147483648', '-2147483649', '0x1', '٣']) {
			expect(parseIntegerText(text)).toBeUndefined();
		}
	});
});

it('whole numbers in a row are a range', () => {
	expect(rangesOf([])).toEqual([]);
	expect(rangesOf([3])).toEqual(['3']);
	expect(rangesOf([0, 1, 3, 5, 6, 7, 9])).toEqual(['0-1', '3', '5-7', '9']);
});

it('numbers of messages are counted, grouped and rounded', () => {
	expect([counted(1, 'face'), counted(12_345, 'face'), counted(2, 'vertex', 'vertices')]).toEqual([
		'1 face',
		'12,345 faces',
		'2 vertices',
	]);
	expect([toMillimetres(1.2345678), toMillimetres(-0.0001)]).toEqual([1.235, 0]);
});
