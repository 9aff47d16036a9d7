import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type BuildOptions, build } from '../../builds/build.ts';
import { upToDateTargets } from '../../builds/cache/manifest.ts';
import { configFromValue, loadConfig } from '../../builds/config/config.ts';
import { chosenTargets } from '../../builds/config/targets.ts';
import { clean } from '../../builds/outputs.ts';
import { packageVersion } from '../../builds/program.ts';
import { machine } from '../../pipeline/disk/staging.ts';
import { writeFilesAtomically } from '../../pipeline/disk/transaction.ts';
import { Report } from '../../src/findings/report.ts';
import { scratchFolder } from '../support/cli.ts';
import { runIn } from '../support/projects.ts';
import { THOROUGH } from '../support/thorough.ts';
import { filesOf, Project, row, rowGlb, rowLyt } from './support.ts';

/** Many levels of one target. */

const folder = scratchFolder();
const at = (path: string): string => join(folder, path);
let count = 0;
let project: Project;

function studio(levels: string | string[], more: object = {}, others: object = {}): Project {
	const targets = { studio: { levels, out: 'out', glb: false, plan: false, ...more }, ...others };
	return new Project(at(`studio-${count++}`), { targets });
}

/** Levels of a room each, in a folder. */
function withLevels(made: Project, ...paths: readonly string[]): Project {
	for (const [index, path] of paths.entries())
		made.write(path, rowGlb([{ name: `room_${index}`, x: 0, hump: index / 8 }]));
	return made;
}

const load = (made: Project) => loadConfig(made.at('wokflow.config.json'));
const namesOf = async (made: Project): Promise<string[]> => Object.keys((await load(made)).config.targets);

beforeEach(() => {
	project = withLevels(studio('levels/*.glb'), 'levels/manaan_b.glb', 'levels/manaan_a.glb', 'levels/taris.glb');
});

