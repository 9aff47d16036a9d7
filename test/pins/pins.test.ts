import { describe, expect, test } from 'vitest';
import { InputError, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { PinContradictions, pinnedScene } from '../../src/pins/scene.ts';
import {
	PINS,
	pinOfMaterial,
	placeOfNode,
	readPins,
	type ScenePins,
	transformOfPlace,
} from '../../src/pins/vocabulary.ts';
import type { ScenePart } from '../../src/scene/scene.ts';

const DIRT = K1.surfaces.findIndex(({ label }) => label === 'Dirt');
const STONE = K1.surfaces.findIndex(({ label }) => label === 'Stone');

/** What can be pinned, all of it. */
const whole = () => ({
	version: 1,
	places: [
		{ name: 'room', room: 'a' },
		{ name: 'chest', parent: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1] },
		{},
	],
	faces: [
		{ role: 'area', place: 0, surface: 'Dirt', count: 1, area: 0.5 },
		{ role: 'none' },
		{ role: 'placeable', place: 1, surface: STONE, model: 'chest', count: 1, area: 0.5 },
		{ role: 'door', place: 2, surface: 'Stone', model: 'gate', state: 'open1', count: 0, area: 0 },
	],
	hooks: [
		{ place: 1, role: 'placeable', model: 'chest', slot: 1, at: [1, 2, 3] },
		{ place: 2, role: 'door', state: 'closed', slot: 2, at: [0, 0, 0] },
	],
	links: [
		{ place: 0, room: '1', kind: 'lines', points: [0, 0, 0, 1, 0, 0] },
		{ place: 2, room: 'b', kind: 'point', points: [4, 5, 6] },
	],
});

function read(
	pins: unknown,
	owner: 'extensions' | 'extras' = 'extensions',
): { pins: ScenePins | undefined; said: string[] } {
	const report = new Report();
	const document = { scenes: [{}, { [owner]: { [PINS]: pins } }], materials: [], meshes: [] };
	try {
		return { pins: readPins(document, undefined, K1, report), said: [] };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		const { message, location } = error.finding;
		return { pins: undefined, said: [`${location.pointer}: ${message}`] };
	}
}

