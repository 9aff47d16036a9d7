import { vec3At } from '../math/vec3.ts';
import type { Walkmesh } from '../model/walkmesh.ts';

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
