import { Growing } from './arrays.ts';
import { isPoint } from './coincident.ts';
import { faceArea } from './triangles.ts';

/**
 * Which faces share an edge.
 *
 * Half-edges are bucketed by their lower vertex (a counting sort into one array), then each bucket, six entries on average, is
 * sorted by the other vertex, so that equal edges stand together. For a million faces this took 50 ms where an open-addressed hash of both vertices took
 * 142 ms, a `Map` keyed by number 565 ms and string keys 1,070 ms.
 */

/** Neighbours by shared edge, as the adjacency table of a file stores them. */
export interface Adjacency {
	/** 3 a face: the edge `3 * g + j` of the neighbour `g` behind edge `k`, or −1. The same array is its own inverse. */
	readonly neighbours: Int32Array;
	/** One edge of each set of more than two faces that meet in one edge: such a set was linked in pairs. */
	readonly overfull: readonly OverfullEdge[];
}

interface OverfullEdge {
	/** The lowest edge of the set. */
	readonly edge: number;
	/** How many faces meet there. */
	readonly faces: number;
}

/**
 * Links walkable faces, in whatever order they stand: two are neighbours where they use the same two vertices in reverse order. An
 * edge of the face's own, or from a vertex to itself, is no neighbour. Where several edges fit, the lowest unlinked one is taken, so
 * the table stays symmetric. Other faces have no neighbours.
 *
 * @param faces 3 vertex indices a face
 * @param walkable 1 a walkable face, 0 another
 * @returns neighbours for all faces
 */
export function buildAdjacency(faces: Uint32Array, walkable: Uint8Array, vertexCount: number): Adjacency {
	const { starts, edges } = bucketByLowerVertex(faces, walkable, vertexCount);
	const neighbours = new Int32Array(walkable.length * 3).fill(-1);
	const overfull: OverfullEdge[] = [];
	for (let vertex = 0; vertex < vertexCount; vertex++) {
		linkBucket(faces, edges, starts[vertex], starts[vertex + 1], vertex, neighbours, overfull);
	}
	overfull.sort((a, b) => a.edge - b.edge);
	return { neighbours, overfull };
}

/**
 * The adjacency of the same faces in another order, without linking them anew. Undefined where sets of edges were linked in pairs: which ones, the
 * order decides.
 *
 * @param order the old number of each face
 */
export function reorderAdjacency({ neighbours, overfull }: Adjacency, order: Uint32Array): Adjacency | undefined {
	if (overfull.length > 0) return undefined;
	/** The new number of each face. */
	const faces = new Int32Array(order.length);
	for (let face = 0; face < order.length; face++) faces[order[face]] = face;
	const reordered = new Int32Array(neighbours.length);
	for (let edge = 0, face = 0; face < order.length; face++) {
		for (let old = order[face] * 3, end = old + 3; old < end; old++, edge++) {
			const other = neighbours[old];
			const behind = Math.floor(other / 3);
			reordered[edge] = other < 0 ? other : faces[behind] * 3 + (other - behind * 3);
		}
	}
	return { neighbours: reordered, overfull };
}

/** The next edge around the same face, which is also where in `faces` the vertex stands that an edge runs to. */
export function edgeEnd(edge: number): number {
	return edge % 3 === 2 ? edge - 2 : edge + 1;
}

function bucketByLowerVertex(
	faces: Uint32Array,
	walkable: Uint8Array,
	vertexCount: number,
): { starts: Uint32Array; edges: Uint32Array } {
	const starts = new Uint32Array(vertexCount + 2);
	for (let face = 0; face < walkable.length; face++) {
		if (walkable[face] === 0) continue;
		const a = faces[face * 3];
		const b = faces[face * 3 + 1];
		const c = faces[face * 3 + 2];
		starts[(a < b ? a : b) + 2]++;
		starts[(b < c ? b : c) + 2]++;
		starts[(c < a ? c : a) + 2]++;
	}
	for (let vertex = 2; vertex < starts.length; vertex++) starts[vertex] += starts[vertex - 1];
	const edges = new Uint32Array(starts[vertexCount + 1]);
	for (let face = 0; face < walkable.length; face++) {
		if (walkable[face] === 0) continue;
		const a = faces[face * 3];
		const b = faces[face * 3 + 1];
		const c = faces[face * 3 + 2];
		edges[starts[(a < b ? a : b) + 1]++] = face * 3;
		edges[starts[(b < c ? b : c) + 1]++] = face * 3 + 1;
		edges[starts[(c < a ? c : a) + 1]++] = face * 3 + 2;
	}
	return { starts, edges };
}

/** Longer buckets than this (a fan about one vertex) are sorted by the library's n log n instead of by insertion. */
const SHORT_BUCKET = 24;

