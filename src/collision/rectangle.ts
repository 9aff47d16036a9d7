import type { Outline, Point } from './outline.ts';

/** A rectangle in plan. */
export interface Rectangle {
	readonly centre: Point;
	/** Direction of the first side, one long; the second is a quarter turn to the left of it. */
	readonly along: Point;
	/** Lengths of both sides, metres. */
	readonly size: readonly [number, number];
}

/** The rectangle along x and y around an outline. */
export function alignedRectangle(outline: Outline): Rectangle {
	return rectangleAlong(outline, [1, 0]);
}

/** As long as a turned rectangle is not smaller than this part of the aligned one, the aligned one is taken. */
const WORTH_TURNING = 0.99;

/**
 * The smallest rectangle around an outline. One of its sides lies on an edge of the outline, so each edge is tried: quadratic in the
 * corners of an outline, of which there are few. A model that stands straight, but for rounding, stays straight.
 */
export function smallestRectangle(outline: Outline): Rectangle {
	const aligned = alignedRectangle(outline);
	let best = aligned;
	for (let i = 0; i < outline.length && outline.length > 1; i++) {
		const from = outline[i];
		const to = outline[(i + 1) % outline.length];
		const length = Math.sqrt((to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2);
		if (length === 0) continue;
		const candidate = rectangleAlong(outline, [(to[0] - from[0]) / length, (to[1] - from[1]) / length]);
		if (areaOf(candidate) < areaOf(best)) best = candidate;
	}
	return areaOf(best) < areaOf(aligned) * WORTH_TURNING || isThinner(best, aligned) ? best : aligned;
}

/** Outlines without area: the one that lies along them. */
function isThinner(turned: Rectangle, aligned: Rectangle): boolean {
	return areaOf(aligned) > 0 && areaOf(turned) <= 0;
}

function areaOf({ size }: Rectangle): number {
	return size[0] * size[1];
}

function rectangleAlong(outline: Outline, along: Point): Rectangle {
	const across: Point = [-along[1], along[0]];
	const [low, high] = reach(outline, along);
	const [left, right] = reach(outline, across);
	const u = (low + high) / 2;
	const v = (left + right) / 2;
	return {
		centre: [along[0] * u + across[0] * v, along[1] * u + across[1] * v],
		along,
		size: [high - low, right - left],
	};
}

/** How far an outline reaches along a direction, to both sides. */
export function reach(outline: Outline, [dx, dy]: Point): [low: number, high: number] {
	let low = Infinity;
	let high = -Infinity;
	for (const [x, y] of outline) {
		const value = x * dx + y * dy;
		if (value < low) low = value;
		if (value > high) high = value;
	}
	return [low, high];
}

/** The corners, counter-clockwise, with a margin on every side. */
export function cornersOf({ centre, along, size }: Rectangle, margin = 0): Outline {
	const [u, v] = [size[0] / 2 + margin, size[1] / 2 + margin];
	const corner = (a: number, b: number): Point => [
		centre[0] + along[0] * a - along[1] * b + 0,
		centre[1] + along[1] * a + along[0] * b + 0,
	];
	return [corner(-u, -v), corner(u, -v), corner(u, v), corner(-u, v)];
}
