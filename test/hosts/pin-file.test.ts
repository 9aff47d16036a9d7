import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, Logger } from '@gltf-transform/core';
import { flatten, join as joined, meshopt, palette } from '@gltf-transform/functions';
import { MeshoptEncoder } from 'meshoptimizer';
import { expect, test } from 'vitest';
import { Walkmesh } from '../../hosts/gltf-transform/extension.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { transformer } from '../support/gltf-variants.ts';
import { smallQuayGlb } from '../support/small-quay.ts';

const folder = scratchFolder();
const scene = join(FIXTURES, 'small/two-rooms-seam.glb');
const at = (name: string): string => join(folder, name);

const io = await transformer(Walkmesh);

async function changed(from: string, to: string, change: (document: Document) => unknown) {
	const document = (await io.readBinary(readFileSync(from))).setLogger(new Logger(Logger.Verbosity.SILENT));
	await change(document);
	writeFileSync(to, await io.writeBinary(document));
}

/** The bytes of the walkmesh of a scene. */
async function walkmeshOf(name: string): Promise<Uint8Array> {
	const { code, stderr } = await wokflow(['convert', name, at('room.wok'), '--force']);
	expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
	return readFileSync(at('room.wok'));
}

test.each(['.glb', '.gltf'])('a scene is pinned into a %s, which other tools may join and merge', async (extension) => {
	const pinned = at(`pinned${extension}`);
	const { code, stdout, stderr } = await wokflow(['convert', scene, pinned, '--pin']);
	expect([code, stdout + stderr]).toEqual([0, expect.stringContaining(`wrote ${pinned}`)]);
	const whole = await walkmeshOf(scene);
	expect(await walkmeshOf(pinned)).toEqual(whole);
	if (extension === '.gltf') return;
	await changed(pinned, at('merged.glb'), (document) => document.transform(palette({ min: 1 }), flatten(), joined()));
	const { code: after, stderr: told } = await wokflow(['convert', at('merged.glb'), at('merged.wok'), '-v']);
	expect([after, told]).toEqual([0, expect.stringContaining('PINS_USED')]);
	expect(readFileSync(at('merged.wok')).length).toBe(whole.length);
});

test('convert refuses a scene in which a single one of many pinned faces is missing', async () => {
	writeFileSync(at('scene.glb'), smallQuayGlb());
	expect((await wokflow(['convert', at('scene.glb'), at('quay.glb'), '--pin'])).code).toBe(0);
	await changed(at('quay.glb'), at('holed.glb'), (document) => {
		const [primitive] = document
			.getRoot()
			.listMeshes()
			.filter((mesh) => mesh.getName().includes('quay_02b'))
			.flatMap((mesh) => mesh.listPrimitives());
		const indices = primitive.getIndices();
		indices?.setArray(indices.getArray()?.slice(3) ?? null);
	});
	const { code, stderr } = await wokflow(['convert', at('holed.glb'), at('holed.wok')]);
	expect([code, stderr]).toEqual([1, expect.stringContaining('[PINS_MISSING]')]);
});

test('a compressed scene is written without its compression, one with extensions of others without those; both are reported', async () => {
	await changed(scene, at('small.glb'), (document) => document.transform(meshopt({ encoder: MeshoptEncoder })));
	const { stderr } = await wokflow(['convert', at('small.glb'), at('large.glb'), '--pin', '-v']);
	expect(stderr).toContain('PIN_DECOMPRESSED');
	expect((await walkmeshOf(at('large.glb'))).length).toBe((await walkmeshOf(at('small.glb'))).length);

	const text = JSON.parse(readFileSync(at('pinned.gltf'), 'utf8'));
	writeFileSync(at('own.gltf'), JSON.stringify({ ...text, extensionsUsed: [...text.extensionsUsed, 'VENDOR_own'] }));
	const own = await wokflow(['convert', at('own.gltf'), at('own.glb'), '--pin']);
	expect(own.stderr).toContain('Left out of the pinned scene: VENDOR_own.');
	const sound = await wokflow(['convert', scene, at('sound.glb'), '--pin', '-v']);
	expect(sound.stderr).not.toMatch(/PIN_/);
});

test('buffers and images beside a scene come into the pinned one, and none from elsewhere', async () => {
	const text = JSON.parse(readFileSync(at('pinned.gltf'), 'utf8'));
	mkdirSync(at('beside'));
	const [{ uri }] = text.buffers;
	writeFileSync(at('beside/level.bin'), Buffer.from(uri.split(',')[1], 'base64'));
	writeFileSync(at('beside/look.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
	writeFileSync(at('secret.png'), 'secret');
	const withImage = (image: string): void =>
		writeFileSync(
			at('beside/level.gltf'),
			JSON.stringify({
				...text,
				buffers: [{ ...text.buffers[0], uri: 'level.bin' }],
				images: [{ uri: image, mimeType: 'image/png' }],
				textures: [{ source: 0 }],
			}),
		);
	withImage('look.png');
	expect((await wokflow(['convert', at('beside/level.gltf'), at('level.gltf'), '--pin'])).code).toBe(0);
	const made = JSON.parse(readFileSync(at('level.gltf'), 'utf8'));
	expect(made.images[0].uri).toBe('data:image/png;base64,iVBORw0KGgo=');
	expect(made.buffers[0].uri).toMatch(/^data:application\/octet-stream;base64,/);
	for (const [image, found] of [
		['../secret.png', 'GLTF_URI_REFUSED'],
		['missing.png', 'GLTF_RESOURCE'],
	]) {
		withImage(image);
		const { code, stderr } = await wokflow(['convert', at('beside/level.gltf'), at('no.glb'), '--pin']);
		expect([code, stderr]).toEqual([3, expect.stringContaining(found)]);
	}
});

test.each<[string, string[], string]>([
	['another output', [scene, 'a.wok', '--pin'], '--pin takes one glTF scene and writes one.'],
	['two inputs', [scene, scene, 'a.glb', '--pin'], '--pin takes one glTF scene and writes one.'],
	['what makes walkmeshes', [scene, 'a.glb', '--pin', '--no-weld'], '--weld has no effect on it'],
	['another frame', [scene, 'a.glb', '--pin', '--up', 'z'], '--up has no effect on it'],
])('%s is refused', async (_, args, message) => {
	const { code, stderr } = await wokflow(['convert', ...args], { cwd: folder });
	expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
