import type { CheckContext } from '../facts/room-facts.ts';
import { defaultsOf, FROM_ZERO, type GivenOf, metres, type ValuesOf } from '../findings/options.ts';
import {
	edgeEnd,
	facesOfVertices,
	openWalkableEdges,
	type VertexFaces,
	verticesOfEdges,
} from '../geometry/half-edges.ts';
import { buildPointTree, nearestVertex, type PointTree, visitTube } from '../geometry/spatial.ts';
import { WELD_DEFAULTS } from '../geometry/weld.ts';
import { Growing, groupBy } from '../math/arrays.ts';
import { JoinedSets } from '../math/joined-sets.ts';
import { vec3At } from '../math/vec3.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { VERTEX_FINDINGS } from './vertex-findings.ts';

export const NEAR_MISS_OPTIONS = {
	tolerance: metres('The tolerance that vertices were welded with.', WELD_DEFAULTS.tolerance, FROM_ZERO),
	reach: metres(
		'Warns of vertices on open edges up to this far apart; 0 does not look for them.',
		THRESHOLDS.nearMiss,
		FROM_ZERO,
	),
};
type NearMissOptions = GivenOf<typeof NEAR_MISS_OPTIONS>;
const NEAR_MISS_DEFAULTS: ValuesOf<typeof NEAR_MISS_OPTIONS> = defaultsOf(NEAR_MISS_OPTIONS);

/** Reports how many vertices a weld would merge. @param tolerance metres */
export function checkUnwelded({ facts, report }: CheckContext, tolerance: number = WELD_DEFAULTS.tolerance): void {
	const { merged } = facts.welded(tolerance);
	if (merged > 0) report.add(VERTEX_FINDINGS.VERTICES_UNWELDED, {}, { vertices: merged, tolerance });
}

/** Reports vertices on open edges that are a little too far apart for a weld to merge them. */
export function checkNearMisses({ facts, report }: CheckContext, options: NearMissOptions = {}): void {
	const all = { ...NEAR_MISS_DEFAULTS, ...options };
	if (!(all.reach > all.tolerance)) return;
	const welded = facts.welded(all.tolerance).facts;
	if (all.reach <= NEAR_MISS_DEFAULTS.reach && welded.isClear) return;
	const { mesh, walkable, open } = welded;
	const found = findNearMisses(mesh, walkable, all, open);
	const { places } = found;
	const distances = widthsOf(found, mesh, walkable, all.reach * Math.SQRT2);
	for (const { worst, count } of tearsOf({ ...found, distances }, mesh, open)) {
		const data = { distance: distances[worst], tolerance: all.tolerance, count };
		report.add(VERTEX_FINDINGS.VERTEX_NEAR_MISS, { at: vec3At(places, worst * 2) }, data);
	}
}

/** With more pairs, as in a scene of loose leaves, only their own distances are reported. */
const MOST_WIDTHS = 2000;

/**
 * 1 entry a pair: how far apart the vertices are that nearly meet there, metres. Where the corners of four tiles do, those across are farther apart than
 * those of each pair, and a weld has to reach them as well.
 */
function widthsOf(found: NearMisses, mesh: Walkmesh, walkable: Uint8Array, radius: number): Float64Array {
	const { vertices, distances } = found;
	const widest = new Map<number, number>();
	for (const [one, other, distance] of pairsAcross(found, mesh, walkable, radius))
		for (const vertex of [one, other]) widest.set(vertex, Math.max(widest.get(vertex) ?? 0, distance));
	return distances.map((distance, pair) =>
		Math.max(distance, widest.get(vertices[pair * 2]) ?? 0, widest.get(vertices[pair * 2 + 1]) ?? 0),
	);
}

