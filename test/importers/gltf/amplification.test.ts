import { describe, expect, test } from 'vitest';
import { K1, type SurfaceTable } from '../../../src/model/surfaces.ts';
import { assembleScene } from '../../../src/scene/assemble.ts';
import { GltfMaker, SQUARE, squareDocument } from '../../support/gltf-maker.ts';
import { failingFinding, readScene, triangleTotal } from '../../support/read-gltf.ts';
import { THOROUGH } from '../../support/thorough.ts';

/**
 * Documents in which two lists multiply: each has to be read in about the time of one list, or refused. A quadratic step takes minutes
 * here, and so far longer than the test may.
 */
const PATIENCE = { timeout: 60_000 };

describe('lists that multiply', () => {
	test.skipIf(!THOROUGH)('many small primitives that share many vertices and colours', PATIENCE, async () => {
		const maker = new GltfMaker();
		const count = 100_000;
		const points = Float32Array.from({ length: count * 3 }, (_, i) => (i % 3 === 1 ? 0 : (i * 7) % 1000));
		const attributes = {
			POSITION: maker.accessor(points, 'VEC3'),
			COLOR_0: maker.accessor(new Uint8Array(count * 4).fill(255), 'VEC4', { normalized: true }),
		};
		const indices = maker.indices([0, 5, 9, 99_999, 3, 1], Uint32Array);
		const material = maker.material('Stone');
		const primitives = Array.from({ length: 10_000 }, () => ({ attributes, indices, material }));
		maker.node({ mesh: maker.mesh(primitives) });
		const { scene } = await readScene(maker.glb());
		expect(scene.parts).toHaveLength(10_000);
		expect([...scene.parts[9999].triangles]).toEqual([0, 3, 4, 5, 2, 1]);
		expect([...scene.parts[0].positions.subarray(15)]).toEqual(
			[...points.subarray(count * 3 - 3)].map((v, i) => (i === 1 ? -points[count * 3 - 1] : i === 2 ? 0 : v)),
		);
	});

	test('a mesh at many nodes, up to the limit that is stated and no further', PATIENCE, async () => {
		const maker = squareDocument();
		maker.json.meshes[0].primitives[0].indices = maker.indices(Array.from({ length: 3000 }, (_, i) => i % 4));
		const nodes = THOROUGH ? 4300 : 430;
		for (let i = 1; i < nodes; i++) maker.node({ mesh: 0 });
		const read = (maxTriangles?: number) =>
			failingFinding(maker.glb(), maxTriangles === undefined ? {} : { maxTriangles });
		expect(await read()).toMatchObject({
			code: 'TOO_MANY_TRIANGLES',
			data: { triangles: nodes * 1000, limit: 2 ** 16 },
			actions: [{ option: 'maxTriangles', value: nodes * 1000 }],
		});
		expect((await read(nodes * 1000 - 1)).data).toMatchObject({ triangles: nodes * 1000, limit: nodes * 1000 - 1 });
		const { scene } = await readScene(maker.glb(), { maxTriangles: nodes * 1000 });
		expect(scene.parts).toHaveLength(nodes);
	});

	test('the name of a material is looked up for a mesh, not for each node that shows it', async () => {
		const maker = new GltfMaker();
		const primitive = { attributes: { POSITION: maker.points(SQUARE) }, material: maker.material('x.'.repeat(128)) };
		let lookups = 0;
		const surfaces: SurfaceTable = {
			...K1,
			get surfaces() {
				lookups++;
				return K1.surfaces;
			},
		};
		const mesh = maker.mesh(Array.from({ length: 30 }, () => primitive));
		for (let i = 0; i < 3000; i++) maker.node({ mesh });
		await expect(readScene(maker.glb(), {}, { surfaces })).rejects.toThrow('maxPrimitives');
		expect(lookups).toBeLessThan(60_000);
	});

	test('many scenes', PATIENCE, async () => {
		const maker = squareDocument();
		for (let i = 0; i < (THOROUGH ? 100_000 : 20_000); i++) maker.json.scenes.push({ nodes: [0] });
		const { scene, report } = await readScene(maker.glb());
		expect(scene.parts).toHaveLength(1);
		expect(report.findings.every(({ message }) => message.length < 400)).toBe(true);
	});

	test.skipIf(!THOROUGH)('many attributes', PATIENCE, async () => {
		const maker = squareDocument();
		const { attributes } = maker.json.meshes[0].primitives[0];
		for (let i = 0; i < 100_000; i++) attributes[`TEXCOORD_${i}`] = 0;
		expect((await readScene(maker.glb())).scene.parts).toHaveLength(1);
	});

	test.skipIf(!THOROUGH)('many skinned nodes, and skins of many joints', PATIENCE, async () => {
		const maker = squareDocument();
		const joints = Array.from({ length: 20_000 }, (_, i) => i);
		for (let i = 1; i < 20_000; i++) maker.node({ mesh: 0, skin: 0 });
		maker.json.skins = [{ joints }];
		expect((await readScene(maker.glb())).scene.parts).toHaveLength(20_000);
	});

	test('links through the many primitives of a mesh', PATIENCE, async () => {
		const maker = squareDocument();
		const { meshes } = maker.json;
		const count = THOROUGH ? 30_000 : 3000;
		meshes[0].primitives = Array.from({ length: count }, () => meshes[0].primitives[0]);
		meshes[0].extras = { transitions: Array.from({ length: count }, (_, i) => [i * 6 + 1, i % 9]) };
		const { scene } = await readScene(maker.glb());
		expect([...(scene.parts[count - 1].paintedRooms ?? [])]).toEqual([-1, (count - 1) % 9, -1, -1, -1, -1]);
	});

	test.skipIf(!THOROUGH)('many placeables with hooks, below nodes that wrap them all', PATIENCE, async () => {
		const maker = squareDocument('plc_00000_pwk_wg');
		const roots = Array.from({ length: 8000 }, (_, i) => {
			const children = [
				maker.node({ name: `plc_${i}_pwk_wg`, mesh: 0 }, true),
				maker.node({ name: 'pwk_use01' }, true),
			];
			return maker.node({ name: `plc_${i}_pwk`, children, translation: [i, 0, 0] }, true);
		});
		maker.json.scenes[0].nodes = [maker.node({ name: 'unit', scale: [2, 2, 2], children: roots }, true)];
		const { scene } = await readScene(maker.glb());
		const { objects } = assembleScene(scene);
		expect(objects).toHaveLength(8000);
		expect(objects[7999].hooks.relative1).toEqual([0, 0, 0]);
		expect(objects[7999].positions[3]).toBe(0);
	});

	test.skipIf(!THOROUGH)('nodes nested as deep as they may be, and wide', PATIENCE, async () => {
		const maker = squareDocument();
		for (let i = 1; i < 1000; i++) maker.node({ children: [i - 1], translation: [1, 0, 0] }, true);
		maker.json.scenes[0].nodes = [999];
		for (let i = 0; i < 50_000; i++) maker.node({ name: `empty ${i}` });
		const { scene } = await readScene(maker.glb());
		expect(scene.parts[0].positions[0]).toBe(999);
		expect(triangleTotal(scene)).toBe(2);
	});

	test('many faults', PATIENCE, async () => {
		const maker = squareDocument();
		for (let i = 0; i < (THOROUGH ? 100_000 : 10_000); i++) maker.node({ mesh: -1, surprise: i }, true);
		const finding = await failingFinding(maker.glb());
		expect(finding.code).toBe('GLTF_INVALID');
		expect(finding.message.length).toBeLessThan(200);
	});
});
