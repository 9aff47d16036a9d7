import { describe, expect, test } from 'vitest';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import type { BwmFile } from '../../src/bwm/bwm-file.ts';
import { Report } from '../../src/findings/report.ts';
import { faceArea } from '../../src/geometry/triangles.ts';
import { planeBetween } from '../../src/tree/tree.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';

/** The figures of docs/format.md, measured again. */
const read = (folder: string, pattern: RegExp): BwmFile[] =>
	corpusFiles(folder, '.wok', '.pwk')
		.filter(({ name }) => pattern.test(name))
		.map(({ bytes }) => decodeBwm(bytes, new Report()));

const game = read('rooms', /\/(?:m10aa|endar)/);
const mdledit = read('rooms', /\/m1[23]|\/m40/);
const pykotor = read('rewritten', /./);
const placeables = read('doors-placeables', /./);
const rooms = [...game, ...mdledit, ...pykotor];

function sum(files: readonly BwmFile[], count: (file: BwmFile) => number): number {
	return files.reduce((total, file) => total + count(file), 0);
}

interface TreeFigures {
	nodes: number;
	inner: number;
	/** Inner nodes whose left child is the next node. */
	preOrder: number;
	/** Inner nodes whose box is the union of their children's to the bit. */
	unions: number;
	/** Inner nodes whose children have different centres, and those of them with the plane of the rule. */
	apart: number;
	planes: number;
	/** Inner nodes divided by median: ⌊n/2⌋ faces left, no centroid there beyond one on the right, along a longest side. */
	medians: number;
	/** Nodes with 4 in their fixed field. */
	fours: number;
	/** Values of the plane field. */
	values: number[];
	/** How far leaf boxes reach beyond their faces, low and high sides: least, median, greatest. */
	low: number[];
	high: number[];
}

function treeFigures(files: readonly BwmFile[]): TreeFigures {
	const figures: TreeFigures = {
		nodes: 0,
		inner: 0,
		preOrder: 0,
		unions: 0,
		apart: 0,
		planes: 0,
		medians: 0,
		fours: 0,
		values: [],
		low: [],
		high: [],
	};
	const values = new Set<number>();
	for (const file of files) measure(file, figures, values);
	const spread = (all: number[]): number[] => {
		all.sort((a, b) => a - b);
		return [all[0], all[all.length >> 1], all[all.length - 1]].map((value) => Number(value.toFixed(4)));
	};
	return {
		...figures,
		values: [...values].sort((a, b) => a - b),
		low: spread(figures.low),
		high: spread(figures.high),
	};
}

function measure(
	{ aabb: { f32, i32, nodeCount }, vertices, faces }: BwmFile,
	into: TreeFigures,
	values: Set<number>,
): void {
	const corner = (face: number, k: number, axis: number): number => vertices[faces[face * 3 + k] * 3 + axis];
	const centroid = (face: number, axis: number): number =>
		corner(face, 0, axis) + corner(face, 1, axis) + corner(face, 2, axis);
	const facesBelow = (node: number): number[] =>
		i32[node * 11 + 6] >= 0
			? [i32[node * 11 + 6]]
			: [...facesBelow(i32[node * 11 + 9]), ...facesBelow(i32[node * 11 + 10])];
	for (let node = 0; node < nodeCount; node++) {
		const at = node * 11;
		const [face, four, plane, left, right] = i32.subarray(at + 6, at + 11);
		into.nodes++;
		if (four === 4) into.fours++;
		values.add(plane);
		if (face >= 0) {
			for (let axis = 0; axis < 3; axis++) {
				const all = [0, 1, 2].map((k) => corner(face, k, axis));
				into.low.push(Math.min(...all) - f32[at + axis]);
				into.high.push(f32[at + 3 + axis] - Math.max(...all));
			}
			continue;
		}
		into.inner++;
		if (left === node + 1) into.preOrder++;
		const axes = [0, 1, 2];
		const low = (child: number, axis: number): number => f32[child * 11 + axis];
		const high = (child: number, axis: number): number => f32[child * 11 + 3 + axis];
		if (
			axes.every(
				(axis) =>
					low(node, axis) === Math.min(low(left, axis), low(right, axis)) &&
					high(node, axis) === Math.max(high(left, axis), high(right, axis)),
			)
		)
			into.unions++;
		const way = axes.map((axis) => (low(right, axis) + high(right, axis) - low(left, axis) - high(left, axis)) / 2);
		if (way.some((length) => Math.abs(length) > 1e-4)) {
			into.apart++;
			if (planeBetween(way[0], way[1], way[2]) === plane) into.planes++;
		}
		const [leftFaces, rightFaces] = [facesBelow(left), facesBelow(right)];
		const sides = axes.map((axis) => high(node, axis) - low(node, axis));
		const longest = axes.filter((axis) => sides[axis] >= Math.max(...sides) - 1e-4);
		const isDivided = longest.some(
			(axis) =>
				Math.max(...leftFaces.map((f) => centroid(f, axis))) <=
				Math.min(...rightFaces.map((f) => centroid(f, axis))) + 1e-4,
		);
		if (isDivided && leftFaces.length === (leftFaces.length + rightFaces.length) >> 1) into.medians++;
	}
}

