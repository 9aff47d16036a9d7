import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { configFromValue, loadConfig, loadRecipeFile } from '../../builds/config/config.ts';
import { writeGff } from '../../game/gff/write.ts';
import { dataFault, LONGEST_TEXT, MOST_NESTING } from '../../src/text/quote.ts';
import { gitWith } from '../support/area-maker.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { outputsOf, Project, type RowRoom, roomGlb, row, rowGlb, rowLyt } from './support.ts';

describe('config lines', () => {
	const out = scratchFolder();

	test.each([
		['syntax.json', '{\n\t"targets": {\n\t\t"a": { "level": "x.glb", }\n', /syntax\.json:3:2\d: /],
		['end.json', '{\n\t"targets": {\n', 'end.json:3:1: '],
		['scene.glb', 'glTF', 'scene.glb is not a config. One is called like wokflow.config.mjs, '],
		['syntax.mjs', 'export default {{', /syntax\.mjs(?::\d+)?: /],
		['nothing.mjs', 'export const x = 1;', 'nothing.mjs: it has no default export'],
		['run.mjs', 'export default {\n\ttargets:\n\t\tnope(),\n};\n', 'run.mjs:3: nope is not defined'],
	])('a mistake in %s is reported with its line, or that it is no config', async (name, text, message) => {
		writeFileSync(join(out, name), text);
		await expect(loadConfig(join(out, name))).rejects.toThrow(message);
	});

	test('a program that is a folder, a pipe or a device is not waited for', async () => {
		mkdirSync(join(out, 'folder.mjs'));
		await expect(loadConfig(join(out, 'folder.mjs'))).rejects.toThrow('folder.mjs is not a file.');
	});
});

