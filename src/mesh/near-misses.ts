import { vec3At } from '../geometry/vec3.ts';
import type { Walkmesh } from '../walkmesh/index.ts';
import { openWalkableEdges } from './open-edges.ts';
import { buildPointTree, type PointTree, visitTube } from './point-tree.ts';
import { facesOfVertices, type VertexFaces, verticesOfEdges } from './rim.ts';
import { WELD_DEFAULTS } from './weld.ts';

export interface NearMissOptions {
	/** The tolerance that vertices were welded with, metres. */
	tolerance?: number;
	/** Vertices up to this many tolerances apart are near misses. */
	factor?: number;
}

export const NEAR_MISS_DEFAULTS: Required<NearMissOptions> = { tolerance: WELD_DEFAULTS.tolerance, factor: 20 };

/** Pairs of places that a coarser weld would have merged. */
export interface NearMisses {
	/** 6 floats a pair: both places. */
	readonly places: Float32Array;
	/** 1 double a pair, metres. */
	readonly distances: Float64Array;
}

/**
 * Vertices on open edges of walkable faces that lie farther apart than the tolerance, but not by much: what looks like
 * one floor and is torn. Each vertex counts with the nearest other one that no walkable face joins it to (a short edge
 * is no tear); a pair counts once.
 *
 * @param mesh welded with the tolerance, so that faces share the vertices they should
 * @param walkable 1 a walkable face, 0 another
 */
export function findNearMisses(mesh: Walkmesh, walkable: Uint8Array, options: NearMissOptions = {}): NearMisses {
	const { tolerance, factor } = { ...NEAR_MISS_DEFAULTS, ...options };
	const radius = tolerance * factor;
	if (!(radius > tolerance)) return { places: new Float32Array(0), distances: new Float64Array(0) };
	const { positions, faces } = mesh;
	const vertexCount = positions.length / 3;
	const rim = verticesOfEdges(faces, openWalkableEdges(faces, walkable, vertexCount), positions);
	const tree = buildPointTree(positions, rim);
	let around: VertexFaces | undefined;
	const isJoined = (a: number, b: number): boolean => {
		around ??= facesOfVertices(faces, walkable, vertexCount);
		return shareFace(a, b, faces, around);
	};
	const places: number[] = [];
	const distances: number[] = [];
	const seen = new Set<number>();
	for (const vertex of rim) {
		const nearest = nearestApart(tree, vertex, tolerance, radius, isJoined);
		if (nearest === undefined) continue;
		const key = Math.min(vertex, nearest.vertex) * vertexCount + Math.max(vertex, nearest.vertex);
		if (seen.has(key)) continue;
		seen.add(key);
		places.push(...vec3At(positions, vertex), ...vec3At(positions, nearest.vertex));
		distances.push(Math.sqrt(nearest.squared));
	}
	return { places: Float32Array.from(places), distances: Float64Array.from(distances) };
}

/** The nearest vertex of the tree beyond the tolerance that shares no face; the lowest of equally near ones. */
function nearestApart(
	tree: PointTree,
	vertex: number,
	tolerance: number,
	radius: number,
	isJoined: (a: number, b: number) => boolean,
): { vertex: number; squared: number } | undefined {
	const at = vec3At(tree.positions, vertex);
	let nearest: { vertex: number; squared: number } | undefined;
	visitTube(tree, { from: at, to: at, radius }, (other, squared) => {
		if (other === vertex || squared <= tolerance * tolerance) return;
		if (nearest !== undefined && squared > nearest.squared) return;
		if (nearest !== undefined && squared === nearest.squared && other > nearest.vertex) return;
		if (!isJoined(vertex, other)) nearest = { vertex: other, squared };
	});
	return nearest;
}

function shareFace(a: number, b: number, faces: Uint32Array, around: VertexFaces): boolean {
	for (let i = around.starts[a]; i < around.starts[a + 1]; i++) {
		const face = around.faces[i] * 3;
		if (faces[face] === b || faces[face + 1] === b || faces[face + 2] === b) return true;
	}
	return false;
}
