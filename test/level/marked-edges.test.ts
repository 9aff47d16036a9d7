import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { squaredDistanceToSegment } from '../../src/geometry/spatial.ts';
import { vec3At } from '../../src/math/vec3.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { straightRuns } from '../../src/seams/doorways.ts';
import { fitOf, outwards, sillAcross } from '../../src/seams/facing-edges.ts';
import { MarkedEdges } from '../../src/seams/markers.ts';
import { EDGE_STRIDE, type PerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { triples } from '../support/points.ts';
import { runs } from '../support/thorough.ts';

describe('straight runs', () => {
	const STRAIGHT = 0.9;

	/** The same by the texts of coordinates, one edge after the other. */
	function plainRuns(ends: readonly (readonly number[])[], edges: readonly number[]): number[][] {
		const keyOf = (edge: number, end: 0 | 1): string => ends[edge].slice(end * 3, end * 3 + 3).join(' ');
		const left = new Set(edges);
		const isStraight = (one: number, other: number): boolean => {
			const [p, q] = [one, other].map((edge) => [ends[edge][3] - ends[edge][0], ends[edge][4] - ends[edge][1]]);
			return p[0] * q[0] + p[1] * q[1] > STRAIGHT * Math.hypot(...p) * Math.hypot(...q);
		};
		return edges.flatMap((first) => {
			if (!left.delete(first)) return [];
			const group = [first];
			for (const end of [1, 0] as const) {
				for (let at = first; ; at = group[group.length - 1]) {
					const next = edges.findLast((edge) => keyOf(edge, end === 1 ? 0 : 1) === keyOf(at, end));
					if (next === undefined || !left.has(next) || !isStraight(first, next)) break;
					left.delete(next);
					group.push(next);
				}
			}
			return [group];
		});
	}

	const point = fc.tuple(fc.integer({ min: -1, max: 3 }), fc.constantFrom(-0, 0, 0.5, 1), fc.constantFrom(0, 1));
	const soup = fc
		.array(fc.tuple(point, point), { minLength: 1, maxLength: 30 })
		.map((all) => all.map((each) => each.flat()));

	function perimeterOf(ends: readonly (readonly number[])[]): PerimeterEdges {
		const points = new Float64Array(ends.length * EDGE_STRIDE);
		for (const [edge, each] of ends.entries()) points.set(each, edge * EDGE_STRIDE);
		return { points } as PerimeterEdges;
	}

	test('edges that continue each other are grouped as a search by the texts of their ends groups them', () => {
		fc.assert(
			fc.property(soup, fc.nat(3), (ends, gap) => {
				const edges = [...ends.keys()].filter((edge) => gap === 0 || edge % (gap + 1) !== 0);
				expect(straightRuns(perimeterOf(ends), edges)).toEqual(plainRuns(ends, edges));
			}),
			{ numRuns: runs(300) },
		);
	});
});

describe('markers', () => {
	const point = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 12 }).map((value) => value / 4)));
	const triangles = fc.array(fc.tuple(point, point, point), { minLength: 1, maxLength: 20 });
	const lines = fc.array(fc.tuple(point, point), { minLength: 1, maxLength: 6 });

	function soup(corners: readonly (readonly number[])[]): Walkmesh {
		return createWalkmesh({
			positions: Float32Array.from(corners.flat()),
			faces: Uint32Array.from(corners.keys()),
			surfaces: new Uint32Array(corners.length / 3).fill(4),
		});
	}

	it('markers find the edges that a look at every edge finds', () => {
		fc.assert(
			fc.property(triangles, lines, (faces, marks) => {
				const mesh = soup(faces.flat());
				const edges = Uint32Array.from(mesh.faces.keys());
				const marked = new MarkedEdges(mesh, edges);
				const positions = Float64Array.from(marks.flat(2));
				const segments = marks.map(([from, to]) => ({ from: vec3At(from, 0), to: vec3At(to, 0) }));
				const on = [...edges].filter((edge) =>
					segments.some((segment) =>
						[edge, edgeEnd(edge)].every(
							(corner) => squaredDistanceToSegment(mesh.positions, mesh.faces[corner], segment) <= 0.01 ** 2,
						),
					),
				);
				expect([...marked.onLines(positions, 0.01)].sort((a, b) => a - b)).toEqual(on);
				for (const at of marks.flat()) {
					const distances = [...edges].map((edge) =>
						squaredDistanceToSegment(at, 0, {
							from: vec3At(mesh.positions, mesh.faces[edge]),
							to: vec3At(mesh.positions, mesh.faces[edgeEnd(edge)]),
						}),
					);
					const least = Math.min(...distances);
					const found = [...marked.atPoints(Float64Array.from(at), 0.5)];
					expect(found).toHaveLength(least < 0.25 ? 1 : 0);
					// Of edges that are as near as each other, to the last bits, any will do.
					for (const edge of found) expect(distances[edge]).toBeCloseTo(least, 12);
				}
			}),
			{ numRuns: runs(100) },
		);
	});

	it('9,000 markers on 36,000 edges measure few edges each', () => {
		const corners = Array.from({ length: 12_000 }, (_, i) => {
			const [x, y] = [(i % 110) * 2, Math.floor(i / 110) * 2];
			return triples(x, y, 0, x + 1, y, 0, x, y + 1, 0);
		}).flat();
		const mesh = soup(corners);
		const marked = new MarkedEdges(mesh, Uint32Array.from(mesh.faces.keys()));
		for (let i = 0; i < 9000; i++) marked.atPoints(Float64Array.of((i % 110) * 2, Math.floor(i / 110) * 2, 0), 0.5);
		expect(marked.looked).toBeLessThan(9000 * 12);
	});
});

