import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thingsOfGit, writePth } from '../../game/area/things.ts';
import { readGff } from '../../game/gff/gff.ts';
import { Report } from '../../src/findings/report.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';

const folder = scratchFolder();
const at = (name: string): string => join(folder, name);
const run = (line: string) => wokflow(line.split(' '), { cwd: folder });
const placement = { kind: 'door', model: 'gate', state: 'closed', position: [1, 2, 3], bearing: 90 };
writeFileSync(at('quay.placements.json'), JSON.stringify({ version: 1, level: 'quay', placements: [placement] }));

test('place makes a GIT of the placements of a level, and puts them into one that is there', async () => {
	const made = await run('game place quay.placements.json -o quay.git --template gate=metal01');
	expect(made).toMatchObject({ code: 0 });
	expect(made.stderr).toContain('1 door');
	const into = await run('game place quay.placements.json --into quay.git -o new/quay.git --template gate=metal01');
	expect(into).toMatchObject({ code: 0 });
	expect(readFileSync(at('new/quay.git'))).toEqual(readFileSync(at('quay.git')));
	const things = thingsOfGit(readGff(readFileSync(at('new/quay.git')), new Report()));
	expect(things).toMatchObject([{ kind: 'door', template: 'metal01', position: [1, 2, 3] }]);
});

test('place says what is wrong with its inputs, and writes nothing', async () => {
	writeFileSync(at('area.pth'), writePth([]));
	writeFileSync(at('bad.json'), '{"version":1}');
	const other = await run('game place quay.placements.json --into area.pth -o no.git');
	expect(other).toMatchObject({ code: 3 });
	expect(other.stderr).toContain('GFF_OTHER_TYPE');
	const bad = await run('game place bad.json -o no.git');
	expect(bad).toMatchObject({ code: 3 });
	expect(bad.stderr).toContain('PLACEMENTS_INVALID');
	for (const wrong of [{ position: [1e308, 0, 0] }, { bearing: 1e200 }, { state: '__proto__' }, { kind: 'toString' }]) {
		writeFileSync(at('wrong.json'), JSON.stringify({ version: 1, placements: [{ ...placement, ...wrong }] }));
		expect(await run('game place wrong.json -o no.git')).toMatchObject({ code: 3 });
	}
	writeFileSync(
		at('long.json'),
		JSON.stringify({ version: 1, placements: [{ ...placement, model: 'x'.repeat(1e5) }] }),
	);
	expect((await run('game place long.json -o no.git')).stderr.length).toBeLessThan(1000);
	expect(await run('game place quay.placements.json -o no.git --template gate=a-b')).toMatchObject({ code: 2 });
	expect(() => readFileSync(at('no.git'))).toThrow();
});

test('level makes a module of a scene, the same bytes each time, and says what is missing in it', async () => {
	const scene = join(FIXTURES, 'small/two-rooms-seam.glb');
	const level = (out: string, ...more: string[]) =>
		wokflow(['level', scene, out, '--module', 'tar_m99', '--no-glb', '--no-plan', '-v', ...more], { cwd: folder });
	const one = await level('one');
	expect(one).toMatchObject({ code: 0 });
	expect(one.stderr).toContain('MODULE_PARTS_MISSING');
	expect(await level('two')).toMatchObject({ code: 0 });
	for (const name of ['tar_m99.mod', 'tar_m99.are', 'tar_m99.git', 'tar_m99.pth', 'module.ifo'])
		expect(readFileSync(at(`one/${name}`)), name).toEqual(readFileSync(at(`two/${name}`)));
	expect(await run('check one/tar_m99.mod/tar_m99.lyt')).toMatchObject({ code: 0 });
	expect(await level('three', '--module-folder', 'nowhere')).toMatchObject({ code: 2 });
	expect((await level('four', '--name', 'a name')).code).not.toBe(0);
});
