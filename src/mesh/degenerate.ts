import { defaultsOf, type GivenOf, squareMetres, type ValuesOf } from '../options/options.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { faceVector } from './triangles.ts';

/** A square millimetre, as the tools of the field have it. */
export const DEGENERATE_OPTIONS = {
	minArea: squareMetres(1e-6, 'Faces smaller than this count as having no area. With 0 only those of exactly none do.'),
};
export type DegenerateOptions = GivenOf<typeof DEGENERATE_OPTIONS>;
export const DEGENERATE_DEFAULTS: ValuesOf<typeof DEGENERATE_OPTIONS> = defaultsOf(DEGENERATE_OPTIONS);

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

/** Which way a walkable face looks. Faces without area, and those that cannot be walked on, look nowhere. */
export const LOOKS_NOWHERE = 0;
export const LOOKS_UP = 1;
export const LOOKS_DOWN = 2;
export const LOOKS_SIDEWAYS = 3;

/**
 * Faces this close to the vertical (the height of their unit normal) look neither up nor down: 0.06°, what rounding can
 * cause.
 */
const SIDEWAYS = 1e-3;

/** @param walkable 1 a walkable face, 0 another @returns 1 byte a face: one of the `LOOKS_` constants */
export function walkableOrientation(mesh: Walkmesh, walkable: Uint8Array): Uint8Array {
	const result = new Uint8Array(mesh.surfaces.length);
	const vector: [number, number, number] = [0, 0, 0];
	for (let face = 0; face < result.length; face++) {
		if (walkable[face] === 0) continue;
		const length = faceVector(mesh.positions, mesh.faces, face, vector);
		if (!(length > 0)) continue;
		const height = vector[2] / length;
		if (Math.abs(height) <= SIDEWAYS) result[face] = LOOKS_SIDEWAYS;
		else result[face] = height > 0 ? LOOKS_UP : LOOKS_DOWN;
	}
	return result;
}

/**
 * Turns faces over: corners a, b, c become a, c, b. The new edges 0, 1, 2 are the old 2, 1, 0 run backwards, and keep
 * their transitions.
 */
export function flipFaces(mesh: Walkmesh, ids: Uint32Array): Walkmesh {
	if (ids.length === 0) return mesh;
	const faces = mesh.faces.slice();
	const transitions = mesh.transitions.slice();
	for (const face of ids) {
		const at = face * 3;
		faces[at + 1] = mesh.faces[at + 2];
		faces[at + 2] = mesh.faces[at + 1];
		transitions[at] = mesh.transitions[at + 2];
		transitions[at + 2] = mesh.transitions[at];
	}
	return { ...mesh, faces, transitions };
}
