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
