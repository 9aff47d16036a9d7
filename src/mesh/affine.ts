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

/** The 12 values of a matrix (16, column by column) that an affine transform has. */
export function fromMatrix(m: ArrayLike<number>): Affine {
	return [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], m[12], m[13], m[14]];
}

/** Translation, rotation (quaternion x, y, z, w of any length; of length 0 it is none) and scale, in this order from outside in. */
export function fromParts(t: ArrayLike<number>, q: ArrayLike<number>, s: ArrayLike<number>): Affine {
	const length = Math.hypot(q[0], q[1], q[2], q[3]);
	const isRotation = length !== 0 && Number.isFinite(length);
	const [x, y, z, w] = isRotation ? [q[0] / length, q[1] / length, q[2] / length, q[3] / length] : [0, 0, 0, 1];
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

/** How formats with trees write the transform of a node: as a matrix of 16 values, column by column, or in parts. */
export interface NodeTransform {
	readonly matrix?: ArrayLike<number>;
	readonly translation?: ArrayLike<number>;
	readonly rotation?: ArrayLike<number>;
	readonly scale?: readonly number[];
}

/** A node's own transform. */
export function localTransform({ matrix, translation, rotation, scale }: NodeTransform): Affine {
	if (matrix !== undefined) return fromMatrix(matrix);
	if (translation === undefined && rotation === undefined && scale === undefined) return IDENTITY;
	return fromParts(translation ?? [0, 0, 0], rotation ?? [0, 0, 0, 1], scale ?? [1, 1, 1]);
}

/** Of the three columns; negative where they mirror. */
export function determinant(m: readonly number[]): number {
	return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) + m[6] * (m[1] * m[5] - m[2] * m[4]);
}

export function hasFiniteValues(m: Affine): boolean {
	return m.every(Number.isFinite);
}

export function columnLength(m: readonly number[], column: number): number {
	return Math.hypot(m[column * 3], m[column * 3 + 1], m[column * 3 + 2]);
}

/** Below this share of the volume or area that edges as long would span at right angles, what is transformed has none. */
const FLAT = 1e-9;

/** The three columns with length 1, whatever the size of the scale: volumes themselves may lie beyond all numbers. Zeros stay. */
function directionsOf(m: Affine): number[] {
	const lengths = [0, 1, 2].map((column) => columnLength(m, column) || 1);
	return m.slice(0, 9).map((value, i) => value / lengths[Math.floor(i / 3)]);
}

/** True when the transform turns volumes into planes, lines or points. */
export function isFlattening(m: Affine): boolean {
	return m !== IDENTITY && Math.abs(determinant(directionsOf(m))) <= FLAT;
}

/** True when the transform turns areas of every direction into lines or points, so that nothing is left to walk on. */
export function collapsesAreas(m: Affine): boolean {
	if (!isFlattening(m)) return false;
	const d = directionsOf(m);
	const area = (a: number, b: number): number =>
		Math.hypot(
			d[a + 1] * d[b + 2] - d[a + 2] * d[b + 1],
			d[a + 2] * d[b] - d[a] * d[b + 2],
			d[a] * d[b + 1] - d[a + 1] * d[b],
		);
	return Math.max(area(0, 3), area(3, 6), area(6, 0)) <= FLAT;
}

/**
 * True for a node that mirrors what it shows. Of a flattened one the scale tells: 0 counts as the end of a positive scale that
 * shrinks, so that ground which is flattened still faces up. A flattened matrix does not tell, so it does not mirror.
 */
export function isMirroring({ matrix, scale = [1, 1, 1] }: Pick<NodeTransform, 'matrix' | 'scale'>): boolean {
	if (matrix === undefined) return scale.filter((factor) => factor < 0).length % 2 === 1;
	return determinant(directionsOf(fromMatrix(matrix))) < -FLAT;
}

/** Cosine between two axes beyond which a matrix shears; matrices written as float32 stay far below it. */
const SKEW = 1e-4;

/** True when the axes are no longer at right angles. */
export function isShearing(m: Affine): boolean {
	return [0, 1, 2].some((a) => {
		const b = (a + 1) % 3;
		const dot = m[a * 3] * m[b * 3] + m[a * 3 + 1] * m[b * 3 + 1] + m[a * 3 + 2] * m[b * 3 + 2];
		return Math.abs(dot) > SKEW * columnLength(m, a) * columnLength(m, b);
	});
}

/** Transforms points in float64. */
export function transformPoints(points: ArrayLike<number>, m: Affine, into: Float64Array, at = 0): void {
	const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = m;
	for (let i = 0; i < points.length; i += 3) {
		const x = points[i];
		const y = points[i + 1];
		const z = points[i + 2];
		into[at + i] = m0 * x + m3 * y + m6 * z + m9;
		into[at + i + 1] = m1 * x + m4 * y + m7 * z + m10;
		into[at + i + 2] = m2 * x + m5 * y + m8 * z + m11;
	}
}

/** Coordinates beyond this are no place: their squares would leave the range of float32 tables on the way to a walkmesh. */
const FARTHEST = 1e15;

/** True when no coordinate is farther than `FARTHEST`, or not finite. */
export function areWithinReach(positions: ArrayLike<number>): boolean {
	for (let i = 0; i < positions.length; i++) if (!(Math.abs(positions[i]) <= FARTHEST)) return false;
	return true;
}
