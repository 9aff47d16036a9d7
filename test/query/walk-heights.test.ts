import { describe, expect, test } from 'vitest';
import { LevelIndex } from '../../level/query/level-index.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { creatureOf } from '../../level/query/walk.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { EAST, levelOf, NORTH, rectangle, SOUTH, WEST, withTransitions } from '../support/levels.ts';
import { appended, wall } from '../support/own-floors.ts';
import { stoneMesh } from '../support/soups.ts';

/** The same ground with heights by x and y. */
function raised(mesh: Walkmesh, height: (x: number, y: number) => number): Walkmesh {
	const positions = mesh.positions.map((value, i, all) => (i % 3 === 2 ? height(all[i - 2], all[i - 1]) : value));
	return { ...mesh, positions };
}

/** Upright faces across the way at x. */
const wallAt = (x: number, low: number, high: number): Walkmesh => wall(x, -9, x, 9, low, high);
const ceilingAt = (z: number): Walkmesh => ({ ...rectangle(-20, -20, 60, 60, z), surfaces: Uint32Array.of(7, 7) });
const first = (mesh = rectangle(0, 0, 4, 4)): Walkmesh => withTransitions(mesh, { [EAST]: 1 });
const walk = (to: readonly number[], from: readonly number[], options: object, ...rooms: (Walkmesh | undefined)[]) =>
	new LevelQuery(levelOf(...rooms)).walk(from, to, options);

test('whoever is a little below a floor stands on it, and not on the one below', () => {
	const floors = appended(rectangle(0, 0, 8, 4, 3), rectangle(0, 0, 8, 4));
	for (const below of [0, 0.003, 0.0199]) {
		expect(walk([7, 1], [1, 1, 3 - below], {}, floors)).toMatchObject({ arrived: true, at: [7, 1, 3] });
		expect(new LevelQuery(levelOf(floors)).route([1, 1, 3 - below], [7, 1, 3 - below])).toMatchObject({
			at: [7, 1, 3],
		});
	}
	expect(walk([7, 1], [1, 1, 2.97], {}, floors)).toMatchObject({ arrived: true, at: [7, 1, 0] });
	expect(walk([7, 1], [1, 1, -0.03], {}, floors)).toMatchObject({ arrived: false });
});

describe('a walk over slopes', () => {
	test('ends at the height of the ground, arrived or stopped', () => {
		const slope = (x: number, y: number): number => x * 0.25 + y * 0.5;
		const hill = raised(rectangle(0, 0, 8, 4), slope);
		expect(walk([7, 3], [1, 1], {}, hill)).toMatchObject({ arrived: true, at: [7, 3, expect.closeTo(3.25, 9)] });
		expect(walk([1, 1], [7, 3], {}, hill)).toMatchObject({ arrived: true, at: [1, 1, expect.closeTo(0.75, 9)] });
		expect(walk([9, 1], [1, 1], {}, hill)).toMatchObject({ why: 'perimeter', at: [8, 1, expect.closeTo(2.5, 6)] });
		const stopped = walk([7, 1], [1, 1], {}, appended(hill, wallAt(5, -9, 9)));
		expect(stopped).toMatchObject({ why: 'Nonwalk face', blocker: { room: 0, object: -1 } });
		expect(stopped.at[0]).toBeCloseTo(4.65, 5);
		expect(stopped.at[2]).toBeCloseTo(slope(4.65, 1), 5);
		expect(stopped.distance).toBeCloseTo(3.65, 5);
	});

	test('goes on at the height of the next room, and is stopped by what is too low there', () => {
		const next = (x: number) => raised(withTransitions(rectangle(x, 0, 8, 4), { [WEST]: 0 }), (at) => (at - x) * 0.5);
		for (const gap of [0, 0.0015]) {
			expect(walk([10, 1], [1, 1], {}, first(), next(4 + gap))).toMatchObject({
				arrived: true,
				at: [10, 1, expect.closeTo(3, 2)],
			});
			// The head is 1.8 m above the ground: the ceiling at 2.5 m is too low from where the ground is 0.7 m high, and that is a radius ahead.
			const low = walk([10, 1], [1, 1], {}, first(), appended(next(4 + gap), ceilingAt(2.5)));
			expect(low).toMatchObject({ why: 'Nonwalk face', room: 1 });
			expect(low.at[0]).toBeCloseTo(5.05, 2);
			expect(low.at[2]).toBeCloseTo((low.at[0] - 4) * 0.5, 2);
		}
	});

	test('takes the floor of the next room that is nearest in height', () => {
		const storeys = appended(rectangle(4, 0, 4, 4), rectangle(4, 0, 4, 4, 3), rectangle(4, 0, 4, 4, 7));
		for (const [z, floor] of [[0, 0], [1.4, 0], [1.6, 3], [4, 3], [6, 7], [9, 7]]) // biome-ignore format: one row
			expect(walk([7, 1], [1, 1, z], { radius: 0 }, first(rectangle(0, 0, 4, 4, z)), storeys)).toMatchObject({
				at: [7, 1, floor],
			});
	});
});

