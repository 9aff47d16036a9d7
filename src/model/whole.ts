/**
 * What the arrays of a walkmesh have to hold, so that its tables can be derived. Texts are worded to follow what the walkmesh is called: "Walkmesh
 * "hall" has 5 transitions for 6 edges".
 */

/** The arrays of a walkmesh, of which only the lengths count. */
type Lengths = Readonly<Record<'positions' | 'faces' | 'surfaces' | 'transitions', { readonly length: number }>>;

/** Describes arrays whose lengths do not fit together; undefined if they do. */
export function lengthFault({ positions, faces, surfaces, transitions }: Lengths): string | undefined {
	if (positions.length % 3 !== 0) return `has ${positions.length} coordinates, which is no multiple of 3`;
	if (faces.length !== surfaces.length * 3) return `has ${faces.length} corners for ${surfaces.length} faces`;
	if (transitions.length !== faces.length) return `has ${transitions.length} transitions for ${faces.length} edges`;
	return undefined;
}

/** Describes the first corner that is not a vertex, or else the first coordinate that is not finite; undefined if there is none. */
export function valueFault(positions: ArrayLike<number>, faces: ArrayLike<number>): string | undefined {
	const vertices = positions.length / 3;
	for (let corner = 0; corner < faces.length; corner++) {
		if (!(faces[corner] < vertices)) return `has a corner at vertex ${faces[corner]} of ${vertices}`;
	}
	for (let i = 0; i < positions.length; i++) {
		if (!Number.isFinite(positions[i])) return `has the coordinate ${positions[i]} at vertex ${Math.floor(i / 3)}`;
	}
	return undefined;
}
