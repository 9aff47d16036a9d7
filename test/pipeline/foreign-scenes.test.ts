import { describe, expect, test } from 'vitest';
import { createRegistry } from '../../jobs/default-registry.ts';
import { readSource } from '../../pipeline/read.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';

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
