import { WebIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { describe, expect, test } from 'vitest';
import { documentSource } from '../../../hosts/gltf-transform/document-source.ts';
import { readSource } from '../../../importers/gltf/read.ts';
import { convertBytes } from '../../../jobs/convert-bytes.ts';
import type { Scene } from '../../../src/scene/scene.ts';
import { type GltfMaker, type Json, squareDocument } from '../../support/gltf-maker.ts';
import { cornersOf, found, normalOf, readScene, testContext } from '../../support/read-gltf.ts';

/** The same file through glTF-Transform's document, as its plugin reads it. */
async function readInHost(bytes: Uint8Array, variant?: string): Promise<Scene> {
	const document = await new WebIO().registerExtensions(ALL_EXTENSIONS).readBinary(bytes);
	const context = testContext();
	const source = documentSource(document, false, context.report);
	const content = await readSource(source, variant === undefined ? {} : { variant }, context);
	if (content.kind !== 'scene') throw new Error('It was read as walkmeshes.');
	return content.scene;
}

/** A square whose two targets lift all of it by 1 and move it by 10 along x. */
function morphing(mesh: Json, node: Json = {}): GltfMaker {
	const maker = squareDocument();
	const target = (x: number, y: number): Json => ({ POSITION: maker.points([0, 1, 2, 3].flatMap(() => [x, y, 0])) });
	Object.assign(maker.json.meshes[0].primitives[0], { targets: [target(0, 1), target(10, 0)] });
	Object.assign(maker.json.meshes[0], mesh);
	Object.assign(maker.json.nodes[0], node);
	return maker;
}

async function firstPoint(maker: GltfMaker): Promise<number[]> {
	const { scene } = await readScene(maker.glb());
	return [...scene.parts[0].positions.subarray(0, 3)].map((value) => value + 0);
}

describe('morph targets', () => {
	test('have the weights of the mesh, unless the node has its own', async () => {
		expect(await firstPoint(morphing({}))).toEqual([0, 0, 0]);
		expect(await firstPoint(morphing({ weights: [0.5, 0.25] }))).toEqual([2.5, 0, 0.5]);
		expect(await firstPoint(morphing({ weights: [0.5, 0.25] }, { weights: [0, 1] }))).toEqual([10, 0, 0]);
	});

	test('tell the shape that is used', async () => {
		const { report } = await readScene(morphing({ weights: [0.5, 0] }).glb());
		expect(found(report, 'GLTF_MORPHED')).toMatchObject([{ severity: 'info', data: { weights: '0.5, 0' } }]);
		expect(found((await readScene(morphing({}).glb())).report, 'GLTF_MORPHED')).toMatchObject([
			{ data: { weights: '' } },
		]);
		expect(found((await readScene(squareDocument().glb())).report, 'GLTF_MORPHED')).toEqual([]);
	});

	test('move what two nodes show of one mesh apart', async () => {
		const maker = morphing({ weights: [0, 0] });
		maker.node({ name: 'moved', mesh: 0, weights: [0, 1] });
		const { scene } = await readScene(maker.glb());
		expect(scene.parts.map(({ positions }) => positions[0])).toEqual([0, 10]);
	});

	test('move the vertices of a list that primitives share, and those of copies', async () => {
		const maker = morphing({ weights: [1, 0] });
		const { primitives } = maker.json.meshes[0];
		primitives[0].indices = maker.indices([1, 2, 3]);
		maker.json.extensionsUsed = ['EXT_mesh_gpu_instancing'];
		const TRANSLATION = maker.accessor(Float32Array.of(0, 0, 0, 0, 5, 0), 'VEC3');
		maker.json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION } } };
		const { scene } = await readScene(maker.glb());
		expect(cornersOf(scene.parts[0])).toEqual([
			[0, -1, 1, 1, -1, 1, 1, 0, 1],
			[0, -1, 6, 1, -1, 6, 1, 0, 6],
		]);
	});

	test('are the same in a document of glTF-Transform', async () => {
		const scene = await readInHost(morphing({ weights: [0.5, 0.25] }, { weights: [0, 1] }).glb());
		expect(scene.parts[0].positions[0]).toBe(10);
	});
});

