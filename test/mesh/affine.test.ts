import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	type Affine,
	areWithinReach,
	collapsesAreas,
	columnLength,
	determinant,
	fromMatrix,
	fromParts,
	hasFiniteValues,
	IDENTITY,
	isFlattening,
	isMirroring,
	isShearing,
	localTransform,
	multiply,
	transformPoints,
} from '../../src/math/affine.ts';
import { runs } from '../support/thorough.ts';

const small = fc.integer({ min: -6, max: 6 });
const values = (count: number): fc.Arbitrary<number[]> => fc.array(small, { minLength: count, maxLength: count });

/** What a transform makes of a point, by its columns. */
function apply(m: Affine, [x, y, z]: readonly number[]): number[] {
	return [0, 1, 2].map((row) => m[row] * x + m[3 + row] * y + m[6 + row] * z + m[9 + row]);
}

/** The product of two quaternions, x y z w. */
function times([ax, ay, az, aw]: readonly number[], [bx, by, bz, bw]: readonly number[]): number[] {
	return [
		aw * bx + ax * bw + ay * bz - az * by,
		aw * by - ax * bz + ay * bw + az * bx,
		aw * bz + ax * by - ay * bx + az * bw,
		aw * bw - ax * bx - ay * by - az * bz,
	];
}

function expectNear(actual: ArrayLike<number>, expected: readonly number[]): void {
	expect(actual).toHaveLength(expected.length);
	for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, 8);
}

describe('transforms', () => {
	it('after one another are one after the other', () => {
		fc.assert(
			fc.property(values(12), values(12), values(3), (outer, inner, point) => {
				expectNear(apply(multiply(outer, inner), point), apply(outer, apply(inner, point)));
			}),
			{ numRuns: runs(50) },
		);
	});

	it('in parts scale first, then rotate as the quaternion does, whatever its length, then move', () => {
		fc.assert(
			fc.property(values(3), values(4), values(3), values(3), (t, q, s, point) => {
				const squared = q.reduce((sum, value) => sum + value * value, 0);
				const scaled = point.map((value, axis) => value * s[axis]);
				const [x, y, z, w] = q;
				// q · p · q⁻¹
				const turned =
					squared === 0 ? scaled : times(times(q, [...scaled, 0]), [-x, -y, -z, w]).map((value) => value / squared);
				expectNear(
					apply(fromParts(t, q, s), point),
					t.map((value, axis) => value + turned[axis]),
				);
			}),
			{ numRuns: runs(100) },
		);
	});

	it('move points, from a place in the list on', () => {
		fc.assert(
			fc.property(values(12), values(6), (m, points) => {
				const out = new Float64Array(9);
				transformPoints(points, m, out, 3);
				expectNear(out, [0, 0, 0, ...apply(m, points.slice(0, 3)), ...apply(m, points.slice(3))]);
			}),
			{ numRuns: runs(50) },
		);
	});

	it('of nodes are their matrix, or their parts, or nothing', () => {
		const matrix = [1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 0, 13, 14, 15, 1];
		expect(fromMatrix(matrix)).toEqual([1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15]);
		expect(localTransform({ matrix, translation: [1, 1, 1] })).toEqual(fromMatrix(matrix));
		expect(localTransform({})).toBe(IDENTITY);
		expect(localTransform({ translation: [1, 2, 3] })).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3]);
		expect(localTransform({ scale: [2, 3, 4] })).toEqual([2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]);
		expectNear(localTransform({ rotation: [0, 0, 1, 1] }), [0, 1, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0]);
		expect(fromParts([0, 0, 0], [Infinity, 0, 0, 1], [1, 1, 1])).toEqual(IDENTITY);
	});

	it('have a determinant: volume, negative where they mirror', () => {
		expect(determinant([2, 0, 0, 0, 3, 0, 0, 0, 4])).toBe(24);
		expect(determinant([0, 3, 0, 2, 0, 0, 0, 0, 4])).toBe(-24);
		fc.assert(
			fc.property(values(9), ([a, b, c, d, e, f, g, h, i]) => {
				expect(determinant([a, b, c, d, e, f, g, h, i]) + 0).toBe(
					a * e * i + b * f * g + c * d * h - c * e * g - b * d * i - a * f * h + 0,
				);
			}),
			{ numRuns: runs(50) },
		);
		expect([0, 1, 2].map((column) => columnLength([3, 4, 0, 0, 0, 7, 2, 3, 6], column))).toEqual([5, 7, 7]);
	});
});

