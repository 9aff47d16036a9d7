import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identify } from '../../pipeline/disk/identity.ts';
import { filesOf, Project, roomGlb, row, rowLyt } from '../builds/support.ts';
import { FIXTURES, scratchFolder, wokflow, wokflowProcess } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

const folder = scratchFolder();

/** Rooms, and between them a file that is broken. */
const project = new Project(join(folder, 'project'), {});
for (const room of row(7)) project.write(`rooms/${room.name}.glb`, roomGlb(room));
project.write('rooms/row_03b.glb', roomGlb(row(1)[0]).subarray(0, 300));

project.write('row.lyt', rowLyt(row(7)));
for (const room of row(6))
	project.write(`others/${room.name}.glb`, roomGlb({ ...room, hump: room.x === 20 ? 0.5 : 0 }));

const own = (...args: string[]) => wokflow(args, { cwd: project.folder });
/** In threads of a process, and with the quick tests in threads of this one. */
const run = (...args: string[]) => (THOROUGH ? wokflowProcess(args, { cwd: project.folder }) : own(...args));
/** The JSON of a run, without the folder that it wrote into. */
const resultOf = (text: string, out: string): unknown => JSON.parse(text.replaceAll(`${out}/`, ''));

describe('files in several threads', () => {
	test('become the same as in one, in the same order, and what is wrong with one keeps none of the others from being made', async () => {
		const one = await own('convert', 'rooms', '--to', 'wok', '-o', 'one', '-j', '1', '--json');
		const three = await run('convert', 'rooms', '--to', 'wok', '-o', 'three', '-j', '3', '--json');
		expect(one.code).toBe(3);
		expect(three.code).toBe(3);
		expect(Object.keys(filesOf(project.at('one')))).toHaveLength(7);
		expect(filesOf(project.at('three'))).toStrictEqual(filesOf(project.at('one')));
		expect(resultOf(three.stdout, 'three')).toStrictEqual(resultOf(one.stdout, 'one'));
	});

	test.runIf(THOROUGH)('are rebuilt alike, in place too', async () => {
		expect((await own('rebuild', 'one', '-o', 'again', '-j', '1', '-q')).code).toBe(0);
		mkdirSync(project.at('own'));
		for (const { name } of row(7)) copyFileSync(project.at(`one/${name}.wok`), project.at(`own/${name}.wok`));
		const { stderr, code } = await own('rebuild', 'own', '--in-place', '-j', '3', '--tree', 'median');
		expect(code).toBe(0);
		expect(stderr).toContain('rebuilt own/row_00.wok\n');
		expect((await own('rebuild', 'own', '--in-place', '-q')).code).toBe(0);
		const made = Object.entries(filesOf(project.at('own'))).filter(([name]) => name.endsWith('.wok'));
		expect(Object.fromEntries(made)).toStrictEqual(filesOf(project.at('again')));
	});

	test('are not made by plugins, whose functions stay in their thread', async () => {
		project.write('plugin.mjs', 'export const stages = [];');
		const args = ['convert', 'rooms/row_00.glb', 'rooms/row_01.glb', '--to', 'wok', '-o', 'plugged', '-j', '2'];
		const plugged = await wokflow([...args, '--plugin', 'plugin.mjs'], { cwd: project.folder });
		expect(plugged.code).toBe(0);
	});
});

describe('looking at files in several threads', () => {
	const looks: [string, string[]][] = [['check', ['rooms', 'row.lyt', '--room-folder', 'rooms']]];
	const moreLooks: [string, string[]][] = [
		['inspect', ['rooms/row_0*.glb', '--json', '--up', 'z']],
		['diff', ['rooms', 'others', '--json', '--list', '2']],
		['diff', ['rooms/row_03b.glb', 'others/row_00.glb']],
	];
	test.each(THOROUGH ? [...looks, ...moreLooks] : looks)(
		'%s %j says the same as in one, in the same order',
		async (command, words) => {
			const one = await own(command, ...words, '-j', '1');
			expect(await own(command, ...words, '-j', '2')).toStrictEqual(one);
			expect(one.stdout + one.stderr).not.toBe('');
		},
	);
});

test('what a run reads is looked up once, however many files it writes', async () => {
	const { FileSet } = await import('../../pipeline/disk/identity.ts');
	const path = join(FIXTURES, 'level/quay.glb');
	const set = new FileSet();
	await set.add([path]);
	const own = await identify(path);
	expect(set.has(own)).toBe(true);
	expect(set.has(await identify(join(FIXTURES, 'level/quay.obj')))).toBe(false);
});

test('a rebuilt walkmesh stays what its header says, whatever its name says', async () => {
	const cwd = scratchFolder();
	const placeable = join(FIXTURES, 'small/placeable.glb');
	expect((await wokflow(['convert', placeable, 'crate.pwk', '-q'], { cwd })).code).toBe(0);
	copyFileSync(join(cwd, 'crate.pwk'), join(cwd, 'console.wok'));
	const { stderr } = await wokflow(['rebuild', 'console.wok', '-o', 'again'], { cwd });
	expect(stderr).toContain('[KIND_UNLIKE_NAME]');
	expect(filesOf(join(cwd, 'again'))['console.wok']).toBe(filesOf(cwd)['crate.pwk']);
	expect((await wokflow(['rebuild', 'crate.pwk', '-o', 'again'], { cwd })).stderr).not.toContain('KIND_');
});
