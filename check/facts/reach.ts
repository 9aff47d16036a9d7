import { EdgesInPlan, endOfGround } from '../../src/facts/end-of-ground.ts';
import { type Line, lineAcross, lineTo, MOST_LINES } from '../../src/facts/lines.ts';
import { closedRiserAt } from '../../src/facts/risers.ts';
import type { RoomFacts } from '../../src/facts/room-facts.ts';
import type { Report } from '../../src/findings/report.ts';
import { edgeMiddle, faceMiddle } from '../../src/geometry/faces.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import type { FacingEdges } from '../../src/seams/facing-edges.ts';
import { EDGE_STRIDE, edgeLocation, type PerimeterEdges, transitionAt } from '../../src/seams/perimeter-edges.ts';
import { reportPieces } from '../mesh/ground.ts';
import { type BlockedEdge, blockedEdge } from './blocked-edges.ts';
import type { LevelFacts } from './level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from './level-findings.ts';
import type { OpenSeam } from './seams.ts';
import { pieceAtEdge, type ReachVerdict, type ToldWay, Ways, waysOf } from './ways.ts';

/** What else is reported about a level, so that a cause is reported once. */
export interface ToldOfLevel {
	readonly seams: readonly Pick<OpenSeam, 'edge' | 'other'>[];
	/** Pieces of one room between which a crack is reported. */
	readonly cracks: readonly { readonly room: number; readonly pieces: readonly [number, number] }[];
}

/**
 * Reports ground that cannot be reached: pieces of walkable faces are followed over shared edges and over transitions to where an edge of
 * the other room lies. The level's main part is the largest ground that is linked both ways; from there one-way links count too.
 *
 * Of a part that cannot be reached one thing is reported: that its rooms have no link, or where the ground of a room that it shares with the
 * rest is divided. Where an open seam, a one-way link or a crack is reported between the two, nothing is.
 *
 * @param ground with the facts of all rooms where some are unreachable, otherwise at least with those of the divided ones
 */
export function reportReach(
	ground: GroundPieces,
	{ reached, unreachable, divided, pieces }: ReachVerdict,
	report: Report,
): void {
	const { facts } = ground;
	const { level } = facts;
	for (const { room, part } of divided) reportDivided(facts, ground, room, part, report);
	reportUnreachable(facts, ground, unreachable, reached, report);
	const cut = new Set(divided.map(({ room }) => room));
	for (const room of pieces) {
		const own = facts.rooms[room];
		const { name } = level.rooms[room];
		if (own !== undefined) reportPieces(own, report.within({ room: name }), cut.has(room));
	}
}

/** The ways that something is reported about, by room. */
export function toldWays({ rooms, perimeter }: LevelFacts, { seams, cracks }: ToldOfLevel): ToldWay[][] {
	const told = Array.from(rooms, (): ToldWay[] => []);
	const pieceAt = (edge: number): number => pieceAtEdge(rooms, perimeter, edge);
	for (const { edge, other } of seams)
		told[perimeter.rooms[edge]].push([pieceAt(edge), perimeter.rooms[other], pieceAt(other)]);
	for (const { room, pieces } of cracks) told[room].push([pieces[0], room, pieces[1]]);
	return told;
}

/** The pieces of ground of a level with the ways between them, and the faces and edges that they are of. */
export class GroundPieces extends Ways {
	readonly facts: LevelFacts;

	constructor(facts: LevelFacts) {
		super(facts.rooms.map((_, room) => waysOf(facts, room)));
		this.facts = facts;
	}

	/** The piece that a perimeter edge belongs to. */
	pieceAt(edge: number): number {
		const { rooms, edges } = this.facts.perimeter;
		return this.pieceOf(rooms[edge], Math.floor(edges[edge] / 3));
	}

	/** The piece that a walkable face of a room belongs to. */
	pieceOf(room: number, face: number): number {
		return this.firsts[room] + (this.facts.rooms[room] as RoomFacts).pieces.of[face];
	}

	/** The rooms that pieces of a room lead to, ascending. */
	doorways(room: number, isIn: (piece: number) => boolean): number[] {
		const { level, perimeter } = this.facts;
		const { starts } = perimeter;
		const rooms = new Set<number>();
		for (let edge = starts[room]; edge < starts[room + 1]; edge++) {
			const to = transitionAt(level, perimeter, edge);
			if (to !== NONE && level.rooms[to] !== undefined && isIn(this.pieceAt(edge))) rooms.add(to);
		}
		return [...rooms].sort((a, b) => a - b);
	}

	/** True when a link leads out of a part, whatever lies there. */
	leadsOut(part: ReadonlySet<number>): boolean {
		const own = new Set([...part].map((piece) => this.roomOf[piece]));
		return [...own].some((room) => this.doorways(room, (piece) => part.has(piece)).some((to) => !own.has(to)));
	}
}

/** Of so many parts the nearest edge is looked for; a level in more parts is a heap of rooms, or has no links at all. */
const MOST_NEAREST = 100;

