import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashBytes } from '../../pipeline/disk/digest.ts';
import { row, rowGlb, rowLyt } from '../builds/support.ts';
import { madeErf, wholeOf } from '../reference/archives.ts';
import { BUILT_COMMAND } from '../support/built.ts';
import { type CliRun, FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { makeGame } from '../support/made-game.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

/** Commands that change files which were there before, in one folder; the second of a pair is about other content of the same files. */
const COMMANDS = {
	install: [
		'game game install mine/A00_00.wok mine/new_a.wok',
		'game game install mine/A00_00b/A00_00.wok mine/new_b.wok',
	],
	uninstall: ['game game uninstall', 'game game uninstall'],
	edit: ['edit out/row_00.wok --surface 0=Grass -i', 'edit out/row_00.wok --surface 1=Dirt -i'],
	entry: ['convert mine/new_a.wok m.mod/new_a.wok --force', 'convert mine/new_b.wok m.mod/new_b.wok --force'],
	build: ['build -j 1', 'build -j 1'],
	sync: ['sync out/area.lyt -i', 'sync out/area.lyt -i'],
	link: ['link out/other.lyt -i', 'link out/other.lyt -i'],
	level: ['level row.glb -o out', 'level row.glb -o out'],
	room: ['edit m.mod/old.wok --surface 0=Grass -i', 'edit m.mod/old.wok --surface 1=Dirt -i'],
} as const;
type Name = keyof typeof COMMANDS;
const NAMES = ['install', 'uninstall', 'edit', 'entry', 'build', 'sync'] as const;
const PRELOADED = join(import.meta.dirname, '../support/disk-points.cjs');

const out = scratchFolder();
const first = join(out, 'first');
let count = 0;
let original: Record<string, string>;
const figures = { pairs: 0, points: 0, trials: 0, losses: 0 };

/** What is called by its name only: backups, caches, what was staged. */
const APART = /\.bak\d*$|\.tmp(?:\/|$)|\.lock(?:\.turn)?$|^\.wokflow\/|^state\/|^mark|^wokflow-installed\/?$/;

function stateOf(folder: string, below = ''): Record<string, string> {
	const found: Record<string, string> = {};
	for (const entry of readdirSync(join(folder, below), { withFileTypes: true, recursive: true })) {
		const path = join(entry.parentPath, entry.name).slice(join(folder, below).length + 1);
		if (entry.isFile() && !APART.test(join(below, path)))
			found[path] = readFileSync(join(folder, below, path), 'latin1');
	}
	return found;
}

const wordsOf = (line: string): string[] => line.split(' ');
const envOf = (folder: string): Record<string, string> => ({ WOKFLOW_STATE: join(folder, 'state') });

/** Runs a command in this process, which nothing stops. */
async function run(folder: string, line: string): Promise<CliRun> {
	const before = process.env['WOKFLOW_STATE'];
	Object.assign(process.env, envOf(folder));
	try {
		return await wokflow(wordsOf(line), { cwd: folder });
	} finally {
		process.env['WOKFLOW_STATE'] = before;
	}
}

function copied(): string {
	const folder = join(out, String(count++));
	cpSync(first, folder, { recursive: true, preserveTimestamps: true });
	// What wokflow remembers of a folder goes by its path.
	const logOf = (at: string): string => join(folder, 'state/written', `${hashBytes(at).slice(0, 32)}.log`);
	for (const name of ['out', 'mine'])
		cpSync(logOf(join(realpathSync(first), name)), logOf(join(realpathSync(folder), name)));
	return folder;
}

interface Started {
	readonly child: ChildProcess;
	readonly ended: Promise<void>;
	stderr: string;
}

function started(folder: string, line: string, env: Record<string, string> = {}): Started {
	const child = spawn(process.execPath, [BUILT_COMMAND, ...wordsOf(line)], {
		cwd: folder,
		env: { ...process.env, ...envOf(folder), ...env },
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	const ended = new Promise<void>((done) => child.on('close', () => done()));
	const self: Started = { child, ended, stderr: '' };
	child.stderr?.on('data', (chunk) => {
		self.stderr += String(chunk);
	});
	return self;
}

const pointEnv = (
	folder: string,
	at: number | string,
	what: 'kill' | 'stop' | 'count' | 'fail',
): Record<string, string> => ({
	NODE_OPTIONS: `--require ${PRELOADED}`,
	DISK_POINTS: JSON.stringify([folder, at, what, join(folder, 'mark')]),
});

async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise((done) => setTimeout(done, 5));
}

/** How many points a command has. */
async function pointsOf(line: string): Promise<number> {
	const folder = copied();
	await started(folder, line, pointEnv(folder, 0, 'count')).ended;
	return readFileSync(join(folder, 'marks')).length;
}

/** What comes of commands one after another. */
async function afterOf(lines: readonly string[]): Promise<Record<string, string>> {
	const folder = copied();
	for (const line of lines) await run(folder, line);
	return stateOf(folder);
}

/** The game is as it was once everything is taken out. */
async function checkGame(folder: string, what: string): Promise<void> {
	const { stderr } = await run(folder, 'game game uninstall');
	expect(stateOf(folder, 'game'), `${what}\n${stderr}`).toEqual(original);
}

/** Stops the first of two commands at a point, lets the other go as far as it can, and goes on. */
async function stoppedAt(at: number, [a, b]: readonly [string, string], allowed: readonly object[]): Promise<void> {
	const folder = copied();
	const one = started(folder, a, pointEnv(folder, at, 'stop'));
	let isOver = false;
	void one.ended.then(() => {
		isOver = true;
	});
	await until(() => isOver || existsSync(join(folder, 'mark')));
	const other = started(folder, b);
	void other.ended.then(() => {
		isOver = true;
	});
	await until(() => isOver || /waiting for it/.test(other.stderr));
	one.child.kill('SIGCONT');
	await Promise.all([one.ended, other.ended]);
	await run(folder, 'surfaces');
	const what = `${a}, stopped at ${at}: ${readFileSync(join(folder, 'mark'), 'utf8')}; ${b}\n${one.stderr}${other.stderr}`;
	expect(allowed, what).toContainEqual(stateOf(folder));
	if (THOROUGH) await checkGame(folder, what);
}

/** Kills a command at a point; the other one follows, and the first again. */
async function killedAt(at: number, [a, b]: readonly [string, string], allowed: readonly object[]): Promise<void> {
	const folder = copied();
	await started(folder, a, pointEnv(folder, at, 'kill')).ended;
	const next = await run(folder, b);
	const again = await run(folder, a);
	const what = `${a}, killed at ${at}: ${readFileSync(join(folder, 'mark'), 'utf8')}; ${b}\n${next.stderr}${again.stderr}`;
	expect(allowed, what).toContainEqual(stateOf(folder));
	if (THOROUGH) await checkGame(folder, what);
}

beforeAll(async () => {
	makeGame(join(first, 'game'), { areas: 1, rooms: 1 });
	for (const name of ['A00_00.wok', 'own.wok']) writeFileSync(join(first, 'game/Override', name), `own ${name}`);
	mkdirSync(join(first, 'mine/A00_00b'), { recursive: true });
	original = stateOf(first, 'game');
	for (const ending of ['mdl', 'mdx'])
		cpSync(join(FIXTURES, `small/room_01a.${ending}`), join(first, `out/room_01a.${ending}`));
	const config = { targets: { row: { level: 'row.glb', out: 'out' } } };
	writeFileSync(join(first, 'wokflow.config.json'), JSON.stringify(config));
	writeFileSync(join(first, 'row.glb'), rowGlb(row(2)));
	const lines = [
		'build -j 1',
		'convert out/room_01a.mdl out/room_01a.wok',
		'rebuild out/room_01a.wok -i --no-backup --tree fast',
		'convert out/row_00.wok mine/new_a.wok',
		'convert out/row_01.wok mine/new_b.wok',
		'convert out/row_00.wok mine/A00_00.wok',
		'convert out/row_01.wok mine/A00_00b/A00_00.wok',
		'convert out/row_01.wok mine/own.wok',
		'game game install mine/own.wok mine/new_b.wok',
	];
	for (const line of lines) expect(await run(first, line), line).toMatchObject({ code: 0 });
	writeFileSync(join(first, 'out/other.lyt'), rowLyt(row(2).toReversed()));
	writeFileSync(
		join(first, 'out/area.lyt'),
		'beginlayout\nroomcount 1\nroom_01a 0 0 0\ntrackcount 0\nobstaclecount 0\ndoorhookcount 0\ndonelayout\n',
	);
	writeFileSync(
		join(first, 'm.mod'),
		wholeOf(madeErf([{ name: 'old', type: 2016, bytes: readFileSync(join(first, 'mine/own.wok')) }])),
	);
	writeFileSync(join(first, 'row.glb'), rowGlb(row(2).map((room) => ({ ...room, hump: 0.5 }))));
});

test('an uninstallation that cannot write a file changes none, names it, and loses no original', async () => {
	const folder = copied();
	const install = 'game game install mine/A00_00.wok mine/own.wok';
	await run(folder, install);
	const failed = started(folder, 'game game uninstall', pointEnv(folder, 'Override/A00_00.wok', 'fail'));
	await failed.ended;
	expect(failed.child.exitCode).toBe(3);
	expect(failed.stderr).toContain('Override/A00_00.wok');
	await run(folder, install);
	await checkGame(folder, failed.stderr);
});

test.runIf(THOROUGH).each(['build --clean', 'build -j 1'])(
	'what a killed build left of a new folder goes with the next %s',
	async (line) => {
		const folder = realpathSync(copied());
		const config = { targets: { row: { level: 'row.glb', out: 'new' } } };
		writeFileSync(join(folder, 'wokflow.config.json'), JSON.stringify(config));
		// Where the first file of the new folder would be opened.
		const point = JSON.stringify([join(folder, '.wokflow-'), 1, 'kill', join(folder, 'mark')]);
		await started(folder, 'build -j 1', { ...pointEnv(folder, 1, 'kill'), DISK_POINTS: point }).ended;
		const staged = (): string[] => readdirSync(folder).filter((name) => name.startsWith('.wokflow-'));
		const [left] = staged();
		expect(left).toMatch(/-\d+-[0-9a-f]{12}\.tmp$/);
		const others = ['.wokflow-mine.tmp', left.replace(/-\d+-/, `-${process.pid}-`)];
		for (const name of others) mkdirSync(join(folder, name));
		expect(await run(folder, line)).toMatchObject({ code: 0 });
		expect(staged().sort()).toEqual(others.sort());
	},
);

/** Where whoever is second would overwrite what it has not seen. */
const AT_ONCE: readonly (readonly [Name, Name])[] = [
	['install', 'install'],
	['entry', 'entry'],
	['room', 'room'],
];

test.runIf(THOROUGH).each(AT_ONCE)('two at once, %s and %s, are both in it', async (a, b) => {
	const pair = [COMMANDS[a][0], COMMANDS[b][1]];
	const outcomes = [await afterOf(pair), await afterOf(pair.toReversed())];
	for (let round = 0; round < runs(1, 4); round++) {
		const folder = copied();
		const both = pair.map((line) => started(folder, line));
		await Promise.all(both.map(({ ended }) => ended));
		const what = both.map(({ stderr }) => stderr).join('');
		expect(both.map(({ child }) => child.exitCode)).toEqual([0, 0]);
		expect(outcomes, what).toContainEqual(stateOf(folder));
		await checkGame(folder, what);
	}
});

/** Every point of every pair takes hours; WOKFLOW_EVERY=1 asks for them. */
const EVERY = THOROUGH ? Number(process.env['WOKFLOW_EVERY'] ?? 0) : 0;

const PAIRS: readonly (readonly [Name, Name])[] = [
	// A quarter of all, each command as the first and as the second; all of them where every point is asked for.
	...NAMES.flatMap((a, i) => NAMES.filter((_, j) => EVERY !== 0 || (i + j) % 4 === 0).map((b) => [a, b] as const)),
	// Others on one folder of outputs, and on one entry.
	...(['build link', 'link build', 'level edit', 'edit level', 'room room', 'room entry', 'entry room'] as const).map(
		(pair) => pair.split(' ') as [Name, Name],
	),
];
/** One pair in the usual run, stopped and killed in its midst. */
const SAMPLE: typeof PAIRS = [['edit', 'edit']];

describe.each(THOROUGH ? PAIRS : SAMPLE)('%s and %s', (a, b) => {
	test('stopped and killed at any point: nothing is lost, and nothing half-written', {
		timeout: 3_600_000,
	}, async () => {
		const pair = [COMMANDS[a][0], COMMANDS[b][1]] as const;
		const [one, other] = pair;
		const points = THOROUGH ? await pointsOf(one) : 20;
		expect(points).toBeGreaterThan(5);
		const orders = [
			[one, other],
			[other, one],
			[other, one, one],
			[one, other, one],
			[one, one, other],
		];
		if (THOROUGH) expect(await afterOf([one]), 'it changes something').not.toEqual(stateOf(first));
		const outcomes: object[] = [];
		for (const order of orders) outcomes.push(await afterOf(order));
		const every = EVERY || Math.ceil(points / 2);
		figures.pairs += 1;
		figures.points += points;
		for (let at = every - 1; at < (THOROUGH ? points : every); at += every) {
			figures.trials += 2;
			await stoppedAt(at, pair, outcomes.slice(0, 2));
			await killedAt(at, pair, outcomes.slice(1));
		}
		if (THOROUGH) console.info(JSON.stringify({ a, b, here: points, ...figures }));
	});
});
