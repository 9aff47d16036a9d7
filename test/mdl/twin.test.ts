import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportTwin } from '../../game/mdl/findings.ts';
import { type MdlNode, placementOf, toModel, toNode } from '../../game/mdl/mdl.ts';
import { compareTwin, type TwinComparison, type TwinRoom } from '../../game/mdl/twin.ts';
import { writeTwin } from '../../game/mdl/write-twin.ts';
import { Report } from '../../src/findings/report.ts';
import { removeFaces, reorderFaces } from '../../src/geometry/faces.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import { fromParts } from '../../src/math/affine.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { runs } from '../support/thorough.ts';
import { compare, makeTwins, roomOf } from '../support/twins.ts';

const twins = makeTwins({ size: [5, 4] });
const { room } = twins;

function withSurface(walkmesh: Walkmesh, face: number, surface: number): Walkmesh {
	const surfaces = walkmesh.surfaces.slice();
	surfaces[face] = surface;
	return { ...walkmesh, surfaces };
}

function without(walkmesh: Walkmesh, face: number): Walkmesh {
	const gone = new Uint8Array(walkmesh.surfaces.length);
	gone[face] = 1;
	return removeFaces(walkmesh, gone);
}

describe('a room and its model', () => {
	test.each(['k1', 'k2'] as const)('are in step where one is made from the other (%s)', (game) => {
		const own = makeTwins({ game });
		expect(compare(own, own.room)).toMatchObject({ inStep: true, missing: [], extra: [], moved: [], surfaces: [] });
		expect(compare(own, own.room, undefined).inStep).toBe(true);
	});

	test('a walkmesh that was moved by 1 cm is named, with the way that it went', () => {
		const found = compare(twins, {
			...roomOf(moveWalkmesh(room.walkmesh, translation([0.01, 0, 0]))),
			tree: room.tree,
		});
		expect(found.inStep).toBe(false);
		expect(found.offset?.[0]).toBeCloseTo(0.01, 4);
		expect(found).toMatchObject({ missing: [], extra: [], moved: [], nodeMoved: false });
	});

	test('a node that was moved in the model since is told from a walkmesh that was', () => {
		const other = makeTwins({ size: [5, 4], node: [0.5, -0.25, 0.125] });
		const nodes = other.mdl.nodes.map((node, i) =>
			i === other.twin.node ? { ...node, position: [0.5, 0.75, 0.125] as const } : node,
		);
		const found = compareTwin({ ...other.mdl, nodes }, other.twin, room, other.at, K1);
		expect(found).toMatchObject({ inStep: false, nodeMoved: true });
		expect(found.offset?.[1]).toBeCloseTo(-1, 4);
	});

	test('a vertex so far out that numbers are farther apart than the tolerance ends no comparison', () => {
		for (const far of [1e16, -1e32, 3e38]) {
			const positions = room.walkmesh.positions.slice();
			positions[room.walkmesh.faces[0] * 3] = far;
			const found = compare(twins, { walkmesh: { ...room.walkmesh, positions }, tree: room.tree });
			expect(found.missing).toContain(0);
		}
	});

	test('a single vertex that was moved by 1 cm is named by its faces', () => {
		const positions = room.walkmesh.positions.slice();
		positions[room.walkmesh.faces[0] * 3 + 2] += 0.01;
		const found = compare(twins, { walkmesh: { ...room.walkmesh, positions }, tree: room.tree });
		expect(found.moved.map(({ face }) => face)).toContain(0);
		expect(found.moved[0].distance).toBeCloseTo(0.01, 4);
		expect(found).toMatchObject({ missing: [], extra: [], inStep: false });
		expect(found.offset).toBeUndefined();
	});

	test.each([
		['ground', 3, 10],
		['ground that is none any more', 0, 7],
	])('a surface that was changed is named: %s', (_, face, surface) => {
		const found = compare(twins, { walkmesh: withSurface(room.walkmesh, face, surface), tree: room.tree });
		expect(found).toMatchObject({ inStep: false, surfaces: [face], missing: [], extra: [], moved: [] });
	});

	test('a face that was dropped from the walkmesh is named as one that only the model has', () => {
		const found = compare(twins, roomOf(without(room.walkmesh, 5)));
		expect(found).toMatchObject({ inStep: false, missing: [], moved: [] });
		expect(found.extra).toHaveLength(1);
	});

	test('faces in another order are named', () => {
		const order = Uint32Array.from(room.walkmesh.surfaces, (_, i) => (i === 2 ? 3 : i === 3 ? 2 : i));
		const found = compare(twins, roomOf(reorderFaces(room.walkmesh, order)));
		expect(found).toMatchObject({ inStep: false, order: 2, missing: [], extra: [] });
	});

	test('a tree that is built otherwise, a box and a plane are told apart', () => {
		const i32 = room.tree.i32.slice();
		const f32 = new Float32Array(i32.buffer);
		const swapped = { f32, i32, nodeCount: room.tree.nodeCount };
		i32[8] = 2;
		expect(compare(twins, { ...room, tree: swapped }).tree).toMatchObject({ kind: 'plane', node: 0 });
		f32[0] -= 0.5;
		expect(compare(twins, { ...room, tree: swapped }).tree).toMatchObject({ kind: 'box', nodes: 1, node: 0 });
		[i32[9], i32[10]] = [i32[10], i32[9]];
		expect(compare(twins, { ...room, tree: swapped }).tree).toMatchObject({ kind: 'shape' });
	});

	test('corners up to 2 mm apart are the same, farther ones are not', () => {
		const shifted = (by: number): TwinRoom => {
			const positions = room.walkmesh.positions.slice();
			positions[room.walkmesh.faces[0] * 3] += by;
			return { walkmesh: { ...room.walkmesh, positions }, tree: room.tree };
		};
		expect(compare(twins, shifted(0.0018)).inStep).toBe(true);
		expect(compare(twins, shifted(0.0018)).farCorners).toBeGreaterThan(0);
		expect(compare(twins, shifted(0.0025)).inStep).toBe(false);
	});
});

