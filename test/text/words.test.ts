import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { encodeLatin } from '../../src/text/cursor.ts';
import { didYouMean, editDistance, nearNames } from '../../src/text/names.ts';
import {
	jsonText,
	onOneLine,
	printable,
	scriptJson,
	scriptKey,
	scriptLiteral,
	shortened,
} from '../../src/text/quote.ts';
import { foreignFormat, HEAD_BYTES, isLikeObj, markLength, wideText } from '../../src/text/text.ts';
import { HOSTILE_NAMES, MARK, STEERING } from '../support/hostile-names.ts';
import { runs } from '../support/thorough.ts';

/** By the definition: the least over all ways to begin, without a table. */
function distanceByDefinition(a: string, b: string): number {
	if (a === '' || b === '') return a.length + b.length;
	const change = a[0] === b[0] ? 0 : 1;
	const ways = [
		distanceByDefinition(a.slice(1), b) + 1,
		distanceByDefinition(a, b.slice(1)) + 1,
		distanceByDefinition(a.slice(1), b.slice(1)) + change,
	];
	if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]) {
		ways.push(distanceByDefinition(a.slice(2), b.slice(2)) + 1);
	}
	return Math.min(...ways);
}

describe('the distance of two words', () => {
	const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 }).map((letters) => letters.join(''));

	it('is the least number of edits, by the definition', () => {
		fc.assert(
			fc.property(word, word, (a, b) => {
				expect(editDistance(a, b)).toBe(distanceByDefinition(a, b));
			}),
			{ numRuns: runs(150) },
		);
	});
});

describe('names that somebody may have meant', () => {
	it.each([
		// One edit is allowed to short words, a quarter of its letters to longer ones.
		['wled', ['weld', 'sort'], ['weld']],
		['xyld', ['weld'], []],
		['nonwlkabel', ['nonwalkable'], ['nonwalkable']],
		['nowlkabel', ['nonwalkable'], []],
		['nonwalkabel', ['nonwalkable'], ['nonwalkable']],
		['abcdefgh', ['abcdefxy'], ['abcdefxy']],
		['abcdefgh', ['abcdexyz'], []],
		// Letter case means nothing, and what is reported is the name as it is known.
		['STONE', ['Stone'], ['Stone']],
		// Words of four letters and more are found within others, and others within them.
		['walk', ['Nonwalk', 'Grass'], ['Nonwalk']],
		['nonwalkable', ['walk'], ['walk']],
		['wal', ['Nonwalk'], []],
		// The nearest first, then by the alphabet; three at most.
		['stone', ['stony', 'stone', 'stane'], ['stone', 'stane', 'stony']],
		['aaaa', ['aaab', 'aaac', 'aaad', 'aaae'], ['aaab', 'aaac', 'aaad']],
		['aaaa', ['aaae', 'aaad', 'aaac', 'aaab'], ['aaab', 'aaac', 'aaad']],
		['grass', [], []],
	])('for "%s" of %j are %j', (name, known, near) => expect(nearNames(name, known)).toEqual(near));

	it('are none for a name that nobody typed, nor such a name for another', () => {
		for (const length of [512, 513]) {
			const name = 'a'.repeat(length);
			expect(nearNames(name, ['aaaa'])).toEqual(length === 512 ? ['aaaa'] : []);
			expect(nearNames('aaaa', [name])).toEqual(length === 512 ? [name] : []);
		}
	});

	it('are asked for by a question, or not at all', () => {
		expect(didYouMean('grass', ['stone'])).toBe('');
		expect(didYouMean('stoen', ['stone', 'grass'])).toBe(' Did you mean "stone"?');
		expect(didYouMean('stoen', ['stone', 'stern'])).toBe(' Did you mean "stone"?');
		expect(didYouMean('stane', ['stone', 'stand'])).toBe(' Did you mean "stand" or "stone"?');
		expect(didYouMean('aaaa', ['aaab', 'aaac', 'aaad'])).toBe(' Did you mean "aaab", "aaac" or "aaad"?');
	});
});

/** Runs a text and tells what it gave. @throws when it has done anything else */
function run(code: string): unknown {
	const global: Record<string, unknown> = {};
	const value = runInNewContext(code, global);
	expect(global).not.toHaveProperty(MARK);
	return value;
}

