import { edgeEnd } from '../geometry/adjacency.ts';
import { vec3At } from '../geometry/vec3.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
import { coincidentVertices } from './coincident.ts';
import { openWalkableEdges } from './open-edges.ts';
import { buildPointTree, visitTube } from './point-tree.ts';
import { verticesOfEdges } from './rim.ts';

export interface TJunctionOptions {
	/** How far a vertex may lie from an edge and still be on it, metres. */
	tolerance?: number;
}

/** A millimetre: what the game's own rooms are joined within. */
export const T_JUNCTION_DEFAULTS: Required<TJunctionOptions> = { tolerance: 1e-3 };

/** More than this is no mesh with flaws, but edges heaped on one another; the search stops there. */
export const T_JUNCTION_LIMIT = 1_000_000;

/** Vertices on the inside of open edges, by edge and along it. Parallel lists. */
export interface TJunctions {
	/** Edge `3 * face + corner`. */
	readonly edges: Uint32Array;
	readonly vertices: Uint32Array;
	/** From the vertex to the edge, metres. */
	readonly distances: Float64Array;
	/** True when there were more than the limit, and the lists do not hold all. */
	readonly truncated: boolean;
}

interface Hit {
	readonly edge: number;
	readonly vertex: number;
	readonly squared: number;
	readonly along: number;
}

/**
 * Vertices that lie on an open edge of a walkable face, between its ends, and on an open edge themselves: the faces on
 * both sides meet, but share no edge, so nobody can cross. A vertex as near to an end as the tolerance is a matter for
 * welding, and the corner across of the edge's own face is none at all. Of several vertices at one place the lowest is
 * named.
 *
 * @param walkable 1 a walkable face, 0 another
 */
export function findTJunctions(
	mesh: Walkmesh,
	walkable: Uint8Array,
	tolerance: number = T_JUNCTION_DEFAULTS.tolerance,
	limit: number = T_JUNCTION_LIMIT,
): TJunctions {
	const { positions, faces } = mesh;
	const open = openWalkableEdges(faces, walkable, positions.length / 3);
	const tree = buildPointTree(positions, firstOfEach(positions, verticesOfEdges(faces, open, positions)));
	const hits: Hit[] = [];
	for (const edge of open) {
		if (hits.length > limit) break;
		const a = faces[edge];
		const b = faces[edgeEnd(edge)];
		const across = faces[edgeEnd(edgeEnd(edge))];
		const from = vec3At(positions, a);
		const to = vec3At(positions, b);
		// Also false for what is not finite.
		if (!(squaredLength(positions, a, b) > tolerance * tolerance)) continue;
		visitTube(tree, { from, to, radius: tolerance }, (vertex, squared) => {
			if (hits.length > limit || vertex === a || vertex === b || vertex === across) return;
			const along = squaredLength(positions, a, vertex);
			if (along <= tolerance * tolerance || squaredLength(positions, b, vertex) <= tolerance * tolerance) return;
			hits.push({ edge, vertex, squared, along });
		});
	}
	const truncated = hits.length > limit;
	if (truncated) hits.length = limit;
	hits.sort((p, q) => p.edge - q.edge || p.along - q.along || p.vertex - q.vertex);
	return {
		edges: Uint32Array.from(hits, ({ edge }) => edge),
		vertices: Uint32Array.from(hits, ({ vertex }) => vertex),
		distances: Float64Array.from(hits, ({ squared }) => Math.sqrt(squared)),
		truncated,
	};
}

/** Of vertices at one place, the lowest. */
function firstOfEach(positions: Float32Array, vertices: Uint32Array): Uint32Array {
	const places = new Float32Array(vertices.length * 3);
	for (let i = 0; i < vertices.length; i++) places.set(vec3At(positions, vertices[i]), i * 3);
	const first = coincidentVertices(places);
	return vertices.filter((_, i) => first[i] === i);
}

function squaredLength(positions: Float32Array, a: number, b: number): number {
	const dx = positions[a * 3] - positions[b * 3];
	const dy = positions[a * 3 + 1] - positions[b * 3 + 1];
	const dz = positions[a * 3 + 2] - positions[b * 3 + 2];
	return dx * dx + dy * dy + dz * dz;
}
