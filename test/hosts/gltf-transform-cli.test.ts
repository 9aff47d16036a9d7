import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILT } from '../support/built.ts';
import { FIXTURES, ROOT, scratchFolder, wokflow } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

const out = scratchFolder();
const at = (name: string): string => join(out, name);
const CLI = join(ROOT, 'node_modules/@gltf-transform/cli/bin/cli.js');
const CONFIG = join(BUILT, 'dist/gltf-transform.config.js');

/** Runs glTF-Transform's own command with our config. */
function gltfTransform(...args: string[]): { code: number | null; text: string } {
	const command = [CLI, ...args, '--config', CONFIG];
	const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8' });
	return { code: status, text: stdout + stderr };
}

function same(a: string, b: string): boolean {
	return readFileSync(at(a)).equals(readFileSync(at(b)));
}

/** With the tests that may take long: what differs from the others only in what is tested without a process for each. */
const OTHERS: [string, string, string[]][] = [
	['a level', 'level/quay.glb', []],
	['centimetres, Z up', 'small/z-up.obj', ['--up', 'z', '--unit', 'cm']],
	['a room', 'level/rooms/quay_02b.glb', ['--layout', 'fixtures/level/quay.lyt', '--room', 'quay_02b']],
];

describe('gltf-transform walkmesh', () => {
	test.each([
		...(THOROUGH ? OTHERS : []),
		// What the options do is tested elsewhere; here, that they arrive.
		[
			'options',
			'level/rooms/quay_02b.glb',
			['--weld', '0.005', '--orient', 'flip', '--tree', 'median', '--node', 'quay_02b', '--node', 'quay_02b_*'],
		],
	])('%s: the bytes of wokflow convert', async (_, input, options) => {
		const file = join('fixtures', input);
		const run = gltfTransform('walkmesh', file, at('host.wok'), ...options);
		expect(run.text).toContain('[FRAME_ASSUMED]');
		expect(run.code).toBe(0);
		expect((await wokflow(['convert', file, at('own.wok'), ...options])).code).toBe(0);
		expect(same('host.wok', 'own.wok')).toBe(true);
	});

	test.runIf(THOROUGH)('a door becomes its three files', async () => {
		expect(gltfTransform('walkmesh', 'fixtures/small/door.glb', at('host.dwk')).code).toBe(0);
		expect((await wokflow(['convert', 'fixtures/small/door.glb', at('own.dwk')])).code).toBe(0);
		for (const state of [0, 1, 2]) expect(same(`host${state}.dwk`, `own${state}.dwk`)).toBe(true);
	});

	test.runIf(THOROUGH).each([
		['an unknown material', ['small/unknown-material.glb'], '[SURFACE_UNKNOWN]'],
		['a warning with --strict', ['small/centimetres.obj', '--strict'], '[SCENE_SIZE_SUSPICIOUS]'],
		[
			'a value that is none',
			['level/quay.glb', '--weld', 'much'],
			'--weld takes a number from 0 or false, not "much".',
		],
		['a missing layout', ['level/quay.glb', '--layout', 'nowhere.lyt'], '[FILE_UNREADABLE]'],
	] satisfies [string, string[], string][])(
		'%s ends with code 1 and writes nothing',
		(_, [input, ...options], message) => {
			const before = readdirSync(out);
			const run = gltfTransform('walkmesh', join('fixtures', input), at('none.wok'), ...options);
			expect(run.text).toContain(message);
			expect(run.text).not.toMatch(/^\s+at /m);
			expect(run.code).toBe(1);
			expect(readdirSync(out)).toEqual(before);
		},
	);
});

describe('gltf-transform walkmesh-add', () => {
	test.runIf(THOROUGH)('adds walkmeshes that convert reads; doing it again changes nothing', async () => {
		// The walkmesh is called after its file, so names of one length keep the sizes comparable.
		copyFileSync(join(FIXTURES, 'level/quay.glb'), at('quay.glb'));
		expect(gltfTransform('walkmesh-add', at('quay.glb'), at('dock.glb')).code).toBe(0);
		const again = gltfTransform('walkmesh-add', at('dock.glb'), at('pier.glb'));
		expect(again.text).toContain('Replaced what was added before: quay_wok, quay_console_pwk_wg');
		expect(again.code).toBe(0);
		expect(readFileSync(at('pier.glb')).length).toBe(readFileSync(at('dock.glb')).length);
		expect((await wokflow(['convert', at('dock.glb'), at('added.wok'), '--node', 'quay_wok'])).code).toBe(0);
		expect(existsSync(at('added.wok'))).toBe(true);
	});

	test.runIf(THOROUGH)('an unknown material ends with code 1 and writes nothing', () => {
		const run = gltfTransform('walkmesh-add', 'fixtures/small/unknown-material.glb', at('unknown.glb'));
		expect(run.text).toContain('[SURFACE_UNKNOWN]');
		expect(run.code).toBe(1);
		expect(existsSync(at('unknown.glb'))).toBe(false);
	});
});
