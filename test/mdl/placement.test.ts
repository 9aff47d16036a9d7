import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TWIN_FINDINGS as F, reportTwin } from '../../game/mdl/findings.ts';
import { MDL_FINDINGS, type MdlNode, placementOf, toModel, toNode } from '../../game/mdl/mdl.ts';
import type { TwinComparison } from '../../game/mdl/twin.ts';
import type { FindingType } from '../../src/findings/report.ts';
import { Report } from '../../src/findings/report.ts';
import { fromParts } from '../../src/math/affine.ts';
import { runs } from '../support/thorough.ts';
import { told } from '../support/told.ts';

const SYNC = 'Run: wokflow game sync LAYOUT --in-place';

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

test.each<[FindingType, object, string]>([
	[
		F.TWIN_FACES_MISSING,
		{ count: 1, of: 9 },
		`The model lacks 1 face of the 9 that the walkmesh has; this is the first. | ${SYNC}`,
	],
	[
		F.TWIN_FACES_MISSING,
		{ count: 2, of: 9 },
		`The model lacks 2 faces of the 9 that the walkmesh has; this is the first. | ${SYNC}`,
	],
	[
		F.TWIN_FACES_EXTRA,
		{ count: 2, of: 9 },
		`The model has 2 faces that the walkmesh of 9 faces does not have. | ${SYNC}`,
	],
	[
		F.TWIN_MOVED,
		{ count: 1, distance: 0.01 },
		`A face of the model has other corners than in the walkmesh, up to 10 mm away. | ${SYNC}`,
	],
	[
		F.TWIN_MOVED,
		{ count: 3, distance: 1 },
		`3 faces of the model have other corners than in the walkmesh, up to 1 m away. | ${SYNC}`,
	],
	[
		F.TWIN_MOVED,
		{ count: 3, distance: 0.9999 },
		`3 faces of the model have other corners than in the walkmesh, up to 1000 mm away. | ${SYNC}`,
	],
	[
		F.TWIN_PLACE,
		{ distance: 1.23456, offset: [1.23456, 0, -0.00001], nodeMoved: true },
		`The walkmesh lies 1.23 m (1.2346 0 0) from where model and layout put the room: the node of the model was moved since the walkmesh was made. | ${SYNC}`,
	],
	[
		F.TWIN_PLACE,
		{ distance: 0.5, offset: [0, 0.5, 0], nodeMoved: false },
		`The walkmesh lies 500 mm (0 0.5 0) from where model and layout put the room: the walkmesh was moved, or the room in the layout. | ${SYNC}`,
	],
	[F.TWIN_ORDER, {}, `The model has its faces in another order than the walkmesh, from this one on. | ${SYNC}`],
	[
		F.TWIN_SURFACES,
		{ count: 1, surface: 'Dirt', other: 'Stone' },
		`1 face has another surface in the model; this one is Dirt in the walkmesh and Stone in the model. | ${SYNC}`,
	],
	[
		F.TWIN_SURFACES,
		{ count: 2, surface: 'Dirt', other: 'Stone' },
		`2 faces have another surface in the model; this one is Dirt in the walkmesh and Stone in the model. | ${SYNC}`,
	],
	...(
		[
			['shape', 1, 'it is built otherwise'],
			['box', 1, 'a box differs'],
			['box', 2, '2 boxes differ'],
			['plane', 1, 'a split plane differs'],
			['plane', 2, '2 split planes differ'],
		] as const
	).map(([kind, nodes, what]): [FindingType, object, string] => [
		F.TWIN_TREE,
		{ kind, nodes, node: 7 },
		`The AABB tree of the model is not that of the walkmesh: ${what}, first at node 7. | ${SYNC}`,
	]),
	[
		F.TWIN_NO_NODE,
		{},
		'The model of this room has no walkmesh (AABB node). | Convert it: wokflow convert FILE OUTPUT --dialect model',
	],
	[
		F.TWIN_NO_MODEL,
		{ room: 'hall', looked: 'hall.mdl' },
		'Room "hall" is not compared: no hall.mdl. | Run: wokflow game sync check LAYOUT --model-folder FOLDER',
	],
	[
		F.TWIN_NO_WALKMESH,
		{ room: 'hall', looked: 'hall.wok' },
		'The model of room "hall" has a walkmesh, but there is no hall.wok. | Convert it: wokflow convert FILE OUTPUT',
	],
	[
		F.TWIN_NONE,
		{ looked: 'hall.mdl' },
		'There is no room with a model and a walkmesh: hall.mdl. | Run: wokflow game sync check LAYOUT --model-folder FOLDER',
	],
	[F.TWIN_PLACE_UNKNOWN, {}, 'Without the layout the position of the room is not compared. | Add --layout FILE.'],
	[
		F.TWIN_TREE_UNFIT,
		{ problem: 'The AABB tree of the walkmesh does not have each face once' },
		'The AABB tree of the walkmesh does not have each face once, so the model cannot take it over. | Rebuild it: wokflow rebuild FILE --in-place',
	],
	[
		F.TWIN_TOO_LARGE,
		{ faces: 7, vertices: 8 },
		'The walkmesh has 7 faces and 8 vertices; a mesh of a model can have 65534 of each.',
	],
	[
		MDL_FINDINGS.MDL_TREE,
		{ problem: 'face 3 has no leaf' },
		`The AABB tree of the model is damaged: face 3 has no leaf. The faces are read without it. | ${SYNC}`,
	],
	[
		MDL_FINDINGS.MDL_WITHOUT_WALKMESH,
		{ meshes: 2 },
		'The model has no walkmesh (AABB node), only 2 other meshes, so it is not a room. | Run: wokflow collision FILE OUTPUT --hull; run: wokflow collision FILE OUTPUT --door',
	],
	[
		F.TWIN_ROWS,
		{ problem: 'there is none' },
		'The vertices of the AABB node in the .mdx cannot be replaced: there is none.',
	],
])('$code says what is wrong and what to type', (type, data, words) => {
	expect(told(type, data)).toBe(words);
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
