import { edgeEnd } from '../geometry/adjacency.ts';
import { isPoint } from './coincident.ts';

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
