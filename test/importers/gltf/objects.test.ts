import { describe, expect, test } from 'vitest';
import { flipCorners } from '../../../src/geometry/triangles.ts';
import { GltfMaker, type Json, SQUARE } from '../../support/gltf-maker.ts';
import { failingFinding, found, readScene } from '../../support/read-gltf.ts';

/** Nodes with a square each, or without a mesh where the name begins with `*`. */
function nodes(
	list: readonly { name: string; children?: number[]; translation?: number[]; scale?: number[] }[],
): GltfMaker {
	const maker = new GltfMaker();
	const primitive = {
		attributes: { POSITION: maker.points(SQUARE) },
		mode: 6,
		material: maker.material('wok_Nonwalk'),
	};
	const mesh = maker.mesh([primitive]);
	const below = new Set(list.flatMap(({ children = [] }) => children));
	for (const [index, { name, ...rest }] of list.entries()) {
		const empty = name.startsWith('*');
		maker.node({ name: name.slice(empty ? 1 : 0), ...rest, ...(empty ? {} : { mesh }) }, below.has(index));
	}
	return maker;
}

describe('placeables', () => {
	test('have a kind, a model and their hooks', async () => {
		const { scene } = await readScene(
			nodes([
				{ name: '*plc_box_pwk', children: [1, 2, 3], translation: [10, 0, 0] },
				{ name: 'plc_box_pwk_wg' },
				{ name: '*pwk_use01', translation: [1, 2, 3] },
				{ name: '*PWK_DP_USE_02.001', translation: [0, 0, -1] },
			]).glb(),
		);
		expect(scene.parts).toMatchObject([{ kind: 'placeable', model: 'plc_box', node: 1 }]);
		expect(scene.hooks).toEqual([
			{ node: 2, kind: 'placeable', slot: 1, model: 'plc_box', at: [11, -3, 2] },
			{ node: 3, kind: 'placeable', slot: 2, model: 'plc_box', at: [10, 1, 0] },
		]);
		expect(scene.nodes[0].origin).toEqual([10, 0, 0]);
	});

	test('a hook with a mesh is a hook, not ground', async () => {
		const { scene, report } = await readScene(nodes([{ name: 'box' }, { name: 'pwk_use01' }]).glb());
		expect(scene.parts.map(({ name }) => name)).toEqual(['box']);
		expect(scene.hooks).toHaveLength(1);
		expect(found(report, 'NODES_TAKEN')[0].message).not.toContain('pwk_use01');
	});

	test('a file with hooks alone is read: such placeables ship with the game', async () => {
		const { scene } = await readScene(nodes([{ name: '*pwk_use01' }]).glb());
		expect(scene).toMatchObject({ parts: [], hooks: [{ slot: 1 }] });
	});
});

describe('copies by instancing', () => {
	function copied(attributes: (maker: GltfMaker) => Json, node: Json = {}): GltfMaker {
		const maker = nodes([{ name: 'tile' }]);
		maker.json.extensionsUsed = ['EXT_mesh_gpu_instancing'];
		Object.assign(maker.json.nodes[0], node, {
			extensions: { EXT_mesh_gpu_instancing: { attributes: attributes(maker) } },
		});
		return maker;
	}

	test('are made in their order, within the node', async () => {
		const { scene } = await readScene(
			copied(
				(maker) => ({
					TRANSLATION: maker.accessor(Float32Array.of(0, 0, 0, 5, 0, 0), 'VEC3'),
					SCALE: maker.accessor(Float32Array.of(1, 1, 1, 2, 2, 2), 'VEC3'),
					_ID: maker.accessor(Uint8Array.of(4, 5), 'SCALAR'),
				}),
				{ translation: [0, 1, 0] },
			).glb(),
		);
		expect(scene.parts).toHaveLength(1);
		const { positions, triangles, surfaces } = scene.parts[0];
		expect([...positions.subarray(0, 12)].map((v) => v + 0)).toEqual([0, 0, 1, 0, -1, 1, 1, -1, 1, 1, 0, 1]);
		expect([...positions.subarray(12)].map((v) => v + 0)).toEqual([5, 0, 1, 5, -2, 1, 7, -2, 1, 7, 0, 1]);
		expect([...triangles]).toEqual([1, 2, 0, 2, 3, 0, 5, 6, 4, 6, 7, 4]);
		expect([...surfaces]).toEqual([7, 7, 7, 7]);
	});

	test('may be mirrored one by one, and turned by packed rotations', async () => {
		const { scene } = await readScene(
			copied((maker) => ({
				SCALE: maker.accessor(Float32Array.of(1, 1, 1, -1, 1, 1), 'VEC3'),
				ROTATION: maker.accessor(Int16Array.of(0, 0, 0, 32767, 0, 32767, 0, 0), 'VEC4', { normalized: true }),
			})).glb(),
		);
		const { positions, triangles } = scene.parts[0];
		expect([...triangles.subarray(6)]).toEqual([5, 4, 6, 6, 4, 7]);
		// Half a turn about Y after the mirror in x: x stays, z turns to −z, which is y in the area.
		expect([...positions.subarray(12, 24)].map((v) => Math.round(v * 1e6) / 1e6 + 0)).toEqual([
			0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0,
		]);
	});
});

