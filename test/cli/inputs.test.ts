import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { smallQuayGlb, smallQuayLyt } from '../support/small-quay.ts';

const out = scratchFolder();
const level = join(out, 'level');
let folder: string;
let count = 0;

/** What is about names and folders, four rooms show as well as nine. */
const ROOMS = ['02a', '02b', '03a', '03b'].map((name) => `quay_${name}`);

beforeAll(async () => {
	writeFileSync(join(out, 'quay.glb'), smallQuayGlb(ROOMS));
	expect((await wokflow(['level', 'quay.glb', level, '-q'], { cwd: out })).code).toBe(0);
});

beforeEach(() => {
	folder = join(out, String(count++));
	cpSync(level, join(folder, 'game'), { recursive: true });
	mkdirSync(join(folder, 'rooms'));
	for (const room of ROOMS) copyFileSync(join(FIXTURES, `level/rooms/${room}.glb`), join(folder, `rooms/${room}.glb`));
	writeFileSync(join(folder, 'quay.lyt'), smallQuayLyt(ROOMS));
});

const at = (...names: string[]): string => join(folder, ...names);
const run = (...args: string[]) => wokflow(args, { cwd: folder });
const woks = (names: readonly string[]): string[] => names.map((name) => `${name}.wok`);

describe('many inputs become a file each', () => {
	test.each([
		['files', ROOMS.map((name) => `rooms/${name}.glb`)],
		['a folder', ['rooms']],
		['a pattern that no shell has expanded', ['rooms/*.glb']],
		['a pattern in another letter case', ['rooms/*.GLB']],
		['a pattern and a file that it matches', ['rooms/quay_02*.glb', 'rooms/quay_0{3,5}?.glb', 'rooms/quay_02a.glb']],
		['a layout', ['quay.lyt', '--room-folder', 'rooms']],
	])('%s', async (_, inputs) => {
		const layout = inputs[0] === 'quay.lyt' ? [] : ['--layout', 'quay.lyt'];
		const { code, stdout } = await run('convert', ...inputs, '-o', 'new/out', '--to', 'wok', ...layout, '--json');
		expect(code).toBe(0);
		expect(readdirSync(at('new/out')).sort()).toEqual(woks(ROOMS));
		expect(JSON.parse(stdout)).toMatchObject({
			failed: [],
			outputs: woks(ROOMS).map((name) => ({ path: `new/out/${name}` })),
		});
		const one = await run('convert', 'rooms/quay_03b.glb', 'quay_03b.wok', '--layout', 'quay.lyt');
		expect(one.code).toBe(0);
		expect(readFileSync(at('new/out/quay_03b.wok')).equals(readFileSync(at('quay_03b.wok')))).toBe(true);
	});

	test('walkmeshes of every kind keep their names', async () => {
		expect((await run('convert', 'game', '-o', 'text', '--to', 'ascii', '-q')).code).toBe(0);
		const names = readdirSync(at('game')).filter((name) => /\.(wok|pwk|dwk)$/.test(name));
		expect(readdirSync(at('text')).sort()).toEqual(names.map((name) => name.replace(/\..*$/, '.ascii')).sort());
		expect((await run('convert', 'game/*.wok', '-o', 'copy', '--to', 'bwm', '-q')).code).toBe(0);
		expect(readFileSync(at('copy/quay_02a.wok')).equals(readFileSync(at('game/quay_02a.wok')))).toBe(true);
	});

	test('the GLB of a level becomes a file for each of its rooms, as they were', async () => {
		const { code, stderr } = await run('convert', 'game/quay.glb', '-o', 'out', '--to', 'wok');
		expect(code).toBe(0);
		expect(stderr).not.toContain('warning');
		expect(readdirSync(at('out')).sort()).toEqual(woks(ROOMS));
		for (const name of woks(ROOMS))
			expect(readFileSync(at('out', name)).equals(readFileSync(at('game', name)))).toBe(true);
		expect((await run('convert', 'game/quay.glb', '-o', 'doors', '--to', 'dwk', '-q')).code).toBe(0);
		expect(readdirSync(at('doors')).sort()).toEqual(['quay_gate0.dwk', 'quay_gate1.dwk', 'quay_gate2.dwk']);
		expect((await run('convert', 'game/quay.glb', '-o', 'text', '--to', 'ascii', '-q')).code).toBe(0);
		expect(readdirSync(at('text'))).toHaveLength(ROOMS.length);
	});

	test('the GLB of a level that went through Blender does so, too, with the numbers of the layout', async () => {
		copyFileSync(join(FIXTURES, 'blender/two-rooms.glb'), at('two.glb'));
		copyFileSync(join(FIXTURES, 'level/quay.lyt'), at('two.lyt'));
		expect((await run('convert', 'two.glb', '-o', 'out', '--to', 'wok', '--layout', 'two.lyt', '-q')).code).toBe(0);
		expect(readdirSync(at('out')).sort()).toEqual(['quay_02b.wok', 'quay_03a.wok']);
		const linked = JSON.parse((await run('inspect', 'out', '--json')).stdout);
		// Rooms 3 and 4 of the layout, each linked with the other.
		expect(JSON.stringify(linked)).toContain('"room":4');
		const joined = await run('convert', 'two.glb', 'two.wok', '-v');
		expect(joined.stderr).toContain('[ROOMS_JOINED]');
	});

	test('one room of the GLB of a level is chosen by its name; without one, the advice has a name and the way to all', async () => {
		const chosen = await run('convert', 'game/quay.glb', 'quay_03b.wok', '--node', 'quay_03b');
		expect({ code: chosen.code, warned: chosen.stderr.includes('warning') }).toEqual({ code: 0, warned: false });
		expect(readFileSync(at('quay_03b.wok')).equals(readFileSync(at('game/quay_03b.wok')))).toBe(true);
		const { code, stderr } = await run('convert', 'game/quay.glb', 'one.wok');
		expect(code).toBe(1);
		expect(stderr).not.toContain('warning');
		expect(stderr).toContain('Add --node quay_02a.');
		expect(stderr).toContain('wokflow convert game/quay.glb --output FOLDER --to wok');
		const unknown = await run('convert', 'game/quay.glb', 'one.wok', '--node', 'quay_03b', '--node', 'harbour');
		expect(unknown.stderr).toContain('[NODE_PATTERN_UNMATCHED]');
	});

	test('doors and placeables of a scene stand in its GLB where they stand in the scene, also through several GLBs', async () => {
		// The rooms that they stand in.
		writeFileSync(at('quay.glb'), smallQuayGlb());
		expect((await run('convert', 'quay.glb', 'first.glb', '-q')).code).toBe(0);
		expect((await run('convert', 'first.glb', 'second.glb', '-q')).code).toBe(0);
		// Every node is asked for, so what an editor leaves is read: nodes and no stamps.
		const placements = async (file: string): Promise<unknown> => {
			expect((await run('level', file, file.slice(0, -4), '--node', '*', '--name', 'x', '-q')).code).toBe(0);
			const { placements: found } = JSON.parse(readFileSync(at(file.slice(0, -4), 'x.placements.json'), 'utf8'));
			return found.map(({ room: _, ...placement }: { room: string }) => placement);
		};
		const modelled = JSON.parse(readFileSync(at('game/quay.placements.json'), 'utf8')).placements;
		expect(modelled).toHaveLength(2);
		expect(await placements('second.glb')).toEqual(
			modelled.map(({ room: _, ...placement }: { room: string }) => placement),
		);
	});

	test('one bad file does not stop the others, and the exit code tells', async () => {
		writeFileSync(at('rooms/quay_03b.glb'), 'broken');
		writeFileSync(at('rooms/quay_03a.glb'), readFileSync(join(FIXTURES, 'small/unknown-material.glb')));
		const { code, stderr } = await run('convert', 'rooms', '-o', 'out/', '--to', 'wok', '--layout', 'quay.lyt');
		expect(code).toBe(3);
		expect(stderr).toContain('rooms/quay_03b.glb: error');
		expect(stderr).toContain('[SURFACE_UNKNOWN]');
		expect(stderr).toContain('Not converted: 2 files of 4.');
		expect(readdirSync(at('out')).sort()).toEqual(woks(ROOMS.filter((name) => !/03b|03a/.test(name))));
		rmSync(at('rooms/quay_03b.glb'));
		expect((await run('convert', 'rooms', '-o', 'out/', '--to', 'wok', '--layout', 'quay.lyt')).code).toBe(1);
	});

	test('an option that does not fit one of them does not stop the others either', async () => {
		copyFileSync(at('rooms/quay_02a.glb'), at('rooms/other.glb'));
		const { code, stderr } = await run('convert', 'rooms', '-o', 'out', '--to', 'wok', '--layout', 'quay.lyt');
		expect(code).toBe(2);
		expect(stderr).toContain('rooms/other.glb: The layout has no room');
		expect(readdirSync(at('out'))).toHaveLength(ROOMS.length);
	});

	test('two of one name are not written over each other', async () => {
		mkdirSync(at('more'));
		copyFileSync(at('rooms/quay_03a.glb'), at('more/QUAY_02A.glb'));
		const args = ['convert', 'rooms/quay_02a.glb', 'more/QUAY_02A.glb', '-o', 'out', '--to', 'svg'];
		const { code, stderr } = await run(...args);
		expect(code).toBe(1);
		expect(stderr).toContain('[OUTPUT_TWICE]');
		expect(readdirSync(at('out'))).toEqual(['quay_02a.svg']);
		copyFileSync(at('game/quay_03a.wok'), at('more/quay_02a.wok'));
		expect((await run('rebuild', 'game/quay_02a.wok', 'more/quay_02a.wok', '-o', 'rebuilt')).stderr).toContain(
			'[OUTPUT_TWICE]',
		);
	});

	test('in a folder of models and what was made of them, each is made of the other', async () => {
		expect((await run('convert', 'rooms', '-o', 'rooms', '--to', 'wok', '-q')).code).toBe(0);
		expect((await run('convert', 'rooms', '-o', 'rooms', '--to', 'wok', '-q')).code).toBe(0);
		const { stdout } = await run('convert', 'rooms', '-o', 'svg', '--to', 'svg', '--json');
		expect(JSON.parse(stdout).walkmeshes).toHaveLength(ROOMS.length);
		expect(readdirSync(at('rooms'))).toHaveLength(2 * ROOMS.length);
	});
});

