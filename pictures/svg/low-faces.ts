import { FACE_KINDS, faceKind, faceSlope } from '../../src/geometry/faces.ts';
import { pickTriples } from '../../src/geometry/vertices.ts';
import { type SurfaceTable, walkableFaces } from '../../src/model/surfaces.ts';
import { PERSON, type Walkmesh } from '../../src/model/walkmesh.ts';
import { PlanGround, visitShared } from '../../src/plan/plan-ground.ts';
import { doublePlanArea, planWidth, STRIP_WIDTH } from '../../src/plan/plan-overlap.ts';
import { planTurn } from './outline.ts';

/**
 * Marks faces that block what seems to be ground from above: unwalkable ones, facing up, whose lowest corner is over walkable ground of the same room by
 * less than a person's height, such as the top of a table on a floor that goes on below it. What is higher is a roof, what has ground above it is hidden, and
 * a strip of ground shared with a face beside it counts for nothing.
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
	// Sums, as the ground may be of many small faces.
	const over = new Float64Array(tops.length);
	const below = new Float64Array(tops.length);
	visitShared(
		new PlanGround(mesh, Uint32Array.from(ground)),
		new PlanGround(mesh, Uint32Array.from(tops)),
		(_, j, shared) => {
			if (shared.dz < 0) below[j] += shared.area;
			else if (shared.dz > 0 && lowest(mesh, tops[j]) - shared.z < PERSON.height) over[j] += shared.area;
			return true;
		},
	);
	const low = new Uint8Array(surfaces.length);
	for (const [j, face] of tops.entries()) {
		if (over[j] === 0) continue;
		const least = leastShared(mesh, face);
		if (over[j] >= least && below[j] < least) low[face] = 1;
	}
	return low.includes(1) ? low : undefined;
}

/** What a face shares with ground in plan is more than a strip of it from so many square metres on, and of a narrow face where it is half of it. */
function leastShared({ positions, faces }: Walkmesh, face: number): number {
	const corners = Float64Array.from(pickTriples(positions, faces.subarray(face * 3, face * 3 + 3)));
	return Math.abs(doublePlanArea(corners)) * Math.min(0.25, STRIP_WIDTH / planWidth(corners));
}

function lowest({ positions, faces }: Walkmesh, face: number): number {
	const z = (corner: number): number => positions[faces[face * 3 + corner] * 3 + 2];
	return Math.min(z(0), z(1), z(2));
}
