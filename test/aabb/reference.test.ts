import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAabbTree } from '../../src/tree/build.ts';
import { checkAabbTree } from '../../src/tree/check.ts';
import { lineChance, STEPS } from '../../src/tree/line-chance.ts';
import { type AabbTree, NODE_WORDS } from '../../src/tree/tree.ts';
import { medianTree, sahTree } from '../reference/aabb.ts';
import { walkCost, walkLines } from '../reference/walk-cost.ts';
import { runs, THOROUGH } from '../support/thorough.ts';
import {
	coincident,
	concentric,
	finiteMeshes,
	integerMeshes,
	leastDepth,
	type Mesh,
	row,
	runningAway,
	scattered,
	terrain,
} from './meshes.ts';

const REFERENCES = { fast: sahTree, median: medianTree };

function expectReference({ positions, faces }: Mesh, split: keyof typeof REFERENCES): void {
	const { i32, nodeCount } = buildAabbTree(positions, faces, { tree: split });
	const expected = REFERENCES[split]({ positions, faces });
	expect(nodeCount).toBe(expected.nodeCount);
	expect(Buffer.compare(new Uint8Array(i32.buffer), new Uint8Array(expected.i32.buffer))).toBe(0);
}

describe.each(['fast', 'median'] as const)('a %s tree', (split) => {
	it('is, byte for byte, what plain recursion builds', () => {
		fc.assert(
			fc.property(integerMeshes, (mesh) => expectReference(mesh, split)),
			{ numRuns: runs(7, 700) },
		);
		fc.assert(
			fc.property(finiteMeshes, (mesh) => expectReference(mesh, split)),
			{ numRuns: runs(7, 700) },
		);
	});

	it('is so on both sides of every number of faces where the way to divide them changes', () => {
		for (const limit of [1, 2, 3, 4, 8, 12, 16, 24, 64, 256, ...(THOROUGH ? [1024, 2048, 4095] : [])]) {
			for (const count of [limit, limit + 1]) {
				expectReference(scattered(count, undefined, count), split);
				if (THOROUGH || limit < 256) expectReference(scattered(count, 0.2, count), split);
			}
		}
		expectReference(scattered(THOROUGH ? 4096 : 1025), split);
		expectReference(terrain(THOROUGH ? 40 : 15), split);
	});

	it('is so where faces share their place, or no bins tell them apart', () => {
		for (const count of [5, 9, 17, 65, THOROUGH ? 700 : 260]) {
			expectReference(coincident(count), split);
			expectReference(concentric(count), split);
			expectReference(runningAway(count), split);
			for (let axis = 0; axis < 3; axis++) {
				expectReference(row(count, axis, 1), split);
				expectReference(row(count, axis, 6), split);
			}
		}
	});

	it('is so where a far face leaves the others few steps of the lattice, or one bin of the histogram', () => {
		for (const far of THOROUGH ? [10, 500, 5000, 5e4, 1e6, 1e30] : [10, 5000, 1e30]) {
			const mesh = scattered(THOROUGH ? 900 : 400, 4);
			mesh.positions.fill(far, 0, 9);
			expectReference(mesh, split);
		}
	});
});

it('a median tree of more faces than one set holds is what plain recursion builds, equal centroids included', () => {
	const usual = [row(4100, 1, 7)];
	const thorough = [
		scattered(4097),
		coincident(4097),
		scattered(9000),
		terrain(75),
		scattered(9001, 0.01),
		row(9000, 1, 7),
	];
	for (const mesh of THOROUGH ? [...usual, ...thorough] : usual) expectReference(mesh, 'median');
	if (!THOROUGH) return;
	const far = scattered(5000, 40);
	for (let i = 0; i < far.positions.length; i += 3) far.positions[i] += 1e6;
	expectReference(far, 'median');
	const outlier = scattered(5000, 1);
	outlier.positions[0] = 1e30;
	expectReference(outlier, 'median');
});

describe('a fast tree over the cells of a grid', () => {
	// Grids begin above 4,096 faces.
	const count = THOROUGH ? 6000 : 4200;
	const meshes: [string, () => Mesh][] = [
		['scattered faces', () => scattered(count)],
		['a terrain', () => terrain(Math.ceil(Math.sqrt(count / 2)))],
		['dense faces', () => scattered(count, 2)],
	];
	it.runIf(THOROUGH).each(meshes)('is about as cheap to walk as one without a grid: %s', (_, make) => {
		const mesh = make();
		const { positions, faces } = mesh;
		const lines = walkLines(positions, faces, THOROUGH ? 500 : 120);
		const plain = walkCost(sahTree(mesh), lines);
		const cost = walkCost(buildAabbTree(positions, faces, { tree: 'fast' }), lines);
		expect(cost.column).toBeLessThan(plain.column * 1.08);
		expect(cost.sight).toBeLessThan(plain.sight * 1.08);
	});
});

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
