import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { writeGff } from '../../game/gff/write.ts';
import { gitWith } from '../support/area-maker.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { outputsOf, Project, type RowRoom, roomGlb, row, rowGlb, rowLyt } from './support.ts';

const folder = scratchFolder();
const MODULE = ['lbl_maptar_m99.tga', 'module.ifo', 'tar_m99.are', 'tar_m99.git', 'tar_m99.mod', 'tar_m99.pth'];
const target = { level: 'row.glb', out: 'out', module: 'tar_m99', moduleFolder: 'parts', entry: [5, 3, 0] };
let project: Project;

const humped = (hump: number): RowRoom[] => row(3).map((room, index) => (index === 1 ? { ...room, hump } : room));

beforeAll(async () => {
	project = new Project(join(folder, 'first'), { targets: { row: target } });
	project.write('row.glb', rowGlb(row(3)));
	project.write('parts/guard.utc', 'a guard');
	project.write('parts/old.mod', 'not a part');
	await project.build();
});

test('a target makes the module that `wokflow level --module` makes, byte for byte', async () => {
	const { code } = await wokflow(
		['level', 'row.glb', 'level', '--module', 'tar_m99', '--module-folder', 'parts', '--entry', '5,3,0'],
		{ cwd: project.folder },
	);
	expect(code).toBe(0);
	expect(project.files('out')).toStrictEqual(project.files('level'));
	expect(Object.keys(project.files('out'))).toEqual(expect.arrayContaining(MODULE));
	rmSync(project.at('level'), { recursive: true });
});

test('a module is made again for a part that comes, changes or goes, and nothing else is', async () => {
	expect((await project.build()).status).toBe('up-to-date');
	const next = async (): Promise<string[]> => outputsOf(await project.build(), 'written');
	project.write('parts/gate.utd', 'a door');
	expect(await next()).toEqual(['tar_m99.mod: input changed: parts; input changed: parts/gate.utd']);
	project.write('parts/gate.utd', 'another');
	expect(await next()).toEqual(['tar_m99.mod: input changed: parts/gate.utd']);
	rmSync(project.at('parts/gate.utd'));
	expect(await next()).toEqual(['tar_m99.mod: input changed: parts; input changed: parts/gate.utd']);
	expect((await project.build()).status).toBe('up-to-date');
});

test('a module is made again of a room that changed, and its findings are reported each time', async () => {
	const changed = project.copied(join(folder, 'changed'));
	changed.write('row.glb', rowGlb(humped(0.5)));
	const result = await changed.build();
	expect(outputsOf(result, 'written')).toContain('tar_m99.mod: rooms changed: row_01');
	expect(result.report.findings.map(({ code }) => code)).toContain('MODULE_PARTS_MISSING');
	const whole = new Project(join(folder, 'whole'), { targets: { row: target } });
	for (const path of ['row.glb', 'parts/guard.utc', 'parts/old.mod']) whole.write(path, changed.read(path));
	await whole.build();
	expect(whole.files('out')).toStrictEqual(changed.files('out'));
});

test('a folder for a module that does not exist is wrong use, and nothing is written', async () => {
	const none = new Project(join(folder, 'none'), { targets: { row: { ...target, moduleFolder: 'nowhere' } } });
	none.write('row.glb', rowGlb(row(2)));
	await expect(none.build()).rejects.toThrow('There is no folder or archive "nowhere"');
	expect(() => none.files('out')).toThrow();
});

test('a build shows what the GIT beside a layout places, as `wokflow level` does', async () => {
	const of = { level: 'row.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'room' };
	const area = new Project(join(folder, 'area'), { targets: { row: of } });
	area.write('row.lyt', rowLyt(row(2)));
	for (const room of row(2)) area.write(`rooms/${room.name}.glb`, roomGlb(room));
	area.write('row.git', writeGff(gitWith({ waypoints: [{ x: 3, y: 3, z: 0, bearing: 0 }] })));
	await area.build();
	await wokflow(['level', 'row.lyt', 'level', '--room-folder', 'rooms', '--room-space', 'room'], { cwd: area.folder });
	expect(area.files('out')).toStrictEqual(area.files('level'));
	expect(String(area.read('out/row.svg'))).toContain('wp0');
});
