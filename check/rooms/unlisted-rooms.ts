import type { Location, Report } from '../../src/findings/report.ts';
import { NONE } from '../../src/model/walkmesh.ts';
import { transitionAt } from '../../src/seams/perimeter-edges.ts';
import type { LevelFacts } from '../facts/level-facts.ts';
import { LEVEL_CHECK_FINDINGS } from '../facts/level-findings.ts';

/**
 * Reports rooms that a layout has lost: their walkmeshes are there, and their edges lie on those of listed rooms where no other room does, or other
 * files of the level name them. A copy of a listed room lies where that room does, so nothing is reported about it.
 *
 * @param facts of the rooms of the layout, and of the others after them
 * @param named whether the layout or its visibility file names the room
 * @param location of the layout
 */
export function checkUnlistedRooms(
	{ level, perimeter, facing }: LevelFacts,
	tolerance: number,
	named: (room: string) => boolean,
	report: Report,
	location: Location = {},
): void {
	const listed = level.layout.rooms.length;
	const meeting = level.rooms.map(() => new Set<number>());
	const numbers = level.rooms.map(() => new Set<number>());
	for (let edge = 0; edge < perimeter.count; edge++) {
		const room = perimeter.rooms[edge];
		if (room >= listed) continue;
		const others = facing.of(edge).filter(({ ends }) => ends <= tolerance);
		const along = new Set(others.map(({ other }) => perimeter.rooms[other]));
		const [other] = along;
		if (along.size !== 1 || other < listed) continue;
		meeting[other].add(room);
		const number = transitionAt(level, perimeter, edge);
		if (number !== NONE) numbers[other].add(number);
	}
	for (let room = listed; room < level.rooms.length; room++) {
		const { name } = level.rooms[room];
		const rooms = meeting[room].size;
		if (rooms === 0 && !named(name)) continue;
		// Several numbers are those of several layouts.
		const index = numbers[room].size === 1 ? [...numbers[room]][0] : undefined;
		const type = LEVEL_CHECK_FINDINGS.LEVEL_ROOM_UNLISTED;
		// Links that count the room lead elsewhere now, or nowhere.
		report.add(
			index === undefined ? type : { ...type, severity: 'error' },
			{ ...location, room: name },
			{ name, rooms, ...(index === undefined ? {} : { index }) },
		);
	}
}
