import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DoorwayBox, doorwayBoxes, Estimate } from '../../level/query/estimate.ts';
import { type Beyond, Ground, standsAt } from '../../level/query/ground.ts';
import { LevelIndex } from '../../level/query/level-index.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { mostReached } from '../../level/query/most-reached.ts';
import { Sight } from '../../level/query/sight.ts';
import { bendsAbout, INSET, mayTouch, type TurnPoint } from '../../level/query/turn.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { conformRooms } from '../../src/seams/conform.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { mostReachedSlowly } from '../reference/most-reached.ts';
import { type CutChoice, cutChoice, floorCutByLines } from '../support/cut-floors.ts';
import { fan, levelOf, NORTH, rectangle, ringEdge, withTransitions } from '../support/levels.ts';
import { linkedLevel } from '../support/linked-levels.ts';
import { pairs } from '../support/points.ts';
import { gridFloor } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

const ITEMS = 24;

/** What a place sees, and which of that it reaches. */
const place = fc
	.uniqueArray(fc.nat(ITEMS - 1))
	.chain((seen) => fc.record({ seen: fc.constant(seen), reached: fc.subarray(seen).map((items) => new Set(items)) }));

test('the places chosen are those that asking all of them about everything finds, in the same order', () => {
	fc.assert(
		fc.property(fc.array(place, { maxLength: 12 }), (places) => {
			const chosen = mostReached([...places.keys()], ITEMS, {
				seenFrom: (each) => [...places[each].seen],
				isReached: (each, item) => places[each].reached.has(item),
				spend: () => undefined,
			});
			expect(chosen).toEqual(mostReachedSlowly(places.map(({ reached }) => reached)));
		}),
		{ numRuns: runs(300, 20_000) },
	);
});

test('no place is asked about an item twice, and places beside which another reaches more are not asked at all', () => {
	const asked: string[] = [];
	const seen = [[0, 1, 2, 3, 4, 5], [0, 1, 2], [3, 4], [6]]; // biome-ignore format: one row
	const chosen = mostReached([0, 1, 2, 3], 7, {
		seenFrom: (each) => [...seen[each]],
		isReached: (each, item) => asked.push(`${each} ${item}`) > 0,
		spend: () => undefined,
	});
	expect(chosen).toEqual([0, 3]);
	expect(asked.toSorted()).toEqual(['0 0', '0 1', '0 2', '0 3', '0 4', '0 5', '3 6']);
});

type Direction = readonly [number, number];

