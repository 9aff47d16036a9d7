import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/findings/report.ts';
import { dropUnusedVertices, flipFaces } from '../../src/geometry/faces.ts';
import { openWalkableEdges } from '../../src/geometry/half-edges.ts';
import { INSIDE, splitEdges, splitEdgesTracked, splitTriangle } from '../../src/geometry/split-edges.ts';
import { FACING, walkableFacings } from '../../src/geometry/triangles.ts';
import { gridFloor, integerSoups, planAreas, stoneMesh, totalArea, transitionEdges } from '../support/soups.ts';

describe('dropUnusedVertices', () => {
	it('leaves every corner where it was, and no vertex without a face', () => {
		fc.assert(
			fc.property(integerSoups, (mesh) => {
				const { mesh: lean, dropped } = dropUnusedVertices(mesh);
				const corners = ({ positions, faces }: typeof mesh): number[] =>
					[...faces].flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
				expect(corners(lean)).toEqual(corners(mesh));
				expect(dropped).toBe(mesh.positions.length / 3 - new Set(mesh.faces).size);
				expect(new Set(lean.faces).size).toBe(lean.positions.length / 3);
				expect(lean.positions.length).toBe(mesh.positions.length - dropped * 3);
				expect(dropUnusedVertices(lean).mesh).toBe(lean);
			}),
		);
	});

	it('keeps the order of vertices', () => {
		const mesh = stoneMesh(
			[
				[9, 9, 9],
				[0, 0, 0],
				[8, 8, 8],
				[1, 0, 0],
				[0, 1, 0],
			],
			[4, 1, 3],
		);
		expect([...dropUnusedVertices(mesh).mesh.faces]).toEqual([2, 0, 1]);
	});
});

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

type Point = readonly [number, number];

/** Corners and, at integer steps, points on each edge: coordinates are integers, so areas are exact. */
const CORNERS: readonly Point[] = [
	[0, 0],
	[120, 20],
	[30, 100],
];
const PARTS = 10;

function cut(counts: readonly [readonly number[], readonly number[], readonly number[]]) {
	const points: Point[] = [...CORNERS];
	const along = counts.map((steps, edge) =>
		[...new Set(steps)]
			.sort((a, b) => a - b)
			.map((step) => {
				const [from, to] = [CORNERS[edge], CORNERS[(edge + 1) % 3]];
				const at = (axis: 0 | 1): number => from[axis] + ((to[axis] - from[axis]) / PARTS) * step;
				return points.push([at(0), at(1)]) - 1;
			}),
	) as [number[], number[], number[]];
	const triangles: number[][] = [];
	const edges: number[][] = [];
	splitTriangle([0, 1, 2], along, (a, b, c, e0, e1, e2) => {
		triangles.push([a, b, c]);
		edges.push([e0, e1, e2]);
	});
	return { points, along, triangles, edges };
}

function area(points: readonly Point[], [a, b, c]: readonly number[]): number {
	const [p, q, r] = [points[a], points[b], points[c]];
	return ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2;
}

const steps = fc.array(fc.integer({ min: 1, max: PARTS - 1 }), { maxLength: 9 });

describe('splitTriangle', () => {
	it('passes an uncut triangle on', () => {
		expect(cut([[], [], []])).toMatchObject({ triangles: [[0, 1, 2]], edges: [[0, 1, 2]] });
	});

	it('covers the triangle with one part more than there are points, each in its winding', () => {
		fc.assert(
			fc.property(fc.tuple(steps, steps, steps), (counts) => {
				const { points, triangles } = cut(counts);
				const areas = triangles.map((triangle) => area(points, triangle));
				expect(triangles.length).toBe(points.length - 2);
				for (const part of areas) expect(part).toBeGreaterThan(0);
				expect(areas.reduce((sum, part) => sum + part, 0)).toBeCloseTo(area(points, [0, 1, 2]), 6);
			}),
		);
	});

	it('names each part of an edge once, and pairs all edges inside', () => {
		fc.assert(
			fc.property(fc.tuple(steps, steps, steps), (counts) => {
				const { along, triangles, edges } = cut(counts);
				const rims: number[][][] = [[], [], []];
				const inner = new Set<string>();
				for (const [i, triangle] of triangles.entries()) {
					for (let k = 0; k < 3; k++) {
						const ends = [triangle[k], triangle[(k + 1) % 3]];
						if (edges[i][k] === INSIDE) inner.add(ends.join());
						else rims[edges[i][k]].push(ends);
					}
				}
				for (let edge = 0; edge < 3; edge++) {
					const chain = [edge, ...along[edge], (edge + 1) % 3];
					const expected = chain.slice(1).map((to, i) => [chain[i], to]);
					expect(rims[edge].map(String).sort()).toEqual(expected.map(String).sort());
				}
				for (const ends of inner) expect(inner.has(ends.split(',').reverse().join())).toBe(true);
				expect(inner.size).toBe((triangles.length - 1) * 2);
			}),
		);
	});
});

