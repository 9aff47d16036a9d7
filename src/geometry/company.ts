import { mix } from './coincident.ts';

/** Cells are this many times as wide as the reach, so a ball touches two cells on average. */
const CELL = 8;
/** Slots of the hash table for each vertex; enough that few cells share a slot by chance. */
const SLOTS_A_VERTEX = 8;

/**
 * Preselects vertices that may have another one within `reach`: all that do, and a few that only share a cell or a slot. In ground of thousands of
 * loose pieces hardly any vertex has company, and querying a tree for each took a sixth of the conversion.
 *
 * @param positions 3 values a vertex
 * @param vertices the vertices to compare; their coordinates must be finite
 * @param reach metres
 */
export function withCompany(positions: ArrayLike<number>, vertices: Uint32Array, reach: number): Uint32Array {
	let slots = 16;
	while (slots < vertices.length * SLOTS_A_VERTEX) slots *= 2;
	const counts = new Uint8Array(slots);
	const mask = slots - 1;
	const perMetre = 1 / (reach * CELL);
	// The reach, plus a margin for rounding of coordinates, in cells.
	const margin = 1 / CELL + 1e-6;
	const inCells = (vertex: number, axis: number): number => positions[vertex * 3 + axis] * perMetre + 0.5;
	const slotOf = (x: number, y: number, z: number): number => mix(x, y, z) & mask;
	for (const vertex of vertices) {
		const slot = slotOf(Math.floor(inCells(vertex, 0)), Math.floor(inCells(vertex, 1)), Math.floor(inCells(vertex, 2)));
		if (counts[slot] < 2) counts[slot]++;
	}
	return vertices.filter((vertex) => {
		const [x, y, z] = [inCells(vertex, 0), inCells(vertex, 1), inCells(vertex, 2)];
		const [cx, cy, cz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
		if (counts[slotOf(cx, cy, cz)] > 1) return true;
		// This far from the origin, rounding is coarser than a cell. Such vertices are always kept.
		if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) < 1e9)) return true;
		const [x0, x1] = [Math.floor(x - margin), Math.floor(x + margin)];
		const [y0, y1] = [Math.floor(y - margin), Math.floor(y + margin)];
		const [z0, z1] = [Math.floor(z - margin), Math.floor(z + margin)];
		for (let i = x0; i <= x1; i++)
			for (let j = y0; j <= y1; j++)
				for (let k = z0; k <= z1; k++) {
					if ((i !== cx || j !== cy || k !== cz) && counts[slotOf(i, j, k)] > 0) return true;
				}
		return false;
	});
}