describe('a target of many levels', () => {
	test('stands for a target for each file, in the order of their names, with the same options', async () => {
		const { config } = await load(project);
		expect(Object.entries(config.targets)).toStrictEqual(
			['manaan_a', 'manaan_b', 'taris'].map((name) => [
				name,
				{ glb: false, plan: false, level: `levels/${name}.glb`, out: `out/${name}` },
			]),
		);
		await build(await load(project), { jobs: 1 });
		const alone = new Project(at(`alone-${count++}`), {
			targets: { t: { level: 'levels/taris.glb', out: 'out/taris', glb: false, plan: false } },
		});
		alone.write('levels/taris.glb', project.read('levels/taris.glb'));
		await alone.build();
		expect(filesOf(project.at('out/taris'))).toStrictEqual(filesOf(alone.at('out/taris')));
	});

	test('may be a list of patterns and paths, some left out, and layouts as well as scenes', async () => {
		const made = withLevels(
			studio(['b/*', '!**/*_old.glb', 'a/x.glb', 'b/x?.glb']),
			'b/x1.glb',
			'b/x2_old.glb',
			'a/x.glb',
		);
		made.write('b/row.lyt', rowLyt(row(1)));
		made.write('b/notes.md', '');
		expect(await namesOf(made)).toStrictEqual(['row', 'x1', 'x']);
	});

	test('may lie outside of the folder of the config, and never is what was made', async () => {
		withLevels(project, '../shared-levels/far.glb');
		expect(await namesOf(withLevels(studio('../shared-levels/*.glb')))).toStrictEqual(['far']);
		const inside = withLevels(studio('**/*.glb', { glb: true }), 'quay.glb');
		await build(await load(inside), { jobs: 1 });
		expect(existsSync(inside.at('out/quay/quay.glb'))).toBe(true);
		expect(await namesOf(inside)).toStrictEqual(['quay']);
	});

	test.each([
		['nothing matches', 'scenes/*.glb', [], 'targets.studio.levels: no scene or layout matches "scenes/*.glb".'],
		['no level matches', 'in/*', ['in/a.md'], 'no scene or layout matches "in/*". Not levels: "in/a.md".'],
		[
			'two are called alike',
			'**/*.glb',
			['a/quay.glb', 'b/Quay.glb'],
			'targets.studio.levels ("a/quay.glb") and targets.studio.levels ("b/Quay.glb") both are the target "Quay". Rename one of the files.',
		],
		[
			'one is called like another target',
			'*.glb',
			['gate.glb'],
			'targets.gate and targets.studio.levels ("gate.glb") both are the target "gate".',
		],
		['a name is odd', '*.glb', ['my \u001b[31m level.glb'], '"my \\u001b[31m level.glb" cannot be a target. Rename it'],
	])('is refused where %s', async (_, pattern, files, message) => {
		const others = { gate: { input: 'gate.glb', output: 'gate.wok' } };
		await expect(load(withLevels(studio(pattern, {}, others), ...files))).rejects.toThrow(message);
	});

	describe('whose scene is gone', () => {
		const gone = async (options: BuildOptions = {}) => {
			const removed: string[] = [];
			const codes: string[] = [];
			const onFormer: BuildOptions['onFormer'] = (paths, { findings }) => {
				removed.push(...paths);
				codes.push(...findings.map(({ code }) => code));
			};
			await build(await load(project), { jobs: 1, onFormer, ...options });
			return { removed, codes, left: existsSync(project.at('out/taris')) ? filesOf(project.at('out/taris')) : {} };
		};

		beforeEach(async () => {
			await build(await load(project), { jobs: 1 });
			rmSync(project.at('levels/taris.glb'));
		});

		test('is removed by the next build of all, what was edited excepted', async () => {
			const dry = await gone({ dryRun: true });
			expect(dry.removed).toContain('out/taris/taris.lyt');
			project.write('out/taris/taris.vis', 'mine');
			const { removed, codes, left } = await gone();
			expect(removed).toStrictEqual(dry.removed.filter((path) => path !== 'out/taris/taris.vis'));
			expect(codes).toStrictEqual(['BUILD_OUTPUT_LEFT']);
			expect(Object.keys(left)).toStrictEqual(['taris.vis']);
			expect(await gone()).toMatchObject({ removed: [], codes: [] });
		});

		test('stays where only other levels are built', async () => {
			const { removed, left } = await gone({ targets: ['manaan_a'] });
			expect(removed).toStrictEqual([]);
			expect(Object.keys(left)).toContain('taris.lyt');
			expect((await gone({ shard: '1/2' })).removed).toStrictEqual([]);
		});

		test('goes with all else', async () => {
			const removed = await clean(await load(project), {}, new Report());
			expect(removed).toContain('out/taris/taris.lyt');
			expect(readdirSync(project.at('out'))).toStrictEqual([]);
		});
	});

	test('leaves nothing of a build that was killed while it made the folder of a level', async () => {
		// Of a process that has ended.
		const { pid } = spawnSync(process.execPath, ['-e', '']);
		const leave = (folder: string): string => {
			const stage = project.at(join(folder, `.wokflow-${machine()}-${pid}-0123456789ab.tmp`));
			mkdirSync(stage, { recursive: true });
			return stage;
		};
		const mine = project.at('out/.wokflow-mine.tmp');
		mkdirSync(mine, { recursive: true });
		const [first, second] = [leave('out'), leave('levels')];
		await clean(await load(project), {}, new Report());
		expect([existsSync(first), existsSync(second), existsSync(mine)]).toEqual([false, true, true]);
		const other = leave('elsewhere');
		mkdirSync(project.at('elsewhere/there'));
		await writeFilesAtomically([{ path: project.at('elsewhere/there/a.txt'), bytes: new Uint8Array(1) }]);
		expect(existsSync(other)).toBe(false);
	});

	test('has another name: what it writes now stays', async () => {
		const target = { level: 'levels/taris.glb', out: 'made', glb: false, plan: false };
		const write = (name: string): void =>
			project.write('wokflow.config.json', JSON.stringify({ targets: { [name]: target } }));
		write('old');
		await build(await load(project), { jobs: 1 });
		const before = filesOf(project.at('made'));
		write('new');
		const codes: string[] = [];
		await build(await load(project), {
			jobs: 1,
			onFormer: (removed, { findings }) => codes.push(...removed, ...findings.map(({ code }) => code)),
		});
		expect(codes).toStrictEqual([]);
		expect(filesOf(project.at('made'))).toStrictEqual(before);
	});

	test('has no option that two levels cannot share', async () => {
		await expect(load(studio('*.glb', { module: 'quay' }))).rejects.toThrow('targets.studio.module: unknown key.');
	});

	test('is chosen by name, by that of a level, and by a pattern', async () => {
		const config = await load(project);
		expect(chosenTargets(config, ['studio'])).toHaveLength(3);
		expect(chosenTargets(config, ['taris', 'manaan_{b,c}'])).toStrictEqual(['manaan_b', 'taris']);
		expect(() => chosenTargets(config, ['korriban*'])).toThrow(
			'No target matches "korriban*". The config has: studio,',
		);
	});

	test('a wrong name is reported with the nearest, five at most, and how many there are', async () => {
		const all = Object.fromEntries(
			Array.from({ length: 400 }, (_, i) => [`level_${100 + i}`, { level: 'a.glb', out: `out/${i}` }]),
		);
		const config = await configFromValue({ targets: all }, project.folder);
		expect(() => chosenTargets(config, ['level_x10'])).toThrow(
			`There is no target "level_x10". The config has 400, the nearest: level_110, level_210, level_310, level_410,`,
		);
		expect(() => chosenTargets(config, ['zz'])).toThrow(
			'There is no target "zz". The config has 400, such as level_100, level_101, level_102, level_103, level_104.',
		);
	});

	test('is looked at again when its folder has another file', async () => {
		await build(await load(project), { jobs: 1 });
		const ready = () =>
			upToDateTargets({
				config: project.at('wokflow.config.json'),
				targets: [],
				strict: false,
				version: packageVersion(),
			});
		expect(ready()).toHaveLength(3);
		withLevels(project, 'levels/new.glb');
		expect(ready()).toBeUndefined();
	});
});