const SQUARE = [
	[0, 0, 0],
	[4, 0, 0],
	[4, 4, 0],
	[0, 4, 0],
] as const;

function square() {
	const mesh = stoneMesh(SQUARE, [0, 1, 2], [0, 2, 3]);
	return { ...mesh, surfaces: Uint32Array.of(4, 7), transitions: Int32Array.of(5, 6, 8, -1, -1, 9) };
}

describe('splitEdges', () => {
	it('cuts an edge of the rim; parts keep its transition, edges inside have none', () => {
		const cut = splitEdges(square(), [{ edge: 0, points: [3, 0, 0, 1, 0, 0] }]);
		expect([...cut.positions.subarray(12)]).toEqual([3, 0, 0, 1, 0, 0]);
		expect([...cut.faces]).toEqual([0, 5, 2, 5, 4, 2, 4, 1, 2, 0, 2, 3]);
		expect([...cut.transitions]).toEqual([5, -1, 8, 5, -1, -1, 5, 6, -1, -1, -1, 9]);
		expect([...cut.surfaces]).toEqual([4, 4, 4, 7]);
	});

	it('cuts the face behind an edge along, and passing both sides is as good as passing one', () => {
		const one = splitEdges(square(), [{ edge: 2, points: [1, 1, 0, 3, 3, 0] }]);
		const both = splitEdges(square(), [
			{ edge: 2, points: [1, 1, 0] },
			{ edge: 3, points: [3, 3, 0, 1, 1, 0] },
		]);
		for (const cut of [one, both]) {
			expect(cut.surfaces.length).toBe(6);
			expect(cut.positions.length / 3).toBe(6);
			expect(openWalkableEdges(cut.faces, new Uint8Array(6).fill(1), 6).length).toBe(4);
		}
		expect([...both.surfaces]).toEqual([...one.surfaces]);
	});

	it('uses the vertex at exactly a point, also for −0, and a named vertex before that', () => {
		const mesh = stoneMesh([...SQUARE, [2, -0, 0], [2, 0, 0], [1, 0, 0]], [0, 1, 2]);
		expect(splitEdges(mesh, [{ edge: 0, points: [2, 0, -0] }]).faces).toEqual(Uint32Array.of(0, 4, 2, 4, 1, 2));
		const named = splitEdges(mesh, [{ edge: 0, points: [2, 0, 0], vertices: [5] }]);
		expect(named.faces).toEqual(Uint32Array.of(0, 5, 2, 5, 1, 2));
		expect(named.positions).toBe(mesh.positions);
		const mixed = splitEdges(mesh, [
			{ edge: 0, points: [2, 0, 0], vertices: [5] },
			{ edge: 1, points: [4, 3, 0, 4, 3, 0] },
		]);
		expect([...mixed.positions.subarray(21)]).toEqual([4, 3, 0]);
		expect(totalArea(mixed)).toBe(8);
		expect(mixed.surfaces.length).toBe(3);
	});

	it('answers with the same walkmesh when points lie at the ends or are the corner across', () => {
		const mesh = square();
		expect(splitEdges(mesh, [{ edge: 0, points: [0, 0, 0, 4, 0, 0] }])).toBe(mesh);
		expect(splitEdges(mesh, [])).toBe(mesh);
		const flat = stoneMesh(
			[
				[0, 0, 0],
				[4, 0, 0],
				[2, 0, 0],
			],
			[0, 1, 2],
			[1, 0, 1],
		);
		expect(splitEdges(flat, [{ edge: 0, points: [2, 0, 0] }])).toBe(flat);
	});

	it('tells where faces come from', () => {
		expect([...splitEdgesTracked(square(), [{ edge: 0, points: [1, 0, 0] }]).origins]).toEqual([0, 0, 1]);
		expect([...splitEdgesTracked(square(), []).origins]).toEqual([0, 1]);
	});

	it('refuses edges and points that are none', () => {
		for (const edge of [-1, 6, Number.NaN]) {
			expect(() => splitEdges(square(), [{ edge, points: [1, 0, 0] }])).toThrow(UsageError);
		}
		for (const points of [
			[5, 0, 0],
			[-1, 0, 0],
			[Number.NaN, 0, 0],
		]) {
			expect(() => splitEdges(square(), [{ edge: 0, points }])).toThrow(UsageError);
		}
		expect(() => splitEdges(square(), [{ edge: 0, points: [1, 0, 0], vertices: [77] }])).toThrow(UsageError);
	});

	it('covers exactly the old area, in the old winding, and leaves no T-junction', () => {
		const side = 4;
		const cuts = fc.array(
			fc.tuple(fc.nat(side * side * 6 - 1), fc.array(fc.integer({ min: 1, max: 63 }), { maxLength: 4 })),
			{ maxLength: 30 },
		);
		fc.assert(
			fc.property(cuts, (chosen) => {
				const mesh = gridFloor(side);
				const splits = chosen.map(([edge, steps]) => {
					const [a, b] = [mesh.faces[edge], mesh.faces[edge % 3 === 2 ? edge - 2 : edge + 1]];
					// Steps of 1/64 m, so that both sides of an edge name the same floats.
					const points = steps.flatMap((step) =>
						[0, 1, 2].map((axis) => {
							const from = mesh.positions[a * 3 + axis];
							return from + ((mesh.positions[b * 3 + axis] - from) * step) / 64;
						}),
					);
					return { edge, points };
				});
				const { mesh: cut, origins } = splitEdgesTracked(mesh, splits);
				const parts = planAreas(cut);
				const sums = new Float64Array(side * side * 2);
				for (const [face, part] of parts.entries()) {
					expect(part).toBeGreaterThan(0);
					sums[origins[face]] += part;
				}
				expect([...sums]).toEqual(new Array(side * side * 2).fill(0.5));
				// Every edge that is not on the rim of the floor has its twin.
				const open = openWalkableEdges(cut.faces, new Uint8Array(parts.length).fill(1), cut.positions.length / 3);
				for (const edge of open) {
					const x = cut.positions[cut.faces[edge] * 3];
					const y = cut.positions[cut.faces[edge] * 3 + 1];
					expect([0, side].includes(x) || [0, side].includes(y)).toBe(true);
				}
			}),
		);
	});

	it('keeps surfaces, winding and transitions of any soup', () => {
		fc.assert(
			fc.property(integerSoups, fc.array(fc.nat(71), { maxLength: 12 }), (mesh, edges) => {
				const splits = edges
					.filter((edge) => edge < mesh.faces.length)
					.map((edge) => {
						const [a, b] = [mesh.faces[edge], mesh.faces[edge % 3 === 2 ? edge - 2 : edge + 1]];
						const points = [0, 1, 2].map((axis) => (mesh.positions[a * 3 + axis] + mesh.positions[b * 3 + axis]) / 2);
						return { edge, points };
					})
					// Edges between coincident vertices have no inside.
					.filter(({ edge, points }) =>
						points.some((value, axis) => value !== mesh.positions[mesh.faces[edge] * 3 + axis]),
					);
				const { mesh: cut, origins } = splitEdgesTracked(mesh, splits);
				expect(totalArea(cut)).toBeCloseTo(totalArea(mesh), 9);
				expect([...cut.surfaces]).toEqual(Array.from(origins, (face) => mesh.surfaces[face]));
				for (const vertex of cut.faces) expect(vertex).toBeLessThan(cut.positions.length / 3);
				const rooms = (list: Int32Array): string =>
					[...new Set(list)]
						.filter((room) => room >= 0)
						.sort()
						.join();
				expect(rooms(cut.transitions)).toBe(rooms(mesh.transitions));
				expect([...origins]).toEqual([...origins].sort((a, b) => a - b));
			}),
		);
	});
});
