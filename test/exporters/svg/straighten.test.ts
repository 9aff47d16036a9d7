import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlanPlaces, withoutSpikes, withoutStraight } from '../../../pictures/svg/outline.ts';
import { type Point, signedArea } from './reading.ts';

/** Hundredths of a pixel; places are numbered as given. */
function placesOf(points: readonly Point[]): PlanPlaces {
	return {
		places: Uint32Array.from(points.keys()),
		xs: Int32Array.from(points, ([x]) => x),
		ys: Int32Array.from(points, ([, y]) => y),
		count: points.length,
	};
}

function distanceToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
	const [dx, dy] = [bx - ax, by - ay];
	const squared = dx * dx + dy * dy;
	const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
	return Math.hypot(x - ax - dx * share, y - ay - dy * share);
}

const point = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 6 }));

describe('withoutStraight', () => {
	it('leaves out only corners that lie on the line that is left', () => {
		fc.assert(
			fc.property(fc.uniqueArray(point, { selector: String, minLength: 2, maxLength: 20 }), (points) => {
				const kept = withoutStraight([...points.keys()], placesOf(points));
				expect([kept[0], kept[kept.length - 1]]).toEqual([0, points.length - 1]);
				for (let i = 1; i < kept.length; i++) {
					for (let corner = kept[i - 1] + 1; corner < kept[i]; corner++) {
						const distance = distanceToSegment(points[corner], points[kept[i - 1]], points[kept[i]]);
						expect(distance, `corner ${corner}`).toBeLessThan(1.51);
					}
				}
			}),
		);
	});

	it('leaves nothing but the ends of a slanted line of rounded corners', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -9999, max: 9999 }),
				fc.integer({ min: -9999, max: 9999 }),
				fc.integer({ min: 2, max: 30 }),
				(x, y, parts) => {
					const points = Array.from(
						{ length: parts + 1 },
						(_, i): Point => [Math.round((x * i) / parts), Math.round((y * i) / parts)],
					);
					fc.pre(Math.hypot(x, y) / parts > 2);
					expect(withoutStraight([...points.keys()], placesOf(points))).toEqual([0, parts]);
				},
			),
		);
	});
});

describe('withoutSpikes', () => {
	it('keeps the area of any loop', () => {
		fc.assert(
			fc.property(fc.uniqueArray(point, { selector: String, minLength: 3, maxLength: 12 }), (points) => {
				const kept = withoutSpikes([...points.keys()], 0, points.length, placesOf(points));
				expect(signedArea(kept.map((place) => points[place]))).toBeCloseTo(signedArea(points), 9);
			}),
		);
	});
});
