import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/findings/report.ts';
import { coincidentVertices } from '../../src/geometry/vertices.ts';
import { representatives, weldMesh, weldPositions } from '../../src/geometry/weld.ts';
import * as reference from '../reference/points.ts';
import { gridFloor, stoneMesh } from '../support/soups.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

/** Points in crowds, some of them exactly at the same place. */
function crowds(spread: number, offset: number): fc.Arbitrary<number[]> {
	const step = fc.integer({ min: -12, max: 12 }).map((n) => offset + (n * spread) / 4);
	const close = fc.double({ min: offset - spread * 3, max: offset + spread * 3, noNaN: true });
	const coordinate = fc.oneof(step, close, fc.constantFrom(0, -0));
	return fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 60 }).map((points) => points.flat());
}

describe('representatives', () => {
	for (const [tolerance, offset] of [
		[1e-4, 0],
		[1e-4, 300],
		[1e-4, 2500],
		[1e-4, -1e6],
		[0.5, 1e6],
		[2, 0],
		[0, 0],
		[0, 1e6],
	] as const) {
		it(`agrees with a search through all vertices: tolerance ${tolerance}, ${offset} m from the origin`, () => {
			fc.assert(
				fc.property(crowds(tolerance || 1, offset), (points) => {
					for (const positions of [Float32Array.from(points), Float64Array.from(points)]) {
						expect([...representatives(positions, tolerance)]).toEqual(reference.weld(positions, tolerance));
					}
				}),
				{ numRuns: runs(25, 1000) },
			);
		});
	}

	it('keeps every vertex within the tolerance of its representative and representatives apart', () => {
		fc.assert(
			fc.property(crowds(1e-3, 40), (points) => {
				const positions = Float32Array.from(points);
				const first = representatives(positions, 1e-3);
				const chosen = [...new Set(first)];
				for (const [vertex, other] of first.entries()) {
					expect(reference.squaredDistance(positions, vertex, other)).toBeLessThanOrEqual(1e-3 ** 2);
					expect(other).toBeLessThanOrEqual(vertex);
				}
				for (const a of chosen) {
					expect(first[a]).toBe(a);
					for (const b of chosen)
						if (a !== b) expect(reference.squaredDistance(positions, a, b)).toBeGreaterThan(1e-3 ** 2);
				}
			}),
		);
	});

	it('does not drift along a chain', () => {
		const chain = Float32Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? (i / 3) * 0.75 : 0));
		expect([...representatives(chain, 1)]).toEqual([0, 0, 2, 2, 4, 4, 6, 6, 8, 8]);
	});

	it('gives vertices at one place one representative, though a nearer one appeared in between', () => {
		const positions = Float32Array.from([0, 0, 0, 0.9, 0, 0, 1.1, 0, 0, 0.9, 0, 0]);
		expect([...representatives(positions, 1)]).toEqual([0, 0, 2, 0]);
	});

	it('merges doubles that rounding would tear apart, and floats that rounding puts together', () => {
		const step = 0.0625;
		// 1e6 + step/2 lies on the border between two floats.
		const torn = Float64Array.from([1e6 + step / 2 - 1e-5, 0, 0, 1e6 + step / 2 + 1e-5, 0, 0]);
		expect(Math.fround(torn[0])).not.toBe(Math.fround(torn[3]));
		expect(weldPositions(torn, 1e-4).merged).toBe(1);
		const joined = Float64Array.from([1e6, 0, 0, 1e6 + 0.01, 0, 0]);
		expect(weldPositions(joined, 1e-4).merged).toBe(1);
		expect(weldPositions(joined, 0).merged).toBe(1);
	});

	it('merges what rounding puts together wherever it lies', () => {
		// The tolerance is 3.28 steps of a float32 here: pairs are 3.98 of them apart, and 3 when both are rounded.
		const step = 2 ** -15;
		const pairs = Array.from({ length: 2000 }, (_, i) => 300 + i * 570 * step);
		const points = Float64Array.from(pairs.flatMap((x) => [x + 0.51 * step, 0, 0, x + 4.49 * step, 0, 0]));
		expect([...representatives(points, 1e-4)]).toEqual(pairs.flatMap((_, i) => [2 * i, 2 * i]));
	});

	it('leaves alone what is not finite', () => {
		const odd = [Number.NaN, 0, 0, Number.NaN, 0, 0, Infinity, 0, 0, Infinity, 0, 0, 0, 0, -Infinity, 1e300, 0, 0];
		for (const positions of [Float32Array.from(odd), Float64Array.from(odd)]) {
			for (const tolerance of [0, 1e-4, 10]) {
				expect([...representatives(positions, tolerance)]).toEqual([0, 1, 2, 3, 4, 5]);
			}
		}
	});

	it('merges the greatest floats only with themselves', () => {
		const most = 3.4028234663852886e38;
		const positions = Float32Array.from([most, most, most, -most, most, most, most, most, most, 1e-40, 0, 0, 0, 0, 0]);
		for (const tolerance of [1e-4, 1]) {
			expect([...representatives(positions, tolerance)]).toEqual([0, 1, 0, 3, 3]);
		}
	});

	it('finds the same in a crowd in the corner of a wide level, where wide cells overflow', () => {
		const points: number[] = [5e4, 5e4, 0, -5e4, -5e4, 0];
		const side = THOROUGH ? 12 : 8;
		for (let i = 0; i < side ** 3; i++) {
			points.push((i % side) / 8, (Math.floor(i / side) % side) / 8, Math.floor(i / side ** 2) / 8);
		}
		const crowd = Float32Array.from([...points, ...points]);
		expect([...representatives(crowd, 0.1)]).toEqual(reference.weld(crowd, 0.1));
	});

	const side = THOROUGH ? 59 : 36;
	it(`takes time in proportion where ${side ** 3} vertices crowd in one wide cell`, () => {
		const points: number[] = [1e4, 1e4, 1e4, -1e4, -1e4, -1e4];
		for (let i = 0; i < side ** 3; i++) {
			points.push((i % side) / 64, (Math.floor(i / side) % side) / 64, Math.floor(i / side ** 2) / 64);
		}
		const first = representatives(Float32Array.from(points), 1 / 65);
		expect(first.every((other, vertex) => other === vertex)).toBe(true);
	});

	it('refuses tolerances that are none', () => {
		for (const tolerance of [-1, Number.NaN, Infinity]) {
			expect(() => representatives(new Float32Array(3), tolerance)).toThrow(UsageError);
		}
	});
});

