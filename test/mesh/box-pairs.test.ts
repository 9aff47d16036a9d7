import fc from 'fast-check';
import { expect, it } from 'vitest';
import { visitBoxPairs } from '../../src/plan/plan-index.ts';
import { generator } from '../support/mutate.ts';

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

function pairsOf(boxes: readonly Box[]): string[] {
	const found: string[] = [];
	visitBoxPairs(Float64Array.from(boxes.flat()), (one, other) => {
		found.push([one, other].sort((p, q) => p - q).join());
		return true;
	});
	return found.sort();
}

function expected(boxes: readonly Box[]): string[] {
	const found: string[] = [];
	boxes.forEach((a, i) => {
		boxes.slice(i + 1).forEach((b, k) => {
			if (a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]) found.push(`${i},${i + 1 + k}`);
		});
	});
	return found.sort();
}

const box = fc
	.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }), fc.nat(4), fc.nat(4))
	.map(([x, y, width, depth]): Box => [x, y, x + width, y + depth]);

it('visits each pair that touches once', () => {
	fc.assert(
		fc.property(fc.array(box, { maxLength: 40 }), (boxes) => void expect(pairsOf(boxes)).toEqual(expected(boxes))),
	);
});

it('visits each pair once where boxes lie in several strips', () => {
	const random = generator(1);
	const boxes = Array.from({ length: 900 }, (): Box => {
		const [x, y] = [random() * 100, random() * 100];
		return [x, y, x + random() * 3, y + random() * 9];
	});
	expect(pairsOf(boxes)).toEqual(expected(boxes));
});

it('finds nothing for boxes that are not finite, and ends when told', () => {
	expect(
		pairsOf([
			[0, 0, 1, 1],
			[0, NaN, 1, 1],
			[0, 0, Infinity, 1],
		]),
	).toEqual([]);
	let visits = 0;
	visitBoxPairs(new Float64Array(400), () => ++visits < 5);
	expect(visits).toBe(5);
});
