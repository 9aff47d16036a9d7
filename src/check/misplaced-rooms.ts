import type { Report } from '../findings/report.ts';
import { edgeLength, type PerimeterEdges } from '../level/perimeter-edges.ts';
import { GREATEST_SNAP } from '../level/seams.ts';
import { groupBy } from '../mesh/arrays.ts';
import { distanceBetween, type Vec3, vec3At } from '../mesh/vec3.ts';
import type { LevelFacts } from './level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from './level-findings.ts';
import { isMet, MOST_OPENINGS, type Opening } from './openings.ts';

/** Points that come so near to each other after a change of a room, metres, would meet. */
const MEETING = 0.02;
/** The two sides of a doorway that are so near each other, metres, do not meet exactly, but belong together. */
const NEARBY: number = GREATEST_SNAP + MEETING;
/** Less of a turn, in degrees, is not told from what rounding does. */
const LEAST_TURN = 0.1;
/** Of a room that is turned by less, in degrees, the doorways are still near those that they belong to. */
const SMALL_TURN = 10;
/** What lengths are multiplied with that were taken for another unit: from centimetres, inches, feet, millimetres, and the other way round. */
export const UNIT_FACTORS: readonly number[] = [0.01, 0.0254, 0.3048, 0.001, 100, 1 / 0.0254, 1 / 0.3048, 1000];
/** So much of the edges of a room has to meet others once it has its size, metres: as much as a person is wide. */
const LEAST_MET = 0.7;
/** As many pairs of edges are compared. */
const MOST_PAIRS = 2_000_000;

/** What is told of rooms that are turned, mirrored or of a wrong size, so that nothing is of what follows from it. */
export interface MisplacedRooms {
	readonly rooms: ReadonlySet<number>;
	/** These, and the rooms that they would meet. */
	readonly concerned: ReadonlySet<number>;
	/** An edge of each side of doorways that would meet. */
	readonly ways: readonly { readonly edge: number; readonly other: number }[];
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
	const ways: { edge: number; other: number }[] = [];
	const byRoom = groupBy(openings, ({ room }) => room);
	const around = (opening: Opening): Opening[] => [...opening.to].flatMap((room) => byRoom.get(room) ?? []);
	const off = openings.filter((opening) => !isMet(opening) || isOff(opening, around(opening)));
	if (off.length <= MOST_OPENINGS) {
		for (const room of new Set(off.map((opening) => opening.room))) {
			if (told.has(room) || facts.level.rooms[room].walkmesh === undefined) continue;
			const found = turnOf(facts, room, openings, rooms);
			if (found === undefined) continue;
			const { turn, pairs, now } = found;
			rooms.add(room);
			ways.push(...pairs.map(([own, other]) => ({ edge: own.edges[0], other: other.edges[0] })));
			const { degrees, mirrored, about } = turn;
			const [x, y] = [rounded(about[0]), rounded(about[1])];
			report.add(
				LEVEL_CHECK_FINDINGS.ROOM_TURNED,
				{ room: facts.level.rooms[room].name, at: about },
				{ degrees: Math.round(degrees * 10) / 10, mirrored, x, y, doorways: pairs.length, now },
			);
		}
	}
	const left = [...facts.level.rooms.keys()].filter(
		(room) => facts.isAsked(room) && !told.has(room) && !rooms.has(room) && !isLinked(facts, room),
	);
	const resized = left.flatMap((room) => sizeOf(facts, room, rooms) ?? []);
	// A room that would meet several is the one that is wrong, not those about it.
	for (const { room } of resized.toSorted((a, b) => b.count - a.count)) {
		const found = sizeOf(facts, room, rooms);
		if (found === undefined) continue;
		rooms.add(room);
		ways.push(...found.ways);
		const { factor, count, at } = found;
		report.add(LEVEL_CHECK_FINDINGS.ROOM_RESIZED, { room: facts.level.rooms[room].name, at }, { factor, rooms: count });
	}
	const met = ways.map(({ other }) => facts.perimeter.rooms[other]);
	return { rooms, concerned: new Set([...rooms, ...met]), ways };
}

