import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainFloat32, shortestFloat32 } from '../../src/text/numbers.ts';
import { runs } from '../support/thorough.ts';

const float32 = fc.float({ noNaN: true, noDefaultInfinity: true });
/** Every bit pattern alike, so that subnormals and huge numbers are as frequent as others. */
const anyBits = fc
	.integer({ min: 0, max: 0xffffffff })
	.map((bits) => new Float32Array(Uint32Array.of(bits).buffer)[0])
	.filter(Number.isFinite);

/** Digits of a decimal, without sign, point, exponent and zeros at either end. */
function significantDigits(text: string): number {
	return (
		text
			.replace(/e.*$/, '')
			.replace(/[-.]/g, '')
			.replace(/^0+|0+$/g, '').length || 1
	);
}

/** The fewest digits by trying all; a decimal midway between two float32s does not count, for it reads as either. */
function fewestDigits(value: number): number {
	for (let precision = 1; ; precision++) {
		const double = Number(value.toPrecision(precision));
		const beyond = 2 * double - value;
		if (Math.fround(double) === value && (beyond === value || Math.fround(beyond) !== beyond)) return precision;
	}
}

describe('shortestFloat32', () => {
	it.each([
		[0, '0'],
		[-0, '-0'],
		[1, '1'],
		[-1.5, '-1.5'],
		[0.1, '0.1'],
		[100, '100'],
		[12.5, '12.5'],
		[1e-6, '0.000001'],
		[1e-7, '1e-7'],
		[-1.25e-7, '-1.25e-7'],
		[16777216, '16777216'],
		[33554432, '33554432'],
		[123456.7, '123456.7'],
		[1e10, '10000000000'],
		[1e20, '100000000000000000000'],
		[1e21, '1e21'],
		[3.4028234663852886e38, '3.4028235e38'],
		[1.1754943508222875e-38, '1.1754944e-38'],
		[1.401298464324817e-45, '1e-45'],
		[0.30000001192092896, '0.3'],
		[1023.9999389648438, '1023.99994'],
		[1 / 3, '0.33333334'],
	])('of %d is %s', (value, text) => {
		expect(shortestFloat32(value)).toBe(text);
	});

	it('reads back as the same float32, in as few digits as can be', () => {
		fc.assert(
			fc.property(fc.oneof(float32, anyBits), (value) => {
				const text = shortestFloat32(value);
				expect(Math.fround(Number(text))).toBe(value);
				expect(text).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?(?:e-?[1-9]\d?)?$/);
				if (value !== 0)
					expect(significantDigits(text)).toBe(
						significantDigits(String(Number(Math.abs(value).toPrecision(fewestDigits(Math.abs(value)))))),
					);
			}),
			{ numRuns: runs(2000, 50_000) },
		);
	});

	it('gives back what people type', () => {
		const typed = fc.tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }));
		fc.assert(
			fc.property(typed, ([units, places]) => {
				const value = units / 10 ** places;
				expect(Number(shortestFloat32(value))).toBe(value);
			}),
			{ numRuns: runs(500, 12_500) },
		);
	});

	it('rounds a double to float32 first', () => {
		expect(shortestFloat32(0.1 + 1e-12)).toBe('0.1');
	});

	it.each([Number.NaN, Infinity, -Infinity, 3.5e38])('refuses %d', (value) => {
		expect(() => shortestFloat32(value)).toThrow(RangeError);
	});
});

it('without an exponent the value is the same', () => {
	const samples = [0, -0, 1e-7, -1.5e-30, 3.4028234663852886e38, 1e21, 123456789, 0.1, 1.4e-45, -12.5];
	for (const value of samples) {
		const text = plainFloat32(value);
		expect(text).toMatch(/^-?\d+(\.\d+)?$/);
		expect(Object.is(Math.fround(Number(text)), Math.fround(value)), text).toBe(true);
	}
});