describe('many inputs become one output', () => {
	test.each(['area.svg', 'area.glb', 'area.obj'])(
		'a layout becomes %s, with the names of its rooms',
		async (output) => {
			expect((await run('convert', 'game/quay.lyt', output, '-q')).code).toBe(0);
			const text = readFileSync(at(output)).toString('latin1');
			for (const room of ROOMS) expect(text).toContain(room);
		},
	);

	test('modelled rooms of a layout stand where the layout has them', async () => {
		expect((await run('convert', 'quay.lyt', 'area.svg', '--room-folder', 'rooms', '-q')).code).toBe(0);
		const { stdout } = await run('diff', 'quay.lyt', 'game/quay.lyt', '--room-folder', 'rooms', '--json');
		expect(JSON.parse(stdout).pairs).toHaveLength(ROOMS.length);
	});

	test('of several bad ones all are reported, and nothing is written', async () => {
		writeFileSync(at('game/quay_02a.wok'), 'broken');
		writeFileSync(at('game/quay_03a.wok'), 'BWM V1.0');
		const { code, stderr } = await run('convert', 'game/quay.lyt', 'area.svg');
		expect(code).toBe(3);
		expect(stderr).toContain('quay_02a.wok');
		expect(stderr).toContain('[BWM_INVALID]');
		expect(existsSync(at('area.svg'))).toBe(false);
	});
});

