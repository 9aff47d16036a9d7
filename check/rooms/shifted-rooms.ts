import type { Report } from '../../src/findings/report.ts';
import { addTo } from '../../src/math/arrays.ts';
import { between, distanceBetween, mapped, middleOf, minus, type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { transitionAt } from '../../src/seams/perimeter-edges.ts';
import { pairKey, roomGroups } from '../../src/seams/room-pairs.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import { placeAt } from '../facts/links.ts';

/** What is taken for one and the same way to move a room, metres: kits fit no better. */
const ALIKE = 5e-3;
/** Where one room of several alone is out of step with it, a room may as well be right. */
const LEAST_ROOMS = 2;
/** Seams of more edges are no doorways. */
const MOST_EDGES = 64;

/** Two rooms that are linked, and none of whose linked edges meet. */
interface Pair {
	readonly key: string;
	readonly room: number;
	readonly other: number;
	/** Linked edges of the room. */
	readonly edges: readonly number[];
	/** How the room has to be moved for all of them to meet, metres; undefined where nothing does that. */
	readonly by: Vec3 | undefined;
	/** None of them, on both sides, lies along an edge of a third room. */
	readonly isAlone: boolean;
}

/** What is told of rooms as a whole, so that nothing is of the links between them. */
export interface ShiftedRooms {
	readonly rooms: ReadonlySet<number>;
	/** True for two rooms whose links do not meet because of it. */
	isTold(one: number, other: number): boolean;
}

/**
 * Reports rooms that lie off their position: their linked edges meet none of those that they lead to, and all of them would when the room is moved in
 * one direction. Rooms whose links meet are one block, and are moved as one. One finding for a block, whatever follows from it at each of its doorways;
 * and one for all rooms together where the layout's positions were never added to them, or twice.
 *
 * @param tolerance edges this near meet, metres
 */
export function checkShiftedRooms(facts: LevelFacts, tolerance: number, report: Report): ShiftedRooms {
	const pairs = new Set<string>();
	const rooms = new Set<number>();
	const blocks = blocksOf(facts, tolerance);
	const all = offByPositions(facts, blocks);
	if (all !== undefined) {
		const { rooms: off } = all;
		reportOffByPositions(facts, all, report);
		return { rooms: off, isTold: (one, other) => off.has(one) && off.has(other) };
	}
	// Of two blocks that lie apart the smaller one was moved.
	const order = blocks.toSorted((a, b) => a.rooms.length - b.rooms.length || b.pairs.length - a.pairs.length);
	for (const block of order) {
		const left = block.pairs.filter(({ key }) => !pairs.has(key));
		const isKnown = left.length >= LEAST_ROOMS || (left.length > 0 && isDeadEnd(block, blocks));
		const by = isKnown ? common(left) : undefined;
		if (by === undefined) continue;
		report.add(LEVEL_CHECK_FINDINGS.ROOM_SHIFTED, placeAt(facts.level, facts.perimeter, left[0].edges[0]), {
			by,
			distance: Math.hypot(...by),
			more: block.rooms.length - 1,
			rooms: left.length,
			edges: left.reduce((sum, { edges }) => sum + edges.length, 0),
		});
		for (const { key } of left) pairs.add(key);
		for (const room of block.rooms) rooms.add(room);
	}
	return { rooms, isTold: (one, other) => pairs.has(pairKey(one, other)) };
}

/** Rooms whose links meet, and how they lie to others that they are linked with. */
interface Block {
	readonly rooms: readonly number[];
	readonly pairs: readonly Pair[];
}

/**
 * True for rooms that are linked with a single other one, which lies right by others, and where nothing else lies at the doorway on either side: the link
 * of each leads to the other, so it was made where they met. Of what is nearer than edges are snapped, the links themselves are told.
 */
function isDeadEnd({ pairs: [pair, ...others] }: Block, blocks: readonly Block[]): boolean {
	if (pair?.by === undefined || others.length > 0) return false;
	const isRight = blocks.length === 2 || blocks.some(({ rooms }) => rooms.length > 1 && rooms.includes(pair.other));
	return isRight && pair.isAlone && Math.hypot(...pair.by) > THRESHOLDS.snap;
}

function blocksOf({ level, perimeter, facing }: LevelFacts, tolerance: number): Block[] {
	const linked = new Map<number, Map<number, number[]>>();
	const meeting = new Map<number, Set<number>>();
	for (let edge = 0; edge < perimeter.count; edge++) {
		const to = transitionAt(level, perimeter, edge);
		const room = perimeter.rooms[edge];
		if (to < 0 || to >= level.rooms.length || to === room) continue;
		const own = linked.get(room) ?? new Map<number, number[]>();
		linked.set(room, own);
		addTo(own, to, edge);
		if (!facing.of(edge).some(({ other, ends }) => perimeter.rooms[other] === to && ends <= tolerance)) continue;
		for (const [one, other] of [
			[room, to],
			[to, room],
		])
			meeting.set(one, (meeting.get(one) ?? new Set()).add(other));
	}
	return roomGroups(linked.keys(), meeting).map((rooms) => {
		const pairs = [...rooms].flatMap((each) =>
			[...(linked.get(each) ?? [])]
				.filter(([other]) => !rooms.has(other))
				.map(([other, edges]): Pair => {
					const back = linked.get(other)?.get(each) ?? [];
					const isOwn = (room: number): boolean => room === each || room === other;
					const isAlone = [...edges, ...back].every((edge) =>
						facing.of(edge).every((beside) => isOwn(perimeter.rooms[beside.other])),
					);
					const by = wayTo(perimeter.points, edges, back);
					return { key: pairKey(each, other), room: each, other, edges, by, isAlone };
				}),
		);
		return { rooms: [...rooms], pairs };
	});
}

/** Rooms that all lie off by their positions in the layout. */
export interface OffByPositions {
	readonly rooms: ReadonlySet<number>;
	/** An edge of one of them that would meet another. */
	readonly edge: number;
	/** −1 where the positions were never added, 1 where they were added twice. */
	readonly times: -1 | 1;
}

/** The rooms where no link meets, and adding the positions of the layout brings all of them together, or taking them away. */
function offByPositions(facts: LevelFacts, blocks: readonly Block[]): OffByPositions | undefined {
	const pairs = blocks.flatMap((block) => block.pairs);
	if (pairs.length < LEAST_ROOMS || blocks.some(({ rooms }) => rooms.length > 1)) return undefined;
	const times = ([-1, 1] as const).find((sign) =>
		pairs.every(({ room, other, by }) => {
			const apart = minus(positionOf(facts.level, other), positionOf(facts.level, room));
			const back = mapped(apart, (value) => value * sign);
			return by !== undefined && Math.hypot(...by) > THRESHOLDS.snap && isAlike(by, back);
		}),
	);
	if (times === undefined) return undefined;
	// A room at the origin stays where it is, however often that is added.
	const example = pairs.find(({ room }) => Math.hypot(...positionOf(facts.level, room)) > 0) ?? pairs[0];
	return { rooms: new Set(pairs.flatMap(({ room, other }) => [room, other])), edge: example.edges[0], times };
}

/** Reports rooms that all lie off by their positions in the layout. */
export function reportOffByPositions(
	{ level, perimeter }: LevelFacts,
	{ rooms, edge, times }: OffByPositions,
	report: Report,
): void {
	const place = placeAt(level, perimeter, edge);
	if (times < 0) report.add(LEVEL_CHECK_FINDINGS.ROOMS_IN_ROOM_SPACE, place, { rooms: rooms.size });
	else {
		// Adding zero makes a zero of a negative one.
		const by = mapped(positionOf(level, perimeter.rooms[edge]), (value) => -value + 0);
		report.add(LEVEL_CHECK_FINDINGS.ROOMS_PLACED_TWICE, place, { rooms: rooms.size, by });
	}
}

/** Where the layout puts a room: the origin where there is none. */
export function positionOf({ layout }: Level, room: number): Vec3 {
	return layout.rooms[room]?.position ?? ZERO;
}

/** How some edges have to be moved for each to be the other side of one of the others; the shortest way, undefined where there is none. */
function wayTo(points: Float64Array, own: readonly number[], others: readonly number[]): Vec3 | undefined {
	if (own.length !== others.length || own.length > MOST_EDGES) return undefined;
	let best: Vec3 | undefined;
	for (const first of others) {
		const by = between(points, own[0] * 3, first * 3 + 1);
		const meetsAll = own.every((edge) =>
			others.some(
				(other) =>
					isAlike(between(points, edge * 3, other * 3 + 1), by) &&
					isAlike(between(points, edge * 3 + 1, other * 3), by),
			),
		);
		if (meetsAll && (best === undefined || Math.hypot(...by) < Math.hypot(...best))) best = by;
	}
	return best;
}

function isAlike(a: Vec3, b: Vec3): boolean {
	return distanceBetween(a, b) <= ALIKE;
}

/** The way on which all pairs agree, to the tenth of a millimetre; undefined where they do not. */
function common(pairs: readonly Pair[]): Vec3 | undefined {
	const [{ by: first }] = pairs;
	if (first === undefined) return undefined;
	const ways = pairs.flatMap(({ by }) => (by !== undefined && isAlike(by, first) ? [by] : []));
	if (ways.length < pairs.length) return undefined;
	return mapped(middleOf(ways), (value) => Math.round(value * 1e4) / 1e4 + 0);
}
