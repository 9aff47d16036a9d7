import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeDoor } from '../../level/collision/door.ts';
import { type CollisionModel, makeHull } from '../../level/collision/hull.ts';
import { Report } from '../../src/findings/report.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { extentAlong, hullArea, leastRectangle, type Point2, slice, turnedLeaf } from '../reference/collision.ts';
import { planAreas } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';
import { boxModel } from './model.ts';

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