describe('module', () => {
	const folder = scratchFolder();
	const MODULE = ['lbl_maptar_m99.tga', 'module.ifo', 'tar_m99.are', 'tar_m99.git', 'tar_m99.mod', 'tar_m99.pth'];
	const target = { level: 'row.glb', out: 'out', module: 'tar_m99', moduleFolder: 'parts', entry: [5, 3, 0] };
	let project: Project;

	const humped = (hump: number): RowRoom[] => row(3).map((room, index) => (index === 1 ? { ...room, hump } : room));

	beforeAll(async () => {
		project = new Project(join(folder, 'first'), { targets: { row: target } });
		project.write('row.glb', rowGlb(row(3)));
		project.write('parts/guard.utc', 'a guard');
		project.write('parts/old.mod', 'not a part');
		await project.build();
	});

	test('a target makes the module that `wokflow level --module` makes, byte for byte', async () => {
		const { code } = await wokflow(
			['level', 'row.glb', 'level', '--module', 'tar_m99', '--module-folder', 'parts', '--entry', '5,3,0'],
			{ cwd: project.folder },
		);
		expect(code).toBe(0);
		expect(project.files('out')).toStrictEqual(project.files('level'));
		expect(Object.keys(project.files('out'))).toEqual(expect.arrayContaining(MODULE));
		rmSync(project.at('level'), { recursive: true });
	});

	test('a module is made again for a part that comes, changes or goes, and nothing else is', async () => {
		expect((await project.build()).status).toBe('up-to-date');
		const next = async (): Promise<string[]> => outputsOf(await project.build(), 'written');
		project.write('parts/gate.utd', 'a door');
		expect(await next()).toEqual(['tar_m99.mod: input changed: parts; input changed: parts/gate.utd']);
		project.write('parts/gate.utd', 'another');
		expect(await next()).toEqual(['tar_m99.mod: input changed: parts/gate.utd']);
		rmSync(project.at('parts/gate.utd'));
		expect(await next()).toEqual(['tar_m99.mod: input changed: parts; input changed: parts/gate.utd']);
		expect((await project.build()).status).toBe('up-to-date');
	});

	test('a module is made again of a room that changed, and its findings are reported each time', async () => {
		const changed = project.copied(join(folder, 'changed'));
		changed.write('row.glb', rowGlb(humped(0.5)));
		const result = await changed.build();
		expect(outputsOf(result, 'written')).toContain('tar_m99.mod: rooms changed: row_01');
		expect(result.report.findings.map(({ code }) => code)).toContain('MODULE_PARTS_MISSING');
		const whole = new Project(join(folder, 'whole'), { targets: { row: target } });
		for (const path of ['row.glb', 'parts/guard.utc', 'parts/old.mod']) whole.write(path, changed.read(path));
		await whole.build();
		expect(whole.files('out')).toStrictEqual(changed.files('out'));
	});

	test('a folder for a module that does not exist is wrong use, and nothing is written', async () => {
		const none = new Project(join(folder, 'none'), { targets: { row: { ...target, moduleFolder: 'nowhere' } } });
		none.write('row.glb', rowGlb(row(2)));
		await expect(none.build()).rejects.toThrow('There is no folder or archive "nowhere"');
		expect(() => none.files('out')).toThrow();
	});

	test('a build shows what the GIT beside a layout places, as `wokflow level` does', async () => {
		const of = { level: 'row.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'room' };
		const area = new Project(join(folder, 'area'), { targets: { row: of } });
		area.write('row.lyt', rowLyt(row(2)));
		for (const room of row(2)) area.write(`rooms/${room.name}.glb`, roomGlb(room));
		area.write('row.git', writeGff(gitWith({ waypoints: [{ x: 3, y: 3, z: 0, bearing: 0 }] })));
		await area.build();
		await wokflow(['level', 'row.lyt', 'level', '--room-folder', 'rooms', '--room-space', 'room'], {
			cwd: area.folder,
		});
		expect(area.files('out')).toStrictEqual(area.files('level'));
		expect(String(area.read('out/row.svg'))).toContain('wp0');
	});
});

describe('hostile config', () => {
	/** A config may come with a repository of somebody else's; what is wrong in it is reported, whatever it is. */
	const out = scratchFolder();
	const deep = (open: string, close: string): string => open.repeat(50_000) + close.repeat(50_000);

	/** What the config in a file of this content is refused with. */
	async function refusal(name: string, text: string): Promise<unknown> {
		writeFileSync(join(out, name), text);
		return loadConfig(join(out, name)).catch((error: unknown) => error);
	}

	describe('a config that is data', () => {
		test.each([
			['lists in lists', `{"targets":${deep('[', ']')}}`],
			['objects in objects', `{"targets":${deep('{"a":', '}').replace(':}', ':1}')}}`],
		])('of %s without end is refused', async (_, text) => {
			const told = (await refusal('deep.json', text)) as Error;
			expect([told.name, told.message]).toEqual([
				'UsageError',
				expect.stringContaining(`more than ${MOST_NESTING} deep`),
			]);
			await expect(loadRecipeFile(join(out, 'deep.json'))).rejects.toThrow('it is nested more than');
		});

		test('that names itself as a plugin, or another that does, is refused', async () => {
			writeFileSync(join(out, 'other.json'), '{"plugin":["./self.json"]}');
			const told = (await refusal('self.json', '{"plugin":["./other.json"],"targets":{}}')) as Error;
			expect([told.name, told.message]).toEqual(['UsageError', expect.stringContaining('names itself as a plugin')]);
		});

		test.each([
			['a path', (text: string) => ({ targets: { a: { input: text, output: 'a.wok' } } })],
			['a key', (text: string) => ({ targets: {}, [text]: 1 })],
		])(
			'with a text of a megabyte as %s is refused; looking for `..` or near names in it took minutes',
			async (_, made) => {
				const told = (length: number): Promise<unknown> =>
					refusal('text.json', JSON.stringify(made('a'.repeat(length))));
				expect(((await told(LONGEST_TEXT + 1)) as Error).message).toContain(
					'a text of 32768 characters; 32767 at most',
				);
				expect(((await told(LONGEST_TEXT)) as Error).message ?? '').not.toContain('at most');
			},
		);

		test('with thousands of faults is refused with the first of them', async () => {
			const keys = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key${i}`, 1]));
			const lines = ((await refusal('keys.json', JSON.stringify({ targets: {}, ...keys }))) as Error).message.split(
				'\n',
			);
			expect(lines).toHaveLength(51);
			expect(lines[50]).toMatch(/keys\.json: and more$/);
			const few = JSON.stringify({ targets: {}, ...Object.fromEntries(Object.entries(keys).slice(0, 50)) });
			expect(((await refusal('keys.json', few)) as Error).message.split('\n')).toHaveLength(50);
		});

		test('and names a target that no file can be called after is refused', async () => {
			const target = { level: 'a.glb', out: 'out' };
			const told = await refusal('long.json', JSON.stringify({ targets: { ['x'.repeat(101)]: target } }));
			expect((told as Error).message).toContain('at most 100 of them');
			expect(await refusal('100.json', JSON.stringify({ targets: { ['x'.repeat(100)]: target } }))).toHaveProperty(
				'config',
			);
		});
	});

	test.each([
		['throw undefined', 'it threw undefined'],
		['throw "a text"', 'it threw a text'],
		['throw new Proxy({}, { get() { throw 1; } })', 'it threw something that is no error'],
		['export default { get targets() { throw new Error("a getter"); } }', 'a getter'],
		['export default new Proxy({}, { ownKeys() { throw new Error("keys"); } })', 'keys'],
		['export default Promise.reject(null)', 'it threw null'],
		['const a = { targets: {} }; a.targets.a = a; export default a', 'in a circle'],
	])('a config that is a program and says %s is reported as that', async (text, message) => {
		const told = (await refusal(`program-${text.length}.mjs`, text)) as Error;
		expect([told.name, told.message]).toEqual(['UsageError', expect.stringContaining(message)]);
	});

	test('a value that lies in a circle is refused, one that many share is not', async () => {
		const step: Record<string, unknown> = { name: 'weld' };
		step['self'] = step;
		await expect(configFromValue({ targets: { a: { recipe: [step] } } }, out)).rejects.toThrow('in a circle');
		let shared: object = {};
		for (let i = 0; i < MOST_NESTING - 1; i++) shared = { a: shared, b: shared };
		expect([dataFault(shared), dataFault({ shared })]).toEqual([undefined, expect.stringContaining('nested')]);
	});

	test('a plan of rooms in lists without end is refused', async () => {
		writeFileSync(join(out, 'plan.json'), `{"rooms":${deep('[', ']')}}`);
		const { code, stderr } = await wokflow(['assemble', 'plan.json', 'level'], { cwd: out });
		expect([code, stderr]).toEqual([2, expect.stringContaining('plan.json: it is nested more than')]);
	});

	test.skipIf(process.platform === 'win32')('a device that does not end is not read to its end', async () => {
		const { code, stderr } = await wokflow(['inspect', '/dev/zero']);
		expect([code, stderr]).toEqual([3, expect.stringContaining('it is a device that does not end')]);
	});
});
