import type { RoomFacts } from '../../src/facts/room-facts.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { type PerimeterEdges, transitionAt } from '../../src/seams/perimeter-edges.ts';
import type { LevelFacts } from './level-facts.ts';

/**
 * A link from a piece of ground to another room. Where an edge of that room lies along it, the link leads to a piece of that room, with 1 where that
 * edge leads back.
 */
export type WayOut =
	| readonly [piece: number, to: number]
	| readonly [piece: number, to: number, beyond: number, isMutual: number];

/** What has to be known of each room to find out what can be reached in a level. Plain data, which builds keep. */
export interface RoomWays {
	/** Square metres of each piece of its ground. */
	readonly areas: readonly number[];
	/** False for a room whose ground is not known. */
	readonly hasEdges: boolean;
	/** Each once, in the order of edges. */
	readonly links: readonly WayOut[];
}

/** The piece of its room's ground that a perimeter edge belongs to, counted in the room. */
export function pieceAtEdge(rooms: LevelFacts['rooms'], perimeter: PerimeterEdges, edge: number): number {
	const { pieces } = rooms[perimeter.rooms[edge]] as RoomFacts;
	return pieces.of[Math.floor(perimeter.edges[edge] / 3)];
}

/** The ways out of a room. */
export function waysOf({ level, rooms, perimeter, facing }: LevelFacts, room: number): RoomWays {
	const { starts } = perimeter;
	const pieceAt = (edge: number): number => pieceAtEdge(rooms, perimeter, edge);
	const links = new Map<string, WayOut>();
	const add = (...way: WayOut): void => {
		const key = way.join();
		if (!links.has(key)) links.set(key, way);
	};
	for (let edge = starts[room]; edge < starts[room + 1]; edge++) {
		const to = transitionAt(level, perimeter, edge);
		if (to < 0 || to >= level.rooms.length || to === room) continue;
		const along = facing.of(edge).filter(({ other }) => perimeter.rooms[other] === to);
		if (along.length === 0) add(pieceAt(edge), to);
		for (const { other } of along)
			add(pieceAt(edge), to, pieceAt(other), Number(transitionAt(level, perimeter, other) === room));
	}
	return {
		areas: rooms[room]?.pieces.areas ?? [],
		hasEdges: starts[room] < starts[room + 1],
		links: [...links.values()],
	};
}

/** The pieces of ground of all rooms of a level in one numbering, and how they are linked. */
export class Ways {
	/** 1 a room: the number of its first piece; then the number of all pieces. */
	readonly firsts: Uint32Array;
	/** 1 a piece. */
	readonly roomOf: Int32Array;
	readonly areaOf: Float64Array;
	/** Transitions to rooms that have no edge there. */
	readonly stale: { readonly piece: number; readonly to: number }[] = [];
	readonly #areaOfRoom: Float64Array;
	/** By piece: the pieces that it is linked with in both directions, and those that it leads to. Of thousands of loose faces hardly any has a link. */
	readonly #mutual = new Map<number, Set<number>>();
	readonly #leadsTo = new Map<number, Set<number>>();

	constructor(rooms: readonly RoomWays[]) {
		this.firsts = new Uint32Array(rooms.length + 1);
		for (const [room, { areas }] of rooms.entries()) this.firsts[room + 1] = this.firsts[room] + areas.length;
		this.roomOf = new Int32Array(this.firsts[rooms.length]);
		this.areaOf = new Float64Array(this.firsts[rooms.length]);
		for (const [room, { areas }] of rooms.entries()) {
			this.roomOf.fill(room, this.firsts[room], this.firsts[room + 1]);
			this.areaOf.set(areas, this.firsts[room]);
		}
		this.#areaOfRoom = Float64Array.from(rooms, ({ areas }) => areas.reduce((sum, area) => sum + area, 0));
		this.#link(rooms);
	}

