import type { Location, Report } from '../../src/findings/report.ts';
import { countBelow, groupBy } from '../../src/math/arrays.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import { collectGreens, createGreens, decidePaint, paintedRooms } from '../../src/scene/painted-rooms.ts';
import type { WantedPrimitive } from './content.ts';
import type { AccessorLookup, AccessorValues } from './decode.ts';
import { type Extras, extrasOf, type GltfDocument } from './document.ts';
import { GLTF_FINDINGS } from './findings.ts';
import type { Topology } from './topology.ts';

/** The room behind each edge of a primitive, 3 a triangle, −1 = none; undefined for a primitive without any. */
type EdgeRooms = (Int32Array | undefined)[];

/** Rooms behind edges by primitive, from painted vertex colours. Extras of a mesh override them, and extras of a primitive override those. */
export function edgeRooms(
	document: GltfDocument,
	wanted: readonly WantedPrimitive[],
	drawn: readonly Topology[],
	accessors: AccessorLookup,
	report: Report,
): EdgeRooms {
	const rooms = paintedEdges(wanted, drawn, accessors, report);
	const read = (extras: Extras | undefined, indices: readonly number[], location: Location): void => {
		const value = extras?.['transitions'];
		if (value === undefined) return;
		const lists = indices.map((index) => rooms[index]);
		const topologies = indices.map((index) => drawn[index]);
		readTransitions(value, topologies, lists, location, report);
		for (const [at, index] of indices.entries()) rooms[index] = lists[at];
	};
	for (const [mesh, indices] of groupBy(wanted.keys(), (index) => wanted[index].mesh)) {
		read(extrasOf(document.meshes[mesh]), indices, { pointer: `/meshes/${mesh}/extras/transitions` });
		for (const index of indices) read(extrasOf(wanted[index].definition), [index], wanted[index].location);
	}
	return rooms;
}

/** Rooms painted in vertex colours. Tools may use any colour set for the paint: the first set with a painted edge is used, for all primitives. */
function paintedEdges(
	wanted: readonly WantedPrimitive[],
	drawn: readonly Topology[],
	accessors: AccessorLookup,
	report: Report,
): EdgeRooms {
	const sets = wanted.reduce((most, { colours }) => Math.max(most, colours.length), 0);
	for (let set = 0; set < sets; set++) {
		const sources = wanted.map(({ colours, definition }) =>
			set < colours.length ? accessors(colours[set], definition) : undefined,
		);
		const coloursOf = new Map<AccessorValues | undefined, Float64Array>();
		for (const source of new Set(sources)) if (source !== undefined) coloursOf.set(source, readColours(source));
		const greens = createGreens();
		for (const colours of coloursOf.values()) collectGreens(colours, greens);
		const paint = decidePaint(greens, report);
		if (paint === undefined) continue;
		const meshes = sources.map((source, index) => {
			const colours = coloursOf.get(source);
			return { triangles: colours === undefined ? new Uint32Array(0) : drawn[index].triangles, colours: colours ?? [] };
		});
		const rooms = paintedRooms(meshes, paint, report);
		if (rooms.some((list) => list !== undefined)) return rooms;
	}
	return wanted.map(() => undefined);
}

/** Red, green and blue of each vertex, from 0 to 1. */
function readColours(accessor: AccessorValues): Float64Array {
	const colours = new Float64Array(accessor.getCount() * 3);
	const element: number[] = [0, 0, 0, 0];
	for (let at = 0; at < colours.length; at += 3) {
		const [red, green, blue] = accessor.getElement(at / 3, element);
		colours[at] = red;
		colours[at + 1] = green;
		colours[at + 2] = blue;
	}
	return colours;
}

/** Highest index of a room that is accepted. */
const MOST_ROOMS = 0x7fff;

/**
 * Reads links written into extras: `transitions` of a primitive or mesh is a list of pairs `[edge, room]`, or the same numbers in one
 * list, which is all that some tools can write. Edge `3 * t + k` runs from corner `k` of triangle `t` to the next one; triangles
 * count in drawing order, those of a mesh through all its primitives of triangles. Rooms are indices into the layout.
 *
 * @param primitives the primitives that the list numbers, in order
 * @param rooms rooms by primitive, 3 for each triangle; missing arrays are created
 */
function readTransitions(
	value: unknown,
	primitives: readonly Pick<Topology, 'triangles' | 'drawn' | 'total'>[],
	rooms: EdgeRooms,
	location: Location,
	report: Report,
): void {
	const numbers = pairNumbers(value);
	if (numbers === undefined) {
		report.add(GLTF_FINDINGS.GLTF_TRANSITIONS_UNREAD, location, { problem: 'they are not pairs of edge and room' });
		return;
	}
	const starts = [0];
	for (const { total } of primitives) starts.push(starts[starts.length - 1] + total);
	let lost = 0;
	for (let i = 0; i < numbers.length; i += 2) {
		const [edge, room] = [numbers[i], numbers[i + 1]];
		const triangle = Math.floor(edge / 3);
		const index = countBelow(starts, triangle + 1) - 1;
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
	report.add(GLTF_FINDINGS.GLTF_TRANSITIONS_UNREAD, location, { problem });
}

function pairNumbers(value: unknown): number[] | undefined {
	if (!Array.isArray(value) || value.some((item) => Array.isArray(item) && item.length !== 2)) return undefined;
	const numbers = value.flat();
	const isSound = numbers.length % 2 === 0 && numbers.every((item) => Number.isSafeInteger(item) && item >= 0);
	return isSound ? numbers : undefined;
}

/** Index of a drawn triangle among the usable ones; −1 if it was left out. */
function placeAmongKept({ drawn, triangles }: Pick<Topology, 'triangles' | 'drawn'>, triangle: number): number {
	if (drawn === undefined) return triangle * 3 < triangles.length ? triangle : -1;
	const at = countBelow(drawn, triangle);
	return drawn[at] === triangle ? at : -1;
}
