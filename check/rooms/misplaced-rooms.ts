import type { Report } from '../../src/findings/report.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { mapped, type Vec3, ZERO } from '../../src/math/vec3.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { toMillimetres } from '../../src/text/numbers.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import {
	bestChange,
	centresOf,
	countMet,
	type DoorwaySides,
	distanceTo,
	type Fit,
	isMet,
	isOff,
	MEETING,
	MOST_OPENINGS,
	type Opening,
	openingsAbout,
	sidesOf,
} from '../facts/openings.ts';
import { type Resized, scaleOf, UNIT_FACTORS, unitOf } from '../facts/resized-rooms.ts';

/** The two sides of a doorway that are so near each other, metres, do not meet exactly, but belong together. */
const NEARBY: number = THRESHOLDS.snap + MEETING;
/** Less of a turn, in degrees, is not told from what rounding does. */
const LEAST_TURN = 0.1;
/** Of a room that is turned by less, in degrees, the doorways are still near those that they belong to. */
const SMALL_TURN = 10;

/** What is told of rooms that are turned, mirrored or of a wrong size, so that nothing is of what follows from it. */
export interface MisplacedRooms {
	readonly rooms: ReadonlySet<number>;
	/** These, and the rooms that they would meet. */
	readonly concerned: ReadonlySet<number>;
	/** An edge of each side of doorways that would meet. */
	readonly ways: readonly DoorwaySides[];
}

/** A change of a room in plan about a point: its columns, and the point. */
interface Turn {
	readonly degrees: number;
	readonly mirrored: boolean;
	readonly about: Vec3;
}

/**
 * Reports rooms whose doorways would meet those of others if the room were turned or mirrored about its position or its middle; and rooms without any
 * link whose edges would meet those of others if the room were in another unit.
 *
 * @param told rooms of which it is already told that they lie off their position
 */
export function checkMisplacedRooms(
	facts: LevelFacts,
	openings: readonly Opening[],
	told: ReadonlySet<number>,
	report: Report,
): MisplacedRooms {
	const rooms = new Set<number>();
	const ways: DoorwaySides[] = [];
	const byRoom = groupBy(openings, ({ room }) => room);
	const around = (opening: Opening): Opening[] => [...opening.to].flatMap((room) => byRoom.get(room) ?? []);
	const off = openings.filter((opening) => !isMet(opening) || isOff(opening, around(opening)));
	if (off.length <= MOST_OPENINGS) {
		for (const room of new Set(off.map((opening) => opening.room))) {
			if (told.has(room) || facts.level.rooms[room].walkmesh === undefined) continue;
			const found = turnOf(facts, room, openings, rooms);
			if (found === undefined) continue;
			const { change, pairs, now } = found;
			rooms.add(room);
			ways.push(...sidesOf(pairs));
			const { degrees, mirrored, about } = change;
			const [x, y] = [toMillimetres(about[0]), toMillimetres(about[1])];
			const shown = { degrees: Math.round(degrees * 10) / 10, mirrored };
			const [dx, dy] = turned(ZERO, { ...shown, about });
			const by: Vec3 = [toHundredths(dx), toHundredths(dy), 0];
			report.add(
				LEVEL_CHECK_FINDINGS.ROOM_TURNED,
				{ room: facts.level.rooms[room].name, at: about },
				{ ...shown, x, y, by, doorways: pairs.length, now },
			);
		}
	}
	const isLeft = (room: number): boolean => !told.has(room) && !rooms.has(room);
	const odd = new Set(off.length <= MOST_OPENINGS ? off.map(({ room }) => room) : []);
	const sizeOf = (room: number): Resized | undefined =>
		(odd.has(room) ? scaleOf(facts, room, openings, rooms) : undefined) ??
		(isLinked(facts, room) ? undefined : unitOf(facts, room, rooms));
	const resized = [...facts.level.rooms.keys()].filter(isLeft).flatMap((room) => sizeOf(room) ?? []);
	// A room that would meet several is the one that is wrong, not those about it.
	for (const { room } of resized.toSorted((a, b) => b.count - a.count)) {
		const found = sizeOf(room);
		if (found === undefined) continue;
		rooms.add(room);
		ways.push(...found.ways);
		const { factor, about, isFlat, count, at } = found;
		const by = mapped(about, (value) => toHundredths(value * (1 - factor)));
		report.add(
			LEVEL_CHECK_FINDINGS.ROOM_RESIZED,
			{ room: facts.level.rooms[room].name, at },
			{
				factor,
				about: mapped(about, toMillimetres),
				by,
				isFlat,
				isUnit: UNIT_FACTORS.includes(factor),
				rooms: count,
			},
		);
	}
	const met = ways.map(({ other }) => facts.perimeter.rooms[other]);
	return { rooms, concerned: new Set([...rooms, ...met]), ways };
}

