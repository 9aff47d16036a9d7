/** No edge of the triangle that was split: an edge inside it. */
export const INSIDE = -1;

/**
 * Receives one triangle: its corners, and for each of its edges the edge of the whole triangle it lies on, or `INSIDE`.
 */
export type TriangleSink = (v0: number, v1: number, v2: number, e0: number, e1: number, e2: number) => void;

/**
 * Cuts a triangle at vertices that lie on its edges into one triangle more than there are vertices. Winding is kept,
 * and no triangle has all its corners on one edge, so none is degenerate where the whole one is not and the vertices
 * lie on the edges.
 *
 * The first edge with vertices is joined to the corner across; its outermost triangles carry the other two edges, whose
 * vertices are joined to the nearest vertex of the first edge. Linear in the number of vertices.
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
