import { defaultsOf, FROM_ZERO, metres, type ValuesOf } from '../findings/options.ts';
import { vec3At } from '../math/vec3.ts';
import { THRESHOLDS } from '../model/thresholds.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { edgeEnd, openWalkableEdges, verticesOfEdges } from './half-edges.ts';
import { buildPointTree, visitTube } from './spatial.ts';
import { type EdgeSplit, isBetweenEnds, splitEdgesTracked } from './split-edges.ts';
import { faceVector, squaredDistance } from './triangles.ts';
import { coincidentVertices } from './vertices.ts';

/** A millimetre: the game's own rooms fit together within this distance. */
export const T_JUNCTION_OPTIONS = {
	tolerance: metres('How far a vertex may lie from an edge and still be on it.', THRESHOLDS.onEdge, FROM_ZERO),
};
const T_JUNCTION_DEFAULTS: ValuesOf<typeof T_JUNCTION_OPTIONS> = defaultsOf(T_JUNCTION_OPTIONS);

/**
 * The search stops at this many T-junctions. A mesh with more of them has edges on top of each other, not a few flaws: among nested edges along one
 * line, each has the ends of all others on it, which makes a million after a thousand faces. With the limit, time grows with the number of faces.
 */
export function tJunctionLimit(openEdges: number): number {
	return 10_000 + 2 * openEdges;
}

/**
 * Limits of the number of vertex ranges looked at, for all edges together and additionally for each edge. Near an edge of a sound floor there are
 * about thirty, near one through thousands of overlapping faces there are thousands.
 */
const MOST_LOOKED = 500_000;
const MOST_LOOKED_EACH = 60;

/** Vertices that lie on open edges, between their ends. Parallel lists, sorted by edge and by distance along it. */
export interface TJunctions {
	/** Edge `3 * face + corner`. */
	readonly edges: Uint32Array;
	readonly vertices: Uint32Array;
	/** Distance from the vertex to the edge, metres. */
	readonly distances: Float64Array;
	/** True if the search stopped at a limit, so that the lists are not complete. */
	readonly truncated: boolean;
	/** Number of vertex ranges looked at; only set if that was the limit that was reached. */
	readonly looked?: number;
}

interface Hit {
	readonly edge: number;
	readonly vertex: number;
	readonly squared: number;
	readonly along: number;
}

/**
 * Finds vertices that lie on an open edge of a walkable face, between its ends, and also belong to an open edge themselves: the faces on both sides
 * meet there, but share no edge, so characters cannot cross. Vertices within the tolerance of an end are left to welding, and the corner opposite the
 * edge in its own face is ignored. Of several vertices with the same coordinates only the lowest is listed.
 *
 * @param walkable 1 for a walkable face, 0 for others
 * @param open the open edges of the walkable faces, if the caller has them
 */
export function findTJunctions(
	mesh: Walkmesh,
	walkable: Uint8Array,
	tolerance: number = T_JUNCTION_DEFAULTS.tolerance,
	most?: number,
	open: Uint32Array = openWalkableEdges(mesh.faces, walkable, mesh.positions.length / 3),
): TJunctions {
	const { positions, faces } = mesh;
	const limit = most ?? tJunctionLimit(open.length);
	const tree = buildPointTree(positions, firstOfEach(positions, verticesOfEdges(faces, open, positions)));
	const hits: Hit[] = [];
	const mostLooked = MOST_LOOKED + MOST_LOOKED_EACH * open.length;
	let looked = 0;
	for (const edge of open) {
		if (hits.length > limit || looked > mostLooked) break;
		const a = faces[edge];
		const b = faces[edgeEnd(edge)];
		const across = faces[edgeEnd(edgeEnd(edge))];
		const from = vec3At(positions, a);
		const to = vec3At(positions, b);
		// Also skips non-finite coordinates, as comparisons with NaN are false.
		if (!(squaredDistance(positions, a, b) > tolerance * tolerance)) continue;
		looked += visitTube(tree, { from, to, radius: tolerance }, (vertex, squared) => {
			if (hits.length > limit || vertex === a || vertex === b || vertex === across) return;
			const along = squaredDistance(positions, a, vertex);
			if (along <= tolerance * tolerance || squaredDistance(positions, b, vertex) <= tolerance * tolerance) return;
			hits.push({ edge, vertex, squared, along });
		});
	}
	const isHeaped = looked > mostLooked;
	const truncated = isHeaped || hits.length > limit;
	if (hits.length > limit) hits.length = limit;
	hits.sort((p, q) => p.edge - q.edge || p.along - q.along || p.vertex - q.vertex);
	return {
		edges: Uint32Array.from(hits, ({ edge }) => edge),
		vertices: Uint32Array.from(hits, ({ vertex }) => vertex),
		distances: Float64Array.from(hits, ({ squared }) => Math.sqrt(squared)),
		truncated,
		...(isHeaped ? { looked } : {}),
	};
}

/** Of vertices with the same coordinates, only the lowest. */
function firstOfEach(positions: Float32Array, vertices: Uint32Array): Uint32Array {
	const points = new Float32Array(vertices.length * 3);
	for (let i = 0; i < vertices.length; i++) points.set(vec3At(positions, vertices[i]), i * 3);
	const first = coincidentVertices(points);
	return vertices.filter((_, i) => first[i] === i);
}

/** The result of mending a walkmesh. */
interface Mending {
	readonly mesh: Walkmesh;
	/** 1 entry a new face: the old face that it is part of. */
	readonly origins: Uint32Array;
	/** The vertices at which edges were cut, once for each edge. */
	readonly mended: readonly number[];
	/** Remaining T-junctions, with edges of the new mesh: cutting these would have flipped or flattened part of a face. */
	readonly left: TJunctions;
}

