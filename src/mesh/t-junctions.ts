import { UsageError } from '../findings/report.ts';
import { defaultsOf, metres, type ValuesOf } from '../options/options.ts';
import { NONE, type Walkmesh } from '../walkmesh/walkmesh.ts';
import { coincidentVertices } from './coincident.ts';
import { edgeEnd, openWalkableEdges, verticesOfEdges } from './half-edges.ts';
import { buildPointTree, visitTube } from './spatial.ts';
import { faceVector, squaredDistance } from './triangles.ts';
import { vec3At } from './vec3.ts';

/** A millimetre: the game's own rooms fit together within this distance. */
export const T_JUNCTION_OPTIONS = {
	tolerance: metres(1e-3, 'How far a vertex may lie from an edge and still be on it.'),
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

/** Marks an edge of a part that is not on any edge of the whole triangle. */
export const INSIDE = -1;

/**
 * Receives one part of a triangle: its three corners, and for each of its edges the edge 0, 1 or 2 of the whole triangle that it lies on, or
 * `INSIDE`.
 */
type TriangleSink = (v0: number, v1: number, v2: number, e0: number, e1: number, e2: number) => void;

/**
 * Cuts a triangle at vertices on its edges; `n` vertices give `n + 1` parts. Winding is kept. No part has all its corners on one edge, so no part is
 * degenerate if the whole triangle is not and the vertices lie on the edges.
 *
 * The first edge with vertices is connected to the opposite corner. The outermost parts then contain the other two edges, whose vertices are
 * connected to the nearest vertex of the first edge. Takes time by the number of vertices.
 *
 * @param corners 3 vertices
 * @param along for each edge `k`, from corner `k` to corner `k + 1`, the vertices on it in that order
 */
export function splitTriangle(
	corners: readonly [number, number, number],
	along: readonly [readonly number[], readonly number[], readonly number[]],
	sink: TriangleSink,
): void {
	const first = along.findIndex((vertices) => vertices.length > 0);
	if (first < 0) {
		sink(corners[0], corners[1], corners[2], 0, 1, 2);
		return;
	}
	const second = (first + 1) % 3;
	const third = (first + 2) % 3;
	const apex = corners[third];
	const base = [corners[first], ...along[first], corners[second]];
	const last = base.length - 2;
	for (let i = 0; i <= last; i++) {
		if (i === 0 && along[third].length > 0) {
			const rim = [apex, ...along[third], base[0]];
			const end = rim.length - 2;
			for (let j = 0; j <= end; j++) {
				sink(rim[j], rim[j + 1], base[1], third, j === end ? first : INSIDE, INSIDE);
			}
		} else if (i === last && along[second].length > 0) {
			const rim = [base[last + 1], ...along[second], apex];
			for (let j = 0; j < rim.length - 1; j++) {
				sink(rim[j], rim[j + 1], base[last], second, INSIDE, j === 0 ? first : INSIDE);
			}
		} else {
			sink(base[i], base[i + 1], apex, first, i === last ? second : INSIDE, i === 0 ? third : INSIDE);
		}
	}
}

/** An edge, and the points at which it should be cut. */
interface EdgeSplit {
	/** Edge `3 * face + corner`. */
	readonly edge: number;
	/** Points on the edge in any order, 3 floats each, as float32 values. */
	readonly points: Float32Array | readonly number[];
	/**
	 * The vertices of the mesh at these points, if known. Otherwise the lowest vertex with exactly these coordinates is used, or a new one is added.
	 */
	readonly vertices?: Uint32Array | readonly number[];
}

/**
 * Cuts edges at points, together with every face that uses the same two vertices, walkable or not. So faces that shared an edge share its parts
 * afterwards, and it makes no difference whether an edge or also its twin is listed with the same points.
 *
 * The parts of a face are stored where the face was, with its winding and its surface. They cover it exactly if the points lie exactly on the edge.
 * Parts of an edge inherit its transition; new edges inside a face have none. Points at the ends of an edge are ignored, as is a point that is the
 * face's own opposite corner. Faces that use a vertex twice are not cut.
 *
 * @returns the same walkmesh if there is nothing to cut
 * @throws UsageError for an edge that does not exist, or a point that is not between the edge's ends
 */
export function splitEdges(mesh: Walkmesh, splits: readonly EdgeSplit[]): Walkmesh {
	return splitEdgesTracked(mesh, splits).mesh;
}

/** Like `splitEdges`, and also returns for each new face the old face that it is part of. */
export function splitEdgesTracked(
	mesh: Walkmesh,
	splits: readonly EdgeSplit[],
): { readonly mesh: Walkmesh; readonly origins: Uint32Array } {
	const { positions, ids } = resolvePoints(mesh, splits);
	return cutFaces(mesh, positions, collectCuts(mesh, splits, ids, positions));
}

/** By `edgeKey`: the vertices on an edge, from its lower to its higher vertex. */
type Cuts = ReadonlyMap<number, readonly number[]>;

interface CutFace {
	readonly corners: readonly [number, number, number];
	readonly along: readonly [readonly number[], readonly number[], readonly number[]];
}

/** Finds a vertex for each point: the one given, the lowest with the same coordinates, or a new one. */
function resolvePoints(mesh: Walkmesh, splits: readonly EdgeSplit[]): { positions: Float32Array; ids: Uint32Array } {
	const known = mesh.positions.length / 3;
	const count = splits.reduce((sum, { points }) => sum + Math.floor(points.length / 3), 0);
	const ids = new Uint32Array(count);
	if (splits.every(({ vertices }) => vertices !== undefined)) {
		let at = 0;
		for (const split of splits) for (const vertex of split.vertices ?? []) ids[at++] = vertex;
		return { positions: mesh.positions, ids };
	}
	const all = new Float32Array((known + count) * 3);
	all.set(mesh.positions);
	let at = known * 3;
	for (const { points } of splits) {
		all.set(points, at);
		at += points.length;
	}
	const first = coincidentVertices(all);
	// New vertices move forward over entries whose point had a vertex already.
	let end = known;
	let point = 0;
	for (const { points, vertices } of splits) {
		for (let i = 0; i < points.length / 3; i++, point++) {
			const source = first[known + point];
			if (vertices !== undefined) ids[point] = vertices[i];
			else if (source < known) ids[point] = source;
			else if (source < known + point) ids[point] = ids[source - known];
			else {
				all.copyWithin(end * 3, source * 3, source * 3 + 3);
				ids[point] = end++;
			}
		}
	}
	return { positions: end === known ? mesh.positions : all.slice(0, end * 3), ids };
}

function edgeKey(a: number, b: number, vertexCount: number): number {
	return a < b ? a * vertexCount + b : b * vertexCount + a;
}

function collectCuts(mesh: Walkmesh, splits: readonly EdgeSplit[], ids: Uint32Array, positions: Float32Array): Cuts {
	const vertexCount = positions.length / 3;
	const byEdge = new Map<number, { vertex: number; t: number }[]>();
	let at = 0;
	for (const { edge, points } of splits) {
		if (!(edge >= 0 && edge < mesh.faces.length)) throw new UsageError(`There is no edge ${edge}.`);
		const from = mesh.faces[edge];
		const to = mesh.faces[edgeEnd(edge)];
		const key = edgeKey(from, to, vertexCount);
		for (let i = 0; i < Math.floor(points.length / 3); i++) {
			const vertex = ids[at++];
			if (vertex === from || vertex === to) continue;
			const t = parameter(positions, Math.min(from, to), Math.max(from, to), vertex);
			if (!(t > 0 && t < 1)) throw new UsageError(`A point is not between the ends of edge ${edge}.`);
			const list = byEdge.get(key);
			if (list === undefined) byEdge.set(key, [{ vertex, t }]);
			else list.push({ vertex, t });
		}
	}
	const cuts = new Map<number, readonly number[]>();
	for (const [key, list] of byEdge) {
		list.sort((a, b) => a.t - b.t || a.vertex - b.vertex);
		const vertices = list.map(({ vertex }) => vertex);
		cuts.set(
			key,
			vertices.filter((vertex, i) => vertex !== vertices[i - 1]),
		);
	}
	return cuts;
}

/** Position of a vertex along the line from `a` to `b`: 0 at `a`, 1 at `b`. */
function parameter(positions: Float32Array, a: number, b: number, vertex: number): number {
	let along = 0;
	let length = 0;
	for (let axis = 0; axis < 3; axis++) {
		const d = positions[b * 3 + axis] - positions[a * 3 + axis];
		along += d * (positions[vertex * 3 + axis] - positions[a * 3 + axis]);
		length += d * d;
	}
	return along / length;
}

/** Corners and cut edges of a face; undefined for a face without cuts. */
function cutFace(
	faces: Uint32Array,
	face: number,
	vertexCount: number,
	touched: Uint8Array,
	cuts: Cuts,
): CutFace | undefined {
	const a = faces[face * 3];
	const b = faces[face * 3 + 1];
	const c = faces[face * 3 + 2];
	if (touched[a] + touched[b] + touched[c] < 2 || a === b || b === c || c === a) return undefined;
	const ab = alongEdge(a, b, c, vertexCount, cuts);
	const bc = alongEdge(b, c, a, vertexCount, cuts);
	const ca = alongEdge(c, a, b, vertexCount, cuts);
	if (ab.length + bc.length + ca.length === 0) return undefined;
	return { corners: [a, b, c], along: [ab, bc, ca] };
}

const NOTHING: readonly number[] = [];

function alongEdge(from: number, to: number, across: number, vertexCount: number, cuts: Cuts): readonly number[] {
	const vertices = cuts.get(edgeKey(from, to, vertexCount));
	if (vertices === undefined) return NOTHING;
	const usable = vertices.includes(across) ? vertices.filter((vertex) => vertex !== across) : vertices;
	return from < to ? usable : usable.toReversed();
}

function cutFaces(
	mesh: Walkmesh,
	positions: Float32Array,
	cuts: Cuts,
): { readonly mesh: Walkmesh; readonly origins: Uint32Array } {
	const vertexCount = positions.length / 3;
	const touched = new Uint8Array(vertexCount);
	for (const key of cuts.keys()) {
		touched[Math.floor(key / vertexCount)] = 1;
		touched[key % vertexCount] = 1;
	}
	const count = mesh.surfaces.length;
	const cutOf = new Map<number, CutFace>();
	let total = count;
	for (let face = 0; face < count; face++) {
		const cut = cutFace(mesh.faces, face, vertexCount, touched, cuts);
		if (cut === undefined) continue;
		cutOf.set(face, cut);
		for (const vertices of cut.along) total += vertices.length;
	}
	const origins = new Uint32Array(total);
	if (cutOf.size === 0) return { mesh, origins: origins.map((_, face) => face) };
	const faces = new Uint32Array(total * 3);
	const surfaces = new Uint32Array(total);
	const transitions = new Int32Array(total * 3).fill(NONE);
	let dst = 0;
	for (let src = 0; src < count; src++) {
		const cut = cutOf.get(src);
		if (cut === undefined) {
			for (let k = 0; k < 3; k++) {
				faces[dst * 3 + k] = mesh.faces[src * 3 + k];
				transitions[dst * 3 + k] = mesh.transitions[src * 3 + k];
			}
			origins[dst] = src;
			surfaces[dst++] = mesh.surfaces[src];
			continue;
		}
		splitTriangle(cut.corners, cut.along, (v0, v1, v2, e0, e1, e2) => {
			faces[dst * 3] = v0;
			faces[dst * 3 + 1] = v1;
			faces[dst * 3 + 2] = v2;
			if (e0 !== INSIDE) transitions[dst * 3] = mesh.transitions[src * 3 + e0];
			if (e1 !== INSIDE) transitions[dst * 3 + 1] = mesh.transitions[src * 3 + e1];
			if (e2 !== INSIDE) transitions[dst * 3 + 2] = mesh.transitions[src * 3 + e2];
			origins[dst] = src;
			surfaces[dst++] = mesh.surfaces[src];
		});
	}
	return { mesh: { ...mesh, positions, faces, surfaces, transitions }, origins };
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
		const done = found.truncated || round === ROUNDS ? undefined : cutAt(mesh, found);
		if (done === undefined) return { mesh, origins, mended, left: found };
		for (const vertex of done.vertices) mended.push(vertex);
		origins = Uint32Array.from(done.origins, (face) => origins[face]);
		mesh = done.mesh;
	}
}

interface Cut {
	readonly mesh: Walkmesh;
	readonly origins: Uint32Array;
	readonly vertices: readonly number[];
}

/** Cuts edges at T-junctions; undefined when nothing can be cut. */
function cutAt(mesh: Walkmesh, found: TJunctions): Cut | undefined {
	let splits = splitsOf(mesh, found);
	while (splits.length > 0) {
		const cut = splitEdgesTracked(mesh, splits);
		const spoiled = spoiledVertices(mesh, cut.mesh, cut.origins);
		if (spoiled.size === 0) {
			if (cut.mesh === mesh) return undefined;
			return { ...cut, vertices: splits.flatMap(({ vertices }) => [...vertices]) };
		}
		splits = splits.filter(({ edge }) => !touchesFace(mesh, edge, spoiled));
	}
	return undefined;
}

type VertexSplit = EdgeSplit & { readonly vertices: readonly number[] };

function splitsOf(mesh: Walkmesh, found: TJunctions): VertexSplit[] {
	const { edges, vertices } = found;
	const splits: { edge: number; points: number[]; vertices: number[] }[] = [];
	for (const i of nearestOfFace(found)) {
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
