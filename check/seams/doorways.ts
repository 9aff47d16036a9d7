import type { Report } from '../../src/findings/report.ts';
import { greatest } from '../../src/math/arrays.ts';
import { mapped, middleBetween, planDistance, type Vec3 } from '../../src/math/vec3.ts';
import { surfaceLabel } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { PERSON } from '../../src/model/walkmesh.ts';
import { indexGrounds } from '../../src/plan/plan-ground.ts';
import { type Doorway, doorwaysAlong } from '../../src/seams/doorways.ts';
import { outwards } from '../../src/seams/facing-edges.ts';
import { distanceTo } from '../facts/fit.ts';
import { Surroundings, standsAt } from '../facts/leaks.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import type { OnFoot } from '../facts/on-foot.ts';
import { MOST_OPENINGS, type Opening } from '../facts/openings.ts';
import { isPassable, type Looks, looksAt, SharedWalls, wallsIn } from './walls.ts';

/** What has to be known of a level. */
type DoorwayFacts = Pick<LevelFacts, 'level' | 'rooms' | 'perimeter' | 'facing'>;

/** An opening between two rooms, with its jambs. */
export interface OpeningFacts {
	readonly room: number;
	readonly to: number;
	/** Metres, from one end to the other. */
	readonly width: number;
	/** Its middle. */
	readonly at: Vec3;
}

/**
 * The openings between the rooms of a level, once for both sides. What runs on from a doorway is part of it: its jambs, and on open
 * ground the seams to other rooms.
 */
export function openingsOf({
	level,
	perimeter,
	facing,
}: Pick<LevelFacts, 'level' | 'perimeter' | 'facing'>): OpeningFacts[] {
	return openingsAt(doorwaysAlong(level, perimeter, facing));
}

function openingsAt(all: readonly (readonly Doorway[])[]): OpeningFacts[] {
	return all.flatMap((doorways, room) => groupsOf(doorways, room).map((group) => openingOf(group, room)));
}

/** The doorways of a room that make up an opening, where it is reported for this room and not for the one beyond. */
function groupsOf(doorways: readonly Doorway[], room: number): Doorway[][] {
	return runningOn(doorways).filter(([{ to }]) => to >= room);
}

function openingOf(group: readonly Doorway[], room: number): OpeningFacts {
	const [{ to, left, right, bottom }] = group;
	const ends = group.flatMap((each) => [each.left, each.right]);
	const width = Math.max(...ends.flatMap((p) => ends.map((q) => planDistance(p, q))));
	return { room, to, width, at: [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, bottom] };
}

/**
 * Reports openings that are narrower than a creature, or have walls in them that leave no way. What is a wall that two rooms share is no opening.
 */
export function checkNarrowDoorways(
	{ level, rooms: facts, perimeter, facing }: DoorwayFacts,
	report: Report,
	onFoot: OnFoot,
	walls: SharedWalls = new SharedWalls({ level, rooms: facts, perimeter }),
): void {
	const { rooms } = level;
	const doorways = doorwaysAlong(level, perimeter, facing);
	for (const [room, own] of doorways.entries()) {
		const ownFacts = facts[room];
		if (ownFacts === undefined) continue;
		const looks = looksAt(ownFacts);
		for (const group of groupsOf(own, room)) {
			const { to, width, at } = openingOf(group, room);
			if (width < THRESHOLDS.passage) {
				const { name } = rooms[to];
				const location = { room: rooms[room].name, otherRoom: name, at };
				report.add(LEVEL_CHECK_FINDINGS.DOORWAY_NARROW, location, { to, name, width });
				continue;
			}
			const walled = walledSides(group, room, facts, looks);
			if (walled === undefined || isPassable(group, width, onFoot)) continue;
			const [one, other] = walled;
			const shared = walls.at(group, [one.room, other.room]);
			if (shared === 'wall') continue;
			const { name } = rooms[other.room];
			report.add(
				LEVEL_CHECK_FINDINGS.DOORWAY_WALLED,
				{ room: rooms[one.room].name, otherRoom: name, face: one.walls[0], at },
				{
					to: other.room,
					name,
					width,
					walls: one.walls,
					otherWalls: other.walls,
					...(shared === undefined ? {} : { shared: true }),
				},
			);
		}
	}
}

