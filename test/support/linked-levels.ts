import { type GridLevelOptions, makeLevel } from '../../fixtures/make/grid-level.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { createWalkmesh, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { layoutOf } from './levels.ts';

/** An edge of a doorway, from the room it belongs to. */
export interface DoorwayEdge {
	readonly room: number;
	readonly other: number;
	readonly edge: number;
	/** Its middle, and a direction across it into the other room. */
	readonly middle: Vec3;
	readonly across: readonly [x: number, y: number];
}

/** A grid level with its links as transitions, turned by an angle (radians) and moved. */
export function linkedLevel(
	options: GridLevelOptions,
	{ turn = 0, offset = [0, 0] }: { turn?: number; offset?: readonly [number, number] } = {},
): { level: Level; doorways: DoorwayEdge[] } {
	const { rooms, links } = makeLevel(options);
	const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
	const meshes = rooms.map(({ name, positions, faces, surfaces }): Walkmesh => {
		const moved = positions.slice();
		for (let i = 0; i < moved.length; i += 3) {
			moved[i] = positions[i] * cosine - positions[i + 1] * sine + offset[0];
			moved[i + 1] = positions[i] * sine + positions[i + 1] * cosine + offset[1];
		}
		return createWalkmesh({ name, positions: moved, faces, surfaces: Uint32Array.from(surfaces) });
	});
	const doorways: DoorwayEdge[] = [];
	const doorway = (room: number, other: number, edge: number): void => {
		const mesh = meshes[room];
		mesh.transitions[edge] = other;
		const at = (corner: number): number[] => [
			...mesh.positions.subarray(mesh.faces[corner] * 3, mesh.faces[corner] * 3 + 3),
		];
		const [p, q] = [at(edge), at(edgeEnd(edge))];
		const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
		// The face lies to the left of its edge.
		const across = [(q[1] - p[1]) / length, (p[0] - q[0]) / length] as const;
		doorways.push({ room, other, edge, middle: [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2], across });
	};
	for (const { a, b, edgesA, edgesB } of links) {
		for (const edge of edgesA) doorway(a, b, edge);
		for (const edge of edgesB) doorway(b, a, edge);
	}
	const level = {
		name: 'grid',
		layout: layoutOf(...meshes.map(({ name }) => name)),
		rooms: meshes.map((walkmesh) => ({ name: walkmesh.name, walkmesh })),
		objects: [],
	};
	return { level, doorways };
}

/** The same level without the transition of one edge. */
export function withoutLink(level: Level, room: number, edge: number): Level {
	const rooms = level.rooms.map((each, index) => {
		if (index !== room || each.walkmesh === undefined) return each;
		const transitions = each.walkmesh.transitions.slice();
		transitions[edge] = NONE;
		return { ...each, walkmesh: { ...each.walkmesh, transitions } };
	});
	return { ...level, rooms };
}
