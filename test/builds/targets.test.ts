import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { build } from '../../builds/build.ts';
import { readManifest } from '../../builds/cache/manifest.ts';
import { configFromValue, findConfig, loadConfig } from '../../builds/config/config.ts';
import { defineStage } from '../../pipeline/stages/stage.ts';
import { scratchFolder } from '../support/cli.ts';
import { outputsOf, Project, row, rowGlb, rowLyt } from './support.ts';

const folder = scratchFolder();
let count = 0;
let project: Project;

beforeEach(() => {
	project = new Project(`${folder}/${count++}`, { targets: { one: { input: 'row.glb', output: 'out/row.wok' } } });
	project.write('row.glb', rowGlb(row(2)));
});

test('a target that failed fails again, though another one was built, until its input is mended', async () => {
	const two = new Project(`${folder}/failing`, {
		targets: { row: { level: 'row.glb', out: 'out' }, one: { input: 'one.glb', output: 'one.wok' } },
	});
	two.write('row.glb', rowGlb(row(2)));
	two.write('one.glb', rowGlb(row(1)));
	const statuses = async () => (await build(await configFromValue(two.value, two.folder))).map(({ status }) => status);
	await statuses();
	two.write('row.glb', rowGlb(row(2)).subarray(0, 200));
	two.write('one.glb', rowGlb([{ ...row(1)[0], hump: 1 }]));
	// So long that the files count as settled, and their hashes are noted.
	await new Promise((resolve) => setTimeout(resolve, 150));
	expect(await statuses()).toEqual(['failed', 'built']);
	expect(await statuses()).toEqual(['failed', 'up-to-date']);
});

test('options of a build are checked before anything is written', async () => {
	const config = await configFromValue(project.value, project.folder);
	const built = (options: object) => build(config, options);
	await expect(built({ target: ['one'] })).rejects.toThrow('build has no option "target". Did you mean "targets"');
	await expect(built({ force: 'no' })).rejects.toThrow('The option force of build is true or false, not "no".');
	await expect(built({ jobs: 0 })).rejects.toThrow('The option jobs of build is a whole number from 1, not 0.');
	expect(await built({ jobs: 1, force: true, targets: ['one'] })).toHaveLength(1);
});

test('the manifest of many targets is not written for each, yet lacks few at any time and none after the last, nor after one that ends the build', async () => {
	const names = Array.from({ length: 40 }, (_, index) => `t${index}`);
	const targets = Object.fromEntries(names.map((name) => [name, { input: 'row.glb', output: `out/${name}.wok` }]));
	const many = new Project(`${folder}/many`, { targets });
	many.write('row.glb', rowGlb(row(1)));
	const config = await configFromValue(many.value, many.folder);
	const noted = () => readManifest(many.at('.wokflow/manifest.json')).targets.size;
	const enough = new AbortController();
	const first = build(config, { signal: enough.signal, onTarget: ({ name }) => name === 't34' && enough.abort() });
	await expect(first).rejects.toThrow('aborted');
	expect(noted()).toBe(35);
	rmSync(many.at('.wokflow'), { recursive: true });
	const sizes: number[] = [];
	let written = '';
	let writes = 0;
	await build(config, {
		onTarget() {
			const now = many.read('.wokflow/manifest.json').toString();
			if (now !== written) writes++;
			written = now;
			sizes.push(noted());
		},
	});
	expect(noted()).toBe(40);
	expect(writes).toBeLessThan(30);
	for (const [index, size] of sizes.entries()) {
		expect(size).toBeGreaterThan(((index + 1) * 15) / 16 - 1);
	}
});