describe('what is said of a face', () => {
	const surfaceOf = (mesh: Walkmesh, face: number): number => mesh.surfaces[face];

	test('is its first corner, and the surface that it has in the model, or in the walkmesh where the model lacks it', () => {
		const more = makeTwins({ size: [6, 4] }).room;
		const changed = { walkmesh: withSurface(room.walkmesh, 3, 10), tree: room.tree };
		const positions = room.walkmesh.positions.slice();
		positions[room.walkmesh.faces[9]] += 0.01;
		const shifted = { walkmesh: { ...room.walkmesh, positions }, tree: room.tree };
		for (const wanted of [changed, shifted, more]) {
			const found = compare(twins, wanted);
			for (let face = 0; face < wanted.walkmesh.surfaces.length; face++) {
				const first = wanted.walkmesh.faces[face * 3] * 3;
				expect(found.at(face)).toEqual([...wanted.walkmesh.positions.subarray(first, first + 3)]);
				const own = surfaceOf(room.walkmesh, face);
				if (wanted !== more) expect(found.surfaceOf(face)).toBe(own);
				else if (found.missing.includes(face)) expect(found.surfaceOf(face)).toBe(surfaceOf(more.walkmesh, face));
			}
		}
	});

	test('is how far its corners are apart, and how many of them by more than a millimetre', () => {
		const off = (by: number) => {
			const positions = room.walkmesh.positions.slice();
			const vertex = room.walkmesh.faces[0];
			positions[vertex * 3] += by;
			const found = compare(twins, { walkmesh: { ...room.walkmesh, positions }, tree: room.tree });
			return [
				Number(found.distance.toFixed(4)),
				found.farCorners,
				room.walkmesh.faces.filter((each) => each === vertex).length,
			];
		};
		const [, , uses] = off(0);
		expect(off(0).slice(0, 2)).toEqual([0, 0]);
		expect(off(0.0009).slice(0, 2)).toEqual([0.0009, 0]);
		expect(off(0.0015).slice(0, 2)).toEqual([0.0015, uses]);
	});
});