describe.each(HOSTILE_NAMES)('%s', (_, name) => {
	test('is itself again as a literal, and nothing else', () => {
		const literal = scriptLiteral(name);
		expect(literal).not.toMatch(STEERING);
		expect(literal).not.toMatch(/[\n<]/);
		expect(run(literal)).toBe(name);
		expect(run(`// ${literal}\n1`)).toBe(1);
	});

	test('is a key', () => {
		const value = run(`({ ${scriptKey(name)}: 1 })`) as object;
		expect(Object.keys(value)).toStrictEqual([name]);
	});

	test('is itself again in JSON, also inside of a script', () => {
		for (const text of [jsonText({ name }, '\t'), jsonText([name]), scriptJson({ name })]) {
			expect(text).not.toMatch(STEERING);
			expect(Object.values(JSON.parse(text) as object)).toStrictEqual([name]);
			expect(Object.values(run(`(${text})`) as object)).toStrictEqual([name]);
		}
		expect(scriptJson({ name })).not.toContain('<');
	});

	test('is shown on one line', () => {
		const shown = printable(name);
		expect(shown).not.toMatch(STEERING);
		expect(shown).not.toMatch(/[\n\t]/);
		expect(printable(shown)).toBe(shown);
		expect(onOneLine(name)).not.toMatch(STEERING);
		expect(onOneLine(name)).not.toContain('\n');
	});
});

test('what is shown says what was there; other writing stays', () => {
	expect(printable('a\u001b[1m\n\u202e')).toBe('a\\u{1b}[1m\\u{a}\\u{202e}');
	expect(printable('Raum „Küche“ 厨房 🚪')).toBe('Raum „Küche“ 厨房 🚪');
	expect(scriptLiteral('it’s "ö" 🚪')).toBe('\'it’s "ö" 🚪\'');
	expect(scriptLiteral("it's \\ <b>")).toBe("'it\\'s \\\\ \\u003cb>'");
	expect(onOneLine('a\nb\u202e')).toBe('a_b_');
});

test('a text is shortened in its middle, and only where it is too long', () => {
	expect(shortened('a'.repeat(2000))).toBe('a'.repeat(2000));
	const long = shortened(`b${'a'.repeat(1999)}c`);
	expect(long).toBe(`b${'a'.repeat(999)} … (1 characters left out) … ${'a'.repeat(999)}c`);
	expect(shortened('x'.repeat(1e6)).length).toBeLessThan(2100);
});

