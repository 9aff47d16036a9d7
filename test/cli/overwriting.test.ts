import {
	appendFileSync,
	copyFileSync,
	cpSync,
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { build } from '../../builds/build.ts';
import { configFromValue } from '../../builds/config/config.ts';
import { writeGlb } from '../../fixtures/make/glb.ts';
import { isMadeByWokflow } from '../../jobs/files/written.ts';
import { row, rowGlb, rowLyt } from '../builds/support.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { SMALL_ROOMS, smallQuayGlb, smallQuayLyt } from '../support/small-quay.ts';

const out = scratchFolder();
let folder: string;
let count = 0;

/** Called as two of the fixture level, and much simpler. */
const ROOMS = SMALL_ROOMS.map((name, i) => ({ name, x: i * 10 }));

beforeEach(() => {
	folder = join(out, String(count++));
	mkdirSync(folder);
	writeFileSync(join(folder, 'quay.glb'), rowGlb(ROOMS));
	writeFileSync(join(folder, 'quay.lyt'), rowLyt(ROOMS));
	for (const name of ['door.glb', 'cube-room.obj']) copyFileSync(join(FIXTURES, 'small', name), join(folder, name));
});

const at = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(at(name)).toString('latin1');
const run = (...args: string[]) => wokflow(args, { cwd: folder });

/** Nothing in the folder changes, and the way out is named. */
async function refused(code: string, ...args: string[]): Promise<void> {
	const contents = () =>
		readdirSync(folder)
			.filter((name) => name.includes('.'))
			.map((name) => [name, read(name)]);
	const before = contents();
	const { code: exit, stderr } = await run(...args);
	expect(stderr).toContain(`[${code}]`);
	expect(stderr).toContain('--force');
	expect(stderr).toContain('--output');
	expect(exit).toBe(1);
	expect(contents()).toStrictEqual(before);
}

describe('an input is not written over', () => {
	test('by the inspection GLB of a level that is built beside its model', () =>
		refused('OUTPUT_IS_INPUT', 'level', 'quay.glb', '.'));

	test('by the layout of a level that is built beside it', async () => {
		cpSync(join(FIXTURES, 'level/rooms'), at('rooms'), { recursive: true });
		writeFileSync(at('quay.lyt'), `${smallQuayLyt()}# mine\r\n`);
		await refused('OUTPUT_IS_INPUT', 'level', 'quay.lyt', '.', '--room-folder', 'rooms');
	});

	test.each([
		['itself', () => 'quay.glb'],
		['another spelling', () => './quay.glb'],
		['another letter case', () => 'QUAY.GLB'],
		['a way round', () => `../${count - 1}/quay.glb`],
		[
			'a symbolic link',
			() => {
				symlinkSync('quay.glb', at('link.glb'));
				return 'link.glb';
			},
		],
		[
			'a hard link',
			() => {
				linkSync(at('quay.glb'), at('hard.glb'));
				return 'hard.glb';
			},
		],
		[
			'a folder that is a link',
			() => {
				symlinkSync('.', at('here'));
				return 'here/quay.glb';
			},
		],
		[
			'what lies above where a link leads, not above the link',
			() => {
				mkdirSync(at('far/away'), { recursive: true });
				symlinkSync('far/away', at('short'));
				return 'short/../../quay.glb';
			},
		],
	])('by a conversion: %s', (_, output) => refused('OUTPUT_IS_INPUT', 'convert', 'quay.glb', output()));

	test('by `door`, `hull` and `run`', async () => {
		await refused('OUTPUT_IS_INPUT', 'door', 'door.glb', 'door.glb');
		await refused('OUTPUT_IS_INPUT', 'hull', 'door.glb', '-o', 'door.glb');
		await refused('OUTPUT_IS_INPUT', 'run', 'level', 'quay.glb', './');
	});

	test('which may be one that an option names, or that the input refers to', async () => {
		const args = ['--to', 'svg', '--layout', 'quay.lyt', '--room', 'quay_02a'];
		await refused('OUTPUT_IS_INPUT', 'convert', 'cube-room.obj', 'quay.lyt', ...args);
		appendFileSync(at('cube-room.obj'), '\nmtllib cube.svg\n');
		writeFileSync(at('cube.svg'), 'newmtl Stone\n');
		await refused('OUTPUT_IS_INPUT', 'convert', 'cube-room.obj', 'cube.svg');
	});

	test('by JSON, nor is anything else that somebody made', async () => {
		writeFileSync(at('package.json'), '{}');
		for (const [path, code] of [
			['package.json', 'OUTPUT_FOREIGN'],
			['./QUAY.GLB', 'OUTPUT_IS_INPUT'],
		]) {
			const before = read('quay.glb');
			const { code: exit, stderr } = await run('inspect', 'quay.glb', `--json=${path}`);
			expect(stderr).toContain(`[${code}]`);
			expect(exit).toBe(1);
			expect([read('package.json'), read('quay.glb')]).toEqual(['{}', before]);
		}
		for (let round = 0; round < 2; round++) {
			expect((await run('inspect', 'door.glb', 'cube-room.obj', '--json=found.json')).code).toBe(0);
			expect((await run('inspect', 'door.glb', '--json=found.json')).code).toBe(0);
		}
	});

	test('but with --force', async () => {
		expect((await run('convert', 'quay.glb', 'quay.glb', '--force', '-q')).code).toBe(0);
		expect(read('quay.glb')).toContain('"generator":"wokflow"');
	});
});

describe('what wokflow did not make is not written over', () => {
	test('such as the last room, when the output was forgotten', async () => {
		cpSync(join(FIXTURES, 'level/rooms'), folder, { recursive: true });
		const rooms = readdirSync(folder).filter((name) => /^quay_.*\.glb$/.test(name));
		await refused('OUTPUT_FOREIGN', 'convert', ...rooms);
	});

	test('nor the library of materials beside an OBJ, whose model goes unwritten too', async () => {
		writeFileSync(at('room.mtl'), '# mine\nnewmtl Stone\nmap_Kd stone.png\n');
		await refused('OUTPUT_FOREIGN', 'convert', 'quay.glb', 'room.obj');
		expect(existsSync(at('room.obj'))).toBe(false);
	});

	test('nor a walkmesh as the game has it', async () => {
		expect((await run('convert', 'quay.glb', 'game.wok', '--tree', 'median', '-q')).code).toBe(0);
		copyFileSync(at('game.wok'), at('room.wok'));
		await refused('OUTPUT_FOREIGN', 'convert', 'cube-room.obj', 'room.wok');
		expect((await run('convert', 'cube-room.obj', 'room.wok', '-f', '-q')).code).toBe(0);
	});

	test('nor what somebody changed after wokflow wrote it', async () => {
		expect((await run('convert', 'quay.glb', 'room.obj', '-q')).code).toBe(0);
		appendFileSync(at('room.obj'), '# my note\n');
		await refused('OUTPUT_FOREIGN', 'convert', 'quay.glb', 'room.obj');
	});
});

describe('what wokflow made is written over without a word', () => {
	test('again and again, while the model changes', async () => {
		for (const scale of ['1', '1.5', '1']) {
			expect((await run('convert', 'quay.glb', 'room.wok', '--resize', scale, '-q')).stderr).toBe('');
			expect((await run('convert', 'room.wok', 'room.ascii', '-q')).stderr).toBe('');
			expect((await run('collision', '--hull', 'door.glb', 'crate.pwk', '--margin', scale, '-q')).stderr).toBe('');
			expect((await run('level', 'quay.glb', 'level', '--resize', scale, '-q')).stderr).not.toContain('OUTPUT_');
		}
	});

	test.each(['room.wok', 'room.glb', 'room.gltf', 'room.obj', 'room.svg', 'room.ascii'])(
		'also where nothing is remembered of it: %s',
		async (name) => {
			const elsewhere = { cwd: folder, env: {} };
			expect((await wokflow(['convert', 'quay.glb', name, '-q'], elsewhere)).code).toBe(0);
			const moved = `moved.${name.split('.')[1]}`;
			copyFileSync(at(name), at(moved));
			if (name === 'room.obj') copyFileSync(at('room.mtl'), at('moved.mtl'));
			expect((await wokflow(['convert', 'cube-room.obj', moved, '-q'], elsewhere)).stderr).toBe('');
			expect(read(moved)).not.toBe(read(name));
		},
	);

	test('also where another machine wrote it since, as a whole', async () => {
		for (const name of ['room.wok', 'room.glb', 'room.obj']) {
			expect((await run('convert', 'quay.glb', name, '-q')).code).toBe(0);
			expect((await run('convert', 'quay.glb', `other_${name}`, '--resize', '2', '-q')).code).toBe(0);
			copyFileSync(at(`other_${name}`), at(name));
			// A text may have been edited: its mark is at its beginning.
			expect((await run('convert', 'quay.glb', name, '-q')).code).toBe(name.endsWith('.obj') ? 1 : 0);
		}
	});

	test('which of the files of a level tell that by themselves', async () => {
		writeFileSync(at('quay.glb'), smallQuayGlb());
		expect((await run('level', 'quay.glb', 'level', '-q', '--json=level.json')).code).toBe(0);
		const own = (name: string): boolean => isMadeByWokflow(readFileSync(at(name)));
		expect(readdirSync(at('level')).filter((name) => !own(`level/${name}`))).toEqual([
			'quay.lyt',
			'quay.vis',
			'quay_console.pwk',
			'quay_gate0.dwk',
			'quay_gate1.dwk',
			'quay_gate2.dwk',
		]);
		expect(own('level.json')).toBe(true);
		expect(['quay.glb', 'quay.lyt', 'door.glb', 'cube-room.obj'].filter(own)).toEqual([]);
	});

	test('and so is a file that is empty, or holds just what is to be written', async () => {
		writeFileSync(at('room.pwk'), '');
		expect((await run('hull', 'door.glb', 'room.pwk', '-q')).code).toBe(0);
		copyFileSync(at('room.pwk'), at('copy.pwk'));
		expect((await run('hull', 'door.glb', 'copy.pwk', '-q')).code).toBe(0);
	});
});

describe('two outputs are not one file', () => {
	test('of two targets', async () => {
		const config = {
			targets: {
				level: { level: 'quay.glb', out: 'out' },
				room: { input: 'cube-room.obj', output: 'OUT/../out/quay_02A.wok' },
			},
		};
		mkdirSync(at('OUT'));
		const results = await build(await configFromValue(config, folder));
		expect(results.map(({ status }) => status)).toStrictEqual(['built', 'failed']);
		expect(results[1].report.findings.map(({ code }) => code)).toContain('BUILD_OUTPUT_TWICE');
	});
});

describe('names that not every system takes are refused for outputs', () => {
	test.each([
		['con.svg', 'OUTPUT_NAME', 'a device of Windows (con)'],
		['AUX.wok', 'OUTPUT_NAME', 'a device of Windows (AUX)'],
		['nul.tar.glb', 'OUTPUT_NAME', 'a device of Windows (nul)'],
		['com1', 'OUTPUT_NAME', 'a device of Windows (com1)'],
		['new/lpt9/room.svg', 'OUTPUT_NAME', 'a device of Windows (lpt9)'],
		['room.svg.', 'OUTPUT_NAME', 'ends in a dot or blank'],
		['room.svg ', 'OUTPUT_NAME', 'ends in a dot or blank'],
		[`${'x'.repeat(300)}.svg`, 'OUTPUT_NAME', 'has 304 bytes'],
		['room\u202egvs.svg', 'OUTPUT_NAME', 'marks of direction'],
		['room:1.svg', 'OUTPUT_NAME', 'has the character :'],
		['.svg', 'OUTPUT_NAME_MISSING', '".svg" has no name before its extension'],
		['new/.glb', 'OUTPUT_NAME_MISSING', '".glb" has no name before its extension'],
		['.wok', 'OUTPUT_NAME_MISSING', '".wok" has no name before its extension'],
	])('%s', async (name, code, problem) => {
		const to = /\.(svg|wok|pwk|dwk|glb)$/.test(name) ? [] : ['--to', 'svg'];
		const { code: exit, stderr } = await run('convert', 'cube-room.obj', name, ...to);
		expect(stderr).toContain(`[${code}]`);
		expect(stderr).toContain(problem);
		expect(exit).toBe(1);
		expect(readdirSync(folder)).toHaveLength(4);
	});

	test.each([
		['my-room.wok', 'characters other than letters, digits and "_"'],
		['a_room_of_17_chrs.wok', 'has 17 characters'],
		['größe.pwk', 'characters other than'],
		['a_door_of_16_chr.dwk', 'has 17 characters'],
	])('%s, which the game cannot load, is written with a warning', async (name, problem) => {
		const { code, stderr } = await run('convert', name.endsWith('.dwk') ? 'door.glb' : 'cube-room.obj', name);
		expect(stderr).toContain(problem);
		expect(stderr).toMatch(/warning: The game cannot load .*\[OUTPUT_NAME_GAME\]/);
		expect(code).toBe(0);
	});

	test('a file that is called so already can be rebuilt', async () => {
		await run('convert', 'cube-room.obj', 'my-room.wok', '-q');
		expect((await run('rebuild', 'my-room.wok', '-o', 'new')).code).toBe(0);
	});

	test('a name before the extension is enough, hidden or not', async () => {
		for (const name of ['a.svg', '.a.svg']) expect((await run('convert', 'cube-room.obj', name)).code).toBe(0);
	});

	test('names of doors and placeables in a level, with one character less for doors', async () => {
		const floor = { name: 'Stone', positions: [0, 0, 0, 4, 0, 0, 4, 0, -4], indices: [0, 1, 2] };
		const scene = (placeable: string, door: string): Uint8Array => {
			const primitives = [
				{
					material: { name: floor.name, color: [1, 1, 1] as const },
					positions: Float32Array.from(floor.positions),
					indices: Uint32Array.from(floor.indices),
				},
			];
			const mesh = { name: 'floor', primitives };
			const states = ['closed', 'open1', 'open2'].map((state) => ({ name: `DWK_wg_${state}`, mesh }));
			return writeGlb({
				name: 'small',
				nodes: [
					{ name: 'room_01', mesh, extras: { walkmesh: true } },
					{ name: `${placeable}_pwk`, mesh },
					{ name: `${door}_dwk`, children: states },
				],
			});
		};
		writeFileSync(at('fine.glb'), scene('placeable_of_16_', 'a_door_of_15_ch'));
		const fine = await run('level', 'fine.glb', 'fine');
		expect(fine.stderr).not.toContain('LEVEL_OBJECT_NAME');
		expect(fine.code).toBe(0);
		writeFileSync(at('long.glb'), scene('placeable_of_17__', 'a_door_of_16_chr'));
		const { code, stderr } = await run('level', 'long.glb', 'long');
		expect(stderr).toContain('named "placeable_of_17__": it accepts up to 16');
		expect(stderr).toContain('named "a_door_of_16_chr": it accepts up to 15');
		expect(code).toBe(1);
		expect(existsSync(at('long'))).toBe(false);
	});

	test('of a level and its path points, whose layout the game cannot load, are told as well', async () => {
		writeFileSync(at('two-rooms.glb'), rowGlb(row(2)));
		const given = await run('level', 'two-rooms.glb', 'two', '--name', 'a_level_of_17_chr');
		expect(given.code).toBe(1);
		expect(given.stderr).toContain('a level named "a_level_of_17_chr", such as its layout: the file name has 17');
		expect(existsSync(at('two'))).toBe(false);
		// The name of a file that was there before is no reason to write nothing.
		const inherited = await run('level', 'two-rooms.glb', 'two', '-q');
		expect(inherited.code).toBe(0);
		expect(inherited.stderr.match(/\[LEVEL_NAME_OF_INPUT\]/g)).toHaveLength(1);
		expect(inherited.stderr).toContain('Add --name NAME.');
		for (const line of [
			['check', 'two/two-rooms.lyt'],
			['link', 'two/two-rooms.lyt', '--check'],
		])
			expect((await run(...line)).stderr).toContain('[LEVEL_NAME_OF_INPUT]');
		expect((await run('level', 'two-rooms.glb', 'named', '--name', 'a_level_of_16_ch')).stderr).not.toContain(
			'LEVEL_NAME',
		);
		const path = await run('paths', 'two/two-rooms.lyt', '-o', 'two-rooms.pth');
		expect(path.stderr).toContain('The game cannot load "two-rooms.pth"');
		expect(path.code).toBe(1);
	});

	test('of rooms in a layout that is written as a level are errors, as they would be missing in the game', async () => {
		await run('convert', 'cube-room.obj', 'my-room.wok', '-q');
		writeFileSync(
			at('small.lyt'),
			[
				'beginlayout',
				'   roomcount 1',
				'      my-room 0 0 0',
				'   trackcount 0',
				'   obstaclecount 0',
				'   doorhookcount 0',
				'donelayout',
				'',
			].join('\r\n'),
		);
		const { code, stderr } = await run('level', 'small.lyt', 'small');
		expect(stderr).toMatch(/error: The game cannot load .*\[OUTPUT_NAME_GAME\]/);
		expect(code).toBe(1);
		expect(existsSync(at('small'))).toBe(false);
	});

	test('as long as the game takes them, they are fine', async () => {
		expect((await run('convert', 'door.glb', 'a_door_of_15_ch.dwk', '-q')).code).toBe(0);
		expect((await run('convert', 'cube-room.obj', 'a_room_of_16_chr.wok', '-q')).code).toBe(0);
		expect((await run('convert', 'cube-room.obj', 'Räume (2), neu-1.svg', '-q')).code).toBe(0);
		expect((await run('convert', 'cube-room.obj', 'console.svg', '-q')).code).toBe(0);
	});
});

describe('link and rebuild write where they are told to', () => {
	const level = join(out, 'made-level');

	beforeEach(async () => {
		if (!existsSync(level)) await run('level', 'quay.glb', level, '-q');
		for (const name of readdirSync(level)) copyFileSync(join(level, name), at(name));
		// Another layout: all transitions are stale.
		writeFileSync(at('quay.lyt'), read('quay.lyt').replace(/( +quay_02a .*\r\n)( +quay_02b .*\r\n)/, '$2$1'));
	});

	test('link does not write without being told where', async () => {
		const before = read('quay_02a.wok');
		const { code, stderr } = await run('link', 'quay.lyt');
		expect(code).toBe(2);
		expect(stderr).toContain('-o FOLDER, or --in-place (-i)');
		expect(read('quay_02a.wok')).toBe(before);
	});

	test('in place the old files are kept, and no backup is ever replaced', async () => {
		const before = read('quay_02a.wok');
		writeFileSync(at('quay_02a.wok.bak'), 'older');
		expect((await run('link', 'quay.lyt', '-i', '-q')).code).toBe(0);
		expect(read('quay_02a.wok')).not.toBe(before);
		expect([read('quay_02a.wok.bak'), read('quay_02a.wok.bak2')]).toStrictEqual(['older', before]);
		expect(read('quay_02b.wok.bak')).not.toBe(read('quay_02b.wok'));
		// What did not change has no backup.
		expect((await run('link', 'quay.lyt', '-i', '-q')).code).toBe(0);
		expect(existsSync(at('quay_02a.wok.bak3'))).toBe(false);
	});

	test('unless told not to', async () => {
		expect((await run('link', 'quay.lyt', '--in-place', '--no-backup', '-q')).code).toBe(0);
		expect(readdirSync(folder).filter((name) => name.includes('.bak'))).toStrictEqual([]);
	});

	test('into the folder of the rooms only by saying so', () =>
		refused('OUTPUT_IS_INPUT', 'link', 'quay.lyt', '-o', '.'));

	test('rebuild keeps them, too', async () => {
		const bytes = readFileSync(at('quay_02a.wok'));
		bytes.fill(0xff, bytes.readUInt32LE(0x74), bytes.readUInt32LE(0x74) + 12);
		writeFileSync(at('quay_02a.wok'), bytes);
		expect((await run('rebuild', 'quay_02a.wok', '-i', '-q')).code).toBe(0);
		expect(readFileSync(at('quay_02a.wok.bak')).equals(bytes)).toBe(true);
		expect(readFileSync(at('quay_02a.wok')).equals(bytes)).toBe(false);
	});
});
