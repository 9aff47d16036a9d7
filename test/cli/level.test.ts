import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { readLyt } from '../../level/formats/read-lyt.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { Report } from '../../src/findings/report.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { smallQuayGlb, smallQuayLyt } from '../support/small-quay.ts';

const out = scratchFolder();
const level = join(out, 'quay');
const at = (...names: string[]): string => join(out, ...names);
const room = (folder: string, name: string) => decodeBwm(readFileSync(join(folder, name)), new Report());

beforeAll(async () => {
	writeFileSync(at('quay.glb'), smallQuayGlb());
	writeFileSync(at('quay.lyt'), smallQuayLyt());
	expect((await wokflow(['level', at('quay.glb'), level, '-q'])).code).toBe(0);
});

describe('wokflow level', () => {
	test('writes a complete set', () => {
		const rooms = ['quay_02a.wok', 'quay_02b.wok'];
		const others = [
			'quay.glb',
			'quay.lyt',
			'quay.placements.json',
			'quay.report.json',
			'quay.svg',
			'quay.vis',
			'quay_console.pwk',
		];
		const doors = [0, 1, 2].map((state) => `quay_gate${state}.dwk`);
		expect(readdirSync(level).sort()).toEqual([...others, ...doors, ...rooms].sort());
	});

	test('a scene and its rooms as files give the same walkmeshes', async () => {
		const folder = at('from-layout');
		const args = ['level', at('quay.lyt'), folder, '--room-folder', 'fixtures/level/rooms', '-q'];
		expect((await wokflow(args)).code).toBe(0);
		for (const name of readdirSync(level).filter((each) => each.endsWith('.wok'))) {
			expect(readFileSync(join(folder, name)).equals(readFileSync(join(level, name)))).toBe(true);
		}
	});

	test('the report is JSON with rooms, links and findings', () => {
		const report = JSON.parse(readFileSync(join(level, 'quay.report.json'), 'utf8'));
		expect(report.rooms.length).toBe(2);
		expect(report.rooms[1]).toMatchObject({ index: 1, name: 'quay_02b', faces: 334, islands: 1 });
		expect(report.rooms[1].links.map(({ room: other }: { room: number }) => other)).toEqual([0]);
	});

	test('outputs can be left out; a name can be given', async () => {
		const args = [
			'level',
			at('quay.glb'),
			at('bare'),
			'--name',
			'port',
			'--no-glb',
			'--no-plan',
			'--no-vis',
			'--no-report',
			'--no-placements',
			'-q',
		];
		expect((await wokflow(args)).code).toBe(0);
		expect(readdirSync(at('bare')).filter((name) => !/^quay_/.test(name))).toEqual(['port.lyt']);
	});

	test('a scene without rooms is said to be one', async () => {
		const run = await wokflow(['level', 'fixtures/small/placeable.glb', at('roomless')]);
		expect(run.stderr).toContain('[LEVEL_WITHOUT_ROOMS]');
		expect(readdirSync(out)).not.toContain('roomless');
	});
});

