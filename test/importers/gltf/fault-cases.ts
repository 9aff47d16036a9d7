import { bytesOf, chunk, type Json, packChunks, packGlb, SQUARE, squareDocument } from '../../support/gltf-maker.ts';
import { COMPRESSED } from './compressed-faults.ts';
import { type FaultCase, square, squareWithBuffer, withBytes } from './square-documents.ts';

function nested(depth: number): string {
	return `{"asset":{"version":"2.0"},"extras":${'['.repeat(depth)}${']'.repeat(depth)}}`;
}

const SOUND = squareDocument().glb();

function twoBinaryChunks(): Uint8Array {
	const binary = chunk(0x004e4942, squareDocument().data, 0);
	return packChunks([chunk(0x4e4f534a, bytesOf(JSON.stringify(squareWithBuffer())), 32), binary, binary]);
}

const CONTAINERS: readonly FaultCase[] = [
	{ name: 'empty file', bytes: new Uint8Array(0) },
	{ name: 'blank file', bytes: bytesOf(' \n\t ') },
	{ name: 'HTML', bytes: bytesOf('<!doctype html><title>404</title>') },
	{ name: 'UTF-16', bytes: Uint8Array.of(0xff, 0xfe, 0x7b, 0) },
	{ name: 'ZIP', bytes: Uint8Array.of(0x50, 0x4b, 3, 4) },
	{ name: 'walkmesh', bytes: bytesOf('BWM V1.0') },
	{ name: 'OBJ', bytes: bytesOf('o cube\nv 0 0 0\n') },
	{ name: 'GLB cut within its header', bytes: SOUND.subarray(0, 8) },
	{ name: 'GLB cut within a chunk header', bytes: withBytes(SOUND, (v) => v.setUint32(8, 16, true)).subarray(0, 16) },
	{ name: 'GLB cut off', bytes: SOUND.subarray(0, SOUND.length - 10) },
	{ name: 'GLB length too small', bytes: withBytes(SOUND, (v) => v.setUint32(8, 4, true)) },
	{ name: 'GLB of version 1', bytes: withBytes(SOUND, (v) => v.setUint32(4, 1, true)) },
	{ name: 'chunk longer than the file', bytes: withBytes(SOUND, (v) => v.setUint32(12, 0xffffffff, true)) },
	{ name: 'no chunks', bytes: packChunks([]) },
	{ name: 'binary chunk first', bytes: packChunks([chunk(0x004e4942, bytesOf('xxxx'), 0)]) },
	{ name: 'trailing bytes', bytes: Uint8Array.from([...SOUND, 1, 2, 3, 4]) },
	{
		name: 'second JSON chunk',
		bytes: packChunks([chunk(0x4e4f534a, squareDocument().text(), 32), chunk(0x4e4f534a, bytesOf('{}'), 32)]),
	},
	{ name: 'second binary chunk', bytes: twoBinaryChunks() },
	{ name: 'JSON that is none', bytes: bytesOf('{"asset": {"version": "2.0",}}') },
	{ name: 'JSON cut off', bytes: bytesOf('{"asset": {"version": ') },
	{ name: 'JSON of a GLB that is none', bytes: packGlb('{"asset": nothing}', new Uint8Array(0)) },
	{ name: 'JSON that is a list', bytes: packGlb('[]', new Uint8Array(0)) },
	{ name: 'JSON that is not UTF-8', bytes: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d) },
	{ name: 'JSON nested too deep', bytes: bytesOf(nested(10_000)) },
	{ name: 'JSON with a byte order mark', bytes: Uint8Array.from([0xef, 0xbb, 0xbf, ...squareDocument().text()]) },
	{ name: 'glTF 1.0 by its version', bytes: bytesOf('{"asset":{"version":"1.0"}}') },
	{ name: 'glTF 1.0 by its shape', bytes: bytesOf('{"accessors":{"a":{}},"bufferViews":{"b":{}}}') },
	{ name: 'glTF 3.0', bytes: bytesOf('{"asset":{"version":"3.0"}}') },
	square('later minor version', (json) => Object.assign(json.asset, { version: '2.7' })),
	square('minor version needed', (json) => Object.assign(json.asset, { version: '2.7', minVersion: '2.1' })),
];

