import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Projects, runIn } from '../support/projects.ts';

const projects = new Projects();

describe('wokflow init', () => {
	test.each(['mjs', 'json'])('writes a .%s that builds', async (format) => {
		const project = projects.smallQuay();
		rmSync(project.at('wokflow.config.json'));
		const { stderr, code } = await runIn(project, 'init', 'quay.glb', '--as', format);
		expect(stderr).toBe(`wrote wokflow.config.${format}: quay.glb, 2 rooms. \`wokflow build\` builds it.\n`);
		expect(code).toBe(0);
		expect((await runIn(project, 'build', '-q')).code).toBe(0);
		expect(existsSync(project.at('out/quay/quay_02a.wok'))).toBe(true);
		expect(await runIn(project, 'init', 'quay.glb')).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('exists. Add --force'),
		});
	});

	test('writes over no scene that its own files are links to, not even by force', async () => {
		const project = projects.smallQuay();
		rmSync(project.at('wokflow.config.json'));
		const before = readFileSync(project.at('quay.glb'));
		for (const [file, link, ...options] of [['wokflow.config.mjs', symlinkSync]] as const) {
			link(project.at('quay.glb'), project.at(file));
			const { code, stderr } = await runIn(project, 'init', 'quay.glb', '--force', ...options);
			expect([code, stderr]).toEqual([1, expect.stringContaining('[OUTPUT_IS_INPUT]')]);
		}
		expect(readFileSync(project.at('quay.glb'))).toEqual(before);
	});

	test('finds the folder of the rooms of a layout, and asks which of several inputs is meant', async () => {
		const project = projects.smallQuay();
		rmSync(project.at('wokflow.config.json'));
		expect(await runIn(project, 'init')).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('has several: quay.glb, quay.lyt, quay.obj. Name one'),
		});
		expect((await runIn(project, 'init', 'quay.lyt', '-q')).code).toBe(0);
		const text = readFileSync(project.at('wokflow.config.mjs'), 'utf8');
		expect(text).toContain("roomFolder: 'rooms',");
		expect((await runIn(project, 'build', '-q')).code).toBe(0);
	});
});
