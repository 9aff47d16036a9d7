import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { assembleScene } from '../../src/scene/assemble.ts';
import { codesOf } from '../support/codes.ts';
import { GltfMaker, type Json } from '../support/gltf-maker.ts';
import { found, readScene } from '../support/read-gltf.ts';
import { runs } from '../support/thorough.ts';

/** A corner of a floor and something upright: no two axes are alike. */
const SHAPE = [0, 0, 0, 2, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0.5, -1];

/** Nodes of which those called `*_wg` and `*_wok` show the shape. */
async function assemble(list: readonly (Json & { name: string; children?: number[] })[]): Promise<{
	objects: readonly Walkmesh[];
	report: Report;
}> {
	const maker = new GltfMaker();
	const primitive = { attributes: { POSITION: maker.points(SHAPE) }, material: maker.material('wok_Nonwalk') };
	const mesh = maker.mesh([primitive]);
	const below = new Set(list.flatMap(({ children = [] }) => children));
	for (const [index, node] of list.entries()) {
		const shown = /_wg|_wok/i.test(node.name) ? { mesh } : {};
		maker.node({ ...node, ...shown }, below.has(index));
	}
	const { scene } = await readScene(maker.glb());
	const report = new Report();
	return { objects: assembleScene(scene, report).objects, report };
}

const crate = (root: Json): (Json & { name: string; children?: number[] })[] => [
	{ name: 'crate_pwk', children: [1, 2], ...root },
	{ name: 'pwk_wg' },
	{ name: 'pwk_use01', translation: [1, 2, 3] },
];

const about = (degrees: number, axis: 0 | 1 | 2): number[] => {
	const half = (degrees * Math.PI) / 360;
	return [0, 1, 2].map((i) => (i === axis ? Math.sin(half) : 0)).concat(Math.cos(half));
};

function expectNear(actual: ArrayLike<number>, wanted: ArrayLike<number>): void {
	expect(actual.length).toBe(wanted.length);
	for (let i = 0; i < wanted.length; i++) expect(Math.abs(actual[i] - wanted[i])).toBeLessThan(1e-4);
}

async function plain(): Promise<Walkmesh> {
	return (await assemble(crate({}))).objects[0];
}

