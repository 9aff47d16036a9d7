import { UsageError } from '../findings/report.ts';
import { addTo } from '../math/arrays.ts';
import { NONE, type Walkmesh } from '../model/walkmesh.ts';
import { edgeEnd } from './half-edges.ts';
import { coincidentVertices } from './vertices.ts';

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
export interface EdgeSplit {
	/** Edge `3 * face + corner`. */
	readonly edge: number;
	/** Points on the edge in any order, 3 floats each, as float32 values. */
	readonly points: Float32Array | readonly number[];
	/**
	 * The vertices of the mesh at these points, if those of all splits are known. Otherwise the lowest vertex with exactly these coordinates is used, or a new one
	 * is added.
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
	for (const { points } of splits) {
		for (let i = 0; i < points.length / 3; i++, point++) {
			const source = first[known + point];
			if (source < known) ids[point] = source;
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
			addTo(byEdge, key, { vertex, t });
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

/** True for a vertex between the ends of an edge as far as floats can tell: of huge coordinates one that is metres from an end may not be. */
export function isBetweenEnds({ positions, faces }: Walkmesh, edge: number, vertex: number): boolean {
	const [from, to] = [faces[edge], faces[edgeEnd(edge)]];
	const t = parameter(positions, Math.min(from, to), Math.max(from, to), vertex);
	return t > 0 && t < 1;
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
function cutFace(faces: Uint32Array, face: number, vertexCount: number, cuts: Cuts): CutFace | undefined {
	const a = faces[face * 3];
	const b = faces[face * 3 + 1];
	const c = faces[face * 3 + 2];
	if (a === b || b === c || c === a) return undefined;
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
	const count = mesh.surfaces.length;
	const cutOf = new Map<number, CutFace>();
	let total = count;
	for (let face = 0; face < count; face++) {
		const cut = cutFace(mesh.faces, face, vertexCount, cuts);
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
