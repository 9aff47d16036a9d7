import type { Vec3 } from '../geometry/vec3.ts';

/** One row of `surfacemat.2da`. */
export interface Surface {
	/** Row of the table: what a walkmesh stores for a face. */
	readonly id: number;
	readonly label: string;
	/** Column `walk`: characters can stand on it. */
	readonly walk: boolean;
	/** Column `walkcheck`: the engine looks at it when it asks where the ground is. */
	readonly walkCheck: boolean;
	/** Column `lineofsight`: it stops a look. */
	readonly lineOfSight: boolean;
	/** Column `grass`: grass grows on it. */
	readonly grass: boolean;
	/** Column `sound`: footstep sound, such as `ST`; empty without one. */
	readonly sound: string;
	/** Linear RGB from 0 to 1, the colour that tools of the field show it in. */
	readonly colour: Vec3;
}

/** The surfaces a walkmesh can have; a face's surface is an index into `surfaces`. */
export interface SurfaceTable {
	readonly name: string;
	/** Row `i` has id `i`. */
	readonly surfaces: readonly Surface[];
}

/** True when characters can stand on the surface; ids that the table does not have cannot be walked on. */
export function isWalkable(table: SurfaceTable, surface: number): boolean {
	return table.surfaces[surface]?.walk ?? false;
}

/** The label of a surface, or `#id` for one that the table does not have. */
export function surfaceLabel(table: SurfaceTable, surface: number): string {
	return table.surfaces[surface]?.label ?? `#${surface}`;
}

/** One byte a face: 1 where its surface can be walked on. */
export function walkableFaces(table: SurfaceTable, surfaces: Uint32Array): Uint8Array {
	const walk = Uint8Array.from(table.surfaces, (surface) => (surface.walk ? 1 : 0));
	const result = new Uint8Array(surfaces.length);
	for (let face = 0; face < surfaces.length; face++) {
		const surface = surfaces[face];
		result[face] = surface < walk.length ? walk[surface] : 0;
	}
	return result;
}
