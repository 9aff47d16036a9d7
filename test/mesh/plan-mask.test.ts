import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlanMask } from '../../src/plan/plan-mask.ts';
import { runs } from '../support/thorough.ts';

type Box = readonly [number, number, number, number];

/** Also boxes that were made smaller than nothing, without extent, and with a place that is no number. */
const place = fc.oneof({ weight: 30, arbitrary: fc.integer({ min: -40, max: 40 }) }, fc.constantFrom(NaN, Infinity));
const boxes = fc.array(fc.tuple(place, place, place, place), { maxLength: 12 });
const number = fc.double({ min: -60, max: 60, noNaN: true });
const asked: fc.Arbitrary<Box> = fc.tuple(number, number, number, number);

function touches(a: Box, b: Box): boolean {
	return a.every(Number.isFinite) && a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

describe('a mask of boxes in plan', () => {
	it('never says that there is none where one touches', () => {
		fc.assert(
			fc.property(boxes, fc.array(asked, { maxLength: 8 }), (all, questions) => {
				const mask = new PlanMask(Float64Array.from(all.flat()));
				for (const [x, y, otherX, otherY] of questions) {
					const box: Box = [Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY)];
					if (all.some((each) => touches(each, box))) expect(mask.mayTouch(...box)).toBe(true);
				}
			}),
			{ numRuns: runs(100) },
		);
	});

	it('says so of most places between boxes, unless these lie nearly everywhere', () => {
		const apart = Array.from({ length: 100 }, (_, i): Box => [i * 10, i * 10, i * 10 + 1, i * 10 + 1]);
		const mask = new PlanMask(Float64Array.from(apart.flat()));
		expect([mask.mayTouch(505, 505, 506, 506), mask.mayTouch(500, 500, 506, 506)]).toEqual([false, true]);
		const wide = apart.map(([x, y]): Box => [x, y, x + 900, y + 900]);
		expect(new PlanMask(Float64Array.from(wide.flat())).mayTouch(1500, 5, 1501, 6)).toBe(true);
	});
});
