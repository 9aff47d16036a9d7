import { vec3At } from '../math/vec3.ts';
import type { Walkmesh } from '../model/walkmesh.ts';

/** Triangles in plan, and the area that two of them share. */

/** The least width of a triangle in plan, metres: its height over the longest side. */
export function planWidth(t: PlanTriangle): number {
	const longest = Math.max(
		squaredLength(t[3] - t[0], t[4] - t[1]),
		squaredLength(t[6] - t[3], t[7] - t[4]),
		squaredLength(t[0] - t[6], t[1] - t[7]),
	);
	return Math.abs(doublePlanArea(t)) / Math.sqrt(longest);
}

function squaredLength(x: number, y: number): number {
	return x * x + y * y;
}

/** Twice the area of a triangle in plan, m². */
export function doublePlanArea(t: PlanTriangle): number {
	return (t[3] - t[0]) * (t[7] - t[1]) - (t[4] - t[1]) * (t[6] - t[0]);
}

/** Nine numbers: x, y, z of three corners, counter-clockwise in plan. */
export type PlanTriangle = Float64Array;

/** The area that two triangles share in plan. */
export interface PlanOverlap {
	/** Square metres. */
	area: number;
	/** The greatest distance between two of its corners, metres. */
	extent: number;
	/** A point inside it. */
	x: number;
	y: number;
}

/** A narrower overlap than this, in metres, is a strip where edges overlap, of the nose of a step, or below a wall that leans a little. */
export const STRIP_WIDTH = 0.1;

/** False for an overlap that is only a narrow strip. */
export function isBroad({ area, extent }: Pick<PlanOverlap, 'area' | 'extent'>): boolean {
	// Area divided by length is the width of a strip.
	return area >= STRIP_WIDTH * extent;
}

/** A triangle work by three lines has at most six corners. */
const MOST_CORNERS = 8;
let ring = new Float64Array(MOST_CORNERS * 2);
let work = new Float64Array(MOST_CORNERS * 2);

/**
 * Computes the area that two triangles share in plan, by clipping `a` with the sides of `b`. Writes it to `out`; returns false if they share none.
 */
export function planOverlap(a: PlanTriangle, b: PlanTriangle, out: PlanOverlap): boolean {
	// Most pairs only touch. This test for them is six times cheaper than clipping.
	if (areBeside(a, 0, b, 0, 3)) return false;
	for (let k = 0; k < 3; k++) {
		ring[k * 2] = a[k * 3];
		ring[k * 2 + 1] = a[k * 3 + 1];
	}
	let count = 3;
	for (let k = 0; k < 3 && count > 0; k++) {
		const next = ((k + 1) % 3) * 3;
		count = clipRing(count, b[k * 3], b[k * 3 + 1], b[next], b[next + 1]);
	}
	return count >= 3 && measureRing(count, out);
}

/**
 * True when all of one triangle is on the outer side of a side of the other, or on it, so that they share no area.
 * @param i index in `a` of the first triangle's first value
 * @param j index in `b` of the second triangle's first value
 * @param stride values for each corner, beginning with x and y
 */
export function areBeside(a: Float64Array, i: number, b: Float64Array, j: number, stride: 2 | 3): boolean {
	return isOutside(a, i, b, j, stride) || isOutside(b, j, a, i, stride);
}

/** True when all of `b` is on the outer side of one side of `a`. */
function isOutside(a: Float64Array, i: number, b: Float64Array, j: number, stride: number): boolean {
	const end = stride * 3;
	for (let k = 0; k < end; k += stride) {
		const next = k + stride === end ? 0 : k + stride;
		const x = a[i + k];
		const y = a[i + k + 1];
		const dx = a[i + next] - x;
		const dy = a[i + next + 1] - y;
		if (
			dx * (b[j + 1] - y) - dy * (b[j] - x) <= 0 &&
			dx * (b[j + stride + 1] - y) - dy * (b[j + stride] - x) <= 0 &&
			dx * (b[j + stride * 2 + 1] - y) - dy * (b[j + stride * 2] - x) <= 0
		)
			return true;
	}
	return false;
}

