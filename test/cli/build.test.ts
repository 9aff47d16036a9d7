import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Project, roomGlb, row, rowGlb, rowLyt } from '../builds/support.ts';
import { wokflow, wokflowProcess } from '../support/cli.ts';
import { Projects, runIn } from '../support/projects.ts';
import { startWokflow, until } from '../support/started.ts';
import { THOROUGH } from '../support/thorough.ts';

const projects = new Projects();

/** All files but the one that notes times. */
function filesOfAnyMachine(project: Project): Record<string, string> {
	return Object.fromEntries(Object.entries(project.files('.')).filter(([path]) => !path.includes('.wokflow/times-')));
}

describe('wokflow build', () => {
	test('makes of a level what `wokflow level` makes, byte for byte, from the scene and from the rooms', async () => {
		const project = projects.quay();
		if (!THOROUGH) {
			project.write('quay.glb', rowGlb(row(3)));
			project.write('quay.lyt', rowLyt(row(3)));
			for (const room of row(3)) project.write(`rooms/${room.name}.glb`, roomGlb(room));
		}
		expect((await runIn(project, 'build', '--quiet')).code).toBe(0);
		expect((await runIn(project, 'level', 'quay.glb', 'level-scene', '--quiet')).code).toBe(0);
		expect((await runIn(project, 'level', 'quay.lyt', 'level-rooms', '--room-folder', 'rooms', '--quiet')).code).toBe(
			0,
		);
		expect(project.files('scene')).toStrictEqual(project.files('level-scene'));
		expect(project.files('built')).toStrictEqual(project.files('level-rooms'));
		const second = await runIn(project, 'build');
		expect(second.stderr).toMatch(/^2 targets: up to date/);
	});

	test('says that a config without targets builds nothing', async () => {
		const project = projects.row(row(2));
		writeFileSync(project.at('wokflow.config.json'), '{ "targets": {} }');
		expect(await runIn(project, 'build')).toMatchObject({
			code: 0,
			stderr: expect.stringContaining('wokflow.config.json: "targets" is empty, so nothing is built.'),
		});
	});

	test('tells of a room that the layout has lost, as `wokflow level` does', async () => {
		const project = projects.row(row(2));
		expect((await runIn(project, 'level', 'row.glb', 'lost', '--quiet')).code).toBe(0);
		writeFileSync(
			project.at('wokflow.config.json'),
			'{ "targets": { "lost": { "level": "lost/row.lyt", "out": "o" } } }',
		);
		const codesOf = async (...args: string[]) => {
			const { stdout } = await runIn(project, ...args, '--json');
			const { findings } = JSON.parse(stdout) as { findings: { code: string; severity: string }[] };
			return findings.flatMap(({ code, severity }) => (severity === 'note' ? [] : [code]));
		};
		const sound = await codesOf('build');
		expect(sound).not.toContain('LEVEL_ROOM_UNLISTED');
		const lines = project.read('lost/row.lyt').toString();
		writeFileSync(
			project.at('lost/row.lyt'),
			lines.replace('roomcount 2', 'roomcount 1').replace(/^\s*row_01 .*\r?\n/m, ''),
		);
		const lost = await codesOf('build');
		expect(lost).toContain('LEVEL_ROOM_UNLISTED');
		expect(lost).toStrictEqual(await codesOf('level', 'lost/row.lyt', 'o2'));
	});

	test('tells once of a room that the layout names twice, and counts what it tells', async () => {
		const project = projects.row(row(2));
		expect((await runIn(project, 'level', 'row.glb', 'twice', '--quiet')).code).toBe(0);
		writeFileSync(
			project.at('wokflow.config.json'),
			'{ "targets": { "t": { "level": "twice/row.lyt", "out": "o" } } }',
		);
		const lines = project.read('twice/row.lyt').toString();
		const line = /^\s*row_01 .*\r?\n/m;
		writeFileSync(project.at('twice/row.lyt'), lines.replace('roomcount 2', 'roomcount 3').replace(line, '$&$&'));
		const { code, stderr } = await runIn(project, 'build');
		expect(code).toBe(1);
		expect(stderr.match(/error: .*/g)).toStrictEqual([expect.stringContaining('[LAYOUT_NAME_DUPLICATE]')]);
		expect(stderr).toMatch(/^1 error$/m);
	});

	test('shows what was found in the GLB where it is wanted, as `wokflow level --findings` does', async () => {
		const rooms = [...row(2), { name: 'row_99', x: 400 }];
		const project = projects.row(rooms, { findings: true });
		expect((await runIn(project, 'build', '--quiet')).code).toBe(0);
		expect((await runIn(project, 'level', 'row.glb', 'shown', '--findings', '--quiet')).code).toBe(0);
		expect((await runIn(project, 'level', 'row.glb', 'plain', '--quiet')).code).toBe(0);
		const [built, shown, plain] = ['out', 'shown', 'plain'].map((name) => project.files(name)['row.glb']);
		expect(built === shown).toBe(true);
		for (const sign of ['ignore_findings', 'ignore_leaks']) {
			expect([shown.includes(sign), plain.includes(sign)]).toStrictEqual([true, false]);
		}
	});

	test('gives the same bytes with any number of threads', async () => {
		const project = projects.row(row(7));
		const made: Record<string, string>[] = [];
		for (const jobs of THOROUGH ? ['1', '2', '5'] : ['1', '3']) {
			for (const path of ['out', '.wokflow']) rmSync(project.at(path), { recursive: true, force: true });
			expect(await runIn(project, 'build', '--quiet', '--jobs', jobs)).toMatchObject({ code: 0, stderr: '' });
			made.push(filesOfAnyMachine(project));
		}
		for (const each of made.slice(1)) expect(each).toStrictEqual(made[0]);
		if (!THOROUGH) return;
		for (const path of ['out', '.wokflow']) rmSync(project.at(path), { recursive: true, force: true });
		expect(wokflowProcess(['build', '-q', '-j', '3'], { cwd: project.folder }).code).toBe(0);
		expect(filesOfAnyMachine(project)).toStrictEqual(made[0]);
	});

	test.runIf(THOROUGH)('threads load plugins of their own, and tell their faults', async () => {
		const stages = `import { readdirSync, writeFileSync } from 'node:fs'; import { threadId } from 'node:worker_threads';
			// The first four rooms take so long that another thread is worth its start; from the fifth on it is waited for.
			let rooms = 0;
			const isAlone = () => readdirSync('.').filter((name) => name.startsWith('thread-')).length < 2;
			export const stages = [Object.assign(() => ({ name: 'own', subject: 'walkmesh', options: {}, async run(mesh) {
				FAULT
				writeFileSync('thread-' + threadId, '');
				if (rooms++ < 4) await new Promise((resolve) => setTimeout(resolve, 350));
				else for (let i = 0; i < 2000 && isAlone(); i++) await new Promise((resolve) => setTimeout(resolve, 20));
				return mesh;
			} }),
			{ stageName: 'own', subject: 'walkmesh', options: {}, summary: '' })];`;
		const project = projects.row(row(16));
		const config = {
			plugin: ['./own.mjs'],
			targets: { row: { level: 'row.glb', out: 'out', recipe: ['weld', 'own'] } },
		};
		project.write('wokflow.config.json', JSON.stringify(config));
		project.write('own.mjs', stages.replace('FAULT', ''));
		const threads = wokflowProcess(['build', '-q', '-j', '2'], { cwd: project.folder });
		expect(threads).toMatchObject({ code: 0, stderr: '' });
		expect(Object.keys(project.files('.')).filter((path) => path.startsWith('thread-'))).toHaveLength(2);
		project.write('own.mjs', stages.replace('FAULT', 'throw new Error("a fault of its own");'));
		const broken = await runIn(project, 'build', '-q', '-j', '2');
		expect(broken.stderr).toContain('a fault of its own');
		expect(broken.code).not.toBe(0);
	});

	test('says why, and with --dry-run writes nothing', async () => {
		const project = projects.row();
		expect((await runIn(project, 'build', '-n')).stderr).toContain(
			'  would write 9 files: not built before\nrow: would write 9 of 9 files\n',
		);
		expect(existsSync(project.at('out')) || existsSync(project.at('.wokflow'))).toBe(false);
		await runIn(project, 'build');
		project.write('row.glb', rowGlb(row(4).map((room) => (room.name === 'row_01' ? { ...room, cut: 1 } : room))));
		const { stderr } = await runIn(project, 'build', '--dry-run');
		expect(stderr).toContain('  would write out/row_01.wok: input changed: row.glb\n');
		expect(stderr).toContain('  would write out/row_02.wok: neighbour row_01 changed its border\n');
		expect(stderr).toContain('row: would write 5 of 9 files\n');
	});

	test('--json tells every output, --depfile what it depends on', async () => {
		const project = projects.row();
		const { stdout, stderr, code } = await runIn(project, 'build', '--json', '--depfile', 'row.d');
		expect({ stderr, code }).toStrictEqual({ stderr: '', code: 0 });
		const { targets, errors } = JSON.parse(stdout);
		expect(errors).toBe(0);
		expect(targets[0]).toMatchObject({ name: 'row', kind: 'level', status: 'built', inputs: ['row.glb'] });
		expect(targets[0].outputs[0]).toStrictEqual({
			path: 'out/row_00.wok',
			room: 'row_00',
			status: 'written',
			reasons: ['not built before'],
		});
		expect(project.read('row.d').toString()).toMatch(
			/^out\/row_00\.wok .*out\/row\.report\.json: \\\n {2}row\.glb \\\n {2}wokflow\.config\.json\nrow\.glb:\nwokflow\.config\.json:\n$/,
		);
		expect(JSON.parse((await runIn(project, 'build', '--json')).stdout).targets[0].status).toBe('up-to-date');
	});

	test('advises to build the config and the targets that were given', async () => {
		const project = projects.row();
		renameSync(project.at('wokflow.config.json'), project.at('my config.json'));
		project.write('out/row.lyt', 'mine');
		const { stderr } = await runIn(project, 'build', '-c', 'my config.json');
		expect(stderr).toContain('Build it: wokflow build --config "my config.json" --force\n');
		const line = ['build', 'row', '--config', 'my config.json'];
		expect((await runIn(project, ...line)).stderr).toContain(
			'Build it: wokflow build row --config "my config.json" --force\n',
		);
		const { stdout } = await runIn(project, ...line, '--json');
		const found = JSON.parse(stdout).findings.find(({ code }: { code: string }) => code === 'BUILD_OUTPUT_FOREIGN');
		expect(found.actions).toStrictEqual([
			{
				command: 'build',
				arguments: ['row'],
				options: [{ option: 'config', value: 'my config.json' }, { option: 'force' }],
			},
		]);
		expect((await runIn(project, ...line, '--force')).code).toBe(0);
		renameSync(project.at('my config.json'), project.at('wokflow.config.json'));
		project.write('out/row.svg', 'mine');
		project.write('row.glb', rowGlb(row(3)));
		rmSync(project.at('.wokflow'), { recursive: true });
		expect((await runIn(project, 'build')).stderr).toContain('Build it: wokflow build --force\n');
	});

	test.each([
		['wokflow.config.json', [], 'run `wokflow build one`.'],
		['other.json', ['-c', 'other.json'], 'run `wokflow build one --config other.json`.'],
	])('advises of %s to build a conversion that fails', async (name, given, advice) => {
		const project = projects.row();
		rmSync(project.at('wokflow.config.json'));
		project.write(name, JSON.stringify({ targets: { one: { input: 'row.glb', output: 'one.wok', node: ['none'] } } }));
		const { stderr, code } = await runIn(project, 'build', '--emit', 'ninja', ...given);
		expect(stderr).toContain(advice);
		expect(code).toBe(2);
	});

	test('--clean removes what was built and nothing else', async () => {
		const project = projects.row();
		await runIn(project, 'build', '-q');
		project.write('out/mine.txt', 'mine');
		project.write('out/row_00.wok', 'edited');
		const { stderr, code } = await runIn(project, 'build', '--clean');
		expect(code).toBe(0);
		expect(stderr).toContain('BUILD_OUTPUT_LEFT');
		expect(Object.keys(project.files('.')).sort()).toStrictEqual([
			'out/mine.txt',
			'out/row_00.wok',
			'row.glb',
			'wokflow.config.json',
		]);
	});

	test('refuses options that say different things, or nothing: --clean --dry-run removed what was built', async () => {
		const project = projects.row();
		await runIn(project, 'build', '-q');
		const before = project.files('out');
		for (const [options, problem] of [
			[['--clean', '--dry-run'], '--clean and --dry-run do not go together. Choose one.'],
			[['--emit', 'ninja', '--dry-run'], '--emit and --dry-run do not go together. Choose one.'],
			[['--clean', '--emit', 'bazel'], '--clean and --emit do not go together. Choose one.'],
			[['--watch', '--clean'], '--watch goes with building only, not with --clean, --emit, --dry-run or --json.'],
			[['--clean', '--depfile', 'row.d'], '--depfile goes with building only, not with --clean.'],
			[['--emit', 'makeflow', '--depfile', 'row.d'], '--depfile goes with building only, not with --emit.'],
			[['-o', 'elsewhere'], '--output goes with --emit: where targets are written is said in the config.'],
			[['--command', 'npx wokflow'], '--command goes with --emit.'],
			[['--batch', '3'], '--batch goes with --emit.'],
		] as [string[], string][])
			expect(await runIn(project, 'build', ...options)).toMatchObject({ code: 2, stderr: `error: ${problem}\n` });
		expect(await runIn(project, 'build', '--depfile', '-')).toMatchObject({
			code: 3,
			stderr: expect.stringContaining('Cannot write to this path: it is standard input or output.'),
		});
		expect(project.files('out')).toStrictEqual(before);
		expect(Object.keys(project.files('.')).filter((path) => !/^(?:out|\.wokflow)\//.test(path))).toHaveLength(2);
	});

	test('ends with 1 for findings, 2 for a wrong config, 3 for inputs that cannot be read', async () => {
		const project = projects.row();
		expect(await wokflow(['build'], { cwd: projects.folder })).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('There is no config here'),
		});
		expect(await runIn(project, 'build', 'wall')).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('The config has: row.'),
		});
		project.write('bad.json', '{"targets": {"row": {"level": "row.glb", "out": "out", "tree": "oak"}}}');
		const wrong = await runIn(project, 'build', '-c', 'bad.json');
		expect(wrong).toMatchObject({
			code: 2,
			stderr: 'error: bad.json: targets.row.tree: must be one of best, fast, median, is "oak"\n',
		});
		project.write('row.glb', 'glTF');
		expect((await runIn(project, 'build')).code).toBe(3);
		project.write(
			'row.glb',
			rowGlb([
				{ name: 'a name that is too long', x: 0 },
				{ name: 'other', x: 10 },
			]),
		);
		const failed = await runIn(project, 'build');
		expect(failed.code).toBe(1);
		expect(failed.stderr).toContain('row: not built; nothing of it was written');
	});

	test('tells which target makes a file that one before it reads', async () => {
		const project = projects.row(row(2));
		const config = (...names: string[]): void => {
			const all: Record<string, unknown> = {
				shown: { input: 'made/room.wok', output: 'shown.glb' },
				level: { input: 'out/row_00.wok', output: 'level.glb' },
				made: { input: 'none.obj', output: 'made/room.wok' },
				row: { level: 'row.glb', out: 'out' },
			};
			writeFileSync(
				project.at('wokflow.config.json'),
				JSON.stringify({ targets: Object.fromEntries(names.map((name) => [name, all[name]])) }),
			);
		};
		const told = async (): Promise<(string | undefined)[]> => {
			const { stderr } = await runIn(project, 'build');
			return [/The target .*?\[BUILD_MADE_LATER\]/.exec(stderr)?.[0], /^\d error.*$/m.exec(stderr)?.[0]];
		};
		config('shown', 'made');
		expect(await told()).toEqual([
			'The target "made" makes this file, and comes later. [BUILD_MADE_LATER]',
			'2 errors, 1 warning',
		]);
		config('made', 'shown');
		expect(await told()).toEqual(['The target "made" makes this file. [BUILD_MADE_LATER]', '2 errors, 1 warning']);
		config('level', 'row');
		expect(await told()).toEqual([
			'The target "row" makes this file, and comes later. [BUILD_MADE_LATER]',
			'1 error, 1 warning',
		]);
		config('shown', 'row');
		expect(await told()).toEqual([undefined, '1 error']);
	});
});

