import { expect, it, vi } from 'vitest';
import { Canvas } from '../../../pictures/png/canvas.ts';
import { UsageError } from '../../../src/findings/report.ts';
import { generator } from '../../support/mutate.ts';

const BLACK = { colour: [0, 0, 0], opacity: 1 } as const;
const rectangle = (x: number, y: number, width: number, height: number): number[] => [
	...[x, y, x + width, y, x + width, y + height, x, y + height],
];

/** The pixels of polygons. */
function drawn(polygons: number[][]): Uint8Array {
	const canvas = new Canvas(40, 30);
	canvas.fill(polygons, BLACK);
	return canvas.pixels;
}

/** A triangle as many times as asked for, which is two edges in each row for each time. */
const heap = (times: number): number[][] => Array.from({ length: times }, () => [2, 2, 30, 4, 8, 27]);

it('a heap of shapes looks like one of them, exactly until its edges are a crowd', () => {
	const one = drawn(heap(1));
	expect(drawn(heap(2047))).toEqual(one);
	const crowd = drawn(heap(2048));
	expect(crowd).not.toEqual(one);
	// What one covers wholly or not at all, the crowd does, too; at its rim pixels that each covers a little are covered.
	expect(one.filter((value, i) => (value === 0 || value === 255) && crowd[i] !== value)).toHaveLength(0);
	const turned = drawn(heap(2048).map(([ax, ay, bx, by, cx, cy]) => [ax, ay, cx, cy, bx, by]));
	expect(turned).toEqual(crowd);
});

it('a crowd of edges that cross is not sorted row by row', () => {
	const random = generator(3);
	const across = (): number => random() * 40;
	const polygons = Array.from({ length: 5000 }, () => [across(), 0, across(), 0, across(), 30]);
	let sorted = 0;
	const sort = Array.prototype.sort;
	const spy = vi.spyOn(Array.prototype, 'sort').mockImplementation(function (this: unknown[], compare) {
		sorted += this.length;
		return sort.call(this, compare);
	});
	new Canvas(40, 30).fill(polygons, BLACK);
	spy.mockRestore();
	expect(sorted).toBe(0);
});

it('paints so many pixels and no more', () => {
	const half = rectangle(0, 0, 20, 30);
	const canvas = new Canvas(40, 30, 3 * 600);
	for (let i = 0; i < 3; i++) canvas.fill([half], BLACK);
	expect(() => canvas.fill([rectangle(0, 0, 1, 1)], BLACK)).toThrow(UsageError);
	expect(() => new Canvas(40, 30, 599).fill([half], BLACK)).toThrow('more than 599 pixels, the limit');
	// What lies outside of the picture is not painted.
	new Canvas(40, 30, 600).fill([half, rectangle(-90, 0, 80, 30)], BLACK, { left: 0, top: 0, right: 20, bottom: 30 });
});
