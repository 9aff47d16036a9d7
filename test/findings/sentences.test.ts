import { expect, test } from 'vitest';
import { LEVEL_CHECK_FINDINGS as OF_LEVEL } from '../../check/facts/level-findings.ts';
import { GROUND_FINDINGS as OF_GROUND } from '../../check/ground/ground-answer.ts';
import { TABLE_FINDINGS as OF_TABLES } from '../../check/tables/tables.ts';
import { THING_FINDINGS as OF_THINGS } from '../../check/things/thing-findings.ts';
import { MESH_FINDINGS as OF_MESH } from '../../src/clean/findings.ts';
import type { FindingType } from '../../src/findings/report.ts';
import { INPUT_FINDINGS as OF_INPUT } from '../../src/formats/limits.ts';
import { SCENE_FINDINGS as OF_SCENE } from '../../src/scene/findings.ts';
import { SPACE_FINDINGS as OF_SPACE } from '../../src/scene/space.ts';
import { LEVEL_FINDINGS as OF_LINKS, ROOMS_FINDINGS as OF_ROOMS } from '../../src/seams/findings.ts';
import { told } from '../support/told.ts';

const door = { kind: 'door', index: 2, tag: 'gate', template: 'gate01' };
const link = { to: 1, name: 'hall', own: 0, rooms: 2, walkmesh: true };
const moved = { by: [0, 1.5, 0], distance: 1.5, more: 0, rooms: 1, edges: 1 };
const doorways = { by: [0, 1.5, 0], distance: 1.5, more: 0, to: 1, name: 'hall', width: 2, linked: 0, doorways: 1 };
const turned = { degrees: 90, mirrored: false, x: 1, y: 2, by: [0, 0, 0], doorways: 1, now: 0 };
const scaled = { factor: 0.01, about: [1, 2, 3], by: [0, 0, 0], isFlat: false, isUnit: true, rooms: 1 };
const unlisted = { name: 'hall', rooms: 0 };
const leak = { count: 1, length: 2 };
const walled = { to: 1, name: 'hall', width: 2, walls: [3], otherWalls: [] };
const reach = { from: 'a', area: 10, reached: 10, rooms: 1, roomsReached: 1, isComplete: true };
const piece = { area: 0.123 };
const way = (gap: number, step: number): object => ({ ...piece, way: { gap, step } });
const barrier = (width: number, obstacle?: string): object => ({ ...piece, barrier: { width, obstacle } });
const rooms = ['a', 'b'];
const crack = { kind: 'gap', otherEdge: 3, gap: 0.02, areas: [], count: 1, snap: 0.03 };
const unit = { unit: 'cm', assumed: 'm', size: 900, becomes: 9 };
const unknown = { material: '', triangles: 1 };
const open = { materials: [], objects: [], rooms: [], hasFrame: true, file: 'quay.glb' };
const taken = { rule: 'tagged', taken: 0, takenNames: '', left: 0, leftNames: '' };
const spaces = ['room', 'area'].map((space) => ({ space, at: [1, 2, 3] }));
const templates = { kind: 'placeable', count: 1, names: 'crate' };

const [rows, fewer] = [
	{ rows: 3, expected: 3 },
	{ rows: 1, expected: 3 },
];

