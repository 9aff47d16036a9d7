import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import { Report } from '../../src/findings/report.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { EAST, layoutOf, NORTH, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { smallQuayGlb } from '../support/small-quay.ts';

const folder = scratchFolder();
let count = 0;
let level: string;

const at = (name: string): string => join(folder, level, name);
const read = (name: string): Buffer => readFileSync(at(name));
const edit = (...args: string[]) => wokflow(['edit', ...args], { cwd: join(folder, level) });

/** Where the bytes of two files of one length differ. */
function differences(a: Uint8Array, b: Uint8Array): number[] {
	expect(b.length).toBe(a.length);
	return [...a.keys()].filter((i) => a[i] !== b[i]);
}

beforeAll(async () => {
	writeFileSync(join(folder, 'quay.glb'), smallQuayGlb(['quay_02a', 'quay_02b', 'quay_05a']));
	await wokflow(['level', 'quay.glb', 'base', '-q'], { cwd: folder });
});

beforeEach(() => {
	level = `level${count++}`;
	cpSync(join(folder, 'base'), join(folder, level), { recursive: true });
});

describe('wokflow edit', () => {
	test('changes the word of a surface and nothing else, where the same faces stay walkable', async () => {
		const before = read('quay_02b.wok');
		const { offsets } = decodeBwm(before, new Report());
		const { code, stdout } = await edit(
			'quay_02b.wok',
			'--surface',
			'3-5=Carpet',
			'--surface',
			'4=Grass',
			'-i',
			'--json',
		);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ tables: ['materials'], renumbered: false });
		const after = decodeBwm(read('quay_02b.wok'), new Report());
		expect([...after.materials.subarray(3, 6)]).toEqual([9, 3, 9]);
		for (const byte of differences(before, read('quay_02b.wok')))
			expect(Math.floor((byte - offsets.materials) / 4)).toSatisfy((face: number) => face >= 3 && face <= 5);
		expect(read('quay_02b.wok.bak').equals(before)).toBe(true);
		const again = await edit('quay_02b.wok', '--surface', '3-5=Carpet', '--surface', '4=Grass', '-i', '--json');
		expect(JSON.parse(again.stdout)).toMatchObject({ outputs: [], backups: [], tables: [] });
	});

	test('sets and clears links by the names of the layout beside the file', async () => {
		const before = read('quay_02b.wok');
		const { edges, offsets } = decodeBwm(before, new Report());
		const row = edges.findIndex((room, i) => i % 2 === 1 && room >= 0);
		const free = edges.findIndex((room, i) => i % 2 === 1 && room < 0);
		await edit('quay_02b.wok', '--link', `${edges[row - 1]}=none`, '--link', `${edges[free - 1]}=QUAY_05a`, '-i');
		const after = decodeBwm(read('quay_02b.wok'), new Report());
		const layout = readFileSync(at('quay.lyt'), 'latin1');
		const names = [...layout.matchAll(/^\s+(quay_\w+) /gm)].map(([, name]) => name);
		expect([after.edges[row], names[after.edges[free]]]).toEqual([-1, 'quay_05a']);
		const words = new Set(
			differences(before, read('quay_02b.wok')).map((byte) => Math.floor((byte - offsets.edges) / 4)),
		);
		expect([...words].sort((a, b) => a - b)).toEqual([row, free].sort((a, b) => a - b));
	});

	test('a link is set and cleared on both sides, so that check finds nothing', async () => {
		const rooms = [rectangle(0, 0, 4, 4), rectangle(4, 0, 4, 4)];
		const linked = [withTransitions(rooms[0], { [EAST]: 1 }), withTransitions(rooms[1], { [WEST]: 0 })];
		mkdirSync(at('pair'));
		for (const [room, mesh] of linked.entries()) writeFileSync(at(`pair/r${room}.wok`), writeWalkmesh(mesh));
		writeFileSync(at('pair/pair.lyt'), writeLyt(layoutOf('r0', 'r1')));
		const [first, second] = ['r0', 'r1'].map((name) => readFileSync(at(`pair/${name}.wok`)));
		const found = async (): Promise<string[]> => {
			const { findings } = JSON.parse((await wokflow(['check', at('pair/pair.lyt'), '--json'])).stdout) as {
				findings: { code: string; severity: string }[];
			};
			return findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
		};
		await edit('pair/r0.wok', '--link', `${EAST}=none`, '-i', '--no-backup');
		expect(await found()).toEqual(['LINK_ONE_WAY']);
		const set = await edit('pair/r0.wok', '--link', `${EAST}=r1`, '--both', '-i', '--json');
		expect(JSON.parse(set.stdout).outputs).toHaveLength(1);
		expect(await found()).toEqual([]);
		const cleared = await edit('pair/r0.wok', '--link', `${EAST}=none`, '--both', '-i', '--json');
		expect([JSON.parse(cleared.stdout).outputs.length, JSON.parse(cleared.stdout).backups.length]).toEqual([2, 2]);
		expect(await found()).toEqual(['SEAM_UNLINKED']);
		await edit('pair/r0.wok', '--link', `${EAST}=r1`, '--both', '-o', 'out/r0.wok');
		expect([readFileSync(at('out/r0.wok')).equals(first), readFileSync(at('out/r1.wok')).equals(second)]).toEqual([
			true,
			true,
		]);
		const { code, stderr } = await edit('pair/r0.wok', '--link', `${NORTH}=r1`, '--both', '-i');
		expect([code, stderr]).toEqual([2, expect.stringContaining('Link this side alone, or let')]);
	});

	test('sets hooks of placeables', async () => {
		await wokflow(['hull', join(FIXTURES, 'small/placeable.glb'), at('crate.pwk'), '-q']);
		const before = read('crate.pwk');
		expect((await edit('crate.pwk', '--hook', 'relative2=0,1.5,-0.25', '-i', '--no-backup')).code).toBe(0);
		const after = decodeBwm(read('crate.pwk'), new Report());
		expect([...after.hooks.subarray(3, 6)]).toEqual([0, 1.5, -0.25]);
		for (const byte of differences(before, read('crate.pwk'))) expect(byte).toSatisfy((b: number) => b >= 24 && b < 36);
	});

	test.each([
		[['--surface', '9999=Stone'], 'Face 9999 does not exist. The walkmesh has faces 0 to'],
		[['--surface', '0-9999=Nonwalk'], 'does not exist. The walkmesh has faces 0 to'],
		[['--surface', '0-999999999=Nonwalk'], 'does not exist. The walkmesh has faces 0 to'],
		[['--link', '800000000-999999999=none'], 'Edge 800000000 does not exist. The walkmesh has edges 0 to'],
		[['--surface', '3=Ston'], '"3=Ston" names no surface. Did you mean "Stone"?'],
		[['--surface', '3=77'], '"3=77" names no surface.'],
		[['--surface', 'x=Stone'], '"x" is not a face or a range of faces. For example: 12 or 12-20'],
		[['--link', '99999=none'], 'Edge 99999 does not exist. The walkmesh has edges 0 to'],
		[['--link', 'INNER=quay_02a'], 'is not on the perimeter, and only perimeter edges link to rooms.'],
		[['--link', '0=quay_99z'], 'Room "quay_99z" is not in the layout.'],
		[['--link', '0=quay_2a'], 'Did you mean "quay_02a"'],
		[['--fill', '99999'], 'Edge 99999 does not exist.'],
		[['--hook', 'use1=0,0,0'], '"use1" is not a use hook. There are: relative1,'],
		[['--hook', 'relative1=0,0'], '"0,0" is not a point. Give three numbers in metres'],
		[[], 'Say what to change.'],
	])('%j: %s', async (flags, message) => {
		const before = read('quay_02b.wok');
		const { edges } = decodeBwm(before, new Report());
		const perimeter = new Set(edges.filter((_, i) => i % 2 === 0));
		const inner = [...Array(90).keys()].find((edge) => !perimeter.has(edge));
		const { code, stderr } = await edit(
			'quay_02b.wok',
			...flags.map((flag) => flag.replace('INNER', String(inner))),
			'-i',
		);
		expect(code).toBe(2);
		expect(stderr).toContain(message);
		expect(read('quay_02b.wok').equals(before)).toBe(true);
	});

	test('links to rooms of the layout only, by number as by name', async () => {
		const before = read('quay_02b.wok');
		for (const more of [[], ['--layout', 'quay.lyt']]) {
			const { code, stderr } = await edit('quay_02b.wok', '--link', '0=3', ...more, '-i');
			expect({ code, stderr }).toMatchObject({
				code: 2,
				stderr: expect.stringContaining('Room "3" is not in the layout.'),
			});
		}
		expect(read('quay_02b.wok').equals(before)).toBe(true);
		rmSync(at('quay.lyt'));
		const edge = decodeBwm(before, new Report()).edges[0];
		expect((await edit('quay_02b.wok', '--link', `${edge}=3`, '-i')).code).toBe(0);
	});

	test('replays a list of edits, each with the numbers that the one before leaves', async () => {
		await edit('quay_02b.wok', '--delete', '0-1', '-o', 'a.wok');
		await edit('a.wok', '--surface', '0=Nonwalk', '--flip', '3', '-o', 'b.wok');
		const edits = [{ delete: ['0-1'] }, { surface: { '0': 'Nonwalk' }, flip: ['3'] }];
		writeFileSync(at('list.json'), JSON.stringify({ edits }));
		expect((await edit('quay_02b.wok', '--edits', 'list.json', '-o', 'c.wok')).code).toBe(0);
		expect(read('c.wok').equals(read('b.wok'))).toBe(true);
		expect(read('c.wok').equals(read('quay_02b.wok'))).toBe(false);
		for (const [list, why] of [
			['{ "edits": [{}, { "paint": 1 }] }', 'edit 2 of list.json has no option "paint"'],
			['{ "edits": [{ "delete": "4" }] }', 'edit 1 of list.json is'],
			['[]', 'not a list of edits'],
			['{', 'not JSON'],
		]) {
			writeFileSync(at('list.json'), list);
			const run = await edit('quay_02b.wok', '--edits', 'list.json', '-o', 'd.wok');
			expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
		}
		expect(existsSync(at('d.wok'))).toBe(false);
	});

	test('tells of surfaces that are none of the game', async () => {
		const sand = await edit('quay_02b.wok', '--surface', '0=Sand', '-i');
		expect(sand).toMatchObject({ code: 0, stderr: expect.stringMatching(/1 face has surface 20, .*not walkable/) });
		expect(await edit('quay_02a.wok', '--surface', '0=Carpet', '-i')).toMatchObject({
			code: 0,
			stderr: expect.not.stringContaining('surface'),
		});
	});

	test('keeps the kind of a file, and writes no file for standard input', async () => {
		for (const [file, output] of [
			['quay_02b.wok', 'x.pwk'],
			['quay_02b.wok', 'x.ascii'],
			['quay_console.pwk', 'x.wok'],
		])
			expect((await edit(file, '--surface', '0=Stone', '-o', output)).stderr).toContain(`"${output}": edit writes .`);
		const input = read('quay_02b.wok');
		const run = await wokflow(['edit', '-', '--surface', '0=Mud', '-i'], { cwd: join(folder, level), input });
		expect(run).toMatchObject({ code: 3, stderr: expect.stringContaining('it is standard input or output') });
		expect(['x.pwk', 'x.ascii', 'x.wok', '-'].filter((name) => existsSync(at(name)))).toStrictEqual([]);
	});

	test('takes binary walkmeshes only, and one output', async () => {
		writeFileSync(at('room.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
		expect((await edit('room.obj', '--surface', '0=Stone', '-i')).stderr).toContain('is not a binary walkmesh');
		expect((await edit('quay_02b.wok', '--surface', '0=Stone')).stderr).toContain('either --in-place or --output FILE');
	});
});
