import type { Walkmesh } from '../walkmesh/walkmesh.ts';
import { vec3At } from './vec3.ts';

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
