import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeMdl } from '../../game/mdl/decode.ts';
import { FILE_HEADER, NODE } from '../../game/mdl/mdl.ts';
import { Report } from '../../src/findings/report.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';

const folder = scratchFolder();
const at = (name: string): string => join(folder, name);
const run = (line: string) => wokflow(line.split(' '), { cwd: folder });

beforeAll(async () => {
	for (const ending of ['mdl', 'mdx']) cpSync(join(FIXTURES, `small/room_01a.${ending}`), at(`room_01a.${ending}`));
	await run('convert room_01a.mdl room_01a.wok --origin 10,20,0 -q');
	writeFileSync(
		at('area.lyt'),
		'beginlayout\nroomcount 1\nroom_01a 10 20 0\ntrackcount 0\nobstaclecount 0\ndoorhookcount 0\ndonelayout\n',
	);
});

describe('sync', () => {
	test('finds a room, its model and its layout in step', async () => {
		for (const line of [
			'game sync check area.lyt',
			'game sync check room_01a.mdl --layout area.lyt',
			'game sync check room_01a.wok',
		]) {
			const { code, stdout } = await run(line);
			expect(stdout).toMatch(/^room_01a {2}in step/m);
			expect(code).toBe(0);
		}
	});

	test('compares a room once, however often its file is named', async () => {
		for (const word of ['room_01a.wok', './room_01a.wok', 'none/../room_01a.wok']) {
			const { stdout } = await run(`game sync check room_01a.wok ${word}`);
			expect(stdout.match(/^room_01a {2}in step/gm)).toHaveLength(1);
		}
	});

	test('says what differs and what to type, writes the model, and finds it in step', async () => {
		await run('convert room_01a.wok moved/room_01a.wok --translate 0.01,0,0 -q');
		const check = await run('game sync check area.lyt --room-folder moved --model-folder .');
		expect(check.code).toBe(1);
		expect(check.stderr).toContain('TWIN_PLACE');
		expect(check.stderr).toContain('10 mm (0.01 0 0)');
		expect(check.stderr).toMatch(/wokflow game sync .*--in-place/);

		const made = await run('game sync area.lyt --room-folder moved --model-folder . -o moved');
		expect(made.code).toBe(0);
		expect(await run('game sync check area.lyt --room-folder moved')).toMatchObject({ code: 0 });
		// The model that was read is as it was.
		expect(readFileSync(at('room_01a.mdl'))).toEqual(readFileSync(join(FIXTURES, 'small/room_01a.mdl')));
	});

	test('keeps the old files in place, and changes nothing the second time', async () => {
		const copy = scratchFolder();
		for (const name of ['room_01a.mdl', 'room_01a.mdx', 'area.lyt']) cpSync(at(name), join(copy, name));
		await wokflow(['rebuild', at('room_01a.wok'), '-o', copy, '--tree', 'fast', '-q'], { cwd: copy });
		const first = await wokflow(['game', 'sync', 'area.lyt', '-i', '--json'], { cwd: copy });
		expect(JSON.parse(first.stdout)).toMatchObject({
			ok: true,
			backups: [expect.stringMatching(/mdl\.bak$/), expect.stringMatching(/mdx\.bak$/)],
		});
		const second = await wokflow(['game', 'sync', 'area.lyt', '-i', '--json'], { cwd: copy });
		expect(JSON.parse(second.stdout)).toMatchObject({ ok: true, outputs: [], backups: [] });
	});

	test.each([
		['8000', 0, 'TWIN_PLACE'],
		['9000000', 1, 'TWIN_TOO_FAR'],
		['1e30', 1, 'TWIN_TOO_FAR'],
	])('of a room that the layout puts %s m away writes what a model can hold', async (x, code, told) => {
		const copy = scratchFolder();
		for (const name of ['room_01a.mdl', 'room_01a.mdx', 'room_01a.wok']) cpSync(at(name), join(copy, name));
		writeFileSync(join(copy, 'far.lyt'), String(readFileSync(at('area.lyt'))).replace('10 20 0', `${x} 20 0`));
		const made = await wokflow(['game', 'sync', 'far.lyt', '-i'], { cwd: copy });
		expect([made.code, made.stderr]).toEqual([code, expect.stringContaining(`[${told}]`)]);
	});

	test('of a model whose node lies too far out for its coordinates writes nothing', async () => {
		const copy = scratchFolder();
		for (const name of ['room_01a.mdx', 'room_01a.wok', 'area.lyt']) cpSync(at(name), join(copy, name));
		const mdl = readFileSync(at('room_01a.mdl'));
		const { nodes, walkmesh } = decodeMdl(mdl, new Report());
		const { offset } = nodes[walkmesh?.node ?? -1];
		mdl.writeFloatLE(6e10, offset + FILE_HEADER + NODE.position);
		writeFileSync(join(copy, 'room_01a.mdl'), mdl);
		const made = await wokflow(['game', 'sync', 'area.lyt', '-i'], { cwd: copy });
		expect([made.code, made.stderr]).toEqual([
			1,
			expect.stringMatching(/from where the model has its node ".*\[TWIN_TOO_FAR\]/),
		]);
		expect(readFileSync(join(copy, 'room_01a.mdl')).equals(mdl)).toBe(true);
	});

	/** Where the header of a walkmesh says where these tables begin. */
	const HEADER = { vertices: 76, surfaces: 88, boxes: 104 };
	const tableOf = (bytes: Buffer, table: keyof typeof HEADER): number => bytes.readUInt32LE(HEADER[table]);
	test.each<[what: string, change: (bytes: Buffer) => number, told: string]>([
		[
			'a box of its tree is not that of its faces',
			(bytes) => bytes.writeFloatLE(1e25, tableOf(bytes, 'boxes')),
			'The box of node \\d+ of the AABB tree',
		],
		[
			'a vertex was moved without a new tree',
			(bytes) => bytes.writeFloatLE(8.3, tableOf(bytes, 'vertices')),
			'The box of node \\d+ of the AABB tree',
		],
		[
			'a wall stands among walkable faces',
			(bytes) => bytes.writeUInt32LE(7, tableOf(bytes, 'surfaces')),
			'Faces \\d+ and on of the walkmesh are not in the order',
		],
	])('changes no model where %s, and says what to type', async (_, change, told) => {
		const copy = scratchFolder();
		for (const name of ['room_01a.mdl', 'room_01a.mdx', 'area.lyt', 'room_01a.wok']) cpSync(at(name), join(copy, name));
		const bytes = readFileSync(at('room_01a.wok'));
		change(bytes);
		writeFileSync(join(copy, 'room_01a.wok'), bytes);
		const made = await wokflow(['game', 'sync', 'area.lyt', '-i'], { cwd: copy });
		expect([made.code, made.stderr]).toEqual([1, expect.stringMatching(new RegExp(`${told}.*TWIN_TREE_UNFIT`))]);
		expect(made.stderr).toContain('wokflow rebuild');
		expect(readFileSync(join(copy, 'room_01a.mdl'))).toEqual(readFileSync(at('room_01a.mdl')));
		await wokflow(['rebuild', 'room_01a.wok', '-i', '-q'], { cwd: copy });
		expect((await wokflow(['game', 'sync', 'area.lyt', '-i'], { cwd: copy })).code).toBe(0);
		expect((await wokflow(['game', 'sync', 'check', 'area.lyt'], { cwd: copy })).code).toBe(0);
	});

	test('tells of a model without the node, and of one without a walkmesh file', async () => {
		const copy = scratchFolder();
		const model = readFileSync(at('room_01a.mdl'));
		const word = (offset: number): number => model.readUInt32LE(offset + 12);
		cpSync(at('area.lyt'), join(copy, 'area.lyt'));
		writeFileSync(join(copy, 'room_01a.mdl'), model);
		const alone = await wokflow(['game', 'sync', 'check', 'area.lyt'], { cwd: copy });
		expect(alone.stderr).toContain('TWIN_NO_WALKMESH');
		const single = await wokflow(['game', 'sync', 'check', 'room_01a.mdl'], { cwd: copy });
		expect(single).toMatchObject({ code: 1, stderr: expect.stringContaining('TWIN_NO_WALKMESH') });
		cpSync(at('room_01a.wok'), join(copy, 'room_01a.wok'));
		// The last child of the root; a mesh as any other.
		model.writeUInt16LE(0x21, word(word(word(40) + 44) + 12) + 12);
		writeFileSync(join(copy, 'room_01a.mdl'), model);
		const without = await wokflow(['game', 'sync', 'check', 'area.lyt'], { cwd: copy });
		expect(without.stderr).toContain('TWIN_NO_NODE');
		expect(without.code).toBe(1);
	});

	test('wants to know where to write, and tells of rooms without a partner', async () => {
		expect((await run('game sync area.lyt')).code).toBe(2);
		expect((await run('game sync check area.lyt -i')).code).toBe(2);
		expect((await run('game sync check')).code).toBe(2);
		const none = await run('game sync check area.lyt --model-folder moved/none');
		expect(none.code).not.toBe(0);
		const alone = scratchFolder();
		cpSync(at('area.lyt'), join(alone, 'area.lyt'));
		cpSync(at('room_01a.wok'), join(alone, 'room_01a.wok'));
		const without = await wokflow(['game', 'sync', 'check', 'area.lyt', '-v'], { cwd: alone });
		expect(without.stderr).toContain('TWIN_NO_MODEL');
		expect(without.stderr).toContain('TWIN_NONE');
		expect(without.code).toBe(1);
	});
});
