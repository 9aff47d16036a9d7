import type { Report } from '../findings/report.ts';
import { boundsOf } from '../geometry/triangles.ts';
import { type Vec3, ZERO } from '../math/vec3.ts';
import type { Walkmesh } from '../model/walkmesh.ts';
import { SCENE_FINDINGS } from './findings.ts';

/** An object whose walkmesh begins farther from its origin than this, in metres, is probably in the space of something else. */
export const FARTHEST_OBJECT = 5;

/** From the origin to the nearest point of the box around some points. @param position of the origin that they are relative to */
export function distanceFromOrigin(positions: Float32Array, position: Vec3 = ZERO): number {
	const bounds = boundsOf(positions);
	if (bounds === undefined) return 0;
	const beside = position.map((value, axis) => Math.max(bounds[axis] + value, -bounds[axis + 3] - value, 0));
	return Math.hypot(...beside);
}

/** Reports the file of a placeable or door whose walkmesh lies far from its origin, whether the game adds the position of its header or not. */
export function checkOrigin({ kind, name, positions, position }: Walkmesh, report: Report): void {
	const distance = Math.min(distanceFromOrigin(positions), distanceFromOrigin(positions, position));
	if (kind === 'area' || !(distance > FARTHEST_OBJECT)) return;
	report.add(SCENE_FINDINGS.OBJECT_FAR, {}, { kind, name, distance });
}
