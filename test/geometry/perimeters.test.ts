import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildAdjacency, edgeEnd, walkPerimeters } from '../../src/geometry/half-edges.ts';
import { soup } from '../support/soup.ts';

const all = (count: number): Uint8Array => new Uint8Array(count).fill(1);

function perimetersOf(...faces: number[]): { edges: number[]; ends: number[] } {
	const array = Uint32Array.from(faces);
	const { neighbours } = buildAdjacency(array, all(array.length / 3), Math.max(...faces) + 1);
	const { edges, ends } = walkPerimeters(neighbours, all(array.length / 3));
	return { edges: [...edges], ends: [...ends] };
}

describe('walkPerimeters', () => {
	test('one face is one loop', () => {
		expect(perimetersOf(0, 1, 2)).toEqual({ edges: [0, 1, 2], ends: [3] });
	});

	test('two faces that touch in a vertex keep two loops', () => {
		expect(perimetersOf(0, 1, 2, 0, 3, 4)).toEqual({ edges: [0, 1, 2, 3, 4, 5], ends: [3, 6] });
	});

	test('a ring has an outer loop against the clock and a hole with it', () => {
		// Outer square 0 to 3, inner square 4 to 7.
		const ring = [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7];
		const { edges, ends } = perimetersOf(...ring);
		const loop = (start: number, end: number): number[] => edges.slice(start, end).map((edge) => ring[edge]);
		expect(ends).toEqual([4, 8]);
		expect(loop(0, 4)).toEqual([0, 1, 2, 3]);
		expect(loop(4, 8)).toEqual([5, 4, 7, 6]);
	});

	test('soups: every open edge stands once, each loop is closed and begins at its lowest edge', () => {
		fc.assert(
			fc.property(soup, ({ faces, vertexCount }) => {
				const { neighbours } = buildAdjacency(faces, all(faces.length / 3), vertexCount);
				const { edges, ends } = walkPerimeters(neighbours, all(faces.length / 3));
				const open = [...neighbours.keys()].filter((edge) => neighbours[edge] < 0);
				expect([...edges].sort((a, b) => a - b)).toEqual(open);
				expect(ends.length === 0 ? 0 : ends[ends.length - 1]).toBe(edges.length);
				let start = 0;
				for (const end of ends) {
					const loop = [...edges.subarray(start, end)];
					expect(Math.min(...loop)).toBe(loop[0]);
					for (const [i, edge] of loop.entries()) {
						expect(faces[edgeEnd(edge)]).toBe(faces[loop[(i + 1) % loop.length]]);
					}
					start = end;
				}
			}),
		);
	});
});
