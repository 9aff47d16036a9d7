import { describe, expect, it, test } from 'vitest';
import { layoutOfRooms, roomsOfScene, roomWalkmesh } from '../../level/rooms/from-scene.ts';
import type { RoomOptions } from '../../level/rooms/room-nodes.ts';
import { Report } from '../../src/findings/report.ts';
import { checkModelName, findDuplicateNames } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { SCENE_FINDINGS } from '../../src/scene/findings.ts';
import type { Scene, SceneMarker, SceneNode } from '../../src/scene/scene.ts';
import { UNRESOLVED_SURFACE } from '../../src/scene/surfaces.ts';
import { Markers } from '../../src/seams/markers.ts';
import { codesOf } from '../support/codes.ts';
import { floor } from '../support/walkmeshes.ts';

interface NodeDraft {
	name: string;
	parent?: number;
	extras?: Record<string, unknown>;
	/** A triangle to walk on, or of a wall. */
	ground?: boolean | 'wall';
	isEmpty?: true;
}

const floors = (...names: string[]): NodeDraft[] => names.map((name) => ({ name, ground: true }));

/** A scene of nodes; those with ground have one triangle each. Node `i` lies at x = 10 i. */
function sceneOf(drafts: NodeDraft[], markers: SceneMarker[] = []): Scene {
	const nodes: SceneNode[] = drafts.map(({ name, parent = -1, extras, isEmpty }, i) => ({
		name,
		parent,
		origin: [i * 10, 0, 0],
		...(extras === undefined ? {} : { extras }),
		...(isEmpty && { isEmpty }),
	}));
	const parts = drafts.flatMap(({ name, ground }, node) =>
		ground
			? [
					{
						node,
						name,
						positions: Float64Array.of(node * 10, 0, 0, node * 10 + 5, 0, 0, node * 10, 5, 0),
						triangles: Uint32Array.of(0, 1, 2),
						surfaces: Uint32Array.of(ground === 'wall' ? 7 : 4),
						kind: 'area' as const,
					},
				]
			: [],
	);
	return { name: 'scene', nodes, parts, markers, hooks: [], takenWhole: true };
}

function roomsOf(drafts: NodeDraft[], options: RoomOptions = {}) {
	const report = new Report();
	const rooms = roomsOfScene(sceneOf(drafts), options, report);
	return {
		names: rooms.map(({ name }) => name),
		parts: rooms.map((room) => room.parts.length),
		codes: codesOf(report),
		rooms,
	};
}

