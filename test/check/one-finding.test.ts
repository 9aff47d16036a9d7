import { expect, test } from 'vitest';

import { runMeshChecks } from '../../check/mesh.ts';
import { checkSource } from '../../jobs/check.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { fixLayout } from '../../jobs/fix.ts';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { type CommandAction, type Finding, Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import { weldMesh } from '../../src/geometry/weld.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { rectangle } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { merged } from '../support/own-floors.ts';
import {
	CONTEXT,
	checkSources,
	cleanLevel,
	copyOf,
	describeFinding,
	isLoud,
	type LevelFiles,
	type Point,
	sourcesOf,
	withMore,
	withTransitions,
} from '../support/planted-level.ts';

/** Faults whose symptoms show at every doorway of a room, or on all its faces: they are reported once, and what is told to type mends them. */

const clean = cleanLevel(generator(4711), 9, 72);
/** A room with two neighbours or more, whose neighbours have others. */
const ROOM = 4;

function moved(move: (point: Point) => Point): (files: LevelFiles) => void {
	return ({ rooms }) => {
		const positions = rooms[ROOM].positions.slice();
		for (let i = 0; i < positions.length; i += 3) positions.set(move([...positions.subarray(i, i + 3)]), i);
		rooms[ROOM] = { ...rooms[ROOM], positions };
	};
}

function turnedOver({ faces, transitions, ...mesh }: Walkmesh): Walkmesh {
	const corner = (at: number): number => at - (at % 3) + [0, 2, 1][at % 3];
	return {
		...mesh,
		faces: faces.map((_, at) => faces[corner(at)]),
		// The first edge of a face becomes its last.
		transitions: transitions.map((_, edge) => transitions[edge - (edge % 3) + 2 - (edge % 3)]),
	};
}

function withoutLinks(isMeant: (room: number) => boolean): (files: LevelFiles) => void {
	return ({ rooms }) => {
		for (const [room, mesh] of rooms.entries()) if (isMeant(room)) rooms[room] = withTransitions(mesh, () => NONE);
	};
}

const FAULTS: Readonly<Record<string, readonly [code: string, plant: (files: LevelFiles) => void]>> = {
	'a room that was moved by five centimetres': ['ROOM_SHIFTED', moved(([x, y, z]) => [x + 0.04, y + 0.03, z])],
	'a room that was moved by two metres': ['ROOM_SHIFTED', moved(([x, y, z]) => [x - 2, y, z])],
	'a room that was raised': ['ROOM_SHIFTED', moved(([x, y, z]) => [x, y, z + 1])],
	'a room whose file lost its links': ['ROOM_UNLINKED', withoutLinks((room) => room === ROOM)],
	'a level without links': ['ROOM_UNLINKED', withoutLinks(() => true)],
	'a level that is turned over': [
		'WALKABLE_UPSIDE_DOWN',
		({ rooms }) => void rooms.splice(0, 9, ...rooms.map(turnedOver)),
	],
	'a room that is turned over': ['WALKABLE_UPSIDE_DOWN', ({ rooms }) => void (rooms[ROOM] = turnedOver(rooms[ROOM]))],
	'a room all of whose faces have vertices of their own': [
		'GROUND_TORN',
		({ rooms }) => {
			const { positions, faces } = rooms[ROOM];
			const own = [...faces].flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
			rooms[ROOM] = { ...rooms[ROOM], positions: Float32Array.from(own), faces: faces.map((_, corner) => corner) };
		},
	],
	'a layout whose lines changed places': [
		'LINKS_MISNUMBERED',
		(files) => {
			const swapped = [...clean.rooms.keys()].with(2, 6).with(6, 2);
			files.rooms.splice(0, Infinity, ...swapped.map((room) => clean.rooms[room]));
			files.layout = { ...files.layout, rooms: swapped.map((room) => clean.layout.rooms[room]) };
		},
	],
	'a layout that lost a line': [
		'LINKS_MISNUMBERED',
		(files) => {
			files.rooms.splice(1, 1);
			files.layout = { ...files.layout, rooms: files.layout.rooms.toSpliced(1, 1) };
		},
	],
	'a layout that gained a line': [
		'LINKS_MISNUMBERED',
		(files) => {
			const nothing = new Float32Array(0);
			files.rooms.unshift(
				createWalkmesh({ positions: nothing, faces: new Uint32Array(0), surfaces: new Uint32Array(0) }),
			);
			files.missing.add(0);
			files.layout = { ...files.layout, rooms: [{ model: '****', position: [0, 0, 0] }, ...files.layout.rooms] };
		},
	],
	'corners of faces in another order than the tables count with': [
		'TABLE_ADJACENCY',
		({ tables }) => {
			const next = (at: number): number => at - (at % 3) + ((at + 1) % 3);
			tables.set(ROOM, (file) => ({ ...file, faces: file.faces.map((_, at) => file.faces[next(at)]) }));
		},
	],
};

