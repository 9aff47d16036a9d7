import { describe, expect, test } from 'vitest';
import { InputError, Report } from '../../src/findings/report.ts';
import { K1, likelySurfaceName } from '../../src/model/surfaces.ts';
import type { SurfaceMapping } from '../../src/scene/surface-mappings.ts';
import { SurfaceAssigner, UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';
import { failureOf } from '../support/codes.ts';

type Extras = Record<string, unknown>;

function assignAll(
	materials: (string | undefined | [string | undefined, ...Extras[]])[],
	mappings: SurfaceMapping[] = [],
) {
	const report = new Report();
	const assigner = new SurfaceAssigner(K1, mappings, report);
	const surfaces = materials.map((each) => {
		const [material, ...extras] = Array.isArray(each) ? each : [each];
		return assigner.assign({ material, extras, triangleCount: 10, location: { node: 'n' } }).surface;
	});
	assigner.finish();
	return { surfaces, findings: report.findings };
}

describe('SurfaceAssigner', () => {
	test('extras win over names, the first of material, primitive, mesh, node', () => {
		expect(assignAll([['Dirt', {}, { surface: 'Metal' }, { surface: 'Wood' }]]).surfaces).toEqual([10]);
		expect(assignAll([['Dirt', { kotor_surface: 9 }]]).surfaces).toEqual([9]);
		expect(assignAll([['Dirt', { surfaceMaterial: 'grass' }]]).surfaces).toEqual([3]);
	});

	test('a walkmesh tag that names no surface is no clue and no problem', () => {
		expect(assignAll([['Dirt', { walkmesh: true }]])).toEqual({ surfaces: [1], findings: [] });
		expect(assignAll([['Dirt', { walkmesh: 'room_01' }]])).toEqual({ surfaces: [1], findings: [] });
		expect(assignAll([['Stone', { walkmesh: 1 }]])).toEqual({ surfaces: [4], findings: [] });
		expect(assignAll([['Dirt', { walkmesh: 'Metal' }]]).surfaces).toEqual([10]);
		expect(assignAll([['Dirt', { walkmesh: 17 }]]).surfaces).toEqual([17]);
	});

	test('extras that mean nothing are reported', () => {
		const { surfaces, findings } = assignAll([['Dirt', { surface: 'Mettal' }]]);
		expect(surfaces).toEqual([1]);
		expect(findings.map(({ code }) => code)).toEqual(['SURFACE_EXTRAS_UNKNOWN']);
	});

	test('a mapping decides what names do not', () => {
		const { surfaces, findings } = assignAll(
			['Floor_3', 'Ceiling'],
			[
				{ pattern: 'floor*', surface: 'Stone' },
				{ pattern: 'Ceiling', surface: 7 },
			],
		);
		expect(surfaces).toEqual([4, 7]);
		expect(findings).toEqual([]);
	});

	test('a catch-all mapping leaves walls that are named alone', () => {
		const { surfaces, findings } = assignAll(['lambert1', 'Nonwalk', undefined], [{ pattern: '*', surface: 'Stone' }]);
		expect(surfaces).toEqual([4, 7, 4]);
		expect(findings).toEqual([]);
	});

	test('an empty pattern maps triangles without a material name', () => {
		expect(assignAll([undefined, 'Dirt', ''], [{ pattern: '', surface: 'Stone' }])).toEqual({
			surfaces: [4, 1, 4],
			findings: [],
		});
	});

	test('a mapping that names a material exactly wins over what its name and its extras mean', () => {
		const { surfaces, findings } = assignAll(
			['Sand', 'Wood', 'wood', ['Metal', { surface: 'Carpet' }]],
			[
				{ pattern: 'Sand', surface: 'Dirt' },
				{ pattern: 'Wood', surface: 'Metal' },
				{ pattern: 'Metal', surface: 'Nonwalk' },
			],
		);
		expect(surfaces).toEqual([1, 10, 10, 7]);
		expect(findings).toEqual([]);
	});

	test('a mapping with wildcards is a fallback, and is not missed where it is not needed', () => {
		const { surfaces, findings } = assignAll(
			['Metal', 'Floor2', 'Floor'],
			[
				{ pattern: 'M*', surface: 'Stone' },
				{ pattern: 'Roof?', surface: 'Stone' },
				{ pattern: 'Floor*', surface: 'Wood' },
				{ pattern: 'Floor', surface: 'Carpet' },
			],
		);
		expect(surfaces).toEqual([10, 5, 9]);
		expect(findings).toEqual([]);
	});

	test('an exact mapping that no material has is reported', () => {
		const { findings } = assignAll(['Metal'], [{ pattern: 'Flor', surface: 'Stone' }]);
		expect(findings.map(({ code, data }) => [code, data])).toEqual([
			['SURFACE_MAPPING_UNUSED', { pattern: 'Flor=Stone', of: 'material' }],
		]);
	});

	test('a near name is suggested only when it is near', () => {
		const suggested = assignAll(['Floor', 'Stoen', 'Carpte']).findings.map(({ data }) => data?.['nearest']);
		expect(suggested).toEqual([undefined, 'Stone', 'Carpet']);
	});

	test('a placeholder row is given and reported once a material', () => {
		const { surfaces, findings } = assignAll(
			['wok_25', 'surf25', 'wok_25', ['Dirt', { surface: 20 }], 'Pit', 'wok_16', 'nonsense'],
			[{ pattern: 'Pit', surface: 29 }],
		);
		expect(surfaces).toEqual([25, 25, 25, 20, 29, 16, UNRESOLVED_SURFACE]);
		const placeholders = findings.filter(({ code }) => code === 'SURFACE_PLACEHOLDER');
		expect(placeholders.map(({ data }) => data)).toEqual([
			{ material: 'wok_25', surface: 25, walkable: false },
			{ material: 'surf25', surface: 25, walkable: false },
			{ material: 'Dirt', surface: 20, walkable: false },
			{ material: 'Pit', surface: 29, walkable: false },
		]);
		expect(placeholders[0]).toMatchObject({ severity: 'warning', location: { node: 'n' } });
		expect(placeholders[0].message).toContain('it is not walkable');
	});

	test('a mapping to no surface is refused', () => {
		expect(() => assignAll([], [{ pattern: 'x', surface: 'Stoen' }])).toThrow(InputError);
		expect(failureOf(() => assignAll([], [{ pattern: 'x', surface: 'Stoen' }]))).toBe('SURFACE_MAPPING_INVALID');
	});

	test('a name of the other game of the family is taken for what it is here, with a warning once', () => {
		const { surfaces, findings } = assignAll(['Sand', 'Sand', 'Snow']);
		expect(surfaces).toEqual([20, 20, 19]);
		expect(findings.map(({ code }) => code)).toEqual(['SURFACE_FOREIGN', 'SURFACE_FOREIGN']);
	});

	test.each([
		['Walls', 'Nonwalk'],
		['stone_wall', 'Nonwalk'],
		['stair_wood', 'Wood'],
		['Vegetation_Grass_Artificial', 'Grass'],
		['FloorTiles01', 'Stone'],
		['door_metal', 'Nonwalk'],
		['Mat.03 - Deep Water', 'Water'],
		['Material.001', undefined],
		['trigger', undefined],
		['constructor', undefined],
		['', undefined],
	])('a word of the name %j makes %s likely', (name, surface) => {
		expect(likelySurfaceName(K1, name)).toBe(surface);
	});

	test('materials that name nothing are errors, once each, never walkable', () => {
		const { surfaces, findings } = assignAll(['Stoen', 'Stoen', '', undefined]);
		expect(surfaces).toEqual(new Array(4).fill(UNRESOLVED_SURFACE));
		expect(K1.surfaces[UNRESOLVED_SURFACE].walk).toBe(false);
		expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
			'error: Material "Stoen" is not a surface (20 triangles). Did you mean "Stone"?',
			'error: 20 triangles without a material name, so without a surface.',
		]);
	});
});
