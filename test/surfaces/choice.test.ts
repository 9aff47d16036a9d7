import { describe, expect, test } from 'vitest';
import { pairs, parseValue } from '../../src/findings/options.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { MaterialUses } from '../../src/scene/material-uses.ts';
import {
	hasMappings,
	isExact,
	listMappings,
	nameMatcher,
	type SurfaceMapping,
	surfaceByValue,
	surfaceMappings,
} from '../../src/scene/surface-mappings.ts';
import { SurfaceAssigner, type SurfaceClues, surfaceOfObject } from '../../src/scene/surfaces.ts';
import { readScene as readObj } from '../importers/obj/reading.ts';
import { GltfMaker, type Json, SQUARE, SQUARE_INDICES } from '../support/gltf-maker.ts';
import { found, readScene } from '../support/read-gltf.ts';

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

function assign(clues: Partial<SurfaceClues>[], mappings: SurfaceMapping[] = []) {
	const report = new Report();
	const assigner = new SurfaceAssigner(K1, mappings, report);
	const surfaces = clues.map(
		(each) => assigner.assign({ material: undefined, triangleCount: 2, location: {}, ...each }).surface,
	);
	assigner.finish();
	return { surfaces, findings: report.findings, codes: report.findings.map(({ code }) => code) };
}

describe('names of objects', () => {
	test('decide where the material says nothing: node, mesh, then the nodes above, the nearest first', () => {
		const { surfaces, findings } = assign([
			{ material: 'Mat 5', names: ['Grass.003', 'Stone'] },
			{ material: 'Mat 5', names: ['Object_12', 'Stone'], above: ['Wood'] },
			{ material: 'Mat 5', names: ['Object_12', 'Cube.001'], above: ['props', 'wok_Mud', 'Wood'] },
			{ names: ['ns:carpet001'] },
		]);
		expect(surfaces).toEqual([3, 4, 13, 9]);
		expect(findings).toEqual([]);
	});

	test('numbers of rooms and names of another game are no surface of an object', () => {
		const names = ['wok_01', 'walk_2', 'Surface001', 'surface 7', '3', 'Sand'];
		const { codes } = assign(names.map((name) => ({ material: `m ${name}`, names: [name] })));
		expect(codes).toEqual(names.map(() => 'SURFACE_UNKNOWN'));
	});

	test('come after what the material and its extras say, and before mappings with wildcards', () => {
		const wildcard = [{ pattern: '*', surface: 'Nonwalk' }];
		const { surfaces } = assign(
			[
				{ material: 'Mat 5', names: ['Grass'] },
				{ material: 'Mat 5', names: ['Cube'] },
				{ material: 'Mat 5', extras: [{ surface: 'Dirt' }], names: ['Grass'] },
			],
			wildcard,
		);
		expect(surfaces).toEqual([3, 7, 1]);
	});

	test('that contradict the material are reported once for each pair, with what was used', () => {
		const { surfaces, findings } = assign([
			{ material: 'Stone', names: ['Grass'] },
			{ material: 'Stone', names: ['Grass'] },
		]);
		expect(surfaces).toEqual([4, 4]);
		expect(findings.map(({ code, data }) => [code, data])).toEqual([
			['SURFACE_CONFLICT', { material: 'Stone', label: 'Stone', object: 'Grass', objectLabel: 'Grass', triangles: 4 }],
		]);
	});

	test('that agree, or are called like one of several materials, contradict nothing', () => {
		expect(assign([{ material: 'wok_Stone', names: ['stone.001'] }]).codes).toEqual([]);
		const path = [
			{ material: 'Grass', names: ['Grass'] },
			{ material: 'Stone', names: ['Grass'] },
		];
		expect(assign(path).codes).toEqual([]);
		expect(assign([{ material: 'Stone', names: ['path'], above: ['Grass'] }]).codes).toEqual([]);
	});
});

