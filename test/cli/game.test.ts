import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeGff } from '../../game/gff/write.ts';
import { hashBytes } from '../../pipeline/disk/digest.ts';
import { type MadeEntry, madeErf, madeRim, wholeOf } from '../reference/archives.ts';
import { gitWith, triggerStruct } from '../support/area-maker.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { makeGame, stateOf } from '../support/made-game.ts';

const out = scratchFolder();
const game = join(out, 'game');
const at = (...names: string[]): string => join(out, ...names);
const run = (...args: string[]) => wokflow(args, { cwd: out });
const inGame = (...args: string[]) => run('game', 'game', ...args);

interface Found {
	readonly stdout: string;
}
const json = ({ stdout }: Found) => JSON.parse(stdout);

beforeAll(() => makeGame(join(out, 'made'), { areas: 3, rooms: 3 }));

beforeEach(() => {
	rmSync(game, { recursive: true, force: true });
	cpSync(at('made'), game, { recursive: true, preserveTimestamps: true });
});

const wok = (name: string): Uint8Array => readFileSync(at('woks', name));
beforeAll(async () => {
	await run('game', 'made', 'extract', '*.wok', '-o', 'woks');
});

function withMod(module: string, entries: readonly MadeEntry[]): void {
	writeFileSync(join(game, 'modules', `${module}.mod`), wholeOf(madeErf(entries)));
}

describe('list', () => {
	test('tells name, size and where each lies, and which of two the game finds', async () => {
		writeFileSync(join(game, 'Override', 'a00_01.WOK'), wok('A00_00.wok'));
		const { code, stdout } = await inGame('list', 'a00_0?.wok', '--json');
		expect(code).toBe(0);
		const { game: told, resources } = json({ stdout });
		expect(told).toEqual({ title: 'k1', toldBy: 'swkotor.exe' });
		expect(resources.map((each: { size: number }) => ({ ...each, size: each.size > 500 }))).toEqual([
			{ fileName: 'a00_01.WOK', from: 'Override', size: true },
			{ fileName: 'A00_00.wok', from: 'data/models.bif', size: true },
			{ fileName: 'A00_01.wok', from: 'data/models.bif', size: true, hiddenBy: 'Override' },
			{ fileName: 'A00_02.wok', from: 'data/models.bif', size: true },
		]);
		const lines = (await inGame('list', 'a01')).stdout.trimEnd().split('\n');
		expect(lines.map((line) => line.split(/ +/))).toEqual([
			['a01.are', '68', 'modules/mod01.rim'],
			['a01.git', '68', 'modules/mod01.rim'],
			['a01.lyt', expect.stringMatching(/^\d+$/), 'data/layouts.bif'],
		]);
	});

	test.each([
		['k1', 'swkotor.exe'],
		['k2', 'SWKOTOR2.EXE'],
		['k2', 'streamvoice'],
		['k1', undefined],
	])('tells %s by %s', async (title, sign) => {
		rmSync(join(game, 'swkotor.exe'));
		if (sign !== undefined) mkdirSync(join(game, sign));
		expect(json(await inGame('list', 'nothing', '--json')).game).toEqual({
			title,
			toldBy: sign?.toLowerCase() ?? null,
		});
	});
});

