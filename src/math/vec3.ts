/** A point or direction: x, y, z in metres, Z up, unless the name says otherwise. */
export type Vec3 = readonly [x: number, y: number, z: number];

export const ZERO: Vec3 = [0, 0, 0];

/** Rounds each component to the float32 that a file would hold; −0 becomes 0. */
export function toFloat32(v: Vec3): Vec3 {
	return [Math.fround(v[0]) + 0, Math.fround(v[1]) + 0, Math.fround(v[2]) + 0];
}

/** The vector with another value for each component. */
export function mapped(v: Vec3, change: (value: number, axis: 0 | 1 | 2) => number): Vec3 {
	return [change(v[0], 0), change(v[1], 1), change(v[2], 2)];
}

/** Replaces NaN and infinities by 0. */
export function finite(v: Vec3): Vec3 {
	return mapped(v, (value) => (Number.isFinite(value) ? value : 0));
}

/** Reads three consecutive values. @param index counts triples, not values */
export function vec3At(array: ArrayLike<number>, index: number): Vec3 {
	return [array[index * 3], array[index * 3 + 1], array[index * 3 + 2]];
}

/** The vector from one point to another. @param points 3 values a point @param from, to indices of points */
export function between(points: ArrayLike<number>, from: number, to: number): Vec3 {
	return [
		points[to * 3] - points[from * 3],
		points[to * 3 + 1] - points[from * 3 + 1],
		points[to * 3 + 2] - points[from * 3 + 2],
	];
}

export function dot(a: Vec3, b: Vec3): number {
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
	return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function plus(a: Vec3, b: Vec3): Vec3 {
	return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function minus(a: Vec3, b: Vec3): Vec3 {
	return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function distanceBetween(a: Vec3, b: Vec3): number {
	return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** A point whose x and y count. */
type PlanPoint = readonly [x: number, y: number, ...above: number[]];

/** How far apart two points are in plan. */
export function planDistance(a: PlanPoint, b: PlanPoint): number {
	return Math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
}

export function middleBetween(a: Vec3, b: Vec3): Vec3 {
	return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

/** The mean of points, such as the ends of an edge or the corners of a face. */
export function middleOf(points: readonly Vec3[]): Vec3 {
	const mean = (axis: 0 | 1 | 2): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
	return [mean(0), mean(1), mean(2)];
}

/** Like `plus`, rounded to float32: the value a file would hold. */
export function plusFloat32(a: Vec3, b: Vec3): Vec3 {
	return [Math.fround(a[0] + b[0]), Math.fround(a[1] + b[1]), Math.fround(a[2] + b[2])];
}