test('where a room is is found without a layout by the faces that are alike, whatever else differs', () => {
	const far = { ...roomOf(moveWalkmesh(room.walkmesh, translation([7, -3, 1]))), tree: room.tree };
	const found = compareTwin(twins.mdl, twins.twin, far, undefined, K1);
	expect(found.position.map((value) => Number(value.toFixed(3)))).toEqual(
		twins.at.map((value, axis) => value + [7, -3, 1][axis]),
	);
	expect(found.offset).toBeUndefined();
	// A face more on each side, so that neither the lower nor the upper corner of its box says where it is.
	const { positions, faces, surfaces } = far.walkmesh;
	const count = positions.length / 3;
	const added = [-90, -90, -9, -91, -90, -9, -90, -91, -9, 500, 500, 50, 501, 500, 50, 500, 501, 50];
	const wider = {
		...far.walkmesh,
		positions: Float32Array.from([...positions, ...added]),
		faces: Uint32Array.from([...faces, ...[0, 1, 2, 3, 4, 5].map((vertex) => vertex + count)]),
		surfaces: Uint32Array.from([...surfaces, 7, 7]),
		transitions: new Int32Array(faces.length + 6).fill(-1),
	};
	const among = compareTwin(twins.mdl, twins.twin, { walkmesh: wider, tree: room.tree }, undefined, K1);
	expect(among.position.map((value) => Number(value.toFixed(3)))).toEqual(
		found.position.map((value) => Number(value.toFixed(3))),
	);
	expect(among.missing).toEqual([surfaces.length, surfaces.length + 1]);
	// And with a layout it is told how far off that is.
	const moved = compareTwin(twins.mdl, twins.twin, { walkmesh: wider, tree: room.tree }, twins.at, K1);
	expect(moved.offset?.map((value) => Number(value.toFixed(3)))).toEqual([7, -3, 1]);
});

describe('trees', () => {
	const withTree = (tree: TwinRoom['tree'] | undefined) => {
		const { tree: _, ...bare } = twins.twin;
		return { ...bare, ...(tree === undefined ? {} : { tree }) };
	};
	const none = { f32: new Float32Array(0), i32: new Int32Array(0), nodeCount: 0 };
	const treeOf = (model: TwinRoom['tree'] | undefined, own: TwinRoom['tree']) =>
		compareTwin(twins.mdl, withTree(model), { ...room, tree: own }, twins.at, K1).tree;

	test('that are missing on one side, or end early, are built otherwise', () => {
		const otherwise = { kind: 'shape', nodes: 1, node: 0 };
		expect(treeOf(twins.twin.tree, room.tree)).toBeUndefined();
		expect(treeOf(undefined, room.tree)).toEqual(otherwise);
		expect(treeOf(twins.twin.tree, none)).toEqual(otherwise);
		expect(treeOf(none, room.tree)).toEqual(otherwise);
		expect(treeOf(none, none)).toBeUndefined();
		for (const [word, child] of [[9, -1], [10, -1], [9, 9999], [10, 0]]) {
			const i32 = room.tree.i32.slice();
			i32[word] = child;
			const broken = { f32: new Float32Array(i32.buffer), i32, nodeCount: room.tree.nodeCount };
			expect(treeOf(twins.twin.tree, broken)?.kind).toBe('shape');
			expect(treeOf(broken, room.tree)?.kind).toBe('shape');
		} // biome-ignore format: rows
	});

	test('are told by the number of boxes that differ, and the first of them', () => {
		const f32 = room.tree.f32.slice();
		for (const node of [4, 2, 7]) f32[node * 11 + 3 + (node % 3)] += 0.5;
		const boxes = { f32, i32: new Int32Array(f32.buffer), nodeCount: room.tree.nodeCount };
		expect(treeOf(twins.twin.tree, boxes)).toEqual({ kind: 'box', nodes: 3, node: 2 });
		f32[2 * 11] -= 0.0015;
		expect(treeOf(twins.twin.tree, boxes)).toMatchObject({ nodes: 3 });
		const hardly = room.tree.f32.slice();
		for (let k = 0; k < 6; k++) hardly[22 + k] += k < 3 ? -0.0015 : 0.0015;
		expect(treeOf(twins.twin.tree, { ...room.tree, f32: hardly })).toBeUndefined();
	});
});

