import { describe, expect, it } from 'vitest';
import { type EndingFaces, endingEdges } from '../../src/geometry/heaped.ts';
import { HEAPS } from '../fuzz/heaps.ts';
import { generator } from '../support/mutate.ts';

type Points = readonly (readonly number[])[];
const mesh = (points: Points, faces: Points, walkable?: readonly number[]): EndingFaces => ({
	positions: points.flat(),
	faces: faces.flat(),
	walkable: walkable ?? faces.map(() => 1),
});
const SQUARE = [
	[0, 0, 0],
	[1, 0, 0],
	[1, 1, 0],
	[0, 1, 0],
];
const HALVES = [
	[0, 1, 2],
	[0, 2, 3],
];
/** Two squares that meet in an edge; the second one is turned about it by an angle in degrees. */
const hinge = (degrees: number): EndingFaces => {
	const [x, z] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
	return mesh([...SQUARE, [1 + x, 0, z], [1 + x, 1, z]], [...HALVES, [1, 4, 5], [1, 5, 2]]);
};

describe('edges at which a mesh ends', () => {
	it('lie about each piece, not within it', () => {
		expect(endingEdges([])).toBe(0);
		expect(endingEdges([mesh(SQUARE, HALVES)])).toBe(4);
		expect(
			endingEdges([mesh(HEAPS['islands'](50, generator(1)).points, HEAPS['islands'](50, generator(1)).faces)]),
		).toBe(150);
		const floor = HEAPS['ground'](200, generator(1));
		expect(endingEdges([mesh(floor.points, floor.faces)])).toBe(40);
	});

	it('are none where only the node, the material or the vertex changes', () => {
		const moved = SQUARE.map(([x, y, z]) => [x + 1, y, z - 0]);
		expect(endingEdges([mesh(SQUARE, HALVES), mesh(moved, HALVES)])).toBe(6);
		expect(endingEdges([mesh(SQUARE, HALVES, [1, 0])])).toBe(6);
	});

	it('are at a sharp fold, as between the two sides of a leaf, but not at a wall', () => {
		const corners = SQUARE.slice(0, 3);
		const sides = [
			[0, 1, 2],
			[0, 2, 1],
		];
		expect(endingEdges([mesh(corners, sides)])).toBe(6);
		expect(endingEdges([hinge(0)])).toBe(6);
		expect(endingEdges([hinge(90)])).toBe(6);
		expect(endingEdges([hinge(99)])).toBe(6);
		expect(endingEdges([hinge(101)])).toBe(8);
	});

	it('are where faces share a corner alone, turn the other way round, or have no area', () => {
		const corner = mesh(
			[...SQUARE, [2, 1, 0], [1, 2, 0]],
			[
				[0, 1, 2],
				[2, 4, 5],
			],
		);
		expect(endingEdges([corner])).toBe(6);
		const turned = [
			[0, 1, 2],
			[0, 3, 2],
		];
		expect(endingEdges([mesh(SQUARE, turned)])).toBe(6);
		const flat = [
			[0, 1, 2],
			[2, 1, 3],
		];
		expect(endingEdges([mesh([...SQUARE.slice(0, 3), [1, 0.5, 0]], flat)])).toBe(6);
		expect(endingEdges([mesh([...SQUARE.slice(0, 3), [NaN, 0, 0]], HALVES)])).toBe(6);
	});

	it('are counted at an edge of very many faces without comparing all of them', () => {
		const heap = HEAPS['oneEdge'](20_000, generator(1));
		expect(endingEdges([mesh(heap.points, heap.faces)])).toBe(60_000);
	});
});