describe('roomsOfScene', () => {
	test('takes the nodes side by side below a single root', () => {
		const drafts = [
			{ name: 'root' },
			{ name: 'a_01', parent: 0 },
			{ name: 'floor', parent: 1, ground: true },
			{ name: 'a_02', parent: 0, ground: true },
		];
		expect(roomsOf(drafts)).toMatchObject({ names: ['a_01', 'a_02'], parts: [1, 1], codes: ['LEVEL_ROOMS_ASSUMED'] });
	});

	test('takes a single node with ground for the only room', () => {
		expect(roomsOf(floors('only'))).toMatchObject({ names: ['only'], codes: [] });
	});

	test.each<[string, string[], NodeDraft[]]>([
		['a floor', ['hall'], [{ name: 'Floor', parent: 0, ground: true }]],
		['a floor of another language', ['hall'], [{ name: 'boden.001', parent: 0, ground: true }]],
		['an object with a default name', ['hall'], [{ name: 'Plane', parent: 0, ground: true }]],
		[
			'a floor and walls',
			['hall'],
			[
				{ name: 'a', parent: 0, ground: true },
				{ name: 'b', parent: 0, ground: 'wall' },
			],
		],
		[
			'floors and walls',
			['hall'],
			[
				{ name: 'floor_1', parent: 0, ground: true },
				{ name: 'stairs', parent: 0, ground: true },
				{ name: 'walls', parent: 0, ground: 'wall' },
			],
		],
		['a room', ['bar'], [{ name: 'bar', parent: 0, ground: true }]],
		[
			'two rooms',
			['bar', 'yard'],
			[
				{ name: 'bar', parent: 0, ground: true },
				{ name: 'yard', parent: 0, ground: true },
			],
		],
	])('a single node that holds %s makes the rooms %j', (_, names, below) => {
		expect(roomsOf([{ name: 'hall' }, ...below]).names).toEqual(names);
	});

	test.each(['Scene', 'RootNode', 'level.fbx', 'Collection.001', 'Sketchfab_model'])(
		'%s is the name of no room',
		(name) => {
			expect(roomsOf([{ name }, { name: 'Floor', parent: 0, ground: true }]).names).toEqual(['Floor']);
		},
	);

	test('an empty node beside rooms that hold objects is reported', () => {
		const beside = (name: string, own = false): string[] =>
			roomsOf([
				{ name: 'hall', ground: own },
				{ name: 'yard' },
				{ name: 'bar', parent: 0, ground: true },
				{ name: 'den', parent: 1, ground: true },
				{ name, isEmpty: true },
			]).codes.filter((code) => code === 'LEVEL_ROOM_EMPTY');
		expect(beside('cellar')).toHaveLength(1);
		for (const name of ['Empty', 'spawn_point', 'ignore_cellar', 'link_1', 'a name that is none'])
			expect(beside(name)).toEqual([]);
		expect(beside('cellar', true)).toEqual([]);
	});

	test('names lose what marks them as walkmesh', () => {
		expect(roomsOf(floors('m01_wok', 'm02_wok.001')).names).toEqual(['m01', 'm02']);
	});

	test('extras name rooms wherever they are; what lies outside is an error', () => {
		const drafts = [
			{ name: 'root' },
			{ name: 'left part', parent: 0, extras: { room: 'left' }, ground: true },
			{ name: 'right', parent: 0, extras: { room: true }, ground: true },
			{ name: 'elsewhere', parent: 0, ground: true },
		];
		expect(roomsOf(drafts)).toMatchObject({ names: ['left', 'right'], codes: ['LEVEL_PART_OUTSIDE'] });
		const without = drafts.map(({ extras: _, ...draft }) => draft);
		expect(roomsOf(without, { roomBy: 'extras' }).names).toEqual([]);
	});

	test('rooms that the scene has decided are taken, each at its first node, unless they are asked for otherwise', () => {
		const drafts = floors('a', 'b', 'c');
		const rooms = [
			{ name: 'hall', nodes: [1, 0] },
			{ name: 'yard', nodes: [2] },
		];
		const taken = (options: RoomOptions) =>
			roomsOfScene({ ...sceneOf(drafts), rooms }, options, new Report()).map(({ name, node, parts }) => [
				name,
				node,
				parts.length,
			]);
		expect(taken({})).toEqual([
			['hall', 1, 2],
			['yard', 2, 1],
		]);
		expect(taken({ roomPattern: 'c' })).toEqual([['c', 2, 1]]);
	});

	/** Two collections below a scene, one of them with a group inside, and a lamp that is in none. */
	const grouped = (lamp = true): NodeDraft[] => [
		{ name: 'scene' },
		{ name: 'hall', parent: 0 },
		{ name: 'floor', parent: 1, ground: true },
		{ name: 'trim', parent: 2, ground: true },
		{ name: 'details', parent: 1 },
		{ name: 'rug', parent: 4, ground: true },
		{ name: 'yard', parent: 0 },
		{ name: 'grass', parent: 6, ground: true },
		...(lamp ? [{ name: 'lamp', parent: 0, ground: true }] : []),
	];

	test('collections are the highest nodes without geometry that hold objects', () => {
		expect(roomsOf(grouped(), { roomBy: 'collection' })).toMatchObject({
			names: ['hall', 'yard'],
			parts: [3, 1],
			codes: ['LEVEL_PART_OUTSIDE'],
		});
		expect(roomsOf(grouped(false), { roomBy: 'collection' }).codes).toEqual([]);
		expect(
			roomsOf([{ name: 'only' }, { name: 'floor', parent: 0, ground: true }], { roomBy: 'collection' }),
		).toMatchObject({
			names: ['only'],
			codes: [],
		});
	});

	test('parents are the nearest nodes without geometry above objects', () => {
		expect(roomsOf(grouped(false), { roomBy: 'parent' })).toMatchObject({
			names: ['hall', 'details', 'yard'],
			parts: [2, 1, 1],
			codes: [],
		});
	});

	test('objects that are called after their room make one room by prefix; no way to tell rooms apart is advised', () => {
		const flat: NodeDraft[] = ['hall_floor', 'hall_crate.001', 'hall_crate.002', 'yard_floor'].map((name) => ({
			name,
			ground: true,
		}));
		expect(roomsOf(flat, { roomBy: 'prefix' })).toMatchObject({ names: ['hall', 'yard'], parts: [3, 1], codes: [] });
		const scene = sceneOf(flat);
		scene.parts[1].surfaces.fill(7);
		const report = new Report();
		roomsOfScene(scene, {}, report, K1);
		const advised = report.findings.filter(({ actions = [] }) => actions.length > 0);
		expect(advised.map(({ code, actions }) => [code, actions])).toEqual([
			['LEVEL_ROOM_DUPLICATE', [{ command: 'init', arguments: ['FILE'] }]],
			['LEVEL_ROOMS_DOUBTFUL', [{ command: 'init', arguments: ['FILE'] }]],
		]);
	});

	test('a scene of objects with any names is one room where that is asked for, at the origin', () => {
		const drafts = [
			{ name: 'Light' },
			{ name: 'Plane', parent: 0, extras: { room: 'hall' } },
			{ name: 'Mesh1 Terrain Model', parent: 1, ground: true },
			{ name: 'Cube', ground: true },
			{ name: 'Cube.001', ground: true },
		];
		const { rooms, ...found } = roomsOf(drafts, { roomBy: 'scene' });
		expect(found).toEqual({ names: ['scene'], parts: [3], codes: [] });
		expect(rooms[0].position).toEqual([0, 0, 0]);
		expect(roomsOf([{ name: 'Light' }], { roomBy: 'scene' }).names).toEqual([]);
	});

	test('names that are not those of rooms are reported once', () => {
		const flat = (...names: string[]): readonly string[] => roomsOf(floors(...names)).codes;
		expect(flat('hall', 'yard', 'küche')).toEqual(['LEVEL_ROOM_NAME', 'LEVEL_ROOMS_ASSUMED']);
		expect(flat('hall', 'höfe', 'küche')).toEqual(['LEVEL_ROOM_NAME', 'LEVEL_ROOMS_DOUBTFUL']);
		const report = new Report();
		const wrong = Array.from({ length: 40 }, (_, index) => ({ name: `höfe ${index}`, ground: true }));
		roomsOfScene(sceneOf([{ name: 'hall', ground: true }, ...wrong]), { roomBy: 'top-level' }, report, K1);
		expect(report.findings).toMatchObject([{ code: 'LEVEL_ROOM_NAME', location: { node: 'höfe 0' } }]);
	});

	test('a scene without groups has no rooms by collection or parent, and says so', () => {
		const flat = floors('a', 'b');
		for (const roomBy of ['collection', 'parent'] as const)
			expect(roomsOf(flat, { roomBy }).codes).toContain('LEVEL_ROOMS_UNGROUPED');
	});

	test('walls that are objects of their own belong to the room whose name theirs begins with', () => {
		const told = (walls: number, ...names: string[]) => {
			const scene = sceneOf(floors(...names));
			for (const { name, surfaces } of scene.parts) if (name.includes('wall')) surfaces.fill(walls);
			const report = new Report();
			const rooms = roomsOfScene(scene, { roomBy: 'prefix' }, report);
			return rooms.map(({ name, parts }) => `${name} ${parts.length}`);
		};
		const names = ['bar_wall_w', 'bar_floor', 'bar_wall_n', 'hall_floor', 'hall_wall_s_2'];
		expect(told(7, ...names)).toEqual(['bar 3', 'hall 2']);
		// What has ground is a room, and what begins like no room with ground is left alone.
		expect(told(4, ...names)).toEqual(['bar_wall 2', 'bar 1', 'hall 1', 'hall_wall_s 1']);
		expect(told(7, 'bar_floor', 'm_wall_n', 'barn_wall_e')).toEqual(['bar 1', 'm_wall 1', 'barn_wall 1']);
	});

	test('every top-level object that becomes a room is reported, unless it is named as walkmesh or asked for', () => {
		const flat = (first: string, second: string): NodeDraft[] => floors(first, second);
		expect(roomsOf(flat('hall', 'yard')).codes).toEqual(['LEVEL_ROOMS_ASSUMED']);
		expect(roomsOf(flat('hall', 'yard'), { roomBy: 'top-level' }).codes).toEqual([]);
		expect(roomsOf(flat('hall_wok', 'yard_wok')).codes).toEqual([]);
		expect(roomsOf(floors('hall')).codes).toEqual([]);
		expect(roomsOf(flat('hall', 'Cube.003')).codes).toEqual(['LEVEL_ROOMS_DOUBTFUL']);
		expect(roomsOf(flat('hall', 'pCube12')).codes).toEqual(['LEVEL_ROOMS_DOUBTFUL']);
		expect(roomsOf(flat('hall', 'boxing_01')).codes).toEqual(['LEVEL_ROOMS_ASSUMED']);
	});

	test('a top-level object without walkable faces hardly is a room', () => {
		const scene = sceneOf(floors('hall', 'wall'));
		scene.parts[1].surfaces.fill(7);
		const report = new Report();
		roomsOfScene(scene, {}, report, K1);
		expect(report.findings).toMatchObject([
			{ code: 'LEVEL_ROOMS_DOUBTFUL', severity: 'warning', data: { doubtful: 'wall', why: 'ground', count: 2 } },
		]);
	});

	test('doors are no rooms: what is called so and is as small is reported, once', () => {
		const told = (names: string[], size: number) => {
			const scene = sceneOf(floors('hall', ...names));
			for (const { positions } of scene.parts.slice(1)) for (let i = 0; i < 9; i++) positions[i] *= size / 5;
			const report = new Report();
			roomsOfScene(scene, {}, report, K1);
			return report.findings.filter(({ code }) => code === 'LEVEL_ROOM_DOOR');
		};
		expect(told(['door_a', 'Door', 'gate_door1'], 2)).toMatchObject([
			{
				severity: 'warning',
				location: { node: 'door_a' },
				data: { names: ['door_a', 'Door', 'gate_door1'] },
			},
		]);
		// Triangles of 3.92 and 4.06 m².
		expect([told(['door_a'], 2.8).length, told(['door_a'], 2.85).length]).toEqual([1, 0]);
		expect(told(['outdoor', 'doorway', 'indoors_01'], 1)).toEqual([]);
	});

	test('a material that names no surface is told by itself, not as a room without ground', () => {
		const scene = sceneOf(floors('hall', 'loft'));
		scene.parts[1].surfaces.fill(UNRESOLVED_SURFACE);
		const report = new Report();
		report.add(SCENE_FINDINGS.SURFACE_UNKNOWN, {}, { material: 'metal_panel_01', triangles: 1 });
		roomsOfScene(scene, {}, report, K1);
		expect(report.findings.map(({ code }) => code)).toEqual(['SURFACE_UNKNOWN', 'LEVEL_ROOMS_ASSUMED']);
	});

	test('a pattern takes outermost matches', () => {
		const inner = { name: 'm1_inner', parent: 0, ground: true };
		const drafts = [{ name: 'm1' }, inner, { name: 'other', ground: true }, { name: 'm2_empty' }];
		expect(roomsOf(drafts, { roomPattern: 'm*' })).toMatchObject({ names: ['m1'], codes: ['LEVEL_PART_OUTSIDE'] });
		expect(roomsOf(drafts, { roomPattern: 'x*' }).codes).toContain('LEVEL_ROOMS_UNMATCHED');
	});

	test('names that the game cannot take, and doubles, are errors', () => {
		const drafts = floors('a room of mine', 'abc', 'ABC');
		expect(roomsOf(drafts).codes).toEqual(['LEVEL_ROOM_NAME', 'LEVEL_ROOM_DUPLICATE', 'LEVEL_ROOMS_ASSUMED']);
	});

	test('a whole scene is called like its file, and no node is to blame for that name', () => {
		const report = new Report();
		const scene = { ...sceneOf(floors('floor')), name: 'spider.stl' };
		roomsOfScene(scene, { roomBy: 'scene' }, report);
		expect(report.findings).toMatchObject([{ code: 'LEVEL_ROOM_NAME', location: {}, data: { names: ['spider.stl'] } }]);
		expect(report.findings[0].location).not.toHaveProperty('node');
	});

	test('the place of a room is its node’s; its walkmesh stays in area space', () => {
		const { rooms } = roomsOf(floors('a', 'b'));
		expect(layoutOfRooms(rooms).rooms).toEqual([
			{ model: 'a', position: [0, 0, 0] },
			{ model: 'b', position: [10, 0, 0] },
		]);
		expect([...roomWalkmesh(rooms[1]).positions.slice(0, 3)]).toEqual([10, 0, 0]);
		expect(roomWalkmesh(rooms[1]).position).toEqual([0, 0, 0]);
	});
});