describe('the command', () => {
	test('tells of all targets in one line, and of each that is named', async () => {
		const first = await runIn(project, 'build');
		expect(first.stderr).toMatch(/^3 targets: 3 built \(manaan_a, manaan_b, taris\), 12 files written\n/);
		expect((await runIn(project, 'build')).stderr).toBe('3 targets: up to date\n');
		expect((await runIn(project, 'build', 'manaan_*')).stderr).toBe('2 targets: up to date\n');
		expect((await runIn(project, 'build', 'taris')).stderr).toBe('taris: up to date\n');
		expect((await runIn(project, 'build', '-v')).stderr).toContain('taris: up to date\n');
		project.write('levels/taris.glb', 'no scene');
		const broken = await runIn(project, 'build');
		expect(broken.stderr).toContain('3 targets: 2 up to date; 1 not built (taris)\nlevels/taris.glb');
		expect(broken.code).toBe(3);
	});

	test.each(['junit', 'sarif', 'html'])(
		'reports all levels as %s, those that are up to date as well',
		async (format) => {
			project.write('levels/broken.glb', 'no scene');
			const cold = await runIn(project, 'build', '--format', format);
			const again = await runIn(project, 'build', '--format', format);
			expect(again.stdout).toBe(cold.stdout);
			expect(cold.code).toBe(3);
			const files = format === 'sarif' ? 'taris.glb"' : 'levels/taris.glb';
			for (const text of [files, 'levels/manaan_a.glb', 'levels/broken.glb', 'LINKS_FOUND'])
				expect(cold.stdout).toContain(text);
		},
	);

	test('names a level without findings in the forms that list files', async () => {
		const quiet = await runIn(project, 'build', '--ignore', 'LINKS_FOUND', '--format', 'junit');
		expect(quiet.stdout).toContain('<testcase classname="levels/taris.glb"');
		const page = await runIn(project, 'build', '--format', 'html');
		expect(page.stdout).toContain('<p>3 files: 0 errors, 0 warnings');
		expect(page.stdout).not.toContain('<script');
	});

	test('says in JSON of which level a finding is', async () => {
		const read = async () =>
			JSON.parse((await runIn(project, 'build', '--json')).stdout) as {
				targets: { name: string; status: string }[];
				findings: { code: string; location: { file: string } }[];
			};
		const [cold, again] = [await read(), await read()];
		expect(again.findings).toStrictEqual(cold.findings);
		expect(again.targets.map(({ status }) => status)).toStrictEqual(['up-to-date', 'up-to-date', 'up-to-date']);
		const links = cold.findings.filter(({ code }) => code === 'LINKS_FOUND');
		expect(links.map(({ location }) => location.file)).toStrictEqual(
			['manaan_a', 'manaan_b', 'taris'].map((name) => `levels/${name}.glb`),
		);
	});
});

