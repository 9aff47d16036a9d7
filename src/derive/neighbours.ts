import { buildAdjacency } from '../geometry/adjacency.ts';
import { walkPerimeters } from '../geometry/perimeters.ts';
import type { SurfaceTable } from '../surfaces/index.ts';
import { NONE, type Walkmesh } from '../walkmesh/index.ts';
import { walkableFirstOrder } from './order.ts';

/**
 * The neighbour behind every edge of a walkmesh whose faces may lie in any order: 3 a face, the neighbour's edge or −1.
 * Only walkable faces have neighbours.
 */
export function walkableNeighbours(mesh: Walkmesh, table: SurfaceTable): Int32Array {
	const { order, walkableCount } = walkableFirstOrder(table, mesh.surfaces);
	const { neighbours } = buildAdjacency(
		walkableFaceCorners(mesh, order, walkableCount),
		walkableCount,
		mesh.positions.length / 3,
	);
	const result = new Int32Array(mesh.faces.length).fill(NONE);
	for (let edge = 0; edge < neighbours.length; edge++) {
		const neighbour = neighbours[edge];
		if (neighbour >= 0) result[sourceEdge(order, edge)] = sourceEdge(order, neighbour);
	}
	return result;
}

/** The open edges of walkable faces, loop after loop, numbered as in the walkmesh, whose faces may lie in any order. */
export function perimeterEdges(mesh: Walkmesh, table: SurfaceTable): { edges: Uint32Array; ends: Uint32Array } {
	const { order, walkableCount } = walkableFirstOrder(table, mesh.surfaces);
	const corners = walkableFaceCorners(mesh, order, walkableCount);
	const { edges, ends } = walkPerimeters(buildAdjacency(corners, walkableCount, mesh.positions.length / 3).neighbours);
	return { edges: edges.map((edge) => sourceEdge(order, edge)), ends };
}

function walkableFaceCorners(mesh: Walkmesh, order: Uint32Array, walkableCount: number): Uint32Array {
	const corners = new Uint32Array(walkableCount * 3);
	for (let face = 0; face < walkableCount; face++) {
		const src = order[face] * 3;
		corners[face * 3] = mesh.faces[src];
		corners[face * 3 + 1] = mesh.faces[src + 1];
		corners[face * 3 + 2] = mesh.faces[src + 2];
	}
	return corners;
}

function sourceEdge(order: Uint32Array, edge: number): number {
	return order[Math.floor(edge / 3)] * 3 + (edge % 3);
}
