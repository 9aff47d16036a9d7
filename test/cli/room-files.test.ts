import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { crlf } from '../support/layouts.ts';

const folder = scratchFolder();

beforeAll(async () => {
	const { code } = await wokflow(['convert', 'fixtures/small/cube-room.obj', join(folder, 'box.wok.ascii'), '-q']);
	expect(code).toBe(0);
	// What was modelled is not what the game would load: here it cannot even be read.
	writeFileSync(join(folder, 'box.glb'), 'no glTF');
	writeFileSync(
		join(folder, 'box.lyt'),
		crlf('beginlayout', '   roomcount 1', '      box 0.0 0.0 0.0', '   trackcount 0', 'donelayout'),
	);
});

test.each(['check', 'inspect', 'query'])(
	'%s takes the walkmesh of a room before the scene it was made from, also where the walkmesh is text',
	async (command) => {
		const question = command === 'query' ? ['height', '11,22'] : [];
		const { code, stderr } = await wokflow([command, 'box.lyt', ...question], { cwd: folder });
		expect(stderr).not.toContain('box.glb');
		expect(code).toBe(0);
	},
);

test('level tells of the names of a layout once, with their lines', async () => {
	writeFileSync(
		join(folder, 'twice.lyt'),
		crlf('beginlayout', '   roomcount 2', '      box 0 0 0', '      box 0 0 0', 'donelayout'),
	);
	const { stdout } = await wokflow(['level', 'twice.lyt', 'out', '--json'], { cwd: folder });
	const { findings } = JSON.parse(stdout) as { findings: { code: string; location: { line?: number } }[] };
	const told = findings.filter(({ code }) => code === 'LAYOUT_NAME_DUPLICATE');
	expect(told.map(({ location }) => location.line)).toEqual([4]);
});