describe('threads', () => {
	/** A stage that takes so long at first that another thread is worth its start, in which it does something else. */
	const own = (inThread: string): string => `
		import { existsSync, writeFileSync } from 'node:fs';
		import { workerData } from 'node:worker_threads';
		const isOther = workerData?.kind === 'build';
		const there = (name) => existsSync(new URL(name, import.meta.url));
		const pause = () => new Promise((resolve) => setTimeout(resolve, 120));
		let done = 0;
		export const stages = [Object.assign(() => ({ name: 'own', subject: 'walkmesh', options: {}, async run(mesh) {
			if (isOther) { writeFileSync(new URL('other', import.meta.url), ''); ${inThread} }
			else if (!there('other') && ++done < 5) await pause();
			else for (let i = 0; i < 300 && !there('other'); i++) await pause();
			return mesh;
		} }), { stageName: 'own', subject: 'walkmesh', options: {}, summary: '' })];`;

	function manyLevels(inThread = ''): Project {
		const made = studio('levels/*.glb', { recipe: ['weld', 'own', 'link'] });
		made.write('wokflow.config.json', JSON.stringify({ ...(made.value as object), plugin: ['./own.mjs'] }));
		made.write('own.mjs', own(inThread));
		return withLevels(made, ...Array.from({ length: 26 }, (_, i) => `levels/lev_${String(i).padStart(2, '0')}.glb`));
	}

	const files = (made: Project): Record<string, string> =>
		Object.fromEntries(Object.entries(made.files('.')).filter(([path]) => path.startsWith('out/')));

	test('make the same bytes and findings in any number, and are asked for whole levels', async () => {
		const made = manyLevels();
		const seen: unknown[] = [];
		for (const jobs of THOROUGH ? [1, 2, 4] : [1, 2]) {
			for (const path of ['out', '.wokflow', 'other']) rmSync(made.at(path), { recursive: true, force: true });
			if (jobs === 1) made.write('other', '');
			// Another module, which counts from the start.
			made.write('own.mjs', `${own('')}// ${jobs}`);
			const results = await build(await load(made), { jobs });
			const told = results.map(({ name, status, report }) => ({ name, status, findings: report.findings }));
			seen.push({ told, files: files(made) });
			expect(existsSync(made.at('other')), `${jobs}`).toBe(true);
		}
		for (const each of seen) expect(each).toStrictEqual(seen[0]);
	});

	test.runIf(THOROUGH)('one that ends is an error with its level, and the others are made', async () => {
		const made = manyLevels('process.exit();');
		await expect(build(await load(made), { jobs: 2 })).rejects.toThrow(
			/^Stage "own" of target "lev_\d\d" failed in room room_\d+: ended its thread: it may not call process\.exit/,
		);
		expect(readdirSync(made.at('out')).length).toBeGreaterThan(18);
		expect(Object.keys(made.files('.')).filter((path) => /lock|\.tmp/.test(path))).toStrictEqual([]);
	});

	test('a level that another target makes is made again when that has been written', async () => {
		const made = withLevels(
			studio(['in/*.glb'], {}, { last: { level: 'out/a/a.lyt', out: 'last', glb: false, plan: false } }),
			'in/a.glb',
			'in/b.glb',
		);
		await build(await load(made), { jobs: 2 });
		withLevels(made, 'in/b.glb', 'in/a.glb');
		const results = await build(await load(made), { jobs: 2 });
		expect(results.map(({ name, status }) => [name, status])).toContainEqual(['last', 'built']);
		const again = await build(await load(made), { jobs: 2 });
		expect(again.every(({ status }) => status === 'up-to-date')).toBe(true);
	});
});
