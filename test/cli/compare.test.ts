import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { packedOffsets } from '../../src/bwm/bwm-file.ts';
import { Report } from '../../src/findings/report.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { soundQuayGlb } from '../support/small-quay.ts';
import { gridFloor } from '../support/soups.ts';
import { HABITS, writtenBy } from '../support/tool-habits.ts';

const out = scratchFolder();
const at = (name: string): string => join(out, name);
const small = (name: string): string => join(FIXTURES, 'small', name);

async function made(name: string, ...args: string[]): Promise<string> {
	const run = await wokflow(['convert', ...args, at(name), '--quiet']);
	expect(run.stderr).toBe('');
	return at(name);
}

describe('wokflow diff', () => {
	test('the same level in other formats is the same', async () => {
		writeFileSync(at('quay.glb'), soundQuayGlb());
		const wok = await made('quay.wok', at('quay.glb'));
		for (const name of ['quay.ascii', 'quay-copy.glb']) {
			const run = await wokflow(['diff', wok, await made(name, wok), '--quiet']);
			expect(run.stdout).toMatch(/the same, \d,\d{3} faces/);
			expect(run.code).toBe(0);
		}
	});

	test('differences are named, counted, and end with 1', async () => {
		const before = await made('before.wok', small('cube-room.obj'));
		const file = decodeBwm(readFileSync(before), new Report());
		const materials = file.materials.slice();
		materials[0] = 9;
		const vertices = file.vertices.slice();
		vertices[0] += 0.25;
		writeFileSync(at('after.wok'), encodeBwm({ ...file, materials, vertices }));
		const run = await wokflow(['diff', before, at('after.wok'), '--quiet']);
		expect(run.code).toBe(1);
		expect(run.stdout).toContain('1 vertex moved, by up to 250 mm');
		expect(run.stdout).toContain('1 face with another surface');
		expect(run.stdout).toMatch(/face 0, .* → Carpet \(9\), at/);
		expect(run.stdout).toContain('tables of the second that disagree with its geometry');
		const json = JSON.parse((await wokflow(['diff', before, at('after.wok'), '--json'])).stdout);
		expect(json).toMatchObject({ same: false, pairs: [{ diff: { moved: { count: 1 } } }] });
		const tolerant = await wokflow(['diff', before, before, '--tolerance', '0.001', '--json']);
		expect(JSON.parse(tolerant.stdout).same).toBe(true);
	});

	test('only tables differ: a difference, unless they are left alone', async () => {
		const file = writtenBy(gridFloor(6), HABITS.game);
		writeFileSync(at('good.wok'), encodeBwm(file));
		writeFileSync(at('bad.wok'), encodeBwm({ ...file, adjacency: file.adjacency.map(() => -1) }));
		expect((await wokflow(['diff', at('good.wok'), at('bad.wok'), '--quiet'])).code).toBe(1);
		expect((await wokflow(['diff', at('good.wok'), at('bad.wok'), '--no-tables', '--quiet'])).code).toBe(0);
	});

	test('the states of a door are paired; what is on one side only is named', async () => {
		const run = await wokflow(['diff', small('door.glb'), small('placeable.glb'), '--quiet']);
		expect(run.code).toBe(1);
		expect(run.stdout.match(/only in the first/g)).toHaveLength(3);
		expect(run.stdout.match(/only in the second/g)).toHaveLength(1);
		expect((await wokflow(['diff', small('door.glb'), small('door.glb'), '--quiet'])).code).toBe(0);
	});

	test('wrong use and unreadable inputs', async () => {
		expect((await wokflow(['diff', small('door.glb')])).code).toBe(2);
		expect((await wokflow(['diff', small('door.glb'), at('missing.wok')])).code).toBe(3);
	});
});

describe('wokflow inspect --writer', () => {
	test('names the tool, its evidence and the faults', async () => {
		const hills = gridFloor(8, (x, y) => Math.sin(x) * Math.cos(y * 0.7) * 4);
		const file = { ...writtenBy(hills, HABITS.pykotor), perimeters: new Uint32Array(0) };
		writeFileSync(at('py.wok'), encodeBwm({ ...file, offsets: packedOffsets(file, true) }));
		const run = await wokflow(['inspect', '--writer', at('py.wok'), '--evidence']);
		expect(run.code).toBe(0);
		expect(run.stdout).toContain('PyKotor, a newer version');
		expect(run.stdout).toContain('boxes have no margin');
		expect(run.stderr).toContain('[TABLE_PERIMETERS]');
		expect(run.stderr).toContain('[TREE_BOXES_BARE]');
		expect(run.stderr).toContain('[TREE_INVALID]');
		const json = JSON.parse((await wokflow(['inspect', '--writer', at('py.wok'), '--json'])).stdout);
		expect(json.files).toMatchObject([{ format: 'bwm', tool: 'pykotor-newer', confidence: 'high' }]);
	});

	test('ASCII walkmeshes by their dialect, scenes not at all', async () => {
		const room = join(FIXTURES, '../test/importers/ascii/fixtures/mdledit-room.wok');
		expect((await wokflow(['inspect', '--writer', room, '--quiet'])).stdout).toContain('ASCII as MDLedit writes it');
		const scene = await wokflow(['inspect', '--writer', small('door.glb')]);
		expect(scene.stderr).toContain('[IDENTIFY_SCENE]');
		expect(scene.code).toBe(1);
	});
});
