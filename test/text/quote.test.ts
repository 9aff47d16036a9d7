import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
	jsonText,
	onOneLine,
	printable,
	scriptJson,
	scriptKey,
	scriptLiteral,
	shortened,
} from '../../src/text/quote.ts';
import { HOSTILE_NAMES, MARK, STEERING } from '../support/hostile-names.ts';

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
