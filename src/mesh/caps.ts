import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { edgeEnd } from './half-edges.ts';
import { T_JUNCTION_OPTIONS, type VertexSplit } from './t-junctions.ts';
import { squaredDistance } from './triangles.ts';
import { between, dot, vec3At } from './vec3.ts';

/**
 * Modellers cut a polygon with three corners in a line into triangles one of which has no area: its middle corner lies on its longest side. Such a cap
 * keeps the faces on both sides together; without it, the vertex lies partway along the edge of the next face.
 */

/** Caps that hang together in greater numbers are no corners of a polygon, but faces without area on one line. */
const MOST_CAPS = 64;

/**
 * Where edges of faces that stay have to be cut so that nothing comes apart when faces without area are removed: at corners of these faces that lie on
 * them.
 *
 * @param gone 1 for a face that is removed
 * @param walkable 1 for a walkable face: only edges of these keep characters from crossing
 * @returns edges of the walkmesh as it is, with the vertices on each
 */
export function splitsBesideCaps(mesh: Walkmesh, gone: Uint8Array, walkable: Uint8Array): VertexSplit[] {
	const { faces, positions } = mesh;
	const vertexCount = positions.length / 3;
	const keyOf = (edge: number): number => {
		const [a, b] = [faces[edge], faces[edgeEnd(edge)]];
		return a < b ? a * vertexCount + b : b * vertexCount + a;
	};
	const byEdge = new Map<number, number[]>();
	for (let edge = 0; edge < faces.length; edge++) {
		if (gone[Math.floor(edge / 3)] === 0) continue;
		const known = byEdge.get(keyOf(edge));
		if (known === undefined) byEdge.set(keyOf(edge), [Math.floor(edge / 3)]);
		else known.push(Math.floor(edge / 3));
	}
	if (byEdge.size === 0) return [];
	const used = new Set<number>();
	for (let corner = 0; corner < faces.length; corner++) {
		const face = Math.floor(corner / 3);
		if (gone[face] === 0 && walkable[face] === 1) used.add(faces[corner]);
	}
	const splits: VertexSplit[] = [];
	for (let edge = 0; edge < faces.length; edge++) {
		const face = Math.floor(edge / 3);
		if (gone[face] === 1 || walkable[face] === 0 || !byEdge.has(keyOf(edge))) continue;
		const caps = new Set(byEdge.get(keyOf(edge)));
		for (const cap of caps) {
			if (caps.size > MOST_CAPS) break;
			for (let own = cap * 3; own < cap * 3 + 3; own++) for (const next of byEdge.get(keyOf(own)) ?? []) caps.add(next);
		}
		if (caps.size > MOST_CAPS) continue;
		const corners = new Set([...caps].flatMap((cap) => [...faces.subarray(cap * 3, cap * 3 + 3)]));
		const vertices = [...corners].filter((vertex) => used.has(vertex) && liesOn(mesh, edge, vertex));
		const points = vertices.flatMap((vertex) => vec3At(positions, vertex));
		if (vertices.length > 0) splits.push({ edge, vertices, points });
	}
	return splits;
}

/** True for a vertex on an edge, between its ends. */
function liesOn({ positions, faces }: Walkmesh, edge: number, vertex: number): boolean {
	const [a, b] = [faces[edge], faces[edgeEnd(edge)]];
	const least = T_JUNCTION_OPTIONS.tolerance.default ** 2;
	if (!(squaredDistance(positions, a, vertex) > least && squaredDistance(positions, b, vertex) > least)) return false;
	const along = between(positions, a, b);
	const to = between(positions, a, vertex);
	const squared = dot(along, along);
	const t = dot(along, to) / squared;
	return t > 0 && t < 1 && dot(to, to) - t * t * squared <= least;
}
