import type { Location, Report } from '../../../src/findings/report.ts';
import { NONE } from '../../../src/walkmesh/walkmesh.ts';
import type { Extras } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';

/**
 * Links written into extras: `transitions` of a primitive or mesh is a list of pairs `[edge, room]`, or the same numbers in one
 * list, which is all that some tools can write. Edge `3 * t + k` runs from corner `k` of triangle `t` to the next one; triangles
 * count in drawing order, those of a mesh through all its primitives of triangles. Rooms are indices into the layout.
 */
export function transitionPairs(
	extras: Extras | undefined,
	place: Location,
	report: Report,
): [edge: number, room: number][] {
	const value = extras?.['transitions'];
	if (value === undefined) return [];
	const pairs: [number, number][] = [];
	const numbers = Array.isArray(value) ? value.flat() : [];
	for (let i = 0; i + 1 < numbers.length; i += 2) pairs.push([numbers[i], numbers[i + 1]]);
	const sound =
		Array.isArray(value) &&
		numbers.length % 2 === 0 &&
		value.every((item) => !Array.isArray(item) || item.length === 2) &&
		numbers.every((item) => Number.isSafeInteger(item) && item >= 0);
	if (sound) return pairs;
	report.add(GLTF_FINDINGS.GLTF_TRANSITIONS_UNREAD, place, { problem: 'they are no pairs of edge and room' });
	return [];
}

/** No layout has more rooms. */
const MOST_ROOMS = 0x7fff;

/** A primitive that a list of links may concern: its triangles, and the numbers under which they are drawn. */
export interface DrawnTriangles {
	readonly triangles: Uint32Array;
	/** Number of each triangle among all that are drawn; undefined when all are there. */
	readonly drawn?: Uint32Array;
	/** How many are drawn. */
	readonly total: number;
}

/** Writes links into the rooms of primitives that follow each other, making lists where there are none. */
export function applyTransitions(
	pairs: readonly (readonly [edge: number, room: number])[],
	primitives: readonly DrawnTriangles[],
	rooms: (Int32Array | undefined)[],
	place: Location,
	report: Report,
): void {
	const starts = [0];
	for (const { total } of primitives) starts.push(starts[starts.length - 1] + total);
	let lost = 0;
	for (const [edge, room] of pairs) {
		const triangle = Math.floor(edge / 3);
		const index = lastNotAbove(starts, triangle);
		const at = index >= primitives.length ? -1 : placeOf(primitives[index], triangle - starts[index]);
		if (at < 0 || room > MOST_ROOMS) {
			lost++;
			continue;
		}
		rooms[index] ??= new Int32Array(primitives[index].triangles.length).fill(NONE);
		(rooms[index] as Int32Array)[at * 3 + (edge % 3)] = room;
	}
	if (lost === 0) return;
	report.add(GLTF_FINDINGS.GLTF_TRANSITIONS_UNREAD, place, {
		problem: `${lost} of ${pairs.length} name an edge or room that cannot be`,
	});
}

/** Location of a drawn triangle among those that are left, −1 where it is not among them. */
function placeOf({ drawn, triangles }: DrawnTriangles, triangle: number): number {
	if (drawn === undefined) return triangle * 3 < triangles.length ? triangle : -1;
	const at = lastNotAbove(drawn, triangle);
	return drawn[at] === triangle ? at : -1;
}

/** Index of the last of some rising values that is not above another one; −1 when all are. */
function lastNotAbove(values: ArrayLike<number>, value: number): number {
	let low = 0;
	let high = values.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (values[middle] <= value) low = middle + 1;
		else high = middle;
	}
	return low - 1;
}
