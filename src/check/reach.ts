import type { Report } from '../findings/report.ts';
import type { FacingEdges } from '../level/facing-edges.ts';
import { LEVEL_FINDINGS } from '../level/findings.ts';
import type { Level } from '../level/level.ts';
import { EDGE_STRIDE, edgeLocation, type PerimeterEdges, transitionAt } from '../level/seams.ts';
import type { Pieces } from '../mesh/half-edges.ts';
import { edgeMiddle, faceMiddle } from '../mesh/locations.ts';
import { NONE } from '../walkmesh/walkmesh.ts';
import { endOfGround, nearestEnds } from './end-of-ground.ts';
import { reportPieces } from './ground.ts';
import type { LevelFacts } from './level-facts.ts';
import { type Line, lineAcross, lineTo, MOST_LINES } from './lines.ts';
import type { OpenSeam } from './seams.ts';

/** What else is told of a level, so that a cause is told once. */
export interface ToldOfLevel {
	readonly seams: readonly OpenSeam[];
	/** Pieces of one room between which a crack is told. */
	readonly cracks: readonly { readonly room: number; readonly pieces: readonly [number, number] }[];
}

/**
 * Reports ground that cannot be reached: pieces of walkable faces are followed over shared edges and over transitions to where an edge of
 * the other room lies. The level's main part is the largest ground that is linked both ways; from there one-way links count too.
 *
 * Of a part that cannot be reached one thing is told: that its rooms have no link, or where the ground of a room that it shares with the
 * rest is divided. Where an open seam, a one-way link or a crack is told between the two, nothing is.
 *
 * @returns the rooms of which it is told that no link leads into them
 */
export function checkReach(facts: LevelFacts, told: ToldOfLevel, report: Report): ReadonlySet<number> {
	const { level } = facts;
	const ground = new Ground(facts);
	const reached = ground.reached();
	const causes = new Causes(ground, told);
	const notes = new Set<number>();
	const divided = new Set<number>();
	const unreachable: (readonly number[])[] = [];
	let dividing = 0;
	for (const part of ground.partsBeyond(reached)) {
		const inside = new Set(part);
		if (causes.explain(inside)) continue;
		const shared = ground.sharedRooms(part);
		const [room] = shared.find(([, own]) => ground.separates(own)) ?? [];
		if (shared.length === 0) unreachable.push(part);
		else if (room === undefined || dividing === MOST_DIVIDED) for (const [each] of shared) notes.add(each);
		else {
			divided.add(room);
			dividing++;
			reportDivided(facts, ground, room, inside, report);
		}
	}
	reportUnreachable(facts, ground, unreachable, reached, report);
	for (const room of notes) {
		const own = facts.rooms[room];
		if (own !== undefined) reportPieces(own, report.within({ room: level.rooms[room].name }), divided.has(room));
	}
	return new Set(unreachable.flat().map((piece) => ground.roomOf[piece]));
}

/** Of so many parts it is told where they divide ground; a level with more is a heap of pieces. */
const MOST_DIVIDED = 100;

interface RoomGround {
	readonly pieces: Pieces;
	/** Number of its first piece among those of the level. */
	readonly first: number;
}

const NO_PIECES: Pieces = { of: new Int32Array(), firstFaces: [], areas: [] };

/** The pieces of ground of a level, numbered through, and how they are linked. */
export class Ground {
	readonly rooms: readonly RoomGround[];
	/** 1 a piece. */
	readonly roomOf: Int32Array;
	readonly areaOf: Float64Array;
	readonly #areaOfRoom: readonly number[];
	readonly #perimeter: PerimeterEdges;
	readonly #level: Level;
	/** Transitions to rooms that have no edge there. */
	readonly stale: { readonly piece: number; readonly to: number }[] = [];
	/** 1 a piece: those that it is linked with both ways, and those that it leads to. */
	readonly #mutual: readonly Set<number>[];
	readonly #leadsTo: readonly Set<number>[];

