import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { Document, Logger, WebIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { draco } from '@gltf-transform/functions';
import draco3d from 'draco3dgltf';
import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { type DocumentWalkmesh, type WalkmeshOptions, walkmesh } from '../../hosts/gltf-transform/walkmesh.ts';
import { readGltf } from '../../importers/gltf/read.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { convert } from '../../pipeline/convert.ts';
import { convertRecipe } from '../../pipeline/recipe.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { FIXTURES } from '../support/cli.ts';
import { smallQuayGlb } from '../support/small-quay.ts';
import { THOROUGH } from '../support/thorough.ts';

const silent = new Logger(Logger.Verbosity.SILENT);
const io = new WebIO().setLogger(silent).registerExtensions(ALL_EXTENSIONS);

/** Of the level two rooms, but in the thorough run. */
function bytesOf(fixture: string): Uint8Array {
	return fixture === 'level/quay.glb' && !THOROUGH ? smallQuayGlb() : readFileSync(join(FIXTURES, fixture));
}

async function read(fixture: string): Promise<Document> {
	return (await io.readBinary(bytesOf(fixture))).setLogger(silent);
}

/** Runs the transform with a callback and returns what it was given. */
async function made(document: Document, options: WalkmeshOptions = {}): Promise<DocumentWalkmesh[]> {
	const all: DocumentWalkmesh[] = [];
	await document.transform(walkmesh({ ...options, onWalkmesh: (each) => void all.push(each) }));
	return all;
}

/** What `wokflow convert` makes of a fixture, by file name. */
async function converted(fixture: string, output: string): Promise<Map<string, Uint8Array>> {
	const context = { report: new Report(), surfaces: K1, mappings: [] };
	const source = bytesSource(bytesOf(fixture), basename(fixture));
	const { files } = await convert([source], output, { recipe: convertRecipe() }, context, createRegistry());
	return new Map(files.map(({ path, bytes }) => [path, bytes]));
}

/** Everything of a document that a later reader could tell apart. */
async function fingerprint(document: Document): Promise<string> {
	const { json, resources } = await new WebIO()
		.setLogger(silent)
		.registerExtensions(ALL_EXTENSIONS)
		.writeJSON(document);
	return JSON.stringify([
		json,
		Object.entries(resources).map(([key, bytes]) => [key, Buffer.from(bytes).toString('base64')]),
	]);
}

describe('walkmesh() with a callback', () => {
	test.each([
		'level/quay.glb',
		'level/rooms/quay_02b.glb',
		'small/extras.glb',
		'small/markers.glb',
		'small/nested-transforms.glb',
		'small/strips-and-fans.glb',
		'small/two-rooms-seam.glb',
	])('%s: the bytes of wokflow convert', async (fixture) => {
		const name = basename(fixture, '.glb');
		const [area] = await made(await read(fixture), { name, kind: 'area' });
		expect(area.name).toBe(`${name}.wok`);
		const expected = (await converted(fixture, `${name}.wok`)).get(`${name}.wok`);
		expect(Buffer.from(area.bytes).equals(Buffer.from(expected as Uint8Array))).toBe(true);
	});

	test('all walkmeshes of a level, named as their files', async () => {
		const all = await made(await read('level/quay.glb'), { name: 'quay' });
		expect(all.map(({ name }) => name)).toEqual([
			'quay.wok',
			'quay_console.pwk',
			'quay_gate0.dwk',
			'quay_gate1.dwk',
			'quay_gate2.dwk',
		]);
		const doors = await converted('level/quay.glb', 'quay_gate.dwk');
		for (const { name, bytes } of all.slice(2)) {
			expect(Buffer.from(bytes).equals(Buffer.from(doors.get(name) as Uint8Array))).toBe(true);
		}
	});

	test('the document stays as it is, and is handed over before the next transform', async () => {
		const document = await read('small/extras.glb');
		const before = await fingerprint(document);
		const order: string[] = [];
		await document.transform(
			walkmesh({
				onWalkmesh: async () => {
					await new Promise((resolve) => setTimeout(resolve, 5));
					order.push('walkmesh');
				},
			}),
			() => void order.push('next'),
		);
		expect(order).toEqual(['walkmesh', 'next']);
		expect(await fingerprint(document)).toBe(before);
	});

	test('a document that is to be compressed is not, on the way to the walkmesh', async () => {
		const document = await read('level/rooms/quay_02b.glb');
		const [plain] = await made(document);
		io.registerDependencies({ 'draco3d.encoder': await draco3d.createEncoderModule() });
		await document.transform(draco({ quantizePosition: 8 }));
		const [marked] = await made(document);
		expect(Buffer.from(marked.bytes).equals(Buffer.from(plain.bytes))).toBe(true);
	});

	test('several buffers with addresses of any form', async () => {
		const document = await read('level/rooms/quay_02b.glb');
		const [before] = await made(document);
		const odd = document.createBuffer('odd').setURI('../../etc/odd%20name?.bin');
		const accessors = document.getRoot().listAccessors();
		for (const accessor of accessors.slice(0, accessors.length / 2)) accessor.setBuffer(odd);
		const [after] = await made(document);
		expect(Buffer.from(after.bytes).equals(Buffer.from(before.bytes))).toBe(true);
	});
});

describe('walkmesh() without a callback', () => {
	test('adds valid glTF; what is added reads back bit for bit; a second time changes nothing', async () => {
		const document = await read('level/quay.glb');
		const made_ = await made(document, { name: 'quay' });
		await document.transform(walkmesh({ name: 'quay' }));
		const once = await io.writeBinary(document);
		const { issues } = await validateBytes(once);
		expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);

		await document.transform(walkmesh({ name: 'quay' }));
		const twice = await io.writeBinary(document);
		expect(Buffer.from(twice).equals(Buffer.from(once))).toBe(true);

		// Nothing but what was added is left, so the reader knows it for an inspection file.
		for (const scene of document.getRoot().listScenes()) {
			for (const node of scene.listChildren()) {
				if (node.getExtras()['wokflow'] !== undefined) continue;
				const below: (typeof node)[] = [];
				node.traverse((each) => below.push(each));
				for (const each of below) each.dispose();
			}
		}
		for (const node of document.getRoot().listNodes())
			if (node.getParentNode() === null && node.listParents().length === 1) node.dispose();
		const content = await readGltf(
			await io.writeBinary(document),
			{},
			{ report: new Report(), surfaces: K1, mappings: [], name: 'x' },
		);
		expect(content.kind).toBe('walkmeshes');
		if (content.kind === 'walkmeshes') {
			expect(content.walkmeshes.map((each) => each.walkmesh)).toEqual(made_.map((each) => each.walkmesh));
		}
	});

	test('made again after the geometry has changed, also under another name', async () => {
		const document = await read('small/extras.glb');
		await document.transform(walkmesh({ name: 'first' }));
		const counts = (): number[] => {
			const root = document.getRoot();
			return [
				root.listNodes().length,
				root.listMeshes().length,
				root.listAccessors().length,
				root.listMaterials().length,
			];
		};
		const before = counts();
		for (const node of document.getRoot().listScenes()[0].listChildren()) {
			if (node.getExtras()['wokflow'] !== undefined) continue;
			const [x, y, z] = node.getTranslation();
			node.setTranslation([x + 100, y, z]);
		}
		await document.transform(walkmesh({ name: 'second' }));
		expect(counts()).toEqual(before);
		const names = document
			.getRoot()
			.listNodes()
			.map((node) => node.getName());
		expect(names).toContain('second_wok');
		expect(names).not.toContain('first_wok');
		const [moved] = await made(document, { node: ['second_wok'] });
		expect(Math.min(...moved.walkmesh.positions.filter((_, i) => i % 3 === 0))).toBeGreaterThan(50);
	});

	test('lies on the geometry of a document in centimetres with Z up', async () => {
		const document = await read('small/extras.glb');
		const [plain] = await made(document);
		const options = { up: 'z', unit: 'cm', nodes: undefined } as const;
		const holder = document
			.createNode('turned')
			.setScale([100, 100, 100])
			.setRotation([Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
		const scene = document.getRoot().listScenes()[0];
		for (const node of scene.listChildren()) holder.addChild(node);
		scene.addChild(holder);
		const { nodes: _, ...frame } = options;
		await document.transform(walkmesh({ ...frame, name: 'room' }), walkmesh({ ...frame, name: 'room' }));
		expect(
			document
				.getRoot()
				.listNodes()
				.filter((node) => node.getName() === 'frame').length,
		).toBe(1);
		const [added] = await made(document, { ...frame, node: ['room_wok'] });
		const extent = ({ walkmesh: { positions } }: DocumentWalkmesh): number[] =>
			[0, 1, 2].flatMap((axis) => {
				const values = [...positions].filter((_, i) => i % 3 === axis);
				return [Math.min(...values), Math.max(...values)];
			});
		const expected = extent(plain);
		for (const [i, value] of extent(added).entries()) expect(value).toBeCloseTo(expected[i], 3);
	});

	test('a document without a scene that is shown gets one', async () => {
		const document = await read('small/extras.glb');
		document.getRoot().setDefaultScene(null);
		await document.transform(walkmesh({ name: 'room' }));
		expect(document.getRoot().listScenes().length).toBe(1);
		expect(
			document
				.getRoot()
				.listScenes()[0]
				.listChildren()
				.some((node) => node.getName() === 'room_wok'),
		).toBe(true);
	});
});

describe('walkmesh() refuses', () => {
	test('an unknown material: the document stays as it is and the findings are reported', async () => {
		const document = await read('small/unknown-material.glb');
		const before = await fingerprint(document);
		const report = new Report();
		await expect(document.transform(walkmesh({ report }))).rejects.toThrow(
			/walkmesh: nothing was written\.\n.*SURFACE_UNKNOWN/,
		);
		expect(report.findings.some(({ code }) => code === 'SURFACE_UNKNOWN')).toBe(true);
		expect(await fingerprint(document)).toBe(before);
		await document.transform(walkmesh({ surface: { Stoen: 'Stone' } }));
	});

	test('a document with nothing to convert', async () => {
		const document = new Document().setLogger(silent);
		document.createScene();
		await expect(document.transform(walkmesh())).rejects.toThrow('[GLTF_NOTHING]');
	});

	test('options and kinds that do not exist', () => {
		expect(() => walkmesh({ weldd: 1 } as never)).toThrow(
			'walkmesh() has no option "weldd". Did you mean "weld"? It has: add, backs, fixTJunctions,',
		);
		expect(() => walkmesh({ kind: 'wok' as never })).toThrow(
			'The option kind of walkmesh() is one of area, placeable, door, not "wok".',
		);
	});

	test('no document of another copy of the library', async () => {
		// Its build for require() shares nothing with that for import.
		const other = createRequire(import.meta.url)('@gltf-transform/core') as typeof import('@gltf-transform/core');
		const otherIo = new other.WebIO().setLogger(silent);
		const bytes = readFileSync(join(FIXTURES, 'level/rooms/quay_02b.glb'));
		const document = (await otherIo.readBinary(bytes)).setLogger(silent);
		const [area] = await made(document);
		const [expected] = await made(await read('level/rooms/quay_02b.glb'));
		expect(Buffer.from(area.bytes).equals(Buffer.from(expected.bytes))).toBe(true);
		await document.transform(walkmesh({ name: 'quay_02b' }));
		const { issues } = await validateBytes(await otherIo.writeBinary(document));
		expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
		const [added] = await made(document, { node: ['quay_02b_wok'] });
		expect(added.walkmesh.faces.length).toBe(area.walkmesh.faces.length);
	});
});

test('what was found goes to the logger of the document', async () => {
	const lines: string[] = [];
	const logger = {
		...silent,
		info: (line: string) => lines.push(`info ${line}`),
		warn: (line: string) => lines.push(`warn ${line}`),
	};
	const document = await read('small/unknown-material.glb');
	document.setLogger(logger as never);
	await document.transform(walkmesh({ surface: { Stoen: 'Stone', Nothing: 'Dirt' }, name: 'room' }));
	expect(lines.some((line) => line.startsWith('info room: Assuming Y up') && line.endsWith('[FRAME_ASSUMED]'))).toBe(
		true,
	);
	expect(lines.some((line) => line.startsWith('warn room: The mapping "Nothing=Dirt"'))).toBe(true);
});
