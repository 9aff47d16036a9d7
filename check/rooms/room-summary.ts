import { roomsLedTo } from '../../level/rooms/visibility.ts';
import { type Captured, captured, Report } from '../../src/findings/report.ts';
import { hasTransitions, NONE } from '../../src/model/walkmesh.ts';
import type { Doorway } from '../../src/seams/doorways.ts';
import { transitionAt } from '../../src/seams/perimeter-edges.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { type RoomWays, type ToldWay, waysOf } from '../facts/ways.ts';
import { reportPieces } from '../mesh/ground.ts';
import { groundKey } from '../seams/lost-links.ts';
import { type NearSeam, nearSeamTold } from '../seams/near-seams.ts';

/** What checking found out about a level besides what it told. */
export interface CheckedLevel {
	readonly facts: LevelFacts;
	/** Metres. */
	readonly tolerance: number;
	/** By room: the ways of which something is told. */
	readonly told: readonly (readonly ToldWay[])[];
	/** By room: the doorways that lead out of it. */
	readonly doorways: readonly (readonly Doorway[])[];
	/** By room: with how many later ones its ground overlaps. */
	readonly overlaps: Uint32Array;
	/** Pairs of rooms that nearly meet, told or not. */
	readonly near: readonly NearSeam[];
	/** Rooms of which is told that their ground is divided. */
	readonly divided: ReadonlySet<number>;
	/** Rooms with doorways that do not meet. */
	readonly shifted: ReadonlySet<number>;
}

/** All that has to be known of a linked room to check its level as a whole. Plain data. */
export interface RoomSummary {
	readonly ways: RoomWays;
	readonly told: readonly ToldWay[];
	readonly doorways: readonly Doorway[];
	/** Rooms that it leads to. */
	readonly ledTo: readonly number[];
	readonly overlaps: number;
	/** How many perimeter edges it has, and how many near them were looked at. */
	readonly edges: number;
	readonly looked: number;
	/** The same for rooms with the same ground, and rarely for others; undefined without faces. */
	readonly ground?: string;
	/** What there is to tell of its pieces of ground, should they not all be reached. */
	readonly pieces?: Captured;
	/** What there is to tell of it and later rooms that it nearly meets, should links lead into both. */
	readonly near?: readonly { readonly other: number; readonly found: Captured }[];
	/** True where edges of several rooms run along one of its own: what is told of one may depend on another. */
	readonly isSharing: boolean;
	/** True where what is wrong with its links may be wrong with those of the level as a whole, and rooms have to be looked at together. */
	readonly isOdd: boolean;
}

/** @param pieces what was told of its pieces of ground, where that is known */
export function summaryOf(
	{ facts, tolerance, told, doorways, overlaps, near, divided, shifted }: CheckedLevel,
	room: number,
	pieces: Captured | undefined,
): RoomSummary {
	const { level, perimeter, rooms } = facts;
	const own = rooms[room];
	const { name, walkmesh } = level.rooms[room];
	const isInPieces = own !== undefined && own.pieces.areas.length > 1;
	// Of divided ground less is told.
	const known = pieces !== undefined && !divided.has(room) ? pieces : isInPieces ? piecesTold(own, name) : undefined;
	const nearOnes = near
		.filter(({ rooms }) => rooms[0] === room)
		.map((seam) => ({ other: seam.rooms[1], found: nearSeamTold(facts, seam) }));
	const ground = walkmesh === undefined ? undefined : groundKey(walkmesh);
	return {
		ways: waysOf(facts, room),
		told: told[room],
		doorways: doorways[room],
		ledTo: roomsLedTo(level.rooms, room),
		overlaps: overlaps[room],
		edges: perimeter.starts[room + 1] - perimeter.starts[room],
		looked: facts.index.lookedFrom[room],
		...(ground === undefined ? {} : { ground }),
		...(known === undefined ? {} : { pieces: known }),
		...(nearOnes.length === 0 ? {} : { near: nearOnes }),
		isSharing: sharesEdges(facts, room),
		isOdd: facts.index.crowded !== undefined || shifted.has(room) || hasOddLinks(facts, room, tolerance),
	};
}

/** True for a room with an edge that edges of several others run along. */
function sharesEdges({ perimeter, facing }: LevelFacts, room: number): boolean {
	for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
		const [first, ...others] = facing.of(edge).map(({ other }) => perimeter.rooms[other]);
		if (others.some((other) => other !== first)) return true;
	}
	return false;
}

function piecesTold(facts: Parameters<typeof reportPieces>[0], room: string): Captured {
	const report = new Report();
	reportPieces(facts, report.within({ room }));
	return captured(report);
}

/** True for a room without links beside others, with links to rooms that lie elsewhere, or whose links to one do not meet. */
function hasOddLinks({ level, perimeter, facing }: LevelFacts, room: number, tolerance: number): boolean {
	const isLinked = hasTransitions(level.rooms[room].walkmesh);
	const meets = new Map<number, boolean>();
	for (let edge = perimeter.starts[room]; edge < perimeter.starts[room + 1]; edge++) {
		const to = transitionAt(level, perimeter, edge);
		const beside = facing.of(edge).filter(({ ends }) => ends <= tolerance);
		const isMet = beside.some(({ other }) => perimeter.rooms[other] === to);
		if (beside.length > 0 && (!isLinked || (to !== NONE && !isMet))) return true;
		if (to >= 0 && to < level.rooms.length && to !== room) meets.set(to, isMet || meets.get(to) === true);
	}
	return [...meets.values()].includes(false);
}
