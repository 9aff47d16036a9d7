import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ByteText } from '../../src/text/byte-text.ts';
import { decodeLatin, encodeLatin } from '../../src/text/cursor.ts';
import { baseName, fileNameProblem, isDeviceName, joinPath, slashed, stemOf } from '../../src/text/paths.ts';
import { jsonProblem } from '../../src/text/quote.ts';
import { decodeText, excerpt, isWords, textLines, words } from '../../src/text/text.ts';

function problemOf(text: string): string {
	try {
		JSON.parse(text);
	} catch (error) {
		return jsonProblem(text, error as Error);
	}
	return '';
}

test.each([
	['', 'it is empty.'],
	[' \n', 'it is empty.'],
	['// a config\n{}', 'JSON has no comments. Take them out.'],
	['{ // rooms\n"a": 1 }', 'JSON has no comments. Take them out.'],
	['{ "a": 1 /* rooms */ }', 'JSON has no comments. Take them out.'],
	['{ "a": 1, }', 'JSON has no comma before a closing bracket. Take it out.'],
	['[1, ]', 'JSON has no comma before a closing bracket. Take it out.'],
	["{ 'a': 1 }", 'JSON has double quotes only, not single ones.'],
])('%j is told as what people do', (text, problem) => {
	expect(problemOf(text)).toBe(problem);
});

test('everything else is told as the parser says it', () => {
	expect(problemOf('{ "a": "b//c" "d" }')).toMatch(/position 14/);
	expect(problemOf('{ "a"')).toContain('JSON');
});

test.each([
	['', 'a.wok', 'a.wok'],
	['.', 'a.wok', 'a.wok'],
	['./', 'a.wok', 'a.wok'],
	['././', 'a.wok', 'a.wok'],
	['.\\', 'a.wok', 'a.wok'],
	['out', 'a.wok', 'out/a.wok'],
	['out/', 'a.wok', 'out/a.wok'],
	['out//', 'a.wok', 'out/a.wok'],
	['out\\', 'a.wok', 'out/a.wok'],
	['./out', 'a.wok', 'out/a.wok'],
	['.//.\\out/deep', 'a.wok', 'out/deep/a.wok'],
	['a/./b', 'c', 'a/./b/c'],
	['..', 'a.wok', '../a.wok'],
	['../out', 'a.wok', '../out/a.wok'],
	['.hidden', 'a.wok', '.hidden/a.wok'],
	['/', 'a.wok', '/a.wok'],
	['//', 'a.wok', '/a.wok'],
	['\\', 'a.wok', '/a.wok'],
	['/tmp', 'a.wok', '/tmp/a.wok'],
	['C:\\maps\\', 'a.wok', 'C:\\maps/a.wok'],
])('%j and %j are the path %j', (folder, name, path) => {
	expect(joinPath(folder, name)).toBe(path);
});

test.each([
	['', '', '', ''],
	['room.wok', 'room.wok', 'room.wok', 'room'],
	['a/b\\quay.blend.glb', 'a/b/quay.blend.glb', 'quay.blend.glb', 'quay.blend'],
	['\\\\host\\a\\.hidden', '//host/a/.hidden', '.hidden', ''],
	['a.b/', 'a.b/', '', ''],
])('%j is %j with slashes, its last part is %j, and that without its extension %j', (path, forward, name, stem) => {
	expect([slashed(path), baseName(path), stemOf(baseName(path))]).toEqual([forward, name, stem]);
});

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

describe('names of files', () => {
	it.each([
		['', 'is empty'],
		['.', 'stands for a folder'],
		['..', 'stands for a folder'],
		['...', 'ends in a dot or blank, which Windows drops'],
		['a\nb', 'has control characters or marks of direction'],
		['a\u202eb', 'has control characters or marks of direction'],
		['a\ud800b', 'has half a character'],
		['a/b', 'has the character /'],
		['a\\b', 'has the character \\'],
		['c:', 'has the character :'],
		['a*', 'has the character *'],
		['a?', 'has the character ?'],
		['"a"', 'has the character "'],
		['<a', 'has the character <'],
		['a>', 'has the character >'],
		['a|b', 'has the character |'],
		['room.', 'ends in a dot or blank, which Windows drops'],
		['room ', 'ends in a dot or blank, which Windows drops'],
		['con', 'is that of a device of Windows (con)'],
		['Nul .txt', 'is that of a device of Windows (Nul)'],
		['x'.repeat(256), 'has 256 bytes; file systems take 255'],
		['ü'.repeat(128), 'has 256 bytes; file systems take 255'],
	])('such as %j are refused', (name, problem) => expect(fileNameProblem(name)).toBe(problem));

	it.each([
		'room.wok',
		'.hidden',
		'a..b',
		'a b',
		'größe.svg',
		'😀.svg',
		'console.svg',
		'recon',
		'com',
		'x'.repeat(255),
		`${'ü'.repeat(127)}x`,
	])('such as %j are taken', (name) => expect(fileNameProblem(name)).toBeUndefined());

	it('are those of devices whatever their case and extension, and only as a whole', () => {
		for (const name of [
			'con',
			'PRN',
			'aux',
			'Nul',
			'conin$',
			'CONOUT$',
			'com0',
			'com9',
			'lpt1',
			'lpt²',
			'com³',
			'con.tar.gz',
			'con .x',
		])
			expect(isDeviceName(name), name).toBe(true);
		for (const name of ['', 'acon', 'icom1', 'conx', 'com', 'comx', 'com10', 'lpt', 'conin', 'a.con', ' con'])
			expect(isDeviceName(name), name).toBe(false);
	});
});
