import { withCompany } from '../mesh/company.ts';
import { edgeEnd, facesOfVertices, openWalkableEdges, type VertexFaces, verticesOfEdges } from '../mesh/half-edges.ts';
import { buildPointTree, nearestVertex, type PointTree } from '../mesh/spatial.ts';
import { vec3At } from '../mesh/vec3.ts';
import { WELD_DEFAULTS } from '../mesh/weld.ts';
import { defaultsOf, type GivenOf, metres, type ValuesOf } from '../options/options.ts';
import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import type { CheckContext } from './context.ts';
import { MESH_FINDINGS } from './findings.ts';

export const NEAR_MISS_OPTIONS = {
	tolerance: metres(WELD_DEFAULTS.tolerance, 'The tolerance that vertices were welded with.'),
	// In 108 real rooms no two vertices on open edges are between 0.1 mm and 10 mm apart.
	reach: metres(0.01, 'Warns of vertices on open edges up to this far apart; 0 does not look for them.'),
};
type NearMissOptions = GivenOf<typeof NEAR_MISS_OPTIONS>;
const NEAR_MISS_DEFAULTS: ValuesOf<typeof NEAR_MISS_OPTIONS> = defaultsOf(NEAR_MISS_OPTIONS);

/** Reports how many vertices a weld would merge. @param tolerance metres */
export function checkUnwelded({ facts, report }: CheckContext, tolerance: number = WELD_DEFAULTS.tolerance): void {
	const { merged } = facts.welded(tolerance);
	if (merged > 0) report.add(MESH_FINDINGS.VERTICES_UNWELDED, {}, { vertices: merged, tolerance });
}

/** Reports vertices on open edges that are a little too far apart for a weld to merge them. */
export function checkNearMisses({ facts, report }: CheckContext, options: NearMissOptions = {}): void {
	const all = { ...NEAR_MISS_DEFAULTS, ...options };
	if (!(all.reach > all.tolerance)) return;
	const welded = facts.welded(all.tolerance).facts;
	if (welded.isClear && all.reach <= NEAR_MISS_DEFAULTS.reach) return;
	const { mesh, walkable, open } = welded;
	const found = findNearMisses(mesh, walkable, all, open);
	const { places, distances } = found;
	for (const tear of tearsOf(found, mesh.faces, open)) {
		const worst = tear.reduce((most, pair) => (distances[pair] > distances[most] ? pair : most), tear[0]);
		const data = { distance: distances[worst], tolerance: all.tolerance, count: tear.length };
		report.add(MESH_FINDINGS.VERTEX_NEAR_MISS, { at: vec3At(places, worst * 2) }, data);
	}
}

/** The pairs along each tear, ascending: those whose vertices are the ends of one open edge. */
function tearsOf({ vertices, distances }: NearMisses, faces: Uint32Array, open: Uint32Array): number[][] {
	if (distances.length < 2) return Array.from(distances, (_, pair) => [pair]);
	const pairsAt = new Map<number, number[]>();
	for (let i = 0; i < vertices.length; i++) {
		const own = pairsAt.get(vertices[i]);
		if (own === undefined) pairsAt.set(vertices[i], [i >> 1]);
		else own.push(i >> 1);
	}
	const beside = Array.from(distances, (): number[] => []);
	const join = (pairs: readonly number[], others: readonly number[]): void => {
		// What is joined to the first of each is joined to all.
		for (const pair of pairs.slice(1)) beside[pairs[0]].push(pair) && beside[pair].push(pairs[0]);
		if (pairs[0] === others[0]) return;
		beside[pairs[0]].push(others[0]);
		beside[others[0]].push(pairs[0]);
	};
	for (const edge of open) {
		const from = pairsAt.get(faces[edge]);
		const to = pairsAt.get(faces[edgeEnd(edge)]);
		if (from !== undefined && to !== undefined) join(from, to);
	}
	for (const pairs of pairsAt.values()) join(pairs, pairs);
	const seen = new Set<number>();
	return beside.flatMap((_, first) => {
		if (seen.has(first)) return [];
		const tear = new Set([first]);
		for (const pair of tear) for (const next of beside[pair]) tear.add(next);
		for (const pair of tear) seen.add(pair);
		return [[...tear].sort((a, b) => a - b)];
	});
}

