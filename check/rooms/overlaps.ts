import type { Report } from '../../src/findings/report.ts';
import type { Level } from '../../src/model/level.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import {
	boxDepth,
	GRAIN,
	indexGrounds,
	type PlanGround,
	type SharedPlan,
	visitShared,
} from '../../src/plan/plan-ground.ts';
import type { PerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { pairKey } from '../../src/seams/seam-search.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import type { OpenSeam } from '../facts/seams.ts';

/** With this many overlapping pairs, rooms are heaped on each other. No more are looked for: their number grows with the square of the rooms. */
const MOST_PAIRS = 200;
/** With how many others a room is compared at most. */
const MOST_BESIDE = 256;

interface Shared {
	area: number;
	/** The pair of faces that share most. */
	readonly largest: { area: number; face: number; x: number; y: number; z: number; dz: number };
}

/**
 * Reports pairs of rooms whose walkable ground overlaps in plan: the game looks a point up by x and y and takes the first room in the
 * layout that has ground there. Rooms that only share a seam do not overlap.
 *
 * @param seams open seams, which are reported already
 * @param isTold true for two rooms if one is already reported to lie off its position
 */
export function checkOverlaps(
	{ level, rooms, perimeter }: LevelFacts,
	seams: readonly OpenSeam[],
	isTold: (one: number, other: number) => boolean,
	report: Report,
): void {
	const strips = overlappingStrips(perimeter, seams);
	const grounds = rooms.map((room) => room?.ground);
	const index = indexGrounds(grounds);
	let pairs = 0;
	const floors: StackedRooms[] = [];
	grounds.forEach((a, low) => {
		if (a === undefined) return;
		const [minX, minY, maxX, maxY] = a.box;
		for (const high of index.touching(minX, minY, maxX, maxY, MOST_BESIDE).sort((p, q) => p - q)) {
			const b = grounds[high];
			if (isTold(low, high)) continue;
			if (pairs === MOST_PAIRS || high <= low || b === undefined || boxDepth(a.box, 0, b.box, 0) < GRAIN) continue;
			const { same, stacked } = sharedGround(a, b);
			if (same.area + stacked.area > 0 && ++pairs === MOST_PAIRS)
				report.add(LEVEL_CHECK_FINDINGS.ROOMS_HEAPED, { room: level.rooms[low].name }, { pairs });
			// The finding about an open seam stands for the strip along it.
			const strip = strips.get(pairKey(low, high)) ?? 0;
			const isOverlap = same.area > strip * STRIP_PART;
			if (isOverlap && same.area >= stacked.area * LEAST_OVERLAP)
				reportShared(LEVEL_CHECK_FINDINGS.ROOMS_OVERLAP, level, [low, high], same, stacked, report);
			else if (stacked.area > 0) floors.push({ rooms: [low, high], stacked, also: isOverlap ? same : newShared() });
		}
	});
	const next = withoutStoreysBetween(floors);
	for (const { rooms: both, stacked, also } of next)
		reportShared(LEVEL_CHECK_FINDINGS.ROOMS_STACKED, level, both, stacked, also, report);
}

/** Two rooms above each other. */
interface StackedRooms {
	readonly rooms: readonly [low: number, high: number];
	readonly stacked: Shared;
	readonly also: Shared;
}

/** A storey between two others covers at least this part of what they share. */
const STOREY_PART = 0.9;

/** Of storeys above each other each is reported with the next one only. */
function withoutStoreysBetween(pairs: readonly StackedRooms[]): StackedRooms[] {
	const above = new Map<number, Map<number, Shared>>();
	for (const { rooms, stacked } of pairs)
		for (const [one, other] of [rooms, rooms.toReversed()]) {
			const own = above.get(one) ?? new Map<number, Shared>();
			above.set(one, own.set(other, stacked));
		}
	const rise = ([low, high]: readonly number[]): number => {
		const dz = above.get(low)?.get(high)?.largest.dz ?? 0;
		return low < high ? dz : -dz;
	};
	return pairs.filter(({ rooms: [low, high], stacked: { area } }) => {
		const others = [...(above.get(low) ?? [])].filter(([, shared]) => shared.area >= area * STOREY_PART);
		return !others.some(([between]) => {
			const beyond = above.get(between)?.get(high);
			if (beyond === undefined || beyond.area < area * STOREY_PART) return false;
			const [first, second] = [rise([low, between]), rise([between, high])];
			return first * second > 0 && Math.abs(first + second - rise([low, high])) < THRESHOLDS.overlapHeight;
		});
	});
}

/**
 * Of two rooms that share ground at one height and above each other, as where a box stands on a floor, one thing is reported: that they overlap, if that part
 * is at least this much of the other.
 */
const LEAST_OVERLAP = 0.5;

/** An overlap up to this many times as large as the strips along open seams counts as these strips: seams may meet at an angle or go on. */
const STRIP_PART = 2;

/** Square metres by which open seams of two rooms overlap, by pair of rooms. */
function overlappingStrips({ rooms }: PerimeterEdges, seams: readonly OpenSeam[]): Map<string, number> {
	const strips = new Map<string, number>();
	for (const { edge, other, length, fit } of seams) {
		if (fit.kind !== 'overlap') continue;
		const key = pairKey(rooms[edge], rooms[other]);
		strips.set(key, (strips.get(key) ?? 0) + length * fit.distance);
	}
	return strips;
}

function sharedGround(a: PlanGround, b: PlanGround): { same: Shared; stacked: Shared } {
	const same = newShared();
	const stacked = newShared();
	visitShared(a, b, (i, _, shared) => {
		addShared(Math.abs(shared.dz) < THRESHOLDS.overlapHeight ? same : stacked, shared, a.faces[i]);
		return true;
	});
	return { same, stacked };
}

function newShared(): Shared {
	return { area: 0, largest: { area: 0, face: -1, x: 0, y: 0, z: 0, dz: 0 } };
}

function addShared(shared: Shared, { area, x, y, z, dz }: SharedPlan, face: number): void {
	shared.area += area;
	if (area > shared.largest.area) Object.assign(shared.largest, { area, face, x, y, z, dz });
}

/** @param also what the two share besides, of no area if nothing */
function reportShared(
	type: typeof LEVEL_CHECK_FINDINGS.ROOMS_OVERLAP | typeof LEVEL_CHECK_FINDINGS.ROOMS_STACKED,
	{ rooms }: Level,
	[low, high]: readonly [number, number],
	{ area, largest: { face, x, y, z, dz } }: Shared,
	also: Shared,
	report: Report,
): void {
	const [{ name }, { name: otherName }] = [rooms[low], rooms[high]];
	report.add(
		type,
		{ room: name, otherRoom: otherName, face, at: [x, y, z] },
		{
			index: low,
			name,
			otherIndex: high,
			otherName,
			area,
			dz,
			...(also.area === 0 ? {} : { also: { area: also.area, dz: also.largest.dz } }),
		},
	);
}
