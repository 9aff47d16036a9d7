import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { readWalkmesh, writeWalkmesh } from '../../pipeline/bytes.ts';
import { HEADER_SIZE, TYPE_AREA, TYPE_OBJECT } from '../../src/bwm/bwm-file.ts';
import { deriveBwm, walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { Report, UsageError } from '../../src/findings/report.ts';
import { perimeterEdges, walkableNeighbours } from '../../src/geometry/faces.ts';
import { K1, walkableFaces } from '../../src/model/surfaces.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { checkAabbTree } from '../../src/tree/check.ts';
import { FACE, NODE_WORDS } from '../../src/tree/tree.ts';
import { codesOf } from '../support/codes.ts';
import { anyWalkmesh, bitsOf, floor } from '../support/walkmeshes.ts';

describe('deriveBwm', () => {
	test('walkable faces come first, each group in its order, transitions with them', () => {
		const mesh = { ...floor(), surfaces: Uint32Array.of(7, 4), transitions: Int32Array.of(-1, -1, -1, -1, 6, -1) };
		const file = deriveBwm(mesh, K1, new Report());
		expect([...file.faces]).toEqual([0, 2, 3, 0, 1, 2]);
		expect([...file.materials]).toEqual([4, 7]);
		expect([...file.edges]).toEqual([0, -1, 1, 6, 2, -1]);
	});

	test('placeables and doors have no tree and no links, and offsets of 0 for them', () => {
		const file = deriveBwm({ ...floor(), kind: 'placeable' }, K1, new Report());
		expect(file.type).toBe(0);
		expect([file.aabb.nodeCount, file.adjacency.length, file.edges.length, file.perimeters.length]).toEqual([
			0, 0, 0, 0,
		]);
		const { aabb, adjacency, edges, perimeters, vertices } = file.offsets;
		expect([vertices, aabb, adjacency, edges, perimeters]).toEqual([HEADER_SIZE, 0, 0, 0, 0]);
	});

	test('an empty table of a room stores the next free byte', () => {
		const file = deriveBwm(floor(7), K1, new Report());
		const end = file.offsets.aabb + file.aabb.nodeCount * 44;
		expect([file.offsets.adjacency, file.offsets.edges, file.offsets.perimeters]).toEqual([end, end, end]);
	});

	test('a transition on an inner edge, or of a wall, is reported', () => {
		const report = new Report();
		const file = deriveBwm({ ...floor(), transitions: Int32Array.of(-1, -1, 5, -1, -1, -1) }, K1, report);
		expect(codesOf(report)).toEqual(['TRANSITION_NOT_ON_PERIMETER']);
		expect(report.findings[0].location).toMatchObject({ edge: 2, face: 0, at: [5, 5, 0] });
		expect([...file.edges].filter((_, i) => i % 2 === 1)).toEqual([-1, -1, -1, -1]);
	});

	test('more than two walkable faces on an edge are reported', () => {
		const report = new Report();
		deriveBwm({ ...floor(), faces: Uint32Array.of(0, 1, 2, 0, 1, 3), surfaces: Uint32Array.of(4, 4) }, K1, report);
		deriveBwm(
			{
				...floor(),
				faces: Uint32Array.of(0, 1, 2, 1, 0, 3, 1, 0, 2),
				surfaces: Uint32Array.of(4, 4, 4),
				transitions: new Int32Array(9).fill(-1),
			},
			K1,
			report,
		);
		expect(codesOf(report)).toEqual(['EDGE_OVERFULL']);
	});

	test('findings name the walkmesh', () => {
		const report = new Report();
		const transitions = Int32Array.of(-1, -1, 5, -1, -1, -1);
		deriveBwm({ ...floor(), name: 'm01_02', transitions }, K1, report.within({ file: 'm01.lyt' }));
		expect(report.findings[0].location).toMatchObject({ file: 'm01.lyt', room: 'm01_02' });
	});

	test.each([
		['coordinates', { positions: new Float32Array(13) }, '13 coordinates'],
		['surfaces', { surfaces: Uint32Array.of(4) }, '6 corners for 1 faces'],
		['transitions', { transitions: Int32Array.of(-1, -1, -1) }, '3 transitions for 6 edges'],
		['corners', { faces: Uint32Array.of(0, 1, 2, 0, 2, 9) }, 'a corner at vertex 9 of 4'],
		['the corner after the last', { faces: Uint32Array.of(0, 1, 2, 4, 2, 3) }, 'a corner at vertex 4 of 4'],
		['numbers', { positions: floor().positions.with(4, Number.NaN) }, 'the coordinate NaN at vertex 1'],
		['infinities', { positions: floor().positions.with(11, -Infinity) }, 'the coordinate -Infinity at vertex 3'],
	])('%s that do not fit are refused', (_, change, why) => {
		for (const kind of ['area', 'placeable'] as const) {
			const derive = () => deriveBwm({ ...floor(), kind, ...change }, K1, new Report());
			expect(derive).toThrow(UsageError);
			expect(derive).toThrow(why);
		}
	});

	test('any walkmesh: derived again from what was derived, nothing changes', () => {
		fc.assert(
			fc.property(anyWalkmesh({ kind: 'area' }), (mesh) => {
				const first = deriveBwm(mesh, K1, new Report());
				const again = deriveBwm(walkmeshFromBwm(first, { name: 'any' }, new Report()), K1, new Report());
				for (const name of [
					'faces',
					'materials',
					'adjacency',
					'edges',
					'perimeters',
					'normals',
					'distances',
				] as const) {
					expect(bitsOf(again[name])).toEqual(bitsOf(first[name]));
				}
				expect(bitsOf(again.aabb.i32)).toEqual(bitsOf(first.aabb.i32));
				expect(checkAabbTree(first.aabb, first.vertices, first.faces).complete).toBe(true);
			}),
		);
	});

	test('a tree that is kept follows its faces', () => {
		const mesh = { ...floor(), surfaces: Uint32Array.of(7, 4) };
		const { aabb } = deriveBwm(floor(), K1, new Report());
		const kept = deriveBwm(mesh, K1, new Report(), { keptTree: aabb });
		expect(checkAabbTree(kept.aabb, kept.vertices, kept.faces).complete).toBe(true);
		expect(kept.aabb.i32).not.toEqual(aabb.i32);
	});

	test('leaves of a kept tree that name no face stay as they are', () => {
		const mesh = { ...floor(), surfaces: Uint32Array.of(7, 4) };
		const { aabb } = deriveBwm(floor(), K1, new Report());
		const i32 = Int32Array.from(aabb.i32, (word, i) => (i % NODE_WORDS === FACE && word === 1 ? 2 : word));
		const keptTree = { ...aabb, i32, f32: new Float32Array(i32.buffer) };
		const kept = deriveBwm(mesh, K1, new Report(), { keptTree }).aabb.i32;
		expect([...kept].filter((_, i) => i % NODE_WORDS === FACE)).toEqual([-1, 1, 2]);
		expect([...i32].filter((_, i) => i % NODE_WORDS === FACE)).toEqual([-1, 0, 2]);
	});

	test('neighbours that are known are taken as they are, unless faces have to be sorted', () => {
		const none = { neighbours: new Int32Array(6).fill(-1), overfull: [] };
		const rows = (mesh: Walkmesh): number[] => [...deriveBwm(mesh, K1, new Report(), { adjacency: none }).adjacency];
		expect(rows(floor())).toEqual([-1, -1, -1, -1, -1, -1]);
		const wall = Uint32Array.of(0, 1, 2, 0, 1, 2, 0, 2, 3);
		const behind = {
			...floor(),
			faces: wall,
			surfaces: Uint32Array.of(7, 4, 4),
			transitions: new Int32Array(9).fill(-1),
		};
		expect(rows(behind)).toEqual([-1, -1, 3, 2, -1, -1]);
		expect(rows({ ...floor(), surfaces: Uint32Array.of(4, 7) })).toEqual([-1, -1, -1]);
	});
});

test.each([
	[TYPE_AREA, { name: 'a' }, { kind: 'area' }],
	[TYPE_AREA, { name: 'a', kind: 'door', doorState: 'open1' }, { kind: 'area' }],
	[TYPE_OBJECT, { name: 'a' }, { kind: 'placeable' }],
	[TYPE_OBJECT, { name: 'a', doorState: 'open1' }, { kind: 'placeable' }],
	[TYPE_OBJECT, { name: 'a', kind: 'placeable', doorState: 'open1' }, { kind: 'placeable' }],
	[TYPE_OBJECT, { name: 'a', kind: 'door' }, { kind: 'door' }],
	[TYPE_OBJECT, { name: 'a', kind: 'door', doorState: 'open1' }, { kind: 'door', doorState: 'open1' }],
] as const)('a file of type %i with the name of %j is %j', (type, identity, what) => {
	const file = { ...deriveBwm({ ...floor(), kind: 'placeable' }, K1, new Report()), type };
	const { kind, ...rest } = walkmeshFromBwm(file, identity, new Report());
	expect({ kind, ...('doorState' in rest ? { doorState: rest.doorState } : {}) }).toStrictEqual(what);
});

test('neighbours and perimeter of faces in any order agree with the sorted tables', () => {
	fc.assert(
		fc.property(anyWalkmesh({ kind: 'area' }), (mesh) => {
			const neighbours = walkableNeighbours(mesh, K1);
			const { edges } = perimeterEdges(mesh, K1);
			const walk = walkableFaces(K1, mesh.surfaces);
			for (let edge = 0; edge < neighbours.length; edge++) {
				const open = walk[Math.floor(edge / 3)] === 1 && neighbours[edge] === NONE;
				expect(edges.includes(edge)).toBe(open);
				if (neighbours[edge] !== NONE) expect(neighbours[neighbours[edge]]).toBe(edge);
			}
		}),
	);
});

test('edge rows that name no edge or no room are reported with their place in the file, and lost', () => {
	const file = deriveBwm(floor(), K1, new Report());
	const report = new Report();
	const edges = Int32Array.of(99, 4, 0, 5, 6, 3, 5, -2, -1, 2, 4, -1);
	const mesh = walkmeshFromBwm({ ...file, edges }, { name: 'x' }, report);
	const at = file.offsets.edges;
	expect(report.findings.map(({ code, location, message }) => [code, location, message])).toStrictEqual([
		['BWM_FAULT', { offset: at }, expect.stringContaining('row 0 of the edge table refers to edge 99, but')],
		['BWM_FAULT', { offset: at + 16 }, expect.stringContaining('refers to edge 6, but there are only 6;')],
		['BWM_FAULT', { offset: at + 28, face: 1, edge: 5 }, expect.stringContaining('edge 5 links to room -2, which')],
		['BWM_FAULT', { offset: at + 32 }, expect.stringContaining('row 4 of the edge table refers to edge -1, but')],
	]);
	expect([...mesh.transitions]).toEqual([5, -1, -1, -1, -1, -1]);
});

test('links to rooms below −1 are reported and dropped by a rebuild, one of −1 is none', () => {
	const bytes = writeWalkmesh({ ...floor(), transitions: Int32Array.of(2, -1, -1, -1, -1, -1) });
	const { edges, offsets } = decodeBwm(bytes, new Report());
	for (const [room, told] of [
		[-1, []],
		[-2, ['BWM_FAULT']],
		[-12582913, ['BWM_FAULT']],
	] as const) {
		const row = [...edges].findIndex((value, index) => index % 2 === 1 && value === 2);
		const changed = bytes.slice();
		new DataView(changed.buffer).setInt32(offsets.edges + row * 4, room, true);
		const { walkmesh, report } = readWalkmesh(changed, 'quay.wok');
		expect(report.findings.map(({ code }) => code)).toStrictEqual(told);
		expect([...walkmesh.transitions]).toStrictEqual(new Array(6).fill(-1));
	}
});
