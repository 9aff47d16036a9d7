import { edgeEnd } from '../mesh/half-edges.ts';
import { faceMiddle } from '../mesh/locations.ts';
import { FACING } from '../mesh/triangles.ts';
import type { RoomFacts } from './room-facts.ts';

/**
 * Front and back of a bent face, cut along different diagonals, lie apart at their middles by less than this share of the longest edge. A floor that is
 * thicker than that has corners of its own below.
 */
const MOST_BEND = 0.2;

/**
 * Backs of floors that were cut into other triangles than their fronts, as by SketchUp: walkable faces that face down between corners of faces that face
 * up, with one of these over their middle.
 *
 * @param isKnown true for a copy or a back of a face with the same three corners
 * @returns the face that faces up, for each of them
 */
export function backsCutOtherwise(facts: RoomFacts, isKnown: (face: number) => boolean): ReadonlyMap<number, number> {
	const found = new Map<number, number>();
	const { mesh, walkable, facings } = facts;
	const isDown = (face: number): boolean => walkable[face] === 1 && facings[face] === FACING.down;
	if (!facings.some((_, face) => isDown(face))) return found;
	const { positions, faces } = mesh;
	const isFront = new Uint8Array(positions.length / 3);
	for (let face = 0; face < facings.length; face++)
		if (walkable[face] === 1 && facings[face] === FACING.up)
			for (let corner = face * 3; corner < face * 3 + 3; corner++) isFront[faces[corner]] = 1;
	for (let face = 0; face < facings.length; face++) {
		if (!isDown(face) || isKnown(face)) continue;
		if (![0, 1, 2].every((k) => isFront[faces[face * 3 + k]] === 1)) continue;
		const [x, y, z] = faceMiddle(mesh, face);
		const reach = MOST_BEND * longestEdge(positions, faces, face);
		const { ground } = facts;
		const front = ground
			.at(x, y)
			.find((id) => facings[ground.faces[id]] === FACING.up && Math.abs(ground.heightAt(id, x, y) - z) <= reach);
		if (front !== undefined) found.set(face, ground.faces[front]);
	}
	return found;
}

function longestEdge(positions: Float32Array, faces: Uint32Array, face: number): number {
	const lengths = [0, 1, 2].map((k) => {
		const [a, b] = [faces[face * 3 + k] * 3, faces[edgeEnd(face * 3 + k)] * 3];
		return Math.hypot(
			positions[a] - positions[b],
			positions[a + 1] - positions[b + 1],
			positions[a + 2] - positions[b + 2],
		);
	});
	return Math.max(...lengths);
}
