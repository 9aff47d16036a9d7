import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';

const folder = scratchFolder();
const run = (...args: string[]) => wokflow(args, { cwd: folder });
const rooms = ['hall', 'corridor', 'ramp', 'corner', 'end'];

beforeAll(async () => {
	const files = rooms.map((room) => join(FIXTURES, `kit/${room}.obj`));
	expect((await run('convert', ...files, '-o', 'kit', '--to', 'wok', '-q')).code).toBe(0);
});

test('a kit is listed with its doorways', async () => {
	const { stdout } = await run('kit', 'kit', '--json');
	const listed = JSON.parse(stdout).rooms as { name: string; doorways: Record<string, unknown>[] }[];
	expect(listed.map(({ name, doorways }) => [name, doorways.length])).toEqual([
		['corner', 2],
		['corridor', 2],
		['end', 1],
		['hall', 4],
		['ramp', 2],
	]);
	expect(listed[4].doorways[0]).toEqual({
		number: 1,
		width: 2,
		height: null,
		at: [3, 0, 1],
		left: [3, 1, 1],
		right: [3, -1, 1],
		bearing: 0,
		by: 'no wall',
	});
	expect((await run('kit', 'kit')).stdout).toContain('2 m wide, open above, at 0 4 0, bearing 90° (no wall)');
});

test('a plan becomes a level that checks clean and can be walked through', async () => {
	const made = await run('assemble', join(FIXTURES, 'kit/plan.json'), 'out', '--kit', 'kit');
	expect(made).toMatchObject({ code: 0, stdout: '' });
	expect(made.stderr).toContain('8 rooms, 7 joints');
	expect(readdirSync(join(folder, 'out'))).toEqual(expect.arrayContaining(['m99aa.lyt', 'm99aa.vis', 'm99aa_08.wok']));
	const checked = JSON.parse((await run('check', 'out/m99aa.lyt', '--json')).stdout);
	expect({ errors: checked.errors, warnings: checked.warnings }).toEqual({ errors: 0, warnings: 0 });
	for (const to of ['15,0', '0,15', '-13,6']) {
		const route = await run('query', 'out/m99aa.lyt', 'route', '0,0', to, '--json', '--room-space', 'area');
		expect(JSON.parse(route.stdout)).toMatchObject({ arrived: true });
	}
});

test('nothing is written of a plan whose rooms do not meet', async () => {
	const plan = {
		name: 'm98',
		kit: 'kit',
		rooms: [{ room: 'hall' }, { room: 'ramp', doorway: 1, joins: 'm98_01:1', closes: { 2: 'm98_01:2' } }],
	};
	writeFileSync(join(folder, 'ring.json'), JSON.stringify(plan));
	const { code, stderr } = await run('assemble', 'ring.json', '-o', 'never');
	expect(code).toBe(1);
	expect(stderr).toContain('Doorway 2 does not fit doorway 2 of room "m98_01"');
	expect(existsSync(join(folder, 'never'))).toBe(false);
});

test('a plan whose kit has the name of standard input is not read from there', async () => {
	writeFileSync(join(folder, 'dash.json'), JSON.stringify({ name: 'm99aa', kit: '-', rooms: [{ room: 'hall' }] }));
	const { code, stderr } = await wokflow(['assemble', 'dash.json', 'dash'], { cwd: folder, input: new Uint8Array(9) });
	expect(code).toBe(3);
	expect(stderr).toContain('./-: error: Cannot read the file: it does not exist.');
});

test('nothing is written of a room so far out that its corners fall together', async () => {
	const plan = { name: 'm98', kit: 'kit', rooms: [{ room: 'hall', position: [1e30, 0, 0] }] };
	writeFileSync(join(folder, 'far.json'), JSON.stringify(plan));
	const { code, stderr } = await run('assemble', 'far.json', '-o', 'never');
	expect(code).toBe(1);
	expect(stderr).toMatch(/room m98_01: error: The walkmesh would lie up to 1e\+30 m from the origin/);
	expect(existsSync(join(folder, 'never'))).toBe(false);
});

test.each([
	['{', 'plan.json: not JSON: '],
	['{"name":"m98","rooms":[]}', 'plan.json: rooms: must be a list of at least 1 room'],
	['{"name":"m 98","rooms":[{"room":"hall"}]}', 'plan.json: name: must be up to 16 letters, digits and "_"'],
	[
		'{"name":"m98","rooms":[{"room":"hall","turns":90}]}',
		'plan.json: rooms[0].turns: unknown key. Did you mean "turn"? Known here: name, room',
	],
	['{"name":"m98","rooms":[{"room":"hal"}]}', 'the kit has no room "hal". Did you mean "hall"?'],
])('says what is wrong with a plan: %s', async (text, message) => {
	writeFileSync(join(folder, 'plan.json'), text);
	const { code, stderr } = await run('assemble', 'plan.json', 'never', '--kit', 'kit');
	expect(code).toBe(2);
	expect(stderr).toContain(message);
});

test.each([
	[50, 50, false],
	[51, 51, true],
	[5000, 51, true],
])('of %d faults of a plan tells fifty', async (faults, lines, isCut) => {
	const rooms = Array.from({ length: faults }, () => ({ room: 'hall', turns: 90 }));
	writeFileSync(join(folder, 'faults.json'), JSON.stringify({ name: 'm98', rooms }));
	const { code, stderr } = await run('assemble', 'faults.json', 'never', '--kit', 'kit');
	expect([code, stderr.match(/faults\.json: /g)?.length]).toEqual([2, lines]);
	expect(stderr.endsWith('faults.json: and more\n')).toBe(isCut);
});
