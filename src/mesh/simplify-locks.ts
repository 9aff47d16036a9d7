import { buildAdjacency, edgeEnd } from '../geometry/adjacency.ts';
import { NONE, type Walkmesh } from '../walkmesh/index.ts';

/**
 * Vertices that simplifying must not touch: on edges with one face only, with faces of two surfaces, or with more than
 * two faces; on edges with a transition. So each of the others lies amid faces of one surface, and perimeters, borders
 * of surfaces and links stay where they are.
 *
 * @returns 1 byte a vertex
 */
export function lockedVertices({ positions, faces, surfaces, transitions }: Walkmesh): Uint8Array {
	const locked = new Uint8Array(positions.length / 3);
	const { neighbours, overfull } = buildAdjacency(faces, surfaces.length, locked.length);
	const lock = (edge: number): void => {
		locked[faces[edge]] = 1;
		locked[faces[edgeEnd(edge)]] = 1;
	};
	for (let edge = 0; edge < neighbours.length; edge++) {
		const behind = neighbours[edge];
		const sameSurface = behind >= 0 && surfaces[Math.floor(behind / 3)] === surfaces[Math.floor(edge / 3)];
		if (!sameSurface || transitions[edge] !== NONE) lock(edge);
	}
	for (const { edge } of overfull) lock(edge);
	return locked;
}
