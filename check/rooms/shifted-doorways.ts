import type { Report } from '../../src/findings/report.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { distanceBetween, dot, mapped, middleBetween, minus, type Vec3 } from '../../src/math/vec3.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { transitionAt } from '../../src/seams/perimeter-edges.ts';
import { pairKey } from '../../src/seams/room-pairs.ts';
import { toMillimetres } from '../../src/text/numbers.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import { type DoorwaySides, isMet, MOST_OPENINGS, type Opening } from '../facts/openings.ts';

/** What is taken for one and the same way to move a room, metres: seams are cut and moved together by so much. */
const ALIKE = 0.01;
/** A doorway by itself is taken for one that was moved up to so many metres; others may as well lead nowhere. */
const FARTHEST_ALONE = 2;
/** The same for several of one room, which agree on the way, and for one that lies beside the other in one wall. */
const FARTHEST_TOGETHER = 5;
/** Several that lie farther away are looked for where no more of a level lead nowhere. */
const FEW_OPENINGS = 40;

/** Two openings of one shape that do not meet. */
interface Pair {
	readonly own: Opening;
	readonly other: Opening;
	/** How the first has to be moved to meet the other. */
	readonly by: Vec3;
	/** A part of the two is linked. */
	readonly isHalf: boolean;
}

/** What is told of doorways that do not meet, so that nothing is of what follows from it. */
export interface ShiftedDoorways {
	/** Rooms that were moved, with those that are linked with them. */
	readonly rooms: ReadonlySet<number>;
	/** All rooms at such a doorway. */
	readonly concerned: ReadonlySet<number>;
	/** An edge of each side of the doorways that are not linked. */
	readonly ways: readonly DoorwaySides[];
	/** 1 a room: the same for rooms that are linked, whatever lies between. */
	readonly blocks: Int32Array;
	/** True for two rooms of which one has to be moved to the other. */
	isTold(one: number, other: number): boolean;
}

/**
 * Reports doorways that would meet if a room were moved: openings of one shape, between walls, in two rooms, which face each other and are linked in
 * part or not at all. One finding for each room and way to move it, at one of its doorways.
 *
 * @param told rooms of which it is already told that they lie off their position
 */
export function checkShiftedDoorways(
	facts: LevelFacts,
	all: readonly Opening[],
	told: ReadonlySet<number>,
	report: Report,
): ShiftedDoorways {
	const openings = all.filter(({ room }) => !told.has(room));
	const blocks = blocksOf(facts, all);
	const unmet = openings.filter((opening) => !isMet(opening));
	const [rooms, concerned] = [new Set<number>(), new Set<number>()];
	const ways: DoorwaySides[] = [];
	// A room that is linked by a part of a doorway alone was not moved together with the one beyond.
	const pairsOf = ({ room, to }: Opening): string[] => [...to].map((other) => pairKey(room, other));
	const met = new Set(openings.filter(isMet).flatMap(pairsOf));
	const apart = new Set(unmet.flatMap(pairsOf).filter((pair) => !met.has(pair)));
	const together = apart.size === 0 ? blocks : blocksOf(facts, all, apart);
	const moves = unmet.length > MOST_OPENINGS ? [] : movesOf(unmet, openings, together);
	for (const move of moves) {
		const [{ own, other, by, isHalf }] = move;
		const { name } = facts.level.rooms[other.room];
		const moved = [...together.keys()].filter((room) => together[room] === together[own.room]);
		report.add(
			LEVEL_CHECK_FINDINGS.ROOM_SHIFTED,
			{
				room: facts.level.rooms[own.room].name,
				otherRoom: name,
				at: isHalf ? stopOf(own, other) : middleBetween(other.start, other.end),
			},
			{
				to: other.room,
				name,
				by,
				distance: Math.hypot(...by),
				width: toMillimetres(own.length),
				linked: isHalf ? toMillimetres(own.linked) : 0,
				doorways: move.length,
				more: moved.length - 1,
			},
		);
		for (const pair of move) {
			concerned.add(pair.own.room).add(pair.other.room);
			if (!pair.isHalf) ways.push({ edge: pair.own.edges[0], other: pair.other.edges[0] });
		}
		for (const room of moved) rooms.add(room);
	}
	return { rooms, concerned, ways, blocks, isTold: (one, other) => rooms.has(one) !== rooms.has(other) };
}

