import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Projects, runIn } from '../support/projects.ts';

const projects = new Projects();

describe('wokflow run', () => {
	test('a named recipe does what the command of that name does', async () => {
		const project = projects.smallQuay();
		await runIn(project, 'convert', 'quay.glb', 'a.wok', '-q');
		expect((await runIn(project, 'run', 'convert', 'quay.glb', 'b.wok', '-q')).code).toBe(0);
		expect(project.read('b.wok').equals(project.read('a.wok'))).toBe(true);
		await runIn(project, 'level', 'quay.glb', 'a', '-q');
		expect((await runIn(project, 'run', 'level', 'quay.glb', 'b', '-q')).code).toBe(0);
		expect(project.files('b')).toStrictEqual(project.files('a'));
	});

	test('a recipe of one’s own, with its stages kept', async () => {
		const project = projects.row();
		project.write('own.json', '["weld", ["drop-degenerate", { "minArea": 0.001 }], "sort"]');
		const { code, stderr } = await runIn(project, 'run', 'own.json', 'row.glb', 'row.wok', '--keep', 'kept');
		expect(code).toBe(0);
		expect(stderr).toContain('wrote row.wok\n');
		expect(readdirSync(project.at('kept'))).toStrictEqual([
			'walkmesh-01-weld-row.glb',
			'walkmesh-02-drop-degenerate-row.glb',
			'walkmesh-03-sort-row.glb',
		]);
		project.write(
			'own.mjs',
			`export const stages = [Object.assign(() => ({ name: 'up', subject: 'walkmesh', options: {}, run: (mesh) => ({ ...mesh, positions: mesh.positions.map((v, i) => i % 3 === 2 ? v + 1 : v) }) }),
				{ stageName: 'up', subject: 'walkmesh', options: {}, summary: '' })];
			export default ['weld', 'up', 'sort'];`,
		);
		expect((await runIn(project, 'run', 'own.mjs', 'row.glb', 'up.wok', '-q')).code).toBe(0);
		expect(project.read('up.wok').equals(project.read('row.wok'))).toBe(false);
	});

	test.each([
		['an unknown name', 'cnovert', /There is no recipe "cnovert"\. Known: convert, level/],
		['an unknown stage', '["wled"]', /There is no stage "wled"\. Did you mean "weld"\? Known: .*weld/],
		[
			'an unknown option',
			'[["weld", { "tolerence": 1 }]]',
			/stage "weld" has no option "tolerence"\. Did you mean "tolerance"\? It has: .*tolerance/,
		],
		['no list', '{}', /a recipe is a list of steps/],
		['a step that is none', '["weld", 7]', /\[1\]: a step is a stage's name or/],
		['null for options', '["sort", ["weld", null]]', /\[1\]: a step is a stage's name or/],
		['a list for options', '[["weld", []]]', /\[0\]: a step is a stage's name or/],
	])('%s is wrong use, and what there is is reported', async (_, recipe, message) => {
		const project = projects.row();
		if (/^\W/.test(recipe)) project.write('own.json', recipe);
		const { code, stderr } = await runIn(project, 'run', /^\W/.test(recipe) ? 'own.json' : recipe, 'row.glb', 'x.wok');
		expect(stderr).toMatch(message);
		expect(code).toBe(2);
	});
});
