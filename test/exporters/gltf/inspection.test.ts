import { type Document, type Node, WebIO } from '@gltf-transform/core';
import fc from 'fast-check';
import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { writeGltf } from '../../../exporters/gltf/write.ts';
import { decodeBwm } from '../../../importers/bwm/decode.ts';
import { readGltf } from '../../../importers/gltf/read.ts';
import { walkmeshFromBwm } from '../../../src/bwm/derive.ts';
import { defineFindings, Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { corpusFiles, corpusPresent } from '../../support/corpus.ts';
import { runs } from '../../support/thorough.ts';
import { anyWalkmesh, bitsOf, floor } from '../../support/walkmeshes.ts';

const write = (meshes: Walkmesh[], format: 'glb' | 'gltf' = 'glb'): Promise<Uint8Array> =>
	writeGltf(meshes, { format }, { surfaces: K1, report: new Report() });

const context = () => ({ report: new Report(), surfaces: K1, mappings: [], name: 'inspection' });

const read = (bytes: Uint8Array) => readGltf(bytes, {}, context());

const namesOf = (document: Document): string[] =>
	document
		.getRoot()
		.listNodes()
		.map((node) => node.getName());

const FOUND = defineFindings({
	FAULT: { severity: 'error', message: () => 'This is wrong.', meaning: 'A test.', help: 'Nothing.' },
	DOUBT: { severity: 'warning', message: () => 'This is odd.', meaning: 'A test.', help: 'Nothing.' },
	NOTE: { severity: 'info', message: () => 'This was done.', meaning: 'A test.', help: 'Nothing.' },
});

/** A floor, a crate's top, a wall and a ceiling, in an order that is none of theirs. */
function hallAt(x: number, y: number): Walkmesh {
	const corners = [0, 0, 0, 8, 0, 0, 8, 6, 0, 0, 6, 0, 0, 0, 3, 8, 0, 3, 8, 6, 3, 0, 6, 3, 2, 2, 1, 3, 2, 1, 3, 3, 1];
	return createWalkmesh({
		name: 'hall',
		positions: Float32Array.from(corners, (value, i) => value + [x, y, 0][i % 3]),
		faces: Uint32Array.of(0, 1, 2, 0, 4, 5, 4, 6, 5, 8, 9, 10, 0, 2, 3, 0, 5, 1, 4, 7, 6),
		surfaces: Uint32Array.of(4, 7, 7, 7, 4, 7, 7),
	});
}

/** As a level has it. */
async function hall(): Promise<{ mesh: Walkmesh; bytes: Uint8Array; document: Document }> {
	const mesh = hallAt(3000, -4000);
	const placed = { roomNames: ['hall'], roomPositions: [[3001.5, -3999.25, 0.1]] } as const;
	const bytes = await writeGltf([mesh], placed, { surfaces: K1, report: new Report() });
	return { mesh, bytes, document: await new WebIO().readBinary(bytes) };
}

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
			{ numRuns: runs(10, 400) },
		);
	}, 120_000);

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

	test('floor, obstacles, walls and ceilings of a room are nodes of their own; what hides the floor has one side', async () => {
		const { document, mesh, bytes } = await hall();
		const names = ['hall_walkable', 'hall_obstacles', 'hall_walls', 'hall_ceilings'];
		expect(namesOf(document)).toEqual(['hall_wok', 'hall', ...names, 'ignore_perimeter']);
		const nodes = document.getRoot().listNodes();
		expect(nodes.slice(2, 6).map((node) => node.getMesh()?.listPrimitives()[0].getIndices()?.getCount())).toEqual([
			6, 3, 6, 6,
		]);
		const sides = document
			.getRoot()
			.listMaterials()
			.map((material) => [material.getName(), material.getDoubleSided()]);
		expect(sides).toEqual([
			['wok_Stone', true],
			['wok_Nonwalk', false],
			['ignore_perimeter', true],
		]);
		const lists = nodes.flatMap((node) => node.getMesh()?.listPrimitives() ?? []);
		expect(new Set(lists.slice(0, 4).map((primitive) => primitive.getAttribute('POSITION'))).size).toBe(1);
		await expectSame([mesh], bytes);
	});

	test('no node stands far from the level, wherever that lies in the area', async () => {
		const { document } = await hall();
		const alone = await new WebIO().readBinary(await write([hallAt(3000, -4000)]));
		for (const [nodes, [x, z]] of [
			[document.getRoot().listNodes(), [3000, 4000]],
			[alone.getRoot().listNodes(), [3000, 4000]],
		] as const) {
			// Meshes are where their points are; empty nodes are where they stand.
			for (const node of nodes.filter((each) => each.getMesh() === null)) {
				const [nx, , nz] = node.getWorldTranslation();
				expect(Math.hypot(nx - x, nz - z), node.getName()).toBeLessThan(20);
			}
			for (const node of nodes.filter((each) => each.getMesh() !== null))
				expect(node.getWorldTranslation(), node.getName()).toEqual([0, 0, 0]);
		}
	});

	test('findings are pins on their places when they are asked for, and the file reads back all the same', async () => {
		const report = new Report();
		const mesh = { ...hallAt(0, 0), surfaces: Uint32Array.of(4, 4, 4, 7, 7, 7, 7) };
		report.add(FOUND.FAULT, { at: [1, 2, 3], room: 'hall', face: 2 });
		report.add(FOUND.FAULT, { room: 'hall' });
		report.add(FOUND.DOUBT, { at: [4, 5, 6] });
		report.add(FOUND.NOTE, { at: [7, 8, 9] });
		const bytes = await writeGltf([mesh], { findings: report.findings }, { surfaces: K1, report });
		expect(namesOf(await new WebIO().readBinary(bytes))).toContain('ignore_findings');
		expect(await faults(bytes)).toEqual([]);
		await expectSame([mesh], bytes);
		// Whoever takes every node takes no pin for ground.
		const scene = await readGltf(bytes, { node: ['*'] }, context());
		const faces =
			scene.kind === 'scene' ? scene.scene.parts.reduce((sum, { surfaces }) => sum + surfaces.length, 0) : 0;
		expect(faces).toBe(mesh.surfaces.length);
		expect(namesOf(await new WebIO().readBinary(await write([mesh])))).not.toContain('ignore_findings');
	});

	test('an editor that drops all extras still leaves the ground of a room, and no sign for ground', async () => {
		const report = new Report();
		const mesh = { ...hallAt(0, 0), surfaces: Uint32Array.of(4, 4, 4, 7, 7, 7, 7) };
		report.add(FOUND.FAULT, { at: [1, 2, 3], room: 'hall' });
		const lines = [
			{
				name: 'leak_hall_1',
				points: [
					[1, 1, 0],
					[4, 1, 0],
				],
			},
		] as const;
		const placed = { roomNames: ['hall'], roomPositions: [[1, 2, 0]] } as const;
		const bytes = await writeGltf([mesh], { ...placed, lines, findings: report.findings }, { surfaces: K1, report });
		const io = new WebIO();
		const document = await io.readBinary(bytes);
		const root = document.getRoot();
		for (const part of [...root.listNodes(), ...root.listMaterials()]) part.setExtras({});
		for (const each of root.listMeshes().flatMap((own) => own.listPrimitives())) each.setExtras({});
		const edited = context();
		const content = await readGltf(await io.writeBinary(document), {}, edited);
		if (content.kind !== 'scene') throw new Error('It is no scene.');
		const parts = content.scene.parts.map(({ surfaces }) => [...surfaces]);
		expect(parts.flat().sort()).toEqual([...mesh.surfaces].sort());
		expect(edited.report.findings.map(({ code }) => code)).toEqual(['NODES_TAKEN', 'PINS_ADVISED']);
	});

	test('a part that was moved, or one of a file that somebody made up, makes it a scene', async () => {
		for (const edit of [
			(nodes: Node[]) => void nodes[4].setTranslation([1, 0, 0]),
			(nodes: Node[]) =>
				void nodes[2].getMesh()?.listPrimitives()[0].getAttribute('POSITION')?.setElement(0, [9, 9, 9]),
			(nodes: Node[]) => void nodes[0].setTranslation([1, 0, 0]),
			(nodes: Node[]) => void nodes[1].setScale([2, 2, 2]),
			(nodes: Node[]) => void nodes[0].setScale([2, 2, 2]),
			(nodes: Node[]) => void nodes[4].setExtras({}),
			(nodes: Node[]) => void nodes[3].setExtras({ wokflow: { part: 'everything' } }),
			(nodes: Node[]) => void nodes[1].addChild(nodes[4]),
		]) {
			const { document } = await hall();
			edit(document.getRoot().listNodes());
			expect((await read(await new WebIO().writeBinary(document))).kind).toBe('scene');
		}
	});
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
