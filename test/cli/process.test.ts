import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { outputSchema } from '../../scripts/output-schema.ts';
import { Project, row, rowGlb } from '../builds/support.ts';
import { HEAPS, objOfHeap } from '../fuzz/heaps.ts';
import { BUILT_COMMAND } from '../support/built.ts';
import { FIXTURES, ROOT, scratchFolder, wokflow, wokflowProcess } from '../support/cli.ts';
import { generator } from '../support/mutate.ts';
import { startWokflow } from '../support/started.ts';
import { THOROUGH } from '../support/thorough.ts';

/** What is about the process itself; messages and files are tested without one, and here it is seen that both are the same. */
const out = scratchFolder();
const at = (name: string): string => join(out, name);
const cube = join(FIXTURES, 'small/cube-room.obj');

describe('the command as a process', () => {
	const usual: [string, string[], number][] = [
		['a finding of severity error', ['convert', 'fixtures/small/unknown-material.glb', at('none.wok')], 1],
	];
	const others: [string, string[], number][] = [
		['findings', ['inspect', 'fixtures/small/degenerate.obj'], 0],
		['an unknown command', ['convrt'], 2],
		['a missing file', ['inspect', 'nowhere.wok'], 3],
		['help', ['--help'], 0],
		['help of a command', ['convert', '--help'], 0],
		['version', ['--version'], 0],
		['help of an unknown command', ['help', 'convrt'], 2],
		['an unknown option', ['convert', '--nonsense'], 2],
		['wrong use', ['convert', 'one-argument.obj'], 2],
		['a result', ['surfaces', '--json'], 0],
		['a limit below the least', ['inspect', 'fixtures/small/degenerate.obj', '--max-memory', '63'], 2],
	];
	test.each(THOROUGH ? [...usual, ...others] : usual)(
		'%s: ends and prints as it does without a process',
		async (_, args, code) => {
			const [own, process] = [await wokflow(args), wokflowProcess(args)];
			expect({ ...process, bytes: undefined }).toEqual({ ...own, bytes: undefined });
			expect(process.code).toBe(code);
		},
	);

	test('standard input to standard output gives the bytes of the files', async () => {
		expect((await wokflow(['convert', cube, at('cube.wok'), '-q'])).code).toBe(0);
		const run = wokflowProcess(['convert', '-', '-', '--from', 'obj', '--to', 'bwm', '-q'], {
			input: readFileSync(cube),
		});
		expect(run).toMatchObject({ code: 0, stderr: '' });
		expect(Buffer.from(run.bytes).equals(readFileSync(at('cube.wok')))).toBe(true);
	});

	test('a reader that closes the pipe early is no reason to complain', async () => {
		const child = spawn(process.execPath, [BUILT_COMMAND, 'surfaces', '--json'], { cwd: ROOT });
		child.stdout.destroy();
		let stderr = '';
		child.stderr.on('data', (chunk) => (stderr += chunk));
		const code = await new Promise((resolve) => child.on('close', resolve));
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
	});
});

