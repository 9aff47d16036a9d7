import type { BwmFile } from '../../src/bwm/bwm-file.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import type { AabbTree } from '../../src/tree/tree.ts';

/**
 * Files as the tools of the field write them, from our own geometry: what is known of each tool's trees and tables, written down a second
 * time and plainly, so that a test compares two accounts.
 */
export interface ToolHabits {
	readonly split: 'median' | 'mean';
	/** Which side counts as the longest. */
	readonly axis: 'longest' | 'neighbours';
	/** Margins of leaves and inner nodes: below, above; and what is added to z on both sides. */
	readonly leaf: readonly [number, number];
	readonly inner: readonly [number, number];
	readonly sunk?: number;
	/** Planes by the centres of the children's boxes, by the axis of the split as a bit, by its number from 1, or none. */
	readonly planes: 'centres' | 'bit' | 'number' | 'zero';
	/** What a child index is made of. */
	readonly child?: (node: number) => number;
}

export const HABITS = {
	game: { split: 'median', axis: 'longest', leaf: [0.01, 0.0101], inner: [0.01, 0.0101], planes: 'centres' },
	mdledit: { split: 'median', axis: 'longest', leaf: [0.01, 0.01], inner: [0.01, 0.0101], planes: 'bit' },
	mdlops: { split: 'median', axis: 'longest', leaf: [0, 0], inner: [0, 0], planes: 'centres' },
	kotorblender: { split: 'mean', axis: 'longest', leaf: [0, 0], inner: [0, 0], planes: 'bit' },
	pykotor: { split: 'mean', axis: 'neighbours', leaf: [0, 0], inner: [0, 0], planes: 'number' },
	kotorjs: { split: 'median', axis: 'longest', leaf: [0.01, 0.01], inner: [0.01, 0.01], planes: 'zero' },
	'pykotor-newer': { split: 'mean', axis: 'neighbours', leaf: [0, 0], inner: [0, 0], sunk: 10, planes: 'number' },
} as const satisfies Record<string, ToolHabits>;

/** A walkmesh as a tool would write it. Everything but the tree is derived by the rules that all of them share. */
export function writtenBy(mesh: Walkmesh, habits: ToolHabits): BwmFile {
	const file = deriveBwm(mesh, K1, new Report());
	return { ...file, aabb: treeOf(file, habits) };
}

interface Face {
	readonly number: number;
	readonly low: readonly number[];
	readonly high: readonly number[];
	readonly centre: readonly number[];
}

interface Node {
	readonly low: readonly number[];
	readonly high: readonly number[];
	readonly face: number;
	plane: number;
	children?: [number, number];
}

function treeOf({ vertices, faces }: BwmFile, habits: ToolHabits): AabbTree {
	const all = Array.from({ length: faces.length / 3 }, (_, number): Face => {
		const corners = [0, 1, 2].map((k) => [
			...vertices.subarray(faces[number * 3 + k] * 3, faces[number * 3 + k] * 3 + 3),
		]);
		const over = (pick: (values: number[]) => number): number[] =>
			[0, 1, 2].map((axis) => pick(corners.map((corner) => corner[axis])));
		return {
			number,
			low: over((values) => Math.min(...values)),
			high: over((values) => Math.max(...values)),
			centre: over((values) => values.reduce((sum, value) => sum + value, 0) / 3),
		};
	});
	const nodes: Node[] = [];
	if (all.length > 0) grow(all, habits, nodes);
	return pack(nodes, habits);
}

function grow(faces: readonly Face[], habits: ToolHabits, nodes: Node[]): number {
	const low = [0, 1, 2].map((axis) => Math.min(...faces.map((face) => face.low[axis])));
	const high = [0, 1, 2].map((axis) => Math.max(...faces.map((face) => face.high[axis])));
	const isLeaf = faces.length === 1;
	const [below, above] = isLeaf ? habits.leaf : habits.inner;
	const node: Node = {
		low: low.map((value, axis) => value - below + (axis === 2 ? (habits.sunk ?? 0) : 0)),
		high: high.map((value, axis) => value + above - (axis === 2 ? (habits.sunk ?? 0) : 0)),
		face: isLeaf ? faces[0].number : -1,
		plane: 0,
	};
	const index = nodes.push(node) - 1;
	if (isLeaf) return index;
	const size = high.map((value, axis) => value - low[axis]);
	const { axis, parts } = divide(faces, size, habits);
	node.children = [grow(parts[0], habits, nodes), grow(parts[1], habits, nodes)];
	node.plane = planeOf(habits, axis, nodes[node.children[0]], nodes[node.children[1]]);
	return index;
}

function divide(
	faces: readonly Face[],
	[x, y, z]: readonly number[],
	{ split, axis: rule }: ToolHabits,
): { axis: number; parts: [Face[], Face[]] } {
	let axis = rule === 'longest' ? (y > x && y > z ? 1 : z > x && z > y ? 2 : 0) : z > y ? 2 : y > x ? 1 : 0;
	if (split === 'median') {
		const sorted = [...faces].sort((a, b) => a.centre[axis] - b.centre[axis]);
		const half = Math.floor(faces.length / 2);
		return { axis, parts: [sorted.slice(0, half), sorted.slice(half)] };
	}
	for (let tries = 0; tries < 3; tries++, axis = (axis + 1) % 3) {
		const mean = faces.reduce((sum, face) => sum + face.centre[axis], 0) / faces.length;
		if (faces.every((face) => Math.abs(face.centre[axis] - mean) < 1e-4)) continue;
		const parts: [Face[], Face[]] = [
			faces.filter((face) => face.centre[axis] < mean),
			faces.filter((face) => face.centre[axis] >= mean),
		];
		if (parts[0].length > 0 && parts[1].length > 0) return { axis, parts };
	}
	const half = Math.floor(faces.length / 2);
	return { axis, parts: [faces.slice(0, half), faces.slice(half)] };
}

function planeOf({ planes }: ToolHabits, axis: number, left: Node, right: Node): number {
	if (planes === 'zero') return 0;
	if (planes === 'bit') return 1 << axis;
	if (planes === 'number') return axis + 1;
	const middle = (node: Node, k: number): number => Math.fround(node.low[k]) + Math.fround(node.high[k]);
	const [dx, dy, dz] = [0, 1, 2].map((k) => middle(right, k) - middle(left, k));
	if (Math.abs(dx) > Math.abs(dy) && Math.abs(dx) > Math.abs(dz)) return dx < 0 ? 8 : 1;
	if (Math.abs(dy) <= Math.abs(dz)) return dz < 0 ? 32 : 4;
	return dy < 0 ? 16 : 2;
}

function pack(nodes: readonly Node[], { child = (node) => node }: ToolHabits): AabbTree {
	const buffer = new ArrayBuffer(nodes.length * 44);
	const f32 = new Float32Array(buffer);
	const i32 = new Int32Array(buffer);
	for (const [index, { low, high, face, plane, children }] of nodes.entries()) {
		f32.set([...low, ...high], index * 11);
		const [left, right] = children === undefined ? [-1, -1] : children.map(child);
		i32.set([face, 4, plane, left, right], index * 11 + 6);
	}
	return { f32, i32, nodeCount: nodes.length };
}
