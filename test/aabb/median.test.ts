import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAabbTree } from '../../src/aabb/build.ts';
import { type AabbTree, NODE_WORDS } from '../../src/aabb/tree.ts';
import { runs } from '../support/thorough.ts';
import { coincident, finiteMeshes, integerMeshes, type Mesh, scattered, terrain } from './meshes.ts';

/** Faces and children of each node by the game's rule, with a plain sort at every node. */
function byTheRule({ positions, faces }: Mesh): number[] {
	const words: number[] = [];
	const value = (face: number, corner: number, axis: number) => positions[faces[face * 3 + corner] * 3 + axis];
	const sum = (face: number, axis: number) => value(face, 0, axis) + value(face, 1, axis) + value(face, 2, axis);
	const extent = (run: number[], axis: number) => {
		let [low, high] = [Infinity, -Infinity];
		for (const face of run) {
			for (let corner = 0; corner < 3; corner++) {
				low = Math.min(low, Math.fround(value(face, corner, axis) - 0.01));
				high = Math.max(high, Math.fround(value(face, corner, axis) + 0.0101));
			}
		}
		return high - low;
	};
	const grow = (run: number[]) => {
		const at = words.length;
		words.push(-1, -1, -1);
		if (run.length === 1) {
			words[at] = run[0];
			return;
		}
		const extents = [0, 1, 2].map((axis) => extent(run, axis));
		const axis = extents.indexOf(Math.max(...extents));
		const sorted = [...run].sort((a, b) => sum(a, axis) - sum(b, axis) || a - b);
		words[at + 1] = words.length / 3;
		grow(sorted.slice(0, run.length >> 1));
		words[at + 2] = words.length / 3;
		grow(sorted.slice(run.length >> 1));
	};
	if (faces.length > 0) grow(Array.from({ length: faces.length / 3 }, (_, face) => face));
	return words;
}

function structureOf({ i32, nodeCount }: AabbTree): number[] {
	return Array.from({ length: nodeCount * 3 }, (_, i) => i32[Math.floor(i / 3) * NODE_WORDS + [6, 9, 10][i % 3]]);
}

function expectTheRule(mesh: Mesh): void {
	expect(structureOf(buildAabbTree(mesh.positions, mesh.faces, { split: 'median' }))).toEqual(byTheRule(mesh));
}

describe('the median split', () => {
	it('is a sort at every node', () => {
		fc.assert(fc.property(integerMeshes, expectTheRule), { numRuns: runs(100) });
		fc.assert(fc.property(finiteMeshes, expectTheRule), { numRuns: runs(100) });
	});

	it('is so for sets that are handed on, equal centroids included', () => {
		for (const mesh of [scattered(9000), terrain(75), scattered(9001, 0.01), coincident(4097)]) expectTheRule(mesh);
		const far = scattered(5000, 40);
		for (let i = 0; i < far.positions.length; i += 3) far.positions[i] += 1e6;
		expectTheRule(far);
		const outlier = scattered(5000, 1);
		outlier.positions[0] = 1e30;
		expectTheRule(outlier);
	});
});
