import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DoorwayBox, doorwayBoxes, Estimate } from '../../level/query/estimate.ts';
import { type Beyond, Ground } from '../../level/query/ground.ts';
import { LevelIndex } from '../../level/query/level-index.ts';
import { fan, levelOf, NORTH, rectangle, ringEdge, withTransitions } from '../support/levels.ts';
import { runs } from '../support/thorough.ts';

const goalIn = (room: number): Beyond[] => [{ room: { part: { room } }, face: 0 } as Beyond];

/** Three rooms in a U: from the first through the one above both into the third, which lies beside the first. */
function uShape(): Ground {
	const bridge = fan([0, 4, 0], [4, 4, 0], [6, 4, 0], [10, 4, 0], [10, 6, 0], [0, 6, 0]);
	const level = levelOf(
		withTransitions(rectangle(0, 0, 4, 4), { [NORTH]: 1 }),
		withTransitions(bridge, { [ringEdge(6, 0)]: 0, [ringEdge(6, 2)]: 2 }),
		withTransitions(rectangle(6, 0, 4, 4), { [NORTH]: 1 }),
		undefined,
		rectangle(0, -9, 4, 4),
	);
	return new Ground(new LevelIndex(level));
}

test('the ways out of rooms are boxes about linked edges that hang together and lead into one room', () => {
	expect(doorwayBoxes(uShape())).toEqual([
		[{ room: 0, to: 1, x0: 0, y0: 4, x1: 4, y1: 4 }],
		[
			{ room: 1, to: 0, x0: 0, y0: 4, x1: 4, y1: 4 },
			{ room: 1, to: 2, x0: 6, y0: 4, x1: 10, y1: 4 },
		],
		[{ room: 2, to: 1, x0: 6, y0: 4, x1: 10, y1: 4 }],
		[],
		[],
	]);
	const ring = fan([0, 0, 0], [2, -1, 0], [4, 0, 0], [6, 0, 0], [8, 0, 0], [8, 4, 0], [0, 4, 0]);
	const links = { [ringEdge(7, 0)]: 1, [ringEdge(7, 1)]: 1, [ringEdge(7, 2)]: 2, [ringEdge(7, 3)]: 1 };
	// The last edge links to a room that lies elsewhere: nobody leaves by it.
	const centre = withTransitions(ring, { ...links, [ringEdge(7, 5)]: 1 });
	const below = fan([0, -4, 0], [8, -4, 0], [8, 0, 0], [4, 0, 0], [2, -1, 0], [0, 0, 0]);
	const [boxes] = doorwayBoxes(new Ground(new LevelIndex(levelOf(centre, below, below))));
	expect(boxes).toEqual([
		{ room: 0, to: 1, x0: 0, y0: -1, x1: 4, y1: 0 },
		{ room: 0, to: 2, x0: 4, y0: 0, x1: 6, y1: 0 },
		{ room: 0, to: 1, x0: 6, y0: 0, x1: 8, y1: 0 },
	]);
});

test.each([
	[0, 3, 1, 3 + 2 + 3],
	[0, 3, 3.5, 0.5 + 2 + 3],
	[1, 7, 4.5, 0.5 + 3],
	[1, 1, 5, Math.hypot(6, 4)],
	[1, 7, 9, 5 + 3],
	[2, 9, 1, 2],
	[2, 7, 3, 2],
	[3, 7, 1, Infinity],
	[4, 1, -7, Infinity],
	[9, 1, 1, Infinity],
])('from room %d at %d, %d it is %d m to the goal at least', (room, x, y, least) => {
	const ground = uShape();
	expect(new Estimate(doorwayBoxes(ground), [7, 1, 0], goalIn(2)).from(room, x, y)).toBeCloseTo(least, 12);
});

/** From each box on, by trying every box as the next one until nothing gets shorter. */
function reference(boxes: readonly DoorwayBox[], goal: readonly number[], goalRoom: number): Map<DoorwayBox, number> {
	const gap = (low: number, high: number, from: number, to: number): number => Math.max(from - high, low - to, 0);
	const left = new Map(
		boxes.map((box) => {
			const off = Math.hypot(gap(box.x0, box.x1, goal[0], goal[0]), gap(box.y0, box.y1, goal[1], goal[1]));
			return [box, box.to === goalRoom ? off : Infinity];
		}),
	);
	for (let i = 0; i < boxes.length; i++) {
		for (const a of boxes) {
			for (const b of boxes) {
				if (a.to !== b.room) continue;
				const way = Math.hypot(gap(a.x0, a.x1, b.x0, b.x1), gap(a.y0, a.y1, b.y0, b.y1));
				left.set(a, Math.min(left.get(a) ?? Infinity, way + (left.get(b) ?? Infinity)));
			}
		}
	}
	return left;
}

test('it is the least over all ways from doorway to doorway', () => {
	const small = fc.integer({ min: 0, max: 20 });
	const box = fc.tuple(fc.nat(5), fc.nat(5), small, small, fc.nat(3), fc.nat(3));
	fc.assert(
		fc.property(fc.array(box, { maxLength: 12 }), small, small, small, small, (list, gx, gy, x, y) => {
			const boxes = list
				.filter(([room, to]) => room !== to)
				.map(([room, to, x0, y0, w, h]) => ({ room, to, x0, y0, x1: x0 + w, y1: y0 + h }));
			const byRoom = Array.from({ length: 6 }, (_, room) => boxes.filter((each) => each.room === room));
			const estimate = new Estimate(byRoom, [gx, gy, 0], goalIn(2));
			const left = reference(boxes, [gx, gy], 2);
			const straight = Math.hypot(x - gx, y - gy);
			for (let room = 0; room < 6; room++) {
				const ways = byRoom[room].map((each) => {
					const dx = Math.max(each.x0 - x, x - each.x1, 0);
					const dy = Math.max(each.y0 - y, y - each.y1, 0);
					return Math.hypot(dx, dy) + (left.get(each) ?? Infinity);
				});
				const expected = room === 2 ? straight : Math.max(straight, Math.min(Infinity, ...ways));
				expect(estimate.from(room, x, y)).toBeCloseTo(expected, 9);
			}
		}),
		{ numRuns: runs(100) },
	);
});