describe('wokflow link', () => {
	/** A folder with the level's rooms and a changed layout. */
	function folderWith(
		name: string,
		change: (names: string[]) => string[],
		erase = false,
	): { folder: string; lyt: string } {
		const folder = at(name);
		mkdirSync(folder);
		for (const file of readdirSync(level).filter((each) => each.endsWith('.wok'))) {
			const decoded = room(level, file);
			const edges = decoded.edges.map((value, i) => (erase && i % 2 === 1 ? -1 : value));
			writeFileSync(join(folder, file), encodeBwm({ ...decoded, edges }));
		}
		const layout = readLyt(readFileSync(join(level, 'quay.lyt')), new Report());
		const order = change(layout.rooms.map(({ model }) => model));
		const rooms = order.map(
			(model) => layout.rooms.find((each) => each.model === model) ?? { model, position: [0, 0, 0] as const },
		);
		const lyt = join(folder, 'new.lyt');
		writeFileSync(lyt, writeLyt({ ...layout, rooms }));
		return { folder, lyt };
	}

	test('--check agrees with what level linked, and names rooms whose links are missing', async () => {
		expect((await wokflow(['link', join(level, 'quay.lyt'), '--check', '-q'])).code).toBe(0);
		const { lyt, folder } = folderWith('erased', (names) => names, true);
		const before = readFileSync(join(folder, 'quay_02a.wok'));
		const run = await wokflow(['link', lyt, '--check']);
		expect(run.code).toBe(1);
		expect(run.stderr).toContain(' are missing in quay_02a,');
		expect(readFileSync(join(folder, 'quay_02a.wok')).equals(before)).toBe(true);
	});

	test('--check is not content with transitions that lead nowhere', async () => {
		const { lyt, folder } = folderWith('stale', (names) => names);
		const decoded = room(folder, 'quay_02b.wok');
		const edges = decoded.edges.slice();
		edges[edges.findIndex((value, i) => i % 2 === 1 && value === -1)] = 77;
		writeFileSync(join(folder, 'quay_02b.wok'), encodeBwm({ ...decoded, edges }));
		const run = await wokflow(['link', lyt, '--check']);
		expect(run.stderr).toContain('[LINK_OUT_OF_RANGE]');
		expect(run.stderr).toContain('1 link is wrong.');
		expect(run.code).toBe(1);
	});

	test('finds erased links again, in place, byte for byte', async () => {
		const { lyt, folder } = folderWith('relinked', (names) => names, true);
		const run = await wokflow(['link', lyt, '--in-place', '--json']);
		expect(run.code).toBe(0);
		expect(JSON.parse(run.stdout).links.length).toBe(4);
		for (const name of readdirSync(folder).filter((each) => each.endsWith('.wok'))) {
			expect(readFileSync(join(folder, name)).equals(readFileSync(join(level, name)))).toBe(true);
		}
		expect((await wokflow(['link', lyt, '--check', '-q'])).code).toBe(0);
	});

	test('transitions follow names to another layout as they are found again in it', async () => {
		const { lyt, folder } = folderWith('reordered', (names) => ['****', ...names.toReversed()]);
		expect((await wokflow(['link', lyt, '--from', join(level, 'quay.lyt'), '-o', at('by-name'), '-q'])).code).toBe(0);
		expect((await wokflow(['link', lyt, '-o', at('by-geometry'), '-q'])).code).toBe(0);
		for (const name of readdirSync(folder).filter((each) => each.endsWith('.wok'))) {
			expect([...room(at('by-name'), name).edges]).toEqual([...room(at('by-geometry'), name).edges]);
		}
		expect([...room(at('by-name'), 'quay_02b.wok').edges]).not.toEqual([...room(level, 'quay_02b.wok').edges]);
	});
});

describe('wokflow rebuild and inspect', () => {
	test('rebuilding replaces what is wrong, in place or in a folder, and leaves the rest alone', async () => {
		const broken = room(level, 'quay_02b.wok');
		writeFileSync(
			at('broken.wok'),
			encodeBwm({ ...broken, adjacency: broken.adjacency.map(() => -1), perimeters: broken.perimeters.map(() => 0) }),
		);
		expect((await wokflow(['inspect', at('broken.wok')])).stderr).toContain('[TABLE_ADJACENCY]');
		expect((await wokflow(['rebuild', at('broken.wok'), '-o', at('fixed'), '-q'])).code).toBe(0);
		expect(readFileSync(at('fixed', 'broken.wok')).equals(readFileSync(join(level, 'quay_02b.wok')))).toBe(true);
		const run = await wokflow(['rebuild', at('broken.wok'), join(level, 'quay_02a.wok'), '--in-place']);
		expect(run.stderr).toContain(
			`rebuilt ${at('broken.wok')}\nunchanged ${join(level, 'quay_02a.wok')}\n1 file changed`,
		);
		expect(readFileSync(at('broken.wok')).equals(readFileSync(at('fixed', 'broken.wok')))).toBe(true);
	});

	test('inspect tells counts, surfaces, links and tree', async () => {
		const { stdout, code } = await wokflow(['inspect', join(level, 'quay_02b.wok')]);
		expect(code).toBe(0);
		expect(stdout).toContain('334, 222 walkable (113.48 m²)');
		expect(stdout).toContain('room 0: 4 edges, 4 m');
		expect(stdout).toMatch(/tree +667 nodes, depth \d+ \(9 at least\)/);
	});

	test('surfaces lists the table in force', async () => {
		expect((await wokflow(['surfaces'])).stdout).toContain('  4  Stone          yes   stops  ST');
		const { surfaces, table } = JSON.parse(
			(await wokflow(['surfaces', '--json', '--surfacemat', 'kotorblender'])).stdout,
		);
		expect([table, surfaces[16].walk, surfaces.length]).toEqual(['kotorblender', true, 31]);
		writeFileSync(at('my.2da'), '2DA V2.0\n\nlabel walk walkcheck lineofsight grass sound\n0 Rock 1 1 1 0 ST\n');
		expect((await wokflow(['surfaces', '--surfacemat', at('my.2da')])).stdout).toContain('  0  Rock  yes   stops  ST');
	});
});

