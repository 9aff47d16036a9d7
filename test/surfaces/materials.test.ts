import { describe, expect, it, test } from 'vitest';
import { InputError, Report } from '../../src/findings/report.ts';
import { toHexColour } from '../../src/model/surface-tables.ts';
import { isWalkable, K1, KOTORBLENDER, surfaceByName, surfaceLabel, walkableFaces } from '../../src/model/surfaces.ts';
import { readSurfacesFile } from '../../src/scene/surface-mappings.ts';
import { SurfaceAssigner } from '../../src/scene/surfaces.ts';

/** Row, label, walk, walkcheck, lineofsight, grass, sound, colour. */
const GAME = `
0 NotDefined 0000 - #aaaaaa
1 Dirt 1110 DT #cd853f
2 Obscuring 0010 - #595959
3 Grass 1111 GR #00cb00
4 Stone 1110 ST #708090
5 Wood 1110 WD #8b4514
6 Water 1110 WT #0000ff
7 Nonwalk 0110 - #ff0000
8 Transparent 0100 - #ffffff
9 Carpet 1110 CP #ff00ff
10 Metal 1110 MT #b0c4de
11 Puddles 1110 WT #bdb76b
12 Swamp 1110 WT #808000
13 Mud 1110 WT #556b2f
14 Leaves 1110 LV #ff8c00
15 Lava 0110 - #950000
16 BottomlessPit 0110 - #000000
17 DeepWater 0110 - #000080
18 Door 1100 - #000000
19 NonWalkGrass 0111 - #e7e7e7
20 CRAP 0000 - #ffff00
21 CRAP 0000 - #bcbc59
22 CRAP 0000 - #505c68
23 CRAP 0000 - #8b6cbe
24 CRAP 0000 - #a9aa6c
25 CRAP 0000 - #6c8bbf
26 CRAP 0000 - #cc6c6c
27 CRAP 0000 - #6cd26c
28 CRAP 0000 - #6c6cd2
29 CRAP 0000 - #ca6c6c
30 Trigger 1100 - #6cbc91
`;

it('has the rows of the game, in colours that people know', () => {
	const rows = K1.surfaces.map(({ id, label, walk, walkCheck, lineOfSight, grass, sound, colour }) => {
		const flags = [walk, walkCheck, lineOfSight, grass].map(Number).join('');
		return [id, label, flags, sound || '-', toHexColour(colour)].join(' ');
	});
	expect(rows).toEqual(GAME.trim().split('\n'));
});

it('differs for kotorblender in what is walkable and in four labels', () => {
	const changed = KOTORBLENDER.surfaces
		.filter(({ id, label, walk }) => walk !== K1.surfaces[id].walk || label !== K1.surfaces[id].label)
		.map(({ id, label, walk }) => [id, label, walk]);
	expect(changed).toEqual([
		[0, 'NotDefined', true],
		[16, 'BottomlessPit', true],
		[19, 'Snow', false],
		[20, 'Sand', true],
		[21, 'BareBones', true],
		[22, 'StoneBridge', true],
	]);
});

it('takes nobody to walk on rows that it does not have', () => {
	expect([...walkableFaces(K1, Uint32Array.of(1, 7, 30, 31, 0xffffffff))]).toEqual([1, 0, 1, 0, 0]);
	expect([1, 7, 30, 31].map((surface) => isWalkable(K1, surface))).toEqual([true, false, true, false]);
	expect([surfaceLabel(K1, 30), surfaceLabel(K1, 31)]).toEqual(['Trigger', '#31']);
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const materialsOf = (text: string) => readSurfacesFile(bytesOf(text), K1, new Report()).materials;

function problemOf(bytes: Uint8Array): string {
	try {
		readSurfacesFile(bytes, K1, new Report().within({ file: 'surfaces.txt' }));
	} catch (error) {
		if (error instanceof InputError) return `${error.finding.code} ${error.finding.location.line ?? ''}`.trim();
		throw error;
	}
	return 'none';
}

describe('a list of surfaces', () => {
	test('has a line for each material, with comments, blanks, quotes and any line ends', () => {
		const text =
			'\ufeff# the hall\r\nFloor* = Stone   # tiles\r\n\r\n  Mat 5=  7\n"a = b # c" = Dirt # x\nx = y=Grass\n"" = Mud\n';
		expect(materialsOf(text)).toEqual([
			['Floor*', 4],
			['Mat 5', 7],
			['a = b # c', 1],
			['x = y', 3],
			['', 13],
		]);
	});

	test('may be a JSON object of names or numbers', () => {
		expect(materialsOf('{ "Floor*": "wok_Stone", "Mat 5": 7, "later": "", "never": null }')).toEqual([
			['Floor*', 4],
			['Mat 5', 7],
		]);
	});

	test('says nothing of materials that are not filled in yet', () => {
		expect(materialsOf('Floor =\nWall =   # 12 faces\nRug = Carpet')).toEqual([['Rug', 9]]);
	});

	test.each([
		['a line without =', 'Floor = Stone\nWall', 'SURFACES_FILE_INVALID 2'],
		['no material', '\n = Stone', 'SURFACES_FILE_INVALID 2'],
		['no surface', '# list\nFloor = Stoen', 'SURFACE_MAPPING_INVALID 2'],
		['a row that the table does not have', 'Floor = 99', 'SURFACE_MAPPING_INVALID 1'],
		['JSON that is cut off', '{ "Floor": ', 'SURFACES_FILE_INVALID'],
		['a JSON list', '["Floor"]', 'SURFACES_FILE_INVALID'],
		['a JSON object of objects', '{ "Floor": { "surface": 4 } }', 'SURFACES_FILE_INVALID'],
	])('with %s is refused with its line', (_, text, problem) => {
		expect(problemOf(bytesOf(text))).toBe(problem);
	});

	test('that is UTF-16 or no text at all is refused', () => {
		expect(problemOf(new Uint8Array([0xff, 0xfe, 0x46, 0x00]))).toBe('SURFACES_FILE_INVALID');
		expect(problemOf(new Uint8Array([0x46, 0x00, 0x01]))).toBe('SURFACES_FILE_INVALID');
	});

	test('names materials exactly or by pattern, after the mappings of this run, and nobody misses what is not there', () => {
		const table = readSurfacesFile(bytesOf('Floor = Stone\nWood = Metal\nRoof = Dirt\n*=Nonwalk'), K1, new Report());
		const report = new Report();
		const assigner = new SurfaceAssigner(table, [{ pattern: 'Floor', surface: 'Grass' }], report);
		const surfaces = ['Floor', 'Wood', 'Stone', 'lambert1'].map(
			(material) => assigner.assign({ material, triangleCount: 1, location: {} }).surface,
		);
		assigner.finish();
		expect(surfaces).toEqual([3, 10, 4, 7]);
		expect(report.findings).toEqual([]);
	});
});

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

test('thirteen surfaces of the built-in table can be walked on', () => {
	expect(K1.surfaces.filter(({ walk }) => walk).map(({ id }) => id)).toEqual([
		1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 30,
	]);
});