/** Findings that are worded by their data, with what words them in each way. */
const ROWS: readonly (readonly [type: unknown, ...data: readonly object[]])[] = [
	...[OF_LEVEL.LINK_OUT_OF_RANGE, OF_LEVEL.LINK_TO_SELF, OF_LEVEL.LINK_WITHOUT_GROUND].map(
		(type) => [type, { ...link, count: 1 }, { ...link, walkmesh: false, count: 2 }] as const,
	),
	[OF_LEVEL.LINK_ONE_WAY, ...[1, 2].flatMap((count) => [-1, 2].map((back) => ({ ...link, count, back })))],
	[OF_LEVEL.ROOM_SHIFTED, moved, { ...moved, more: 2, rooms: 3, edges: 4 }],
	[OF_LEVEL.ROOM_SHIFTED, doorways, { ...doorways, linked: 0.5 }, { ...doorways, more: 2, doorways: 3 }],
	[
		OF_LEVEL.ROOM_TURNED,
		turned,
		{ ...turned, mirrored: true, now: 1 },
		{ ...turned, mirrored: true, degrees: 0, by: [1, 2, 0], doorways: 3, now: 2 },
	],
	[OF_LEVEL.ROOM_RESIZED, scaled, { ...scaled, isUnit: false, by: [1, 2, 0] }, { ...scaled, isFlat: true, rooms: 2 }],
	[OF_LEVEL.ROOMS_IN_ROOM_SPACE, { rooms: 3 }],
	[OF_LEVEL.ROOMS_PLACED_TWICE, { rooms: 3, by: [1, 2, 0] }],
	[OF_LEVEL.LEVEL_ROOM_UNLISTED, unlisted, { ...unlisted, rooms: 1, index: 2 }],
	[OF_LEVEL.ROOM_UNLINKED, { pairs: 2 }, { rooms: 1, edges: 2 }],
	[OF_LEVEL.DOORWAY_WALLED, walled, { ...walled, walls: [1, 3, 5, 7, 9, 11, 13, 15, 17], otherWalls: [1, 2] }],
	[OF_LEVEL.GROUND_LEAK, leak, { ...leak, count: 3 }],
	[OF_GROUND.GROUND_REACH, reach, { ...reach, rooms: 2 }, { ...reach, reached: 9.5, rooms: 2, isComplete: false }],
	[
		OF_GROUND.GROUND_UNREACHED,
		piece,
		...[way(0.001, 0.000_9), way(0.000_9, 0.001), way(0.25, 0.5), way(0, 0)],
		...[barrier(0.009, 'a chest'), barrier(0.01, 'a chest'), barrier(0.3), barrier(0.7)],
	],
	[
		OF_THINGS.DOOR_OFF_DOORWAY,
		{ ...door, dz: 0.1 },
		{ ...door, room: 'a', to: 'b', distance: 0.999, degrees: 3.333, dz: -1 },
	],
	[OF_THINGS.DOORS_SHIFTED, { doors: 3, of: 3, by: [1, 2, 0] }, { doors: 3, of: 4, by: [1, 2, 0] }],
	[OF_THINGS.TEMPLATE_WITHOUT_MODEL, templates, { ...templates, count: 2 }],
	[OF_THINGS.THING_OFF_GROUND, { ...door, dz: 0.5, count: 1 }, { ...door, dz: -0.5, count: 2 }],
	[OF_THINGS.THING_OFF_GROUND, { ...door, distance: 0.5 }, { ...door, kind: 'trigger', distance: 0.5 }],
	[OF_THINGS.THINGS_ELSEWHERE, { off: 3, count: 4 }],
	[OF_THINGS.PATH_POINT_OFF_GROUND, { point: 3, distance: 0.25 }, { off: 3, count: 4 }],
	[OF_THINGS.PATH_LINK_BLOCKED, { from: 0, to: 1, wall: true, count: 1 }, { from: 0, to: 1, wall: false, count: 2 }],
	[OF_MESH.GROUND_CRACK, crack, { ...crack, kind: 'height', areas: [1, 2] }, { ...crack, kind: 'overlap', count: 2 }],
	[OF_TABLES.TABLE_ADJACENCY, { count: 1, ...rows }, { count: 2, ...rows }, fewer],
	[OF_TABLES.TABLE_EDGES, rows, fewer],
	[OF_TABLES.TABLE_PERIMETERS, rows, fewer, { rows: 0, expected: 1 }, { rows: 0, expected: 2 }],
	[OF_TABLES.TABLE_NORMALS, { count: 1 }, ...[0, 1, 2, 3].map((zero) => ({ count: 3, zero, of: 9 }))],
	[OF_TABLES.TABLE_PLANES, ...[0, 1, 2, 3].map((zero) => ({ count: 3, zero, of: 9, worst: 0.5 }))],
	[OF_TABLES.TABLE_PLANES, { count: 3, of: 9, isUnscaled: true }],
	[OF_LINKS.LINKS_FOUND, ...[0, 1, 2].map((kept) => ({ links: 3, rooms: 2, kept, cleared: kept }))],
	[OF_LINKS.RELINK_ROOM_MOVED, ...[true, false].map((done) => ({ by: [1, 2, 0], done }))],
	[OF_ROOMS.LEVEL_ROOM_DUPLICATE, ...[1, 2].map((count) => ({ name: 'a', count, nodes: ['b'] }))],
	[
		OF_ROOMS.LEVEL_ROOMS_DOUBTFUL,
		...['name', 'default', 'ground'].map((why) => ({ count: 2, names: 'a, b', doubtful: 'a', why })),
	],
	[OF_INPUT.TOO_MANY_TRIANGLES, { limit: 9 }, { limit: 9, triangles: 10 }],
	[OF_INPUT.TOO_MANY_HEAPED, { limit: 9, heaped: 10 }],
	[OF_INPUT.TOO_MANY_ROOMS, { limit: 9, rooms: 10, scene: true }, { limit: 9, rooms: 10, name: 'a' }],
	[OF_INPUT.SEARCH_TOO_LONG, { limit: 9 }],
	[OF_SCENE.SCENE_SIZE_SUSPICIOUS, { size: 900 }, { ...unit, factor: 0.01, rooms }],
	[OF_SCENE.SCENE_UNIT_STATED, unit, { ...unit, rooms }],
	[OF_SCENE.SCENE_UP_SUSPICIOUS, ...[{}, { sceneUp: 'z' }].map((of) => ({ share: 0.999, up: 'x', other: 'y', ...of }))],
	[OF_SCENE.DECISIONS_FOLLOWED, ...[1, 2].map((entries) => ({ file: 'quay.wokflow.json', entries }))],
	[OF_SCENE.DECISIONS_OPEN, open, { ...open, materials: ['m'], objects: rooms, rooms: ['a'], hasSills: true }],
	[
		OF_SCENE.SURFACE_UNKNOWN,
		...[unknown, { ...unknown, closed: 'Nonwalk' }, { ...unknown, object: 'roof', closed: 'Nonwalk' }],
		...[{}, { nearest: 'Stone' }, { closed: 'Nonwalk' }].map((more) => ({ material: 'stoen', triangles: 2, ...more })),
	],
	[OF_SCENE.SURFACE_CONFLICT, { material: 'a', label: 'Dirt', object: 'b', objectLabel: 'Grass', triangles: 1 }],
	[OF_SCENE.SURFACES_FILE_INVALID, { problem: 'it is empty' }],
	[
		OF_SCENE.SURFACE_FOREIGN,
		...[true, false].map((walkable) => ({ material: 'a', surface: 6, label: 'Sand', walkable })),
	],
	[
		OF_SCENE.SURFACE_MAPPING_INVALID,
		...[{}, { nearest: 'Stone' }].map((of) => ({ pattern: 'a', surface: 'stoen', ...of })),
	],
	[
		OF_SCENE.NODES_TAKEN,
		...[taken, { ...taken, left: 2, leftNames: 'a, b', empty: 1 }, { ...taken, taken: 1, takenNames: 'a', empty: 2 }],
	],
	[OF_SCENE.NODES_LEFT, { count: 1, names: 'a' }, { count: 2, names: 'a, b' }],
	[OF_SCENE.OBJECT_ROOT_STRETCHED, { scales: 'sheared' }, { scales: '1 2 1' }],
	[OF_SPACE.PLACE_SPACE_TAKEN, ...['place', 'option'].flatMap((by) => spaces.map((space) => ({ ...space, by })))],
	[OF_SPACE.PLACE_SPACE_UNSURE, ...spaces, { ...spaces[0], rooms, other: 'area' }],
	[OF_SPACE.PLACE_SPACE_DOUBTFUL, ...spaces, { ...spaces[0], rooms }],
	[
		OF_THINGS.HOOK_UNREACHABLE,
		{ ...door, hook: 1 },
		{ ...door, hook: 1, isWalled: true },
		{ ...door, hook: 1, isWalled: true, past: 'crate' },
	],
];

test('findings are worded by their data', async () => {
	const lines = ROWS.flatMap(([type, ...data]) => data.map((each) => told(type as FindingType, each)));
	await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./goldens/sentences.txt');
});
