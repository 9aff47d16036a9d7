import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closestOnTriangle, triangleTouchesBox } from '../../src/geometry/near-triangle.ts';
import { distanceOffPlane, newellNormal, projectAlong, squaredExtent } from '../../src/geometry/polygons.ts';
import { boundsOf, FACING, facingOf, flipCorners, flipEdges } from '../../src/geometry/triangles.ts';
import { between, dot, toFloat32, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { heightAt, planOverlap, planWidth } from '../../src/plan/plan-overlap.ts';
import { runs } from '../support/thorough.ts';

type Point = readonly [number, number, number];
const small = fc.integer({ min: -5, max: 5 });
const point: fc.Arbitrary<Point> = fc.tuple(small, small, small);
const triangle = fc.tuple(point, point, point);

const minus = (a: readonly number[], b: readonly number[]): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vec3, b: Vec3): Vec3 => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];
const ringOf = (points: readonly Point[]): [number[], number[]] => [points.flat(), [...points.keys()]];

describe('rings', () => {
	it('have the vector of the triangles from their first corner, together', () => {
		fc.assert(
			fc.property(fc.array(point, { minLength: 3, maxLength: 6 }), (points) => {
				const sum = [0, 0, 0];
				for (let i = 1; i + 1 < points.length; i++) {
					const part = cross(minus(points[i], points[0]), minus(points[i + 1], points[0]));
					for (let axis = 0; axis < 3; axis++) sum[axis] += part[axis];
				}
				expect(newellNormal(...ringOf(points)).map((value) => value + 0)).toEqual(sum.map((value) => value + 0));
			}),
			{ numRuns: runs(50) },
		);
	});

	it('run in a projection as they do about their normal, with the area of its greatest component', () => {
		fc.assert(
			fc.property(triangle, (points) => {
				const [positions, ring] = ringOf(points);
				const normal = newellNormal(positions, ring);
				const greatest = Math.max(...normal.map(Math.abs));
				const flat = projectAlong(positions, ring, normal);
				expect([flat[0], flat[1]].map((value) => value + 0)).toEqual([0, 0]);
				expect(flat[2] * flat[5] - flat[3] * flat[4] + 0).toBe(greatest);
			}),
			{ numRuns: runs(100) },
		);
	});

	it.each<[Vec3, number[]]>([
		[
			[3, 1, 2],
			[20, 300],
		],
		[
			[-3, 1, 2],
			[300, 20],
		],
		[
			[1, 3, 2],
			[300, 1],
		],
		[
			[1, -3, 2],
			[1, 300],
		],
		[
			[1, 2, 3],
			[1, 20],
		],
		[
			[1, 2, -3],
			[20, 1],
		],
		[
			[3, 3, 3],
			[20, 300],
		],
		[
			[1, 3, 3],
			[300, 1],
		],
	])('lose the coordinate along which %j is longest, the first of equals', (normal, expected) => {
		expect([...projectAlong([5, 5, 5, 6, 25, 305], [0, 1], normal)]).toEqual([0, 0, ...expected]);
	});

	it('lie off their mean plane by the corner farthest from it', () => {
		const square = [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 1].map((value, i) => value + (i % 3) * 100);
		// Heights 0, 0, 0 and 1 about a mean of ¼.
		expect(distanceOffPlane(square, [0, 1, 2, 3], [0, 0, 2])).toBeCloseTo(0.75, 9);
		expect(distanceOffPlane(square, [3, 2, 1, 0], [0, 0, -7])).toBeCloseTo(0.75, 9);
		expect(distanceOffPlane([0, 0, 0, 1, 2, 2, 3, 0, 0], [0, 1, 2], [1, 2, 2])).toBeCloseTo(3 - 4 / 3, 9);
		expect(distanceOffPlane(square, [0, 1, 2], [0, 0, 1])).toBe(0);
	});

	it('reach as far as the corner farthest from the first', () => {
		expect(squaredExtent([9, 9, 9, 1, 0, 0, 4, 4, 7, 1, 0, 9], [1, 2, 3])).toBe(81);
		expect(squaredExtent([9, 9, 9, 1, 0, 0, 4, 4, 7], [1, 2])).toBe(9 + 16 + 49);
		expect(squaredExtent([1, 2, 3], [0])).toBe(0);
	});
});

