import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { perimeterEdges } from '../../check/inspect/tables.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { obstacleDistance, stepAlong } from '../reference/walk.ts';
import { corpusPresent, FOUR_ROOMS, fourRooms } from '../support/corpus.ts';
import { EAST, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { linkedLevel, withoutLink } from '../support/linked-levels.ts';
import { appended, wall } from '../support/own-floors.ts';
import { pairs, triples } from '../support/points.ts';
import { gridFloor, stoneMesh } from '../support/soups.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

const twoRooms = (): [Walkmesh, Walkmesh] => [
	withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 1 }),
	withTransitions(rectangle(4, 0, 4, 4), { [WEST]: 0 }),
];

describe('a straight walk', () => {
	it('goes over a link into the next room', () => {
		const walk = new LevelQuery(levelOf(...twoRooms())).walk([1, 1], [7, 3]);
		expect(walk).toMatchObject({ arrived: true, why: null, at: [7, 3, 0], room: 1 });
		expect(walk.distance).toBeCloseTo(Math.hypot(6, 2), 9);
	});

	it('stops at an edge whose link is missing, and says so', () => {
		const [a, b] = twoRooms();
		const walk = new LevelQuery(levelOf(rectangle(0, 0, 4, 4), b)).walk([1, 1], [7, 1]);
		expect(walk).toMatchObject({ arrived: false, why: 'missing link', at: [4, 1, 0], room: 0 });
		const perimeter = new LevelQuery(levelOf(a, b)).walk([1, 1], [1, 7]);
		expect(perimeter).toMatchObject({ arrived: false, why: 'perimeter', at: [1, 4, 0], room: 0 });
	});

	it('stops before a room without a walkmesh, and at a gap', () => {
		const [a, b] = twoRooms();
		expect(new LevelQuery(levelOf(a, undefined)).walk([1, 1], [7, 1]).why).toBe('room without walkmesh');
		expect(new LevelQuery(levelOf(a)).walk([1, 1], [7, 1]).why).toBe('room without walkmesh');
		const apart = rectangle(4.05, 0, 4, 4);
		expect(new LevelQuery(levelOf(a, apart)).walk([1, 1], [7, 1])).toMatchObject({ why: 'gap', at: [4, 1, 0] });
		expect(
			new LevelQuery(levelOf(a, { ...b, positions: rectangle(4.001, 0, 4, 4).positions })).walk([1, 1], [7, 1]).arrived,
		).toBe(true);
	});

	it('stops at its radius from what is not walkable, through links too', () => {
		const [a, b] = twoRooms();
		const walled = appended(b, wall(5, 0, 5, 4, 0, 3));
		const walk = new LevelQuery(levelOf(a, walled)).walk([1, 1], [7, 1]);
		expect(walk).toMatchObject({ arrived: false, why: 'Nonwalk face', room: 1, blocker: { room: 1 } });
		expect(walk.at[0]).toBeCloseTo(4.65, 5);
		const near = new LevelQuery(levelOf(a, appended(b, wall(4.1, 0, 4.1, 4, 0, 3)))).walk([1, 1], [7, 1]);
		expect(near).toMatchObject({ room: 0, why: 'Nonwalk face', at: [expect.closeTo(3.75, 5), 1, 0] });
		expect(new LevelQuery(levelOf(a, walled)).walk([1, 1], [7, 1], { radius: 0 }).why).not.toBe('no ground');
	});

	it.each([
		[-0.5, 0.09, true],
		[-0.5, 0.11, false],
		[0.2, 0.5, false],
		[1.79, 3, false],
		[1.81, 3, true],
	])('counts walls from 0.1 m above the feet to the head: from %d to %d m', (low, high, passes) => {
		const query = new LevelQuery(levelOf(appended(rectangle(0, 0, 8, 4), wall(5, 0, 5, 4, low, high))));
		expect(query.walk([1, 1], [7, 1]).arrived).toBe(passes);
		expect(query.walk([1, 1], [7, 1], { height: 1 }).arrived).toBe(passes || low > 1);
	});

	it('does not mind Obscuring, and passes a wall at its radius, but not nearer', () => {
		const curtain = appended(rectangle(0, 0, 8, 4), wall(5, 0, 5, 4, 0, 3, 2));
		expect(new LevelQuery(levelOf(curtain)).walk([1, 1], [7, 1]).arrived).toBe(true);
		const beside = new LevelQuery(levelOf(appended(rectangle(0, 0, 8, 4), wall(4, 2, 6, 2, 0, 3))));
		expect(beside.walk([1, 1.65], [7, 1.65]).arrived).toBe(true);
		expect(beside.walk([1, 1.66], [7, 1.66])).toMatchObject({ arrived: false, why: 'Nonwalk face' });
		expect(beside.walk([5, 1.9], [5, 1]).arrived).toBe(true);
		expect(beside.walk([5, 2], [5, 1]).arrived).toBe(true);
		expect(beside.walk([5, 2], [5, 2]).arrived).toBe(true);
		expect(beside.walk([5, 1.9], [5, 1.95])).toMatchObject({ arrived: false, distance: 0 });
	});

	it('goes along edges and through vertices, and begins on them', () => {
		const query = new LevelQuery(levelOf(gridFloor(4)));
		for (const [from, to] of [
			pairs(0, 0, 4, 4),
			pairs(0, 1, 4, 1),
			pairs(0, 0, 4, 0),
			pairs(4, 4, 4, 0),
			pairs(2, 2, 3, 1),
			pairs(1, 2, 3, 4),
			pairs(4, 2, 0, 2),
		]) {
			const walk = query.walk(from, to);
			expect(walk).toMatchObject({ arrived: true, why: null });
			expect(walk.at[0]).toBeCloseTo(to[0], 9);
		}
		expect(query.walk([2, 2], [2, 9])).toMatchObject({ why: 'perimeter', at: [2, 4, 0] });
		expect(query.walk([0, 0], [-1, -1])).toMatchObject({ why: 'perimeter', distance: 0 });
	});

	it('does not pass from one piece of ground to another through a point that they share', () => {
		const bowTie = stoneMesh(triples(0, 0, 0, 2, 0, 0, 1, 1, 0, 2, 2, 0, 0, 2, 0), [0, 1, 2], [2, 3, 4]);
		expect(new LevelQuery(levelOf(bowTie)).walk([1, 0.5], [1, 1.5])).toMatchObject({ why: 'perimeter', at: [1, 1, 0] });
	});

	it('needs ground to begin on', () => {
		const query = new LevelQuery(levelOf(rectangle(0, 0, 4, 4)));
		expect(query.walk([9, 9], [1, 1])).toMatchObject({ arrived: false, why: 'no ground', room: -1, face: -1 });
		const rock = createWalkmesh({ ...rectangle(0, 0, 4, 4), surfaces: Uint32Array.of(7, 7) });
		expect(new LevelQuery(levelOf(rock)).walk([1, 1], [2, 2])).toMatchObject({ why: 'Nonwalk face', room: 0 });
		expect(query.walk([1, 1], [1, 1])).toMatchObject({ arrived: true, distance: 0 });
	});

	it('is stopped by placeables and doors in the state they have, if they take part', () => {
		const box = (kind: 'placeable' | 'door', doorState?: 'closed' | 'open1'): Walkmesh => ({
			...createWalkmesh({ ...wall(0, -1, 0, 1, 0, 2), kind }),
			...(doorState === undefined ? {} : { doorState }),
			position: [0.5, 0, 0],
		});
		const level = levelOf(...twoRooms());
		// Turned by a quarter, 0.5 along x of the model is 0.5 along y of the area.
		const objects = [
			{ walkmesh: box('placeable'), position: [2, 1, 0] as const, bearing: 0 },
			{ walkmesh: box('door', 'closed'), position: [4, 2, 0] as const, bearing: 0 },
			{ walkmesh: box('door', 'open1'), position: [4, 3, 0] as const, bearing: Math.PI / 2 },
		];
		const query = new LevelQuery(level, { objects });
		expect(query.walk([1, 1], [7, 1]).arrived).toBe(true);
		expect(query.walk([1, 1], [7, 1], { objects: ['placeable'] })).toMatchObject({
			why: 'placeable',
			at: [expect.closeTo(2.15, 5), 1, 0],
			blocker: { room: -1, object: 0 },
		});
		expect(query.walk([1, 2], [7, 2], { objects: ['closed'] })).toMatchObject({
			why: 'door',
			at: [expect.closeTo(4.15, 5), 2, 0],
			blocker: { object: 1 },
		});
		expect(query.walk([1, 2], [7, 2], { objects: ['open1'] }).arrived).toBe(true);
		expect(query.walk([1, 3.3], [7, 3.3], { objects: ['open1'] })).toMatchObject({
			why: 'door',
			blocker: { object: 2 },
		});
		expect(query.raycast([1, 1, 1], [7, 1, 1], { objects: ['placeable'] })).toMatchObject({
			object: 0,
			room: -1,
			distance: expect.closeTo(1.5, 6),
		});
		expect(query.raycast([1, 1, 1], [7, 1, 1])).toBeUndefined();
	});
});

