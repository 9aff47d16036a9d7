import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findNearMisses } from '../../src/clean/near-misses.ts';
import { RoomFacts } from '../../src/facts/room-facts.ts';
import { removeFaces } from '../../src/geometry/faces.ts';
import { findTJunctions } from '../../src/geometry/t-junctions.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { visitShared } from '../../src/plan/plan-ground.ts';
import { FacingEdges } from '../../src/seams/facing-edges.ts';
import { gatherOwnEdges } from '../../src/seams/perimeter-edges.ts';
import { fan } from '../support/levels.ts';
import { merged } from '../support/own-floors.ts';
import { gridFloor, integerSoups } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

/** A floor with holes, whose vertices were moved about and of which some faces were copied elsewhere. */
const torn: fc.Arbitrary<Walkmesh> = fc
	.record({
		side: fc.integer({ min: 1, max: 4 }),
		moves: fc.array(fc.tuple(fc.nat(99), fc.constantFrom(0.004, 0.05, 0.4, 1), fc.nat(7)), { maxLength: 3 }),
		holes: fc.array(fc.nat(99), { maxLength: 4 }),
		copies: fc.array(fc.tuple(fc.nat(99), fc.constantFrom(0.004, 0.05, 0.5, 3), fc.nat(7)), { maxLength: 2 }),
	})
	.map(({ side, moves, holes, copies }) => {
		const floor = gridFloor(side);
		const positions = [...floor.positions];
		for (const [vertex, distance, eighth] of moves) {
			const at = (vertex % (positions.length / 3)) * 3;
			positions[at] += distance * Math.cos((eighth * Math.PI) / 4);
			positions[at + 1] += distance * Math.sin((eighth * Math.PI) / 4);
		}
		const faces = [...floor.faces];
		for (const [face, distance, eighth] of copies) {
			const corners = floor.faces.subarray((face % floor.surfaces.length) * 3).slice(0, 3);
			for (const corner of corners) {
				faces.push(positions.length / 3);
				positions.push(positions[corner * 3] + distance * Math.cos((eighth * Math.PI) / 4));
				positions.push(positions[corner * 3 + 1] + distance * Math.sin((eighth * Math.PI) / 4), 0);
			}
		}
		const mesh = createWalkmesh({
			positions: Float32Array.from(positions),
			faces: Uint32Array.from(faces),
			surfaces: new Uint32Array(faces.length / 3).fill(4),
		});
		const gone = new Uint8Array(mesh.surfaces.length);
		for (const hole of holes) gone[hole % gone.length] = 1;
		return removeFaces(mesh, gone);
	});

function floorsOverFloors({ ground }: RoomFacts): number {
	let count = 0;
	visitShared(ground, ground, () => ++count > 0);
	return count;
}

function seamsWithin({ mesh, surfaces }: RoomFacts): number {
	const perimeter = gatherOwnEdges(mesh, surfaces);
	const facing = new FacingEdges(perimeter, 0);
	return [...perimeter.edges.keys()].reduce((sum, edge) => sum + facing.of(edge).length, 0);
}

describe('what is said of plain ground', () => {
	test.each([
		['torn floors', torn],
		['soups', integerSoups],
	])('is what a search over all of %s finds', (_, meshes) => {
		fc.assert(
			fc.property(meshes, (mesh) => {
				const facts = new RoomFacts(mesh, K1);
				const { walkable } = facts;
				if (facts.hasOneFloor) expect(floorsOverFloors(facts)).toBe(0);
				if (!facts.isClear) return;
				expect([...findTJunctions(mesh, walkable).edges]).toEqual([]);
				expect([...findNearMisses(mesh, walkable).distances]).toEqual([]);
				expect(seamsWithin(facts)).toBe(0);
			}),
			{ numRuns: runs(300) },
		);
	});

	test('is said of a floor with a hole, and of a ramp beside it', () => {
		const gone = new Uint8Array(32);
		gone.fill(1, 10, 12);
		const facts = new RoomFacts(
			removeFaces(
				gridFloor(4, (x) => x),
				gone,
			),
			K1,
		);
		expect([facts.isClear, facts.hasOneFloor]).toEqual([true, true]);
	});

	test('is not said of a floor whose faces run round twice, though its border is one curve', () => {
		// A screw of twelve quarters about the middle.
		const positions: number[] = [0, 0, 0];
		const faces: number[] = [];
		for (let i = 0; i <= 8; i++) {
			const angle = (i * Math.PI) / 3;
			positions.push(4 * Math.cos(angle), 4 * Math.sin(angle), i);
			if (i > 0) faces.push(0, i, i + 1);
		}
		const mesh = createWalkmesh({
			positions: Float32Array.from(positions),
			faces: Uint32Array.from(faces),
			surfaces: new Uint32Array(8).fill(4),
		});
		const facts = new RoomFacts(mesh, K1);
		expect(facts.hasOneFloor).toBe(false);
		expect(floorsOverFloors(facts)).toBeGreaterThan(0);
	});
});

describe('borders that keep clear', () => {
	/** Two squares with a gap, the whole turned about the origin and moved along y. */
	const isClear = (gap: number, degrees: number, shift = 0, rise = 0): boolean => {
		const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
		const turned = ([x, y, z]: readonly number[]) => [x * c - y * s, x * s + y * c, z] as const;
		const square = (x: number, y: number, z: number) =>
			fan(
				...[
					[x, y, z],
					[x + 4, y, z],
					[x + 4, y + 4, z],
					[x, y + 4, z],
				].map(turned),
			);
		return new RoomFacts(merged(square(0, 0, 0), square(4 + gap, shift, rise)), K1).isClear;
	};

	test.each([0, 30, 45, 90, 135, 200, 290])('are 0.1 m apart, however they run: %d°', (degrees) => {
		expect([0.101, 0.099, 0.02].map((gap) => isClear(gap, degrees, 2))).toEqual([true, false, false]);
		expect([0.101, 0.099].map((gap) => isClear(gap, degrees, -3))).toEqual([true, false]);
		// Edges that run on from each other are not shown to be apart unless they run along an axis.
		expect([0.101, 0.099].map((gap) => isClear(gap, degrees))).toEqual([degrees % 90 === 0, false]);
		// What lies higher is not apart in plan.
		expect(isClear(0.05, degrees, 0, 3)).toBe(false);
	});

	test.each([
		[0.101, true],
		[0.099, false],
	])('leave each other at their ends, where they run along each other, by more than 0.1 m: %d m', (width, expected) => {
		const floor = fan([0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]);
		const spike = merged(floor, fan([4, 4, 0], [8, 4 - width, 0], [8, 4, 0]));
		expect(new RoomFacts(spike, K1).isClear).toBe(expected);
	});

	test('say nothing of coordinates that are not finite', () => {
		const mesh = fan([0, 0, 0], [4, 0, 0], [4, Infinity, 0]);
		expect(new RoomFacts(mesh, K1).isClear).toBe(false);
	});
});
