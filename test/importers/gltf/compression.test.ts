import { beforeAll, describe, expect, test } from 'vitest';
import { dracoCounts } from '../../../importers/gltf/draco.ts';
import { bytesOf } from '../../fixtures/reading.ts';
import { GltfMaker, type Json, packGlb, SQUARE, SQUARE_INDICES, squareDocument } from '../../support/gltf-maker.ts';
import { makeVariants, type Variant } from '../../support/gltf-variants.ts';
import { unpackGlb } from '../../support/mutate.ts';
import { cornersOf, failingFinding, found, readScene, triangleTotal } from '../../support/read-gltf.ts';

let variants: readonly Variant[];

beforeAll(async () => {
	variants = await makeVariants(bytesOf('small/nested-transforms.glb'));
});

function variant(name: string): { json: Json; data: Uint8Array } {
	const { bytes } = variants.find((candidate) => candidate.name === name) as Variant;
	const { text, data } = unpackGlb(bytes);
	return { json: JSON.parse(text), data };
}

describe('Draco', () => {
	/** Draco data of all primitives, with the counts the document declares. */
	function encoded(name: string): { bytes: Uint8Array; faces: number; points: number }[] {
		const { json, data } = variant(name);
		return json.meshes.flatMap(({ primitives }: Json) =>
			primitives.map(({ indices, attributes, extensions }: Json) => {
				const { byteOffset = 0, byteLength } = json.bufferViews[extensions.KHR_draco_mesh_compression.bufferView];
				return {
					bytes: data.subarray(byteOffset, byteOffset + byteLength),
					faces: json.accessors[indices].count / 3,
					points: json.accessors[attributes.POSITION].count,
				};
			}),
		);
	}

	test.each(['Draco, edgebreaker', 'Draco, sequential'])('the head of the data tells the faces (%s)', (name) => {
		const data = encoded(name);
		expect(data.length).toBeGreaterThan(0);
		for (const { bytes, faces, points } of data) {
			const counts = dracoCounts(bytes);
			expect(counts?.faces).toBe(faces);
			if (name === 'Draco, sequential') expect(counts?.points).toBe(points);
		}
	});

	test('metadata before the mesh is passed over', () => {
		for (const { bytes, faces } of encoded('Draco, sequential')) {
			// One attribute's metadata (id 3) with an entry `ab` of two bytes, then the file's with a part `c` that is empty.
			const metadata = [1, 3, 1, 2, 0x61, 0x62, 2, 9, 9, 0, 0, 1, 1, 0x63, 0, 0];
			const padded = Uint8Array.from([...bytes.subarray(0, 11), ...metadata, ...bytes.subarray(11)]);
			padded[10] |= 0x80;
			expect(dracoCounts(padded)?.faces).toBe(faces);
		}
	});

	test('no cut of the head runs on', () => {
		const [{ bytes }] = encoded('Draco, edgebreaker');
		for (let length = 0; length < 14; length++) expect(dracoCounts(bytes.subarray(0, length))).toBeUndefined();
		const endless = Uint8Array.from([...bytes.subarray(0, 9), 0, 0x80, ...new Array(200).fill(0xff)]);
		expect(dracoCounts(endless)).toBeUndefined();
	});

	test('primitives that share accessors, but not their data, keep their own', async () => {
		const { json, data } = variant('Draco, sequential');
		const plain = await readScene(packGlb(json, data), { node: ['*'] });
		const [first, ...others] = json.meshes.flatMap(({ primitives }: Json) => primitives);
		for (const primitive of others) {
			if (json.accessors[primitive.attributes.POSITION].count !== json.accessors[first.attributes.POSITION].count)
				continue;
			if (json.accessors[primitive.indices].count !== json.accessors[first.indices].count) continue;
			primitive.attributes.POSITION = first.attributes.POSITION;
			primitive.indices = first.indices;
		}
		const shared = await readScene(packGlb(json, data), { node: ['*'] });
		expect(shared.scene.parts.map(({ positions }) => [...positions])).toEqual(
			plain.scene.parts.map(({ positions }) => [...positions]),
		);
	});

	test('an attribute that the data does not hold is refused, and the next file is read', async () => {
		const { json, data } = variant('Draco, edgebreaker');
		const sound = packGlb(json, data);
		for (const { primitives } of json.meshes) {
			for (const { extensions } of primitives) extensions.KHR_draco_mesh_compression.attributes.POSITION = 77;
		}
		expect((await failingFinding(packGlb(json, data))).code).toBe('GLTF_COMPRESSION');
		expect(triangleTotal((await readScene(sound)).scene)).toBe(24);
	});
});

describe('meshopt', () => {
	test('is read under its ratified name too', async () => {
		const { json, data } = variant('meshopt');
		const text = JSON.stringify(json).replaceAll('EXT_meshopt_compression', 'KHR_meshopt_compression');
		expect(text).not.toBe(JSON.stringify(json));
		const { scene, report } = await readScene(packGlb(text, data));
		expect(triangleTotal(scene)).toBe(24);
		expect(report.findings.map(({ code }) => code)).toEqual(['NODES_TAKEN', 'PINS_ADVISED']);
	});
});

