import { describe, expect, test } from 'vitest';
import { writeGltf } from '../../../exporters/gltf/write.ts';
import type { GltfOptions } from '../../../importers/gltf/options.ts';
import { readGltf } from '../../../importers/gltf/read.ts';
import { Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { assembleScene } from '../../../src/scene/assemble.ts';
import { geometryChecksum } from '../../../src/scene/inspection.ts';
import { type Json, packGlb } from '../../support/gltf-maker.ts';
import { unpackGlb } from '../../support/mutate.ts';
import { testContext } from '../../support/read-gltf.ts';

/** Two squares beside each other, of different surfaces in turns, with a link and a vertex that nothing uses. */
function floor(): Walkmesh {
	return createWalkmesh({
		name: 'hall_01',
		positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0, 2, 1, 0, 9, 9, 9),
		faces: Uint32Array.of(0, 1, 2, 1, 4, 5, 0, 2, 3, 1, 5, 2),
		surfaces: Uint32Array.of(4, 3, 4, 7),
		transitions: Int32Array.of(-1, -1, -1, -1, 6, -1, -1, -1, -1, -1, -1, -1),
		position: [3, 4, 5],
	});
}

function write(mesh: Walkmesh, format: 'glb' | 'gltf' = 'glb'): Promise<Uint8Array> {
	return writeGltf([mesh], { format }, { surfaces: K1, report: new Report() });
}

function changed(bytes: Uint8Array, change: (json: Json, data: Uint8Array) => void): Uint8Array {
	const { text, data } = unpackGlb(bytes);
	const json = JSON.parse(text);
	const copy = new Uint8Array(data);
	change(json, copy);
	return packGlb(json, copy);
}

async function read(bytes: Uint8Array, options: GltfOptions = {}): Promise<Awaited<ReturnType<typeof readGltf>>> {
	return readGltf(bytes, options, testContext());
}

describe('inspection files', () => {
	test('are scenes for whoever asks for nodes, a scene or other axes', async () => {
		const bytes = await write(floor());
		for (const options of [{ node: ['*'] }, { scene: '0' }, { up: 'z' }, { unit: 'cm' }, { scale: 2 }] as const) {
			expect((await read(bytes, options)).kind).toBe('scene');
		}
		expect((await read(bytes, { up: 'y', unit: 'm', scale: 1, node: [] })).kind).toBe('walkmeshes');
	});

	test('are scenes once somebody has edited them, with the same surfaces, links as marks, and no word on lines', async () => {
		const bytes = changed(await write(floor()), (json) => {
			json.nodes.find((node: Json) => node.name === 'hall_01_wok').translation = [0, 1, 0];
		});
		const context = testContext();
		const content = await readGltf(bytes, {}, context);
		if (content.kind !== 'scene') throw new Error('It is no scene.');
		const { area } = assembleScene(content.scene);
		expect([...(area?.surfaces ?? [])].sort()).toEqual([3, 4, 4, 7]);
		expect(content.scene.markers).toMatchObject([{ name: 'transition_6', room: '6', kind: 'lines' }]);
		expect(context.report.findings.map(({ code }) => code)).toEqual(['NODES_TAKEN']);
	});

	test('with a stamp that fits numbers out of range are not believed', async () => {
		const broken = floor();
		broken.faces[4] = 4_000_000;
		const bytes = changed(await write(floor()), (json, data) => {
			const view = new DataView(data.buffer);
			const [stone] = json.meshes[0].primitives.map((primitive: Json) => primitive.indices);
			const { bufferView, byteOffset = 0 } = json.accessors[stone];
			view.setUint32((json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset + 4, 4_000_000, true);
			json.nodes.find((node: Json) => node.name === 'hall_01_wok').extras.wokflow.checksum = geometryChecksum(broken);
		});
		const context = testContext();
		const content = await readGltf(bytes, {}, context);
		expect(content.kind).toBe('scene');
		expect(context.report.findings.map(({ code }) => code)).toContain('GLTF_INDEX_RANGE');
	});

	test.each<[what: string, change: (stamp: Json, runs: Json, json: Json) => void]>([
		['another version', (stamp) => (stamp.version = 2)],
		['no name', (stamp) => (stamp.name = 1)],
		['no kind', (stamp) => delete stamp.kind],
		['an unknown kind', (stamp) => (stamp.kind = 'roof')],
		['an unknown state', (stamp) => (stamp.doorState = 'ajar')],
		['a short header', (stamp) => stamp.header.pop()],
		['a header that is no list', (stamp) => (stamp.header = 'fifteen letters')],
		['half a link', (stamp) => stamp.transitions.pop()],
		['a link to no room', (stamp) => (stamp.transitions[1] = 0.5)],
		['a link of no edge', (stamp) => (stamp.transitions[0] = 12)],
		['links that are no list', (stamp) => (stamp.transitions = 'four')],
		['no stamp', (_, __, json) => (json.nodes[0].extras.wokflow = 1)],
		['half a run', (_, runs) => runs.pop()],
		['a run too few', (_, runs) => runs.splice(2)],
		['runs before the first face', (_, runs) => (runs[0] = -1)],
		['runs behind the last face', (_, runs) => (runs[2] = 4)],
		['runs of parts of faces', (_, runs) => (runs[1] = 0.5)],
		['runs of more faces than there are', (_, runs) => (runs[1] = 3)],
		['a skin', (_, __, json) => (json.skins = [{ joints: [0] }])],
		['another material', (_, __, json) => (json.materials[0].name = 'paint')],
		['another node with faces', (_, __, json) => json.scenes[0].nodes.push(json.nodes.push({ mesh: 0 }) - 1)],
	])('with %s are scenes', async (_, change) => {
		const bytes = changed(await write(floor()), (json) => {
			const { wokflow } = json.nodes.find((node: Json) => node.name === 'hall_01_wok').extras;
			const runs = json.meshes[0].primitives.map(({ extras }: Json) => extras?.wokflow.runs);
			change(
				wokflow,
				runs.find((each: unknown) => Array.isArray(each) && each.length === 4),
				json,
			);
		});
		expect((await read(bytes)).kind).toBe('scene');
	});
});
