/**
 * Tables of a file by obvious loops, quadratic and worse: what the fast ones in `src/` must equal. Written from what the files of the
 * game show (`docs/format.md`), not from the code.
 */

/** Vertices that an edge `3 * face + corner` runs from and to. */
export function endsOf(faces: ArrayLike<number>, edge: number): [from: number, to: number] {
	const face = Math.floor(edge / 3);
	const corner = edge % 3;
	return [faces[face * 3 + corner], faces[face * 3 + ((corner + 1) % 3)]];
}

/** Old numbers of faces: the walkable ones first, each group in its order. */
export function walkableFirst(walkable: ArrayLike<number>): number[] {
	const all = Array.from(walkable, (_, face) => face);
	return [...all.filter((face) => walkable[face] === 1), ...all.filter((face) => walkable[face] !== 1)];
}

/** The edge behind each edge, −1 for none; faces that are not walkable have none. */
export function adjacency(faces: ArrayLike<number>, walkable: ArrayLike<number>): number[] {
	const behind = new Array<number>(faces.length).fill(-1);
	for (const [forward, backward] of edgesByVertices(faces, walkable)) {
		for (const edge of backward) {
			const free = forward.find((other) => behind[other] < 0 && Math.floor(other / 3) !== Math.floor(edge / 3));
			if (free === undefined) continue;
			behind[edge] = free;
			behind[free] = edge;
		}
	}
	return behind;
}

/** How many walkable faces share an edge, where they are more than two: by the lowest edge of them. */
export function overfull(faces: ArrayLike<number>, walkable: ArrayLike<number>): [edge: number, faces: number][] {
	return edgesByVertices(faces, walkable)
		.map(([forward, backward]): [number, number] => [
			Math.min(...forward, ...backward),
			forward.length + backward.length,
		])
		.filter(([, count]) => count > 2)
		.sort((a, b) => a[0] - b[0]);
}

/** For each two vertices the edges between them: those that run as the lowest edge does, and those that run back. */
function edgesByVertices(faces: ArrayLike<number>, walkable: ArrayLike<number>): [forward: number[], back: number[]][] {
	const groups: [number[], number[]][] = [];
	for (let edge = 0; edge < faces.length; edge++) {
		const [from, to] = endsOf(faces, edge);
		if (walkable[Math.floor(edge / 3)] !== 1 || from === to) continue;
		const group = groups.find(([[first]]) => {
			const [a, b] = endsOf(faces, first);
			return (a === from && b === to) || (a === to && b === from);
		});
		if (group === undefined) groups.push([[edge], []]);
		else group[endsOf(faces, group[0][0])[0] === from ? 0 : 1].push(edge);
	}
	return groups;
}

/** Edges of walkable faces without a neighbour, ascending. */
export function openEdges(faces: ArrayLike<number>, walkable: ArrayLike<number>): number[] {
	const behind = adjacency(faces, walkable);
	return behind.flatMap((other, edge) => (other < 0 && walkable[Math.floor(edge / 3)] === 1 ? [edge] : []));
}

/** Open edges in loops: from each to the next one around the same vertex, over the faces that meet there. */
export function perimeters(faces: ArrayLike<number>, walkable: ArrayLike<number>): number[][] {
	const behind = adjacency(faces, walkable);
	const next = (edge: number): number => edge - (edge % 3) + ((edge + 1) % 3);
	const left = new Set(openEdges(faces, walkable));
	const loops: number[][] = [];
	for (const first of left) {
		const loop: number[] = [];
		for (let edge = first; left.delete(edge); ) {
			loop.push(edge);
			edge = next(edge);
			while (behind[edge] >= 0) edge = next(behind[edge]);
		}
		loops.push(loop);
	}
	return loops;
}

/** Connected pieces of walkable faces. */
export function islands(faces: ArrayLike<number>, walkable: ArrayLike<number>): number {
	const behind = adjacency(faces, walkable);
	const piece = Array.from(walkable, (_, face) => face);
	for (let changed = true; changed; ) {
		changed = false;
		for (const [edge, other] of behind.entries()) {
			const [a, b] = [Math.floor(edge / 3), Math.floor(other / 3)];
			if (other < 0 || piece[a] === piece[b]) continue;
			piece[a] = piece[b] = Math.min(piece[a], piece[b]);
			changed = true;
		}
	}
	return piece.filter((lowest, face) => lowest === face && walkable[face] === 1).length;
}
