import { expect, test } from 'vitest';
import { jsonProblem } from '../../src/text/quote.ts';

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
