import { describe, expect, test } from 'vitest';
import {
	allowed,
	checkedValues,
	choice,
	degrees,
	FROM_ZERO,
	flag,
	isAllowed,
	metres,
	number,
	type Option,
	optional,
	orFalse,
	orWords,
	pairs,
	parseValue,
	squareMetres,
	text,
	texts,
	value,
	vector,
	wholly,
} from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';

const size = metres('Size.', 1, { limits: { minimum: 0, maximum: 5 } });
const count = number('Count.', 3, { limits: { minimum: 1, integer: true } });
const factor = number('Factor.', 1, { limits: { above: 0 } });
const name = text('Name.', { pattern: 'a|b+', placeholder: 'a|b…' });
const list = texts('List.');
const few: Option = { ...list, choices: ['x', 'y'] };
const mapping = pairs('Map.', { placeholder: 'old=new' });
const point = vector<readonly number[] | undefined>('Point.', 3, undefined);
const plan = vector<readonly number[] | undefined>('Plan.', 2, undefined);
const side = choice('Side.', ['left', 'right', 2], 'left');
const area = orWords(squareMetres('Area.', 1, FROM_ZERO), ['all']);
const turn = orFalse(degrees('Turn.', 90));
const hinge = orWords(vector<readonly number[] | undefined>('Where it turns.', 2, undefined), ['left', 'right']);
const code = value<unknown>('Code.', 7);

describe('values that an option can have', () => {
	test.each<[string, Option, readonly unknown[], readonly unknown[], string]>([
		[
			'a length',
			size,
			[0, 5, 0.5],
			[-0.1, 5.1, Number.NaN, Infinity, '1', null, undefined, [1]],
			'a number from 0 to 5',
		],
		['a count', count, [1, 99], [0, 1.5, '3', true], 'a whole number from 1'],
		['a factor', factor, [0.001], [0, -1], 'a number above 0'],
		['a switch', flag('On.', false), [true, false], [0, 1, 'true', null], 'true or false'],
		['a text', text('Any.'), ['', 'x'], [1, null, ['x'], true], 'a text'],
		['a text with a pattern', name, ['a', 'b', 'bbb'], ['', 'ab', 'ba', 'c', 'a\n', 1], 'a, b…'],
		['a list', list, [[], ['x'], ['x', 'y']], ['x', [1], ['x', 1], null, {}, { length: 0 }], 'a list of texts'],
		['a list of words', few, [[], ['x', 'y']], [['z'], ['x', 'z'], 'x'], 'a list of x, y'],
		[
			'pairs',
			mapping,
			[{}, { a: 'b' }, { a: 1 }],
			['a=b', null, ['a'], { a: 1.5 }, { a: 'b', c: null }, { a: true }, 3],
			'OLD=NEW',
		],
		[
			'a point',
			point,
			[[1, 2, 3.4e38]],
			[[1, 2], [1, 2, 3, 4], [1, 2, '3'], [1, 2, Number.NaN], [1, 2, 3.5e38], 1, null, '1,2,3'],
			'three numbers: x,y,z',
		],
		['a point in plan', plan, [[1, 2]], [[1, 2, 3]], 'two numbers: x,y'],
		['a point or a word', hinge, [[1, 2], 'left'], [[1], 'up'], 'left or right or two numbers: x,y'],
		['pairs of any names', pairs('Map.'), [{ a: 'b' }], ['a=b'], 'KEY=VALUE'],
		['a choice', side, ['left', 'right', 2], ['up', '2', null, undefined], 'one of left, right, 2'],
		['a number or a word', area, [0, 5, 'all'], ['none', -1], 'all or a number from 0'],
		['a number or false', turn, [0, -9, false], [true, null, 'false'], 'a number or false'],
		['a value of code', code, [7, {}, undefined, null], [], 'a value'],
		['an option without a default', optional(size), [1, undefined], [null, '1'], 'a number from 0 to 5'],
	])('%s', (_, option, good, bad, words) => {
		for (const each of good) expect([each, isAllowed(option, each)]).toEqual([each, true]);
		for (const each of bad) expect([each, isAllowed(option, each)]).toEqual([each, false]);
		expect(allowed(option)).toBe(words);
	});

	test('are its default, whatever that is', () => {
		expect(isAllowed(number('N.', -1, { limits: { minimum: 0 } }), -1)).toBe(true);
		expect(isAllowed({ ...side, default: null as never }, null)).toBe(true);
		expect(isAllowed({ type: 'choice', default: 'x', text: '' }, 'y')).toBe(false);
	});

	test('are reported where they are not, and what was given', () => {
		const options = { size, list, side };
		expect(checkedValues(options, { size: 2 }, 'a job')).toEqual({ size: 2, list: undefined, side: 'left' });
		expect(checkedValues(options, {}, 'a job')).toEqual({ size: 1, list: undefined, side: 'left' });
		const refused = (values: object): string => {
			try {
				checkedValues(options, values, 'a job');
			} catch (error) {
				if (error instanceof UsageError) return error.message;
			}
			return 'taken';
		};
		expect(refused({ size: 9 })).toBe('The option size of a job is a number from 0 to 5, not 9.');
		expect(refused({ size: '1' })).toBe('The option size of a job is a number from 0 to 5, not "1".');
		expect(refused({ side: [] })).toBe('The option side of a job is one of left, right, 2, not that.');
		expect(refused({ list: true })).toBe('The option list of a job is a list of texts, not true.');
		expect(refused({ sise: 1 })).toBe(
			'a job has no option "sise". Did you mean "side" or "size"? It has: list, side, size.',
		);
		expect(refused({ toString: 1 })).toContain('has no option "toString"');
		expect(refused({ size: undefined })).toBe('taken');
		expect(() => checkedValues({}, { x: 1 } as never, 'it')).toThrow('It has: none.');
		expect(refused({ side: null })).toBe('The option side of a job is one of left, right, 2, not null.');
		for (const given of [null, 7, 'up', Number.NaN])
			expect(() => checkedValues({}, given as never, 'it')).toThrow(/^The options of it must be an object, not /);
		expect(() => checkedValues({}, [] as never, 'it')).toThrow('must be an object, not that.');
	});
});