describe('faces', () => {
	it.each<[Vec3, number]>([
		[[0, 0, 1], FACING.up],
		[[0, 0, -1], FACING.down],
		[[1, 0, 0], FACING.vertical],
		[[1, 0, 0.00099], FACING.vertical],
		[[1, 0, 0.00101], FACING.up],
		[[1, 0, -0.00101], FACING.down],
		[[0, 0, 0], FACING.nowhere],
		[[NaN, 0, 0], FACING.nowhere],
	])('with the vector %j face %d', (vector, expected) => {
		expect(facingOf(vector, Math.hypot(...vector))).toBe(expected);
		expect(facingOf([vector[0] * 1e6, vector[1] * 1e6, vector[2] * 1e6], Math.hypot(...vector) * 1e6)).toBe(expected);
	});

	it('are flipped with what belongs to their edges, all or some, and the lists stay', () => {
		const [faces, links] = [Uint32Array.of(1, 2, 3, 4, 5, 6), Int32Array.of(10, 20, 30, 40, 50, 60)];
		expect([[...flipCorners(faces)], [...flipEdges(links)]]).toEqual([
			[1, 3, 2, 4, 6, 5],
			[30, 20, 10, 60, 50, 40],
		]);
		const one = Uint32Array.of(1);
		expect([[...flipCorners(faces, one)], [...flipEdges(links, one)]]).toEqual([
			[1, 2, 3, 4, 6, 5],
			[10, 20, 30, 60, 50, 40],
		]);
		expect([faces[1], links[0]]).toEqual([2, 10]);
	});

	it('lie in a box', () => {
		expect(boundsOf([])).toBeUndefined();
		expect(boundsOf([3, -2, 5])).toEqual([3, -2, 5, 3, -2, 5]);
		expect(boundsOf([3, -2, 5, 1, 4, NaN, 2, 9, -7])).toEqual([1, -2, -7, 3, 9, 5]);
		// Only the points that are named count.
		expect(boundsOf([3, -2, 5, 1, 4, 6, 2, 9, -7], [0, 1, 0])).toEqual([1, -2, 5, 3, 4, 6]);
		expect(boundsOf([3, -2, 5], [])).toBeUndefined();
	});
});

it('vectors are read, subtracted, multiplied and rounded component by component', () => {
	const points = [1, 2, 3, 10, 20, 30];
	expect(vec3At(points, 1)).toEqual([10, 20, 30]);
	expect(between(points, 1, 0)).toEqual([-9, -18, -27]);
	expect(dot([1, 2, 3], [10, 200, 3000])).toBe(9410);
	expect(toFloat32([0.1, -0, 1e-50])).toStrictEqual([Math.fround(0.1), 0, 0]);
});

describe('the point of a triangle nearest to another', () => {
	it('is as far as is said, lies on the triangle, and is nearer than all that are strewn over it', () => {
		fc.assert(
			fc.property(triangle, point, (corners, at) => {
				const out: [number, number, number] = [0, 0, 0];
				const squared = closestOnTriangle(corners.flat(), [0, 1, 2], at, out);
				const way = minus(out, at);
				expect(dot(way, way)).toBeCloseTo(squared, 8);
				let least = Infinity;
				let onTriangle = Infinity;
				for (let i = 0; i <= 20; i++) {
					for (let j = 0; i + j <= 20; j++) {
						const strewn = corners[0].map(
							(value, axis) => value + ((corners[1][axis] - value) * i + (corners[2][axis] - value) * j) / 20,
						);
						least = Math.min(least, Math.hypot(...minus(strewn, at)));
						onTriangle = Math.min(onTriangle, Math.hypot(...minus(strewn, out)));
					}
				}
				expect(Math.sqrt(squared)).toBeLessThanOrEqual(least + 1e-9);
				expect(onTriangle).toBeLessThan(1);
			}),
			{ numRuns: runs(40) },
		);
	});

	it('is seen from above without a height: above or below it to the bit, with the height of the triangle there', () => {
		const ramp = [0, 0, 0, 4, 0, 4, 0, 4, 0];
		const out: [number, number, number] = [9, 9, 9];
		expect(closestOnTriangle(ramp, [0, 1, 2], [1.1, 0.7, NaN], out)).toBe(0);
		expect([out[0], out[1]]).toEqual([1.1, 0.7]);
		expect(out[2]).toBeCloseTo(1.1, 12);
		expect(closestOnTriangle(ramp, [0, 1, 2], [5, 0, NaN], out)).toBe(1);
		expect(out).toEqual([4, 0, 4]);
		expect(closestOnTriangle(ramp, [1, 2, 0], [-3, 2, NaN], out)).toBe(9);
		expect(out).toEqual([0, 2, 0]);
	});
});

/** Corners of a triangle clipped by the six planes of a box: whether any are left. */
function clipped(corners: readonly Point[], box: readonly number[]): boolean {
	let ring: readonly (readonly number[])[] = corners;
	for (let side = 0; side < 6; side++) {
		const axis = side % 3;
		const inside = (p: readonly number[]): number => (side < 3 ? p[axis] - box[axis] : box[axis + 3] - p[axis]);
		ring = ring.flatMap((p, i) => {
			const q = ring[(i + 1) % ring.length];
			const [a, b] = [inside(p), inside(q)];
			const cut = p.map((value, k) => value + ((q[k] - value) * a) / (a - b));
			return [...(a >= 0 ? [p] : []), ...(a * b < 0 ? [cut] : [])];
		});
	}
	return ring.length > 0;
}

