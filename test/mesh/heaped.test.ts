import { describe, expect, it } from 'vitest';
import { heapDepth } from '../../src/geometry/heaped.ts';
import { HEAPS, type Heap } from '../fuzz/heaps.ts';
import { generator } from '../support/mutate.ts';

const COUNT = 600;
const mesh = ({ points, faces }: Heap) => ({ positions: points.flat(), faces: faces.flat() });
const depthOf = (...heaps: Heap[]): number => heapDepth(heaps.map(mesh));
const heap = (name: string, seed = 1): Heap => HEAPS[name](COUNT, generator(seed));
/** Triangles of corners about each of some points. */
const leaves = (count: number, size: number, point: (random: () => number, i: number) => number[]): Heap => {
	const random = generator(7);
	const points = Array.from({ length: count }, (_, i) => point(random, i)).flatMap((middle) =>
		[0, 1, 2].map(() => middle.map((value) => value + size * (random() - 0.5))),
	);
	return { points, faces: Array.from({ length: count }, (_, i) => [i * 3, i * 3 + 1, i * 3 + 2]) };
};

describe('how deep faces are heaped', () => {
	it.each([
		...['sameCorners', 'copies', 'oneEdge', 'needles', 'star', 'soup', 'fewCorners', 'onOneEdge', 'twoClusters'],
		...[
			'nearlyOne',
			'wide',
			'upright',
			'crossing',
			'slivers',
			'oneSpot',
			'spotOnGround',
			'blockedHeap',
			'heapOnFloors',
		],
	])('%s: a good part of all faces', (name) => {
		for (const seed of [1, 2]) expect(depthOf(heap(name, seed))).toBeGreaterThan(COUNT / 12);
	});

	it.each(['islands', 'walls', 'spiral', 'comb', 'ground', 'holes', 'maze', 'slabs', 'stacked'])(
		'%s: no more than of a floor, however much there is',
		(name) => {
			expect(depthOf(heap(name))).toBeLessThan(4);
		},
	);

	it('spheres within each other, floors above floors, double sides and details of several levels: little', () => {
		expect(depthOf(heap('spheres'))).toBeLessThan(20);
		const floor = heap('ground');
		const raised = (by: number): Heap => ({ ...floor, points: floor.points.map(([x, y, z]) => [x, y, z + by]) });
		expect(depthOf(...Array.from({ length: 20 }, (_, i) => raised(i * 2.8)))).toBeLessThan(4);
		expect(depthOf(floor, floor)).toBeLessThan(6);
		expect(
			depthOf(floor, HEAPS['ground'](COUNT / 4, generator(1)), HEAPS['ground'](COUNT / 16, generator(1))),
		).toBeLessThan(8);
	});

	it('leaves of a tree, blades of a meadow, strands of hair: little', () => {
		const tree = leaves(6_000, 0.15, (random) => [random() * 3, random() * 3, random() * 3]);
		const meadow = leaves(6_000, 0.2, (random) => [random() * 10, random() * 10, 0]);
		const hair = leaves(6_000, 0.03, (random, i) => [Math.cos(i) * 0.1, Math.sin(i) * 0.1, random() * 0.3]);
		for (const each of [tree, meadow, hair]) expect(depthOf(each)).toBeLessThan(100);
	});

	it('counts every face of a few, and those that are not finite nowhere', () => {
		const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
		expect(heapDepth([])).toBe(0);
		expect(heapDepth([{ positions: triangle, faces: [0, 1, 2] }])).toBe(1);
		expect(heapDepth([{ positions: triangle, faces: [0, 1, 2, 2, 1, 0, 0, 1, 2] }])).toBe(3);
		const far = triangle.map((value) => value + 1e5 + 0.1);
		expect(
			heapDepth([
				{ positions: triangle, faces: [0, 1, 2] },
				{ positions: far, faces: [0, 1, 2, 0, 1, 2] },
			]),
		).toBe(5 / 3);
		expect(heapDepth([{ positions: triangle.map((value) => value * NaN), faces: [0, 1, 2] }])).toBe(0);
	});
});
