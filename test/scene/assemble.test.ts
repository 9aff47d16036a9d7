import { describe, expect, test } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import { assembleScene, assembleWhole, mergeParts } from '../../src/scene/assemble.ts';
import { MaterialUses } from '../../src/scene/material-uses.ts';
import { namedRooms } from '../../src/scene/roles.ts';
import type { Scene, ScenePart } from '../../src/scene/scene.ts';
import { triples } from '../support/points.ts';
import { sceneWith, triangleAt } from '../support/scenes.ts';

function assembled(scene: Scene) {
	const report = new Report();
	const result = assembleScene(scene, report);
	return {
		...result,
		findings: report.findings,
		told: report.findings.map(({ code, location, data }) => [code, location.node, data]),
	};
}

describe('parts', () => {
	test('are joined in their order, relative to an origin, with their surfaces and painted rooms', () => {
		const { parts } = sceneWith(
			[{ name: 'a' }, { name: 'b' }],
			[
				{ node: 0, positions: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 10), surfaces: Uint32Array.of(4) },
				{
					node: 1,
					positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
					triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
					surfaces: Uint32Array.of(1, 3),
					paintedRooms: Int32Array.of(-1, 5, -1, -1, -1, 6),
				},
			],
		);
		const mesh = mergeParts(parts, [1, 2, 3], { name: 'hall' });
		expect(mesh).toMatchObject({ name: 'hall', kind: 'area' });
		expect([...mesh.positions]).toEqual([0, 0, 0, 3, 3, 3, 6, 6, 7, -1, -2, -3, 0, -2, -3, 0, -1, -3, -1, -1, -3]);
		expect([...mesh.faces]).toEqual([0, 1, 2, 3, 4, 5, 3, 5, 6]);
		expect([...mesh.surfaces]).toEqual([4, 1, 3]);
		expect([...mesh.transitions]).toEqual([-1, -1, -1, -1, 5, -1, -1, -1, 6]);
	});

	test('have no −0 in their coordinates, whichever way they came', () => {
		const { parts } = sceneWith([{ name: 'a' }], [{ node: 0, positions: new Float64Array(9).fill(-0) }]);
		for (const value of mergeParts(parts, [0, 0, 0], {}).positions) expect(Object.is(value, 0)).toBe(true);
	});

	test('may all be taken for one walkmesh of a kind, whatever their names say', () => {
		const scene = sceneWith(
			[{ name: 'hall_wok' }, { name: 'pwk_wg' }, { name: 'pwk_use02' }],
			[{ node: 0 }, { node: 1, kind: 'placeable' }],
			[{ node: 2, slot: 2, at: [4, 5, 6] }],
		);
		expect(assembleWhole(scene, 'area')).toMatchObject({ name: 'scene', kind: 'area' });
		expect(assembleWhole(scene, 'area').surfaces).toHaveLength(2);
		const placeable = assembleWhole(scene, 'placeable');
		expect(placeable).toMatchObject({ kind: 'placeable', hooks: { relative1: [0, 0, 0], relative2: [4, 5, 6] } });
		expect(placeable).not.toHaveProperty('doorState');
		expect(placeable.surfaces).toHaveLength(2);
		expect(assembleWhole(scene, 'door')).toMatchObject({ kind: 'door', doorState: 'closed' });
		expect(assembleWhole(scene, 'door', 'open2')).toMatchObject({ kind: 'door', doorState: 'open2' });
	});

	test('of the area are one walkmesh; without any there is none', () => {
		const scene = sceneWith(
			[{ name: 'a' }, { name: 'b_pwk' }],
			[{ node: 0 }, { node: 1, kind: 'placeable', model: 'b' }],
		);
		expect(assembled(scene).area).toMatchObject({ name: 'scene' });
		expect(assembled({ ...scene, parts: scene.parts.slice(1) })).not.toHaveProperty('area');
	});
});

