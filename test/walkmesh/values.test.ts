import { describe, expect, test } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import { FARTHEST_POSITION, moveWalkmesh, reportPrecision, translation } from '../../src/geometry/transform.ts';
import type { Bounds } from '../../src/geometry/triangles.ts';
import { cellInteger, cellText, columnIndex, linearToSrgbByte, toHexColour } from '../../src/model/surface-tables.ts';
import {
	isRealLabel,
	K1,
	KOTORBLENDER,
	nearestSurfaceName,
	surfaceByName,
	surfaceColour,
	surfaceMaterialName,
} from '../../src/model/surfaces.ts';
import { faceCount, NO_HOOKS, transitionEdges, vertexCount, withFiniteHeader } from '../../src/model/walkmesh.ts';
import { chooseSpace, guessSpace } from '../../src/scene/space.ts';
import { triples } from '../support/points.ts';
import { floor } from '../support/walkmeshes.ts';

describe('what a motion does to a walkmesh that no file can hold', () => {
	const told = (by: number, kind: 'area' | 'door' = 'area', from = 0): unknown[] => {
		const before = moveWalkmesh({ ...floor(), kind }, translation([from, 0, 0]));
		const report = new Report();
		reportPrecision(before, moveWalkmesh(before, translation([by - from, 0, 0])), report);
		return report.findings.map(({ code, data }) => [code, data]);
	};

	test('is told from where floats are more than a millimetre apart, unless it lay there', () => {
		const far = (farthest: number): unknown[] => [['POSITIONS_TOO_FAR', { farthest, limit: FARTHEST_POSITION }]];
		expect(told(FARTHEST_POSITION - 11)).toEqual([]);
		expect(told(FARTHEST_POSITION - 10)).toEqual(far(FARTHEST_POSITION));
		expect(told(-FARTHEST_POSITION)).toEqual(far(FARTHEST_POSITION));
		expect(told(-FARTHEST_POSITION + 1)).toEqual([]);
		expect(told(FARTHEST_POSITION, 'door')).toEqual(far(FARTHEST_POSITION));
		expect(told(FARTHEST_POSITION - 1, 'door')).toEqual([]);
		expect(told(30_000, 'area', 20_000)).toEqual([]);
	});
});

describe('surfaces', () => {
	test('have colours, those without one of their own a shade', () => {
		expect([surfaceColour(4), surfaceColour(22)]).toEqual(triples(0.162, 0.216, 0.279, 0.081, 0.108, 0.139));
		for (const id of [23, 24, 30, 100]) {
			const turn = (id * 0.618033988749895) % 1;
			const expected = [0, 1, 2].map((third) => 0.15 + Math.max(0, Math.cos((turn + third / 3) * 2 * Math.PI)) / 2);
			for (const [i, value] of surfaceColour(id).entries()) expect(value).toBeCloseTo(expected[i], 12);
		}
	});

	test.each([
		[-1, 0],
		[0, 0],
		[0.001, 3],
		[0.0031308, 10],
		[0.01, 25],
		[0.2, 124],
		[0.5, 188],
		[1, 255],
		[2, 255],
	])('linear %d is the sRGB byte %d', (linear, byte) => {
		expect(linearToSrgbByte(linear)).toBe(byte);
	});

	test('are shown as hexadecimal colours', () => {
		expect(toHexColour([0, 1, 0.001])).toBe('#00ff03');
		expect(toHexColour([1, 0, 0.5])).toBe('#ff00bc');
	});

	test('are named by materials, and by number where the label leads elsewhere', () => {
		expect([1, 4, 20, 30, 31].map((id) => surfaceMaterialName(K1, id))).toEqual([
			'wok_Dirt',
			'wok_Stone',
			'wok_20',
			'wok_Trigger',
			'wok_31',
		]);
		expect([20, 22].map((id) => surfaceMaterialName(KOTORBLENDER, id))).toEqual(['wok_Sand', 'wok_StoneBridge']);
		expect(['', 'CRAP', 'crap', 'Stone'].map(isRealLabel)).toEqual([false, false, true, true]);
	});

	test.each([
		['Ston', 'Stone'],
		['wok_Carpt', 'Carpet'],
		['Stxxe', undefined],
		['Metl', 'Metal'],
		['Mmetl', undefined],
		['Dirts', 'Dirt'],
		['Drits', undefined],
		['NonWalkGras', 'NonWalkGrass'],
		['Botomles Pit', 'BottomlessPit'],
		['', undefined],
		['x'.repeat(1e5), undefined],
	])('nearest to "%s" is %s', (name, expected) => {
		expect(nearestSurfaceName(K1, name)).toBe(expected);
	});

	test('are not foreign where the table has them', () => {
		expect(surfaceByName({ name: 'short', surfaces: K1.surfaces.slice(0, 10) }, 'sand')).toBeUndefined();
	});
});