const SHAPES: readonly FaultCase[] = [
	{ name: 'no asset', bytes: bytesOf('{}') },
	square('nodes that are no list', (json) => Object.assign(json, { nodes: {} })),
	square('node that is no object', (json) => json.nodes.push(7)),
	square('empty list', (json) => Object.assign(json, { cameras: [] })),
	square('translation with a text', (json) => Object.assign(json.nodes[0], { translation: [0, 'x', 0] })),
	square('translation of two', (json) => Object.assign(json.nodes[0], { translation: [0, 0] })),
	square('translation that is no list', (json) => Object.assign(json.nodes[0], { translation: 5 })),
	square('attributes that are a list', (json) => Object.assign(json.meshes[0].primitives[0], { attributes: [] })),
	square('infinite scale', (json) => Object.assign(json.nodes[0], { scale: [1, 1, 'INF'] })),
	square('node with a mesh that is not there', (json) => Object.assign(json.nodes[0], { mesh: 1 })),
	square('negative index', (json) => Object.assign(json.nodes[0], { mesh: -1 })),
	square('attribute that is not there', (json) =>
		Object.assign(json.meshes[0].primitives[0].attributes, { POSITION: 9 }),
	),
	square('mode that is none', (json) => Object.assign(json.meshes[0].primitives[0], { mode: 7 })),
	square('component type that is none', (json) => Object.assign(json.accessors[0], { componentType: 5124 })),
	square('accessor without a type', (json) => Reflect.deleteProperty(json.accessors[0], 'type')),
	square('accessor with half an element', (json) => Object.assign(json.accessors[0], { count: 2.5 })),
	square('visible that is no flag', (json) => {
		json.extensionsUsed = ['KHR_node_visibility'];
		json.nodes[0].extensions = { KHR_node_visibility: { visible: 'no' } };
	}),
	square('default scene that is not there', (json) => Object.assign(json, { scene: 3 })),
	square('faults where they do no harm', (json) => {
		json.cameras = [{ type: 'fisheye' }];
		json.materials[0].alphaCutoff = -1;
		json.meshes[0].name = 5;
		json.animations = [{}];
	}),
	square('material that is none', (json) => {
		json.materials[0] = null;
		json.meshes[0].primitives.push({ attributes: { POSITION: 0 }, mode: 1, material: 0 });
	}),
	square('unknown properties', (json) => {
		json.nodes[0].tranlation = [1, 2, 3];
		json.nodes.push({ tranlation: [1, 2, 3] });
	}),
	square('usage nobody should make', (json, maker) => {
		const primitive = json.meshes[0].primitives[0];
		primitive.attributes.NORMAL = maker.accessor(new Uint8Array(16), 'VEC4');
		primitive.attributes.COLOR = maker.accessor(new Float32Array(12), 'VEC3');
		primitive.attributes.COLOR_1 = maker.accessor(new Float32Array(6), 'VEC3');
		primitive.attributes._ID = maker.accessor(new Uint32Array(4), 'SCALAR', { normalized: true });
		json.bufferViews[0].target = 34963;
		json.accessors[0].min = [0];
		json.extensionsUsed = ['KHR_mesh_quantization'];
	}),
	square('required extension that is unknown', (json) => {
		json.extensionsUsed = ['ACME_magic'];
		json.extensionsRequired = ['ACME_magic'];
	}),
	square('used extension that is unknown', (json) => Object.assign(json, { extensionsUsed: ['ACME_magic'] })),
	square('extension that is not declared', (json) => {
		json.nodes[0].extensions = { ACME_magic: {} };
		json.extensionsRequired = ['KHR_materials_unlit'];
	}),
];

