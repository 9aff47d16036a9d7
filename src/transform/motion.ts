import { UsageError } from '../findings/index.ts';
import type { Vec3 } from '../geometry/vec3.ts';
import { turnOf } from './angle.ts';

/**
 * How points move: a linear part and what is added after it. Computed in float64 and rounded once, when the result is stored.
 * Zeros keep their sign, so that turning or mirroring back gives the same bits.
 */
export interface Motion {
	/** Changes x, y, z in place; undefined where nothing is turned, mirrored or scaled. */
	readonly linear?: (v: Float64Array) => void;
	/** Metres. */
	readonly offset: Vec3;
	/** True for mirror images: corners that ran counter-clockwise would run clockwise. */
	readonly mirrors: boolean;
}

/** Moves by a vector, in metres. @throws UsageError unless all values are finite */
export function translation(by: Vec3): Motion {
	return { offset: finite(by, 'translation'), mirrors: false };
}

/**
 * Turns about a vertical line, counter-clockwise from above. Multiples of 90° exchange coordinates and round nothing.
 *
 * @param about x and y of the line, metres
 * @throws UsageError unless all values are finite
 */
export function rotation(degrees: number, about: readonly [number, number] = [0, 0]): Motion {
	finite([degrees, about[0], about[1]], 'rotation');
	const { quarters, cosine, sine } = turnOf(degrees);
	if (quarters === 0 && sine === 0) return translation([0, 0, 0]);
	const linear = (v: Float64Array): void => {
		for (let turn = 0; turn < quarters; turn++) {
			const x = v[0];
			v[0] = negate(v[1]);
			v[1] = x;
		}
		if (sine === 0) return;
		const [x, y] = v;
		v[0] = cosine * x - sine * y + 0;
		v[1] = sine * x + cosine * y + 0;
	};
	return withFixedPoint({ linear, offset: [0, 0, 0], mirrors: false }, [about[0], about[1], 0]);
}

/** Mirrors in the plane where the named coordinate is `at`. @throws UsageError unless `at` is finite */
export function reflection(axis: 'x' | 'y', at = 0): Motion {
	finite([at, 0, 0], 'mirror plane');
	const index = axis === 'x' ? 0 : 1;
	const linear = (v: Float64Array): void => {
		v[index] = negate(v[index]);
	};
	return withFixedPoint({ linear, offset: [0, 0, 0], mirrors: true }, axis === 'x' ? [at, 0, 0] : [0, at, 0]);
}

/**
 * Scales about a point. An odd number of negative factors makes a mirror image.
 *
 * @throws UsageError for factors that are 0 or not finite
 */
export function scaling(factor: number | Vec3, about: Vec3 = [0, 0, 0]): Motion {
	const factors: Vec3 = typeof factor === 'number' ? [factor, factor, factor] : factor;
	finite(factors, 'scale');
	finite(about, 'scale centre');
	if (factors.includes(0)) throw new UsageError('A scale of 0 leaves nothing of the walkmesh.');
	const linear = (v: Float64Array): void => {
		for (let axis = 0; axis < 3; axis++) if (v[axis] !== 0) v[axis] *= factors[axis];
	};
	const mirrors = factors.filter((value) => value < 0).length % 2 === 1;
	return withFixedPoint({ linear, offset: [0, 0, 0], mirrors }, about);
}

/** The same linear part about another point: A(p − c) + c = Ap + (c − Ac). */
function withFixedPoint(motion: Motion, point: Vec3): Motion {
	const moved = Float64Array.from(point);
	motion.linear?.(moved);
	return { ...motion, offset: [point[0] - moved[0], point[1] - moved[1], point[2] - moved[2]] };
}

function negate(value: number): number {
	return value === 0 ? value : -value;
}

function finite(values: Vec3, what: string): Vec3 {
	if (values.every((value) => Number.isFinite(value))) return values;
	throw new UsageError(`The ${what} ${values.join(' ')} is not finite.`);
}
