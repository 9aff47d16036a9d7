import { defaultsOf, FROM_ZERO, metres, type ValuesOf } from '../findings/options.ts';
import { UsageError } from '../findings/report.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { squaredDistance } from './triangles.ts';
import { coincidentVertices, isPoint, mix } from './vertices.ts';

/**
 * For each vertex its representative: itself, or the lowest vertex within `tolerance` that is a representative itself.
 *
 * - A vertex is within `tolerance` of its representative (true distance, so nothing drifts along a chain of merges), and any two representatives are
 * farther apart than `tolerance`.
 * - The choice depends on coordinates alone: vertices with equal coordinates have the same representative.
 * - Float64 coordinates count as within `tolerance` if they are so before or after rounding to float32. So two of them that rounding would move apart
 * are merged, and representatives are still farther apart than `tolerance` after rounding.
 * - Tolerance 0 merges vertices that are bit-equal as float32; −0 and 0 are equal. Vertices with NaN or infinite coordinates are never merged.
 *
 * @param positions 3 values a vertex, metres
 * @param rounded the same as float32
 * @throws UsageError for a tolerance that is negative or not finite
 */
export function representatives(
	positions: Float32Array | Float64Array,
	tolerance: number,
	rounded: Float32Array = positions instanceof Float32Array ? positions : Float32Array.from(positions),
): Uint32Array {
	if (!(tolerance >= 0 && tolerance < Infinity)) {
		throw new UsageError(`A weld tolerance is a length in metres from 0, not ${tolerance}.`);
	}
	if (tolerance === 0) return coincidentVertices(rounded);
	const [grid, second] = createGrids(positions, rounded, tolerance);
	const result = new Uint32Array(Math.floor(rounded.length / 3));
	for (let vertex = 0; vertex < result.length; vertex++)
		result[vertex] = isPoint(rounded, vertex) ? representativeOf(grid, second, vertex) : vertex;
	return result;
}

type Grids = readonly [VertexGrid, VertexGrid?];

function createGrids(positions: Float32Array | Float64Array, rounded: Float32Array, tolerance: number): Grids {
	if (positions === rounded) return [createVertexGrid(rounded, undefined, tolerance, tolerance)];
	// Rounding moves each of two vertices by half a float32 step at most; 2 ** -22 also covers the three axes together.
	const step = largestCoordinate(rounded) * 2 ** -22;
	if (step <= tolerance) return [createVertexGrid(positions, rounded, tolerance, tolerance + step)];
	// This far from the origin, a box large enough for both would hold too many vertices. So there are two grids, one of the original and one of the
	// rounded coordinates.
	return [
		createVertexGrid(positions, undefined, tolerance, tolerance),
		createVertexGrid(rounded, undefined, tolerance, tolerance),
	];
}

/** The largest finite coordinate, metres. */
function largestCoordinate(positions: Float32Array): number {
	let largest = 0;
	for (const value of positions) {
		const size = Math.abs(value);
		if (size > largest && size < Infinity) largest = size;
	}
	return largest;
}

function representativeOf(grid: VertexGrid, second: VertexGrid | undefined, vertex: number): number {
	let lowest = lowestWithin(grid, vertex, vertex);
	if (second !== undefined) lowest = lowestWithin(second, vertex, lowest);
	if (lowest !== vertex) return lowest;
	insertVertex(grid, vertex);
	if (second !== undefined) insertVertex(second, vertex);
	return vertex;
}

/** A tenth of a millimetre: float32 resolves it up to 800 m from the origin, and levels are not modelled more finely. */
export const WELD_OPTIONS = {
	tolerance: metres(
		'Vertices that lie no farther apart than this become one. 0 merges only what is equal bit for bit.',
		THRESHOLDS.weld,
		FROM_ZERO,
	),
};
export const WELD_DEFAULTS: ValuesOf<typeof WELD_OPTIONS> = defaultsOf(WELD_OPTIONS);

/** The result of welding. */
export interface Weld {
	/** 1 entry an old vertex: its new number. */
	readonly remap: Uint32Array;
	/** 3 floats a new vertex: the coordinates of the first old vertex of its group, rounded once. */
	readonly positions: Float32Array;
	/** Number of vertices that were merged into others. */
	readonly merged: number;
}

/**
 * Merges vertices within `tolerance` of each other, whatever surface or part they belong to; see `representatives` for the guarantees. New vertices
 * are in the order of the first vertex of each group.
 *
 * @param positions 3 values a vertex, metres
 * @throws UsageError for a tolerance that is negative or not finite
 */