describe('foreignFormat', () => {
	it.each([
		['<!DOCTYPE html>', 'a web page (HTML)'],
		['<html>', 'a web page (HTML)'],
		['<?xml version="1.0"?>\n<!-- made by hand -->\n<COLLADA>', 'a COLLADA file'],
		['<COLLADA>', 'a COLLADA file'],
		['<svg>', 'an XML or HTML file'],
		['{ "asset": {} }', 'a glTF document'],
		['{ "name": 1 }', 'a JSON file'],
		['[[1]]', 'a JSON file'],
		['version https://git-lfs.github.com/spec/v1', 'a Git LFS pointer, not the file itself'],
		['; FBX 7.4.0 project file', 'an FBX file'],
		['ply\nformat ascii 1.0', 'a PLY file'],
		['solid quay\nfacet normal 0 0 1', 'an STL file'],
		['OFF 8 6 0', 'an OFF file'],
		['newmtl Stone', 'a material library (MTL)'],
		['# made by hand\n  newmodel quay', 'an ASCII model or walkmesh'],
		['node aabb floor', 'an ASCII model or walkmesh'],
		['2DA V2.b', 'a 2DA table'],
		['beginlayout\r\n', 'an area layout (LYT)'],
		['glTF\x02', 'a binary glTF file (GLB)'],
		['Kaydara FBX Binary  ', 'a binary FBX file'],
		['BWM V1.0', 'a binary walkmesh (BWM)'],
		['BLENDER-v402', 'a Blender file'],
		['PK\x03\x04', 'a ZIP archive'],
		['\x1f\x8b\x08', 'a gzip archive'],
		['(\xb5/\xfd', 'a Zstandard archive'],
		['%PDF-1.7', 'a PDF file'],
		['\x89PNG\r\n', 'a PNG picture'],
		['\xff\xd8\xff\xe0', 'a JPEG picture'],
		['MOD V1.0', 'a game archive (MOD)'],
		['ERF V1.0', 'a game archive (ERF)'],
		['RIM V1.0', 'a game archive (RIM)'],
		['\x4c\x01\x02', 'an object file of a compiler'],
		['\x64\x86\x02', 'an object file of a compiler'],
		['\x7fELF\x02', 'an object file of a compiler'],
		['\0\0\0\0\x10', 'a binary model (MDL)'],
		['\xff\xfe\0\0', 'UTF-32 text'],
		['\0\0\xfe\xff', 'UTF-32 text'],
		['\xff\xfev\0', 'UTF-16 text'],
		['\xfe\xff\0v', 'UTF-16 text'],
		['v\0 \0', 'UTF-16 text'],
		['\0v\0 ', 'UTF-16 text'],
	])('tells what begins with %j', (text, format) => {
		expect(foreignFormat(encodeLatin(text))).toBe(format);
		// What it begins with, not what is somewhere in it; a letter before it makes it something else.
		expect(foreignFormat(encodeLatin(`x ${text}`))).toBeUndefined();
	});

	it.each(['', 'v 1 2 3', 'newmodels', 'ply', '2da v', 'v\0 ', 'v\0 1', 'offset 1', '# BWM V1.0'])(
		'knows nothing of %j',
		(text) => {
			expect(foreignFormat(encodeLatin(text))).toBeUndefined();
		},
	);

	it('looks past the byte order mark of UTF-8, and at the head only', () => {
		expect(foreignFormat(encodeLatin('\xef\xbb\xbf2DA V2.0'))).toBe('a 2DA table');
		const comment = (length: number): string => `${'#'.padEnd(length - 1, '-')}\n`;
		expect(foreignFormat(encodeLatin(`${comment(HEAD_BYTES - 5)}2DA V`))).toBe('a 2DA table');
		expect(foreignFormat(encodeLatin(`${comment(HEAD_BYTES - 4)}2DA V`))).toBeUndefined();
	});
});

it('takes nothing but the whole byte order mark for one', () => {
	expect(markLength(Uint8Array.of(0xef, 0xbb, 0xbf))).toBe(3);
	for (const bytes of [[], [0xef, 0xbb], [0xef, 0xbb, 65], [0xef, 65, 0xbf], [65, 0xbb, 0xbf], [65, 66, 0xbf]]) {
		expect(markLength(Uint8Array.from(bytes))).toBe(0);
	}
});

describe('wide text', () => {
	it.each([
		[[0x41, 0, 0, 0]],
		[[0, 0, 0, 0x42]],
		[[0, 0x41, 0x42, 0x43]],
		[[0x41, 0, 0x42, 0x43]],
		[[0x41, 0x42, 0x43, 0]],
		[[0, 0, 0xfe, 0x41]],
		[[0x41, 0, 0x42]],
		[[0, 0x41, 0]],
		[[0xff, 0x41, 0, 0]],
		[[0xef, 0xfe, 0, 0]],
		[[0, 0x41, 0xfe, 0xff]],
		[[0x41, 0xff]],
		[[]],
	])('is not %j', (bytes) => expect(wideText(Uint8Array.from(bytes))).toBeUndefined());
});

it('zero bytes are reported as that, not as a model, whose first four are zero, too', () => {
	expect(foreignFormat(new Uint8Array(64))).toContain('a file of zero bytes');
	const model = new Uint8Array(64);
	model[4] = 200;
	expect(foreignFormat(model)).toBe('a binary model (MDL)');
});

it.each([
	['# a comment\nv 0 0 0\n', true],
	['mtllib a.mtl\ng default\nv -1.5 0 0\n', true],
	['o hall\n\nv\t.5 0 0', true],
	['vertex 0 0', false],
	['o hall', false],
	['', false],
])('%j is like OBJ: %s', (text, isLike) => {
	expect(isLikeObj(new TextEncoder().encode(text))).toBe(isLike);
});
