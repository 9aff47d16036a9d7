import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkContext } from '../../src/check/context.ts';
import { findNearMisses } from '../../src/check/near-misses.ts';
import { visitShared } from '../../src/check/plan-ground.ts';
import { RoomFacts } from '../../src/check/room-facts.ts';
import { Report } from '../../src/findings/report.ts';
import { FacingEdges } from '../../src/level/facing-edges.ts';
import { gatherOwnEdges } from '../../src/level/seams.ts';
import { findTJunctions } from '../../src/mesh/t-junctions.ts';
import { removeFaces } from '../../src/walkmesh/faces.ts';
import { K1 } from '../../src/walkmesh/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/walkmesh/walkmesh.ts';
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

test('every fact of a room is found once', () => {
	const { facts } = checkContext(gridFloor(3), K1, new Report());
	for (const name of ['adjacency', 'open', 'perimeters', 'pieces', 'vectors', 'facings', 'ground'] as const)
		expect(facts[name]).toBe(facts[name]);
	expect(facts.welded(1e-4).facts).toBe(facts);
});
