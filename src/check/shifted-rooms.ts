import type { Report } from '../findings/report.ts';
import { LEVEL_FINDINGS } from '../level/findings.ts';
import { pairKey } from '../level/room-pairs.ts';
import { transitionAt } from '../level/seams.ts';
import { between, type Vec3 } from '../mesh/vec3.ts';
import type { LevelFacts } from './level-facts.ts';
import { placeAt } from './links.ts';

/** What is taken for one and the same way to move a room, metres: kits fit no better. */
const ALIKE = 5e-3;
/** Where one room alone is out of step with it, a room may as well be right. */
const LEAST_ROOMS = 2;
/** Seams of more edges are no doorways. */
const MOST_EDGES = 64;

/** Two rooms that are linked, and none of whose linked edges meet. */
interface Pair {
	readonly key: string;
	readonly other: number;
	/** Linked edges of the room. */
	readonly edges: readonly number[];
	/** How the room has to be moved for all of them to meet, metres; undefined where nothing does that. */
	readonly by: Vec3 | undefined;
}

/**
 * Reports rooms that lie off their place: their linked edges meet none of those that they lead to, and all of them would when the room is moved in one
 * direction. One finding for a room, whatever follows from it at each of its doorways.
 *
 * @param tolerance edges this near meet, metres
 * @returns the pairs of rooms that this explains, by `pairKey`, and the rooms
 */
export function checkShiftedRooms(
	facts: LevelFacts,
	tolerance: number,
	report: Report,
): { readonly pairs: ReadonlySet<string>; readonly rooms: ReadonlySet<number> } {
	const { level, perimeter } = facts;
	const pairs = new Set<string>();
	const rooms = new Set<number>();
	const found = apartPairs(facts, tolerance);
	// A room between two that were moved is right itself where others agree with it: those with the most rooms beside them first.
	const order = [...found].sort(([a, own], [b, other]) => other.length - own.length || b - a);
	for (const [room, own] of order) {
		const left = own.filter(({ key }) => !pairs.has(key));
		const by = left.length < LEAST_ROOMS ? undefined : common(left);
		if (by === undefined) continue;
		const edges = left.flatMap((pair) => pair.edges);
		report.add(LEVEL_FINDINGS.ROOM_SHIFTED, placeAt(level, perimeter, edges[0]), {
			by,
			distance: Math.hypot(...by),
			rooms: left.length,
			edges: edges.length,
		});
		for (const { key } of left) pairs.add(key);
		rooms.add(room);
	}
	return { pairs, rooms };
}

/** By room, where none of its linked edges meets one of the room that it leads to. */
function apartPairs({ level, perimeter, facing }: LevelFacts, tolerance: number): Map<number, Pair[]> {
	const linked = new Map<number, Map<number, number[]>>();
	const meeting = new Set<number>();
	for (let edge = 0; edge < perimeter.count; edge++) {
		const to = transitionAt(level, perimeter, edge);
		const room = perimeter.rooms[edge];
		if (to < 0 || to >= level.rooms.length || to === room) continue;
		const own = linked.get(room) ?? new Map<number, number[]>();
		linked.set(room, own);
		own.set(to, [...(own.get(to) ?? []), edge]);
		if (facing.of(edge).some(({ other, ends }) => perimeter.rooms[other] === to && ends <= tolerance)) {
			meeting.add(room);
			meeting.add(to);
		}
	}
	const found = new Map<number, Pair[]>();
	for (const [room, own] of linked) {
		// What meets anywhere was not moved as a whole.
		if (meeting.has(room) || own.size < LEAST_ROOMS) continue;
		const pairs = [...own].map(([other, edges]) => {
			const back = linked.get(other)?.get(room) ?? [];
			return { key: pairKey(room, other), other, edges, by: wayTo(perimeter.points, edges, back) };
		});
		found.set(room, pairs);
	}
	return found;
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
	return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) <= ALIKE;
}

/** The way on which all pairs agree, to the tenth of a millimetre; undefined where they do not. */
function common(pairs: readonly Pair[]): Vec3 | undefined {
	const [{ by: first }] = pairs;
	if (first === undefined) return undefined;
	const ways = pairs.flatMap(({ by }) => (by !== undefined && isAlike(by, first) ? [by] : []));
	if (ways.length < pairs.length) return undefined;
	const mean = (axis: number): number => ways.reduce((sum, by) => sum + by[axis], 0) / ways.length;
	const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 + 0;
	return [rounded(mean(0)), rounded(mean(1)), rounded(mean(2))];
}
