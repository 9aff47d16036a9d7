import { WebIO } from '@gltf-transform/core';
import fc from 'fast-check';
import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { writeGltf } from '../../../exporters/gltf/write.ts';
import { decodeBwm } from '../../../importers/bwm/decode.ts';
import { readGltf } from '../../../importers/gltf/read.ts';
import { walkmeshFromBwm } from '../../../src/bwm/derive.ts';
import { Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../../../src/walkmesh/walkmesh.ts';
import { corpusFiles, corpusPresent } from '../../support/corpus.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh, bitsOf, floor } from '../../support/walkmeshes.ts';

const write = (meshes: Walkmesh[], format: 'glb' | 'gltf' = 'glb'): Promise<Uint8Array> =>
	writeGltf(meshes, { format }, { surfaces: K1, report: new Report() });

const read = (bytes: Uint8Array) =>
	readGltf(bytes, {}, { report: new Report(), surfaces: K1, mappings: [], name: 'inspection' });

/** Everything a walkmesh is, −0 told from 0. */
function meaning(mesh: Walkmesh) {
	const { name, kind, doorState, position, hooks } = mesh;
	return {
		name,
		kind,
		doorState,
		positions: bitsOf(mesh.positions),
		faces: [...mesh.faces],
		surfaces: [...mesh.surfaces],
		transitions: [...mesh.transitions],
		header: bitsOf(Float32Array.from([position, ...Object.values(hooks)].flat())),
	};
}

/** Errors and warnings of the Khronos validator. */
async function faults(bytes: Uint8Array): Promise<unknown[]> {
	const { issues } = await validateBytes(bytes);
	return issues.messages.filter(({ severity }: { severity: number }) => severity < 2);
}

async function expectSame(meshes: Walkmesh[], bytes: Uint8Array): Promise<void> {
	const content = await read(bytes);
	expect(content.kind).toBe('walkmeshes');
	if (content.kind !== 'walkmeshes') return;
	expect(content.walkmeshes.map(({ walkmesh }) => meaning(walkmesh))).toEqual(meshes.map(meaning));
}

describe('inspection glTF', () => {
	test('any walkmeshes read back bit for bit and satisfy the Khronos validator', async () => {
		// glTF and its validator work in doubles of at most float32's range; what lies beyond 1e30 overflows their own sums.
		const coordinate = fc.float({ noNaN: true, min: Math.fround(-1e30), max: Math.fround(1e30) });
		await fc.assert(
			fc.asyncProperty(
				fc.array(anyWalkmesh({ coordinate, surface: fc.nat(60) }), { minLength: 1, maxLength: 3 }),
				fc.constantFrom('glb' as const, 'gltf' as const),
				async (meshes, format) => {
					const bytes = await write(meshes, format);
					await expectSame(meshes, bytes);
					expect(await faults(bytes)).toEqual([]);
				},
			),
			{ numRuns: runs(40) },
		);
	}, 120_000);

	test('the same walkmesh gives the same bytes', async () => {
		expect(Buffer.compare(await write([floor()]), await write([floor()]))).toBe(0);
	});

	test('an empty walkmesh keeps its name and kind', async () => {
		const empty = {
			...floor(),
			faces: new Uint32Array(0),
			surfaces: new Uint32Array(0),
			transitions: new Int32Array(0),
		};
		await expectSame([empty], await write([empty]));
		const nothing = { ...empty, positions: new Float32Array(0) };
		await expectSame([nothing], await write([nothing]));
	});

	test('a primitive for each surface, named after it and coloured; lines for the perimeter, ribbons for transitions', async () => {
		const mesh = { ...floor(), surfaces: Uint32Array.of(4, 10), transitions: Int32Array.of(5, -1, -1, -1, -1, -1) };
		const document = await new WebIO().readBinary(await write([mesh]));
		const nodes = document
			.getRoot()
			.listNodes()
			.map((node) => node.getName());
		expect(nodes).toEqual(['floor_wok', 'perimeter', 'transition_5']);
		const materials = document
			.getRoot()
			.listMeshes()[0]
			.listPrimitives()
			.map((primitive) => primitive.getMaterial());
		expect(materials.map((material) => material?.getName())).toEqual(['wok_Stone', 'wok_Metal']);
		expect(materials.map((material) => material?.getBaseColorFactor().slice(0, 3))).toEqual([
			[...K1.surfaces[4].colour],
			[...K1.surfaces[10].colour],
		]);
		const [, perimeter, transition] = document.getRoot().listMeshes();
		expect(perimeter.listPrimitives()[0].getIndices()?.getCount()).toBe(2 * 3);
		const [ribbon] = transition.listPrimitives();
		expect([...(ribbon.getIndices()?.getArray() ?? [])]).toEqual([0, 1, 2, 0, 2, 3]);
		// On the edge from (0, 0) to (10, 0), and 0.1 m up and in from it; glTF's y is up, its z the other way than ours.
		const corners = [...(ribbon.getAttribute('POSITION')?.getArray() ?? [])].map((value) => Math.fround(value) + 0);
		expect(corners).toEqual([0, 0, 0, 10, 0, 0, 10, 0.1, -0.1, 0, 0.1, -0.1].map(Math.fround));
		expect(ribbon.getMaterial()?.getName()).toBe('transition');
	});

	test.each([
		['a vertex was moved', (root: ReturnType<typeof parts>) => root.positions.setElement(0, [9, 9, 9])],
		['the node was moved', (root: ReturnType<typeof parts>) => void root.node.setTranslation([1, 0, 0])],
		['a material was renamed', (root: ReturnType<typeof parts>) => void root.material.setName('wok_Metal')],
		['another mesh was added', (root: ReturnType<typeof parts>) => void root.scene.addChild(root.copy)],
	])('is a scene like any other once %s', async (_, edit) => {
		const io = new WebIO();
		const document = await io.readBinary(await write([floor()]));
		edit(parts(document));
		expect((await read(await io.writeBinary(document))).kind).toBe('scene');
	});

	function parts(document: Awaited<ReturnType<WebIO['readBinary']>>) {
		const root = document.getRoot();
		const [node] = root.listNodes();
		const [primitive] = root.listMeshes()[0].listPrimitives();
		const positions = primitive.getAttribute('POSITION');
		const material = primitive.getMaterial();
		if (positions === null || material === null) throw new Error('no such parts');
		const copy = document.createNode('copy').setMesh(root.listMeshes()[0]);
		return { node, positions, material, scene: root.listScenes()[0], copy };
	}
});

const files = [
	...corpusFiles('rooms', '.wok'),
	...corpusFiles('rewritten', '.wok'),
	...corpusFiles('doors-placeables', '.pwk'),
];

describe.skipIf(!corpusPresent)(`real files as inspection glTF (${files.length})`, () => {
	test.each(files)('$name', async ({ bytes }) => {
		const mesh = walkmeshFromBwm(decodeBwm(bytes, new Report()), { name: 'real' }, new Report());
		const glb = await write([mesh]);
		expect(await faults(glb)).toEqual([]);
		await expectSame([mesh], glb);
	});
});
