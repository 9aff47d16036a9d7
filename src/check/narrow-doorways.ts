import type { Report } from '../findings/report.ts';
import { type Doorway, doorwaysAlong } from '../level/doorways.ts';
import type { Vec3 } from '../mesh/vec3.ts';
import { PERSON } from '../walkmesh/walkmesh.ts';
import type { LevelFacts } from './level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from './level-findings.ts';

/** A narrower doorway, in metres, stops a person. The narrowest of the game is 1.98 m wide. */
const LEAST_WIDTH = 2 * PERSON.radius;

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
	return all.flatMap((doorways, room) =>
		runningOn(doorways).flatMap((group) => {
			const [{ to, left, right, bottom }] = group;
			if (to < room) return [];
			const ends = group.flatMap((each) => [each.left, each.right]);
			const width = Math.max(...ends.flatMap((p) => ends.map((q) => Math.hypot(p[0] - q[0], p[1] - q[1]))));
			return [{ room, to, width, at: [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, bottom] as const }];
		}),
	);
}

/** Reports openings that are narrower than a creature. @returns by room: the doorways that lead out of it */
export function checkNarrowDoorways({ level, perimeter, facing }: LevelFacts, report: Report): Doorway[][] {
	const { rooms } = level;
	const doorways = doorwaysAlong(level, perimeter, facing);
	for (const { room, to, width, at } of openingsAt(doorways)) {
		if (!(width < LEAST_WIDTH)) continue;
		const { name } = rooms[to];
		const location = { room: rooms[room].name, otherRoom: name, at };
		report.part('narrow doorways', room).add(LEVEL_CHECK_FINDINGS.DOORWAY_NARROW, location, { to, name, width });
	}
	return doorways;
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
