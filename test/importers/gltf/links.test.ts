import { describe, expect, test } from 'vitest';
import { type GltfMaker, type Json, SQUARE, squareDocument } from '../../support/gltf-maker.ts';
import { found, readScene } from '../../support/read-gltf.ts';

/** The square and one node more. */
function withNode(node: Json, mesh?: Json, change: (maker: GltfMaker) => void = () => {}): GltfMaker {
	const maker = squareDocument();
	maker.node({ ...node, ...(mesh === undefined ? {} : { mesh: maker.mesh([{ ...mesh }]) }) });
	change(maker);
	return maker;
}

const SEGMENT = { attributes: { POSITION: 0 }, mode: 1, indices: 1 };

describe('lines that mark transitions', () => {
	test('are named by their node', async () => {
		const { scene, report } = await readScene(
			withNode({ name: 'transition_2', translation: [0, 1, 0] }, SEGMENT).glb(),
		);
		expect(scene.markers).toHaveLength(1);
		expect(scene.markers[0]).toMatchObject({ name: 'transition_2', room: '2', kind: 'lines', node: 1 });
		// Indices 0 1 2 0 2 3 are the segments 0–1, 2–0, 2–3; y up becomes z up, and the node is a metre higher.
		expect([...scene.markers[0].positions]).toEqual([0, 0, 1, 0, -1, 1, 1, -1, 1, 0, 0, 1, 1, -1, 1, 1, 0, 1]);
		expect(found(report, 'GLTF_NOT_TRIANGLES')).toEqual([]);
		expect(found(report, 'NODES_TAKEN')[0].message).not.toContain('transition_2');
	});

	test.each<[string, (maker: GltfMaker) => void]>([
		['mesh', (maker) => Object.assign(maker.json.meshes[1], { name: 'link_hall_01' })],
		[
			'material',
			(maker) => Object.assign(maker.json.meshes[1].primitives[0], { material: maker.material('link_hall_01') }),
		],
		[
			'primitive, in extras',
			(maker) => Object.assign(maker.json.meshes[1].primitives[0], { extras: { name: 'link_hall_01' } }),
		],
		[
			'extras.transition of the node',
			(maker) => Object.assign(maker.json.nodes[1], { extras: { transition: 'hall_01' } }),
		],
		['extras.link of the mesh', (maker) => Object.assign(maker.json.meshes[1], { extras: { link: 'hall_01' } })],
		[
			'node above',
			(maker) => {
				maker.node({ name: 'link_hall_01', children: [1] });
				maker.json.scenes[0].nodes = [0, 2];
			},
		],
	])('are named by their %s', async (_, change) => {
		const { scene } = await readScene(withNode({ name: 'door line' }, SEGMENT, change).glb());
		expect(scene.markers).toMatchObject([{ room: 'hall_01', kind: 'lines' }]);
	});

	test.each([
		[2, [0, 1, 1, 2, 2, 3, 3, 0]],
		[3, [0, 1, 1, 2, 2, 3]],
	])('loops and strips of lines (mode %i) are segments', async (mode, ends) => {
		const { scene } = await readScene(withNode({ name: 'transition_2' }, { attributes: { POSITION: 0 }, mode }).glb());
		const area = ends.flatMap((v) => [SQUARE[v * 3], 0 - SQUARE[v * 3 + 2], SQUARE[v * 3 + 1]]);
		expect([...scene.markers[0].positions].map((value) => value + 0)).toEqual(area.map((value) => value + 0));
	});

	test('points mark one by one', async () => {
		const { scene } = await readScene(
			withNode({ name: 'transition_2' }, { attributes: { POSITION: 0 }, mode: 0 }).glb(),
		);
		expect(scene.markers.map(({ kind }) => kind)).toEqual(['point', 'point', 'point', 'point']);
		expect([...scene.markers[2].positions]).toEqual([1, -1, 0]);
	});

	test('other lines are told about, those of our own inspection files are not', async () => {
		const other = await readScene(withNode({ name: 'guide' }, SEGMENT).glb());
		expect(found(other.report, 'GLTF_NOT_TRIANGLES')).toMatchObject([{ location: { node: 'guide' } }]);
		for (const name of ['perimeter', 'perimeter.001', 'perimeter_2']) {
			const own = await readScene(withNode({ name }, SEGMENT).glb());
			expect(found(own.report, 'GLTF_NOT_TRIANGLES')).toEqual([]);
			expect(own.scene.markers).toEqual([]);
		}
		const stamped = withNode({ name: 'defects' }, SEGMENT, (maker) =>
			Object.assign(maker.json.nodes[1], { extras: { wokflow: {} } }),
		);
		expect(found((await readScene(stamped.glb())).report, 'GLTF_NOT_TRIANGLES')).toEqual([]);
	});

	test('triangles are ground, whatever they are called', async () => {
		const { scene } = await readScene(withNode({ name: 'link_fence', mesh: 0 }).glb());
		expect(scene.markers).toEqual([]);
		expect(scene.parts).toHaveLength(2);
	});
});

