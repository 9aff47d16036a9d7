import { describe, expect, test } from 'vitest';
import type { GltfOptions } from '../../../importers/gltf/options.ts';
import { GltfMaker, type Json, SQUARE } from '../../support/gltf-maker.ts';
import { failingFinding, found, readScene } from '../../support/read-gltf.ts';

/** A document with a square on every named node; `tree` gives the children of nodes. */
function level(names: readonly string[], change: (json: Json) => void = () => {}): Uint8Array {
	const maker = new GltfMaker();
	const primitive = { attributes: { POSITION: maker.points(SQUARE) }, mode: 6, material: maker.material('Stone') };
	const mesh = maker.mesh([primitive]);
	for (const name of names) maker.node({ name, mesh });
	change(maker.json);
	return maker.glb();
}

async function partsOf(bytes: Uint8Array, options: GltfOptions = {}): Promise<string[]> {
	return (await readScene(bytes, options)).scene.parts.map(({ name }) => name);
}

describe('scenes', () => {
	const two = level(['a', 'b', 'c'], (json) => {
		json.scenes = [
			{ name: 'Low', nodes: [0] },
			{ name: 'High', nodes: [1, 2] },
		];
		json.scene = 1;
	});

	test('the default is read, and the others are named', async () => {
		const { scene, report } = await readScene(two);
		expect(scene.parts.map(({ name }) => name)).toEqual(['b', 'c']);
		expect(found(report, 'GLTF_SCENE_CHOSEN')[0].message).toBe('Using scene "High"; ignoring "Low".');
	});

	test('another is asked for by name, letter case or not, or by index', async () => {
		for (const scene of ['Low', 'low', '0']) expect(await partsOf(two, { scene })).toEqual(['a']);
	});

	test('a name goes before an index', async () => {
		const odd = level(['a', 'b'], (json) =>
			Object.assign(json, { scenes: [{ nodes: [0] }, { name: '0', nodes: [1] }] }),
		);
		expect(await partsOf(odd, { scene: '0' })).toEqual(['b']);
	});

	test('several without a default: all nodes, and a finding', async () => {
		const none = level(['a', 'b', 'c'], (json) => {
			json.scenes = [
				{ name: 'Low', nodes: [0] },
				{ name: 'High', nodes: [1] },
			];
			json.scene = undefined;
		});
		const { scene, report } = await readScene(none);
		expect(scene.parts).toHaveLength(3);
		expect(found(report, 'GLTF_SCENE_CHOSEN')).toHaveLength(1);
	});

	test('only one without a default is that one, silently', async () => {
		const one = level(['a', 'b'], (json) => Object.assign(json, { scenes: [{ nodes: [1] }], scene: undefined }));
		const { scene, report } = await readScene(one);
		expect(scene.parts.map(({ name }) => name)).toEqual(['b']);
		expect(report.findings.map(({ code }) => code)).toEqual(['NODES_TAKEN']);
	});
});

describe('nodes', () => {
	test('come depth-first, children in the order of their parent, parents before children', async () => {
		const tree = level(['a', 'b', 'c', 'd', 'e'], (json) => {
			json.scenes[0].nodes = [2, 0];
			json.nodes[2].children = [4, 1];
			json.nodes[1].children = [3];
		});
		const { scene } = await readScene(tree);
		expect(scene.nodes.map(({ name, parent }) => `${name}${parent}`)).toEqual(['c-1', 'e0', 'b0', 'd2', 'a-1']);
		expect(scene.parts.map(({ name, node }) => `${name}${node}`)).toEqual(['c0', 'e1', 'b2', 'd3', 'a4']);
	});

	test('without a name have that of their mesh; extras go along', async () => {
		const bytes = level([''], (json) => {
			json.meshes[0].name = 'hall_wok';
			json.nodes[0].extras = { note: 1 };
		});
		const { scene } = await readScene(bytes);
		expect(scene.parts[0]).toMatchObject({ name: 'hall_wok', kind: 'area', model: 'hall' });
		expect(scene.nodes[0]).toMatchObject({ name: 'hall_wok', extras: { note: 1 } });
		expect(scene.takenWhole).toBe(false);
	});

	test('hidden ones and all below them are left out unless they are asked for', async () => {
		const bytes = level(['a', 'b', 'c'], (json) => {
			json.extensionsUsed = ['KHR_node_visibility'];
			json.nodes[1].extensions = { KHR_node_visibility: { visible: false } };
			json.nodes[1].children = [2];
			json.nodes[2].extensions = { KHR_node_visibility: { visible: true } };
			json.scenes[0].nodes = [0, 1];
		});
		const { scene, report } = await readScene(bytes);
		expect(scene.parts.map(({ name }) => name)).toEqual(['a']);
		expect(found(report, 'GLTF_HIDDEN')[0].message).toBe('2 hidden nodes left out: "b", "c".');
		expect(await partsOf(bytes, { hidden: true })).toEqual(['a', 'b', 'c']);
	});

	test('hidden ones count as named: then nothing is taken rather than everything', async () => {
		const bytes = level(['a', 'hall_wok'], (json) => {
			json.extensionsUsed = ['KHR_node_visibility'];
			json.nodes[1].extensions = { KHR_node_visibility: { visible: false } };
		});
		expect((await failingFinding(bytes)).code).toBe('GLTF_NOTHING');
	});
});
