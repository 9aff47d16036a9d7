import { nextEdge } from './adjacency.ts';

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
 */
export function walkPerimeters(neighbours: Int32Array): Perimeters {
	let open = 0;
	for (let edge = 0; edge < neighbours.length; edge++) if (neighbours[edge] < 0) open++;
	const edges = new Uint32Array(open);
	const used = new Uint8Array(neighbours.length);
	const ends: number[] = [];
	let at = 0;
	for (let first = 0; first < neighbours.length; first++) {
		if (neighbours[first] >= 0 || used[first] === 1) continue;
		for (let edge = first; used[edge] === 0; edge = successor(neighbours, edge)) {
			used[edge] = 1;
			edges[at++] = edge;
		}
		ends.push(at);
	}
	return { edges, ends: Uint32Array.from(ends) };
}

function successor(neighbours: Int32Array, edge: number): number {
	let next = nextEdge(edge);
	while (neighbours[next] >= 0) next = nextEdge(neighbours[next]);
	return next;
}