it('a triangle touches a box where something of it is left when it is cut by the sides of the box', () => {
	// Halves, so that no corner of the one lies on a side of the other.
	const half = fc.integer({ min: -4, max: 3 }).map((value) => value + 0.5);
	const ends = fc.tuple(half, half).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
	let touching = 0;
	fc.assert(
		fc.property(triangle, fc.tuple(ends, ends, ends), (corners, [x, y, z]) => {
			const box = [x[0], y[0], z[0], x[1], y[1], z[1]];
			const grown = (by: number): boolean =>
				clipped(
					corners,
					box.map((value, i) => value + (i < 3 ? -by : by)),
				);
			// Where an edge of the one meets one of the other, rounding decides.
			if (grown(1e-9) !== grown(-1e-9)) return;
			touching += Number(grown(0));
			expect(triangleTouchesBox(corners.flat(), [0, 1, 2], box)).toBe(grown(0));
		}),
		{ numRuns: runs(300) },
	);
	expect(touching).toBeGreaterThan(10);
});

describe('what two triangles share in plan', () => {
	const plan = (corners: readonly Point[]): Float64Array => {
		const [a, b, c] = corners;
		const isTurned = cross(minus(b, a), minus(c, a))[2] < 0;
		return Float64Array.from((isTurned ? [a, c, b] : [a, b, c]).flat());
	};
	/** The common ground by cutting a ring by lines, its area about its first corner, and its extent. */
	function reference(a: Float64Array, b: Float64Array): { area: number; extent: number } {
		let ring = [0, 3, 6].map((k) => [a[k], a[k + 1]]);
		for (let k = 0; k < 3; k++) {
			const [x, y] = [b[k * 3], b[k * 3 + 1]];
			const [dx, dy] = [b[((k + 1) % 3) * 3] - x, b[((k + 1) % 3) * 3 + 1] - y];
			const side = ([px, py]: readonly number[]): number => dx * (py - y) - dy * (px - x);
			ring = ring.flatMap((p, i) => {
				const q = ring[(i + 1) % ring.length];
				const [s, t] = [side(p), side(q)];
				const cut = p.map((value, axis) => value + ((q[axis] - value) * s) / (s - t));
				return [...(s >= 0 ? [p] : []), ...(s * t < 0 ? [cut] : [])];
			});
		}
		const area = ring.reduce((sum, [x, y], i) => {
			const [nx, ny] = ring[(i + 1) % ring.length];
			return sum + (x * ny - nx * y) / 2;
		}, 0);
		const extent = Math.max(0, ...ring.flatMap((p) => ring.map((q) => Math.hypot(p[0] - q[0], p[1] - q[1]))));
		return { area, extent };
	}

	it('is what cutting the one by the sides of the other leaves', () => {
		// Those that stand upright have no plan.
		const lying = triangle.filter(([a, b, c]) => cross(minus(b, a), minus(c, a))[2] !== 0);
		fc.assert(
			fc.property(lying, lying, (one, other) => {
				const [a, b] = [plan(one), plan(other)];
				const out = { area: 0, extent: 0, x: 0, y: 0 };
				const isShared = planOverlap(a, b, out);
				const { area, extent } = reference(a, b);
				expect(isShared).toBe(area > 1e-9);
				if (!isShared) return;
				expect(out.area).toBeCloseTo(area, 9);
				expect(out.extent).toBeCloseTo(extent, 9);
				const alone = { ...out };
				const spot = plan([
					[out.x - 1e-6, out.y, 0],
					[out.x, out.y - 1e-6, 0],
					[out.x + 1e-6, out.y + 1e-6, 0],
				]);
				expect([planOverlap(a, spot, alone), planOverlap(b, spot, alone)]).toEqual([true, true]);
			}),
			{ numRuns: runs(200) },
		);
	});

	it('lies at the height of their planes; the width of one is its height over its longest side', () => {
		const t = Float64Array.of(1, 1, 1, 5, 1, 3, 1, 4, 7);
		expect(heightAt(t, 1, 1)).toBe(1);
		expect(heightAt(t, 3, 1)).toBe(2);
		expect(heightAt(t, 2, 3)).toBeCloseTo(1 + 0.5 + 4, 12);
		// Sides 4, 3 and 5, whichever comes first.
		expect(planWidth(t)).toBeCloseTo(2.4, 12);
		expect(planWidth(Float64Array.of(5, 1, 0, 1, 4, 0, 1, 1, 0))).toBeCloseTo(2.4, 12);
		expect(planWidth(Float64Array.of(1, 4, 0, 1, 1, 0, 5, 1, 0))).toBeCloseTo(2.4, 12);
		expect(planWidth(Float64Array.of(1, 1, 0, 1, 4, 0, 5, 1, 0))).toBeCloseTo(2.4, 12);
	});
});