export function weldPositions(
	positions: Float32Array | Float64Array,
	tolerance: number = WELD_DEFAULTS.tolerance,
): Weld {
	const rounded = positions instanceof Float32Array ? positions : Float32Array.from(positions);
	const remap = representatives(positions, tolerance, rounded);
	let count = 0;
	for (let vertex = 0; vertex < remap.length; vertex++) if (remap[vertex] === vertex) count++;
	const kept = new Float32Array(count * 3);
	let at = 0;
	for (let vertex = 0; vertex < remap.length; vertex++) {
		const first = remap[vertex];
		if (first !== vertex) {
			// The first vertex of a group comes before the others, so it has its new number already.
			remap[vertex] = remap[first];
			continue;
		}
		kept[at * 3] = rounded[vertex * 3];
		kept[at * 3 + 1] = rounded[vertex * 3 + 1];
		kept[at * 3 + 2] = rounded[vertex * 3 + 2];
		remap[vertex] = at++;
	}
	return { remap, positions: kept, merged: remap.length - count };
}

/**
 * Merges the vertices of a walkmesh. Faces that collapse are left in it. @returns the walkmesh, and the number of vertices that were merged into
 * others
 */
export function weldMesh(mesh: Walkmesh, tolerance?: number): { mesh: Walkmesh; merged: number } {
	const { remap, positions, merged } = weldPositions(mesh.positions, tolerance);
	if (merged === 0) return { mesh, merged };
	const faces = new Uint32Array(mesh.faces.length);
	for (let i = 0; i < faces.length; i++) faces[i] = remap[mesh.faces[i]];
	return { mesh: { ...mesh, positions, faces }, merged };
}

/**
 * A hash grid to which vertices are added one by one, and which finds the lowest of them within a distance of another vertex.
 *
 * Slots of the table hold chains of vertices without keys: one chain may hold vertices of several cells, but distances are compared anyway and the
 * lowest vertex wins, so no result depends on the grid. A query looks into every cell that the ball around the vertex touches. Cells are therefore
 * wider than the ball, but not so wide that vertices crowd in them.
 */
interface VertexGrid {
	/** 3 values a vertex, metres. */
	readonly positions: Float32Array | Float64Array;
	/** The same coordinates rounded to float32, if vertices that are near each other only after rounding should count as near, too. */
	readonly rounded: Float32Array | undefined;
	readonly squared: number;
	/** Half the side of a box around a vertex that contains all vertices near it, metres. */
	readonly reach: number;
	readonly cellsPerMetre: number;
	/** First vertex of a chain + 1, by hash of the cell; 0 means an empty chain. */
	readonly heads: Uint32Array;
	readonly mask: number;
	/** Next vertex of the chain + 1; 0 ends the chain. */
	readonly next: Uint32Array;
}

/** Cells are this many times as wide as the reach: at least 4, so that a ball touches at most two of them on each axis. */
const CELL_WIDTH = 8;

/**
 * Makes an empty grid.
 *
 * @param rounded see `VertexGrid.rounded`
 * @param distance vertices up to this far apart are near each other, metres
 * @param reach at least `distance`
 */
function createVertexGrid(
	positions: Float32Array | Float64Array,
	rounded: Float32Array | undefined,
	distance: number,
	reach: number,
): VertexGrid {
	const count = Math.floor(positions.length / 3);
	let slots = 16;
	while (slots < count) slots *= 2;
	return {
		positions,
		rounded,
		squared: distance * distance,
		// A margin, because the distance itself is rounded.
		reach: reach * (1 + 1e-9),
		cellsPerMetre: 1 / (reach * CELL_WIDTH),
		heads: new Uint32Array(slots),
		mask: slots - 1,
		next: new Uint32Array(count),
	};
}

/** Adds a vertex with finite coordinates to the grid. */
function insertVertex(grid: VertexGrid, vertex: number): void {
	const { positions, heads, mask, next } = grid;
	const cx = Math.floor(inCells(grid, positions[vertex * 3]));
	const cy = Math.floor(inCells(grid, positions[vertex * 3 + 1]));
	const cz = Math.floor(inCells(grid, positions[vertex * 3 + 2]));
	const slot = mix(cx, cy, cz) & mask;
	next[vertex] = heads[slot];
	heads[slot] = vertex + 1;
}

/** Converts metres to cells. Shifted by half a cell, so that no cell border is at 0, where many floors and walls are. */
function inCells(grid: VertexGrid, value: number): number {
	return value * grid.cellsPerMetre + 0.5;
}

/** The lowest vertex in the grid within the grid's distance of `vertex`, if it is lower than `known`; otherwise `known`. */
function lowestWithin(grid: VertexGrid, vertex: number, known: number): number {
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
	const x = positions[vertex * 3];
	const y = positions[vertex * 3 + 1];
	const z = positions[vertex * 3 + 2];
	let lowest = known;
	for (let at = heads[mix(cx, cy, cz) & mask]; at !== 0; at = next[at - 1]) {
		const other = at - 1;
		if (other >= lowest) continue;
		const dx = x - positions[other * 3];
		const dy = y - positions[other * 3 + 1];
		const dz = z - positions[other * 3 + 2];
		if (dx * dx + dy * dy + dz * dz <= squared) lowest = other;
		else if (rounded !== undefined && squaredDistance(rounded, vertex, other) <= squared) lowest = other;
	}
	return lowest;
}
