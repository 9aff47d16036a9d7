import { describe, expect, it } from 'vitest';
import { CLIPPING_BUDGET, clippingBudget, LARGE_RING, preparedForClipping } from '../../src/geometry/polygons.ts';

/** Strokes to and fro, in a direction; 2 values a corner. */
function zigzag(strokes: number, angle: number): Float64Array {
	const there = Array.from({ length: strokes }, (_, i) => [i, (i % 2) * strokes]);
	const back = there.map(([x, y]) => [x, y - strokes * 0.4]).reverse();
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	return Float64Array.from([...there, ...back].flatMap(([x, y]) => [x * c - y * s, x * s + y * c]));
}

function disc(corners: number): Float64Array {
	return Float64Array.from({ length: corners * 2 }, (_, i) =>
		(i % 2 === 0 ? Math.cos : Math.sin)((Math.floor(i / 2) / corners) * 2 * Math.PI),
	);
}

describe('a ring that is prepared for clipping', () => {
	it.each([0, 0.2, 0.4, 0.7, 1, Math.PI / 2, 2.5])('costs nothing for a zigzag at %f', (angle) => {
		const budget = clippingBudget();
		expect(preparedForClipping(zigzag(LARGE_RING / 2, angle), budget)).toBeDefined();
		expect(budget.left).toBe(CLIPPING_BUDGET);
	});

	it('is the ring itself where that is cheap, and rounds nothing where its strokes lie along an axis', () => {
		const round = disc(500);
		expect(preparedForClipping(round, clippingBudget())).toBe(round);
		const strokes = zigzag(400, 0);
		const prepared = preparedForClipping(strokes, clippingBudget()) as Float64Array;
		const factor = prepared[2] / strokes[2];
		expect(Math.log2(factor) % 1).toBe(0);
		expect([...prepared]).toEqual([...strokes].map((value, i) => (i % 2 === 0 ? value * factor : value)));
	});

	it('costs the square of its corners where it is large, and is refused where that is too much', () => {
		const [small, large] = [disc(LARGE_RING), disc(LARGE_RING + 1)];
		const budget = clippingBudget();
		expect(preparedForClipping(small, budget)).toBe(small);
		expect(budget.left).toBe(CLIPPING_BUDGET);
		expect(preparedForClipping(large, budget)).toBe(large);
		expect(budget.left).toBe(CLIPPING_BUDGET - (LARGE_RING + 1) ** 2 / 200);
		expect(preparedForClipping(large, { left: 5000 })).toBeUndefined();
		expect(preparedForClipping(small, { left: 0 })).toBe(small);
	});
});
