import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squaredDistanceToTriangle } from '../../src/geometry/near-triangle.ts';
import { runs } from '../support/thorough.ts';

const point = fc.tuple(
	fc.integer({ min: -5, max: 5 }),
	fc.integer({ min: -5, max: 5 }),
	fc.integer({ min: -5, max: 5 }),
);
const STEPS = 60;

/** The least distance to points strewn over the triangle. */
function sampled(p: readonly number[], [a, b, c]: readonly (readonly number[])[]): number {
	let least = Infinity;
	for (let i = 0; i <= STEPS; i++) {
		for (let j = 0; i + j <= STEPS; j++) {
			const at = [0, 1, 2].map((axis) => a[axis] + ((b[axis] - a[axis]) * i + (c[axis] - a[axis]) * j) / STEPS);
			least = Math.min(least, Math.hypot(...at.map((value, axis) => value - p[axis])));
		}
	}
	return least;
}

describe('squaredDistanceToTriangle', () => {
	it('agrees with points strewn over the triangle, also one without area', () => {
		fc.assert(
			fc.property(point, fc.tuple(point, point, point), (p, corners) => {
				const exact = Math.sqrt(squaredDistanceToTriangle([...p, ...corners.flat()], 0, 1, 2, 3));
				const near = sampled(p, corners);
				const longest = Math.max(
					...corners.flatMap((q) => corners.map((r) => Math.hypot(...q.map((v, i) => v - r[i])))),
				);
				expect(exact).toBeLessThanOrEqual(near + 1e-9);
				expect(exact).toBeGreaterThan(near - longest / STEPS - 1e-9);
			}),
			{ numRuns: runs(300) },
		);
	});

	it('is exact above the inside, beside an edge and beyond a corner', () => {
		const corners = [0, 0, 0, 4, 0, 0, 0, 4, 0];
		const squared = (...p: number[]): number => squaredDistanceToTriangle([...p, ...corners], 0, 1, 2, 3);
		expect(squared(1, 1, 3)).toBe(9);
		expect(squared(2, -2, 0)).toBe(4);
		expect(squared(-3, 2, 4)).toBe(25);
		expect(squared(4, 4, 0)).toBeCloseTo(8, 12);
		expect(squared(7, -4, 0)).toBe(25);
	});
});
