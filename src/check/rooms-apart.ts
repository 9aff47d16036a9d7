import type { Report } from '../findings/report.ts';
import { FacingEdges } from '../level/facing-edges.ts';
import { LAYOUT_FINDINGS } from '../level/layout-findings.ts';
import { EDGE_STRIDE } from '../level/perimeter-edges.ts';
import { pairKey, roomGroups } from '../level/room-pairs.ts';
import { greatest } from '../mesh/arrays.ts';
import { distanceBetween, minus } from '../mesh/vec3.ts';
import type { LevelFacts } from './level-facts.ts';
import { placeAt } from './links.ts';
import { MEETING } from './openings.ts';
import { POSITION_CHANGES } from './places.ts';
import { positionOf, type ShiftedRooms } from './shifted-rooms.ts';

/** In a level of which more hangs together, what does not has a reason of its own. */
const MOST_TOGETHER = 0.5;
/** So much of a level has to hang together after a change of all positions: a room may be reached by a script alone. */
const LEAST_TOGETHER = 0.9;
/** As many pairs of rooms have to meet then that do not now: fewer may by chance. */
const LEAST_MET = 3;
/** Of rooms with more open edges in all, none of this is looked for. */
const MOST_EDGES = 200_000;

/** Which rooms meet: have edges that coincide. */
interface Meeting {
	/** Pairs of rooms. */
	readonly pairs: number;
	/** Rooms in the largest group that hangs together. */
	readonly largest: number;
}

/**
 * Reports rooms that lie where the layout puts them, where they do not meet, and would if all positions were changed in one way, as from centimetres to
 * metres. Of rooms that lie elsewhere `checkPlaces` tells the same.
 *
 * @returns undefined where it tells nothing
 */
export function checkRoomsApart({ level, perimeter, facing }: LevelFacts, report: Report): ShiftedRooms | undefined {
	const rooms = [...level.rooms.keys()].filter((room) => perimeter.starts[room] < perimeter.starts[room + 1]);
	if (perimeter.count > MOST_EDGES) return undefined;
	const now = meetingOf(perimeter, facing);
	if (now.largest > rooms.length * MOST_TOGETHER) return undefined;
	const positions = level.rooms.map((_, room) => positionOf(level, room));
	for (const { told, of } of POSITION_CHANGES) {
		const moves = positions.map((position) => minus(of(position), position));
		// All together they stay as they are.
		if (rooms.every((room) => distanceBetween(moves[room], moves[rooms[0]]) <= MEETING)) continue;
		const points = perimeter.points.map(
			(value, i) => value + moves[perimeter.rooms[Math.floor(i / EDGE_STRIDE)]][i % 3],
		);
		const moved = { ...perimeter, points };
		const { pairs, largest } = meetingOf(moved, new FacingEdges(moved, MEETING, MEETING));
		if (largest < rooms.length * LEAST_TOGETHER || pairs < now.pairs + LEAST_MET) continue;
		report.add(LAYOUT_FINDINGS.LAYOUT_POSITIONS_APART, placeAt(level, perimeter, 0), {
			pairs,
			now: now.pairs,
			...told,
		});
		return { rooms: new Set(rooms), isTold: () => true };
	}
	return undefined;
}

function meetingOf({ rooms, count }: LevelFacts['perimeter'], facing: FacingEdges): Meeting {
	const pairs = new Set<string>();
	const beside = new Map<number, Set<number>>();
	for (let edge = 0; edge < count; edge++) {
		const room = rooms[edge];
		const own = beside.get(room) ?? new Set();
		beside.set(room, own);
		for (const { other, fit } of facing.of(edge)) {
			if (fit.kind !== 'whole' && fit.kind !== 'divided') continue;
			pairs.add(pairKey(room, rooms[other]));
			own.add(rooms[other]);
		}
	}
	return { pairs: pairs.size, largest: greatest(roomGroups(beside.keys(), beside).map(({ size }) => size)) };
}
