import { describe, expect, test } from 'vitest';
import { levelFromLayout, type RoomLoader } from '../../../jobs/level/level.ts';
import { Report } from '../../../src/findings/report.ts';
import type { Level } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import type { Scene, ScenePart } from '../../../src/scene/scene.ts';
import { codesOf } from '../../support/codes.ts';

const mesh = (name: string, extra: Partial<Walkmesh> = {}): Walkmesh =>
	createWalkmesh({
		name,
		positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
		faces: Uint32Array.of(0, 1, 2),
		surfaces: Uint32Array.of(1),
		...extra,
	});

const part = (kind: ScenePart['kind'], size = 1): ScenePart => ({
	node: ['area', 'placeable', 'door'].indexOf(kind),
	name: 'part',
	positions: Float64Array.of(0, 0, 0, size, 0, 0, 0, size, 0),
	triangles: Uint32Array.of(0, 1, 2),
	surfaces: Uint32Array.of(1),
	kind,
	...(kind === 'area' ? {} : { model: 'thing' }),
	...(kind === 'door' ? { doorState: 'closed' as const } : {}),
});

const sceneOf = (...parts: ScenePart[]): Scene => ({
	name: 'file',
	nodes: ['node', 'thing_pwk', 'thing_dwk'].map((name) => ({ name, parent: -1, origin: [0, 0, 0] as const })),
	parts,
	markers: [],
	hooks: [],
	takenWhole: false,
});

async function level(files: Record<string, Walkmesh[] | Scene>): Promise<{ level: Level; report: Report }> {
	const report = new Report();
	const rooms = Object.keys(files).map((model) => ({ model, position: [0, 0, 0] as const }));
	const load: RoomLoader = async (room) => {
		const content = files[room];
		const file = `${room}.file`;
		if (!Array.isArray(content)) return { loaded: { kind: 'scene', scene: content }, file };
		return { loaded: { kind: 'walkmeshes', walkmeshes: content.map((walkmesh) => ({ walkmesh })) }, file };
	};
	const layout = { rooms, tracks: [], obstacles: [], doorHooks: [] };
	return { level: await levelFromLayout('x', layout, load, {}, [], { report, surfaces: K1 }), report };
}

describe('files of rooms', () => {
	test('hand on their placeables and doors; equal copies are one', async () => {
		const { level: made, report } = await level({
			a: sceneOf(part('area'), part('placeable'), part('door')),
			b: sceneOf(part('area'), part('placeable')),
		});
		expect(made.objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['placeable thing', 'door thing']);
		expect(codesOf(report)).toEqual(['DOOR_STATE_MISSING']);
		expect(report.findings[0].data).toEqual({ name: 'thing', missing: 'open1, open2' });
	});

	test('copies in two files that differ are reported', async () => {
		const { report } = await level({
			a: sceneOf(part('area'), part('placeable')),
			b: sceneOf(part('area'), part('placeable', 2)),
		});
		expect(report.findings).toMatchObject([
			{ code: 'OBJECT_COPIES_DIFFER', data: { taken: 'a.file', left: 'b.file' } },
		]);
	});

	test('without ground leave the room bare, and say so', async () => {
		const { level: made, report } = await level({ a: sceneOf(part('placeable')) });
		expect(made.rooms).toEqual([{ name: 'a' }]);
		expect(made.objects).toHaveLength(1);
		expect(codesOf(report)).toEqual(['LEVEL_ROOM_WITHOUT_GROUND']);
	});

	test('with several walkmeshes give the one of the area', async () => {
		const { level: made, report } = await level({
			a: [mesh('crate', { kind: 'placeable' }), mesh('other'), mesh('A', { surfaces: Uint32Array.of(4) })],
		});
		expect(made.rooms[0].walkmesh).toMatchObject({ name: 'a', surfaces: Uint32Array.of(4) });
		expect(made.objects.map(({ name }) => name)).toEqual(['crate']);
		expect(report.findings).toMatchObject([{ code: 'LEVEL_ROOM_SEVERAL', location: { room: 'a' } }]);
	});

	test('that hold a placeable or door alone are an error', async () => {
		const { level: made, report } = await level({ a: [mesh('a', { kind: 'placeable' })] });
		expect(made.rooms).toEqual([{ name: 'a' }]);
		expect(report.findings).toMatchObject([{ code: 'LEVEL_ROOM_KIND', severity: 'error' }]);
	});
});

test('a layout of thousands of rooms is refused before a file is looked for, unless a number is stated', async () => {
	const rooms = Array.from({ length: 4001 }, (_, i) => ({ model: `r${i}`, position: [0, 0, 0] as const }));
	const layout = { rooms, tracks: [], obstacles: [], doorHooks: [] };
	let looked = 0;
	const made = (options: { maxRooms?: number }) =>
		levelFromLayout(
			'x',
			layout,
			async () => {
				looked++;
				return undefined;
			},
			options,
			[],
			{ report: new Report(), surfaces: K1 },
		);
	await expect(made({})).rejects.toMatchObject({ finding: { code: 'TOO_MANY_ROOMS' } });
	expect(looked).toBe(0);
	expect((await made({ maxRooms: 4001 })).rooms).toHaveLength(4001);
});
