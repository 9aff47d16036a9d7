import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Fault } from '../support/disk-faults.ts';
import { spread, THOROUGH } from '../support/thorough.ts';

vi.mock('node:fs/promises', async (original) =>
	(await import('../support/disk-faults.ts')).faultyPromises(await original()),
);
vi.mock('node:fs', async (original) => (await import('../support/disk-faults.ts')).faultySync(await original()));

// Other files of tests have loaded most modules already, with the true file system.
vi.resetModules();
const { EXIT_CODES } = await import('../../cli/shared/ending.ts');
const { failureLines, kindOf } = await import('../../cli/shared/failure.ts');
const { runCli } = await import('../../cli/program.ts');
const { addWalkmeshCommands } = await import('../../hosts/gltf-transform/commands.ts');
const { writeOutputs } = await import('../../jobs/files/outputs.ts');
const { Report } = await import('../../src/findings/report.ts');
const { Project, row, rowGlb } = await import('../builds/support.ts');
type Project = InstanceType<typeof Project>;
const { scratchFolder, wokflow } = await import('../support/cli.ts');
const { disk, FAULT_CODES } = await import('../support/disk-faults.ts');

const out = scratchFolder();
// Tests beside this one would undo what processes with a number of their own have begun here.
process.env['XDG_STATE_HOME'] = join(out, 'state');
let count = 0;
const realPid = process.pid;

afterAll(() => vi.resetModules());

afterEach(() => {
	disk.root = '';
	Object.defineProperty(process, 'pid', { value: realPid });
});

/** Runs something on a disk that fails, as a process that has ended when the next one looks. */
async function onDisk<T>(root: string, fault: Fault | undefined, work: () => Promise<T>): Promise<T | Error> {
	disk.operations.length = 0;
	disk.fault = fault;
	disk.root = root;
	// Greater than any process can have.
	if (fault !== undefined) Object.defineProperty(process, 'pid', { value: 0x7ffffff0 });
	try {
		return await work();
	} catch (error) {
		return error as Error;
	} finally {
		disk.root = '';
		Object.defineProperty(process, 'pid', { value: realPid });
	}
}

/** Content of all files below a folder, by path. */
function filesIn(folder: string): Record<string, string> {
	const found: Record<string, string> = {};
	for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
		const path = join(entry.parentPath, entry.name);
		if (entry.isFile()) found[path.slice(folder.length + 1)] = readFileSync(path, 'latin1');
		else if (/\.tmp$/.test(entry.name)) found[`${path.slice(folder.length + 1)}/`] = '';
	}
	return found;
}

const leftovers = (files: Record<string, string>): string[] =>
	Object.keys(files).filter((path) => /\.tmp|(?:^|\/|\.)lock|\.turn/.test(path));

/** One clear message of the system, and an exit code, whatever was refused. */
function checkError(error: Error): void {
	const kind = kindOf(error, { signal: new AbortController().signal });
	const [first, ...more] = failureLines(error, kind);
	expect([kind, first, more], error.stack).toEqual(['system', expect.stringMatching(/\w+/), []]);
	expect(EXIT_CODES[kind]).toBe(3);
}

describe('outputs on a disk that fails', () => {
	const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
	const contents = (word: string) => ({
		'a/one.wok': `${word} one`,
		'a/two.wok': `${word} two`,
		'b/three.svg': `${word} three`,
	});

	async function written(folder: string, word: string, fault?: Fault): Promise<unknown> {
		disk.remove = () => rmSync(join(folder, 'a'), { recursive: true, force: true });
		const files = Object.entries(contents(word)).map(([path, text]) => ({
			path: join(folder, path),
			bytes: bytesOf(text),
		}));
		return onDisk(folder, fault, () => writeOutputs(files, new Report(), { force: true }));
	}

	function prepared(): string {
		const folder = join(out, `outputs-${count++}`);
		for (const [path, text] of Object.entries(contents('old'))) {
			mkdirSync(join(folder, path, '..'), { recursive: true });
			writeFileSync(join(folder, path), text);
		}
		return folder;
	}

	test.each(THOROUGH ? FAULT_CODES : ['ENOSPC', 'removed'])(
		'%s at every operation: all of the new files or all of the old',
		async (code) => {
			await written(prepared(), 'new');
			for (const at of spread([...disk.operations.keys()], 8)) {
				const folder = prepared();
				const ending = await written(folder, 'new', { at, code });
				const what = disk.operations[at];
				const files = filesIn(folder);
				const left = Object.fromEntries(Object.entries(files).filter(([path]) => !/\.tmp|\.lock/.test(path)));
				if (code === 'removed') {
					for (const [path, text] of Object.entries(left))
						expect(
							[`old`, `new`].map((word) => contents(word)[path as never]),
							what,
						).toContain(text);
				} else expect([contents('old'), contents('new')], what).toContainEqual(left);
				if (ending instanceof Error) {
					checkError(ending);
					expect(failureLines(ending, 'system')[0], what).toMatch(/"[^"]*(?:one\.wok|two\.wok|three\.svg|\/[ab])"/);
					if (code !== 'removed') expect(left, what).toEqual(contents('old'));
				} else if (code !== 'removed') expect(left, what).toEqual(contents('new'));
				expect(await written(folder, 'next'), what).not.toBeInstanceOf(Error);
				expect(filesIn(folder), what).toEqual(contents('next'));
			}
		},
	);

	test('a run that ends at any operation leaves whole files, and the next one removes the rest', async () => {
		await written(prepared(), 'new');
		for (const at of spread([...disk.operations.keys()], 3, 80)) {
			const folder = prepared();
			await written(folder, 'new', { at, code: 'EIO', forGood: true });
			const what = disk.operations[at];
			const files = Object.entries(filesIn(folder)).filter(([path]) => !/\.tmp|\.lock/.test(path));
			expect(files.map(([path]) => path).sort(), what).toEqual(Object.keys(contents('old')).sort());
			for (const [path, text] of files)
				expect(
					[`old`, `new`].map((word) => contents(word)[path as never]),
					what,
				).toContain(text);
			expect(await written(folder, 'next'), what).not.toBeInstanceOf(Error);
			expect(filesIn(folder), what).toEqual(contents('next'));
		}
	});
});

