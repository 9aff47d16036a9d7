import { describe, expect, test } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import { bearingAt, localSpace, toLocal, wrappingNodes } from '../../src/scene/local-space.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { sceneWith } from '../support/scenes.ts';

type Columns = readonly number[];
const NO_NODES: ReadonlySet<number> = new Set();

/** Turns about an axis, degrees, column by column. */
function turn(axis: 'x' | 'y' | 'z', degrees: number): Columns {
	const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
	if (axis === 'x') return [1, 0, 0, 0, c, s, 0, -s, c];
	return axis === 'y' ? [c, 0, -s, 0, 1, 0, s, 0, c] : [c, s, 0, -s, c, 0, 0, 0, 1];
}

const scaled = (x: number, y = x, z = x): Columns => [x, 0, 0, 0, y, 0, 0, 0, z];

/** What comes of several, the last first. */
function through(...all: readonly Columns[]): Columns {
	return all.reduce((outer, inner) =>
		[0, 1, 2].flatMap((column) =>
			[0, 1, 2].map((row) => [0, 1, 2].reduce((sum, k) => sum + outer[k * 3 + row] * inner[column * 3 + k], 0)),
		),
	);
}

const rootWith = (axes: Columns | undefined): Scene =>
	sceneWith([{ name: 'crate_pwk', origin: [10, 20, 3], ...(axes === undefined ? {} : { axes }) }], []);

/** What is told of a root, and where a point 1, 2, 3 along its axes lies in its model. */
function local(axes: Columns | undefined): { told: string[]; point: number[]; mirrors: boolean } {
	const report = new Report();
	const space = localSpace(rootWith(axes), 0, NO_NODES, report);
	const [x, y, z] = [0, 1, 2].map((row) =>
		axes === undefined ? row + 1 : axes[row] + 2 * axes[3 + row] + 3 * axes[6 + row],
	);
	return {
		told: report.findings.map(({ code, data }) => `${code} ${Object.values(data ?? {}).join(' ')}`),
		point: [...toLocal([x + 10, y + 20, z + 3], space)],
		mirrors: space.mirrors,
	};
}

describe('a model at a root', () => {
	test.each<[string, Columns | undefined, string[], number[], boolean]>([
		['that is as it is', undefined, [], [1, 2, 3], false],
		['that is not turned', scaled(1), [], [1, 2, 3], false],
		['that is turned', turn('z', 30), ['OBJECT_MADE_LOCAL a bearing of 30°'], [1, 2, 3], false],
		['that is turned back', turn('z', -90), ['OBJECT_MADE_LOCAL a bearing of -90°'], [1, 2, 3], false],
		['that is scaled', scaled(2), ['OBJECT_MADE_LOCAL a scale of 2'], [1, 2, 3], false],
		[
			'that is turned and scaled',
			through(turn('z', 45), scaled(0.5)),
			['OBJECT_MADE_LOCAL a bearing of 45°, a scale of 0.5'],
			[1, 2, 3],
			false,
		],
		['that is mirrored', scaled(-1, 1, 1), ['OBJECT_MADE_LOCAL a mirror image'], [1, 2, 3], true],
		[
			'that is mirrored, turned and scaled',
			through(turn('z', 10), scaled(-3, 3, 3)),
			['OBJECT_MADE_LOCAL a bearing of 10°, a scale of 3, a mirror image'],
			[1, 2, 3],
			true,
		],
		['that was made with Z up', turn('x', 90), ['OBJECT_AXES_KEPT 90'], [1, -3, 2], false],
		['that stands on its head', turn('x', 180), ['OBJECT_AXES_KEPT 180'], [1, -2, -3], false],
		[
			'that was made with Z up, and turned',
			through(turn('z', 30), turn('x', 90)),
			['OBJECT_AXES_KEPT 90', 'OBJECT_MADE_LOCAL a bearing of 30°'],
			[1, -3, 2],
			false,
		],
		[
			'that leans',
			turn('x', 10),
			['OBJECT_ROOT_TILTED 10'],
			[
				1,
				2 * Math.cos(Math.PI / 18) - 3 * Math.sin(Math.PI / 18),
				2 * Math.sin(Math.PI / 18) + 3 * Math.cos(Math.PI / 18),
			],
			false,
		],
		['that is stretched', scaled(1, 2, 1), ['OBJECT_ROOT_STRETCHED 1 × 2 × 1'], [1, 4, 3], false],
		['that is stretched upwards', scaled(1, 1, 1.5), ['OBJECT_ROOT_STRETCHED 1 × 1 × 1.5'], [1, 2, 4.5], false],
		[
			'that is stretched and turned',
			through(turn('z', 90), scaled(1, 2, 1)),
			['OBJECT_ROOT_STRETCHED 1 × 2 × 1', 'OBJECT_MADE_LOCAL a bearing of 90°'],
			[1, 4, 3],
			false,
		],
		['that is sheared', [1, 0, 0, 0.6, 0.8, 0, 0, 0, 1], ['OBJECT_ROOT_STRETCHED sheared'], [2.2, 1.6, 3], false],
		['that has no width', scaled(0, 1, 1), [], [0, 2, 3], false],
		['that is infinite', scaled(Infinity, 1, 1), [], [Infinity, 2, 3], false],
		['that is turned by a rounding error', turn('z', 1e-7), [], [1, 2, 3], false],
	])('%s', (_, axes, told, point, mirrors) => {
		const found = local(axes);
		expect(
			found.told.map((line) => line.replace(/\d+\.\d{9,}/, (long) => String(Number(Number(long).toFixed(6))))),
		).toEqual(told);
		expect(found.point.map((value) => Number(value.toFixed(5)))).toEqual(
			point.map((value) => Number(value.toFixed(5))),
		);
		expect(found.mirrors).toBe(mirrors);
	});

	test('needs nobody to be reported', () => {
		for (const axes of [turn('z', 30), turn('x', 10), turn('x', 90), scaled(1, 2, 1), [1, 0, 0, 0.6, 0.8, 0, 0, 0, 1]])
			expect(() => localSpace(rootWith(axes), 0, NO_NODES)).not.toThrow();
	});

	test('without a root is where the scene is', () => {
		expect(localSpace(rootWith(scaled(2)), -1, NO_NODES)).toEqual({ origin: [0, 0, 0], mirrors: false });
	});
});

