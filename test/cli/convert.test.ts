import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { Report } from '../../src/findings/report.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { smallQuayGlb } from '../support/small-quay.ts';

const out = scratchFolder();
const at = (name: string): string => join(out, name);
const bytesOf = (name: string): Buffer => readFileSync(at(name));
const same = (a: string, b: string): boolean => bytesOf(a).equals(bytesOf(b));

/** Runs a conversion that must succeed. */
async function convert(...args: string[]): Promise<void> {
	const run = await wokflow(['convert', ...args, '--quiet']);
	expect(run.stderr).toBe('');
	expect(run.code).toBe(0);
}

describe('wokflow convert', () => {
	test('the level as GLB and as OBJ gives the same walkmesh', async () => {
		await convert('fixtures/level/quay.glb', at('glb.wok'));
		await convert('fixtures/level/quay.obj', at('obj.wok'));
		expect(same('glb.wok', 'obj.wok')).toBe(true);
		expect(decodeBwm(bytesOf('glb.wok'), new Report()).materials.length).toBe(8562);
	});

	test.each(['glb', 'gltf', 'ascii'])('walkmesh to %s and back gives the same bytes', async (format) => {
		writeFileSync(at('quay.glb'), smallQuayGlb());
		await convert(at('quay.glb'), at('first.wok'));
		await convert(at('first.wok'), at(`between.${format}`));
		await convert(at(`between.${format}`), at('second.wok'));
		expect(same('first.wok', 'second.wok')).toBe(true);
	});

	test('a walkmesh to the same form gives the same bytes, and rebuilding it gives them again', async () => {
		writeFileSync(at('quay.glb'), smallQuayGlb());
		await convert(at('quay.glb'), at('first.wok'));
		await convert(at('first.wok'), at('copy.wok'));
		await convert(at('first.wok'), at('rebuilt.wok'), '--rebuild');
		expect(same('first.wok', 'copy.wok')).toBe(true);
		expect(same('first.wok', 'rebuilt.wok')).toBe(true);
	});

	test('a door becomes three files, which become one scene and the three files again', async () => {
		await convert('fixtures/small/door.glb', at('gate.dwk'));
		const files = ['gate0.dwk', 'gate1.dwk', 'gate2.dwk'];
		expect(files.every((name) => existsSync(at(name)))).toBe(true);
		await convert(...files.map(at), at('gate.glb'));
		await convert(at('gate.glb'), at('again.dwk'));
		for (const [state, name] of files.entries()) expect(same(name, `again${state}.dwk`)).toBe(true);
	});

	test('the files of the states of a door keep their names through texts, as outputs and in a folder', async () => {
		await convert('fixtures/small/door.glb', at('lid01.dwk'));
		const names = ['lid010', 'lid011', 'lid012'];
		for (const name of names) await convert(at(`${name}.dwk`), at(`${name}.ascii`));
		await convert(...names.map((name) => at(`${name}.ascii`)), '-o', at('back/'), '--to', 'dwk');
		expect(readdirSync(at('back')).sort()).toEqual(names.map((name) => `${name}.dwk`));
		for (const name of names) expect(same(`${name}.dwk`, `back/${name}.dwk`)).toBe(true);
		await convert(at('lid011.ascii'), at('one/lid011.dwk'));
		expect(readdirSync(at('one'))).toEqual(['lid011.dwk']);
		// As those of the binaries do, the texts of a door's states make up one door.
		await convert(...names.map((name) => at(`${name}.ascii`)), at('whole/lid.dwk'));
		expect(readdirSync(at('whole')).sort()).toEqual(['lid0.dwk', 'lid1.dwk', 'lid2.dwk']);
	});

	test('a room modelled about its own origin is placed by the layout', async () => {
		await convert('fixtures/level/rooms/quay_02b.glb', at('quay_02b.wok'), '--layout', 'fixtures/level/quay.lyt');
		const { vertices } = decodeBwm(bytesOf('quay_02b.wok'), new Report());
		expect(Math.min(...vertices.filter((_, i) => i % 3 === 0))).toBe(121);
	});

	test('assumptions are printed once', async () => {
		const { stderr } = await wokflow(['convert', 'fixtures/small/cube-room.obj', at('cube.wok'), '-v']);
		for (const code of ['FRAME_ASSUMED', 'SPACE_ASSUMED', 'NODES_TAKEN'])
			expect(stderr.split(`[${code}]`).length).toBe(2);
	});
});

