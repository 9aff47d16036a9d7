import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heightAt, planOverlap } from '../../../src/plan/plan-overlap.ts';
import { runs } from '../../support/thorough.ts';

type Triangle = Float64Array;

const coordinate = fc.integer({ min: 0, max: 12 });
const triangle = fc
	.array(coordinate, { minLength: 6, maxLength: 6 })
	.map(([ax, ay, bx, by, cx, cy]) => {
		const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
		return Float64Array.from(area >= 0 ? [ax, ay, 0, bx, by, 0, cx, cy, 0] : [ax, ay, 0, cx, cy, 0, bx, by, 0]);
	})
	.filter((t) => doubleArea(t) > 0);

function doubleArea(t: Triangle): number {
	return (t[3] - t[0]) * (t[7] - t[1]) - (t[4] - t[1]) * (t[6] - t[0]);
}

function overlapArea(a: Triangle, b: Triangle): number {
	const out = { area: 0, extent: 0, x: 0, y: 0 };
	return planOverlap(a, b, out) ? out.area : 0;
}

/** Signed distance-like value: greatest over the sides is at most 0 inside. */
function outside(t: Triangle, x: number, y: number): number {
	return Math.max(
		...[0, 1, 2].map((k) => {
			const n = ((k + 1) % 3) * 3;
			return (t[n + 1] - t[k * 3 + 1]) * (x - t[k * 3]) - (t[n] - t[k * 3]) * (y - t[k * 3 + 1]);
		}),
	);
}

/** The area by counting points of a fine raster. */
function rasterArea(a: Triangle, b: Triangle): number {
	const step = 0.05;
	let count = 0;
	for (let x = step / 2; x < 12; x += step) {
		for (let y = step / 2; y < 12; y += step) if (outside(a, x, y) <= 0 && outside(b, x, y) <= 0) count++;
	}
	return count * step * step;
}

describe('the overlap of two triangles', () => {
	it('has the area that a raster counts', () => {
		fc.assert(
			fc.property(triangle, triangle, (a, b) => {
				expect(Math.abs(overlapArea(a, b) - rasterArea(a, b))).toBeLessThan(0.6);
			}),
			{ numRuns: runs(15, 600) },
		);
	});

	it('is the same both ways, and that of a triangle with itself is its own', () => {
		fc.assert(
			fc.property(triangle, triangle, (a, b) => {
				expect(overlapArea(a, b)).toBeCloseTo(overlapArea(b, a), 9);
				expect(overlapArea(a, a)).toBeCloseTo(doubleArea(a) / 2, 9);
			}),
		);
	});

	it('holds its point, and is no longer than its extent', () => {
		fc.assert(
			fc.property(triangle, triangle, (a, b) => {
				const out = { area: 0, extent: 0, x: 0, y: 0 };
				if (!planOverlap(a, b, out)) return;
				expect(outside(a, out.x, out.y)).toBeLessThan(1e-6);
				expect(outside(b, out.x, out.y)).toBeLessThan(1e-6);
				expect(out.area).toBeLessThanOrEqual(out.extent ** 2);
				expect(out.extent).toBeLessThanOrEqual(Math.hypot(12, 12) + 1e-9);
			}),
		);
	});

	it('is none where they only touch', () => {
		const a = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);
		expect(overlapArea(a, Float64Array.of(4, 0, 0, 4, 4, 0, 0, 4, 0))).toBe(0);
		expect(overlapArea(a, Float64Array.of(4, 0, 0, 8, 0, 0, 4, 4, 0))).toBe(0);
		expect(overlapArea(a, Float64Array.of(NaN, 0, 0, 8, 0, 0, 4, 4, 0))).toBe(0);
	});
});

it('finds the height of a slope', () => {
	const slope = Float64Array.of(0, 0, 1, 4, 0, 3, 0, 4, 5);
	expect(heightAt(slope, 2, 0)).toBeCloseTo(2, 12);
	expect(heightAt(slope, 1, 1)).toBeCloseTo(2.5, 12);
});