describe.skipIf(!corpusPresent)('the figures of the page', () => {
	test('are of 5 rooms of the game, 3 written by MDLedit, 12 by PyKotor, and a placeable', () => {
		expect([game.length, mdledit.length, pykotor.length, placeables.length]).toEqual([5, 3, 12, 1]);
	});

	test('count faces, adjacency, edges, loops and transitions of the 20 rooms', () => {
		expect({
			faces: sum(rooms, (file) => file.materials.length),
			entries: sum(rooms, (file) => file.adjacency.length),
			edges: sum(rooms, (file) => file.edges.length / 2),
			loops: sum(rooms, (file) => file.perimeters.length),
			transitions: sum(rooms, (file) => file.edges.filter((value, i) => i % 2 === 1 && value >= 0).length),
		}).toEqual({ faces: 4525, entries: 5016, edges: 1232, loops: 46, transitions: 107 });
	});

	test('say that hooks of rooms are zero, their root too, and their position anything', () => {
		expect(rooms.flatMap(({ hooks }) => [...hooks]).filter((value) => value !== 0)).toEqual([]);
		expect(sum(rooms, ({ aabbRoot }) => aabbRoot)).toBe(0);
		expect(rooms.filter(({ position }) => position.every((value) => value === 0))).toEqual([]);
	});

	test('say that the one face without area in rooms of the game has the normal (1, 0, 0)', () => {
		const found = game.flatMap((file) =>
			[...file.materials.keys()]
				.filter((face) => faceArea(file.vertices, file.faces, face) === 0)
				.map((face) => [...file.normals.subarray(face * 3, face * 3 + 3), file.distances[face]]),
		);
		expect(found).toEqual([[1, 0, 0, Math.fround(-187.2000732421875)]]);
	});

	test('say how the game makes trees', () => {
		expect(treeFigures(game)).toEqual({
			nodes: 1161,
			inner: 578,
			preOrder: 578,
			unions: 578,
			apart: 546,
			planes: 546,
			medians: 578,
			fours: 1161,
			values: [0, 1, 2, 4, 8, 16, 32],
			low: [0.0093, 0.01, 0.0113],
			high: [0.0088, 0.0101, 0.0108],
		});
	});

	test('say how MDLedit makes trees', () => {
		const { nodes, fours, ...figures } = treeFigures(mdledit);
		expect([nodes, fours]).toEqual([1517, 1517]);
		expect(figures).toMatchObject({ inner: 757, preOrder: 757, medians: 757, unions: 375, values: [0, 1, 2, 4] });
		expect([...figures.low, ...figures.high]).toEqual(new Array(6).fill(0.01));
	});

	test('say how PyKotor made trees', () => {
		const { nodes, fours, ...figures } = treeFigures(pykotor);
		expect([nodes, fours]).toEqual([6352, 6352]);
		expect(figures).toMatchObject({ inner: 3170, preOrder: 3170, unions: 3170, values: [0, 1, 2, 4] });
		expect([...figures.low, ...figures.high]).toEqual(new Array(6).fill(0));
	});

	test('say that the placeable has zero absolute hooks and no table beyond distances', () => {
		const [{ hooks, aabb, adjacency, edges, perimeters, offsets }] = placeables;
		expect([...hooks.subarray(6)]).toEqual([0, 0, 0, 0, 0, 0]);
		expect([aabb.nodeCount, adjacency.length, edges.length, perimeters.length]).toEqual([0, 0, 0, 0]);
		expect([offsets.aabb, offsets.adjacency, offsets.edges, offsets.perimeters]).toEqual([0, 0, 0, 0]);
	});
});
