import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { allCommands } from '../../cli/program.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { row, rowGlb } from '../builds/support.ts';
import { BUILT_COMMAND } from '../support/built.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { makeGame } from '../support/made-game.ts';
import { type ProgramRun, runProgram } from '../support/served-command.ts';
import { gridFloor } from '../support/soups.ts';
import { until } from '../support/started.ts';
import { spread, THOROUGH } from '../support/thorough.ts';

/** What a pipe holds. A program that ends before its reader has read leaves no more than this, and nobody is reported. */
const PIPE = 1 << 16;
const ROOMS = 250;
/** Commands that write list the paths of what they wrote. */
const LONG = 'long-'.repeat(45);

const folder = scratchFolder();
const at = (name: string): string => join(folder, name);

/** What makes each command print more to standard output than a pipe holds. */
const LARGE: Readonly<Record<string, string>> = {
	convert: 'convert many.obj many.wok --json',
	fix: `fix faults-*.wok -o ${LONG}fixed --json --force`,
	rebuild: `rebuild level/row.lyt -o ${LONG}rebuilt --json --force`,
	run: `run level row.glb ${LONG}run --json --force`,
	level: `level row.glb ${LONG}level --json --force`,
	link: `link level/row.lyt -o ${LONG}linked --json --force`,
	kit: 'kit level/row.lyt --json',
	assemble: 'assemble plan.json assembled --json --force',
	paths: 'paths level/row.lyt -o row.pth --json --force',
	minimap: 'minimap level/row.lyt -o map.tga --json --force',
	init: 'init asked.obj --json',
	build: 'build --json --force',
	graph: 'graph --json',
	game: 'game game list --json',
	sync: 'sync check level/row.lyt --json',
	plan: 'plan level/row.lyt -o row.svg --json --force',
	check: 'check faults-*.wok --json',
	inspect: 'inspect level/row.lyt --json',
	stats: 'stats level/row.lyt --json',
	query: 'query level/row.lyt --stdin',
	diff: 'diff level level --json',
	identify: 'identify level --json',
	surfaces: 'surfaces --json --surfacemat many.2da',
	explain: 'explain --json',
	completion: 'completion zsh',
};

/** Commands that print little, and why. */
const LITTLE: Readonly<Record<string, string>> = {
	collision: 'a footprint has a dozen corners, and a door is three walkmeshes',
	hull: 'the same',
	door: 'the same',
	edit: 'it writes one file, never to standard output',
	place: 'the same',
	step: 'a step prints its failure only',
	view: 'the page is a file, never standard output',
};

/** A quick one in a thread; wrong use, below, ends in the main thread. */
const USUAL = ['convert'];

beforeAll(async () => {
	writeFileSync(at('many.obj'), loneTriangles(THOROUGH ? 3000 : 700));
	writeFileSync(at('questions.jsonl'), '{"op":"height","at":[12,3]}\n'.repeat(2000));
	if (!THOROUGH) return;
	// What `init` writes beside a scene would be followed.
	for (const name of ['unread.obj', 'asked.obj']) writeFileSync(at(name), loneTriangles(3000));
	writeFileSync(at('row.glb'), rowGlb(row(ROOMS)));
	writeFileSync(
		at('wokflow.config.json'),
		JSON.stringify({ targets: { row: { level: 'row.glb', out: `${LONG}built` } } }),
	);
	expect((await wokflow(['level', 'row.glb', 'level'], { cwd: folder })).code).toBe(0);
	const floor = deriveBwm(gridFloor(8), K1, new Report());
	for (let i = 0; i < 150; i++)
		writeFileSync(at(`faults-${i}.wok`), encodeBwm({ ...floor, perimeters: floor.perimeters.slice(1) }));
	makeGame(at('game'), { areas: 80, rooms: 4 });
	// Each room of the kit is told of.
	const joined = [{ room: 'row_01' }, { room: 'row_01', doorway: 2, joins: 'chain_01:1' }];
	writeFileSync(at('plan.json'), JSON.stringify({ name: 'chain', kit: 'level', rooms: joined }));
	const rows = Array.from({ length: 400 }, (_, i) => `${i} Surface${i} 1 1 1 0 DR`);
	writeFileSync(
		at('many.2da'),
		['2DA V2.0', '', 'label walk walkcheck lineofsight grass sound', ...rows, ''].join('\n'),
	);
});

