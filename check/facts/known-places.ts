import { boundsOf } from '../../src/geometry/triangles.ts';
import { type Level, PLACEHOLDER_ROOM } from '../../src/model/level.ts';

/** No level reaches this far from its origin; metres. */
const FARTHEST = 1e6;

/**
 * Whether something can be said of what stands at a point (x, y, and its height if it has one). With rooms missing, a point outside the boxes of all
 * others may lie in one of these.
 */
export function knownPlaces(level: Level): (point: readonly number[]) => boolean {
	const isNear = (point: readonly number[]): boolean => point.every((value) => Math.abs(value) < FARTHEST);
	const isPartial = level.rooms.some(({ name, walkmesh }) => walkmesh === undefined && name !== PLACEHOLDER_ROOM);
	if (!isPartial) return isNear;
	const boxes = level.rooms
		.map(({ walkmesh }) => boundsOf(walkmesh?.positions ?? []))
		.filter((box) => box !== undefined);
	return (point) => {
		const [x, y] = point;
		return isNear(point) && boxes.some(([x0, y0, , x1, y1]) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
	};
}

/** At least so many of one kind that are at fault, if they are most of all, have one cause. */
const MANY = 5;

/** True when so many of one kind are at fault that they have one cause, and are reported together. */
export function haveOneCause(faulty: number, all: number): boolean {
	return faulty >= MANY && faulty * 2 > all;
}
