import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	alignedRectangle,
	convexOutline,
	cornersOf,
	type Outline,
	outlineArea,
	type Point,
	simplifyOutline,
	smallestRectangle,
	turn,
} from '../../src/plan/outline.ts';

const onGrid = fc.array(
	fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 })) as fc.Arbitrary<Point>,
	{ minLength: 1, maxLength: 40 },
);
const anywhere = fc.array(
	fc.tuple(...[0, 1].map(() => fc.double({ min: -50, max: 50, noNaN: true }))) as unknown as fc.Arbitrary<Point>,
	{ minLength: 1, maxLength: 40 },
);
const clouds = fc.oneof(onGrid, anywhere);

/** How far a point lies outside an outline, metres; 0 or less inside. */
function outside(outline: Outline, point: Point): number {
	return Math.max(
		...outline.map((a, i) => {
			const b = outline[(i + 1) % outline.length];
			return -turn(a, b, point) / Math.max(1e-12, Math.hypot(b[0] - a[0], b[1] - a[1]));
		}),
	);
}

test('rectangles hold every point; the smallest is no larger than one along any of many directions', () => {
	fc.assert(
		fc.property(clouds, (points) => {
			const outline = convexOutline(points);
			const smallest = smallestRectangle(outline);
			const area = smallest.size[0] * smallest.size[1];
			for (let step = 0; step < 90; step++) {
				const along: Point = [Math.cos((step * Math.PI) / 180), Math.sin((step * Math.PI) / 180)];
				const spread = ([x, y]: Point): number => {
					const values = points.map((point) => point[0] * x + point[1] * y);
					return Math.max(...values) - Math.min(...values);
				};
				// One part in a hundred is given up for a rectangle that stands straight.
				expect(area).toBeLessThanOrEqual((spread(along) * spread([-along[1], along[0]])) / 0.99 + 1e-9);
			}
			if (area < 1e-6) return;
			for (const rectangle of [smallest, alignedRectangle(outline)]) {
				for (const point of points) expect(outside(cornersOf(rectangle), point)).toBeLessThan(1e-9);
			}
		}),
	);
});

describe('fewer corners', () => {
	test('hold everything, and there are no more of them than wanted where that can be', () => {
		fc.assert(
			fc.property(clouds, fc.integer({ min: 3, max: 12 }), (points, corners) => {
				const outline = convexOutline(points);
				// Of hardly any width, an outline has no edges but such as meet far away or, by rounding, nowhere.
				const [width, length] = [...smallestRectangle(outline).size].sort((a, b) => a - b);
				if (outline.length < 3 || width < length * 1e-3 || length < 1e-6) return;
				const fewer = simplifyOutline(outline, corners);
				expect(fewer.length).toBeLessThanOrEqual(Math.max(corners, Math.min(outline.length, 4)));
				const size = Math.max(...fewer.flat().map(Math.abs), 1);
				for (const point of points) expect(outside(fewer, point)).toBeLessThan(size * 1e-6);
				expect(outlineArea(fewer)).toBeGreaterThanOrEqual(outlineArea(outline) - 1e-9);
			}),
		);
	});

	test('what has no width is left as it is', () => {
		const sliver: Outline = [[-3.5e-296, 1.2e-26], [0, 0], [1.5e-299, 0], [4.4e-280, 1.6e-25], [0, 1.3e-26]]; // biome-ignore format: one row
		expect(simplifyOutline(sliver, 3)).toEqual(sliver);
	});

	test('a circle of 64 corners becomes an octagon around it', () => {
		const circle = Array.from(
			{ length: 64 },
			(_, i): Point => [Math.cos((i * Math.PI) / 32), Math.sin((i * Math.PI) / 32)],
		);
		const octagon = simplifyOutline(circle, 8);
		expect(octagon.length).toBe(8);
		expect(outlineArea(octagon)).toBeLessThan(3.5);
	});
});
