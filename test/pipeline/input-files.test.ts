import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRegistry } from '../../jobs/default-registry.ts';
import { openFile } from '../../jobs/files/files.ts';
import { openLevel } from '../../jobs/query.ts';
import { readSource } from '../../pipeline/read.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { HEAPS, objOfHeap } from '../fuzz/heaps.ts';
import { scratchFolder } from '../support/cli.ts';
import { generator } from '../support/mutate.ts';

test('a scene that is only asked is not judged as a level, unless that is wanted', async () => {
	const codesOf = async (options: { judged?: boolean }): Promise<string[]> => {
		const report = new Report();
		const source = bytesSource(objOfHeap(HEAPS['islands'](20, generator(2)), 1e6), 'isles.obj');
		const { level } = await openLevel([source], options, { report, surfaces: K1, mappings: [] }, createRegistry());
		expect(level.rooms).toHaveLength(1);
		return report.findings.map(({ code }) => code);
	};
	expect(await codesOf({})).not.toContain('WALKABLE_ISLANDS');
	expect(await codesOf({ judged: true })).toContain('WALKABLE_ISLANDS');
});

const FOLDER = scratchFolder();

test('a file that is not there is reported with what lies there under a name like it', async () => {
	writeFileSync(join(FOLDER, 'quay_01a.wok'), '');
	const messageOf = (name: string): Promise<string> =>
		openFile(join(FOLDER, name), new Report()).then(
			() => 'opened',
			(error: Error) => error.message,
		);
	expect(await messageOf('quay_1a.wok')).toContain('it does not exist; there is "quay_01a.wok"');
	expect(await messageOf('gate.dwk')).not.toContain('there is');
	expect(await messageOf('nowhere/quay_01a.wok')).not.toContain('there is');
});

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** What reading a file is refused with: `CODE: message`. */
async function refusal(name: string, content: string): Promise<string> {
	const context = { report: new Report(), surfaces: K1, mappings: [] };
	try {
		await readSource(bytesSource(bytesOf(content), name), {}, context, createRegistry());
	} catch (error) {
		if (error instanceof InputError) return `${error.finding.code}: ${error.finding.message}`;
		throw error;
	}
	return 'read';
}

describe('scenes that are not read', () => {
	test('are answered with what to export', async () => {
		expect(await refusal('room.fbx', 'Kaydara FBX Binary  \0')).toBe(
			'FORMAT_NOT_READ: FBX is not read. Open it in Blender and export glTF (.glb).',
		);
		expect(await refusal('room.blend', 'BLENDER-v304')).toContain('Export glTF from Blender');
		expect(await refusal('room.stl', 'solid room\nfacet normal 0 0 1')).toContain('no materials, so no surfaces');
	});

	test.each([
		['FBX as text', '; FBX 7.7.0 project file\n'],
		['COLLADA', '<?xml version="1.0"?>\n<COLLADA xmlns="http://www.collada.org">'],
		['STL', 'solid room\n facet normal 0 0 1\n'],
		['PLY', 'ply\nformat ascii 1.0\n'],
		['USD', '#usda 1.0\n(\n)\n'],
		['USD crate', 'PXR-USDC\0\0'],
		['Blender', 'BLENDER_v279'],
		['Maya', '//Maya ASCII 2020 scene\n'],
		['3ds Max', '\xd0\xcf\x11\xe0\xa1\xb1'],
	])('are known by their content, whatever they are called: %s', async (_, content) => {
		for (const name of ['room', 'room.bin', 'room.obj'])
			expect(await refusal(name, content)).toContain('FORMAT_NOT_READ');
	});

	test.each([
		'.fbx',
		'.dae',
		'.stl',
		'.ply',
		'.usd',
		'.usda',
		'.usdc',
		'.usdz',
		'.blend',
		'.3ds',
		'.max',
		'.mb',
		'.skp',
		'.FBX',
	])('are known by their extension: %s', async (extension) => {
		expect(await refusal(`room${extension}`, 'nothing that tells')).toContain('FORMAT_NOT_READ');
	});

	test('what is none of them is an unknown format', async () => {
		expect(await refusal('notes.md', 'nothing that tells')).toContain('FORMAT_UNKNOWN');
		expect(await refusal('room.bin', 'beginlayout\n')).toContain('it looks like an area layout (LYT). Formats: ');
		expect(await refusal('room.bin', '')).toContain('it looks like a file that is empty. Formats: ');
	});
});

const folder = scratchFolder();
const MEGABYTE = 1 << 20;

function file(size: number): { readonly path: string; readonly bytes: Buffer } {
	const path = join(folder, `${size}.obj`);
	const bytes = Buffer.from(Uint32Array.from({ length: size / 4 + 1 }, (_, i) => Math.imul(i, 0x9e3779b1)).buffer);
	writeFileSync(path, bytes.subarray(0, size));
	return { path, bytes: bytes.subarray(0, size) };
}

test.each([0, 1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 3 * MEGABYTE, 3 * MEGABYTE + 7])(
	'a file of %d bytes in pieces is the file, however long each is used',
	async (size) => {
		const { path, bytes } = file(size);
		const source = await openFile(path, new Report());
		const parts: Buffer[] = [];
		for await (const chunk of source.chunks()) {
			// The next one is being read meanwhile.
			await new Promise((resolve) => setImmediate(resolve));
			parts.push(Buffer.from(chunk));
		}
		expect(Buffer.concat(parts).equals(bytes)).toBe(true);
		expect(source.head.length).toBe(Math.min(size, source.head.length));
	},
);

test('pieces need not be read to the end', async () => {
	const { path } = file(4 * MEGABYTE);
	const source = await openFile(path, new Report());
	for await (const chunk of source.chunks()) {
		expect(chunk).toHaveLength(MEGABYTE);
		break;
	}
});

test('a file that went away meanwhile is an error of the one who reads', async () => {
	const { path } = file(2 * MEGABYTE);
	const source = await openFile(path, new Report());
	rmSync(path);
	const read = async (): Promise<void> => {
		for await (const _ of source.chunks()) expect.unreachable();
	};
	await expect(read()).rejects.toThrow(InputError);
	await expect(source.bytes()).rejects.toThrow(InputError);
});
