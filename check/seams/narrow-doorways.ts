import type { Report } from '../../src/findings/report.ts';
import { planDistance, type Vec3 } from '../../src/math/vec3.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { type Doorway, doorwaysAlong } from '../../src/seams/doorways.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';
import { SharedWalls } from './shared-walls.ts';
import { type Looks, looksAt, wallsIn } from './walled-doorways.ts';

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

/** The doorways of a room that make up an opening, where it is told of this room and not of the one beyond. */
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
			if (walled === undefined) continue;
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
	const [own, ...others] = [room, ...beyond].flatMap((each) => facts[each] ?? []);
	const walls = wallsIn(group, own, others, looks);
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
