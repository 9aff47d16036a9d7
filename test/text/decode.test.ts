import { describe, expect, it } from 'vitest';
import { decodeLatin, encodeLatin } from '../../src/text/cursor.ts';
import { decodeText, excerpt, isWords, textLines, words } from '../../src/text/text.ts';

describe('decodeText', () => {
	it('takes one byte for one character and takes a byte order mark off', () => {
		expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 65, 0xe9), 20)).toEqual({ text: 'Aé', byteOrderMark: true });
		expect(decodeText(Uint8Array.of(), 20)).toEqual({ text: '', byteOrderMark: false });
	});

	it('takes as much as a text may have', () => {
		expect(decodeText(new Uint8Array(20).fill(65), 20)).toEqual({ text: 'A'.repeat(20), byteOrderMark: false });
	});

	it.each([
		['UTF-16, little end first', Uint8Array.of(0xff, 0xfe, 65, 0), 0],
		['UTF-16, big end first', Uint8Array.of(0xfe, 0xff, 0, 65), 0],
		['a NUL byte', Uint8Array.of(65, 66, 0, 67), 2],
		['more than a text has', new Uint8Array(21).fill(65), 20],
	])('refuses %s', (_, bytes, offset) => {
		expect(decodeText(bytes, 20)).toMatchObject({ offset });
	});
});

describe('textLines', () => {
	it('ends lines at CRLF, LF and CR', () => {
		expect([...textLines('a\r\nb\nc\rd')]).toEqual([
			{ number: 1, text: 'a', end: '\r\n' },
			{ number: 2, text: 'b', end: '\n' },
			{ number: 3, text: 'c', end: '\r' },
			{ number: 4, text: 'd', end: '' },
		]);
		expect([...textLines('')]).toEqual([]);
		expect([...textLines('\n')]).toEqual([{ number: 1, text: '', end: '\n' }]);
	});
});

it('splits words at blanks and tabs only', () => {
	expect(words(' \t a\tb  c\u00a0d ')).toEqual(['a', 'b', 'c\u00a0d']);
	expect(words('')).toEqual([]);
});

it('knows the words that one line holds as they are', () => {
	for (const text of ['a', 'a b', 'ÿ', 'a\u00a0b']) expect(isWords(text), text).toBe(true);
	for (const text of ['', ' ', ' a', 'a ', 'a  b', 'a\tb', 'a\nb', 'a\rb', 'a\0b', 'Ā', '日']) {
		expect(isWords(text), text).toBe(false);
	}
});

it('cuts foreign text for messages and shows control characters escaped', () => {
	expect(excerpt('\u001b[31mred')).toBe('\\u{1b}[31mred');
	expect(excerpt('x'.repeat(60))).toBe('x'.repeat(60));
	expect(excerpt('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
});

it('loses nothing between bytes and text', () => {
	const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index);
	expect(encodeLatin(decodeLatin(bytes))).toEqual(bytes);
	expect(() => encodeLatin('日')).toThrow(RangeError);
});
