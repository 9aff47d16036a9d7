import { expect, test } from 'vitest';
import { GROUND_FINDINGS, type MissedGround, missedText } from '../../check/ground/ground-answer.ts';
import { PERSON } from '../../src/model/walkmesh.ts';

const BODY = 2 * PERSON.radius;

const place = [1, 2, 3] as const;
const piece = (more: Partial<MissedGround>): MissedGround =>
	({
		area: 12.345,
		rooms: ['a', 'b'],
		at: place,
		matters: true,
		isRooms: false,
		border: [],
		among: [],
		...more,
	}) as MissedGround;
const way = (gap: number, step: number): Partial<MissedGround> => ({
	way: { gap, step, at: [4, 5, 6], to: place } as never,
});
const barrier = (width: number, obstacle?: string): Partial<MissedGround> => ({
	barrier: { at: [7, 8, 9.999], width, room: 'a', ...(obstacle === undefined ? {} : { obstacle }) },
});

test.each<[what: Partial<MissedGround>, at: string, why: string]>([
	[{}, '1 2 3', 'no other ground is near'],
	[way(0.001, 0.000_9), '4 5 6', 'a gap of 0.001 m'],
	[way(0.000_9, 0.001), '4 5 6', 'a step of 0.001 m'],
	[way(0.25, 0.5), '4 5 6', 'a gap of 0.25 m and a step of 0.5 m'],
	[way(0, 0), '4 5 6', 'edges that touch and are not shared'],
	[barrier(0.009, 'a chest'), '7 8 10', 'a chest stands in the way'],
	[barrier(0.01, 'a chest'), '7 8 10', `the way is 0.01 m wide, and people need ${BODY} m: a chest stands there`],
	[barrier(0.3), '7 8 10', `the way is 0.3 m wide, and people need ${BODY} m`],
	[barrier(BODY), '7 8 10', `what stands near leaves no way of ${BODY} m, which people need`],
])('ground that nobody reaches is described: %j', (more, at, why) => {
	expect(missedText(piece(more))).toBe(`not reached: 12.35 m² in "a", "b"; nearest way in at ${at}: ${why}`);
	expect(GROUND_FINDINGS.GROUND_UNREACHED.message({ area: 0.123, ...more } as never)).toBe(
		`Nobody gets to 0.12 m² of ground here: ${why}.`,
	);
});

test.each<[reached: number, rooms: number, isComplete: boolean, says: string]>([
	[10, 1, true, 'all 10 m².'],
	[10, 2, false, 'all 10 m², 1 of 2 rooms.'],
	[9, 1, true, '9 m² of 10 m².'],
	[9, 2, false, '9 m² of 10 m², 1 of 2 rooms, or more: the search for ways was given up.'],
])('how much is reached: %d of 10 m², %d rooms, complete: %s', (reached, rooms, isComplete, says) => {
	const data = {
		from: 'a',
		at: place,
		area: 10,
		reached,
		rooms,
		roomsReached: 1,
		missed: [],
		missedCount: 0,
		isComplete,
	};
	expect(GROUND_FINDINGS.GROUND_REACH.message(data as never)).toBe(`From "a" one reaches ${says}`);
});
