import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAabbTree } from '../../src/tree/build.ts';
import { medianTree, sahTree } from '../reference/aabb.ts';
import { walkCost, walkLines } from '../reference/walk-cost.ts';
import { runs, THOROUGH } from '../support/thorough.ts';
import {
	coincident,
	concentric,
	finiteMeshes,
	integerMeshes,
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
	it.each(THOROUGH ? meshes : meshes.slice(0, 1))('is about as cheap to walk as one without a grid: %s', (_, make) => {
		const mesh = make();
		const { positions, faces } = mesh;
		const lines = walkLines(positions, faces, THOROUGH ? 500 : 120);
		const plain = walkCost(sahTree(mesh), lines);
		const cost = walkCost(buildAabbTree(positions, faces, { tree: 'fast' }), lines);
		expect(cost.column).toBeLessThan(plain.column * 1.08);
		expect(cost.sight).toBeLessThan(plain.sight * 1.08);
	});
});