describe('scales of 0', () => {
	test('one that is flattened along an axis keeps its area, and faces the side that a thin one would', async () => {
		const slope = [0, 0, 0, 0, 1, 1, 1, 2, 1, 1, 3, 0];
		const turned = { rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] };
		for (const scale of [
			[1, 0, 1],
			[-2, 0, 1],
			[-1, 0, -1],
		]) {
			for (const node of [{ scale }, { scale, ...turned }]) {
				const areas = await Promise.all(
					[scale, scale.map((factor) => factor || 1e-6)].map(async (each) => {
						const maker = squareDocument();
						maker.json.meshes[0].primitives[0].attributes.POSITION = maker.points(slope);
						Object.assign(maker.json.nodes[0], node, { scale: each });
						// A turn above the flattening leaves no column of zeros and a volume of noise.
						maker.json.scenes[0].nodes = [maker.node({ ...turned, children: [0] }, true)];
						const { scene } = await readScene(maker.glb());
						return cornersOf(scene.parts[0]).map((corners) => normalOf(corners)[2]);
					}),
				);
				expect(areas[0].every((area) => area > 0.5)).toBe(true);
				for (const [i, area] of areas[0].entries()) expect(area).toBeCloseTo(areas[1][i], 4);
			}
		}
	});

	test('two nodes that flatten along different axes leave a line', async () => {
		const maker = squareDocument();
		maker.json.nodes[0].scale = [1, 0, 1];
		maker.json.scenes[0].nodes = [maker.node({ name: 'outer', scale: [0, 1, 1], children: [0] }, true)];
		maker.node({ mesh: 0 });
		const { report } = await readScene(maker.glb());
		expect(found(report, 'GLTF_SCALED_TO_NOTHING')).toMatchObject([{ location: { node: 'floor' } }]);
	});

	test('a mark below one is told too', async () => {
		const maker = squareDocument();
		const lines = maker.mesh([{ attributes: { POSITION: maker.points([0, 0, 0, 1, 0, 0]) }, mode: 1 }]);
		maker.node({ name: 'transition_3', mesh: lines, scale: [0, 0, 0] });
		const { scene, report } = await readScene(maker.glb());
		expect(scene.markers).toEqual([]);
		expect(found(report, 'GLTF_SCALED_TO_NOTHING')).toMatchObject([{ location: { node: 'transition_3' } }]);
	});
});

describe('a root that is a child too', () => {
	test('is read once, where its parent has it', async () => {
		const maker = squareDocument();
		maker.node({ name: 'mover', translation: [5, 0, 0], children: [0] });
		const { scene, report } = await readScene(maker.glb());
		expect(scene.parts.map(({ positions }) => positions[0])).toEqual([5]);
		expect(found(report, 'GLTF_FAULT')).toMatchObject([
			{ severity: 'warning', location: { pointer: '/scenes/0/nodes/0' } },
		]);
	});

	test('is a root where its parent is not in the scene', async () => {
		const maker = squareDocument();
		maker.node({ name: 'mover', translation: [5, 0, 0], children: [0] }, true);
		const { scene, report } = await readScene(maker.glb());
		expect(scene.parts.map(({ positions }) => positions[0])).toEqual([0]);
		expect(found(report, 'GLTF_FAULT')).toHaveLength(1);
	});
});

