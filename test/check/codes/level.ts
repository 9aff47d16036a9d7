import type { Vec3 } from '../../../src/math/vec3.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { EAST, fan, layoutOf, rectangle, ringEdge, WEST, withTransitions } from '../../support/levels.ts';
import { merged, wall } from '../../support/own-floors.ts';
import { triples } from '../../support/points.ts';
import { type Case, level } from './subjects.ts';

/** A room in a row of rooms 4 m wide, with the rooms that its edges to the west and the east lead to. */
function inRow(nth: number, west?: number, east?: number, [dx, dy]: readonly [number, number] = [0, 0]): Walkmesh {
	return withTransitions(rectangle(nth * 4 + dx, dy, 4, 4), {
		...(west === undefined ? {} : { [WEST]: west }),
		...(east === undefined ? {} : { [EAST]: east }),
	});
}

const LINKED = [inRow(0, undefined, 1), inRow(1, 0)];
const UNLINKED = [inRow(0), inRow(1)];
const ROW = [inRow(0, undefined, 1), inRow(1, 0, 2), inRow(2, 1)];

/** Two linked rooms, the second so far beyond its edge. */
const apart = (gap: number) => level([inRow(0, undefined, 1), inRow(1, 0, undefined, [gap, 0])]);

/** A room between two others, in two pieces so far apart. */
function divided(gap: number): ReturnType<typeof level> {
	const east = 8 + gap;
	const halves = merged(rectangle(4, 0, 4, 4), rectangle(east, 0, 4, 4));
	return level([
		inRow(0, undefined, 1),
		withTransitions(halves, { [WEST]: 0, [6 + EAST]: 2 }),
		withTransitions(rectangle(east + 4, 0, 4, 4), { [WEST]: 1 }),
	]);
}

/** A room with walls but on one side, where one so far away may stand. */
function walled(beyond: number): ReturnType<typeof level> {
	const walls = [wall(0, 0, 4, 0), wall(0, 0, 0, 4), wall(0, 4, 4, 4)];
	return level([merged(rectangle(0, 0, 4, 4), ...walls, wall(4 + beyond, 0, 4 + beyond, 4))]);
}

/** Walls about a room of 4 m but for one side: south, east, north, west. */
const sides = (x: number, open: number): Walkmesh[] =>
	[wall(x, 0, x + 4, 0), wall(x + 4, 0, x + 4, 4), wall(x, 4, x + 4, 4), wall(x, 0, x, 4)].toSpliced(open, 1);

/** Two rooms with two doorways between them, one of which lies higher by so much in the second room. */
function twoDoorways(rise: number): ReturnType<typeof level> {
	const jambs = (x: number): Walkmesh[] => [wall(x, 0, x, 1), wall(x, 3, x, 5), wall(x, 7, x, 8)];
	const side = (x: number, z: number): Vec3[] => triples(x, 0, 0, x, 1, 0, x, 3, 0, x, 5, z, x, 7, z, x, 8, 0);
	const west = merged(fan([0, 8, 0], [0, 0, 0], ...side(4, 0)), ...jambs(4));
	const east = merged(fan([8, 0, 0], [8, 8, 0], ...side(4, rise).toReversed()), ...jambs(4));
	return level([withTransitions(west, { [ringEdge(8, 3)]: 1 }), withTransitions(east, { [ringEdge(8, 5)]: 0 })]);
}

/** Two rooms with walls but for the doorway between them, the second so far from where it should be. */
function behindWall(gap: number): ReturnType<typeof level> {
	const east = 4 + gap;
	return level([merged(rectangle(0, 0, 4, 4), ...sides(0, 1)), merged(rectangle(east, 0, 4, 4), ...sides(east, 3))]);
}