const places = { turn: fc.double({ min: 0, max: 7, noNaN: true }), far: fc.constantFrom(0, 500, 8000) };

describe('on generated levels', () => {
	it('every doorway is crossed, and without its link the walk stops within a millimetre of it and says so', () => {
		fc.assert(
			fc.property(fc.nat(1000), places.turn, places.far, fc.boolean(), (seed, turn, far, straight) => {
				const { level, doorways } = linkedLevel(
					{ rooms: 6, trianglesPerRoom: 128, seed },
					{ turn: straight ? 0 : turn, offset: [far, -far] },
				);
				const query = new LevelQuery(level);
				for (const { room, other, edge, middle, across } of doorways) {
					// Half a metre to both sides: the ground of a doorway reaches a metre out of its room.
					const from = [middle[0] - across[0] * 0.5, middle[1] - across[1] * 0.5];
					const to = [middle[0] + across[0] * 0.5, middle[1] + across[1] * 0.5];
					expect(query.walk(from, to, { radius: 0 })).toMatchObject({ arrived: true, why: null, room: other });
					const cut = new LevelQuery(withoutLink(level, room, edge)).walk(from, to, { radius: 0 });
					expect(cut).toMatchObject({ arrived: false, why: 'missing link', room });
					expect(Math.hypot(cut.at[0] - middle[0], cut.at[1] - middle[1])).toBeLessThan(1e-3);
				}
			}),
			{ numRuns: runs(2, 30) },
		);
	});

	it('walks come as far as those of a walker who takes small steps', () => {
		const step = 0.01;
		// Off the border, along which float32 decides what is ground.
		const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
		fc.assert(
			fc.property(fc.nat(1000), places.turn, fc.tuple(share, share, share, share), (seed, turn, [a, b, c, d]) => {
				const { level } = linkedLevel({ rooms: 4, trianglesPerRoom: 128, seed }, { turn });
				const extent = 18;
				const point = (x: number, y: number): [number, number] => [
					x * extent * Math.cos(turn) - y * extent * Math.sin(turn),
					x * extent * Math.sin(turn) + y * extent * Math.cos(turn),
				];
				const query = new LevelQuery(level);
				const from = point(a, b);
				const way = point(c - a, d - b);
				const length = Math.hypot(...way);
				if (length < 0.1) return;
				const to = [
					from[0] + (way[0] / length) * Math.min(6, length),
					from[1] + (way[1] / length) * Math.min(6, length),
				];
				const ground = query.groundAt(...from);
				if (ground === undefined || !query.isWalkableAt(...from)) return;
				const walk = query.walk(from, to);
				const slow = stepAlong(level, { room: ground.room, z: ground.point[2] }, from, to, {
					radius: 0.35,
					height: 1.8,
					step,
				});
				// Grazing something is a matter of less than a step.
				const isOtherwise = (walk.why === 'Nonwalk face') !== (slow.why === 'obstacle');
				if (isOtherwise || walk.arrived !== slow.arrived || Math.abs(walk.distance - slow.distance) > step * 2) {
					const further = Math.min(walk.distance, slow.distance) + step;
					const share = Math.min(1, further / Math.min(6, length));
					const at = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, walk.at[2]];
					const off = Math.abs(obstacleDistance(level, at, 1.8) - 0.35);
					// Uphill, what is hardly higher than a step where it stands is lower than one where the walk comes to.
					const ahead = [at[0], at[1], at[2] + 0.35];
					const isLow = walk.distance > slow.distance && obstacleDistance(level, ahead, 1.45) > 0.35;
					expect({ walk, slow, grazes: off < 1e-3 || isLow }).toMatchObject({ grazes: true });
					return;
				}
				expect(walk.at[2]).toBeCloseTo(slow.z, 1);
			}),
			{ numRuns: runs(3, 120) },
		);
	});
});