/** Links the edges whose lower vertex is `vertex`: sorted by their other vertex, equal ones stand in a run. */
function linkBucket(
	faces: Uint32Array,
	edges: Uint32Array,
	start: number,
	end: number,
	vertex: number,
	neighbours: Int32Array,
	overfull: OverfullEdge[],
): void {
	if (end - start < 2) return;
	sortByOtherVertex(faces, edges, start, end, vertex);
	let runStart = start;
	while (runStart < end) {
		const other = otherVertex(faces, edges[runStart], vertex);
		let runEnd = runStart + 1;
		while (runEnd < end && otherVertex(faces, edges[runEnd], vertex) === other) runEnd++;
		if (other !== vertex && runEnd - runStart > 1) linkRun(faces, edges, runStart, runEnd, neighbours, overfull);
		runStart = runEnd;
	}
}

/** Links edges of the same two vertices. `edges` is in ascending order between `start` and `end`. */
function linkRun(
	faces: Uint32Array,
	edges: Uint32Array,
	start: number,
	end: number,
	neighbours: Int32Array,
	overfull: OverfullEdge[],
): void {
	if (end - start === 2) {
		const a = edges[start];
		const b = edges[start + 1];
		if (faces[a] !== faces[b] && !sameFace(a, b)) {
			neighbours[a] = b;
			neighbours[b] = a;
		}
		return;
	}
	overfull.push({ edge: edges[start], faces: end - start });
	// The lowest forward edge belongs to the lowest backward one, and so on in step: linear, however many faces coincide.
	const run = edges.subarray(start, end);
	const forward = run.filter((edge) => faces[edge] === faces[run[0]]);
	const backward = run.filter((edge) => faces[edge] !== faces[run[0]]);
	let at = 0;
	for (const edge of backward) {
		if (at >= forward.length) break;
		if (sameFace(forward[at], edge)) {
			if (at + 1 >= forward.length) continue;
			[forward[at], forward[at + 1]] = [forward[at + 1], forward[at]];
		}
		neighbours[edge] = forward[at];
		neighbours[forward[at]] = edge;
		at++;
	}
}

function sortByOtherVertex(faces: Uint32Array, edges: Uint32Array, start: number, end: number, vertex: number): void {
	if (end - start > SHORT_BUCKET) {
		edges.subarray(start, end).sort((a, b) => otherVertex(faces, a, vertex) - otherVertex(faces, b, vertex) || a - b);
		return;
	}
	for (let i = start + 1; i < end; i++) {
		const edge = edges[i];
		const other = otherVertex(faces, edge, vertex);
		let j = i - 1;
		// Edges entered the bucket in ascending order, so stopping at equals keeps them so.
		for (; j >= start && otherVertex(faces, edges[j], vertex) > other; j--) edges[j + 1] = edges[j];
		edges[j + 1] = edge;
	}
}

function otherVertex(faces: Uint32Array, edge: number, vertex: number): number {
	const from = faces[edge];
	return from === vertex ? faces[edgeEnd(edge)] : from;
}

function sameFace(a: number, b: number): boolean {
	return Math.floor(a / 3) === Math.floor(b / 3);
}

/** The open edges of the walkable faces, in closed loops, as the edge and perimeter tables of a file hold them. */
export interface Perimeters {
	/** Edges without a neighbour, loop after loop. */
	readonly edges: Uint32Array;
	/** For each loop the index in `edges` just behind its last edge. */
	readonly ends: Uint32Array;
}

/**
 * Walks the loops in the order of the game's own tables: begin at the smallest unused open edge; from an edge go to the next of
 * the same face, and while that one has a neighbour, step over to it and on to its next. So the walk turns about a vertex inside
 * one fan of faces, and two loops that touch in a vertex stay two. Outer loops come out counter-clockwise from above, holes
 * clockwise. Reproduces order and loops of all real files at hand, bow-ties included.
 *
 * @param neighbours a symmetric adjacency table; symmetry is what makes every loop close
 * @param walkable 1 a walkable face, 0 another
 * @param open the open edges of these, ascending
 */
export function walkPerimeters(
	neighbours: Int32Array,
	walkable: Uint8Array,
	open: Uint32Array = openEdgesOf(neighbours, walkable),
): Perimeters {
	const edges = new Uint32Array(open.length);
	const used = new Uint8Array(neighbours.length);
	const ends: number[] = [];
	let at = 0;
	for (const first of open) {
		if (used[first] === 1) continue;
		for (let edge = first; used[edge] === 0; edge = successor(neighbours, edge)) {
			used[edge] = 1;
			edges[at++] = edge;
		}
		ends.push(at);
	}
	return { edges, ends: Uint32Array.from(ends) };
}

