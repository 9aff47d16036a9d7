import type { GltfNode } from '../document.ts';

/**
 * Affine transforms as 12 doubles: the columns x, y, z and the translation, three values each. Float64 throughout: transforms
 * nest, and a level stands hundreds of metres from its origin. Plain arrays: there is one a node, and small typed arrays
 * take ten times as long to make.
 */
export type Affine = readonly number[];

export const IDENTITY: Affine = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/** The transform that applies `inner` first. */
export function multiply(outer: Affine, inner: Affine): Affine {
	const [a0, a1, a2, b0, b1, b2, c0, c1, c2, t0, t1, t2] = outer;
	const [x0, y0, z0, x1, y1, z1, x2, y2, z2, x3, y3, z3] = inner;
	return [
		a0 * x0 + b0 * y0 + c0 * z0,
		a1 * x0 + b1 * y0 + c1 * z0,
		a2 * x0 + b2 * y0 + c2 * z0,
		a0 * x1 + b0 * y1 + c0 * z1,
		a1 * x1 + b1 * y1 + c1 * z1,
		a2 * x1 + b2 * y1 + c2 * z1,
		a0 * x2 + b0 * y2 + c0 * z2,
		a1 * x2 + b1 * y2 + c1 * z2,
		a2 * x2 + b2 * y2 + c2 * z2,
		a0 * x3 + b0 * y3 + c0 * z3 + t0,
		a1 * x3 + b1 * y3 + c1 * z3 + t1,
		a2 * x3 + b2 * y3 + c2 * z3 + t2,
	];
}

/** The 12 values of a glTF matrix (16, column by column) that an affine transform has. */
export function fromMatrix(m: ArrayLike<number>): Affine {
	return [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], m[12], m[13], m[14]];
}

/** Translation, rotation (unit quaternion x, y, z, w) and scale, in this order from outside in. */
export function fromParts(t: ArrayLike<number>, r: ArrayLike<number>, s: ArrayLike<number>): Affine {
	const x = r[0];
	const y = r[1];
	const z = r[2];
	const w = r[3];
	return [
		(1 - 2 * (y * y + z * z)) * s[0],
		2 * (x * y + z * w) * s[0],
		2 * (x * z - y * w) * s[0],
		2 * (x * y - z * w) * s[1],
		(1 - 2 * (x * x + z * z)) * s[1],
		2 * (y * z + x * w) * s[1],
		2 * (x * z + y * w) * s[2],
		2 * (y * z - x * w) * s[2],
		(1 - 2 * (x * x + y * y)) * s[2],
		t[0],
		t[1],
		t[2],
	];
}

const NOWHERE = [0, 0, 0];
const UNTURNED = [0, 0, 0, 1];
const UNSCALED = [1, 1, 1];

/** A node's own transform. The rotation is made a unit quaternion; one of length 0 is taken for none. */
export function localTransform({ matrix, translation, rotation, scale }: GltfNode): Affine {
	if (matrix !== undefined) return fromMatrix(matrix);
	if (translation === undefined && rotation === undefined && scale === undefined) return IDENTITY;
	const turn = rotation === undefined ? UNTURNED : normalized(rotation);
	return fromParts(translation ?? NOWHERE, turn, scale ?? UNSCALED);
}

/** A quaternion at length 1. */
export function normalized(q: ArrayLike<number>): ArrayLike<number> {
	const length = Math.hypot(q[0], q[1], q[2], q[3]);
	if (length === 0 || !Number.isFinite(length)) return UNTURNED;
	return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

export function determinant(m: Affine): number {
	return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) + m[6] * (m[1] * m[5] - m[2] * m[4]);
}

function columnLength(m: Affine, column: number): number {
	return Math.hypot(m[column * 3], m[column * 3 + 1], m[column * 3 + 2]);
}

/** Below this share of the volume that a box with edges as long would have, the transformed box is flat. */
const FLAT = 1e-9;

/** True when the transform turns volumes into planes, lines or points, whatever the size of its scale. */
export function isFlattening(m: Affine): boolean {
	if (m === IDENTITY) return false;
	const x = columnLength(m, 0);
	const y = columnLength(m, 1);
	const z = columnLength(m, 2);
	if (x === 0 || y === 0 || z === 0) return true;
	// Columns of length 1 first: the volume itself may lie beyond all numbers.
	const directions = [m[0] / x, m[1] / x, m[2] / x, m[3] / y, m[4] / y, m[5] / y, m[6] / z, m[7] / z, m[8] / z];
	return Math.abs(determinant(directions)) <= FLAT;
}

export function hasFiniteValues(m: Affine): boolean {
	return m.every(Number.isFinite);
}

/** Cosine between two axes beyond which a matrix shears; matrices written as float32 stay far below it. */
const SKEW = 1e-4;

/** True when the axes are no longer at right angles. */
export function isShearing(m: Affine): boolean {
	return areSkew(m, 0, 1) || areSkew(m, 1, 2) || areSkew(m, 2, 0);
}

function areSkew(m: Affine, a: number, b: number): boolean {
	const dot = m[a * 3] * m[b * 3] + m[a * 3 + 1] * m[b * 3 + 1] + m[a * 3 + 2] * m[b * 3 + 2];
	return Math.abs(dot) > SKEW * columnLength(m, a) * columnLength(m, b);
}
