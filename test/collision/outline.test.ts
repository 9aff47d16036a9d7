import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeDoor } from '../../level/collision/door.ts';
import { type CollisionModel, makeHull } from '../../level/collision/hull.ts';
import { Report } from '../../src/findings/report.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
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
import { extentAlong, hullArea, leastRectangle, type Point2, slice, turnedLeaf } from '../reference/collision.ts';
import { planAreas } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';
import { boxModel } from './model.ts';

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

const models: fc.Arbitrary<CollisionModel> = fc
	.array(fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -6, max: 6 }))), { minLength: 3, maxLength: 14 })
	.map((points) => ({
		name: 'soup',
		positions: points.flat(),
		triangles: points.flatMap((_, i) => [i, (i + 1) % points.length, (i + 2) % points.length]),
	}));

const area = (mesh: Walkmesh): number => planAreas(mesh).reduce((sum, each) => sum + each, 0);

function corners({ positions }: Walkmesh): Point2[] {
	return Array.from({ length: positions.length / 3 }, (_, i) => [positions[i * 3], positions[i * 3 + 1]]);
}

describe('footprints, by the obvious way', () => {
	const check = (model: CollisionModel, height: number): void => {
		const floor = Math.min(...Array.from(model.triangles, (vertex) => model.positions[vertex * 3 + 2]));
		const points = slice(model, floor, floor + height);
		const expected = {
			convex: hullArea(points),
			box: leastRectangle(points),
			aabb: extentAlong(points, 0) * extentAlong(points, Math.PI / 2),
		};
		for (const shape of ['convex', 'box', 'aabb'] as const) {
			const mesh = makeHull(model, { shape, height, corners: 100 }, new Report());
			if (mesh === undefined) {
				expect(expected.convex).toBeLessThan(1e-4);
				continue;
			}
			// An aligned rectangle is kept where a turned one is not worth it: less than a hundredth smaller.
			const slack = shape === 'box' ? 0.0102 * expected.aabb : 0;
			expect(area(mesh)).toBeGreaterThan(expected[shape] - 1e-3);
			expect(area(mesh)).toBeLessThan(expected[shape] + slack + 1e-3);
		}
	};

	test('have the area of the hull and of the smallest rectangles, of what lies between two heights', () => {
		fc.assert(fc.property(models, fc.integer({ min: 1, max: 20 }), check), { numRuns: runs(38, 1500) });
	});

	test('grow by a margin on every side', () => {
		fc.assert(
			fc.property(models, fc.integer({ min: 1, max: 8 }), (model, eighths) => {
				const margin = eighths / 8;
				const [bare, grown] = [0, margin].map((distance) =>
					makeHull(model, { height: 20, corners: 100, margin: distance }, new Report()),
				);
				if (bare === undefined || grown === undefined) return;
				// Corners are mitred or cut off, so in no direction it is less than the margin, nor more than that to a right angle's corner.
				for (let step = 0; step < 16; step++) {
					const angle = (step / 16) * Math.PI;
					const more = extentAlong(corners(grown), angle) - extentAlong(corners(bare), angle);
					expect(more).toBeGreaterThan(2 * margin - 1e-4);
					expect(more).toBeLessThan(2 * margin * Math.SQRT2 + 1e-4);
				}
			}),
			{ numRuns: runs(25, 1000) },
		);
	});
});

test('doors, by the obvious way turn about their hinge by their angle, away from the front and towards it', () => {
	const size = fc.integer({ min: 1, max: 16 });
	fc.assert(
		fc.property(
			fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })),
			fc.tuple(size, size),
			fc.constantFrom('left' as const, 'right' as const),
			fc.integer({ min: 1, max: 180 }),
			([x, y], [width, height], hinge, angle) => {
				const box = [x, y, x + width, y + width / 8] as const;
				const leaf = boxModel([box[0], box[1], 0], [box[2], box[3], height]);
				const states = makeDoor(leaf, { form: 'box', hinge, angle }, new Report());
				const pivot: Point2 = [hinge === 'left' ? box[0] : box[2], (box[1] + box[3]) / 2];
				const away = hinge === 'left' ? angle : -angle;
				for (const [state, turn] of [0, away, -away].entries()) {
					const expected = turnedLeaf(box, pivot, turn);
					const found = corners(states[state]);
					for (const [px, py] of expected) {
						expect(Math.min(...found.map(([u, v]) => Math.hypot(u - px, v - py)))).toBeLessThan(1e-4);
					}
					const heights = [...states[state].positions].filter((_, i) => i % 3 === 2);
					expect([Math.min(...heights), Math.max(...heights)]).toEqual([0, height]);
				}
			},
		),
		{ numRuns: runs(25, 1000) },
	);
});
