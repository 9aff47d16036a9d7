import { writeAscii } from '../../../exporters/ascii/write.ts';
import { checkDoorStates } from '../../../level/collision/door-states.ts';
import { Report } from '../../../src/findings/report.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh, NO_HOOKS, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { fan, rectangle, ringOf, withTransitions } from '../../support/levels.ts';
import { appended, merged, NONWALK, surfaced } from '../../support/own-floors.ts';
import { triples } from '../../support/points.ts';
import { gridFloor, stoneMesh } from '../../support/soups.ts';
import { bytes, type Case, file, flipped, geometry, moved, type Subject, wall } from './subjects.ts';

const EMPTY = createWalkmesh({
	positions: new Float32Array(0),
	faces: new Uint32Array(0),
	surfaces: new Uint32Array(0),
});
const FLOOR = rectangle(0, 0, 4, 4);
const GRID = gridFloor(3);

/** A floor 4 m long that rises at an angle. */
function slope(degrees: number): Walkmesh {
	const rise = 4 * Math.tan((degrees * Math.PI) / 180);
	return fan([0, 0, 0], [4, 0, 0], [4, 4, rise], [0, 4, rise]);
}

/** The front of a step of this height, beside the floor. */
function rise(height: number): Walkmesh {
	return fan([4, 0, 0], [4, 0, height], [4, 4, height], [4, 4, 0]);
}

/** Cells of this size, the middle one of another surface on one of its faces. */
function speck(size: number): Walkmesh {
	const { positions, surfaces, ...mesh } = gridFloor(5);
	return { ...mesh, positions: positions.map((value) => value * size), surfaces: surfaces.with(24, 1) };
}

/** A floor 4.24 m across with a vertex amid it so high. */
function spike(height: number): Walkmesh {
	return { ...GRID, positions: GRID.positions.with(5 * 3 + 2, height) };
}

/** Something that is not walkable beside a floor: a face 1 m long and so high. */
function strip(height: number): Walkmesh {
	return merged(FLOOR, surfaced(stoneMesh(triples(20, 0, 0, 21, 0, 0, 20, height, 0), [0, 1, 2]), NONWALK));
}

/** A floor twice in part: once more the first face, as it is or its other way round, of this surface. */
function twice(surface: number, order: readonly [number, number, number] = [0, 1, 2]): Walkmesh {
	return createWalkmesh({
		positions: FLOOR.positions,
		faces: Uint32Array.of(...FLOOR.faces, ...order),
		surfaces: Uint32Array.of(4, 4, surface),
	});
}

/** Three faces at one edge, the third of this surface. */
function third(surface: number): Walkmesh {
	const mesh = stoneMesh(triples(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 4, 0, 3), [0, 1, 2], [0, 2, 3], [0, 2, 4]);
	return { ...mesh, surfaces: Uint32Array.of(4, 4, surface) };
}

function footprint(hook: number): Walkmesh {
	const mesh = surfaced(rectangle(-0.5, -0.5, 1, 1), NONWALK);
	return createWalkmesh({ ...mesh, kind: 'placeable', hooks: { ...NO_HOOKS, relative1: [0, -hook, 0] } });
}

/** Open, a leaf that leaves so much of a doorway 2 m wide. */
function leaf(way: number): Walkmesh {
	return createWalkmesh({ ...surfaced(rectangle(-1 + way, -0.1, 2 - way, 0.2), NONWALK), kind: 'door' });
}

/** The states of a door 2 m wide. @param behind where its second use hook is, in metres behind the leaf; 0 for none */
function door(open: Walkmesh, behind: number): Subject {
	const hooks = { ...NO_HOOKS, relative1: [0, -1, 0], relative2: [0, behind, 0] } as const;
	const closed = createWalkmesh({ ...leaf(0), hooks });
	return () => {
		const report = new Report();
		checkDoorStates(
			[
				{ ...closed, doorState: 'closed' },
				{ ...open, doorState: 'open1' },
			],
			K1,
			report,
		);
		return report.findings.map(({ code }) => code);
	};
}

const NO_USE = createWalkmesh({ ...footprint(1), hooks: NO_HOOKS });
const TEXT = (): Uint8Array => writeAscii([{ walkmesh: FLOOR }], {}, { report: new Report() });