describe('empties that mark transitions', () => {
	test('stand where they stand', async () => {
		const { scene } = await readScene(withNode({ name: 'link_hall_01.002', translation: [1, 2, 3] }).glb());
		expect(scene.markers).toMatchObject([{ name: 'link_hall_01.002', room: 'hall_01', kind: 'point', node: 1 }]);
		expect([...scene.markers[0].positions]).toEqual([1, -3, 2]);
	});

	test('are also told by extras', async () => {
		const { scene } = await readScene(withNode({ name: 'Empty', extras: { transition: 4 } }).glb());
		expect(scene.markers).toMatchObject([{ name: 'Empty', room: '4' }]);
	});

	test('are not groups of marks', async () => {
		const maker = withNode({ name: 'part' }, SEGMENT);
		maker.node({ name: 'transition_3', children: [1] });
		maker.json.scenes[0].nodes = [0, 2];
		const { scene } = await readScene(maker.glb());
		expect(scene.markers).toMatchObject([{ kind: 'lines', room: '3' }]);
	});
});

describe('which marks count', () => {
	const maker = (): GltfMaker => {
		const made = squareDocument('hall_wok');
		made.node({ name: 'transition_1' });
		made.node({ name: 'ignore_old', children: [made.node({ name: 'transition_2' }, true)] });
		return made;
	};

	test('all that are not ignored, tagged nodes or not', async () => {
		expect((await readScene(maker().glb())).scene.markers.map(({ room }) => room)).toEqual(['1']);
	});

	test('of chosen nodes, those below them', async () => {
		expect((await readScene(maker().glb(), { node: ['hall*'] })).scene.markers).toEqual([]);
		expect((await readScene(maker().glb(), { node: ['*'] })).scene.markers.map(({ room }) => room)).toEqual(['1', '2']);
	});
});

describe('links in extras', () => {
	async function rooms(
		extras: Json,
		where: 'mesh' | 'primitive',
		scale: readonly number[] = [1, 1, 1],
	): Promise<number[] | undefined> {
		const maker = squareDocument();
		maker.json.nodes[0].scale = scale;
		if (where === 'mesh') maker.json.meshes[0].extras = extras;
		else maker.json.meshes[0].primitives[0].extras = extras;
		const { scene } = await readScene(maker.glb());
		const { paintedRooms } = scene.parts[0];
		return paintedRooms === undefined ? undefined : [...paintedRooms];
	}

	test.each(['mesh', 'primitive'] as const)('of a %s, as pairs or as one list', async (where) => {
		expect(
			await rooms(
				{
					transitions: [
						[0, 7],
						[5, 8],
					],
				},
				where,
			),
		).toEqual([7, -1, -1, -1, -1, 8]);
		expect(await rooms({ transitions: [0, 7, 5, 8] }, where)).toEqual([7, -1, -1, -1, -1, 8]);
	});

	test('move with their edges when the node is mirrored', async () => {
		// Triangle 0 1 2 becomes 0 2 1: its edges 0–1, 1–2, 2–0 are then 1–0, 2–1, 0–2, last, second and first.
		expect(
			await rooms(
				{
					transitions: [
						[0, 7],
						[1, 8],
						[2, 9],
					],
				},
				'mesh',
				[-1, 1, 1],
			),
		).toEqual([9, 8, 7, -1, -1, -1]);
	});

	test('of a mesh run through its primitives', async () => {
		const maker = squareDocument();
		maker.json.meshes[0].primitives.push({ ...maker.json.meshes[0].primitives[0], extras: { transitions: [[0, 5]] } });
		maker.json.meshes[0].extras = {
			transitions: [
				[1, 3],
				[7, 4],
			],
		};
		const { scene } = await readScene(maker.glb());
		expect(scene.parts.map(({ paintedRooms }) => [...(paintedRooms ?? [])])).toEqual([
			[-1, 3, -1, -1, -1, -1],
			[5, 4, -1, -1, -1, -1],
		]);
	});

	test('count the triangles of strips as they are drawn, stitches included', async () => {
		const maker = squareDocument();
		Object.assign(maker.json.meshes[0].primitives[0], { mode: 5, indices: maker.indices([1, 2, 0, 3, 3, 3, 2, 3, 0]) });
		maker.json.meshes[0].primitives[0].extras = {
			transitions: [
				[6 * 3, 2],
				[2 * 3, 9],
			],
		};
		const { scene, report } = await readScene(maker.glb());
		const { paintedRooms = [], triangles } = scene.parts[0];
		// Triangle 6 is the last one, 2 3 0; triangle 2 is a stitch, which is not there to be linked.
		expect([...triangles.subarray(6)]).toEqual([2, 3, 0]);
		expect([...paintedRooms].slice(6)).toEqual([2, -1, -1]);
		expect(found(report, 'GLTF_TRANSITIONS_UNREAD')).toHaveLength(1);
	});
});

