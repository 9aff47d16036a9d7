import { type CheckContext, checkContext } from '../facts/room-facts.ts';
import { vertexOnEdgeLocation } from '../geometry/faces.ts';
import { edgeEnd, facesOfVertices } from '../geometry/half-edges.ts';
import {
	findTJunctions,
	mendTJunctions,
	T_JUNCTION_OPTIONS,
	type TJunctions,
	tJunctionLimit,
} from '../geometry/t-junctions.ts';
import { faceVector, squaredDistance } from '../geometry/triangles.ts';
import { coincidentVertices } from '../geometry/vertices.ts';
import { dot, mapped, minus, vec3At } from '../math/vec3.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { MESH_FINDINGS } from './findings.ts';
import { joinedBy, NEAR_MISS_OPTIONS } from './near-misses.ts';

/** Reports vertices that lie partway along open edges of walkable faces. @param tolerance metres */
export function checkTJunctions(context: CheckContext, tolerance: number = T_JUNCTION_OPTIONS.tolerance.default): void {
	const { facts } = context;
	const { mesh, walkable } = facts;
	if (tolerance <= T_JUNCTION_OPTIONS.tolerance.default && facts.isClear) return;
	const { open } = facts;
	const found = findTJunctions(mesh, walkable, tolerance, tJunctionLimit(open.length), open);
	report(
		context,
		found.truncated ? found : withoutDoubles(withoutNearMisses(found, mesh, walkable), mesh, walkable),
		MESH_FINDINGS.T_JUNCTION,
	);
}

/** Without vertices that nearly meet an end of the edge: `checkNearMisses` reports them, and cutting the edge there would leave a sliver. */
function withoutNearMisses(found: TJunctions, mesh: Walkmesh, walkable: Uint8Array): TJunctions {
	const { positions, faces } = mesh;
	const reach = NEAR_MISS_OPTIONS.reach.default;
	const isJoined = joinedBy(mesh, walkable);
	const kept = [...found.edges.keys()].filter((i) => {
		const [edge, vertex] = [found.edges[i], found.vertices[i]];
		const ends = [faces[edge], faces[edgeEnd(edge)]];
		return !ends.some((end) => squaredDistance(positions, end, vertex) <= reach * reach && !isJoined(end, vertex));
	});
	return chosen(found, kept);
}

/**
 * Without vertices of a floor that lies on the face of the edge, on the same side of it: that ground is there twice, which is reported, and nothing ends at
 * its border that goes on beyond.
 */
function withoutDoubles(found: TJunctions, { positions, faces }: Walkmesh, walkable: Uint8Array): TJunctions {
	if (found.edges.length === 0) return found;
	const count = positions.length / 3;
	const first = coincidentVertices(positions);
	const own = facesOfVertices(
		faces.map((vertex) => first[vertex]),
		walkable,
		count,
	);
	const isDouble = (edge: number, vertex: number): boolean => {
		const a = vec3At(positions, faces[edge]);
		const along = minus(vec3At(positions, faces[edgeEnd(edge)]), a);
		const third = minus(vec3At(positions, faces[edgeEnd(edgeEnd(edge))]), a);
		const share = dot(third, along) / dot(along, along);
		const inwards = mapped(third, (value, axis) => value - along[axis] * share);
		const depth = Math.hypot(...inwards);
		const normal: [number, number, number] = [0, 0, 0];
		const up = faceVector(positions, faces, Math.floor(edge / 3), normal);
		const lies = (corner: number): boolean => {
			const off = minus(vec3At(positions, faces[corner]), a);
			return (
				dot(off, inwards) >= -T_JUNCTION_OPTIONS.tolerance.default * depth &&
				Math.abs(dot(off, normal)) <= THRESHOLDS.sameFloor * up
			);
		};
		const at = first[vertex];
		const beside = own.faces.subarray(own.starts[at], own.starts[at + 1]);
		return beside.every((face) => [0, 1, 2].every((corner) => lies(face * 3 + corner)));
	};
	return chosen(
		found,
		[...found.edges.keys()].filter((i) => !isDouble(found.edges[i], found.vertices[i])),
	);
}

function chosen({ edges, vertices, distances }: TJunctions, kept: readonly number[]): TJunctions {
	return {
		edges: Uint32Array.from(kept, (i) => edges[i]),
		vertices: Uint32Array.from(kept, (i) => vertices[i]),
		distances: Float64Array.from(kept, (i) => distances[i]),
		truncated: false,
	};
}

/** Mends T-junctions, and reports each, also those that had to stay. */
export function fixTJunctions(context: CheckContext, tolerance?: number): Walkmesh {
	const { mesh, mended, left } = mendTJunctions(context.mesh, context.walkable, tolerance);
	for (const vertex of mended)
		context.report.add(MESH_FINDINGS.T_JUNCTION_MENDED, { at: vec3At(mesh.positions, vertex) });
	report(checkContext(mesh, context.surfaces, context.report), left, MESH_FINDINGS.T_JUNCTION_LEFT);
	return mesh;
}

function report(
	{ mesh, report }: CheckContext,
	{ edges, vertices, distances, truncated, looked }: TJunctions,
	type: typeof MESH_FINDINGS.T_JUNCTION | typeof MESH_FINDINGS.T_JUNCTION_LEFT,
): void {
	if (looked !== undefined) report.add(MESH_FINDINGS.FACES_HEAPED, {}, { pairs: looked, what: 'T-junctions' });
	else if (truncated) {
		report.add(MESH_FINDINGS.FACES_HEAPED, vertexOnEdgeLocation(mesh, edges[0], vertices[0]), {
			limit: edges.length,
			what: 'T-junctions',
		});
		return;
	}
	for (let i = 0; i < edges.length; i++) {
		report.add(type, vertexOnEdgeLocation(mesh, edges[i], vertices[i]), { distance: distances[i] });
	}
}
