import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceOffPlane, newellNormal } from '../../src/mesh/planes.ts';
import { bendOfQuad, QUAD, splitQuad } from '../../src/mesh/quads.ts';
import { MAX_CORNERS, type Triangulation, triangulate } from '../../src/mesh/triangulate.ts';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import { runs } from '../support/thorough.ts';

type Point = readonly [number, number];

/** A plane of three-dimensional space with whole-number axes, so that nothing is rounded on the way there. */
interface Plane {
	readonly origin: Vec3;
	readonly u: Vec3;
	readonly v: Vec3;
}

const GROUND: Plane = { origin: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0] };

const PLANES: readonly Plane[] = [
	GROUND,
	{ origin: [5, -3, 2], u: [0, 1, 0], v: [1, 0, 0] },
	{ origin: [0, 0, 0], u: [0, 0, 1], v: [1, 0, 0] },
	{ origin: [900, -900, 40], u: [0, 2, 1], v: [-3, 0, 1] },
	{ origin: [-7, 11, 13], u: [1, 1, 0], v: [0, -1, 4] },
];

function place(points: readonly Point[], plane: Plane): number[] {
	return points.flatMap(([x, y]) => [0, 1, 2].map((i) => plane.origin[i] + plane.u[i] * x + plane.v[i] * y));
}

function countUp(length: number): number[] {
	return Array.from({ length }, (_, i) => i);
}

function cut(points: readonly Point[], plane: Plane = GROUND, ring: number[] = countUp(points.length)): Triangulation {
	return triangulate(place(points, plane), ring);
}

/**
 * The oracle: the triangles have the ring's edges for their border, each other edge twice in opposite directions, and all of
 * them look to the ring's side; so they cover what the ring encloses, once.
 */
function expectTiling(positions: readonly number[], ring: readonly number[], result: Triangulation): void {
	expect(result.problem).toBeUndefined();
	const { triangles } = result;
	expect(triangles.length).toBe((ring.length - 2) * 3);
	const normal = newellNormal(positions, ring);
	const sum = [0, 0, 0];
	const edges = new Map<string, number>();
	const add = (from: number, to: number, by: number): void => {
		const [key, sign] = from < to ? [`${from} ${to}`, by] : [`${to} ${from}`, -by];
		edges.set(key, (edges.get(key) ?? 0) + sign);
	};
	for (let i = 0; i < triangles.length; i += 3) {
		const corners = triangles.slice(i, i + 3);
		const area = newellNormal(positions, corners);
		expect(area[0] * normal[0] + area[1] * normal[1] + area[2] * normal[2]).toBeGreaterThan(0);
		for (let axis = 0; axis < 3; axis++) sum[axis] += area[axis];
		for (let k = 0; k < 3; k++) add(corners[k], corners[(k + 1) % 3], 1);
	}
	for (let k = 0; k < ring.length; k++) add(ring[k], ring[(k + 1) % ring.length], -1);
	expect([...edges.values()].filter((count) => count !== 0)).toEqual([]);
	const size = Math.hypot(...normal);
	for (let axis = 0; axis < 3; axis++) expect(Math.abs(sum[axis] - normal[axis])).toBeLessThanOrEqual(1e-9 * size);
}

function rotations(ring: readonly number[]): number[][] {
	const quarter = Math.max(1, Math.floor(ring.length / 4));
	return [0, 1, 2, 3].map((turn) => [...ring.slice(turn * quarter), ...ring.slice(0, turn * quarter)]);
}

/** Outline of a blob of unit squares, walked by keeping the blob to the left; collinear corners stay in. */
function outline(cells: ReadonlySet<string>): Point[] {
	const next = new Map<string, Point[]>();
	const has = (x: number, y: number): boolean => cells.has(`${x} ${y}`);
	const edge = (ax: number, ay: number, bx: number, by: number): void => {
		const key = `${ax} ${ay}`;
		next.set(key, [...(next.get(key) ?? []), [bx, by]]);
	};
	for (const cell of cells) {
		const [x, y] = cell.split(' ').map(Number);
		if (!has(x, y - 1)) edge(x, y, x + 1, y);
		if (!has(x + 1, y)) edge(x + 1, y, x + 1, y + 1);
		if (!has(x, y + 1)) edge(x + 1, y + 1, x, y + 1);
		if (!has(x - 1, y)) edge(x, y + 1, x, y);
	}
	const lowest = [...cells].map((cell) => cell.split(' ').map(Number)).sort((a, b) => a[1] - b[1] || a[0] - b[0])[0];
	const points: Point[] = [];
	let at: Point = [lowest[0], lowest[1]];
	do {
		points.push(at);
		at = (next.get(`${at[0]} ${at[1]}`) as Point[])[0];
	} while (at[0] !== points[0][0] || at[1] !== points[0][1]);
	return points;
}

