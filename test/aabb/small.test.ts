import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { type AabbSplit, buildAabbTree } from '../../src/tree/build.ts';
import { checkAabbTree } from '../../src/tree/check.ts';
import { lineChance, STEPS } from '../../src/tree/line-chance.ts';
import { nodesOver, planeBetween } from '../../src/tree/tree.ts';
import { medianTree, sahTree } from '../reference/aabb.ts';
import { coincident, concentric, type Mesh, row, scattered, terrain } from './meshes.ts';

const SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 25, 33];

function bytesOf(mesh: Mesh, tree: AabbSplit): number[] {
	return [...buildAabbTree(mesh.positions, mesh.faces, { tree }).i32];
}

const REFERENCES = { fast: sahTree, median: medianTree };

/** Small ones each, so that each test takes next to no time: mutants are tried with the quickest. */
const MESHES: readonly (readonly [what: string, mesh: Mesh])[] = [
	...SIZES.flatMap((size): [string, Mesh][] => [
		[`${size} scattered`, scattered(size, 6, size)],
		[`${size} near each other`, scattered(size, 0.1, size + 1)],
		[`${size} in a row`, row(size, size % 3, 1 + (size % 4))],
	]),
	['a floor', terrain(4)],
	['11 in one place', coincident(11)],
	['20 about one centre', concentric(20)],
];

describe.each(MESHES)('trees over few faces: %s', (_, mesh) => {
	it.each(['fast', 'median'] as const)('%s ones are what plain recursion builds', (split) => {
		expect(bytesOf(mesh, split)).toEqual([...REFERENCES[split](mesh).i32]);
	});
});

/** Forty faces, of which one lies far away. */
function crowd(): Mesh {
	const { positions, faces } = scattered(40, 5, 3);
	for (let i = 0; i < 9; i++) positions[i] += 500;
	return { positions, faces };
}

test.each(['best', 'fast', 'median'] as const)('%s trees are the same amid the memory of something else', (tree) => {
	const { positions, faces } = scattered(60, 5, 60);
	const own = buildAabbTree(positions, faces, { tree });
	const all = new Int32Array(own.i32.length + 10).fill(77);
	const { f32, i32, nodeCount } = buildAabbTree(positions, faces, { tree, words: all.subarray(3, -7) });
	expect({ f32: [...f32], i32: [...i32], nodeCount }).toEqual({
		f32: [...own.f32],
		i32: [...own.i32],
		nodeCount: own.nodeCount,
	});
	expect([...all.subarray(0, 3), ...all.subarray(-7)]).toEqual(Array(10).fill(77));
});

function digestOf(mesh: Mesh): string {
	return createHash('sha256')
		.update(new Uint8Array(buildAabbTree(mesh.positions, mesh.faces).i32.buffer))
		.digest('hex')
		.slice(0, 12);
}

describe('trees of the best kind', () => {
	// They may change only with the way trees are built, and then at once for everyone.
	it.each<[string, Mesh, string]>([
		['5 faces', scattered(5, 5, 5), '7b5f24d99e1d'],
		['9 faces', scattered(9, 5, 9), '610c67088929'],
		['17 faces', scattered(17, 5, 17), '93f78b9289d4'],
		['33 faces', scattered(33, 5, 33), '9f18edd1f7b3'],
		['60 faces', scattered(60, 5, 60), '5da989f4714b'],
		['a floor', terrain(4), '97f2261a9214'],
		['a row', row(30, 1, 3), 'e371aa0b51b5'],
		['faces in one place', coincident(12), '6b3c5fa45a82'],
		['a crowd and a lone face', crowd(), 'c9d87a6b0119'],
	])('have the same bytes on every machine: %s', (_, mesh, digest) => {
		expect(digestOf(mesh)).toBe(digest);
	});

	it('put a lone face far away beside the rest, and measure the rest by itself', () => {
		const far = crowd();
		const tree = buildAabbTree(far.positions, far.faces);
		expect(checkAabbTree(tree, far.positions, far.faces)).toMatchObject({ clean: true, complete: true });
		// The face that was moved is a child of the root.
		const [left, right] = [tree.i32[9], tree.i32[10]];
		expect([left, right].some((child) => tree.i32[child * 11 + 6] === 0)).toBe(true);
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
	[[0, 0, 0, 1, 1, 1]],
	[[0.3, 0.3, 0.5, 0.8, 0.6, 0.5]],
])('the chance that a line touches a box is the sum over its parts: %j', (given) => {
	const steps = given.map((share) => Math.round(share * STEPS));
	const box = steps.map((step) => step / STEPS);
	const [x0, y0, z0, x1, y1, z1] = steps;
	for (const weight of [0, 2])
		expect(lineChance(x0, y0, z0, x1, y1, z1, weight)).toBeCloseTo(summedChance(box, weight), 2.2);
});

describe('faces that are no ordinary ones', () => {
	it('name vertices that there are, three a face', () => {
		const positions = new Float32Array(9);
		const build =
			(...faces: number[]) =>
			() =>
				buildAabbTree(positions, Uint32Array.from(faces));
		expect(build(0, 1)).toThrow(new RangeError('2 vertex indices are not three a face'));
		expect(build(0, 1, 2, 0, 3, 1)).toThrow(new RangeError('face 1 uses vertex 3 of 3'));
		expect(build(7, 1, 2)).toThrow(new RangeError('face 0 uses vertex 7 of 3'));
		expect(build(2, 1, 0)).not.toThrow();
		expect(buildAabbTree(positions, new Uint32Array(0)).nodeCount).toBe(0);
	});

	it('may reach without end: their boxes do as well, and do without what is no number', () => {
		const positions = Float32Array.of(0, 0, 0, 1, Infinity, 0, 0, 1, NaN, NaN, 5, 5, -Infinity, 0, 2);
		const { f32 } = buildAabbTree(positions, Uint32Array.of(0, 1, 2), { tree: 'fast' });
		expect([...f32.subarray(0, 6)]).toEqual([-0.01, -0.01, -0.01, 1.0101, Infinity, 0.0101].map(Math.fround));
		const two = buildAabbTree(positions, Uint32Array.of(0, 1, 3, 0, 3, 4), { tree: 'fast' });
		expect([...two.f32.subarray(0, 6)]).toEqual([-Infinity, -0.01, -0.01, 1.0101, Infinity, 5.0101].map(Math.fround));
	});

	it('are reported where a leaf has a left child alone, or a right one', () => {
		const { positions, faces } = scattered(2, 5, 2);
		for (const word of [9, 10]) {
			const tree = buildAabbTree(positions, faces);
			tree.i32[11 + word] = 2;
			expect(checkAabbTree(tree, positions, faces).leavesWithChildren).toEqual({ count: 1, first: [1] });
		}
	});
});

it('the plane between two boxes is one of the six even where there is no way', () => {
	expect([1, 2, 4, 8, 16, 32]).toContain(planeBetween(NaN, NaN, NaN));
});

it('a tree has a node fewer than two for each face', () => {
	expect([0, 1, 2, 1000].map(nodesOver)).toEqual([0, 1, 3, 1999]);
});
