import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageVersion } from '../../builds/version.ts';
import { allCommands } from '../../cli/program.ts';
import { bytesOf } from '../fixtures/reading.ts';
import { BUILT_COMMAND } from '../support/built.ts';
import { FIXTURES, ROOT, scratchFolder, wokflow, wokflowProcess } from '../support/cli.ts';
import { makeVariants } from '../support/gltf-variants.ts';
import { THOROUGH } from '../support/thorough.ts';

const out = scratchFolder();
const cube = join(FIXTURES, 'small/cube-room.obj');
let count = 0;

/** A user of their own, who has never run the command. */
function user() {
	const folder = join(out, `user-${count++}`);
	mkdirSync(folder);
	const run = (...args: string[]) =>
		wokflowProcess(args, { cwd: folder, env: { WOKFLOW_STATE: join(folder, 'state') } });
	const code = join(folder, 'state/code');
	const kept = (): string[] =>
		existsSync(code)
			? readdirSync(code, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
			: [];
	return { folder, run, code, kept };
}

const inspected = wokflowProcess(['inspect', cube]);

describe('the code of a command is kept for the next time', () => {
	const { run, code, kept } = user();
	const file = (): string => join(code, kept()[0]);

	test('apart for each kind of command line, in files of the user’s own, and the answer is the same', () => {
		for (let i = 0; i < 3; i++) expect(run('inspect', cube)).toEqual(inspected);
		expect(kept().map((name) => name.replace(/.*\//, ''))).toEqual(['inspect-obj.bin']);
		expect(statSync(file()).mode & 0o077).toBe(0);
		expect(statSync(dirname(file())).mode & 0o077).toBe(0);
	});

	test('of the command that ran alone', () => {
		const bytes = readFileSync(file(), 'latin1');
		const held = allCommands().filter(({ summary }) => bytes.includes(summary));
		expect(held.map(({ name }) => name)).toEqual(['inspect']);
	});

	const usual: [string, (bytes: Buffer) => Buffer][] = [
		['changed in one bit', (bytes) => bytes.fill(bytes[5000] ^ 1, 5000, 5001)],
	];
	const others: [string, (bytes: Buffer) => Buffer][] = [
		['cut', (bytes) => bytes.subarray(0, bytes.length >> 1)],
		['empty', () => Buffer.alloc(0)],
		['one byte longer', (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])],
		['of something else', (bytes) => Buffer.alloc(bytes.length, 7)],
	];
	test.each(THOROUGH ? [...usual, ...others] : usual)('not when it is %s; then it is made again', (_, change) => {
		const whole = readFileSync(file());
		writeFileSync(file(), change(Buffer.from(whole)));
		// First the modules are noted, then their code.
		for (let i = 0; i < 2; i++) expect(run('inspect', cube)).toEqual(inspected);
		expect(readFileSync(file()).length).toBeGreaterThan(whole.length * 0.9);
	});

	test.runIf(THOROUGH && process.getuid !== undefined)('not where others may write', () => {
		const before = statSync(file()).mtimeMs;
		chmodSync(dirname(file()), 0o777);
		expect(run('inspect', cube)).toEqual(inspected);
		expect(statSync(file()).mtimeMs).toBeGreaterThan(before);
	});
});

test('what other words of a command need is taken from the program, and kept from then on', () => {
	const { folder, run, code, kept } = user();
	const size = (): number => statSync(join(code, kept()[0])).size;
	const [made, ascii] = ['made.wok', 'made.txt'].map((name) => join(folder, name));
	const sizes = [made, made, ascii, ascii, ascii].map((output) => {
		expect(run('convert', cube, output, '-q').code).toBe(0);
		return size();
	});
	const [modules, code0, more, code1, same] = sizes;
	expect(kept()).toHaveLength(1);
	expect(modules).toBeLessThan(statSync(join(dirname(BUILT_COMMAND), 'wokflow.cjs')).size);
	expect(more).toBeGreaterThan(modules);
	expect([code0 > modules, code1 > more, same]).toEqual([true, true, code1]);
	const fresh = user();
	const other = join(fresh.folder, 'made.txt');
	expect(fresh.run('convert', cube, other, '-q').code).toBe(0);
	expect(readFileSync(ascii).equals(readFileSync(other))).toBe(true);
});

test.runIf(THOROUGH)('a command that is watched from another thread keeps its code apart, and gives the same', () => {
	const { folder, run, kept } = user();
	const [watched, alone] = ['watched.wok', 'alone.wok'].map((name) => join(folder, name));
	expect(run('convert', cube, watched, '-q', '--timeout', '100').code).toBe(0);
	expect(run('convert', cube, alone, '-q').code).toBe(0);
	const names = kept().map((name) => name.replace(/.*\//, ''));
	expect(names.sort()).toEqual(['convert-obj-overseen.bin', 'convert-obj-thread.bin', 'convert-obj.bin']);
	expect(readFileSync(watched).equals(readFileSync(alone))).toBe(true);
});

test('kept code imports modules when it needs them, as fresh code does', async () => {
	const { folder, run } = user();
	const [{ bytes }] = await makeVariants(bytesOf('small/nested-transforms.glb'), ['Draco, edgebreaker']);
	const [draco, made] = ['draco.glb', 'made.wok'].map((name) => join(folder, name));
	writeFileSync(draco, bytes);
	writeFileSync(
		join(folder, 'wokflow.config.json'),
		JSON.stringify({ targets: { room: { input: 'draco.glb', output: 'made.wok' } } }),
	);
	// Draco's decoder is a package; where programs are is asked of a module of Node.
	const lines = [
		['convert', draco, made, '-q'],
		['build', '--emit', 'makeflow'],
	];
	for (const args of THOROUGH ? lines : lines.slice(0, 1)) {
		const first = run(...args);
		expect(first.code, first.stderr).toBe(0);
		expect(run(...args)).toEqual(first);
	}
});

test('a command that fails leaves none, whatever it is called', () => {
	const { folder, run, kept } = user();
	if (THOROUGH) expect(run('../../nothing').code).toBe(2);
	expect(run('inspect', 'nowhere.wok').code).toBe(3);
	expect(kept()).toEqual([]);
	expect(readdirSync(folder)).toEqual([]);
});

test('one that finds errors leaves its own', () => {
	const { folder, run, kept } = user();
	const other = join(folder, 'other.obj');
	writeFileSync(other, 'v 0 0 0\nv 1 0 0\nv 0 0 -1\nusemtl Stone\nf 1 2 3\n');
	expect(run('diff', cube, other).code).toBe(1);
	expect(kept()).toHaveLength(1);
});

test('where nothing can be kept, the command works as well', () => {
	const { folder, run } = user();
	writeFileSync(join(folder, 'state'), 'a file, where the folder should be');
	expect(run('inspect', cube)).toEqual(inspected);
});

test('a short command loads nothing of Node that it does not use', () => {
	const told = join(out, 'loaded.json');
	const probe = join(out, 'probe.cjs');
	writeFileSync(
		probe,
		`process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.moduleLoadList)));`,
	);
	const converted = ['convert', cube, join(out, 'loaded.wok'), '-q'];
	// The second time over what is there.
	for (const args of [...(THOROUGH ? [['--help'], ['inspect', cube]] : []), converted, converted]) {
		expect(wokflowProcess(args, { env: { NODE_OPTIONS: `--require ${probe}` } }).code).toBe(0);
		const loaded = JSON.parse(readFileSync(told, 'utf8')) as string[];
		const unused = ['child_process', 'http', 'zlib', 'readline', 'timers/promises', 'worker_threads', 'net'];
		unused.push('crypto', 'stream', 'fs/promises', 'internal/fs/rimraf');
		expect(loaded.filter((name) => unused.includes(name.replace('NativeModule ', '')))).toEqual([]);
	}
});

test('the version is told as by the whole command', () => {
	for (const flag of THOROUGH ? ['--version', '-V'] : ['-V'])
		expect(wokflowProcess([flag]).stdout).toBe(`${packageVersion()}\n`);
});

test('the single file is enough to convert', async () => {
	const file = join(out, 'wokflow.cjs');
	cpSync(join(dirname(BUILT_COMMAND), 'wokflow.cjs'), file);
	expect((await wokflow(['convert', cube, join(out, 'own.wok'), '-q'])).code).toBe(0);
	// A scene needs more of it than a mesh; that it builds without anything else is tested with Makeflow's workers.
	if (THOROUGH) {
		const alone = wokflowProcess(['convert', join(ROOT, 'fixtures/level/quay.glb'), join(out, 'quay.wok'), '-q'], {
			command: file,
		});
		expect(alone).toMatchObject({ code: 0, stderr: '' });
	}
	expect(wokflowProcess(['convert', cube, join(out, 'other.wok'), '-q'], { command: file }).code).toBe(0);
	expect(readFileSync(join(out, 'other.wok')).equals(readFileSync(join(out, 'own.wok')))).toBe(true);
});

test.runIf(THOROUGH && process.platform !== 'win32')(
	'a pipe that takes no more for a while gets all of the output',
	async () => {
		const glb = join(FIXTURES, 'level/rooms/quay_02a.glb');
		const whole = join(out, 'whole.txt');
		expect((await wokflow(['convert', glb, whole, '--to', 'ascii', '-q'])).code).toBe(0);
		expect(statSync(whole).size).toBeGreaterThan(65536);
		// A program that has made a stream of its output hands on a pipe that does not wait.
		const args = [BUILT_COMMAND, 'convert', glb, '-', '--to', 'ascii', '-q'];
		const parent = `process.stdout.write(''); require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'inherit' });`;
		const { stdout } = spawnSync('sh', ['-c', '"$0" -e "$1" | { sleep 0.3; cat; }', process.execPath, parent]);
		expect(stdout.equals(readFileSync(whole))).toBe(true);
	},
);