describe('a placeable is in its own space', () => {
	test('whatever its bearing, scale and place', async () => {
		const local = await plain();
		const numbers = fc.record({
			degrees: fc.double({ min: -180, max: 180, noNaN: true }),
			scale: fc.double({ min: 0.1, max: 10, noNaN: true }),
			x: fc.double({ min: -100, max: 100, noNaN: true }),
			mirrored: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(numbers, async ({ degrees, scale, x, mirrored }) => {
				const root = {
					translation: [x, 3, -x],
					rotation: about(degrees, 1),
					scale: [mirrored ? -scale : scale, scale, scale],
				};
				const { objects } = await assemble(crate(root));
				expectNear(objects[0].positions, local.positions);
				expect(objects[0].faces).toEqual(local.faces);
			}),
			{ numRuns: runs(60) },
		);
	});
});

describe('copies of a model', () => {
	const second = (root: Json, hook: Json[] = []): (Json & { name: string; children?: number[] })[] => [
		{ name: 'crate_pwk', children: [1] },
		{ name: 'pwk_wg' },
		{ name: 'crate_pwk.001', children: hook.length > 0 ? [3, 4] : [3], ...root },
		{ name: 'pwk_wg.001' },
		...(hook as { name: string }[]),
	];

	test('that are alike are one', async () => {
		const { objects, report } = await assemble(second({ translation: [4, 0, 4], rotation: about(33, 1) }));
		expect(objects).toHaveLength(1);
		expect(found(report, 'OBJECT_COPIES_DIFFER')).toEqual([]);
	});

	test('that differ are reported; the one with hooks is taken', async () => {
		const stretched = await assemble(second({ scale: [1, 1, 3] }));
		expect(found(stretched.report, 'OBJECT_COPIES_DIFFER')).toMatchObject([
			{ data: { taken: 'crate_pwk', left: 'crate_pwk.001', differs: 'geometry' } },
		]);
		const hooked = await assemble(second({}, [{ name: 'pwk_use01', translation: [1, 0, 0] }]));
		expect(hooked.objects[0].hooks.relative1).toEqual([1, 0, 0]);
		expect(found(hooked.report, 'OBJECT_COPIES_DIFFER')).toMatchObject([
			{ data: { taken: 'crate_pwk.001', left: 'crate_pwk', differs: 'hooks' } },
		]);
	});
});

describe('doors as kotorblender names them', () => {
	/** A door that stands far away, turned, its state nodes below a node that is called like the model. */
	const gate = (suffix = '', first = 0, place: Json = { translation: [224, 1, -30], rotation: about(90, 1) }) => [
		{ name: `gate${suffix}`, children: [1, 4, 6].map((child) => first + child), ...place },
		{ name: `gate_dwk_closed${suffix}`, children: [first + 2, first + 3] },
		{ name: `gate_dwk_wg_closed${suffix}` },
		{ name: `gate_dwk_dp_closed_01${suffix}`, translation: [0, 0, 1] },
		{ name: `gate_dwk_open1${suffix}`, children: [first + 5] },
		{ name: `gate_dwk_wg_open1${suffix}` },
		{ name: `gate_dwk_open2${suffix}`, children: [first + 7] },
		{ name: `gate_dwk_wg_open2${suffix}` },
	];

	test('have their walkmesh and hooks in the space of their state nodes, not 224 m away', async () => {
		const { objects, report } = await assemble(gate());
		expect(objects.map(({ name, doorState }) => `${name} ${doorState}`)).toEqual([
			'gate closed',
			'gate open1',
			'gate open2',
		]);
		const local = await plain();
		for (const { positions } of objects) expectNear(positions, local.positions);
		expectNear(objects[0].hooks.relative1, [0, -1, 0]);
		expect(codesOf(report)).toEqual(['OBJECT_MADE_LOCAL']);
	});

	test('have one file for two copies, which do not melt into one shape', async () => {
		const copies = [...gate(), ...gate('.001', 8, { translation: [-7, 0, 4], rotation: about(30, 1) })];
		const { objects, report } = await assemble(copies);
		expect(objects).toHaveLength(3);
		expect(objects.map(({ surfaces }) => surfaces.length)).toEqual([2, 2, 2]);
		expect(found(report, 'OBJECT_COPIES_DIFFER')).toEqual([]);
	});
});

describe('an object without a root', () => {
	test('is a warning where other things are, and far from the origin; alone at the origin it is its own space', async () => {
		expect(codesOf((await assemble([{ name: 'crate_pwk_wg' }])).report)).toEqual([]);
		const besides = await assemble([{ name: 'gate_dwk_wg_open1' }, { name: 'hall_wok' }]);
		expect(codesOf(besides.report)).toEqual(['OBJECT_ROOT_MISSING']);
		const away = await assemble([{ name: 'crate_pwk_wg', translation: [0, 0, 30] }]);
		expect(found(away.report, 'OBJECT_ROOT_MISSING')).toMatchObject([{ data: { name: 'crate', distance: 29 } }]);
	});
});

describe('an object far from its own origin', () => {
	const crateAt = (x: number) =>
		assemble([
			{ name: 'crate_pwk', children: [1] },
			{ name: 'pwk_wg', translation: [x, 0, 0] },
		]);

	test('is a warning from 5 m on', async () => {
		expect(codesOf((await crateAt(4.99)).report)).toEqual([]);
		expect(found((await crateAt(5.5)).report, 'OBJECT_FAR')).toMatchObject([
			{
				severity: 'warning',
				data: { kind: 'placeable', name: 'crate', distance: 5.5 },
				location: { node: 'crate_pwk' },
			},
		]);
	});
});