describe('a wall across a slope is as high from below as from above', () => {
	/** A floor, a ramp that rises from it at x = 4 to x = 8, and a floor at its top: in one room, or in three. */
	const heights = (rise: number): number[] => [0, 0, rise, rise];
	const strip = (i: number, rise: number): Walkmesh => {
		const [low, high] = heights(rise).slice(i, i + 2);
		const links = { ...(i > 0 ? { [WEST]: i - 1 } : {}), ...(i < 2 ? { [EAST]: i + 1 } : {}) };
		return raised(withTransitions(rectangle(i * 4, 0, 4, 4), links), (x) => low + ((high - low) * (x - i * 4)) / 4);
	};
	const inThree = (rise: number): Walkmesh[] => [0, 1, 2].map((i) => strip(i, rise));
	const inOne = (rise: number): Walkmesh[] => {
		const at = heights(rise).flatMap((z, i) => [[i * 4, 0, z], [i * 4, 4, z]]); // biome-ignore format: one row
		return [stoneMesh(at, ...[0, 2, 4].flatMap((i) => [[i, i + 2, i + 3], [i, i + 3, i + 1]]))]; // biome-ignore format: one row
	};
	const groundAt = (x: number, rise: number): number => rise * Math.min(1, Math.max(0, (x - 4) / 4));

	/** Whether one gets from end to end, and back, past something. */
	function passes(rooms: readonly Walkmesh[], barrier: Walkmesh, rise: number): boolean[] {
		const all = rooms.map((room, i) => (i > 0 ? room : appended(room, barrier)));
		const [low, high] = [[1, 2, 0.05], [11, 2, rise + 0.05]]; // biome-ignore format: one row
		const query = new LevelQuery(levelOf(...all));
		return [...[query.walk(low, high), query.walk(high, low)], ...[query.route(low, high), query.route(high, low)]].map(
			({ arrived }) => arrived,
		);
	}

	const xs = [3, 3.7, 3.9, 4, 4.1, 4.3, 5, 6, 7.7, 7.9, 8, 8.1, 8.3, 9];
	test.each([0.5, 1, 2, 3.5, -0.5, -1, -2, -3.5])('with a ramp that rises by %d m', (rise) => {
		for (const rooms of [inOne(rise), inThree(rise)]) {
			for (const x of xs) {
				for (const [high, isPassed] of [
					[-0.5, true],
					[0, true],
					[0.09, true],
					[0.11, false],
					[0.3, false],
					[1.7, false],
				] as const) {
					// biome-ignore format: one row
					const z = groundAt(x, rise);
					const found = passes(rooms, wallAt(x, z - 2, z + high), rise);
					expect(found, `${high} at ${x}`).toEqual(new Array(4).fill(isPassed));
				}
				// What hangs above it is as low from below as from above.
				for (const [low, isPassed] of [[1.7, false], [1.81, true]] as const) // biome-ignore format: one row
					expect(passes(rooms, wallAt(x, groundAt(x, rise) + low, 9), rise), `${low} over ${x}`).toEqual(
						new Array(4).fill(isPassed),
					);
			}
		}
	});

	test('and the sides of a ramp that end at its ground narrow it for nobody', () => {
		for (const rise of [1, 3.5]) {
			for (const rooms of [inOne(rise), inThree(rise)]) {
				const beside = (y: number): Walkmesh => {
					const side = [[4, y, 0], [8, y, 0], [8, y, rise]]; // biome-ignore format: one row
					return { ...stoneMesh(side, [0, 1, 2]), surfaces: Uint32Array.of(7) };
				};
				expect(passes(rooms, appended(beside(1.95), beside(2.05)), rise)).toEqual([true, true, true, true]);
			}
		}
	});
});