const BOUNDS: readonly FaultCase[] = [
	square('accessor larger than its view', (json) => Object.assign(json.accessors[0], { count: 5 })),
	square('accessor far larger than its view', (json) => Object.assign(json.accessors[0], { count: 4_000_000_000 })),
	square('accessor that starts beyond its view', (json) => Object.assign(json.accessors[0], { byteOffset: 4 })),
	square('view larger than its buffer', (json) => Object.assign(json.bufferViews[0], { byteLength: 100_000 })),
	square('view that starts beyond its buffer', (json) => Object.assign(json.bufferViews[0], { byteOffset: 2 ** 40 })),
	square('buffer larger than the binary chunk', (json) => Object.assign(json.buffers[0], { byteLength: 1_000_000 })),
	{ name: 'buffer smaller than the binary chunk', bytes: packGlb(squareWithBuffer(), new Uint8Array(200)) },
	square('stride smaller than an element', (json) => Object.assign(json.bufferViews[0], { byteStride: 4 })),
	square('stride that is odd', (json, maker) => {
		const view = maker.view(new Uint8Array(13 * 4), { byteStride: 13 });
		json.accessors[0].bufferView = view;
	}),
	square('data out of line', (json, maker) => {
		json.accessors[0].bufferView = maker.view(new Uint8Array(49));
		json.accessors[0].byteOffset = 1;
	}),
	square('sparse part larger than its accessor', (json, maker) => {
		const values = maker.view(new Uint8Array(60));
		const indices = maker.view(new Uint8Array(10));
		json.accessors[0].sparse = {
			count: 5,
			indices: { bufferView: indices, componentType: 5123 },
			values: { bufferView: values },
		};
	}),
	square('quantized positions that sparse values lost', (json, maker) => {
		json.extensionsUsed = ['KHR_mesh_quantization'];
		json.extensionsRequired = ['KHR_mesh_quantization'];
		json.accessors[0] = {
			...{ componentType: 5122, normalized: true, type: 'VEC3', count: 4, min: [0, 0, 0], max: [32767, 0, 32767] },
			sparse: {
				count: 1,
				indices: { bufferView: maker.view(Uint8Array.of(2)), componentType: 5121 },
				values: { bufferView: maker.view(new Uint8Array(Int16Array.of(1, 0, 1).buffer)) },
			},
		};
	}),
	square('sparse values beyond their view', (json, maker) => {
		const values = maker.view(new Uint8Array(20));
		const indices = maker.view(new Uint8Array(4));
		json.accessors[0].sparse = {
			count: 2,
			indices: { bufferView: indices, componentType: 5123 },
			values: { bufferView: values },
		};
	}),
	square('sparse index beyond the accessor', (json, maker) => {
		const values = maker.view(new Uint8Array(12));
		const indices = maker.view(Uint8Array.of(9, 0));
		json.accessors[0].sparse = {
			count: 1,
			indices: { bufferView: indices, componentType: 5123 },
			values: { bufferView: values },
		};
	}),
	square('sparse indices out of order', (json, maker) => {
		const values = maker.view(new Uint8Array(24), { byteStride: 12 });
		const indices = maker.view(Uint8Array.of(2, 0, 1, 0));
		json.accessors[0].sparse = {
			count: 2,
			indices: { bufferView: indices, componentType: 5123 },
			values: { bufferView: values },
		};
	}),
	square('endless zeros', (json) => {
		json.accessors[0] = { componentType: 5126, type: 'VEC3', count: 3_000_000_000, min: [0, 0, 0], max: [0, 0, 0] };
	}),
	square('zeros by the million', (json) => {
		json.accessors[0] = { componentType: 5126, type: 'VEC3', count: 21_999_999, min: [0, 0, 0], max: [0, 0, 0] };
		json.meshes[0].primitives[0].indices = undefined;
	}),
	square('more triangles than are allowed', () => {}, { options: { maxTriangles: 1 } }),
	square('points without data', (json) => {
		json.accessors[0] = { componentType: 5126, type: 'VEC3', count: 4, min: [0, 0, 0], max: [0, 0, 0] };
	}),
	square('offset without a view', (json) => {
		json.accessors[0] = { componentType: 5126, type: 'VEC3', count: 4, byteOffset: 4, min: [0, 0, 0], max: [0, 0, 0] };
	}),
	square('bounds that are not those of the points', (json) => Object.assign(json.accessors[0], { min: [-5, 0, 0] })),
	square('triangles without end', (json, maker) => {
		json.meshes[0].primitives[0].indices = maker.indices(Array.from({ length: 3000 }, (_, i) => i % 4));
		for (let i = 0; i < 5000; i++) json.scenes[0].nodes.push(json.nodes.push({ mesh: 0 }) - 1);
	}),
	square('primitives without end', (json) => {
		json.meshes[0].primitives = Array.from({ length: 1500 }, () => ({ attributes: { POSITION: 0 }, mode: 0 }));
		for (let i = 0; i < 1500; i++) json.scenes[0].nodes.push(json.nodes.push({ mesh: 0 }) - 1);
	}),
	square('copies without end', (json) => {
		json.extensionsUsed = ['EXT_mesh_gpu_instancing'];
		json.accessors.push({ componentType: 5126, type: 'VEC3', count: 2_000_000 });
		json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: json.accessors.length - 1 } } };
		json.meshes[0].primitives[0].indices = undefined;
		json.accessors[0].count = 3;
	}),
];

