import type { Walkmesh } from '../../src/model/walkmesh.ts';

/**
 * Questions answered by looking at every face, without a tree and with other formulas than the library's. Exact for small whole numbers
 * and halves, where float64 rounds nothing but the last division.
 */

type V = readonly number[];

const minus = (a: V, b: V): number[] => a.map((value, i) => value - b[i]);
const cross = (a: V, b: V): number[] => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];
const dot = (a: V, b: V): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export function cornersOf({ positions, faces }: Walkmesh, face: number): number[][] {
	return [0, 1, 2].map((corner) => [...positions.subarray(faces[face * 3 + corner] * 3).subarray(0, 3)]);
}

export interface ReferenceHit {
	readonly face: number;
	/** Share of the ray. */
	readonly share: number;
	/** The ray meets the side on which the corners run counter-clockwise. */
	readonly front: boolean;
}

/**
 * All faces that the segment meets, nearest first: where it crosses the plane, and that point in the triangle by comparing areas
 * with the normal. Faces without area, and those that it lies in, are not met.
 */
export function hitsOf(
	mesh: Walkmesh,
	from: V,
	to: V,
	takesPart: (face: number) => boolean = () => true,
): ReferenceHit[] {
	const way = minus(to, from);
	const hits: ReferenceHit[] = [];
	for (let face = 0; face < mesh.surfaces.length; face++) {
		if (!takesPart(face)) continue;
		const corners = cornersOf(mesh, face);
		const normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
		const speed = dot(normal, way);
		if (speed === 0) continue;
		const rise = dot(normal, minus(corners[0], from));
		// All times `speed`, so that nothing is divided.
		if (rise * speed < 0 || rise * speed > speed * speed) continue;
		const point = from.map((value, axis) => value * speed + way[axis] * rise);
		const inside = corners.every((corner, k) => {
			const next = corners[(k + 1) % 3];
			const towards = point.map((value, axis) => value - corner[axis] * speed);
			return dot(cross(minus(next, corner), towards), normal) * speed >= 0;
		});
		if (inside) hits.push({ face, share: rise / speed, front: speed < 0 });
	}
	return hits.sort((a, b) => a.share - b.share || a.face - b.face);
}

/** The ground at x, y and not above `top`: face and height. */
export function groundOf(
	mesh: Walkmesh,
	x: number,
	y: number,
	top: number,
	takesPart: (face: number) => boolean,
): { face: number; z: number } | undefined {
	const [low, high] = [-64, 64];
	const found = hitsOf(mesh, [x, y, high], [x, y, low], takesPart)
		.map(({ face, share }) => ({ face, z: high - share * (high - low) }))
		.filter(({ z }) => z <= top + 1e-9)
		.sort((a, b) => b.z - a.z || a.face - b.face);
	return found[0];
}

/** The square of the distance from a point to a triangle: of the least of many points on it, refined about the best. */
export function squaredDistanceTo(point: V, corners: readonly V[]): number {
	let best: V = [1, 0, 0];
	let least = Infinity;
	for (let step = 0.5; step > 1e-9; step /= 2) {
		for (let improved = true; improved; ) {
			improved = false;
			const around = best;
			for (const [i, j] of [
				[0, 1],
				[0, 2],
				[1, 2],
				[1, 0],
				[2, 0],
				[2, 1],
			]) {
				const share = [...around];
				const taken = Math.min(step, share[i]);
				share[i] -= taken;
				share[j] += taken;
				const at = [0, 1, 2].map((axis) => share.reduce((sum, part, k) => sum + part * corners[k][axis], 0));
				const off = minus(at, point);
				const squared = dot(off, off);
				if (squared < least - 1e-15) {
					least = squared;
					best = share;
					improved = true;
				}
			}
		}
	}
	return least;
}
