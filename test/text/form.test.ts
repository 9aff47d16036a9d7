import { describe, expect, it } from 'vitest';
import { TextForm } from '../../src/text/text.ts';

function habits(look: (form: TextForm) => void): readonly string[] {
	const form = new TextForm();
	look(form);
	return form.habits;
}

describe('TextForm', () => {
	it.each([
		['text', '\r\n', []],
		['text', '\n', ['line ends other than CRLF']],
		['text', '\r', ['line ends other than CRLF']],
		['text', '', ['no line end after the last line']],
		['', '\r\n', ['blank lines']],
		[' \t', '\r\n', ['blank lines']],
	] as const)('looks at the line %j that ends in %j', (text, end, expected) => {
		expect(habits((form) => form.line({ number: 1, text, end }))).toEqual(expected);
	});

	it.each([
		['  verts 1.5', '  verts 1.5', []],
		['  verts 1.50', '  verts 1.5', ['numbers in another form']],
		['  Verts 1.5', '  verts 1.5', ['keywords in other letters']],
		['  faces 1.5', '  verts 1.5', []],
		['  verts', '  verts 1.5', []],
		['\tverts 1.5', '  verts 1.5', ['tabs']],
		['  verts  1.5', '  verts 1.5', ['other blanks']],
		[' verts 1.5', '  verts 1.5', ['other blanks']],
		['verts 1.5 ', 'verts 1.5', ['other blanks']],
		['Verts\t2.0', 'verts 2', ['keywords in other letters', 'numbers in another form', 'tabs']],
	])('compares %j with %j', (line, wanted, expected) => {
		expect(habits((form) => form.compare(line, wanted))).toEqual(expected);
	});

	it('tells a habit once, in the order they were met', () => {
		expect(habits((form) => ['b', 'a', 'b'].forEach((habit) => void form.note(habit)))).toEqual(['b', 'a']);
	});
});
