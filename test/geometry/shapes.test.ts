import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	bendOfQuad,
	CLIPPING_BUDGET,
	clippingBudget,
	distanceOffPlane,
	LARGE_RING,
	newellNormal,
	preparedForClipping,
	QUAD,
	splitQuad,
} from '../../src/geometry/polygons.ts';
import { triangulate } from '../../src/geometry/triangulate.ts';
import { pairs, triples } from '../support/points.ts';
import { THOROUGH } from '../support/thorough.ts';
import { cut, GROUND, type Point, place, rotations } from './rings.ts';

/** Strokes to and fro, in a direction; 2 values a corner. */
function zigzag(strokes: number, angle: number): Float64Array {
	const there = Array.from({ length: strokes }, (_, i) => [i, (i % 2) * strokes]);
	const back = there.map(([x, y]) => [x, y - strokes * 0.4]).reverse();
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	return Float64Array.from([...there, ...back].flatMap(([x, y]) => [x * c - y * s, x * s + y * c]));
}

function disc(corners: number): Float64Array {
	return Float64Array.from({ length: corners * 2 }, (_, i) =>
		(i % 2 === 0 ? Math.cos : Math.sin)((Math.floor(i / 2) / corners) * 2 * Math.PI),
	);
}

describe('a ring that is prepared for clipping', () => {
	it.each([0, 0.2, 0.4, 0.7, 1, Math.PI / 2, 2.5])('costs nothing for a zigzag at %f', (angle) => {
		const budget = clippingBudget();
		expect(preparedForClipping(zigzag(LARGE_RING / 2, angle), budget)).toBeDefined();
		expect(budget.left).toBe(CLIPPING_BUDGET);
	});

	it('is the ring itself where that is cheap, and rounds nothing where its strokes lie along an axis', () => {
		const round = disc(500);
		expect(preparedForClipping(round, clippingBudget())).toBe(round);
		const strokes = zigzag(400, 0);
		const prepared = preparedForClipping(strokes, clippingBudget()) as Float64Array;
		const factor = prepared[2] / strokes[2];
		expect(Math.log2(factor) % 1).toBe(0);
		expect([...prepared]).toEqual([...strokes].map((value, i) => (i % 2 === 0 ? value * factor : value)));
	});

	it('costs the square of its corners where it is large, and is refused where that is too much', () => {
		const [small, large] = [disc(LARGE_RING), disc(LARGE_RING + 1)];
		const budget = clippingBudget();
		expect(preparedForClipping(small, budget)).toBe(small);
		expect(budget.left).toBe(CLIPPING_BUDGET);
		expect(preparedForClipping(large, budget)).toBe(large);
		expect(budget.left).toBe(CLIPPING_BUDGET - (LARGE_RING + 1) ** 2 / 200);
		expect(preparedForClipping(large, { left: 5000 })).toBeUndefined();
		expect(preparedForClipping(small, { left: 0 })).toBe(small);
	});
});