describe('the vocabulary', () => {
	test.each(['extensions', 'extras'] as const)('is read from %s, in extras also as text', (owner) => {
		expect(read(whole(), owner)).toMatchObject({
			pins: { surfaces: [DIRT, -1, STONE, STONE], byFace: false },
			said: [],
		});
		expect(read(JSON.stringify(whole()), owner).pins === undefined).toBe(owner === 'extensions');
	});

	test('is not needed', () => expect(read(undefined)).toEqual({ pins: undefined, said: [] }));

	// biome-ignore lint/suspicious/noExplicitAny: changes make values of any type
	type Change = (pins: Record<string, any>) => void;
	test.each<[at: string, problem: string, change: Change]>([
		['/version', 'is 2, and only 1 is known', (p) => void (p['version'] = 2)],
		['/links', 'is no list', (p) => void (p['links'] = {})],
		['/hooks/1', 'is no object', (p) => void (p['hooks'][1] = null)],
		['/places/0', 'has a name that is no text', (p) => void (p['places'][0].name = 1)],
		['/places/0', 'has a name that is no text', (p) => void (p['places'][0].room = 1)],
		['/places/1/parent', 'is no place before this one', (p) => void (p['places'][1].parent = 1)],
		['/places/1/parent', 'is no place before this one', (p) => void (p['places'][1].parent = -1)],
		['/places/1/matrix', 'is no list of 16 numbers', (p) => void p['places'][1].matrix.pop()],
		['/places/1/matrix', 'is no list of 16 numbers', (p) => void (p['places'][1].matrix[3] = null)],
		['/places/1/matrix', 'is no list of 16 numbers', (p) => void (p['places'][1].matrix = 'x'.repeat(16))],
		['/faces/0/role', 'is no role of triangles', (p) => void (p['faces'][0].role = 'wall')],
		['/faces/0/place', 'is no place', (p) => void (p['faces'][0].place = 3)],
		['/faces/2/place', 'is no place', (p) => void delete p['faces'][2].place],
		['/faces/0/surface', 'is no surface', (p) => void delete p['faces'][0].surface],
		['/faces/0/surface', '"Cheese" is not a surface of the table', (p) => void (p['faces'][0].surface = 'Cheese')],
		['/faces/3/surface', '999 is not a surface of the table', (p) => void (p['faces'][3].surface = 999)],
		['/faces/0/model', 'is no text', (p) => void (p['faces'][0].model = 7)],
		['/faces/3/state', 'is no state of a door', (p) => void (p['faces'][3].state = 'ajar')],
		['/faces/0/count', 'is no number of triangles', (p) => void (p['faces'][0].count = 0.5)],
		['/faces/0/area', 'is no area', (p) => void (p['faces'][0].area = -1)],
		['/faces/0/area', 'is no area', (p) => void (p['faces'][0].area = '1')],
		['/hooks/0/place', 'is no place', (p) => void (p['hooks'][0].place = 3)],
		['/hooks/0/role', 'is no role of hooks', (p) => void (p['hooks'][0].role = 'area')],
		['/hooks/0', 'is no hook', (p) => void (p['hooks'][0].model = 1)],
		['/hooks/0', 'is no hook', (p) => void (p['hooks'][0].slot = 3)],
		['/hooks/1', 'is no hook', (p) => void (p['hooks'][1].state = 'ajar')],
		['/hooks/0/at', 'is no point', (p) => void p['hooks'][0].at.pop()],
		['/links/1/place', 'is no place', (p) => void (p['links'][1].place = -1)],
		['/links/0', 'is no link', (p) => void (p['links'][0].room = 1)],
		['/links/0', 'is no link', (p) => void (p['links'][0].kind = 'arc')],
		['/links/0/points', 'is no list of points', (p) => void (p['links'][0].points = [0, 0, 0])],
		['/links/1/points', 'is no list of points', (p) => void (p['links'][1].points = [])],
		['/links/1/points', 'is no list of points', (p) => void (p['links'][1].points[0] = '1')],
	])('is refused at %s: %s', (at, problem, change) => {
		const pins = whole();
		change(pins);
		const pointer = `/scenes/1/extensions/${PINS}${at}`;
		expect(read(pins).said).toEqual([`${pointer}: The pins cannot be read: ${problem}.`]);
	});

	test('of nodes and materials', () => {
		const pin = (value: unknown) => ({ extras: { [PINS]: value } });
		const nodes = [{}, pin({ role: 'none' }), pin({ place: 2 }), pin({ place: 0.5 }), pin('{')];
		expect(nodes.map(placeOfNode)).toEqual([undefined, -1, 2, undefined, undefined]);
		const document = {
			scenes: [],
			materials: [{}, pin({ surface: 'Dirt' }), pin({ surface: 4 }), pin({})],
			meshes: [],
		};
		const of = (material?: number) => pinOfMaterial(document, { attributes: {}, material });
		expect([of(), of(0), of(1), of(2), of(3)]).toEqual([undefined, undefined, { surface: 'Dirt' }, { surface: 4 }, {}]);
		expect(transformOfPlace({}).slice(9)).toEqual([0, 0, 0]);
	});
});