/** A direction by its angle in degrees, counter-clockwise from +x. */
function towards(degrees: number): Direction {
	return [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
}

const ring = (degrees: number): TurnPoint => ({ point: [0, 0, 0], inwards: towards(degrees) });
const tip = (first: number, second: number): TurnPoint => ({
	point: [0, 0, 0],
	edges: [towards(first), towards(second)],
});
const anything: TurnPoint = { point: [0, 0, 0] };

/** Of an inset of 1 cm a quarter more than twice, over the length, and a thousandth. */
const playOf = (length: number): number => (2.5 * INSET) / length + 1e-3;
const degreesOf = (play: number): number => (Math.asin(play) * 180) / Math.PI;

test.each<[string, TurnPoint, number, number, boolean]>([
	['along a ring', ring(90), 0, 10, true],
	['along it backwards', ring(90), 180, 10, true],
	['17.9° off it, to the corner', ring(90), 17.9, 10, true],
	['18.1° off it, to the corner', ring(90), 18.1, 10, false],
	['17.9° off it, from the corner', ring(90), -17.9, 10, true],
	['18.1° off it, from the corner', ring(90), -18.1, 10, false],
	['straight to the corner', ring(90), 90, 10, false],
	['along a ring that faces along x', ring(0), 90, 10, true],
	['away from the corner along x', ring(0), 180, 10, false],
	['past a tip', tip(100, 80), 0, 10, true],
	['past a tip, the other way', tip(100, 80), 180, 10, true],
	['between the edges of a tip', tip(100, 80), 90, 10, false],
	['out of a tip', tip(100, 80), -90, 10, false],
	['hardly beside the first edge', tip(100, 80), 100 - degreesOf(playOf(10)) + 0.01, 10, true],
	['a little more beside it', tip(100, 80), 100 - degreesOf(playOf(10)) - 0.01, 10, false],
	['hardly beside the second edge', tip(100, 80), 80 + degreesOf(playOf(10)) - 0.01, 10, true],
	['a little more beside the second', tip(100, 80), 80 + degreesOf(playOf(10)) + 0.01, 10, false],
	['the same, from near by', tip(100, 80), 80 + degreesOf(playOf(1)) - 0.01, 1, true],
	['a wide tip from very near', tip(150, 30), 30 + degreesOf(0.4) - 0.1, 0.001, true],
	['and not at any angle', tip(150, 30), 30 + degreesOf(0.4) + 0.1, 0.001, false],
	['anything', anything, 45, 10, true],
])('a way may touch a turn: %s', (_, turn, degrees, length, expected) => {
	const [x, y] = towards(degrees);
	expect(mayTouch(turn, x, y, length)).toBe(expected);
});

test.each<[string, TurnPoint, number, number, boolean]>([
	['to the left about a corner on the left', ring(90), 0, 10, true],
	['straight past it', ring(90), 0, 0, true],
	['to the right of it', ring(90), 0, -1, false],
	['to the right about a corner on the right', ring(-90), 0, -10, true],
	['straight past one on the right', ring(-90), 0, 0, true],
	['to the left of one on the right', ring(-90), 0, 1, false],
	['back at a right angle', ring(90), 0, 90.1, false],
	['nearly at a right angle', ring(90), 0, 89.9, true],
	['back where it came from', ring(90), 0, 180, false],
	['left about a tip on the left', tip(100, 80), 0, 30, true],
	['straight past a tip on the left', tip(100, 80), 0, 0, true],
	['right of a tip on the left', tip(100, 80), 0, -30, false],
	['right of it, by hardly anything', tip(100, 80), 0, -degreesOf(playOf(10)) + 0.01, true],
	['right of it, by a little more', tip(100, 80), 0, -degreesOf(playOf(10)) - 0.01, false],
	['right about a tip on the right', tip(-100, -80), 0, -30, true],
	['straight past a tip on the right', tip(-100, -80), 0, 0, true],
	['left of a tip on the right', tip(-100, -80), 0, 30, false],
	['left of it, by hardly anything', tip(-100, -80), 0, degreesOf(playOf(10)) - 0.01, true],
	['left of it, by a little more', tip(-100, -80), 0, degreesOf(playOf(10)) + 0.01, false],
	['either way between the edges', tip(45, -45), 0, 30, true],
	['either way between the edges, mirrored', tip(45, -45), 0, -30, true],
	['either way where one edge lies ahead', tip(0, 90), 0, -30, true],
	['either way where the other lies ahead', tip(90, 0), 0, -30, true],
	['either way where one lies ahead and one on the right', tip(0, -90), 0, 30, true],
	['either way where one lies on the right and one ahead', tip(-90, 0), 0, 30, true],
	['anything', anything, 0, 170, true],
])('a way bends about a turn: %s', (_, turn, inwards, outwards, expected) => {
	const [[inX, inY], [outX, outY]] = [towards(inwards), towards(outwards)];
	expect(bendsAbout(turn, inX, inY, outX, outY, 10)).toBe(expected);
});

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

const share = fc.double({ min: 0.02, max: 0.98, noNaN: true });

test('dense ground is looked at hardly more than once: cones that come together are one', () => {
	const level = levelOf(gridFloor(40));
	const ground = new Ground(new LevelIndex(level));
	const sight = new Sight(ground);
	fc.assert(
		fc.property(share, share, (x, y) => {
			const at = [x * 40, y * 40];
			const seen = new Set<number>();
			let visits = 0;
			sight.look(standsAt(ground, at, 0), at[0], at[1], (_, face) => {
				visits++;
				seen.add(face);
			});
			expect(seen.size).toBe(level.rooms[0].walkmesh?.surfaces.length);
			expect(visits).toBeLessThan(seen.size * 2.5);
		}),
		{ numRuns: runs(10) },
	);
});

test('what is left of a way is never estimated longer than it is', () => {
	fc.assert(
		fc.property(fc.nat(1000), share, share, share, share, (seed, a, b, c, d) => {
			const { level } = linkedLevel({ rooms: 6, trianglesPerRoom: 80, seed });
			const query = new LevelQuery(level);
			const ground = new Ground(query.index);
			const [from, to] = [
				[a * 18, b * 12],
				[c * 18, d * 12],
			];
			const start = query.groundAt(from[0], from[1]);
			const goal = query.groundAt(to[0], to[1]);
			const route = query.route(from, to, { radius: 0.1 });
			if (!route.arrived || start === undefined || goal === undefined) return;
			const estimate = new Estimate(doorwayBoxes(ground), goal.point, standsAt(ground, to, goal.point[2]));
			expect(estimate.from(start.room, from[0], from[1])).toBeLessThanOrEqual(route.length + 1e-6);
		}),
		{ numRuns: runs(15) },
	);
});

/** Seams whose edges lie a rounding error apart: what looked along one never came to an end, and was cut off with much of the ground unseen. */
const ALONG_SEAMS: [CutChoice][] = [
	[{ seed: 593_351, cuts: 19, angle: 1.3229935633018612, x: -193, y: -36, jitter: 0, close: false }],
	[{ seed: 271_565, cuts: 16, angle: 0.15392948719672858, x: -289, y: -185, jitter: 0, close: true }],
	[{ seed: 401_424, cuts: 23, angle: 0.44692348886746913, x: -287, y: -215, jitter: 0, close: false }],
];

test('from where rooms meet a route goes straight to wherever a walk does, and each face is looked at a few times', () => {
	fc.assert(
		fc.property(cutChoice(), (choice) => {
			const { level } = floorCutByLines(choice);
			const linked = linkRooms(conformRooms(level, K1), K1).level;
			const query = new LevelQuery(linked);
			const ground = new Ground(query.index);
			const sight = new Sight(ground);
			const faces = linked.rooms.reduce((sum, { walkmesh }) => sum + (walkmesh?.surfaces.length ?? 0), 0);
			for (const { walkmesh } of linked.rooms) {
				const [from, to] = [0, 1].map((vertex) => [...(walkmesh?.positions ?? [])].slice(vertex * 3, vertex * 3 + 2));
				let looks = 0;
				sight.look(standsAt(ground, from, query.groundAt(from[0], from[1])?.point[2] ?? 0), from[0], from[1], () => {
					looks++;
				});
				expect(looks).toBeLessThan(faces * 9 + 20);
				const [walk, route] = [query.walk(from, to), query.route(from, to)];
				if (walk.arrived) expect(route).toMatchObject({ arrived: true, length: expect.closeTo(walk.distance, 6) });
			}
		}),
		{ numRuns: runs(3, 200), examples: ALONG_SEAMS },
	);
});

test('a route straight to a point on a seam is found, in whichever of the rooms the walk ends', () => {
	// A rounding error beside the seam of two rooms that slopes across the plan.
	const choice = { seed: 861_216, cuts: 15, angle: 0.7391296310350298, x: 47, y: 9, jitter: 0, close: true };
	const query = new LevelQuery(linkRooms(conformRooms(floorCutByLines(choice).level, K1), K1).level);
	const [from, to] = pairs(36.44088490847577, 28.14591010490871, 46.753591537475586, 23.020466804504395);
	expect(query.walk(from, to).arrived).toBe(true);
	expect(query.route(from, to).length).toBeCloseTo(query.walk(from, to).distance, 6);
});

test('whatever of a face a walk leads to lies ahead where that face is seen', () => {
	let behind = 0;
	fc.assert(
		fc.property(fc.nat(1000), share, share, (seed, x, y) => {
			const { level } = linkedLevel({ rooms: 6, trianglesPerRoom: 128, seed });
			const query = new LevelQuery(level);
			const start = query.groundAt(x * 24, y * 16);
			if (start === undefined) return;
			const [px, py, pz] = start.point;
			const ground = new Ground(query.index);
			const sight = new Sight(ground);
			const ahead = new Map<string, boolean>();
			const middles = new Map<string, number[]>();
			sight.look(standsAt(ground, [px, py], pz), px, py, ({ mesh, part }, face) => {
				const key = `${part.room} ${face}`;
				const middle = [0, 1, 2].map((axis) =>
					[0, 1, 2].reduce((sum, corner) => sum + mesh.positions[mesh.faces[face * 3 + corner] * 3 + axis] / 3, 0),
				);
				middles.set(key, middle);
				ahead.set(key, (ahead.get(key) ?? false) || sight.isAhead(middle[0], middle[1]));
			});
			for (const [key, middle] of middles) {
				if (ahead.get(key)) continue;
				behind++;
				expect({ key, arrived: query.walk(middle, [px, py]).arrived }).toEqual({ key, arrived: false });
			}
		}),
		{ numRuns: runs(10) },
	);
	expect(behind).toBeGreaterThan(0);
});
