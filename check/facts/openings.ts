import { distanceBetween, middleBetween, type Vec3, vec3At } from '../../src/math/vec3.ts';
import { numberEnds, straightRuns } from '../../src/seams/doorways.ts';
import { edgeLength, transitionAt } from '../../src/seams/perimeter-edges.ts';
import { Surroundings, standsAt } from './leaks.ts';
import type { LevelFacts } from './level-facts.ts';

/** Of a doorway with as much of it linked nothing is missing. */
const WHOLE = 0.98;
/** Levels with more doorways that lead nowhere are not in one piece. */
export const MOST_OPENINGS = 200;
/** Ends of openings that come so near to each other, metres, meet. */
export const MEETING = 0.02;
/** The sides of one doorway differ by at most this share of their width where a room was scaled a little. */
const UNLIKE = 0.1;
/** Rooms with more open edges are torn, and have no doorways to tell from the rest. */
const MOST_EDGES = 5000;

/** A straight row of edges between two walls, without a wall on it. */
export interface Opening {
	readonly room: number;
	/** Perimeter edges. */
	readonly edges: readonly number[];
	/** From here its edges run to `end`. */
	readonly start: Vec3;
	readonly end: Vec3;
	readonly length: number;
	/** The edges without a wall, of other rooms, that it is linked with. */
	readonly partners: ReadonlySet<number>;
	/** The rooms of these. */
	readonly to: ReadonlySet<number>;
	/** How much of it is linked with these, metres. */
	readonly linked: number;
}

/** An edge of each side of a doorway. */
export interface DoorwaySides {
	readonly edge: number;
	readonly other: number;
}

/** An opening of a room, and the one of another room that would be its other side. */
type OpeningPair = readonly [own: Opening, other: Opening];

/** A change of a room, and what it brings together. */
export interface Fit<Change> {
	readonly change: Change;
	readonly pairs: readonly OpeningPair[];
}

/** True for an opening that leads into other rooms from end to end. */
export function isMet({ linked, length }: Opening): boolean {
	return linked >= length * WHOLE;
}

/** True for an opening that is linked, though the ends of the other side, which is about as wide, are not at its own. */
export function isOff(own: Opening, openings: readonly Opening[]): boolean {
	const others = openings.filter(
		(other) =>
			own.to.has(other.room) && other.to.has(own.room) && Math.abs(own.length - other.length) <= own.length * UNLIKE,
	);
	return others.length > 0 && others.every((other) => distanceTo(own, other) > MEETING);
}

/** The number of openings of a room whose ends are at those of others, or that are linked and have no other side of their width. */
export function countMet(own: readonly Opening[], others: readonly Opening[]): number {
	const isExact = (each: Opening): boolean => others.some((other) => distanceTo(each, other) <= MEETING);
	return own.filter((each) => (isMet(each) ? !isOff(each, others) : isExact(each))).length;
}

/** From the ends of one side of a doorway to those of the other, metres. */
export function distanceTo(own: Pick<Opening, 'start' | 'end'>, other: Opening): number {
	return Math.max(distanceBetween(own.start, other.end), distanceBetween(own.end, other.start));
}

/**
 * The openings of a room, all of other rooms (`around`), and those of them that it may belong to: doorways that lead to the room now may lead to it
 * after a change, too.
 *
 * @param wrong rooms that do not lie where they should themselves
 */
export function openingsAbout(
	room: number,
	openings: readonly Opening[],
	wrong: ReadonlySet<number>,
): { own: Opening[]; around: Opening[]; others: Opening[] } {
	const own = openings.filter((each) => each.room === room);
	const around = openings.filter((each) => each.room !== room && !wrong.has(each.room));
	return { own, around, others: around.filter((each) => !isMet(each) || each.to.has(room)) };
}

