import { describe, expect, test } from 'vitest';
import { FIRST_STATE, hashOf, Store, stateOfHash, type ViewState } from '../../viewer/page/state.ts';
import { understand } from '../../viewer/search.ts';

describe('the address', () => {
	test('of the first state is empty, and an empty one is the first state', () => {
		expect(hashOf(FIRST_STATE)).toBe('');
		expect(stateOfHash('')).toEqual(FIRST_STATE);
	});

	test('brings back everything that was changed', () => {
		const state: ViewState = {
			...FIRST_STATE,
			camera: { mode: 'top', eye: [1, 2, 3.5], target: [-4, 5, 6], span: 40 },
			colouring: 'slope',
			palette: 'safe',
			theme: 'dark',
			patterns: true,
			layers: new Set(['walls', 'normals']),
			hiddenSurfaces: new Set([7, 3]),
			hiddenRooms: new Set(['a&b=c', 'é#']),
			doors: 'open1',
			boxes: 4,
			selected: '3:17',
			tool: 'route',
			points: [
				[1, 2, 3],
				[4, 5, 6],
			],
			panel: 'findings',
			compare: 'side',
			options: { up: 'z', surface: { 'Floor*': 'Stone' } },
		};
		expect(stateOfHash(`#${hashOf(state)}`)).toEqual(state);
	});

	test('that somebody made up does no harm', () => {
		for (const hash of [
			'#camera=orbit,1,x',
			'#colouring=__proto__',
			'#boxes=-3',
			'#point=1,2',
			'#options=[1]',
			'#options={',
			'#show=nothing',
		])
			expect(stateOfHash(hash), hash).toEqual(FIRST_STATE);
	});
});

test('an address tells no more points than a way has', () => {
	expect(stateOfHash('#point=1,2,3&point=4,5,6&point=7,8,9').points).toEqual([
		[1, 2, 3],
		[4, 5, 6],
	]);
});

test('who listens is told what has changed, and of nothing where nothing has', () => {
	const store = new Store(FIRST_STATE);
	const told: string[][] = [];
	store.listen((changed) => told.push([...changed]));
	store.set({ theme: 'auto', boxes: -1 });
	store.set({ theme: 'dark', boxes: -1 });
	store.toggle('walls', true);
	store.toggle('walls');
	expect(told).toEqual([['theme'], ['layers'], ['layers']]);
	expect([store.state.theme, store.state.layers.has('walls')]).toEqual(['dark', false]);
});

describe('what is searched for', () => {
	const rooms = ['hall', 'yard_01', 'yard_02'];
	const finding = {
		code: 'T_JUNCTION',
		severity: 'warning',
		message: 'T-junction: a vertex',
		help: '',
		location: {},
	} as const;

	test.each([
		['hall:12', { kind: 'face', room: 0, face: 12 }],
		['2:5', { kind: 'face', room: 2, face: 5 }],
		['yard_02: 5', { kind: 'face', room: 2, face: 5 }],
		['12 -30', { kind: 'point', at: [12, -30] }],
		['12,30,2.5', { kind: 'point', at: [12, 30, 2.5] }],
		['YARD_01', { kind: 'room', room: 1 }],
		['hal', { kind: 'room', room: 0 }],
		['t_junction', { kind: 'finding', finding }],
		['vertex', { kind: 'finding', finding }],
	])('%s', (text, found) => {
		expect(understand(text, rooms, [finding])).toEqual(found);
	});

	test('what is not there is reported', () => {
		for (const text of ['', 'cellar:3', 'yard', '1 2 3 4'])
			expect(understand(text, rooms, [finding]).kind, text).toBe('nothing');
	});
});