/** How a room has to be turned or mirrored for most of its doorways to meet others; undefined where more do not meet than now. */
function turnOf(
	facts: LevelFacts,
	room: number,
	openings: readonly Opening[],
	turned: ReadonlySet<number>,
): { turn: Turn; pairs: [Opening, Opening][]; now: number } | undefined {
	const own = openings.filter((opening) => opening.room === room);
	const isOther = (opening: Opening): boolean => opening.room !== room && !turned.has(opening.room);
	// Doorways that lead to this room now may lead to it then.
	const others = openings.filter((each) => isOther(each) && (!isMet(each) || each.to.has(room)));
	const isWithin = (each: Opening, most: number): boolean =>
		openings.some((other) => isOther(other) && distanceTo(each, other) <= most);
	// What nearly meets another is where it belongs: the room may be a little off, but not turned.
	const now = own.filter((each) => isMet(each) || isWithin(each, NEARBY)).length;
	// Only where several doorways are off, and meet after one and the same small turn, does that show that it is turned a little.
	const exact =
		own.length < 2
			? now
			: own.filter((each) => (isMet(each) ? !isOff(each, openings) : isWithin(each, MEETING))).length;
	let best: { turn: Turn; pairs: [Opening, Opening][] } | undefined;
	for (const turn of turnsOf(facts, room, own, others)) {
		const pairs = own.flatMap((opening): [Opening, Opening][] => {
			const other = others.find((each) => wouldMeet(opening, each, turn));
			return other === undefined ? [] : [[opening, other]];
		});
		const usual = turn.mirrored || Math.abs(turn.degrees) > SMALL_TURN ? now : exact;
		if (pairs.length > Math.max(best?.pairs.length ?? 0, usual)) best = { turn, pairs };
	}
	// A single doorway meets another by chance more easily where the room may be mirrored as well.
	const least = best?.turn.mirrored === true ? 2 : Math.min(2, own.length);
	return best === undefined || best.pairs.length < least ? undefined : { ...best, now: Math.min(now, exact) };
}

/** Ways to turn or mirror a room that bring one of its doorways onto another: mere turns first, about its position before about its middle. */
function turnsOf(
	{ level, rooms }: LevelFacts,
	room: number,
	own: readonly Opening[],
	others: readonly Opening[],
): Turn[] {
	const position = level.layout.rooms[room]?.position;
	const box = rooms[room]?.bounds;
	const middle: Vec3[] = box === undefined ? [] : [[(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, box[2]]];
	const turns: Turn[] = [];
	for (const mirrored of [false, true]) {
		for (const about of [...(position === undefined ? [] : [position]), ...middle]) {
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
	return isNear(turned(p, turn), other.end) && isNear(turned(q, turn), other.start);
}

/** True for a side of a doorway that is linked, though the ends of the other side, which is as wide, are not at its own. */
function isOff(own: Opening, openings: readonly Opening[]): boolean {
	const others = openings.filter(
		(other) => own.to.has(other.room) && other.to.has(own.room) && Math.abs(own.length - other.length) <= MEETING,
	);
	return others.length > 0 && others.every((other) => distanceTo(own, other) > MEETING);
}

/** From the ends of one side of a doorway to those of the other, metres. */
function distanceTo(own: Opening, other: Opening): number {
	return Math.max(distanceBetween(own.start, other.end), distanceBetween(own.end, other.start));
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

/** How a room would fit others in another unit. */
interface Resized {
	readonly room: number;
	readonly factor: number;
	/** The number of rooms that it would meet. */
	readonly count: number;
	readonly at: Vec3;
	readonly ways: readonly { readonly edge: number; readonly other: number }[];
}

/**
 * What a room has to be multiplied with for its edges to meet those of others, about its position or the origin.
 * @param wrong rooms that do not lie where they should themselves
 */
function sizeOf({ level, perimeter }: LevelFacts, room: number, wrong: ReadonlySet<number>): Resized | undefined {
	const position = level.layout.rooms[room]?.position;
	const { starts, points } = perimeter;
	const first = starts[room];
	const count = starts[room + 1] - first;
	if (count === 0 || count * perimeter.count > MOST_PAIRS) return undefined;
	for (const about of [...(position === undefined ? [] : [position]), [0, 0, 0] as const]) {
		for (const factor of UNIT_FACTORS) {
			const ways: { edge: number; other: number }[] = [];
			let met = 0;
			for (let edge = first; edge < first + count; edge++) {
				const resized = (end: 0 | 1): Vec3 => {
					const point = vec3At(points, edge * 3 + end);
					return [0, 1, 2].map((axis) => about[axis] + (point[axis] - about[axis]) * factor) as unknown as Vec3;
				};
				const other = edgeBetween(perimeter, room, resized(1), resized(0));
				if (other === undefined || wrong.has(perimeter.rooms[other])) continue;
				ways.push({ edge, other });
				met += edgeLength(points, other);
			}
			if (met < LEAST_MET) continue;
			const rooms = new Set(ways.map(({ other }) => perimeter.rooms[other]));
			return { room, factor, count: rooms.size, at: vec3At(points, ways[0].edge * 3), ways };
		}
	}
	return undefined;
}

/** The edge of another room from one point to another. */
function edgeBetween({ count, rooms, points }: PerimeterEdges, room: number, from: Vec3, to: Vec3): number | undefined {
	for (let edge = 0; edge < count; edge++) {
		if (Math.abs(points[edge * 9] - from[0]) > MEETING || rooms[edge] === room) continue;
		if (isNear(vec3At(points, edge * 3), from) && isNear(vec3At(points, edge * 3 + 1), to)) return edge;
	}
	return undefined;
}

function isNear(p: Vec3, q: Vec3): boolean {
	return distanceBetween(p, q) <= MEETING;
}

/** To whole millimetres. */
function rounded(value: number): number {
	return Math.round(value * 1000) / 1000 + 0;
}
