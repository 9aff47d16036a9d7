import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/findings/report.ts';
import { type Motion, reflection, rotation, scaling, translation } from '../../src/geometry/transform.ts';
import { turnOf } from '../../src/math/affine.ts';

function apply({ linear, offset }: Motion, x: number, y: number, z: number): number[] {
	const v = Float64Array.of(x, y, z);
	linear?.(v);
	return [...v].map((value, axis) => value + offset[axis]);
}

describe('turnOf', () => {
	it('agrees with the sine and cosine of the machine', () => {
		fc.assert(
			fc.property(fc.double({ min: -720, max: 720, noNaN: true }), (degrees) => {
				const { quarters, cosine, sine } = turnOf(degrees);
				const radians = (degrees % 360) * (Math.PI / 180);
				const rest = radians - (quarters * Math.PI) / 2;
				expect(cosine).toBeCloseTo(Math.cos(rest), 14);
				expect(sine).toBeCloseTo(Math.sin(rest), 14);
			}),
		);
	});

	it('has nothing left of quarter turns, and never more than 45°', () => {
		for (let quarter = -9; quarter <= 9; quarter++) {
			expect(turnOf(quarter * 90)).toEqual({ quarters: ((quarter % 4) + 4) % 4, cosine: 1, sine: 0 });
		}
		for (let degrees = -400; degrees < 400; degrees++) expect(turnOf(degrees).cosine).toBeGreaterThan(0.7);
	});

	it('is exact to the last bit or the one before it', () => {
		expect(Math.abs(turnOf(30).sine - 0.5)).toBeLessThan(1e-16);
		expect(Math.abs(turnOf(45).sine ** 2 - 0.5)).toBeLessThan(3e-16);
	});
});

describe('motions', () => {
	it('turn counter-clockwise seen from above', () => {
		expect(apply(rotation(90), 2, 0, 5)).toEqual([0, 2, 5]);
		expect(apply(rotation(-90), 2, 1, 5)).toEqual([1, -2, 5]);
		const [x, y] = apply(rotation(30), 2, 0, 0);
		expect([x, y]).toEqual([expect.closeTo(Math.sqrt(3), 12), expect.closeTo(1, 12)]);
	});

	it('keep the point they are made about', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -360, max: 360 }),
				fc.integer({ min: -99, max: 99 }),
				fc.integer({ min: 0, max: 99 }),
				(degrees, x, z) => {
					const near = (value: number): unknown => expect.closeTo(value, 9);
					expect(apply(rotation(degrees, [x, 7]), x, 7, z)).toEqual([near(x), near(7), z]);
					expect(apply(scaling([2, -3, 0.5], [x, 7, z]), x, 7, z)).toEqual([near(x), near(7), near(z)]);
					expect(apply(reflection('x', x), x, 1, 2)).toEqual([x, 1, 2]);
					expect(apply(reflection('y', x), 1, x, 2)).toEqual([1, x, 2]);
				},
			),
		);
	});

	it('know mirror images', () => {
		expect([translation([1, 2, 3]), rotation(180), scaling(2), scaling([-1, -1, 1])].map((m) => m.mirrors)).toEqual(
			Array(4).fill(false),
		);
		expect(
			[reflection('x'), reflection('y'), scaling(-1), scaling([1, -2, 1]), scaling([1, 1, -1])].map((m) => m.mirrors),
		).toEqual(Array(5).fill(true));
	});

	it.each<[string, () => unknown]>([
		['translation', () => translation([0, Number.NaN, 0])],
		['rotation', () => rotation(Number.POSITIVE_INFINITY)],
		['centre of rotation', () => rotation(1, [Number.NaN, 0])],
		['mirror', () => reflection('x', Number.NaN)],
		['scale', () => scaling(Number.NaN)],
		['scale of nothing', () => scaling([1, 0, 1])],
	])('refuse a %s that makes no sense', (_, make) => {
		expect(make).toThrow(UsageError);
	});
});
