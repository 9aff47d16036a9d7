import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIPPING_BUDGET, clippingBudget, newellNormal } from '../../src/geometry/polygons.ts';
import { MAX_CORNERS, type Triangulation, triangulate } from '../../src/geometry/triangulate.ts';
import { runs, THOROUGH } from '../support/thorough.ts';
import { countUp, cut, GROUND, type Plane, type Point, place, rotations } from './rings.ts';

const PLANES: readonly Plane[] = [
	GROUND,
	{ origin: [5, -3, 2], u: [0, 1, 0], v: [1, 0, 0] },
	{ origin: [0, 0, 0], u: [0, 0, 1], v: [1, 0, 0] },
	{ origin: [900, -900, 40], u: [0, 2, 1], v: [-3, 0, 1] },
	{ origin: [-7, 11, 13], u: [1, 1, 0], v: [0, -1, 4] },
];

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
			{ numRuns: runs(33, 1300) },
		);
	});

	it('tiles star-shaped polygons with concave corners', () => {
		fc.assert(
			fc.property(stars, fc.constantFrom(...PLANES), (points, plane) => {
				const positions = place(points, plane);
				for (const ring of rotations(countUp(points.length)))
					expectTiling(positions, ring, triangulate(positions, ring));
			}),
			{ numRuns: runs(33, 1300) },
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
			{ numRuns: runs(33, 1300) },
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

	/** Corners in plan, the ring, and why it is refused. */
	const refused: readonly [string, string, number[], string][] = [
		['a bow-tie', '0 0, 2 2, 2 0, 0 3', [0, 1, 2, 3], 'self-crossing'],
		['an even bow-tie', '0 0, 2 2, 2 0, 0 2', [0, 1, 2, 3], 'self-crossing'],
		['a pentagram', '0 3, 2 -3, -3 1, 3 1, -2 -3', [0, 1, 2, 3, 4], 'self-crossing'],
		['a figure of eight', '0 0, 4 4, 8 0, 8 4, 4 0, 0 4', [0, 1, 2, 3, 4, 5], 'self-crossing'],
		['a loop in a loop', '0 0, 9 0, 9 9, 1 1, 8 1, 5 7', [0, 1, 2, 3, 4, 5], 'self-crossing'],
		['a square walked twice', '0 0, 1 0, 1 1, 0 1', [0, 1, 2, 3, 0, 1, 2, 3], 'folded'],
		['a way out and back', '0 0, 1 0, 1 1', [0, 1, 2, 1], 'folded'],
		['a spike on a square', '0 0, 4 0, 4 4, 9 9, 0 4', [0, 1, 2, 3, 2, 4], 'folded'],
		['an edge that runs back over another', '0 0, 4 0, 2 0, 2 4, 0 4', [0, 1, 2, 3, 4], 'folded'],
		['corners on a line', '0 0, 1 1, 2 2, 5 5, 3 3', [0, 1, 2, 3, 4], 'zero-area'],
		['four corners on a line', '0 0, 1 1, 2 2, 3 3', [0, 1, 2, 3], 'zero-area'],
		['three corners on a line', '0 0, 1 1, 2 2', [0, 1, 2], 'zero-area'],
		['two corners', '0 0, 1 1', [0, 1], 'zero-area'],
		['no corners', '', [], 'zero-area'],
	];
	it.each(refused)('calls %s no proper polygon', (_, corners, ring, problem) => {
		const points =
			corners === '' ? [] : corners.split(', ').map((corner) => corner.split(' ').map(Number) as unknown as Point);
		for (const plane of PLANES) {
			for (const turned of ring.length >= 4 ? rotations(ring) : [ring]) {
				const result = cut(points, plane, turned);
				expect(result.problem).toBe(problem);
				// What is no proper polygon is cut as far as it can be.
				if (problem !== 'zero-area') expect(result.triangles.length).toBeGreaterThan(0);
				else expect(result.triangles.length).toBe(Math.max(0, ring.length - 2) * 3);
			}
		}
	});

	it('cuts a crossed quad along its first diagonal, and ears of what crosses itself in a corner', () => {
		const points: Point[] = [
			[0, 0],
			[4, 0],
			[4, 4],
			[0, 4],
			[0.2, 4.1],
			[-0.2, 3.9],
		];
		expect(cut(points, GROUND, [0, 2, 1, 3])).toMatchObject({
			triangles: [0, 2, 1, 0, 1, 3],
			problem: 'self-crossing',
		});
		const { triangles, problem } = cut(points, GROUND, [0, 1, 2, 5, 4]);
		expect(problem).toBe('self-crossing');
		let area = 0;
		for (let i = 0; i < triangles.length; i += 3) {
			const [a, b, c] = [0, 1, 2].map((corner) => points[triangles[i + corner]]);
			area += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
		}
		expect(area).toBeCloseTo(16, 0);
	});

	it('leaves rings that cross themselves uncut once they would take too long', () => {
		let seed = 1;
		const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
		const points = countUp(200).map((): Point => [random(), random()]);
		const flat = points.flatMap(([x, y]) => [x, y, 0]);
		const budget = clippingBudget();
		triangulate(flat, countUp(200), budget);
		const used = CLIPPING_BUDGET - budget.left;
		expect(used).toBeGreaterThanOrEqual(200 * 200);
		expect(triangulate(flat, countUp(200), { left: used }).problem).toBe('self-crossing');
		expect(triangulate(flat, countUp(200), { left: used - 1 })).toMatchObject({
			triangles: [],
			problem: 'too-intricate',
		});
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
		if (THOROUGH) expectTiling(place(most, GROUND), countUp(MAX_CORNERS), cut(most));
		else expect(cut(most).triangles).toHaveLength((MAX_CORNERS - 2) * 3);
	});
});
