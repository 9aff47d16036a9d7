import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AabbSplit, buildAabbTree } from '../../src/aabb/build.ts';
import { checkAabbTree } from '../../src/aabb/check.ts';
import { lineChance, prepareLineChance, STEPS } from '../../src/aabb/reinsert.ts';
import { medianTree, sahTree } from '../reference/aabb.ts';
import { coincident, concentric, leastDepth, type Mesh, row, scattered, terrain } from './meshes.ts';

const SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 25, 33];

function bytesOf(mesh: Mesh, tree: AabbSplit): number[] {
	return [...buildAabbTree(mesh.positions, mesh.faces, { tree }).i32];
}

describe('trees over few faces', () => {
	it.each([
		['fast', sahTree],
		['median', medianTree],
	] as const)('%s are what plain recursion builds', (split, reference) => {
		for (const size of SIZES) {
			for (const mesh of [
				scattered(size, 6, size),
				scattered(size, 0.1, size + 1),
				row(size, size % 3, 1 + (size % 4)),
			])
				expect(bytesOf(mesh, split), `${size}`).toEqual([...reference(mesh).i32]);
		}
		for (const mesh of [terrain(4), coincident(11), concentric(20)])
			expect(bytesOf(mesh, split)).toEqual([...reference(mesh).i32]);
	});

	it('of the best kind are sound, no deeper than they may be, and have the same bytes on every machine', () => {
		const hash = createHash('sha256');
		for (const size of [...SIZES, 60]) {
			const mesh = scattered(size, 5, size);
			const { positions, faces } = mesh;
			const tree = buildAabbTree(positions, faces);
			const check = checkAabbTree(tree, positions, faces);
			expect(check).toMatchObject({ clean: true, complete: true });
			expect(check.depth).toBeLessThanOrEqual(leastDepth(size) + 4);
			hash.update(new Uint8Array(tree.i32.buffer));
		}
		for (const mesh of [terrain(4), row(30, 1, 3), coincident(12)])
			hash.update(new Uint8Array(buildAabbTree(mesh.positions, mesh.faces).i32.buffer));
		expect(hash.digest('hex')).toBe('8b6790f8a05180d2aab99c1b376f593d8e79e8b4007dddffa2490801e1de5a6e');
	});

	it('of the best kind put a lone face far away beside the rest, and measure the rest by itself', () => {
		const mesh = scattered(40, 5, 3);
		const near = buildAabbTree(mesh.positions, mesh.faces);
		const far = { positions: mesh.positions.slice(), faces: mesh.faces };
		for (let i = 0; i < 9; i++) far.positions[i] += 500;
		const tree = buildAabbTree(far.positions, far.faces);
		expect(checkAabbTree(tree, far.positions, far.faces)).toMatchObject({ clean: true, complete: true });
		// The face that was moved is a child of the root, or of a node whose other side is that of a lone leaf.
		const [left, right] = [tree.i32[9], tree.i32[10]];
		expect([left, right].some((child) => tree.i32[child * 11 + 6] === 0)).toBe(true);
		expect(tree.nodeCount).toBe(near.nodeCount);
	});
});

/** The share of the way that has come at most so far at a part of it, for even random ends: by steps over the first end. */
function shareBelow(c: number, at: number, steps = 300): number {
	let sum = 0;
	for (let i = 0; i < steps; i++) {
		const u = (i + 0.5) / steps;
		sum += Math.min(1, Math.max(0, (c - (1 - at) * u) / at));
	}
	return sum / steps;
}

/** How often a plane is crossed at a part of the way: for each first end the speed there, where a second one leads through it. */
function crossings(c: number, at: number, steps = 300): number {
	let sum = 0;
	for (let i = 0; i < steps; i++) {
		const u = (i + 0.5) / steps;
		const v = (c - (1 - at) * u) / at;
		if (v >= 0 && v <= 1) sum += Math.abs(v - u) / at;
	}
	return sum / steps;
}

/** The chance by adding up small parts of the way. */
function summedChance(box: readonly number[], planWeight: number): number {
	const parts = 60;
	const sides = [0, 1, 2].map((axis) => [box[axis], box[axis + 3]]);
	const lengths = sides.map(([low, high]) => high - low);
	let crossed = 0;
	for (let part = 0; part < parts; part++) {
		const at = (part + 0.5) / parts;
		const within = sides.map(([low, high]) => shareBelow(high, at) - shareBelow(low, at));
		for (let axis = 0; axis < 3; axis++) {
			const others = within[(axis + 1) % 3] * within[(axis + 2) % 3];
			// Where the box reaches to the end of all there is no line crosses it.
			for (const side of sides[axis]) if (side > 0 && side < 1) crossed += (crossings(side, at) * others) / parts;
		}
	}
	return lengths[0] * lengths[1] * (planWeight + lengths[2]) + crossed / 2;
}

// The product adds up four parts, which is good to three thousandths.
it.each([
	[[0.2, 0.3, 0.4, 0.5, 0.9, 0.6]],
	[[0.1, 0.05, 0.3, 0.15, 0.95, 0.32]],
	[[0.45, 0.45, 0.1, 0.55, 0.6, 0.9]],
	[[0.7, 0.02, 0.02, 0.98, 0.5, 0.1]],
])('the chance that a line touches a box is the sum over its parts: %j', (given) => {
	prepareLineChance();
	const steps = given.map((share) => Math.round(share * STEPS));
	const box = steps.map((step) => step / STEPS);
	const [x0, y0, z0, x1, y1, z1] = steps;
	for (const weight of [0, 2])
		expect(lineChance(x0, y0, z0, x1, y1, z1, weight)).toBeCloseTo(summedChance(box, weight), 2.2);
});