describe('Markers', () => {
	const layout = {
		rooms: [
			{ model: 'here', position: [0, 0, 0] as const },
			{ model: 'there', position: [0, 0, 0] as const },
		],
		tracks: [],
		obstacles: [],
		doorHooks: [],
	};
	const marker = (room: string, kind: 'lines' | 'point', ...positions: number[]): SceneMarker => ({
		node: 0,
		name: `transition_${room}`,
		room,
		kind,
		positions: Float64Array.from(positions),
	});

	function linked(markers: SceneMarker[], withLayout = true) {
		const report = new Report();
		const all = new Markers(sceneOf([{ name: 'markers' }], markers), withLayout ? layout : undefined, report);
		const { transitions } = all.apply(floor(), K1);
		all.finish(report);
		return { transitions: [...transitions], codes: codesOf(report) };
	}

	test('a line links the perimeter edges on it, a point the nearest, by name or number', () => {
		expect(linked([marker('there', 'lines', -1, 0, 0.005, 11, 0, 0)])).toEqual({
			transitions: [1, -1, -1, -1, -1, -1],
			codes: [],
		});
		expect(linked([marker('7', 'point', 10.2, 4, 0)])).toEqual({ transitions: [-1, 7, -1, -1, -1, -1], codes: [] });
		expect(linked([marker('7', 'point', 10.2, 4, 0)], false).transitions[1]).toBe(7);
	});

	test('a marker that lies nowhere, or names no room, is reported with its place', () => {
		expect(linked([marker('there', 'lines', 0, 3, 0, 10, 3, 0)]).codes).toEqual(['MARKER_UNMATCHED']);
		expect(linked([marker('there', 'point', 5, 5, 0)]).codes).toEqual(['MARKER_UNMATCHED']);
		expect(linked([marker('nowhere', 'point', 10, 4, 0)]).codes).toEqual(['MARKER_ROOM_UNKNOWN']);
		expect(linked([marker('there', 'point', 10, 4, 0)], false).codes).toEqual(['MARKER_ROOM_UNKNOWN']);
	});
});

