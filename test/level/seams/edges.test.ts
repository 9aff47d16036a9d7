import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEdges } from '../../../src/geometry/faces.ts';
import type { Vec3 } from '../../../src/math/vec3.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import { createWalkmesh } from '../../../src/model/walkmesh.ts';
import { outwards } from '../../../src/seams/facing-edges.ts';
import { gatherPerimeterEdges } from '../../../src/seams/perimeter-edges.ts';
import { findCandidates, visitNearEdges } from '../../../src/seams/seam-search.ts';
import { isFolded, type Overlap, overlapOf, reverseDistance, runsOpposite } from '../../../src/seams/seams.ts';
import { cutChoice, floorCutByLines } from '../../support/cut-floors.ts';
import { fan, levelOf, rectangle } from '../../support/levels.ts';
import { triples } from '../../support/points.ts';
import { soup } from '../../support/soup.ts';
import { runs } from '../../support/thorough.ts';

it('are the edges of walkable faces that no other walkable face shares, wherever those stand in the file', () => {
	fc.assert(
		fc.property(soup, fc.infiniteStream(fc.boolean()), ({ faces, vertexCount }, walks) => {
			const surfaces = Uint32Array.from({ length: faces.length / 3 }, () => (walks.next().value ? 4 : 7));
			const mesh = createWalkmesh({ positions: new Float32Array(vertexCount * 3), faces, surfaces });
			const walkable = [...surfaces.keys()].filter((face) => surfaces[face] === 4);
			// The same faces alone, in front: their open edges are the ones meant.
			const alone = createWalkmesh({
				positions: mesh.positions,
				faces: Uint32Array.from(walkable.flatMap((face) => [...faces.subarray(face * 3, face * 3 + 3)])),
				surfaces: new Uint32Array(walkable.length).fill(4),
			});
			const expected = Array.from(openEdges(alone, K1), (edge) => walkable[Math.floor(edge / 3)] * 3 + (edge % 3));
			expect([...openEdges(mesh, K1)]).toEqual(expected);
		}),
	);
});

it('lie one room after the other, with the corners of their faces', () => {
	const perimeter = gatherPerimeterEdges(levelOf(undefined, rectangle(0, 0, 2, 1), rectangle(5, 5, 1, 1)), K1);
	expect([...perimeter.starts]).toEqual([0, 0, 4, 8]);
	expect([...perimeter.rooms]).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
	expect([...perimeter.edges]).toEqual([0, 1, 4, 5, 0, 1, 4, 5]);
	expect([...perimeter.points.slice(9, 18)]).toEqual([2, 0, 0, 2, 1, 0, 0, 0, 0]);
});

it('point out of their faces, whichever way these turn', () => {
	const mesh = rectangle(0, 0, 2, 1);
	const down = { ...mesh, faces: mesh.faces.toReversed() };
	for (const each of [mesh, down]) {
		const { points, count } = gatherPerimeterEdges(levelOf(each), K1);
		for (let edge = 0; edge < count; edge++) {
			const at = (axis: number): number => (points[edge * 9 + axis] + points[edge * 9 + 3 + axis]) / 2;
			const [x, y] = outwards(points, edge);
			expect([x + 0, y + 0]).toEqual([at(0) - 1, (at(1) - 0.5) * 2]);
		}
	}
});

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

function overlap(a: readonly Vec3[], b: readonly Vec3[], reach: number, least = 0): Overlap | undefined {
	return overlapOf(Float64Array.from([...a.flat(), ...b.flat()]), 0, 1, reach, least);
}

const A: Vec3[] = triples(0, 0, 0, 10, 0, 0, 5, 5, 0);

