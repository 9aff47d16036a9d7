import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AABB_DEFAULTS, type AabbSplit, buildAabbTree } from '../../src/tree/build.ts';
import { checkAabbTree } from '../../src/tree/check.ts';
import { type AabbTree, NODE_WORDS } from '../../src/tree/tree.ts';
import { walkCost, walkLines } from '../reference/walk-cost.ts';
import { runs, THOROUGH } from '../support/thorough.ts';
import {
	coincident,
	concentric,
	finiteMeshes,
	hostileMeshes,
	integerMeshes,
	leastDepth,
	lumps,
	type Mesh,
	row,
	runningAway,
	scattered,
	terrain,
} from './meshes.ts';

const SPLITS: readonly AabbSplit[] = ['best', 'fast', 'median'];
/** Levels beyond the least that each split may take. */
const SLACK: Record<AabbSplit, number> = { best: 4, fast: 2, median: 0 };

function build({ positions, faces }: Mesh, split: AabbSplit): AabbTree {
	return buildAabbTree(positions, faces, { tree: split });
}

function hasSameBytes(a: ArrayBufferView, b: ArrayBufferView): boolean {
	return (
		Buffer.compare(
			new Uint8Array(a.buffer, a.byteOffset, a.byteLength),
			new Uint8Array(b.buffer, b.byteOffset, b.byteLength),
		) === 0
	);
}

describe.each(SPLITS)('a tree by %s', (split) => {
	function expectSound(mesh: Mesh): void {
		const tree = build(mesh, split);
		const check = checkAabbTree(tree, mesh.positions, mesh.faces);
		const faceCount = mesh.faces.length / 3;
		expect(check).toMatchObject({ clean: true, complete: true, leafCount: faceCount });
		expect(check.nodeCount).toBe(check.nodesExpected);
		expect(check.depth).toBeLessThanOrEqual(leastDepth(faceCount) + SLACK[split]);
		expect(check.depth).toBeGreaterThanOrEqual(leastDepth(faceCount));
		expect(tree.f32.buffer).toBe(tree.i32.buffer);
		expect(tree.i32.length).toBe(tree.nodeCount * NODE_WORDS);
	}

	it('holds every face once, in pre-order, within the depth, whatever the faces', () => {
		fc.assert(fc.property(integerMeshes, expectSound), { numRuns: runs(13, 1000) });
		fc.assert(fc.property(finiteMeshes, expectSound), { numRuns: runs(13, 1000) });
	});

	it('holds for sizes about the limits of its stages', () => {
		for (const count of [
			1, 2, 3, 4, 5, 8, 9, 12, 13, 16, 17, 64, 65, 1024, 1025, 2048, 2049, 4095, 4096, 4097, 8192, 8193,
		]) {
			// From 2,048 faces on, best is fast and a second look at its upper part.
			if (split === 'best' && count > 1025 && !THOROUGH) continue;
			expectSound(scattered(count));
			expectSound(scattered(count, 0));
		}
		expectSound(terrain(THOROUGH ? 50 : 35));
		if (!THOROUGH) return;
		expectSound(terrain(130));
		expectSound(scattered(60_000, 30));
	});

	it('is no deeper than it must be where only the number of faces decides', () => {
		for (const count of [2, 3, 4, 5, 7, 8, 100, 4096, 4097, ...(THOROUGH ? [100_000] : [])]) {
			const mesh = coincident(count);
			expectSound(mesh);
			expect(checkAabbTree(build(mesh, split), mesh.positions, mesh.faces).depth).toBe(leastDepth(count));
		}
	});

	it('keeps its depth over faces that defeat any grid', () => {
		expectSound(runningAway(150));
		expectSound(runningAway(THOROUGH ? 30_000 : 5000));
		const lumps = scattered(THOROUGH ? 20_000 : 5000, 1);
		for (let i = 0; i < 9 * 50; i++) lumps.positions[i] += 10 ** (i % 7);
		expectSound(lumps);
	});

	it('is the same for the same input, and does not touch it', () => {
		for (const mesh of [scattered(300), ...(THOROUGH ? [scattered(9000), terrain(80)] : [scattered(2500)])]) {
			const positions = mesh.positions.slice();
			const faces = mesh.faces.slice();
			const first = build(mesh, split);
			expect(hasSameBytes(build(mesh, split).i32, first.i32)).toBe(true);
			expect(hasSameBytes(mesh.positions, positions) && hasSameBytes(mesh.faces, faces)).toBe(true);
			const shifted = new Float32Array([0, ...positions]).subarray(1);
			expect(hasSameBytes(build({ positions: shifted, faces }, split).i32, first.i32)).toBe(true);
		}
	});

	it('is empty without faces and a leaf with one', () => {
		expect(build({ positions: Float32Array.of(1, 2, 3), faces: new Uint32Array() }, split)).toMatchObject({
			nodeCount: 0,
		});
		const { f32, i32, nodeCount } = build(coincident(1), split);
		expect(nodeCount).toBe(1);
		expect([...i32.subarray(6)]).toEqual([0, 4, 0, -1, -1]);
		expect([...f32.subarray(0, 6)]).toEqual([-0.01, -0.01, -0.01, 1.0101, 1.0101, 0.0101].map(Math.fround));
	});

	it('is whole with coordinates that are infinite or no number', () => {
		fc.assert(
			fc.property(hostileMeshes, (mesh) => {
				const tree = build(mesh, split);
				const check = checkAabbTree(tree, mesh.positions, mesh.faces);
				expect(check).toMatchObject({ clean: true, complete: true });
				expect(check.depth).toBeLessThanOrEqual(leastDepth(mesh.faces.length / 3) + SLACK[split]);
			}),
			{ numRuns: runs(13, 1000) },
		);
		for (const value of [NaN, Infinity, -Infinity]) {
			const mesh = scattered(THOROUGH ? 5000 : 1500);
			mesh.positions.fill(value, 900, 1000);
			expect(checkAabbTree(build(mesh, split), mesh.positions, mesh.faces)).toMatchObject({ clean: true });
			mesh.positions.fill(value);
			expect(checkAabbTree(build(mesh, split), mesh.positions, mesh.faces)).toMatchObject({ clean: true });
		}
	});
});

