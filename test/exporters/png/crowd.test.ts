import { expect, it, vi } from 'vitest';
import { Canvas } from '../../../pictures/png/canvas.ts';
import { UsageError } from '../../../src/findings/report.ts';
import { generator } from '../../support/mutate.ts';

const BLACK = { colour: [0, 0, 0], opacity: 1 } as const;
const rectangle = (x: number, y: number, width: number, height: number): number[] => [
	...[x, y, x + width, y, x + width, y + height, x, y + height],
];

/** The same polygons drawn as a few and as a crowd. */
function both(polygons: number[][], clip?: { left: number; top: number; right: number; bottom: number }) {
	const [few, crowd] = [new Canvas(40, 30), new Canvas(40, 30)];
	few.fill(polygons, BLACK, clip);
	crowd.fillCrowd(polygons, BLACK, clip);
	return { few: few.pixels, crowd: crowd.pixels };
}

it('a crowd of polygons covers what they cover one by one', () => {
	const random = generator(2);
	const whole = (most: number): number => Math.floor(random() * most);
	const polygons = Array.from({ length: 30 }, () =>
		rectangle(whole(50) - 5, whole(40) - 5, 1 + whole(9), 1 + whole(9)),
	);
	const { few, crowd } = both(polygons);
	expect(crowd).toEqual(few);
	const clipped = both(polygons, { left: 3, top: 4, right: 33, bottom: 29 });
	expect(clipped.crowd).toEqual(clipped.few);
});

it('whichever way they turn, and by the middles of pixels', () => {
	const triangle = [2, 2, 30, 4, 8, 27];
	const turned = [2, 2, 8, 27, 30, 4];
	const { few, crowd } = both([triangle]);
	expect(both([turned]).crowd).toEqual(crowd);
	// Where a pixel is covered for the greater part, its middle is.
	const differing = few.filter((value, i) => Math.abs(value - crowd[i]) > 160).length;
	expect(differing).toBe(0);
	expect(crowd.filter((value) => value === 0).length / 3).toBeCloseTo(
		few.reduce((sum, value) => sum + 1 - value / 255, 0) / 3,
		-1,
	);
});

it('one smaller than a pixel covers the pixel it lies in, one beside the picture none', () => {
	const { crowd } = both([rectangle(7.1, 3.1, 0.2, 0.2), rectangle(50, 3, 4, 4), rectangle(3, -9, 4, 4)]);
	expect(Array.from(crowd.keys()).filter((i) => crowd[i] === 0)).toEqual([0, 1, 2].map((k) => (3 * 40 + 7) * 3 + k));
});

/** A triangle as many times as asked for, which is two edges in each row for each time. */
const heap = (times: number): number[][] => Array.from({ length: times }, () => [2, 2, 30, 4, 8, 27]);

it('a heap of shapes looks like one of them, exactly until its edges are a crowd', () => {
	const one = both(heap(1)).few;
	expect(both(heap(2047)).few).toEqual(one);
	const crowd = both(heap(2048)).few;
	expect(crowd).not.toEqual(one);
	// What one covers wholly or not at all, the crowd does, too; at its rim pixels that each covers a little are covered.
	expect(one.filter((value, i) => (value === 0 || value === 255) && crowd[i] !== value)).toHaveLength(0);
	const turned = both(heap(2048).map(([ax, ay, bx, by, cx, cy]) => [ax, ay, cx, cy, bx, by])).few;
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

it('paints so many pixels and no more, of one shape or of many', () => {
	const half = rectangle(0, 0, 20, 30);
	const canvas = new Canvas(40, 30, 3 * 600);
	for (let i = 0; i < 3; i++) canvas.fill([half], BLACK);
	expect(() => canvas.fill([rectangle(0, 0, 1, 1)], BLACK)).toThrow(UsageError);
	expect(() => new Canvas(40, 30, 599).fillCrowd([half], BLACK)).toThrow('more than 599 pixels, the limit');
	// What lies outside of the picture is not painted.
	new Canvas(40, 30, 600).fill([half, rectangle(-90, 0, 80, 30)], BLACK, { left: 0, top: 0, right: 20, bottom: 30 });
});