describe.skipIf(!corpusPresent)('between four real rooms', () => {
	it('people walk through every doorway and can go from each room to each', () => {
		const rooms = fourRooms();
		const query = new LevelQuery(levelOf(...rooms));
		const middles: [number, number][] = [];
		for (const [room, mesh] of rooms.entries()) {
			for (const { start, end, transition } of mesh === undefined ? [] : perimeterEdges(mesh)) {
				if (rooms[transition] === undefined) continue;
				const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
				const [nx, ny] = [(end[1] - start[1]) / length, (start[0] - end[0]) / length];
				const [x, y] = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
				expect(query.walk([x - nx, y - ny], [x + nx, y + ny])).toMatchObject({ arrived: true, room: transition });
				expect(query.walk([x + nx, y + ny], [x - nx, y - ny])).toMatchObject({ arrived: true, room });
				middles.push([x - nx, y - ny]);
			}
		}
		expect(middles).toHaveLength(8);
		expect(query.reachable(middles[0]).rooms).toEqual(Object.values(FOUR_ROOMS).sort());
		for (const from of THOROUGH ? middles : middles.slice(0, 3)) {
			for (const to of middles) {
				const { arrived, points, length } = query.route(from, to);
				expect(arrived).toBe(true);
				expect(length).toBeGreaterThanOrEqual(Math.hypot(to[0] - from[0], to[1] - from[1]) - 1e-9);
				for (let i = 1; i < points.length; i++) expect(query.walk(points[i - 1], points[i]).arrived).toBe(true);
			}
		}
	});
});
