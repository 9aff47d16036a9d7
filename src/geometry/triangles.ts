import type { Vec3 } from '../math/vec3.ts';
/** Faces smaller than this have no area, in square metres: a square millimetre, the limit that other tools for this game use, too. */
export const NO_AREA = 1e-6;

/** Faces this close to the vertical face neither up nor down: the z of their unit normal is at most this (0.06°), which rounding can cause. */
const VERTICAL = 1e-3;

/** An axis-aligned box: least x, y, z, then greatest x, y, z; metres. */
export type Bounds = readonly [number, number, number, number, number, number];

/**
 * The box around points; undefined without any.
 *
 * @param positions 3 values a point
 * @param points indices of the points that count, such as the corners of faces; all by default
 */
export function boundsOf(positions: ArrayLike<number>, points?: ArrayLike<number>): Bounds | undefined {
	const count = points === undefined ? positions.length / 3 : points.length;
	if (count === 0) return undefined;
	let [minX, minY, minZ, maxX, maxY, maxZ] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
	for (let i = 0; i < count; i++) {
		const at = 3 * (points === undefined ? i : points[i]);
		const x = positions[at];
		const y = positions[at + 1];
		const z = positions[at + 2];
		if (x < minX) minX = x;
		if (x > maxX) maxX = x;
		if (y < minY) minY = y;
		if (y > maxY) maxY = y;
		if (z < minZ) minZ = z;
		if (z > maxZ) maxZ = z;
	}
	return [minX, minY, minZ, maxX, maxY, maxZ];
}

