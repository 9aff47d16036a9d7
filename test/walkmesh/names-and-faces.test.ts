import { describe, expect, it, test } from 'vitest';
import { fileIdentity } from '../../importers/bwm/decode.ts';
import {
	dropUnusedVertices,
	faceKind,
	faceKinds,
	faceSlope,
	removeFaces,
	reorderFaces,
	sortWalkableFirst,
} from '../../src/geometry/faces.ts';
import { isGameFile } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import {
	createWalkmesh,
	DOOR_STATES,
	doorFileNames,
	facesByWalkability,
	kindOfFileName,
	modelOfFile,
	stateFileName,
	stateInName,
	type Walkmesh,
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

/** A wall, then a square floor of two faces, whose diagonal is edge 5 of the one and edge 6 of the other. */
const MESH: Walkmesh = createWalkmesh({
	positions: Float32Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 3),
	faces: Uint32Array.of(0, 4, 1, 0, 1, 2, 0, 2, 3),
	surfaces: Uint32Array.of(7, 4, 1),
	transitions: Int32Array.of(-1, -1, -1, 5, -1, -1, -1, 6, 8),
});

function listed({ faces, surfaces, transitions }: Walkmesh): number[][] {
	return [[...faces], [...surfaces], [...transitions]];
}

describe('reorderFaces', () => {
	it('takes surfaces and transitions along', () => {
		expect(listed(reorderFaces(MESH, Uint32Array.of(2, 0, 1)))).toEqual([
			[0, 2, 3, 0, 4, 1, 0, 1, 2],
			[1, 7, 4],
			[-1, 6, 8, -1, -1, -1, 5, -1, -1],
		]);
	});

	it('leaves out what the order leaves out, also at the end', () => {
		expect(listed(reorderFaces(MESH, Uint32Array.of(0, 1)))).toEqual([
			[0, 4, 1, 0, 1, 2],
			[7, 4],
			[-1, -1, -1, 5, -1, -1],
		]);
		expect(listed(removeFaces(MESH, Uint8Array.of(1, 0, 1)))).toEqual([[0, 1, 2], [4], [5, -1, -1]]);
	});

	it('answers with the same walkmesh where nothing changes', () => {
		expect(reorderFaces(MESH, Uint32Array.of(0, 1, 2))).toBe(MESH);
		expect(removeFaces(MESH, new Uint8Array(3))).toBe(MESH);
	});
});

it('sorts walkable faces first, each group in its order', () => {
	const { mesh, walkableCount } = sortWalkableFirst(MESH, K1);
	expect(walkableCount).toBe(2);
	expect([...mesh.surfaces]).toEqual([4, 1, 7]);
	expect(sortWalkableFirst(mesh, K1).mesh).toBe(mesh);
});

it('drops the vertices that no face uses', () => {
	const floor = removeFaces(MESH, Uint8Array.of(1, 0, 0));
	const { mesh, dropped } = dropUnusedVertices({
		...floor,
		faces: floor.faces.map((vertex) => (vertex === 0 ? 4 : vertex)),
	});
	expect(dropped).toBe(1);
	expect([...mesh.positions]).toEqual([2, 0, 0, 2, 2, 0, 0, 2, 0, 0, 0, 3]);
	expect([...mesh.faces]).toEqual([3, 0, 1, 3, 1, 2]);
	expect(dropUnusedVertices(MESH)).toEqual({ mesh: MESH, dropped: 0 });
});

it('faces are ground, or by the way they face obstacles, walls from 60° on, and ceilings', () => {
	expect([0, 90, 180].map((degrees) => faceKind(true, degrees))).toEqual([0, 0, 0]);
	expect([0, 60, 60.1, 90, 119.9, 120, 180].map((degrees) => faceKind(false, degrees))).toEqual([1, 1, 2, 2, 2, 3, 3]);
	const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1];
	const faces = [0, 1, 2, 0, 2, 1, 0, 1, 3, 0, 1, 4, 0, 0, 1];
	const slopes = [0, 1, 2, 3, 4].map((face) => faceSlope(positions, faces, face));
	for (const [i, degrees] of [0, 180, 90, 45, 0].entries()) expect(slopes[i]).toBeCloseTo(degrees, 9);
	const mesh = createWalkmesh({
		positions: Float32Array.from(positions),
		faces: Uint32Array.from(faces),
		surfaces: Uint32Array.of(7, 7, 7, 4, 4),
	});
	expect([...faceKinds(mesh, K1)]).toEqual([1, 3, 2, 0, 0]);
	expect([...facesByWalkability(mesh, K1), ...facesByWalkability(mesh, K1, false)]).toEqual([3, 4, 0, 1, 2]);
});
