import { edgeEnd } from '../../geometry/adjacency.ts';
import type { Vec3 } from '../../geometry/vec3.ts';
import type { Level } from '../level.ts';

/** The middle of an edge `3 * face + corner` of a room that has a walkmesh. */
export function edgeMiddle(level: Level, room: number, edge: number): Vec3 {
	const { walkmesh } = level.rooms[room];
	if (walkmesh === undefined) return [NaN, NaN, NaN];
	const from = walkmesh.faces[edge] * 3;
	const to = walkmesh.faces[edgeEnd(edge)] * 3;
	const middle = (axis: number): number => (walkmesh.positions[from + axis] + walkmesh.positions[to + axis]) / 2;
	return [middle(0), middle(1), middle(2)];
}
