import type { Report } from '../../src/findings/report.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { distanceBetween, dot, mapped, middleBetween, minus, type Vec3 } from '../../src/math/vec3.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { transitionAt } from '../../src/seams/perimeter-edges.ts';
import { pairKey, roomGroups } from '../../src/seams/seam-search.ts';
import { toMillimetres } from '../../src/text/numbers.ts';
import { changesOnto, edgeSide, type Fit, fitAfter, moveOnto, type Side } from '../facts/fit.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import { placeAt } from '../facts/links.ts';
import { isMet, MOST_OPENINGS, type Opening } from '../facts/openings.ts';

/** Moves of a room by its links that differ by less are the same move, metres: kits fit no better. */
const ALIKE_LINKS = 5e-3;
/** The same by its doorways: seams are cut and moved together by so much. */
const ALIKE_DOORWAYS = 0.01;
/** Where one room of several alone is out of step with it, a room may as well be right. */
const LEAST_ROOMS = 2;
/** Seams of more edges are no doorways. */
const MOST_EDGES = 64;
/** A doorway by itself may have been moved by so many metres; one farther off may as well lead nowhere. */
const FARTHEST_ALONE = 2;
/** The same for several of one room, which agree on the way, and for one that lies beside the other in one wall. */
const FARTHEST_TOGETHER = 5;
/** Several that lie farther away are looked for where no more of a level lead nowhere. */
const FEW_OPENINGS = 40;

/** An edge of each side of a doorway. */
export interface DoorwaySides {
	readonly edge: number;
	readonly other: number;
}

/** What is reported about rooms that do not lie as they should, so that what follows from it is not. */
export class MisplacedRooms {
	/** Rooms that lie off their positions, all of them in one way. */
	apart: ReadonlySet<number> = new Set();
	/** Rooms that have a finding of their own. */
	readonly rooms: Set<number> = new Set();
	/** Of these, the ones that their doorways show to have been moved: what lies between them and others says nothing. */
	readonly moved: Set<number> = new Set();
	/** Misplaced rooms, and those that they would meet. */
	readonly concerned: Set<number> = new Set();
	/** An edge of each side of doorways that are not linked, and would meet. */
	readonly ways: DoorwaySides[] = [];
	readonly #moves = new Set<string>();

	/** Notes rooms that would meet others. @param unlinked those sides that are not linked now */
	add(rooms: Iterable<number>, pairs: Fit<Side>['pairs'], unlinked: Fit<Side>['pairs'] = pairs): void {
		for (const room of rooms) {
			this.rooms.add(room);
			this.concerned.add(room);
		}
		for (const [, other] of pairs) this.concerned.add(other.room);
		for (const [own, other] of unlinked) this.ways.push({ edge: own.edges[0], other: other.edges[0] });
	}

	/** The same for rooms that have to be moved for it. */
	addMove(rooms: Iterable<number>, pairs: Fit<Side>['pairs'], unlinked: Fit<Side>['pairs']): void {
		this.add(rooms, pairs, unlinked);
		for (const [own, other] of pairs) this.#moves.add(pairKey(own.room, other.room));
	}

	/** True for two rooms that would meet once one of them, or all, are moved. */
	wouldMeet(one: number, other: number): boolean {
		return this.#moves.has(pairKey(one, other)) || (this.apart.has(one) && this.apart.has(other));
	}
}

/** 1 a room: the lowest of the rooms that hang together with it, by links that count. */
function blocksOf({ level, perimeter }: LevelFacts, counts: (edge: number, to: number) => boolean): Int32Array {
	const beside = new Map<number, Set<number>>(level.rooms.map((_, room) => [room, new Set()]));
	for (let edge = 0; edge < perimeter.count; edge++) {
		const to = transitionAt(level, perimeter, edge);
		const room = perimeter.rooms[edge];
		if (to < 0 || to >= level.rooms.length || beside.get(room)?.has(to) === true || !counts(edge, to)) continue;
		beside.get(room)?.add(to);
		beside.get(to)?.add(room);
	}
	const blocks = new Int32Array(level.rooms.length);
	for (const group of roomGroups(beside.keys(), beside)) {
		const [lowest] = group;
		for (const room of group) blocks[room] = lowest;
	}
	return blocks;
}