const scaled = (x: number, y: number, z: number): Affine => [x, 0, 0, 0, y, 0, 0, 0, z, 5, 6, 7];
/** The second axis leans towards the first, by the sine of the angle between them. */
const leaning = (sine: number, size = 1): Affine => [
	size,
	0,
	0,
	Math.sqrt(1 - sine * sine),
	sine,
	0,
	0,
	0,
	size,
	0,
	0,
	0,
];

describe('a transform flattens', () => {
	it.each<[string, Affine, boolean, boolean]>([
		['not at all', IDENTITY, false, false],
		['not where it only shrinks, however much', scaled(1e-200, 1, 1e200), false, false],
		['not where it mirrors', scaled(-1, 1, 1), false, false],
		['along one axis: areas are left', scaled(1, 1, 0), true, false],
		['along two: nothing is left', scaled(1, 0, 0), true, true],
		['to a point', scaled(0, 0, 0), true, true],
		['where two axes are one', leaning(0), true, false],
		['where they are nearly one', leaning(0.9e-9), true, false],
		['not where they are a little apart', leaning(1.1e-9), false, false],
		['where two axes and the third are one', [1, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0], true, true],
		['where the first two differ alone', [1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0], true, false],
		['where the last two differ alone', [1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0], true, false],
		['where the first and last differ alone', [0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0], true, false],
	])('%s', (_, m, flattens, collapses) => {
		expect([isFlattening(m), collapsesAreas(m)]).toEqual([flattens, collapses]);
	});
});

describe('a node mirrors', () => {
	const matrix = (...[a, b, c, d, e, f, g, h, i]: number[]): number[] => [
		a,
		b,
		c,
		0,
		d,
		e,
		f,
		0,
		g,
		h,
		i,
		0,
		0,
		0,
		0,
		1,
	];
	it.each<[Parameters<typeof isMirroring>[0], boolean]>([
		[{}, false],
		[{ scale: [-1, 1, 1] }, true],
		[{ scale: [-1, -2, 1] }, false],
		[{ scale: [-1, -1, -3] }, true],
		[{ scale: [-1, 0, 1] }, true],
		[{ scale: [0, 0, 1] }, false],
		[{ matrix: matrix(1, 0, 0, 0, 1, 0, 0, 0, 1) }, false],
		[{ matrix: matrix(0, 1, 0, 1, 0, 0, 0, 0, 1) }, true],
		[{ matrix: matrix(1e-8, 0, 0, 0, 1e-8, 0, 0, 0, -1e-8) }, true],
		[{ matrix: matrix(1, 0, 0, 0, 1, 0, 0, 0, 0) }, false],
		[{ matrix: matrix(1, 0, 0, 1, -0.9e-9, 0, 0, 0, 1) }, false],
		[{ matrix: matrix(1, 0, 0, 1, -1.1e-9, 0, 0, 0, 1) }, true],
	])('%j: %s', (node, expected) => {
		expect(isMirroring(node)).toBe(expected);
	});
});

describe('a transform shears', () => {
	it.each<[Affine, boolean]>([
		[IDENTITY, false],
		[scaled(2, -3, 0), false],
		[[1, 0, 0, 0.9e-4, 1, 0, 0, 0, 1, 0, 0, 0], false],
		[[1, 0, 0, 1.1e-4, 1, 0, 0, 0, 1, 0, 0, 0], true],
		[[100, 0, 0, 9e-3, 100, 0, 0, 0, 1, 0, 0, 0], false],
		[[1, 0, 0, 0, 1, 0, 0, -1.1e-4, 1, 0, 0, 0], true],
		[[1, 0, 0, 0, 1, 0, 1.1e-4, 0, 1, 0, 0, 0], true],
		[[0, 0, 1, 0, 1, -0.5, 1, 0, 0, 0, 0, 0], true],
	])('%j: %s', (m, expected) => {
		expect(isShearing(m)).toBe(expected);
	});
});

it('values are finite, and points within reach, or not', () => {
	expect([IDENTITY, [...IDENTITY.slice(1), NaN], [...IDENTITY.slice(1), -Infinity]].map(hasFiniteValues)).toEqual([
		true,
		false,
		false,
	]);
	expect([[], [1e15, -1e15], [0, 1.1e15], [-1.1e15], [NaN], [0, Infinity]].map(areWithinReach)).toEqual([
		true,
		true,
		false,
		false,
		false,
		false,
	]);
});
