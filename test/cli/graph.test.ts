import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decode, encode, sealed, unsealed } from '../../builds/cache/encoding.ts';
import type { CommandAction } from '../../builds/emit/batches.ts';
import { Project, roomGlb, row, rowGlb, rowLyt } from '../builds/support.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';
import { THOROUGH } from '../support/thorough.ts';

const folder = scratchFolder();
let count = 0;

async function actionsOf(project: Project, ...args: string[]): Promise<CommandAction[]> {
	const { stdout, code } = await wokflow(['graph', ...args, '--json'], { cwd: project.folder });
	expect(code).toBe(0);
	return (JSON.parse(stdout) as { actions: CommandAction[] }).actions;
}

describe.each([
	['a scene', { level: 'row.glb', out: 'out', module: 'tar_m99', moduleFolder: 'parts' }],
	['a layout', { level: 'row.lyt', out: 'out', roomFolder: 'rooms', roomSpace: 'room' }],
])('the actions of a level from %s', (_, target) => {
	const batches = target.level === 'row.glb' || THOROUGH ? [['1'], ['2'], []] : [['2']];
	test.each(batches)(
		'in batches of %s rooms, each in a folder with nothing but its inputs, make what a build makes',
		async (batch?: string) => {
			const project = new Project(join(folder, String(count++)), { targets: { row: target } });
			project.write('row.glb', rowGlb(row(3)));
			project.write('row.lyt', rowLyt(row(3)));
			project.write('parts/guard.utc', 'a guard');
			for (const room of row(3)) project.write(`rooms/${room.name}.glb`, roomGlb(room));
			const actions = await actionsOf(project, ...(batch === undefined ? [] : ['--batch', batch]));
			expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
			expect(actions.some(({ command }) => command[2] === 'batch')).toBe(batch !== '1');
			if (batch === undefined) expect(actions).toHaveLength(1);
			for (const { id, command, inputs, outputs } of actions) {
				const alone = join(folder, `alone-${count++}`);
				mkdirSync(alone, { recursive: true });
				const move = (from: string, to: string, path: string): void => {
					mkdirSync(dirname(join(to, path)), { recursive: true });
					cpSync(join(from, path), join(to, path));
				};
				for (const path of inputs) move(project.folder, alone, path);
				const run = await wokflow(command.slice(1), { cwd: alone });
				// The folder of the module has no models: that is told of it, as a build does.
				const told = /^row$|\/module$/.test(id)
					? expect.stringMatching(/^(?:warning: .*\[MODULE_PARTS_MISSING\]\n[\s\S]*)?$/)
					: '';
				expect(run, id).toMatchObject({ code: 0, stderr: told });
				for (const path of outputs) {
					expect(existsSync(join(alone, path)), `${id} makes ${path}`).toBe(true);
					move(alone, project.folder, path);
				}
				rmSync(alone, { recursive: true });
			}
			const made = project.files('out');
			rmSync(project.at('out'), { recursive: true });
			await project.build();
			expect(made).toStrictEqual(project.files('out'));
		},
	);
});

test('a graph without --json is a line an action', async () => {
	const project = new Project(join(folder, String(count++)), {
		targets: { one: { input: 'row.glb', output: 'one.wok' } },
	});
	project.write('row.glb', rowGlb(row(2)));
	const { stdout } = await wokflow(['graph', '--outputs'], { cwd: project.folder });
	expect(stdout).toBe('one/convert  2 inputs, 1 output\n  one.wok\n');
});

test('a batch of what is no step is wrong use', async () => {
	for (const call of ['[', '[]', '["batch"]', '[1]'])
		expect(await wokflow(['step', 'batch', call]), call).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('step batch takes JSON arrays'),
		});
});

test('a batch comes from a file too', async () => {
	const project = new Project(join(folder, String(count++)), { targets: { row: { level: 'row.glb', out: 'out' } } });
	project.write('row.glb', rowGlb(row(2)));
	project.write('wrong.json', '[["split"], "link"]');
	const step = (path: string) => wokflow(['step', 'batch', path], { cwd: project.folder });
	expect(await step('wrong.json')).toMatchObject({ code: 2, stderr: expect.stringContaining('wrong.json takes JSON') });
	expect(await step('missing.json')).toMatchObject({ code: 2, stderr: expect.stringContaining('missing.json: ') });
	const prepare = (room: string): string[] => [
		'prepare',
		...['prepare.pack', `${room}.room.pack`, `${room}.prepared.pack`, `${room}.d`].map((name) => `made/${name}`),
	];
	const split = ['split', 'wokflow.config.json', 'row', 'made', 'made/split.d'];
	project.write('steps.json', JSON.stringify([split, prepare('row_00'), prepare('row_01')]));
	expect(await step('steps.json')).toMatchObject({ code: 0, stderr: '' });
	expect(existsSync(project.at('made/row_01.prepared.pack'))).toBe(true);
	for (const [pack, problem] of [
		['wrong.json', 'is damaged. Delete it and build again.'],
		['missing.pack', 'cannot be read: it does not exist.'],
	])
		expect(await wokflow(['step', 'link', pack], { cwd: project.folder })).toMatchObject({
			code: 2,
			stderr: `error: ${pack} ${problem}\n`,
		});
});