test.each<[string, string, (files: LevelFiles) => readonly { room: string; visible: readonly string[] }[]]>([
	[
		'of another level',
		'VIS_LINKS_NONE',
		({ visibility: { entries } }) => entries.map(({ room, visible }) => ({ room: `x${room}`, visible })),
	],
	[
		'that lacks a room',
		'VIS_LINK_UNSEEN',
		({ layout, visibility: { entries } }) => {
			const gone = layout.rooms[ROOM].model.toLowerCase();
			const isOther = (name: string): boolean => name.toLowerCase() !== gone;
			return entries.flatMap(({ room, visible }) =>
				isOther(room) ? [{ room, visible: visible.filter(isOther) }] : [],
			);
		},
	],
])('a visibility file %s is reported once', async (_, code, entries) => {
	const files = copyOf(clean);
	files.visibility = { entries: entries(files) };
	const found = await checkSources(sourcesOf(files));
	expect(found.filter(isLoud).map((finding) => finding.code)).toEqual([code]);
	expect(found.map((finding) => finding.code)).not.toContain('VIS_ROOM_UNSEEN');
});

function shift(files: LevelFiles, room: number, by: Point): void {
	const positions = files.rooms[room].positions.map((value, i) => value + by[i % 3]);
	files.rooms[room] = { ...files.rooms[room], positions };
}

test.each<[string, string, (files: LevelFiles) => void]>([
	[
		'two rooms that were moved together',
		'ROOM_SHIFTED',
		(files) => {
			const [other] = files.rooms[ROOM].transitions.filter((to) => to >= 0);
			for (const room of [ROOM, other]) shift(files, room, [0.2, 0, 0]);
		},
	],
	[
		'a room about its own origin',
		'ROOM_SHIFTED',
		(files) =>
			shift(
				files,
				ROOM,
				files.layout.rooms[ROOM].position.map((value) => -value),
			),
	],
	[
		'a file that was copied to the name of another room',
		'ROOMS_EQUAL',
		({ rooms }) => void (rooms[ROOM] = { ...rooms[3], name: rooms[ROOM].name }),
	],
	[
		'a room that is in the layout twice',
		'ROOMS_EQUAL',
		(files) => {
			files.rooms.push(files.rooms[ROOM]);
			const copy = { ...files.layout.rooms[ROOM], model: 'copy' };
			files.layout = { ...files.layout, rooms: [...files.layout.rooms, copy] };
		},
	],
])('%s are reported once', async (_, code, plant) => {
	const files = copyOf(clean);
	plant(files);
	const loud = (await checkSources(sourcesOf(files))).filter(isLoud);
	expect(
		loud.map((finding) => finding.code),
		loud.map(describeFinding).join('\n'),
	).toEqual([code]);
});

test('of a large face that was turned over it is not said as well that nobody gets there', async () => {
	const square = createWalkmesh({
		positions: Float32Array.from([0, 0, 0, 6, 0, 0, 6, 4, 0, 0, 4, 0]),
		faces: Uint32Array.of(0, 1, 2, 0, 3, 2),
		surfaces: Uint32Array.of(4, 4),
	});
	const source = bytesSource(writeWalkmesh(square), 'hall.wok');
	const found = await checkSource(source, {}, CONTEXT, createRegistry());
	expect(found.filter(isLoud).map(({ code }) => code)).toEqual(['WALKABLE_FACE_DOWN']);
	expect(found.find(({ code }) => code === 'GROUND_REACH')?.data).toMatchObject({ reached: 12, area: 24 });
});

test('what is told to type of links that lie apart names this layout', async () => {
	const files = copyOf(clean);
	const middle = [0, 1, 2].map((axis) => files.layout.rooms[ROOM].position[axis]);
	moved(([x, y, z]) => [2 * middle[0] - x, 2 * middle[1] - y, z])(files);
	const apart = (await checkSources(sourcesOf(files))).filter(({ code }) => code === 'LINK_APART');
	expect(apart.length).toBeGreaterThan(0);
	for (const { actions } of apart)
		expect(actions).toEqual([
			{
				command: 'link',
				arguments: ['grid.lyt'],
				options: [{ option: 'unmatched', value: 'clear' }, { option: 'inPlace' }],
			},
		]);
});

