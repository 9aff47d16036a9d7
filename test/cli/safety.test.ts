import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeGlb } from '../../fixtures/make/glb.ts';
import type { Scene } from '../../fixtures/make/scene.ts';
import { writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import { UsageError } from '../../src/findings/report.ts';
import { row, rowGlb } from '../builds/support.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();
const at = (...names: string[]): string => join(out, ...names);
/** A sound level. */
const scene = at('row.glb');
writeFileSync(scene, rowGlb(row(3)));

/** A scene of a room and a placeable with the names given. */
function sceneNamed(room: string, placeable: string): Uint8Array {
	const floor = {
		name: 'floor',
		primitives: [
			{
				material: { name: 'Stone', color: [1, 1, 1] },
				positions: Float32Array.of(0, 0, 0, 4, 0, 0, 4, 0, -4),
				indices: Uint32Array.of(0, 1, 2),
			},
		],
	};
	const nodes = [
		{ name: room, mesh: floor, extras: { walkmesh: true } },
		{ name: `${placeable}_pwk`, mesh: floor },
	];
	return writeGlb({ name: 'evil', nodes } as unknown as Scene);
}

describe('names in a scene never decide where files go', () => {
	test.each([
		['a placeable that climbs out', 'room', '../../evil'],
		['a placeable in a folder', 'room', 'a/b'],
		['a placeable with a backslash', 'room', 'a\\b'],
		['a room that climbs out', '../evil', 'crate'],
		['a room called like a placeholder', '****', 'crate'],
		['a name no disk takes', 'room', 'x'.repeat(300)],
	])('%s', async (_, room, placeable) => {
		const folder = at('deep', 'er', 'out');
		writeFileSync(at('evil.glb'), sceneNamed(room, placeable));
		const run = await wokflow(['level', at('evil.glb'), folder]);
		expect([1, 3]).toContain(run.code);
		expect(run.stderr).toMatch(/LEVEL_FILE_NAME|LEVEL_ROOM_NAME/);
		// A model the game cannot load is said to be one before its name is refused as a file's.
		if (room === 'room') expect(run.stderr).toContain('LEVEL_OBJECT_NAME');
		expect(existsSync(at('deep'))).toBe(false);
	});

	test('nor does the name of the level', async () => {
		expect((await wokflow(['level', scene, at('named'), '--name', '../../nn'])).code).toBe(3);
		expect(existsSync(at('named'))).toBe(false);
	});
});

describe('writing', () => {
	test('two outputs of one path are refused', async () => {
		const bytes = new Uint8Array(1);
		await expect(
			writeFilesAtomically([
				{ path: at('a.wok'), bytes },
				{ path: at('A.wok'), bytes },
			]),
		).rejects.toThrow(UsageError);
		expect(existsSync(at('a.wok'))).toBe(false);
	});

	test('a folder in the way keeps everything from being written', async () => {
		mkdirSync(at('level', 'row_02.wok'), { recursive: true });
		const run = await wokflow(['level', scene, at('level')]);
		expect(run.code).toBe(3);
		expect(run.stderr).toContain('[OUTPUT_NOT_FILE]');
		expect(readdirSync(at('level'))).toEqual(['row_02.wok']);
	});

	test('a link stays a link', async () => {
		writeFileSync(at('real.wok'), '');
		symlinkSync('real.wok', at('link.wok'));
		expect((await wokflow(['convert', 'fixtures/small/cube-room.obj', at('link.wok'), '-q'])).code).toBe(0);
		expect(lstatSync(at('link.wok')).isSymbolicLink()).toBe(true);
		expect(readFileSync(at('real.wok')).subarray(0, 8).toString()).toBe('BWM V1.0');
	});

	test('several states do not go to standard output', async () => {
		const run = await wokflow(['convert', 'fixtures/small/door.glb', '-', '--to', 'bwm']);
		expect(run.code).toBe(2);
		expect(run.bytes.length).toBe(0);
	});

	test('states of a door keep apart whatever the ending', async () => {
		expect((await wokflow(['convert', 'fixtures/small/door.glb', at('gate.bin'), '--to', 'bwm', '-q'])).code).toBe(0);
		expect([0, 1, 2].every((state) => existsSync(at(`gate${state}.bin`)))).toBe(true);
	});

	test('a result without faces is an error', async () => {
		const run = await wokflow(['convert', 'fixtures/small/cube-room.obj', at('none.wok'), '--min-area', '1000000']);
		expect(run.code).toBe(1);
		expect(run.stderr).toContain('[RESULT_EMPTY]');
		expect(existsSync(at('none.wok'))).toBe(false);
	});
});

describe('options that do nothing say so', () => {
	test('stages of scenes on a walkmesh', async () => {
		await wokflow(['convert', 'fixtures/small/cube-room.obj', at('cube.wok'), '-q']);
		const { stderr } = await wokflow(['convert', at('cube.wok'), at('cube2.wok'), '--weld', '5', '--orient', 'flip']);
		expect(stderr).toContain('No effect on a walkmesh: --weld, --orient.');
	});

	test.each([
		[['convert', 'fixtures/small/cube-room.obj', 'x.wok', '--room', 'a'], '--room goes with --layout'],
		[['link', 'fixtures/level/quay.lyt', '--rename', 'a=b'], '--rename goes with --from'],
		[
			['link', 'fixtures/level/quay.lyt', '--from', 'fixtures/level/quay.lyt', '--rename', 'nothing'],
			'Allowed: OLD=NEW.',
		],
		[
			['link', 'fixtures/level/quay.lyt', '--from', 'fixtures/level/quay.lyt', '--snap', '0.1'],
			'--snap finds links again',
		],
	] as const)('%j', async (args, message) => {
		const run = await wokflow([...args]);
		expect(run.code).toBe(2);
		expect(run.stderr).toContain(message);
	});
});
