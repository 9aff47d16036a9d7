import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { Report } from '../../src/findings/report.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';

const out = scratchFolder();
const at = (name: string): string => join(out, name);
const small = (name: string): string => join(FIXTURES, 'small', name);
/** Makes a placeable of a model, or a door. */
const hull = (source: string, output: string, ...more: string[]) =>
	wokflow(['collision', '--hull', source, at(output), ...more]);
const door = (output: string, ...more: string[]) =>
	wokflow(['collision', '--door', small('door.glb'), at(output), ...more]);
const decoded = (name: string) => decodeBwm(readFileSync(at(name)), new Report());

test('what reaches farther than a file can hold is not written, hooks included', async () => {
	for (const [flag, output, ...options] of [
		['--hull', 'far.pwk', '--hook-distance', '1e39'],
		['--hull', 'far.pwk', '--margin', '1e38'],
		['--hull', 'far.pwk', '--hook1', '1e38,0,0'],
		['--door', 'far', '--hook-distance', '20000'],
		['--door', 'far', '--slide', '1e38'],
	]) {
		const run = await wokflow(['collision', flag, small('placeable.glb'), at(output), ...options]);
		expect(run, options.join(' ')).toMatchObject({ code: 1, stderr: expect.stringContaining('[POSITIONS_TOO_FAR]') });
	}
	expect(['far.pwk', 'far0.dwk'].filter((name) => existsSync(at(name)))).toStrictEqual([]);
});

test('a door without a name is not written', async () => {
	for (const output of ['nameless/', '.dwk']) {
		const run = await wokflow(['collision', '--door', small('placeable.glb'), at(output)]);
		expect(run).toMatchObject({
			code: 1,
			stderr: expect.stringContaining('[OUTPUT_NAME_MISSING]'),
		});
	}
	expect(['nameless', '0.dwk'].filter((name) => existsSync(at(name)))).toStrictEqual([]);
});

describe('wokflow collision --hull', () => {
	test('materials that name no surface are no hindrance', async () => {
		const run = await hull(small('unknown-material.glb'), 'stone.pwk', '--quiet');
		expect(run.stderr).toBe('');
		expect(run.code).toBe(0);
		const file = decoded('stone.pwk');
		expect(file.type).toBe(0);
		expect(file.materials.every((surface) => surface === 7)).toBe(true);
	});

	test('walkmesh and ignored nodes do not count beside a model; alone they do', async () => {
		const text = (names: string[]): string =>
			names
				.map((name, i) => `o ${name}\nv ${i * 10} 0 0\nv ${i * 10 + 1} 0 0\nv ${i * 10} 0 -1\nf -3 -2 -1\n`)
				.join('');
		writeFileSync(at('crate.obj'), text(['crate', 'crate_wg', 'ignore_shadow']));
		const run = await hull(at('crate.obj'), 'crate.pwk', '-v');
		expect(run.stderr).toMatch(/Left out 2 triangles .*\[COLLISION_LEFT_OUT\]/);
		expect(Math.max(...decoded('crate.pwk').vertices)).toBe(1);
		writeFileSync(at('only.obj'), text(['crate_wg']));
		expect((await hull(at('only.obj'), 'only.pwk', '-v')).stderr).toContain('[COLLISION_OF_WALKMESH]');
		writeFileSync(at('none.obj'), text(['ignore_shadow']));
		const none = await hull(at('none.obj'), 'none.pwk');
		expect(none.stderr).toContain('[COLLISION_NO_GEOMETRY]');
		expect(none.code).toBe(1);
		expect(existsSync(at('none.pwk'))).toBe(false);
		await hull(at('crate.obj'), 'asked.pwk', '--node', 'crate_wg');
		expect(Math.max(...decoded('asked.pwk').vertices)).toBe(11);
	});

	test('options reach the kernel', async () => {
		const args = '--shape aabb --margin 0.5 --walls --front -x --hook2 1,2,3 --position 0,0,-1'.split(' ');
		const run = await hull(small('placeable.glb'), 'options.pwk', '--json', ...args);
		const json = JSON.parse(run.stdout);
		expect(json.outputs).toMatchObject([{ path: at('options.pwk') }]);
		expect(json.walkmeshes[0].hooks).toMatchObject({ relative1: [-1.875, 0, 1], relative2: [1, 2, 4] });
		const file = decoded('options.pwk');
		expect([...file.position]).toEqual([0, 0, -1]);
		expect(file.materials.length).toBe(10);
		expect(Math.max(...file.vertices)).toBe(2.125);
	});

	test('other formats by their ending; wrong use', async () => {
		for (const name of ['h.glb', 'h.ascii', 'h.obj', 'h.svg']) {
			expect((await hull(small('placeable.glb'), name, '--quiet')).code).toBe(0);
			expect(existsSync(at(name))).toBe(true);
		}
		for (const [output, ...more] of [['h.xyz'], ['h.pwk', '--corners', '2'], ['h.pwk', '--hook1', '1,2']])
			expect((await hull(small('placeable.glb'), output, ...more)).code, more.join(' ')).toBe(2);
		expect((await hull(at('missing.glb'), 'h.pwk')).code).toBe(3);
	});
});

describe('wokflow collision --door', () => {
	test('writes three files, one for each state, as the fixture was drawn', async () => {
		const run = await door('gate', '--form', 'box', '--quiet');
		expect(run.code).toBe(0);
		await wokflow(['convert', small('door.glb'), at('drawn.dwk'), '--quiet']);
		for (const state of [0, 1, 2]) {
			const [generated, drawn] = [decoded(`gate${state}.dwk`), decoded(`drawn${state}.dwk`)];
			// The fixture was turned by a matrix, whose cosine of 90 degrees is not quite 0.
			const corners = ({ vertices }: typeof drawn): string[] =>
				Array.from({ length: vertices.length / 3 }, (_, i) =>
					[...vertices.subarray(i * 3, i * 3 + 3)].map((value) => Number(value.toFixed(6)) + 0).join(' '),
				).sort();
			expect(corners(generated)).toEqual(corners(drawn));
			expect(generated.materials).toEqual(drawn.materials);
		}
	});

	test('one state, or all in one file', async () => {
		const one = await door('door1.dwk', '--quiet');
		expect(one.code).toBe(0);
		expect(one.stderr).toContain('DOOR_ONE_STATE');
		expect(existsSync(at('door1.dwk'))).toBe(true);
		expect(existsSync(at('door11.dwk'))).toBe(false);
		expect((await door('all.ascii', '--quiet', '--slide', '--leaves', '2')).code).toBe(0);
		const text = readFileSync(at('all.ascii'), 'latin1');
		for (const state of ['closed', 'open1', 'open2']) expect(text.toLowerCase()).toContain(state);
	});

	test('a door called as those of the game, with a digit at the end, has three files', async () => {
		for (const [output, name] of [
			['dor_lhr02.dwk', 'dor_lhr02'],
			['dor_lhr01', 'dor_lhr01'],
		]) {
			expect((await door(output, '--quiet')).code).toBe(0);
			expect(existsSync(at(output))).toBe(false);
			for (const state of [0, 1, 2]) expect(existsSync(at(`${name}${state}.dwk`))).toBe(true);
		}
	});

	test('wrong use', async () => {
		expect((await door('gate', '--hinge', 'middle')).code).toBe(2);
		expect((await door('gate', '--leaves', '3')).code).toBe(2);
	});
});