/** Metres to hundredths of a millimetre; never −0. */
function toHundredths(value: number): number {
	return Math.round(value * 1e5) / 1e5 + 0;
}

/** How a room has to be turned or mirrored for most of its doorways to meet others; undefined where more do not meet than now. */
function turnOf(
	facts: LevelFacts,
	room: number,
	openings: readonly Opening[],
	turned: ReadonlySet<number>,
): (Fit<Turn> & { readonly now: number }) | undefined {
	const about = openingsAbout(room, openings, turned);
	const { own, around, others } = about;
	// What nearly meets another is where it belongs: the room may be a little off, but not turned.
	const now = own.filter((each) => isMet(each) || around.some((other) => distanceTo(each, other) <= NEARBY)).length;
	// Only where several doorways are off, and meet after one and the same small turn, does that show that it is turned a little.
	const exact = own.length < 2 ? now : countMet(own, around);
	const usual = ({ mirrored, degrees }: Turn): number => (mirrored || Math.abs(degrees) > SMALL_TURN ? now : exact);
	const best = bestChange(turnsOf(centresOf(facts, room), own, others), about, wouldMeet, usual);
	// A single doorway meets another by chance more easily where the room may be mirrored as well.
	const least = best?.change.mirrored === true ? 2 : Math.min(2, own.length);
	return best === undefined || best.pairs.length < least ? undefined : { ...best, now: Math.min(now, exact) };
}

/** Ways to turn or mirror a room that bring one of its doorways onto another: mere turns first, about one centre before the next. */
function turnsOf(centres: readonly Vec3[], own: readonly Opening[], others: readonly Opening[]): Turn[] {
	const turns: Turn[] = [];
	for (const mirrored of [false, true]) {
		for (const about of centres) {
			for (const opening of own) {
				for (const other of others) {
					const degrees = turnTo(opening, other, mirrored);
					if (!mirrored && Math.abs(degrees) < LEAST_TURN) continue;
					const turn = { degrees, mirrored, about };
					if (wouldMeet(opening, other, turn)) turns.push(turn);
				}
			}
		}
	}
	return turns;
}

/** The turn in degrees, after mirroring along x where that is asked for, that gives an opening the direction of the other side of another. */
function turnTo(own: Opening, other: Opening, mirrored: boolean): number {
	const sign = mirrored ? -1 : 1;
	const from = Math.atan2(own.end[1] - own.start[1], (own.end[0] - own.start[0]) * sign);
	// A mirrored room has its outside on the other side of the same edge.
	const [p, q] = mirrored ? [other.start, other.end] : [other.end, other.start];
	const to = Math.atan2(q[1] - p[1], q[0] - p[0]);
	const degrees = ((to - from) * 180) / Math.PI;
	// Half a turn is 180°, not −180°.
	return degrees - 360 * Math.round((degrees - 1e-6) / 360);
}

function wouldMeet(own: Opening, other: Opening, turn: Turn): boolean {
	if (Math.abs(own.length - other.length) > MEETING) return false;
	const [p, q] = turn.mirrored ? [own.end, own.start] : [own.start, own.end];
	return distanceTo({ start: turned(p, turn), end: turned(q, turn) }, other) <= MEETING;
}

function turned([x, y, z]: Vec3, { degrees, mirrored, about }: Turn): Vec3 {
	const angle = (degrees * Math.PI) / 180;
	const [dx, dy] = [(x - about[0]) * (mirrored ? -1 : 1), y - about[1]];
	return [
		about[0] + dx * Math.cos(angle) - dy * Math.sin(angle),
		about[1] + dx * Math.sin(angle) + dy * Math.cos(angle),
		z,
	];
}

/** True where an edge of another room lies along one of this room that is a link. */
function isLinked({ perimeter, facing }: LevelFacts, room: number): boolean {
	for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++)
		if (facing.of(edge).length > 0) return true;
	return false;
}