describe('a pinned scene', () => {
	/** One triangle of half a square unit for each entry, all on one node. */
	function partOf(entries: readonly number[], scale = 1): ScenePart {
		const triangle = [0, 0, 0, scale, 0, 0, 0, 0, -1];
		return {
			node: 9,
			name: 'merged',
			kind: 'area',
			positions: Float64Array.from(
				entries.flatMap((_, at) => triangle.map((value, k) => value + (k % 3 === 0 ? at * 2 : 0))),
			),
			triangles: Uint32Array.from(entries.flatMap((_, at) => [at * 3, at * 3 + 1, at * 3 + 2])),
			surfaces: new Uint32Array(entries.length),
			paintedRooms: Int32Array.from(entries.flatMap((_, at) => [-1, at, -1])),
		} as ScenePart;
	}

	function made(entries: readonly number[], isChecked = true, scale = 1) {
		const report = new Report();
		const part = { part: partOf(entries, scale), pins: Int32Array.from(entries) };
		const scene = pinnedScene('s', read(whole()).pins as ScenePins, [part], { up: 'z' }, isChecked, K1, report);
		return { scene, said: report.findings.map(({ code, data }) => [code, data]) };
	}

	test('has the triangles at their places, hooks and links as they were pinned', () => {
		const { scene, said } = made([2, 0, -1, 1]);
		expect(scene.parts).toMatchObject([
			{ node: 0, name: 'room', kind: 'area', surfaces: Uint32Array.of(DIRT), paintedRooms: Int32Array.of(-1, 1, -1) },
			{ node: 1, name: 'chest', kind: 'placeable', model: 'chest', surfaces: Uint32Array.of(STONE) },
		]);
		expect(scene.parts.map((part) => Object.keys(part).includes('doorState'))).toEqual([false, false]);
		expect(scene.nodes).toMatchObject([
			{ parent: -1, extras: { room: 'a' } },
			{ parent: 0, origin: [5, 6, 7] },
			{ name: '' },
		]);
		expect(scene.hooks).toEqual([
			{ node: 1, kind: 'placeable', slot: 1, at: [1, 2, 3], model: 'chest' },
			{ node: 2, kind: 'door', slot: 2, at: [0, 0, 0], doorState: 'closed' },
		]);
		expect(scene.markers.map(({ name, room, kind }) => [name, room, kind])).toEqual([
			['room', '1', 'lines'],
			['', 'b', 'point'],
		]);
		expect(said).toEqual([
			['PINS_WITHOUT', { triangles: 1 }],
			['PINS_USED', { triangles: 2, places: 2, by: 'nodes' }],
		]);
	});

	test.each<[what: string, entries: readonly number[], scale: number, codes: readonly string[]]>([
		['all of it', [0, 2], 1, []],
		['nothing of one', [0], 1, ['PINS_MISSING']],
		['one where there was none', [0, 2, 3], 1, ['PINS_MORE']],
		['more of one', [0, 0, 2], 1, ['PINS_MORE']],
		['a little less of each', [0, 2], 0.981, []],
		['less of each', [0, 2], 0.97, ['PINS_MISSING', 'PINS_MISSING']],
	])('is compared with what was pinned: %s', (_, entries, scale, codes) => {
		const { said } = made(entries, true, scale);
		expect(said.map(([code]) => code).filter((code) => code !== 'PINS_USED')).toEqual(codes);
		expect(made(entries, false, scale).said.map(([code]) => code)).toEqual(['PINS_USED']);
	});

	test('counts what its materials contradict, of those that say anything', () => {
		const contradictions = new PinContradictions(K1, {
			materials: [
				{ name: 'mine', surface: 'Stone', confirmed: true },
				{ name: 'open', surface: 'Stone', confirmed: false },
			],
		} as never);
		contradictions.compare('Dirt', undefined, [DIRT, STONE, STONE, -1]);
		contradictions.compare('Dirt', undefined, [STONE]);
		contradictions.compare('Dirt', STONE, [STONE]);
		contradictions.compare('', undefined, [DIRT]);
		contradictions.compare('nothing', undefined, [DIRT]);
		contradictions.compare('open', undefined, [DIRT]);
		contradictions.compare('mine', DIRT, [DIRT]);
		const report = new Report();
		contradictions.finish(report);
		expect(report.findings.map(({ data }) => data)).toEqual([
			{ material: 'Dirt', says: 'Dirt', pinned: 'Stone', triangles: 3 },
			{ material: 'mine', says: 'Stone', decided: true, pinned: 'Dirt', triangles: 1 },
		]);
	});
});