describe('quads', () => {
	const GRID = 4;
	const at = (index: number): Point => [index % GRID, Math.floor(index / GRID)];

	/** How often a ring winds round a point that lies on none of its edges. */
	function winding(ring: readonly Point[], [px, py]: Point): number {
		let turns = 0;
		for (const [i, [ax, ay]] of ring.entries()) {
			const [bx, by] = ring[(i + 1) % ring.length];
			const side = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
			if (ay <= py && by > py && side > 0) turns++;
			else if (ay > py && by <= py && side < 0) turns--;
		}
		return turns;
	}

	it('covers what the ring winds round, for every quad of a grid', () => {
		// Samples on no line through two points of the grid.
		const samples: Point[] = [];
		for (let y = 0; y < 6; y++) for (let x = 0; x < 6; x++) samples.push([x * 0.5 + 0.2371, y * 0.5 + 0.1913]);
		let accepted = 0;
		// Steps of a prime reach every kind of quad; a thorough run tries each.
		for (let code = 0; code < GRID ** 8; code += THOROUGH ? 1 : 31) {
			const indices = [code & 15, (code >> 4) & 15, (code >> 8) & 15, (code >> 12) & 15];
			if (new Set(indices).size < 4) continue;
			const points = indices.map(at);
			const { triangles, problem } = cut(points);
			const turns = samples.map((sample) => winding(points, sample));
			if (problem !== undefined) {
				const bothWays = turns.some((turn) => turn > 0) && turns.some((turn) => turn < 0);
				if (problem === 'zero-area') expect(turns.every((turn) => turn === 0)).toBe(true);
				if (bothWays) expect(problem).toBe('self-crossing');
				continue;
			}
			accepted++;
			const halves = [triangles.slice(0, 3), triangles.slice(3)].map((corners) =>
				corners.map((corner) => points[corner]),
			);
			for (const [s, sample] of samples.entries()) {
				if (winding(halves[0], sample) + winding(halves[1], sample) !== turns[s]) {
					throw new Error(`${JSON.stringify(points)} is not covered by ${triangles}`);
				}
			}
			expect(turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0)).toBe(true);
		}
		// All simple quads of the grid, straight corners allowed, from each corner and both ways round (counted by testing edges in pairs), or a
		// thirty-first of them.
		expect(accepted).toBe(THOROUGH ? 18320 : 592);
	});

	it('avoids a half that is a sliver', () => {
		// d lies on the line from a to c but for rounding: cutting there would leave nothing of the second half.
		for (const off of [0, 1e-9, -1e-9, 1e-5, -1e-5]) {
			const points: Point[] = pairs(0, 0, 4, 0, 4, 4, 2 - off, 2 + off);
			expect(splitQuad(place(points, GROUND), 0, 1, 2, 3)).toBe(QUAD.bd);
		}
	});

	it('takes two corners in one place for one', () => {
		const points: Point[] = pairs(0, 0, 4, 0, 4, 4, 4, 4);
		for (const ring of rotations([0, 1, 2, 3])) {
			const { triangles, problem } = cut(points, GROUND, ring);
			expect(problem).toBeUndefined();
			const areas = [triangles.slice(0, 3), triangles.slice(3)].map(
				(t) => newellNormal(place(points, GROUND), t)[2] / 2,
			);
			expect(areas.sort((a, b) => a - b)).toEqual([0, 8]);
		}
	});

	it('is forgiving where two neighbours are all but one', () => {
		// c and d in the wrong order, a micrometre apart: no bow-tie that anybody drew.
		const points: Point[] = pairs(0, 0, 4, 0, 4, 4, 4 + 1e-6, 4 - 1e-6);
		expect(cut(points).problem).toBeUndefined();
		expect(cut(points.map(([x, y], i): Point => (i === 3 ? [x + 0.1, y - 0.1] : [x, y]))).problem).toBe(
			'self-crossing',
		);
	});

	it('is measured like any ring', () => {
		const coordinate = fc.integer({ min: -9, max: 9 });
		fc.assert(
			fc.property(fc.array(coordinate, { minLength: 12, maxLength: 12 }), (positions) => {
				const normal = newellNormal(positions, [0, 1, 2, 3]);
				fc.pre(Math.hypot(...normal) > 0);
				const bend = { offPlane: 0, level: 0 };
				bendOfQuad(positions, 0, 1, 2, 3, bend);
				expect(bend.offPlane).toBeCloseTo(distanceOffPlane(positions, [0, 1, 2, 3], normal), 9);
				expect(bend.level).toBeCloseTo(Math.abs(normal[2]) / Math.hypot(...normal), 9);
			}),
		);
	});

	it('is cut from its first to its third corner where both halves face the way of the whole, however far they are bent', () => {
		const coordinate = fc.integer({ min: -9, max: 9 });
		const halves = {
			ac: triples(0, 1, 2, 0, 2, 3),
			bd: triples(0, 1, 3, 1, 2, 3),
		} as const;
		fc.assert(
			fc.property(fc.array(coordinate, { minLength: 12, maxLength: 12 }), (positions) => {
				const whole = newellNormal(positions, [0, 1, 2, 3]);
				fc.pre(Math.hypot(...whole) > 1);
				const share = (corners: readonly number[]): number => {
					const [x, y, z] = newellNormal(positions, corners);
					return (x * whole[0] + y * whole[1] + z * whole[2]) / Math.hypot(...whole) ** 2;
				};
				// Slivers are another subject.
				fc.pre(Object.values(halves).every((both) => both.every((half) => share(half) <= 0 || share(half) >= 2e-3)));
				const face = (half: readonly number[]): boolean => share(half) > 0;
				const split = splitQuad(positions, 0, 1, 2, 3);
				if (halves.ac.every(face)) expect(split).toBe(QUAD.ac);
				else if (halves.bd.every(face)) expect(split).toBe(QUAD.bd);
				else expect([QUAD.twisted, QUAD.ac]).toContain(split);
			}),
			{ numRuns: 2000 },
		);
	});

	it('does not cross itself because its halves are more than a right angle apart', () => {
		// From a terrain of cells of 2 m with steps of as much; seen from above it is a square.
		const steep = [0, 0, 2.391441, 2, 0, 0.416302, 2, 2, 2.947263, 0, 2, 0.646443];
		expect(triangulate(steep, [0, 1, 2, 3]).triangles).toEqual([0, 1, 2, 0, 2, 3]);
		expect(triangulate(steep, [3, 2, 1, 0]).triangles).toEqual([3, 2, 1, 3, 1, 0]);
	});

	it('crosses itself where its halves cancel each other out but for rounding', () => {
		for (const slope of [0, 0.1, 0.7, 3]) {
			const bow = [0, 0, 0, 0.3, 0.3, 0, 0.3, 0, 0, 0, 0.3, 0].map((v, i, all) =>
				i % 3 === 2 ? all[i - 2] * slope : v,
			);
			for (const noise of [0, 1e-16, 1e-9, 1e-7]) {
				const noisy = bow.map((v, i) => v + (i % 2 === 0 ? noise : -noise));
				expect(splitQuad(noisy, 0, 1, 2, 3)).toBe(QUAD.twisted);
			}
		}
	});
});
