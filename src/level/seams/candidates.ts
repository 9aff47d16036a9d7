import { isFolded, reverseDistance, runsOpposite } from './facing.ts';
import { EDGE_STRIDE, type PerimeterEdges } from './perimeter-edges.ts';

/** Pairs of perimeter edges that could be one border, as indices into `PerimeterEdges`; the edge of the lower room first. */
export interface Candidates {
	readonly a: readonly number[];
	readonly b: readonly number[];
	/** The greater of the two distances between their ends, metres. */
	readonly distances: readonly number[];
}

/** Cells are never smaller than this, so that a reach of 0 still has cells that can be counted. */
const LEAST_CELL = 1e-4;

/**
 * All pairs of edges of different rooms that lie on each other: they run in opposite directions, each end of one is at most `reach` from an
 * end of the other, and their faces leave them to different sides.
 *
 * The middles of two such edges are at most `reach` apart, so they are hashed into cells of twice that: a middle can only have
 * partners in the 8 cells around its nearest cell corner. Linear in the number of edges; 100,000 take some 30 ms.
 */
export function findCandidates(perimeter: PerimeterEdges, reach: number): Candidates {
	const { count, rooms, points } = perimeter;
	const cell = Math.max(2 * reach, LEAST_CELL);
	const mask = tableSize(count) - 1;
	const heads = new Int32Array(mask + 1).fill(-1);
	const nexts = new Int32Array(count);
	// Two of the 8 cells may share a bucket; the stamp keeps an edge from being seen twice.
	const seenBy = new Int32Array(count).fill(-1);
	const a: number[] = [];
	const b: number[] = [];
	const distances: number[] = [];
	for (let edge = 0; edge < count; edge++) {
		const x = middle(points, edge, 0) / cell;
		const y = middle(points, edge, 1) / cell;
		const z = middle(points, edge, 2) / cell;
		for (let corner = 0; corner < 8; corner++) {
			const bucket = hashCell(beside(x, corner & 1), beside(y, corner & 2), beside(z, corner & 4)) & mask;
			for (let other = heads[bucket]; other >= 0; other = nexts[other]) {
				if (seenBy[other] === edge) continue;
				seenBy[other] = edge;
				if (rooms[other] === rooms[edge]) continue;
				const distance = reverseDistance(points, other, edge);
				if (!(distance <= reach) || !runsOpposite(points, other, edge) || isFolded(points, other, edge)) continue;
				a.push(other);
				b.push(edge);
				distances.push(distance);
			}
		}
		const own = hashCell(Math.floor(x), Math.floor(y), Math.floor(z)) & mask;
		nexts[edge] = heads[own];
		heads[own] = edge;
	}
	return { a, b, distances };
}

function middle(points: Float64Array, edge: number, axis: number): number {
	return (points[edge * EDGE_STRIDE + axis] + points[edge * EDGE_STRIDE + 3 + axis]) / 2;
}

/** The cell of a coordinate, or the neighbouring one that its half of the cell lies against. */
function beside(coordinate: number, other: number): number {
	const cell = Math.floor(coordinate);
	if (other === 0) return cell;
	return coordinate - cell < 0.5 ? cell - 1 : cell + 1;
}

function hashCell(x: number, y: number, z: number): number {
	const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35);
	return mixed ^ (mixed >>> 15);
}

function tableSize(count: number): number {
	let size = 16;
	while (size < count * 2) size *= 2;
	return size;
}
