import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDuplicates, inheritTransitions } from '../../src/check/duplicates.ts';
import { expectLinear } from '../support/linear.ts';
import { integerSoups } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

/** The corners of a face from the lowest on, so that equal texts mean the same corners in the same winding. */
function rotated(faces: Uint32Array, face: number): number[] | undefined {
	const corners = [...faces.subarray(face * 3, face * 3 + 3)];
	if (new Set(corners).size < 3) return undefined;
	const lowest = corners.indexOf(Math.min(...corners));
	return [0, 1, 2].map((k) => corners[(lowest + k) % 3]);
}

describe('findDuplicates', () => {
	it('agrees with a comparison of all faces', () => {
		fc.assert(
			fc.property(integerSoups, ({ faces, surfaces }) => {
				// Few vertices, so that faces often coincide.
				const corners = faces.map((vertex) => vertex % 4);
				const walkable = Uint8Array.from(surfaces, (surface) => (surface === 7 ? 0 : 1));
				const { copyOf, backOf } = findDuplicates(corners, walkable);
				const keys = [...surfaces.keys()].map((face) => rotated(corners, face));
				const keep = (key: number[]): number => {
					const same = [...keys.keys()].filter((face) => String(keys[face]) === String(key));
					return same.find((face) => walkable[face] === 1) ?? same[0] ?? -1;
				};
				for (const [face, key] of keys.entries()) {
					const kept = key === undefined ? face : keep(key);
					expect(copyOf[face]).toBe(kept === face ? -1 : kept);
					const back = key === undefined || kept !== face ? -1 : keep([key[0], key[2], key[1]]);
					expect(backOf[face]).toBe(back);
				}
			}),
			{ numRuns: runs(400) },
		);
	});

	it('is linear where all faces coincide', async () => {
		const faces = (count: number): Uint32Array =>
			Uint32Array.from({ length: count * 3 }, (_, i) => (i + Math.floor(i / 3)) % 3);
		const { copyOf } = findDuplicates(faces(1000), new Uint8Array(1000).fill(1));
		expect(copyOf[0]).toBe(-1);
		expect(copyOf.subarray(1).every((of) => of === 0)).toBe(true);
		await expectLinear(300_000, (count) => {
			const [all, walkable] = [faces(count), new Uint8Array(count).fill(1)];
			return () => findDuplicates(all, walkable);
		});
	});
});

describe('inheritTransitions', () => {
	// Face 1 is face 0 turned round by one corner, face 2 the same in reverse.
	const faces = Uint32Array.of(5, 6, 7, 7, 5, 6, 6, 5, 7);

	it('puts transitions on the same edge of the face that is kept, whatever its rotation or winding', () => {
		const transitions = Int32Array.of(-1, -1, -1, 3, -1, -1, 8, -1, 4);
		// Edge 3 runs from 7 to 5, edge 6 from 6 to 5, edge 8 from 7 to 6.
		const inherited = inheritTransitions(faces, transitions, Int32Array.of(-1, 0, 0));
		expect([...inherited.transitions.subarray(0, 3)]).toEqual([8, 4, 3]);
		expect(inherited.lost).toEqual([]);
	});

	it('names those that find their place taken by another room', () => {
		const transitions = Int32Array.of(2, -1, 3, 3, 9, -1, -1, -1, -1);
		const inherited = inheritTransitions(faces, transitions, Int32Array.of(-1, 0, 0));
		expect([...inherited.transitions.subarray(0, 3)]).toEqual([2, -1, 3]);
		expect(inherited.lost).toEqual([4]);
	});
});