describe('wokflow convert refuses', () => {
	writeFileSync(at('empty.wok'), '');
	writeFileSync(at('cut.wok'), readFileSync('fixtures/level/quay.glb').subarray(0, 100));
	writeFileSync(at('short.wok'), Buffer.concat([Buffer.from('BWM V1.0'), Buffer.alloc(40)]));
	const absurd = Buffer.alloc(136);
	absurd.write('BWM V1.0');
	absurd.writeUInt32LE(1, 8);
	absurd.writeUInt32LE(0xffffffff, 0x48);
	absurd.writeUInt32LE(136, 0x4c);
	writeFileSync(at('absurd.wok'), absurd);
	writeFileSync(at('notes.md'), '# notes\n');

	test.each([
		[
			'a missing file',
			['nowhere.glb', 'x.wok'],
			3,
			'nowhere.glb: error: Cannot read the file: it does not exist. [FILE_UNREADABLE]',
		],
		['a folder without a file to read', ['fixtures', 'x.wok'], 3, '[INPUT_FOLDER_EMPTY]'],
		[
			'an empty walkmesh',
			[at('empty.wok'), 'x.wok'],
			3,
			`${at('empty.wok')}, byte 0: error: Not a valid binary walkmesh: the file is empty. [BWM_INVALID]`,
		],
		[
			'a truncated walkmesh',
			[at('short.wok'), 'x.wok'],
			3,
			`${at('short.wok')}, byte 48: error: Not a valid binary walkmesh: the header is cut off after 48 of 136 bytes. [BWM_INVALID]`,
		],
		[
			'an absurd count',
			[at('absurd.wok'), 'x.wok'],
			3,
			`${at('absurd.wok')}, byte 72: error: Not a valid binary walkmesh: table "vertices" (4294967295 entries from byte 136) ends at byte 51539607676, beyond the 136 bytes of the file. [BWM_INVALID]`,
		],
		['an unknown format', [at('notes.md'), 'x.wok'], 3, '[FORMAT_UNKNOWN]'],
		[
			'an unknown output',
			['fixtures/small/cube-room.obj', 'x.xyz'],
			2,
			'"x.xyz": wokflow does not write .xyz files. Use .wok, ',
		],
		[
			'an unknown importer',
			['fixtures/small/cube-room.obj', 'x.wok', '--from', 'fbx'],
			2,
			'There is no importer "fbx". Known: ',
		],
		[
			'a wrong option',
			['fixtures/small/cube-room.obj', 'x.wok', '--up', 'w'],
			2,
			"option '--up <x|y|z>' argument 'w' is invalid",
		],
		[
			'a length that is none',
			['fixtures/small/cube-room.obj', 'x.wok', '--snap', '0,1'],
			2,
			'Allowed: a number from 0 to 0.1, m.',
		],
		[
			'a wrong mapping',
			['fixtures/small/cube-room.obj', 'x.wok', '--surface', 'Floor'],
			2,
			'Allowed: PATTERN=SURFACE.',
		],
		[
			'a mapping to no surface',
			['fixtures/small/cube-room.obj', 'x.wok', '--surface', 'Floor*=Stoen'],
			2,
			'"Floor*=Stoen" names no surface. Did you mean "Stone"?',
		],
		['one argument', ['fixtures/small/cube-room.obj'], 2, 'convert takes an input and an output.'],
		[
			'an unknown material',
			['fixtures/small/unknown-material.glb', 'x.wok'],
			1,
			'error: Material "Stoen" is not a surface (2 triangles). Did you mean "Stone"? [SURFACE_UNKNOWN]',
		],
	] as const)('%s', async (_, args, code, message) => {
		const before = readdirSync(out);
		const run = await wokflow(['convert', ...args], { cwd: process.cwd() });
		expect(run.stderr).toContain(message);
		expect(run.stderr).not.toMatch(/^\s+at /m);
		expect(run.code).toBe(code);
		expect(existsSync('x.wok')).toBe(false);
		expect(readdirSync(out)).toEqual(before);
	});

	test('with --strict a warning keeps the output from being written', async () => {
		const args = ['convert', 'fixtures/small/centimetres.obj', at('strict.wok')];
		expect((await wokflow(args)).code).toBe(0);
		expect(existsSync(at('strict.wok'))).toBe(true);
		const strict = at('stricter.wok');
		expect((await wokflow([...args.slice(0, 2), strict, '--strict'])).code).toBe(1);
		expect(existsSync(strict)).toBe(false);
	});

	test('what was there before stays whole when a conversion fails', async () => {
		writeFileSync(at('kept.wok'), 'before');
		expect((await wokflow(['convert', 'fixtures/small/unknown-material.glb', at('kept.wok')])).code).toBe(1);
		expect(bytesOf('kept.wok').toString()).toBe('before');
	});
});

test('upright faces of four corners are not measured from above', async () => {
	const { stderr } = await wokflow(['convert', 'fixtures/small/cube-room.obj', join(out, 'upright.wok'), '--up', 'x']);
	expect(stderr).toContain('[SCENE_UP_SUSPICIOUS]');
	expect(stderr).not.toMatch(/NaN|OBJ_FACE_BENT/);
});
