import { PlanGround, visitShared } from '../../src/check/plan-ground.ts';
import { isBroad } from '../../src/mesh/plan-overlap.ts';
import { FACE_KINDS, faceKind, faceSlope } from '../../src/walkmesh/faces.ts';
import { type SurfaceTable, walkableFaces } from '../../src/walkmesh/surfaces.ts';
import { PERSON, type Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { planTurn } from './outline.ts';

/**
 * Marks faces that block what seems to be ground from above: unwalkable ones, facing up, whose lowest corner is over walkable ground of the same room by
 * less than a person's height, such as the top of a table on a floor that goes on below it. What is higher is a roof, and what has ground above it is hidden.
 *
 * @returns 1 byte a face, or undefined where there are none
 */
export function lowFacesOverGround(mesh: Walkmesh, table: SurfaceTable): Uint8Array | undefined {
	const { positions, faces, surfaces } = mesh;
	const walkable = walkableFaces(table, surfaces);
	const ground: number[] = [];
	const tops: number[] = [];
	for (let face = 0; face < surfaces.length; face++) {
		if (planTurn(positions, faces[face * 3], faces[face * 3 + 1], faces[face * 3 + 2]) === 0) continue;
		if (walkable[face] === 1) ground.push(face);
		else if (faceKind(false, faceSlope(positions, faces, face)) === FACE_KINDS.obstacle) tops.push(face);
	}
	if (ground.length === 0 || tops.length === 0) return undefined;
	const isLow = new Uint8Array(surfaces.length);
	const isBelowGround = new Uint8Array(surfaces.length);
	visitShared(
		new PlanGround(mesh, Uint32Array.from(ground)),
		new PlanGround(mesh, Uint32Array.from(tops)),
		(_, j, shared) => {
			if (!isBroad(shared)) return true;
			if (shared.dz < 0) isBelowGround[tops[j]] = 1;
			else if (shared.dz > 0 && lowest(mesh, tops[j]) - shared.z < PERSON.height) isLow[tops[j]] = 1;
			return true;
		},
	);
	const low = isLow.map((each, face) => each & ~isBelowGround[face]);
	return low.includes(1) ? low : undefined;
}

function lowest({ positions, faces }: Walkmesh, face: number): number {
	const z = (corner: number): number => positions[faces[face * 3 + corner] * 3 + 2];
	return Math.min(z(0), z(1), z(2));
}