describe('a room that was renamed or removed', () => {
	const build = async (rooms: readonly string[], ...more: string[]) => {
		const objects = rooms.map((name, i) => {
			const [x, base] = [i * 4, i * 4];
			const corners = [`v ${x} 0 0`, `v ${x + 4} 0 0`, `v ${x + 4} 0 -4`, `v ${x} 0 -4`];
			return [`o ${name}`, 'usemtl wok_Stone', ...corners, `f ${[1, 2, 3, 4].map((v) => base + v).join(' ')}`].join(
				'\n',
			);
		});
		writeFileSync(at('renamed.obj'), `${objects.join('\n')}\n`);
		return wokflow(['level', at('renamed.obj'), at('renamed'), ...more]);
	};

	test('leaves a walkmesh that is reported and stays, until somebody says otherwise', async () => {
		expect((await build(['hall', 'way', 'yard'])).stderr).not.toContain('LEVEL_ROOMS_LEFT');
		writeFileSync(at('renamed/own.wok'), 'not of wokflow');
		const { stderr, code } = await build(['hall', 'path', 'yard']);
		expect(code).toBe(0);
		expect(stderr).toContain('in no layout there: way.wok. [LEVEL_ROOMS_LEFT]');
		expect(stderr).toContain('Add --prune.');
		expect(existsSync(at('renamed/way.wok'))).toBe(true);
		// A layout of another level in the folder keeps its rooms, in whatever letters it names them.
		writeFileSync(at('renamed/other.lyt'), 'beginlayout\nroomcount 1\nWay 0 0 0\ndonelayout\n');
		expect((await build(['hall', 'path', 'yard'])).stderr).not.toContain('LEVEL_ROOMS_LEFT');
		rmSync(at('renamed/other.lyt'));
		const pruned = await build(['hall', 'path'], '--prune', '--json');
		expect(JSON.parse(pruned.stdout).removed.map((path: string) => path.slice(-8))).toEqual(['/way.wok', 'yard.wok']);
		expect(readdirSync(at('renamed')).filter((name) => name.endsWith('.wok'))).toEqual([
			'hall.wok',
			'own.wok',
			'path.wok',
		]);
	});

	test('whose walkmesh was changed since is not removed', async () => {
		await build(['hall', 'yard']);
		writeFileSync(at('renamed/yard.wok'), 'somebody edited it');
		const { stderr } = await build(['hall'], '--prune');
		expect(stderr).toContain('yard.wok. 1 of them was changed since.');
		expect(existsSync(at('renamed/yard.wok'))).toBe(true);
	});
});

test('what mends a gap between rooms is reported with what can be typed, not with a layout that is nowhere named', async () => {
	const cwd = scratchFolder();
	const floor = (name: string, x: number, from: number): string =>
		`o ${name}\nusemtl Stone\nv ${x} 0 0\nv ${x + 9.7} 0 0\nv ${x + 9.7} 0 -10\nv ${x} 0 -10\nf ${from} ${from + 1} ${from + 2} ${from + 3}\n`;
	writeFileSync(join(cwd, 'two.obj'), floor('ra', 0, 1) + floor('rb', 10, 5));
	const made = await wokflow(['level', 'two.obj', 'out'], { cwd });
	expect(made.stderr).toContain('Add --sills 0.31.');
	expect(made.stderr).not.toContain('LAYOUT ');
	const checked = await wokflow(['check', 'out/two.lyt'], { cwd });
	expect(checked.stderr).toContain('wokflow fix out/two.lyt --sills 0.31 --in-place');
	expect((await wokflow(['level', 'two.obj', 'mended', '--sills', '0.31'], { cwd })).stderr).not.toContain('warning');
});
