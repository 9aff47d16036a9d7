import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';

/** Which faces of one room can be seen over the ground from a point within a face: each cone by itself through each edge, again and again. */

type P = readonly [number, number];

const cross = (a: P, b: P): number => a[0] * b[1] - a[1] * b[0];

/**
 * Keys `room face`. Links are followed where `beyond` says so: the faces of another room behind an edge.
 * @param slack how far cones may be turned inside out, as a share: those that only touch a vertex are
 */
export function seenFaces(
	level: Level,
	starts: readonly (readonly [room: number, face: number])[],
	[x, y]: P,
	beyond: (room: number, edge: number) => readonly (readonly [room: number, face: number])[],
	slack = 0,
): Set<string> {
	const seen = new Set<string>();
	const trace = (
		room: number,
		face: number,
		right: P | undefined,
		left: P | undefined,
		path: readonly string[],
	): void => {
		const key = `${room} ${face}`;
		seen.add(key);
		if (path.includes(key)) return;
		const mesh = level.rooms[room].walkmesh as Walkmesh;
		const corners = [0, 1, 2].map((k): P => {
			const vertex = mesh.faces[face * 3 + k] * 3;
			return [mesh.positions[vertex] - x, mesh.positions[vertex + 1] - y];
		});
		const turn = Math.sign(
			cross(
				[corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]],
				[corners[2][0] - corners[0][0], corners[2][1] - corners[0][1]],
			),
		);
		for (let k = 0; k < 3; k++) {
			const [a, b] = [corners[k], corners[(k + 1) % 3]];
			// The point has to lie on the inner side: what is behind the edge is farther.
			if (cross(a, b) * turn <= 0) continue;
			let [low, high] = cross(a, b) > 0 ? [a, b] : [b, a];
			if (right !== undefined && cross(low, right) > 0) low = right;
			if (left !== undefined && cross(high, left) < 0) high = left;
			if (cross(low, high) <= -slack * Math.hypot(...low) * Math.hypot(...high)) continue;
			for (const [nextRoom, next] of neighbours(mesh, room, face, k) ?? beyond(room, face * 3 + k))
				trace(nextRoom, next, low, high, [...path, key]);
		}
	};
	for (const [room, face] of starts) trace(room, face, undefined, undefined, []);
	return seen;
}

/** Walkable faces of the room with the same two vertices; undefined where there are none. */
function neighbours(
	{ faces, surfaces }: Walkmesh,
	room: number,
	face: number,
	corner: number,
): [number, number][] | undefined {
	const ends = [faces[face * 3 + corner], faces[face * 3 + ((corner + 1) % 3)]];
	const found = [...surfaces.keys()].filter(
		(other) =>
			other !== face &&
			K1.surfaces[surfaces[other]].walk &&
			ends.every((vertex) => [0, 1, 2].some((k) => faces[other * 3 + k] === vertex)),
	);
	return found.length === 0 ? undefined : found.map((other) => [room, other]);
}