/** The level as it is when what a finding names was typed. */
async function mended(files: LevelFiles, { actions = [], location }: Finding): Promise<readonly Finding[]> {
	const [{ command, options = [] }] = actions as CommandAction[];
	const values = Object.fromEntries(options.map(({ option, value = true }) => [option, value]));
	if (command === 'convert') {
		const room = files.layout.rooms.findIndex(({ model }) => model === location.room);
		const [x, y, z] = String(values['translate']).split(',').map(Number);
		const after = copyOf(files);
		after.rooms[room] = moveWalkmesh(files.rooms[room], translation([x, y, z]));
		return checkSources(sourcesOf(after));
	}
	expect(command).toBe('fix');
	const { source, roomFiles } = sourcesOf(files);
	const { inPlace: _, ...fix } = values;
	const fixed = await fixLayout(source, roomFiles, fix, CONTEXT, createRegistry());
	const byName = new Map(fixed.files.map(({ path, bytes }) => [path.toLowerCase(), bytesSource(bytes, path)]));
	return checkSources({
		source,
		roomFiles: {
			looked: 'memory',
			find: async (room) => byName.get(`${room}.wok`.toLowerCase()) ?? roomFiles.find(room),
		},
	});
}

test.each(Object.entries(FAULTS))(
	'%s is reported once, and mended by what is told to type',
	async (_, [code, plant]) => {
		const files = copyOf(clean);
		plant(files);
		const loud = (await checkSources(sourcesOf(files))).filter(isLoud);
		expect(
			loud.map((finding) => finding.code),
			loud.map(describeFinding).join('\n'),
		).toEqual([code]);
		expect((await mended(files, loud[0])).filter(isLoud).map(describeFinding)).toEqual([]);
	},
);

test('a level whose ground was mirrored is reported once, with the axis', async () => {
	const files = copyOf(clean);
	const mirrored = files.rooms.map((room) => ({
		...room,
		positions: room.positions.map((v, at) => (at % 3 === 1 ? -v : v)),
	}));
	files.rooms.splice(0, 9, ...mirrored);
	const loud = (await checkSources(sourcesOf(files))).filter(isLoud);
	expect(loud).toMatchObject([{ code: 'WALKABLE_UPSIDE_DOWN', data: { axis: 'y', up: 0 } }]);
	expect(loud[0].data?.['rooms']).toHaveLength(9);
});

test('a level made of a scene with Z up that was read as one with Y up is reported once, with how to make it again', async () => {
	const files = copyOf(clean);
	const lying = files.rooms.map((room) => {
		const positions = room.positions.slice();
		for (let i = 0; i < positions.length; i += 3) positions.set([-room.positions[i + 2], room.positions[i + 1]], i + 1);
		return { ...room, positions };
	});
	files.rooms.splice(0, 9, ...lying);
	const loud = (await checkSources(sourcesOf(files))).filter(isLoud);
	const again = { command: 'level', arguments: ['SCENE'], options: [{ option: 'up', value: 'z' }] };
	expect(loud).toMatchObject([{ code: 'SCENE_UP_SUSPICIOUS', actions: [again] }]);
});

test('a floor that is there twice, each with vertices of its own, is reported face by face', async () => {
	const files = copyOf(clean);
	const { positions, faces } = files.rooms[ROOM];
	const count = positions.length / 3;
	const points = Array.from({ length: count }, (_, vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
	files.rooms[ROOM] = withMore(
		files.rooms[ROOM],
		points,
		[...faces].map((vertex) => vertex + count),
	);
	const loud = (await checkSources(sourcesOf(files))).filter(isLoud);
	expect(new Set(loud.map(({ code }) => code))).toEqual(new Set(['FACE_DUPLICATE']));
	expect(loud).toHaveLength(faces.length / 3);
	expect((await mended(files, loud[0])).filter(isLoud).map(describeFinding)).toEqual([]);
});

test('a floor that is there twice, triangulated otherwise, is one finding', async () => {
	const floors = (...counts: readonly number[]): Walkmesh =>
		merged(
			...counts.flatMap((count) =>
				Array.from({ length: count * count }, (_, i) =>
					rectangle(((i % count) * 6) / count, (Math.floor(i / count) * 6) / count, 6 / count, 6 / count),
				),
			),
		);
	const found = (mesh: Walkmesh): string[] => {
		const report = new Report();
		runMeshChecks(checkContext(weldMesh(mesh, 1e-4).mesh, K1, report));
		return report.findings.filter(isLoud).map(({ code }) => code);
	};
	expect(found(floors(3, 2))).toEqual(['GROUND_STACKED']);
	expect(found(floors(1))).toEqual([]);
	// Beside each other they part the ground.
	const beside = merged(floors(3), moveWalkmesh(floors(2), translation([6, 0, 0])));
	expect(found(beside)).toEqual(['T_JUNCTION', 'T_JUNCTION', 'T_JUNCTION']);
});