/** By code: what provokes it, and what is on the other side of its threshold. */
export const LEVEL: Readonly<Record<string, Case>> = {
	LINK_APART: { fault: apart(3e-3), near: apart(1e-3) },
	LINK_INEXACT: { fault: apart(1e-3), near: apart(0) },
	LINK_DIVIDED: {
		fault: level([
			LINKED[0],
			withTransitions(fan([4, 0, 0], [8, 0, 0], [8, 4, 0], [4, 4, 0], [4, 2, 0]), {
				[ringEdge(5, 3)]: 0,
				[ringEdge(5, 4)]: 0,
			}),
		]),
		near: level(LINKED),
	},
	ROOM_SHIFTED: {
		fault: level([ROW[0], inRow(1, 0, 2, [0, 0.01]), ROW[2]]),
		near: level([ROW[0], inRow(1, 0, 2, [0, 1e-3]), ROW[2]]),
	},
	'ROOM_SHIFTED off its doorways': { fault: behindWall(1.9), near: behindWall(2.1) },
	DOORWAY_UNMET: { fault: twoDoorways(0.3), near: twoDoorways(0.05) },
	ROOMS_EQUAL: {
		fault: level([...LINKED, LINKED[1]]),
		near: level([...LINKED, { ...LINKED[1], positions: LINKED[1].positions.with(2, 0.01) }]),
	},
	LINKS_MISNUMBERED: {
		fault: level([ROW[0], inRow(1, 2, 0), ROW[2]]),
		near: level([ROW[0], inRow(1, 2, 2), ROW[2]]),
	},
	ROOM_UNLINKED: {
		fault: level([ROW[0], inRow(1), ROW[2]]),
		near: level([ROW[0], inRow(1, 0), ROW[2]]),
	},
	'ROOM_UNLINKED in the whole level': { fault: level([inRow(0), inRow(1), inRow(2)]), near: level(UNLINKED) },
	ROOMS_STACKED: {
		fault: level([rectangle(0, 0, 4, 4), rectangle(3.5, 0, 4, 4, 0.6)]),
		near: level([rectangle(0, 0, 4, 4), rectangle(3.5, 0, 4, 4, 0.4)]),
	},
	DOORWAY_WALLED: {
		fault: level([withTransitions(merged(rectangle(0, 0, 4, 4), wall(4, 0, 4, 3.8)), { [EAST]: 1 }), LINKED[1]]),
		near: level([withTransitions(merged(rectangle(0, 0, 4, 4), wall(4, 0, 4, 3.6)), { [EAST]: 1 }), LINKED[1]]),
	},
	GROUND_LEAK: { fault: walled(0.1), near: walled(0.04) },
	GROUND_DIVIDED: { fault: divided(1), near: divided(0) },
	LAYOUT_DOORHOOK_ROOM_UNKNOWN: { fault: level(LINKED, hook('r2')), near: level(LINKED, hook('r1')) },
	LAYOUT_NAME_INVALID: {
		fault: level(LINKED, { names: ['r0', 'seventeen_letters'] }),
		near: level(LINKED, { names: ['r0', 'sixteen_letters_'] }),
	},
	LAYOUT_NAME_DUPLICATE: {
		fault: level(LINKED, { names: ['r0', 'R0'] }),
		near: level(LINKED, { names: ['r0', 'r00'] }),
	},
	VIS_ROOM_UNKNOWN: {
		fault: level(LINKED, seeing(['r0', 'r1', 'r7'], ['r1', 'r0'])),
		near: level(LINKED, seeing(['r0', 'r1'], ['r1', 'r0'])),
	},
	VIS_LINK_UNSEEN: {
		fault: level(ROW, seeing(['r0', 'r2'], ['r1', 'r2'], ['r2', 'r1', 'r0'])),
		near: level(ROW, seeing(['r0', 'r1'], ['r1', 'r0', 'r2'], ['r2', 'r1'])),
	},
	VIS_LINKS_NONE: {
		fault: level(ROW, seeing(['r0', 'r2'])),
		near: level(ROW, seeing(['r0', 'r1'])),
	},
	VIS_ROOM_UNSEEN: {
		fault: level([...LINKED, inRow(5)], seeing(['r0', 'r1'])),
		near: level([...LINKED, inRow(5)], seeing(['r0', 'r1', 'r2'])),
	},
	ROOM_WITHOUT_GROUND: {
		fault: level([LINKED[0], { ...LINKED[1], kind: 'placeable' }]),
		near: level(LINKED),
	},
	LEVEL_ROOM_UNLISTED: {
		fault: level(LINKED, listing('q_0')),
		// A copy of a listed room is no room that was lost.
		near: level([...LINKED, LINKED[1]], listing('q_0', 'q_1')),
	},
	LEVEL_ROOM_FILE_MISSING: {
		fault: level([...UNLINKED, undefined]),
		near: level([...UNLINKED, undefined], { names: ['r0', 'r1', '****'] }),
	},
};

/** Files of three rooms at most, of which the layout lists these. */
function listing(...names: readonly string[]) {
	return { names: ['q_0', 'q_1', 'q_2'], layout: { rooms: layoutOf(...names).rooms } };
}

function seeing(...rows: readonly (readonly string[])[]) {
	return { visibility: { entries: rows.map(([room, ...visible]) => ({ room, visible })) } } as never;
}

function hook(room: string) {
	return {
		layout: { doorHooks: [{ room, door: 'gate', flag: 0, position: [0, 0, 0], orientation: [1, 0, 0, 0] }] },
	} as never;
}