describe('coincidentVertices', () => {
	it('takes −0 for 0 and tells neighbouring floats apart', () => {
		const next = Math.fround(1 + 2 ** -23);
		const positions = Float32Array.from([0, -0, 1, -0, 0, 1, 0, 0, next, 0, 0, 1]);
		expect([...coincidentVertices(positions)]).toEqual([0, 0, 2, 0]);
	});
});

describe('weldPositions', () => {
	it('keeps the first of each group bit for bit and numbers groups in order', () => {
		fc.assert(
			fc.property(crowds(1, 0), (points) => {
				const positions = Float64Array.from(points);
				const { remap, positions: merged, merged: fewer } = weldPositions(positions, 1);
				const first = reference.weld(positions, 1);
				const kept = first.filter((other, vertex) => other === vertex);
				expect([...remap]).toEqual(first.map((vertex) => kept.indexOf(vertex)));
				const expected = Float32Array.from(kept.flatMap((vertex) => points.slice(vertex * 3, vertex * 3 + 3)));
				expect(new Uint32Array(merged.buffer)).toEqual(new Uint32Array(expected.buffer));
				expect(fewer).toBe(first.length - kept.length);
			}),
		);
	});

	it('changes nothing the second time', () => {
		fc.assert(
			fc.property(crowds(1e-4, 2500), (points) => {
				const once = weldPositions(Float64Array.from(points), 1e-4);
				expect(weldPositions(once.positions, 1e-4).merged).toBe(0);
			}),
		);
	});
});

describe('weldMesh', () => {
	it('makes of a soup with jitter the mesh it came from', () => {
		const grid = gridFloor(20, (x, y) => Math.sin(x) + y / 7);
		const soup = {
			...grid,
			positions: Float32Array.from(
				[...grid.faces].flatMap((vertex, i) =>
					[0, 1, 2].map((axis) => grid.positions[vertex * 3 + axis] + ((i * 7919) % 11) * 2e-6),
				),
			),
			faces: Uint32Array.from(grid.faces.keys()),
		};
		const { mesh, merged } = weldMesh(soup);
		expect(mesh.positions.length).toBe(grid.positions.length);
		expect(merged).toBe(soup.positions.length / 3 - grid.positions.length / 3);
		// Each vertex of the grid answers to one vertex of the weld.
		const pairs = new Set(Array.from(grid.faces, (vertex, i) => `${vertex} ${mesh.faces[i]}`));
		expect(pairs.size).toBe(grid.positions.length / 3);
	});

	it('answers with the same walkmesh when nothing merges, and leaves faces that collapse', () => {
		const apart = stoneMesh(
			[
				[0, 0, 0],
				[1, 0, 0],
				[0, 1, 0],
			],
			[0, 1, 2],
		);
		expect(weldMesh(apart).mesh).toBe(apart);
		const thin = stoneMesh(
			[
				[0, 0, 0],
				[1, 0, 0],
				[0, 5e-5, 0],
			],
			[0, 1, 2],
		);
		expect([...weldMesh(thin).mesh.faces]).toEqual([0, 1, 0]);
	});
});