/** A linked edge that does not meet those that it leads to. */
interface LinkedEdge extends Side {
	readonly to: number;
}

/**
 * Reports rooms whose linked edges meet none of those that they lead to, and all of them would when the room is moved in one direction. Rooms whose links
 * meet are one block, and are moved as one. One finding for a block, whatever follows from it at each of its doorways.
 *
 * @param tolerance edges this near meet, metres
 */
export function checkMovedByLinks(facts: LevelFacts, tolerance: number, found: MisplacedRooms, report: Report): void {
	const { level, perimeter, facing } = facts;
	const { rooms: roomOf } = perimeter;
	const blocks = blocksOf(facts, (edge, to) =>
		facing.of(edge).some(({ other, ends }) => roomOf[other] === to && ends <= tolerance),
	);
	const sizes = groupBy(blocks.keys(), (room) => blocks[room]);
	const sizeOf = (room: number): number => sizes.get(blocks[room])?.length ?? 0;
	const linked = new Set<number>();
	const sides: LinkedEdge[] = [];
	for (let edge = 0; edge < perimeter.count; edge++) {
		const to = transitionAt(level, perimeter, edge);
		const room = roomOf[edge];
		if (to < 0 || to >= level.rooms.length || to === room) continue;
		linked.add(blocks[room]);
		if (blocks[room] === blocks[to]) continue;
		sides.push({ ...edgeSide(perimeter, edge), to });
	}
	const between = groupBy(sides, ({ room, to }) => `${room} ${to}`);
	const pairsIn = (some: readonly LinkedEdge[]): number => new Set(some.map(({ room, to }) => `${room} ${to}`)).size;
	const partnersOf = ({ room, to }: LinkedEdge): readonly LinkedEdge[] => {
		const partners = between.get(`${to} ${room}`) ?? [];
		return partners.length > MOST_EDGES ? [] : partners;
	};
	/**
	 * True where a room is linked with a single other one, which lies right by others, and nothing else lies at the doorway on either side: the link of each
	 * leads to the other, so it was made where they met. Of what is nearer than edges are snapped, the links themselves are reported.
	 */
	const isDeadEnd = (own: readonly LinkedEdge[], by: Vec3): boolean => {
		const [{ room, to }] = own;
		if (pairsIn(own) > 1 || (linked.size > 2 && sizeOf(to) === 1)) return false;
		const isAlone = [...own, ...partnersOf(own[0])].every(({ edges }) =>
			facing.of(edges[0]).every(({ other }) => roomOf[other] === room || roomOf[other] === to),
		);
		return isAlone && Math.hypot(...by) > THRESHOLDS.snap;
	};
	// Of two blocks that lie apart the smaller one was moved.
	const order = [...groupBy(sides, ({ room }) => blocks[room]).values()].sort(
		(a, b) => sizeOf(a[0].room) - sizeOf(b[0].room) || pairsIn(b) - pairsIn(a),
	);
	for (const own of order) {
		const left = own.filter(({ room, to }) => !found.wouldMeet(room, to));
		if (left.length === 0) continue;
		const fit = changesOnto(left.slice(0, 1), partnersOf(left[0]), ALIKE_LINKS, moveOnto)
			.sort((p, q) => Math.hypot(...p.by) - Math.hypot(...q.by))
			.map((change) => fitAfter(change, left, partnersOf, ALIKE_LINKS))
			.find(({ pairs }) => pairs.length === left.length);
		if (fit === undefined) continue;
		const { by } = fit.change;
		const rooms = pairsIn(left);
		if (rooms < LEAST_ROOMS && !isDeadEnd(own, by)) continue;
		report.add(LEVEL_CHECK_FINDINGS.ROOM_SHIFTED, placeAt(level, perimeter, left[0].edges[0]), {
			by,
			distance: Math.hypot(...by),
			more: sizeOf(left[0].room) - 1,
			rooms,
			edges: left.length,
		});
		found.addMove(sizes.get(blocks[left[0].room]) ?? [], fit.pairs, []);
	}
}