describe('an output that is none', () => {
	test.each([
		[['rooms/quay_02a.glb', 'o'], '"o" has no file extension. Use .wok'],
		[['rooms/quay_02a.glb', 'o'], 'or -o FOLDER with --to FORMAT'],
		[['rooms/quay_02a.glb', 'game'], 'To convert into it: wokflow convert rooms/quay_02a.glb -o game --to wok'],
		[
			['rooms/quay_02a.glb', 'game', '--to', 'obj'],
			'To convert into it: wokflow convert rooms/quay_02a.glb -o game --to obj',
		],
		[['rooms/quay_02a.glb', '-o', 'new/', '--to', 'gbl'], 'There is no exporter "gbl". Did you mean "glb"? Known: '],
		[['rooms/quay_02a.glb', 'new/'], 'Cannot write to "new/": it is a folder.'],
		[['rooms/quay_02a.glb', '-o', 'game'], 'Say what to write into it: --to FORMAT (wok '],
		[['rooms/quay_02a.glb', '-o', ''], 'The output is missing. Name it: -o FILE'],
		[['rooms/*.glb'], 'convert takes an input and an output.'],
	])('%j', async (args, message) => {
		const { code, stderr } = await run('convert', ...args);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
	});

	test('of a command that writes one file, a folder: the file in it is named', async () => {
		const { code, stderr } = await run('view', 'rooms/quay_02a.glb', '-o', 'new/');
		expect([code, stderr]).toEqual([2, expect.stringContaining('For example: -o new/out.html')]);
	});

	test('and an input that is none', async () => {
		mkdirSync(at('empty'));
		writeFileSync(at('empty/notes.txt'), 'nothing\n');
		for (const [input, code] of [
			['empty', 'INPUT_FOLDER_EMPTY'],
			['nowhere/*.wok', 'INPUT_NO_MATCH'],
			['quay.lyt', 'LEVEL_NO_ROOM_FILE'],
		]) {
			for (const command of ['inspect', 'identify', 'diff', 'convert', 'rebuild']) {
				const more = { diff: [input], convert: ['out.svg'], rebuild: ['-o', 'out'] }[command] ?? [];
				const { code: exit, stderr } = await run(command, input, ...more);
				expect({ command, told: stderr.includes(`[${code}]`) }).toEqual({ command, told: true });
				expect(exit).not.toBe(0);
			}
		}
		expect(existsSync(at('out.svg'))).toBe(false);
	});
});

