import { expect, test } from 'vitest';
import { pairs, parseValue } from '../../src/findings/options.ts';
import { K1 } from '../../src/model/surfaces.ts';
import {
	hasMappings,
	isExact,
	listMappings,
	nameMatcher,
	surfaceByValue,
	surfaceMappings,
} from '../../src/scene/surface-mappings.ts';
import { surfaceOfObject } from '../../src/scene/surfaces.ts';

test.each([
	['Stone', 4],
	['stone', 4],
	['4', 4],
	[' 4 ', 4],
	[4, 4],
	[0, 0],
	['0', 0],
	[-1, undefined],
	[4.5, undefined],
	[9999, undefined],
	['9999', undefined],
	['12345678901', undefined],
	['Stoen', undefined],
])('%j is surface %j', (value, surface) => {
	expect(surfaceByValue(K1, value)).toBe(surface);
});

test('names and patterns of names fit as they are written', () => {
	const fits = (pattern: string): string[] => ['Floor', 'floor', 'Floor 2', 'a*', ''].filter(nameMatcher(pattern));
	expect(fits('Floor')).toEqual(['Floor', 'floor']);
	expect(fits('Floor*')).toEqual(['Floor', 'floor', 'Floor 2']);
	expect(fits('a*')).toEqual(['a*']);
	expect(fits('')).toEqual(['']);
	expect(fits('*')).toEqual(['Floor', 'floor', 'Floor 2', 'a*', '']);
	expect(fits('**')).toContain('');
	expect(fits('?')).toEqual([]);
	expect(['Floor', '', 'a b', 'Floor*', 'a?', 'a[1]', 'a{b}', '!a', '(a)', '+a', '@a'].filter(isExact)).toEqual([
		'Floor',
		'',
		'a b',
	]);
});

test('blanks at the ends of a name count only for a pattern that has some', () => {
	const fits = (pattern: string): string[] =>
		['Floor', ' Floor', 'floor \t', 'Flo or', ' ', ''].filter(nameMatcher(pattern));
	expect(fits('Floor')).toEqual(['Floor', ' Floor', 'floor \t']);
	expect(fits('F*r')).toEqual(['Floor', ' Floor', 'floor \t', 'Flo or']);
	expect(fits(' Floor')).toEqual([' Floor']);
	expect(fits('')).toEqual([' ', '']);
	expect(fits('*')).toHaveLength(6);
});

test.each([' lead', 'trail ', ' ', 'two  blanks', 'a=b', '"q"', "it's", '-x', '%20', '#x', 'x;y$z`w', '床'])(
	'what is advised for a material called %j is a mapping of it',
	(name) => {
		const [[pattern]] = Object.entries(parseValue(pairs('Surfaces.'), `${name}=Stone`) as object);
		expect(nameMatcher(pattern)(name)).toBe(true);
	},
);

test('mappings of nodes come first, and what names no surface is refused with the nearest one', () => {
	const given = { surface: { Floor: 'Stone', Wall: 7 }, surfaceNode: { Rug: 'Carpet' } };
	const list = [
		{ pattern: 'Rug', surface: 'Carpet', of: 'node' },
		{ pattern: 'Floor', surface: 'Stone' },
		{ pattern: 'Wall', surface: 7 },
	];
	expect(listMappings(given)).toEqual(list);
	expect(listMappings({})).toEqual([]);
	expect(surfaceMappings(given, K1)).toEqual(list);
	expect(() => surfaceMappings({ surface: { Floor: 'Stoen' } }, K1)).toThrow(
		'The option surface: "Floor=Stoen" names no surface. Did you mean "Stone"? `wokflow surfaces` lists them.',
	);
	expect(() => surfaceMappings({ surfaceNode: { Rug: 'qqqq' } }, K1)).toThrow(
		'The option surfaceNode: "Rug=qqqq" names no surface. `wokflow surfaces` lists them.',
	);
	const context = { surfaces: K1, mappings: [] };
	expect(hasMappings(context)).toBe(false);
	expect(hasMappings({ ...context, mappings: surfaceMappings({ surface: { a: 4 } }, K1) })).toBe(true);
	expect(hasMappings({ ...context, surfaces: { ...K1, materials: [['a', 4]] } })).toBe(true);
});

test.each([
	['Grass', 3],
	['wok_Mud', 13],
	['Grass.001', 3],
	['', undefined],
	['3', undefined],
	['wok_03', undefined],
	['Sand', undefined],
	['Cube', undefined],
])('an object called %j has surface %j', (name, surface) => {
	expect(surfaceOfObject(K1, name)).toBe(surface);
});
