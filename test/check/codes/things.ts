import type { ObjectPlacement } from '../../../src/model/level.ts';
import { createWalkmesh, NO_HOOKS, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { type AreaLists, type Stand, triggerStruct } from '../../support/area-maker.ts';
import { EAST, rectangle, WEST, withTransitions } from '../../support/levels.ts';
import { merged, NONWALK, surfaced } from '../../support/own-floors.ts';
import { type Case, level } from './subjects.ts';

const ROOMS = [
	withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 1 }),
	withTransitions(rectangle(4, 0, 4, 4), { [WEST]: 0 }),
];

/** In the doorway between the two rooms, across it, but for what is said. */
function door(change: Partial<Stand>): AreaLists {
	return { doors: [{ x: 4, y: 2, z: 0, bearing: Math.PI / 2, ...change }] };
}

/** Four rooms in a row, and doors so far beside the middles of the doorways between them. */
function doorsBeside(y: number): ReturnType<typeof level> {
	const rooms = [0, 1, 2, 3].map((nth) =>
		withTransitions(rectangle(nth * 4, 0, 4, 4), {
			...(nth < 3 ? { [EAST]: nth + 1 } : {}),
			...(nth > 0 ? { [WEST]: nth - 1 } : {}),
		}),
	);
	return area({ doors: [4, 8, 12].map((x) => ({ x, y: 2 + y, z: 0, bearing: Math.PI / 2 })) }, rooms);
}

const waypoint = (x: number, z = 0): AreaLists => ({ waypoints: [{ x, y: 2, z, bearing: 0 }] });
/** So many on the ground, and so many beside it. */
const waypoints = (on: number, off: number): AreaLists => ({
	waypoints: Array.from({ length: on + off }, (_, i) => ({ x: i < on ? 2 : -9 - i, y: 2, z: 0, bearing: 0 })),
});
const area = (lists: AreaLists, rooms: readonly Walkmesh[] = ROOMS) => level(rooms, { lists });
const trigger = (x: number): AreaLists => ({ triggers: [triggerStruct({ x, y: 1, z: 0, bearing: 0 }, 2)] });

/** The closed leaf of a door in the doorway, so long. */
function leaf(width: number): ReturnType<typeof level> {
	const shape = surfaced(rectangle(-width / 2, -0.1, width, 0.2), NONWALK);
	const mesh = createWalkmesh({
		...shape,
		kind: 'door',
		doorState: 'closed',
		hooks: { ...NO_HOOKS, relative1: [0, -1, 0] },
	});
	const at: ObjectPlacement = { kind: 'door', model: 'gate', position: [4, 2, 0], bearing: 90 };
	return level(ROOMS, { placed: [{ at, mesh }] });
}

/** A console of 1 m by 1 m at a point, its hook beside it. */
function console(floor: Walkmesh, [x, y]: readonly [number, number], hook: readonly [number, number]) {
	const shape = surfaced(rectangle(-0.5, -0.5, 1, 1), NONWALK);
	const mesh = createWalkmesh({ ...shape, kind: 'placeable', hooks: { ...NO_HOOKS, relative1: [...hook, 0] } });
	return level([floor], {
		placed: [{ at: { kind: 'placeable', model: 'console', position: [x, y, 0], bearing: 0 }, mesh }],
	});
}

const FLOOR = rectangle(0, 0, 8, 8);
const ISLAND = merged(FLOOR, rectangle(10, 3.5, 1, 1));

const HALF_DEGREE = Math.PI / 360;

/** By code: what provokes it, and what is on the other side of its threshold. */
export const THINGS: Readonly<Record<string, Case>> = {
	DOOR_OFF_DOORWAY: { fault: area(door({ y: 2.55 })), near: area(door({ y: 2.45 })) },
	DOORS_SHIFTED: { fault: doorsBeside(0.55), near: doorsBeside(0.45) },
	'DOOR_OFF_DOORWAY turned': {
		fault: area(door({ bearing: Math.PI / 2 + 5 * HALF_DEGREE })),
		near: area(door({ bearing: Math.PI / 2 + 3 * HALF_DEGREE })),
	},
	'DOOR_OFF_DOORWAY in height': { fault: area(door({ z: -0.06 })), near: area(door({ z: -0.04 })) },
	DOOR_LEAVES_GAP: { fault: leaf(2.5), near: leaf(2.7) },
	THING_OFF_GROUND: { fault: area(waypoint(-0.03)), near: area(waypoint(-0.01)) },
	THINGS_ELSEWHERE: { fault: area(waypoints(4, 5)), near: area(waypoints(5, 5)) },
	'THING_OFF_GROUND in height': { fault: area(waypoint(2, 0.35)), near: area(waypoint(2, 0.25)) },
	CORNERS_OFF_GROUND: { fault: area(trigger(6.1)), near: area(trigger(6)) },
	'THING_OFF_GROUND of a trigger': { fault: area(trigger(8.1)), near: area(trigger(7.9)) },
	HOOK_OFF_GROUND: { fault: console(FLOOR, [4, 1], [0, -1.12]), near: console(FLOOR, [4, 1], [0, -1.08]) },
	HOOK_UNREACHABLE: { fault: console(ISLAND, [8.5, 4], [2, 0]), near: console(ISLAND, [8.5, 4], [-1, 0]) },
	MODULE_ENTRY_OFF_GROUND: {
		fault: level(ROOMS, { entry: [-0.03, 2, 0] }),
		near: level(ROOMS, { entry: [-0.01, 2, 9] }),
	},
};
