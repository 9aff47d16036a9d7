import type { Report } from '../../src/findings/report.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { mapped, type Vec3, ZERO } from '../../src/math/vec3.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { toMillimetres } from '../../src/text/numbers.ts';
import {
	bestFit,
	type Change,
	changedPoint,
	changesOnto,
	distanceTo,
	edgeSide,
	type Fit,
	MEETING,
	resizeBy,
	type Side,
	scaleOnto,
	turnOnto,
	UNIT_FACTORS,
} from '../facts/fit.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import { isMet, MOST_OPENINGS, type Opening } from '../facts/openings.ts';
import { checkMovedByDoorways, checkMovedByLinks, MisplacedRooms } from './moved-rooms.ts';
import { checkRoomsApart } from './positions.ts';

/** So near do the doorways of a room come that was scaled, metres, when it has its size again. */
const ALIKE = 5e-3;
/** The two sides of a doorway that are so near each other, metres, do not meet exactly, but belong together. */
const NEARBY: number = THRESHOLDS.snap + MEETING;
/** Of a room that is turned by less, in degrees, the doorways are still near those that they belong to. */
const SMALL_TURN = 10;
/** The sides of one doorway differ by at most this share of their width where a room was scaled a little. */
const UNLIKE = 0.1;
/** So much of the edges of a room has to meet others once it has its unit, metres: as much as a person is wide. */
const LEAST_MET = 0.7;
/** As many pairs of edges are compared. */
const MOST_PAIRS = 2_000_000;

/** A room, and the change by which its sides meet those of others. */
interface RoomFit extends Fit<Side> {
	readonly room: number;
	/** The number of its sides that meet now. */
	readonly now: number;
}

/**
 * Reports rooms that do not lie as their doorways or links show that they should: moved, turned, mirrored, scaled or in another unit.
 *
 * @param tolerance edges this near meet, metres
 * @param isWhole false where the level has more rooms than these, which may be linked with them
 * @returns and 1 a room, the lowest of the rooms that it is linked with, whatever lies between
 */
export function checkMisplacedRooms(
	facts: LevelFacts,
	openings: readonly Opening[],
	tolerance: number,
	report: Report,
): { misplaced: MisplacedRooms; blocks: Int32Array } {
	const misplaced = new MisplacedRooms();
	misplaced.apart = checkRoomsApart(facts, true, report);
	if (misplaced.apart.size === 0) checkMovedByLinks(facts, tolerance, misplaced, report);
	if (misplaced.apart.size + misplaced.rooms.size === 0) misplaced.apart = checkRoomsApart(facts, false, report);
	const known = new Set([...misplaced.apart, ...misplaced.rooms]);
	const wrong = new Set<number>();
	const fitOf = changeFinder(facts, openings, wrong);
	const fits = [...facts.level.rooms.keys()].filter((room) => !known.has(room)).flatMap((room) => fitOf(room) ?? []);
	// A room that would meet several is the one that is wrong, not those about it.
	for (const { room } of fits.sort((a, b) => b.pairs.length - a.pairs.length)) {
		const fit = fitOf(room);
		if (fit === undefined) continue;
		reportChange(facts, fit, report);
		misplaced.add([room], fit.pairs);
		wrong.add(room);
		known.add(room);
	}
	return { misplaced, blocks: checkMovedByDoorways(facts, openings, known, misplaced, report) };
}

function reportChange({ level }: LevelFacts, { room, change, pairs, now }: RoomFit, report: Report): void {
	const { name } = level.rooms[room];
	const { about, mirrored, factor, isFlat } = change;
	const degrees = Math.round(change.degrees * 10) / 10;
	// Hundredths of a millimetre; never −0.
	const by = mapped(changedPoint(ZERO, { ...change, degrees }), (value) => Math.round(value * 1e5) / 1e5 + 0);
	if (factor === 1) {
		const [x, y] = [toMillimetres(about[0]), toMillimetres(about[1])];
		const data = { degrees, mirrored, x, y, by: [by[0], by[1], 0] as const, doorways: pairs.length, now };
		report.add(LEVEL_CHECK_FINDINGS.ROOM_TURNED, { room: name, at: about }, data);
		return;
	}
	const rooms = new Set(pairs.map(([, other]) => other.room)).size;
	const data = {
		factor,
		about: mapped(about, toMillimetres),
		by,
		isFlat,
		isUnit: UNIT_FACTORS.includes(factor),
		rooms,
	};
	report.add(LEVEL_CHECK_FINDINGS.ROOM_RESIZED, { room: name, at: pairs[0][0].start }, data);
}

/**
 * What finds the change of a room by which more of its doorways meet those of others, or any of its edges where it is linked with none.
 * @param wrong rooms that do not lie where they should themselves; may grow
 */
