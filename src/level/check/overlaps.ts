import type { Report } from '../../findings/index.ts';
import type { SurfaceTable } from '../../surfaces/index.ts';
import type { Level } from '../level.ts';
import { sweepBoxes, sweepPairs } from '../seams/sweep.ts';
import { boundGround, type Ground, groundOf, planWidth, readTriangle, trianglesIn } from './ground.ts';
import { heightAt, type PlanOverlap, planOverlap } from './plan-overlap.ts';

/** Rooms may reach this far into each other, in metres, before it is more than an uneven seam. */
const LEAST_WIDTH = 0.01;
/** The same for small triangles: this part of their own width. */
const LEAST_PART = 0.25;
/** Boxes that overlap by less, in metres, are not worth clipping: what float32 leaves of a shared seam. */
const GRAIN = 1e-5;
/** Grounds less than this apart in height, in metres, are one ground; farther apart they are two floors. */
const SAME_GROUND = 0.5;

interface Shared {
	area: number;
	/** Where the two share most. */
	readonly largest: { area: number; face: number; x: number; y: number; z: number; dz: number };
}

/**
 * Reports pairs of rooms whose walkable ground overlaps in plan: the game looks a point up by x and y and takes the first room in the
 * layout that has ground there. Rooms that only share a seam do not overlap.
 */
export function checkOverlaps(level: Level, table: SurfaceTable, report: Report): void {
	const grounds = level.rooms.map(({ walkmesh }) => (walkmesh === undefined ? undefined : groundOf(walkmesh, table)));
	const bounds = new Float64Array(grounds.length * 6).fill(NaN);
	const boxOf = (room: number): Float64Array => bounds.subarray(room * 6, room * 6 + 6);
	grounds.forEach((ground, room) => {
		if (ground !== undefined) boundGround(ground, boxOf(room));
	});
	const pairs: [number, number][] = [];
	sweepPairs(bounds, (low, high) => pairs.push([low, high]));
	pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
	for (const [low, high] of pairs) {
		const a = grounds[low];
		const b = grounds[high];
		if (a === undefined || b === undefined || boxDepth(bounds, low * 6, bounds, high * 6) < GRAIN) continue;
		const { same, stacked } = sharedGround(a, boxOf(low), b, boxOf(high));
		reportShared('ROOMS_OVERLAP', level, low, high, same, report);
		reportShared('ROOMS_STACKED', level, low, high, stacked, report);
	}
}

function sharedGround(a: Ground, boxA: Float64Array, b: Ground, boxB: Float64Array): { same: Shared; stacked: Shared } {
	const same = newShared();
	const stacked = newShared();
	const overlap: PlanOverlap = { area: 0, extent: 0, x: 0, y: 0 };
	const cornersA = new Float64Array(9);
	const cornersB = new Float64Array(9);
	sweepBoxes(trianglesIn(a, boxB), trianglesIn(b, boxA), (i, j) => {
		if (boxDepth(a.bounds, i * 6, b.bounds, j * 6) < GRAIN) return;
		readTriangle(a, i, cornersA);
		readTriangle(b, j, cornersB);
		if (!planOverlap(cornersA, cornersB, overlap)) return;
		const least = Math.min(LEAST_WIDTH, LEAST_PART * Math.min(planWidth(cornersA), planWidth(cornersB)));
		// A strip is as wide as its area by its length, a triangle of that length twice as wide.
		if (overlap.area < least * overlap.extent) return;
		const z = heightAt(cornersA, overlap.x, overlap.y);
		const dz = heightAt(cornersB, overlap.x, overlap.y) - z;
		addShared(Math.abs(dz) < SAME_GROUND ? same : stacked, overlap, a.faces[i], z, dz);
	});
	return { same, stacked };
}

/** The least of the extents in x and y that two boxes share. */
function boxDepth(a: Float64Array, i: number, b: Float64Array, j: number): number {
	const x = Math.min(a[i + 3], b[j + 3]) - Math.max(a[i], b[j]);
	const y = Math.min(a[i + 4], b[j + 4]) - Math.max(a[i + 1], b[j + 1]);
	return Math.min(x, y);
}

function newShared(): Shared {
	return { area: 0, largest: { area: 0, face: -1, x: 0, y: 0, z: 0, dz: 0 } };
}

function addShared(shared: Shared, { area, x, y }: PlanOverlap, face: number, z: number, dz: number): void {
	shared.area += area;
	if (area > shared.largest.area) Object.assign(shared.largest, { area, face, x, y, z, dz });
}

function reportShared(
	code: 'ROOMS_OVERLAP' | 'ROOMS_STACKED',
	level: Level,
	low: number,
	high: number,
	{ area, largest }: Shared,
	report: Report,
): void {
	if (area === 0) return;
	const { face, x, y, z, dz } = largest;
	const { name } = level.rooms[low];
	report.add(
		code,
		{ room: name, face, at: [x, y, z] },
		{
			index: low,
			name,
			otherIndex: high,
			otherName: level.rooms[high].name,
			area,
			dz,
		},
	);
}