/** The points about which a room may have been turned or resized: its position, then the middle of its ground. */
export function centresOf({ level, rooms }: LevelFacts, room: number): Vec3[] {
	const position = level.layout.rooms[room]?.position;
	const box = rooms[room]?.bounds;
	return [
		...(position === undefined ? [] : [position]),
		...(box === undefined ? [] : [[(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, box[2]] as const]),
	];
}

/**
 * The first of those changes of a room that bring most of its openings onto others.
 * @param now for a change, how many meet without it: as many or fewer speak for none
 */
export function bestChange<Change>(
	changes: readonly Change[],
	{ own, others }: { own: readonly Opening[]; others: readonly Opening[] },
	wouldMeet: (own: Opening, other: Opening, change: Change) => boolean,
	now: (change: Change) => number,
): Fit<Change> | undefined {
	let best: Fit<Change> | undefined;
	for (const change of changes) {
		const pairs = own.flatMap((opening): OpeningPair[] => {
			const other = others.find((each) => wouldMeet(opening, each, change));
			return other === undefined ? [] : [[opening, other]];
		});
		if (pairs.length > Math.max(best?.pairs.length ?? 0, now(change))) best = { change, pairs };
	}
	return best;
}

export function sidesOf(pairs: readonly OpeningPair[]): DoorwaySides[] {
	return pairs.map(([own, other]) => ({ edge: own.edges[0], other: other.edges[0] }));
}

/** The openings between walls of all rooms. */
export function openingsOf({ level, rooms, perimeter, facing }: LevelFacts): Opening[] {
	const { starts, points, edges } = perimeter;
	const isWalled = new Uint8Array(perimeter.count);
	const free: number[][] = [];
	for (const [room, own] of rooms.entries()) {
		free.push([]);
		if (own === undefined || starts[room + 1] - starts[room] > MOST_EDGES) continue;
		const around = new Surroundings(own);
		if (around.walls.faces.length === 0) continue;
		for (let edge = starts[room]; edge < starts[room + 1]; edge++) {
			const [x, y, z] = middleBetween(vec3At(points, edge * 3), vec3At(points, edge * 3 + 1));
			if (own.allNeighbours[edges[edge]] >= 0 || standsAt(around, x, y, z)) isWalled[edge] = 1;
			else free[room].push(edge);
		}
	}
	const partnersOf = (edge: number): number[] => {
		const to = transitionAt(level, perimeter, edge);
		if (to < 0) return [];
		const others = facing.of(edge).map(({ other }) => other);
		return others.filter((other) => perimeter.rooms[other] === to && isWalled[other] === 0);
	};
	return free.flatMap((own, room) => {
		const all = new Uint32Array(starts[room + 1] - starts[room]).map((_, i) => starts[room] + i);
		const walled = all.filter((edge) => isWalled[edge] === 1);
		if (own.length === 0 || walled.length === 0) return [];
		const numbers = numberEnds(points, all);
		const startOf = (edge: number): number => numbers[(edge - starts[room]) * 2];
		const endOf = (edge: number): number => numbers[(edge - starts[room]) * 2 + 1];
		const isJamb = new Uint8Array(numbers.length);
		for (const edge of walled) isJamb[startOf(edge)] = isJamb[endOf(edge)] = 1;
		// Of loose faces hardly any edge begins at a wall that another face has.
		if (!own.some((edge) => isJamb[startOf(edge)] === 1)) return [];
		return straightRuns(perimeter, own).flatMap((run): Opening[] => {
			if (!run.some((edge) => isJamb[startOf(edge)] === 1)) return [];
			const begins = new Set(run.map(startOf));
			const ends = new Set(run.map(endOf));
			const first = run.find((edge) => !ends.has(startOf(edge)));
			const last = run.find((edge) => !begins.has(endOf(edge)));
			if (first === undefined || last === undefined) return [];
			if (isJamb[startOf(first)] === 0 || isJamb[endOf(last)] === 0) return [];
			const lengthOf = (some: readonly number[]): number =>
				some.reduce((sum, edge) => sum + edgeLength(points, edge), 0);
			const partners = new Set(run.flatMap(partnersOf));
			return [
				{
					room,
					edges: run,
					start: vec3At(points, first * 3),
					end: vec3At(points, last * 3 + 1),
					length: lengthOf(run),
					partners,
					to: new Set([...partners].map((other) => perimeter.rooms[other])),
					linked: lengthOf(run.filter((edge) => partnersOf(edge).length > 0)),
				},
			];
		});
	});
}