/**
 * Reports doorways that would meet if a room were moved: openings of one shape, between walls, in two rooms, which face each other and are linked in
 * part or not at all. One finding for each room and way to move it, at one of its doorways.
 *
 * @param told rooms that are already reported not to lie as they should
 * @returns 1 a room: the lowest of the rooms that it is linked with, whatever lies between
 */
export function checkMovedByDoorways(
	facts: LevelFacts,
	all: readonly Opening[],
	told: ReadonlySet<number>,
	found: MisplacedRooms,
	report: Report,
): Int32Array {
	const openings = all.filter(({ room }) => !told.has(room));
	const free = new Map<number, Set<number>>();
	for (const { room, to } of all) free.set(room, new Set([...(free.get(room) ?? []), ...to]));
	// What is linked through walls alone touches by chance.
	const isOpen = (room: number, to: number): boolean => free.get(room)?.has(to) !== false || !free.has(to);
	const { rooms: roomOf } = facts.perimeter;
	const blocks = blocksOf(facts, (edge, to) => isOpen(roomOf[edge], to));
	const unmet = openings.filter((opening) => !isMet(opening));
	// A room that is linked by a part of a doorway alone was not moved together with the one beyond.
	const pairsOf = ({ room, to }: Opening): string[] => [...to].map((other) => pairKey(room, other));
	const met = new Set(openings.filter(isMet).flatMap(pairsOf));
	const apart = new Set(unmet.flatMap(pairsOf).filter((pair) => !met.has(pair)));
	const together =
		apart.size === 0
			? blocks
			: blocksOf(facts, (edge, to) => isOpen(roomOf[edge], to) && !apart.has(pairKey(roomOf[edge], to)));
	const moves = unmet.length > MOST_OPENINGS ? [] : movesOf(unmet, openings, together);
	for (const { pairs, change } of moves) {
		const [[own, other]] = pairs;
		const { name } = facts.level.rooms[other.room];
		const moved = [...together.keys()].filter((room) => together[room] === together[own.room]);
		const by = mapped(change.by, toMillimetres);
		const isPart = isHalf([own, other]);
		report.add(
			LEVEL_CHECK_FINDINGS.ROOM_SHIFTED,
			{
				room: facts.level.rooms[own.room].name,
				otherRoom: name,
				at: isPart ? stopOf(own, other) : middleBetween(other.start, other.end),
			},
			{
				to: other.room,
				name,
				by,
				distance: Math.hypot(...by),
				width: toMillimetres(own.length),
				linked: isPart ? toMillimetres(own.linked) : 0,
				doorways: pairs.length,
				more: moved.length - 1,
			},
		);
		for (const room of moved) found.moved.add(room);
		found.addMove(
			moved,
			pairs,
			pairs.filter((pair) => !isHalf(pair)),
		);
	}
	return blocks;
}

type OpeningPair = readonly [own: Opening, other: Opening];

/** True where a part of the two is linked. */
function isHalf([own, other]: OpeningPair): boolean {
	return other.edges.some((edge) => own.partners.has(edge));
}

/** Doorways that are linked in part come first, then those with rooms that do. */
function comparePairs(p: OpeningPair, q: OpeningPair): number {
	return Number(isHalf(q)) - Number(isHalf(p)) || p[1].room - q[1].room;
}

