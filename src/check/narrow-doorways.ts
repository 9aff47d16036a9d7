import type { Report } from '../findings/report.ts';
import { type Doorway, doorwaysAlong } from '../level/doorways.ts';
import { LEVEL_FINDINGS } from '../level/findings.ts';
import type { LevelFacts } from './level-facts.ts';

/** People have a radius of 0.35 m. The narrowest doorway of the game is 1.98 m wide. */
const LEAST_WIDTH = 0.7;

/**
 * Reports doorways that are narrower than a creature, once for both sides. What runs on from a doorway is part of it: its jambs, and on open
 * ground the seams to other rooms.
 */
export function checkNarrowDoorways({ level, perimeter, facing }: LevelFacts, report: Report): void {
	for (const [room, doorways] of doorwaysAlong(level, perimeter, facing).entries()) {
		for (const group of runningOn(doorways)) {
			if (group[0].to < room) continue;
			const ends = group.flatMap(({ left, right }) => [left, right]);
			const width = Math.max(...ends.flatMap((p) => ends.map((q) => Math.hypot(p[0] - q[0], p[1] - q[1]))));
			if (!(width < LEAST_WIDTH)) continue;
			const [{ to, left, right, bottom }] = group;
			const at = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, bottom] as const;
			const { name } = level.rooms[to];
			report.add(
				LEVEL_FINDINGS.DOORWAY_NARROW,
				{ room: level.rooms[room].name, otherRoom: name, at },
				{ to, name, width },
			);
		}
	}
}

/** Doorways that touch each other, whatever the angle and the room beyond. */
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