describe('inspect, identify, diff and rebuild take as much', () => {
	test.each([[['game']], [['game/*.wok', 'game/*.?wk']], [['game/quay.lyt']]])('inspect %j', async (inputs) => {
		const { code, stdout } = await run('inspect', ...inputs, '--json');
		const names = JSON.parse(stdout).walkmeshes.map(({ facts }: { facts: { name: string } }) => facts.name);
		expect(code).toBe(0);
		expect(names.slice(0, ROOMS.length)).toEqual(ROOMS);
	});

	test('inspect names the rooms that a room of a layout links to', async () => {
		const { stdout } = await run('inspect', 'game/quay.lyt');
		expect(stdout).toContain('room 2 (quay_03a): 2 edges');
	});

	test('identify goes on after a file that cannot be read', async () => {
		writeFileSync(at('game/quay_02b.wok'), 'broken');
		const { code, stdout } = await run('identify', 'game/quay.lyt', '--json');
		expect(code).toBe(3);
		expect(JSON.parse(stdout).files).toHaveLength(ROOMS.length - 1);
	});

	test('diff compares folders and layouts by the names of their walkmeshes', async () => {
		cpSync(at('game'), at('new'), { recursive: true });
		expect((await run('diff', 'game', 'new')).code).toBe(0);
		rmSync(at('new/quay_02b.wok'));
		expect((await run('convert', 'game/quay_03b.wok', 'new/quay_03b.wok', '--translate', '0,0,1', '-fq')).code).toBe(0);
		for (const [a, b] of [
			['game', 'new'],
			['game/quay.lyt', 'new/quay.lyt'],
			['game/*.wok', 'new/*.wok'],
		]) {
			const { code, stdout } = await run('diff', a, b);
			expect(stdout).toMatch(/quay_03b \(area\)\S*: different/);
			expect(stdout).toMatch(/quay_03a \(area\)\S*: the same/);
			expect(stdout).toContain('only in the first: quay_02b');
			expect(code).toBe(1);
		}
		writeFileSync(at('new/quay_02a.wok'), 'broken');
		const { code, stdout } = await run('diff', 'game', 'new');
		expect(code).toBe(3);
		expect(stdout).toContain('quay_03b');
		// Both folders have the room; one of them is not known.
		expect(stdout).toContain('not compared: quay_02a');
		expect(stdout).not.toContain('only in');
		const missing = await run('diff', 'game/quay_02a.wok', 'nowhere.wok');
		expect([missing.code, missing.stdout]).toEqual([3, 'not compared: quay_02a (area)\n']);
	});

	test('rebuild goes on after a file that cannot be read, and leaves scenes alone', async () => {
		writeFileSync(at('game/quay_02b.wok'), 'broken');
		const { code, stderr } = await run('rebuild', 'game', 'rooms/quay_02a.glb', '-o', 'rebuilt');
		expect(code).toBe(3);
		expect(stderr).toContain('[INPUT_NO_WALKMESH]');
		expect(stderr).toContain('Not rebuilt: 2 files of 9.');
		expect(readdirSync(at('rebuilt'))).toHaveLength(7);
	});
});

