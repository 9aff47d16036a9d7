import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { walkmeshFacts } from '../../check/inspect/facts.ts';
import { readWalkmesh } from '../../pipeline/bytes.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { BUILT, BUILT_COMMAND } from '../support/built.ts';
import { FIXTURES, ROOT, scratchFolder, wokflow } from '../support/cli.ts';
import { smallQuayGlb } from '../support/small-quay.ts';
import { THOROUGH } from '../support/thorough.ts';

/** The programs of docs/examples in a project of their own, beside the packages that they import. */
const folder = scratchFolder();
const modules = join(folder, 'node_modules');
mkdirSync(modules);
for (const name of readdirSync(join(ROOT, 'node_modules')))
	symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
symlinkSync(BUILT, join(modules, 'wokflow'));
cpSync(join(ROOT, 'docs/examples'), folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
const quay = smallQuayGlb(['quay_01a', 'quay_01b', 'quay_02b'], false);
for (const path of ['quay.glb', 'rooms/quay.glb']) {
	mkdirSync(join(folder, 'rooms'), { recursive: true });
	writeFileSync(join(folder, path), quay);
}

function run(...args: string[]): string {
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
	expect({ args, status, stderr: status === 0 ? '' : stderr + stdout }).toEqual({ args, status: 0, stderr: '' });
	return stdout;
}

function read(path: string) {
	return readWalkmesh(readFileSync(join(folder, path)), path).walkmesh;
}

const bin = (path: string): string => join(ROOT, 'node_modules', path);

test('a batch with a stage of its own lifts each scene', async () => {
	cpSync(join(FIXTURES, 'small/cube-room.obj'), join(folder, 'rooms/cube.obj'));
	expect(run('batch.mjs', 'rooms', 'lifted', '0.5')).toContain('cube.obj: converted');
	expect((await wokflow(['convert', 'rooms/cube.obj', 'cube.wok', '--quiet'], { cwd: folder })).code).toBe(0);
	const [before, after] = [read('cube.wok'), read('lifted/cube.wok')];
	expect([...after.positions]).toEqual([...before.positions].map((value, i) => (i % 3 === 2 ? value + 0.5 : value)));
	expect(readdirSync(join(folder, 'lifted')).sort()).toEqual(['cube.wok', 'quay.wok']);
});

test.runIf(THOROUGH)('an importer reads STL', () => {
	const corners = [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 0, 0, 4, 4, 0, 0, 4, 0];
	const bytes = Buffer.alloc(84 + 2 * 50);
	bytes.writeUInt32LE(2, 80);
	for (const [i, value] of corners.entries()) bytes.writeFloatLE(value, 84 + Math.floor(i / 9) * 50 + 12 + (i % 9) * 4);
	writeFileSync(join(folder, 'floor.stl'), bytes);
	run(BUILT_COMMAND, 'convert', 'floor.stl', 'floor.wok', '--plugin', './stl.mjs', '--stl-surface', 'Grass', '--quiet');
	const { positions, surfaces } = read('floor.wok');
	expect([positions.length / 3, [...surfaces]]).toEqual([4, [3, 3]]);
});

test.runIf(THOROUGH)('a pinned scene goes through `gltf-transform optimize`', () => {
	run('optimize.mjs', 'quay.glb', 'small.glb', 'optimized.wok');
	run(BUILT_COMMAND, 'convert', 'quay.glb', 'own.wok', '--quiet');
	const [own, optimized] = [read('own.wok'), read('optimized.wok')].map((mesh) => walkmeshFacts(mesh, K1).walkableArea);
	expect(Math.abs(optimized - own)).toBeLessThan(own * 0.01);
});

test.runIf(THOROUGH)('Vite puts walkmeshes into a build', () => {
	writeFileSync(join(folder, 'index.html'), '<script type="module" src="/main.js"></script>');
	run(bin('vite/bin/vite.js'), 'build', '--logLevel', 'error');
	const assets = readdirSync(join(folder, 'dist/assets'));
	expect(assets.filter((name) => /^quay-[\w-]+\.wok$/.test(name))).toHaveLength(1);
});

test.runIf(THOROUGH)('a test of walkability passes, and fails on another level', () => {
	const vitest = bin('vitest/vitest.mjs');
	expect(run(vitest, 'run', 'walkable.test.mjs')).toContain('2 passed');
	cpSync(join(FIXTURES, 'small/two-rooms-seam.glb'), join(folder, 'quay.glb'));
	const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', 'walkable.test.mjs'], {
		cwd: folder,
		encoding: 'utf8',
	});
	expect({ status, stdout }).toMatchObject({ status: 1, stdout: expect.stringContaining('1 failed') });
});

test('each is about as short as it is said to be', () => {
	for (const name of ['batch.mjs', 'stl.mjs', 'optimize.mjs', 'vite.config.mjs', 'walkable.test.mjs']) {
		const lines = readFileSync(join(folder, name), 'utf8').split('\n');
		expect(lines.filter((line) => line.trim() !== '' && !line.startsWith('//')).length, name).toBeLessThanOrEqual(26);
	}
});