describe('painted links', () => {
	function painted(
		colours: readonly (readonly number[])[],
		type: 'float' | 'byte' | 'short',
		size: 3 | 4 = 4,
	): GltfMaker {
		const maker = squareDocument();
		const flat = colours.flatMap((colour) => [...colour, 1].slice(0, size));
		const scaled = (most: number): number[] => flat.map((value) => Math.round(value * most));
		const array =
			type === 'float'
				? Float32Array.from(flat)
				: type === 'byte'
					? Uint8Array.from(scaled(255))
					: Uint16Array.from(scaled(65535));
		const extra = type === 'float' ? {} : { normalized: true };
		maker.json.meshes[0].primitives[0].attributes.COLOR_0 = maker.accessor(array, `VEC${size}`, extra);
		return maker;
	}
	const white = [1, 1, 1];
	const linear = (c: number): number => ((c + 0.055) / 1.055) ** 2.4;

	test.each([
		['float', 4, 203 / 255],
		['float', 3, linear(203 / 255)],
		['byte', 4, 203 / 255],
		['byte', 4, linear(203 / 255)],
		['short', 4, 103 / 255],
		['short', 4, linear(103 / 255)],
	] as const)('as %s of %i values: green %d is room 3', async (type, size, green) => {
		const { scene, report } = await readScene(painted([[0, green, 0], [0, green, 0], white, white], type, size).glb());
		expect([...(scene.parts[0].paintedRooms ?? [])]).toEqual([3, -1, -1, -1, -1, -1]);
		expect(found(report, 'PAINTED_ROOMS')).toHaveLength(1);
	});

	test('may lie in a later set of colours', async () => {
		const maker = painted([[0, 203 / 255, 0], [0, 203 / 255, 0], white, white], 'byte');
		const { attributes } = maker.json.meshes[0].primitives[0];
		attributes.COLOR_1 = attributes.COLOR_0;
		attributes.COLOR_0 = maker.accessor(new Uint8Array(16).fill(200), 'VEC4', { normalized: true });
		const { scene } = await readScene(maker.glb());
		expect(scene.parts[0].paintedRooms?.[0]).toBe(3);
	});

	test('extras go before paint', async () => {
		const maker = painted([[0, 203 / 255, 0], [0, 203 / 255, 0], white, white], 'byte');
		maker.json.meshes[0].extras = { transitions: [[0, 8]] };
		expect((await readScene(maker.glb())).scene.parts[0].paintedRooms?.[0]).toBe(8);
	});

	test('white says nothing', async () => {
		const { scene, report } = await readScene(painted([white, white, white, white], 'byte').glb());
		expect(scene.parts[0].paintedRooms).toBeUndefined();
		expect(report.findings.map(({ code }) => code)).toEqual(['NODES_TAKEN']);
	});
});
