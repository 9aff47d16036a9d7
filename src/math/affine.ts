/** Taylor coefficients of the sine, x¹⁵ first; at π/4 the first one left out is 5e-17. */
const SINE: readonly number[] = [15, 13, 11, 9, 7, 5, 3, 1].map((n) => sign(n) / factorial(n));
/** Taylor coefficients of the cosine, x¹⁶ first. */
const COSINE: readonly number[] = [16, 14, 12, 10, 8, 6, 4, 2, 0].map((n) => sign(n) / factorial(n));

/** A rotation, split into quarter turns and the rest. */
export interface Turn {
	/** 0 to 3. */
	readonly quarters: number;
	readonly cosine: number;
	readonly sine: number;
}

/**
 * Splits an angle into quarter turns and a rest from −45° to 45°, with cosine and sine of the rest: 1 and 0 for multiples of 90°. They are computed with
 * additions and multiplications only: `Math.sin` may differ between machines, and the bytes of a build must not.
 */
export function turnOf(degrees: number): Turn {
	const angle = degrees % 360;
	const quarters = Math.round(angle / 90);
	// Exact: `angle` and `90 * quarters` lie within a factor of two of each other, or one of them is 0.
	const rest = ((angle - 90 * quarters) * Math.PI) / 180;
	const square = rest * rest;
	return {
		quarters: (quarters + 4) % 4,
		cosine: polynomial(COSINE, square),
		sine: polynomial(SINE, square) * rest,
	};
}

function polynomial(coefficients: readonly number[], x: number): number {
	return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}

function sign(power: number): number {
	return power % 4 < 2 ? 1 : -1;
}

function factorial(n: number): number {
	return n <= 1 ? 1 : n * factorial(n - 1);
}

/** Cosine and sine of an angle: exact for quarter turns, and the same on every machine. */
export function directionOf(degrees: number): readonly [cosine: number, sine: number] {
	const { quarters, cosine, sine } = turnOf(degrees);
	switch (quarters) {
		case 1:
			return [-sine, cosine];
		case 2:
			return [-cosine, -sine];
		case 3:
			return [sine, -cosine];
		default:
			return [cosine, sine];
	}
}

/** The same direction from 0 up to 360 degrees. */
export function withinTurn(degrees: number): number {
	return ((degrees % 360) + 360) % 360;
}

/** The same direction above −180 up to 180 degrees. */
export function withinHalfTurn(degrees: number): number {
	const rest = withinTurn(degrees);
	return rest > 180 ? rest - 360 : rest;
}

/** Sine and cosine of half a bearing in degrees, in float32, with the same bits on every machine. */
export function halfTurn(bearing: number): [sine: number, cosine: number] {
	const [cosine, sine] = directionOf(bearing / 2);
	return [Math.fround(sine) + 0, Math.fround(cosine) + 0];
}

/**
 * An affine transform as 12 numbers: the columns x, y, z and the translation, 3 numbers each. In float64, because transforms nest and levels lie
 * hundreds of metres from the origin. A plain array, because there is one for each node and small typed arrays take ten times as long to create.
 */
export type Affine = readonly number[];

export const IDENTITY: Affine = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/** Combines two transforms; `inner` is applied first. */
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

/** Makes a transform of a 4 × 4 matrix with 16 values, column by column; its last row is dropped. */
export function fromMatrix(m: ArrayLike<number>): Affine {
	return [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], m[12], m[13], m[14]];
}

/**
 * Makes a transform of translation, rotation and scale; the scale is applied first. The rotation is a quaternion x, y, z, w of any length; one of
 * length 0 means no rotation.
 */
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

/** The transform of a node as scene formats write it: either as a matrix of 16 values, column by column, or in parts. */
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

/** Determinant of the three columns; negative for transforms that mirror. */
export function determinant(m: readonly number[]): number {
	return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) + m[6] * (m[1] * m[5] - m[2] * m[4]);
}

/** False for a transform with NaN or infinite values. */
export function hasFiniteValues(m: Affine): boolean {
	return m.every(Number.isFinite);
}

/** Length of a column: the scale along that axis. @param column 0, 1 or 2 */
export function columnLength(m: readonly number[], column: number): number {
	return Math.hypot(m[column * 3], m[column * 3 + 1], m[column * 3 + 2]);
}

/** A transform flattens if its volume (or area) is below this share of what its columns would span at right angles. */
const FLAT = 1e-9;

/**
 * The three columns scaled to length 1, because determinants of very large or small scales leave the range of float64. Columns of zeros stay zero.
 */
function directionsOf(m: Affine): number[] {
	const lengths = [0, 1, 2].map((column) => columnLength(m, column) || 1);
	return m.slice(0, 9).map((value, i) => value / lengths[Math.floor(i / 3)]);
}

/** True when the transform maps volumes to planes, lines or points. */
export function isFlattening(m: Affine): boolean {
	return m !== IDENTITY && Math.abs(determinant(directionsOf(m))) <= FLAT;
}

/** True when the transform maps every area to a line or a point, so that no ground is left. */
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
 * True for a node that mirrors its geometry. For a flattening node, the sign of its scale decides, with 0 counted as positive, so that flattened
 * ground still faces up. A flattening matrix has no such sign, and counts as not mirroring.
 */
export function isMirroring({ matrix, scale = [1, 1, 1] }: Pick<NodeTransform, 'matrix' | 'scale'>): boolean {
	if (matrix === undefined) return scale.filter((factor) => factor < 0).length % 2 === 1;
	return determinant(directionsOf(fromMatrix(matrix))) < -FLAT;
}

/** Two axes are sheared if the cosine between them exceeds this; for matrices stored as float32 it stays far below. */
const SKEW = 1e-4;

/** True when the axes are no longer perpendicular to each other. */
export function isShearing(m: Affine): boolean {
	return [0, 1, 2].some((a) => {
		const b = (a + 1) % 3;
		const dot = m[a * 3] * m[b * 3] + m[a * 3 + 1] * m[b * 3 + 1] + m[a * 3 + 2] * m[b * 3 + 2];
		return Math.abs(dot) > SKEW * columnLength(m, a) * columnLength(m, b);
	});
}

/**
 * Transforms points in float64. @param points 3 values a point @param into receives the results, 3 values a point @param at index of the first value
 * to write
 */
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

/** Larger coordinates are rejected: their squares would exceed the range of the float32 tables of a walkmesh. */
const FARTHEST = 1e15;

/** True when all coordinates are finite and no farther than `FARTHEST` from 0. */
export function areWithinReach(positions: ArrayLike<number>): boolean {
	for (let i = 0; i < positions.length; i++) if (!(Math.abs(positions[i]) <= FARTHEST)) return false;
	return true;
}