describe('a command that is ended from outside', () => {
	const OWN = `
		import { writeFileSync } from 'node:fs';
		const reached = () => writeFileSync(new URL('reached', import.meta.url), '');
		const make = (name, run) => Object.assign(() => ({ name, subject: 'walkmesh', options: {}, run }), {
			stageName: name, subject: 'walkmesh', options: {}, summary: '',
		});
		export const stages = [
			make('throws', () => { throw new Error('my stage broke'); }),
			make('hangs', () => { reached(); for (;;); }),
			make('waits', () => { reached(); return new Promise((resolve) => setTimeout(resolve, 60_000)); }),
			make('never-settles', () => new Promise(() => {})),
			make('exits', () => process.exit(0)),
			make('eats', () => { const all = []; for (;;) all.push(Array.from({ length: 1e5 }, (_, i) => ({ i }))); }),
			make('fills', () => { const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1)); }),
		];`;
	let count = 0;

	/** A project whose only target is built with a stage of its own. */
	function project(stage: string, more: object = {}): Project {
		const target = { level: 'row.glb', out: 'out', recipe: ['weld', stage] };
		const made = new Project(at(`project-${count++}`), { plugin: ['./own.mjs'], ...more, targets: { quay: target } });
		made.write('own.mjs', OWN);
		made.write('row.glb', rowGlb(row(3)));
		return made;
	}

	const leftovers = (made: Project): string[] =>
		Object.keys(made.files('.')).filter((path) => /^out|lock|\.tmp/.test(path));

	const stages: [string, string][] = [
		['exits', 'Stage "exits" of target "quay" in room row_00 ended the program: it may not call process.exit.'],
	];
	const moreStages: [string, string][] = [
		['hangs', 'It was running stage "hangs" of target "quay" in room row_00.'],
		['fills', 'it took more than 200 MB of memory. Allow more with --max-memory MB.'],
		['throws', 'Stage "throws" of target "quay" failed in room row_00: my stage broke'],
		['never-settles', 'Stage "never-settles" of target "quay" in room row_00 never ends.'],
		['eats', 'it took more than 200 MB of memory. Allow more with --max-memory MB.'],
	];
	const told = THOROUGH ? [...stages, ...moreStages] : stages;
	test.each(told)(
		'by its limits: a stage that %s is named with target and room, and nothing is left',
		async (stage, text) => {
			const run = async (timeout: number) => {
				const made = project(stage, { timeout, maxMemory: 200 });
				const { ended, stderr, stdout } = startWokflow(made.folder, 'build', '--json');
				expect(await ended).toBe(3);
				return { made, stderr, stdout };
			};
			let { made, stderr, stdout } = await run(stage === 'hangs' ? 0.5 : 100);
			// A busy machine may take longer to come to the stage than it is given.
			for (let timeout = 1; stage === 'hangs' && !existsSync(made.at('reached')) && timeout < 100; timeout *= 2)
				({ made, stderr, stdout } = await run(timeout));
			expect(stderr()).toContain(text);
			expect(stderr()).not.toContain('did not expect');
			// What is reported is in the JSON, too.
			const json = JSON.parse(stdout());
			expect(outputSchema('build').safeParse(json).success).toBe(true);
			const kind =
				stage === 'throws' ? 'internal' : stage === 'hangs' || text.includes('memory') ? 'limit' : 'internal';
			expect(json).toMatchObject({ ok: false, exitCode: 3, error: { kind, message: expect.stringContaining(text) } });
			expect(leftovers(made)).toEqual([]);
		},
	);

	const endings: [NodeJS.Signals, string][] = [
		// Of a terminal that is closed.
		['SIGHUP', 'waits'],
		['SIGINT', 'hangs'],
		['SIGINT', 'waits'],
		['SIGHUP', 'hangs'],
	];
	test.runIf(THOROUGH).each(endings)('by %s, while a stage %s', async (signal, stage) => {
		const made = project(stage);
		const { child, ended, stderr } = startWokflow(made.folder, 'build');
		await expect.poll(() => existsSync(made.at('reached')), { timeout: 30_000 }).toBe(true);
		child.kill(signal);
		expect(await ended).toBe(130);
		expect(stderr()).toBe('Interrupted; nothing more was written.\n');
		expect(leftovers(made)).toEqual([]);
	});

	test.runIf(THOROUGH)('by SIGTERM, and the second time at once', async () => {
		const made = project('hangs');
		const { child, ended } = startWokflow(made.folder, 'build');
		await expect.poll(() => existsSync(made.at('.wokflow/lock')), { timeout: 30_000 }).toBe(true);
		child.kill('SIGTERM');
		setTimeout(() => child.kill('SIGTERM'), 50);
		// None where the second one comes while Node, which has let go of its signals, ends with 130.
		expect([130, null]).toContain(await ended);
		expect(leftovers(made)).toEqual([]);
	});

	const heaped: [string, number][] = [
		['a few kilobytes that ask for much', 40_000],
		['half a megabyte', 500_000],
	];
	test.each(heaped.slice(0, THOROUGH ? 2 : 1))('by Ctrl-C while it computes: %s', async (_, most) => {
		const heap = at('heap.obj');
		writeFileSync(heap, objOfHeap(HEAPS['oneEdge'](most / 25, generator(1)), most));
		// So many that it is not done on a machine that comes to end it late.
		const heaps = Array.from({ length: 60 }, (_, i) => at(`heap-${most}-${i}.obj`));
		for (const path of heaps) linkSync(heap, path);
		const words = ['convert', ...heaps, '-o', at('heaped'), '--to', 'wok', '--jobs', '1'];
		const child = spawn(process.execPath, [BUILT_COMMAND, ...words]);
		const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)));
		await new Promise((resolve) => child.once('spawn', () => setTimeout(resolve, 200)));
		child.kill('SIGINT');
		setTimeout(() => child.kill('SIGINT'), 50);
		// A shell says 130 of both.
		expect(['SIGINT', 130]).toContain(await ended);
		expect(existsSync(at(`heaped/heap-${most}-59.wok`))).toBe(false);
	});

	test.runIf(THOROUGH)('by --timeout, also where there is no config', async () => {
		const made = project('hangs');
		made.write('recipe.mjs', `${OWN}\nexport default ['hangs'];`);
		const { ended, stderr } = startWokflow(made.folder, 'run', 'recipe.mjs', 'row.glb', 'row.wok', '--timeout', '0.3');
		expect(await ended).toBe(3);
		expect(stderr()).toContain('it took longer than 0.3 s. Allow more with --timeout SECONDS.');
		expect(existsSync(made.at('row.wok'))).toBe(false);
	});

	test.skipIf(process.platform === 'win32')(
		'by --timeout, also where it waits for a pipe that nobody writes to',
		async () => {
			execFileSync('mkfifo', [at('silent.wok')]);
			const { ended, stderr } = startWokflow(out, 'inspect', 'silent.wok', '--timeout', '0.3');
			expect([await ended, stderr()]).toEqual([3, expect.stringContaining('it took longer than 0.3 s.')]);
		},
	);
});

