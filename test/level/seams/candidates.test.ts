import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/vec3.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { gatherPerimeterEdges } from '../../../src/seams/perimeter-edges.ts';
import { findCandidates } from '../../../src/seams/seam-search.ts';
import { isFolded, reverseDistance, runsOpposite } from '../../../src/seams/seams.ts';
import { fan, levelOf } from '../../support/levels.ts';
import { runs } from '../../support/thorough.ts';

it('are all pairs that lie on each other, each once', () => {
	// Steps of 3 cm: whole crowds of edges within 0.1 m of each other. Elsewhere cells share other buckets.
	const step = fc.tuple(...[4, 4, 2].map((most) => fc.nat(most)));
	const base = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -99, max: 99 })));
	const level = fc
		.tuple(base, fc.array(fc.tuple(step, step, step), { minLength: 2, maxLength: 12 }))
		.map(([at, rooms]) =>
			levelOf(
				...rooms.map((corners) =>
					fan(...corners.map(([x, y, z]): Vec3 => [at[0] + x * 0.03, at[1] + y * 0.03, at[2] + z * 0.03])),
				),
			),
		);
	fc.assert(
		fc.property(level, fc.constantFrom(0, 0.001, 0.031, 0.1), (rooms, reach) => {
			const perimeter = gatherPerimeterEdges(rooms, K1);
			const { points, count } = perimeter;
			const found = findCandidates(perimeter, reach);
			const expected: string[] = [];
			for (let i = 0; i < count; i++) {
				for (let j = i + 1; j < count; j++) {
					if (perimeter.rooms[i] === perimeter.rooms[j]) continue;
					const distance = reverseDistance(points, i, j);
					if (distance > reach || !runsOpposite(points, i, j) || isFolded(points, i, j)) continue;
					expected.push(`${i} ${j} ${distance}`);
				}
			}
			expect(found.map(({ a, b, distance }) => `${a} ${b} ${distance}`).sort()).toEqual(expected.sort());
		}),
		{ numRuns: runs(250, 10_000) },
	);
});
