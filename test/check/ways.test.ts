import { describe, expect, test } from 'vitest';
import { judgeReach, type RoomWays, type ToldWay, type WayOut, Ways } from '../../check/facts/ways.ts';

/** A room with pieces of ground of these areas, and its ways out; of unknown ground without areas. */
const room = (areas: readonly number[], ...links: readonly WayOut[]): RoomWays => ({
	areas,
	hasEdges: areas.length > 0,
	links,
});

function judged(rooms: readonly RoomWays[], told: readonly (readonly ToldWay[])[] = []) {
	const { reached, unreachable, rooms: apart, divided, pieces } = judgeReach(new Ways(rooms), told);
	return {
		reached: [...reached].sort((a, b) => a - b),
		unreachable,
		rooms: [...apart],
		divided: divided.map(({ room: own, part }) => [own, ...part]),
		pieces: [...pieces],
	};
}

const ALL_WELL = { unreachable: [], rooms: [], divided: [], pieces: [] };

describe('what is reached from the main part of a level', () => {
	test.each<[string, readonly RoomWays[], readonly (readonly ToldWay[])[], object]>([
		['over links both ways', [room([4], [0, 1, 0, 1]), room([9], [0, 0, 0, 1])], [], { reached: [0, 1] }],
		['over links one way, where they lead from it', [room([9], [0, 1, 0, 0]), room([4])], [], { reached: [0, 1] }],
		['not against them, which is told of the link', [room([9]), room([4], [0, 0, 0, 0])], [], { reached: [0] }],
		['the larger of two that only one way joins', [room([4]), room([9], [0, 0, 0, 0])], [], { reached: [0, 1] }],
		['the first of two as large', [room([4]), room([4])], [], { reached: [0], unreachable: [[1]], rooms: [1] }],
		[
			'through a room whose ground is not known',
			[room([9], [0, 1]), room([]), room([4], [0, 1])],
			[],
			{ reached: [0, 1] },
		],
		[
			'not through two of them',
			[room([9], [0, 1]), room([]), room([]), room([4], [0, 2])],
			[],
			{ reached: [0], unreachable: [[1]], rooms: [3] },
		],
		['not over a link to no edge, which is told', [room([9], [0, 1]), room([4])], [], { reached: [0] }],
		[
			'not from a part that has one',
			[room([9]), room([4], [0, 0])],
			[],
			{ reached: [0], unreachable: [[1]], rooms: [1] },
		],
		['not over a seam, which is told', [room([9]), room([4])], [[[0, 1, 0]]], { reached: [0] }],
		[
			'two parts that one way joins are one, and a seam between them explains nothing',
			[room([9]), room([4], [0, 2, 0, 0]), room([3])],
			[[], [[0, 2, 0]]],
			{ reached: [0], unreachable: [[1, 2]], rooms: [1, 2] },
		],
		['a small piece of a room is a note', [room([9, 1])], [], { reached: [0], pieces: [0] }],
		['half of a room is one', [room([2, 2])], [], { reached: [0], pieces: [0] }],
		[
			'the greater part of one divides it',
			[room([9], [0, 1, 0, 1]), room([1, 2], [0, 0, 0, 1])],
			[],
			{ reached: [0, 1], divided: [[1, 2]] },
		],
		[
			'so does one with a doorway',
			[room([9], [0, 1, 0, 1]), room([4, 1], [0, 0, 0, 1], [1, 2, 0, 1]), room([2], [0, 1, 1, 1])],
			[],
			{ reached: [0, 1], divided: [[1, 2, 3]] },
		],
		['a crack within a room is told', [room([4, 9])], [[[0, 0, 1]]], { reached: [1] }],
	])('%s', (_, rooms, told, expected) => {
		expect(judged(rooms, told)).toEqual({ ...ALL_WELL, ...expected });
	});

	test('of a hundred parts it is told what they divide, of more that they are pieces', () => {
		const rooms = Array.from({ length: 101 }, () => room([1, 2], [0, 0, 0, 1]));
		const { divided, pieces } = judged([room([999]), ...rooms]);
		expect([divided.length, pieces]).toEqual([100, [101]]);
	});
});
