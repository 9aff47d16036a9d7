import type { CollisionModel } from '../../level/collision/hull.ts';

/** Footprints and doors in the most obvious way: every pair of points, every direction, no hulls, no cleverness. */

export type Point2 = readonly [number, number];

/** Everything of a model between two heights, as points in plan: triangles cut by both planes. */
export function slice({ positions, triangles }: CollisionModel, low: number, high: number): Point2[] {
	const points: Point2[] = [];
	for (let i = 0; i < triangles.length; i += 3) {
		let polygon = [0, 1, 2].map((k) => [0, 1, 2].map((axis) => positions[triangles[i + k] * 3 + axis]));
		for (const [sign, level] of [
			[1, low],
			[-1, -high],
		]) {
			polygon = polygon.flatMap((from, k) => {
				const to = polygon[(k + 1) % polygon.length];
				const [a, b] = [sign * from[2] - level, sign * to[2] - level];
				const crossing = from.map((value, axis) => value + ((to[axis] - value) * a) / (a - b));
				return [...(a >= 0 ? [from] : []), ...((a < 0 && b > 0) || (a > 0 && b < 0) ? [crossing] : [])];
			});
		}
		for (const [x, y] of polygon) points.push([x, y]);
	}
	return points;
}

/** Points nearer to each other, and to a line, are on it: cuts of different triangles differ in their last bits. */
const SAME = 1e-9;

/** The area of the convex hull of points: the sum over all pairs that have every other point on their left. */
export function hullArea(points: readonly Point2[]): number {
	const distinct = [
		...new Map(points.map((point) => [point.map((value) => (value + 0).toFixed(9)).join(' '), point])).values(),
	];
	let doubled = 0;
	for (const a of distinct) {
		for (const b of distinct) {
			const side = ([x, y]: Point2) => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
			const between = ([x, y]: Point2) => (x - a[0]) * (x - b[0]) + (y - a[1]) * (y - b[1]) <= SAME;
			if (a !== b && distinct.every((c) => side(c) > SAME || (side(c) >= -SAME && between(c)))) {
				doubled += a[0] * b[1] - a[1] * b[0];
			}
		}
	}
	return doubled / 2;
}

/** How far points reach along a direction. */
export function extentAlong(points: readonly Point2[], angle: number): number {
	const values = points.map(([x, y]) => x * Math.cos(angle) + y * Math.sin(angle));
	return Math.max(...values) - Math.min(...values);
}

/** The least area of a rectangle around points, of all directions that two of them give. */
export function leastRectangle(points: readonly Point2[]): number {
	let least = Infinity;
	for (const [x, y] of points) {
		for (const [u, v] of points) {
			if (x === u && y === v) continue;
			const angle = Math.atan2(v - y, u - x);
			least = Math.min(least, extentAlong(points, angle) * extentAlong(points, angle + Math.PI / 2));
		}
	}
	return least;
}

/** The four corners of a leaf that lies along x, turned about a point. */
export function turnedLeaf(
	[minX, minY, maxX, maxY]: readonly [number, number, number, number],
	[px, py]: Point2,
	degrees: number,
): Point2[] {
	const angle = (degrees * Math.PI) / 180;
	const corners: Point2[] = [
		[minX, minY],
		[maxX, minY],
		[maxX, maxY],
		[minX, maxY],
	];
	return corners.map(([x, y]) => [
		px + (x - px) * Math.cos(angle) - (y - py) * Math.sin(angle),
		py + (x - px) * Math.sin(angle) + (y - py) * Math.cos(angle),
	]);
}
