import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { scratchFolder, wokflow } from '../support/cli.ts';

/** Two rooms in a row, a gap between them, and a third that nothing leads to: findings of several codes, in a layout of OBJ files. */
const out = scratchFolder();
let cwd = '';
let nth = 0;

const square = (x: number, width: number): string =>
	[
		`o room`,
		'usemtl Stone',
		...[
			[x, 0],
			[x + width, 0],
			[x + width, 10],
			[x, 10],
		].map(([px, py]) => `v ${px} ${py} 0`),
		'f 1 2 3',
		'f 1 3 4',
		'',
	].join('\n');

const FLAGS = ['--room-folder', 'rooms', '--room-space', 'area', '--up', 'z'];

beforeEach(() => {
	nth++;
	cwd = join(out, `level-${nth}`);
	mkdirSync(join(cwd, 'rooms'), { recursive: true });
	for (const [name, x, width] of [
		['r0', 0, 10],
		['r1', 10.05, 10],
		['r2', 40, 10],
	] as const)
		writeFileSync(join(cwd, `rooms/${name}.obj`), square(x, width));
	const rooms = ['r0 0 0 0', 'r1 10 0 0', 'r2 40 0 0'];
	writeFileSync(join(cwd, 'lv.lyt'), ['beginlayout', 'roomcount 3', ...rooms, 'donelayout', ''].join('\r\n'));
});

function configure(target: object, others: object = {}): void {
	const level = { level: 'lv.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'area', up: 'z', ...target };
	writeFileSync(join(cwd, 'wokflow.config.json'), JSON.stringify({ targets: { t: level }, ...others }));
}

const build = (...args: string[]) => wokflow(['build', ...args], { cwd });
const read = (path: string): Buffer => readFileSync(join(cwd, path));
const walkmeshes = (folder: string): string[] => readdirSync(join(cwd, folder)).filter((name) => name.endsWith('.wok'));

describe('findings that a config leaves out or weighs otherwise', () => {
	test('are so in the report and the plan of a build, as in those of level', async () => {
		configure({}, { ignore: ['SEAM_UNLINKED'], severity: { ROOM_UNREACHABLE: 'note' } });
		expect((await build()).code).toBe(0);
		const flags = ['--ignore', 'SEAM_UNLINKED', '--severity', 'ROOM_UNREACHABLE=note'];
		expect((await wokflow(['level', 'lv.lyt', 'level', ...FLAGS, ...flags], { cwd })).code).toBe(0);
		expect(String(read('out/lv.report.json'))).not.toContain('SEAM_UNLINKED');
		for (const file of ['lv.report.json', 'lv.svg', 'lv.glb'])
			expect(read(`out/${file}`).equals(read(`level/${file}`)), file).toBe(true);
		// What the config says of them is part of what the files depend on.
		configure({}, { severity: { ROOM_UNREACHABLE: 'note' } });
		expect((await build()).code).toBe(0);
		expect(String(read('out/lv.report.json'))).toContain('SEAM_UNLINKED');
	});

	test('do not hide that the option is changed which shows them in the GLB', async () => {
		configure({}, { ignore: ['ROOM_UNREACHABLE'] });
		await build();
		const plain = read('out/lv.glb');
		configure({ findings: true }, { ignore: ['ROOM_UNREACHABLE'] });
		expect((await build()).stdout).not.toContain('up to date');
		const pinned = read('out/lv.glb');
		expect(pinned.equals(plain)).toBe(false);
		await build('--force');
		expect(read('out/lv.glb').equals(pinned)).toBe(true);
	});
});

describe('a room of which no face is left', () => {
	test.each(['level', 'build'])(
		'is an error of %s, with the file and the room, and nothing is written',
		async (command) => {
			writeFileSync(join(cwd, 'rooms/r1.obj'), square(10, 0.5));
			configure({ minArea: 5 });
			const { code, stderr } =
				command === 'build'
					? await build()
					: await wokflow(['level', 'lv.lyt', 'out', ...FLAGS, '--min-area', '5'], { cwd });
			expect(code).toBe(1);
			expect(stderr).toContain('rooms/r1.obj, room r1: error: No faces are left. [RESULT_EMPTY]');
			expect(readdirSync(cwd)).not.toContain('out');
		},
	);
});

test('walkmeshes that a run made without a layout are none that earlier runs left', async () => {
	const args = ['level', 'lv.lyt', 'out', ...FLAGS, '--no-lyt', '--prune'];
	const { code, stderr } = await wokflow(args, { cwd });
	expect([code, stderr.includes('LEVEL_ROOMS_LEFT')]).toEqual([0, false]);
	expect(walkmeshes('out')).toEqual(['r0.wok', 'r1.wok', 'r2.wok']);
});

test('of thirty pieces of ground that are not reached ten are listed, and all where all is asked for', async () => {
	const corners = Array.from({ length: 31 }, (_, i) => [
		...[0, 2, 2, 0].map((x, k) => `v ${i * 5 + x} ${k < 2 ? 0 : 2} 0`),
		`f ${i * 4 + 1} ${i * 4 + 2} ${i * 4 + 3} ${i * 4 + 4}`,
	]);
	writeFileSync(join(cwd, 'tiles.obj'), ['o room', 'usemtl Stone', ...corners.flat(), ''].join('\n'));
	const check = async (...flags: string[]): Promise<string> => {
		const { stdout, stderr } = await wokflow(['check', 'tiles.obj', '--up', 'z', ...flags], { cwd });
		return `${stdout}${stderr}`;
	};
	const listed = (text: string): number => text.split('\n').filter((line) => line.startsWith('  not reached: ')).length;
	const short = await check();
	expect(short).toContain('one reaches 4 m² of 124 m²');
	expect(listed(short)).toBeLessThanOrEqual(10);
	expect(short).toContain(`${30 - listed(short)} more pieces, ${(30 - listed(short)) * 4} m²`);
	expect(listed(await check('-v'))).toBe(30);
	const json = JSON.parse((await wokflow(['check', 'tiles.obj', '--up', 'z', '--json'], { cwd })).stdout);
	const missed = JSON.stringify(json).match(/"matters":/g) ?? [];
	expect(missed).toHaveLength(30);
});
