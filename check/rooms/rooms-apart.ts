import { LAYOUT_FINDINGS } from '../../level/rooms/layout-findings.ts';
import type { Report } from '../../src/findings/report.ts';
import { greatest } from '../../src/math/arrays.ts';
import { distanceBetween, mapped, minus, type Vec3 } from '../../src/math/vec3.ts';
import { FacingEdges } from '../../src/seams/facing-edges.ts';
import { EDGE_STRIDE } from '../../src/seams/perimeter-edges.ts';
import { pairKey, roomGroups } from '../../src/seams/room-pairs.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { placeAt } from '../facts/links.ts';
import { MEETING } from '../facts/openings.ts';
import { POSITION_CHANGES } from '../facts/places.ts';
import { positionOf, reportOffByPositions, type ShiftedRooms } from './shifted-rooms.ts';

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
 * metres, or if these had been added to their ground once, not twice or never. Of rooms that lie elsewhere `checkPlaces` tells the same.
 *
 * @returns undefined where it tells nothing
 */
export function checkRoomsApart(facts: LevelFacts, report: Report): ShiftedRooms | undefined {
	const { level, perimeter, facing } = facts;
	const rooms = [...level.rooms.keys()].filter((room) => perimeter.starts[room] < perimeter.starts[room + 1]);
	if (perimeter.count > MOST_EDGES) return undefined;
	const now = meetingOf(perimeter, facing, rooms);
	if (now.largest > rooms.length * MOST_TOGETHER) return undefined;
	const positions = level.rooms.map((_, room) => positionOf(level, room));
	const told: ShiftedRooms = { rooms: new Set(rooms), isTold: () => true };
	/** Which rooms meet after the moves; undefined where that does not show that they are right. */
	const meetingAfter = (moves: readonly Vec3[]): Meeting | undefined => {
		// All together they stay as they are.
		if (rooms.every((room) => distanceBetween(moves[room], moves[rooms[0]]) <= MEETING)) return undefined;
		const moved = { ...perimeter, points: movedPoints(perimeter, moves) };
		const meeting = meetingOf(moved, new FacingEdges(moved, MEETING, MEETING), rooms, LEAST_TOGETHER);
		const isRight = meeting.largest >= rooms.length * LEAST_TOGETHER && meeting.pairs >= now.pairs + LEAST_MET;
		return isRight ? meeting : undefined;
	};
	for (const times of [1, -1] as const) {
		if (meetingAfter(positions.map((position) => mapped(position, (value) => -times * value))) === undefined) continue;
		const edge = perimeter.starts[rooms.find((room) => Math.hypot(...positions[room]) > 0) ?? rooms[0]];
		reportOffByPositions(facts, { ...told, edge, times }, report);
		return told;
	}
	for (const { told: change, of } of POSITION_CHANGES) {
		const meeting = meetingAfter(positions.map((position) => minus(of(position), position)));
		if (meeting === undefined) continue;
		const data = { pairs: meeting.pairs, now: now.pairs, ...change };
		report.add(LAYOUT_FINDINGS.LAYOUT_POSITIONS_APART, placeAt(level, perimeter, 0), data);
		return told;
	}
	return undefined;
}

/** The points of all edges where each room is moved by its own vector. */
function movedPoints({ starts, points: still }: LevelFacts['perimeter'], moves: readonly Vec3[]): Float64Array {
	const points = still.slice();
	for (const [room, [x, y, z]] of moves.entries()) {
		const own = points.subarray(starts[room] * EDGE_STRIDE, starts[room + 1] * EDGE_STRIDE);
		for (let at = 0; at < own.length; at += 3) {
			own[at] += x;
			own[at + 1] += y;
			own[at + 2] += z;
		}
	}
	return points;
}

/**
 * Which rooms meet.
 *
 * @param rooms those with open edges
 * @param least the part of them that has to hang together: once too many meet none, the others are not looked at, as for most changes
 */
function meetingOf(
	{ rooms: roomOf, starts }: LevelFacts['perimeter'],
	facing: FacingEdges,
	rooms: readonly number[],
	least = 0,
): Meeting {
	const pairs = new Set<string>();
	const beside = new Map<number, ReadonlySet<number>>();
	let alone = 0;
	for (const room of rooms) {
		const own = new Set<number>();
		for (let edge = starts[room]; edge < starts[room + 1]; edge++) {
			for (const { other, fit } of facing.of(edge)) {
				if (fit.kind !== 'whole' && fit.kind !== 'divided') continue;
				pairs.add(pairKey(room, roomOf[other]));
				own.add(roomOf[other]);
			}
		}
		beside.set(room, own);
		if (own.size === 0) alone++;
		if (rooms.length - alone < rooms.length * least) break;
	}
	return { pairs: pairs.size, largest: greatest(roomGroups(beside.keys(), beside).map(({ size }) => size)) };
}