/** By code: what provokes it, and what is on the other side of its threshold. */
export const GEOMETRY: Readonly<Record<string, Case>> = {
	MESH_WITHOUT_FACES: {
		fault: file(EMPTY),
		near: file(stoneMesh(triples(0, 0, 0, 1, 0, 0, 0, 1, 0), [0, 1, 2])),
	},
	MESH_NOT_WALKABLE: {
		fault: file(surfaced(FLOOR, NONWALK)),
		near: file({ ...FLOOR, surfaces: Uint32Array.of(NONWALK, 4) }),
	},
	SURFACE_BEYOND_TABLE: {
		fault: file({ ...FLOOR, surfaces: Uint32Array.of(4, 31) }),
		near: file({ ...FLOOR, surfaces: Uint32Array.of(4, 30) }),
	},
	SURFACE_ROW_UNUSED: {
		fault: file({ ...FLOOR, surfaces: Uint32Array.of(4, 22) }),
		near: file({ ...FLOOR, surfaces: Uint32Array.of(4, 19) }),
	},
	WALKABLE_ISLANDS: {
		fault: file(merged(FLOOR, rectangle(20, 0, 0.5, 0.5))),
		near: file(merged(FLOOR, rectangle(4, 0, 0.5, 4))),
	},
	GROUND_SEPARATE: {
		fault: file(merged(FLOOR, rectangle(4.4, 0, 4, 4))),
		near: file(merged(FLOOR, rectangle(4.6, 0, 4, 4))),
	},
	GROUND_CRACK: {
		fault: file(merged(FLOOR, rectangle(4.09, 0, 4, 4))),
		near: file(merged(FLOOR, rectangle(4.11, 0, 4, 4))),
	},
	GROUND_STACKED: {
		fault: file(merged(FLOOR, rectangle(3.8, 0, 4, 4, 3))),
		near: file(merged(FLOOR, rectangle(3.95, 0, 4, 4, 3))),
	},
	GROUND_STEEP: { fault: file(slope(46)), near: file(slope(44)) },
	GROUND_TOO_STEEP: { fault: file(slope(61)), near: file(slope(60)) },
	VERTEX_STRAY: { fault: file(spike(2.2)), near: file(spike(2.1)) },
	SURFACE_SPECK: { fault: file(speck(0.7)), near: file(speck(0.75)) },
	HEADROOM_LOW: {
		fault: file(merged(FLOOR, surfaced(rectangle(1, 1, 2, 2, 1.75), NONWALK))),
		near: file(merged(FLOOR, surfaced(rectangle(1, 1, 2, 2, 1.85), NONWALK))),
	},
	GROUND_HOLE: { fault: file(merged(...ringOf(0.72, 3))), near: file(merged(...ringOf(0.68, 3))) },
	GROUND_HOLE_SMALL: { fault: file(merged(...ringOf(0.12, 3))), near: file(merged(...ringOf(0.09, 3))) },
	FENCE_ON_GROUND: {
		fault: file(merged(FLOOR, wall(2.5, 1, 3.05, 1))),
		near: file(merged(FLOOR, wall(2.5, 1, 2.95, 1))),
	},
	FENCE_ACROSS: {
		fault: file(merged(FLOOR, wall(0, 0, 0, 4), wall(4, 0, 4, 4), wall(0.3, 2, 3.35, 2))),
		near: file(merged(FLOOR, wall(0, 0, 0, 4), wall(4, 0, 4, 4), wall(0.3, 2, 3.25, 2))),
	},
	GROUND_TORN: { fault: file(appended(GRID, moved(GRID, 3))), near: file(merged(GRID, moved(GRID, 3))) },
	VERTICES_UNWELDED: {
		fault: file(appended(FLOOR, rectangle(4, 4, 4, 4))),
		near: file(merged(FLOOR, rectangle(4, 4, 4, 4))),
	},
	VERTEX_NEAR_MISS: {
		fault: file(merged(FLOOR, rectangle(4.009, 4, 4, 4))),
		near: file(merged(FLOOR, rectangle(4.011, 4, 4, 4))),
	},
	VERTICES_UNUSED: {
		fault: file({ ...FLOOR, positions: Float32Array.of(...FLOOR.positions, 9, 9, 9) }),
		near: file(FLOOR),
	},
	FACE_NOT_FINITE: {
		fault: geometry({ ...FLOOR, positions: FLOOR.positions.with(5, Number.NaN) }),
		near: geometry({ ...FLOOR, positions: FLOOR.positions.with(5, 1e6) }),
	},
	FACE_DEGENERATE: { fault: file(strip(1e-6)), near: file(strip(3e-6)) },
	FACE_SLIVER: { fault: file(strip(0.9e-3)), near: file(strip(1.1e-3)) },
	FACE_DUPLICATE: { fault: file(twice(4)), near: file(twice(4, [0, 2, 1])) },
	'FACE_DUPLICATE of another surface': { fault: file(twice(1)), near: file(twice(1, [0, 2, 1])) },
	FACE_DOUBLE_SIDED: { fault: file(twice(4, [0, 2, 1])), near: file(twice(NONWALK, [0, 2, 1])) },
	FACES_DOUBLE_SIDED: { fault: file(twice(NONWALK, [0, 2, 1])), near: file(twice(4, [0, 2, 1])) },
	WALKABLE_FACE_DOWN: {
		fault: file(flipped(GRID, [8])),
		near: file({ ...flipped(GRID, [8]), surfaces: GRID.surfaces.with(8, NONWALK) }),
	},
	WALKABLE_FACE_HANGING: {
		fault: file(merged(FLOOR, { ...flipped(FLOOR), positions: FLOOR.positions.map((v, i) => (i % 3 === 2 ? 3 : v)) })),
		near: file(merged(FLOOR, flipped(rectangle(10, 0, 2, 2)))),
	},
	WALKABLE_UPSIDE_DOWN: {
		fault: file(merged(FLOOR, flipped(rectangle(10, 0, 4, 4.1)))),
		near: file(merged(FLOOR, flipped(rectangle(10, 0, 4, 3.9)))),
	},
	WALKABLE_FACE_VERTICAL: {
		fault: file(merged(FLOOR, wall(8, 0, 8, 4, 4))),
		near: file(merged(FLOOR, wall(8, 0, 8, 4))),
	},
	STAIR_RISERS: {
		fault: file(merged(FLOOR, rise(0.5), rectangle(4, 0, 4, 4, 0.5))),
		near: file(merged(FLOOR, rise(0.51), rectangle(4, 0, 4, 4, 0.51))),
	},
	T_JUNCTION: {
		fault: file(merged(FLOOR, rectangle(4, 0, 4, 2), rectangle(4, 2, 4, 2))),
		near: file(
			merged(fan([0, 0, 0], [4, 0, 0], [4, 2, 0], [4, 4, 0], [0, 4, 0]), rectangle(4, 0, 4, 2), rectangle(4, 2, 4, 2)),
		),
	},
	EDGE_OVERFULL: { fault: file(third(4)), near: file(third(NONWALK)) },
	TRANSITION_NOT_ON_PERIMETER: {
		fault: geometry(withTransitions(FLOOR, { 2: 1 })),
		near: geometry(withTransitions(FLOOR, { 1: 1 })),
	},
	HOOK_INSIDE: { fault: file(footprint(0.44), 'crate.pwk'), near: file(footprint(0.46), 'crate.pwk') },
	OBJECT_FAR: {
		fault: file(moved(footprint(1), 5.51), 'crate.pwk'),
		near: file(moved(footprint(1), 5.49), 'crate.pwk'),
	},
	HOOKS_ZERO: { fault: file(NO_USE, 'crate.pwk'), near: file(footprint(1), 'crate.pwk') },
	DOOR_STATE_MISSING: {
		fault: file(createWalkmesh({ ...footprint(1), kind: 'door' }), 'gate0.dwk', ['gate0.dwk', 'gate1.dwk']),
		near: file(createWalkmesh({ ...footprint(1), kind: 'door' }), 'gate0.dwk', ['gate0.dwk', 'gate1.dwk', 'gate2.dwk']),
	},
	DOOR_OPEN_BLOCKED: { fault: door(leaf(0.69), 1), near: door(leaf(0.71), 1) },
	DOOR_SIDE_UNUSED: { fault: door(leaf(2), 0), near: door(leaf(2), 1) },
	WALKMESH_TEXT: { fault: bytes(TEXT, 'room.wok'), near: bytes(TEXT, 'room.ascii') },
	FILE_NAME_GAME: { fault: file(FLOOR, 'seventeen_letters.wok'), near: file(FLOOR, 'sixteen_letters_.wok') },
};