/** The moves of blocks that bring doorways together: those that mend most first. */
function movesOf(unmet: readonly Opening[], openings: readonly Opening[], blocks: Int32Array): Fit<Opening>[] {
	const met = new Map<number, number>();
	for (const { room } of openings) met.set(room, (met.get(room) ?? 0) + 1);
	for (const { room } of unmet) met.set(room, (met.get(room) ?? 0) - 1);
	const sizes = groupBy(blocks.keys(), (room) => blocks[room]);
	const sizeOf = (room: number): number => sizes.get(blocks[room])?.length ?? 0;
	const farthest = unmet.length > FEW_OPENINGS ? FARTHEST_TOGETHER : Infinity;
	const unmetIn = groupBy(unmet, ({ room }) => blocks[room]);
	const fitsOf = ([block, own]: readonly [number, readonly Opening[]]): Fit<Opening>[] => {
		const others = unmet.filter(({ room }) => blocks[room] !== block);
		const fits: Fit<Opening>[] = [];
		for (const change of changesOnto(own, others, ALIKE_DOORWAYS / 2, moveOnto)) {
			const distance = Math.hypot(...change.by);
			const isKnown = fits.some((each) => distanceBetween(each.change.by, change.by) <= 2 * ALIKE_DOORWAYS);
			if (distance <= THRESHOLDS.snap || distance > farthest || isKnown) continue;
			const { pairs } = fitAfter(change, own, () => others, ALIKE_DOORWAYS);
			fits.push({ change, pairs: pairs.toSorted(comparePairs) });
		}
		return fits;
	};
	const fits = [...unmetIn].flatMap(fitsOf);
	const ways = groupBy(
		fits.flatMap(({ pairs }) => pairs),
		([own]) => own,
	);
	const isOnly = (opening: Opening): boolean => ways.get(opening)?.length === 1;
	const blockOf = ({ pairs: [[own]] }: Fit<Opening>): number => blocks[own.room];
	const isLikely = (fit: Fit<Opening>): boolean => {
		const { pairs, change } = fit;
		const [[own, other]] = pairs;
		const distance = Math.hypot(...change.by);
		// Far away, all doorways have to agree: some may look alike.
		if (pairs.length > 1 && distance > FARTHEST_TOGETHER) return unmetIn.get(blockOf(fit))?.length === pairs.length;
		if (pairs.length > 1 || isHalf(pairs[0])) return true;
		const most = isBeside(own, change.by) ? FARTHEST_TOGETHER : FARTHEST_ALONE;
		return distance > THRESHOLDS.facing && distance <= most && isOnly(own) && isOnly(other);
	};
	const moves = fits.filter(isLikely);
	// Of two rooms the one was moved that fits nowhere else, then that with fewer rooms linked with it.
	moves.sort(({ pairs: [[p], ...ps] }, { pairs: [[q], ...qs] }) => {
		const byMet = (met.get(p.room) ?? 0) - (met.get(q.room) ?? 0);
		return qs.length - ps.length || byMet || sizeOf(p.room) - sizeOf(q.room) || q.room - p.room;
	});
	const byBlock = groupBy(moves, blockOf);
	const used = new Set<Opening>();
	return moves.filter((move) => {
		const { pairs } = move;
		if (pairs.some((pair) => pair.some((side) => used.has(side)))) return false;
		// Two ways to move a room that mend as much: neither is known to be meant.
		const own = new Set(pairs.map(([side]) => side));
		const isRival = (each: Fit<Opening>): boolean =>
			each !== move && each.pairs.length === pairs.length && each.pairs.some(([side]) => own.has(side));
		if (byBlock.get(blockOf(move))?.some(isRival) === true) return false;
		for (const pair of pairs) for (const side of pair) used.add(side);
		return true;
	});
}

/** True for a move of a side along itself: the rooms touch there, and one was moved along the wall between them. */
function isBeside({ start, end }: Side, by: Vec3): boolean {
	const along = minus(end, start);
	const share = dot(by, along) / dot(along, along);
	const straight = mapped(along, (value) => value * share);
	return distanceBetween(by, straight) <= ALIKE_DOORWAYS;
}

/** The point of an opening at which the other one that it is linked with ends. */
function stopOf(own: Opening, other: Opening): Vec3 {
	const along = minus(own.end, own.start);
	const shareOf = (point: Vec3): number => dot(minus(point, own.start), along) / dot(along, along);
	// The other one runs the opposite way: of its ends, one lies within.
	const share = [shareOf(other.start), shareOf(other.end)].find((each) => each > 0 && each < 1) ?? 0.5;
	return mapped(own.start, (value, axis) => value + along[axis] * share);
}
