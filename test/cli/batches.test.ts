import { spawnSync } from 'node:child_process';
import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { build } from '../../builds/build.ts';
import { loadConfig } from '../../builds/config/config.ts';
import type { CommandAction } from '../../builds/emit/batches.ts';
import { Project, roomGlb, row, rowGlb, rowLyt } from '../builds/support.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { recordPrinted } from '../support/codes-reported.ts';
import { runProgram, serveCommand } from '../support/served-command.ts';
import { THOROUGH } from '../support/thorough.ts';

const folder = scratchFolder();
let count = 0;
const hasNinja = spawnSync('ninja', ['--version']).status === 0;
const served = serveCommand(join(folder, 'served'));
afterAll(() => served.close());

/** Levels of their own scenes, `a`, `b` …, with so many rooms each. */
function levels(names: readonly string[], rooms: number): Project {
	const targets = Object.fromEntries(names.map((name) => [name, { level: `${name}.glb`, out: `out/${name}` }]));
	const made = new Project(join(folder, String(count++)), { targets });
	for (const name of names) made.write(`${name}.glb`, rowGlb(row(rooms)));
	return made;
}

async function actionsOf({ folder: cwd }: Project): Promise<CommandAction[]> {
	const { stdout, stderr, code } = await wokflow(['graph', '--json'], { cwd });
	expect(code, stderr).toBe(0);
	return (JSON.parse(stdout) as { actions: CommandAction[] }).actions;
}

/** What `wokflow build` makes of the same. */
async function built({ folder: at }: Project): Promise<Record<string, string>> {
	const config = await loadConfig(join(at, 'wokflow.config.json'));
	await build(config, { force: true });
	return new Project(at, config.config).files('out');
}

const letters = (number: number): string[] => Array.from({ length: number }, (_, i) => String.fromCharCode(97 + i));

