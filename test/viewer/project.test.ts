import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeGff } from '../../game/gff/write.ts';
import { chooseInputs, type ProjectFile } from '../../viewer/core/project.ts';
import type { OpenedPicture } from '../../viewer/core/protocol.ts';
import { Answerer, answerMessage } from '../../viewer/core/worker.ts';
import { gitWith, triggerStruct } from '../support/area-maker.ts';
import { FIXTURES, scratchFolder, wokflow } from '../support/cli.ts';
import { soundQuayGlb } from '../support/small-quay.ts';

/** What the page asks its worker, without a browser: the same code answers. */

const out = scratchFolder();

function fixture(path: string, as = path.replace(/^.*\//, '')): ProjectFile {
	return { path: as, bytes: new Uint8Array(readFileSync(join(FIXTURES, path))) };
}

async function cli(...args: string[]): Promise<string> {
	const { code, stdout, stderr } = await wokflow(args, { cwd: out });
	expect(code, stderr).toBe(0);
	return stdout;
}

const written = (name: string): Uint8Array => new Uint8Array(readFileSync(join(out, name)));

let quay: Answerer;
let opened: OpenedPicture;

beforeAll(async () => {
	quay = new Answerer();
	writeFileSync(join(out, 'quay.glb'), soundQuayGlb());
	opened = await quay.answer('open', { files: [{ path: 'quay.glb', bytes: written('quay.glb') }] });
});

describe('opening', () => {
	test('draws every face of every room, and the doors and placeables where they stand', () => {
		const { picture } = opened;
		expect(opened.rooms).toHaveLength(3);
		expect(picture.parts.filter(({ kind }) => kind === 'room')).toHaveLength(3);
		expect(picture.parts.filter(({ kind }) => kind === 'door').map(({ state }) => state)).toEqual([
			'closed',
			'open1',
			'open2',
		]);
		expect(picture.corners).toHaveLength(picture.surfaces.length * 9);
		const { first, count } = picture.parts[picture.parts.length - 1];
		expect(first + count).toBe(picture.surfaces.length);
		expect(opened.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
	});

	test('shows what the GIT beside a layout places: where it stands and looks, and the outline of a trigger', async () => {
		const stand = { x: 2, y: 3, z: 1, bearing: Math.PI / 2 };
		const git = writeGff(gitWith({ creatures: [stand], triggers: [triggerStruct(stand, 2)] }));
		const { picture } = await new Answerer().answer('open', {
			files: [
				fixture('level/quay.lyt'),
				{ path: 'quay.git', bytes: git },
				...['quay_01a', 'quay_01b'].map((name) => fixture(`level/rooms/${name}.glb`)),
			],
		});
		expect(picture.things.map(({ name, at }) => [name, at])).toEqual([
			['creature 0 "guard0"', [2, 3, 1]],
			['trigger 0 "trap"', [2, 3, 1]],
		]);
		const [[from, to]] = picture.things[0].lines;
		expect([from, to.map((value) => Number(value.toFixed(3)))]).toEqual([
			[2, 3, 1],
			[2, 3.8, 1],
		]);
		expect(picture.things[1].lines).toHaveLength(4);
		expect(opened.picture.things).toEqual([]);
	});

	test('takes the layout among dropped files, else the scenes, else the walkmeshes', () => {
		expect(chooseInputs(['a/x.lyt', 'a/r.wok', 'a/r.glb', 'a/x.vis'])).toEqual(['a/x.lyt']);
		expect(chooseInputs(['r.wok', 'r.glb', 'r.mtl'])).toEqual(['r.glb']);
		expect(chooseInputs(['b.wok', 'a.wok', 'notes.pdf'])).toEqual(['a.wok', 'b.wok']);
	});

	test('finds the rooms of a layout in other folders, and scenes with their folders', async () => {
		const rooms = ['quay_01a', 'quay_01b'].map((name) => fixture(`level/rooms/${name}.glb`, `quay/rooms/${name}.glb`));
		const level = await new Answerer().answer('open', {
			files: [fixture('level/quay.lyt', 'quay/quay.lyt'), ...rooms],
		});
		expect(level.picture.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['quay_01a', 'quay_01b']));
		const { inputs } = await new Answerer().answer('open', {
			files: [fixture('small/cube-room.obj', 'x/cube-room.obj')],
		});
		expect(inputs).toEqual(['x/cube-room.obj']);
	});

	test('tells what cannot be opened instead of showing nothing', async () => {
		const message = await answerMessage(new Answerer(), {
			id: 1,
			question: 'open',
			value: { files: [{ path: 'a.pdf', bytes: new Uint8Array(4) }] },
		});
		expect(message).toMatchObject({ id: 1, error: expect.stringContaining('No file here can be opened') });
		const foreign = await answerMessage(new Answerer(), {
			id: 3,
			question: 'open',
			value: { files: ['wall.png', 'a.fbx'].map((path) => ({ path, bytes: new Uint8Array(4) })) },
		});
		expect(foreign).toMatchObject({ id: 3, error: expect.stringContaining('FBX is not read. Open it in Blender') });
		const broken = await answerMessage(new Answerer(), {
			id: 2,
			question: 'open',
			value: { files: [{ path: 'a.glb', bytes: new Uint8Array(4) }] },
		});
		expect(broken).toMatchObject({ id: 2, findings: [{ severity: 'fatal' }] });
	});
});

describe('saving', () => {
	test('a walkmesh has the bytes that the command line writes', async () => {
		await cli('convert', 'quay.glb', 'quay.wok', '-q');
		const { file } = await quay.answer('download', '.wok');
		expect(file?.name).toBe('quay.wok');
		expect(Buffer.compare(file?.bytes ?? new Uint8Array(), written('quay.wok'))).toBe(0);
	});

	test('options of the page are those of the command line', async () => {
		await cli(
			'convert',
			join(FIXTURES, 'small/unknown-material.glb'),
			'mapped.wok',
			'--surface',
			'Stoen=Stone',
			'--unit',
			'cm',
			'-q',
		);
		const answerer = new Answerer();
		const options = { surface: { Stoen: 'Stone' }, unit: 'cm' } as const;
		await answerer.answer('open', { files: [fixture('small/unknown-material.glb')], options });
		const [, wok] = await answerer.answer('downloads', undefined);
		expect(wok.command).toBe(
			'wokflow convert unknown-material.glb unknown-material.wok --surface "Stoen=Stone" --unit cm',
		);
		const { file } = await answerer.answer('download', '.wok');
		expect(Buffer.compare(file?.bytes ?? new Uint8Array(), written('mapped.wok'))).toBe(0);
	});

	test('only what can be made of the files is offered', async () => {
		const offered = async (...files: ProjectFile[]): Promise<readonly string[]> => {
			const answerer = new Answerer();
			await answerer.answer('open', { files });
			const choices = await answerer.answer('downloads', undefined);
			return choices.map(({ id }) => id).filter((id) => /^\.[wpd][wo]k$|level/.test(id));
		};
		expect(await offered(fixture('small/cube-room.obj'))).toEqual(['level', '.wok']);
		expect(await offered(fixture('small/door.glb'))).toEqual(['.dwk']);
		await cli('convert', join(FIXTURES, 'small/cube-room.obj'), 'cube.wok', '-q');
		// It would be saved as itself.
		expect(await offered({ path: 'cube.wok', bytes: written('cube.wok') })).toEqual([]);
		expect(await offered({ path: 'cube.ascii.wok', bytes: written('cube.wok') })).toEqual(['.wok']);
	});

	test('a level is a zip of the files that the command line writes, the same each time', async () => {
		const seam = new Answerer();
		await seam.answer('open', { files: [fixture('small/two-rooms-seam.glb')] });
		await cli('level', join(FIXTURES, 'small/two-rooms-seam.glb'), 'level', '-q');
		const { file } = await seam.answer('download', 'level');
		const files = unzipSync(file?.bytes ?? new Uint8Array());
		const names = Object.keys(files).sort();
		expect(names).toEqual(
			expect.arrayContaining(['two-rooms-seam.lyt', 'two-rooms-seam.vis', 'two-rooms-seam.glb', 'two-rooms-seam.svg']),
		);
		for (const name of names.filter((each) => !each.endsWith('.report.json')))
			expect(Buffer.compare(files[name], written(`level/${name}`)), name).toBe(0);
		const again = await seam.answer('download', 'level');
		expect(Buffer.compare(again.file?.bytes ?? new Uint8Array(), file?.bytes ?? new Uint8Array(1))).toBe(0);
		// The time of a file in a zip, in steps of two seconds: midnight of the first day that it can say.
		expect(Buffer.from(file?.bytes ?? []).readUInt32LE(10)).toBe(0x0021_0000);
	});
});

describe('asking', () => {
	test('gives the numbers of wokflow query', async () => {
		const requests = [
			{ op: 'height', at: [1, 1] },
			{ op: 'face', at: [1, 1] },
			{ op: 'nearest', at: [-3, 1] },
			{ op: 'room', at: [1, 1] },
			{ op: 'walk', from: [0.5, 0.5], to: [40, 1] },
			{ op: 'route', from: [0.5, 0.5], to: [1.5, 1] },
		] as const;
		const input = new TextEncoder().encode(requests.map((request) => JSON.stringify(request)).join('\n'));
		const { stdout } = await wokflow(['query', join(FIXTURES, 'small/two-rooms-seam.glb'), '--stdin'], { input });
		const seam = new Answerer();
		await seam.answer('open', { files: [fixture('small/two-rooms-seam.glb')] });
		const answers: string[] = [];
		for (const request of requests) answers.push(JSON.stringify(await seam.answer('ask', request)));
		expect(answers).toEqual(stdout.trim().split('\n'));
	});

	test('a ray through a face names it, its edges, and where its links lead', async () => {
		const { picture, rooms } = opened;
		const link = picture.links[0];
		const [x, y] = [link.at[0] - link.out[0] * 0.2, link.at[1] - link.out[1] * 0.2];
		const [hit] = await quay.answer('pick', { from: [x, y, link.at[2] + 5], to: [x, y, link.at[2] - 5], objects: [] });
		const facts = await quay.answer('facts', hit);
		expect(facts).toMatchObject({ part: 'room', roomIndex: link.room, room: rooms[link.room], walkable: true });
		const edge = facts?.edges.find(({ transition }) => transition?.room === link.target);
		expect(edge?.transition?.name).toBe(rooms[link.target]);
		expect(edge?.beyond?.room).toBe(link.target);
		expect(edge?.edge).toBe(facts?.nearestEdge);
		const [a, b, c] = facts?.corners ?? [];
		expect([a, b, c].every((corner) => corner?.every(Number.isFinite))).toBe(true);
	});

	test('pieces of ground reach over links, and the boxes of a tree hold all of its faces', async () => {
		const { of, count } = await quay.answer('pieces', undefined);
		expect(count).toBeGreaterThan(0);
		expect(of.length).toBe(
			opened.picture.parts.filter(({ kind }) => kind === 'room').reduce((sum, part) => sum + part.count, 0),
		);
		const piecesOf = (room: number): Set<number> => {
			const part = opened.picture.parts[room];
			return new Set([...of.subarray(part.first, part.first + part.count)].filter((piece) => piece >= 0));
		};
		const { room, target } = opened.picture.links[0];
		expect([...piecesOf(room)].some((piece) => piecesOf(target).has(piece))).toBe(true);
		const { lines, deepest } = await quay.answer('boxes', 0);
		expect(lines).toHaveLength(3 * 12 * 6);
		expect(deepest).toBeGreaterThan(5);
	});

	test('a face that there is not is no answer', async () => {
		expect(await quay.answer('facts', { part: 0, face: 1e6 })).toBeUndefined();
		expect(await answerMessage(new Answerer(), { id: 3, question: 'pieces', value: undefined })).toMatchObject({
			error: 'Nothing is open.',
		});
	});
});

describe('comparing', () => {
	test('tells what wokflow diff tells from the other version to the open one, with where it is', async () => {
		await cli('convert', join(FIXTURES, 'small/cube-room.obj'), 'a.wok', '-q');
		await cli('convert', join(FIXTURES, 'small/cube-room.obj'), 'b.wok', '--translate', '0,0,3', '-q');
		const answerer = new Answerer();
		await answerer.answer('open', { files: [{ path: 'a.wok', bytes: written('a.wok') }] });
		const same = await answerer.answer('compare', { files: [{ path: 'c.wok', bytes: written('a.wok') }] });
		expect(same.comparison).toMatchObject({ same: true, onlyA: [], onlyB: [] });
		const { comparison } = await answerer.answer('compare', { files: [{ path: 'b.wok', bytes: written('b.wok') }] });
		const { stdout } = await wokflow(['diff', 'b.wok', 'a.wok', '--json'], { cwd: out });
		const [{ diff }] = JSON.parse(stdout).pairs;
		expect(comparison.pairs[0].shift).toEqual(diff.shift);
		expect(comparison.pairs[0].counts).toMatchObject({ moved: diff.moved.count, added: diff.added.count });
	});
});
