import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Project, type RowRoom, roomGlb, row, rowGlb, rowLyt } from '../builds/support.ts';
import { BUILT_COMMAND } from '../support/built.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { recordPrinted } from '../support/codes-reported.ts';
import { type ProgramRun, runProgram, serveCommand } from '../support/served-command.ts';
import { THOROUGH } from '../support/thorough.ts';

const folder = scratchFolder();
let count = 0;
const hasNinja = spawnSync('ninja', ['--version']).status === 0;
if (!hasNinja) console.warn('ninja is not on the PATH: its tests are skipped');

/** What Ninja runs as `wokflow`: the command for one level, where that may take long, and else something that starts faster. */
const REAL = `"${process.execPath}" "${BUILT_COMMAND}"`;
const served = serveCommand(join(folder, 'served command'));
const { command } = served;

afterAll(() => served.close());

function ninjaIn(
	project: Project,
	args: readonly string[] = [],
	env: Record<string, string> = {},
): Promise<ProgramRun> {
	return runProgram('ninja', args, { cwd: project.folder, env });
}

const LEVELS: [string, object][] = [
	['a scene', { level: 'row.glb', out: 'out' }],
	['a layout', { level: 'row.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'room' }],
];
describe.skipIf(!hasNinja).each(LEVELS.slice(0, THOROUGH ? 2 : 1))('the rules for a level from %s', (kind, target) => {
	const isScene = kind === 'a scene';
	let project: Project;

	const write = (rooms: readonly RowRoom[]): void => {
		if (isScene) project.write('row.glb', rowGlb(rooms));
		else {
			const lyt = rowLyt(rooms);
			if (!existsSync(project.at('row.lyt')) || project.read('row.lyt').toString() !== lyt)
				project.write('row.lyt', lyt);
			for (const room of rooms) {
				const bytes = roomGlb(room);
				const path = `rooms/${room.name}.glb`;
				if (!existsSync(project.at(path)) || !project.read(path).equals(bytes)) project.write(path, bytes);
			}
		}
	};

	/** Runs Ninja, and says what it did. */
	const ninja = async (): Promise<string[]> => {
		const { status, stdout, stderr } = await ninjaIn(project);
		expect({ status, stderr }, stdout).toStrictEqual({ status: 0, stderr: '' });
		return stdout.split('\n').flatMap((line) => (/^\[|^ninja:/.test(line) ? [line.replace(/^\[\d+\/\d+\] /, '')] : []));
	};

	/** The same level as `wokflow build` makes it. */
	const expectAsBuilt = async (): Promise<void> => {
		const made = project.files('out');
		const built = new Project(`${project.folder}-built`, project.value);
		for (const [path, content] of Object.entries(project.files('.'))) {
			if (/^rooms\/|^row\./.test(path)) built.write(path, Buffer.from(content, 'latin1'));
		}
		await built.build();
		expect(made).toStrictEqual(built.files('out'));
		rmSync(built.folder, { recursive: true });
	};

	beforeAll(async () => {
		project = new Project(join(folder, kind.replace(' ', '-')), { targets: { row: target } });
		write(row(3));
		const own = THOROUGH && isScene ? REAL : command;
		const run = await wokflow(['build', '--emit', 'ninja', '--batch', '1', '--command', own], { cwd: project.folder });
		expect(run).toMatchObject({ code: 0, stderr: 'wrote build.ninja\n' });
	});

	test('make what `wokflow build` makes, and nothing the second time', async () => {
		expect(await ninja()).toHaveLength(13);
		await expectAsBuilt();
		expect(await ninja()).toStrictEqual(['ninja: no work to do.']);
	});

	test('run for a room that changed inside only what depends on it', async () => {
		write(row(3).map((room) => (room.name === 'row_01' ? { ...room, hump: 1 } : room)));
		const own = ['preparing row row_01', 'linking row', 'finishing out/row_01.wok'];
		const drawn = ['glb', 'plan', 'report'].map((file) => `gathering row ${file}`);
		const expected = [...(isScene ? ['writing build.ninja', 'splitting row'] : []), ...own, ...drawn];
		expect((await ninja()).sort()).toStrictEqual(expected.sort());
		await expectAsBuilt();
		expect(await ninja()).toStrictEqual(['ninja: no work to do.']);
	});

	test('run for a border that changed its neighbour too, and for a moved room no other', async () => {
		write(
			row(3).map((room) =>
				room.name === 'row_02' ? { ...room, x: 300 } : { ...room, hump: room.name === 'row_01' ? 1 : 0 },
			),
		);
		const finished = (await ninja()).filter((line) => line.startsWith('finishing') || line.startsWith('preparing'));
		expect(finished.sort()).toStrictEqual([
			'finishing out/row_01.wok',
			'finishing out/row_02.wok',
			'preparing row row_02',
		]);
		await expectAsBuilt();
	});

	test.runIf(THOROUGH)('write themselves again when the level has another room', async () => {
		write(row(4));
		const did = await ninja();
		expect(did[0]).toBe('writing build.ninja');
		expect(did).toContain('finishing out/row_03.wok');
		await expectAsBuilt();
	});
});

describe.skipIf(!hasNinja)('the rules of a layout', () => {
	test('fail for a room whose file holds no ground, and say so', async () => {
		const target = { level: 'row.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'room' };
		const project = new Project(join(folder, 'groundless'), { targets: { row: target } });
		const [first, second] = row(2);
		project.write('row.lyt', rowLyt([first, second]));
		project.write('rooms/row_00.glb', roomGlb(first));
		project.write('rooms/row_01.glb', readFileSync(join(FIXTURES, 'small/placeable.glb')));
		expect(
			(await wokflow(['build', '--emit', 'ninja', '--batch', '1', '--command', command], { cwd: project.folder })).code,
		).toBe(0);
		const { status, stdout } = await ninjaIn(project, ['-k', '0']);
		expect(status).toBe(1);
		expect(stdout).toContain('[BUILD_ROOM_WITHOUT_GROUND]');
		recordPrinted(stdout);
		expect(Object.keys(project.files('out'))).toStrictEqual(['row_00.wok']);
	});
});

describe.runIf(THOROUGH && hasNinja)('the rules of a conversion', () => {
	test('run once, and again when the input changes', async () => {
		const project = new Project(join(folder, 'conversion'), {
			targets: { one: { input: 'row.glb', output: 'one.wok' } },
		});
		project.write('row.glb', rowGlb(row(2)));
		expect((await wokflow(['build', '--emit', 'ninja', '--command', REAL], { cwd: project.folder })).code).toBe(0);
		const ninja = async (): Promise<string> => (await ninjaIn(project)).stdout;
		expect(await ninja()).toContain('converting one');
		expect(await ninja()).toContain('no work to do');
		project.write('row.glb', rowGlb(row(3)));
		expect(await ninja()).toContain('converting one');
		expect((await wokflow(['inspect', 'one.wok', '--json'], { cwd: project.folder })).code).toBe(0);
	});
});

describe.skipIf(!hasNinja)('what is in the way of the rules', () => {
	const level = { targets: { row: { level: 'row.glb', out: 'out' } } };
	/** Every time as on a machine that remembers nothing of its user. */
	const ninja = (project: Project): Promise<ProgramRun> =>
		ninjaIn(project, ['-k', '0'], { WOKFLOW_STATE: join(folder, `state-${count++}`) });
	const emitted = async (name: string): Promise<Project> => {
		const project = new Project(join(folder, name), level);
		project.write('row.glb', rowGlb(row(2)));
		expect(
			(await wokflow(['build', '--emit', 'ninja', '--batch', '1', '--command', command], { cwd: project.folder })).code,
		).toBe(0);
		return project;
	};

	test.runIf(THOROUGH)('is not overwritten, and the rest is made', async () => {
		const project = await emitted('foreign');
		project.write('out/row.lyt', 'mine');
		const { status, stdout } = await ninja(project);
		expect(status).toBe(1);
		expect(stdout).toContain('[BUILD_OUTPUT_FOREIGN]');
		expect(project.read('out/row.lyt').toString()).toBe('mine');
		expect(existsSync(project.at('out/row_00.wok'))).toBe(true);
	});

	test('is not what they made before, whatever became of it', async () => {
		const project = await emitted('own');
		expect((await ninja(project)).status).toBe(0);
		project.write('out/row.lyt', 'edited');
		project.write('row.glb', rowGlb(row(3)));
		expect((await ninja(project)).status).toBe(0);
		expect(project.read('out/row.lyt').toString()).toContain('row_02');
	});
});

test('a step that is not there, or of which arguments are missing, is wrong use', async () => {
	expect(await wokflow(['step', 'dance', 'x'])).toMatchObject({
		code: 2,
		stderr: expect.stringContaining('Known: split, prepare, link'),
	});
	expect(await wokflow(['step', 'link', 'a', 'b'])).toMatchObject({
		code: 2,
		stderr: expect.stringContaining('step link takes OPTIONS.'),
	});
});

describe('names and folders', () => {
	const emit = (project: Project, ...more: string[]) =>
		wokflow(['build', '--emit', 'ninja', ...more], { cwd: project.folder });
	const projectOf = (out: string): Project => {
		const project = new Project(join(folder, `names-${count++}`), { targets: { row: { level: 'row.glb', out } } });
		project.write('row.glb', rowGlb(row(2)));
		return project;
	};

	test('a placeable with more than a name in it is refused', async () => {
		const project = new Project(join(folder, `names-${count++}`), {
			targets: { one: { level: 'one.glb', out: 'out' } },
		});
		copyFileSync(join(FIXTURES, 'hostile/ninja-shell.glb'), project.at('one.glb'));
		const { code, stderr } = await emit(project);
		expect(stderr).toContain('error: targets.one: object "x;touch PWNED;y.pwk" cannot be built by Ninja');
		expect(code).toBe(2);
		expect(existsSync(project.at('build.ninja'))).toBe(false);
	});

	test.runIf(THOROUGH && hasNinja)(
		'folders with blanks and shell signs in them are built as they are called',
		async () => {
			const out = 'out dir $P (touch P) #1';
			const config = {
				cache: 'a cache',
				targets: { row: { level: 'in dir/row.glb', out }, one: { input: 'in dir/row.glb', output: `${out}/one.wok` } },
			};
			const project = new Project(join(folder, `names-${count++}`), config);
			project.write('in dir/row.glb', rowGlb(row(2)));
			expect((await emit(project, '--command', command)).code).toBe(0);
			const { status, stdout } = await ninjaIn(project);
			expect(status, stdout).toBe(0);
			expect(
				readdirSync(project.folder)
					.filter((name) => !name.startsWith('.ninja'))
					.sort(),
			).toStrictEqual(['a cache', 'build.ninja', 'in dir', out, 'wokflow.config.json'].sort());
			const built = new Project(join(folder, `names-${count++}`), config);
			built.write('in dir/row.glb', rowGlb(row(2)));
			for (const name of ['row', 'one']) await built.build({ targets: [name] });
			expect(project.files(out)).toStrictEqual(built.files(out));
			expect((await ninjaIn(project)).stdout).toContain('no work to do');
		},
	);

	test('that Ninja cannot write down are refused, and those of the files of the rules have to be plain', async () => {
		for (const [out, args, problem] of [
			['a;b', [], 'Ninja cannot build the path "a;b/row_00.wok": it contains ";". Rename it.'],
			['out', ['-o', 'a;b.ninja'], '"a;b.ninja"'],
		] as const)
			expect(await emit(projectOf(out), ...args)).toMatchObject({
				code: 2,
				stderr: expect.stringContaining(problem),
			});
	});
});

test('arguments of a step come from a response file too', async () => {
	const project = new Project(join(folder, 'response'), {});
	project.write('args.rsp', '["a", "b"]');
	project.write('wrong.rsp', '{"a": 1}');
	expect((await wokflow(['step', 'link', '@args.rsp'], { cwd: project.folder })).stderr).toContain(
		'step link takes OPTIONS.',
	);
	for (const name of ['wrong.rsp', 'missing.rsp']) {
		const { code, stderr } = await wokflow(['step', 'link', `@${name}`], { cwd: project.folder });
		expect(stderr).toContain(`error: ${name}: `);
		expect(code).toBe(2);
	}
});
