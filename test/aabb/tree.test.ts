import { describe, expect, it } from 'vitest';
import { nodesOver, planeBetween } from '../../src/tree/tree.ts';

describe('the plane between two boxes', () => {
	it.each([
		[3, 2, 1, 1],
		[-3, 2, 1, 8],
		[1, 3, 2, 2],
		[1, -3, 2, 16],
		[1, 2, 3, 4],
		[1, 2, -3, 32],
	])('is that of the longest way: %d %d %d is %d', (dx, dy, dz, plane) => {
		expect(planeBetween(dx, dy, dz)).toBe(plane);
	});

	it.each([
		[2, 2, 1, 2],
		[2, 1, 2, 4],
		[2, 1, -2, 32],
		[1, 2, 2, 4],
		[2, 2, 2, 4],
		[-1, -1, 0, 16],
		[0, 0, 0, 4],
	])('is z before y before x where ways are equal: %d %d %d is %d', (dx, dy, dz, plane) => {
		expect(planeBetween(dx, dy, dz)).toBe(plane);
	});

	it('is one of the six even where there is no way', () => {
		expect([1, 2, 4, 8, 16, 32]).toContain(planeBetween(NaN, NaN, NaN));
	});
});

it('a tree has a node fewer than two for each face', () => {
	expect([0, 1, 2, 1000].map(nodesOver)).toEqual([0, 1, 3, 1999]);
});