	constructor({ level, rooms, perimeter, facing }: LevelFacts) {
		let first = 0;
		this.rooms = rooms.map((facts) => {
			const pieces = facts?.pieces ?? NO_PIECES;
			const room = { pieces, first };
			first += pieces.areas.length;
			return room;
		});
		this.roomOf = Int32Array.from(this.rooms.flatMap(({ pieces }, room) => pieces.areas.map(() => room)));
		this.areaOf = Float64Array.from(this.rooms.flatMap(({ pieces }) => pieces.areas));
		this.#areaOfRoom = this.rooms.map(({ pieces }) => pieces.areas.reduce((sum, area) => sum + area, 0));
		this.#level = level;
		this.#perimeter = perimeter;
		this.#mutual = Array.from(this.areaOf, () => new Set<number>());
		this.#leadsTo = Array.from(this.areaOf, () => new Set<number>());
		this.#link(facing);
	}

	/** The piece that a perimeter edge belongs to. */
	pieceAt(edge: number): number {
		const { rooms, edges } = this.#perimeter;
		const { pieces, first } = this.rooms[rooms[edge]];
		return first + pieces.of[Math.floor(edges[edge] / 3)];
	}

	/** The piece that a walkable face of a room belongs to. */
	pieceOf(room: number, face: number): number {
		const { pieces, first } = this.rooms[room];
		return first + pieces.of[face];
	}

