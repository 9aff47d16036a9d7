import type { Vec3 } from '../mesh/vec3.ts';

/** Directions about a corner in which somebody may turn. */
export const DIRECTIONS = 16;
/** Where the ground just ends, one turns so far from the corner, metres: no clearance is asked for there. */
export const INSET = 0.01;

/** Where somebody may turn, and about what: nothing that a shortest way does not touch there bends it. */
export interface TurnPoint {
	readonly point: Vec3;
	/** Of a point of a ring: the direction to the corner of what stops a creature, seen from above. */
	readonly inwards?: Direction;
	/** Beside a corner at which the ground just ends: the directions of the two edges there. */
	readonly edges?: readonly [Direction, Direction];
}

/** Seen from above, of length 1. */
export type Direction = readonly [x: number, y: number];

/**
 * A way about a corner comes to a point of its ring, and leaves it, along the ring: a little more than half of what the ring turns from one
 * point to the next.
 */
const LEAST_ALONG = Math.sin((1.6 * Math.PI) / DIRECTIONS);

/** True where a straight way that comes to a turn in a direction of length 1, or leaves it, may be one of a shortest way. @param length metres */
export function mayTouch({ inwards, edges }: TurnPoint, x: number, y: number, length: number): boolean {
	if (inwards !== undefined) return Math.abs(x * inwards[0] + y * inwards[1]) <= LEAST_ALONG;
	if (edges === undefined) return true;
	// Both edges on one side: otherwise it comes from, or goes to, where the ground has ended.
	const play = playOf(length);
	const [p, q] = [cross(x, y, edges[0]), cross(x, y, edges[1])];
	return p * q >= 0 || Math.abs(p) < play || Math.abs(q) < play;
}

/** True where a way that comes to a turn in one direction and leaves it in another bends about what is there, and not away from it. */
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

/** How far directions may be off, as ways pass the ends of ground at a little distance. */
function playOf(length: number): number {
	return Math.min(0.4, (2.5 * INSET) / length + 1e-3);
}
