import type { Vec3 } from '../../src/math/vec3.ts';

/** Number of directions around a corner in which turning points are placed. */
export const DIRECTIONS = 16;
/** At a corner where the ground ends without an obstacle, turning points are this far from it, metres; no clearance is needed there. */
export const INSET = 0.01;

/** A point at which a route may turn, and what it turns around. It allows turns to be excluded that no shortest route makes. */
export interface TurnPoint {
	readonly point: Vec3;
	/** For a point on a ring around a corner of an obstacle: the direction to that corner. */
	readonly inwards?: Direction;
	/** For a point beside a corner where the ground ends: the directions of the two edges there. */
	readonly edges?: readonly [Direction, Direction];
}

/** A direction in plan, of length 1. */
export type Direction = readonly [x: number, y: number];

/**
 * A shortest route touches the ring around a corner as a tangent. This is the greatest sine of its angle to the tangent: a little more than half the
 * angle between neighbouring points of the ring.
 */
const LEAST_ALONG = Math.sin((1.6 * Math.PI) / DIRECTIONS);

/**
 * True if a straight leg in a direction of length 1 that reaches or leaves a turn may be part of a shortest route. @param length of the leg, metres
 */
export function mayTouch({ inwards, edges }: TurnPoint, x: number, y: number, length: number): boolean {
	if (inwards !== undefined) return Math.abs(x * inwards[0] + y * inwards[1]) <= LEAST_ALONG;
	if (edges === undefined) return true;
	// Both edges must be on the same side of the leg. Otherwise it comes from, or leads to, where there is no ground.
	const play = playOf(length);
	const [p, q] = [cross(x, y, edges[0]), cross(x, y, edges[1])];
	return p * q >= 0 || Math.abs(p) < play || Math.abs(q) < play;
}

/** True if a route that reaches a turn in one direction and leaves it in another bends around the corner, and not away from it. */
export function bendsAbout(
	{ inwards, edges }: TurnPoint,
	inX: number,
	inY: number,
	outX: number,
	outY: number,
	length: number,
): boolean {
	const bend = inX * outY - inY * outX;
	if (inwards !== undefined) {
		if (!(inX * outX + inY * outY > 0)) return false;
		return cross(inX, inY, inwards) > 0 ? bend >= -1e-6 : bend <= 1e-6;
	}
	if (edges === undefined) return true;
	const play = playOf(length);
	const [p, q] = [cross(inX, inY, edges[0]), cross(inX, inY, edges[1])];
	if (p > play && q > play) return bend >= -play;
	return !(p < -play && q < -play) || bend <= play;
}

function cross(x: number, y: number, [ux, uy]: Direction): number {
	return x * uy - y * ux;
}

/** Tolerance of directions, as the sine of an angle: routes pass the ends of ground at the distance `INSET`. */
function playOf(length: number): number {
	return Math.min(0.4, (2.5 * INSET) / length + 1e-3);
}
