import type { AabbTree } from '../../src/tree/tree.ts';

/**
 * Both kinds of tree by obvious recursion over arrays, slow, for meshes with finite coordinates. The `sah` tree is the one that
 * the product builds over up to 4,096 faces; over more it grows the upper nodes over cells of a grid, which only the cost can be
 * compared for.
 */

interface Mesh {
	readonly positions: Float32Array;
	readonly faces: Uint32Array;
}

/** min xyz, max xyz. */
type Box = readonly number[];

interface Leaf {
	readonly box: Box;
	readonly face: number;
}

interface Inner {
	readonly box: Box;
	readonly left: Node;
	readonly right: Node;
}

type Node = Leaf | Inner;

/** The game's rule: sorted by centroid along the longest side, then by number; the lower half left. */
export function medianTree(mesh: Mesh): AabbTree {
	const sum = (face: number, axis: number) => cornersOf(mesh, face).reduce((total, corner) => total + corner[axis], 0);
	const grow = (run: readonly Leaf[]): Node => {
		if (run.length === 1) return run[0];
		const box = around(run.map((leaf) => leaf.box));
		const axis = firstGreatest([0, 1, 2].map((i) => box[i + 3] - box[i]));
		const sorted = [...run].sort((a, b) => sum(a.face, axis) - sum(b.face, axis) || a.face - b.face);
		return join(grow(sorted.slice(0, run.length >> 1)), grow(sorted.slice(run.length >> 1)));
	};
	return treeOf(mesh, grow);
}

/** A face on the lattice that splits are chosen on: its box there in whole steps. */
interface Item {
	readonly leaf: Leaf;
	readonly box: Box;
}

/** The surface area heuristic, as far as bins and a depth of at most ⌈log₂ n⌉ + 2 let it choose. */
export function sahTree(mesh: Mesh): AabbTree {
	return treeOf(mesh, (leaves) => growSah(onLattice(leaves), Math.ceil(Math.log2(leaves.length)) + 2, false));
}

function onLattice(leaves: readonly Leaf[]): Item[] {
	const all = around(leaves.map((leaf) => leaf.box));
	const extent = Math.max(...[0, 1, 2].map((axis) => all[axis + 3] - all[axis]));
	const scale = extent > 0 ? 32766 / extent : 0;
	return leaves.map((leaf) => ({
		leaf,
		box: leaf.box.map((bound, i) => Math.floor((bound - all[i % 3]) * scale + (i < 3 ? 0 : 1))),
	}));
}

function growSah(given: readonly Item[], levels: number, isOnePlace: boolean): Node {
	let items = given;
	if (items.length === 1) return items[0].leaf;
	const sides = (left: readonly Item[], right: readonly Item[], onePlace = false) =>
		join(growSah(left, levels - 1, onePlace), growSah(right, levels - 1, onePlace));
	if (items.length <= 4) return sides(...pairUp(items));
	const middle = items.length >> 1;
	if (isOnePlace) return sides(items.slice(0, middle), items.slice(middle), true);
	if (Math.max(...extentsOf(items)) < 48) items = onLattice(items.map((item) => item.leaf));
	const extents = extentsOf(items);
	const longest = Math.max(...extents);
	if (longest === 0) return sides(items.slice(0, middle), items.slice(middle), true);
	const best = [0, 1, 2]
		.filter((axis) => extents[axis] * 8 >= longest)
		.flatMap((axis) => candidates(items, axis))
		.filter((split) => split.every((side) => side.length > 0 && side.length <= 2 ** (levels - 1)))
		.map((split) => ({ split, cost: costOf(split[0]) + costOf(split[1]) }))
		.reduce<{ split: Split; cost: number } | undefined>(
			(a, b) => (a === undefined || b.cost < a.cost ? b : a),
			undefined,
		);
	if (best !== undefined) return sides(...best.split);
	const axis = firstGreatest(extents);
	const sorted = [...items].sort((a, b) => centre(a, axis) - centre(b, axis));
	return sides(sorted.slice(0, middle), sorted.slice(middle));
}

type Split = readonly [readonly Item[], readonly Item[]];