	#link(rooms: readonly RoomWays[]): void {
		// A room whose ground is not known may connect all pieces that lead to it.
		const behind = new Map<number, number>();
		for (const [room, { links }] of rooms.entries()) {
			for (const [from, to, beyond, isMutual] of links) {
				const piece = this.firsts[room] + from;
				if (!rooms[to].hasEdges) {
					const other = behind.get(to) ?? piece;
					behind.set(to, other);
					this.#join(piece, other);
				} else if (beyond === undefined) this.stale.push({ piece, to });
				else {
					const other = this.firsts[to] + beyond;
					addInto(this.#leadsTo, piece, other);
					if (isMutual === 1) this.#join(piece, other);
				}
			}
		}
	}

	#join(piece: number, other: number): void {
		addInto(this.#mutual, piece, other);
		addInto(this.#mutual, other, piece);
	}

	#mutualOf(piece: number): ReadonlySet<number> {
		return this.#mutual.get(piece) ?? NO_PIECES;
	}

	/** All pieces that can be reached from the main part. */
	reached(): ReadonlySet<number> {
		const seen = new Set<number>();
		let main: Iterable<number> = NO_PIECES;
		let most = -1;
		for (const piece of this.roomOf.keys()) {
			if (seen.has(piece)) continue;
			const part = this.#mutual.has(piece) ? spread([piece], (each) => this.#mutualOf(each)) : [piece];
			let area = 0;
			for (const each of part) {
				seen.add(each);
				area += this.areaOf[each];
			}
			if (area <= most) continue;
			most = area;
			main = part;
		}
		return spread(main, (each) => [...(this.#leadsTo.get(each) ?? NO_PIECES), ...this.#mutualOf(each)]);
	}

	/** The other pieces, in parts that are linked in any direction. */
	partsBeyond(reached: ReadonlySet<number>): (readonly number[])[] {
		if (reached.size === this.areaOf.length) return [];
		const around = new Map(
			Array.from(this.#mutual, ([piece, others]): [number, Set<number>] => [piece, new Set(others)]),
		);
		for (const [piece, others] of this.#leadsTo) {
			for (const other of others) {
				addInto(around, piece, other);
				addInto(around, other, piece);
			}
		}
		const beyond = (piece: number): number[] =>
			[...(around.get(piece) ?? NO_PIECES)].filter((next) => !reached.has(next));
		const seen = new Set(reached);
		const parts: number[][] = [];
		for (const piece of this.roomOf.keys()) {
			if (seen.has(piece)) continue;
			const part = around.has(piece) ? spread([piece], beyond) : [piece];
			for (const each of part) seen.add(each);
			parts.push([...part].sort((a, b) => a - b));
		}
		return parts;
	}

	/** Rooms that have pieces both in a part and outside it, each with those in the part. */
	sharedRooms(part: readonly number[]): (readonly [room: number, pieces: readonly number[]])[] {
		const own = groupBy(part, (piece) => this.roomOf[piece]);
		return [...own].filter(([room, pieces]) => pieces.length < this.firsts[room + 1] - this.firsts[room]);
	}

	piecesIn(room: number): number[] {
		const first = this.firsts[room];
		return Array.from({ length: this.firsts[room + 1] - first }, (_, piece) => first + piece);
	}

	/**
	 * True when a part separates doorways of a room, or a doorway from the room's own ground: it holds a link, or is the greater part of
	 * the room. Other pieces, such as the top of a table, are no matter.
	 *
	 * @param pieces those of the part that lie in the room
	 */
	separates(pieces: readonly number[]): boolean {
		if (pieces.some((piece) => this.#mutual.has(piece))) return true;
		const area = pieces.reduce((sum, piece) => sum + this.areaOf[piece], 0);
		// A margin for rounding: two halves must not differ by the order in which areas were added up.
		return area > (this.#areaOfRoom[this.roomOf[pieces[0]]] - area) * (1 + 1e-9);
	}

	/** Links that lead one way, from piece to piece. */
	*oneWay(): Generator<readonly [from: number, to: number]> {
		for (const [from, others] of this.#leadsTo) {
			for (const to of others) if (!this.#mutualOf(from).has(to)) yield [from, to];
		}
	}
}

const NO_PIECES: ReadonlySet<number> = new Set();

function addInto(sets: Map<number, Set<number>>, piece: number, other: number): void {
	const known = sets.get(piece);
	if (known === undefined) sets.set(piece, new Set([other]));
	else known.add(other);
}

/** Everything that can be reached from some pieces. */
function spread(from: Iterable<number>, nextOf: (piece: number) => Iterable<number>): Set<number> {
	const found = new Set(from);
	for (const piece of found) for (const next of nextOf(piece)) found.add(next);
	return found;
}

/** A reported open seam or crack: from a piece of a room to a piece (`beyond`) of the same or another room. */
export type ToldWay = readonly [piece: number, room: number, beyond: number];

/** Faults between pieces that are already reported: open seams, cracks, links that lead one way or to no edge. */
class Causes {
	/** For each piece, the pieces on the other side of such a fault. */
	readonly #beyond = new Map<number, number[]>();

	constructor(ways: Ways, told: readonly (readonly ToldWay[])[]) {
		for (const [room, own] of told.entries()) {
			for (const [piece, other, beyond] of own) this.#add(ways.firsts[room] + piece, ways.firsts[other] + beyond);
		}
		for (const [from, to] of ways.oneWay()) this.#add(from, to);
		for (const { piece, to } of ways.stale) {
			for (const other of ways.piecesIn(to)) this.#beyondOf(other).push(piece);
		}
	}

	/** True when a reported fault lies between a part and the rest, so that the part itself need not be reported. */
	explain(part: readonly number[]): boolean {
		if (!part.some((piece) => this.#beyond.has(piece))) return false;
		const inside = new Set(part);
		return part.some((piece) => this.#beyond.get(piece)?.some((other) => !inside.has(other)));
	}

	#add(one: number, other: number): void {
		this.#beyondOf(one).push(other);
		this.#beyondOf(other).push(one);
	}

	#beyondOf(piece: number): number[] {
		const own = this.#beyond.get(piece) ?? [];
		this.#beyond.set(piece, own);
		return own;
	}
}

/** For this many parts it is looked whether they divide the ground of a room; a level with more is a heap of pieces. */
const MOST_DIVIDED = 100;

/** What is to be reported of ground that cannot be reached. */
export interface ReachVerdict {
	readonly reached: ReadonlySet<number>;
	/** Parts that no link leads into. */
	readonly unreachable: readonly (readonly number[])[];
	/** The rooms of these. */
	readonly rooms: ReadonlySet<number>;
	/** Rooms whose ground is divided by a part that cannot be reached. */
	readonly divided: readonly { readonly room: number; readonly part: ReadonlySet<number> }[];
	/** Rooms with other pieces of ground that cannot be reached. */
	readonly pieces: ReadonlySet<number>;
}

/**
 * Follows links through a level from its main part, the largest ground that is linked in both directions; on the way one-way links count, too. Each
 * part that is not reached is reported once, and not at all where another finding explains it.
 *
 * @param told reported open seams and cracks, by room
 */
export function judgeReach(ways: Ways, told: readonly (readonly ToldWay[])[]): ReachVerdict {
	const reached = ways.reached();
	const parts = ways.partsBeyond(reached);
	const pieces = new Set<number>();
	const divided: { room: number; part: ReadonlySet<number> }[] = [];
	const unreachable: (readonly number[])[] = [];
	if (parts.length === 0) return { reached, unreachable, rooms: new Set(), divided, pieces };
	const causes = new Causes(ways, told);
	for (const part of parts) {
		if (causes.explain(part)) continue;
		const shared = ways.sharedRooms(part);
		const [room] = shared.find(([, own]) => ways.separates(own)) ?? [];
		if (shared.length === 0) unreachable.push(part);
		else if (room === undefined || divided.length === MOST_DIVIDED) for (const [each] of shared) pieces.add(each);
		else divided.push({ room, part: new Set(part) });
	}
	const rooms = new Set(unreachable.flat().map((piece) => ways.roomOf[piece]));
	return { reached, unreachable, rooms, divided, pieces: new Set([...pieces].sort((a, b) => a - b)) };
}
