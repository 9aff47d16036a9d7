import type { Walkmesh } from '../walkmesh/index.ts';
import { faceVector } from './face-vector.ts';

export interface DegenerateOptions {
	/** Faces smaller than this count as having no area, in square metres. With 0 only those of exactly none do. */
	minArea?: number;
}

/** A square millimetre, as the tools of the field have it. */
export const DEGENERATE_DEFAULTS: Required<DegenerateOptions> = { minArea: 1e-6 };

/** Why a face is none: it uses a vertex twice, has no area, or a corner that is no point. */
export type Degeneracy = 'repeated' | 'small' | 'not-finite';

const KINDS: readonly (Degeneracy | undefined)[] = [undefined, 'repeated', 'small', 'not-finite'];

/** What is wrong with a face, by the entry `degenerateFaces` has for it. */
export function degeneracyOf(entry: number): Degeneracy | undefined {
	return KINDS[entry];
}

/**
 * Finds the faces that cannot be stood on or collided with.
 *
 * @returns 1 byte a face: 0 for a sound one, else an entry for `degeneracyOf`
 */
export function degenerateFaces(mesh: Walkmesh, minArea: number = DEGENERATE_DEFAULTS.minArea): Uint8Array {
	const { positions, faces } = mesh;
	const result = new Uint8Array(mesh.surfaces.length);
	const vector: [number, number, number] = [0, 0, 0];
	for (let face = 0; face < result.length; face++) {
		const area = faceVector(positions, faces, face, vector) / 2;
		if (area > 0 && area >= minArea && area < Infinity) continue;
		if (!(area >= 0 && area < Infinity)) result[face] = KINDS.indexOf('not-finite');
		else result[face] = KINDS.indexOf(repeatsVertex(faces, face) ? 'repeated' : 'small');
	}
	return result;
}

function repeatsVertex(faces: Uint32Array, face: number): boolean {
	const a = faces[face * 3];
	const b = faces[face * 3 + 1];
	const c = faces[face * 3 + 2];
	return a === b || b === c || c === a;
}
