import { describe, expect, test } from 'vitest';
import { type ResourceName, resourceOfFileName } from '../../game/archives/archive.ts';
import { erfWriter, rimWriter } from '../../game/archives/write-archive.ts';
import { writePth } from '../../game/area/things.ts';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import type { ProjectFile } from '../../viewer/core/project.ts';
import { Answerer, answerMessage } from '../../viewer/core/worker.ts';
import { floor } from '../support/walkmeshes.ts';

/** What lies beside a level, dropped on the page with it or in an archive of the game. */

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

const LAYOUT = [
	'beginlayout',
	'   roomcount 1',
	'      hall_01 0.0 0.0 0.0',
	'   trackcount 0',
	'   obstaclecount 0',
	'   doorhookcount 0',
	'donelayout',
].join('\r\n');
const room = writeWalkmesh({ ...floor(), name: 'hall_01' });
const door = writeWalkmesh(
	createWalkmesh({ ...floor(), name: 'gate', kind: 'door', doorState: 'closed', surfaces: Uint32Array.of(7, 7) }),
);
const pth = writePth([
	{ x: 1, y: 2, links: [1] },
	{ x: 4, y: 3, links: [0] },
	{ x: 900, y: 3, links: [] },
]);
const placements = text(
	JSON.stringify({
		version: 1,
		level: 'hall',
		placements: [{ kind: 'door', model: 'gate', state: 'closed', position: [3, 4, 0], bearing: 90 }],
	}),
);
const level: readonly ProjectFile[] = [
	{ path: 'hall.lyt', bytes: text(LAYOUT) },
	{ path: 'hall_01.wok', bytes: room },
];

async function opened(files: readonly ProjectFile[]): Promise<{ answerer: Answerer; kinds: string[] }> {
	const answerer = new Answerer();
	const { picture } = await answerer.answer('open', { files });
	return { answerer, kinds: picture.parts.map(({ kind, state }) => `${kind} ${state ?? ''}`.trim()) };
}

describe('files beside a level', () => {
	test('path points are those of the .pth, with their links, and what stands on no ground is counted', async () => {
		const { answerer } = await opened([...level, { path: 'hall.pth', bytes: pth }]);
		const { points, links, groundless, file } = await answerer.answer('paths', undefined);
		expect(points.map(([x, y]: Vec3) => [x, y])).toEqual([
			[1, 2],
			[4, 3],
			[900, 3],
		]);
		expect(links).toEqual([[0, 1]]);
		expect([groundless, file]).toEqual([1, 'hall.pth']);
	});

	test('without a .pth they are made, and one of another area is not taken', async () => {
		for (const others of [[], ['quay.pth', 'dock.pth']]) {
			const { answerer } = await opened([...level, ...others.map((path) => ({ path, bytes: pth }))]);
			const { points, groundless, file } = await answerer.answer('paths', undefined);
			expect(points.length).toBeGreaterThan(0);
			expect([groundless, file]).toEqual([0, undefined]);
		}
	});

	test('a .pth that is none is reported, with its name', async () => {
		const { answerer } = await opened([...level, { path: 'hall.pth', bytes: text('GIT V3.2') }]);
		const message = await answerMessage(answerer, { id: 1, question: 'paths', value: undefined });
		expect(message).toMatchObject({ findings: [{ severity: 'fatal', location: { file: 'hall.pth' } }] });
	});

	test('doors of a layout stand where its placements say', async () => {
		expect((await opened(level)).kinds).toEqual(['room']);
		const beside = [
			{ path: 'gate0.dwk', bytes: door },
			{ path: 'hall.placements.json', bytes: placements },
		];
		expect((await opened([...level, ...beside])).kinds).toEqual(['room', 'door closed']);
	});

	test.each(['mod', 'erf', 'rim'])('a .%s is opened with its layout, rooms and path points', async (extension) => {
		const entries = [...level, { path: 'hall.pth', bytes: pth }].map(({ path, bytes }) => ({
			...(resourceOfFileName(path) as ResourceName),
			bytes,
		}));
		const bytes = await (extension === 'rim'
			? rimWriter.create(entries, '.rim')
			: erfWriter.create(entries, `.${extension}`));
		const { answerer, kinds } = await opened([{ path: `hall.${extension}`, bytes }]);
		expect(kinds).toEqual(['room']);
		expect((await answerer.answer('paths', undefined)).file).toBe(`hall.${extension}/hall.pth`);
	});
});