describe('a conversion', () => {
	test('is done once, and again when its input changes', async () => {
		expect(outputsOf(await project.build(), 'written')).toStrictEqual(['row.wok: not built before']);
		expect((await project.build()).status).toBe('up-to-date');
		project.write('row.glb', rowGlb(row(3)));
		expect(outputsOf(await project.build(), 'written')).toStrictEqual(['row.wok: input changed: row.glb']);
	});

	test('is done again when its list of surfaces changes', async () => {
		project.write('surfaces.txt', 'Nothing = Stone\n');
		const target = {
			input: 'row.glb',
			output: 'out/row.wok',
			surfaces: 'surfaces.txt',
		};
		await project.build({}, { targets: { one: target } });
		const before = project.read('out/row.wok');
		project.write('surfaces.txt', 'Stone = Grass\n');
		const result = await project.build({}, { targets: { one: target } });
		expect(outputsOf(result, 'written')).toStrictEqual(['row.wok: input changed: surfaces.txt']);
		expect(project.read('out/row.wok').equals(before)).toBe(false);
	});

	test('makes the files of a door', async () => {
		mkdirSync(project.at('doors'), { recursive: true });
		copyFileSync('fixtures/small/door.glb', project.at('doors/door.glb'));
		const result = await project.build(
			{},
			{ targets: { door: { input: 'doors/door.glb', output: 'doors/gate.dwk' } } },
		);
		expect(outputsOf(result, 'written').map((line) => line.slice(0, 9))).toStrictEqual([
			'gate0.dwk',
			'gate1.dwk',
			'gate2.dwk',
		]);
	});

	test('makes the file of one state of a door under the name that it is given', async () => {
		copyFileSync('fixtures/small/door.glb', project.at('door.glb'));
		const whole = { input: 'door.glb', output: 'small_door.dwk' };
		await project.build({}, { targets: { whole } });
		const texts = { text: { input: 'small_door1.dwk', output: 'small_door1.ascii' } };
		await project.build({}, { targets: texts });
		const back = { input: 'small_door1.ascii', output: 'back/small_door1.dwk' };
		const result = await project.build({}, { targets: { back } });
		expect(outputsOf(result, 'written').map((line) => line.replace(/:.*/, ''))).toStrictEqual(['small_door1.dwk']);
		expect(project.read('back/small_door1.dwk').equals(project.read('small_door1.dwk'))).toBe(true);
	});

	test('takes the room of a layout to its place', async () => {
		const rooms = row(2);
		project.write('row_01.glb', rowGlb([{ name: 'row_01', x: 0 }]));
		project.write('row.lyt', rowLyt(rooms));
		const target = { input: 'row_01.glb', output: 'out/row_01.wok', layout: 'row.lyt', recipe: ['weld'] };
		await project.build({}, { targets: { one: target } });
		const before = project.read('out/row_01.wok');
		project.write('row.lyt', rowLyt([rooms[0], { name: 'row_01', x: 90 }]));
		expect(outputsOf(await project.build({}, { targets: { one: target } }), 'written')).toStrictEqual([
			'row_01.wok: input changed: row.lyt',
		]);
		expect(project.read('out/row_01.wok').equals(before)).toBe(false);
		const wrong = { ...target, room: 'nowhere' };
		await expect(project.build({}, { targets: { one: wrong } })).rejects.toThrow(
			'targets.one.room: The layout has no room "nowhere". It has: row_00, row_01.',
		);
	});

	test('reads a surface table of its own, and is done again when that changes', async () => {
		const table = (walk: number): string =>
			[
				'2DA V2.0',
				'',
				'   label walk walkcheck lineofsight grass sound',
				`0 Void 0 0 0 0 ****`,
				`1 Stone ${walk} 1 1 0 ST`,
				'',
			].join('\r\n');
		project.write('surfacemat.2da', table(1));
		const config = { targets: { one: { input: 'row.glb', output: 'out/row.wok', surfacemat: 'surfacemat.2da' } } };
		const first = await project.build({}, config);
		expect(first.inputs).toContain('surfacemat.2da');
		project.write('surfacemat.2da', table(0));
		expect(outputsOf(await project.build({}, config), 'written')).toStrictEqual([
			'row.wok: input changed: surfacemat.2da',
		]);
	});
});

describe('several targets', () => {
	test('are built in the order of the config, so that one can read what another wrote', async () => {
		const config = {
			targets: {
				first: { input: 'row.glb', output: 'out/row.wok' },
				second: { input: 'out/row.wok', output: 'out/row.ascii' },
			},
		};
		const results = await build(await configFromValue(config, project.folder));
		expect(results.map(({ status }) => status)).toStrictEqual(['built', 'built']);
		project.write('row.glb', rowGlb(row(3)));
		const again = await build(await configFromValue(config, project.folder), { targets: ['second', 'first'] });
		expect(again.map(({ name, status }) => `${name} ${status}`)).toStrictEqual(['first built', 'second built']);
	});

	test('one that fails does not keep the others from being built', async () => {
		const config = {
			targets: { bad: { input: 'nowhere.glb', output: 'bad.wok' }, good: { input: 'row.glb', output: 'good.wok' } },
		};
		const results = await build(await configFromValue(config, project.folder));
		expect(results.map(({ status }) => status)).toStrictEqual(['failed', 'built']);
		expect(results[0].failure).toMatchObject({ code: 'FILE_UNREADABLE', location: { file: 'nowhere.glb' } });
	});

	test('may not write the same file', async () => {
		const config = { targets: { a: { level: 'row.glb', out: 'out/' }, b: { level: 'row.glb', out: './out' } } };
		await expect(build(await configFromValue(config, project.folder))).rejects.toThrow(
			'targets.b and targets.a both write out.',
		);
	});

	test('may not write where the cache is, which removes what is not its own', async () => {
		for (const [cache, out] of [
			[undefined, '.wokflow/cache/manifest-a'],
			['kept', 'out/../kept/cache'],
		]) {
			const config = { ...(cache === undefined ? {} : { cache }), targets: { a: { level: 'row.glb', out } } };
			await expect(build(await configFromValue(config, project.folder))).rejects.toThrow(
				/^targets\.a writes into the folder of the cache, /,
			);
		}
		const beside = { cache: 'kept', targets: { a: { level: 'row.glb', out: 'kept/out' } } };
		const [{ status }] = await build(await configFromValue(beside, project.folder));
		expect([status, existsSync(project.at('kept/out/row.lyt'))]).toStrictEqual(['built', true]);
	});

	test('an unknown one is reported with those that there are', async () => {
		await expect(project.build({ targets: ['two'] })).rejects.toThrow('There is no target "two". The config has: one.');
	});
});