describe('a walk over a seam', () => {
	const around = (): [Walkmesh, Walkmesh, Walkmesh, Walkmesh] => [
		withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 1, [NORTH]: 2 }),
		withTransitions(rectangle(4, 0, 4, 4), { [WEST]: 0, [NORTH]: 3 }),
		withTransitions(rectangle(0, 4, 4, 4), { [EAST]: 3, [SOUTH]: 0 }),
		withTransitions(rectangle(4, 4, 4, 4), { [WEST]: 2, [SOUTH]: 1 }),
	];

	test.each([
		[[1, 1], [7, 1], 1],
		[[1, 1], [7, 2], 1],
		[[1, 1], [1, 7], 2],
		[[4, 1], [7, 1], 1],
		[[4, 1], [1, 1], 0],
		[[7, 4], [7, 7], 3],
		[[7, 4], [7, 1], 1],
		[[2, 3], [6, 7], 3],
		[[7, 7], [1, 2], 0],
		[[3, 3], [3.5, 7], 2],
	] as const)('from %j to %j ends in room %d', (from, to, room) => {
		expect(walk(to, from, {}, ...around())).toMatchObject({ arrived: true, room, at: [...to, 0] });
	});

	test('through a corner that the next room begins with goes on there', () => {
		const tip = stoneMesh([[4, 2, 0], [8, 0, 0], [8, 4, 0]], [0, 1, 2]); // biome-ignore format: one row
		expect(walk([7, 2], [1, 2], { radius: 0 }, first(), tip)).toMatchObject({ arrived: true, room: 1 });
		expect(walk([7, 3], [1, 3], { radius: 0 }, first(), tip)).toMatchObject({ why: 'gap', room: 0, at: [4, 3, 0] });
	});

	test('goes on only as far as a gap may be wide', () => {
		for (const [off, arrives] of [[0.0019, true], [0.0022, false]] as const) // biome-ignore format: one row
			expect(walk([7, 1], [1, 1], {}, first(), rectangle(4 + off, 0, 4, 4)).arrived).toBe(arrives);
	});
});

describe('why a walk ends at an edge', () => {
	const floor = rectangle(0, 0, 4, 4);
	const why = (...rooms: Walkmesh[]) => walk([7, 1], [1, 1], { radius: 0 }, ...rooms).why;

	test.each([
		['nothing beyond', [floor], 'perimeter'],
		['ground of another room, half a metre up', [floor, rectangle(4, 0, 4, 4, 0.49)], 'missing link'],
		['ground of another room, half a metre down', [floor, rectangle(4, 0, 4, 4, -0.49)], 'missing link'],
		['ground of another room, farther up', [floor, rectangle(4, 0, 4, 4, 0.51)], 'perimeter'],
		['ground of another room, farther down', [floor, rectangle(4, 0, 4, 4, -0.51)], 'perimeter'],
		['ground of another room, 4 mm away', [floor, rectangle(4.004, 0, 4, 4)], 'missing link'],
		['ground of another room, 6 mm away', [floor, rectangle(4.006, 0, 4, 4)], 'perimeter'],
		['rock of another room', [floor, { ...rectangle(4, 0, 4, 4), surfaces: Uint32Array.of(7, 7) }], 'perimeter'],
		[
			'rock of its own',
			[appended(floor, { ...rectangle(4, 0, 4, 4), surfaces: Uint32Array.of(7, 7) })],
			'Nonwalk face',
		],
		[
			'rock of its own, farther up',
			[appended(floor, { ...rectangle(4, 0, 4, 4, 0.6), surfaces: Uint32Array.of(7, 7) })],
			'perimeter',
		],
		['ground of its own that hangs not together', [appended(floor, rectangle(4, 0, 4, 4))], 'perimeter'],
		['a wall on the edge', [appended(floor, wallAt(4, 0, 3))], 'Nonwalk face'],
		['a wall 4 mm beyond it', [appended(floor, wallAt(4.004, 0, 3))], 'Nonwalk face'],
		['a wall 4 mm before it', [appended(floor, wallAt(3.996, 0, 3))], 'Nonwalk face'],
		['a wall 6 mm beyond it', [appended(floor, wallAt(4.006, 0, 3))], 'perimeter'],
		['a sill on it', [appended(floor, wallAt(4, 0, 0.06))], 'Nonwalk face'],
		['a rail on it', [appended(floor, wallAt(4, 0.4, 0.6))], 'Nonwalk face'],
		['a bar on it', [appended(floor, wallAt(4, 0.9, 1.1))], 'Nonwalk face'],
		['a lintel on it', [appended(floor, wallAt(4, 1.1, 3))], 'perimeter'],
	] as const)('is told by what lies there: %s', (_, rooms, expected) => {
		expect(why(...rooms)).toBe(expected);
	});

	test('is reported on every side of a room', () => {
		for (const [to, x, y] of [[[-3, 2], -4, 0], [[2, -3], 0, -4], [[2, 7], 0, 4]] as const) // biome-ignore format: one row
			expect(walk(to, [2, 2], { radius: 0 }, floor, rectangle(x, y, 4, 4)).why).toBe('missing link');
	});
});

