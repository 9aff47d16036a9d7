import { mapped, minus, plus, type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { Thing } from '../../src/model/level.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import type { Doorway } from '../../src/seams/doorways.ts';
import { toMillimetres } from '../../src/text/numbers.ts';
import { type DoorAt, type DoorPlaces, isRight, keyOf } from './door-places.ts';

/** Fewer doors may stand in doorways after a move by chance. */
const LEAST_SHIFTED = 3;
/** Ways are looked for with so many of the doors, evenly spread over their list, and those that start from some of these. */
const SAMPLE = 32;
const SOME_DOORS = 8;

/** How doors have to be moved. */
export interface DoorShift {
	/** Metres. */
	readonly by: Vec3;
	/** How many of them stand in doorways then. */
	readonly doors: number;
}

/** How doors have to be moved for most of them to stand in doorways, where most do not; undefined where no one way does that. */
export function shiftOf(doors: readonly Thing[], places: DoorPlaces): DoorShift | undefined {
	if (doors.length < LEAST_SHIFTED || moved(doors, ZERO, places).count * 2 >= doors.length) return undefined;
	// All doors before recesses may stand as far across their sills: that is how the rooms end.
	if (doors.filter((door) => isAstray(places.of(door))).length * 4 < doors.length) return undefined;
	const step = Math.max(1, doors.length / SAMPLE);
	const sample = Array.from({ length: Math.min(doors.length, SAMPLE) }, (_, i) => doors[Math.floor(i * step)]);
	const by = bestWay(sample, places);
	if (by === undefined) return undefined;
	const { count } = moved(doors, by, places);
	return isMost(count, doors.length) ? { by, doors: count } : undefined;
}

/** Of the ways that bring a door into the middle of a doorway, the one that brings most of the others into doorways, and nearest to their middles. */
function bestWay(doors: readonly Thing[], places: DoorPlaces): Vec3 | undefined {
	let best: Vec3 | undefined;
	let most = 0;
	let least = Infinity;
	// One way fits three quarters of the doors or more: of so many, it fits one. Of some, one stands in the middle.
	for (const { position } of doors.slice(0, Math.max(SOME_DOORS, Math.floor(doors.length / 4) + 1))) {
		for (const doorway of places.doorways) {
			const by = mapped(minus(middleOf(doorway), position), toMillimetres);
			const { count, apart } = moved(doors, by, places);
			if (!isMost(count, doors.length) || count < most || (count === most && apart >= least)) continue;
			best = by;
			most = count;
			least = apart;
		}
	}
	return best;
}

/** How many doors stand each in a doorway of its own after a move, and how far from the middles together; ends where too many do not. */
function moved(doors: readonly Thing[], by: Vec3, places: DoorPlaces): { count: number; apart: number } {
	const filled = new Set<string>();
	let apart = 0;
	let missed = 0;
	for (const door of doors) {
		const at = places.of({ ...door, position: plus(door.position, by) });
		if (at !== undefined && isRight(at)) {
			filled.add(keyOf(at.doorway));
			apart += Math.hypot(at.along, at.across);
		} else if (++missed * 2 > doors.length) break;
	}
	return { count: filled.size, apart };
}

function isMost(count: number, doors: number): boolean {
	return count >= LEAST_SHIFTED && count * 4 >= doors * 3;
}

function isAstray(at: DoorAt | undefined): boolean {
	return at === undefined || Math.abs(at.along) > THRESHOLDS.doorAway || at.turned > THRESHOLDS.doorTurned;
}

function middleOf({ left, right, bottom }: Doorway): Vec3 {
	return [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, bottom];
}
