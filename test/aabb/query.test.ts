import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAabbTree } from '../../src/aabb/build.ts';
import { type AabbTree, NODE_WORDS, queryAabbBox, queryAabbColumn, queryAabbSegment } from '../../src/aabb/tree.ts';
import { runs } from '../support/thorough.ts';
import { integerMeshes, type Mesh, randomFrom, scattered, terrain } from './meshes.ts';

type Visit = (face: number) => void;

function visited(query: (visit: Visit) => void): number[] {
	const found: number[] = [];
	query((face) => found.push(face));
	return found.sort((a, b) => a - b);
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
	const treeOf = (mesh: Mesh) => buildAabbTree(mesh.positions, mesh.faces, { tree: split });

	it('find in a box what looking at every face finds', () => {
		fc.assert(
			fc.property(integerMeshes, point, point, (mesh, a, b) => {
				const low = a.map((value, axis) => Math.min(value, b[axis]));
				const high = a.map((value, axis) => Math.max(value, b[axis]));
				const expected = scan(mesh, (min, max) =>
					[0, 1, 2].every((axis) => min[axis] <= high[axis] && max[axis] >= low[axis]),
				);
				expect(visited((visit) => queryAabbBox(treeOf(mesh), [...low, ...high], visit))).toEqual(expected);
			}),
			{ numRuns: runs(300) },
		);
	});

	it('find in a column what looking at every face finds', () => {
		fc.assert(
			fc.property(integerMeshes, coordinate, coordinate, (mesh, x, y) => {
				const expected = scan(mesh, (low, high) => low[0] <= x && high[0] >= x && low[1] <= y && high[1] >= y);
				expect(visited((visit) => queryAabbColumn(treeOf(mesh), x, y, visit))).toEqual(expected);
			}),
			{ numRuns: runs(300) },
		);
	});

	it('find along a way what looking at every face finds', () => {
		fc.assert(
			fc.property(integerMeshes, point, point, (mesh, a, b) => {
				const expected = scan(mesh, (low, high) => wayMeetsBox(a, b, low, high));
				expect(visited((visit) => queryAabbSegment(treeOf(mesh), ...a, ...b, visit))).toEqual(expected);
			}),
			{ numRuns: runs(500) },
		);
	});

	it('look at few boxes of a large mesh, and say how many', () => {
		const random = randomFrom(3);
		for (const mesh of [terrain(50), scattered(5000)]) {
			const tree = treeOf(mesh);
			for (let i = 0; i < 10; i++) {
				const [x, y] = [random() * 15, random() * 15];
				const found = visited((visit) => queryAabbColumn(tree, x, y, visit));
				expect(found).toEqual(scan(mesh, (low, high) => low[0] <= x && high[0] >= x && low[1] <= y && high[1] >= y));
				const tests = queryAabbColumn(tree, x, y, () => {});
				expect(tests).toBeGreaterThan(found.length);
				expect(tests).toBeLessThan(tree.nodeCount / 20);
			}
		}
	});
});

describe('queries of trees that files made', () => {
	it('find nothing in an empty tree', () => {
		const none: AabbTree = { f32: new Float32Array(), i32: new Int32Array(), nodeCount: 0 };
		expect(visited((visit) => queryAabbColumn(none, 0, 0, visit))).toEqual([]);
		expect(queryAabbColumn({ ...none, nodeCount: 5 }, 0, 0, () => {})).toBe(0);
	});

	it('end in circles, after as many boxes as there are nodes', () => {
		const { positions, faces } = scattered(50, 0.1);
		const tree = buildAabbTree(positions, faces);
		for (let node = 0; node < tree.nodeCount; node++) {
			if (tree.i32[node * NODE_WORDS + 6] < 0) tree.i32[node * NODE_WORDS + 10] = 0;
		}
		expect(queryAabbBox(tree, [-9, -9, -9, 9, 9, 9], () => {})).toBe(tree.nodeCount);
	});

	it('end whatever the words', () => {
		const words = fc.array(fc.oneof(fc.integer({ min: -2, max: 12 }), fc.integer()), { maxLength: 110 });
		fc.assert(
			fc.property(words, fc.nat(20), point, point, (random, nodeCount, a, b) => {
				const i32 = Int32Array.from(random);
				const tree = { i32, f32: new Float32Array(i32.buffer), nodeCount };
				const most = Math.min(nodeCount, Math.floor(i32.length / NODE_WORDS));
				expect(queryAabbBox(tree, [...a, ...b], () => {})).toBeLessThanOrEqual(most);
				expect(queryAabbColumn(tree, a[0], a[1], () => {})).toBeLessThanOrEqual(most);
				expect(queryAabbSegment(tree, ...a, ...b, () => {})).toBeLessThanOrEqual(most);
			}),
			{ numRuns: runs(500) },
		);
	});

	it('may be asked from within a visit', () => {
		const { positions, faces } = scattered(300, 4);
		const tree = buildAabbTree(positions, faces);
		const expected = visited((visit) => queryAabbColumn(tree, 2, 2, visit));
		const nested = visited((visit) =>
			queryAabbColumn(tree, 2, 2, (face) => {
				queryAabbBox(tree, [0, 0, 0, 4, 4, 4], () => {});
				visit(face);
			}),
		);
		expect(expected.length).toBeGreaterThan(3);
		expect(nested).toEqual(expected);
	});
});
