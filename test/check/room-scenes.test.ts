import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ofRoomsAlike } from '../../check/facts/rooms-alike.ts';
import { type CheckOptions, checkSource } from '../../jobs/check.ts';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { roomFiles } from '../../jobs/files/files.ts';
import { readLyt } from '../../level/formats/read-lyt.ts';
import { writeLyt } from '../../level/formats/write.ts';
import { type Finding, makeFinding, Report } from '../../src/findings/report.ts';
import { bytesSource, type RoomFiles } from '../../src/formats/contracts.ts';
import { mapped, type Vec3 } from '../../src/math/vec3.ts';
import type { Layout } from '../../src/model/level.ts';
import { SCENE_FINDINGS } from '../../src/scene/findings.ts';
import type { SpaceOption } from '../../src/scene/space.ts';
import { CONTEXT, isLoud } from '../support/planted-level.ts';
import { THOROUGH } from '../support/thorough.ts';

const REGISTRY = createRegistry();

/** What `wokflow check` tells, more than notes, of a layout whose rooms are scenes. */
async function foundOf(bytes: Uint8Array, options: CheckOptions): Promise<Finding[]> {
	const context = { ...CONTEXT, report: new Report() };
	return (await checkSource(bytesSource(bytes, 'row.lyt'), options, context, REGISTRY)).filter(isLoud);
}

/** The codes of that. */
async function toldOf(bytes: Uint8Array, files: RoomFiles, roomSpace?: SpaceOption): Promise<string[]> {
	const found = await foundOf(bytes, { roomFiles: files, ...(roomSpace === undefined ? {} : { roomSpace }) });
	return found.map(({ code }) => code);
}

/** A hall about the origin of the area, a corridor and a room at its end: the first file could be in either space. */
const LAYOUT: Layout = {
	rooms: [
		{ model: 'hall', position: [2, 1, 0] },
		{ model: 'corridor', position: [9, 1, 0] },
		{ model: 'end', position: [16, 1, 0] },
	],
	tracks: [],
	obstacles: [],
	doorHooks: [],
};
/** The rooms of the kit, of which two more are corridors. */
function kitRooms(): RoomFiles {
	const files = roomFiles('fixtures/kit', new Report(), REGISTRY.roomExtensions);
	return { ...files, find: (name) => files.find(['west', 'far'].includes(name) ? 'corridor' : name) };
}

test('rooms that are scenes about their own origins are put where the layout says, and linked as a level is', async () => {
	expect(await toldOf(writeLyt(LAYOUT), kitRooms())).toEqual([]);
	expect(await toldOf(writeLyt(LAYOUT), kitRooms(), 'room')).toEqual([]);
	// Left where they are, they lie in one heap.
	expect(await toldOf(writeLyt(LAYOUT), kitRooms(), 'area')).toContain('ROOMS_OVERLAP');
});

test('a room of which its space cannot be reported has that of the others', async () => {
	const alone = { ...LAYOUT, rooms: LAYOUT.rooms.slice(0, 1) };
	expect(await toldOf(writeLyt(alone), kitRooms())).toEqual(['PLACE_SPACE_UNSURE']);
});

test('beside a walkmesh, scenes are not linked: what the level has now is reported', async () => {
	const corridor = convertBytes(await readFile('fixtures/kit/corridor.obj'), 'corridor.obj', 'corridor.wok', {
		origin: [9, 1, 0],
	});
	const [{ bytes }] = (await corridor).files;
	const others = kitRooms();
	const find: RoomFiles['find'] = async (room) =>
		room === 'corridor' ? bytesSource(bytes, 'corridor.wok') : others.find(room);
	expect(await toldOf(writeLyt(LAYOUT), { ...others, find })).toEqual(['ROOM_UNLINKED']);
});

/** The layout of the fixture level, and the files of its rooms. */
async function quay(): Promise<[Uint8Array, CheckOptions]> {
	const layout = readLyt(await readFile('fixtures/level/quay.lyt'), new Report());
	const files = roomFiles('fixtures/level/rooms', new Report(), REGISTRY.roomExtensions);
	return [writeLyt({ ...layout, doorHooks: [] }), { roomFiles: files }];
}

test('what is wrong with all scenes alike is reported once, with the option that puts all of them right', async () => {
	// The larger rooms of the fixture level take seconds; those that lie on their side are full of walls.
	const [bytes, options] = THOROUGH ? await quay() : [writeLyt(LAYOUT), { roomFiles: kitRooms() }];
	const [first, second] = THOROUGH ? ['quay_01a', 'quay_01b'] : ['hall', 'corridor'];
	expect(await foundOf(bytes, options)).toEqual([]);
	const cases = [
		[{ up: 'z' }, 'SCENE_UP_SUSPICIOUS', { option: 'up', value: 'y' }],
		[{ scale: 100 }, 'SCENE_SIZE_SUSPICIOUS', { option: 'scale', value: 0.01 }],
		// In inches rooms would have some sensible size in centimetres as well.
		[{ scale: 39.37 }, 'SCENE_SIZE_SUSPICIOUS', { option: 'scale', value: 0.0254 }],
	] as const;
	for (const [read, code, action] of THOROUGH ? cases : cases.slice(1, 2)) {
		const all = await foundOf(bytes, { ...options, read });
		// The positions of the kit are too near for larger rooms.
		const found = THOROUGH ? all : all.filter((each) => each.code !== 'ROOMS_OVERLAP');
		expect(found.map((each) => each.code)).toEqual([code]);
		expect(found[0]).toMatchObject({ actions: [action], location: { room: first } });
		const { rooms } = found[0].data as { rooms: string[] };
		expect(found[0].message).toContain(` of ${rooms.length} rooms ("${first}", "${second}", `);
	}
});