/** The pairs that one move of a room brings together, by move: those that mend most first. */
function movesOf(unmet: readonly Opening[], openings: readonly Opening[], blocks: Int32Array): Pair[][] {
	const met = new Map<number, number>();
	for (const { room } of openings) met.set(room, (met.get(room) ?? 0) + 1);
	for (const { room } of unmet) met.set(room, (met.get(room) ?? 0) - 1);
	const sizes = groupBy(blocks.keys(), (room) => blocks[room]);
	const sizeOf = (room: number): number => sizes.get(blocks[room])?.length ?? 0;
	const farthest = unmet.length > FEW_OPENINGS ? FARTHEST_TOGETHER : Infinity;
	const unmetIn = groupBy(unmet, ({ room }) => blocks[room]);
	const pairs = unmet.flatMap((own) =>
		unmet.flatMap((other): Pair[] => {
			const by = other.room === own.room ? undefined : wayTo(own, other, farthest);
			if (by === undefined) return [];
			const isHalf = other.edges.some((edge) => own.partners.has(edge));
			return blocks[own.room] === blocks[other.room] ? [] : [{ own, other, by, isHalf }];
		}),
	);
	const byOwn = groupBy(pairs, ({ own }) => own);
	const isOnly = ({ own }: Pair): boolean => byOwn.get(own)?.length === 1;
	const isLikely = (move: readonly Pair[]): boolean => {
		const [pair] = move;
		const distance = Math.hypot(...pair.by);
		// Far away, all doorways have to agree: some may look alike.
		if (move.length > 1 && distance > FARTHEST_TOGETHER)
			return unmetIn.get(blocks[pair.own.room])?.length === move.length;
		if (move.length > 1 || pair.isHalf) return true;
		const back = byOwn.get(pair.other)?.[0];
		const farthest = isBeside(pair) ? FARTHEST_TOGETHER : FARTHEST_ALONE;
		return distance > THRESHOLDS.facing && distance <= farthest && isOnly(pair) && back !== undefined && isOnly(back);
	};
	const blockOf = ({ own }: Pair): number => blocks[own.room];
	const moves = [...groupBy(pairs, blockOf).values()].flatMap(alike).filter(isLikely);
	// Of two rooms the one was moved that fits nowhere else, then that with fewer rooms linked with it.
	moves.sort(([{ own: p }, ...ps], [{ own: q }, ...qs]) => {
		const byMet = (met.get(p.room) ?? 0) - (met.get(q.room) ?? 0);
		return qs.length - ps.length || byMet || sizeOf(p.room) - sizeOf(q.room) || q.room - p.room;
	});
	const byBlock = groupBy(moves, ([pair]) => blockOf(pair));
	const used = new Set<Opening>();
	return moves.flatMap((move) => {
		const left = move.filter(({ own, other }) => !used.has(own) && !used.has(other));
		if (left.length < move.length) return [];
		// Two ways to move a room that mend as much: neither is known to be meant.
		const rivals = byBlock.get(blockOf(move[0]))?.filter((each) => each !== move && each.length === move.length) ?? [];
		if (rivals.some((each) => each.some(({ own }) => left.some((pair) => pair.own === own)))) return [];
		for (const { own, other } of left) used.add(own).add(other);
		return [left];
	});
}

/** The pairs of one room in groups that agree on how to move it, each opening once; those that are linked in part come first, then those with rooms that do. */
function alike(pairs: readonly Pair[]): Pair[][] {
	const groups: Pair[][] = [];
	const order = (p: Pair, q: Pair): number => Number(q.isHalf) - Number(p.isHalf) || p.other.room - q.other.room;
	for (const pair of pairs.toSorted(order)) {
		const group = groups.find(([first]) => distanceBetween(first.by, pair.by) <= ALIKE);
		if (group === undefined) groups.push([pair]);
		else if (!group.some(({ own, other }) => own === pair.own || other === pair.other)) group.push(pair);
	}
	return groups;
}

/** How an opening has to be moved to be the other side of another; undefined where no move does that, or only one that is too small or too great. */
function wayTo(own: Opening, other: Opening, farthest: number): Vec3 | undefined {
	if (Math.abs(own.length - other.length) > 2 * ALIKE) return undefined;
	const first = minus(other.end, own.start);
	const second = minus(other.start, own.end);
	if (distanceBetween(first, second) > ALIKE) return undefined;
	const by = mapped(middleBetween(first, second), toMillimetres);
	const distance = Math.hypot(...by);
	return distance > THRESHOLDS.snap && distance <= farthest ? by : undefined;
}

/** True for two openings in one line: the rooms touch there, and one was moved along the wall between them. */
function isBeside({ own: { start, end }, by }: Pair): boolean {
	const along = minus(end, start);
	const share = dot(by, along) / dot(along, along);
	return (
		distanceBetween(
			by,
			mapped(along, (value) => value * share),
		) <= ALIKE
	);
}

/**
 * 1 a room: the lowest of the rooms that it is linked with, whatever lies between. What is linked through walls alone touches by chance.
 * @param apart pairs of rooms between which links do not count
 */
function blocksOf(
	{ level, perimeter }: LevelFacts,
	openings: readonly Opening[],
	apart: ReadonlySet<string> = new Set(),
): Int32Array {
	const free = new Map<number, Set<number>>();
	for (const { room, to } of openings) free.set(room, new Set([...(free.get(room) ?? []), ...to]));
	const isThroughWalls = (room: number, to: number): boolean => free.get(room)?.has(to) === false && free.has(to);
	const lowest = Int32Array.from(level.rooms, (_, room) => room);
	const rootOf = (room: number): number => {
		let root = room;
		while (lowest[root] !== root) root = lowest[root];
		lowest[room] = root;
		return root;
	};
	for (let edge = 0; edge < perimeter.count; edge++) {
		const to = transitionAt(level, perimeter, edge);
		if (to < 0 || to >= lowest.length || isThroughWalls(perimeter.rooms[edge], to)) continue;
		if (apart.size > 0 && apart.has(pairKey(perimeter.rooms[edge], to))) continue;
		const [one, two] = [rootOf(perimeter.rooms[edge]), rootOf(to)];
		lowest[Math.max(one, two)] = Math.min(one, two);
	}
	return lowest.map((_, room) => rootOf(room));
}

/** The point of an opening at which the other one that it is linked with ends. */
function stopOf(own: Opening, other: Opening): Vec3 {
	const along = minus(own.end, own.start);
	const shareOf = (point: Vec3): number => dot(minus(point, own.start), along) / dot(along, along);
	// The other one runs the opposite way: of its ends, one lies within.
	const share = [shareOf(other.start), shareOf(other.end)].find((each) => each > 0 && each < 1) ?? 0.5;
	return mapped(own.start, (value, axis) => value + along[axis] * share);
}