const RESOURCES: readonly FaultCase[] = [
	{
		name: 'buffer without data',
		bytes: bytesOf(JSON.stringify({ ...squareDocument().json, buffers: [{ byteLength: 60 }] })),
	},
	{ name: 'file without a folder', bytes: squareDocument().external('square.bin') },
	{
		name: 'file that is not there',
		bytes: squareDocument().external('square.bin'),
		context: { readSibling: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOENT' })) },
	},
	{
		name: 'file that is too short',
		bytes: squareDocument().external('square.bin'),
		context: { readSibling: () => Promise.resolve(new Uint8Array(10)) },
	},
	{ name: 'file outside', bytes: squareDocument().external('../secret.bin') },
	{ name: 'data URI that is broken', bytes: squareDocument().external('data:application/octet-stream;base64,@@@@') },
	{ name: 'data URI of another type', bytes: squareDocument().external(`data:text/plain;base64,${'A'.repeat(80)}`) },
];

function variants(json: Json): void {
	json.extensionsUsed = ['KHR_materials_variants'];
	json.extensions = { KHR_materials_variants: { variants: [{ name: 'Summer' }] } };
}

const TREES: readonly FaultCase[] = [
	square('node below itself', (json) => Object.assign(json.nodes[0], { children: [0] })),
	square('cycle apart from the scene', (json) => json.nodes.push({ children: [2] }, { children: [1] })),
	square('node with two parents', (json) => json.nodes.push({ children: [0] }, { children: [0] })),
	square('child named twice', (json) => json.nodes.push({ children: [2, 2] }, {})),
	square('root that is a child', (json) => json.nodes.push({ children: [0] })),
	square('nodes nested too deep', (json) => {
		for (let i = 1; i < 3000; i++) json.nodes.push({ children: i < 2999 ? [i + 1] : [] });
		json.nodes[0].children = [1];
	}),
	square('skin that is the name of a method', (json) => Object.assign(json.nodes[0], { skin: 'constructor' })),
	square('scale of zero', (json) => Object.assign(json.nodes[0], { scale: [1, 0, 0] })),
	square('scale of zero above', (json) => {
		json.nodes.push({ name: 'flattener', scale: [0, 0, 0], children: [0] });
		json.scenes[0].nodes = [1];
	}),
	square('matrix that flattens', (json) =>
		Object.assign(json.nodes[0], { matrix: [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }),
	),
	square('matrix that projects', (json) =>
		Object.assign(json.nodes[0], { matrix: [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }),
	),
	square('rotation of length zero', (json) => Object.assign(json.nodes[0], { rotation: [0, 0, 0, 0] })),
	square('rotation of another length', (json) => Object.assign(json.nodes[0], { rotation: [0, 1, 0, 1] })),
	square('matrix that shears', (json) =>
		Object.assign(json.nodes[0], { matrix: [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }),
	),
	square('matrix and translation', (json) => {
		Object.assign(json.nodes[0], { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], translation: [1, 0, 0] });
	}),
	square('transforms beyond all numbers', (json) => {
		json.nodes.push(
			{ name: 'far', scale: [1e200, 1e200, 1e200], children: [2] },
			{ scale: [1e200, 1e200, 1e200], children: [0] },
		);
		json.scenes[0].nodes = [1];
	}),
	square('place beyond all measure', (json) => Object.assign(json.nodes[0], { translation: [1e30, 0, 0] })),
	square('scene that is not there', () => {}, { options: { scene: 'Roof' } }),
	square('variant that is not there', (json) => void variants(json), { options: { variant: 'Winter' } }),
	square('variant where there are none', () => {}, { options: { variant: 'Winter' } }),
	square('variants of which none is chosen', variants),
	square('two scenes', (json) => {
		json.scenes = [
			{ name: 'low', nodes: [0] },
			{ name: 'high', nodes: [0] },
		];
	}),
	square('no scene', (json) => {
		json.scenes = undefined;
		json.scene = undefined;
	}),
	square('nine scenes without a default', (json) => {
		json.scenes = Array.from({ length: 9 }, (_, floor) => ({ name: `floor ${floor}`, nodes: [0] }));
		json.scene = undefined;
	}),
	square('nine hidden nodes', (json) => {
		json.extensionsUsed = ['KHR_node_visibility'];
		for (let i = 1; i <= 9; i++) {
			json.nodes.push({ name: `shell ${i}`, mesh: 0, extensions: { KHR_node_visibility: { visible: false } } });
			json.scenes[0].nodes.push(i);
		}
	}),
];

const CONTENT: readonly FaultCase[] = [
	square('nothing but a node', (json) => Reflect.deleteProperty(json.nodes[0], 'mesh')),
	square('nothing in the scene', (json) => Object.assign(json.scenes[0], { nodes: [] })),
	square('nothing but hidden nodes', (json) => {
		json.extensionsUsed = ['KHR_node_visibility'];
		json.nodes[0].extensions = { KHR_node_visibility: { visible: false } };
	}),
	square('primitive without positions', (json) =>
		Object.assign(json.meshes[0].primitives[0], { attributes: { NORMAL: 0 } }),
	),
	square('points and lines', (json) => {
		const attributes = { POSITION: 0 };
		json.meshes[0].primitives.push({ attributes, mode: 0 }, { attributes, mode: 1 }, { attributes, mode: 3 });
	}),
	square('index beyond the vertices', (json, maker) => {
		json.meshes[0].primitives[0].indices = maker.indices([0, 1, 2, 0, 2, 4]);
	}),
	square('every index beyond the vertices', (json, maker) => {
		json.meshes[0].primitives[0].indices = maker.indices([70, 80, 90]);
	}),
	square('restart', (json, maker) => {
		Object.assign(json.meshes[0].primitives[0], { mode: 5, indices: maker.indices([0, 1, 3, 65535, 1, 2, 3]) });
	}),
	square('index that would be a restart', (json, maker) => {
		const primitive = json.meshes[0].primitives[0];
		primitive.attributes.POSITION = maker.points(Array.from({ length: 256 * 3 }, (_, i) => i % 7));
		primitive.indices = maker.indices([0, 1, 255], Uint8Array);
	}),
	square('corners that make no triangle', (json, maker) => {
		json.meshes[0].primitives[0].indices = maker.indices([0, 1, 2, 0, 2]);
	}),
	square('corner that is not a number', (json, maker) => {
		json.meshes[0].primitives[0].attributes.POSITION = maker.points([Number.NaN, ...SQUARE.slice(1)]);
	}),
	square('corner at infinity, unused', (json, maker) => {
		json.meshes[0].primitives[0].attributes.POSITION = maker.points([...SQUARE, Number.POSITIVE_INFINITY, 0, 0]);
	}),
	square('positions that are no points', (json, maker) => {
		json.meshes[0].primitives[0].attributes.POSITION = maker.accessor(new Float32Array(8), 'VEC2');
	}),
	square('positions as whole numbers, undeclared', (json, maker) => {
		json.meshes[0].primitives[0].attributes.POSITION = maker.accessor(Uint16Array.from(SQUARE), 'VEC3', {
			min: [0, 0, 0],
			max: [1, 0, 1],
		});
	}),
	square('positions as long whole numbers, normalized', (json, maker) => {
		const bounds = { min: [0, 0, 0], max: [1, 0, 1] };
		json.meshes[0].primitives[0].attributes.POSITION = maker.accessor(Uint32Array.from(SQUARE), 'VEC3', {
			normalized: true,
			...bounds,
		});
	}),
	square('indices that are none', (json, maker) => {
		json.meshes[0].primitives[0].indices = maker.accessor(new Float32Array(6), 'SCALAR');
	}),
	square('indices that are normalized', (json) => Object.assign(json.accessors[1], { normalized: true })),
	square('surfaces of corners', (json, maker) => {
		json.meshes[0].primitives[0].attributes._SURFACE = maker.accessor(Float32Array.of(4, 4, 4, 9), 'SCALAR');
	}),
	square('surfaces beyond the table', (json, maker) => {
		json.meshes[0].primitives[0].attributes._SURFACE = maker.accessor(Float32Array.of(99, 99, 99, 99), 'SCALAR');
	}),
	square('surfaces that are no numbers', (json, maker) => {
		json.meshes[0].primitives[0].attributes._SURFACE = maker.accessor(new Float32Array(8), 'VEC2');
	}),
	square('links that are no pairs', (json) => Object.assign(json.meshes[0], { extras: { transitions: [1, 2, 3] } })),
	square('links to edges that cannot be', (json) => {
		json.meshes[0].primitives[0].extras = {
			transitions: [
				[0, 3],
				[600, 4],
			],
		};
	}),
	square('skin', (json, maker) => {
		json.skins = [{ joints: [0] }];
		json.nodes[0].skin = 0;
		const { attributes } = json.meshes[0].primitives[0];
		attributes.JOINTS_0 = maker.accessor(new Uint8Array(16), 'VEC4');
		attributes.WEIGHTS_0 = maker.accessor(
			Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
			'VEC4',
		);
	}),
	square('skin without joints and weights', (json) => {
		json.skins = [{ joints: [0] }];
		json.nodes[0].skin = 0;
	}),
	square('skin whose joints are no list', (json) => {
		json.skins = [{ joints: 'none' }];
		json.nodes[0].skin = 0;
	}),
	square('collider that only an extension names', (json) => {
		json.meshes.push(json.meshes[0]);
		json.extensionsUsed = ['KHR_physics_rigid_bodies'];
		json.nodes[0].extensions = { KHR_physics_rigid_bodies: { collider: { geometry: { mesh: 1 } } } };
	}),
	square('lines only', (json) => Object.assign(json.meshes[0].primitives[0], { mode: 1 })),
	square('morph targets', (json) => Object.assign(json.meshes[0].primitives[0], { targets: [{ POSITION: 0 }] })),
	square('morph targets that are none', (json, maker) => {
		json.meshes[0].primitives[0].targets = [{ POSITION: maker.points([0, 9, 0]) }, { POSITION: 'x' }];
		json.meshes[0].weights = [1, 1, 1];
	}),
	square('copies, one of them nothing', (json, maker) => {
		json.extensionsUsed = ['EXT_mesh_gpu_instancing'];
		const SCALE = maker.accessor(Float32Array.of(1, 1, 1, 0, 0, 0, 2, 2, 2), 'VEC3');
		json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { SCALE } } };
	}),
	square('copies of surfaces beyond the table', (json, maker) => {
		json.extensionsUsed = ['EXT_mesh_gpu_instancing'];
		const _SURFACE = maker.accessor(Uint8Array.of(1, 200), 'SCALAR');
		json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { _SURFACE } } };
	}),
	square('copies of different number', (json, maker) => {
		json.extensionsUsed = ['EXT_mesh_gpu_instancing'];
		const SCALE = maker.accessor(Float32Array.of(1, 1, 1), 'VEC3');
		const TRANSLATION = maker.accessor(new Float32Array(6), 'VEC3');
		json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { SCALE, TRANSLATION } } };
	}),
	square('copies turned by what is no rotation', (json, maker) => {
		json.extensionsUsed = ['EXT_mesh_gpu_instancing'];
		const ROTATION = maker.accessor(Float32Array.of(1, 1, 1), 'VEC3');
		json.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes: { ROTATION } } };
	}),
	square('mark that is nowhere', (json) => {
		json.nodes.push({ name: 'transition_3', mesh: 1, translation: [1e20, 0, 0] });
		json.scenes[0].nodes.push(1);
		json.meshes.push({ primitives: [{ attributes: { POSITION: 0 }, mode: 1 }] });
	}),
];

export const FAULT_CASES: readonly FaultCase[] = [
	...CONTAINERS,
	...SHAPES,
	...BOUNDS,
	...RESOURCES,
	...TREES,
	...CONTENT,
	...COMPRESSED,
];
