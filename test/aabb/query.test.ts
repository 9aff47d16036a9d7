import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { K1 } from '../../src/model/surfaces.ts';
import { ALL, FaceIndex, OBSTACLE } from '../../src/plan/face-index.ts';
import { buildAabbTree } from '../../src/tree/build.ts';
import { type AabbTree, NODE_WORDS } from '../../src/tree/tree.ts';
import { runs } from '../support/thorough.ts';
import { integerMeshes, type Mesh, randomFrom, scattered, terrain } from './meshes.ts';

type Ends = readonly [x: number, y: number, z: number];

function indexOf({ positions, faces }: Mesh, tree: AabbTree): FaceIndex {
	return new FaceIndex({ positions, faces, surfaces: new Uint32Array(faces.length / 3).fill(4) }, K1, tree);
}

const listed = (index: FaceIndex, count: number): number[] => [...index.list.subarray(0, count)].sort((a, b) => a - b);

function inBox(index: FaceIndex, [a, b, c]: Ends, [d, e, f]: Ends): number[] {
	return listed(index, index.facesInBounds(a, b, c, d, e, f, ALL));
}

function inColumn(index: FaceIndex, x: number, y: number): number[] {
	return inBox(index, [x, y, -Infinity], [x, y, Infinity]);
}

function along(index: FaceIndex, [a, b, c]: Ends, [d, e, f]: Ends): number[] {
	return listed(index, index.facesAlong(a, b, c, d, e, f, ALL));
}

/** Faces whose own box passes a test, found by looking at each: boxes as the rule says, without any tree. */
function scan({ positions, faces }: Mesh, passes: (low: number[], high: number[]) => boolean): number[] {
	const found: number[] = [];
	for (let face = 0; face * 3 < faces.length; face++) {
		const corners = [0, 1, 2].map((corner) => positions.subarray(faces[face * 3 + corner] * 3).subarray(0, 3));
		const low = [0, 1, 2].map((axis) => Math.fround(Math.min(...corners.map((corner) => corner[axis])) - 0.01));
		const high = [0, 1, 2].map((axis) => Math.fround(Math.max(...corners.map((corner) => corner[axis])) + 0.0101));
		if (passes(low, high)) found.push(face);
	}
	return found;
}

/** Clips the way to the box, a side at a time. */
function wayMeetsBox(from: number[], to: number[], low: number[], high: number[]): boolean {
	let [enter, leave] = [0, 1];
	for (let axis = 0; axis < 3; axis++) {
		const way = to[axis] - from[axis];
		for (const [side, outward] of [
			[low[axis], -1],
			[high[axis], 1],
		]) {
			const distance = (from[axis] - side) * outward;
			const speed = way * outward;
			if (speed === 0 && distance > 0) return false;
			if (speed > 0) leave = Math.min(leave, -distance / speed);
			if (speed < 0) enter = Math.max(enter, -distance / speed);
		}
	}
	return enter <= leave;
}

const coordinate = fc.integer({ min: -8, max: 8 }).map((half) => half / 2);
const point = fc.tuple(coordinate, coordinate, coordinate);

describe.each(['best', 'median'] as const)('queries of a tree by %s', (split) => {
	const treeOf = (mesh: Mesh) => indexOf(mesh, buildAabbTree(mesh.positions, mesh.faces, { tree: split }));

	it('find in a box what looking at every face finds', () => {
		fc.assert(
			fc.property(integerMeshes, point, point, (mesh, a, b) => {
				const low = a.map((value, axis) => Math.min(value, b[axis])) as unknown as Ends;
				const high = a.map((value, axis) => Math.max(value, b[axis])) as unknown as Ends;
				const expected = scan(mesh, (min, max) =>
					[0, 1, 2].every((axis) => min[axis] <= high[axis] && max[axis] >= low[axis]),
				);
				expect(inBox(treeOf(mesh), low, high)).toEqual(expected);
			}),
			{ numRuns: runs(38, 3000) },
		);
	});

	it('find along a way what looking at every face finds', () => {
		fc.assert(
			fc.property(integerMeshes, point, point, (mesh, a, b) => {
				const expected = scan(mesh, (low, high) => wayMeetsBox(a, b, low, high));
				// What rounding might have kept from it counts too.
				const wider = (values: number[], by: number): number[] => values.map((value) => value + by);
				const most = scan(mesh, (low, high) => wayMeetsBox(a, b, wider(low, -1e-6), wider(high, 1e-6)));
				const found = along(treeOf(mesh), a, b);
				expect(found).toEqual(expect.arrayContaining(expected));
				expect(most).toEqual(expect.arrayContaining(found));
			}),
			{ numRuns: runs(63, 5000) },
		);
	});

	it('look at few boxes of a large mesh, and say how many', () => {
		const random = randomFrom(3);
		for (const mesh of [terrain(50), scattered(5000)]) {
			const index = treeOf(mesh);
			for (let i = 0; i < 10; i++) {
				const [x, y] = [random() * 15, random() * 15];
				const before = index.tests;
				const found = inColumn(index, x, y);
				expect(found).toEqual(scan(mesh, (low, high) => low[0] <= x && high[0] >= x && low[1] <= y && high[1] >= y));
				const tests = index.tests - before;
				expect(tests).toBeGreaterThan(found.length);
				expect(tests).toBeLessThan(index.tree.nodeCount / 20);
			}
		}
	});
});

