import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleBytes } from '../../scripts/format-example.ts';
import { buildAabbTree } from '../../src/tree/build.ts';
import { type AabbTree, planeBetween } from '../../src/tree/tree.ts';

interface Node {
	readonly low: readonly number[];
	readonly high: readonly number[];
	readonly face: number;
	readonly fixed: number;
	readonly plane: number;
	readonly left: number;
	readonly right: number;
}

/** Nodes as 44-byte records, read by the offsets of the page. */
function nodesAt(view: DataView, offset: number, count: number): Node[] {
	return Array.from({ length: count }, (_, node) => {
		const at = offset + node * 44;
		const f32 = (byte: number): number => view.getFloat32(at + byte, true);
		const i32 = (byte: number): number => view.getInt32(at + byte, true);
		return {
			low: [f32(0x00), f32(0x04), f32(0x08)],
			high: [f32(0x0c), f32(0x10), f32(0x14)],
			face: i32(0x18),
			fixed: i32(0x1c),
			plane: i32(0x20),
			left: i32(0x24),
			right: i32(0x28),
		};
	});
}

function nodesOf(tree: AabbTree): Node[] {
	return nodesAt(new DataView(tree.f32.buffer, tree.f32.byteOffset), 0, tree.nodeCount);
}

const soups = fc
	.array(fc.array(fc.float({ min: -200, max: 200, noNaN: true }), { minLength: 9, maxLength: 9 }), {
		minLength: 1,
		maxLength: 40,
	})
	.map((faces) => ({
		positions: Float32Array.from(faces.flat()),
		faces: Uint32Array.from({ length: faces.length * 3 }, (_, i) => i),
	}));

function overSoups(check: (nodes: Node[], positions: Float32Array, faces: Uint32Array) => void): void {
	fc.assert(
		fc.property(soups, ({ positions, faces }) => check(nodesOf(buildAabbTree(positions, faces)), positions, faces)),
	);
}

describe('a node', () => {
	test('is 44 bytes: box, face, 4, plane, left and right child', () => {
		const bytes = exampleBytes();
		const view = new DataView(bytes.buffer);
		const nodes = nodesAt(view, view.getUint32(0x68, true), 5);
		const [root] = nodes;
		const wall = nodes.find(({ face }) => face === 2)!;
		expect(root).toMatchObject({ face: -1, fixed: 4, plane: 1, left: 1, right: 2 });
		expect(wall).toMatchObject({ face: 2, fixed: 4, plane: 0, left: -1, right: -1 });
		expect(wall.high).toEqual([14.0101, 22.0101, 4.0101].map(Math.fround));
	});
});

describe('the tree', () => {
	test('has one leaf a face, 2F − 1 nodes and its root at 0', () => {
		overSoups((nodes, _, faces) => {
			expect(nodes).toHaveLength((faces.length / 3) * 2 - 1);
			const leaves = nodes.filter(({ face }) => face >= 0).map(({ face }) => face);
			expect(leaves.sort((a, b) => a - b)).toEqual(Array.from({ length: faces.length / 3 }, (_, face) => face));
		});
	});

	test('stands in pre-order: the left child is the next node, the right one follows the left side', () => {
		overSoups((nodes) => {
			const behind = (node: number): number => {
				const { face, left, right } = nodes[node];
				if (face >= 0) {
					expect([left, right]).toEqual([-1, -1]);
					return node + 1;
				}
				expect(left).toBe(node + 1);
				expect(right).toBe(behind(left));
				return behind(right);
			};
			expect(behind(0)).toBe(nodes.length);
		});
	});

	test('has boxes 0.01 m below and 0.0101 m above the face in leaves', () => {
		overSoups((nodes, positions, faces) => {
			for (const { face, low, high } of nodes) {
				if (face < 0) continue;
				for (let axis = 0; axis < 3; axis++) {
					const values = [0, 1, 2].map((corner) => positions[faces[face * 3 + corner] * 3 + axis]);
					// A float32 near 200 is known to 0.000015.
					expect(Math.abs(low[axis] - (Math.min(...values) - 0.01))).toBeLessThan(2e-5);
					expect(Math.abs(high[axis] - (Math.max(...values) + 0.0101))).toBeLessThan(2e-5);
				}
			}
		});
	});

	test('has boxes around both children, no larger, in inner nodes', () => {
		overSoups((nodes) => {
			for (const { face, low, high, left, right } of nodes) {
				if (face >= 0) continue;
				expect(low).toEqual(low.map((_, axis) => Math.min(nodes[left].low[axis], nodes[right].low[axis])));
				expect(high).toEqual(high.map((_, axis) => Math.max(nodes[left].high[axis], nodes[right].high[axis])));
			}
		});
	});

	test('has planes that follow from the boxes of the children, 4 in every node and 0 in leaves', () => {
		overSoups((nodes) => {
			const centre = ({ low, high }: Node, axis: number): number => low[axis] + high[axis];
			for (const { face, fixed, plane, left, right } of nodes) {
				expect(fixed).toBe(4);
				if (face >= 0) expect(plane).toBe(0);
				else {
					const way = [0, 1, 2].map((axis) => centre(nodes[right], axis) - centre(nodes[left], axis));
					expect(plane).toBe(planeOfThePage(way));
				}
			}
		});
	});
});

/** x if it is strictly the longest, else z if y is no longer, else y. */
function planeOfThePage(way: readonly number[]): number {
	const [x, y, z] = way.map(Math.abs);
	const axis = x > y && x > z ? 0 : y <= z ? 2 : 1;
	return (1 << axis) * (way[axis] < 0 ? 8 : 1);
}

test.each([
	[[3, 1, 2], 1],
	[[1, 3, 2], 2],
	[[1, 2, 3], 4],
	[[-3, 1, 2], 8],
	[[1, -3, 2], 16],
	[[1, 2, -3], 32],
	[[3, 3, 1], 2],
	[[3, 1, 3], 4],
	[[1, 3, 3], 4],
	[[0, 0, 0], 4],
])('children %j apart have plane %i', ([x, y, z], plane) => {
	expect(planeBetween(x, y, z)).toBe(plane);
	expect(planeOfThePage([x, y, z])).toBe(plane);
});
