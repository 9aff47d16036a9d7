import { describe, expect, test } from 'vitest';
import { K1, KOTORBLENDER, nearestSurfaceName, surfaceByName } from '../../src/model/surfaces.ts';

const surface = (name: string): number | undefined => surfaceByName(K1, name)?.surface;

describe('surfaceByName', () => {
	test.each([
		['Dirt', 1],
		['wok_Dirt', 1],
		['wok_Dirt.001', 1],
		['wok_Dirt001', 1],
		['WOK_DIRT', 1],
		['dirt', 1],
		['surf_stone.001', 4],
		['mat_Carpet', 9],
		['Carpet_mat', 9],
		['ns:Metal', 10],
		['a:b:Metal', 10],
		['MetalSG', 10],
		['MetalSG1', 10],
		['walkStone', 4],
		['wm-Deep Water', 17],
		['deep_water', 17],
		['NON_WALK', 7],
		['Non-walk', 7],
		['nowalk', 7],
		['Nonwalk', 7],
		['NON_WALK_GRASS', 19],
		['NonWalkGrass', 19],
		['UNDEFINED', 0],
		['NotDefined', 0],
		['Trigger', 30],
		['surface Wood', 5],
		['wok_07', 7],
		['surface:7', 7],
		['wm 7', 7],
		['surf7', 7],
		['surf_12', 12],
	])('%s is %i', (name, id) => {
		expect(surface(name)).toBe(id);
	});

	test.each([
		'',
		'lambert1',
		'initialShadingGroup',
		'Material',
		'Material.001',
		'Material.007',
		'Mat1',
		'Mat 5',
		'mat_4',
		'mat7',
		'id4',
		'id=7',
		'3',
		'03',
		'7',
		'Material001',
		'mat.001',
		'mat.007',
		'mat007',
		'default',
		'CRAP',
		'wok_',
		'wok_99',
		'31',
		'-1',
		'1.5',
		'Dirty',
		'Stonework',
		'waterfall',
		'ceiling',
		'Floor',
		'Stomatne',
		'___',
	])('"%s" means no surface', (name) => {
		expect(surface(name)).toBeUndefined();
	});

	test('names of the other game of the family are known and marked', () => {
		expect(surfaceByName(K1, 'Sand')).toEqual({ surface: 20, by: 'normalized', foreign: true });
		expect(surfaceByName(K1, 'Snow')).toMatchObject({ surface: 19, foreign: true });
		expect(surfaceByName(K1, 'wok_Dirt')).toEqual({ surface: 1, by: 'normalized', foreign: false });
		expect(surfaceByName(K1, 'wok_7')).toEqual({ surface: 7, by: 'number', foreign: false });
		expect(surfaceByName(KOTORBLENDER, 'wok_Sand')).toEqual({ surface: 20, by: 'normalized', foreign: false });
		expect(surfaceByName(KOTORBLENDER, 'Sand')).toEqual({ surface: 20, by: 'exact', foreign: false });
	});
});

test('a label of nothing but punctuation is found by itself alone', () => {
	const table = { name: 'mod', surfaces: [{ ...K1.surfaces[1], id: 0, label: '...' }] };
	expect(surfaceByName(table, '...')).toMatchObject({ surface: 0, by: 'exact' });
	for (const name of ['-', 'mat_', '']) expect(surfaceByName(table, name)).toBeUndefined();
});

describe('nearestSurfaceName', () => {
	test.each([
		['Stoen', 'Stone'],
		['wok_Metl', 'Metal'],
		['Gras', 'Grass'],
		['NonWlk', 'Nonwalk'],
	])('%s is meant as %s', (name, nearest) => {
		expect(nearestSurfaceName(K1, name)).toBe(nearest);
	});

	test('nothing is near to what is far from everything', () => {
		expect(nearestSurfaceName(K1, 'initialShadingGroup')).toBeUndefined();
	});
});
