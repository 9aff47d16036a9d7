import { expect, it } from 'vitest';
import { nodesOver, planeBetween } from '../../src/tree/tree.ts';

it('the plane between two boxes is one of the six even where there is no way', () => {
	expect([1, 2, 4, 8, 16, 32]).toContain(planeBetween(NaN, NaN, NaN));
});

it('a tree has a node fewer than two for each face', () => {
	expect([0, 1, 2, 1000].map(nodesOver)).toEqual([0, 1, 3, 1999]);
});
