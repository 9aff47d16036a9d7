import { mix } from './coincident.ts';

/**
 * A hash grid that vertices are put into one by one, and that tells which of them is the lowest within a distance of
 * another.
 *
 * Chains have no keys: one may hold the vertices of several cells, the distance tells them apart, and the lowest wins,
 * so no answer depends on the grid. Cells are wider than the distance, since a vertex looks into every cell that its
 * ball touches: with cells as wide as the ball these are eight, with 64 times the distance 1.1 on average.
 */
export interface VertexGrid {
	/** 3 values a vertex. */
	readonly positions: Float32Array | Float64Array;
	/** The same places rounded, if vertices that are near each other only once rounded count as near, too. */
	readonly rounded: Float32Array | undefined;
	readonly squared: number;
	/** Half the side of a box around a vertex that surely holds all that are near it. */
	readonly reach: number;
	readonly cellsPerMetre: number;
	/** First vertex of a chain + 1, by hash of the cell; 0 ends a chain. */
	readonly heads: Uint32Array;
	readonly mask: number;
	/** Next vertex of the chain + 1. */
	readonly next: Uint32Array;
	/** How many vertices were looked at in chains. */
	visits: number;
}

/** Cells are at least this many times as wide as the reach, so that a ball touches at most two on each axis. */
const NARROWEST = 4;
const WIDEST = 64;

/**
 * An empty grid.
 *
 * @param reach at least `distance`
 * @param spacing about how far vertices are apart, metres; 0 makes the narrowest cells
 */
export function createVertexGrid(
	positions: Float32Array | Float64Array,
	rounded: Float32Array | undefined,
	distance: number,
	reach: number,
	spacing: number,
): VertexGrid {
	const count = Math.floor(positions.length / 3);
	const cell = Math.min(Math.max(spacing / 2, reach * NARROWEST), reach * WIDEST);
	let slots = 16;
	while (slots < count) slots *= 2;
	return {
		positions,
		rounded,
		squared: distance * distance,
		// The distance is a rounded value, too.
		reach: reach * (1 + 1e-9),
		cellsPerMetre: 1 / cell,
		heads: new Uint32Array(slots),
		mask: slots - 1,
		next: new Uint32Array(count),
		visits: 0,
	};
}

/** Puts a vertex with finite coordinates into the grid. */
export function insertVertex(grid: VertexGrid, vertex: number): void {
	const { positions, heads, mask, next } = grid;
	const cx = Math.floor(inCells(grid, positions[vertex * 3]));
	const cy = Math.floor(inCells(grid, positions[vertex * 3 + 1]));
	const cz = Math.floor(inCells(grid, positions[vertex * 3 + 2]));
	const slot = mix(cx, cy, cz) & mask;
	next[vertex] = heads[slot];
	heads[slot] = vertex + 1;
}

/** The lowest vertex of the grid within its distance of `vertex`, if it is lower than `known`; otherwise `known`. */
export function lowestWithin(grid: VertexGrid, vertex: number, known: number): number {
	const { positions, cellsPerMetre } = grid;
	const x = inCells(grid, positions[vertex * 3]);
	const y = inCells(grid, positions[vertex * 3 + 1]);
	const z = inCells(grid, positions[vertex * 3 + 2]);
	const cx = Math.floor(x);
	const cy = Math.floor(y);
	const cz = Math.floor(z);
	// Besides the reach, what rounding can move a coordinate.
	const margin = grid.reach * cellsPerMetre + (Math.abs(x) + Math.abs(y) + Math.abs(z)) * 1e-15;
	if (!isInside(x - cx, margin) || !isInside(y - cy, margin) || !isInside(z - cz, margin)) {
		return lowestAround(grid, vertex, known);
	}
	return lowestInCell(grid, vertex, known, cx, cy, cz);
}

/** In cells; shifted by half, so that no cell ends at 0, where floors and walls like to be. */
function inCells(grid: VertexGrid, value: number): number {
	return value * grid.cellsPerMetre + 0.5;
}

function isInside(fraction: number, margin: number): boolean {
	return fraction >= margin && fraction <= 1 - margin;
}

function lowestAround(grid: VertexGrid, vertex: number, known: number): number {
	const { positions, reach } = grid;
	const x = positions[vertex * 3];
	const y = positions[vertex * 3 + 1];
	const z = positions[vertex * 3 + 2];
	const x0 = Math.floor(inCells(grid, x - reach));
	const y0 = Math.floor(inCells(grid, y - reach));
	const z0 = Math.floor(inCells(grid, z - reach));
	const x1 = Math.floor(inCells(grid, x + reach));
	const y1 = Math.floor(inCells(grid, y + reach));
	const z1 = Math.floor(inCells(grid, z + reach));
	let lowest = known;
	for (let corner = 0; corner < 8; corner++) {
		if ((corner & 1 && x1 === x0) || (corner & 2 && y1 === y0) || (corner & 4 && z1 === z0)) continue;
		lowest = lowestInCell(grid, vertex, lowest, corner & 1 ? x1 : x0, corner & 2 ? y1 : y0, corner & 4 ? z1 : z0);
	}
	return lowest;
}

function lowestInCell(grid: VertexGrid, vertex: number, known: number, cx: number, cy: number, cz: number): number {
	const { positions, rounded, squared, heads, mask, next } = grid;
	let lowest = known;
	let visits = 0;
	for (let at = heads[mix(cx, cy, cz) & mask]; at !== 0; at = next[at - 1]) {
		const other = at - 1;
		visits++;
		if (other >= lowest) continue;
		if (squaredDistance(positions, vertex, other) <= squared) lowest = other;
		else if (rounded !== undefined && squaredDistance(rounded, vertex, other) <= squared) lowest = other;
	}
	grid.visits += visits;
	return lowest;
}

function squaredDistance(positions: Float32Array | Float64Array, a: number, b: number): number {
	const dx = positions[a * 3] - positions[b * 3];
	const dy = positions[a * 3 + 1] - positions[b * 3 + 1];
	const dz = positions[a * 3 + 2] - positions[b * 3 + 2];
	return dx * dx + dy * dy + dz * dz;
}
