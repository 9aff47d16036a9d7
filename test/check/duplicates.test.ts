import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDuplicates, dropDuplicateFaces, findDuplicates } from '../../src/clean/duplicates.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { rectangle } from '../support/levels.ts';
import { expectLinear } from '../support/linear.ts';
import { merged } from '../support/own-floors.ts';
import { integerSoups } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';
import { flipped } from './codes/subjects.ts';

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
			{ numRuns: runs(100, 4000) },
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

describe('duplicate faces of a walkmesh', () => {
	const UP = [0, 1, 2] as const;
	const TURNED = [1, 2, 0] as const;
	const DOWN = [2, 1, 0] as const;
	const BESIDE = [1, 3, 2] as const;
	type Face = readonly [corners: readonly [number, number, number], surface: number, links?: readonly number[]];

	function mesh(...faces: readonly Face[]): Walkmesh {
		return createWalkmesh({
			positions: Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0),
			faces: Uint32Array.from(faces.flatMap(([corners]) => corners)),
			surfaces: Uint32Array.from(faces, ([, surface]) => surface),
			transitions: Int32Array.from(faces.flatMap(([, , links = [-1, -1, -1]]) => links)),
		});
	}

	/** The corners of the lowest number of each face that is left, its surface and its links; and what is reported: a code, the face, the other one. */
	function dropped(before: Walkmesh, backs: 'keep' | 'drop' = 'keep') {
		const report = new Report();
		const after = dropDuplicateFaces(checkContext(before, K1, report), backs);
		const faces = [...after.surfaces].map((surface, face) => [
			[...after.faces.subarray(face * 3, face * 3 + 3)].join(''),
			surface,
			[...after.transitions.subarray(face * 3, face * 3 + 3)].join(' '),
		]);
		return { after, faces, told: toldOf(report) };
	}

	const toldOf = (report: Report): unknown[] =>
		report.findings.map(({ code, location, data }) =>
			[code, location.face, data?.['of'] ?? data?.['pairs']].filter((part) => part !== undefined).join(' '),
		);

	it('that are none give the very walkmesh back', () => {
		const before = mesh([UP, 4], [BESIDE, 4]);
		expect(dropped(before)).toMatchObject({ told: [] });
		expect(dropped(before).after).toBe(before);
		expect(dropped(before, 'drop').after).toBe(before);
	});

	it('backs go where that is asked for, whichever comes first, with their copies and their links', () => {
		const up = [['012', 4, '-1 -1 -1']];
		expect(dropped(mesh([UP, 4], [DOWN, 4]), 'drop')).toMatchObject({ faces: up, told: ['FACE_BACK_DROPPED 1 0'] });
		expect(dropped(mesh([DOWN, 4], [UP, 4]), 'drop')).toMatchObject({ faces: up, told: ['FACE_BACK_DROPPED 0 1'] });
		expect(dropped(mesh([DOWN, 4, [3, -1, -1]], [DOWN, 4], [UP, 4]), 'drop')).toMatchObject({
			faces: [['012', 4, '-1 3 -1']],
			told: ['FACE_BACK_DROPPED 0 2', 'FACE_DUPLICATE_DROPPED 1 0'],
		});
		// Of walls nothing goes, of two that stand upright the later one.
		expect(dropped(mesh([UP, 7], [DOWN, 7]), 'drop').faces).toHaveLength(2);
		const upright = { ...mesh([UP, 4], [DOWN, 4]), positions: Float32Array.of(0, 0, 0, 4, 0, 0, 0, 0, 4, 4, 4, 0) };
		expect(dropped(upright, 'drop')).toMatchObject({ faces: up, told: ['FACE_BACK_DROPPED 1 0'] });
	});

	it('are one finding for a floor whose every face has a back, and one for each floor apart', () => {
		const twoSided = (...sheets: readonly number[]): unknown[] => {
			const report = new Report();
			const whole = merged(...sheets.flatMap((x) => [rectangle(x, 0, 4, 4), flipped(rectangle(x, 0, 4, 4))]));
			checkDuplicates(checkContext(whole, K1, report), 1e-4);
			return report.findings.map(({ code, data }) => [code, data?.['count']]);
		};
		expect(twoSided(0)).toEqual([['FACE_DOUBLE_SIDED', 2]]);
		expect(twoSided(0, 9)).toEqual([
			['FACE_DOUBLE_SIDED', 2],
			['FACE_DOUBLE_SIDED', 2],
		]);
	});

	it('are told within a tolerance, those of another surface by that alone', () => {
		const told = (before: Walkmesh, tolerance = 1e-4): unknown[] => {
			const report = new Report();
			checkDuplicates(checkContext(before, K1, report), tolerance);
			return toldOf(report);
		};
		expect(told(mesh([UP, 4], [TURNED, 4], [DOWN, 5], [UP, 5]))).toEqual([
			'FACE_DUPLICATE 1 0',
			'FACE_DUPLICATE 3 0',
			'FACE_DOUBLE_SIDED 2 0',
		]);
		const near = {
			...mesh([UP, 4], [[0, 1, 3], 4]),
			positions: Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 4, 0.01),
		};
		expect([told(near), told(near, 0.02)]).toEqual([[], ['FACE_DUPLICATE 1 0']]);
	});
});
