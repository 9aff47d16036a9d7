import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readVis } from '../../level/formats/read-vis.ts';
import { writeVis } from '../../level/formats/write.ts';
import { readWalkmesh, writeWalkmesh } from '../../pipeline/bytes.ts';
import { Report } from '../../src/findings/report.ts';
import { row, rowGlb } from '../builds/support.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { CORPUS_ROOT, corpusPresent } from '../support/corpus.ts';

const folder = scratchFolder();

interface Found {
	readonly code: string;
	readonly severity: string;
	readonly values?: Readonly<Record<string, unknown>>;
	readonly location: { readonly file?: string; readonly room?: string; readonly at?: readonly number[] };
}

async function check(...args: string[]): Promise<{ code: number | null; findings: Found[]; loud: string[] }> {
	const { code, stdout, stderr } = await wokflow(['check', ...args, '--json'], { cwd: folder });
	if (stdout === '') throw new Error(stderr);
	const { findings } = JSON.parse(stdout) as { findings: Found[] };
	return { code, findings, loud: findings.filter(({ severity }) => severity !== 'note').map((each) => each.code) };
}

/** A level as files, one room of which has a face twice. */
beforeAll(async () => {
	writeFileSync(join(folder, 'row.glb'), rowGlb(row(3)));
	await wokflow(['level', 'row.glb', 'clean', '-q'], { cwd: folder });
	await wokflow(['convert', join(FIXTURES, 'small/door.glb'), 'clean/gate.dwk', '-q'], { cwd: folder });
	cpSync(join(folder, 'clean'), join(folder, 'faulty'), { recursive: true });
	const path = join(folder, 'faulty/row_02.wok');
	const { walkmesh } = readWalkmesh(readFileSync(path), 'row_02.wok');
	const faces = Uint32Array.from([...walkmesh.faces, ...walkmesh.faces.subarray(6, 9)]);
	const surfaces = Uint32Array.from([...walkmesh.surfaces, walkmesh.surfaces[2]]);
	const transitions = Int32Array.from([...walkmesh.transitions, -1, -1, -1]);
	writeFileSync(path, writeWalkmesh({ ...walkmesh, faces, surfaces, transitions }));
});