describe('faces of a kind within a box', () => {
	const STONE = 4;
	const NONWALK = 7;
	const mesh = terrain(30);
	const everywhere = [-99, -99, -99, 99, 99, 99] as const;
	const tree = buildAabbTree(mesh.positions, mesh.faces);
	const indexWith = (surfaceOf: (face: number) => number, over = tree): FaceIndex => {
		const surfaces = Uint32Array.from({ length: mesh.faces.length / 3 }, (_, face) => surfaceOf(face));
		return new FaceIndex({ ...mesh, surfaces }, K1, over);
	};
	/** The same tree with its nodes behind the root in reverse, so that children come before their parents. */
	const backwards = (): AabbTree => {
		const i32 = tree.i32.slice();
		for (let node = 0; node < tree.nodeCount; node++) {
			const words = tree.i32.slice(node * NODE_WORDS, (node + 1) * NODE_WORDS);
			for (const child of [9, 10]) if (words[child] > 0) words[child] = tree.nodeCount - words[child];
			i32.set(words, (node === 0 ? 0 : tree.nodeCount - node) * NODE_WORDS);
		}
		return { i32, f32: new Float32Array(i32.buffer), nodeCount: tree.nodeCount };
	};

	it.each([
		['nodes in pre-order', tree],
		['children before their parents', backwards()],
	])('are those of all faces there that are of the kind: %s', (_, over) => {
		const random = randomFrom(5);
		const index = indexWith(() => (random() < 0.1 ? NONWALK : STONE), over);
		for (let i = 0; i < 20; i++) {
			const [x, y, side] = [random() * 15, random() * 15, random() * 4];
			const obstacles = listed(index, index.facesInBounds(x, y, -99, x + side, y + side, 99, OBSTACLE));
			const all = scan(mesh, ([x0, y0], [x1, y1]) => x0 <= x + side && x1 >= x && y0 <= y + side && y1 >= y);
			expect(obstacles).toEqual(all.filter((face) => index.surfaces[face] === NONWALK));
		}
	});

	it('are looked for below nodes that have some only', () => {
		const without = indexWith(() => STONE);
		expect(without.facesInBounds(...everywhere, OBSTACLE)).toBe(0);
		expect(without.tests).toBe(0);
		const one = indexWith((face) => (face === 100 ? NONWALK : STONE));
		expect(listed(one, one.facesInBounds(...everywhere, OBSTACLE))).toEqual([100]);
		expect(one.tests).toBeLessThan(40);
	});
});

describe('queries of trees that files made', () => {
	const nothing: Mesh = { positions: new Float32Array(), faces: new Uint32Array() };

	it('find nothing in an empty tree', () => {
		const none: AabbTree = { f32: new Float32Array(), i32: new Int32Array(), nodeCount: 0 };
		expect(inColumn(indexOf(nothing, none), 0, 0)).toEqual([]);
		const index = indexOf(nothing, { ...none, nodeCount: 5 });
		expect(inColumn(index, 0, 0)).toEqual([]);
		expect(index.tests).toBe(0);
	});

	it('end in circles, after as many boxes as there are nodes', () => {
		const mesh = scattered(50, 0.1);
		const tree = buildAabbTree(mesh.positions, mesh.faces);
		for (let node = 0; node < tree.nodeCount; node++) {
			if (tree.i32[node * NODE_WORDS + 6] < 0) tree.i32[node * NODE_WORDS + 10] = 0;
		}
		const index = indexOf(mesh, tree);
		inBox(index, [-9, -9, -9], [9, 9, 9]);
		expect(index.tests).toBe(tree.nodeCount);
	});

	it('end whatever the words', () => {
		const words = fc.array(fc.oneof(fc.integer({ min: -2, max: 12 }), fc.integer()), { maxLength: 110 });
		fc.assert(
			fc.property(words, fc.nat(20), point, point, (random, nodeCount, a, b) => {
				const i32 = Int32Array.from(random);
				const tree = { i32, f32: new Float32Array(i32.buffer), nodeCount };
				const most = Math.min(nodeCount, Math.floor(i32.length / NODE_WORDS));
				const index = indexOf(nothing, tree);
				const asks = [
					() => inBox(index, a, b),
					() => inColumn(index, a[0], a[1]),
					() => along(index, a, b),
					() => index.every(a, b, ALL),
					() => index.nearest(...a, ...b, ALL),
					() => index.any(...a, ...b, ALL),
					() => index.closest(...a, ALL, () => 1),
				];
				for (const ask of asks) {
					const before = index.tests;
					ask();
					expect(index.tests - before).toBeLessThanOrEqual(most);
				}
			}),
			{ numRuns: runs(38, 3000) },
		);
	});
});