/** One side of a doorway, and the faces of its room that stand in it. */
interface WalledSide {
	readonly room: number;
	readonly walls: readonly number[];
}

/** The sides of a doorway in which walls stand, that with more of their faces first; undefined where one gets through. */
function walledSides(
	group: readonly Doorway[],
	room: number,
	facts: LevelFacts['rooms'],
	looks: Looks,
): readonly [WalledSide, WalledSide] | undefined {
	const beyond = [...new Set(group.map(({ to }) => to))];
	const walls = wallsIn(
		group,
		[room, ...beyond].flatMap((each) => facts[each] ?? []),
		looks,
	);
	if (walls.length === 0) return undefined;
	const sideOf = (each: number): WalledSide => {
		const faces = walls.flatMap(({ facts: of, face }) => (of === facts[each] ? [face] : []));
		return { room: each, walls: faces.sort((a, b) => a - b) };
	};
	const most = (sides: readonly WalledSide[]): WalledSide =>
		sides.reduce((best, each) => (each.walls.length > best.walls.length ? each : best));
	const [one, other] = [sideOf(room), most(beyond.map(sideOf))];
	return other.walls.length > one.walls.length ? [other, one] : [one, other];
}

/** Groups of doorways that touch each other, at any angle and to any room. */
function runningOn(doorways: readonly Doorway[]): Doorway[][] {
	const groups: Doorway[][] = [];
	for (const doorway of doorways) {
		const touching = groups.filter((group) => group.some((other) => touches(doorway, other)));
		for (const each of touching) groups.splice(groups.indexOf(each), 1);
		groups.push([...touching.flat(), doorway]);
	}
	return groups;
}

function touches(one: Doorway, other: Doorway): boolean {
	const isSame = (p: Doorway['left'], q: Doorway['left']): boolean => p[0] === q[0] && p[1] === q[1];
	return isSame(one.left, other.right) || isSame(one.right, other.left);
}

/**
 * Reports doorways between walls whose two sides lie at one spot and are not linked, because a gap or a step is between them that is too wide for a seam.
 * Where the rooms are linked elsewhere, nothing else would tell of it: characters have to go around.
 *
 * @param isTold true for two rooms that have another finding, or that no link joins at all
 */
export function checkUnmetDoorways(
	{ level, near, facing }: LevelFacts,
	openings: readonly Opening[],
	isTold: (one: number, other: number) => boolean,
	report: Report,
): void {
	const unlinked = openings.filter(({ linked }) => linked === 0);
	if (unlinked.length > MOST_OPENINGS) return;
	for (const own of unlinked) {
		for (const other of unlinked) {
			if (other.room <= own.room || isTold(own.room, other.room) || distanceTo(own, other) > THRESHOLDS.facing)
				continue;
			const edges = new Set(other.edges);
			// Where some of it is near enough for a seam, that is reported.
			if (own.edges.some((edge) => facing.of(edge).some((each) => edges.has(each.other)))) continue;
			const fits = own.edges.flatMap((edge) => near.of(edge).filter((each) => edges.has(each.other)));
			if (fits.length === 0) continue;
			const { fit } = fits.reduce((worst, each) => (each.fit.distance > worst.fit.distance ? each : worst));
			const { name } = level.rooms[other.room];
			const snap = greatest(fits.map((each) => each.fit.snap));
			const nearest = { room: other.room, name, distance: fit.distance, kind: fit.kind, snap };
			report.add(
				LEVEL_CHECK_FINDINGS.DOORWAY_UNMET,
				{ room: level.rooms[own.room].name, otherRoom: name, at: fit.at },
				{ width: own.length, nearest },
			);
		}
	}
}