describe('parts of objects without a root', () => {
	const crates = (...corners: readonly (readonly [number, number])[]) =>
		assembled(
			sceneWith(
				corners.map((_, i) => ({ name: `crate_pwk_wg.00${i}` })),
				corners.map(([x, y], node) => ({
					node,
					kind: 'placeable' as const,
					model: node === 1 ? 'CRATE' : 'crate',
					positions: triangleAt(x, y),
				})),
			),
		).objects.map(({ surfaces }) => surfaces.length);

	test('are one where they touch, and one where a later part joins them', () => {
		expect(crates([0, 0], [1, 0])).toEqual([2]);
		expect(crates([0, 0], [1.01, 0])).toEqual([2]);
		expect(crates([0, 0], [1.011, 0])).toEqual([1]);
		expect(crates([0, 0], [0, -1.005])).toEqual([2]);
		expect(crates([0, 0], [0, -1.02])).toEqual([1]);
		expect(crates([0, 0], [2, 0], [1, 0])).toEqual([3]);
	});

	test('that no node names are called after the file, without the digit of the only state that it holds', () => {
		const named = (name: string, ...parts: readonly Partial<ScenePart>[]): string[] => {
			const nodes = parts.map((_, node) => ({ name: `n${node}` }));
			const scene = sceneWith(
				nodes,
				parts.map((part, node) => ({ node, ...part })),
			);
			return assembleScene({ ...scene, name }).objects.map((object) => object.name);
		};
		const open = { kind: 'door', doorState: 'open1' } as const;
		const other = { kind: 'door', doorState: 'open2' } as const;
		expect(named('gate1', open)).toEqual(['gate']);
		expect(named('gate2', open)).toEqual(['gate2']);
		expect(named('gate1', open, other)).toEqual(['gate1', 'gate1']);
		expect(named('quay1', open, { kind: 'area' })).toEqual(['quay1']);
		expect(named('crate1', { kind: 'placeable' })).toEqual(['crate1']);
		expect(named('gate1', { ...open, model: 'Gate1' })).toEqual(['Gate1']);
		expect(named('gate1', { ...open, model: 'gate1' }, open)).toEqual(['gate1']);
	});

	test('are told of once for all states of a door', () => {
		const scene = sceneWith(
			[{ name: 'DWK_wg_closed' }, { name: 'DWK_wg_open1' }, { name: 'hall' }],
			[
				{ node: 0, kind: 'door', model: 'gate', doorState: 'closed' },
				{ node: 1, kind: 'door', model: 'GATE', doorState: 'open1' },
				{ node: 2 },
			],
		);
		expect(assembled(scene).told).toEqual([
			['OBJECT_ROOT_MISSING', 'DWK_wg_closed', { kind: 'door', name: 'gate', distance: 0 }],
		]);
	});

	test('are no matter where they are a file by themselves, no farther than 5 m from the origin', () => {
		const alone = (x: number) =>
			assembled(
				sceneWith(
					[{ name: 'a' }, { name: 'b' }],
					[
						{ node: 0, kind: 'placeable', positions: triangleAt(x, 0) },
						{ node: 1, kind: 'placeable', positions: triangleAt(x, 0) },
					],
				),
			).told.map(([code]) => code);
		expect(alone(5)).toEqual([]);
		expect(alone(5.01)).toEqual(['OBJECT_ROOT_MISSING']);
		expect(alone(-6)).toEqual([]);
		expect(alone(-6.01)).toEqual(['OBJECT_ROOT_MISSING']);
	});
});

describe('an object with a root', () => {
	test.each([
		[5, []],
		[5.01, ['OBJECT_FAR']],
	])('that begins %d m from it', (x, codes) => {
		const scene = sceneWith(
			[{ name: 'crate_pwk' }, { name: 'pwk_wg', parent: 0 }],
			[{ node: 1, kind: 'placeable', model: 'crate', positions: triangleAt(x, 0) }],
		);
		expect(assembled(scene).told.map(([code]) => code)).toEqual(codes);
	});

	const turned = [0, 1, 0, -1, 0, 0, 0, 0, 1];
	const doors = (parents: readonly number[]) =>
		assembled(
			sceneWith(
				[
					{ name: 'gate', axes: turned },
					...parents.map((parent, i) => ({ name: `gate_dwk_${['closed', 'open1'][i]}`, parent, axes: turned })),
					...parents.map((_, i) => ({ name: 'DWK_wg', parent: i + 1 })),
				],
				parents.map((_, i) => ({
					node: parents.length + i + 1,
					kind: 'door' as const,
					model: i === 0 ? 'gate' : 'GATE',
					doorState: (['closed', 'open1'] as const)[i],
				})),
			),
		);

	test('whose states have one parent is reported once what was undone, otherwise for each', () => {
		expect(doors([0, 0]).told.map(([code, node]) => [code, node])).toEqual([['OBJECT_MADE_LOCAL', 'gate_dwk_closed']]);
		expect(doors([-1, -1]).told.map(([code, node]) => [code, node])).toEqual([
			['OBJECT_MADE_LOCAL', 'gate_dwk_closed'],
			['OBJECT_MADE_LOCAL', 'gate_dwk_open1'],
		]);
	});

	test('stands once where its states stand below one parent, wherever they are shown', () => {
		expect(doors([0, 0]).placements).toEqual([
			{ node: 1, kind: 'door', model: 'gate', state: 'closed', position: [0, 0, 0], bearing: 90 },
		]);
	});

	test('stands wherever a copy of it stands, and a door as closed where it is shown so too', () => {
		const root = (name: string, x: number) => ({ name, origin: [x, 0, 0] as const });
		const scene = sceneWith(
			[
				root('crate_pwk', 1),
				root('crate_pwk.001', 2),
				root('Gate_dwk', 3),
				root('gate_dwk.001', 3),
				root('gate_dwk.002', 4),
			],
			[
				{ node: 0, kind: 'placeable', model: 'crate' },
				{ node: 1, kind: 'placeable', model: 'CRATE', positions: triangleAt(9, 9) },
				{ node: 2, kind: 'door', model: 'Gate', doorState: 'open1' },
				{ node: 3, kind: 'door', model: 'gate', doorState: 'closed' },
				{ node: 4, kind: 'door', model: 'gate', doorState: 'open2' },
			],
		);
		expect(assembled(scene).placements).toEqual([
			{ node: 0, kind: 'placeable', model: 'crate', position: [1, 0, 0], bearing: 0 },
			{ node: 1, kind: 'placeable', model: 'crate', position: [2, 0, 0], bearing: 0 },
			{ node: 3, kind: 'door', model: 'Gate', state: 'closed', position: [3, 0, 0], bearing: 0 },
			{ node: 4, kind: 'door', model: 'Gate', state: 'open2', position: [4, 0, 0], bearing: 0 },
		]);
	});
});

