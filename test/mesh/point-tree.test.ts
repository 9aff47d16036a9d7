import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPointTree, nearestVertex, visitTube } from '../../src/geometry/spatial.ts';
import { runs } from '../support/thorough.ts';

const coordinate = fc.oneof(fc.integer({ min: -6, max: 6 }), fc.double({ min: -6, max: 6, noNaN: true }));
const point = fc.tuple(coordinate, coordinate, coordinate);
const crowd = fc.array(point, { maxLength: 120 });

function all(count: number): Uint32Array {
	return Uint32Array.from({ length: count }, (_, i) => i);
}

function distanceToSegment(p: readonly number[], a: readonly number[], b: readonly number[]): number {
	const d = b.map((value, axis) => value - a[axis]);
	const w = p.map((value, axis) => value - a[axis]);
	const dot = (u: readonly number[], v: readonly number[]): number =>
		u.reduce((sum, value, i) => sum + value * v[i], 0);
	const t = dot(d, d) === 0 ? 0 : Math.min(1, Math.max(0, dot(w, d) / dot(d, d)));
	return Math.hypot(...w.map((value, axis) => value - t * d[axis]));
}

describe('visitTube', () => {
	it('finds what a search through all points finds', () => {
		fc.assert(
			fc.property(crowd, point, point, fc.double({ min: 0.01, max: 4, noNaN: true }), (points, from, to, radius) => {
				const tree = buildPointTree(points.flat(), all(points.length));
				const found = new Map<number, number>();
				visitTube(tree, { from, to, radius }, (vertex, squared) => found.set(vertex, Math.sqrt(squared)));
				for (const [vertex, p] of points.entries()) {
					const distance = distanceToSegment(p, from, to);
					// Where rounding decides, either answer is right.
					if (Math.abs(distance - radius) < 1e-6) continue;
					expect(found.has(vertex)).toBe(distance < radius);
					if (found.has(vertex)) expect(found.get(vertex)).toBeCloseTo(distance, 6);
				}
			}),
			{ numRuns: runs(125, 5000) },
		);
	});

	it('finds every point of a crowd at its own place', () => {
		fc.assert(
			fc.property(fc.array(point, { minLength: 200, maxLength: 400 }), (points) => {
				const tree = buildPointTree(points.flat(), all(points.length));
				for (const [vertex, p] of points.entries()) {
					const found: number[] = [];
					visitTube(tree, { from: p, to: p, radius: 1e-9 }, (each) => found.push(each));
					expect(found).toContain(vertex);
				}
			}),
			{ numRuns: runs(8, 300) },
		);
	});

	it('visits each of many equal points once', () => {
		const tree = buildPointTree(new Float32Array(30_000), all(10_000));
		let count = 0;
		visitTube(tree, { from: [0, 0, 0], to: [0, 0, 0], radius: 0 }, () => count++);
		expect(count).toBe(10_000);
		visitTube(tree, { from: [1, 0, 0], to: [2, 5, 1], radius: 0.5 }, () => count++);
		expect(count).toBe(10_000);
	});

	it('passes over what a segment does not come near', () => {
		// Triangles within each other: the sides of the inner ones cross no place where the outer ones have corners.
		const count = 4096;
		const positions = Array.from({ length: count }, (_, i) => [-i, -i, 0, i, -i, 0, 0, i, 0]).flat();
		let reads = 0;
		const counted = new Proxy(positions, {
			get: (target, key) => {
				reads++;
				return Reflect.get(target, key);
			},
		});
		const tree = { ...buildPointTree(positions, all(count * 3)), positions: counted };
		const found: number[] = [];
		const i = count - 100;
		visitTube(tree, { from: [-i, -i, 0], to: [i, -i, 0], radius: 0.5 }, (vertex) => found.push(vertex));
		expect(found.sort()).toEqual([i * 3, i * 3 + 1]);
		expect(reads).toBeLessThan(1000);
	});

	it('holds only the vertices it was given', () => {
		const tree = buildPointTree([0, 0, 0, 1, 0, 0, 2, 0, 0], Uint32Array.of(2, 0));
		const found: number[] = [];
		visitTube(tree, { from: [0, 0, 0], to: [3, 0, 0], radius: 1 }, (vertex) => found.push(vertex));
		expect(found.sort()).toEqual([0, 2]);
	});
});

describe('nearestVertex', () => {
	// Few places, so that several vertices are equally near.
	const place = fc.integer({ min: -4, max: 4 });
	const places = fc.tuple(place, place, place);

	it('is the lowest of the nearest that are accepted, as a look at all points finds it', () => {
		fc.assert(
			fc.property(
				fc.array(places, { maxLength: 90 }),
				places,
				fc.constantFrom(0, 1, 1.5, 3, 20),
				(points, at, radius) => {
					const tree = buildPointTree(points.flat(), all(points.length));
					for (const accepts of [() => true, (vertex: number) => vertex % 3 !== 0]) {
						let expected: { vertex: number; squared: number } | undefined;
						for (const [vertex, [x, y, z]] of points.entries()) {
							const squared = (x - at[0]) ** 2 + (y - at[1]) ** 2 + (z - at[2]) ** 2;
							if (squared > radius * radius || !accepts(vertex)) continue;
							if (expected === undefined || squared < expected.squared) expected = { vertex, squared };
						}
						expect(nearestVertex(tree, at, radius, accepts)).toEqual(expected);
					}
				},
			),
			{ numRuns: runs(25, 1000) },
		);
	});
});