describe('rooms of a scene that has hardly any triangles', () => {
	const drafts = (count: number): NodeDraft[] =>
		Array.from({ length: count }, (_, i) => ({ name: `r${i}`, ground: true }));

	test('are refused beyond a limit, which the user may raise or lower', () => {
		expect(roomsOf(drafts(500)).rooms).toHaveLength(500);
		expect(() => roomsOf(drafts(501))).toThrow('The level has 501 rooms; the limit is 500.');
		expect(roomsOf(drafts(501), { maxRooms: 501 }).rooms).toHaveLength(501);
		expect(() => roomsOf(drafts(3), { maxRooms: 2 })).toThrow('the limit is 2.');
	});
});

it.each([
	['m01aa_08c', []],
	['A', []],
	['sixteen_chars_ok', []],
	['****', []],
	['', ['empty']],
	['seventeen_chars_x', ['length']],
	['m01aa-08c', ['characters']],
	['room one', ['characters']],
	['räume', ['characters']],
	['***', ['characters']],
	['a name with far too many', ['length', 'characters']],
])('checkModelName %j: %j', (name, problems) => {
	expect(checkModelName(name)).toEqual(problems);
});

it('findDuplicateNames compares without regard to case and leaves placeholders alone', () => {
	const names = ['Room_a', '****', 'b', 'ROOM_A', '****', 'B', 'room_a', 'c'];
	expect(findDuplicateNames(names)).toEqual([
		{ name: 'Room_a', indices: [0, 3, 6] },
		{ name: 'b', indices: [2, 5] },
	]);
	expect(findDuplicateNames(['__proto__', 'constructor'])).toEqual([]);
});
