import { mkdirSync, rmSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BuildOptions, build, type TargetResult } from '../../builds/build.ts';
import { type UpToDate, upToDateTargets } from '../../builds/cache/manifest.ts';
import { loadConfig } from '../../builds/config/config.ts';
import { packageVersion } from '../../builds/program.ts';
import { nothingToBuild } from '../../cli/shared/ready.ts';
import { scratchFolder, wokflowProcess } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';
import { Project, roomGlb, row, rowGlb, rowLyt } from './support.ts';

const folder = scratchFolder();
const JSON_CONFIG = 'wokflow.config.json';
let count = 0;
let project: Project;

const TARGETS = {
	row: { level: 'row.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'room' },
	one: { input: 'one.glb', output: 'one.wok' },
};

function buildFrom(file: string, options: BuildOptions = {}): Promise<TargetResult[]> {
	return loadConfig(project.at(file)).then((config) => build(config, options));
}

/** What a process that has loaded nothing says; undefined where a build has to be started. */
function ready(file: string = JSON_CONFIG, targets: readonly string[] = [], strict = false): UpToDate[] | undefined {
	return upToDateTargets({ config: project.at(file), targets, strict, version: packageVersion() });
}

function editManifest(change: object): void {
	const manifest = JSON.parse(project.read('.wokflow/manifest.json').toString());
	project.write('.wokflow/manifest.json', JSON.stringify({ ...manifest, ...change }));
}

function namesOf(targets: readonly UpToDate[] | undefined): string[] | undefined {
	return targets?.map(({ name }) => name);
}

function newProject(): Project {
	project = new Project(`${folder}/${count++}`, { targets: TARGETS });
	project.write('row.lyt', rowLyt(row(3)));
	for (const room of row(3)) project.write(`rooms/${room.name}.glb`, roomGlb(room));
	project.write('one.glb', rowGlb(row(1)));
	return project;
}

describe('before anything is loaded it is known that nothing has to be built', () => {
	let built: Project;

	beforeAll(async () => {
		built = newProject();
		await buildFrom(JSON_CONFIG);
	});

	beforeEach(() => {
		project = built.copied(`${folder}/${count++}`);
	});

	test('after a build, of all targets or of some', () => {
		expect(namesOf(ready())).toStrictEqual(['row', 'one']);
		expect(namesOf(ready(JSON_CONFIG, ['one']))).toStrictEqual(['one']);
		expect(ready(JSON_CONFIG, ['other'])).toBeUndefined();
	});

	test.each<[string, () => void]>([
		['a room file was changed', () => project.write('rooms/row_01.glb', roomGlb({ ...row(2)[1], hump: 0.5 }))],
		['a room file went', () => rmSync(project.at('rooms/row_01.glb'))],
		['a room file came', () => project.write('rooms/row_01.obj', 'v 0 0 0\n')],
		['the layout was changed', () => project.write('row.lyt', rowLyt(row(2)))],
		['a visibility file came beside the layout', () => project.write('row.vis', '')],
		['an output was changed', () => project.write('out/row_00.wok', 'mine')],
		['an output went', () => rmSync(project.at('out/row.svg'))],
		[
			'the config was changed',
			() => project.write(JSON_CONFIG, JSON.stringify({ targets: { ...TARGETS, two: TARGETS.one } })),
		],
		['the manifest has no targets', () => editManifest({ targets: [] })],
		['the manifest is of no shape', () => editManifest({ config: null })],
		['the manifest is of an older format', () => editManifest({ format: 3 })],
		['the manifest says nothing of the config', () => editManifest({ config: undefined })],
		['another build is at work', () => project.write('.wokflow/lock', '')],
		['a killed run has left something', () => mkdirSync(project.at('out/.wokflow-01234567-1-0123456789ab.tmp'))],
	])('but not when %s', (_, change) => {
		change();
		expect(ready()).toBeUndefined();
	});

	test('but not by another version', () => {
		const config = project.at(JSON_CONFIG);
		expect(upToDateTargets({ config, targets: [], strict: false, version: '0.0.0' })).toBeUndefined();
	});

	test('but not where a config comes that goes before, nor for all targets when only some are known', async () => {
		await buildFrom(JSON_CONFIG, { targets: ['row'] });
		expect(namesOf(ready(JSON_CONFIG, ['row']))).toStrictEqual(['row']);
		expect(ready()).toBeUndefined();
		project.write('wokflow.config.mjs', 'export default { targets: {} };');
		expect(ready(JSON_CONFIG, ['row'])).toBeUndefined();
	});

	test('but not after a build that was reported which findings count', async () => {
		await buildFrom(JSON_CONFIG, { ignore: ['LINKS_FOUND'] });
		expect(ready()).toBeUndefined();
		await buildFrom(JSON_CONFIG);
		expect(ready()).toBeDefined();
	});

	test('but not with --strict where the last build warned', async () => {
		project.write('row.lyt', rowLyt([...row(2), { name: 'row_02', x: 500 }]));
		await buildFrom(JSON_CONFIG);
		expect(ready()?.[0].found.warnings).toBeGreaterThan(0);
		expect(ready(JSON_CONFIG, [], true)).toBeUndefined();
		expect(namesOf(ready(JSON_CONFIG, ['one'], true))).toStrictEqual(['one']);
	});

	test('and the command says so in the words of a build', () => {
		const { code, stderr, stdout } = wokflowProcess(['build', '-j', '1'], { cwd: project.folder });
		expect({ code, stderr, stdout }).toStrictEqual({
			code: 0,
			stderr: '2 targets: up to date\n',
			stdout: '',
		});
		if (!THOROUGH) return;
		const env = { FORCE_COLOR: '1' };
		expect(wokflowProcess(['build', 'one'], { cwd: project.folder, env }).stderr).toContain('\u001b[1mone');
	});

	test('and the command line is asked for nothing else', () => {
		const config = project.at(JSON_CONFIG);
		const asked = (...words: string[]) => nothingToBuild(['build', '-c', config, ...words], {});
		expect(asked('-j', '2', '--quiet')).toMatchObject({ quiet: true, targets: [{ name: 'row' }, { name: 'one' }] });
		expect(asked('one', '--strict')).toMatchObject({ quiet: false, targets: [{ name: 'one' }] });
		for (const word of ['--force', '--json', '--dry-run', '-w', '--depfile', '--clean', '--emit', '--ignore', '-j'])
			expect(asked(word), word).toBeUndefined();
		expect(nothingToBuild(['build', '-c', config], { WOKFLOW_GAME: 'game' })).toBeUndefined();
		expect(nothingToBuild(['level', config], {})).toBeUndefined();
	});
});

describe('a config that is a program', () => {
	const FILE = 'wokflow.config.mjs';
	const write = (text: string): void => {
		project = new Project(`${folder}/${count++}`, {});
		rmSync(project.at(JSON_CONFIG));
		project.write('row.glb', rowGlb(row(1)));
		project.write('names.mjs', "export const level = 'row.glb';");
		project.write(FILE, text);
	};

	test('is not run as long as no file of its code has changed', async () => {
		write("import { level } from './names.mjs';\nexport default { targets: { row: { level, out: 'out' } } };");
		await buildFrom(FILE);
		expect(namesOf(ready(FILE))).toStrictEqual(['row']);
		project.write('names.mjs', "export const level = 'other.glb';");
		expect(ready(FILE)).toBeUndefined();
	});

	test.each([
		["const out = process.env.WHERE ?? 'out';", 'a variable of the environment'],
		["import { readFileSync } from 'node:fs';\nconst out = readFileSync ? 'out' : '';", 'a file'],
		["const out = new Date() > 0 ? 'out' : '';", 'the time'],
		["const out = (await import('./names.mjs')) ? 'out' : '';", 'what it loads later'],
		["const out = import.meta.url ? 'out' : '';", 'where it lies'],
	])('is run each time when it asks elsewhere: %s', async (text) => {
		write(`${text}\nexport default { targets: { row: { level: 'row.glb', out } } };`);
		await buildFrom(FILE);
		expect(ready(FILE)).toBeUndefined();
	});
});
