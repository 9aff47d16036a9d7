import type { Accessor } from '@gltf-transform/core';
import type { Affine } from '../tree/matrix.ts';

/** Coordinates of vertices in the space of their mesh: 3 values a vertex, normalized integers already as numbers. */
export type LocalPositions = Float32Array | Float64Array;

/** What there is to say of the coordinates of an accessor. */
export interface PositionSurvey {
	readonly positions: LocalPositions;
	/** Least and greatest stored value of x, y and z, those that are not finite left out. */
	readonly min: readonly number[];
	readonly max: readonly number[];
	/** 1 for vertices with a coordinate that is not finite; undefined without any. */
	readonly broken?: Uint8Array;
}

/** Reads the coordinates of an accessor of VEC3. */
export function surveyPositions(accessor: Accessor): PositionSurvey {
	const array = accessor.getArray() ?? new Float32Array(0);
	const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	const max = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
	let broken: Uint8Array | undefined;
	for (let axis = 0; axis < 3; axis++) {
		let least = min[axis];
		let most = max[axis];
		for (let i = axis; i < array.length; i += 3) {
			const value = array[i];
			// The difference of anything but a finite number with itself is NaN.
			if (value - value !== 0) {
				broken ??= new Uint8Array(array.length / 3);
				broken[(i - axis) / 3] = 1;
				continue;
			}
			if (value < least) least = value;
			if (value > most) most = value;
		}
		min[axis] = least;
		max[axis] = most;
	}
	const survey = { positions: asNumbers(accessor, array), min, max };
	return broken === undefined ? survey : { ...survey, broken };
}

function asNumbers(accessor: Accessor, array: ArrayLike<number>): LocalPositions {
	if (array instanceof Float32Array || array instanceof Float64Array) return array;
	const result = new Float64Array(array.length);
	const point: number[] = [0, 0, 0];
	for (let vertex = 0; vertex * 3 < result.length; vertex++) {
		accessor.getElement(vertex, point);
		result.set(point, vertex * 3);
	}
	return result;
}

/** Transforms points in float64. */
export function transformPoints(points: LocalPositions, m: Affine, into: Float64Array, at = 0): void {
	const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = m;
	for (let i = 0; i < points.length; i += 3) {
		const x = points[i];
		const y = points[i + 1];
		const z = points[i + 2];
		into[at + i] = m0 * x + m3 * y + m6 * z + m9;
		into[at + i + 1] = m1 * x + m4 * y + m7 * z + m10;
		into[at + i + 2] = m2 * x + m5 * y + m8 * z + m11;
	}
}

/** Coordinates beyond this are no place: their squares would leave the range of float32 tables on the way to a walkmesh. */
const FARTHEST = 1e15;

/** True when no coordinate is farther than `FARTHEST`, or not finite. */
export function areWithinReach(positions: Float64Array): boolean {
	for (let i = 0; i < positions.length; i++) if (!(Math.abs(positions[i]) <= FARTHEST)) return false;
	return true;
}
