import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roomLinks } from '../../level/rooms/visibility.ts';
import type { Level } from '../../src/model/level.ts';
import { foundIn, type Rectangle, truthOf } from '../reference/rectangle-levels.ts';
import { conform, link } from '../support/level-work.ts';
import { levelOf, rectangle } from '../support/levels.ts';
import { runs } from '../support/thorough.ts';

const COLUMNS = 6;
const ROWS = 5;

/** Rectangles that do not overlap, with holes between them, in any order. */
const rectangles = fc
	.array(
		fc.tuple(fc.nat(COLUMNS - 1), fc.nat(ROWS - 1), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })),
		{
			minLength: 2,
			maxLength: 24,
		},
	)
	.map((wanted) => {
		const rooms: Rectangle[] = [];
		for (const [x, y, width, depth] of wanted) {
			const fits = x + width <= COLUMNS && y + depth <= ROWS;
			const isFree = rooms.every(
				(r) => x >= r.x + r.width || r.x >= x + width || y >= r.y + r.depth || r.y >= y + depth,
			);
			if (fits && isFree) rooms.push({ x, y, width, depth });
		}
		return rooms;
	});

function levelFrom(rooms: readonly Rectangle[]): Level {
	return levelOf(...rooms.map(({ x, y, width, depth }) => rectangle(x, y, width, depth)));
}

describe('rooms that are rectangles', () => {
	it('are divided where a walk along every border says so, and nowhere else', () => {
		fc.assert(
			fc.property(rectangles, (rooms) => {
				const { level, refused } = conform(levelFrom(rooms));
				expect(foundIn(level).points).toEqual(truthOf(rooms).points);
				expect(refused).toEqual([]);
			}),
			{ numRuns: runs(75, 3000) },
		);
	});

	it('are linked where a walk along every border says so, and nowhere else, and nothing is found fault with', () => {
		fc.assert(
			fc.property(rectangles, (rooms) => {
				const linked = link(conform(levelFrom(rooms)).level);
				expect(foundIn(linked.level).links).toEqual(truthOf(rooms).links);
				expect([...linked.rivals, ...linked.refused, ...linked.moved, ...linked.snapped]).toEqual([]);
				expect([...linked.replaced, ...linked.unconfirmed, ...linked.misplaced]).toEqual([]);
			}),
			{ numRuns: runs(75, 3000) },
		);
	});

	it('see each other as the transitions of all faces say', () => {
		fc.assert(
			fc.property(rectangles, fc.integer({ min: -2, max: 30 }), (rooms, stray) => {
				const { level } = link(conform(levelFrom(rooms)).level);
				const odd = level.rooms.map((room, index) =>
					index > 0 || room.walkmesh === undefined
						? room
						: { ...room, walkmesh: { ...room.walkmesh, transitions: room.walkmesh.transitions.with(0, stray) } },
				);
				const expected: number[][] = [];
				for (let a = 0; a < odd.length; a++) {
					for (let b = a + 1; b < odd.length; b++) {
						const leads = (from: number, to: number) => odd[from].walkmesh?.transitions.includes(to) === true;
						if (leads(a, b) || leads(b, a)) expected.push([a, b]);
					}
				}
				expect(roomLinks(odd)).toEqual(expected);
			}),
			{ numRuns: runs(25, 1000) },
		);
	});
});