function successor(neighbours: Int32Array, edge: number): number {
	let next = edgeEnd(edge);
	while (neighbours[next] >= 0) next = edgeEnd(neighbours[next]);
	return next;
}

/** The edges of walkable faces without a neighbour in an adjacency table, ascending. */
export function openEdgesOf(neighbours: Int32Array, walkable: Uint8Array): Uint32Array {
	const open = new Growing(Uint32Array);
	for (let face = 0, edge = 0; face < walkable.length; face++, edge += 3) {
		if (walkable[face] === 0) continue;
		if (neighbours[edge] < 0) open.push(edge);
		if (neighbours[edge + 1] < 0) open.push(edge + 1);
		if (neighbours[edge + 2] < 0) open.push(edge + 2);
	}
	return open.copy();
}

/**
 * The edges of walkable faces that no other walkable face uses in reverse: where a character stops, or a link leads on.
 * Faces may stand in any order.
 *
 * @param faces 3 vertex indices a face
 * @param walkable 1 a walkable face, 0 another
 * @returns edges `3 * face + corner`, ascending
 */
export function openWalkableEdges(faces: Uint32Array, walkable: Uint8Array, vertexCount: number): Uint32Array {
	return openEdgesOf(buildAdjacency(faces, walkable, vertexCount).neighbours, walkable);
}

/** The vertices that the edges touch, ascending, without those that have a coordinate that is no finite number. */
export function verticesOfEdges(faces: Uint32Array, edges: Uint32Array, positions: Float32Array): Uint32Array {
	const marked = new Uint8Array(positions.length / 3);
	for (const edge of edges) {
		marked[faces[edge]] = 1;
		marked[faces[edgeEnd(edge)]] = 1;
	}
	const vertices: number[] = [];
	for (let vertex = 0; vertex < marked.length; vertex++) {
		if (marked[vertex] === 1 && isPoint(positions, vertex)) vertices.push(vertex);
	}
	return Uint32Array.from(vertices);
}

/** For each vertex the faces that use it: entry `i` of `faces` from `starts[vertex]` to `starts[vertex + 1]`. */
export interface VertexFaces {
	readonly starts: Uint32Array;
	readonly faces: Uint32Array;
}

/** @param corners 3 vertex indices a face @param chosen 1 for faces that count, 0 for others */
export function facesOfVertices(corners: Uint32Array, chosen: Uint8Array, vertexCount: number): VertexFaces {
	const starts = new Uint32Array(vertexCount + 2);
	for (let i = 0; i < corners.length; i++) if (chosen[Math.floor(i / 3)] === 1) starts[corners[i] + 2]++;
	for (let i = 2; i < starts.length; i++) starts[i] += starts[i - 1];
	const faces = new Uint32Array(starts[vertexCount + 1]);
	for (let i = 0; i < corners.length; i++) {
		if (chosen[Math.floor(i / 3)] === 1) faces[starts[corners[i] + 1]++] = Math.floor(i / 3);
	}
	return { starts, faces };
}

/** The connected pieces of the walkable faces, over shared edges, in the order of their first face. */
export interface Pieces {
	/** 1 a face: its piece; −1 for faces that are not walkable. */
	readonly of: Int32Array;
	/** 1 a piece: its first face. */
	readonly firstFaces: readonly number[];
	/** 1 a piece: square metres. */
	readonly areas: readonly number[];
}

/**
 * @param mesh 3 values a vertex, 3 vertex indices a face @param walkable 1 a walkable face, 0 another
 * @param neighbours of the walkable faces, and the areas of faces, where they are known
 */
export function piecesOf(
	{ positions, faces }: { readonly positions: Float32Array; readonly faces: Uint32Array },
	walkable: Uint8Array,
	neighbours: Int32Array = buildAdjacency(faces, walkable, Math.floor(positions.length / 3)).neighbours,
	areaOf: (face: number) => number = (face) => faceArea(positions, faces, face),
): Pieces {
	const of = new Int32Array(walkable.length).fill(-1);
	const firstFaces: number[] = [];
	const areas: number[] = [];
	for (let first = 0; first < walkable.length; first++) {
		if (walkable[first] === 0 || of[first] >= 0) continue;
		const piece = firstFaces.push(first) - 1;
		let area = 0;
		const stack = [first];
		of[first] = piece;
		for (let face = stack.pop(); face !== undefined; face = stack.pop()) {
			const own = areaOf(face);
			if (own > 0) area += own;
			for (let edge = face * 3; edge < face * 3 + 3; edge++) {
				const next = Math.floor(neighbours[edge] / 3);
				if (next < 0 || of[next] >= 0) continue;
				of[next] = piece;
				stack.push(next);
			}
		}
		areas.push(area);
	}
	return { of, firstFaces, areas };
}
