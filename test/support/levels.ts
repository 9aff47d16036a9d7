import type { Vec3 } from '../../src/math/vec3.ts';
import type { Layout, Level } from '../../src/model/level.ts';
import { createWalkmesh, NONE, type Walkmesh } from '../../src/model/walkmesh.ts';
import { pairs } from './points.ts';

/** A level of walkmeshes, all at the origin of the layout, named by their walkmeshes or `r0`, `r1` … */
export function levelOf(...walkmeshes: readonly (Walkmesh | undefined)[]): Level {
	const rooms = walkmeshes.map((walkmesh, index) => {
		const name = walkmesh?.name || `r${index}`;
		return walkmesh === undefined ? { name } : { name, walkmesh: { ...walkmesh, name } };
	});
	return { name: 'test', layout: layoutOf(...rooms.map((room) => room.name)), rooms, objects: [] };
}

export function layoutOf(...names: readonly string[]): Layout {
	return {
		rooms: names.map((model) => ({ model, position: [0, 0, 0] })),
		tracks: [],
		obstacles: [],
		doorHooks: [],
	};
}

/** A convex floor, a fan about its first corner; edge `k` of the ring is `ringEdge(corners, k)`. */
export function fan(...corners: readonly Vec3[]): Walkmesh {
	const faces: number[] = [];
	for (let i = 1; i + 1 < corners.length; i++) faces.push(0, i, i + 1);
	return createWalkmesh({
		positions: Float32Array.from(corners.flat()),
		faces: Uint32Array.from(faces),
		surfaces: new Uint32Array(faces.length / 3).fill(4),
	});
}

/** The edge from corner `k` of a fan of `count` corners to the next one. */
export function ringEdge(count: number, k: number): number {
	if (k === 0) return 0;
	return k === count - 1 ? 3 * (count - 3) + 2 : 3 * (k - 1) + 1;
}

/** A rectangle as a fan: edges 0 south, 1 east, 4 north, 5 west. */
export function rectangle(x: number, y: number, width: number, depth: number, z = 0): Walkmesh {
	return fan([x, y, z], [x + width, y, z], [x + width, y + depth, z], [x, y + depth, z]);
}

export const SOUTH = 0;
export const EAST = 1;
export const NORTH = 4;
export const WEST = 5;

/** The same walkmesh with some transitions, by edge. */
export function withTransitions(mesh: Walkmesh, rooms: Readonly<Record<number, number>>): Walkmesh {
	const transitions = mesh.transitions.slice();
	for (const [edge, room] of Object.entries(rooms)) transitions[Number(edge)] = room;
	return { ...mesh, transitions };
}

/** The same level without any transition. */
export function erased(level: Level): Level {
	return {
		...level,
		rooms: level.rooms.map((room) =>
			room.walkmesh === undefined
				? room
				: {
						...room,
						walkmesh: { ...room.walkmesh, transitions: room.walkmesh.transitions.map(() => NONE) },
					},
		),
	};
}

/** All transitions of a level as `room edge → room`, by index. */
export function transitionsOf(level: Level): string[] {
	return level.rooms.flatMap(({ walkmesh }, room) =>
		[...(walkmesh?.transitions ?? [])].flatMap((to, edge) => (to === NONE ? [] : [`${room} ${edge} → ${to}`])),
	);
}

/** Eight rectangles around a hole of so many metres, whose lower corner is at 8 8. */
export function ringOf(width: number, height: number): Walkmesh[] {
	const columns = pairs(0, 8, 8, width, 8 + width, 8);
	const rows = pairs(0, 8, 8, height, 8 + height, 8);
	return rows.flatMap(([y, tall], row) =>
		columns.flatMap(([x, wide], column) => (row === 1 && column === 1 ? [] : rectangle(x, y, wide, tall))),
	);
}