test('a model that is brought in step is not written without its second file, or with one that is too short', () => {
	for (const mdx of [undefined, twins.files.mdx.slice(0, 100)]) {
		const report = new Report();
		const files = { mdl: twins.files.mdl, ...(mdx === undefined ? {} : { mdx }) };
		expect(writeTwin(files, twins.mdl, twins.twin, room, twins.at, report)).toBeUndefined();
		expect(report.findings.map(({ code }) => code)).toEqual(['TWIN_ROWS']);
	}
});

describe('the place of a node', () => {
	const node = (parent: number, position: readonly number[], orientation: readonly number[]) =>
		({ parent, position, orientation }) as unknown as MdlNode;
	// Doubles of fast-check would nearly all be too small to tell.
	const number = fc.integer({ min: -2000, max: 2000 }).map((value) => value / 1000);
	const vector = fc.tuple(number, number, number);
	const quaternion = fc.tuple(number, number, number, number).filter((q) => Math.hypot(...q) > 0.1);

	test('is its own turn and move, then those of the nodes above', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(vector, quaternion), { minLength: 1, maxLength: 3 }), vector, (chain, point) => {
				// Children stand before their parents here, which nodes of a file may.
				const nodes = chain.map(([position, orientation], i) =>
					node(i + 1 < chain.length ? i + 1 : -1, position, orientation),
				);
				const placement = placementOf({ nodes }, 0);
				let expected: number[] = [...point];
				for (const [position, [w, x, y, z]] of chain) {
					const m = fromParts(position, [x, y, z, w], [1, 1, 1]);
					expected = [0, 1, 2].map(
						(row) => m[row] * expected[0] + m[3 + row] * expected[1] + m[6 + row] * expected[2] + m[9 + row],
					);
				}
				const found = toModel(placement, [...point, ...point]);
				for (let i = 0; i < 6; i++) expect(found[i]).toBeCloseTo(expected[i % 3], 9);
				const back = toNode(placement, found);
				for (let i = 0; i < 6; i++) expect(back[i]).toBeCloseTo(point[i % 3], 5);
			}),
			{ numRuns: runs(60) },
		);
	});

	test.each([[[0, 0, 0, 0]], [[Infinity, 0, 0, 0]], [[Number.NaN, 0, 0, 1]]])(
		'a quaternion %j turns nothing',
		(orientation) => {
			const placement = placementOf({ nodes: [node(-1, [1, 2, 3], orientation)] }, 0);
			expect([...toModel(placement, [4, 5, 6])]).toEqual([5, 7, 9]);
		},
	);
});

test('what two twins differ in is reported with the first face and its place, or the farthest', () => {
	const report = new Report();
	const comparison = {
		...{ offset: [3, 4, 0], nodeMoved: true, missing: [5, 6], extra: [1], order: 9, surfaces: [2, 3] },
		moved: [
			{ face: 7, distance: 0.1 },
			{ face: 8, distance: 0.4 },
			{ face: 4, distance: 0.2 },
		],
		tree: { kind: 'box', nodes: 2, node: 11 },
		at: (face: number) => [face, 0, 0],
	} as unknown as TwinComparison;
	reportTwin(comparison, { model: 20, walkmesh: 30 }, (face) => ({ surface: `s${face}`, other: 'x' }), report);
	const at = (face: number): object => ({ face, at: [face, 0, 0] });
	expect(report.findings.map(({ code, location, data }) => [code, location, data])).toEqual([
		['TWIN_PLACE', {}, { distance: 5, offset: [3, 4, 0], nodeMoved: true }],
		['TWIN_FACES_MISSING', at(5), { count: 2, of: 30 }],
		['TWIN_FACES_EXTRA', {}, { count: 1, of: 30 }],
		['TWIN_MOVED', at(8), { distance: 0.4, count: 3 }],
		['TWIN_ORDER', at(9), {}],
		['TWIN_SURFACES', at(2), { count: 2, surface: 's2', other: 'x' }],
		['TWIN_TREE', {}, { kind: 'box', nodes: 2, node: 11 }],
	]);
	const none = new Report();
	reportTwin(
		{
			...comparison,
			missing: [],
			extra: [],
			moved: [],
			surfaces: [],
			offset: undefined,
			order: undefined,
			tree: undefined,
		} as never,
		{ model: 1, walkmesh: 1 },
		() => ({ surface: '', other: '' }),
		none,
	);
	expect(none.findings).toEqual([]);
});
