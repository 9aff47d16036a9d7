import { describe, expect, test } from 'vitest';
import {
	allowed,
	checkedValues,
	choice,
	defaultsOf,
	docsRow,
	flag,
	flagOf,
	given,
	kebab,
	metres,
	number,
	orFalse,
	orWords,
	pairs,
	parseValue,
	placeholderOf,
	squareMetres,
	text,
	texts,
	vector,
} from '../../src/findings/options.ts';
import { UsageError } from '../../src/findings/report.ts';

const OPTIONS = {
	weld: orFalse(metres(1e-4, 'Vertices closer than this become one.')),
	minArea: squareMetres(1e-6, 'Smaller faces go.'),
	mode: choice(['keep', 'flip'], 'keep', 'What becomes of them.'),
	leaves: choice([1, 2], 1, 'Leaves.'),
	fixTJunctions: flag(false, 'Cuts edges.'),
	glb: flag(true, 'A GLB.'),
	name: text('Its name.'),
	node: texts('Nodes.'),
	surface: pairs('Surfaces.'),
	at: vector<readonly number[]>(3, [0, 0, 0], 'Where.'),
	hinge: orWords(vector<readonly number[] | undefined>(2, undefined, 'Where it turns.'), ['left', 'right']),
	slide: orWords(metres(undefined, 'Slides.'), ['width'], { bare: 'width' }),
	scale: number(1, 'A factor.', { limits: { above: 0 } }),
	corners: number(12, 'Corners.', { limits: { minimum: 3, integer: true } }),
};

type Name = keyof typeof OPTIONS;

describe('what is typed becomes a value', () => {
	test.each<[Name, string, unknown]>([
		['weld', '0.5', 0.5],
		['weld', ' 0 ', 0],
		['minArea', '1e-3', 0.001],
		['mode', 'flip', 'flip'],
		['leaves', '2', 2],
		['name', '01', '01'],
		['node', 'a,b', ['a,b']],
		['surface', 'a=b*=Stone', { 'a=b*': 'Stone' }],
		['at', '1,-2.5, 3', [1, -2.5, 3]],
		['hinge', 'left', 'left'],
		['hinge', '1,2', [1, 2]],
		['slide', 'width', 'width'],
		['slide', '0.4', 0.4],
		['fixTJunctions', 'true', true],
		['corners', '3', 3],
	])('%s %s', (name, typed, value) => {
		expect(parseValue(OPTIONS[name], typed)).toEqual(value);
	});

	test.each<[Name, string, string]>([
		['weld', 'x', 'takes a number from 0 or false, not "x".'],
		['weld', '', 'takes a number from 0 or false, not "".'],
		['weld', '-1', 'takes a number from 0 or false, not "-1".'],
		['weld', 'Infinity', 'takes a number from 0 or false, not "Infinity".'],
		['mode', 'up', 'takes one of keep, flip, not "up".'],
		['leaves', '3', 'takes one of 1, 2, not "3".'],
		['surface', 'Stone', 'takes KEY=VALUE, not "Stone".'],
		['surface', '=Stone', 'takes KEY=VALUE, not "=Stone".'],
		['at', '1,2', 'takes three numbers: x,y,z, not "1,2".'],
		['at', '1,,2', 'takes three numbers: x,y,z, not "1,,2".'],
		['hinge', 'up', 'takes left or right or two numbers: x,y, not "up".'],
		['scale', '0', 'takes a number above 0, not "0".'],
		['corners', '3.5', 'takes a whole number from 3, not "3.5".'],
		['corners', '2', 'takes a whole number from 3, not "2".'],
	])('%s refuses %s', (name, typed, message) => {
		expect(() => parseValue(OPTIONS[name], typed)).toThrow(new UsageError(message));
	});
});

test('values are checked, and defaults stand where nothing is given', () => {
	expect(checkedValues(OPTIONS, { weld: false, mode: 'flip' }, 'it')).toEqual({
		...defaultsOf(OPTIONS),
		weld: false,
		mode: 'flip',
	});
	expect(() => checkedValues(OPTIONS, { weld: Number.NaN }, 'it')).toThrow(
		'The option weld of it is a number from 0 or false, not NaN.',
	);
	expect(() => checkedValues(OPTIONS, { name: 3 as unknown as string }, 'it')).toThrow('is a text, not 3');
	expect(() => checkedValues({ weld: OPTIONS.weld }, { wled: 1 } as object, 'it')).toThrow(
		'it has no option "wled". Did you mean "weld"? It has: weld.',
	);
});

test('of what is given, only what is declared and defined is taken', () => {
	expect(given(OPTIONS, { weld: 1, mode: undefined, other: 2 })).toEqual({ weld: 1 });
});

test('names on the command line', () => {
	expect(['fixTJunctions', 'hook1', 'open1Hook', 'aabbOnOwnLine'].map(kebab)).toEqual([
		'fix-tjunctions',
		'hook1',
		'open1-hook',
		'aabb-on-own-line',
	]);
	expect(flagOf('fixTJunctions', OPTIONS.fixTJunctions)).toBe('--fix-tjunctions');
	expect(flagOf('glb', OPTIONS.glb)).toBe('--no-glb');
	expect(Object.values(OPTIONS).map(placeholderOf)).toEqual([
		'<m>',
		'<m2>',
		'<keep|flip>',
		'<1|2>',
		'',
		'',
		'<text>',
		'<texts>',
		'<pairs>',
		'<x,y,z>',
		'<x,y>',
		'[m]',
		'<n>',
		'<n>',
	]);
});

test('a row of the docs has name, sentence, values with their unit, and default', () => {
	expect(docsRow('weld', OPTIONS.weld)).toBe(
		'| `weld` | Vertices closer than this become one. | a number from 0 or false, m | 0.0001 m |',
	);
	expect(docsRow('mode', OPTIONS.mode)).toBe('| `mode` | What becomes of them. | `keep`, `flip` | keep |');
	expect(docsRow('strict', flag(false, 'Stop.'))).toBe('| `strict` | Stop. | true or false | false |');
	expect(docsRow('glb', flag(true, 'Write.'))).toBe('| `glb` | Write. | true or false | true |');
	expect(allowed(OPTIONS.scale)).toBe('a number above 0');
});
