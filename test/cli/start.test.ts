import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageVersion } from '../../builds/program.ts';
import { bytesOf } from '../fixtures/reading.ts';
import { BUILT_COMMAND } from '../support/built.ts';
import { FIXTURES, ROOT, scratchFolder, wokflow, wokflowProcess } from '../support/cli.ts';
import { makeVariants } from '../support/gltf-variants.ts';
import { THOROUGH } from '../support/thorough.ts';

const out = scratchFolder();
const cube = join(FIXTURES, 'small/cube-room.obj');

const NODES_CACHE = 'enableCompileCache' in nodeModule;

test.runIf(NODES_CACHE)('Node keeps what it compiled for the next time', () => {
	const cache = join(out, 'cache');
	expect(wokflowProcess(['inspect', cube], { env: { NODE_COMPILE_CACHE: cache } }).code).toBe(0);
	expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(1);
});

test('a compressed scene finds its decoder, which is a package', async () => {
	const [{ bytes }] = await makeVariants(bytesOf('small/nested-transforms.glb'), ['Draco, edgebreaker']);
	const [draco, made] = ['draco.glb', 'made.wok'].map((name) => join(out, name));
	writeFileSync(draco, bytes);
	// The tool that compressed it may have done more, which is reported.
	expect(wokflowProcess(['convert', draco, made, '-q', '--ignore', 'PINS_ADVISED'])).toMatchObject({
		code: 0,
		stderr: '',
	});
});

test('the version is told as by the whole command', () => {
	expect(wokflowProcess(['-V']).stdout).toBe(`${packageVersion()}\n`);
});

test('the single file is enough to convert', async () => {
	const file = join(out, 'wokflow.cjs');
	cpSync(join(dirname(BUILT_COMMAND), 'wokflow.cjs'), file);
	expect((await wokflow(['convert', cube, join(out, 'own.wok'), '-q'])).code).toBe(0);
	// A scene needs more of it than a mesh; that it builds without anything else is tested with Makeflow's workers.
	if (THOROUGH) {
		const alone = wokflowProcess(['convert', join(ROOT, 'fixtures/level/quay.glb'), join(out, 'quay.wok'), '-q'], {
			command: file,
		});
		expect(alone).toMatchObject({ code: 0, stderr: '' });
		// What draws a PNG lies beside other builds of the command, and within this one.
		const [inside, beside] = ['inside.png', 'beside.png'].map((name) => join(out, name));
		expect(wokflowProcess(['plan', cube, '-o', inside, '-q'], { command: file }).code).toBe(0);
		expect(wokflowProcess(['plan', cube, '-o', beside, '-q']).code).toBe(0);
		expect(readFileSync(inside).equals(readFileSync(beside))).toBe(true);
	}
	expect(wokflowProcess(['convert', cube, join(out, 'other.wok'), '-q'], { command: file }).code).toBe(0);
	expect(readFileSync(join(out, 'other.wok')).equals(readFileSync(join(out, 'own.wok')))).toBe(true);
});

test.runIf(THOROUGH && process.platform !== 'win32')(
	'a pipe that takes no more for a while gets all of the output',
	async () => {
		const glb = join(FIXTURES, 'level/rooms/quay_02a.glb');
		const whole = join(out, 'whole.txt');
		expect((await wokflow(['convert', glb, whole, '--to', 'ascii', '-q'])).code).toBe(0);
		expect(statSync(whole).size).toBeGreaterThan(65536);
		// A program that has made a stream of its output hands on a pipe that does not wait.
		const args = [BUILT_COMMAND, 'convert', glb, '-', '--to', 'ascii', '-q'];
		const parent = `process.stdout.write(''); require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'inherit' });`;
		const { stdout } = spawnSync('sh', ['-c', '"$0" -e "$1" | { sleep 0.3; cat; }', process.execPath, parent]);
		expect(stdout.equals(readFileSync(whole))).toBe(true);
	},
);