describe('wokflow check', () => {
	test('says nothing of a level that wokflow made, by layout, folder, scene or file', async () => {
		for (const input of ['clean/row.lyt', 'clean', 'row.glb', 'clean/row_02.wok', 'clean/gate0.dwk'])
			expect(await check(input), input).toMatchObject({ code: 0, loud: [] });
	});

	test('counts levels as such: their rooms are checked, too, and are no files beside them', async () => {
		const ofFolder = await wokflow(['check', 'clean'], { cwd: folder });
		expect(ofFolder.stderr).toContain('1 level and 3 files checked, nothing wrong.');
		const ofFiles = await wokflow(['check', 'clean/gate0.dwk', 'clean/gate1.dwk'], { cwd: folder });
		expect(ofFiles.stderr).toContain('2 files checked, nothing wrong.');
	});

	test('checks a file once, however often and however it is named', async () => {
		const words = ['clean', 'clean/gate0.dwk', './clean/gate0.dwk', 'clean/../clean/row.lyt', 'clean/row.lyt'];
		const { stderr } = await wokflow(['check', ...words], { cwd: folder });
		expect(stderr).toContain('1 level and 3 files checked, nothing wrong.');
	});

	test('names a fault once, with file, room and spot, and goes on to the next input', async () => {
		const { code, findings, loud } = await check('faulty/row.lyt', 'nowhere.wok', 'clean/row.lyt');
		expect(loud).toStrictEqual(['FILE_UNREADABLE', 'FACE_DUPLICATE']);
		expect(findings.find((each) => each.code === 'FACE_DUPLICATE')?.location).toMatchObject({
			file: expect.stringContaining('row_02.wok'),
			room: 'row_02',
			at: expect.any(Array),
		});
		expect(code).toBe(3);
	});

	test('is printed by room, with what to type', async () => {
		const { stderr } = await wokflow(['check', 'faulty/row.lyt'], { cwd: folder });
		expect(stderr).toMatch(
			/^room row_02 \(faulty\/row_02\.wok\): 1 warning\n {2}face \d+, at .*\[FACE_DUPLICATE\]\n {4}.*wokflow fix/m,
		);
	});

	test('only some codes', async () => {
		expect((await check('faulty', '--only', 'T_JUNCTION')).findings).toStrictEqual([]);
		expect((await check('faulty', '--only', 'FACE_DUPLICATE')).findings).toHaveLength(1);
		const { code, stderr } = await wokflow(['check', 'faulty', '--only', 'FACE_DUPLICAT'], { cwd: folder });
		expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean "FACE_DUPLICATE"')]);
	});

	test('what a baseline knows is not told again, something new is', async () => {
		expect((await check('clean', '--baseline', 'known.json')).code).toBe(2);
		await check('faulty', '--baseline', 'known.json', '--update-baseline');
		expect(await check('faulty', '--baseline', 'known.json', '--strict')).toMatchObject({ code: 0, loud: [] });
		const text = readFileSync(join(folder, 'known.json'), 'utf8');
		expect(JSON.parse(text)).toMatchObject({ version: 1, findings: [{ code: 'FACE_DUPLICATE', room: 'row_02' }] });
		writeFileSync(join(folder, 'other.json'), text.replace('row_02', 'row_01'));
		expect((await check('faulty', '--baseline', 'other.json')).loud).toStrictEqual(['FACE_DUPLICATE']);
		writeFileSync(join(folder, 'broken.json'), '{"version": 2}');
		expect((await check('faulty', '--baseline', 'broken.json')).loud).toStrictEqual(['BASELINE_INVALID']);
	});

	test('a baseline has a name to be written to', async () => {
		const { code, stderr } = await wokflow(['check', 'faulty', '--update-baseline'], { cwd: folder });
		expect([code, stderr]).toEqual([2, expect.stringContaining('--update-baseline goes with --baseline FILE.')]);
	});

	test('a baseline is written only where one was, or nothing', async () => {
		writeFileSync(join(folder, 'mine.txt'), 'my notes');
		const { code, stderr } = await wokflow(['check', 'faulty', '--baseline', 'mine.txt', '--update-baseline'], {
			cwd: folder,
		});
		expect(code).not.toBe(0);
		expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('my notes');
		expect(stderr).not.toContain('wrote mine.txt');
		expect(stderr).toContain('Add --baseline PATH.');
	});

	test('a picture that would replace a file of somebody else names the flag to change', async () => {
		for (const [flag, name] of [
			['--plan', 'drawn.svg'],
			['--glb', 'drawn.glb'],
		]) {
			writeFileSync(join(folder, name), 'my picture');
			const { code, stderr } = await wokflow(['check', 'clean/row.lyt', flag, name], { cwd: folder });
			expect([code, stderr]).toEqual([1, expect.stringContaining(`Add ${flag} PATH.`)]);
			expect(stderr).not.toMatch(/--force|wrote drawn/);
			expect(readFileSync(join(folder, name), 'utf8')).toBe('my picture');
		}
	});

	test('a door without one of its states, a text where the game wants a binary, a room that nobody sees', async () => {
		cpSync(join(folder, 'clean'), join(folder, 'odd'), { recursive: true });
		cpSync(join(folder, 'odd/gate0.dwk'), join(folder, 'lone/gate0.dwk'));
		expect((await check('lone')).loud).toStrictEqual(['DOOR_STATE_MISSING']);
		await wokflow(['convert', 'clean/row_02.wok', 'text.ascii'], { cwd: folder });
		writeFileSync(join(folder, 'odd/row_02.wok'), readFileSync(join(folder, 'text.ascii')));
		// Rooms 00 and 01 are linked; now neither lists the other.
		const { entries } = readVis(readFileSync(join(folder, 'odd/row.vis')), new Report());
		const pair = ['row_00', 'row_01'];
		const unseen = entries.map(({ room, visible }) => ({
			room,
			visible: visible.filter((other) => !(pair.includes(room) && pair.includes(other))),
		}));
		writeFileSync(join(folder, 'odd/row.vis'), writeVis({ entries: unseen }));
		expect((await check('odd/row.lyt')).loud.sort()).toEqual(
			expect.arrayContaining(['VIS_LINK_UNSEEN', 'WALKMESH_TEXT']),
		);
	});

	test('a room whose name is misspelt in the layout, with the name of the file that is there', async () => {
		const lines = readFileSync(join(folder, 'clean/row.lyt'), 'latin1').replace(' row_02 ', ' row_02b ');
		writeFileSync(join(folder, 'clean/typo.lyt'), lines, 'latin1');
		const { findings } = await check('clean/typo.lyt');
		rmSync(join(folder, 'clean/typo.lyt'));
		expect(findings.filter(({ code }) => code === 'LEVEL_ROOM_FILE_MISSING')).toMatchObject([
			{ location: { room: 'row_02b' }, values: { near: ['row_02'] } },
		]);
	});

	test('what is wrong with a layout once, also where its folder is checked', async () => {
		cpSync(join(folder, 'clean'), join(folder, 'counted'), { recursive: true });
		const lines = readFileSync(join(folder, 'counted/row.lyt'), 'latin1');
		const changed = lines.replace(/roomcount \d+/, 'roomcount 2').replace(/(row_02) \S+/, '$1 0,5');
		writeFileSync(join(folder, 'counted/row.lyt'), changed, 'latin1');
		const { findings } = await check('counted');
		const own = findings.filter(({ code }) => /^LAYOUT_(?:FAULT|ENTRY)/.test(code));
		expect(own.map(({ code }) => code).sort()).toEqual(['LAYOUT_ENTRY_INVALID', 'LAYOUT_FAULT']);
		const { stdout, stderr } = await wokflow(['check', 'counted'], { cwd: folder });
		expect(stdout + stderr).toContain('numbers have a point');
	});

	test('two files whose names differ in letter case only, where a disk takes them for two', async () => {
		cpSync(join(folder, 'clean/row_02.wok'), join(folder, 'cases/row_02.wok'));
		expect((await check('cases')).loud).not.toContain('FILES_DIFFER_IN_CASE');
		cpSync(join(folder, 'clean/row_01.wok'), join(folder, 'cases/ROW_02.wok'));
		const isOneFile = readdirSync(join(folder, 'cases')).length === 1;
		expect((await check('cases')).loud.includes('FILES_DIFFER_IN_CASE')).toBe(!isOneFile);
	});

	test('a balcony above other ground is a note as the game has it, and the answer about the ground stays', async () => {
		const floor = (z: number, from: number): string =>
			`v 0 ${z} 0\nv 4 ${z} 0\nv 4 ${z} -4\nv 0 ${z} -4\nf ${from} ${from + 1} ${from + 2} ${from + 3}\n`;
		writeFileSync(join(folder, 'balcony.obj'), `o balcony\nusemtl Stone\n${floor(0, 1)}${floor(3, 5)}`);
		expect((await wokflow(['convert', 'balcony.obj', 'balcony.wok', '-q'], { cwd: folder })).code).toBe(0);
		expect((await check('balcony.wok')).loud).toContain('GROUND_STACKED');
		const asInGame = await check('balcony.wok', '--profile', 'game', '--ignore', 'GROUND_STACKED');
		expect(asInGame.loud).toEqual([]);
		expect(asInGame.findings.find(({ code }) => code === 'GROUND_REACH')?.values).toMatchObject({
			area: 32,
			reached: 16,
		});
	});

	test.skipIf(!corpusPresent)('of the real rooms it says at most one thing as the game has them', async () => {
		const { loud } = await check(join(CORPUS_ROOT, 'rooms'), '--profile', 'game');
		expect(loud.length).toBeLessThanOrEqual(1);
	});
});
