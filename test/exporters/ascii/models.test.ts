import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decodeBwm } from '../../../importers/bwm/decode.ts';
import { convertBytes } from '../../../jobs/convert-bytes.ts';
import { Report } from '../../../src/findings/report.ts';
import { FIXTURES } from '../../support/cli.ts';

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
