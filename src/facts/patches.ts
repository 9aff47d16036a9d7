import { buildAdjacency, piecesOf } from '../geometry/half-edges.ts';
import { groupBy } from '../math/arrays.ts';
import { NONE, type Walkmesh } from '../model/walkmesh.ts';

/** The largest of some faces. @param facts of their room (see `RoomFacts`) */
export function largestOf(facts: { area(face: number): number }, faces: readonly number[]): number {
	return faces.reduce((largest, each) => (facts.area(each) > facts.area(largest) ? each : largest));
}

/** Some faces in groups that are connected over edges and have one surface, in the order of their first faces. */
export function patchesOf(mesh: Walkmesh, ids: Uint32Array): Iterable<readonly number[]> {
	if (ids.length < 2) return [...ids].map((face) => [face]);
	const { faces, surfaces, positions } = mesh;
	const chosen = new Uint8Array(surfaces.length);
	for (const face of ids) chosen[face] = 1;
	const { neighbours } = buildAdjacency(faces, chosen, positions.length / 3);
	const isAlike = (other: number, edge: number): boolean =>
		other >= 0 && surfaces[Math.floor(other / 3)] === surfaces[Math.floor(edge / 3)];
	const { of } = piecesOf(
		mesh,
		chosen,
		neighbours.map((other, edge) => (isAlike(other, edge) ? other : NONE)),
	);
	return groupBy(ids, (face) => of[face]).values();
}
