import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { writeModels } from '../../../exporters/ascii/write.ts';
import { asciiImporter } from '../../../importers/ascii/index.ts';
import { decodeBwm } from '../../../importers/bwm/decode.ts';
import { convertBytes } from '../../../jobs/convert-bytes.ts';
import { Report } from '../../../src/findings/report.ts';
import { bytesSource } from '../../../src/formats/contracts.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { FIXTURES } from '../../support/cli.ts';
import { makeTwins } from '../../support/twins.ts';

const SCENE = readFileSync(join(FIXTURES, 'level/rooms/quay_01b.glb'));

async function converted(bytes: Uint8Array, from: string, to: string, options: object): Promise<Uint8Array> {
	const { files, report } = await convertBytes(bytes, from, to, options);
	expect(report.total('error')).toBe(0);
	return files[0].bytes;
}

const treeOf = (wok: Uint8Array): Uint8Array => new Uint8Array(decodeBwm(wok, new Report()).aabb.i32.buffer.slice(0));

it.each(['median', 'best'] as const)('the text of a binary has its tree (%s), box by box', async (tree) => {
	const wok = await converted(SCENE, 'room.glb', 'room.wok', { tree });
	for (const dialect of ['engine', 'nwmax']) {
		const text = await converted(wok, 'room.wok', 'room.ascii', { dialect });
		const back = await converted(text, 'room.ascii', 'room.wok', { keepTree: true });
		expect(Buffer.compare(treeOf(back), treeOf(wok)), dialect).toBe(0);
	}
});

it('a text model has the tree of its room', async () => {
	const rows = async (tree: 'median' | 'best'): Promise<readonly string[]> => {
		const wok = await converted(SCENE, 'room.glb', 'room.wok', { tree });
		const text = await converted(wok, 'room.wok', 'room.ascii', { dialect: 'model' });
		const lines = new TextDecoder().decode(text).split('\n');
		return lines
			.slice(lines.findIndex((line) => line.includes('aabb ') && !line.includes('node')))
			.map((line) => line.trim().split(' ').at(-1) ?? '');
	};
	const { i32 } = decodeBwm(await converted(SCENE, 'room.glb', 'room.wok', { tree: 'median' }), new Report()).aabb;
	const faces = Array.from({ length: i32.length / 11 }, (_, node) => `${i32[node * 11 + 6]}`);
	expect((await rows('median')).slice(0, faces.length)).toEqual(faces);
	expect((await rows('best')).slice(0, faces.length)).not.toEqual(faces);
});

const { room, at } = makeTwins({ size: [4, 3], at: [196.952, -87.7161, 2.25], node: [0.3, -0.7, 0.1] });
const names = { roomNames: ['room_01a'], roomPositions: [at] };

test('a room becomes a text model in its own space that reads back bit for bit', async () => {
	const report = new Report();
	const bytes = writeModels([room], false, { report, ...names });
	const text = new TextDecoder().decode(bytes);
	expect(report.findings).toEqual([]);
	expect(text).toMatch(/^layoutposition 196\.952 -87\.7161 2\.25$/m);
	expect(text).toMatch(/^node aabb room_01a_wg$/m);
	expect(text).not.toMatch(/\de[-+]?\d/);
	expect(text.split('\n').every((line) => line.length < 255)).toBe(true);
	const vertices = [...text.matchAll(/^ {4}(-?[\d.]+) (-?[\d.]+) (-?[\d.]+)$/gm)].map(([, x, y]) => [
		Number(x),
		Number(y),
	]);
	expect(vertices.every(([x, y]) => Math.abs(x) < 6 && Math.abs(y) < 6)).toBe(true);

	const context = { report: new Report(), surfaces: K1, mappings: [] };
	const loaded = await asciiImporter.read(bytesSource(bytes, 'room_01a.ascii'), {}, context);
	if (loaded.kind !== 'walkmeshes') throw new Error('a text model reads as a walkmesh');
	const { positions, faces, surfaces, position } = loaded.walkmeshes[0].walkmesh;
	expect([...positions]).toEqual([...room.walkmesh.positions]);
	expect([...faces]).toEqual([...room.walkmesh.faces]);
	expect([...surfaces]).toEqual([...room.walkmesh.surfaces]);
	expect(position).toEqual(room.walkmesh.position);
});

test('without a layout the room is written about the origin of the area, which is reported', () => {
	const report = new Report();
	const text = new TextDecoder().decode(writeModels([room], true, { report }));
	expect(text).toContain('layoutposition 0 0 0\n');
	expect(report.findings.map(({ code }) => code)).toEqual(['ASCII_MODEL_WITHOUT_LAYOUT']);
});

test('a placeable is no room, and is not written as one', () => {
	const report = new Report();
	writeModels([{ walkmesh: { ...room.walkmesh, kind: 'placeable' } }], false, { report, ...names });
	expect(report.findings.map(({ code }) => code)).toEqual(['ASCII_MODEL_OF_OBJECT']);
});