test('who walks is as large as a person unless said otherwise', () => {
	expect(creatureOf({})).toEqual({ radius: 0.35, height: 1.8 });
	expect(creatureOf({ radius: 0.5 })).toEqual({ radius: 0.5, height: 1.8 });
	expect(creatureOf({ height: 1 })).toEqual({ radius: 0.35, height: 1 });
	for (const radius of [-1, Number.NaN, '1']) expect(() => creatureOf({ radius: radius as number })).toThrow('radius');
});

describe('the index of a level', () => {
	const level = new LevelIndex(
		levelOf(undefined, rectangle(0, 0, 4, 4, 1), rectangle(2, 2, 4, 4, 1), rectangle(0, 0, 1, 1, 5)),
		{
			objects: [
				{ walkmesh: { ...rectangle(0, 0, 1, 1), kind: 'placeable' }, position: [10, 0, 0], bearing: 0 },
				{ walkmesh: { ...rectangle(0, 0, 1, 1), kind: 'door' }, position: [20, 0, 0], bearing: 0 },
				{ walkmesh: { ...rectangle(0, 0, 1, 1), kind: 'door', doorState: 'open2' }, position: [20, 0, 0], bearing: 0 },
				{ walkmesh: rectangle(0, 0, 1, 1), position: [30, 0, 0], bearing: 0 },
			],
		},
	);

	test('has rooms with a walkmesh, then objects that can stand in an area', () => {
		expect(level.parts.map(({ room, object, kind }) => [room, object, kind])).toEqual([
			[1, -1, undefined],
			[2, -1, undefined],
			[3, -1, undefined],
			[-1, 0, 'placeable'],
			[-1, 1, 'closed'],
			[-1, 2, 'open2'],
		]);
		expect([level.roomCount, level.rooms.length, level.faceCount]).toEqual([3, 4, 6]);
		expect(level.rooms[0]).toBeUndefined();
	});

	test.each([
		[[2, 2, 0], 1],
		[[2, 2, Number.NaN], 0],
		[[-3, -4, 1], 5],
		[[7, 8, 1], 5],
		[[-1, 2, 3], Math.hypot(1, 2)],
		[[2, 5, 1], 1],
		[[2, -1, 1], 1],
		[[5, 2, 1], 1],
	])('knows how far a point is from the bounds of a room: %j', (point, distance) => {
		expect(level.distanceTo(0, point[0], point[1], point[2])).toBe(distance);
	});

	test.each([
		[0, 0, false],
		[4, 4, false],
		[-0.1, 2, true],
		[4.1, 2, true],
		[2, -0.1, true],
		[2, 4.1, true],
	])('knows whether the vertical line at %d, %d misses a room', (x, y, misses) => {
		expect(level.isBeside(0, x, y)).toBe(misses);
	});

	test('finds rooms, and objects of the kinds that take part, whose bounds touch a box', () => {
		const parts = (low: number[], high: number[], ...kinds: string[]): number[][] =>
			level.partsIn(low, high, new Set(kinds)).map(({ room, object }) => [room, object]);
		expect(parts([0, 0, 1], [1, 1, 1])).toEqual([[1, -1]]);
		expect(parts([0, 0, 0], [4, 4, 9])).toEqual([[1, -1], [2, -1], [3, -1]]); // biome-ignore format: one row
		expect(parts([0, 0, 1.1], [4, 4, 4.9])).toEqual([]);
		for (const axis of [0, 1, 2]) {
			const at = (value: number): number[] => [0, 1, 2].map((k) => (k === axis ? value : k === 2 ? 1 : 3));
			expect(parts(at(axis === 2 ? 1.01 : 6.01), at(9)).length).toBe(0);
			expect(parts(at(-9), at(axis === 2 ? 0.99 : -0.01)).length).toBe(0);
			expect(parts(at(-9), at(9)).length).toBe(2);
		}
		expect(parts([-99, -99, -99], [99, 99, 99], 'closed')).toHaveLength(4);
		expect(parts([-99, -99, -99], [99, 99, 99], 'placeable', 'open2').slice(3)).toEqual([[-1, 0], [-1, 2]]); // biome-ignore format: one row
	});

	test('lists its parts in order where they are many', () => {
		const rooms = Array.from({ length: 30 }, (_, i) => rectangle(-((i * 7) % 11), -((i * 5) % 13), 20, 20));
		const many = new LevelIndex(levelOf(...rooms));
		expect(many.partsIn([0, 0, 0], [1, 1, 1], new Set()).map(({ room }) => room)).toEqual([...rooms.keys()]);
		expect(many.groundAt(1, 1)).toMatchObject({ room: 0 });
	});

	test('gives ground to the first of two rooms as high, and to the highest', () => {
		expect(level.groundAt(3, 3)).toMatchObject({ room: 1, object: -1, point: [3, 3, 1] });
		expect(level.groundAt(0.5, 0.2)).toMatchObject({ room: 3, point: [0.5, 0.2, 5], distance: 0 });
		expect(level.groundAt(0.5, 0.2, 4)).toMatchObject({ room: 1, distance: 3 });
		expect(level.heightAt(0.5, 0.2)).toBe(5);
		expect([level.isWalkableAt(3, 3), level.isWalkableAt(3, 3, 0.9), level.isWalkableAt(9, 9)]).toEqual([
			true,
			false,
			false,
		]);
		expect(level.groundAt(10.5, 0.5)).toBeUndefined();
	});
});

