import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { boxDepth, PlanGround } from '../../src/plan/plan-ground.ts';
import { fan, rectangle } from '../support/levels.ts';
import { triples } from '../support/points.ts';
import { integerSoups } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

/** Twice the area of three points in plan, counter-clockwise. */
function turn(a: readonly number[], b: readonly number[], c: readonly number[]): number {
	return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function cornersOf({ positions, faces }: Walkmesh, face: number): number[][] {
	return [0, 1, 2].map((k) => [...positions.subarray(faces[face * 3 + k] * 3, faces[face * 3 + k] * 3 + 3)]);
}

/** The faces over a point, its border included, by the side of each edge that it lies on. */
function facesAt(mesh: Walkmesh, x: number, y: number): number[] {
	return [...mesh.surfaces.keys()].filter((face) => {
		const [a, b, c] = cornersOf(mesh, face);
		const way = Math.sign(turn(a, b, c));
		return way !== 0 && [turn(a, b, [x, y]), turn(b, c, [x, y]), turn(c, a, [x, y])].every((side) => side * way >= 0);
	});
}

function groundOf(mesh: Walkmesh): PlanGround {
	const flat = [...mesh.surfaces.keys()].filter((face) => {
		const [a, b, c] = cornersOf(mesh, face);
		return turn(a, b, c) !== 0;
	});
	return new PlanGround(mesh, Uint32Array.from(flat));
}

const points = Array.from({ length: 49 }, (_, i) => [(i % 7) - 0.5, Math.floor(i / 7) - 0.5]);

describe('ground from above', () => {
	it('is found at a point as a look at all faces finds it', () => {
		fc.assert(
			fc.property(integerSoups, (mesh) => {
				const ground = groundOf(mesh);
				for (const [x, y] of points) {
					const found = ground.at(x, y).map((id) => ground.faces[id]);
					expect(found.sort((a, b) => a - b)).toEqual(facesAt(mesh, x, y));
				}
				const layers = ground.layersAt(Float64Array.from(points.flat()));
				if (layers !== undefined) expect([...layers]).toEqual(points.map(([x, y]) => facesAt(mesh, x, y).length));
			}),
			{ numRuns: runs(30) },
		);
	});

	it('has a box, a depth and a height, whichever way its faces run', () => {
		for (const corners of [triples(1, 2, 3, 5, 2, 3, 1, 5, 9), triples(1, 2, 3, 1, 5, 9, 5, 2, 3)] as const) {
			const ground = new PlanGround(fan(...corners), Uint32Array.of(0));
			expect([...ground.box]).toEqual([1, 2, 5, 5]);
			expect([...ground.boxes]).toEqual([1, 2, 5, 5]);
			expect(ground.depthOf(0, 2, 2.5)).toBeCloseTo(0.5, 12);
			expect(ground.depthOf(0, 1.2, 3)).toBeCloseTo(0.2, 12);
			expect(ground.depthOf(0, 0, 3)).toBeCloseTo(-1, 12);
			expect(ground.depthOf(0, 5, 5)).toBeCloseTo(-2.4, 12);
			expect(ground.heightAt(0, 3, 3)).toBeCloseTo(5, 12);
		}
		const none = new PlanGround(rectangle(0, 0, 4, 4), new Uint32Array());
		expect([...none.box]).toEqual([Infinity, Infinity, -Infinity, -Infinity]);
		expect(none.at(1, 1)).toEqual([]);
		const one = new PlanGround(rectangle(0, 0, 4, 4), Uint32Array.of(1));
		expect([...one.faces]).toEqual([1]);
		expect([one.at(1, 3), one.at(3, 1)]).toEqual([[0], []]);
	});

	it.each([
		[[0, 0, 4, 4], [1, 2, 9, 9], 2],
		[[0, 0, 4, 4], [3, 1, 9, 9], 1],
		[[3, 1, 9, 9], [0, 0, 4, 4], 1],
		[[0, 0, 4, 4], [5, 1, 6, 2], -1],
		[[0, 0, 4, 4], [1, 7, 2, 9], -3],
		[[0, 0, 9, 9], [2, 3, 4, 4], 1],
	])('boxes %j and %j share an extent of %d', (a, b, expected) => {
		const boxes = Float32Array.of(9, 9, 9, 9, ...a);
		expect(boxDepth(boxes, 1, Float32Array.from(b), 0)).toBe(expected);
	});
});
