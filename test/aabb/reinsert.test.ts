import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAabbTree } from '../../src/tree/build.ts';
import { checkAabbTree } from '../../src/tree/check.ts';
import { lineChance, STEPS } from '../../src/tree/line-chance.ts';
import { type AabbTree, NODE_WORDS } from '../../src/tree/tree.ts';
import { runs, THOROUGH } from '../support/thorough.ts';
import {
	coincident,
	concentric,
	finiteMeshes,
	integerMeshes,
	leastDepth,
	type Mesh,
	row,
	scattered,
	terrain,
} from './meshes.ts';

it('the chance that a line touches a box grows with the box, which the search relies on', () => {
	const step = fc.integer({ min: 0, max: STEPS });
	const boxes = fc.array(fc.tuple(step, step), { minLength: 6, maxLength: 6 });
	fc.assert(
		fc.property(boxes, (pairs) => {
			const axis = (i: number) => [...pairs[i], ...pairs[i + 3]].sort((a, b) => a - b);
			const [x, y, z] = [axis(0), axis(1), axis(2)];
			const inner = lineChance(x[1], y[1], z[1], x[2], y[2], z[2], 2);
			const outer = lineChance(x[0], y[0], z[0], x[3], y[3], z[3], 2);
			expect(inner).toBeLessThanOrEqual(outer + 1e-9);
		}),
		{ numRuns: runs(100, 5000) },
	);
});

/** What the tree costs by the lattice's chances: all its inner nodes. */
function costOf({ f32, i32, nodeCount }: AabbTree): number {
	let cost = 0;
	for (let word = 0; word < nodeCount * NODE_WORDS; word += NODE_WORDS) {
		if (i32[word + 9] < 0) continue;
		const steps = [0, 1, 2, 3, 4, 5].map((i) => {
			const low = f32[i % 3];
			// Rounded as there: for coordinates of 1e34 another order of the operations is another step.
			const at = (f32[word + i] - low) * (STEPS / (f32[(i % 3) + 3] - low));
			return Math.min(STEPS, Math.max(0, i < 3 ? Math.floor(at) : Math.ceil(at)));
		});
		const [x0, y0, z0, x1, y1, z1] = steps;
		cost += lineChance(x0, y0, z0, x1, y1, z1, 2);
	}
	return cost;
}

/** Most faces lie near each other and one far away, so that chances are measured by another box than the root's. */
function hasCrowd({ f32, i32 }: AabbTree): boolean {
	const long = (node: number): number =>
		Math.max(...[0, 1, 2].map((axis) => f32[node * NODE_WORDS + axis + 3] - f32[node * NODE_WORDS + axis]));
	return i32[9] >= 0 && [i32[9], i32[10]].some((child) => long(child) < long(0) / 2);
}

function expectBetter({ positions, faces }: Mesh): void {
	const best = buildAabbTree(positions, faces);
	const check = checkAabbTree(best, positions, faces);
	expect(check).toMatchObject({ clean: true, complete: true });
	expect(check.depth).toBeLessThanOrEqual(leastDepth(faces.length / 3) + 4);
	const fast = buildAabbTree(positions, faces, { tree: 'fast' });
	const cost = costOf(fast);
	// Boxes without end have no chances.
	if (Number.isFinite(cost) && !hasCrowd(fast)) expect(costOf(best)).toBeLessThanOrEqual(cost * (1 + 1e-9));
	expect(buildAabbTree(positions, faces).i32).toEqual(best.i32);
}

describe('a best tree', () => {
	it('is sound, within its depth, the same each time, and costs no more than a fast one', () => {
		for (const meshes of [integerMeshes, finiteMeshes])
			fc.assert(fc.property(meshes, expectBetter), { numRuns: runs(20, 3000) });
	});

	it('is so where nothing tells faces apart, and on both sides of the size from which only its upper part is put right', () => {
		for (const mesh of [
			coincident(THOROUGH ? 700 : 200),
			concentric(THOROUGH ? 300 : 120),
			row(200, 1, 6),
			terrain(10),
		])
			expectBetter(mesh);
		for (const count of [1, 2, 3, 4, 2048, 2049]) expectBetter(scattered(count, 30));
	});

	it('costs a room an eighth less', () => {
		const mesh = scattered(300, 12);
		expect(costOf(buildAabbTree(mesh.positions, mesh.faces))).toBeLessThan(
			costOf(buildAabbTree(mesh.positions, mesh.faces, { tree: 'fast' })) * 0.9,
		);
	});
});