test.runIf(THOROUGH && process.platform !== 'win32')('a named pipe is read like a file', async () => {
	const pipe = at('pipe.obj');
	execFileSync('mkfifo', [pipe]);
	const child = spawn(process.execPath, [BUILT_COMMAND, 'convert', pipe, at('piped.wok'), '-q']);
	await writeFile(pipe, readFileSync(cube));
	expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
	expect((await wokflow(['convert', cube, at('unpiped.wok'), '-q'])).code).toBe(0);
	expect(readFileSync(at('piped.wok')).equals(readFileSync(at('unpiped.wok')))).toBe(true);
});

test.runIf(THOROUGH && existsSync('/dev/full'))(
	'a disk that is full at the end of standard output is reported, by a command in a thread too',
	() => {
		const line = '"$0" "$@" > /dev/full';
		const args = [BUILT_COMMAND, 'surfaces', '--timeout', '60'];
		const { status, stderr } = spawnSync('sh', ['-c', line, process.execPath, ...args]);
		expect([status, stderr.toString()]).toEqual([3, expect.stringContaining('standard output cannot be written')]);
	},
);

test.runIf(THOROUGH)('somebody who closes standard error early does not stop the work', async () => {
	const child = spawn(process.execPath, [BUILT_COMMAND, 'convert', cube, at('unheard.wok')]);
	child.stderr.destroy();
	expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
	expect(existsSync(at('unheard.wok'))).toBe(true);
});

test('a run in this process leaves the process as it was', async () => {
	const before = { cwd: process.cwd(), exitCode: process.exitCode, listeners: process.listenerCount('SIGINT') };
	await wokflow(['inspect', 'nowhere.wok'], { cwd: out });
	expect({ cwd: process.cwd(), exitCode: process.exitCode, listeners: process.listenerCount('SIGINT') }).toEqual(
		before,
	);
});