describe('skins', () => {
	/** The triangles of a fan of four corners. */
	const FAN = [1, 2, 0, 2, 3, 0];

	/** A square whose node is moved, under a skeleton of two joints that stands as it was bound but for `second`. Its last corner follows both. */
	function skinned(
		second: readonly number[],
		{
			bound = true,
			joints = [0, 0, 0, 1],
			weights = [1, 1, 1, 0.25],
		}: { bound?: boolean; joints?: number[]; weights?: number[] } = {},
	): GltfMaker {
		const maker = nodes([
			{ name: 'body', translation: [100, 0, 0], scale: [-9, 9, 9] },
			{ name: '*armature', children: [2, 3], translation: [0, 5, 0] },
			{ name: '*hip', translation: [1, 0, 0] },
			{ name: '*head', translation: [...second] },
		]);
		const moved = (x: number, y: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1];
		const inverse = Float32Array.from([...moved(-1, 0), ...moved(0, -2)]);
		maker.json.skins = [{ joints: [2, 3], inverseBindMatrices: bound ? maker.accessor(inverse, 'MAT4') : undefined }];
		maker.json.nodes[0].skin = 0;
		const { attributes } = maker.json.meshes[0].primitives[0];
		attributes.JOINTS_0 = maker.accessor(Uint8Array.from(joints.flatMap((joint) => [joint, 0, 0, 0])), 'VEC4');
		attributes.WEIGHTS_0 = maker.accessor(
			Float32Array.from(weights.flatMap((weight) => [weight, 1 - weight, 0, 0])),
			'VEC4',
		);
		return maker;
	}
	const pointsOf = ({ scene }: Awaited<ReturnType<typeof readScene>>): number[] =>
		[...scene.parts[0].positions].map((value) => value + 0);

	test('put a mesh where joints and bind matrices do, not where its node is', async () => {
		const reading = await readScene(skinned([0, 2, 0]).glb());
		expect(pointsOf(reading)).toEqual([0, 0, 5, 0, -1, 5, 1, -1, 5, 1, 0, 5]);
		expect([...reading.scene.parts[0].triangles]).toEqual(FAN);
		expect(found(reading.report, 'GLTF_REST_POSE')).toMatchObject([{ severity: 'info', location: { node: 'body' } }]);
		expect(found(reading.report, 'GLTF_SKIN_UNREAD')).toEqual([]);
	});

	test('are evaluated in the pose of the file, each vertex by its weights', async () => {
		const reading = await readScene(skinned([0, 10, 0]).glb());
		// The second joint stands 8 higher than it was bound; a quarter of the last corner follows it.
		expect(pointsOf(reading)).toEqual([0, 0, 5, 0, -1, 5, 1, -1, 5, 1, 0, 7]);
	});

	test('without bind matrices add the whole of what joints are', async () => {
		const reading = await readScene(skinned([0, 2, 0], { bound: false }).glb());
		expect(pointsOf(reading).slice(0, 3)).toEqual([1, 0, 5]);
	});

	test('take weights as shares, and the first joint where there are none', async () => {
		const maker = skinned([0, 10, 0]);
		const { attributes } = maker.json.meshes[0].primitives[0];
		const weights = [2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 3, 0, 0];
		attributes.JOINTS_0 = maker.accessor(Uint16Array.from([0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]), 'VEC4');
		attributes.WEIGHTS_0 = maker.accessor(Float32Array.from(weights), 'VEC4');
		expect(pointsOf(await readScene(maker.glb())).filter((_, i) => i % 3 === 2)).toEqual([5, 13, 9, 11]);
	});

	test('that mirror keep the front of a mesh', async () => {
		const maker = skinned([0, 2, 0]);
		maker.json.nodes[1].scale = [-1, 1, 1];
		const { scene } = await readScene(maker.glb());
		expect([...scene.parts[0].triangles]).toEqual([...flipCorners(Uint32Array.from(FAN))]);
	});

	test('are used where the node itself is scaled to nothing', async () => {
		const maker = skinned([0, 2, 0]);
		maker.json.nodes[0].scale = [0, 0, 0];
		expect(pointsOf(await readScene(maker.glb())).slice(0, 3)).toEqual([0, 0, 5]);
	});

	test.each([
		[
			'joints that the skin does not have',
			(maker: GltfMaker) => void (maker.json.skins[0].joints = [2]),
			'joints that it does not have',
		],
		[
			'vertices without joints',
			(maker: GltfMaker) => void delete maker.json.meshes[0].primitives[0].attributes.JOINTS_0,
			'no joints and weights',
		],
		[
			'a joint outside of the scene',
			(maker: GltfMaker) => void (maker.json.nodes[1].children = [2]),
			'joint 1 is not in the scene',
		],
		[
			'bind matrices of another type',
			(maker: GltfMaker) => void (maker.json.skins[0].inverseBindMatrices = 0),
			'inverse bind matrices',
		],
	])('with %s leave the mesh at its node, with a warning', async (_, change, problem) => {
		const maker = skinned([0, 2, 0]);
		change(maker);
		const reading = await readScene(maker.glb());
		expect(pointsOf(reading).slice(0, 3)).toEqual([100, 0, 0]);
		expect(found(reading.report, 'GLTF_SKIN_UNREAD')).toMatchObject([
			{ severity: 'warning', location: { node: 'body' } },
		]);
		expect(found(reading.report, 'GLTF_SKIN_UNREAD')[0].message).toContain(problem);
	});
});