/** Blobs without corners that touch: their outlines are simple polygons with many corners on straight lines. */
const blobs = fc
	.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 14 })
	.map((steps) => {
		const cells = new Set(['0 0']);
		for (const [direction, pick] of steps) {
			const from = [...cells][(pick * 7) % cells.size].split(' ').map(Number);
			const [dx, dy] = [
				[1, 0],
				[0, 1],
				[-1, 0],
				[0, -1],
			][direction];
			cells.add(`${from[0] + dx} ${from[1] + dy}`);
		}
		return cells;
	})
	.filter((cells) => {
		for (const cell of cells) {
			const [x, y] = cell.split(' ').map(Number);
			for (const dx of [-1, 1]) {
				const diagonal = cells.has(`${x + dx} ${y + 1}`);
				if (diagonal && !cells.has(`${x + dx} ${y}`) && !cells.has(`${x} ${y + 1}`)) return false;
			}
		}
		return true;
	})
	.map(outline);

/** Polygons that a point sees all of: corners sorted round it, at whole-number places. */
const stars = fc
	.array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 })), {
		minLength: 5,
		maxLength: 40,
	})
	.map((points) => {
		const byAngle = new Map<number, Point>();
		for (const [x, y] of points) if (x !== 0 || y !== 0) byAngle.set(Math.atan2(y, x), [x, y]);
		return [...byAngle.entries()].sort((a, b) => a[0] - b[0]).map(([, point]) => point);
	})
	.filter((points) =>
		points.every(([x, y], i) => {
			const [nextX, nextY] = points[(i + 1) % points.length];
			return points.length >= 5 && x * nextY - y * nextX > 0;
		}),
	);