/** How far apart points are looked at, metres. */
const STEP = 0.05;
/** What lies higher or lower than this, metres, does not go on from the ground before it. */
const LEVEL = 0.1;
/** At these parts of its width something has to lie in a doorway all the way, so that nobody walks past it. */
const SHARES = [0.1, 0.3, 0.5, 0.7, 0.9];

/** What lies between a doorway and the walkable ground beyond it. */
interface Bar {
	/** The first of its faces. */
	readonly face: number;
	/** From the doorway to the ground, metres. */
	readonly depth: number;
}

/**
 * Reports doorways between walls that are not linked because the floor of the room beyond begins with a strip that cannot be walked on: its faces were
 * given a wrong surface. Where the rooms are linked elsewhere, nothing else would tell of it.
 *
 * @param isTold true for two rooms that have another finding, or that no link joins at all
 * @returns the perimeter edges of the sides that are open: what is wrong with their links is explained
 */
export function checkBarredDoorways(
	facts: LevelFacts,
	openings: readonly Opening[],
	isTold: (one: number, other: number) => boolean,
	report: Report,
): ReadonlySet<number> {
	const edges = new Set<number>();
	const unlinked = openings.filter(({ linked, length }) => linked === 0 && length >= 2 * PERSON.radius);
	if (unlinked.length === 0 || unlinked.length > MOST_OPENINGS) return edges;
	const { level, rooms } = facts;
	const index = indexGrounds(rooms.map((own) => own?.all));
	for (const own of unlinked) {
		const out = outwards(facts.perimeter.points, own.edges[0]);
		const [x, y] = middleBetween(own.start, own.end);
		for (const room of index.touching(
			x - THRESHOLDS.barrier,
			y - THRESHOLDS.barrier,
			x + THRESHOLDS.barrier,
			y + THRESHOLDS.barrier,
			MOST_OPENINGS,
		)) {
			if (room === own.room || isTold(own.room, room)) continue;
			const beyond = rooms[room];
			const bar = beyond && barOf(out, own, new Surroundings(beyond));
			if (beyond === undefined || bar === undefined) continue;
			for (const edge of own.edges) edges.add(edge);
			const { name } = level.rooms[room];
			const surface = surfaceLabel(beyond.surfaces, beyond.mesh.surfaces[bar.face]);
			report.add(
				LEVEL_CHECK_FINDINGS.DOORWAY_BARRED,
				{ room: name, otherRoom: level.rooms[own.room].name, face: bar.face, at: middleBetween(own.start, own.end) },
				{ to: own.room, name: level.rooms[own.room].name, width: own.length, depth: bar.depth, surface },
			);
		}
	}
	return edges;
}

/** The strip of the room beyond that lies in an opening, from jamb to jamb. @param out the way out of the opening, in plan */
function barOf(out: readonly [number, number], { start, end }: Opening, beyond: Surroundings): Bar | undefined {
	let deepest: Bar | undefined;
	for (const share of SHARES) {
		const from = mapped(start, (value, axis) => value + (end[axis] - value) * share);
		const bar = barAt(from, out, beyond);
		if (bar === undefined) return undefined;
		if (deepest === undefined || bar.depth > deepest.depth) deepest = bar;
	}
	return deepest;
}

/** The faces of a room from a point of an opening straight out to its walkable ground: none of them may be a wall, or missing. */
function barAt(from: Vec3, [outX, outY]: readonly [number, number], beyond: Surroundings): Bar | undefined {
	const { all, walkable } = beyond.facts;
	let first: number | undefined;
	let [, , z] = from;
	for (let depth = STEP / 2; depth <= THRESHOLDS.barrier; depth += STEP) {
		const [x, y] = [from[0] + outX * depth, from[1] + outY * depth];
		const under = all.nearestAt(x, y, z, LEVEL);
		if (under === undefined || standsAt(beyond, x, y, z)) return undefined;
		if (walkable[under.face] === 1) return first === undefined ? undefined : { face: first, depth };
		first ??= under.face;
		z += under.height;
	}
	return undefined;
}
