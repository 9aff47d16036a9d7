import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INSIDE, splitTriangle } from '../../src/geometry/split-edges.ts';

type Point = readonly [number, number];

/** Corners and, at integer steps, points on each edge: coordinates are integers, so areas are exact. */
const CORNERS: readonly Point[] = [
	[0, 0],
	[120, 20],
	[30, 100],
];
const PARTS = 10;

function cut(counts: readonly [readonly number[], readonly number[], readonly number[]]) {
	const points: Point[] = [...CORNERS];
	const along = counts.map((steps, edge) =>
		[...new Set(steps)]
			.sort((a, b) => a - b)
			.map((step) => {
				const [from, to] = [CORNERS[edge], CORNERS[(edge + 1) % 3]];
				const at = (axis: 0 | 1): number => from[axis] + ((to[axis] - from[axis]) / PARTS) * step;
				return points.push([at(0), at(1)]) - 1;
			}),
	) as [number[], number[], number[]];
	const triangles: number[][] = [];
	const edges: number[][] = [];
	splitTriangle([0, 1, 2], along, (a, b, c, e0, e1, e2) => {
		triangles.push([a, b, c]);
		edges.push([e0, e1, e2]);
	});
	return { points, along, triangles, edges };
}

function area(points: readonly Point[], [a, b, c]: readonly number[]): number {
	const [p, q, r] = [points[a], points[b], points[c]];
	return ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2;
}

const steps = fc.array(fc.integer({ min: 1, max: PARTS - 1 }), { maxLength: 9 });

describe('splitTriangle', () => {
	it('passes an uncut triangle on', () => {
		expect(cut([[], [], []])).toMatchObject({ triangles: [[0, 1, 2]], edges: [[0, 1, 2]] });
	});

	it('covers the triangle with one part more than there are points, each in its winding', () => {
		fc.assert(
			fc.property(fc.tuple(steps, steps, steps), (counts) => {
				const { points, triangles } = cut(counts);
				const areas = triangles.map((triangle) => area(points, triangle));
				expect(triangles.length).toBe(points.length - 2);
				for (const part of areas) expect(part).toBeGreaterThan(0);
				expect(areas.reduce((sum, part) => sum + part, 0)).toBeCloseTo(area(points, [0, 1, 2]), 6);
			}),
		);
	});

	it('names each part of an edge once, and pairs all edges inside', () => {
		fc.assert(
			fc.property(fc.tuple(steps, steps, steps), (counts) => {
				const { along, triangles, edges } = cut(counts);
				const rims: number[][][] = [[], [], []];
				const inner = new Set<string>();
				for (const [i, triangle] of triangles.entries()) {
					for (let k = 0; k < 3; k++) {
						const ends = [triangle[k], triangle[(k + 1) % 3]];
						if (edges[i][k] === INSIDE) inner.add(ends.join());
						else rims[edges[i][k]].push(ends);
					}
				}
				for (let edge = 0; edge < 3; edge++) {
					const chain = [edge, ...along[edge], (edge + 1) % 3];
					const expected = chain.slice(1).map((to, i) => [chain[i], to]);
					expect(rims[edge].map(String).sort()).toEqual(expected.map(String).sort());
				}
				for (const ends of inner) expect(inner.has(ends.split(',').reverse().join())).toBe(true);
				expect(inner.size).toBe((triangles.length - 1) * 2);
			}),
		);
	});
});
