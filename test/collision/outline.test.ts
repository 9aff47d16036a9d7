import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	alignedRectangle,
	convexOutline,
	cornersOf,
	growOutline,
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

function isConvex(outline: Outline): boolean {
	return outline.every((a, i) => {
		const [b, c] = [outline[(i + 1) % outline.length], outline[(i + 2) % outline.length]];
		return turn(a, b, c) > 0;
	});
}

/** The area of the convex hull by summing over all directed pairs that have every point on their left. */
function areaByForce(points: readonly Point[]): number {
	let doubled = 0;
	const seen = new Set<string>();
	for (const a of points) {
		for (const b of points) {
			if (a[0] === b[0] && a[1] === b[1]) continue;
			if (points.some((p) => turn(a, b, p) < 0)) continue;
			// Of several pairs on one line the longest counts.
			const onLine = points.filter((p) => turn(a, b, p) === 0);
			const length = (p: Point, q: Point): number => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2;
			if (onLine.some((p) => onLine.some((q) => length(p, q) > length(a, b)))) continue;
			if (seen.has(`${a} ${b}`)) continue;
			seen.add(`${a} ${b}`);
			doubled += a[0] * b[1] - a[1] * b[0];
		}
	}
	return doubled / 2;
}

describe('convex outline', () => {
	test('is convex, holds every point, and has the area that brute force gives', () => {
		fc.assert(
			fc.property(onGrid, (points) => {
				const outline = convexOutline(points);
				if (outline.length >= 3) {
					expect(isConvex(outline)).toBe(true);
					for (const point of points) expect(outside(outline, point)).toBeLessThanOrEqual(0);
				}
				expect(outlineArea(outline)).toBeCloseTo(areaByForce(points), 9);
			}),
		);
	});
});

describe('rectangles', () => {
	test('hold every point; the smallest is no larger than one along any of many directions', () => {
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
});

describe('margins', () => {
	test('everything within the distance lies inside', () => {
		fc.assert(
			fc.property(clouds, fc.double({ min: 0.01, max: 3, noNaN: true }), (points, distance) => {
				const grown = growOutline(convexOutline(points), distance);
				expect(grown.length).toBeGreaterThanOrEqual(3);
				for (const [x, y] of points) {
					for (let step = 0; step < 24; step++) {
						const angle = (step * Math.PI) / 12;
						const near: Point = [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
						expect(outside(grown, near)).toBeLessThan(1e-6);
					}
				}
				// Corners reach no farther than a right angle makes them.
				const farthest = Math.max(
					...grown.map((corner) => outside(points.length < 3 ? grown : convexOutline(points), corner)),
				);
				expect(farthest).toBeLessThanOrEqual(distance * Math.SQRT2 + 1e-6);
			}),
		);
	});
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
