import { describe, expect, test } from 'vitest';
import { runMeshChecks } from '../../check/mesh.ts';
import { checkTables, TABLE_FINDINGS } from '../../check/tables/tables.ts';
import { TREE_FINDINGS } from '../../check/tables/tree.ts';
import { needsTables } from '../../jobs/edit/remedies.ts';
import type { BwmFile } from '../../src/bwm/bwm-file.ts';
import { deriveBwm, walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { Report } from '../../src/findings/report.ts';
import { actionsOf, REBUILD_FILE } from '../../src/model/advice.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { NODE_WORDS } from '../../src/tree/tree.ts';
import { codesOf } from '../support/codes.ts';
import { floor } from '../support/walkmeshes.ts';

/** A square floor of two faces, a wall, and a second floor apart from it. */
function room(): Walkmesh {
	return createWalkmesh({
		name: 'room',
		positions: Float32Array.from([0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 0, 0, 3, 20, 0, 0, 22, 0, 0, 20, 2, 0]),
		faces: Uint32Array.from([0, 1, 2, 0, 2, 3, 5, 6, 7, 1, 0, 4]),
		surfaces: Uint32Array.from([4, 10, 4, 7]),
		transitions: Int32Array.from([3, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]),
	});
}

function checked(mesh: Walkmesh): string[] {
	const report = new Report();
	runMeshChecks(checkContext(mesh, K1, report));
	return [...codesOf(report)];
}

/** The codes for a sound file in which something was spoilt. */
function spoilt(spoil: (file: BwmFile) => Partial<BwmFile>, mesh = floor()): string[] {
	const file = deriveBwm(mesh, K1, new Report());
	const changed = { ...file, ...spoil(file) };
	const report = new Report();
	checkTables(changed, walkmeshFromBwm(changed, { name: 'x' }, report), K1, report);
	for (const { message } of report.findings) expect(message).not.toMatch(/undefined|^$/);
	return [...codesOf(report)];
}

describe('runMeshChecks', () => {
	test('says nothing of a sound floor', () => {
		expect(checked(floor())).toEqual([]);
	});

	test.each<[string, Partial<Walkmesh>, string[]]>([
		[
			'no faces',
			{ faces: new Uint32Array(0), surfaces: new Uint32Array(0), transitions: new Int32Array(0) },
			['MESH_WITHOUT_FACES'],
		],
		[
			'a face without area',
			{ positions: Float32Array.of(0, 0, 0, 9, 0, 0, 9, 9, 0, 4.5, 4.5, 0) },
			['FACE_DEGENERATE'],
		],
		[
			'a vertical floor',
			{ positions: Float32Array.of(0, 0, 0, 9, 0, 0, 9, 0, 9, 0, 0, 9) },
			['WALKABLE_FACE_VERTICAL'],
		],
		[
			'coincident and unused vertices',
			{ positions: Float32Array.of(0, 0, 0, 9, 0, 0, 9, 9, 0, 0, 9, 0, 0, 0, 0) },
			['VERTICES_UNUSED', 'VERTICES_UNWELDED'],
		],
	])('%s', (_, change, codes) => {
		expect(checked({ ...floor(), ...change })).toEqual(codes);
	});

	test('an edge of three walkable faces', () => {
		const faces = Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 2, 4);
		const positions = Float32Array.of(0, 0, 0, 9, 0, 0, 9, 9, 0, 0, 9, 0, 0, 9, 5);
		expect(checked(createWalkmesh({ positions, faces, surfaces: Uint32Array.of(4, 4, 4) }))).toContain('EDGE_OVERFULL');
	});
});