/** Two edges 4 m long whose faces lie on different sides, turned by an angle; the second moved along the seam, away from the first, and up. */
function seam(turn: number, [along, across, up]: readonly [number, number, number], angle = 0): Float64Array {
	const [c, s] = [Math.cos(turn), Math.sin(turn)];
	const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
	const placed = (x: number, y: number, z: number): number[] => [10 + x * c - y * s, -5 + x * s + y * c, 1 + z];
	const second = (x: number, y: number): number[] =>
		placed(x * cosine - y * sine + along, x * sine + y * cosine - across, up);
	// The first face lies at y > 0, the second below the line.
	return Float64Array.from([
		...[placed(0, 0, 0), placed(4, 0, 0), placed(1, 3, 0)].flat(),
		...[second(4, 0), second(0, 0), second(1, -3)].flat(),
	]);
}

const whole = { from: 0, to: 4, gap: 0 };

describe.each([0, 0.6, 2.2, 4])('the fit of two edges, turned by %f', (turn) => {
	const fitted = (moved: readonly [number, number, number], gap: number, angle = 0) =>
		fitOf(seam(turn, moved, angle), 0, 1, { ...whole, gap }, 1e-3);

	it('says how they miss each other, by how much, and what has to be moved', () => {
		expect(fitted([0, 0, 0], 0)).toMatchObject({ kind: 'whole', distance: 0, snap: 0 });
		expect(fitted([0, 0.05, 0], 0.05)).toMatchObject({ kind: 'gap', distance: expect.closeTo(0.05, 9), snap: 0.05 });
		expect(fitted([0, -0.05, 0], 0.05)).toMatchObject({
			kind: 'overlap',
			distance: expect.closeTo(0.05, 9),
			snap: 0.05,
		});
		expect(fitted([0, 0.01, 0.04], 0.05)).toMatchObject({
			kind: 'height',
			distance: expect.closeTo(0.04, 9),
			snap: 0.042,
		});
		expect(fitted([0, 0.01, -0.04], 0.05)).toMatchObject({ kind: 'height', distance: expect.closeTo(0.04, 9) });
		expect(fitted([0.03, 0, 0], 0)).toMatchObject({ kind: 'shift', distance: expect.closeTo(0.03, 9), snap: 0.03 });
		expect(fitted([1, 0, 0], 0)).toMatchObject({ kind: 'divided', distance: 0, snap: 0 });
	});

	it('asks for the gap where the ends lie farther apart than can be moved', () => {
		expect(fitted([0, 0.3, 0], 0.3).snap).toBe(0.3);
		expect(fitted([1, 0.02, 0], 0.02).snap).toBe(0.02);
	});

	it('asks for the wider gap of the two that are measured from either edge', () => {
		const tilted = seam(turn, [0, 0, 0]);
		tilted[9 + 5] += 0.1000001;
		expect(fitOf(tilted, 1, 0, { ...whole, gap: 0.0999 }, 1e-3).snap).toBe(0.101);
		const less = seam(turn, [0, 0, 0]);
		less[9 + 5] += 0.0999;
		expect(fitOf(less, 1, 0, { ...whole, gap: 0.0999 }, 1e-3).snap).toBe(0.1);
	});

	it('measures at the end where they are farther apart', () => {
		const { kind, distance } = fitted([0, 0.01, 0], 0.05, -0.01);
		expect(kind).toBe('gap');
		expect(distance).toBeCloseTo(0.01 + 4 * Math.sin(0.01), 4);
	});

	it('lies in the middle of their common part, and out of the first face', () => {
		const { at } = fitOf(seam(turn, [0, 0, 0]), 0, 1, { ...whole, from: 1, to: 2 }, 1e-3);
		expect(at[0]).toBeCloseTo(10 + 1.5 * Math.cos(turn), 9);
		expect(at[1]).toBeCloseTo(-5 + 1.5 * Math.sin(turn), 9);
		expect(at[2]).toBe(1);
		const [x, y] = outwards(seam(turn, [0, 0, 0]), 0);
		expect([x, y]).toEqual([expect.closeTo(Math.sin(turn), 9), expect.closeTo(-Math.cos(turn), 9)]);
		const [ox, oy] = outwards(seam(turn, [0, 0, 0]), 1);
		expect([ox, oy]).toEqual([expect.closeTo(-Math.sin(turn), 9), expect.closeTo(Math.cos(turn), 9)]);
	});
});

it('a sill bridges gaps up to a limit, in whole centimetres', () => {
	expect([0.001, 0.02, 0.0201, 0.495, 0.5].map(sillAcross)).toEqual([0.01, 0.03, 0.03, 0.5, 0.5]);
	expect([0, -1, 0.51, Number.NaN].map(sillAcross)).toEqual([undefined, undefined, undefined, undefined]);
});
