import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportTwin } from '../../game/mdl/findings.ts';
import { type MdlNode, placementOf, toModel, toNode } from '../../game/mdl/mdl.ts';
import type { TwinComparison } from '../../game/mdl/twin.ts';
import { Report } from '../../src/findings/report.ts';
import { fromParts } from '../../src/math/affine.ts';
import { runs } from '../support/thorough.ts';

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