describe('what wraps the whole scene', () => {
	const nodes = (outer: Columns, inner: Columns) => [
		{ name: 'scene', axes: outer },
		{ name: 'group', parent: 0, axes: outer },
		{ name: 'crate_pwk', parent: 1, axes: through(outer, inner) },
		{ name: 'pwk_wg', parent: 2, axes: through(outer, inner) },
	];
	const spaceOf = (outer: Columns, inner: Columns, wrapping: readonly number[]) =>
		localSpace(sceneWith(nodes(outer, inner), [{ node: 3 }]), 2, new Set(wrapping));

	test('keeps its scale and mirror image; those of the object go', () => {
		expect(toLocal([2, 0, 0], spaceOf(scaled(0.5), scaled(2), [0, 1]))).toEqual([1, 0, 0]);
		expect(toLocal([2, 0, 0], spaceOf(scaled(0.5), scaled(2), [0]))).toEqual([1, 0, 0]);
		expect(toLocal([2, 0, 0], spaceOf(scaled(0.5), scaled(2), []))).toEqual([2, 0, 0]);
		const mirrored = spaceOf(scaled(-1, 1, 1), scaled(1), [0, 1]);
		expect(mirrored.mirrors).toBe(false);
		expect(toLocal([2, 3, 4], mirrored)).toEqual([2, 3, 4]);
		expect(spaceOf(scaled(-1, 1, 1), scaled(1), []).mirrors).toBe(true);
		const twice = spaceOf(scaled(-1, 1, 1), scaled(-1, 1, 1), [0, 1]);
		expect(twice.mirrors).toBe(true);
		expect(toLocal([2, 3, 4], twice)).toEqual([-2, 3, 4]);
	});

	test('and is uneven is no unit', () => {
		expect(toLocal([2, 2, 2], spaceOf(scaled(2, 2, 1), scaled(1), [0, 1]))).toEqual([2, 2, 2]);
		expect(toLocal([2, 2, 2], spaceOf(scaled(2, 1, 2), scaled(1), [0, 1]))).toEqual([2, 2, 2]);
		expect(toLocal([2, 2, 2], spaceOf(scaled(0, 0, 0), scaled(1), [0, 1]))).toEqual([2, 2, 2]);
	});

	test('is what all geometry and all hooks are below, and holds none itself', () => {
		const tree = [
			{ name: 'scene' },
			{ name: 'group', parent: 0 },
			{ name: 'a', parent: 1 },
			{ name: 'b', parent: 1 },
			{ name: 'other', parent: 0 },
		];
		const wrapping = (parts: number[], hooks: number[] = []): number[] => [
			...wrappingNodes(
				sceneWith(
					tree,
					parts.map((node) => ({ node })),
					hooks.map((node) => ({ node })),
				),
			),
		];
		expect(wrapping([2, 3])).toEqual([0, 1]);
		expect(wrapping([2, 3], [4])).toEqual([0]);
		expect(wrapping([2], [2])).toEqual([0, 1]);
		expect(wrapping([2], [3])).toEqual([0, 1]);
		expect(wrapping([1, 2])).toEqual([0]);
		expect(wrapping([0, 1])).toEqual([]);
	});
});

test.each<[Columns | undefined, number]>([
	[undefined, 0],
	[scaled(1), 0],
	[turn('z', 30), 30],
	[turn('z', -179), -179],
	[turn('z', 180), 180],
	[turn('z', -180), 180],
	[turn('z', 12.34567), 12.3457],
	[through(turn('z', 90), scaled(2)), 90],
	[through(turn('z', 40), turn('x', 90)), 40],
	[through(turn('z', 40), scaled(-1, 1, 1)), 40],
	[through(turn('z', 40), scaled(1, 1, -1)), 40],
	// Along y, which is along x and half a turn.
	[through(turn('z', 40), scaled(1, -1, 1)), -140],
	[turn('x', 180), 0],
	[scaled(0, 1, 1), 0],
	[scaled(1, Number.NaN, 1), 0],
])('axes %j have a bearing of %d°', (axes, bearing) => {
	expect(bearingAt(rootWith(axes), 0)).toBe(bearing);
	expect(bearingAt(rootWith(axes), -1)).toBe(0);
});
