import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipFaces } from '../../src/geometry/faces.ts';
import { FACING, walkableFacings } from '../../src/geometry/triangles.ts';
import { integerSoups, planAreas, stoneMesh, transitionEdges } from '../support/soups.ts';

const POINTS = [
	[0, 0, 0],
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
	[1, 1e-4, 1],
	[2, 0, 0],
] as const;

describe('walkableFacings', () => {
	it('tells up, down and vertical; without area or not walkable is nowhere', () => {
		const mesh = stoneMesh(POINTS, [0, 1, 2], [0, 2, 1], [0, 1, 3], [0, 1, 4], [0, 1, 5], [0, 2, 1], [0, 2, 3]);
		const facings = walkableFacings(mesh.positions, mesh.faces, Uint8Array.of(1, 1, 1, 1, 1, 0, 1));
		expect([...facings]).toEqual([
			FACING.up,
			FACING.down,
			FACING.vertical,
			FACING.vertical,
			FACING.nowhere,
			FACING.nowhere,
			FACING.vertical,
		]);
	});

	it('does not depend on size or place', () => {
		const scaled = POINTS.map((point) => point.map((value) => value / 1024 + 64));
		const faces = [
			[0, 1, 2],
			[0, 2, 1],
			[0, 1, 3],
		];
		const walkable = Uint8Array.of(1, 1, 1);
		const facings = (points: readonly (readonly number[])[]): Uint8Array => {
			const mesh = stoneMesh(points, ...faces);
			return walkableFacings(mesh.positions, mesh.faces, walkable);
		};
		expect(facings(scaled)).toEqual(facings(POINTS));
	});
});

describe('flipFaces', () => {
	it('reverses winding and leaves transitions on their edges', () => {
		fc.assert(
			fc.property(integerSoups, fc.array(fc.nat(23)), (mesh, chosen) => {
				const ids = Uint32Array.from(new Set(chosen.filter((face) => face < mesh.surfaces.length)));
				const flipped = flipFaces(mesh, ids);
				expect(transitionEdges(flipped)).toEqual(transitionEdges(mesh));
				const before = planAreas(mesh);
				for (const [face, area] of planAreas(flipped).entries()) {
					expect(area).toBeCloseTo(ids.includes(face) ? -before[face] : before[face], 12);
				}
				expect(flipFaces(flipped, ids)).toEqual(mesh);
			}),
		);
	});

	it('keeps the first corner', () => {
		const mesh = { ...stoneMesh(POINTS, [1, 2, 3]), transitions: Int32Array.of(7, 8, 9) };
		const flipped = flipFaces(mesh, Uint32Array.of(0));
		expect([...flipped.faces]).toEqual([1, 3, 2]);
		expect([...flipped.transitions]).toEqual([9, 8, 7]);
		expect(flipFaces(mesh, new Uint32Array(0))).toBe(mesh);
	});
});
