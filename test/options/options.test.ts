import { expect, test } from 'vitest';
import {
	allowed,
	checkedValues,
	choice,
	defaultsOf,
	degrees,
	docsRow,
	FROM_ZERO,
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

const OPTIONS = {
	weld: orFalse(metres('Vertices closer than this become one.', 1e-4, FROM_ZERO)),
	minArea: squareMetres('Smaller faces go.', 1e-6, FROM_ZERO),
	mode: choice('What becomes of them.', ['keep', 'flip'], 'keep'),
	leaves: choice('Leaves.', [1, 2], 1),
	fixTJunctions: flag('Cuts edges.', false),
	glb: flag('A GLB.', true),
	name: text('Its name.'),
	node: texts('Nodes.'),
	surface: pairs('Surfaces.'),
	at: vector<readonly number[]>('Where.', 3, [0, 0, 0]),
	hinge: orWords(vector<readonly number[] | undefined>('Where it turns.', 2, undefined), ['left', 'right']),
	slide: orWords(metres('Slides.', undefined, FROM_ZERO), ['width'], { bare: 'width' }),
	scale: number('A factor.', 1, { limits: { above: 0 } }),
	corners: number('Corners.', 12, { limits: { minimum: 3, integer: true } }),
};

test('values are checked, and defaults stand where nothing is given', () => {
	expect(checkedValues(OPTIONS, { weld: false, mode: 'flip' }, 'it')).toEqual({
		...defaultsOf(OPTIONS),
		weld: false,
		mode: 'flip',
	});
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
	expect(docsRow('strict', flag('Stop.', false))).toBe('| `strict` | Stop. | true or false | false |');
	expect(docsRow('glb', flag('Write.', true))).toBe('| `glb` | Write. | true or false | true |');
	expect(allowed(OPTIONS.scale)).toBe('a number above 0');
});

test('numbers may be negative unless limits say otherwise', () => {
	for (const option of [number('N.', 0), metres('By.', 0), squareMetres('Area.', 0), degrees('Turn.', 0)]) {
		expect(parseValue(option, '-2')).toBe(-2);
		expect(() => parseValue({ ...option, ...FROM_ZERO }, '-2')).toThrow('takes a number from 0, not "-2".');
	}
	expect(parseValue(vector('By.', 3, [0, 0, 0]), '-1,-2,0')).toEqual([-1, -2, 0]);
});
