import { bucketsOf, Growing } from '../math/arrays.ts';
import { faceArea } from './triangles.ts';
import { isPoint } from './vertices.ts';

/**
 * Which faces share an edge.
 *
 * Half-edges are put into buckets by their lower vertex, by counting sort into one array. Each bucket, of six entries on average, is sorted by the
 * other vertex, so that equal edges are next to each other. For a million faces this took 50 ms; an open-addressed hash of both vertices took 142 ms,
 * a `Map` with number keys 565 ms, and string keys 1,070 ms.
 */

/** Neighbours over shared edges, in the form of the adjacency table of a file. */
export interface Adjacency {
	/** 3 entries a face: entry `3 * f + k` is the edge `3 * g + j` of the neighbour `g` across edge `k`, or −1. The array is its own inverse. */
	readonly neighbours: Int32Array;
	/** One edge for each set of more than two faces that share an edge. Such sets are linked in pairs. */
	readonly overfull: readonly OverfullEdge[];
}

interface OverfullEdge {
	/** The lowest edge of the set. */
	readonly edge: number;
	/** Number of faces that share the edge. */
	readonly faces: number;
}

/**
 * Links walkable faces, in any order: two are neighbours if they use the same two vertices in opposite directions. An edge is never linked with one
 * of its own face, nor is an edge from a vertex to itself. Where several edges match, the lowest unlinked one is taken, so that the table stays
 * symmetric. Faces that are not walkable have no neighbours.
 *
 * @param faces 3 vertex indices a face
 * @param walkable 1 for a walkable face, 0 for others
 * @returns neighbours for all faces
 */
export function buildAdjacency(faces: Uint32Array, walkable: Uint8Array, vertexCount: number): Adjacency {
	const neighbours = new Int32Array(walkable.length * 3).fill(-1);
	const overfull: OverfullEdge[] = [];
	visitSharedEdges(faces, walkable, vertexCount, (edges, start, end) => {
		if (end - start > 1) linkRun(faces, edges, start, end, neighbours, overfull);
	});
	overfull.sort((a, b) => a.edge - b.edge);
	return { neighbours, overfull };
}

/** The next edge around the same face. It is also the index in `faces` of the vertex that the edge runs to. */
export function edgeEnd(edge: number): number {
	return edge % 3 === 2 ? edge - 2 : edge + 1;
}

/**
 * Visits the edges of chosen faces by the two vertices that they are between: those of the same two lie in `edges` from `start` to `end`, ascending. Edges
 * from a vertex to itself are left out.
 *
 * @param chosen 1 for a face that counts, 0 for others
 */
export function visitSharedEdges(
	faces: Uint32Array,
	chosen: Uint8Array,
	vertexCount: number,
	visit: (edges: Uint32Array, start: number, end: number) => void,
): void {
	const lower = new Int32Array(chosen.length * 3);
	for (let edge = 0; edge < lower.length; edge++)
		lower[edge] = chosen[(edge / 3) | 0] === 0 ? -1 : Math.min(faces[edge], faces[edgeEnd(edge)]);
	const { starts, members: edges } = bucketsOf(lower, vertexCount);
	for (let vertex = 0; vertex < vertexCount; vertex++) {
		const last = starts[vertex + 1];
		sortByOtherVertex(faces, edges, starts[vertex], last, vertex);
		for (let start = starts[vertex]; start < last; ) {
			const other = otherVertex(faces, edges[start], vertex);
			let end = start + 1;
			while (end < last && otherVertex(faces, edges[end], vertex) === other) end++;
			if (other !== vertex) visit(edges, start, end);
			start = end;
		}
	}
}

/** Longer buckets, as of a fan around one vertex, are sorted by the library in n log n instead of by insertion. */
const SHORT_BUCKET = 24;

/** Links edges between the same two vertices. `edges` is ascending from `start` to `end`. */
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
	// The first forward edge is linked to the first backward one, and so on. This is linear, however many faces coincide.
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

/** Sorts the edges of one bucket by their other vertex, so that equal ones follow each other. */
function sortByOtherVertex(faces: Uint32Array, edges: Uint32Array, start: number, end: number, vertex: number): void {
	if (end - start > SHORT_BUCKET) {
		edges.subarray(start, end).sort((a, b) => otherVertex(faces, a, vertex) - otherVertex(faces, b, vertex) || a - b);
		return;
	}
	for (let i = start + 1; i < end; i++) {
		const edge = edges[i];
		const other = otherVertex(faces, edge, vertex);
		let j = i - 1;
		// Edges are in ascending order at first, and stopping at an equal one keeps that order.
		for (; j >= start && otherVertex(faces, edges[j], vertex) > other; j--) edges[j + 1] = edges[j];
		edges[j + 1] = edge;
	}
}

