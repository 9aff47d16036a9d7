import type { Vec3 } from '../geometry/vec3.ts';
import type { PointTree } from '../mesh/point-tree.ts';
import { nearestWithin } from './nearest.ts';

/** Points that moved together may differ by this much, besides what float32 rounds. */
const SLACK = 1e-3;
/** Less than this is no shift of the whole, but vertices that moved. */
const LEAST_SHIFT = 1e-3;
/** As many places as are tried; of them, as many must fit. */
const SAMPLES = 1000;
const FITTING = 0.9;

/**
 * How far all places of A were moved together to become those of B: the way between the lower corners of their boxes, if the boxes
 * are equally large and nine of ten places arrive at one of B. Rooms that were placed twice, or never, look like this.
 *
 * @param placesA numbers of the places of A
 * @param treeB over the places of B
 */
export function findShift(positions: Float32Array, placesA: Uint32Array, treeB: PointTree): Vec3 | undefined {
	if (placesA.length < 3 || treeB.vertices.length < 3) return undefined;
	const a = boundsOfPlaces(positions, placesA);
	const b = boundsOfPlaces(positions, treeB.vertices);
	const shift: Vec3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
	const slack = SLACK + Math.max(...a.map(Math.abs), ...b.map(Math.abs)) * 1e-6;
	for (let axis = 0; axis < 3; axis++) {
		if (Math.abs(b[axis + 3] - a[axis + 3] - shift[axis]) > slack) return undefined;
	}
	if (Math.hypot(...shift) < LEAST_SHIFT) return undefined;
	const step = Math.max(1, Math.floor(placesA.length / SAMPLES));
	let tried = 0;
	let fitting = 0;
	for (let i = 0; i < placesA.length; i += step) {
		const at = placesA[i] * 3;
		const [x, y, z] = [positions[at] + shift[0], positions[at + 1] + shift[1], positions[at + 2] + shift[2]];
		tried++;
		if (nearestWithin(treeB, x, y, z, slack).vertex >= 0) fitting++;
	}
	return fitting >= tried * FITTING ? shift : undefined;
}

function boundsOfPlaces(positions: Float32Array, places: Uint32Array): number[] {
	const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
	for (const place of places) {
		for (let axis = 0; axis < 3; axis++) {
			const value = positions[place * 3 + axis];
			if (value < bounds[axis]) bounds[axis] = value;
			if (value > bounds[axis + 3]) bounds[axis + 3] = value;
		}
	}
	return bounds;
}