describe('accessors', () => {
	test('of doubles keep all their digits', async () => {
		const maker = new GltfMaker();
		const points = Float64Array.from(SQUARE, (value) => value + 1 / 3);
		const bounds = { min: [1 / 3, 1 / 3, 1 / 3], max: [4 / 3, 1 / 3, 4 / 3] };
		const attributes = { POSITION: maker.accessor(points, 'VEC3', bounds) };
		maker.json.extensionsUsed = ['KHR_accessor_float64'];
		maker.json.extensionsRequired = ['KHR_accessor_float64'];
		maker.node({ mesh: maker.mesh([{ attributes, indices: maker.indices(SQUARE_INDICES) }]) });
		const { scene, report } = await readScene(maker.glb());
		expect(scene.parts[0].positions[0]).toBe(1 / 3);
		expect(found(report, 'GLTF_FAULT')).toEqual([]);
	});

	test('of normalized integers are fractions, of plain ones whole numbers', async () => {
		for (const [array, normalized, expected] of [
			[
				Int16Array.of(0, 0, 0, 0, 0, 32767, -32768, 0, 32767, 32767, 0, 0),
				true,
				[0, 0, 0, 0, -1, 0, -1, -1, 0, 1, 0, 0],
			],
			[Uint8Array.of(0, 0, 0, 0, 0, 255, 255, 0, 255, 255, 0, 0), true, [0, 0, 0, 0, -1, 0, 1, -1, 0, 1, 0, 0]],
			[Int8Array.of(0, 0, 0, 0, 0, 1, 100, 0, 1, 100, 0, 0), false, [0, 0, 0, 0, -1, 0, 100, -1, 0, 100, 0, 0]],
		] as const) {
			const maker = new GltfMaker();
			maker.json.extensionsUsed = ['KHR_mesh_quantization'];
			const attributes = { POSITION: maker.accessor(array, 'VEC3', { normalized }) };
			maker.node({ mesh: maker.mesh([{ attributes, mode: 6 }]) });
			const { scene } = await readScene(maker.glb());
			expect([...scene.parts[0].positions].map((value) => value + 0)).toEqual(expected);
		}
	});

	test('may lie between each other', async () => {
		const maker = new GltfMaker();
		const interleaved = new Float32Array(4 * 5);
		for (let v = 0; v < 4; v++) interleaved.set([9, ...SQUARE.slice(v * 3, v * 3 + 3), 9], v * 5);
		const view = maker.view(new Uint8Array(interleaved.buffer), { byteStride: 20 });
		maker.json.accessors = [
			{ bufferView: view, byteOffset: 4, componentType: 5126, type: 'VEC3', count: 4, min: [0, 0, 0], max: [1, 0, 1] },
		];
		maker.node({ mesh: maker.mesh([{ attributes: { POSITION: 0 }, mode: 6 }]) });
		const plain = squareDocument();
		Object.assign(plain.json.meshes[0].primitives[0], { mode: 6, indices: undefined });
		const a = await readScene(maker.glb());
		const b = await readScene(plain.glb());
		expect(cornersOf(a.scene.parts[0])).toEqual(cornersOf(b.scene.parts[0]));
		expect(found(a.report, 'GLTF_FAULT')).toEqual([]);
	});

	test('with sparse values change in those places alone, wherever their base begins', async () => {
		const maker = squareDocument();
		const base = new Float32Array(20).fill(7);
		base.set(SQUARE, 8);
		Object.assign(maker.json.accessors[0], {
			bufferView: maker.view(new Uint8Array(base.buffer)),
			byteOffset: 32,
			max: [5, 6, 7],
			sparse: {
				count: 1,
				indices: { bufferView: maker.view(Uint8Array.of(2)), componentType: 5121 },
				values: { bufferView: maker.view(new Uint8Array(Float32Array.of(5, 6, 7).buffer)) },
			},
		});
		const { scene, report } = await readScene(maker.glb());
		expect([...scene.parts[0].positions].map((value) => value + 0)).toEqual([0, 0, 0, 0, -1, 0, 5, -7, 6, 1, 0, 0]);
		expect(found(report, 'GLTF_FAULT')).toEqual([]);
	});
});

test('strips restart where the document says that they do', async () => {
	const maker = squareDocument();
	maker.json.extensionsUsed = ['KHR_mesh_primitive_restart'];
	Object.assign(maker.json.meshes[0].primitives[0], {
		mode: 5,
		indices: maker.indices([0, 1, 2, 255, 0, 2, 3], Uint8Array),
	});
	const { scene, report } = await readScene(maker.glb());
	expect([...scene.parts[0].triangles]).toEqual([0, 1, 2, 0, 2, 3]);
	expect(found(report, 'GLTF_FAULT')).toEqual([]);
});
