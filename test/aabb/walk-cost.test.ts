import { describe, expect, it } from 'vitest';
import { buildAabbTree } from '../../src/tree/build.ts';
import { firstHitCost, walkCost, walkLines } from '../reference/walk-cost.ts';
import { coincident, scattered, terrain } from './meshes.ts';

describe('the cost of walking a tree', () => {
	it('is one test where there is one leaf, and every test where all boxes are touched', () => {
		const one = coincident(1);
		const lines = walkLines(one.positions, one.faces, 50);
		expect(walkCost(buildAabbTree(one.positions, one.faces), lines)).toEqual({ column: 1, sight: 1 });
		const many = coincident(16);
		expect(walkCost(buildAabbTree(many.positions, many.faces), lines)).toEqual({ column: 31, sight: 31 });
	});

	it('counts the root for a line that misses it', () => {
		const { positions, faces } = scattered(30);
		const tree = buildAabbTree(positions, faces);
		const lines = { columns: Float64Array.of(1e3, 0), sights: Float64Array.of(1e3, 0, 0, 1e3, 1, 1) };
		expect(walkCost(tree, lines)).toEqual({ column: 1, sight: 1 });
	});

	it('draws the same lines from the same seed, within the faces', () => {
		const mesh = scattered(30);
		const positions = Float32Array.from([...mesh.positions, 1e9, 1e9, 1e9]);
		const lines = walkLines(positions, mesh.faces, 200, 5);
		expect(walkLines(positions, mesh.faces, 200, 5)).toEqual(lines);
		expect(walkLines(positions, mesh.faces, 200, 6)).not.toEqual(lines);
		expect(lines.columns).toHaveLength(400);
		expect(lines.sights).toHaveLength(1200);
		expect(Math.max(...lines.columns, ...lines.sights)).toBeLessThan(10);
		for (let axis = 0; axis < 3; axis++) {
			const values = [...lines.sights].filter((_, i) => i % 3 === axis);
			expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(3);
		}
	});

	it('ends at the first hit, and takes all tests where there is none', () => {
		const floor = coincident(16);
		const tree = buildAabbTree(floor.positions, floor.faces);
		const through = { columns: new Float64Array(), sights: Float64Array.of(0.2, 0.2, 1, 0.3, 0.3, -1) };
		// Down to the first leaf, past the root and one child of each node on the way.
		expect(firstHitCost(tree, floor, through)).toBe(5);
		expect(walkCost(tree, through).sight).toBe(31);
		// The box of the triangles has a corner without any.
		const beside = { columns: new Float64Array(), sights: Float64Array.of(0.9, 0.9, 1, 0.95, 0.95, -1) };
		expect(firstHitCost(tree, floor, beside)).toBe(31);
		const room = terrain(60);
		const lines = walkLines(room.positions, room.faces, 400);
		const hills = buildAabbTree(room.positions, room.faces);
		expect(firstHitCost(hills, room, lines)).toBeLessThan(walkCost(hills, lines).sight);
	});

	it('is less for splits by area than by median, and least for those put right by their chances', () => {
		for (const { positions, faces } of [terrain(60), scattered(6000), scattered(6000, 60)]) {
			const lines = walkLines(positions, faces, 400);
			const best = walkCost(buildAabbTree(positions, faces), lines);
			const fast = walkCost(buildAabbTree(positions, faces, { tree: 'fast' }), lines);
			const median = walkCost(buildAabbTree(positions, faces, { tree: 'median' }), lines);
			expect(fast.column).toBeLessThan(median.column);
			expect(fast.sight).toBeLessThan(median.sight);
			expect(best.column * 2 + best.sight).toBeLessThan((fast.column * 2 + fast.sight) * 1.01);
		}
	});
});
