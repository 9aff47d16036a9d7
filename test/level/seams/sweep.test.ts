import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Boxes, sweepBoxes, sweepPairs, touch } from '../../../src/level/seams.ts';

const box = fc
	.array(fc.tuple(fc.integer({ min: -6, max: 6 }), fc.nat(4)), { minLength: 3, maxLength: 3 })
	.map((spans) => [...spans.map(([min]) => min), ...spans.map(([min, size]) => min + size)]);
const boxList = fc.array(box, { maxLength: 30 });

function toBoxes(list: readonly (readonly number[])[], firstId = 0): Boxes {
	return { ids: Uint32Array.from(list, (_, i) => firstId + i), bounds: Float64Array.from(list.flat()) };
}

describe('pairs of boxes that touch', () => {
	it('are those that a comparison of all finds, between two lists', () => {
		fc.assert(
			fc.property(boxList, boxList, (one, other) => {
				const [a, b] = [toBoxes(one), toBoxes(other, 100)];
				const found: string[] = [];
				sweepBoxes(a, b, (i, j) => found.push(`${i} ${j}`));
				const expected = one.flatMap((_, i) =>
					other.flatMap((__, j) => (overlap(one[i], other[j]) ? [`${i} ${j + 100}`] : [])),
				);
				expect(found.sort()).toEqual(expected.sort());
			}),
		);
	});

	it('are those that a comparison of all finds, within a list', () => {
		fc.assert(
			fc.property(boxList, (list) => {
				const found: string[] = [];
				sweepPairs(Float64Array.from(list.flat()), (i, j) => found.push(`${i} ${j}`));
				const expected = list.flatMap((_, i) =>
					list.flatMap((__, j) => (i < j && overlap(list[i], list[j]) ? [`${i} ${j}`] : [])),
				);
				expect(found.sort()).toEqual(expected.sort());
			}),
		);
	});

	it('leave out empty boxes and such as are no numbers', () => {
		const list = [
			[0, 0, 0, 1, 1, 1],
			[Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity],
			[NaN, NaN, NaN, NaN, NaN, NaN],
			[1, 1, 1, 2, 2, 2],
		];
		const found: number[][] = [];
		sweepPairs(Float64Array.from(list.flat()), (i, j) => found.push([i, j]));
		expect(found).toEqual([[0, 3]]);
		expect(touch(Float64Array.from(list.flat()), 0, Float64Array.from(list.flat()), 2)).toBe(false);
	});
});

function overlap(a: readonly number[], b: readonly number[]): boolean {
	return [0, 1, 2].every((axis) => a[axis] <= b[axis + 3] && b[axis] <= a[axis + 3]);
}