/** The most rounds. A cut edge bends towards the vertex, and may then run along further vertices. */
const ROUNDS = 16;

/**
 * Mends T-junctions: cuts edges at the vertices that lie on them, with all their faces (see `splitEdges`). A face is left alone if part of it would
 * face another way than the whole. Nothing is cut if the search for T-junctions stopped at a limit.
 *
 * @param walkable 1 for a walkable face, 0 for others
 * @param tolerance distance of a vertex from the edge it lies on, metres
 * @param limit the most T-junctions to search for
 */
export function mendTJunctions(
	source: Walkmesh,
	walkable: Uint8Array,
	tolerance: number = T_JUNCTION_DEFAULTS.tolerance,
	limit?: number,
): Mending {
	let mesh = source;
	let origins = Uint32Array.from(source.surfaces, (_, face) => face);
	const mended: number[] = [];
	for (let round = 0; ; round++) {
		const walk = Uint8Array.from(origins, (face) => walkable[face]);
		const found = findTJunctions(mesh, walk, tolerance, limit);
		const done = found.truncated || round === ROUNDS ? undefined : cutSoundly(mesh, splitsOf(mesh, found));
		if (done === undefined) return { mesh, origins, mended, left: found };
		for (const { vertices } of done.splits) for (const vertex of vertices) mended.push(vertex);
		origins = Uint32Array.from(done.origins, (face) => origins[face]);
		mesh = done.mesh;
	}
}

/** Edges that are cut at vertices of the mesh. */
export type VertexSplit = EdgeSplit & { readonly vertices: readonly number[] };

/** What came of cutting edges. */
interface Cut<S extends VertexSplit> {
	readonly mesh: Walkmesh;
	/** 1 entry a new face: the old face that it is part of. */
	readonly origins: Uint32Array;
	/** Those that were cut. */
	readonly splits: readonly S[];
}

/** Cuts edges at vertices as far as that flips and flattens no part of a face; undefined when nothing can be cut. */
export function cutSoundly<S extends VertexSplit>(mesh: Walkmesh, wanted: readonly S[]): Cut<S> | undefined {
	let splits = wanted;
	while (splits.length > 0) {
		const cut = splitEdgesTracked(mesh, splits);
		const spoiled = spoiledVertices(mesh, cut.mesh, cut.origins);
		if (spoiled.size === 0) return cut.mesh === mesh ? undefined : { ...cut, splits };
		splits = splits.filter(({ edge }) => !touchesFace(mesh, edge, spoiled));
	}
	return undefined;
}

function splitsOf(mesh: Walkmesh, found: TJunctions): VertexSplit[] {
	const { edges, vertices } = found;
	const splits: { edge: number; points: number[]; vertices: number[] }[] = [];
	for (const i of nearestOfFace(found)) {
		if (!isBetweenEnds(mesh, edges[i], vertices[i])) continue;
		if (splits.at(-1)?.edge !== edges[i]) splits.push({ edge: edges[i], points: [], vertices: [] });
		const split = splits[splits.length - 1];
		const vertex = vertices[i];
		split.vertices.push(vertex);
		for (let axis = 0; axis < 3; axis++) split.points.push(mesh.positions[vertex * 3 + axis]);
	}
	return splits;
}

/** Selects entries: a vertex may lie on two edges of one thin face, and then only the nearer edge counts. @returns indices into the lists */
function nearestOfFace({ edges, vertices, distances }: TJunctions): number[] {
	const entries: number[] = [];
	let nearest = new Map<number, number>();
	for (let i = 0; i <= edges.length; i++) {
		// Entries of one face follow each other.
		if (i === edges.length || (i > 0 && Math.floor(edges[i] / 3) !== Math.floor(edges[i - 1] / 3))) {
			for (const entry of [...nearest.values()].sort((a, b) => a - b)) entries.push(entry);
			nearest = new Map();
		}
		const before = nearest.get(vertices[i]);
		if (before === undefined || distances[i] < distances[before]) nearest.set(vertices[i], i);
	}
	return entries;
}

/** Finds faces that cutting would spoil by flipping or flattening a part: for each of their vertices, the corners of these faces. */
function spoiledVertices(old: Walkmesh, cut: Walkmesh, origins: Uint32Array): Map<number, Set<number>> {
	const spoiled = new Map<number, Set<number>>();
	const whole: [number, number, number] = [0, 0, 0];
	const part: [number, number, number] = [0, 0, 0];
	for (let face = 0; face < origins.length; face++) {
		const origin = origins[face];
		if (origins[face - 1] !== origin && origins[face + 1] !== origin) continue;
		faceVector(old.positions, old.faces, origin, whole);
		faceVector(cut.positions, cut.faces, face, part);
		if (whole[0] * part[0] + whole[1] * part[1] + whole[2] * part[2] > 0) continue;
		const corners = old.faces.subarray(origin * 3, origin * 3 + 3);
		for (const from of corners) {
			const others = spoiled.get(from) ?? new Set();
			for (const to of corners) others.add(to);
			spoiled.set(from, others);
		}
	}
	return spoiled;
}

function touchesFace(mesh: Walkmesh, edge: number, spoiled: ReadonlyMap<number, ReadonlySet<number>>): boolean {
	const from = mesh.faces[edge];
	const to = mesh.faces[edgeEnd(edge)];
	return spoiled.get(from)?.has(to) ?? false;
}
