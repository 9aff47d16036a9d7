import { expect, test } from 'vitest';
import { LEVEL_CHECK_FINDINGS as OF_LEVEL } from '../../check/facts/level-findings.ts';
import { THING_FINDINGS as OF_THINGS } from '../../check/things/thing-findings.ts';
import type { FindingType } from '../../src/findings/report.ts';
import { told } from '../support/told.ts';

const door = { kind: 'door', index: 2, tag: 'gate', template: 'gate01' };
const link = { to: 1, name: 'hall', own: 0, rooms: 2, walkmesh: true };
const moved = { by: [0, 1.5, 0], distance: 1.5, more: 0, rooms: 1, edges: 1 };
const doorways = { by: [0, 1.5, 0], distance: 1.5, more: 0, to: 1, name: 'hall', width: 2, linked: 0, doorways: 1 };
const turned = { degrees: 90, mirrored: false, x: 1, y: 2, by: [0, 0, 0], doorways: 1, now: 0 };
const scaled = { factor: 0.01, about: [1, 2, 3], by: [0, 0, 0], isFlat: false, isUnit: true, rooms: 1 };
const templates = { kind: 'placeable', count: 1, names: 'crate' };

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
	[
		OF_THINGS.DOOR_OFF_DOORWAY,
		{ ...door, dz: 0.1 },
		{ ...door, room: 'a', to: 'b', distance: 0.999, degrees: 3.333, dz: -1 },
	],
	[OF_THINGS.DOORS_SHIFTED, { doors: 3, of: 3, by: [1, 2, 0] }, { doors: 3, of: 4, by: [1, 2, 0] }],
	[OF_THINGS.TEMPLATE_WITHOUT_MODEL, templates, { ...templates, count: 2 }],
	[OF_THINGS.THING_OFF_GROUND, { ...door, dz: 0.5, count: 1 }, { ...door, dz: -0.5, count: 2 }],
	[OF_THINGS.PATH_POINT_OFF_GROUND, { point: 3, distance: 0.25 }, { off: 3, count: 4 }],
	[OF_THINGS.PATH_LINK_BLOCKED, { from: 0, to: 1, wall: true, count: 1 }, { from: 0, to: 1, wall: false, count: 2 }],
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
