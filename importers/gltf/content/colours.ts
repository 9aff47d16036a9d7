import type { Accessor } from '@gltf-transform/core';
import type { Report } from '../../../src/findings/report.ts';
import { collectGreens, createGreens, decidePaint, paintedRooms } from '../../../src/scene/painted-rooms.ts';

/** A primitive with its vertex colours. */
export interface ColouredPrimitive {
	readonly triangles: Uint32Array;
	/** `COLOR_0`, `COLOR_1` and so on. */
	readonly colours: readonly Accessor[];
}

/**
 * Reads painted links out of the vertex colours of a document. Tools keep the paint in a colour set of its own, so the first set
 * in which there is any counts, in all primitives alike.
 *
 * @returns by primitive: 3 rooms a triangle, undefined without any
 */
export function readPaint(primitives: readonly ColouredPrimitive[], report: Report): (Int32Array | undefined)[] {
	const known = new Map<Accessor, Float64Array>();
	const sets = primitives.reduce((most, { colours }) => Math.max(most, colours.length), 0);
	for (let set = 0; set < sets; set++) {
		const coloured = primitives.map(({ colours }) => coloursOf(colours[set], known));
		const greens = createGreens();
		for (const colours of new Set(coloured)) if (colours !== undefined) collectGreens(colours, greens);
		const paint = decidePaint(greens, report);
		if (paint === undefined) continue;
		const meshes = primitives.map(({ triangles }, index) => ({
			triangles: coloured[index] === undefined ? NO_TRIANGLES : triangles,
			colours: coloured[index] ?? [],
		}));
		const rooms = paintedRooms(meshes, paint, report);
		if (rooms.some((list) => list !== undefined)) return rooms;
	}
	return primitives.map(() => undefined);
}

const NO_TRIANGLES = new Uint32Array(0);

/** The colours of an accessor, read once however many primitives share it. */
function coloursOf(accessor: Accessor | undefined, known: Map<Accessor, Float64Array>): Float64Array | undefined {
	if (accessor === undefined) return undefined;
	const colours = known.get(accessor) ?? rgb(accessor);
	known.set(accessor, colours);
	return colours;
}

/** Red, green and blue of each vertex, from 0 to 1. */
function rgb(accessor: Accessor): Float64Array {
	const count = accessor.getCount();
	const result = new Float64Array(count * 3);
	const element: number[] = [0, 0, 0, 0];
	for (let vertex = 0; vertex < count; vertex++) {
		accessor.getElement(vertex, element);
		result[vertex * 3] = element[0];
		result[vertex * 3 + 1] = element[1];
		result[vertex * 3 + 2] = element[2];
	}
	return result;
}