/** The vertex of an edge that is not the given one. */
function otherVertex(faces: Uint32Array, edge: number, vertex: number): number {
	const from = faces[edge];
	return from === vertex ? faces[edgeEnd(edge)] : from;
}

function sameFace(a: number, b: number): boolean {
	return Math.floor(a / 3) === Math.floor(b / 3);
}

/** The open edges of the walkable faces in closed loops, in the form of the edge and perimeter tables of a file. */
export interface Perimeters {
	/** Edges without a neighbour, `3 * face + corner`, loop after loop. */
	readonly edges: Uint32Array;
	/** 1 entry a loop: the index in `edges` just behind its last edge. */
	readonly ends: Uint32Array;
}

/**
 * Collects the perimeter loops in the order of the game's own tables. A loop begins at the lowest unused open edge. From an edge it continues with
 * the next edge of the same face; while that one has a neighbour, it steps over to the neighbour and on to the next edge there. So it turns about a
 * vertex within one fan of faces, and two loops that touch in a vertex stay separate. Seen from above, outer loops run counter-clockwise and holes
 * clockwise. This reproduces the order and the loops of all real files at hand, including bow-ties.
 *
 * @param neighbours a symmetric adjacency table, as every loop closes only in one
 * @param walkable 1 for a walkable face, 0 for others
 * @param open the open edges of the walkable faces, ascending
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

/** Edges of walkable faces that have no neighbour in an adjacency table, ascending. */
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
 * Edges of walkable faces that no other walkable face uses in the opposite direction. Characters stop there, unless a link leads on. Faces may be in
 * any order.
 *
 * @param faces 3 vertex indices a face
 * @param walkable 1 for a walkable face, 0 for others
 * @returns edges `3 * face + corner`, ascending
 */
export function openWalkableEdges(faces: Uint32Array, walkable: Uint8Array, vertexCount: number): Uint32Array {
	return openEdgesOf(buildAdjacency(faces, walkable, vertexCount).neighbours, walkable);
}

/** The vertices of edges, ascending, except those with a non-finite coordinate. */
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

/** For each vertex the faces that use it: entries `starts[vertex]` up to `starts[vertex + 1]` of `faces`. */
export interface VertexFaces {
	readonly starts: Uint32Array;
	readonly faces: Uint32Array;
}

/** @param corners 3 vertex indices a face @param chosen 1 for faces that count, 0 for others */
export function facesOfVertices(corners: Uint32Array, chosen: Uint8Array, vertexCount: number): VertexFaces {
	const { starts, members } = bucketsOf(
		Int32Array.from(corners, (vertex, i) => (chosen[Math.floor(i / 3)] === 1 ? vertex : -1)),
		vertexCount,
	);
	return { starts, faces: members.map((corner) => Math.floor(corner / 3)) };
}

/** The connected pieces of walkable ground: walkable faces connected over shared edges, in the order of their first face. */
export interface Pieces {
	/** 1 entry a face: its piece; −1 for faces that are not walkable. */
	readonly of: Int32Array;
	/** 1 entry a piece: its first face. */
	readonly firstFaces: readonly number[];
	/** 1 entry a piece: square metres. */
	readonly areas: readonly number[];
}

/**
 * Finds the connected pieces of the walkable faces.
 * @param mesh 3 floats a vertex, 3 vertex indices a face
 * @param walkable 1 for a walkable face, 0 for others
 * @param neighbours adjacency of the walkable faces, and the areas of all faces, if the caller has them
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
	/** Each face is put here once. */
	const stack = new Int32Array(walkable.length);
	for (let first = 0; first < walkable.length; first++) {
		if (walkable[first] === 0 || of[first] >= 0) continue;
		areas.push(fillPiece(of, firstFaces.push(first) - 1, first, neighbours, stack, areaOf));
	}
	return { of, firstFaces, areas };
}

/** Marks the faces that are connected with one. @returns their area, square metres */
function fillPiece(
	of: Int32Array,
	piece: number,
	first: number,
	neighbours: Int32Array,
	stack: Int32Array,
	areaOf: (face: number) => number,
): number {
	let area = 0;
	let waiting = 1;
	stack[0] = first;
	of[first] = piece;
	while (waiting > 0) {
		const face = stack[--waiting];
		const own = areaOf(face);
		if (own > 0) area += own;
		for (let edge = face * 3; edge < face * 3 + 3; edge++) {
			const other = neighbours[edge];
			if (other < 0) continue;
			const next = (other / 3) | 0;
			if (of[next] >= 0) continue;
			of[next] = piece;
			stack[waiting++] = next;
		}
	}
	return area;
}
