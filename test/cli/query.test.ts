import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readGff } from '../../game/gff/gff.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import { Report } from '../../src/findings/report.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { EAST, layoutOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { soundQuayGlb } from '../support/small-quay.ts';

const folder = scratchFolder();
const west = withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 1 });
const east = withTransitions(rectangle(4, 0, 4, 4, 0.5), { [WEST]: 0 });
mkdirSync(join(folder, 'rooms'));
writeFileSync(join(folder, 'west.wok'), writeWalkmesh(west));
writeFileSync(join(folder, 'east.wok'), writeWalkmesh(east));
writeFileSync(join(folder, 'area.lyt'), writeLyt(layoutOf('west', 'east')));
const crate = createWalkmesh({ ...rectangle(-0.5, -0.5, 1, 1), kind: 'placeable', surfaces: Uint32Array.of(7, 7) });
writeFileSync(join(folder, 'crate.pwk'), writeWalkmesh(crate));

const ask = (...args: string[]) => wokflow(['query', ...args], { cwd: folder });

describe('a question', () => {
	test('to a walkmesh says height, face and surface', async () => {
		expect(await ask('east.wok', 'height', '5,1')).toMatchObject({ code: 0, stdout: '0.5 m, face 0 (Stone)\n' });
		expect(await ask('east.wok', 'face', '5,3')).toMatchObject({ code: 0, stdout: 'face 1 (Stone), at 5 3 0.5\n' });
		expect(await ask('east.wok', 'height', '5,1,0.4')).toMatchObject({ code: 1, stdout: 'no ground\n' });
		expect((await ask('east.wok', 'ray', '5,1,9', '5,1,-9')).stdout).toBe('5 1 0.5, face 0 (Stone), 8.5 m away\n');
		expect(await ask('east.wok', 'ray', '5,1,9', '5,1,-9', '--sides', 'back')).toMatchObject({
			code: 1,
			stdout: 'no hit\n',
		});
		expect((await ask('west.wok', 'nearest', '-3,1')).stdout).toBe('0 1 0, face 1 (Stone), 3 m away\n');
	});

	test('to a layout says the room, and walks into the next', async () => {
		expect((await ask('area.lyt', 'room', '5,1')).stdout).toBe('east\n');
		expect(await ask('area.lyt', 'walk', '1,1', '7,1')).toMatchObject({
			code: 0,
			stdout: 'arrives at 7 1 0.5, face 0 of room east, after 6 m\n',
		});
		const stopped = await ask('area.lyt', 'walk', '1,1', '7,9', '--radius', '0');
		expect(stopped.code).toBe(1);
		expect(stopped.stdout).toMatch(/^stops at 3\.25 4 0, face 1 of room west, .*: perimeter\n$/);
	});

	test('to several rooms counts them in the order they are given', async () => {
		expect((await ask('west.wok', 'east.wok', 'walk', '1,1', '7,1')).code).toBe(0);
		expect((await ask('east.wok', 'west.wok', 'walk', '1,1', '7,1')).code).toBe(1);
	});

	test('finds the way about what stands there', async () => {
		const straight = await ask('area.lyt', 'route', '1,1', '7,1');
		expect(straight).toMatchObject({ code: 0, stdout: 'arrives at 7 1 0.5, face 0 of room east, after 6 m\n' });
		const { stdout } = await ask('area.lyt', 'route', '1,1', '7,1', '--object', 'crate.pwk=2.5,1,0,45');
		expect(stdout).toMatch(/^by way of .*\narrives at 7 1 0\.5, .* after 6\.\d+ m\n$/);
	});

	test('says points of a way that read alike once', async () => {
		const { stdout } = await ask(join(FIXTURES, 'level/quay.glb'), 'route', '100,-150', '140,-150', '-q');
		const points = /^by way of (.*)$/m.exec(stdout)?.[1].split(', ') ?? [];
		expect(points.length).toBeGreaterThan(0);
		expect(new Set(points).size).toBe(points.length);
	});

	test('lets placed objects take part', async () => {
		const args = ['area.lyt', 'walk', '1,1', '7,1', '--object', 'crate.pwk=2.5,1,0,45'];
		const { code, stdout } = await ask(...args);
		expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringMatching(/: placeable\n$/) });
	});

	test('is answered as JSON', async () => {
		const { stdout } = await ask('area.lyt', 'walk', '1,1', '7,1', '--json');
		expect(JSON.parse(stdout)).toMatchObject({
			op: 'walk',
			arrived: true,
			why: null,
			at: [7, 1, 0.5],
			room: 'east',
			face: 0,
		});
	});

	test.each([
		[['east.wok'], 'Say what to ask: height, face, nearest, room, ray, walk, route'],
		[['east.wok', 'height'], 'height takes one point. For example: height 12,30'],
		[['east.wok', 'height', '5 1'], '"5 1" is not a point. Points are x,y or x,y,z in metres, without blanks: 12,30'],
		[['east.wok', 'height', '5,x'], '"5,x" is not a point.'],
		[['east.wok', 'height', '--dept', '5,1'], "unknown option '--dept'"],
		[['area.lyt', 'east.wok', 'height', '5,1'], 'A layout is asked by itself'],
		[['area.lyt', 'height', '5,1', '--object', 'crate.pwk=here'], '"here" does not position an object.'],
	])('%j is explained', async (args, message) => {
		const { code, stderr } = await ask(...args);
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
	});
});