/** The middle of a box. */
export function middleOfBox(box: ArrayLike<number>): Vec3 {
	return [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
}

/**
 * Writes `(v1 − v0) × (v2 − v0)` of a face to `out`, in float64, and returns the length of that vector: twice the face's area in square metres. NaN
 * if a coordinate is not finite or a corner is not a vertex.
 *
 * @param positions 3 values a vertex
 * @param faces 3 vertex indices a face
 */
export function faceVector(
	positions: ArrayLike<number>,
	faces: ArrayLike<number>,
	face: number,
	out: [number, number, number],
): number {
	return triangleVector(positions, faces[face * 3], faces[face * 3 + 1], faces[face * 3 + 2], out);
}

/** Like `faceVector`, for three vertices. */
export function triangleVector(
	positions: ArrayLike<number>,
	v0: number,
	v1: number,
	v2: number,
	out: [number, number, number],
): number {
	const a = v0 * 3;
	const b = v1 * 3;
	const c = v2 * 3;
	const ux = positions[b] - positions[a];
	const uy = positions[b + 1] - positions[a + 1];
	const uz = positions[b + 2] - positions[a + 2];
	const vx = positions[c] - positions[a];
	const vy = positions[c + 1] - positions[a + 1];
	const vz = positions[c + 2] - positions[a + 2];
	out[0] = uy * vz - uz * vy;
	out[1] = uz * vx - ux * vz;
	out[2] = ux * vy - uy * vx;
	return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
}

/** Area of a face in square metres, in float64. @param positions 3 values a vertex @param faces 3 vertex indices a face */
export function faceArea(positions: ArrayLike<number>, faces: ArrayLike<number>, face: number): number {
	return faceVector(positions, faces, face, [0, 0, 0]) / 2;
}

/** The area of a face seen from above. @param positions 3 floats a vertex */
export function areaInPlan(positions: ArrayLike<number>, faces: ArrayLike<number>, face: number): number {
	const [a, b, c] = [0, 1, 2].map((k) => faces[face * 3 + k] * 3);
	const [ux, uy] = [positions[b] - positions[a], positions[b + 1] - positions[a + 1]];
	const [vx, vy] = [positions[c] - positions[a], positions[c + 1] - positions[a + 1]];
	return Math.abs(ux * vy - uy * vx) / 2;
}

/** Squared distance between two vertices, m². @param positions 3 values a vertex */
export function squaredDistance(positions: ArrayLike<number>, a: number, b: number): number {
	const dx = positions[a * 3] - positions[b * 3];
	const dy = positions[a * 3 + 1] - positions[b * 3 + 1];
	const dz = positions[a * 3 + 2] - positions[b * 3 + 2];
	return dx * dx + dy * dy + dz * dz;
}

/** Directions that a face can face. Faces without area have the direction `nowhere`. */
export const FACING = { nowhere: 0, up: 1, down: 2, vertical: 3 } as const;

/** Direction of a face by its vector, see `faceVector`. @param length length of the vector @returns one of `FACING` */
export function facingOf(vector: readonly [number, number, number], length: number): 0 | 1 | 2 | 3 {
	if (!(length > 0)) return FACING.nowhere;
	const z = vector[2];
	if (Math.abs(z) <= VERTICAL * length) return FACING.vertical;
	return z > 0 ? FACING.up : FACING.down;
}

/** True if a face faces up or down. @param facing one of `FACING` */
export function isUpOrDown(facing: number): boolean {
	return facing === FACING.up || facing === FACING.down;
}

/**
 * Directions of all faces.
 * @param walkable 1 for a walkable face, 0 for others
 * @returns 1 byte a face: one of `FACING`, `nowhere` for faces that are not walkable
 */
export function walkableFacings(positions: ArrayLike<number>, faces: Uint32Array, walkable: Uint8Array): Uint8Array {
	const result = new Uint8Array(walkable.length);
	const vector: [number, number, number] = [0, 0, 0];
	for (let face = 0; face < result.length; face++) {
		if (walkable[face] === 1) result[face] = facingOf(vector, faceVector(positions, faces, face, vector));
	}
	return result;
}

/** Numbers of a face in `Leaning`: the height of its vector (see `faceVector`), and the length of that. */
export const SLOPE_STRIDE = 2;

/** How faces lean: what is found out in one look at each. */
export interface Leaning {
	/** 2 float64 a face. */
	readonly slopes: Float64Array;
	/** 1 byte a face: one of `FACING`. */
	readonly facings: Uint8Array;
}

/** Finds out how each face leans. */
export function leaningOf(positions: Float32Array, faces: Uint32Array): Leaning {
	const slopes = new Float64Array((faces.length / 3) * SLOPE_STRIDE);
	const facings = new Uint8Array(faces.length / 3);
	const vector: [number, number, number] = [0, 0, 0];
	for (let face = 0, at = 0; face < facings.length; face++, at += SLOPE_STRIDE) {
		const length = faceVector(positions, faces, face, vector);
		slopes[at] = vector[2];
		slopes[at + 1] = length;
		facings[face] = facingOf(vector, length);
	}
	return { slopes, facings };
}

/**
 * Flips faces: corners a, b, c become a, c, b. Edges 0, 1, 2 are then the old edges 2, 1, 0 in the opposite direction; see `flipEdges`.
 *
 * @param faces 3 vertex indices a face
 * @param ids the faces to flip; by default all
 */
export function flipCorners(faces: Uint32Array, ids?: Uint32Array): Uint32Array {
	return swapped(faces, 1, 2, ids);
}

/** Reorders values of edges, 3 a face, after `flipCorners` of the same faces. */
export function flipEdges(values: Int32Array, ids?: Uint32Array): Int32Array {
	return swapped(values, 0, 2, ids);
}

/** A copy in which the entries `i` and `j` of each triple are swapped. */
function swapped<T extends Uint32Array | Int32Array>(triples: T, i: number, j: number, ids?: Uint32Array): T {
	const result = triples.slice() as T;
	const count = ids?.length ?? triples.length / 3;
	for (let entry = 0; entry < count; entry++) {
		const at = (ids === undefined ? entry : ids[entry]) * 3;
		result[at + i] = triples[at + j];
		result[at + j] = triples[at + i];
	}
	return result;
}

/**
 * Face normals and planar distances as the game's own files have them.
 *
 * Normal: `normalize((v1 − v0) × (v2 − v0))` in float64, stored as float32. Distance: `−(n · v0)` with the stored normal and the first corner, in
 * float64, stored as float32. This reproduces the untouched game rooms bit for bit. A face without area gets the normal (1, 0, 0), as the only such
 * face in those rooms has.
 */

/**
 * Computes unit normals. @param positions 3 floats a vertex @param faces 3 vertex indices a face @param normals receives the result @returns 3 floats
 * a face
 */
export function faceNormals(
	positions: Float32Array,
	faces: Uint32Array,
	normals: Float32Array = new Float32Array(faces.length),
): Float32Array {
	const vector: [number, number, number] = [1, 0, 0];
	for (let face = 0; face < faces.length / 3; face++) {
		const length = faceVector(positions, faces, face, vector);
		if (length === 0) {
			normals[face * 3] = 1;
			continue;
		}
		for (let axis = 0; axis < 3; axis++) normals[face * 3 + axis] = vector[axis] / length;
	}
	return normals;
}

/** Computes planar distances. @param normals 3 floats a face, as stored @param distances receives the result @returns 1 float a face */
export function planarDistances(
	positions: Float32Array,
	faces: Uint32Array,
	normals: Float32Array,
	distances: Float32Array = new Float32Array(faces.length / 3),
): Float32Array {
	for (let face = 0; face < distances.length; face++) {
		const n = face * 3;
		const v = faces[n] * 3;
		distances[face] = -(
			normals[n] * positions[v] +
			normals[n + 1] * positions[v + 1] +
			normals[n + 2] * positions[v + 2]
		);
	}
	return distances;
}
