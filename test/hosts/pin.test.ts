import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, Logger, WebIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import { flatten } from '@gltf-transform/functions';
import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { Walkmesh } from '../../hosts/gltf-transform/extension.ts';
import { pinWalkmesh } from '../../hosts/gltf-transform/pin.ts';
import { walkmesh } from '../../hosts/gltf-transform/walkmesh.ts';
import { Report } from '../../src/findings/report.ts';
import { PIN_ATTRIBUTE, PINS } from '../../src/pins/vocabulary.ts';
import { FIXTURES } from '../support/cli.ts';

const silent = new Logger(Logger.Verbosity.SILENT);
const plainIo = new WebIO().setLogger(silent).registerExtensions(ALL_EXTENSIONS);
const io = new WebIO().setLogger(silent).registerExtensions([...ALL_EXTENSIONS, Walkmesh]);

async function pinned(): Promise<Document> {
	const document = (await io.readBinary(readFileSync(join(FIXTURES, 'small/two-rooms-seam.glb')))).setLogger(silent);
	await document.transform(pinWalkmesh());
	return document;
}

/** The codes of what the transform finds, and the number of faces. */
async function read(document: Document): Promise<{ codes: string[]; faces: number }> {
	const report = new Report();
	let faces = 0;
	await document.transform(walkmesh({ report, onWalkmesh: (made) => void (faces += made.walkmesh.surfaces.length) }));
	return { codes: report.findings.map(({ code }) => code).filter((code) => code.startsWith('PIN')), faces };
}

test('a pinned document is sound glTF, and survives tools that know the extension, or only extras', async () => {
	const document = await pinned();
	const bytes = await io.writeBinary(document);
	const { issues } = await validateBytes(bytes);
	expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
	const expected = await read(document);
	expect(expected.codes).toEqual(['PINS_USED']);
	for (const reader of [io, plainIo]) {
		const again = (await reader.readBinary(bytes)).setLogger(silent);
		await again.transform(flatten());
		expect(await read(again)).toEqual(expected);
	}
});

test('without the attribute, nodes and materials say what is pinned', async () => {
	const document = await pinned();
	const expected = await read(document);
	for (const mesh of document.getRoot().listMeshes())
		for (const primitive of mesh.listPrimitives()) primitive.setAttribute(PIN_ATTRIBUTE, null);
	for (const node of document.getRoot().listNodes()) node.setName('');
	for (const material of document.getRoot().listMaterials()) material.setName('');
	expect(await read(document)).toEqual(expected);
});

test('missing faces are an error, more of them a warning', async () => {
	const document = await pinned();
	const [mesh] = document.getRoot().listMeshes();
	const [node] = document
		.getRoot()
		.listNodes()
		.filter((each) => each.getMesh() === mesh);
	const copy = document.createNode('copy').setMesh(mesh);
	document.getRoot().listScenes()[0].addChild(copy);
	expect((await read(document)).codes).toContain('PINS_MORE');
	copy.dispose();
	node.setMesh(null);
	await expect(document.transform(walkmesh())).rejects.toThrow('[PINS_MISSING]');
});

test.each([
	[0.09, []],
	[0.12, ['PINS_MORE']],
])('a patch that quantization widened by %d times is reported from 0.01 square units on', async (share, codes) => {
	const document = await pinned();
	const [node] = document.getRoot().listNodes();
	// 16 square units become 0.1, before they are pinned.
	node.setScale([0.1, 1, 1 / 16]);
	await document.transform(pinWalkmesh({ again: true }));
	node.setScale([0.1 * (1 + share), 1, 1 / 16]);
	expect((await read(document)).codes.filter((code) => code !== 'PINS_USED')).toEqual(codes);
});

test('copies of a node with surfaces of their own cannot be pinned', async () => {
	const document = (await io.readBinary(readFileSync(join(FIXTURES, 'small/two-rooms-seam.glb')))).setLogger(silent);
	const node = document
		.getRoot()
		.listNodes()
		.find((each) => each.getMesh() !== null);
	const translations = document
		.createAccessor()
		.setType('VEC3')
		.setArray(Float32Array.of(0, 0, 0, 40, 0, 0));
	const surfaces = document.createAccessor().setType('SCALAR').setArray(Uint8Array.of(4, 1));
	const batch = document.createExtension(EXTMeshGPUInstancing).createInstancedMesh();
	batch.setAttribute('TRANSLATION', translations).setAttribute('_SURFACE', surfaces);
	node?.setExtension('EXT_mesh_gpu_instancing', batch);
	await expect(document.transform(pinWalkmesh())).rejects.toThrow('[PIN_COPIES_VARY]');
});

test('a scene of which nothing that was pinned is left is refused', async () => {
	const document = await pinned();
	// 2 says of a vertex that it is of no walkmesh.
	for (const mesh of document.getRoot().listMeshes())
		for (const primitive of mesh.listPrimitives()) primitive.getAttribute(PIN_ATTRIBUTE)?.getArray()?.fill(2);
	await expect(document.transform(walkmesh())).rejects.toThrow('[PINS_GONE]');
});

test('triangles without a pin are left out, and a material that says otherwise does not count; both are reported', async () => {
	const document = await pinned();
	const before = await read(document);
	const [material] = document.getRoot().listMaterials();
	material.setExtension(PINS, null).setExtras({}).setName('DeepWater');
	const [mesh] = document.getRoot().listMeshes();
	const added = mesh.listPrimitives()[0].clone().setAttribute(PIN_ATTRIBUTE, null);
	document
		.getRoot()
		.listScenes()[0]
		.addChild(document.createNode('more').setMesh(document.createMesh('more').addPrimitive(added)));
	const after = await read(document);
	expect(after.codes).toEqual(expect.arrayContaining(['PINS_WITHOUT', 'PINS_CONTRADICTED']));
	expect(after.faces).toBe(before.faces);
});

test('a pinned document is only checked when it is pinned again, and read again where that is wanted', async () => {
	const document = await pinned();
	await document.transform(flatten());
	const expected = await read(document);
	await document.transform(pinWalkmesh());
	expect(await read(document)).toEqual(expected);
	const [material] = document.getRoot().listMaterials();
	material.setName('DeepWater');
	await document.transform(pinWalkmesh({ again: true }));
	expect((await read(document)).codes).toEqual(['PINS_USED']);
});

test('what does not follow the vocabulary is refused, with its place', async () => {
	const document = await pinned();
	const [scene] = document.getRoot().listScenes();
	scene.setExtension(PINS, null).setExtras({ [PINS]: { version: 1, places: [{ parent: 0 }], faces: [] } });
	await expect(document.transform(walkmesh())).rejects.toThrow('is no place before this one');
});
