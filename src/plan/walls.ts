import type { Vec3 } from '../math/vec3.ts';
import { type FaceIndex, OBSTACLE } from './face-index.ts';

/** Heights above the ground at which walls are looked for; metres. */
export const WALL_HEIGHTS: readonly number[] = [0.05, 0.5, 1];

/** True where a face that stops creatures stands between two points on the ground: a ray above them hits it. */
export function hasWallBetween(
	index: FaceIndex,
	from: Vec3,
	to: Vec3,
	heights: readonly number[] = WALL_HEIGHTS,
): boolean {
	const [ax, ay, az] = from;
	const [bx, by, bz] = to;
	return heights.some((above) => index.nearest(ax, ay, az + above, bx, by, bz + above, OBSTACLE));
}
