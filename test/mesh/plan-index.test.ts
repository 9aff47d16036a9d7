import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlanIndex, visitBoxPairs } from '../../src/plan/plan-index.ts';
import { generator } from '../support/mutate.ts';

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

const box = fc
	.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }), fc.nat(4), fc.nat(4))
	.map(([x, y, width, depth]): Box => [x, y, x + width, y + depth]);

function touch(a: Box, b: Box): boolean {
	return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

describe('the boxes that touch one', () => {
	it('are those that a comparison with all finds', () => {
		fc.assert(
			fc.property(fc.array(box, { maxLength: 60 }), box, (boxes, asked) => {
				const found = new PlanIndex(Float64Array.from(boxes.flat())).touching(...asked);
				const expected = [...boxes.keys()].filter((id) => touch(boxes[id], asked));
				expect(found.sort((p, q) => p - q)).toEqual(expected);
			}),
		);
	});

	it.each([
		['of like size', 1, 1],
		['of very unequal size', 60, 1],
		['crowded in a corner', 1, 0.001],
	])('are those that a comparison with all finds among many %s', (_, size, part) => {
		const random = generator(7);
		const boxes = Array.from({ length: 500 }, (_, id): Box => {
			const scale = id % 50 === 0 ? size : 1;
			const [x, y] = [random() * 100, random() * 100].map((value) => (id % 7 === 0 ? value : value * part));
			return [x, y, x + random() * scale, y + random() * scale];
		});
		const index = new PlanIndex(Float64Array.from(boxes.flat()));
		const asked: Box[] = [...boxes.slice(0, 60), [-Infinity, 20, 50, Infinity], [3, 3, 3, 3], [-9, -9, -1, -1]];
		for (const each of asked) {
			const expected = [...boxes.keys()].filter((id) => touch(boxes[id], each));
			expect(index.touching(...each).sort((p, q) => p - q)).toEqual(expected);
		}
		expect(index.touching(0, 0, 100, 100, 9)).toHaveLength(9);
	});

	it('are found behind a long box that comes before thousands along it', () => {
		const count = 5000;
		const boxes = Array.from({ length: count }, (_, i): Box => (i === 0 ? [0, 0, count, 0] : [i, 0, i + 1, 0]));
		const index = new PlanIndex(Float64Array.from(boxes.flat()));
		expect(index.touching(99.5, 0, 101.5, 0).sort((p, q) => p - q)).toEqual([0, 99, 100, 101]);
		expect(index.touching(0, 0, count, 0)).toHaveLength(count);
	});

	it('leave out empty boxes and such as are not finite', () => {
		const boxes = [
			[0, 0, 1, 1],
			[Infinity, Infinity, -Infinity, -Infinity],
			[NaN, 0, 1, 1],
			[0, 0, Infinity, 1],
			[1, 1, 2, 2],
		];
		const index = new PlanIndex(Float64Array.from(boxes.flat()));
		expect(index.touching(0, 0, 3, 3).sort()).toEqual([0, 4]);
		expect(new PlanIndex(new Float64Array(0)).touching(0, 0, 3, 3)).toEqual([]);
	});
});

describe('pairs of boxes', () => {
	const pairsOf = (boxes: readonly Box[]): string[] => {
		const found: string[] = [];
		visitBoxPairs(Float64Array.from(boxes.flat()), (one, other) => found.push(`${one},${other}`) > 0);
		return found.sort();
	};

	it('that touch are visited once each, the lower one first', () => {
		fc.assert(
			fc.property(fc.array(box, { maxLength: 40 }), (boxes) => {
				const expected = boxes.flatMap((a, i) => boxes.flatMap((b, k) => (k > i && touch(a, b) ? [`${i},${k}`] : [])));
				expect(pairsOf(boxes)).toEqual(expected.sort());
			}),
		);
	});

	it('are none of boxes that are not finite, and are visited until told to end', () => {
		const odd: Box[] = [
			[0, 0, 1, 1],
			[0, NaN, 1, 1],
			[0, 0, Infinity, 1],
		];
		expect(pairsOf(odd)).toEqual([]);
		let visits = 0;
		visitBoxPairs(new Float64Array(400), () => ++visits < 5);
		expect(visits).toBe(5);
	});
});