test('of scenes in an unknown unit the positions tell which, where they fit once they are multiplied', () => {
	const size = (room?: string): Finding =>
		makeFinding(SCENE_FINDINGS.SCENE_SIZE_SUSPICIOUS, room === undefined ? {} : { room }, {
			size: 400,
			factor: 0.01,
			unit: 'centimetres',
			becomes: 4,
		});
	const told = (finding: Finding, code: string, factor?: number) => {
		const positions: Finding = { ...finding, code, data: factor === undefined ? {} : { factor } };
		const [{ data = {}, actions }] = ofRoomsAlike([finding], [finding, positions]);
		expect(actions).toEqual([{ option: 'scale', value: data['factor'] }]);
		return [data['factor'], data['unit'], data['becomes']];
	};
	const [inches, asRead] = [
		[0.0254, 'inches', 10.16],
		[0.01, 'centimetres', 4],
	];
	expect(told(size('hall'), 'LAYOUT_POSITIONS_OFF', 39.37)).toEqual(inches);
	expect(told(size('hall'), 'LAYOUT_POSITIONS_APART', 1 / 0.0254)).toEqual(inches);
	expect(told(size('hall'), 'LAYOUT_POSITIONS_OFF', 100)).toEqual(asRead);
	expect(told(size('hall'), 'LAYOUT_POSITIONS_OFF', 7)).toEqual(asRead);
	expect(told(size('hall'), 'LAYOUT_POSITIONS_OFF')).toEqual(asRead);
	expect(told(size('hall'), 'ROOM_RESIZED', 39.37)).toEqual(asRead);
	expect(told(size(), 'LAYOUT_POSITIONS_OFF', 39.37)).toEqual(asRead);
});

/** The kit with its rooms in area space, as a level that was modelled in one scene is exported room by room. */
function areaRooms({ rooms }: Layout): RoomFiles {
	const kit = kitRooms();
	const find: RoomFiles['find'] = async (name) => {
		const source = await kit.find(name);
		const [x, y, z] = rooms.find(({ model }) => model === name)?.position ?? [0, 0, 0];
		if (source === undefined) return undefined;
		const text = new TextDecoder().decode(await source.bytes());
		const moved = text.replace(/^v (\S+) (\S+) (\S+)$/gm, (_, a: string, b: string, c: string) =>
			['v', Number(a) + x, Number(b) + z, Number(c) - y].join(' '),
		);
		return bytesSource(new TextEncoder().encode(moved), `${name}.obj`);
	};
	return { ...kit, find };
}

test('of a room near the origin the others tell the space: that is reported, and not what follows from the wrong one', async () => {
	const found = await foundOf(writeLyt(LAYOUT), { roomFiles: areaRooms(LAYOUT) });
	expect(found).toMatchObject([
		{
			code: 'PLACE_SPACE_UNSURE',
			location: { room: 'hall' },
			data: { space: 'room', other: 'area' },
			actions: [{ option: 'roomSpace', value: 'area' }],
		},
	]);
	expect(found[0].message).toContain('but the other rooms are in area space');
	expect(await toldOf(writeLyt(LAYOUT), areaRooms(LAYOUT), 'area')).toEqual([]);
});

test('rooms in area space are reported as that where positions in centimetres hide it, and then the positions', async () => {
	const rooms = [...LAYOUT.rooms, { model: 'west', position: [-5, 1, 0] }, { model: 'far', position: [-11, 1, 0] }];
	const long = { ...LAYOUT, rooms: rooms as Layout['rooms'] };
	const far = rooms.map(({ model, position }) => ({
		model,
		position: mapped(position as Vec3, (value) => value * 100),
	}));
	const bytes = writeLyt({ ...LAYOUT, rooms: far });
	expect(await toldOf(bytes, kitRooms())).toEqual(['LAYOUT_POSITIONS_APART']);
	const found = await foundOf(bytes, { roomFiles: areaRooms(long) });
	expect(found).toMatchObject([{ code: 'ROOMS_PLACED_TWICE', actions: [{ option: 'roomSpace', value: 'area' }] }]);
	expect(await toldOf(bytes, areaRooms(long), 'area')).toEqual(['LAYOUT_POSITIONS_OFF']);
});

test('a seam of scenes is closed by an option of the check, not by linking walkmeshes that are not there yet', async () => {
	const apart = LAYOUT.rooms.map((room, i) => (i < 2 ? room : { ...room, position: [16.02, 1, 0] as Vec3 }));
	const found = await foundOf(writeLyt({ ...LAYOUT, rooms: apart }), { roomFiles: kitRooms() });
	expect(found).toMatchObject([{ code: 'SEAM_UNLINKED', actions: [{ option: 'snap' }] }]);
});

test('a fault of a scene is reported once: while it is read, or of its walkmesh', async () => {
	const kit = kitRooms();
	const find: RoomFiles['find'] = async (name) => {
		const source = await kit.find(name);
		if (source === undefined || name !== 'end') return source;
		const text = new TextDecoder().decode(await source.bytes());
		const lines = ['v 0 0.5 0', 'v 1 0.5 0', 'v 1 1.5 0', 'v 0 1.5 0', 'usemtl Stone', 'f -4 -3 -2 -1'];
		return bytesSource(new TextEncoder().encode([text, ...lines, ''].join('\n')), 'end.obj');
	};
	const found = await foundOf(writeLyt(LAYOUT), { roomFiles: { ...kit, find } });
	expect(found.map(({ code, location: { room } }) => [code, room])).toEqual([['WALKABLE_FACE_VERTICAL', 'end']]);
});