test('a step reads no file that holds no pack, and writes over none', async () => {
	const project = new Project(join(folder, String(count++)), { targets: { row: { level: 'row.glb', out: 'out' } } });
	project.write('row.glb', rowGlb(row(2)));
	const step = (...args: string[]) => wokflow(['step', ...args], { cwd: project.folder });
	for (const bytes of [new Uint8Array(), encode(null), encode([7]), encode({}), Uint8Array.of(255, 0, 0, 0)]) {
		project.write('odd.pack', sealed(bytes));
		const stderr = 'error: odd.pack is damaged. Delete it and build again.\n';
		expect(await step('link', 'odd.pack')).toMatchObject({ code: 2, stderr });
	}
	const split = ['split', 'wokflow.config.json', 'row', 'made', 'made/split.d'];
	expect((await step(...split)).code).toBe(0);
	expect((await step(...split)).code).toBe(0);
	const made = project.files('made');
	for (const name of ['level.pack', 'split.d']) {
		project.write(`made/${name}`, 'mine');
		const stderr = `error: made/${name} is a file that wokflow did not make. Move it, or give the step another path.\n`;
		expect(await step(...split)).toMatchObject({ code: 2, stderr });
		expect(project.files('made')).toStrictEqual({ ...made, [name]: 'mine' });
		project.write(`made/${name}`, '');
		expect((await step(...split)).code).toBe(0);
		expect(project.files('made')).toStrictEqual(made);
	}
});

test('a step reads what it asks for and nothing else, and writes over none of it', async () => {
	const project = new Project(join(folder, String(count++)), { targets: { row: { level: 'row.glb', out: 'out' } } });
	project.write('row.glb', rowGlb(row(2)));
	const step = (...args: string[]) => wokflow(['step', ...args], { cwd: project.folder });
	for (const { command } of await actionsOf(project, '--batch', '1'))
		expect((await wokflow(command.slice(1), { cwd: project.folder })).code).toBe(0);
	const at = (name: string): string => `.wokflow/graph/row/${name}`;
	const [options, room, linked] = ['prepare.pack', 'row_00.room.pack', 'row_00.linked.pack'].map(at);
	const holds = (pack: string, kind: string, wanted: string): string =>
		`${pack} holds "${kind}" where this step reads "${wanted}". Check the order of its arguments.`;
	const before = project.files('.');
	for (const [args, problem] of [
		[['prepare', room, options, 'x.pack', 'x.d'], holds(room, 'room', 'prepareOptions')],
		[['prepare', options, linked, 'x.pack', 'x.d'], holds(linked, 'linked', 'room')],
		[['link', options], holds(options, 'prepareOptions', 'linkOptions')],
		[['finish', options, linked, 'x.wok', 'x.pack', '-'], holds(options, 'prepareOptions', 'finishOptions')],
		[['gather', at('gather.pack'), 'report', 'x.json', linked], holds(linked, 'linked', 'drawn')],
		[
			['gather', at('gather.pack'), 'layout', 'x.lyt', '-'],
			'step gather makes lyt, vis, glb, plan, placements, report, not "layout".',
		],
		[
			['gather', at('gather.pack'), '__proto__', 'x.lyt', '-'],
			'step gather makes lyt, vis, glb, plan, placements, report, not "__proto__".',
		],
		...[options, room].map((output) => [
			['prepare', options, room, output, 'x.d'],
			`${output} is what the step reads. Give its output another path.`,
		]),
		[
			['prepare', options, room, 'x.pack', 'x.pack'],
			'Two outputs would be written to "x.pack". Give each a path of its own.',
		],
		[
			['finish', at('finish.pack'), linked, 'x.wok', 'x.pack', 'x.pack'],
			'Two outputs would be written to "x.pack". Give each a path of its own.',
		],
	] as [string[], string][])
		expect(await step(...args), args.join(' ')).toMatchObject({ code: 2, stderr: `error: ${problem}\n` });
	expect(project.files('.')).toStrictEqual(before);
});

test('a step refuses every file that another version made', async () => {
	const project = new Project(join(folder, String(count++)), { targets: { row: { level: 'row.glb', out: 'out' } } });
	project.write('row.glb', rowGlb(row(2)));
	const [split, ...others] = await actionsOf(project, '--batch', '1');
	expect((await wokflow(split.command.slice(1), { cwd: project.folder })).code).toBe(0);
	for (const path of split.outputs) {
		const file = decode(unsealed(project.read(path)) as Uint8Array) as object;
		project.write(path, sealed(encode({ ...file, wokflow: '9.9.9' })));
	}
	for (const { command } of others.filter(({ id }) => /prepare|link|gather lyt/.test(id)))
		expect(await wokflow(command.slice(1), { cwd: project.folder })).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/\.pack was made by wokflow 9\.9\.9; this is /),
		});
});

test('the actions of a config say what it wants to be reported', async () => {
	const config = { severity: { LINKS_FOUND: 'error' }, targets: { row: { level: 'row.glb', out: 'out' } } };
	const project = new Project(join(folder, String(count++)), config);
	project.write('row.glb', rowGlb(row(2)));
	for (const { command } of await actionsOf(project, '--batch', '1'))
		expect(command.slice(0, 4)).toStrictEqual(['wokflow', 'step', '--severity', 'LINKS_FOUND=error']);
});