/** Pairs of vertices that a coarser weld would have merged. */
interface NearMisses {
	/** 2 vertex indices a pair. */
	readonly vertices: Uint32Array;
	/** 6 floats a pair: both positions. */
	readonly places: Float32Array;
	/** 1 float64 a pair, metres. */
	readonly distances: Float64Array;
}

/**
 * Finds vertices on open edges of walkable faces that lie a little farther apart than the tolerance: the floor looks whole and is torn. Each vertex is
 * paired with the nearest one that it shares no walkable face with, as a short edge is no tear; each pair counts once.
 *
 * @param mesh welded with the tolerance, so that faces share the vertices they should
 * @param walkable 1 a walkable face, 0 another @param open the open edges of these, where they are known
 */
export function findNearMisses(
	mesh: Walkmesh,
	walkable: Uint8Array,
	options: NearMissOptions = {},
	open: Uint32Array = openWalkableEdges(mesh.faces, walkable, mesh.positions.length / 3),
): NearMisses {
	const { tolerance, reach } = { ...NEAR_MISS_DEFAULTS, ...options };
	if (!(reach > tolerance))
		return { vertices: new Uint32Array(0), places: new Float32Array(0), distances: new Float64Array(0) };
	const { positions, faces } = mesh;
	const vertexCount = positions.length / 3;
	const perimeter = verticesOfEdges(faces, open, positions);
	const close = withCompany(positions, perimeter, reach);
	const tree = buildPointTree(positions, close);
	let around: VertexFaces | undefined;
	const isJoined = (a: number, b: number): boolean => {
		around ??= facesOfVertices(faces, walkable, vertexCount);
		return shareFace(a, b, faces, around);
	};
	const vertices: number[] = [];
	const places: number[] = [];
	const distances: number[] = [];
	const seen = new Set<number>();
	for (const vertex of close) {
		const nearest = nearestApart(tree, vertex, tolerance, reach, isJoined);
		if (nearest === undefined) continue;
		const key = Math.min(vertex, nearest.vertex) * vertexCount + Math.max(vertex, nearest.vertex);
		if (seen.has(key)) continue;
		seen.add(key);
		vertices.push(vertex, nearest.vertex);
		places.push(...vec3At(positions, vertex), ...vec3At(positions, nearest.vertex));
		distances.push(Math.sqrt(nearest.squared));
	}
	return {
		vertices: Uint32Array.from(vertices),
		places: Float32Array.from(places),
		distances: Float64Array.from(distances),
	};
}

/** The nearest vertex beyond the tolerance that shares no face; of equally near ones the lowest. */
function nearestApart(
	tree: PointTree,
	vertex: number,
	tolerance: number,
	radius: number,
	isJoined: (a: number, b: number) => boolean,
): { vertex: number; squared: number } | undefined {
	return nearestVertex(tree, vec3At(tree.positions, vertex), radius, (other, squared) => {
		return other !== vertex && squared > tolerance * tolerance && !isJoined(vertex, other);
	});
}

function shareFace(a: number, b: number, faces: Uint32Array, around: VertexFaces): boolean {
	const { starts } = around;
	// A vertex may belong to a fan of thousands of faces, so the faces of the one that has fewer are looked through.
	const [few, other] = starts[a + 1] - starts[a] <= starts[b + 1] - starts[b] ? [a, b] : [b, a];
	for (let i = starts[few]; i < starts[few + 1]; i++) {
		const face = around.faces[i] * 3;
		if (faces[face] === other || faces[face + 1] === other || faces[face + 2] === other) return true;
	}
	return false;
}
