import { expect, test } from 'vitest';
import { fileIdentity } from '../../importers/bwm/decode.ts';
import { isGameFile } from '../../src/model/level.ts';
import {
	DOOR_STATES,
	doorFileNames,
	kindOfFileName,
	modelOfFile,
	stateFileName,
	stateInName,
	walkmeshFileName,
} from '../../src/model/walkmesh.ts';

const GATE = ['gate0.dwk', 'gate1.dwk', 'gate2.dwk'];

test('files of walkmeshes are named after what they are of', () => {
	expect(walkmeshFileName({ name: 'quay_01a', kind: 'area' })).toBe('quay_01a.wok');
	expect(walkmeshFileName({ name: 'crate2', kind: 'placeable' })).toBe('crate2.pwk');
	expect(walkmeshFileName({ name: 'gate', kind: 'door' })).toBe('gate0.dwk');
	expect(DOOR_STATES.map((doorState) => walkmeshFileName({ name: 'gate', kind: 'door', doorState }))).toEqual(GATE);
	expect(walkmeshFileName({ name: 'a.b', kind: 'door', doorState: 'open2' })).toBe('a.b2.dwk');
});

test('and say so, however they are written', () => {
	const doors = DOOR_STATES.map((doorState) => ({ name: 'dor_lhr02', kind: 'door', doorState }) as const);
	for (const one of [{ name: 'a.b', kind: 'placeable' } as const, ...doors])
		expect(fileIdentity(walkmeshFileName(one))).toEqual(one);
});

test.each([
	['quay_01a.wok', 'area', undefined],
	['out\\CRATE2.PWK', 'placeable', 'open2'],
	['gate.dwk', 'door', undefined],
	['gate0.dwk', 'door', 'closed'],
	['gate0.dwk/gate.DWK', 'door', undefined],
	['gate2.dwk', 'door', 'open2'],
	['gate3.dwk', 'door', undefined],
	['gate1.glb', undefined, 'open1'],
	['gate1', undefined, undefined],
	['gate1.dwk.ascii', undefined, undefined],
	['.wok', 'area', undefined],
	['wok', undefined, undefined],
])('%s is of kind %s and state %s', (fileName, kind, state) => {
	expect([kindOfFileName(fileName), stateInName(fileName)]).toEqual([kind, state]);
});

test.each([
	['gate0.dwk', GATE],
	['gate2.dwk', GATE],
	['a.b/dor_lhr021.DWK', ['a.b/dor_lhr020.DWK', 'a.b/dor_lhr021.DWK', 'a.b/dor_lhr022.DWK']],
	['gate3.dwk', []],
	['gate.dwk', []],
	['gate0.pwk', []],
])('the states of the door of %s are in %j', (fileName, files) => {
	expect(doorFileNames(fileName)).toEqual(files);
});

test.each([
	['gate.dwk', 'gate1.dwk'],
	['a.b/gate.v2.ascii', 'a.b/gate.v21.ascii'],
	['a.b/gate', 'a.b/gate'],
])('%s becomes %s for the state open1', (fileName, named) => {
	expect(stateFileName(fileName, 'open1')).toBe(named);
});

test('the game loads walkmeshes, layouts, visibility files and path points by their names', () => {
	const files = ['a.wok', 'a.PWK', 'a0.dwk', 'a.lyt', 'a.Vis', 'a.pth', 'a.svg', 'a.wok.ascii', 'pth', 'a.report.json'];
	expect(files.filter(isGameFile)).toEqual(files.slice(0, 6));
});

test.each([
	['gate1', ['open1'], 'gate'],
	['gate1', ['open1', 'open1'], 'gate'],
	['dor_lhr020', ['closed'], 'dor_lhr02'],
	['gate1', ['open2'], 'gate1'],
	['gate1', ['closed', 'open1'], 'gate1'],
	['gate', ['open1'], 'gate'],
	['gate3', ['open1'], 'gate3'],
	['1', ['open1'], '1'],
	['gate1', [], 'gate1'],
] as const)('a file %s that holds the states %j of a door is of a door %s', (stem, states, model) => {
	expect(
		modelOfFile(
			stem,
			states.map((doorState) => ({ kind: 'door', doorState })),
		),
	).toBe(model);
});

test('the digit of a file that holds no door, or more than one, is of its name', () => {
	expect(modelOfFile('crate1', [{ kind: 'placeable' }])).toBe('crate1');
	expect(modelOfFile('quay1', [{ kind: 'area' }, { kind: 'door', doorState: 'open1' }])).toBe('quay1');
	expect(modelOfFile('gate0', [{ kind: 'door' }])).toBe('gate');
});