function reportUnreachable(
	facts: LevelFacts,
	ground: GroundPieces,
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
			const blocked = nth < MOST_NEAREST ? blockedBetween(facts, ground, own, inside, reached) : undefined;
			if (blocked !== undefined) {
				const { edge, at, room: otherRoom, face, why, surface, height } = blocked;
				const beyond = { room: otherRoom, name: level.rooms[otherRoom].name, face, why, surface, height };
				const location = edgeLocation(level, perimeter.rooms[edge], perimeter.edges[edge]);
				report.add(
					LEVEL_CHECK_FINDINGS.ROOM_UNREACHABLE,
					{ ...location, otherRoom: beyond.name, at },
					{ ...data, beyond, ...shown },
				);
				continue;
			}
			// The line ends where the ground of the part begins.
			const at = line?.at(-1) ?? faceMiddle(walkmesh, facts.rooms[room]?.pieces.firstFaces[0] ?? 0);
			report.add(LEVEL_CHECK_FINDINGS.ROOM_UNREACHABLE, { room: name, at }, { ...data, ...shown });
			continue;
		}
		const { edge, other, fit } = near;
		const otherRoom = perimeter.rooms[other];
		const { distance, kind, snap } = fit;
		const nearest = { room: otherRoom, name: level.rooms[otherRoom].name, distance, kind, snap };
		const location = edgeLocation(level, perimeter.rooms[edge], perimeter.edges[edge]);
		report.add(LEVEL_CHECK_FINDINGS.ROOM_UNREACHABLE, { ...location, at: fit.at }, { ...data, nearest, ...shown });
	}
}

/** What lies beyond an edge of a part, or beyond one of the main part where the part should begin. */
function blockedBetween(
	facts: LevelFacts,
	ground: GroundPieces,
	own: readonly number[],
	inside: ReadonlySet<number>,
	reached: ReadonlySet<number>,
): BlockedEdge | undefined {
	const isOwn = (room: number): boolean => own.includes(room);
	const outwards = blockedEdge(facts, edgesOf(facts, ground, own, inside), isOwn);
	if (outwards !== undefined) return outwards;
	const others = [...new Set([...reached].map((piece) => ground.roomOf[piece]))];
	return blockedEdge(facts, edgesOf(facts, ground, others, reached), (room) => !isOwn(room));
}

/** The perimeter edges of some pieces. */
function* edgesOf(
	{ perimeter: { starts } }: LevelFacts,
	ground: GroundPieces,
	rooms: readonly number[],
	inside: ReadonlySet<number>,
): Generator<number> {
	for (const room of rooms)
		for (let edge = starts[room]; edge < starts[room + 1]; edge++) if (inside.has(ground.pieceAt(edge))) yield edge;
}

/** From the main part of a level to where its ground ends nearest to a part that it does not reach, and on to that part. */
function lineToPart(
	{ level, rooms, perimeter }: LevelFacts,
	ground: GroundPieces,
	inside: ReadonlySet<number>,
	reached: ReadonlySet<number>,
): Line | undefined {
	const [own, others]: [number[], number[]] = [[], []];
	for (let edge = 0; edge < perimeter.count; edge++) {
		const piece = ground.pieceAt(edge);
		if (inside.has(piece)) own.push(edge);
		else if (reached.has(piece)) others.push(edge);
	}
	const end = new EdgesInPlan(perimeter.points, EDGE_STRIDE, others).nearestTo(own);
	const facts = end === undefined ? undefined : rooms[perimeter.rooms[end.other]];
	const { walkmesh } = end === undefined ? {} : level.rooms[perimeter.rooms[end.edge]];
	if (end === undefined || facts === undefined || walkmesh === undefined) return undefined;
	return lineTo(facts, perimeter.edges[end.other], [edgeMiddle(walkmesh, perimeter.edges[end.edge])]);
}

/** Of the edges of some rooms and the edges outside that run along them, those that come nearest to each other. */
function nearestFacing(
	perimeter: PerimeterEdges,
	ground: GroundPieces,
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
	ground: GroundPieces,
	room: number,
	part: ReadonlySet<number>,
	report: Report,
): void {
	const own = rooms[room];
	const first = ground.firsts[room];
	if (own === undefined) return;
	const end = endOfGround(own, (piece) => part.has(first + piece));
	if (end === undefined) return;
	const side = (isIn: boolean) => ({
		area: ground.piecesIn(room).reduce((sum, piece) => sum + (part.has(piece) === isIn ? ground.areaOf[piece] : 0), 0),
		doorways: ground
			.doorways(room, (piece) => part.has(piece) === isIn)
			.map((to) => ({ room: to, name: level.rooms[to].name })),
	});
	const riser = closedRiserAt(own, end);
	report.add(LEVEL_CHECK_FINDINGS.GROUND_DIVIDED, edgeLocation(level, room, end.edge), {
		gap: end.distance,
		...(riser === undefined ? {} : { riser }),
		one: side(true),
		other: side(false),
		line: lineAcross(own, end),
	});
}