describe('checkTables', () => {
	test('says nothing of a derived file', () => {
		expect(spoilt(() => ({}))).toEqual([]);
		expect(spoilt(() => ({}), room())).toEqual([]);
	});

	test.each<[string, (file: BwmFile) => Partial<BwmFile>, string[]]>([
		['walkable faces behind others', () => ({ materials: Uint32Array.of(7, 4) }), ['TABLE_FACE_ORDER']],
		['zero normals', (file) => ({ normals: file.normals.map(() => 0) }), ['TABLE_PLANES']],
		['junk distances', (file) => ({ distances: file.distances.map(() => 7) }), ['TABLE_PLANES']],
		['a junk root', () => ({ aabbRoot: 77 }), ['BWM_FORM']],
		['edges beyond those there are', ({ edges }) => ({ edges: Int32Array.of(...edges, 0, -1) }), ['TABLE_EDGES']],
		[
			'leaves with a plane',
			(file) => ({ aabb: changeTree(file, 8, (plane) => (plane === 0 ? 1 : plane)) }),
			['TREE_INVALID'],
		],
		[
			'children counted from 1',
			(file) => ({ aabb: changeTree(file, 10, (child) => (child < 0 ? child : child + 1)) }),
			['TREE_INVALID', 'TREE_INVALID'],
		],
		[
			'a leaf for the wrong face',
			(file) => ({ aabb: changeTree(file, 6, (face) => (face === 1 ? 0 : face)) }),
			['TREE_INVALID'],
		],
		[
			'planes of the other list',
			(file) => ({ aabb: changeTree(file, 8, (plane) => (plane === 0 ? 0 : 3)) }),
			['TREE_INVALID'],
		],
	])('%s', (_, spoil, codes) => {
		const found = spoilt(spoil);
		expect(found).toEqual(codes);
	});

	test.each<[string, number[], unknown[]]>([
		['zero', [0, 0, 0], [['TABLE_NORMALS', { count: 1, zero: 1, of: 2 }]]],
		['the other way', [0, 0, -1], [['TABLE_NORMALS', { count: 1, zero: 0, of: 2 }]]],
		['a thousandth off', [0.0009, 0, 1], []],
		['more than that', [0.0011, 0, 1], [['TABLE_NORMALS', { count: 1, zero: 0, of: 2 }]]],
		['a thousandth longer', [0, 0, 1.0009], []],
		['longer than that', [0, 0, 1.0011], [['TABLE_PLANES', { count: 1, of: 2, isUnscaled: true }]]],
		['shorter than that', [0, 0, 0.9989], [['TABLE_PLANES', { count: 1, of: 2, isUnscaled: true }]]],
		['no number', [NaN, 0, 0], [['TABLE_PLANES', { count: 1, of: 2, isUnscaled: true }]]],
	])('a normal that is %s, of an object', (_, normal, expected) => {
		const file = deriveBwm({ ...floor(), kind: 'placeable' }, K1, new Report());
		const report = new Report();
		const normals = file.normals.slice();
		normals.set(normal, 3);
		checkTables({ ...file, normals }, walkmeshFromBwm(file, { name: 'x' }, report), K1, report);
		const told = report.findings.filter(({ message }) => !message.startsWith('Planar distances'));
		expect(told.map(({ code, data }) => [code, data])).toEqual(expected);
	});

	test.each([
		[0.0009, 0],
		[0.0011, 1],
		[-0.0009, 0],
		[-0.0011, 1],
		[NaN, 1],
	])('a distance that is %d off: %d', (by, count) => {
		const distances = (file: BwmFile) => ({ distances: file.distances.map((value, i) => value + (i === 1 ? by : 0)) });
		expect(spoilt(distances)).toHaveLength(count);
	});

	test.each<[string, (file: BwmFile) => Partial<BwmFile>, object]>([
		[
			'some without a direction',
			({ normals }) => ({ normals: normals.fill(0, 0, 3) }),
			{ count: 1, zero: 1, worst: 0 },
		],
		['all of them lower', ({ distances }) => ({ distances: distances.map((each) => each + 5) }), { count: 2, zero: 0 }],
		[
			'one that stands upright through a corner',
			({ normals }) => ({ normals: Float32Array.of(1, 0, 0, ...normals.subarray(3)) }),
			{ count: 1, zero: 0 },
		],
	])('planes of a room, %s, are reported once, and are a reason to rebuild', (_, spoil, data) => {
		const file = deriveBwm(floor(), K1, new Report());
		const report = new Report();
		const changed = { ...file, normals: file.normals.slice() };
		checkTables({ ...changed, ...spoil(changed) }, walkmeshFromBwm(file, { name: 'x' }, report), K1, report);
		expect(report.findings).toMatchObject([{ code: 'TABLE_PLANES', severity: 'warning', data: { ...data, of: 2 } }]);
		expect(report.findings.every(needsTables)).toBe(true);
	});

	test('what can be done is a rebuild; of hooks that the collision is made again', () => {
		for (const [code, type] of Object.entries({ ...TABLE_FINDINGS, ...TREE_FINDINGS })) {
			const again = ['hull', 'door'].map((option) => ({
				command: 'collision',
				arguments: ['MODEL', 'OUTPUT'],
				options: [{ option }],
			}));
			expect(actionsOf(type), code).toEqual(code.startsWith('HOOK') ? again : [REBUILD_FILE]);
		}
	});

	test('boxes without margin', () => {
		const tight = spoilt(
			(file) => {
				const f32 = file.aabb.f32.slice();
				for (let node = 0; node < file.aabb.nodeCount; node++) {
					for (let axis = 0; axis < 3; axis++) {
						f32[node * NODE_WORDS + axis] += 0.01;
						f32[node * NODE_WORDS + axis + 3] -= 0.0101;
					}
				}
				return { aabb: { ...file.aabb, f32, i32: new Int32Array(f32.buffer) } };
			},
			floor(4, 8),
		);
		expect(tight).toEqual(['TREE_BOXES_BARE']);
	});

	function changeTree(file: BwmFile, word: number, change: (value: number) => number): BwmFile['aabb'] {
		const i32 = file.aabb.i32.slice();
		for (let at = word; at < i32.length; at += NODE_WORDS) i32[at] = change(i32[at]);
		return { i32, f32: new Float32Array(i32.buffer), nodeCount: file.aabb.nodeCount };
	}
});