/** Each of a material of its own. */
function loneTriangles(count: number): string {
	const triangle = (_: unknown, i: number): string =>
		`v ${3 * i} 0 0\nv ${3 * i + 1} 0 0\nv ${3 * i} 1 0\nusemtl unknown${i}\nf -3 -2 -1\n`;
	return Array.from({ length: count }, triangle).join('');
}

/**
 * Runs the command for a reader of a pipe: of a shell's, since those of Node hold more. How long it waits decides only how surely a
 * program that ends too early is found out.
 *
 * @param streams that the pipe is for, in the words of a shell
 */
async function read(args: readonly string[], reader: string, streams = '2> /dev/null'): Promise<ProgramRun> {
	// The code of the command on standard error, which the command itself writes to elsewhere.
	const line = `{ { "$@" ${streams} < questions.jsonl; echo $? >&3; } | { ${reader}; }; } 3>&2`;
	const command = [process.execPath, BUILT_COMMAND, ...args];
	const run = await runProgram('sh', ['-c', line, 'sh', ...command], { cwd: folder });
	return { ...run, status: Number(run.stderr) };
}
const SLOW = `sleep ${THOROUGH ? 2.5 : 0.8}; cat`;

test('every command is among these', () => {
	const named = [...Object.keys(LARGE), ...Object.keys(LITTLE)].sort();
	expect(named).toEqual(
		allCommands()
			.map(({ name }) => name)
			.sort(),
	);
});

describe.skipIf(process.platform === 'win32')('a slow reader gets all that a quick one gets', () => {
	test.concurrent.each(THOROUGH ? spread(Object.keys(LARGE), 0, 8) : USUAL)('of %s', async (name) => {
		const args = LARGE[name].split(' ');
		if (args[1].includes('*'))
			args.splice(1, 1, ...Array.from({ length: 150 }, (_, i) => args[1].replace('*', `${i}`)));
		const quick = await read(args, 'cat');
		expect(quick.stdout.length).toBeGreaterThan(PIPE);
		// What is built already would be told in fewer words.
		if (name === 'build') for (const built of ['.wokflow', `${LONG}built`]) rmSync(at(built), { recursive: true });
		const slow = await read(args, SLOW);
		expect([slow.status, slow.stdout.length]).toEqual([quick.status, quick.stdout.length]);
		if (args.includes('--json')) JSON.parse(slow.stdout);
	});

	test.concurrent('of what is wrong with options', async () => {
		const args = ['level', `--${'x'.repeat(100_000)}`];
		const [quick, slow] = await Promise.all(['cat', SLOW].map((reader) => read(args, reader, '2>&1 > /dev/null')));
		expect(quick.stdout.length).toBeGreaterThan(PIPE);
		expect([slow.status, slow.stdout.length]).toEqual([quick.status, quick.stdout.length]);
	});
});

describe.runIf(THOROUGH)('a command whose output nobody reads ends', () => {
	/** Starts one in a thread, which has more to print than the pipe of Node and its reader take. */
	function unread({ onTestFinished }: TestContext, name: string, ...more: readonly string[]) {
		// In a folder of its own, as they run at the same time and one would wait for another.
		const output = `${name}/${name}.wok`;
		mkdirSync(at(name));
		const words = ['convert', 'unread.obj', output, '--surface', 'unknown*=Stone', '--json', ...more];
		const child = spawn(process.execPath, [BUILT_COMMAND, ...words], { cwd: folder });
		onTestFinished(() => void child.kill('SIGKILL'));
		let stderr = '';
		child.stderr.on('data', (chunk) => (stderr += chunk));
		const ended = new Promise((resolve) => child.on('exit', resolve));
		return { child, ended, stderr: () => stderr, isPrinting: () => existsSync(at(output)) };
	}

	test.concurrent('by --timeout', async (context) => {
		const { ended, stderr } = unread(context, 'timed', '--timeout', '2');
		expect(await ended).toBe(3);
		expect(stderr()).toContain('it took longer than 2 s. Allow more with --timeout SECONDS.');
	});

	test.concurrent('by Ctrl-C, the second one at the latest', async (context) => {
		const { child, ended, isPrinting } = unread(context, 'interrupted');
		await until('the output', isPrinting);
		child.kill('SIGINT');
		setTimeout(() => child.kill('SIGINT'), 50);
		// None where the second one comes while Node, which has let go of its signals, ends with 130.
		expect([130, null]).toContain(await ended);
	});

	test.concurrent('when its reader goes', async (context) => {
		const { child, ended, stderr, isPrinting } = unread(context, 'left');
		await until('the output', isPrinting);
		child.stdout.destroy();
		expect([await ended, stderr()]).toEqual([0, '']);
	});
});