describe('triangulate', () => {
	it('tiles outlines with corners on straight lines, in every plane, from every corner, both ways round', () => {
		fc.assert(
			fc.property(blobs, fc.constantFrom(...PLANES), fc.boolean(), (points, plane, reversed) => {
				const positions = place(points, plane);
				const ring = reversed ? countUp(points.length).reverse() : countUp(points.length);
				for (const turned of rotations(ring)) expectTiling(positions, turned, triangulate(positions, turned));
			}),
			{ numRuns: runs(130) },
		);
	});

	it('tiles star-shaped polygons with concave corners', () => {
		fc.assert(
			fc.property(stars, fc.constantFrom(...PLANES), (points, plane) => {
				const positions = place(points, plane);
				for (const ring of rotations(countUp(points.length)))
					expectTiling(positions, ring, triangulate(positions, ring));
			}),
			{ numRuns: runs(130) },
		);
	});

	it('tiles the same outlines where coordinates are rounded', () => {
		fc.assert(
			fc.property(blobs, fc.double({ min: 0, max: 6.28, noNaN: true }), (points, angle) => {
				const plane: Plane = {
					origin: [103.7, -55.1, 8.3],
					u: [0.1 * Math.cos(angle), 0.1 * Math.sin(angle), 0.03],
					v: [-0.1 * Math.sin(angle), 0.1 * Math.cos(angle), 0.07],
				};
				const positions = place(points, plane);
				for (const ring of rotations(countUp(points.length))) {
					const result = triangulate(positions, ring);
					expectTiling(positions, ring, result);
					expect(result.offPlane).toBeLessThan(1e-12);
				}
			}),
			{ numRuns: runs(130) },
		);
	});

	it('uses the vertices that the ring names', () => {
		const positions = place(
			[
				[9, 9],
				[0, 0],
				[9, 9],
				[4, 0],
				[5, 3],
				[2, 6],
				[0, 3],
			] as Point[],
			GROUND,
		);
		const ring = [6, 1, 3, 4, 5];
		expectTiling(positions, ring, triangulate(positions, ring));
	});

	it('counts repeated neighbours once', () => {
		const square: Point[] = [
			[0, 0],
			[1, 0],
			[1, 1],
			[0, 1],
		];
		expect(cut(square, GROUND, [0, 0, 1, 2, 2, 3, 0]).triangles).toEqual([0, 1, 2, 0, 2, 3]);
		expect(cut(square, GROUND, [0, 1, 2, 2]).triangles).toEqual([0, 1, 2]);
		expect(cut(square, GROUND, [1, 1, 1])).toMatchObject({ triangles: [], problem: 'zero-area' });
	});

	it('follows a bridge to a hole and back', () => {
		const points: Point[] = [
			[0, 0],
			[9, 0],
			[9, 9],
			[0, 9],
			[3, 3],
			[3, 6],
			[6, 6],
			[6, 3],
		];
		const positions = place(points, GROUND);
		const ring = [0, 1, 2, 3, 0, 4, 5, 6, 7, 4];
		for (const turned of rotations(ring)) {
			const result = triangulate(positions, turned);
			expect(result.problem).toBeUndefined();
			expect(result.triangles.length).toBe(8 * 3);
			let area = 0;
			for (let i = 0; i < 24; i += 3) area += newellNormal(positions, result.triangles.slice(i, i + 3))[2] / 2;
			expect(area).toBe(81 - 9);
		}
	});

	it('prefers well-shaped triangles to slivers', () => {
		const round = countUp(32).map((i): Point => [Math.cos((i * Math.PI) / 16) * 10, Math.sin((i * Math.PI) / 16) * 7]);
		const positions = place(round, GROUND);
		const { triangles } = triangulate(positions, countUp(32));
		let thinnest = Infinity;
		for (let i = 0; i < triangles.length; i += 3) {
			thinnest = Math.min(thinnest, newellNormal(positions, triangles.slice(i, i + 3))[2] / 2);
		}
		expect(thinnest).toBeGreaterThan(0.1);
	});

	it('says how far the corners of a bent ring lie off its plane', () => {
		const bent = [0, 0, 0, 2, 0, 0.5, 2, 2, 0, 0, 2, 0.5];
		expect(triangulate(bent, [0, 1, 2, 3]).offPlane).toBeCloseTo(0.25, 12);
		const roof = [0, 0, 0, 4, 0, 0, 4, 2, 1, 4, 4, 0, 0, 4, 0, 0, 2, 1];
		const result = triangulate(roof, [0, 1, 2, 3, 4, 5]);
		expectTiling(roof, [0, 1, 2, 3, 4, 5], result);
		expect(result.offPlane).toBeCloseTo(2 / 3, 12);
	});

	const refused: readonly [string, Point[], number[], string][] = [
		[
			'a bow-tie',
			[
				[0, 0],
				[2, 2],
				[2, 0],
				[0, 3],
			],
			[0, 1, 2, 3],
			'self-crossing',
		],
		[
			'an even bow-tie',
			[
				[0, 0],
				[2, 2],
				[2, 0],
				[0, 2],
			],
			[0, 1, 2, 3],
			'self-crossing',
		],
		[
			'a pentagram',
			[
				[0, 3],
				[2, -3],
				[-3, 1],
				[3, 1],
				[-2, -3],
			],
			[0, 1, 2, 3, 4],
			'self-crossing',
		],
		[
			'a figure of eight',
			[
				[0, 0],
				[4, 4],
				[8, 0],
				[8, 4],
				[4, 0],
				[0, 4],
			],
			[0, 1, 2, 3, 4, 5],
			'self-crossing',
		],
		[
			'a loop in a loop',
			[
				[0, 0],
				[9, 0],
				[9, 9],
				[1, 1],
				[8, 1],
				[5, 7],
			],
			[0, 1, 2, 3, 4, 5],
			'self-crossing',
		],
		[
			'a square walked twice',
			[
				[0, 0],
				[1, 0],
				[1, 1],
				[0, 1],
			],
			[0, 1, 2, 3, 0, 1, 2, 3],
			'folded',
		],
		[
			'a way out and back',
			[
				[0, 0],
				[1, 0],
				[1, 1],
			],
			[0, 1, 2, 1],
			'folded',
		],
		[
			'a spike on a square',
			[
				[0, 0],
				[4, 0],
				[4, 4],
				[9, 9],
				[0, 4],
			],
			[0, 1, 2, 3, 2, 4],
			'folded',
		],
		[
			'an edge that runs back over another',
			[
				[0, 0],
				[4, 0],
				[2, 0],
				[2, 4],
				[0, 4],
			],
			[0, 1, 2, 3, 4],
			'folded',
		],
		[
			'corners on a line',
			[
				[0, 0],
				[1, 1],
				[2, 2],
				[5, 5],
				[3, 3],
			],
			[0, 1, 2, 3, 4],
			'zero-area',
		],
		[
			'four corners on a line',
			[
				[0, 0],
				[1, 1],
				[2, 2],
				[3, 3],
			],
			[0, 1, 2, 3],
			'zero-area',
		],
		[
			'three corners on a line',
			[
				[0, 0],
				[1, 1],
				[2, 2],
			],
			[0, 1, 2],
			'zero-area',
		],
		[
			'two corners',
			[
				[0, 0],
				[1, 1],
			],
			[0, 1],
			'zero-area',
		],
		['no corners', [], [], 'zero-area'],
	];
	it.each(refused)('refuses %s', (_, points, ring, problem) => {
		for (const plane of PLANES) {
			for (const turned of ring.length >= 4 ? rotations(ring) : [ring]) {
				const result = cut(points, plane, turned);
				expect(result.problem).toBe(problem);
				if (problem !== 'zero-area') expect(result.triangles).toEqual([]);
				else expect(result.triangles.length).toBe(Math.max(0, ring.length - 2) * 3);
			}
		}
	});

	it('finds one crossing in a large ring', () => {
		const round = countUp(300).map((i): Point => [Math.cos((i * Math.PI) / 150), Math.sin((i * Math.PI) / 150)]);
		for (const [a, b] of [
			[10, 11],
			[75, 76],
			[0, 299],
			[40, 190],
		]) {
			const ring = countUp(300);
			[ring[a], ring[b]] = [ring[b], ring[a]];
			expect(cut(round, GROUND, ring).problem).toBe('self-crossing');
		}
	});

	it('refuses what is no number, and too many corners', () => {
		for (const bad of [Number.NaN, Infinity, -Infinity]) {
			expect(triangulate([0, 0, 0, 1, 0, 0, 0, bad, 0], [0, 1, 2]).problem).toBe('not-finite');
		}
		expect(triangulate([0, 0, 0], [0, 1, 2]).problem).toBe('not-finite');
		const circle = countUp(MAX_CORNERS + 1).map((i): Point => [Math.cos(i / 1591.7), Math.sin(i / 1591.7)]);
		expect(cut(circle)).toEqual({ triangles: [], problem: 'too-many-corners', offPlane: 0 });
		const most = circle.slice(0, MAX_CORNERS);
		expectTiling(place(most, GROUND), countUp(MAX_CORNERS), cut(most));
	});
});