describe('the overlap of two edges', () => {
	it.each<[string, Vec3[], Overlap | undefined]>([
		['whole', triples(10, 0, 0, 0, 0, 0, 5, -5, 0), { from: 0, to: 10, gap: 0 }],
		['part at the start', triples(3, 0, 0, -4, 0, 0, 0, -5, 0), { from: 0, to: 3, gap: 0 }],
		['part at the end', triples(14, 0, 0, 7, 0, 0, 10, -5, 0), { from: 7, to: 10, gap: 0 }],
		['within', triples(6, 0, 0, 4, 0, 0, 5, -5, 0), { from: 4, to: 6, gap: 0 }],
		['a point', triples(14, 0, 0, 10, 0, 0, 12, -5, 0), undefined],
		['none', triples(14, 0, 0, 11, 0, 0, 12, -5, 0), undefined],
		['beside, level', triples(10, -0.5, 0, 0, -0.5, 0, 5, -5, 0), { from: 0, to: 10, gap: 0.5 }],
		['beside, above', triples(10, 0, 0.75, 0, 0, 0.75, 5, -5, 0), { from: 0, to: 10, gap: 0.75 }],
		['too far', triples(10, -1.1, 0, 0, -1.1, 0, 5, -5, 0), undefined],
		['the same way', triples(0, 0, 0, 10, 0, 0, 5, 5, 0), undefined],
		['folded', triples(10, 0, 0, 0, 0, 0, 5, 5, 0), undefined],
		['leaving', triples(10, -2, 0, 0, 0, 0, 5, -5, 0), undefined],
		['without length', triples(5, 0, 0, 5, 0, 0, 5, -5, 0), undefined],
		['not a number', triples(NaN, 0, 0, 0, 0, 0, 5, -5, 0), undefined],
	])('%s', (_, b, expected) => {
		expect(overlap(A, b, 1)).toEqual(expected);
	});

	it('must be longer than asked', () => {
		const b: Vec3[] = triples(14, 0, 0, 7, 0, 0, 10, -5, 0);
		expect(overlap(A, b, 1, 3)).toBeUndefined();
		expect(overlap(A, b, 1, 2.99)).toBeDefined();
	});

	it('is none along the two sides of a wedge', () => {
		const b: Vec3[] = triples(3, -0.45, 0, 0, 0, 0, 3, -5, 0);
		expect(overlap(A, b, 0.01)).toBeUndefined();
		// They share 5 mm, less than 1 mm apart, but lead to different places.
		const past: Vec3[] = triples(0.005, -0.0008, 0, -5, 0.8, 0, -3, -3, 0);
		expect(overlap(A, past, 0.001)).toBeUndefined();
	});

	it('is the same from both sides', () => {
		const at = fc
			.tuple(fc.integer({ min: -4, max: 4 }), fc.constantFrom(-0.01, 0, 0.01))
			.map(([x, y]): Vec3 => [x, y, 0]);
		fc.assert(
			fc.property(at, at, at, at, (p, q, r, s) => {
				const [a, b]: [Vec3[], Vec3[]] = [
					[p, q, [p[0] + (p[1] - q[1]), p[1] + (q[0] - p[0]), 0]],
					[r, s, [r[0] + (r[1] - s[1]), r[1] + (s[0] - r[0]), 0]],
				];
				const [one, other] = [overlap(a, b, 0.05, 0.1), overlap(b, a, 0.05, 0.1)];
				expect(one === undefined).toBe(other === undefined);
				if (one === undefined || other === undefined) return;
				expect(one.to - one.from).toBeCloseTo(other.to - other.from, 3);
				expect(one.gap).toBeCloseTo(other.gap, 3);
			}),
			{ numRuns: runs(125, 5000) },
		);
	});
});

it('near edges are all that a comparison of all finds within reach', () => {
	fc.assert(
		fc.property(cutChoice(), fc.constantFrom(1e-3, 0.1), (choice, reach) => {
			const perimeter = gatherPerimeterEdges(floorCutByLines(choice).level, K1);
			const { points, rooms, count } = perimeter;
			const found = new Set<string>();
			visitNearEdges(perimeter, reach, (a, b) => {
				expect(rooms[a]).toBeLessThan(rooms[b]);
				expect(found.has(`${a} ${b}`)).toBe(false);
				found.add(`${a} ${b}`);
			});
			for (let a = 0; a < count; a++) {
				for (let b = a + 1; b < count; b++) {
					if (rooms[a] === rooms[b]) continue;
					const near = overlapOf(points, a, b, reach, reach) !== undefined || reverseDistance(points, a, b) <= reach;
					if (near) expect(found.has(`${a} ${b}`)).toBe(true);
				}
			}
		}),
		{ numRuns: runs(5, 200) },
	);
});

describe('folded faces', () => {
	const row = (...corners: Vec3[]): number[] => corners.flat();

	it.each<[string, number[], number[], boolean]>([
		['floors side by side', row(...A), row([10, 0, 0], [0, 0, 0], [5, -5, 0]), false],
		['a floor and one that looks down above it', row(...A), row([10, 0, 0], [0, 0, 0], [5, 5, 0]), true],
		[
			'the two slopes of a ridge',
			row([0, 0, 0], [10, 0, 0], [5, 1, -9]),
			row([10, 0, 0], [0, 0, 0], [5, -1, -9]),
			false,
		],
		['a floor and an upright face', row(...A), row([10, 0, 0], [0, 0, 0], [5, 0, 5]), false],
		[
			'two upright faces, one above the other',
			row([0, 0, 0], [10, 0, 0], [5, 0, 5]),
			row([10, 0, 0], [0, 0, 0], [5, 0, -5]),
			false,
		],
		[
			'two upright faces on each other',
			row([0, 0, 0], [10, 0, 0], [5, 0, 5]),
			row([10, 0, 0], [0, 0, 0], [5, 0, 4]),
			true,
		],
		['a face without area', row([0, 0, 0], [10, 0, 0], [5, 0, 0]), row([10, 0, 0], [0, 0, 0], [5, -5, 0]), false],
	])('%s', (_, a, b, expected) => {
		expect(isFolded(Float64Array.from([...a, ...b]), 0, 1)).toBe(expected);
	});
});