describe('hooks', () => {
	const two = (part: Partial<ScenePart>) => [
		{ node: 0, kind: 'placeable' as const, model: 'crate', positions: triangleAt(0, 0), ...part },
		{
			node: 1,
			kind: 'placeable' as const,
			model: 'crate',
			positions: triangleAt(20, 0),
			surfaces: Uint32Array.of(4),
			...part,
		},
	];
	const names = [{ name: 'a' }, { name: 'b' }, { name: 'pwk_use01' }];

	test.each([
		[[2, 0, 0], 'a'],
		[[10.3, 0, 0], 'a'],
		[[10.6, 0, 0], 'b'],
	] as const)('at %j belong to the nearest copy of the model they name: %s', (at, owner) => {
		const { told, objects } = assembled(sceneWith(names, two({}), [{ node: 2, model: 'Crate', at }]));
		expect(objects[0].hooks.relative1).toEqual(at.map(Math.fround));
		expect(told.find(([code]) => code === 'OBJECT_COPIES_DIFFER')?.[2]).toMatchObject({ taken: owner });
	});

	test('without a model belong to what has no root, of their kind and state', () => {
		const door = (doorState: 'closed' | 'open1', node: number) => ({
			node,
			kind: 'door' as const,
			model: 'g',
			doorState,
		});
		const scene = sceneWith(names, [door('closed', 0), door('open1', 1)], [{ node: 2, kind: 'door', at: [1, 2, 3] }]);
		expect(assembled(scene).objects.map(({ hooks }) => hooks.relative1)).toEqual(triples(1, 2, 3, 0, 0, 0));
		expect(assembled(scene).objects[0].hooks.absolute1).toEqual([1, 2, 3]);
		const open = sceneWith(
			names,
			[door('closed', 0), door('open1', 1)],
			[{ node: 2, kind: 'door', doorState: 'open1', slot: 2, at: [1, 2, 3] }],
		);
		expect(assembled(open).objects.map(({ hooks }) => [hooks.relative2, hooks.absolute2])).toEqual([
			triples(0, 0, 0, 0, 0, 0),
			triples(1, 2, 3, 1, 2, 3),
		]);
	});

	test.each([
		[{ kind: 'placeable', model: 'box' }, 'placeable "box"'],
		[{ kind: 'door' }, 'door'],
		[{ kind: 'door', doorState: 'open1' }, 'door that is open1'],
		[{ kind: 'door', doorState: 'open1', model: 'g' }, 'door that is open1 "g"'],
	] as const)('that nothing has are reported: %j', (hook, owner) => {
		const scene = sceneWith(names, two({}), [{ node: 2, ...hook }]);
		expect(assembled(scene).told).toContainEqual(['HOOK_UNUSED', 'pwk_use01', { why: 'stray', owner }]);
	});

	test('that an object has twice are reported, with the one that was kept', () => {
		const scene = sceneWith(
			[{ name: 'a' }, { name: 'pwk_use02' }, { name: 'pwk_use02.001' }],
			[{ node: 0, kind: 'placeable' }],
			[
				{ node: 1, slot: 2, at: [1, 0, 0] },
				{ node: 2, slot: 2, at: [2, 0, 0] },
			],
		);
		const { objects, findings } = assembled(scene);
		expect(objects[0].hooks).toMatchObject({ relative1: [0, 0, 0], relative2: [1, 0, 0] });
		expect(findings).toMatchObject([
			{
				code: 'HOOK_DUPLICATE',
				location: { node: 'pwk_use02.001', at: [2, 0, 0] },
				data: { slot: 2, kept: 'pwk_use02' },
			},
		]);
	});

	test('with a name like a hook, but like none there is, are reported unless they are kept out', () => {
		const scene = sceneWith(
			[
				{ name: 'a' },
				{ name: 'pwk_use03', origin: [1, 2, 3] },
				{ name: 'ignore_pwk_use03' },
				{ name: 'ignore_all' },
				{ name: 'group', parent: 3 },
				{ name: 'crate_pwk_dp_use_09', parent: 4 },
				{ name: 'x_dwk_dp_open3' },
				{ name: 'pwk_useful' },
			],
			[{ node: 0, kind: 'placeable' }],
		);
		expect(assembled(scene).findings.map(({ code, location }) => [code, location])).toEqual([
			['HOOK_UNUSED', { node: 'pwk_use03', at: [1, 2, 3] }],
			['HOOK_UNUSED', { node: 'x_dwk_dp_open3', at: [0, 0, 0] }],
			['HOOK_UNUSED', { node: 'pwk_useful', at: [0, 0, 0] }],
		]);
	});
});