describe('actions by size', () => {
	test('hold small levels as a whole, in two of so many that starting is little of it', async () => {
		const ids = (await actionsOf(levels(letters(20), 9))).map(({ id }) => id);
		expect(ids).toStrictEqual(['a and 9 more', 'k and 9 more']);
	});

	test('are one where there is less to do than to start another', async () => {
		const [action, ...others] = await actionsOf(levels(letters(4), 9));
		expect(others).toStrictEqual([]);
		expect(action.inputs).toStrictEqual(['wokflow.config.json', ...letters(4).map((name) => `${name}.glb`)]);
		expect(action.outputs.filter((path) => path.endsWith('.pack'))).toStrictEqual([]);
		expect(action.outputs.filter((path) => path.endsWith('.wok'))).toHaveLength(36);
	});

	test.each([
		[13_000_000, ['row']],
		[
			15_000_000,
			[
				'row/split',
				'row/prepare row_00 and 4 more',
				'row/prepare row_05 and 3 more',
				'row/link',
				'row/finish row_00 and 4 more',
				'row/finish row_05 and 3 more',
				...['lyt', 'vis', 'glb', 'plan', 'report'].map((file) => `row/gather ${file}`),
			],
		],
		[150_000_000, expect.arrayContaining(['row/prepare row_00', 'row/prepare row_08', 'row/finish row_01'])],
	])('of a level with files of %d bytes are %j', async (bytes, ids) => {
		const target = { level: 'row.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'room' };
		const project = new Project(join(folder, String(count++)), { targets: { row: target } });
		project.write('row.lyt', rowLyt(row(9)));
		for (const room of row(9)) project.write(`rooms/${room.name}.glb`, roomGlb(room));
		truncateSync(project.at('rooms/row_07.glb'), bytes);
		expect((await actionsOf(project)).map(({ id }) => id)).toStrictEqual(ids);
	});

	test('keep apart a target and another that reads what it makes', async () => {
		const project = new Project(join(folder, String(count++)), {
			targets: {
				a: { level: 'a.glb', out: 'out/a' },
				b: { level: 'a.glb', out: 'out/b' },
				c: { input: 'out/b/row_00.wok', output: 'out/c.glb' },
				d: { input: 'a.glb', output: 'out/d.glb' },
			},
		});
		project.write('a.glb', rowGlb(row(2)));
		await built(project);
		expect((await actionsOf(project)).map(({ id }) => id)).toStrictEqual(['a and 1 more', 'b', 'c/convert']);
	});
});

describe.skipIf(!hasNinja)('Ninja with actions by size', () => {
	const emit = async ({ folder: cwd }: Project): Promise<void> => {
		const run = await wokflow(['build', '--emit', 'ninja', '--command', served.command], { cwd });
		expect(run).toMatchObject({ code: 0, stderr: 'wrote build.ninja\n' });
	};
	const ninja = ({ folder: cwd }: Project) => runProgram('ninja', [], { cwd });
	const did = (stdout: string): string[] =>
		stdout.split('\n').flatMap((line) => (/^\[|^ninja:/.test(line) ? [line.replace(/^\[\d+\/\d+\] /, '')] : []));

	// A hundred and eighty rooms, three times: what the others show of small levels.
	test.runIf(THOROUGH)(
		'makes what `wokflow build` makes, nothing the second time, and of a changed scene only its batch',
		async () => {
			const project = levels(letters(20), 9);
			await emit(project);
			const run = async (): Promise<string[]> => {
				const { status, stdout } = await ninja(project);
				expect(status, stdout).toBe(0);
				return did(stdout).sort();
			};
			expect(await run()).toStrictEqual(['making a and 9 more', 'making k and 9 more']);
			const made = project.files('out');
			expect(await run()).toStrictEqual(['ninja: no work to do.']);
			const before = project.modified('out/l/l.lyt');
			project.write('m.glb', rowGlb(row(9).map((room) => (room.name === 'row_01' ? { ...room, hump: 1 } : room))));
			expect(await run()).toStrictEqual(['making k and 9 more', 'writing build.ninja']);
			expect(await run()).toStrictEqual(['ninja: no work to do.']);
			expect(project.modified('out/l/l.lyt')).toBe(before);
			const changed = project.files('out');
			expect(Object.keys(changed).filter((path) => changed[path] !== made[path])).toStrictEqual(
				['glb', 'report.json', 'svg'].map((extension) => `m/m.${extension}`).concat('m/row_01.wok'),
			);
			expect(changed).toStrictEqual(await built(project));
		},
	);

	test('names the level that fails, writes nothing of it, and all of the others', async () => {
		const layout = { level: 'b.lyt', out: 'out/b', roomFolder: 'rooms', roomSpace: 'room' };
		const scenes = ['a', 'c'].map((name) => [name, { level: `${name}.glb`, out: `out/${name}` }]);
		const project = new Project(join(folder, String(count++)), {
			targets: { b: layout, ...Object.fromEntries(scenes) },
		});
		for (const name of ['a', 'c']) project.write(`${name}.glb`, rowGlb(row(2)));
		project.write('b.lyt', rowLyt(row(2)));
		for (const room of row(2)) project.write(`rooms/${room.name}.glb`, roomGlb(room));
		await emit(project);
		project.write('rooms/row_01.glb', 'broken');
		const failed = await ninja(project);
		expect(failed.status).toBe(1);
		expect(failed.stdout).toContain('The step "prepare row_01 of b" failed. [BUILD_STEP_FAILED]');
		expect(failed.stdout).toContain('[GLTF_UNRECOGNIZED]');
		recordPrinted(failed.stdout);
		expect(project.files('out/b')).toStrictEqual({});
		expect(existsSync(project.at('out/a/a.report.json'))).toBe(true);
		expect(existsSync(project.at('out/c/c.report.json'))).toBe(true);
		project.write('rooms/row_01.glb', roomGlb(row(2)[1]));
		const mended = await ninja(project);
		expect(mended.status, mended.stdout).toBe(0);
		expect(did((await ninja(project)).stdout)).toStrictEqual(['ninja: no work to do.']);
		// The room is an input that only the dependency file names.
		project.write('rooms/row_01.glb', roomGlb({ ...row(2)[1], hump: 1 }));
		expect(did((await ninja(project)).stdout)).toStrictEqual(['making b and 2 more']);
		expect(project.files('out')).toStrictEqual(await built(project));
	});

	test('takes so many rooms into one command as it is reported, also when it writes its rules again', async () => {
		const project = levels(['a'], 5);
		const run = await wokflow(['build', '--emit', 'ninja', '--batch', '3', '--command', served.command], {
			cwd: project.folder,
		});
		expect(run.code).toBe(0);
		expect(did((await ninja(project)).stdout)).toContain('making a/prepare row_00 and 2 more');
		project.write('a.glb', rowGlb(row(7)));
		expect(did((await ninja(project)).stdout)).toContain('making a/finish row_03 and 2 more');
		expect(did((await ninja(project)).stdout)).toStrictEqual(['ninja: no work to do.']);
		expect(project.files('out')).toStrictEqual(await built(project));
	});
});

describe('a batch of steps', () => {
	const steps = (project: Project, value: unknown) => {
		project.write('steps.json', JSON.stringify(value));
		return wokflow(['step', 'batch', 'steps.json'], { cwd: project.folder });
	};
	const split = (at: string): string[] => ['split', 'wokflow.config.json', 'a', at, `${at}/split.d`];
	const prepare = (at: string, room: string): string[] => [
		'prepare',
		...['prepare.pack', `${room}.room.pack`, `${room}.prepared.pack`, `${room}.d`].map((name) => `${at}/${name}`),
	];

	test('keeps packs in memory where it is reported so, and says what was read', async () => {
		const project = levels(['a'], 2);
		const calls = [split(':a'), prepare(':a', 'row_00'), prepare(':a', 'row_01'), ['link', ':a/link.pack']];
		const run = await steps(project, { steps: calls, depfile: ['all.d', 'out/a.lyt'] });
		expect(run).toMatchObject({ code: 0, stderr: '' });
		expect(Object.keys(project.files('.')).sort()).toStrictEqual([
			'a.glb',
			'all.d',
			'steps.json',
			'wokflow.config.json',
		]);
		expect(project.read('all.d').toString()).toBe('out/a.lyt: \\\n  a.glb\n');
		// Packs of one level are none of another's.
		expect(await steps(project, [split(':a'), ['link', ':b/link.pack']])).toMatchObject({
			code: 2,
			stderr: expect.stringContaining(':b/link.pack cannot be read'),
		});
	});

	test('goes on with rooms beside the one that fails, and with nothing after them', async () => {
		const project = levels(['a'], 2);
		expect((await steps(project, [split('made'), prepare('made', 'row_00')])).code).toBe(0);
		const finish = (room: string, out: string): string[] => [
			'finish',
			...['finish.pack', `${room}.linked.pack`].map((name) => `made/${name}`),
			out,
			`made/${room}.found.pack`,
			'-',
		];
		expect((await steps(project, [prepare('made', 'row_01'), ['link', 'made/link.pack']])).code).toBe(0);
		project.write('theirs.wok', 'mine');
		const run = await steps(project, [finish('row_00', 'theirs.wok'), finish('row_01', 'own.wok')]);
		expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('[BUILD_OUTPUT_FOREIGN]') });
		// What is written together is written whole or not at all.
		expect(existsSync(project.at('own.wok'))).toBe(false);
		expect(project.read('theirs.wok').toString()).toBe('mine');
	});

	test('of another form is wrong use', async () => {
		const project = levels(['a'], 2);
		for (const value of [{}, { steps: 1 }, { steps: [], depfile: ['a'] }, { steps: [[]], depfile: ['a', 'b'] }])
			expect(await steps(project, value), JSON.stringify(value)).toMatchObject({
				code: 2,
				stderr: expect.stringContaining('steps.json takes JSON arrays'),
			});
	});
});
