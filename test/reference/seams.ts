import { endsOf, openEdges } from './derive.ts';
import { besideEdge, distance, squaredDistance } from './points.ts';

/** Seams within one walkmesh that look whole and are not, by looking at every vertex from every edge. */

interface Mesh {
	readonly positions: ArrayLike<number>;
	readonly faces: ArrayLike<number>;
}

/** The vertices on the perimeter, ascending. */
function perimeterVertices({ faces }: Mesh, walkable: ArrayLike<number>): number[] {
	return [...new Set(openEdges(faces, walkable).flatMap((edge) => endsOf(faces, edge)))].sort((a, b) => a - b);
}

/** Vertices of the perimeter that lie partway along an open edge: of those in one place the lowest. By edge, then along it. */
export function tJunctions(
	mesh: Mesh,
	walkable: ArrayLike<number>,
	tolerance: number,
): [edge: number, vertex: number][] {
	const { positions, faces } = mesh;
	const all = perimeterVertices(mesh, walkable);
	const candidates = all.filter((vertex) => all.every((o) => o >= vertex || squaredDistance(positions, o, vertex) > 0));
	return openEdges(faces, walkable).flatMap((edge) => {
		const [a, b] = endsOf(faces, edge);
		const face = edge - (edge % 3);
		if (!(distance(positions, a, b) > tolerance)) return [];
		return candidates
			.filter((vertex) => ![0, 1, 2].some((corner) => faces[face + corner] === vertex))
			.map((vertex) => ({ vertex, ...besideEdge(positions, a, b, vertex) }))
			.filter(({ off, along, length }) => off <= tolerance && along > 0 && along < length)
			.filter(({ vertex }) => [a, b].every((end) => distance(positions, end, vertex) > tolerance))
			.sort((p, q) => distance(positions, a, p.vertex) - distance(positions, a, q.vertex) || p.vertex - q.vertex)
			.map(({ vertex }): [number, number] => [edge, vertex]);
	});
}

/** For each vertex of the perimeter the nearest other one between both distances that it shares no walkable face with. */
export function nearMisses(
	mesh: Mesh,
	walkable: ArrayLike<number>,
	tolerance: number,
	reach: number,
): [vertex: number, other: number][] {
	const { positions, faces } = mesh;
	const all = perimeterVertices(mesh, walkable);
	const share = (a: number, b: number): boolean =>
		Array.from(walkable).some((walk, face) => {
			const corners = [0, 1, 2].map((corner) => faces[face * 3 + corner]);
			return walk === 1 && corners.includes(a) && corners.includes(b);
		});
	const pairs: [number, number][] = [];
	for (const vertex of all) {
		const [nearest] = all
			.filter((other) => other !== vertex && !share(vertex, other))
			.map((other) => ({ other, away: distance(positions, vertex, other) }))
			.filter(({ away }) => away > tolerance && away <= reach)
			.sort((p, q) => p.away - q.away || p.other - q.other);
		if (nearest === undefined) continue;
		const isTold = pairs.some(([a, b]) => a === nearest.other && b === vertex);
		if (!isTold) pairs.push([vertex, nearest.other]);
	}
	return pairs;
}