describe('code of one’s own', () => {
	const stage = (height: number): string => `
		import { by } from './lib/height.mjs';
		const lift = Object.assign(
			(options = {}) => ({
				name: 'lift', subject: 'walkmesh', options: { by, ...options },
				run: (mesh) => ({ ...mesh, positions: mesh.positions.map((value, i) => (i % 3 === 2 ? value + by + ${height} : value)) }),
			}),
			{ stageName: 'lift', subject: 'walkmesh', options: {}, summary: 'Lifts.' },
		);
		export const stages = [lift];
	`;

	test('a changed plugin, or what it imports, makes the target again', async () => {
		const target = { input: 'row.glb', output: 'out/row.wok', recipe: ['weld', 'lift', 'sort'] };
		const config = { plugin: ['./stages.mjs'], targets: { one: target } };
		project.write('stages.mjs', stage(1));
		project.write('lib/height.mjs', 'export const by = 0;');
		await project.build({}, config);
		expect((await project.build({}, config)).status).toBe('up-to-date');
		const one = project.read('out/row.wok');
		project.write('stages.mjs', stage(2));
		expect(outputsOf(await project.build({}, config), 'written')).toStrictEqual(['row.wok: own code changed']);
		expect(project.read('out/row.wok').equals(one)).toBe(false);
		project.write('lib/height.mjs', 'export const by = 7;');
		expect((await project.build({ dryRun: true }, config)).status).toBe('built');
	});

	test('a stage itself can stand in a recipe', async () => {
		const seen: string[] = [];
		const spy = defineStage('spy', 'walkmesh', 'Looks.', {}, (mesh) => {
			seen.push(mesh.name);
			return mesh;
		});
		const config = { targets: { row: { level: 'row.glb', out: 'out', recipe: ['weld', spy(), 'link'] } } };
		await project.build({ jobs: 4 }, config);
		expect(seen).toStrictEqual(['row_00', 'row_01']);
	});

	test('an unknown stage or option is reported with its place in the config', async () => {
		const target = { input: 'row.glb', output: 'out/row.wok' };
		await expect(project.build({}, { targets: { one: { ...target, recipe: ['weld', 'wled'] } } })).rejects.toThrow(
			/^targets\.one\.recipe\[1\]: There is no stage "wled"\. Did you mean "weld"\? Known: .*weld/,
		);
		await expect(project.build({}, { targets: { one: { ...target, recipe: [['weld', { by: 1 }]] } } })).rejects.toThrow(
			/^targets\.one\.recipe\[0\]: stage "weld" has no option "by"\. It has: .*tolerance/,
		);
		await expect(project.build({}, { targets: { one: { ...target, recipe: ['weld'], snap: 0.01 } } })).rejects.toThrow(
			'targets.one.snap has no effect beside "recipe", which has all stages. Give it to a stage',
		);
		await expect(project.build({}, { targets: { one: { ...target, recipe: ['link'] } } })).rejects.toThrow(
			'targets.one.recipe: stage "link" works on a level; a conversion has none.',
		);
		await expect(project.build({}, { targets: { one: { ...target, to: 'fbx' } } })).rejects.toThrow(
			/^targets\.one\.to: There is no exporter "fbx"/,
		);
		const unwritten = { input: 'row.glb', output: 'out/row.fbx' };
		await expect(project.build({}, { targets: { one: unwritten } })).rejects.toThrow(
			/^targets\.one\.output: "out\/row\.fbx": wokflow does not write \.fbx files\. Use \.wok/,
		);
	});
});

describe('a config file', () => {
	test.each(['mjs', 'ts', 'json'])('.%s is found, loaded and read', async (ending) => {
		const own = `${folder}/config-${ending}`;
		const target = { level: 'row.glb', out: 'out' };
		const other = new Project(own, {});
		const { rmSync } = await import('node:fs');
		rmSync(other.at('wokflow.config.json'));
		const text = JSON.stringify({ targets: { row: target } });
		other.write(
			`wokflow.config.${ending}`,
			ending === 'json' ? text : `export default ${text}${ending === 'ts' ? ' as object' : ''};`,
		);
		const file = findConfig(undefined, own);
		expect(file.endsWith(`.${ending}`)).toBe(true);
		expect((await loadConfig(file)).config.targets['row']).toStrictEqual(target);
	});

	test('that is not there is reported with the names it could have', () => {
		expect(() => findConfig(undefined, project.at('nowhere'))).toThrow(/wokflow\.config\.mjs.*wokflow init/);
		expect(() => findConfig('other.json')).toThrow('There is no config other.json.');
	});
});