/** Clips the ring: keeps the part to the left of the line from (x0, y0) to (x1, y1). @returns the number of corners that are left */
function clipRing(count: number, x0: number, y0: number, x1: number, y1: number): number {
	const dx = x1 - x0;
	const dy = y1 - y0;
	let kept = 0;
	for (let i = 0; i < count; i++) {
		const px = ring[i * 2];
		const py = ring[i * 2 + 1];
		const j = i + 1 === count ? 0 : i + 1;
		const qx = ring[j * 2];
		const qy = ring[j * 2 + 1];
		const p = dx * (py - y0) - dy * (px - x0);
		const q = dx * (qy - y0) - dy * (qx - x0);
		if (p >= 0 && kept < MOST_CORNERS) {
			work[kept * 2] = px;
			work[kept * 2 + 1] = py;
			kept++;
		}
		if (p >= 0 !== q >= 0 && kept < MOST_CORNERS) {
			const t = p / (p - q);
			work[kept * 2] = px + (qx - px) * t;
			work[kept * 2 + 1] = py + (qy - py) * t;
			kept++;
		}
	}
	const used = ring;
	ring = work;
	work = used;
	return kept;
}

function measureRing(count: number, out: PlanOverlap): boolean {
	const originX = ring[0];
	const originY = ring[1];
	let area = 0;
	let sumX = 0;
	let sumY = 0;
	let extent = 0;
	for (let i = 0; i < count; i++) {
		const x = ring[i * 2] - originX;
		const y = ring[i * 2 + 1] - originY;
		const j = i + 1 === count ? 0 : i + 1;
		area += x * (ring[j * 2 + 1] - originY) - (ring[j * 2] - originX) * y;
		sumX += x;
		sumY += y;
		for (let k = 0; k < i; k++) {
			const dx = x - ring[k * 2] + originX;
			const dy = y - ring[k * 2 + 1] + originY;
			extent = Math.max(extent, dx * dx + dy * dy);
		}
	}
	out.area = area / 2;
	out.extent = Math.sqrt(extent);
	out.x = originX + sumX / count;
	out.y = originY + sumY / count;
	return area > 0;
}

/** Height of a triangle's plane at a point of the plan, metres. */
export function heightAt(t: PlanTriangle, x: number, y: number): number {
	const ux = t[3] - t[0];
	const uy = t[4] - t[1];
	const uz = t[5] - t[2];
	const vx = t[6] - t[0];
	const vy = t[7] - t[1];
	const vz = t[8] - t[2];
	const nz = ux * vy - uy * vx;
	return t[2] - ((uy * vz - uz * vy) * (x - t[0]) + (uz * vx - ux * vz) * (y - t[1])) / nz;
}

/** The part of a face between two heights: 3 values a corner, none where it lies above or below them. */
export function clippedBetween(
	{ positions, faces }: Pick<Walkmesh, 'positions' | 'faces'>,
	face: number,
	low: number,
	high: number,
): number[] {
	const corners = [0, 1, 2].flatMap((k) => [...vec3At(positions, faces[face * 3 + k])]);
	return clipped(
		clipped(corners, (z) => z - low),
		(z) => high - z,
	);
}

/** Keeps the part of an outline where something that changes evenly with the height is not negative. */
function clipped(outline: readonly number[], over: (z: number) => number): number[] {
	const kept: number[] = [];
	for (let i = 0; i < outline.length; i += 3) {
		const j = (i + 3) % outline.length;
		const [p, q] = [over(outline[i + 2]), over(outline[j + 2])];
		if (p >= 0) kept.push(outline[i], outline[i + 1], outline[i + 2]);
		if (p >= 0 === q >= 0) continue;
		const share = p / (p - q);
		for (let axis = 0; axis < 3; axis++) kept.push(outline[i + axis] + (outline[j + axis] - outline[i + axis]) * share);
	}
	return kept;
}

/**
 * Distance from a point to a convex outline in plan, 0 within.
 *
 * @param outline 3 values a corner, of which the third is not looked at
 * @param corners how many of them count
 */
export function distanceToOutline(
	outline: ArrayLike<number>,
	x: number,
	y: number,
	corners: number = outline.length / 3,
): number {
	let least = Infinity;
	let isLeft = false;
	let isRight = false;
	for (let corner = 0; corner < corners; corner++) {
		const a = corner * 3;
		const b = corner + 1 === corners ? 0 : a + 3;
		const [ux, uy] = [outline[b] - outline[a], outline[b + 1] - outline[a + 1]];
		const [vx, vy] = [x - outline[a], y - outline[a + 1]];
		const turn = ux * vy - uy * vx;
		if (turn > 0) isLeft = true;
		if (turn < 0) isRight = true;
		const squared = ux * ux + uy * uy;
		const share = squared > 0 ? Math.min(1, Math.max(0, (vx * ux + vy * uy) / squared)) : 0;
		least = Math.min(least, Math.hypot(vx - ux * share, vy - uy * share));
	}
	return isLeft !== isRight && corners > 2 ? 0 : least;
}
