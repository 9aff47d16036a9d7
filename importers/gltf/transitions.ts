import type { Location, Report } from '../../src/findings/report.ts';
import { NONE } from '../../src/walkmesh/walkmesh.ts';
import type { Extras } from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import type { Topology } from './topology.ts';

/** No layout has more rooms. */
const MOST_ROOMS = 0x7fff;

/**
 * Reads links written into extras: `transitions` of a primitive or mesh is a list of pairs `[edge, room]`, or the same numbers in one
 * list, which is all that some tools can write. Edge `3 * t + k` runs from corner `k` of triangle `t` to the next one; triangles
 * count in drawing order, those of a mesh through all its primitives of triangles. Rooms are indices into the layout.
 *
 * @param primitives those that the list concerns, one after another
 * @param rooms 3 a triangle by primitive; lists are made where there are none
 */
export function readTransitions(
	extras: Extras | undefined,
	primitives: readonly Pick<Topology, 'triangles' | 'drawn' | 'total'>[],
	rooms: (Int32Array | undefined)[],
	place: Location,
	report: Report,
): void {
	const value = extras?.['transitions'];
	if (value === undefined) return;
	const numbers = pairNumbers(value);
	if (numbers === undefined) {
		report.add(GLTF_FINDINGS.GLTF_TRANSITIONS_UNREAD, place, { problem: 'they are no pairs of edge and room' });
		return;
	}
	const starts = [0];
	for (const { total } of primitives) starts.push(starts[starts.length - 1] + total);
	let lost = 0;
	for (let i = 0; i < numbers.length; i += 2) {
		const [edge, room] = [numbers[i], numbers[i + 1]];
		const triangle = Math.floor(edge / 3);
		const index = lastNotAbove(starts, triangle);
		const at = index >= primitives.length ? -1 : placeAmongKept(primitives[index], triangle - starts[index]);
		if (at < 0 || room > MOST_ROOMS) {
			lost++;
			continue;
		}
		rooms[index] ??= new Int32Array(primitives[index].triangles.length).fill(NONE);
		(rooms[index] as Int32Array)[at * 3 + (edge % 3)] = room;
	}
	if (lost === 0) return;
	const problem = `${lost} of ${numbers.length / 2} name an edge or room that cannot be`;
	report.add(GLTF_FINDINGS.GLTF_TRANSITIONS_UNREAD, place, { problem });
}

function pairNumbers(value: unknown): number[] | undefined {
	if (!Array.isArray(value) || value.some((item) => Array.isArray(item) && item.length !== 2)) return undefined;
	const numbers = value.flat();
	const isSound = numbers.length % 2 === 0 && numbers.every((item) => Number.isSafeInteger(item) && item >= 0);
	return isSound ? numbers : undefined;
}

/** Location of a drawn triangle among those that are left, −1 where it is not among them. */
function placeAmongKept({ drawn, triangles }: Pick<Topology, 'triangles' | 'drawn'>, triangle: number): number {
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