it('a tree with faces that have no place gives them boxes that no query finds, and the others those they always have', () => {
	const mesh = scattered(40);
	const tree = buildAabbTree(mesh.positions, mesh.faces);
	const spoilt = { positions: mesh.positions.slice(), faces: mesh.faces };
	spoilt.positions.fill(NaN, 9 * 7, 9 * 8);
	const other = buildAabbTree(spoilt.positions, spoilt.faces);
	const leaves = ({ f32, i32, nodeCount }: AabbTree) => {
		const boxes = new Map<number, number[]>();
		for (let word = 0; word < nodeCount * NODE_WORDS; word += NODE_WORDS) {
			if (i32[word + 6] >= 0) boxes.set(i32[word + 6], [...f32.subarray(word, word + 6)]);
		}
		return boxes;
	};
	const expected = leaves(tree).set(7, [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
	expect(leaves(other)).toEqual(expected);
});

it.each([3000, 20_000])('a tree with a face far away is as cheap to walk as one without, over %i faces', (count) => {
	const near = scattered(count, 20);
	const positions = Float32Array.from([...near.positions, 1e7, 1e7, 1e7, 1e7, 1e7 + 1, 1e7, 1e7 + 1, 1e7, 1e7]);
	const faces = Uint32Array.from([...near.faces, count * 3, count * 3 + 1, count * 3 + 2]);
	const lines = walkLines(near.positions, near.faces, 300);
	const without = walkCost(buildAabbTree(near.positions, near.faces), lines);
	const tree = buildAabbTree(positions, faces);
	const cost = walkCost(tree, lines);
	expect(checkAabbTree(tree, positions, faces)).toMatchObject({ clean: true });
	expect(cost.column).toBeLessThan(without.column * 1.05);
	expect(cost.sight).toBeLessThan(without.sight * 1.05);
});

function hashOf({ i32 }: AabbTree): string {
	return createHash('sha256').update(new Uint8Array(i32.buffer)).digest('hex').slice(0, 16);
}

// They may change only with the way trees are built, and then at once for everyone.
it.each([
	[500, 'fast', '13e1cacad60763b0'],
	[500, 'best', '86f40058c4de2d98'],
	[500, 'median', '4f53b2c7bd1d1b35'],
	[5000, 'fast', '3891f9be01edf5a1'],
	[5000, 'best', '191cc2b67d9b6e5d'],
	[5000, 'median', 'cf353c80b6f3ca3c'],
] as const)('the bytes of a tree of %i faces by %s stay as they are', (count, split, hash) => {
	expect(hashOf(build(scattered(count, 20), split))).toBe(hash);
});

it.each([
	['a cell of many', lumps(9000), '056f5781490a826e'],
	['cells too heavy for their levels', runningAway(9000), 'b9a908398082796d'],
	['dense faces', scattered(9000, 3), 'd8272e9a3ae20240'],
	['cells too heavy for their levels, again and again', lumps(20_000), '4f344a2e14426119'],
	['ever larger faces in one place', concentric(4097), '26780de59431ab85'],
	['two places', row(9001, 2, 4500), '7a70128b61690c97'],
	['faces that share their centre', coincident(5001), 'f4b8a63d09e7fa61'],
])('the bytes of a fast tree where a grid does not divide faces evenly stay as they are: %s', (_, mesh, hash) => {
	expect(hashOf(build(mesh, 'fast'))).toBe(hash);
});

it('options of the tree default to best', () => {
	const mesh = scattered(200);
	expect(AABB_DEFAULTS).toEqual({ tree: 'best' });
	expect(buildAabbTree(mesh.positions, mesh.faces).i32).toEqual(build(mesh, 'best').i32);
	expect(build(mesh, 'best').i32).not.toEqual(build(mesh, 'fast').i32);
	expect(build(mesh, 'best').i32).not.toEqual(build(mesh, 'median').i32);
});