describe('bounds that lie', () => {
	const faults = async (maker: GltfMaker): Promise<string[]> =>
		found((await readScene(maker.glb())).report, 'GLTF_FAULT').map(({ message }) => message);

	function sparse(max: number[], base: boolean): GltfMaker {
		const maker = squareDocument();
		const accessor = maker.json.accessors[0];
		maker.json.accessors[0] = {
			...(base ? accessor : { componentType: 5126, type: 'VEC3', count: 4 }),
			min: [0, 0, 0],
			max,
			sparse: {
				count: 2,
				indices: { bufferView: maker.view(Uint8Array.of(1, 2)), componentType: 5121 },
				values: { bufferView: maker.view(new Uint8Array(Float32Array.of(0, 0, 6, 5, 0, 6).buffer)) },
			},
		};
		return maker;
	}

	test.each([true, false])('are told of sparse accessors (over data: %s)', async (base) => {
		expect(await faults(sparse([5, 0, 6], base))).toEqual([]);
		expect(await faults(sparse([5, 0, 7], base))).toEqual([expect.stringContaining('declares max [5, 0, 7]')]);
	});

	test('are an error where quantized positions are sparse, as glTF-Transform loses them', async () => {
		const quantized = (value: number): GltfMaker => {
			const maker = squareDocument();
			maker.json.extensionsUsed = ['KHR_mesh_quantization'];
			maker.json.extensionsRequired = ['KHR_mesh_quantization'];
			maker.json.accessors[0] = {
				...{ componentType: 5122, normalized: true, type: 'VEC3', count: 4, min: [0, 0, 0], max: [32767, 0, 32767] },
				sparse: {
					count: 3,
					indices: { bufferView: maker.view(Uint8Array.of(1, 2, 3)), componentType: 5121 },
					values: {
						bufferView: maker.view(new Uint8Array(Int16Array.of(value, 0, 0, value, 0, value, 0, 0, value).buffer)),
					},
				},
			};
			return maker;
		};
		const lost = async (value: number): Promise<readonly unknown[]> =>
			found((await readScene(quantized(value).glb())).report, 'GLTF_SPARSE_LOST');
		expect(await lost(32767)).toEqual([]);
		expect(await lost(1)).toMatchObject([{ severity: 'error', location: { pointer: '/accessors/0' } }]);
	});
});

test('nodes without meshes are counted; marks and hooks are not among them', async () => {
	const maker = squareDocument();
	for (const name of ['quay_wok', 'lamp', 'transition_3', 'pwk_use01']) maker.node({ name });
	const { report } = await readScene(maker.glb());
	expect(found(report, 'NODES_TAKEN')).toMatchObject([{ data: { empty: 2 } }]);
	expect(found(report, 'NODES_TAKEN')[0].message).toContain('; 2 nodes have no mesh.');
	const [plain] = found((await readScene(squareDocument().glb())).report, 'NODES_TAKEN');
	expect(plain.message).not.toContain('no mesh');
});

// The triangles are all there without it: it says which of them were one polygon. Assimp writes it into every file.
test('polygons that triangles come from are nothing unknown', async () => {
	const told = async (extension: string): Promise<number> => {
		const maker = squareDocument();
		maker.json.extensionsUsed = [extension];
		maker.json.meshes[0].primitives[0].extensions = { [extension]: {} };
		return found((await readScene(maker.glb())).report, 'GLTF_EXTENSION_UNKNOWN').length;
	};
	expect(await told('FB_ngon_encoding')).toBe(0);
	expect(await told('FB_ngon_encoding_2')).toBe(1);
});

