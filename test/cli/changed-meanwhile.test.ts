import fs, { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { row, rowGlb, rowLyt } from '../builds/support.ts';
import { madeErf, wholeOf } from '../reference/archives.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { makeGame } from '../support/made-game.ts';
import { THOROUGH } from '../support/thorough.ts';

/** What happens when another program, which knows of no lock, changes a file after a command has read it and before it writes. */

const out = scratchFolder();
const first = join(out, 'first');
const { readdirSync, mkdirSync: makeFolder, fsync, fsyncSync } = fs;
let folder: string;
let count = 0;

const at = (path: string): string => join(folder, path);
const state = (): Record<string, string> => ({ WOKFLOW_STATE: at('state') });

async function run(line: string): Promise<{ code: number | null; stderr: string }> {
	const before = process.env['WOKFLOW_STATE'];
	Object.assign(process.env, state());
	try {
		return await wokflow(line.split(' '), { cwd: folder });
	} finally {
		process.env['WOKFLOW_STATE'] = before;
	}
}

async function done(line: string): Promise<void> {
	expect(await run(line), line).toMatchObject({ code: 0 });
}

/** Lets something happen once a command has read and made everything: it then looks for journals, for the second time. */
function whenMade(meanwhile: () => void): void {
	let times = 0;
	fs.readdirSync = ((path: string, ...rest: []) => {
		if (String(path).endsWith('journals') && ++times === 2) meanwhile();
		return readdirSync(path, ...rest);
	}) as typeof readdirSync;
	syncBuiltinESMExports();
}

/** Lets something happen once it is decided what may be replaced: folders to stage files in are made then. */
function whenDecided(meanwhile: () => void): void {
	let times = 0;
	fs.mkdirSync = ((path: string, ...rest: []) => {
		if (/\.wokflow-[^/]*\.tmp$/.test(path) && times++ === 0) meanwhile();
		return makeFolder(path, ...rest);
	}) as typeof makeFolder;
	syncBuiltinESMExports();
}

afterEach(() => {
	Object.assign(fs, { readdirSync, mkdirSync: makeFolder, fsync, fsyncSync });
	syncBuiltinESMExports();
});

beforeAll(async () => {
	folder = first;
	makeGame(at('game'), { areas: 1, rooms: 1 });
	mkdirSync(at('mine'));
	for (const ending of ['mdl', 'mdx']) cpSync(join(FIXTURES, `small/room_01a.${ending}`), at(`room_01a.${ending}`));
	writeFileSync(at('wokflow.config.json'), JSON.stringify({ targets: { row: { level: 'row.glb', out: 'out' } } }));
	writeFileSync(at('row.glb'), rowGlb(row(2)));
	await done('build -j 1');
	await done('convert out/row_00.wok mine/A00_00.wok');
	await done('convert room_01a.mdl room_01a.wok');
	await done('rebuild room_01a.wok -i --no-backup --tree fast');
	await done('convert out/row_00.wok own.obj');
	writeFileSync(
		at('area.lyt'),
		'beginlayout\nroomcount 1\nroom_01a 0 0 0\ntrackcount 0\nobstaclecount 0\ndoorhookcount 0\ndonelayout\n',
	);
	const [one, two] = ['row_00', 'row_01'].map((name) => ({
		name,
		type: 2016,
		bytes: readFileSync(at(`out/${name}.wok`)),
	}));
	writeFileSync(at('m.mod'), wholeOf(madeErf([one, two])));
	await done('convert m.mod/row_00.wok m.mod/row_02.wok --force');
	await done('game game install mine/A00_00.wok');
	for (const path of ['mine/b', 'apart']) mkdirSync(at(path));
	for (const name of ['row_00.wok', 'row_01.wok']) cpSync(at(`out/${name}`), at(`apart/${name}`));
	// Links count in the order of the rooms.
	writeFileSync(at('apart/row.lyt'), rowLyt(row(2).toReversed()));
	writeFileSync(at('none.placements.json'), '{ "version": 1, "level": "row", "placements": [] }');
	await done('game place none.placements.json -o area.git');
	cpSync(at('out/row_01.wok'), at('mine/b/A00_00.wok'));
	const nan = readFileSync(at('out/row_00.wok'));
	nan.writeFloatLE(Number.NaN, 12);
	writeFileSync(at('nan.wok'), nan);
	writeFileSync(at('long.obj'), `${readFileSync(at('own.obj'))}${'# long\n'.repeat(60_000)}`);
});

/** A copy of everything for each test. */
function copied(): void {
	folder = join(out, String(count++));
	cpSync(first, folder, { recursive: true, preserveTimestamps: true });
}

/** Changes one byte of a file, in an archive one of an entry: neither its size nor its place. */
function changed(path: string, entry = path): string {
	const bytes = readFileSync(at(path));
	const own = readFileSync(join(first, entry));
	bytes[bytes.indexOf(own) + own.length - 1] ^= 1;
	writeFileSync(at(path), bytes);
	return bytes.toString('latin1');
}

const holds = (path: string): string => readFileSync(at(path), 'latin1');

describe('a file that changes after it was read is not overwritten', () => {
	const ENTRY = ['m.mod', 'out/row_00.wok'] as const;
	/** Threads take long to start; one of the lines below has them always. */
	const THREADED: [string, string, string?][] = [
		['rebuild out/row_0*.wok -o out --force --tree median -j 2', 'out/row_00.wok'],
		['rebuild m.mod -i --tree median -j 2', ...ENTRY],
	];
	test.each<[string, string, string?]>([
		['edit out/row_00.wok --surface 0=Grass -i', 'out/row_00.wok'],
		['edit out/row_00.wok --surface 0=Grass -o out/row_00.wok --force', 'out/row_00.wok'],
		['rebuild out/row_00.wok -i --tree median', 'out/row_00.wok'],
		['rebuild out/row_00.wok out/row_01.wok -i --tree median -j 2', 'out/row_00.wok'],
		['fix nan.wok -i', 'nan.wok'],
		['link apart/row.lyt -i', 'apart/row_00.wok'],
		['sync area.lyt -i', 'room_01a.mdl'],
		['convert own.obj own.obj --force', 'own.obj'],
		['convert long.obj long.obj --force', 'long.obj'],
		['game place none.placements.json area.git --into area.git --force', 'area.git'],
		['edit m.mod/row_00.wok --surface 0=Grass -i', ...ENTRY],
		['edit m.mod/row_00.wok --surface 0=Grass -o m.mod/row_00.wok --force', ...ENTRY],
		['rebuild m.mod/row_00.wok -i --tree median', ...ENTRY],
		['rebuild m.mod -i --tree median', ...ENTRY],
		...(THOROUGH ? THREADED : []),
	])('%s', async (line, path, entry) => {
		copied();
		let other = '';
		whenMade(() => {
			other = changed(path, entry);
		});
		const { code, stderr } = await run(line);
		expect([code, stderr]).toEqual([2, expect.stringContaining('was changed by another program')]);
		expect(holds(path)).toBe(other);
	});
});

describe('a file that changes after it was decided that it may be replaced is not overwritten', () => {
	test.each<[string, string]>([
		['build -j 1', 'out/row_00.wok'],
		['level row.glb -o out', 'out/row_00.wok'],
		['convert room_01a.mdl room_01a.wok', 'room_01a.wok'],
		['convert out/row_01.wok m.mod/row_00.wok --force', 'm.mod'],
		['game game install mine/b/A00_00.wok', 'game/Override/A00_00.wok'],
		['game game uninstall', 'game/Override/A00_00.wok'],
	])('%s', async (line, path) => {
		copied();
		writeFileSync(at('row.glb'), rowGlb(row(2).map((room) => ({ ...room, hump: 0.5 }))));
		let other = '';
		whenDecided(() => {
			other = changed(path);
		});
		const { code, stderr } = await run(line);
		expect([code, stderr]).toEqual([2, expect.stringContaining('was changed by another program')]);
		expect(holds(path)).toBe(other);
	});
});

test('a build waits for the disk only where it replaces what it cannot make again', async () => {
	copied();
	let flushed = 0;
	fs.fsync = ((file: number, then: fs.NoParamCallback) => {
		flushed += 1;
		fsync(file, then);
	}) as typeof fsync;
	fs.fsyncSync = (file) => {
		flushed += 1;
		fsyncSync(file);
	};
	syncBuiltinESMExports();
	const flushedBy = async (line: string): Promise<boolean> => {
		flushed = 0;
		await done(line);
		return flushed > 0;
	};
	writeFileSync(at('row.glb'), rowGlb(row(2).map((room) => ({ ...room, hump: 0.5 }))));
	expect(await flushedBy('build -j 1')).toBe(false);
	changed('out/row_00.wok');
	expect(await flushedBy('build -j 1 --force')).toBe(true);
	rmSync(at('out'), { recursive: true });
	expect(await flushedBy('build -j 1')).toBe(false);
	expect(await flushedBy('convert out/row_00.wok copy.obj')).toBe(true);
});

test('another entry of an archive may change meanwhile, and both changes are in it', async () => {
	copied();
	const edit = 'edit m.mod/row_00.wok --surface 0=Grass -i';
	await done(edit);
	const alone = holds('m.mod');
	copied();
	let row01 = '';
	whenMade(() => {
		changed('m.mod', 'out/row_01.wok');
		row01 = holds('m.mod');
	});
	await done(edit);
	const [now, old] = [holds('m.mod'), readFileSync(join(first, 'm.mod'), 'latin1')];
	const differing = (a: string, b: string): number[] => [...a].flatMap((each, i) => (each === b[i] ? [] : [i]));
	expect(differing(now, old)).toEqual([...differing(alone, old), ...differing(row01, old)].sort((a, b) => a - b));
});
