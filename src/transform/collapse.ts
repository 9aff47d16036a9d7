import type { Report } from '../findings/index.ts';
import { type Vec3, vec3At } from '../geometry/vec3.ts';
import type { Walkmesh } from '../walkmesh/index.ts';

/**
 * Reports faces whose corners were apart before a motion and are not any more: float32 keeps about seven digits, so detail is
 * lost far from the origin. @param after the same faces, moved; mirror images may have their corners in another order
 */
export function reportCollapsedFaces(before: Walkmesh, after: Walkmesh, report: Report): void {
	if (before.positions === after.positions) return;
	let collapsed = 0;
	let first = -1;
	for (let face = 0; face < before.surfaces.length; face++) {
		if (!cornersApart(after, face) && cornersApart(before, face)) {
			if (collapsed++ === 0) first = face;
		}
	}
	if (collapsed === 0) return;
	const at = vec3At(after.positions, after.faces[first * 3]);
	report.add('TRANSFORM_FACES_COLLAPSED', { face: first, at }, { faces: collapsed });
}

function cornersApart({ positions, faces }: Walkmesh, face: number): boolean {
	const a = vec3At(positions, faces[face * 3]);
	const b = vec3At(positions, faces[face * 3 + 1]);
	const c = vec3At(positions, faces[face * 3 + 2]);
	return !same(a, b) && !same(b, c) && !same(c, a);
}

function same(a: Vec3, b: Vec3): boolean {
	return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}