describe('the game finds a resource', () => {
	const answer = async (name: string, module: string): Promise<Uint8Array> => {
		rmSync(at('found'), { recursive: true, force: true });
		expect((await inGame('extract', name, '--module', module, '-o', 'found')).code).toBe(0);
		return readFileSync(at('found', readdirSync(at('found'))[0]));
	};

	test('in Override, then in the module, then in patch.erf, then by the index', async () => {
		const named = (value: string): Uint8Array => new TextEncoder().encode(value);
		expect(await answer('a00_00.mdl', 'mod00')).toEqual(Buffer.from('not read'));
		const patch = [{ name: 'A00_00', type: 2002, bytes: named('patch') }];
		writeFileSync(join(game, 'patch.erf'), wholeOf(madeErf(patch, { letters: 'ERF ' })));
		expect(String(await answer('a00_00.mdl', 'mod00'))).toBe('patch');
		withMod('mod00', [{ name: 'a00_00', type: 2002, bytes: named('module') }]);
		expect(String(await answer('A00_00.mdl', 'mod00'))).toBe('module');
		expect(String(await answer('A00_00.mdl', 'mod01'))).toBe('patch');
		writeFileSync(join(game, 'Override', 'A00_00.MDL'), 'override');
		expect(String(await answer('a00_00.mdl', 'mod00'))).toBe('override');
	});

	test('areas of their own before the archives of their module, and a .mod before all of them', async () => {
		const rim = (ending: string, value: string): void =>
			writeFileSync(
				join(game, 'modules', `mod00${ending}`),
				wholeOf(madeRim([{ name: 'here', type: 2002, bytes: Buffer.from(value) }])),
			);
		const found: string[] = [];
		for (const ending of ['_S.rim', '.RIM', '_adx.rim', '_a.rim']) {
			rmSync(join(game, 'modules', `mod00${ending.toLowerCase()}`), { force: true });
			rim(ending, ending);
			found.push(String(await answer('here.mdl', 'mod00')));
		}
		withMod('mod00', [{ name: 'here', type: 2002, bytes: Buffer.from('.mod') }]);
		found.push(String(await answer('here.mdl', 'mod00')));
		expect(found).toEqual(['_S.rim', '.RIM', '_adx.rim', '_a.rim', '.mod']);
		expect(readdirSync(join(game, 'modules')).filter((name) => /^mod00/i.test(name)).length).toBe(5);
	});

	test('a .mod stands for the other archives of its module', async () => {
		expect(json(await inGame('areas', 'a00', '--json')).areas[0].module).toBe('mod00');
		withMod('MOD00', [{ name: 'other', type: 2012, bytes: Buffer.from('') }]);
		const { areas } = json(await inGame('areas', '--json'));
		expect(areas.map(({ name, module }: { name: string; module: string }) => [name, module])).toEqual([
			['other', 'MOD00'],
			['a01', 'mod01'],
			['a02', 'mod02'],
			['a00', null],
		]);
	});

	test('a name that lies in several modules needs the module to be named', async () => {
		const both = await inGame('extract', 'module.ifo', '-o', 'x');
		expect([both.code, both.stderr]).toEqual([
			2,
			expect.stringContaining('Say in which module it is to be found: --module NAME'),
		]);
	});
});

