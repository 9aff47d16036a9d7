import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	flipFaces,
	LOOKS_DOWN,
	LOOKS_NOWHERE,
	LOOKS_SIDEWAYS,
	LOOKS_UP,
	walkableOrientation,
} from '../../src/mesh/degenerate.ts';
import { integerSoups, planAreas, stoneMesh, transitionEdges } from '../support/soups.ts';

const POINTS = [
	[0, 0, 0],
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
	[1, 1e-4, 1],
	[2, 0, 0],
] as const;

describe('walkableOrientation', () => {
	it('tells up, down and sideways; without area or not walkable is nowhere', () => {
		const mesh = stoneMesh(POINTS, [0, 1, 2], [0, 2, 1], [0, 1, 3], [0, 1, 4], [0, 1, 5], [0, 2, 1], [0, 2, 3]);
		const looks = walkableOrientation(mesh, Uint8Array.of(1, 1, 1, 1, 1, 0, 1));
		expect([...looks]).toEqual([
			LOOKS_UP,
			LOOKS_DOWN,
			LOOKS_SIDEWAYS,
			LOOKS_SIDEWAYS,
			LOOKS_NOWHERE,
			LOOKS_NOWHERE,
			LOOKS_SIDEWAYS,
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
		expect(walkableOrientation(stoneMesh(scaled, ...faces), walkable)).toEqual(
			walkableOrientation(stoneMesh(POINTS, ...faces), walkable),
		);
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
