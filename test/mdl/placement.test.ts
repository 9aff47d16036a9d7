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
		F.TWIN_PLACE,
		{ distance: 1.23456, offset: [1.23456, 0, -0.00001], nodeMoved: true },
		`The walkmesh lies 1.23 m (1.2346 0 0) from where model and layout put the room: the node of the model was moved since the walkmesh was made. | ${SYNC}`,
	],
	[
		F.TWIN_PLACE,
		{ distance: 0.5, offset: [0, 0.5, 0], nodeMoved: false },
		`The walkmesh lies 500 mm (0 0.5 0) from where model and layout put the room: the walkmesh was moved, or the room in the layout. | ${SYNC}`,
	],
	[F.TWIN_DIFFERS, { problem: 'A face differs' }, `A face differs. | ${SYNC}`],
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

describe('what two twins differ in', () => {
	const SAME = { offset: undefined, nodeMoved: false, missing: [], extra: [], moved: [], order: undefined };
	const NOTHING = { ...SAME, surfaces: [], tree: undefined, at: (face: number) => [face, 0, 0] };

	function differences(comparison: object): unknown[] {
		const report = new Report();
		const twins = { ...NOTHING, ...comparison } as unknown as TwinComparison;
		reportTwin(twins, { model: 20, walkmesh: 30 }, (face) => ({ surface: `s${face}`, other: 'x' }), report);
		return report.findings.map(({ code, location, message }) => [code, location, message]);
	}

	const moved = (...distances: number[]) => distances.map((distance, i) => ({ face: 7 + i, distance }));
	const tree = (kind: string, nodes: number) => ({ tree: { kind, nodes, node: 11 } });
	const not = 'The AABB tree of the model is not that of the walkmesh:';

	test.each<[object, number | undefined, string]>([
		[{ missing: [5] }, 5, 'The model lacks 1 face of the 30 that the walkmesh has; this is the first.'],
		[{ missing: [5, 6] }, 5, 'The model lacks 2 faces of the 30 that the walkmesh has; this is the first.'],
		[{ extra: [1] }, undefined, 'The model has 1 face that the walkmesh of 30 faces does not have.'],
		[{ moved: moved(0.01) }, 7, 'A face of the model has other corners than in the walkmesh, up to 10 mm away.'],
		[{ moved: moved(0.1, 1) }, 8, '2 faces of the model have other corners than in the walkmesh, up to 1 m away.'],
		[{ moved: moved(0.9999) }, 7, 'A face of the model has other corners than in the walkmesh, up to 1000 mm away.'],
		[{ order: 9 }, 9, 'The model has its faces in another order than the walkmesh, from this one on.'],
		[
			{ surfaces: [2] },
			2,
			'1 face has another surface in the model; this one is s2 in the walkmesh and x in the model.',
		],
		[
			{ surfaces: [2, 3] },
			2,
			'2 faces have another surface in the model; this one is s2 in the walkmesh and x in the model.',
		],
		[tree('shape', 1), undefined, `${not} it is built otherwise, first at node 11.`],
		[tree('box', 1), undefined, `${not} a box differs, first at node 11.`],
		[tree('box', 2), undefined, `${not} 2 boxes differ, first at node 11.`],
		[tree('plane', 1), undefined, `${not} a split plane differs, first at node 11.`],
		[tree('plane', 2), undefined, `${not} 2 split planes differ, first at node 11.`],
	])('is reported with the first face and its place, or the farthest: %j', (comparison, face, words) => {
		const location = face === undefined ? {} : { face, at: [face, 0, 0] };
		expect(differences(comparison)).toEqual([['TWIN_DIFFERS', location, words]]);
	});

	test('is reported one by one, the position first, and nothing where nothing differs', () => {
		const all = {
			offset: [3, 4, 0],
			missing: [5],
			extra: [1],
			moved: moved(1),
			order: 9,
			surfaces: [2],
			...tree('box', 1),
		};
		expect(differences(all)).toHaveLength(7);
		expect(differences(all)[0]).toEqual([
			'TWIN_PLACE',
			{},
			expect.stringContaining('The walkmesh lies 5 m (3 4 0) from'),
		]);
		expect(differences({})).toEqual([]);
	});
});
