import type { Accessor } from '@gltf-transform/core';

/** Surfaces of triangles by a vertex attribute. */
export interface AttributeSurfaces {
	/** 1 a triangle, −1 where the attribute says nothing. */
	readonly surfaces: Int32Array;
	/** Triangles whose corners name different surfaces. */
	readonly mixed: number;
	/** Triangles that name a number the table does not have, and the first such number. */
	readonly unknown: number;
	readonly firstUnknown?: number;
}

/**
 * Reads `_SURFACE`: the number of a surface at each vertex. Tools that write values of faces split the vertices, so that the corners
 * of a triangle agree; where they do not, the attribute says nothing of that triangle. Negative numbers say nothing either.
 */
export function attributeSurfaces(accessor: Accessor, triangles: Uint32Array, known: number): AttributeSurfaces {
	const surfaces = new Int32Array(triangles.length / 3).fill(-1);
	let mixed = 0;
	let unknown = 0;
	let firstUnknown: number | undefined;
	// The numbers as they are stored: a file that calls them normalized still means surfaces.
	const numbers = accessor.getArray() ?? [];
	for (let t = 0; t < surfaces.length; t++) {
		const surface = numbers[triangles[t * 3]];
		const agree = numbers[triangles[t * 3 + 1]] === surface && numbers[triangles[t * 3 + 2]] === surface;
		if (!agree) mixed++;
		else if (Number.isInteger(surface) && surface >= 0 && surface < known) surfaces[t] = surface;
		else if (!(surface < 0)) {
			unknown++;
			firstUnknown ??= surface;
		}
	}
	const result = { surfaces, mixed, unknown };
	return firstUnknown === undefined ? result : { ...result, firstUnknown };
}
