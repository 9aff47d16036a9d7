import { isWalkable, type SurfaceTable } from '../surfaces/index.ts';
import type { Walkmesh } from './walkmesh.ts';

/** The numbers of the faces that can be walked on, or with `false` of those that cannot. */
export function facesByWalkability(mesh: Walkmesh, table: SurfaceTable, walkable = true): Uint32Array {
	const faces: number[] = [];
	for (let face = 0; face < mesh.surfaces.length; face++) {
		if (isWalkable(table, mesh.surfaces[face]) === walkable) faces.push(face);
	}
	return Uint32Array.from(faces);
}
