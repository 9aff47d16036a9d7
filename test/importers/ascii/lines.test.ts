import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looksLikeAsciiWalkmesh } from '../../../importers/ascii/look.ts';
import { Rows } from '../../../importers/ascii/rows.ts';
import { Report } from '../../../src/findings/report.ts';
import { fixture } from './reading.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('looksLikeAsciiWalkmesh', () => {
	it.each(readdirSync(join(import.meta.dirname, 'fixtures')))(
		'knows %s, with any line end and a byte order mark',
		(file) => {
			expect(looksLikeAsciiWalkmesh(bytes(fixture(file)))).toBe(true);
			expect(looksLikeAsciiWalkmesh(bytes(`\ufeff${fixture(file).replaceAll('\n', '\r\n')}`))).toBe(true);
		},
	);

	it.each([
		['nothing', ''],
		['a binary walkmesh', 'BWM V1.0\u0001\0\0\0'],
		['a layout', '#MAXLAYOUT ASCII\nbeginlayout\n   roomcount 1\n      m01 0 0 0\ndonelayout\n'],
		['OBJ', '# Blender\no node_aabb\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'],
		['OBJ with a comment of walkmeshes', '# MAXWALKMESH\n# wokflow area\no node\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'],
		['glTF', '{"asset":{"version":"2.0"},"nodes":[{"name":"node aabb"}]}'],
		['a 2DA', '2DA V2.0\n\n label walk\n0 Dirt 1\n'],
	])('does not take %s for one', (_, text) => {
		expect(looksLikeAsciiWalkmesh(bytes(text))).toBe(false);
	});

	it('knows one by its comment when nodes follow, of whatever type', () => {
		expect(looksLikeAsciiWalkmesh(bytes('#NWmax PWKMESH  ASCII\nnode light lamp\nendnode\n'))).toBe(true);
		expect(looksLikeAsciiWalkmesh(bytes('#NWmax PWKMESH  ASCII\nnode dummy crate_pwk_use01\nendnode\n'))).toBe(true);
	});

	it('looks at the first 64 KiB only', () => {
		expect(looksLikeAsciiWalkmesh(bytes(`${'# talk\n'.repeat(20000)}node aabb a\n`))).toBe(false);
	});
});

function rowsOf(text: string, onComment?: (comment: string) => void): Rows {
	return new Rows(new TextEncoder().encode(text), new Report(), onComment);
}

/** Every word with its line and column. */
function allWords(text: string): string[] {
	const rows = rowsOf(text);
	const found: string[] = [];
	while (rows.next()) {
		while (!rows.atEnd()) {
			const { line, column } = rows.location();
			found.push(`${line}:${column} ${rows.word()}`);
		}
	}
	return found;
}

function numberOf(text: string): number {
	const rows = rowsOf(text);
	rows.next();
	return rows.number();
}

describe('rows', () => {
	it('are lines that hold something, whatever ends them', () => {
		const expected = ['1:1 a', '1:3 b', '3:2 c', '5:3 d'];
		for (const end of ['\n', '\r\n', '\r']) {
			expect(allWords(['a b', '', '\tc # no', '# never', '  d'].join(end))).toEqual(expected);
			expect(allWords(['a b', '', '\tc # no', '# never', '  d', ''].join(end))).toEqual(expected);
		}
	});

	it('begin behind a byte order mark', () => {
		expect(allWords('\ufeffa')).toEqual(['1:1 a']);
	});

	it('hand comments on, of a bounded length', () => {
		const comments: string[] = [];
		const rows = rowsOf(`#one\na\n  # two\r\n#${'x'.repeat(5000)}\nb`, (comment) => comments.push(comment));
		while (rows.next());
		expect(comments.map((comment) => comment.length)).toEqual([3, 4, 1024]);
		expect(comments.slice(0, 2)).toEqual(['one', ' two']);
	});

	it('find a word again by the byte its row begins at', () => {
		const rows = rowsOf('a\n\n  b c\r\n# x\n\td');
		rows.next();
		rows.next();
		const offset = rows.at;
		rows.next();
		expect(rows.locationOf(offset, 1)).toEqual({ line: 3, column: 5 });
		expect(rows.locationOf(rows.at, 0)).toEqual({ line: 5, column: 2 });
	});
});

/** What decimals are is for `obj/numbers.test.ts`: they have one reader. */
describe('numbers', () => {
	it.each(['0', '-0', '+.5', '007', '1.0e+01', '900719925474099.3'])('%s ends with its word', (text) => {
		expect(Object.is(numberOf(text), Number(text))).toBe(true);
		expect(Object.is(numberOf(`${text} 7`), Number(text))).toBe(true);
		expect(Object.is(numberOf(`${text} #`), Number(text))).toBe(true);
	});

	it.each(['', '-.', '1e+', '1.2.3', '1,5', '0x10', '1-', 'nan', '1f', '１'])('%j is none', (text) => {
		expect(numberOf(text)).toBeNaN();
	});

	it('are told from keywords', () => {
		const isNumber = (text: string): boolean => {
			const rows = rowsOf(text);
			rows.next();
			return rows.atNumber();
		};
		for (const text of ['1', '-1', '+1', '.5', 'nan', 'NaN', '-nan(ind)', 'inf', '-Infinity'])
			expect(isNumber(text)).toBe(true);
		for (const text of ['node', 'name', 'inheritcolor', 'inv_count', 'nand', 'info', 'e5', 'x'])
			expect(isNumber(text)).toBe(false);
	});
});