describe('builds on a disk that fails', () => {
	const config = {
		targets: { quay: { level: 'row.glb', out: 'out' }, room: { input: 'one.glb', output: 'one.wok' } },
	};
	let first: Project | undefined;
	let changed: Record<string, string> = {};

	/** A project that was built, and a room of it changed. */
	async function prepared(): Promise<Project> {
		if (first === undefined) {
			first = new Project(join(out, 'first'), config);
			first.write('row.glb', rowGlb(row(2)));
			first.write('one.glb', rowGlb(row(1)));
			expect((await wokflow(['build', '-j', '1'], { cwd: first.folder })).code).toBe(0);
		}
		const project = first.copied(join(out, `project-${count++}`));
		project.write('row.glb', rowGlb(row(2).map((room) => ({ ...room, hump: 0.5 }))));
		project.write('one.glb', rowGlb([{ name: 'row_00', x: 0, hump: 0.25 }]));
		return project;
	}

	async function built(project: Project, fault?: Fault): Promise<{ code: number | null; stderr: string }> {
		disk.remove = () => rmSync(project.at('out'), { recursive: true, force: true });
		const run = await onDisk(project.folder, fault, () =>
			wokflow(['build', '-j', '1'], { cwd: project.folder, env: { WOKFLOW_STATE: project.at('state') } }),
		);
		if (run instanceof Error) throw run;
		return run;
	}

	const outputsOf = (project: Project): Record<string, string> =>
		Object.fromEntries(
			Object.entries(filesIn(project.folder)).filter(
				([path]) => /^(?:out\/|one\.wok)/.test(path) && !/\.tmp|\.lock/.test(path),
			),
		);

	async function checkAfter(project: Project, old: Record<string, string>, what: string): Promise<void> {
		for (const [path, text] of Object.entries(outputsOf(project)))
			expect.soft([old[path], changed[path]], `${what}: ${path}`).toContain(text);
		const next = await built(project);
		expect.soft(next.code, `${what}\n${next.stderr}`).toBe(0);
		expect.soft(outputsOf(project), what).toEqual(changed);
		expect.soft(leftovers(filesIn(project.folder)), what).toEqual([]);
	}

	test('each operation and each answer: files are old or new, one message, and the next build mends it', async () => {
		const whole = await prepared();
		const old = outputsOf(whole);
		expect(await built(whole)).toMatchObject({ code: 0 });
		changed = outputsOf(whole);
		expect(changed).not.toEqual(old);
		const operations = [...disk.operations];
		for (const [turn, at] of spread([...operations.keys()], 2, 500).entries()) {
			const from = turn % FAULT_CODES.length;
			for (const code of spread([...FAULT_CODES.slice(from), ...FAULT_CODES.slice(0, from)], 1, 1)) {
				const project = await prepared();
				const { code: exit, stderr } = await built(project, { at, code });
				const what = `${code} at ${operations[at]}`;
				expect([0, 1, 2, 3], what).toContain(exit);
				if (exit !== 0) expect.soft(stderr.trim(), what).not.toBe('');
				expect.soft(stderr, what).not.toMatch(/did not expect|\n\s+at /);
				await checkAfter(project, old, what);
			}
		}
	});

	test('what could not be removed after a build goes with the next one, though nothing has to be built', async () => {
		const whole = await prepared();
		await built(whole);
		changed = outputsOf(whole);
		const of = /^rm(?:dir)?Sync \/.*\.tmp$/;
		const removals = disk.operations.filter((operation) => of.test(operation)).length;
		expect(removals).toBeGreaterThan(1);
		for (const at of [0, removals - 1]) {
			const project = await prepared();
			expect((await built(project, { at, of, code: 'EACCES', forGood: true })).code).toBe(0);
			await checkAfter(project, changed, `kept at removal ${at}`);
		}
	});

	test('a build that ends at any operation leaves whole files, and the next build mends it', async () => {
		const old = outputsOf(await prepared());
		const whole = await prepared();
		await built(whole);
		changed = outputsOf(whole);
		const operations = [...disk.operations];
		// The moments at which the disk shows something new come first.
		const renames = [...operations.keys()].filter((at) => /^rename/.test(operations[at]));
		for (const at of THOROUGH ? spread([...operations.keys()], 0, 60) : spread(renames, 2)) {
			const project = await prepared();
			await built(project, { at, code: 'EIO', forGood: true });
			await checkAfter(project, old, `ended at ${operations[at]}`);
		}
	});
});