describe('values as they are typed', () => {
	test.each<[Option, string, unknown]>([
		[size, '2.5', 2.5],
		[size, ' 2 ', 2],
		[count, '1e1', 10],
		[flag('', false), 'true', true],
		[flag('', true), 'false', false],
		[text(''), ' x ', ' x '],
		[list, 'a,b', ['a,b']],
		[mapping, 'a=b', { a: 'b' }],
		[mapping, ' a = b = c ', { 'a = b': 'c' }],
		[point, '1,2,3', [1, 2, 3]],
		[point, ' 1 , -2  3.5', [1, -2, 3.5]],
		[plan, '1 2', [1, 2]],
		[side, 'right', 'right'],
		[side, '2', 2],
		[hinge, 'left', 'left'],
		[hinge, '1,2', [1, 2]],
		[area, 'all', 'all'],
		[area, '3', 3],
		[turn, 'false', false],
		[turn, '90', 90],
	])('%j: %j', (option, typed, expected) => {
		expect(parseValue(option, typed)).toEqual(expected);
	});

	test.each<[Option, string]>([
		[size, ''],
		[size, ' '],
		[size, '1x'],
		[size, 'Infinity'],
		[size, '9'],
		[count, '1.5'],
		[flag('', false), 'yes'],
		[name, 'ab'],
		[mapping, 'ab'],
		[mapping, '=b'],
		[mapping, 'a='],
		[point, '1,2'],
		[point, '1,,3'],
		[point, '1,x,3'],
		[side, 'up'],
		[area, 'none'],
		[area, 'false'],
		[turn, 'true'],
	])('%j: %j is refused', (option, typed) => {
		expect(() => parseValue(option, typed)).toThrow(new UsageError(`takes ${allowed(option)}, not "${typed}".`));
	});
});

test('a pattern is one of the whole text', () => {
	expect([wholly('a|b').test('a'), wholly('a|b').test('ab'), wholly('a|b').test('xb')]).toEqual([true, false, false]);
});
