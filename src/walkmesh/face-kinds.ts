import { faceVector } from '../mesh/triangles.ts';
import { type SurfaceTable, walkableFaces } from './surfaces.ts';
import type { Walkmesh } from './walkmesh.ts';

/** What a face is to somebody who looks: ground that can be walked on, or else by the way it faces. */
export const FACE_KINDS: { readonly ground: 0; readonly obstacle: 1; readonly wall: 2; readonly ceiling: 3 } = {
	ground: 0,
	obstacle: 1,
	wall: 2,
	ceiling: 3,
};

/** Steeper than this is a wall, degrees from level. */
const WALL = 60;

/** One of `FACE_KINDS`. @param degrees of the face from level, 0 to 180 */
export function faceKind(isWalkable: boolean, degrees: number): number {
	if (isWalkable) return FACE_KINDS.ground;
	if (degrees <= WALL) return FACE_KINDS.obstacle;
	return degrees < 180 - WALL ? FACE_KINDS.wall : FACE_KINDS.ceiling;
}

/**
 * How far a face leans, degrees from level: 0 faces up, 180 down. Faces without area count as level.
 * @param positions 3 values a vertex
 */
export function faceSlope(positions: ArrayLike<number>, faces: ArrayLike<number>, face: number): number {
	const length = faceVector(positions, faces, face, VECTOR);
	const upright = length > 0 ? Math.acos(Math.max(-1, Math.min(1, VECTOR[2] / length))) : 0;
	return (upright * 180) / Math.PI;
}

/** Written before it is read each time. */
const VECTOR: [number, number, number] = [0, 0, 0];

/** 1 a face: one of `FACE_KINDS`. */
export function faceKinds({ positions, faces, surfaces }: Walkmesh, table: SurfaceTable): Uint8Array {
	const walkable = walkableFaces(table, surfaces);
	return walkable.map((is, face) =>
		is === 1 ? FACE_KINDS.ground : faceKind(false, faceSlope(positions, faces, face)),
	);
}
