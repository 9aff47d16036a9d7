import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteText } from '../../src/text/byte-text.ts';

function textOf(write: (text: ByteText) => void): string {
	const text = new ByteText(1);
	write(text);
	return new TextDecoder().decode(text.finish());
}

describe('ByteText', () => {
	it('puts pieces together, however small it began', () => {
		const text = textOf((bytes) => bytes.text('v ').float32(0.1).text(' ').integer(-7).text('\n').text('ü'));
		expect(text).toBe('v 0.1 -7\n?');
	});

	it('writes integers', () => {
		const integer = fc.oneof(
			fc.maxSafeInteger(),
			fc.integer(),
			fc.constantFrom(0, 9, 10, 0x7fffffff, 0x80000000, 0xffffffff),
		);
		fc.assert(
			fc.property(integer, (value) => {
				expect(textOf((bytes) => bytes.integer(value))).toBe(String(value));
			}),
		);
	});

	it('writes decimals without zeros at the end', () => {
		expect(textOf((bytes) => bytes.decimal(1250, 3))).toBe('1.25');
		expect(textOf((bytes) => bytes.decimal(-5, 3))).toBe('-0.005');
		expect(textOf((bytes) => bytes.decimal(3000, 3))).toBe('3');
		expect(textOf((bytes) => bytes.decimal(0, 5))).toBe('0');
		fc.assert(
			fc.property(fc.integer({ min: -1e14, max: 1e14 }), fc.nat(15), (units, places) => {
				const text = textOf((bytes) => bytes.decimal(units, places));
				expect(Number(text)).toBe(Number(`${units}e-${places}`) + 0);
				expect(text).toMatch(/^-?\d+(?:\.\d*[1-9])?$/);
			}),
		);
	});

	it('knows its length', () => {
		expect(new ByteText().text('abc').integer(12).length).toBe(5);
	});
});
