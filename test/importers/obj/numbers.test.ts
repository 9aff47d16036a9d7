import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cursor } from '../../../importers/obj/cursor.ts';
import { runs } from '../../support/thorough.ts';

function parse(text: string): { value: number; rest: string } {
	const cursor = new Cursor();
	const bytes = new TextEncoder().encode(`${text} end\n`);
	cursor.bytes = bytes;
	const value = cursor.number();
	return { value, rest: new TextDecoder().decode(bytes.subarray(cursor.at)) };
}

const digits = (least: number, most: number): fc.Arbitrary<string> =>
	fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((list) => list.join(''));

const sign = fc.constantFrom('', '-', '+');

const decimals = fc
	.tuple(
		sign,
		fc.oneof(
			digits(1, 24),
			fc.tuple(digits(1, 20), digits(0, 30)).map(([whole, part]) => `${whole}.${part}`),
			digits(1, 30).map((part) => `.${part}`),
		),
		fc.oneof(
			fc.constant(''),
			fc.tuple(fc.constantFrom('e', 'E'), sign, digits(1, 3)).map((parts) => parts.join('')),
		),
	)
	.map((parts) => parts.join(''));

describe('decimal numbers', () => {
	it('are read as JavaScript reads them, bit for bit', () => {
		fc.assert(
			fc.property(decimals, (text) => {
				const { value, rest } = parse(text);
				expect(Object.is(value, Number(text))).toBe(true);
				expect(rest).toBe(' end\n');
			}),
			{ numRuns: runs(2500, 50_000) },
		);
	});

	it('are nothing else', () => {
		const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
		const letters = fc.constantFrom(...'0123456789..--++eE,xXnaNiIfF/_');
		fc.assert(
			fc.property(
				fc.array(letters, { minLength: 1, maxLength: 8 }).map((list) => list.join('')),
				(text) => {
					const { value, rest } = parse(text);
					expect(Number.isNaN(value)).toBe(!NUMBER.test(text));
					expect(rest).toBe(' end\n');
				},
			),
			{ numRuns: runs(2500, 50_000) },
		);
	});

	it.each([
		'0',
		'-0',
		'1e22',
		'1e23',
		'123456789012345',
		'1234567890123456',
		'9007199254740993',
		'1e-22',
		'1e-23',
		'1e999',
		'4.9e-324',
		'0.1e1',
		'000001',
		'1.',
		'.5',
		'1e+07',
		'1e-007',
		`0.${'0'.repeat(400)}1e400`,
	])('%s', (text) => {
		expect(Object.is(parse(text).value, Number(text))).toBe(true);
	});
});
