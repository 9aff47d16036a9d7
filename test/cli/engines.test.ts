import { type ChildProcess, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { filesOf, Project, roomGlb, row, rowGlb, rowLyt } from '../builds/support.ts';
import { BUILT } from '../support/built.ts';
import { scratchFolder, wokflow, wokflowProcess } from '../support/cli.ts';
import { runProgram, serveCommand } from '../support/served-command.ts';
import { start, startWokflow, until } from '../support/started.ts';
import { THOROUGH } from '../support/thorough.ts';

/** Other build systems, run for real. Makeflow reports faults of MPI, which it does not use, where MPI is not whole. */
const QUIET_MPI = { OMPI_MCA_ess_singleton_isolated: '1' };

const folder = scratchFolder();
let count = 0;
const served = serveCommand(join(folder, 'served'));
afterAll(() => served.close());

function has(program: string, ...args: string[]): boolean {
	const there = spawnSync(program, args, { env: { ...process.env, ...QUIET_MPI } }).status === 0;
	if (!there) console.warn(`${program} is not on the PATH: its tests are skipped`);
	return there;
}

/** A level of some rooms in files, and a conversion. */
function project(rooms: number): Project {
	const made = new Project(join(folder, String(count++)), {
		targets: {
			row: { level: 'row.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'room' },
			one: { input: 'row.glb', output: 'one/row.wok' },
		},
	});
	made.write('row.lyt', rowLyt(row(rooms)));
	made.write('row.glb', rowGlb(row(2)));
	for (const room of row(rooms)) made.write(`rooms/${room.name}.glb`, roomGlb(room));
	return made;
}

/** SHA-256 of what a build makes, by path. */
async function built({ folder: source, value }: Project): Promise<Record<string, string>> {
	const own = new Project(`${source}-built`, value);
	for (const path of ['rooms', 'row.lyt', 'row.glb']) cpSync(join(source, path), own.at(path), { recursive: true });
	for (const target of ['row', 'one']) await own.build({ targets: [target] });
	return sums(own.folder);
}

function sums(at: string): Record<string, string> {
	return Object.fromEntries(
		['out', 'one']
			.filter((below) => existsSync(join(at, below)))
			.flatMap((below) =>
				Object.entries(filesOf(join(at, below))).map(([path, text]): [string, string] => [
					`${below}/${path}`,
					createHash('sha256').update(text, 'latin1').digest('hex'),
				]),
			),
	);
}

/** Runs the rules for Makeflow on two workers with folders of their own. The first is killed after the first action. */
async function runQueue(made: Project): Promise<void> {
	const queue = start('makeflow', ['-T', 'wq', '-p', '0', '-Z', 'port', 'build.makeflow'], made.folder, QUIET_MPI);
	await until('the port', () => existsSync(made.at('port')) && made.read('port').length > 0, queue.output);
	const worker = (name: string): ChildProcess => {
		mkdirSync(made.at(name));
		const port = made.read('port').toString().trim();
		return start('work_queue_worker', ['-t', '100', '-s', made.at(name), 'localhost', port], made.folder, QUIET_MPI)
			.child;
	};
	const doomed = worker('first');
	await until('the first job', () => /job \d+ completed/.test(queue.output()), queue.output);
	worker('second');
	doomed.kill('SIGKILL');
	await until('the end', () => queue.child.exitCode !== null, queue.output, { seconds: 300 });
	expect(queue.child.exitCode, queue.output()).toBe(0);
}

describe.runIf(THOROUGH && has('makeflow', '--version') && has('work_queue_worker', '--version'))('Makeflow', () => {
	// On the workers of a Work Queue, which get wokflow sent along.
	test('makes what a build makes, and nothing the second time', async () => {
		const made = project(60);
		expect(wokflowProcess(['build', '--emit', 'makeflow', '--batch', '5'], { cwd: made.folder })).toMatchObject({
			code: 0,
			stderr: 'wrote build.makeflow\n',
		});
		await runQueue(made);
		expect(sums(made.folder)).toStrictEqual(await built(made));
		const again = await runProgram('makeflow', ['-T', 'local', 'build.makeflow'], {
			cwd: made.folder,
			env: QUIET_MPI,
		});
		expect(again.stdout + again.stderr).not.toContain('submitt');
		expect(again.status).toBe(0);
	});
});

describe.skipIf(!THOROUGH || !has('bazel', 'help'))('Bazel', () => {
	const roots = new Set<string>();
	const caches: Server[] = [];
	const bazel = (root: string, ...args: string[]): string[] => [`--output_user_root=${join(folder, root)}`, ...args];
	const BUILD = ['build', '//:wokflow_row', '//:wokflow_one', '--spawn_strategy=sandboxed', '--curses=no'];
	const flags = (cache: string): string[] => [
		...BUILD,
		`--action_env=PATH=${process.env['PATH']}`,
		`--remote_cache=${cache}`,
		// What is not put into the cache in time is made again; the usual minute is short on a busy machine.
		'--remote_timeout=600',
	];

	/** The same sources in a folder of their own, as on another machine. */
	const checkout = (from: Project): Project => {
		const made = new Project(join(folder, String(count++)), from.value);
		cpSync(from.folder, made.folder, { recursive: true });
		return made;
	};
	const run = async (root: string, { folder: cwd }: Project, cache: string): Promise<string> => {
		roots.add(root);
		const { status, stderr, stdout } = await runProgram('bazel', bazel(root, ...flags(cache)), { cwd });
		expect(status, stderr + stdout).toBe(0);
		return stderr;
	};
	const processes = (log: string, kind: string): number => {
		const line = /INFO: \d+ process(?:es)?: (.*)\./.exec(log)?.[1] ?? '';
		return Number(new RegExp(`(\\d+) ${kind}`).exec(line)?.[1] ?? 0);
	};

	afterAll(() => {
		for (const cache of caches) cache.close();
		for (const root of roots) spawnSync('bazel', bazel(root, 'shutdown'), { cwd: folder });
		spawnSync('chmod', ['-R', 'u+w', folder]);
	});

	test('in sandboxes makes what a build makes; another machine takes what a killed one has made from the cache', async () => {
		const first = project(60);
		const emit = wokflowProcess(['build', '--emit', 'bazel', '--batch', '5'], { cwd: first.folder });
		expect(emit).toMatchObject({ code: 0, stderr: 'wrote BUILD.bazel\n' });
		first.write('WORKSPACE', '');
		const second = checkout(first);
		const third = checkout(first);
		const cache = await shareCache();
		roots.add('first');
		const killed = start('bazel', bazel('first', ...flags(cache), '--jobs=1', '--subcommands'), first.folder);
		await until('the eighth action', () => killed.output().split('SUBCOMMAND').length > 8, killed.output, {
			seconds: 120,
		});
		const pid = readFileSync(join(folder, 'first', serverOf(join(folder, 'first')), 'server/server.pid.txt'), 'utf8');
		process.kill(Number(pid), 'SIGKILL');
		killed.child.kill('SIGKILL');
		const log = await run('second', second, cache);
		expect(processes(log, '(?:disk|remote) cache hit')).toBeGreaterThan(0);
		expect(processes(log, 'linux-sandbox')).toBeGreaterThan(0);
		const wanted = await built(first);
		expect(sums(second.at('bazel-bin'))).toStrictEqual(wanted);
		const all = await run('third', third, cache);
		expect(processes(all, 'linux-sandbox'), log + all).toBe(0);
		expect(sums(third.at('bazel-bin'))).toStrictEqual(wanted);
	});

	/** A cache that machines share over HTTP: it gives what was put. @returns its address */
	async function shareCache(): Promise<string> {
		const held = new Map<string, Buffer>();
		const server = createServer(async (request, response) => {
			const path = request.url ?? '';
			if (request.method === 'PUT') held.set(path, await bytesOf(request));
			const found = held.get(path);
			response.writeHead(found === undefined ? 404 : 200).end(request.method === 'GET' ? found : undefined);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		caches.push(server);
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
		const chunks: Buffer[] = [];
		for await (const chunk of stream) chunks.push(chunk);
		return Buffer.concat(chunks);
	}

	/** The folder of the only workspace below a root. */
	function serverOf(root: string): string {
		const found = spawnSync('ls', [root], { encoding: 'utf8' }).stdout.split('\n');
		return found.find((name) => /^[0-9a-f]{32}$/.test(name)) ?? '';
	}
});

test.runIf(THOROUGH)(
	'a build with a shared cache is killed, and what is there comes out the same on another machine',
	async () => {
		const names = Array.from({ length: 16 }, (_, i) => `level_${i}`);
		const studio = (): Project => {
			const targets = Object.fromEntries(names.map((name) => [name, { level: `${name}.glb`, out: `out/${name}` }]));
			const made = new Project(join(folder, String(count++)), { targets });
			for (const [index, name] of names.entries()) made.write(`${name}.glb`, rowGlb(row(8 + index)));
			return made;
		};
		const build = ({ folder: cwd }: Project, ...more: string[]) => {
			const { code, stderr } = wokflowProcess(['build', ...more], { cwd });
			expect(code, stderr).toBe(0);
			expect(stderr).not.toContain('The cache');
			return sums(cwd);
		};
		const expected = build(studio());
		const cache = join(folder, `shared-${count++}`);
		const first = studio();
		const killed = startWokflow(first.folder, 'build', '-q', '-j', '1', '--cache', cache);
		const kept = (): number => (existsSync(join(cache, 'ac')) ? readdirSync(join(cache, 'ac')).length : 0);
		await until('the first levels', () => kept() > 4, killed.output);
		killed.child.kill('SIGKILL');
		await killed.ended;
		for (const made of [studio(), first]) expect(build(made, '--cache', cache)).toStrictEqual(expected);
	},
);

describe('the rules for workers', () => {
	const emit = (system: string, { folder: cwd }: Project, ...more: string[]) =>
		wokflow(['build', '--emit', system, '--command', 'wokflow', ...more], { cwd });
	const levelIn = (value: object = {}): Project => {
		const made = new Project(join(folder, String(count++)), {
			...value,
			targets: { row: { level: 'row.glb', out: 'out' } },
		});
		made.write('row.glb', rowGlb(row(2)));
		return made;
	};

	test.runIf(THOROUGH)('send wokflow along in one file that needs nothing else', async () => {
		const made = project(2);
		const program = join(made.folder, 'elsewhere/wokflow.cjs');
		mkdirSync(join(made.folder, 'elsewhere'));
		cpSync(join(BUILT, 'dist/wokflow.cjs'), program);
		const run = (...args: string[]) =>
			spawnSync(process.execPath, [program, ...args], { cwd: made.folder, encoding: 'utf8' });
		expect(run('build', '--emit', 'makeflow').stderr).toBe('wrote build.makeflow\n');
		expect(made.read('.wokflow/makeflow/wokflow.cjs').equals(readFileSync(program))).toBe(true);
		const steps = '.wokflow/makeflow/steps/1.json';
		expect(made.read('build.makeflow').toString()).toContain(
			`\tnode .wokflow/makeflow/wokflow.cjs step batch ${steps}\n`,
		);
		expect(run('step', 'batch', steps)).toMatchObject({ status: 0, stderr: '' });
		expect(existsSync(made.at('out/row.lyt'))).toBe(true);
	});

	test('name everything that Bazel has to know', async () => {
		const made = project(3);
		const run = await emit('bazel', made, '--strict');
		expect(run).toMatchObject({ code: 0, stderr: 'wrote BUILD.bazel\n' });
		const text = made.read('BUILD.bazel').toString();
		expect(text).toContain('name = "wokflow_row"');
		expect(text).toContain('":rooms/row_01.glb"');
		expect(text).toContain('"out/row.report.json"');
		expect(text).toMatch(/"step",\s+"batch",\s+"\.wokflow\/bazel\/steps\/1\.json",\s+"--strict"/);
		expect(made.read('wokflow.bzl').toString()).toContain('wokflow_steps = rule(');
	});

	test.each(['ninja', 'makeflow', 'bazel'])(
		'of %s are listed as JSON, with the files that they use',
		async (system) => {
			const made = project(2);
			const run = await emit(system, made, '--json');
			expect(run).toMatchObject({ code: 0, stderr: '' });
			const { outputs } = JSON.parse(run.stdout) as { outputs: { path: string; bytes: number }[] };
			expect(outputs[0].path).toMatch(/^build\.|^BUILD\.bazel$/);
			for (const { path, bytes } of outputs) expect(made.read(path)).toHaveLength(bytes);
		},
	);

	test.each(['ninja', 'makeflow', 'bazel'])(
		'of %s are not written for names that are more than names',
		async (system) => {
			const made = levelIn();
			const refused = async (problem: string): Promise<void> => {
				expect(await emit(system, made)).toMatchObject({ code: 2, stderr: expect.stringContaining(problem) });
				expect(Object.keys(made.files('.')).sort()).toStrictEqual(['row.glb', 'wokflow.config.json']);
			};
			for (const name of ['a$(touch P)', 'a;touch P;b', `a;touch$\{IFS}P;b`, 'a\ntouch P', 'a|touch P', '`touch P`']) {
				made.write('row.glb', rowGlb([{ name, x: 0 }]));
				await refused(`${JSON.stringify(name)} cannot be built by`);
			}
			if (system === 'ninja') return;
			made.write('row.glb', rowGlb(row(2)));
			writeFileSync(
				made.at('wokflow.config.json'),
				'{ "targets": { "row": { "level": "row.glb", "out": "out dir" } } }',
			);
			await refused('The path "out dir/row_00.wok"');
		},
	);

	test('are not written over files of somebody else', async () => {
		const made = project(2);
		made.write('BUILD.bazel', '# mine\n');
		const run = await emit('bazel', made);
		expect(run.code).toBe(1);
		expect(made.read('BUILD.bazel').toString()).toBe('# mine\n');
		expect(existsSync(made.at('wokflow.bzl'))).toBe(false);
		expect(existsSync(made.at('.wokflow'))).toBe(false);
	});

	test.each(['makeflow', 'bazel'])('of %s follow no link in the folder of a build', async (system) => {
		const made = project(2);
		mkdirSync(made.at('theirs/steps'), { recursive: true });
		mkdirSync(made.at(`.wokflow/${system}`), { recursive: true });
		for (const [link, to] of [
			[`.wokflow/${system}/steps`, '../../theirs/steps'],
			[`.wokflow/${system}`, '../theirs'],
		]) {
			rmSync(made.at(link), { recursive: true, force: true });
			symlinkSync(to, made.at(link));
			expect(await emit(system, made)).toMatchObject({ code: 0 });
			expect(made.files('theirs')).toStrictEqual({});
			expect(existsSync(made.at(`.wokflow/${system}/steps/1.json`))).toBe(true);
		}
	});

	test.each(['ninja', 'makeflow', 'bazel'])('of %s need a cache of their own, and a line to run', async (system) => {
		const made = levelIn({ cache: '../theirs' });
		made.write('../theirs/mine.txt', 'mine');
		expect(await emit(system, made)).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('holds other files, such as "mine.txt"'),
		});
		writeFileSync(made.at('wokflow.config.json'), '{ "targets": { "row": { "level": "row.glb", "out": "out" } } }');
		for (const command of ['', 'a\nb'])
			expect(await emit(system, made, '--command', command)).toMatchObject({
				code: 2,
				stderr: expect.stringContaining('--command is one line that runs wokflow'),
			});
		expect(await emit(system, made, '-o', '-')).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('The rules run in the folder of the config'),
		});
		expect(Object.keys(made.files('.'))).toHaveLength(2);
	});

	test('of Bazel have the name that Bazel reads', async () => {
		const made = project(2);
		for (const name of ['wokflow.bzl', 'build.ninja'])
			expect(await emit('bazel', made, '-o', name)).toMatchObject({
				code: 2,
				stderr: `error: Bazel reads BUILD.bazel or BUILD, not "${name}". Leave --output away.\n`,
			});
		expect((await emit('bazel', made, '-o', 'BUILD')).code).toBe(0);
	});
});

