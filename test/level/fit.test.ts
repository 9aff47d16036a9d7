import { describe, expect, it } from 'vitest';
import { fitOf, outwards, sillAcross } from '../../src/seams/facing-edges.ts';

/** Two edges 4 m long whose faces lie on different sides, turned by an angle; the second moved along the seam, away from the first, and up. */
function seam(turn: number, [along, across, up]: readonly [number, number, number], angle = 0): Float64Array {
	const [c, s] = [Math.cos(turn), Math.sin(turn)];
	const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
	const placed = (x: number, y: number, z: number): number[] => [10 + x * c - y * s, -5 + x * s + y * c, 1 + z];
	const second = (x: number, y: number): number[] =>
		placed(x * cosine - y * sine + along, x * sine + y * cosine - across, up);
	// The first face lies at y > 0, the second below the line.
	return Float64Array.from([
		...[placed(0, 0, 0), placed(4, 0, 0), placed(1, 3, 0)].flat(),
		...[second(4, 0), second(0, 0), second(1, -3)].flat(),
	]);
}

const whole = { from: 0, to: 4, gap: 0 };

describe.each([0, 0.6, 2.2, 4])('the fit of two edges, turned by %f', (turn) => {
	const fitted = (moved: readonly [number, number, number], gap: number, angle = 0) =>
		fitOf(seam(turn, moved, angle), 0, 1, { ...whole, gap }, 1e-3);

	it('says how they miss each other, by how much, and what has to be moved', () => {
		expect(fitted([0, 0, 0], 0)).toMatchObject({ kind: 'whole', distance: 0, snap: 0 });
		expect(fitted([0, 0.05, 0], 0.05)).toMatchObject({ kind: 'gap', distance: expect.closeTo(0.05, 9), snap: 0.05 });
		expect(fitted([0, -0.05, 0], 0.05)).toMatchObject({
			kind: 'overlap',
			distance: expect.closeTo(0.05, 9),
			snap: 0.05,
		});
		expect(fitted([0, 0.01, 0.04], 0.05)).toMatchObject({
			kind: 'height',
			distance: expect.closeTo(0.04, 9),
			snap: 0.042,
		});
		expect(fitted([0, 0.01, -0.04], 0.05)).toMatchObject({ kind: 'height', distance: expect.closeTo(0.04, 9) });
		expect(fitted([0.03, 0, 0], 0)).toMatchObject({ kind: 'shift', distance: expect.closeTo(0.03, 9), snap: 0.03 });
		expect(fitted([1, 0, 0], 0)).toMatchObject({ kind: 'divided', distance: 0, snap: 0 });
	});

	it('asks for the gap where the ends lie farther apart than can be moved', () => {
		expect(fitted([0, 0.3, 0], 0.3).snap).toBe(0.3);
		expect(fitted([1, 0.02, 0], 0.02).snap).toBe(0.02);
	});

	it('asks for the wider gap of the two that are measured from either edge', () => {
		const tilted = seam(turn, [0, 0, 0]);
		tilted[9 + 5] += 0.1000001;
		expect(fitOf(tilted, 1, 0, { ...whole, gap: 0.0999 }, 1e-3).snap).toBe(0.101);
		const less = seam(turn, [0, 0, 0]);
		less[9 + 5] += 0.0999;
		expect(fitOf(less, 1, 0, { ...whole, gap: 0.0999 }, 1e-3).snap).toBe(0.1);
	});

	it('measures at the end where they are farther apart', () => {
		const { kind, distance } = fitted([0, 0.01, 0], 0.05, -0.01);
		expect(kind).toBe('gap');
		expect(distance).toBeCloseTo(0.01 + 4 * Math.sin(0.01), 4);
	});

	it('lies in the middle of their common part, and out of the first face', () => {
		const { at } = fitOf(seam(turn, [0, 0, 0]), 0, 1, { ...whole, from: 1, to: 2 }, 1e-3);
		expect(at[0]).toBeCloseTo(10 + 1.5 * Math.cos(turn), 9);
		expect(at[1]).toBeCloseTo(-5 + 1.5 * Math.sin(turn), 9);
		expect(at[2]).toBe(1);
		const [x, y] = outwards(seam(turn, [0, 0, 0]), 0);
		expect([x, y]).toEqual([expect.closeTo(Math.sin(turn), 9), expect.closeTo(-Math.cos(turn), 9)]);
		const [ox, oy] = outwards(seam(turn, [0, 0, 0]), 1);
		expect([ox, oy]).toEqual([expect.closeTo(-Math.sin(turn), 9), expect.closeTo(Math.cos(turn), 9)]);
	});
});

describe('a sill', () => {
	it('bridges gaps up to a limit, in whole centimetres', () => {
		expect([0.001, 0.02, 0.0201, 0.495, 0.5].map(sillAcross)).toEqual([0.01, 0.03, 0.03, 0.5, 0.5]);
		expect([0, -1, 0.51, Number.NaN].map(sillAcross)).toEqual([undefined, undefined, undefined, undefined]);
	});
});