test('the room at a point on a crack is found a millimetre to any side of it', () => {
	const at = (x: number, y: number, w: number, d: number): number =>
		new LevelQuery(levelOf(undefined, rectangle(x, y, w, d))).roomAt(0, 0);
	const near = 0.0006;
	expect([
		at(near, near, 4, 4),
		at(-4, -4, 4 - near, 4 - near),
		at(near, -4, 4, 4 - near),
		at(-4, near, 4 - near, 4),
	]).toEqual([1, 1, 1, 1]);
	const far = 0.0008;
	expect([at(far, far, 4, 4), at(-4, -4, 4 - far, 4 - far), at(far, -4, 4, 4 - far), at(-4, far, 4 - far, 4)]).toEqual([
		-1, -1, -1, -1,
	]);
});

test('the nearest walkable point of two rooms as near is that of the first', () => {
	const rooms = [rectangle(9, 0, 4, 4), rectangle(0, 0, 4, 4), rectangle(6, 0, 2, 4)];
	expect(new LevelQuery(levelOf(...rooms)).nearestWalkable([5, 2, 0])).toMatchObject({
		room: 1,
		point: [4, 2, 0],
		distance: 1,
	});
	expect(new LevelQuery(levelOf(...rooms.toReversed())).nearestWalkable([5, 2, 0])).toMatchObject({
		room: 0,
		point: [6, 2, 0],
	});
	expect(new LevelQuery(levelOf(...rooms)).nearestWalkable([5.5, 2, 0])).toMatchObject({ room: 2, distance: 0.5 });
});