describe('`build --depfile`', () => {
	/** A level of which a GIT and a visibility file beside the layout are looked for in vain. */
	const level = (): Project => {
		const made = new Project(join(folder, String(count++)), {
			targets: { quay: { level: 'quay.lyt', out: 'out/quay', roomFolder: 'rooms', roomSpace: 'room' } },
		});
		made.write('quay.lyt', rowLyt(row(2)));
		for (const room of row(2)) made.write(`rooms/${room.name}.glb`, roomGlb(room));
		return made;
	};

	/** Writes a file later than what was made: times of files have steps of some milliseconds. */
	const edit = async (made: Project, path: string, content: string | Uint8Array): Promise<void> => {
		await setTimeout(20);
		made.write(path, content);
	};
	const higher = roomGlb({ ...row(2)[1], hump: 0.5 });

	describe.skipIf(!has('make', '--version'))('and the recipe of docs/scaling.md for Make', () => {
		const recipe = /^```make\n(.*?)^```$/ms.exec(readFileSync('docs/scaling.md', 'utf8'))?.[1] ?? '';
		const makefile = recipe.replace('\twokflow ', () => `\t${served.command} `);
		const make = async (made: Project): Promise<string> => {
			const { status, stdout, stderr } = await runProgram('make', [], { cwd: made.folder });
			expect({ status }, stderr).toStrictEqual({ status: 0 });
			return stdout.includes('is up to date') ? 'up to date' : 'built';
		};
		const levelWithMakefile = (): Project => {
			const made = level();
			made.write('Makefile', makefile);
			return made;
		};

		test('build once, and again when a room changed, until then nothing', async () => {
			const made = levelWithMakefile();
			expect([await make(made), await make(made)]).toStrictEqual(['built', 'up to date']);
			await edit(made, 'rooms/row_01.glb', higher);
			expect([await make(made), await make(made)]).toStrictEqual(['built', 'up to date']);
			// The same content again changes no output.
			await edit(made, 'rooms/row_01.glb', made.read('rooms/row_01.glb'));
			expect([await make(made), await make(made)]).toStrictEqual(['built', 'up to date']);
		});

		test.runIf(THOROUGH)('build again when an input was deleted that is no longer needed', async () => {
			const made = levelWithMakefile();
			made.write('quay.vis', 'row_00 1\r\n  row_01\r\n');
			expect([await make(made), await make(made)]).toStrictEqual(['built', 'up to date']);
			expect(made.read('out/quay.d').toString()).toContain('  quay.vis');
			rmSync(made.at('quay.vis'));
			expect([await make(made), await make(made)]).toStrictEqual(['built', 'up to date']);
			expect(made.read('out/quay.d').toString()).not.toContain('  quay.vis');
		});

		test('do not take for built what failed', async () => {
			const made = levelWithMakefile();
			expect(await make(made)).toBe('built');
			await edit(made, 'rooms/row_01.glb', 'broken');
			for (let time = 0; time < 2; time++)
				expect(await runProgram('make', [], { cwd: made.folder })).toMatchObject({
					status: 2,
					stdout: expect.stringContaining('[GLTF_UNRECOGNIZED]'),
				});
			await edit(made, 'rooms/row_01.glb', higher);
			expect([await make(made), await make(made)]).toStrictEqual(['built', 'up to date']);
		});
	});

	test.runIf(THOROUGH && has('ninja', '--version'))('writes a form that Ninja reads', async () => {
		const [made, other] = [level(), level()];
		await wokflow(['build', '--depfile', 'quay.d'], { cwd: other.folder });
		const [first, ...more] = other.read('quay.d').toString().split(':')[0].split(' ');
		const rule = `rule level\n  command = ${served.command.replaceAll('$', '$$$$')} build quay --depfile quay.d\n  depfile = quay.d\n`;
		made.write('build.ninja', `${rule}build ${first} | ${more.join(' ')}: level\n`);
		const ninja = (): Promise<{ stdout: string }> => runProgram('ninja', [], { cwd: made.folder });
		expect((await ninja()).stdout).toContain('[1/1]');
		expect((await ninja()).stdout).toContain('no work to do');
		await edit(made, 'rooms/row_01.glb', higher);
		expect((await ninja()).stdout).toContain('[1/1]');
	});
});
