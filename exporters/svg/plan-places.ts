import type { Walkmesh } from '../../src/walkmesh/index.ts';
import type { Projection } from './projection.ts';

/** The corners of a walkmesh on the sheet: vertices that fall on one hundredth of a pixel are one place. */
export interface PlanPlaces {
	/** 1 a vertex of the walkmesh: its place. */
	readonly places: Uint32Array;
	/** 1 a place, hundredths of a pixel. */
	readonly xs: Int32Array;
	readonly ys: Int32Array;
	readonly count: number;
}

/**
 * Projects all vertices. Merging them by place here is what lets unwelded faces become one shape, and makes the areas of neighbours
 * meet without a gap: they round the same way.
 */
export function planPlaces({ positions, faces }: Walkmesh, { scale, originX, originY }: Projection): PlanPlaces {
	const vertexCount = positions.length / 3;
	const places = new Uint32Array(vertexCount);
	const xs = new Int32Array(vertexCount);
	const ys = new Int32Array(vertexCount);
	const used = new Uint8Array(vertexCount);
	for (const vertex of faces) used[vertex] = 1;
	let slots = 16;
	while (slots < vertexCount * 2) slots *= 2;
	const table = new Int32Array(slots).fill(-1);
	let count = 0;
	for (let vertex = 0; vertex < vertexCount; vertex++) {
		if (used[vertex] === 0) continue;
		const x = Math.round((originX + positions[vertex * 3] * scale) * 100);
		const y = Math.round((originY - positions[vertex * 3 + 1] * scale) * 100);
		let slot = hash(x, y) & (slots - 1);
		while (table[slot] >= 0 && (xs[table[slot]] !== x || ys[table[slot]] !== y)) slot = (slot + 1) & (slots - 1);
		if (table[slot] < 0) {
			table[slot] = count;
			xs[count] = x;
			ys[count++] = y;
		}
		places[vertex] = table[slot];
	}
	return { places, xs: xs.subarray(0, count), ys: ys.subarray(0, count), count };
}

function hash(x: number, y: number): number {
	let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b);
	h ^= h >>> 15;
	h = Math.imul(h, 0x2c1b3c6d);
	return (h ^ (h >>> 13)) >>> 0;
}