/** All pairs of the vertices that nearly meet others, up to so far apart: two of them, and the distance. @param radius metres */
export function pairsAcross(
	{ vertices, distances }: NearMisses,
	mesh: Walkmesh,
	walkable: Uint8Array,
	radius: number,
): (readonly [one: number, other: number, distance: number])[] {
	if (distances.length > MOST_WIDTHS) return [];
	const { positions } = mesh;
	const own = Uint32Array.from(new Set(vertices));
	const tree = buildPointTree(positions, own);
	const isJoined = joinedBy(mesh, walkable);
	const pairs: (readonly [number, number, number])[] = [];
	for (const vertex of own) {
		const at = vec3At(positions, vertex);
		visitTube(tree, { from: at, to: at, radius }, (other, squared) => {
			if (other > vertex && !isJoined(vertex, other)) pairs.push([vertex, other, Math.sqrt(squared)]);
		});
	}
	return pairs;
}

/** The pairs along one tear: those whose vertices are the ends of one open edge. */
interface Tear {
	/** The pair that is farthest apart; of equal ones the first. */
	readonly worst: number;
	readonly count: number;
}

/** The tears in the order of their first pairs. */
function tearsOf({ vertices, distances }: NearMisses, { faces, positions }: Walkmesh, open: Uint32Array): Tear[] {
	// By vertex: one of its pairs, or −1.
	const pairAt = new Int32Array(positions.length / 3).fill(-1);
	const joined = new JoinedSets(distances.length);
	for (let i = 0; i < vertices.length; i++) {
		const vertex = vertices[i];
		if (pairAt[vertex] < 0) pairAt[vertex] = i >> 1;
		else joined.join(pairAt[vertex], i >> 1);
	}
	for (const edge of open) {
		const from = pairAt[faces[edge]];
		const to = pairAt[faces[edgeEnd(edge)]];
		if (from >= 0 && to >= 0) joined.join(from, to);
	}
	return [...groupBy(distances.keys(), (pair) => joined.root(pair)).values()].map((pairs) => ({
		worst: pairs.reduce((worst, pair) => (distances[pair] > distances[worst] ? pair : worst)),
		count: pairs.length,
	}));
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
	const { positions, faces } = mesh;
	const vertexCount = positions.length / 3;
	const perimeter = verticesOfEdges(faces, open, positions);
	const tree = buildPointTree(positions, perimeter);
	const isJoined = joinedBy(mesh, walkable);
	const vertices = new Growing(Uint32Array);
	const places = new Growing(Float32Array);
	const distances = new Growing(Float64Array);
	// By vertex: 1 + the one that it was paired with, or 0.
	const partners = new Uint32Array(vertexCount);
	for (const vertex of perimeter) {
		const nearest = nearestApart(tree, vertex, tolerance, reach, isJoined);
		if (nearest === undefined) continue;
		partners[vertex] = nearest.vertex + 1;
		if (partners[nearest.vertex] === vertex + 1) continue;
		for (const end of [vertex, nearest.vertex]) {
			vertices.push(end);
			for (let axis = 0; axis < 3; axis++) places.push(positions[end * 3 + axis]);
		}
		distances.push(Math.sqrt(nearest.squared));
	}
	return { vertices: vertices.copy(), places: places.copy(), distances: distances.copy() };
}

/** The nearest vertex beyond the tolerance, so not the vertex itself, that shares no face; of equally near ones the lowest. */
function nearestApart(
	tree: PointTree,
	vertex: number,
	tolerance: number,
	radius: number,
	isJoined: (a: number, b: number) => boolean,
): { vertex: number; squared: number } | undefined {
	return nearestVertex(tree, vec3At(tree.positions, vertex), radius, (other, squared) => {
		return squared > tolerance * tolerance && !isJoined(vertex, other);
	});
}

/** Tells of two vertices whether a walkable face has both; what that takes is made when it is first asked. */
export function joinedBy({ faces, positions }: Walkmesh, walkable: Uint8Array): (a: number, b: number) => boolean {
	let around: VertexFaces | undefined;
	return (a, b) => {
		around ??= facesOfVertices(faces, walkable, positions.length / 3);
		return shareFace(a, b, faces, around);
	};
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