describe('quads', () => {
	const GRID = 4;
	const at = (index: number): Point => [index % GRID, Math.floor(index / GRID)];

	/** How often a ring winds round a point that lies on none of its edges. */
	function winding(ring: readonly Point[], [px, py]: Point): number {
		let turns = 0;
		for (const [i, [ax, ay]] of ring.entries()) {
			const [bx, by] = ring[(i + 1) % ring.length];
			const side = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
			if (ay <= py && by > py && side > 0) turns++;
			else if (ay > py && by <= py && side < 0) turns--;
		}
		return turns;
	}

	it('covers what the ring winds round, for every quad of a grid', () => {
		// Samples on no line through two points of the grid.
		const samples: Point[] = [];
		for (let y = 0; y < 6; y++) for (let x = 0; x < 6; x++) samples.push([x * 0.5 + 0.2371, y * 0.5 + 0.1913]);
		let accepted = 0;
		for (let code = 0; code < GRID ** 8; code += 1) {
			const indices = [code & 15, (code >> 4) & 15, (code >> 8) & 15, (code >> 12) & 15];
			if (new Set(indices).size < 4) continue;
			const points = indices.map(at);
			const { triangles, problem } = cut(points);
			const turns = samples.map((sample) => winding(points, sample));
			if (problem !== undefined) {
				const bothWays = turns.some((turn) => turn > 0) && turns.some((turn) => turn < 0);
				if (problem === 'zero-area') expect(turns.every((turn) => turn === 0)).toBe(true);
				if (bothWays) expect(problem).toBe('self-crossing');
				continue;
			}
			accepted++;
			const halves = [triangles.slice(0, 3), triangles.slice(3)].map((corners) =>
				corners.map((corner) => points[corner]),
			);
			for (const [s, sample] of samples.entries()) {
				if (winding(halves[0], sample) + winding(halves[1], sample) !== turns[s]) {
					throw new Error(`${JSON.stringify(points)} is not covered by ${triangles}`);
				}
			}
			expect(turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0)).toBe(true);
		}
		// All simple quads of the grid, straight corners allowed, from each corner and both ways round (counted by testing edges in pairs).
		expect(accepted).toBe(18320);
	});

	it('keeps the first diagonal where it is fair, though the other one is fairer', () => {
		const corners = [0, 0, 0, 4, 0, 0, 3, 3, 0, 0, 2, 0];
		expect(splitQuad(corners, 0, 1, 2, 3)).toBe(QUAD.ac);
		expect(splitQuad(corners, 1, 2, 3, 0)).toBe(QUAD.ac);
	});

	it('keeps the first diagonal of convex quads and the inner one of concave quads', () => {
		const split = (points: readonly Point[]): number => splitQuad(place(points, GROUND), 0, 1, 2, 3);
		expect(
			split([
				[0, 0],
				[9, 0],
				[9, 1],
				[0, 1],
			]),
		).toBe(QUAD.ac);
		expect(
			split([
				[0, 0],
				[2, -9],
				[4, 0],
				[2, 9],
			]),
		).toBe(QUAD.ac);
		expect(
			split([
				[0, 0],
				[4, 1],
				[0, 2],
				[1, 1],
			]),
		).toBe(QUAD.bd);
		expect(
			split([
				[1, 1],
				[0, 0],
				[4, 1],
				[0, 2],
			]),
		).toBe(QUAD.ac);
	});

	it('avoids a half that is a sliver', () => {
		// d lies on the line from a to c but for rounding: cutting there would leave nothing of the second half.
		for (const off of [0, 1e-9, -1e-9, 1e-5, -1e-5]) {
			const points: Point[] = [
				[0, 0],
				[4, 0],
				[4, 4],
				[2 - off, 2 + off],
			];
			expect(splitQuad(place(points, GROUND), 0, 1, 2, 3)).toBe(QUAD.bd);
		}
	});

	it('takes two corners in one place for one', () => {
		const points: Point[] = [
			[0, 0],
			[4, 0],
			[4, 4],
			[4, 4],
		];
		for (const ring of rotations([0, 1, 2, 3])) {
			const { triangles, problem } = cut(points, GROUND, ring);
			expect(problem).toBeUndefined();
			const areas = [triangles.slice(0, 3), triangles.slice(3)].map(
				(t) => newellNormal(place(points, GROUND), t)[2] / 2,
			);
			expect(areas.sort((a, b) => a - b)).toEqual([0, 8]);
		}
	});

	it('is forgiving where two neighbours are all but one', () => {
		// c and d in the wrong order, a micrometre apart: no bow-tie that anybody drew.
		const points: Point[] = [
			[0, 0],
			[4, 0],
			[4, 4],
			[4 + 1e-6, 4 - 1e-6],
		];
		expect(cut(points).problem).toBeUndefined();
		expect(cut(points.map(([x, y], i): Point => (i === 3 ? [x + 0.1, y - 0.1] : [x, y]))).problem).toBe(
			'self-crossing',
		);
	});

	it('is measured like any ring', () => {
		const coordinate = fc.integer({ min: -9, max: 9 });
		fc.assert(
			fc.property(fc.array(coordinate, { minLength: 12, maxLength: 12 }), (positions) => {
				const normal = newellNormal(positions, [0, 1, 2, 3]);
				fc.pre(Math.hypot(...normal) > 0);
				const bend = { offPlane: 0, level: 0 };
				bendOfQuad(positions, 0, 1, 2, 3, bend);
				expect(bend.offPlane).toBeCloseTo(distanceOffPlane(positions, [0, 1, 2, 3], normal), 9);
				expect(bend.level).toBeCloseTo(Math.abs(normal[2]) / Math.hypot(...normal), 9);
			}),
		);
	});

	it('folds along the diagonal that keeps both halves facing one way', () => {
		// A ridge from b to d, steeper than a right angle along a–c.
		const ridge = [0, 0, 0, 5, -5, 4, 10, 0, 0, 5, 5, 4];
		const { triangles } = triangulate(ridge, [0, 1, 2, 3]);
		const [first, second] = [triangles.slice(0, 3), triangles.slice(3)].map((t) => newellNormal(ridge, t));
		expect(first[0] * second[0] + first[1] * second[1] + first[2] * second[2]).toBeGreaterThan(0);
	});
});