/** The splits that are tried along an axis: the middle of the centres for few faces, the borders of 4, 8 or 16 bins for more. */
function candidates(items: readonly Item[], axis: number): Split[] {
	const centres = items.map((item) => centre(item, axis));
	const low = Math.min(...centres);
	const high = Math.max(...centres);
	const by = (isLeft: (item: Item) => boolean): Split => [items.filter(isLeft), items.filter((item) => !isLeft(item))];
	if (items.length <= 8) return [by((item) => centre(item, axis) < Math.floor((low + high + 1) / 2))];
	const binCount = items.length <= 16 ? 4 : items.length <= 64 ? 8 : 16;
	const factor = Math.floor((binCount * 2 ** 26) / (high - low + 1));
	const binOf = (item: Item) => Math.floor(((centre(item, axis) - low) * factor) / 2 ** 26);
	return Array.from({ length: binCount - 1 }, (_, i) => by((item) => binOf(item) <= i));
}

/** Two to four: the pair that belongs together most, of four the pairing. */
function pairUp(items: readonly Item[]): Split {
	const [a, b, c, d] = items;
	const area = (...pair: Item[]) => areaOf(around(pair.map((item) => item.box)));
	const ways: Split[] =
		items.length === 2
			? [[[a], [b]]]
			: items.length === 3
				? [
						[[c], [a, b]],
						[[b], [a, c]],
						[[a], [b, c]],
					]
				: [
						[
							[a, b],
							[c, d],
						],
						[
							[a, c],
							[b, d],
						],
						[
							[a, d],
							[b, c],
						],
					];
	const areas = ways.map((way) =>
		way.filter((side) => side.length === 2).reduce((sum, side) => sum + area(...side), 0),
	);
	return ways[areas.indexOf(Math.min(...areas))];
}

function costOf(side: readonly Item[]): number {
	return side.length * areaOf(around(side.map((item) => item.box)));
}

function areaOf(box: Box): number {
	const [x, y, z] = [0, 1, 2].map((axis) => box[axis + 3] - box[axis]);
	return x * y + z * (x + y);
}

/** Twice the centre, from where whole steps of a lattice of 32,768 have their middle. */
function centre(item: Item, axis: number): number {
	return item.box[axis] + item.box[axis + 3] - 32767;
}

function extentsOf(items: readonly Item[]): number[] {
	return [0, 1, 2].map((axis) => {
		const centres = items.map((item) => centre(item, axis));
		return Math.max(...centres) - Math.min(...centres);
	});
}

function firstGreatest(values: readonly number[]): number {
	return values.indexOf(Math.max(...values));
}

function around(boxes: readonly Box[]): Box {
	return [0, 1, 2, 3, 4, 5].map((i) => (i < 3 ? Math.min : Math.max)(...boxes.map((box) => box[i])));
}

function join(left: Node, right: Node): Inner {
	return { box: around([left.box, right.box]), left, right };
}

function cornersOf({ positions, faces }: Mesh, face: number): number[][] {
	return [0, 1, 2].map((corner) => {
		const at = faces[face * 3 + corner] * 3;
		return [...positions.subarray(at, at + 3)];
	});
}

function treeOf(mesh: Mesh, grow: (leaves: readonly Leaf[]) => Node): AabbTree {
	const leaves: Leaf[] = Array.from({ length: mesh.faces.length / 3 }, (_, face) => {
		const corners = cornersOf(mesh, face);
		const low = [0, 1, 2].map((axis) => Math.fround(Math.min(...corners.map((corner) => corner[axis])) - 0.01));
		const high = [0, 1, 2].map((axis) => Math.fround(Math.max(...corners.map((corner) => corner[axis])) + 0.0101));
		return { face, box: [...low, ...high] };
	});
	const nodeCount = Math.max(0, leaves.length * 2 - 1);
	const f32 = new Float32Array(nodeCount * 11);
	const i32 = new Int32Array(f32.buffer);
	let count = 0;
	const write = (node: Node): number => {
		const index = count++;
		f32.set(node.box, index * 11);
		if ('face' in node) {
			i32.set([node.face, 4, 0, -1, -1], index * 11 + 6);
			return index;
		}
		const left = write(node.left);
		const right = write(node.right);
		i32.set([-1, 4, planeOf(node.left.box, node.right.box), left, right], index * 11 + 6);
		return index;
	};
	if (leaves.length > 0) write(grow(leaves));
	return { f32, i32, nodeCount };
}

/** The axis along which the centres of two boxes lie farthest apart: x only alone, z before y; and which way. */
function planeOf(left: Box, right: Box): number {
	const way = [0, 1, 2].map((axis) => right[axis] + right[axis + 3] - (left[axis] + left[axis + 3]));
	const [x, y, z] = way.map(Math.abs);
	const axis = x > y && x > z ? 0 : z >= y ? 2 : 1;
	return (way[axis] < 0 ? 8 : 1) << axis;
}
