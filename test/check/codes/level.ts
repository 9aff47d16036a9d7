import type { Vec3 } from '../../../src/math/vec3.ts';
import { createWalkmesh, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { EAST, fan, layoutOf, NORTH, rectangle, ringEdge, WEST, withTransitions } from '../../support/levels.ts';
import { merged, NONWALK, surfaced } from '../../support/own-floors.ts';
import { triples } from '../../support/points.ts';
import { type Case, level, wall } from './subjects.ts';

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
/** The same rooms, each about its own origin. */
const ABOUT_ORIGIN = [inRow(0, undefined, 1), inRow(0, 0, 2), inRow(0, 1)];
/** Rooms of 4 m whose positions were given in centimetres. */
const FAR_APART = [0, 1, 2, 3].map((nth) => inRow(nth * 100));
const EMPTY = createWalkmesh({
	positions: new Float32Array(0),
	faces: new Uint32Array(0),
	surfaces: new Uint32Array(0),
});

/** Two linked rooms, the second so far beyond its edge. */
const apart = (gap: number) => level([inRow(0, undefined, 1), inRow(1, 0, undefined, [gap, 0])]);

/** Two rooms so far apart, both linked to a third one along them. */
function beside(gap: number): ReturnType<typeof level> {
	const end = 8 + gap;
	const along = fan([0, 4, 0], [4, 4, 0], [4 + gap, 4, 0], [end, 4, 0], [end, 8, 0], [0, 8, 0]);
	return level([
		withTransitions(rectangle(0, 0, 4, 4), { [NORTH]: 2 }),
		withTransitions(rectangle(4 + gap, 0, 4, 4), { [NORTH]: 2 }),
		withTransitions(along, { [ringEdge(6, 0)]: 0, [ringEdge(6, 2)]: 1 }),
	]);
}

/** Two rooms with a doorway so wide between them. */
function doorway(width: number): ReturnType<typeof level> {
	const room = fan([0, 0, 0], [4, 0, 0], [4, 1, 0], [4, 1 + width, 0], [4, 4, 0], [0, 4, 0]);
	return level([
		withTransitions(room, { [ringEdge(6, 2)]: 1 }),
		withTransitions(rectangle(4, 1, 4, width), { [WEST]: 0 }),
	]);
}

/** Two rooms with a seam of two edges, and a wall near the shorter one. */
function jambed(x: number): [Walkmesh, Walkmesh] {
	const west = fan([0, 0, 0], [4, 0, 0], [4, 1, 0], [4, 4, 0], [0, 4, 0]);
	const east = fan([4, 0, 0], [8, 0, 0], [8, 4, 0], [4, 4, 0], [4, 1, 0]);
	return [
		withTransitions(merged(west, wall(x, 0, x, 1)), { [ringEdge(5, 1)]: 1, [ringEdge(5, 2)]: 1 }),
		withTransitions(east, { [ringEdge(5, 3)]: 0, [ringEdge(5, 4)]: 0 }),
	];
}

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

/** Two rooms with two doorways between them, one of them linked; before the other the second room has so long a strip that cannot be walked on. */
function barredDoorway(depth: number): ReturnType<typeof level> {
	const jambs = [wall(4, 0, 4, 1), wall(4, 3, 4, 5), wall(4, 7, 4, 8)];
	const west = fan([0, 8, 0], [0, 0, 0], [4, 0, 0], [4, 1, 0], [4, 3, 0], [4, 5, 0], [4, 7, 0], [4, 8, 0]);
	const x = 4 + depth;
	const east = fan([9, 0, 0], [9, 8, 0], [x, 8, 0], [x, 5, 0], [x, 4, 0], [4, 4, 0], [4, 3, 0], [4, 1, 0], [4, 0, 0]);
	const strip = surfaced(fan([4, 4, 0], [x, 4, 0], [x, 8, 0], [4, 8, 0]), NONWALK);
	return level([
		withTransitions(merged(west, ...jambs), { [ringEdge(8, 3)]: 1 }),
		withTransitions(merged(east, ...jambs, strip), { [ringEdge(9, 6)]: 0 }),
	]);
}

/** Two rooms with walls but for the eastern side of the first and one of the second. */
function withDoorway(open: number): ReturnType<typeof level> {
	return level([merged(rectangle(0, 0, 4, 4), ...sides(0, 1)), merged(rectangle(4, 0, 4, 4), ...sides(4, open))]);
}

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

const ROOF = merged(rectangle(0, 0, 4, 4), surfaced(rectangle(5, 1, 2, 2, 3), NONWALK));

/** By code: what provokes it, and what is on the other side of its threshold. */
export const LEVEL: Readonly<Record<string, Case>> = {
	LINK_OUT_OF_RANGE: { fault: level([inRow(0, undefined, 2), inRow(1, 0)]), near: level(LINKED) },
	LINK_TO_SELF: {
		fault: level([withTransitions(LINKED[0], { [NORTH]: 0 }), LINKED[1]]),
		near: level([withTransitions(LINKED[0], { [NORTH]: 1 }), LINKED[1]]),
	},
	LINK_WITHOUT_GROUND: {
		fault: level([...LINKED.with(0, withTransitions(LINKED[0], { [NORTH]: 2 })), EMPTY]),
		near: level([...LINKED, EMPTY]),
	},
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
	LINK_ONE_WAY: { fault: level([LINKED[0], UNLINKED[1]]), near: level(LINKED) },
	SEAM_UNLINKED: {
		fault: level([inRow(0), inRow(1, undefined, undefined, [0.09, 0])]),
		near: level([inRow(0), inRow(1, undefined, undefined, [0.11, 0])]),
	},
	SEAM_NEAR: { fault: beside(0.4), near: beside(0.6) },
	ROOM_SHIFTED: {
		fault: level([ROW[0], inRow(1, 0, 2, [0, 0.01]), ROW[2]]),
		near: level([ROW[0], inRow(1, 0, 2, [0, 1e-3]), ROW[2]]),
	},
	'ROOM_SHIFTED off its doorways': { fault: behindWall(1.9), near: behindWall(2.1) },
	DOORWAY_BARRED: { fault: barredDoorway(1.4), near: barredDoorway(1.6) },
	DOORWAY_UNMET: { fault: twoDoorways(0.3), near: twoDoorways(0.05) },
	ROOM_TURNED: { fault: withDoorway(1), near: withDoorway(3) },
	ROOM_RESIZED: {
		fault: level([rectangle(0, 0, 4, 4), rectangle(400, 0, 400, 400)]),
		near: level([rectangle(0, 0, 4, 4), rectangle(410, 0, 400, 400)]),
	},
	ROOMS_IN_ROOM_SPACE: {
		fault: level(ABOUT_ORIGIN, at([0, 0], [4, 0], [8, 0])),
		near: level(ABOUT_ORIGIN, at([0, 0], [4, 0], [8, 1])),
	},
	ROOMS_PLACED_TWICE: {
		fault: level([inRow(0, undefined, 1), inRow(2, 0, 2), inRow(4, 1)], at([0, 0], [4, 0], [8, 0])),
		near: level([inRow(0, undefined, 1), inRow(2, 0, 2), inRow(4, 1)], at([0, 0], [4, 0], [8, 1])),
	},
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
	ROOMS_OVERLAP: {
		fault: level([rectangle(0, 0, 4, 4), rectangle(3.5, 0, 4, 4, 0.3)]),
		near: level([rectangle(0, 0, 4, 4), rectangle(4, 0, 4, 4, 0.3)]),
	},
	ROOMS_STACKED: {
		fault: level([rectangle(0, 0, 4, 4), rectangle(3.5, 0, 4, 4, 0.6)]),
		near: level([rectangle(0, 0, 4, 4), rectangle(3.5, 0, 4, 4, 0.4)]),
	},
	DOORWAY_NARROW: { fault: doorway(0.65), near: doorway(0.75) },
	DOORWAY_WALLED: {
		fault: level([withTransitions(merged(rectangle(0, 0, 4, 4), wall(4, 0, 4, 3.8)), { [EAST]: 1 }), LINKED[1]]),
		near: level([withTransitions(merged(rectangle(0, 0, 4, 4), wall(4, 0, 4, 3.6)), { [EAST]: 1 }), LINKED[1]]),
	},
	LINK_WALLED: { fault: level(jambed(4)), near: level(jambed(4.1)) },
	GROUND_LEAK: { fault: walled(0.1), near: walled(0.04) },
	GROUND_HIDDEN: {
		fault: level([ROOF, rectangle(4, 0, 4, 4)]),
		near: level([rectangle(4, 0, 4, 4), ROOF]),
	},
	ROOM_UNREACHABLE: { fault: level([rectangle(0, 0, 4, 4), rectangle(9, 0, 4, 4)]), near: level(LINKED) },
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
	LAYOUT_POSITION_OFF: {
		fault: level(ROW, at([2, 2], [6, 9], [10, 2])),
		near: level(ROW, at([2, 2], [6, 5], [10, 2])),
	},
	LAYOUT_POSITIONS_OFF: {
		fault: level(ROW, at([200, 200], [600, 200], [1000, 200])),
		near: level(ROW, at([200, 200], [600, 200], [1500, 200])),
	},
	LAYOUT_POSITIONS_APART: {
		fault: level(FAR_APART, at([0, 0], [400, 0], [800, 0], [1200, 0])),
		near: level(FAR_APART, at([0, 0], [400, 0], [800, 0], [1200, 100])),
	},
	ROOMS_SWAPPED: {
		fault: level(ROW, at([10, 2], [6, 2], [2, 2])),
		near: level(ROW, at([10, 2], [6, 2], [2, 9])),
	},
	LAYOUT_POSITIONS_EQUAL: {
		fault: level(ROW, at([40, 0], [40, 0], [40, 0])),
		near: level(ROW, at([0, 0], [0, 0], [0, 0])),
	},
	LAYOUT_POSITIONS_SHARED: {
		fault: level(ROW, at([0, 0], [0, 0], [0, 0])),
		near: level(ROW, at([2, 2], [6, 2], [10, 2])),
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

function at(...points: readonly (readonly [number, number])[]) {
	return { positions: points.map(([x, y]): Vec3 => [x, y, 0]) };
}

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
