import { patchesOf } from '../facts/risers.ts';
import type { RoomFacts } from '../facts/room-facts.ts';
import { faceMiddle } from '../geometry/faces.ts';
import { edgeEnd } from '../geometry/half-edges.ts';
import { areaInPlan, FACING } from '../geometry/triangles.ts';

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
	if (found.size === 0) return found;
	const fronts = frontsAt(facts, found.keys());
	for (const patch of patchesOf(mesh, Uint32Array.from(found.keys())))
		if (!isAsLarge(facts, patch, fronts)) for (const face of patch) found.delete(face);
	return found;
}

/** By corner of some faces: the walkable faces there that face up. */
function frontsAt({ mesh: { faces }, walkable, facings }: RoomFacts, backs: Iterable<number>): Map<number, number[]> {
	const fronts = new Map<number, number[]>();
	for (const face of backs) for (let corner = face * 3; corner < face * 3 + 3; corner++) fronts.set(faces[corner], []);
	for (let corner = 0; corner < faces.length; corner++) {
		const face = Math.floor(corner / 3);
		if (walkable[face] === 1 && facings[face] === FACING.up) fronts.get(faces[corner])?.push(face);
	}
	return fronts;
}

/** Seen from above, front and back are equally large but for this share. A fold of the ground lies over other ground as well, and is not. */
const ALIKE = 0.01;

/** True where a patch covers as much as the faces that face up between its corners. */
function isAsLarge(
	{ mesh: { faces, positions } }: RoomFacts,
	patch: readonly number[],
	frontsAtCorner: ReadonlyMap<number, readonly number[]>,
): boolean {
	const cornersOf = (face: number): Uint32Array => faces.subarray(face * 3, face * 3 + 3);
	const areaOf = (some: Iterable<number>): number =>
		[...some].reduce((sum, face) => sum + areaInPlan(positions, faces, face), 0);
	const corners = new Set(patch.flatMap((face) => [...cornersOf(face)]));
	const around = [...corners].flatMap((corner) => frontsAtCorner.get(corner) ?? []);
	const fronts = new Set(around.filter((face) => cornersOf(face).every((corner) => corners.has(corner))));
	const back = areaOf(patch);
	return Math.abs(areaOf(fronts) - back) <= ALIKE * back;
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