describe('a mapping of objects', () => {
	const rug: SurfaceMapping = { pattern: 'Rug*', surface: 'Carpet', of: 'node' };

	test('wins over the material that the object shares with the floor', () => {
		const floor: SurfaceMapping = { pattern: 'Floor', surface: 'Stone' };
		const clues = [
			{ material: 'Floor', names: ['Rug.001'] },
			{ material: 'Stone', names: ['weave'], above: ['rug', 'hall'] },
			{ material: 'Floor', names: ['hall'] },
		];
		const { surfaces, findings } = assign(clues, [floor, rug]);
		expect(surfaces).toEqual([9, 9, 4]);
		expect(findings).toEqual([]);
	});

	test('of the nearest object counts, one without wildcards first, copies included', () => {
		const wood: SurfaceMapping = { pattern: 'rug small', surface: 'Wood', of: 'node' };
		const clues = [
			{ names: ['Rug small.002'] },
			{ names: ['plank'], above: ['Rug small', 'Rug'] },
			{ names: ['Rug large'] },
		];
		expect(assign(clues, [rug, wood]).surfaces).toEqual([5, 5, 9]);
	});

	test('that no object has is reported when it is a name, not when it is a pattern', () => {
		expect(assign([{ material: 'Stone', names: ['hall'] }], [rug]).codes).toEqual([]);
		const { findings } = assign([{ material: 'Stone' }], [{ pattern: 'Rgu', surface: 'Carpet', of: 'node' }]);
		expect(findings.map(({ message }) => message)).toEqual(['The mapping "Rgu=Carpet" matches no object.']);
	});
});

describe('scenes', () => {
	test('of glTF are asked for node, mesh and the nodes above', async () => {
		const maker = new GltfMaker();
		const primitive = (material: string): Json => ({
			attributes: { POSITION: maker.points(SQUARE) },
			indices: maker.indices(SQUARE_INDICES),
			material: maker.material(material),
		});
		const child = maker.node({ name: 'Object_7', mesh: maker.mesh([primitive('Mat.002')], { name: 'Cube' }) }, true);
		maker.node({ name: 'Metal', children: [child] });
		maker.node({ name: 'Object_8', mesh: maker.mesh([primitive('Mat.003')], { name: 'Leaves.001' }) });
		maker.node({ name: 'Grass', mesh: maker.mesh([primitive('Stone')]) });
		const { scene, report } = await readScene(maker.glb());
		expect(scene.parts.map(({ surfaces }) => surfaces[0])).toEqual([10, 14, 4]);
		expect(found(report, 'SURFACE_CONFLICT').map(({ location }) => location.node)).toEqual(['Grass']);
	});

	test('of OBJ are asked for group and object', async () => {
		const text = 'v 0 0 0\nv 1 0 0\nv 1 1 0\no Metal\ng part1\nusemtl lambert1\nf 1 2 3\no room\nf 1 2 3\n';
		const scene = await readObj(text, { up: 'z' });
		expect(scene.parts.map(({ surfaces }) => surfaces[0])).toEqual([10, 7]);
	});

	test('tell what each material became, with faces and square metres of all copies', async () => {
		const maker = new GltfMaker();
		const mesh = maker.mesh([
			{
				attributes: { POSITION: maker.points(SQUARE) },
				indices: maker.indices(SQUARE_INDICES),
				material: maker.material('Floor'),
			},
		]);
		maker.node({ name: 'a', mesh });
		maker.node({ name: 'b', mesh, scale: [3, 1, 1] });
		const materials = new MaterialUses();
		const { scene } = await readScene(maker.glb(), {}, { materials });
		const [one] = scene.parts;
		const area = areaOf(one.positions);
		expect(materials.all).toEqual([
			{ material: 'Floor', surface: 7, faces: 4, area: expect.closeTo(area * 4, 9), unknown: true },
		]);
	});
});

/** Area of a square in plan. */
function areaOf(positions: Float64Array): number {
	const [xs, ys] = [0, 1].map((axis) => [...positions].filter((_, i) => i % 3 === axis));
	return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}
