import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { readWalkmesh, writeWalkmesh } from '../../pipeline/bytes.ts';
import { Report } from '../../src/findings/report.ts';
import { NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { row, rowGlb } from '../builds/support.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';

const folder = scratchFolder();
let count = 0;
let level: string;

const at = (name: string): string => join(folder, level, name);
const read = (name: string): Buffer => readFileSync(at(name));

function change(name: string, edit: (mesh: Walkmesh) => Walkmesh): void {
	writeFileSync(at(name), writeWalkmesh(edit(readWalkmesh(read(name), name).walkmesh)));
}

async function run(...args: string[]): Promise<{ code: number | null; json: Record<string, never>; loud: string[] }> {
	const { code, stdout } = await wokflow([...args, '--json'], { cwd: folder });
	const json = JSON.parse(stdout);
	const findings = json.findings as { code: string; severity: string }[];
	return { code, json, loud: findings.filter(({ severity }) => severity !== 'note').map((each) => each.code) };
}

/** Adds faces that use these vertices. */
function withFaces(mesh: Walkmesh, ...corners: readonly number[]): Walkmesh {
	return {
		...mesh,
		faces: Uint32Array.from([...mesh.faces, ...corners]),
		surfaces: Uint32Array.from([...mesh.surfaces, ...new Array(corners.length / 3).fill(mesh.surfaces[2])]),
		transitions: Int32Array.from([...mesh.transitions, ...new Array(corners.length).fill(NONE)]),
	};
}

/** Gives a face vertices of its own, a little to the side. */
function torn(mesh: Walkmesh, face: number, by: number): Walkmesh {
	const first = mesh.positions.length / 3;
	const points = [0, 1, 2].flatMap((k) => [
		...mesh.positions.subarray(mesh.faces[face * 3 + k] * 3, mesh.faces[face * 3 + k] * 3 + 3),
	]);
	const faces = mesh.faces.slice();
	faces.set([first, first + 1, first + 2], face * 3);
	return {
		...mesh,
		faces,
		positions: Float32Array.from([
			...mesh.positions,
			...points.map((value, axis) => (axis % 3 === 0 ? value + by : value)),
		]),
	};
}

/** Some in each room: room, what is found, and how it comes about. */
const FAULTS: readonly (readonly [file: string, code: string, spoil: (mesh: Walkmesh) => Walkmesh])[] = [
	['row_02.wok', 'FACE_DUPLICATE', (mesh) => withFaces(mesh, ...mesh.faces.subarray(6, 9))],
	['row_02.wok', 'FACE_DEGENERATE', (mesh) => withFaces(mesh, mesh.faces[6], mesh.faces[7], mesh.faces[6])],
	['row_01.wok', 'GROUND_TORN', (mesh) => torn(mesh, 2, 0)],
	['row_00.wok', 'VERTEX_NEAR_MISS', (mesh) => torn(mesh, 0, 0.004)],
];

beforeAll(async () => {
	writeFileSync(join(folder, 'row.glb'), rowGlb(row(3)));
	await wokflow(['level', 'row.glb', 'base', '-q'], { cwd: folder });
	expect((await run('check', 'base/row.lyt')).loud).toStrictEqual([]);
});

beforeEach(() => {
	level = `level${count++}`;
	cpSync(join(folder, 'base'), join(folder, level), { recursive: true });
});

describe('wokflow fix', () => {
	test('mends what rooms have, and nothing else', async () => {
		const before = new Map(readdirSync(at('')).map((name) => [name, read(name)]));
		for (const [file, , spoil] of FAULTS) change(file, spoil);
		const spoilt = new Map(FAULTS.map(([file]) => [file, read(file)]));
		const all = await run('check', `${level}/row.lyt`);
		for (const [file, code] of FAULTS) {
			const location = expect.objectContaining({ file: `${level}/${file}` });
			expect(all.json['findings'] as unknown).toContainEqual(expect.objectContaining({ code, location }));
		}

		// First it only says what it would do.
		const dry = await run('fix', `${level}/row.lyt`);
		expect(dry.json['written']).toStrictEqual([]);
		for (const [file, bytes] of spoilt) expect(read(file).equals(bytes), file).toBe(true);

		const made = await run('fix', `${level}/row.lyt`, '--in-place');
		expect(made).toMatchObject({ code: 0, loud: [] });
		expect((await run('check', `${level}/row.lyt`)).loud).toStrictEqual([]);
		for (const [name, bytes] of before) {
			const old = spoilt.get(name);
			if (old === undefined) {
				expect(read(name).equals(bytes), name).toBe(true);
				continue;
			}
			expect(readFileSync(at(`${name}.bak`)).equals(old), name).toBe(true);
			expect(readWalkmesh(read(name)).walkmesh.faces).toHaveLength(readWalkmesh(bytes).walkmesh.faces.length);
		}

		const again = await run('fix', `${level}/row.lyt`, '--in-place');
		expect(again.json).toMatchObject({ files: [], written: [], backups: [] });
	});

	test('says that nothing is to be mended only of files that it could read, and that are walkmeshes', async () => {
		const bytes = read('row_02.wok');
		writeFileSync(at('cut.wok'), bytes.subarray(0, 1000));
		writeFileSync(at('page.html'), '<p>no walkmesh</p>');
		writeFileSync(at('cut.glb'), rowGlb(row(3)).subarray(0, 500));
		for (const [name, code] of [
			['cut.wok', 3],
			['page.html', 3],
			['cut.glb', 3],
			['row.glb', 1],
		] as const) {
			const made = await wokflow(['fix', `${level}/${name}`, '--in-place'], { cwd: folder });
			expect([name, made.code, made.stderr]).toEqual([name, code, expect.stringContaining('error: ')]);
			expect(made.stderr).not.toContain('Nothing to mend');
		}
		writeFileSync(at('row_02.wok'), bytes.subarray(0, 1000));
		const room = await run('fix', `${level}/row.lyt`, '--in-place');
		expect(room.code).toBe(3);
		expect(read('row_02.wok')).toHaveLength(1000);
		const { stderr } = await wokflow(['fix', `${level}/row_00.wok`], { cwd: folder });
		expect(stderr).toContain('Nothing to mend.');
	});

	test('writes of files without a layout those that change, and nothing of a level without faults', async () => {
		const to = `${level}-out`;
		change('row_02.wok', (mesh) => withFaces(mesh, ...mesh.faces.subarray(6, 9)));
		await run('fix', `${level}/row_01.wok`, `${level}/row_02.wok`, '-o', to);
		expect(readdirSync(join(folder, to))).toStrictEqual(['row_02.wok']);
		expect((await run('fix', 'base/row.lyt', '-o', `${to}2`)).json).toMatchObject({ files: [], written: [] });
	});

	test('derives tables again that say something else than the geometry', async () => {
		const sound = read('row_01.wok');
		const file = decodeBwm(sound, new Report());
		writeFileSync(at('row_01.wok'), encodeBwm({ ...file, adjacency: file.adjacency.map(() => -1) }));
		await run('fix', `${level}/row_01.wok`, '-i', '--no-backup');
		expect(read('row_01.wok').equals(sound)).toBe(true);
		expect(existsSync(at('row_01.wok.bak'))).toBe(false);
	});

	test('takes one place to write to, and so does rebuild', async () => {
		const before = read('row_01.wok');
		const { code, stderr } = await wokflow(['fix', at('row_01.wok'), '-i', '-o', `${level}-out`], { cwd: folder });
		expect([code, stderr]).toEqual([2, expect.stringContaining('fix takes either --in-place or --output FOLDER.')]);
		for (const more of [[], ['-i', '-o', `${level}-out`]])
			expect(await wokflow(['rebuild', at('row_01.wok'), ...more], { cwd: folder })).toMatchObject({
				code: 2,
				stderr: expect.stringContaining('rebuild takes either --in-place or --output FOLDER.'),
			});
		expect(read('row_01.wok').equals(before)).toBe(true);
	});

	test('says of walkmeshes as text that they are not mended, where there is anything to mend', async () => {
		const text = async (name: string): Promise<string> => {
			const { code } = await wokflow(['convert', at('row_01.wok'), join(folder, name), '--to', 'ascii', '-q']);
			expect(code).toBe(0);
			return join(folder, name);
		};
		const fine = await wokflow(['fix', await text('sound.txt')]);
		expect(fine).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing to mend.') });
		change('row_01.wok', (mesh) => withFaces(mesh, ...mesh.faces.subarray(0, 3)));
		const torn = await text('torn.txt');
		const { code, stderr } = await wokflow(['fix', torn]);
		expect(stderr).toContain('[FIX_NOT_BINARY]');
		expect(stderr).not.toContain('Nothing to mend.');
		expect(code).toBe(1);
	});

	test('leaves the links of a level that lost a line of its layout as they are, from which its place is reported', async () => {
		const lines = read('row.lyt').toString();
		const listed = [...lines.matchAll(/^\s+(row_\w+) /gm)].map(([, name]) => name);
		const woks = readdirSync(at('')).filter((name) => name.endsWith('.wok'));
		const before = woks.map(read);
		// The links of its neighbours count the room, whether the visibility file names it or not.
		for (const vis of ['kept', 'missing']) {
			if (vis === 'missing') rmSync(at('row.vis'));
			writeFileSync(at('row.lyt'), lines.replace('roomcount 3', 'roomcount 2').replace(/^\s*row_01 .*\r?\n/m, ''));
			for (const command of ['check', 'fix', 'link']) {
				const { code, json, loud } = await run(command, `${level}/row.lyt`, ...(command === 'check' ? [] : ['-i']));
				expect([command, code, loud]).toStrictEqual([command, 1, ['LEVEL_ROOM_UNLISTED']]);
				expect(json['findings'] as unknown).toContainEqual(
					expect.objectContaining({
						values: expect.objectContaining({ name: 'row_01', index: listed.indexOf('row_01') }),
					}),
				);
				expect(woks.map(read)).toStrictEqual(before);
			}
		}
		writeFileSync(at('row.lyt'), lines);
		expect((await run('check', `${level}/row.lyt`)).loud).toStrictEqual([]);
	});

	test('shows linked rooms from each other, and keeps what the visibility file lists', async () => {
		const sound = read('row.vis').toString('latin1');
		const [first] = sound.split('\r\n');
		const [room] = first.split(' ');
		// A room that neither sees nor is seen.
		const kept = sound
			.split(/(?<=\r\n)(?! )/)
			.filter((entry) => !entry.startsWith(`${room} `))
			.map((entry) => {
				const lines = entry.split('\r\n').filter((line) => line !== '' && line.trim() !== room);
				return [`${lines[0].split(' ')[0]} ${lines.length - 1}`, ...lines.slice(1), ''].join('\r\n');
			});
		writeFileSync(at('row.vis'), kept.join(''));
		const before = read('row.vis');
		const found = await run('check', `${level}/row.lyt`);
		expect(found.loud).toStrictEqual(['VIS_LINK_UNSEEN']);
		expect(found.json['findings'] as unknown).toContainEqual(
			expect.objectContaining({
				code: 'VIS_LINK_UNSEEN',
				actions: [expect.objectContaining({ command: 'fix', arguments: [`${level}/row.lyt`] })],
			}),
		);

		// A folder that is written holds the whole level.
		await run('fix', `${level}/row.lyt`, '-o', `${level}/mended`);
		expect(readdirSync(at('mended')).sort()).toStrictEqual(
			readdirSync(at(''))
				.filter((name) => /\.(wok|lyt|vis)$/.test(name))
				.sort(),
		);
		expect((await run('check', `${level}/mended/row.lyt`)).loud).toStrictEqual([]);
		expect(read('row.vis').equals(before)).toBe(true);

		const made = await run('fix', `${level}/row.lyt`, '--in-place');
		expect(made.json).toMatchObject({ written: [`${level}/row.vis`], backups: [`${level}/row.vis.bak`] });
		expect((await run('check', `${level}/row.lyt`)).loud).toStrictEqual([]);
		for (const line of kept
			.join('')
			.split('\r\n')
			.filter((each) => each.startsWith('  ')))
			expect(read('row.vis').toString('latin1')).toContain(line);
		expect((await run('fix', `${level}/row.lyt`)).json).toMatchObject({ files: [], written: [] });
	});
});