test('rooms of a scene are ground below a node `x_wok` below a node `x`, nothing else', () => {
	const scene = sceneWith(
		[
			{ name: 'level' },
			{ name: 'Hall.001', parent: 0 },
			{ name: 'hall_wok', parent: 1 },
			{ name: 'walkable', parent: 2 },
			{ name: 'yard_wok', parent: 0 },
			{ name: 'cellar_wok' },
			{ name: 'walkmesh', parent: 1 },
			{ name: 'attic' },
			{ name: 'ATTIC_wok', parent: 7 },
			{ name: 'attic_wok', parent: 7 },
		],
		[
			{ node: 3 },
			{ node: 2 },
			{ node: 4 },
			{ node: 5 },
			{ node: 6 },
			{ node: 1 },
			{ node: 8 },
			{ node: 9 },
			{ node: 3, kind: 'placeable' },
		],
	);
	expect(namedRooms(scene).map(({ name, parts }) => [name, parts.map(({ node }) => node)])).toEqual([
		['hall', [3, 2]],
		['ATTIC', [8, 9]],
	]);
});

test('triangles without area, as batched meshes are filled up with, count as no use of a material', () => {
	const uses = new MaterialUses();
	const positions = [0, 0, 0, 2, 0, 0, 0, 2, 0];
	const faces = { positions, triangles: [0, 1, 2, 0, 0, 0, 1, 1, 2], surfaces: [4, 4, 3] };
	uses.add('Floor', { ...faces, first: 0, end: 3 }, false);
	expect(uses.all).toEqual([{ material: 'Floor', surface: 4, faces: 1, area: 2, unknown: false }]);
});

test('uses of materials are counted by material, surface and whether it is known, in the order they are met', () => {
	const uses = new MaterialUses();
	const faces = {
		positions: [0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 0],
		triangles: [0, 1, 2, 1, 3, 2, 0, 1, 3, 0, 3, 2],
		surfaces: [4, 4, 3, 4],
	};
	uses.add('Floor', { ...faces, first: 0, end: 4 }, false);
	uses.add('Rug', { ...faces, first: 2, end: 3 }, true);
	uses.add('Floor', { ...faces, first: 1, end: 2 }, true);
	uses.absorb([{ material: 'Rug', surface: 3, faces: 5, area: 7, unknown: true }]);
	uses.absorb([{ material: 'Rug', surface: 3, faces: 1, area: 1, unknown: false }]);
	expect(uses.all).toEqual([
		{ material: 'Floor', surface: 4, faces: 3, area: 6, unknown: false },
		{ material: 'Floor', surface: 3, faces: 1, area: 2, unknown: false },
		{ material: 'Rug', surface: 3, faces: 6, area: 9, unknown: true },
		{ material: 'Floor', surface: 4, faces: 1, area: 2, unknown: true },
		{ material: 'Rug', surface: 3, faces: 1, area: 1, unknown: false },
	]);
});