	#link(facing: FacingEdges): void {
		const level = this.#level;
		const perimeter = this.#perimeter;
		const { rooms, starts } = perimeter;
		// A room whose ground is not known may join all that lead to it.
		const behind = new Map<number, number>();
		for (let edge = 0; edge < perimeter.count; edge++) {
			const to = transitionAt(level, perimeter, edge);
			if (to < 0 || to >= level.rooms.length || to === rooms[edge]) continue;
			const piece = this.pieceAt(edge);
			if (starts[to] === starts[to + 1]) {
				const other = behind.get(to) ?? piece;
				behind.set(to, other);
				this.#mutual[piece].add(other);
				this.#mutual[other].add(piece);
				continue;
			}
			const along = facing.of(edge).filter(({ other }) => rooms[other] === to);
			if (along.length === 0) this.stale.push({ piece, to });
			for (const { other } of along) {
				const beyond = this.pieceAt(other);
				this.#leadsTo[piece].add(beyond);
				if (transitionAt(level, perimeter, other) !== rooms[edge]) continue;
				this.#mutual[piece].add(beyond);
				this.#mutual[beyond].add(piece);
			}
		}
	}

	/** All that can be reached from the main part. */
	reached(): ReadonlySet<number> {
		const seen = new Set<number>();
		let main: ReadonlySet<number> = new Set();
		let most = -1;
		for (const piece of this.roomOf.keys()) {
			if (seen.has(piece)) continue;
			const part = spread([piece], (each) => this.#mutual[each]);
			let area = 0;
			for (const each of part) {
				seen.add(each);
				area += this.areaOf[each];
			}
			if (area <= most) continue;
			most = area;
			main = part;
		}
		return spread(main, (each) => new Set([...this.#leadsTo[each], ...this.#mutual[each]]));
	}

	/** What cannot be reached, in parts that are linked in whatever direction. */
	partsBeyond(reached: ReadonlySet<number>): (readonly number[])[] {
		const around = Array.from(this.areaOf, (_, piece) => new Set(this.#mutual[piece]));
		for (const [piece, others] of this.#leadsTo.entries()) {
			for (const other of others) {
				around[piece].add(other);
				around[other].add(piece);
			}
		}
		const seen = new Set(reached);
		const parts: number[][] = [];
		for (const piece of this.roomOf.keys()) {
			if (seen.has(piece)) continue;
			const part = spread([piece], (each) => [...around[each]].filter((next) => !reached.has(next)));
			for (const each of part) seen.add(each);
			parts.push([...part].sort((a, b) => a - b));
		}
		return parts;
	}

	/** Rooms that have pieces both in a part and outside it, each with those in the part. */
	sharedRooms(part: readonly number[]): (readonly [room: number, pieces: readonly number[]])[] {
		const own = new Map<number, number[]>();
		for (const piece of part) {
			const inRoom = own.get(this.roomOf[piece]);
			if (inRoom === undefined) own.set(this.roomOf[piece], [piece]);
			else inRoom.push(piece);
		}
		return [...own].filter(([room, pieces]) => pieces.length < this.rooms[room].pieces.areas.length);
	}

	piecesIn(room: number): number[] {
		const { first, pieces } = this.rooms[room];
		return pieces.areas.map((_, piece) => first + piece);
	}

	/**
	 * True when a part separates doorways of a room, or a doorway from the room's own ground: it holds a link, or is the greater part of
	 * the room. Other pieces, such as the top of a table, are no matter.
	 *
	 * @param pieces those of the part that lie in the room
	 */
	separates(pieces: readonly number[]): boolean {
		if (pieces.some((piece) => this.#mutual[piece].size > 0)) return true;
		const area = pieces.reduce((sum, piece) => sum + this.areaOf[piece], 0);
		// Two halves are equal whatever the order in which they were added up.
		return area > (this.#areaOfRoom[this.roomOf[pieces[0]]] - area) * (1 + 1e-9);
	}

	/** The rooms that pieces of a room lead to, ascending. */
	doorways(room: number, isIn: (piece: number) => boolean): number[] {
		const { starts } = this.#perimeter;
		const rooms = new Set<number>();
		for (let edge = starts[room]; edge < starts[room + 1]; edge++) {
			const to = transitionAt(this.#level, this.#perimeter, edge);
			if (to !== NONE && this.#level.rooms[to] !== undefined && isIn(this.pieceAt(edge))) rooms.add(to);
		}
		return [...rooms].sort((a, b) => a - b);
	}

	/** True when a link leads out of a part, whatever lies there. */
	leadsOut(part: ReadonlySet<number>): boolean {
		const own = new Set([...part].map((piece) => this.roomOf[piece]));
		return [...own].some((room) => this.doorways(room, (piece) => part.has(piece)).some((to) => !own.has(to)));
	}

	/** Links that lead one way, from piece to piece. */
	*oneWay(): Generator<readonly [from: number, to: number]> {
		for (const [from, others] of this.#leadsTo.entries()) {
			for (const to of others) if (!this.#mutual[from].has(to)) yield [from, to];
		}
	}
}

/** Everything that can be reached from some pieces. */
function spread(from: Iterable<number>, nextOf: (piece: number) => Iterable<number>): Set<number> {
	const found = new Set(from);
	for (const piece of found) for (const next of nextOf(piece)) found.add(next);
	return found;
}

/** What is told of the ways between pieces: open seams, cracks, links that lead one way or to where no edge lies. */
class Causes {
	/** By piece: those beyond something that is told. */
	readonly #beyond = new Map<number, number[]>();

	constructor(ground: Ground, { seams, cracks }: ToldOfLevel) {
		for (const { edge, other } of seams) this.#add(ground.pieceAt(edge), ground.pieceAt(other));
		for (const { room, pieces } of cracks) {
			const { first } = ground.rooms[room];
			this.#add(first + pieces[0], first + pieces[1]);
		}
		for (const [from, to] of ground.oneWay()) this.#add(from, to);
		for (const { piece, to } of ground.stale) {
			for (const other of ground.piecesIn(to)) this.#beyondOf(other).push(piece);
		}
	}

	/** True when something is told of a way into a part, so that the part itself need not be. */
	explain(part: ReadonlySet<number>): boolean {
		return [...part].some((piece) => this.#beyond.get(piece)?.some((other) => !part.has(other)));
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

/** Of so many parts the nearest edge is looked for; a level in more parts is a heap of rooms, or has no links at all. */
const MOST_NEAREST = 100;

function reportUnreachable(
	facts: LevelFacts,
	ground: Ground,
	parts: readonly (readonly number[])[],
	reached: ReadonlySet<number>,
	report: Report,
): void {
	const { level, perimeter, near: facing } = facts;
	const main = new Set([...reached].map((piece) => ground.roomOf[piece])).size;
	const rooms = new Set(ground.roomOf).size;
	for (const [nth, part] of parts.entries()) {
		const inside = new Set(part);
		const own = [...new Set(part.map((piece) => ground.roomOf[piece]))];
		const [room] = own;
		const { name, walkmesh } = level.rooms[room];
		if (walkmesh === undefined) continue;
		const near = nth < MOST_NEAREST ? nearestFacing(perimeter, ground, own, inside, facing) : undefined;
		const line = nth < MOST_LINES ? lineToPart(facts, ground, inside, reached) : undefined;
		const shown = line === undefined ? {} : { line };
		const data = { room, rooms, main, out: ground.leadsOut(inside), count: own.length };
		if (near === undefined) {
			const at = faceMiddle(walkmesh, ground.rooms[room].pieces.firstFaces[0]);
			report.add(LEVEL_FINDINGS.ROOM_UNREACHABLE, { room: name, at }, { ...data, ...shown });
			continue;
		}
		const { edge, other, fit } = near;
		const otherRoom = perimeter.rooms[other];
		const { distance, kind, snap } = fit;
		const nearest = { room: otherRoom, name: level.rooms[otherRoom].name, distance, kind, snap };
		const location = edgeLocation(level, perimeter.rooms[edge], perimeter.edges[edge]);
		report.add(LEVEL_FINDINGS.ROOM_UNREACHABLE, { ...location, at: fit.at }, { ...data, nearest, ...shown });
	}
}

/** From the main part of a level to where its ground ends nearest to a part that it does not reach, and on to that part. */
function lineToPart(
	{ level, rooms, perimeter }: LevelFacts,
	ground: Ground,
	inside: ReadonlySet<number>,
	reached: ReadonlySet<number>,
): Line | undefined {
	const [own, others]: [number[], number[]] = [[], []];
	for (let edge = 0; edge < perimeter.count; edge++) {
		const piece = ground.pieceAt(edge);
		if (inside.has(piece)) own.push(edge);
		else if (reached.has(piece)) others.push(edge);
	}
	const end = nearestEnds(perimeter.points, EDGE_STRIDE, own, others);
	const facts = end === undefined ? undefined : rooms[perimeter.rooms[end.other]];
	const { walkmesh } = end === undefined ? {} : level.rooms[perimeter.rooms[end.edge]];
	if (end === undefined || facts === undefined || walkmesh === undefined) return undefined;
	return lineTo(facts, perimeter.edges[end.other], [edgeMiddle(walkmesh, perimeter.edges[end.edge])]);
}

/** Of the edges of some rooms and the edges outside that run along them, those that come nearest to each other. */
function nearestFacing(
	perimeter: PerimeterEdges,
	ground: Ground,
	rooms: readonly number[],
	inside: ReadonlySet<number>,
	facing: FacingEdges,
): OpenSeam | undefined {
	let nearest: OpenSeam | undefined;
	for (const room of rooms) {
		for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
			for (const found of facing.of(edge)) {
				if (inside.has(ground.pieceAt(found.other))) continue;
				if (nearest === undefined || found.fit.distance < nearest.fit.distance) nearest = { ...found, edge };
			}
		}
	}
	return nearest;
}

function reportDivided(
	{ level, rooms }: LevelFacts,
	ground: Ground,
	room: number,
	part: ReadonlySet<number>,
	report: Report,
): void {
	const own = rooms[room];
	const { first } = ground.rooms[room];
	if (own === undefined) return;
	const end = endOfGround(own, (piece) => part.has(first + piece));
	if (end === undefined) return;
	const side = (isIn: boolean) => ({
		area: ground.piecesIn(room).reduce((sum, piece) => sum + (part.has(piece) === isIn ? ground.areaOf[piece] : 0), 0),
		doorways: ground
			.doorways(room, (piece) => part.has(piece) === isIn)
			.map((to) => ({ room: to, name: level.rooms[to].name })),
	});
	report.add(LEVEL_FINDINGS.GROUND_DIVIDED, edgeLocation(level, room, end.edge), {
		gap: end.distance,
		one: side(true),
		other: side(false),
		line: lineAcross(own, end),
	});
}