describe('a layout without rooms to be found', () => {
	/** The layout of the level with one line changed. */
	function layoutWith(change: (text: string) => string): void {
		writeFileSync(at('game/quay.lyt'), change(readFileSync(at('game/quay.lyt'), 'latin1')));
	}

	test.each([
		[['link', 'quay.lyt', '--check']],
		[['link', 'quay.lyt', '-o', 'out']],
		[['link', 'game/quay.lyt', '--check', '--room-folder', 'empty']],
		[['level', 'quay.lyt', 'out']],
		[['level', 'game/quay.lyt', 'out', '--room-folder', 'empty']],
		[['build']],
	])('is an error, and never all right: %j', async (args) => {
		mkdirSync(at('empty'));
		writeFileSync(at('wokflow.config.json'), JSON.stringify({ targets: { quay: { level: 'quay.lyt', out: 'out' } } }));
		const { code, stdout, stderr } = await run(...args);
		expect(stderr).toContain('[LEVEL_NO_ROOM_FILE]');
		expect(`${stdout}${stderr}`).not.toContain('all right');
		expect(code).toBe(1);
		expect(existsSync(at('out'))).toBe(false);
	});

	test('nor one without rooms at all', async () => {
		layoutWith((text) => text.replace(/roomcount 4[\s\S]*?( +trackcount)/, 'roomcount 0\r\n$1'));
		for (const args of [
			['link', 'game/quay.lyt', '--check'],
			['level', 'game/quay.lyt', 'out'],
		]) {
			const { code, stderr } = await run(...args);
			expect(stderr).toContain('[LEVEL_WITHOUT_ROOMS]');
			expect(code).toBe(1);
		}
	});

	test('a model that is listed twice is reported with its line, and nothing is written', async () => {
		layoutWith((text) => text.replace(' quay_03a ', ' QUAY_02A '));
		const before = readdirSync(at('game')).map((name) => readFileSync(at('game', name)).toString('latin1'));
		for (const args of [
			['link', 'game/quay.lyt', '-i'],
			['link', 'game/quay.lyt', '-o', 'out'],
			['link', 'game/quay.lyt', '--check'],
			['level', 'game/quay.lyt', 'out'],
		]) {
			const { code, stderr } = await run(...args);
			expect(stderr).toMatch(/^game\/quay\.lyt:\d+: error: Room 2 has the same name as room 0: /m);
			expect(code).toBe(1);
		}
		expect(readdirSync(at('game')).map((name) => readFileSync(at('game', name)).toString('latin1'))).toEqual(before);
		expect(existsSync(at('out'))).toBe(false);
	});
});