test('a mesh on many nodes is read once and shown at each', async () => {
	const list = Array.from({ length: 500 }, (_, i) => ({ name: `tile.${i}`, translation: [i, 0, 0] }));
	const { scene } = await readScene(nodes(list).glb());
	expect(scene.parts).toHaveLength(500);
	expect(scene.parts[499].positions[0]).toBe(499);
	expect(scene.parts[0].triangles).toBe(scene.parts[499].triangles);
});

test('a reading can be stopped', async () => {
	const controller = new AbortController();
	controller.abort(new Error('stopped'));
	await expect(failingFinding(nodes([{ name: 'a' }]).glb(), {}, { signal: controller.signal })).rejects.toThrow(
		'stopped',
	);
});

test('a mesh that is marked as the navigation mesh is used, and nothing else', async () => {
	const maker = nodes([{ name: 'hall' }, { name: 'somewhere to walk', translation: [3, 0, 0] }, { name: 'other' }]);
	maker.json.extensionsUsed = ['MOZ_hubs_components'];
	maker.json.nodes[1].extensions = { MOZ_hubs_components: { 'nav-mesh': {}, visible: { visible: false } } };
	maker.json.nodes[2].extensions = { MOZ_hubs_components: { 'trigger-volume': {} } };
	const { scene, report } = await readScene(maker.glb());
	expect(scene.parts.map(({ name }) => name)).toEqual(['somewhere to walk']);
	expect(found(report, 'NODES_TAKEN')).toMatchObject([{ data: { rule: 'tagged', taken: 1, left: 2 } }]);
	expect(found(report, 'GLTF_EXTENSION_UNKNOWN')).toEqual([]);
});

describe('colliders that only a physics extension names', () => {
	/** A hall, with a mesh that no node shows. */
	function withCollider(extension: string, collider: Json, lists: Json = {}): GltfMaker {
		const maker = nodes([{ name: 'hall' }]);
		maker.mesh([{ attributes: { POSITION: maker.points(SQUARE) } }]);
		maker.json.extensionsUsed = [extension, ...Object.keys(lists)];
		maker.json.extensions = lists;
		maker.json.nodes[0].extensions = { [extension]: collider };
		return maker;
	}
	const told = async (maker: GltfMaker): Promise<unknown[]> =>
		found((await readScene(maker.glb())).report, 'GLTF_COLLIDERS_UNUSED').map(({ data }) => data);

	test.each([
		['OMI_collider', { collider: 0 }, { OMI_collider: { colliders: [{ type: 'trimesh', mesh: 1 }] } }],
		[
			'OMI_physics_body',
			{ collider: { shape: 0 } },
			{ OMI_physics_shape: { shapes: [{ type: 'trimesh', trimesh: { mesh: 1 } }] } },
		],
		['KHR_physics_rigid_bodies', { collider: { geometry: { mesh: 1, convexHull: true } } }, {}],
		[
			'KHR_physics_rigid_bodies',
			{ collider: { geometry: { shape: 1 } } },
			{ KHR_implicit_shapes: { shapes: [{ type: 'box' }, { mesh: 1 }] } },
		],
	])('are reported, as %s has them', async (extension, collider, lists) => {
		const data = { nodes: 1, names: '"hall"', extension };
		expect(await told(withCollider(extension, collider, lists))).toEqual([data]);
	});

	test('are not told where they are shown, no meshes, triggers, or nonsense', async () => {
		const shown = withCollider('KHR_physics_rigid_bodies', { collider: { geometry: { mesh: 0 } } });
		expect(await told(shown)).toEqual([]);
		const box = { OMI_physics_shape: { shapes: [{ type: 'box', box: { size: [1, 1, 1] } }] } };
		expect(await told(withCollider('OMI_physics_body', { collider: { shape: 0 } }, box))).toEqual([]);
		const mesh = { OMI_physics_shape: { shapes: [{ trimesh: { mesh: 1 } }] } };
		expect(await told(withCollider('OMI_physics_body', { trigger: { shape: 0 } }, mesh))).toEqual([]);
		expect(await told(withCollider('OMI_physics_body', { collider: { shape: 7 } }, mesh))).toEqual([]);
		expect(await told(withCollider('KHR_physics_rigid_bodies', { collider: { geometry: { mesh: 9 } } }))).toEqual([]);
	});
});
