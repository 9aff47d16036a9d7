import { describe, expect, test } from 'vitest';
import { nodeMeanings, parentsFirst } from '../../src/scene/roles.ts';

function kinds(...nodes: readonly [name: string, parent: number][]): string[] {
	return nodeMeanings(nodes.map(([name, parent]) => ({ name, parent }))).map(({ kind, model, doorState }) =>
		[kind, model, doorState].filter((part) => part !== undefined).join(' '),
	);
}

describe('what nodes belong to', () => {
	test('a part below the root of a placeable or door belongs to it, whatever it is called', () => {
		expect(kinds(['plc_box_pwk', -1], ['Cube', 0], ['pwk_use01', 0])).toEqual([
			'placeable plc_box',
			'placeable plc_box',
			'placeable plc_box',
		]);
		expect(kinds(['dor_x_DWK', -1], ['DWK_wg_open1', 0], ['Cube', 1])).toEqual([
			'door dor_x',
			'door dor_x open1',
			'door dor_x open1',
		]);
	});

	test.each([
		['wg_closed', 'closed'],
		['wg_open1', 'open1'],
		['gate_open1', 'open1'],
		['gate_open2', 'open2'],
		['Gate Open', 'open1'],
		['Closed.001', 'closed'],
		['gate-open-2', 'open2'],
	])('a part below the root of a door called %s is of its state %s', (name, state) => {
		expect(kinds(['gate_dwk', -1], [name, 0], ['leaf', 1])).toEqual([
			'door gate',
			`door gate ${state}`,
			`door gate ${state}`,
		]);
	});

	test('states of doors mean nothing below a placeable, below a state, or in parts of words', () => {
		expect(kinds(['plc_x_pwk', -1], ['lid_open', 0])[1]).toBe('placeable plc_x');
		expect(kinds(['x_dwk_closed', -1], ['panel_open1', 0])[1]).toBe('door x closed');
		expect(kinds(['gate_dwk', -1], ['opened', 0], ['enclosed', 0]).slice(1)).toEqual(['door gate', 'door gate']);
		expect(kinds(['hall', -1], ['gate_open1', 0])).toEqual(['area', 'area']);
	});

	test('`_wg` alone is a room, unless a root above or hooks beside say otherwise', () => {
		expect(kinds(['hall_wg', -1])).toEqual(['area hall']);
		expect(kinds(['plc_x_pwk', -1], ['thing_wg', 0])).toEqual(['placeable plc_x', 'placeable plc_x']);
		expect(kinds(['group', -1], ['thing_wg', 0], ['pwk_use01', 0])[1]).toBe('placeable thing');
		expect(kinds(['group', -1], ['thing_wg', 0], ['other', -1], ['pwk_use01', 2])[1]).toBe('area thing');
	});

	test('a room below a placeable stays a room', () => {
		expect(kinds(['plc_x_pwk', -1], ['hall_wok', 0])).toEqual(['placeable plc_x', 'area hall']);
	});

	test('everything else is area', () => {
		expect(kinds(['', -1], ['Cube', 0], ['transition_1', 1])).toEqual(['area', 'area', 'area']);
	});

	test('children may stand before their parents, and cycles do not hang', () => {
		expect(kinds(['Cube', 1], ['plc_x_pwk', -1])).toEqual(['placeable plc_x', 'placeable plc_x']);
		expect([...parentsFirst([{ parent: 2 }, { parent: 0 }, { parent: -1 }])]).toEqual([2, 0, 1]);
		expect([...parentsFirst([{ parent: 1 }, { parent: 0 }])].sort()).toEqual([0, 1]);
	});
});