describe('wokflow build --watch', () => {
	test('goes on through atomic saves, deletion, broken scenes and configs, and ends with Ctrl-C', async () => {
		const project = projects.row();
		const { child, ended, output } = startWokflow(project.folder, 'build', '--watch');
		const save = (bytes: Uint8Array): void => {
			writeFileSync(project.at('row.glb~'), bytes);
			renameSync(project.at('row.glb~'), project.at('row.glb'));
		};
		const scene = (hump: number): Uint8Array => rowGlb(row(4).map((room) => ({ ...room, hump })));
		const builds = (): number => output().split('row: wrote').length - 1;
		const waits = (): number => output().split('waiting for changes').length - 1;
		const isWaiting = (): boolean => output().trimEnd().endsWith('waiting for changes (Ctrl-C ends)');
		await until('the first build', () => waits() === 1, output);
		for (const hump of THOROUGH ? [1, 2, 3] : [1]) {
			const before = project.read('out/row_00.wok');
			const waited = waits();
			save(scene(hump));
			await until(
				`the build of save ${hump}`,
				() => !project.read('out/row_00.wok').equals(before) && waits() > waited,
				output,
			);
		}
		const last = project.read('out/row_00.wok');
		let waited = waits();
		rmSync(project.at('row.glb'));
		await until(
			'the news that the scene is gone',
			() => output().includes('FILE_UNREADABLE') && waits() > waited,
			output,
		);
		waited = waits();
		if (THOROUGH) {
			project.write('row.glb', scene(4).subarray(0, 300));
			await until('the news that the scene is broken', () => waits() > waited, output);
			waited = waits();
		}
		expect(project.read('out/row_00.wok').equals(last)).toBe(true);
		save(scene(4));
		await until(
			'the build after the repair',
			() => !project.read('out/row_00.wok').equals(last) && waits() > waited && isWaiting(),
			output,
		);
		project.write('wokflow.config.json', '{"targets": {"row": {"level": "row.glb"}}}');
		await until(
			'the news that the config is wrong',
			() => output().includes('targets.row.out: must be a text, is missing'),
			output,
		);
		project.write('wokflow.config.json', '{"targets": {"row": {"level": "row.glb", "out": "other"}}}');
		await until('the build into another folder', () => existsSync(project.at('other/row.report.json')), output);
		expect(builds()).toBeGreaterThanOrEqual(THOROUGH ? 5 : 3);
		await until('rest', isWaiting, output);
		child.kill('SIGINT');
		expect(await ended).toBe(0);
		expect(readdirSync(project.at('other')).filter((name) => name.endsWith('.tmp'))).toStrictEqual([]);
	});

	test.skipIf(!THOROUGH)('goes on in another process when a module that the config imports changes', async () => {
		const project = projects.row();
		rmSync(project.at('wokflow.config.json'));
		project.write('folder.mjs', 'export const out = "one";');
		project.write(
			'wokflow.config.mjs',
			'import { out } from "./folder.mjs"; export default { targets: { row: { level: "row.glb", out } } };',
		);
		const { child, ended, output } = startWokflow(project.folder, 'build', '-w');
		await until('the first build', () => output().includes('waiting for changes'), output);
		const waits = (): number => output().split('waiting for changes').length - 1;
		for (const out of THOROUGH ? ['two', 'three'] : ['two']) {
			const waited = waits();
			project.write('folder.mjs', `export const out = "${out}";`);
			await until(`the build into ${out}`, () => existsSync(project.at(`${out}/row.report.json`)), output);
			// The report is there before the last words: what it said before does not count.
			await until('rest', () => waits() > waited, output);
		}
		child.kill('SIGINT');
		// On a terminal Ctrl-C reaches both processes; here the second has to be reported.
		expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 60_000, 'still there'))])).toBe(0);
	});
});
