import { describe, expect, test } from 'vitest';
import { UNRESOLVED_SURFACE } from '../../../src/scene/surfaces.ts';
import { GltfMaker, type Json, SQUARE, SQUARE_INDICES } from '../../support/gltf-maker.ts';
import { found, readScene } from '../../support/read-gltf.ts';

interface Clues {
	readonly material?: string;
	readonly materialExtras?: Json;
	readonly primitiveExtras?: Json;
	readonly meshExtras?: Json;
	readonly nodeExtras?: Json;
	readonly attribute?: readonly number[];
	readonly attributeName?: string;
}

function surfaced(clues: Clues): GltfMaker {
	const maker = new GltfMaker();
	const attributes: Json = { POSITION: maker.points(SQUARE) };
	if (clues.attribute !== undefined) {
		attributes[clues.attributeName ?? '_SURFACE'] = maker.accessor(Float32Array.from(clues.attribute), 'SCALAR');
	}
	const material =
		clues.material === undefined ? undefined : maker.material(clues.material, { extras: clues.materialExtras });
	const primitive = { attributes, indices: maker.indices(SQUARE_INDICES), material, extras: clues.primitiveExtras };
	maker.node({ name: 'floor', mesh: maker.mesh([primitive], { extras: clues.meshExtras }), extras: clues.nodeExtras });
	return maker;
}

async function surfacesOf(clues: Clues, mapping?: readonly [string, string]): Promise<number[]> {
	const mappings = mapping === undefined ? [] : [{ pattern: mapping[0], surface: mapping[1] }];
	const { scene } = await readScene(surfaced(clues).glb(), {}, { mappings });
	return [...scene.parts[0].surfaces];
}

describe('the surface of a primitive', () => {
	test('is what material, primitive, mesh or node say in extras, in this order, then the name, then the mapping', async () => {
		const all: Clues = {
			material: 'Grass',
			materialExtras: { surface: 'Dirt' },
			primitiveExtras: { surface: 'Wood' },
			meshExtras: { surfaceMaterial: 9 },
			nodeExtras: { kotor_surface: 'Metal' },
		};
		expect(await surfacesOf(all)).toEqual([1, 1]);
		expect(await surfacesOf({ ...all, materialExtras: undefined })).toEqual([5, 5]);
		expect(await surfacesOf({ ...all, materialExtras: undefined, primitiveExtras: undefined })).toEqual([9, 9]);
		expect(await surfacesOf({ material: 'Grass', nodeExtras: { kotor_surface: 'Metal' } })).toEqual([10, 10]);
		expect(await surfacesOf({ material: 'Grass' })).toEqual([3, 3]);
		expect(await surfacesOf({ material: 'lambert1' }, ['lambert*', 'Mud'])).toEqual([13, 13]);
	});

	test('without any it is an error that counts the triangles and names the node; never the slot', async () => {
		const { scene, report } = await readScene(surfaced({ material: 'lambert1' }).glb());
		expect([...scene.parts[0].surfaces]).toEqual([UNRESOLVED_SURFACE, UNRESOLVED_SURFACE]);
		expect(found(report, 'SURFACE_UNKNOWN')).toMatchObject([
			{ severity: 'error', data: { material: 'lambert1', triangles: 2 }, location: { node: 'floor' } },
		]);
		const bare = await readScene(surfaced({}).glb());
		expect(found(bare.report, 'SURFACE_UNKNOWN')).toMatchObject([
			{ data: { material: '', triangles: 2, object: 'floor' } },
		]);
	});

	test('an object that is without a material in part is not named: all of it would get the surface', async () => {
		const maker = surfaced({ material: 'Stone' });
		const [{ primitives }] = maker.json.meshes;
		primitives.push({ ...primitives[0], material: undefined });
		const { report } = await readScene(maker.glb());
		const [{ data }] = found(report, 'SURFACE_UNKNOWN');
		expect(data).toEqual({ material: '', triangles: 2 });
	});

	test('a name that is no text is no name', async () => {
		const maker = surfaced({ material: 'Stone' });
		maker.json.materials[0].name = 4;
		const { report } = await readScene(maker.glb());
		expect(found(report, 'SURFACE_UNKNOWN')).toHaveLength(1);
	});
});

describe('the attribute _SURFACE', () => {
	test.each(['_SURFACE', '_surface', '_Surface'])('decides each face (%s)', async (attributeName) => {
		expect(await surfacesOf({ attribute: [4, 4, 4, 4], attributeName, material: 'Grass' })).toEqual([4, 4]);
	});

	test('of faces that share no vertices, each its own', async () => {
		const maker = new GltfMaker();
		const points = SQUARE_INDICES.flatMap((v) => SQUARE.slice(v * 3, v * 3 + 3));
		const attributes = {
			POSITION: maker.points(points),
			_SURFACE: maker.accessor(Uint16Array.of(4, 4, 4, 7, 7, 7), 'SCALAR'),
		};
		maker.node({ mesh: maker.mesh([{ attributes }]) });
		const { scene, report } = await readScene(maker.glb());
		expect([...scene.parts[0].surfaces]).toEqual([4, 7]);
		expect(found(report, 'SURFACE_UNKNOWN')).toEqual([]);
	});

	test('leaves to the material what it does not say', async () => {
		expect(await surfacesOf({ attribute: [4, 4, 4, -1], material: 'Grass' })).toEqual([4, 3]);
		const { scene, report } = await readScene(surfaced({ attribute: [-1, -1, -1, -1] }).glb());
		expect([...scene.parts[0].surfaces]).toEqual([UNRESOLVED_SURFACE, UNRESOLVED_SURFACE]);
		expect(found(report, 'GLTF_SURFACE_ATTRIBUTE')).toEqual([]);
	});

	test('counts only those faces for an error that need the material', async () => {
		const { report } = await readScene(surfaced({ attribute: [4, 4, 4, -1], material: 'lambert1' }).glb());
		expect(found(report, 'SURFACE_UNKNOWN')).toMatchObject([{ data: { triangles: 1 } }]);
	});
});