describe('material variants', () => {
	/** Stone; grass in the variant "Summer"; mud in "wet" and "Winter". */
	function dressed(): GltfMaker {
		const maker = squareDocument();
		const extension = 'KHR_materials_variants';
		maker.json.extensionsUsed = [extension];
		maker.json.extensions = { [extension]: { variants: [{ name: 'Summer' }, { name: 'wet' }, { name: 'Winter' }] } };
		const mappings = [
			{ material: maker.material('Grass'), variants: [0] },
			{ material: maker.material('Mud'), variants: [1, 2] },
		];
		maker.json.meshes[0].primitives[0].extensions = { [extension]: { mappings } };
		return maker;
	}

	test('are chosen by name or index', async () => {
		const surface = async (variant?: string): Promise<number> => {
			const { scene } = await readScene(dressed().glb(), variant === undefined ? {} : { variant });
			return scene.parts[0].surfaces[0];
		};
		expect(await surface()).toBe(4);
		expect(await surface('Summer')).toBe(3);
		expect(await surface('WET')).toBe(13);
		expect(await surface('2')).toBe(13);
		const mesh = await convertBytes(dressed().glb(), 'a.glb', 'a.wok', { variant: 'Summer' });
		expect(mesh).toBeDefined();
	});

	test('are reported where none is chosen', async () => {
		const { report } = await readScene(dressed().glb());
		expect(found(report, 'GLTF_VARIANTS')).toMatchObject([{ severity: 'info', actions: [{ option: 'variant' }] }]);
		expect(found((await readScene(dressed().glb(), { variant: 'wet' })).report, 'GLTF_VARIANTS')).toEqual([]);
	});

	test('that are broken change nothing', async () => {
		const maker = dressed();
		const carried = maker.json.meshes[0].primitives[0].extensions;
		carried.KHR_materials_variants.mappings = [null, { variants: 'x' }, { material: 99, variants: [0] }];
		const { scene, report } = await readScene(maker.glb(), { variant: 'Summer' });
		expect(scene.parts[0].surfaces[0]).toBe(4);
		expect(found(report, 'GLTF_FAULT').length).toBeGreaterThan(0);
	});

	test('are the same in a document of glTF-Transform', async () => {
		expect((await readInHost(dressed().glb(), 'winter')).parts[0].surfaces[0]).toBe(13);
	});
});

describe('surfaces of copies', () => {
	function copied(
		surfaces: readonly number[],
		array: typeof Float32Array | typeof Uint8Array = Float32Array,
	): GltfMaker {
		const maker = squareDocument();
		maker.json.extensionsUsed = ['EXT_mesh_gpu_instancing'];
		const TRANSLATION = maker.accessor(Float32Array.from(surfaces.flatMap((_, i) => [i * 2, 0, 0])), 'VEC3');
		const _SURFACE = maker.accessor(array.from(surfaces), 'SCALAR');
		maker.json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION, _SURFACE } } };
		return maker;
	}

	test('are those of `_SURFACE`; negative ones leave it to the mesh', async () => {
		const { scene, report } = await readScene(copied([3, -1, 13]).glb());
		expect([...scene.parts[0].surfaces]).toEqual([3, 3, 4, 4, 13, 13]);
		expect(report.findings.map(({ code }) => code).sort()).toEqual(['GLTF_INSTANCES', 'NODES_TAKEN']);
		expect([...(await readScene(copied([3, 13], Uint8Array).glb())).scene.parts[0].surfaces]).toEqual([3, 3, 13, 13]);
		expect([...(await readInHost(copied([3, 13]).glb())).parts[0].surfaces]).toEqual([3, 3, 13, 13]);
	});

	test('win over those of vertices, and need no material', async () => {
		const maker = copied([3, -1]);
		const [primitive] = maker.json.meshes[0].primitives;
		primitive.attributes._SURFACE = maker.accessor(Float32Array.of(9, 9, 9, 9), 'SCALAR');
		expect([...(await readScene(maker.glb())).scene.parts[0].surfaces]).toEqual([3, 3, 9, 9]);
		const bare = copied([3, 3]);
		delete bare.json.meshes[0].primitives[0].material;
		expect(found((await readScene(bare.glb())).report, 'SURFACE_UNKNOWN')).toEqual([]);
	});

	test('that are not in the table are reported', async () => {
		const { scene, report } = await readScene(copied([99, 3]).glb());
		expect([...scene.parts[0].surfaces]).toEqual([4, 4, 3, 3]);
		expect(found(report, 'GLTF_SURFACE_ATTRIBUTE')).toMatchObject([{ data: { unknown: 1, number: '99', of: 'copy' } }]);
	});
});
