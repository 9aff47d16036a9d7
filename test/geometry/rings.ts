import { type Triangulation, triangulate } from '../../src/geometry/triangulate.ts';
import type { Vec3 } from '../../src/math/vec3.ts';

export type Point = readonly [number, number];

/** A plane of three-dimensional space with whole-number axes, so that nothing is rounded on the way there. */
export interface Plane {
	readonly origin: Vec3;
	readonly u: Vec3;
	readonly v: Vec3;
}

export const GROUND: Plane = { origin: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0] };

export function place(points: readonly Point[], plane: Plane): number[] {
	return points.flatMap(([x, y]) => [0, 1, 2].map((i) => plane.origin[i] + plane.u[i] * x + plane.v[i] * y));
}

export function countUp(length: number): number[] {
	return Array.from({ length }, (_, i) => i);
}

export function cut(
	points: readonly Point[],
	plane: Plane = GROUND,
	ring: number[] = countUp(points.length),
): Triangulation {
	return triangulate(place(points, plane), ring);
}

export function rotations(ring: readonly number[]): number[][] {
	const quarter = Math.max(1, Math.floor(ring.length / 4));
	return [0, 1, 2, 3].map((turn) => [...ring.slice(turn * quarter), ...ring.slice(0, turn * quarter)]);
}