describe('a walkmesh', () => {
	test('lists its links by room, in order', () => {
		const mesh = { ...floor(), transitions: Int32Array.of(5, -1, 2, 5, -1, 0) };
		expect(transitionEdges(mesh)).toEqual([
			[0, [5]],
			[2, [2]],
			[5, [0, 3]],
		]);
		expect([vertexCount(mesh), faceCount(mesh)]).toEqual([4, 2]);
	});

	test('has 0 for what is not finite in its header, and is the same where nothing is', () => {
		const sound = { ...floor(), position: [1, 2, 3] as const };
		expect(withFiniteHeader(sound)).toBe(sound);
		for (const name of ['relative1', 'relative2', 'absolute1', 'absolute2'] as const) {
			const spoilt = { ...sound, hooks: { ...NO_HOOKS, [name]: [4, NaN, 6] as const } };
			expect(withFiniteHeader(spoilt)).toEqual({ ...sound, hooks: { ...NO_HOOKS, [name]: [4, 0, 6] } });
		}
		expect(withFiniteHeader({ ...sound, position: [1, Infinity, -Infinity] }).position).toEqual([1, 0, 0]);
	});
});

test.each<['binary' | 'text', string, number, boolean]>([
	['binary', '12', 12, true],
	['binary', ' \t+12', 12, true],
	['binary', '-0', 0, true],
	['binary', '-5', -5, true],
	['binary', '012', 10, true],
	['text', '012', 12, true],
	['binary', '0', 0, true],
	['binary', '0x1F', 31, true],
	['text', '0x1f', 31, true],
	['binary', '0189', 1, false],
	['binary', '09', 0, false],
	['text', '09', 9, true],
	['binary', '12 x', 12, false],
	['binary', 'x 12', 0, false],
	['text', '', 0, false],
])('in a %s table "%s" is %d; plainly: %s', (form, text, value, clean) => {
	expect(cellInteger({ form, columns: [], rowLabels: [], cells: [] }, text)).toStrictEqual({ value, clean });
});

test('cells beyond a table are empty', () => {
	const table = { form: 'text', columns: ['a', 'B'], rowLabels: ['0', '1'], cells: ['1', '2', '3', '4'] } as const;
	expect([cellText(table, 0, 1), cellText(table, 1, 0)]).toEqual(['2', '3']);
	expect([cellText(table, 0, -1), cellText(table, 0, 2), cellText(table, 2, 0)]).toEqual(['', '', '']);
	expect([columnIndex(table, 'b'), columnIndex(table, 'A'), columnIndex(table, 'c')]).toEqual([1, 0, -1]);
});

test('a table that was not asked before knows the names of other tools as well; its own labels win over them', () => {
	const table = { ...K1, surfaces: K1.surfaces.map((row) => (row.id === 5 ? { ...row, label: 'Sand' } : row)) };
	expect(
		['unwalkable', 'deep water', 'sand', 'snow', 'stone'].map((name) => surfaceByName(table, name)?.surface),
	).toEqual([7, 17, 5, 19, 4]);
	expect(surfaceByName(table, 'sand')?.foreign).toBe(false);
	const odd = { ...K1, surfaces: K1.surfaces.map((row) => (row.id === 5 ? { ...row, label: 'Red Sand!' } : row)) };
	expect(surfaceMaterialName(odd, 5)).toBe('wok_5');
});

describe('the space of a room', () => {
	const box = (x: number): Bounds => [x - 1, -1, -1, x + 1, 1, 1];
	test.each<[number, 'room' | 'area' | 'unsure']>([
		[0, 'room'],
		[4, 'room'],
		[5, 'room'],
		[5.1, 'unsure'],
		[10, 'unsure'],
		[14.9, 'unsure'],
		[15, 'area'],
		[20, 'area'],
	])('of which the layout puts the origin at 20 and whose middle is at %d: %s', (x, expected) => {
		expect(guessSpace(box(x), [20, 0, 0])).toBe(expected);
	});

	test('cannot be told without ground, or at the origin: then what was asked for is taken', () => {
		expect([guessSpace(undefined, [20, 0, 0]), guessSpace(box(0), [0, 0, 0])]).toEqual(['unsure', 'unsure']);
		const report = new Report();
		expect(chooseSpace(undefined, [20, 0, 0], 'auto', 'area', report)).toBe('area');
		expect(chooseSpace(box(0), [0, 0, 0], 'room', 'area', report)).toBe('room');
		expect(report.findings).toEqual([]);
	});
});