function changeFinder(
	facts: LevelFacts,
	openings: readonly Opening[],
	wrong: ReadonlySet<number>,
): (room: number) => RoomFit | undefined {
	const byRoom = groupBy(openings, ({ room }) => room);
	const beside = (opening: Opening): Opening[] => [...opening.to].flatMap((room) => byRoom.get(room) ?? []);
	const off = openings.filter((opening) => !isMet(opening) || isOff(opening, beside(opening)));
	const odd = new Set(off.length > MOST_OPENINGS ? [] : off.map(({ room }) => room));
	let edges: Side[] | undefined;
	return (room) => {
		const fit = odd.has(room) ? shapeOf(facts, room, openings, wrong) : undefined;
		if (fit !== undefined || isLinked(facts, room)) return fit;
		edges ??= Array.from({ length: facts.perimeter.count }, (_, edge) => edgeSide(facts.perimeter, edge));
		return unitOf(facts, room, edges, wrong);
	};
}

/** True for an opening that is linked, though the ends of the other side, which is about as wide, are not at its own. */
function isOff(own: Opening, openings: readonly Opening[]): boolean {
	const others = openings.filter(
		(other) =>
			own.to.has(other.room) && other.to.has(own.room) && Math.abs(own.length - other.length) <= own.length * UNLIKE,
	);
	return others.length > 0 && others.every((other) => distanceTo(own, other) > MEETING);
}

/** How a room has to be turned, mirrored or scaled a little for most of its doorways to meet others; undefined where more do not meet than now. */
function shapeOf(
	{ level, rooms }: LevelFacts,
	room: number,
	openings: readonly Opening[],
	wrong: ReadonlySet<number>,
): RoomFit | undefined {
	const own = openings.filter((each) => each.room === room);
	const around = openings.filter((each) => each.room !== room && !wrong.has(each.room));
	// Doorways that lead to the room now may lead to it after a change, too.
	const others = around.filter((each) => !isMet(each) || each.to.has(room));
	const isNear = (each: Opening, reach: number): boolean => around.some((other) => distanceTo(each, other) <= reach);
	// What nearly meets another is where it belongs: the room may be a little off, but not turned.
	const near = own.filter((each) => isMet(each) || isNear(each, NEARBY)).length;
	const exact = own.filter((each) => (isMet(each) ? !isOff(each, around) : isNear(each, MEETING))).length;
	// Only where several doorways are off, and meet after one and the same small turn, does that show that it is turned a little.
	const now = ({ factor, mirrored, degrees }: Change): number =>
		factor !== 1 || (own.length > 1 && !mirrored && Math.abs(degrees) <= SMALL_TURN) ? exact : near;
	const position = level.layout.rooms[room]?.position;
	const box = rooms[room]?.bounds;
	const centres: Vec3[] = [
		...(position === undefined ? [] : [position]),
		...(box === undefined ? [] : [[(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, box[2]] as const]),
	];
	const turns = [false, true].flatMap((mirrored) =>
		centres.flatMap((about) => changesOnto(own, others, MEETING, (p, q) => turnOnto(p, q, about, mirrored))),
	);
	// Where the size may be any, and the point as well, any doorway comes onto another of a like width.
	const scales = [...centres, ...(own.length > 1 ? [undefined] : [])].flatMap((about) =>
		[false, true].flatMap((isFlat) => changesOnto(own, others, ALIKE, (p, q) => scaleOnto(p, q, about, isFlat))),
	);
	const [turned, scaled] = [bestFit(turns, own, others, MEETING, now), bestFit(scales, own, others, ALIKE, now)];
	const best = scaled !== undefined && scaled.pairs.length > (turned?.pairs.length ?? 0) ? scaled : turned;
	// A single doorway meets another by chance more easily where the room may be mirrored as well.
	const least = best?.change.mirrored === true ? 2 : Math.min(2, own.length);
	return best === undefined || best.pairs.length < least ? undefined : { ...best, room, now: Math.min(near, exact) };
}

/** What a room has to be multiplied with for its edges to meet those of others, about its position or the origin. @param edges those of all rooms */
function unitOf(
	{ level, perimeter: { starts } }: LevelFacts,
	room: number,
	edges: readonly Side[],
	wrong: ReadonlySet<number>,
): RoomFit | undefined {
	const own = edges.slice(starts[room], starts[room + 1]);
	if (own.length === 0 || own.length * edges.length > MOST_PAIRS) return undefined;
	const others = edges.filter((side) => side.room !== room && !wrong.has(side.room));
	const position = level.layout.rooms[room]?.position;
	const changes = [...(position === undefined ? [] : [position]), ZERO].flatMap((about) =>
		UNIT_FACTORS.map((factor) => resizeBy(factor, about)),
	);
	const best = bestFit(changes, own, others, MEETING);
	const met = best?.pairs.reduce((sum, [, { length }]) => sum + length, 0) ?? 0;
	return best === undefined || met < LEAST_MET ? undefined : { ...best, room, now: 0 };
}

/** True where an edge of another room lies along one of this room that is a link. */
function isLinked({ perimeter, facing }: LevelFacts, room: number): boolean {
	for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++)
		if (facing.of(edge).length > 0) return true;
	return false;
}