test.runIf(THOROUGH)(
	'a watch tells that the disk is full and goes on; the next change is built',
	{ timeout: 120_000 },
	async () => {
		const project = new Project(join(out, 'watched'), { targets: { room: { input: 'one.glb', output: 'one.wok' } } });
		const save = (hump: number): void => project.write('one.glb', rowGlb([{ name: 'row_00', x: 0, hump }]));
		save(0);
		const ending = new AbortController();
		let stderr = '';
		const before = process.cwd();
		process.chdir(project.folder);
		try {
			disk.operations.length = 0;
			const run = runCli(['build', '--watch', '-j', '1'], {
				stdin: process.stdin,
				stdout: { write: () => undefined },
				stderr: { write: (chunk) => void (stderr += String(chunk)) },
				env: { ...process.env, WOKFLOW_STATE: project.at('state') },
				signal: ending.signal,
			});
			const waits = (times: number): Promise<void> =>
				expect
					.poll(() => stderr.split('waiting for changes').length, { timeout: 60_000 })
					.toBeGreaterThan(times) as never;
			await waits(1);
			const old = project.read('one.wok');
			disk.fault = { at: 0, code: 'ENOSPC', forGood: true, only: 'renameSync' };
			disk.root = project.folder;
			save(1);
			await waits(2);
			disk.root = '';
			expect(stderr).toContain('the disk is full');
			expect(project.read('one.wok')).toStrictEqual(old);
			save(2);
			await waits(3);
			expect(project.read('one.wok')).not.toStrictEqual(old);
			ending.abort();
			expect(await run).toBe(0);
			expect(leftovers(filesIn(project.folder))).toEqual([]);
		} finally {
			ending.abort();
			process.chdir(before);
		}
	},
);

test('the host for glTF-Transform leaves what was there when the disk is full', async () => {
	const folder = join(out, 'host');
	mkdirSync(folder);
	writeFileSync(join(folder, 'one.glb'), rowGlb(row(1)));
	writeFileSync(join(folder, 'one.wok'), '');
	const actions = new Map<string, (call: object) => Promise<void>>();
	const command = (name: string): object => {
		const self: Record<string, unknown> = {};
		for (const key of ['help', 'argument', 'option']) self[key] = () => self;
		self['action'] = (act: (call: object) => Promise<void>) => {
			actions.set(name, act);
			return self;
		};
		return self;
	};
	await addWalkmeshCommands({ program: { command }, io: undefined, Session: undefined } as never);
	const logger = { info() {}, warn() {}, error() {}, debug() {} };
	const args = { input: join(folder, 'one.glb'), output: join(folder, 'one.wok') };
	const convert = (): Promise<void> =>
		(actions.get('walkmesh') as never as (call: object) => Promise<void>)({ args, options: { up: 'y' }, logger });
	for (const only of ['writeSync', 'fsync', 'renameSync', 'mkdirSync']) {
		const ending = await onDisk(folder, { at: 0, code: 'ENOSPC', forGood: true, only }, convert);
		expect(ending, only).toBeInstanceOf(Error);
		expect(readFileSync(join(folder, 'one.wok'), 'latin1'), only).toBe('');
	}
	expect(await onDisk(folder, undefined, convert)).not.toBeInstanceOf(Error);
	expect(readFileSync(join(folder, 'one.wok'), 'latin1')).toMatch(/^BWM/);
	expect(leftovers(filesIn(folder))).toEqual([]);
});
