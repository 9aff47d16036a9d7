import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heapDepth } from '../../src/geometry/heaped.ts';
import { squaredDistanceToTriangle } from '../../src/geometry/near-triangle.ts';
import { buildPointTree, nearestVertex, visitTube } from '../../src/geometry/spatial.ts';
import { PlanIndex, visitBoxPairs } from '../../src/plan/plan-index.ts';
import { HEAPS, type Heap } from '../fuzz/heaps.ts';
import { generator } from '../support/mutate.ts';
import { runs } from '../support/thorough.ts';

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

const box = fc
	.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }), fc.nat(4), fc.nat(4))
	.map(([x, y, width, depth]): Box => [x, y, x + width, y + depth]);

function touch(a: Box, b: Box): boolean {
	return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

describe('the boxes that touch one', () => {
	it('are those that a comparison with all finds', () => {
		fc.assert(
			fc.property(fc.array(box, { maxLength: 60 }), box, (boxes, asked) => {
				const found = new PlanIndex(Float64Array.from(boxes.flat())).touching(...asked);
				const expected = [...boxes.keys()].filter((id) => touch(boxes[id], asked));
				expect(found.sort((p, q) => p - q)).toEqual(expected);
			}),
		);
	});

	it.each([
		['of like size', 1, 1],
		['of very unequal size', 60, 1],
		['crowded in a corner', 1, 0.001],
	])('are those that a comparison with all finds among many %s', (_, size, part) => {
		const random = generator(7);
		const boxes = Array.from({ length: 500 }, (_, id): Box => {
			const scale = id % 50 === 0 ? size : 1;
			const [x, y] = [random() * 100, random() * 100].map((value) => (id % 7 === 0 ? value : value * part));
			return [x, y, x + random() * scale, y + random() * scale];
		});
		const index = new PlanIndex(Float64Array.from(boxes.flat()));
		const asked: Box[] = [...boxes.slice(0, 60), [-Infinity, 20, 50, Infinity], [3, 3, 3, 3], [-9, -9, -1, -1]];
		for (const each of asked) {
			const expected = [...boxes.keys()].filter((id) => touch(boxes[id], each));
			expect(index.touching(...each).sort((p, q) => p - q)).toEqual(expected);
		}
		expect(index.touching(0, 0, 100, 100, 9)).toHaveLength(9);
	});

	it('are found behind a long box that comes before thousands along it', () => {
		const count = 5000;
		const boxes = Array.from({ length: count }, (_, i): Box => (i === 0 ? [0, 0, count, 0] : [i, 0, i + 1, 0]));
		const index = new PlanIndex(Float64Array.from(boxes.flat()));
		expect(index.touching(99.5, 0, 101.5, 0).sort((p, q) => p - q)).toEqual([0, 99, 100, 101]);
		expect(index.touching(0, 0, count, 0)).toHaveLength(count);
	});

	it('leave out empty boxes and such as are not finite', () => {
		const boxes = [
			[0, 0, 1, 1],
			[Infinity, Infinity, -Infinity, -Infinity],
			[NaN, 0, 1, 1],
			[0, 0, Infinity, 1],
			[1, 1, 2, 2],
		];
		const index = new PlanIndex(Float64Array.from(boxes.flat()));
		expect(index.touching(0, 0, 3, 3).sort()).toEqual([0, 4]);
		expect(new PlanIndex(new Float64Array(0)).touching(0, 0, 3, 3)).toEqual([]);
	});
});

describe('pairs of boxes', () => {
	const pairsOf = (boxes: readonly Box[]): string[] => {
		const found: string[] = [];
		visitBoxPairs(Float64Array.from(boxes.flat()), (one, other) => found.push(`${one},${other}`) > 0);
		return found.sort();
	};

	it('that touch are visited once each, the lower one first', () => {
		fc.assert(
			fc.property(fc.array(box, { maxLength: 40 }), (boxes) => {
				const expected = boxes.flatMap((a, i) => boxes.flatMap((b, k) => (k > i && touch(a, b) ? [`${i},${k}`] : [])));
				expect(pairsOf(boxes)).toEqual(expected.sort());
			}),
		);
	});

	it('are none of boxes that are not finite, and are visited until told to end', () => {
		const odd: Box[] = [
			[0, 0, 1, 1],
			[0, NaN, 1, 1],
			[0, 0, Infinity, 1],
		];
		expect(pairsOf(odd)).toEqual([]);
		let visits = 0;
		visitBoxPairs(new Float64Array(400), () => ++visits < 5);
		expect(visits).toBe(5);
	});
});

describe('point tree', () => {
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
});

describe('point triangle', () => {
	const point = fc.tuple(
		fc.integer({ min: -5, max: 5 }),
		fc.integer({ min: -5, max: 5 }),
		fc.integer({ min: -5, max: 5 }),
	);
	const STEPS = 60;

	/** The least distance to points strewn over the triangle. */
	function sampled(p: readonly number[], [a, b, c]: readonly (readonly number[])[]): number {
		let least = Infinity;
		for (let i = 0; i <= STEPS; i++) {
			for (let j = 0; i + j <= STEPS; j++) {
				const at = [0, 1, 2].map((axis) => a[axis] + ((b[axis] - a[axis]) * i + (c[axis] - a[axis]) * j) / STEPS);
				least = Math.min(least, Math.hypot(...at.map((value, axis) => value - p[axis])));
			}
		}
		return least;
	}

	describe('squaredDistanceToTriangle', () => {
		it('agrees with points strewn over the triangle, also one without area', () => {
			fc.assert(
				fc.property(point, fc.tuple(point, point, point), (p, corners) => {
					const exact = Math.sqrt(squaredDistanceToTriangle([...p, ...corners.flat()], 0, 1, 2, 3));
					const near = sampled(p, corners);
					const longest = Math.max(
						...corners.flatMap((q) => corners.map((r) => Math.hypot(...q.map((v, i) => v - r[i])))),
					);
					expect(exact).toBeLessThanOrEqual(near + 1e-9);
					expect(exact).toBeGreaterThan(near - longest / STEPS - 1e-9);
				}),
				{ numRuns: runs(300) },
			);
		});

		it('is exact above the inside, beside an edge and beyond a corner', () => {
			const corners = [0, 0, 0, 4, 0, 0, 0, 4, 0];
			const squared = (...p: number[]): number => squaredDistanceToTriangle([...p, ...corners], 0, 1, 2, 3);
			expect(squared(1, 1, 3)).toBe(9);
			expect(squared(2, -2, 0)).toBe(4);
			expect(squared(-3, 2, 4)).toBe(25);
			expect(squared(4, 4, 0)).toBeCloseTo(8, 12);
			expect(squared(7, -4, 0)).toBe(25);
		});
	});
});

const COUNT = 600;
const mesh = ({ points, faces }: Heap) => ({ positions: points.flat(), faces: faces.flat() });
const depthOf = (...heaps: Heap[]): number => heapDepth(heaps.map(mesh));
const heap = (name: string, seed = 1): Heap => HEAPS[name](COUNT, generator(seed));
/** Triangles of corners about each of some points. */
const leaves = (count: number, size: number, point: (random: () => number, i: number) => number[]): Heap => {
	const random = generator(7);
	const points = Array.from({ length: count }, (_, i) => point(random, i)).flatMap((middle) =>
		[0, 1, 2].map(() => middle.map((value) => value + size * (random() - 0.5))),
	);
	return { points, faces: Array.from({ length: count }, (_, i) => [i * 3, i * 3 + 1, i * 3 + 2]) };
};

describe('how deep faces are heaped', () => {
	it.each([
		...['sameCorners', 'copies', 'oneEdge', 'needles', 'star', 'soup', 'fewCorners', 'onOneEdge', 'twoClusters'],
		...[
			'nearlyOne',
			'wide',
			'upright',
			'crossing',
			'slivers',
			'oneSpot',
			'spotOnGround',
			'blockedHeap',
			'heapOnFloors',
		],
	])('%s: a good part of all faces', (name) => {
		for (const seed of [1, 2]) expect(depthOf(heap(name, seed))).toBeGreaterThan(COUNT / 12);
	});

	it.each(['islands', 'walls', 'spiral', 'comb', 'ground', 'holes', 'maze', 'slabs', 'stacked'])(
		'%s: no more than of a floor, however much there is',
		(name) => {
			expect(depthOf(heap(name))).toBeLessThan(4);
		},
	);

	it('spheres within each other, floors above floors, double sides and details of several levels: little', () => {
		expect(depthOf(heap('spheres'))).toBeLessThan(20);
		const floor = heap('ground');
		const raised = (by: number): Heap => ({ ...floor, points: floor.points.map(([x, y, z]) => [x, y, z + by]) });
		expect(depthOf(...Array.from({ length: 20 }, (_, i) => raised(i * 2.8)))).toBeLessThan(4);
		expect(depthOf(floor, floor)).toBeLessThan(6);
		expect(
			depthOf(floor, HEAPS['ground'](COUNT / 4, generator(1)), HEAPS['ground'](COUNT / 16, generator(1))),
		).toBeLessThan(8);
	});

	it('leaves of a tree, blades of a meadow, strands of hair: little', () => {
		const tree = leaves(6_000, 0.15, (random) => [random() * 3, random() * 3, random() * 3]);
		const meadow = leaves(6_000, 0.2, (random) => [random() * 10, random() * 10, 0]);
		const hair = leaves(6_000, 0.03, (random, i) => [Math.cos(i) * 0.1, Math.sin(i) * 0.1, random() * 0.3]);
		for (const each of [tree, meadow, hair]) expect(depthOf(each)).toBeLessThan(100);
	});

	it('counts every face of a few, and those that are not finite nowhere', () => {
		const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
		expect(heapDepth([])).toBe(0);
		expect(heapDepth([{ positions: triangle, faces: [0, 1, 2] }])).toBe(1);
		expect(heapDepth([{ positions: triangle, faces: [0, 1, 2, 2, 1, 0, 0, 1, 2] }])).toBe(3);
		const far = triangle.map((value) => value + 1e5 + 0.1);
		expect(
			heapDepth([
				{ positions: triangle, faces: [0, 1, 2] },
				{ positions: far, faces: [0, 1, 2, 0, 1, 2] },
			]),
		).toBe(5 / 3);
		expect(heapDepth([{ positions: triangle.map((value) => value * NaN), faces: [0, 1, 2] }])).toBe(0);
	});
});