describe('path points', () => {
	test('of a layout are written as a PTH whose links can be walked', async () => {
		const { code, stderr } = await wokflow(['paths', 'area.lyt', '-o', 'area.pth'], { cwd: folder });
		expect({ code, stderr }).toEqual({
			code: 0,
			stderr: expect.stringMatching(/wrote area\.pth: \d+ path points?, \d+ links?/),
		});
		const { type, root } = readGff(new Uint8Array(readFileSync(join(folder, 'area.pth'))), new Report());
		expect(type).toBe('PTH ');
		expect(root.fields.map(({ label }) => label)).toEqual(['Path_Points', 'Path_Conections']);
	});

	test('need a file to be written to', async () => {
		const { code, stderr } = await wokflow(['paths', 'area.lyt'], { cwd: folder });
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('-o module.pth') });
	});
});

describe('questions of standard input', () => {
	test('are answered in their order, those not understood with an error in their place', async () => {
		const lines = [
			'{"op":"height","at":[5,1]}',
			'{"op":"height","at":[5,1,0.2]}',
			'nonsense',
			'{"op":"ray","from":[5,1,9],"to":[5,1,-9],"mask":"walk","id":7}',
			'{"op":"walk","from":[1,1],"to":[7,1],"radius":0.35}',
			'{"op":"height","at":[5]}',
			'{"op":"height","at":[5,1],"mask":"walk"}',
			'{"op":"ray","from":[5,1,9],"to":[5,1,-9],"mask":"floor"}',
			'[]',
			'{"op":"room","at":[1,1]}',
		];
		const { code, stdout } = await wokflow(['query', 'area.lyt', '--stdin'], {
			cwd: folder,
			input: new TextEncoder().encode(lines.join('\n')),
		});
		expect(code).toBe(0);
		const none = { room: null, face: null, surface: null, at: null, normal: null, distance: null };
		expect(
			stdout
				.split('\n')
				.slice(0, -1)
				.map((line) => JSON.parse(line)),
		).toEqual([
			{ op: 'height', hit: true, room: 'east', face: 0, surface: 4, at: [5, 1, 0.5], normal: [0, 0, 1], distance: 0 },
			{ op: 'height', hit: false, ...none },
			{ op: null, error: 'This is not JSON: "nonsense".' },
			{
				op: 'ray',
				hit: true,
				room: 'east',
				face: 0,
				surface: 4,
				at: [5, 1, 0.5],
				normal: [0, 0, 1],
				distance: 8.5,
				id: 7,
			},
			{ op: 'walk', arrived: true, why: null, at: [7, 1, 0.5], room: 'east', face: 0, distance: 6 },
			{ op: 'height', error: 'at is a point of two or three numbers, not [5].' },
			{ op: 'height', error: 'height has no "mask". It has: at.' },
			{ op: 'ray', error: 'mask is one of walk, walkcheck, sight, all, not "floor".' },
			{ op: null, error: 'A question is an object such as {"op":"height","at":[12,30]}.' },
			{ op: 'room', hit: true, ...none, room: 'west' },
		]);
	});

	test('end with those before that were answered when there are only mistakes', async () => {
		const { code, stdout, stderr } = await wokflow(['query', 'area.lyt', '--stdin'], {
			cwd: folder,
			input: new TextEncoder().encode('\n'.repeat(20_000)),
		});
		expect(code).toBe(2);
		expect(stdout.split('\n')).toHaveLength(10_001);
		expect(stderr).toContain('the limit');
	});

	test('take from flags what they leave out', async () => {
		const { stdout } = await wokflow(['query', 'area.lyt', '--stdin', '--radius', '0'], {
			cwd: folder,
			input: new TextEncoder().encode('{"op":"walk","from":[1,1],"to":[1,9]}\n'),
		});
		expect(JSON.parse(stdout)).toMatchObject({ arrived: false, why: 'perimeter', at: [1, 4, 0] });
	});
});

test('doors and placeables of the area take part when asked, doors in the state that is asked for', async () => {
	writeFileSync(join(folder, 'quay.glb'), soundQuayGlb());
	await wokflow(['level', 'quay.glb', 'placed', '-q'], { cwd: folder });
	const { placements } = JSON.parse(readFileSync(join(folder, 'placed/quay.placements.json'), 'utf8'));
	const door = (placements as { kind: string; position: number[]; bearing: number }[]).find(
		({ kind }) => kind === 'door',
	);
	const [x, y, z] = door?.position ?? [];
	const angle = (((door?.bearing ?? 0) + 90) * Math.PI) / 180;
	const ends = [1, -1].map((side) => `${x + Math.cos(angle) * side},${y + Math.sin(angle) * side},${z + 0.5}`);
	for (const input of ['placed/quay.lyt', 'quay.glb']) {
		const walk = async (...flags: string[]) =>
			JSON.parse((await wokflow(['query', input, 'walk', ...ends, '--json', ...flags], { cwd: folder })).stdout);
		expect((await walk()).why, input).not.toBe('door');
		expect((await walk('--placed')).why, input).toBe('door');
		expect((await walk('--placed', '--doors', 'open1')).why, input).not.toBe('door');
	}
});

test('one file can stand in several spots', async () => {
	const flags = ['--object', 'crate.pwk=1,2,0,0', '--object', 'crate.pwk=3,2,0,0'];
	for (const [from, x] of [
		['0.2,2', 0.15],
		['2,2', 2.15],
	] as const) {
		const { stdout } = await ask('west.wok', 'walk', from, '3.9,2', '--json', ...flags);
		expect(JSON.parse(stdout)).toMatchObject({
			why: 'placeable',
			at: [expect.closeTo(Math.max(x, Number(from.split(',')[0])), 3), 2, 0],
		});
	}
	expect((await ask('west.wok', 'walk', '1,1', '2,1', '--object', 'crate.pwk')).stderr).toContain(
		'does not position an object',
	);
});