describe('areas', () => {
	test('have their module, rooms, and rooms without a walkmesh', async () => {
		withMod('mod01', [
			{ name: 'a01', type: 2012, bytes: Buffer.from('') },
			{ name: 'A01', type: 3000, bytes: readFileSync(at('made-lyt')) },
		]);
		const { code, stdout } = await inGame('areas');
		expect(code).toBe(0);
		expect(stdout.trimEnd().split('\n')).toEqual([
			'a00  mod00  3 rooms',
			'a01  mod01  2 rooms, 1 without walkmesh: nowhere',
			'a02  mod02  3 rooms',
		]);
	});
	beforeAll(() =>
		writeFileSync(
			at('made-lyt'),
			'beginlayout\n   roomcount 2\n      a01_00 0 0 0\n      nowhere 0 0 0\n   trackcount 0\n   obstaclecount 0\n   doorhookcount 0\ndonelayout\n',
		),
	);

	test('are written as one file, named by area or module', async () => {
		for (const [area, file] of [
			['a01', 'area.glb'],
			['mod01', 'area.svg'],
			['A01.lyt', 'area.obj'],
			['a01', 'area.html'],
		]) {
			const { code, stderr } = await inGame('export', area, '-o', file);
			expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
			expect(existsSync(at(file))).toBe(true);
		}
		expect((await run('inspect', 'area.glb', '--json')).stdout).toContain('"a01_00"');
		expect(String(readFileSync(at('area.html')))).toContain('"path":"A01_02.wok"');
		const wrong = await inGame('export', 'a0l', '-o', 'x.glb');
		expect([wrong.code, wrong.stderr]).toEqual([
			2,
			expect.stringMatching(/no area "a0l" with a layout\. Did you mean .*"a01"/),
		]);
	});

	test('are written with what their GIT places: as plan, inspection file and page', async () => {
		const stand = { x: 2, y: 2, z: 1, bearing: 1 };
		withMod('mod01', [
			{ name: 'a01', type: 2012, bytes: Buffer.from('') },
			{
				name: 'a01',
				type: 2023,
				bytes: writeGff(gitWith({ waypoints: [stand], triggers: [triggerStruct(stand, 1)] })),
			},
		]);
		for (const line of [
			'game game export a01 -o things.svg',
			'convert a01 things.glb --game game',
			'game game export mod01 -o things.html',
		])
			expect(await run(...line.split(' '))).toMatchObject({ code: 0 });
		expect(String(readFileSync(at('things.svg')))).toContain('waypoint 0');
		expect(readFileSync(at('things.glb')).toString('latin1')).toContain('trigger 0');
		expect(String(readFileSync(at('things.html')))).toContain('"path":"a01.git"');
		// The plan of a level without things has no signs.
		expect((await inGame('export', 'a00', '-o', 'plain.svg')).code).toBe(0);
		expect(String(readFileSync(at('plain.svg')))).not.toContain('waypoint');
	});

	test('are checked for models of their rooms, which one warning lists', async () => {
		const missing = async (): Promise<unknown[]> => {
			const { findings } = json(await inGame('check', 'a00', '--json'));
			return findings.filter(({ code }: { code: string }) => code === 'MODULE_PARTS_MISSING');
		};
		expect(await missing()).toMatchObject([
			{ severity: 'warning', values: { modelCount: 3, models: 'a00_00, a00_01, a00_02' } },
		]);
		for (const room of ['a00_00', 'A00_01']) writeFileSync(join(game, 'Override', `${room}.mdx`), 'a model');
		expect(await missing()).toMatchObject([{ values: { modelCount: 1, models: 'a00_02' } }]);
		writeFileSync(join(game, 'Override', 'a00_02.mdx'), 'a model');
		expect(await missing()).toEqual([]);
	});

	test('are checked, with the surfaces of the game', async () => {
		const all = await inGame('check', '--all', '--json', '--jobs', '1');
		expect(all.code).toBe(0);
		expect(json(all).checked.length).toBe(3);
		expect(json(all).findings.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
		writeFileSync(join(game, 'Override', 'a00_01.wok'), 'no walkmesh');
		const one = await inGame('check', 'mod00', '--json');
		expect([one.code, json(one).findings.map(({ location }: { location: { file: string } }) => location.file)]).toEqual(
			[3, expect.arrayContaining([expect.stringMatching(/Override.a00_01\.wok$/)])],
		);
	});
});

describe('other commands', () => {
	test('take names of resources with --game or WOKFLOW_GAME, and its surfaces', async () => {
		writeFileSync(at('none.placements.json'), '{ "version": 1, "level": "a01", "placements": [] }');
		const before = stateOf(game);
		const lines = [
			'inspect a00_00.wok',
			'link mod00 --check',
			'check a01',
			'query a02 nearest 1,1',
			'convert a00_*.wok -o from-game --to glb',
			'paths a00 -o a00.pth',
			'diff a00_00.wok a00_00.wok',
			'level a00 -o from-game/level',
			'assemble --list mod00',
			'inspect --stats a00',
			'convert a01_00.wok from-game/room.wok --layout a01',
			'game place none.placements.json --into a01.git -o placed.git',
		];
		for (const line of lines) {
			const { code, stderr } = await run(...line.split(' '), '--game', 'game');
			expect({ line, code, stderr: code !== 0 ? stderr : '' }).toEqual({ line, code: 0, stderr: '' });
		}
		expect(readdirSync(at('from-game')).sort()).toEqual([
			'A00_00.glb',
			'A00_01.glb',
			'A00_02.glb',
			'level',
			'room.wok',
		]);
		const { code } = await wokflow(['inspect', 'a00_00.wok'], { cwd: out, env: { WOKFLOW_GAME: game } });
		expect(code).toBe(0);
		const table = json(await run('surfaces', '--game', 'game', '--json')).surfaces;
		expect(table.find(({ id }: { id: number }) => id === 6).walk).toBe(false);
		expect(json(await run('surfaces', '--json')).surfaces.find(({ id }: { id: number }) => id === 6).walk).toBe(true);
		expect(stateOf(game)).toEqual(before);
	});

	test('ask the game for templates of every level, with any number of threads', async () => {
		writeFileSync(join(game, 'Override', 'genericdoors.2da'), '2DA V2.0\n\nmodelname\n0 dor_one\n');
		const git = writeGff(gitWith({ doors: [{ x: 2, y: 2, z: 1, bearing: 1 }] }));
		for (const folder of ['one', 'two']) {
			await run('game', 'made', 'extract', 'a00*.wok', 'a00.lyt', '-o', folder);
			writeFileSync(at(folder, 'a00.git'), git);
		}
		const { stdout } = await run('check', 'one/a00.lyt', 'two/a00.lyt', '--jobs', '2', '--game', 'game', '--json');
		const lost = json({ stdout }).findings.filter(({ code }: { code: string }) => code === 'TEMPLATE_WITHOUT_MODEL');
		expect(lost.map(({ location }: { location: { file: string } }) => location.file)).toEqual([
			'one/a00.git',
			'two/a00.git',
		]);
	});

	test('do not change the game, whatever they are reported', async () => {
		writeFileSync(join(game, 'Override', 'a00_00.wok'), wok('A00_00.wok'));
		const before = stateOf(game);
		const refused = [
			'convert game/Override/a00_00.wok game/Override/new.wok',
			'convert game/Override/a00_00.wok game/new/new.wok',
			'rebuild game/Override/a00_00.wok -i --tree median',
			'link a00 --game game -i --snap 0.1',
			'rebuild a00_01.wok --game game -i --tree median',
			'convert game/Override/a00_00.wok game/chitin.key/new.wok',
			'game game extract a00_01.wok -o game/Override',
		];
		const codes: (number | null)[] = [];
		for (const line of refused) codes.push((await run(...line.split(' '))).code);
		expect(stateOf(game)).toEqual(before);
		expect(codes.every((code) => code !== null && code <= 2)).toBe(true);
		for (const line of [refused[0], refused[4]])
			expect((await run(...line.split(' '))).stderr).toContain(
				'lies in the folder of an installed game. [OUTPUT_IN_GAME]',
			);
	});

	test('say what is wrong with a folder that is no game', async () => {
		for (const [folder, problem] of [
			['woks', 'it has no chitin.key'],
			['nowhere', 'There is no folder "nowhere"'],
		])
			for (const line of [`game ${folder} list`, `inspect a00_00.wok --game ${folder}`]) {
				const { code, stderr } = await run(...line.split(' '));
				expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
			}
		expect((await run('game', 'game', 'lsit')).stderr).toContain('Did you mean "list"');
		expect((await run('game', 'list')).stderr).toContain('Name the folder of the game');
		expect((await wokflow(['game', 'list', 'a00'], { cwd: out, env: { WOKFLOW_GAME: game } })).code).toBe(0);
	});
});

describe('install and uninstall', () => {
	beforeAll(async () => {
		await run('game', 'made', 'extract', 'a00*', '-o', 'level');
		rmSync(at('level/a00.are'));
		writeFileSync(at('level/a00.svg'), '<svg/>');
	});

	test('a level, a file in another letter case and a module: afterwards the game is byte for byte as it was', async () => {
		utimesSync(join(game, 'modules/mod01.rim'), 1e9, 1e9);
		writeFileSync(join(game, 'Override', 'A00_00.WOK'), 'somebody’s own');
		utimesSync(join(game, 'Override', 'A00_00.WOK'), 1e9, 1e9);
		const before = stateOf(game);
		const first = await inGame('install', 'level/a00.lyt', '--json');
		expect(first.code).toBe(0);
		const changed = json(first).installed;
		expect(changed).toContainEqual({ path: 'Override/A00_00.WOK', replaced: true });
		expect(changed).toContainEqual({ path: 'Override/a00.lyt', replaced: false });
		expect(json(first).findings.map(({ code }: { code: string }) => code)).toContain('INSTALL_LEFT_OUT');
		expect(readFileSync(join(game, 'Override', 'A00_00.WOK')).equals(Buffer.from(wok('A00_00.wok')))).toBe(true);
		expect((await inGame('install', 'woks/A00_01.wok', '--module', 'mod01')).code).toBe(0);
		expect((await inGame('install', 'woks/A00_02.wok', '--module', 'new01')).code).toBe(0);
		// Again, as it was changed: what was there first is what comes back.
		writeFileSync(at('A00_00.wok'), wok('A00_02.wok'));
		expect((await inGame('install', 'A00_00.wok')).code).toBe(0);
		const part = await inGame('uninstall', 'a00.lyt');
		expect(part.stdout).toBe('removed   Override/a00.lyt\n');
		const { code, stdout } = await inGame('uninstall');
		expect(code).toBe(0);
		expect(stdout).toContain('restored  Override/A00_00.WOK');
		expect(stateOf(game)).toEqual(before);
		expect((await inGame('uninstall')).code).toBe(0);
	});

	test('a module that is made holds what its other archives hold, which the game reads no more', async () => {
		const before = stateOf(game);
		await inGame('install', 'woks/A00_01.wok', '--module', 'mod01');
		const names = json(await inGame('list', '--json'))
			.resources.filter(({ from }: { from: string }) => from === 'modules/mod01.mod')
			.map(({ fileName }: { fileName: string }) => fileName);
		expect(names).toEqual(['a01.are', 'a01.git', 'module.ifo', 'dialog1.dlg', 'A00_01.wok']);
		await inGame('uninstall');
		expect(stateOf(game)).toEqual(before);
	});

	test('an archive as a file goes to the modules; a folder that was missing is gone again', async () => {
		rmSync(join(game, 'Override'), { recursive: true });
		const before = stateOf(game);
		writeFileSync(at('own.mod'), wholeOf(madeErf([{ name: 'x', type: 2012, bytes: Buffer.from('') }])));
		const { stdout } = await inGame('install', 'own.mod', 'level/');
		expect(stdout).toContain('added     modules/own.mod');
		expect(existsSync(join(game, 'Override/a00.lyt'))).toBe(true);
		expect((await inGame('uninstall', 'own.mod', 'modules/none.mod')).code).toBe(2);
		await inGame('uninstall');
		expect(stateOf(game)).toEqual(before);
	});

	test('what was changed since stays, unless forced', async () => {
		await inGame('install', 'woks/A00_01.wok');
		writeFileSync(join(game, 'Override/A00_01.wok'), 'changed by hand');
		const { code, stderr } = await inGame('uninstall');
		expect([code, stderr]).toEqual([1, expect.stringContaining('[GAME_FILE_CHANGED]')]);
		expect((await inGame('install', 'woks/A00_01.wok')).code).toBe(1);
		expect(String(readFileSync(join(game, 'Override/A00_01.wok')))).toBe('changed by hand');
		expect((await inGame('uninstall', '--force')).code).toBe(0);
		expect(readdirSync(join(game, 'Override'))).toEqual([]);
	});

	test('a run that was killed before anything was renamed is undone', async () => {
		const before = stateOf(game);
		await inGame('install', 'woks/A00_01.wok', 'woks/A00_02.wok');
		rmSync(join(game, 'Override/A00_02.wok'));
		const { code } = await inGame('uninstall', '--force');
		expect(code).toBe(0);
		expect(stateOf(game)).toEqual(before);
	});

	test('what a killed run staged beside its files goes with them', async () => {
		const before = stateOf(game);
		await inGame('install', 'woks/A00_01.wok');
		const machine = hashBytes(hostname()).slice(0, 8);
		const { pid } = spawnSync(process.execPath, ['--version']);
		const staged = join(game, 'Override', `.wokflow-${machine}-${pid}-0123456789ab.tmp`);
		mkdirSync(staged);
		writeFileSync(join(staged, '0.tmp'), 'half of a f');
		expect((await inGame('uninstall')).code).toBe(0);
		expect(stateOf(game)).toEqual(before);
	});

	test('a second installation that was killed before it replaced the first is undone', async () => {
		writeFileSync(join(game, 'Override', 'a00_01.wok'), 'of another mod');
		const before = stateOf(game).filter((line) => !/wok \d/.test(line));
		await inGame('install', 'woks/A00_01.wok');
		const first = readFileSync(join(game, 'Override', 'a00_01.wok'));
		writeFileSync(at('A00_01.wok'), wok('A00_02.wok'));
		expect((await inGame('install', 'A00_01.wok')).code).toBe(0);
		writeFileSync(join(game, 'Override', 'a00_01.wok'), first);
		expect((await inGame('install', 'A00_01.wok')).code).toBe(0);
		writeFileSync(join(game, 'Override', 'a00_01.wok'), first);
		expect((await inGame('uninstall')).code).toBe(0);
		expect(stateOf(game).filter((line) => !/wok \d/.test(line))).toEqual(before);
		expect(String(readFileSync(join(game, 'Override', 'a00_01.wok')))).toBe('of another mod');
	});

	test('what the game does not load is refused, and nothing is changed', async () => {
		const before = stateOf(game);
		writeFileSync(at('seventeen_letters.wok'), wok('A00_00.wok'));
		for (const [file, code] of [
			['level/a00.svg', 'INSTALL_NOT_RESOURCE'],
			['seventeen_letters.wok', 'OUTPUT_NAME_GAME'],
		]) {
			const found = await inGame('install', 'woks/A00_01.wok', file);
			expect([found.code, found.stderr]).toEqual([1, expect.stringContaining(`[${code}]`)]);
		}
		expect((await inGame('install', 'woks/A00_00.wok', '--module', '../evil')).code).toBe(2);
		const long = await inGame('install', 'woks/A00_00.wok', '--module', 'seventeen_letters');
		expect([long.code, long.stderr]).toEqual([2, expect.stringContaining('use up to 16 letters, digits and "_".')]);
		expect(stateOf(game)).toEqual(before);
	});

	test('a record that leads out of the game removes nothing', async () => {
		await inGame('install', 'woks/A00_01.wok');
		writeFileSync(at('victim.txt'), 'stays');
		const record = join(game, 'wokflow-installed/record.json');
		const right = JSON.parse(String(readFileSync(record)));
		const wrongly = async (change: object) => {
			writeFileSync(record, JSON.stringify({ ...right, ...change }));
			const { code, stderr } = await inGame('uninstall', '--force');
			expect([code, stderr]).toEqual([3, expect.stringContaining('[GAME_RECORD_INVALID]')]);
		};
		const [file] = right.files;
		for (const path of ['../victim.txt', '/etc/passwd', 'a/../../victim.txt'])
			await wrongly({ files: [{ ...file, path }] });
		// Nor one of what the game brings, or of a file twice.
		const hash = createHash('sha256')
			.update(readFileSync(join(game, 'chitin.key')))
			.digest('hex');
		for (const path of ['chitin.key', 'data/2da.bif', 'Override', 'Override/a/b', 'Override/', 'wokflow-installed/a'])
			await wrongly({ files: [{ ...file, path, hash }] });
		await wrongly({ files: [file, { ...file, path: file.path.toUpperCase() }] });
		await wrongly({ folders: ['data'] });
		expect([existsSync(at('victim.txt')), existsSync(join(game, 'chitin.key'))]).toEqual([true, true]);
	});

	test('a copy that is missing or of another content brings nothing back, not even the files before it', async () => {
		writeFileSync(join(game, 'Override', 'a00_01.wok'), 'of another mod');
		await inGame('install', 'woks/A00_00.wok', 'woks/A00_01.wok');
		const folder = join(game, 'wokflow-installed');
		const [copy] = readdirSync(folder).filter((name) => name !== 'record.json');
		writeFileSync(join(folder, copy), 'of somebody else');
		const before = stateOf(game);
		const undone = async (...options: string[]) => {
			const { code, stderr } = await inGame('uninstall', ...options);
			expect([code, stderr]).toEqual([3, expect.stringMatching(`${copy}: error: .*[GAME_RECORD_INVALID]`)]);
		};
		await undone();
		await undone('--force');
		expect(stateOf(game)).toEqual(before);
		rmSync(join(folder, copy));
		await undone();
		expect((await inGame('uninstall', 'A00_00.wok')).code).toBe(0);
		expect((await inGame('uninstall', 'A00_02.wok')).stderr).toContain('Installed: Override/a00_01.wok');
	});

	test('a folder where a file was installed, or the record should be, is reported', async () => {
		await inGame('install', 'woks/A00_01.wok');
		for (const path of ['Override/A00_01.wok', 'wokflow-installed/record.json']) {
			rmSync(join(game, path));
			mkdirSync(join(game, path));
			for (const words of [
				['uninstall', '--force'],
				['install', 'woks/A00_01.wok'],
			]) {
				const { code, stderr } = await inGame(...words);
				expect([code, stderr]).toEqual([2, expect.stringContaining(`${path}" is not a file. Move it`)]);
			}
			rmSync(join(game, path), { recursive: true });
		}
	});
});

test('an archive by itself is listed and extracted', async () => {
	const listed = await run('game', 'game/modules/mod01.rim', 'list');
	expect(
		listed.stdout
			.trimEnd()
			.split('\n')
			.map((line) => line.split(/ +/)),
	).toEqual(['a01.are', 'a01.git', 'module.ifo'].map((name) => [name, '68', 'game/modules/mod01.rim']));
	const { code } = await run('game', 'game/modules/mod01.rim', 'extract', '*.ifo', '-o', 'from-rim');
	expect([code, readdirSync(at('from-rim'))]).toEqual([0, ['module.ifo']]);
	const { code: refused, stderr } = await run(
		'game',
		'game/modules/mod01.rim',
		'extract',
		'*.ifo',
		'*.typo',
		'-o',
		'none',
	);
	expect([refused, stderr]).toEqual([2, 'error: There is no resource that fits *.typo.\n']);
	expect(existsSync(at('none'))).toBe(false);
	const check = await run('game', 'game/modules/mod01.rim', 'check', '--all');
	expect([check.code, check.stderr]).toEqual([2, expect.stringContaining('wokflow check game/modules/mod01.rim')]);
	expect((await run('game', 'nowhere.mod', 'list')).code).toBe(3);
	expect((await inGame('extract', '*.wok', '--module', 'mod0l', '-o', 'x')).stderr).toContain('Did you mean');
});

test.skipIf(process.platform === 'win32')(
	'a folder or an index that the system refuses is reported, and does not count as empty',
	async () => {
		for (const name of ['modules', 'Override', 'chitin.key']) {
			renameSync(join(game, name), at('away'));
			symlinkSync(name, join(game, name));
			const { stderr, code } = await inGame('list');
			expect([code, stderr]).toEqual([
				name === 'chitin.key' ? 0 : 3,
				expect.stringMatching(/Cannot read .*links lead in a circle/),
			]);
			rmSync(join(game, name));
			renameSync(at('away'), join(game, name));
		}
	},
);

test.skipIf(process.platform === 'win32')(
	'install and uninstall leave alone what links in the game lead to',
	async () => {
		const mine = at('mine.wok');
		const link = join(game, 'Override/A00_00.wok');
		writeFileSync(mine, 'mine');
		symlinkSync(mine, link);
		const refused = {
			code: 2,
			stderr: expect.stringContaining('A00_00.wok" is a link. Put the file itself in its place'),
		};
		expect(await inGame('install', at('woks/A00_00.wok'))).toMatchObject(refused);
		rmSync(link);
		expect((await inGame('install', at('woks/A00_00.wok'))).code).toBe(0);
		rmSync(link);
		symlinkSync(mine, link);
		for (const args of [['install', at('woks/A00_00.wok')], ['uninstall'], ['uninstall', '--force']])
			expect(await inGame(...args)).toMatchObject(refused);
		expect(readFileSync(mine, 'utf8')).toBe('mine');
	},
);

test('an index that names files outside of the game reads none of them', async () => {
	const key = readFileSync(join(game, 'chitin.key'));
	const name = key.indexOf('data\\models.bif');
	mkdirSync(at('data2'), { recursive: true });
	renameSync(join(game, 'data/models.bif'), at('data2/x.bif'));
	key.write('..\\data2\\x.bif\0', name, 'latin1');
	writeFileSync(join(game, 'chitin.key'), key);
	const { stdout } = await inGame('list', '*.wok', '--json');
	expect(json({ stdout }).resources).toEqual([]);
	expect(json({ stdout }).findings.map(({ code }: { code: string }) => code)).toEqual(['ARCHIVE_PART_UNREADABLE']);
});
