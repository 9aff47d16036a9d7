import { writeAscii } from '../../../exporters/ascii/write.ts';
import { Report } from '../../../src/findings/report.ts';
import { createWalkmesh, NO_HOOKS, type Walkmesh } from '../../../src/model/walkmesh.ts';
import { rectangle, withTransitions } from '../../support/levels.ts';
import { appended, merged, NONWALK, surfaced } from '../../support/own-floors.ts';
import { triples } from '../../support/points.ts';
import { gridFloor, stoneMesh } from '../../support/soups.ts';
import { bytes, type Case, file, flipped, geometry, moved } from './subjects.ts';

const EMPTY = createWalkmesh({
	positions: new Float32Array(0),
	faces: new Uint32Array(0),
	surfaces: new Uint32Array(0),
});
const FLOOR = rectangle(0, 0, 4, 4);
const GRID = gridFloor(3);

/** A floor 4.24 m across with a vertex amid it so high. */
function spike(height: number): Walkmesh {
	return { ...GRID, positions: GRID.positions.with(5 * 3 + 2, height) };
}

/** Three faces at one edge, the third of this surface. */
function third(surface: number): Walkmesh {
	const mesh = stoneMesh(triples(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 4, 0, 3), [0, 1, 2], [0, 2, 3], [0, 2, 4]);
	return { ...mesh, surfaces: Uint32Array.of(4, 4, surface) };
}

/** Of another length, the hook that is zero lies within it, and not on an edge between its faces. */
function footprint(hook: number, length = 1): Walkmesh {
	const mesh = surfaced(rectangle(-0.5, -0.5, 1, length), NONWALK);
	return createWalkmesh({ ...mesh, kind: 'placeable', hooks: { ...NO_HOOKS, relative1: [0, -hook, 0] } });
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
	VERTEX_STRAY: { fault: file(spike(2.2)), near: file(spike(2.1)) },
	GROUND_TORN: { fault: file(appended(GRID, moved(GRID, 3))), near: file(merged(GRID, moved(GRID, 3))) },
	VERTICES_UNWELDED: {
		fault: file(appended(FLOOR, rectangle(4, 4, 4, 4))),
		near: file(merged(FLOOR, rectangle(4, 4, 4, 4))),
	},
	VERTICES_UNUSED: {
		fault: file({ ...FLOOR, positions: Float32Array.of(...FLOOR.positions, 9, 9, 9) }),
		near: file(FLOOR),
	},
	FACE_NOT_FINITE: {
		fault: geometry({ ...FLOOR, positions: FLOOR.positions.with(5, Number.NaN) }),
		near: geometry({ ...FLOOR, positions: FLOOR.positions.with(5, 1e6) }),
	},
	WALKABLE_UPSIDE_DOWN: {
		fault: file(merged(FLOOR, flipped(rectangle(10, 0, 4, 4.1)))),
		near: file(merged(FLOOR, flipped(rectangle(10, 0, 4, 3.9)))),
	},
	EDGE_OVERFULL: { fault: file(third(4)), near: file(third(NONWALK)) },
	TRANSITION_NOT_ON_PERIMETER: {
		fault: geometry(withTransitions(FLOOR, { 2: 1 })),
		near: geometry(withTransitions(FLOOR, { 1: 1 })),
	},
	HOOK_INSIDE: { fault: file(footprint(0.44, 1.2), 'crate.pwk'), near: file(footprint(0.46, 1.2), 'crate.pwk') },
	OBJECT_FAR: {
		fault: file(moved(footprint(1), 5.51), 'crate.pwk'),
		near: file(moved(footprint(1), 5.49), 'crate.pwk'),
	},
	HOOKS_ZERO: { fault: file(NO_USE, 'crate.pwk'), near: file(footprint(1), 'crate.pwk') },
	DOOR_STATE_MISSING: {
		fault: file(createWalkmesh({ ...footprint(1), kind: 'door' }), 'gate0.dwk', ['gate0.dwk', 'gate1.dwk']),
		near: file(createWalkmesh({ ...footprint(1), kind: 'door' }), 'gate0.dwk', ['gate0.dwk', 'gate1.dwk', 'gate2.dwk']),
	},
	WALKMESH_TEXT: { fault: bytes(TEXT, 'room.wok'), near: bytes(TEXT, 'room.ascii') },
	FILE_NAME_GAME: { fault: file(FLOOR, 'seventeen_letters.wok'), near: file(FLOOR, 'sixteen_letters_.wok') },
};
