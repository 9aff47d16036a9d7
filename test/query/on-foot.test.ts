import { describe, expect, test } from 'vitest';
import { LevelQuery } from '../../level/query/level-query.ts';
import { type FootReach, reachOnFoot } from '../../level/query/on-foot.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { PERSON, type Walkmesh } from '../../src/model/walkmesh.ts';
import { EAST, fan, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { appended, merged, NONWALK, surfaced, wall } from '../support/own-floors.ts';
import { pairs } from '../support/points.ts';
import { seedOfRun } from '../support/seed.ts';
import { runs } from '../support/thorough.ts';

type Wall = readonly [x: number, y: number, u: number, v: number];

const reachOf = (...rooms: readonly Walkmesh[]): FootReach =>
	reachOnFoot(new LevelQuery(levelOf(...rooms), { surfaces: K1 }));
const areasOf = ({ parts }: FootReach): number[] => parts.map(({ area }) => Number(area.toFixed(3)));

/** A floor of squares of a metre. */
function tiles(width: number, depth: number): Walkmesh {
	return merged(...Array.from({ length: width * depth }, (_, i) => rectangle(i % width, Math.floor(i / width), 1, 1)));
}

describe('walls', () => {
	test('across a floor part it, and the face that stands there is named', () => {
		const floor = merged(rectangle(0, 0, 4, 3), rectangle(4, 0, 6, 3));
		const { parts, barriers } = reachOf(appended(floor, wall(4, -1, 4, 4)));
		expect(parts.map(({ area, room, rooms, face }) => [area, room, rooms, face > 1])).toEqual([
			[18, 0, [0], true],
			[12, 0, [0], false],
		]);
		expect(barriers).toHaveLength(1);
		expect(barriers[0]).toMatchObject({ parts: [0, 1], width: 0, room: 0, obstacle: { room: 0, object: -1 } });
		expect([4, 5]).toContain(barriers[0].obstacle?.face);
	});

	test.each([
		['as wide as a body and a little more', 0.72, 1],
		['a little narrower', 0.68, 2],
	])('a neck %s', (_, width, count) => {
		const floor = merged(rectangle(0, 0, 4, 4), rectangle(4, 0, 4, 4));
		const [low, high] = [2 - width / 2, 2 + width / 2];
		const { parts, barriers } = reachOf(appended(floor, wall(4, 0, 4, low), wall(4, high, 4, 4)));
		expect(parts).toHaveLength(count);
		expect(barriers.map((each) => Number(each.width.toFixed(2)))).toEqual(count === 1 ? [] : [width]);
		if (count === 2) expect(barriers[0].at[1]).toBeCloseTo(2, 1);
	});

	test('in the middle of a single face divide its area', () => {
		const { parts, barriers } = reachOf(appended(fan([0, 0, 0], [8, 0, 0], [0, 8, 0]), wall(4, -1, 4, 9)));
		// Measured at some points of the face.
		expect(Math.abs(parts[0].area - 24)).toBeLessThan(1.5);
		expect(parts[0].area + parts[1].area).toBeCloseTo(32);
		expect(barriers).toMatchObject([{ width: 0, face: 0 }]);
	});

	test('leave the largest face of each part, and one spot on each of their sides', () => {
		const beside = fan([0, 0, 0], [0, 8, 0], [-7.5, 4, 0]);
		const mesh = appended(merged(fan([0, 0, 0], [8, 0, 0], [0, 8, 0]), beside), wall(4, -1, 4, 9));
		const { parts, spotsOn } = reachOf(mesh);
		expect(parts.map(({ face }) => face)).toEqual([1, 0]);
		// On the edge, in the middle, and on either side of the wall.
		expect(spotsOn(0, 0)).toHaveLength(4);
		const strip = reachOf(appended(fan([0, 0, 0], [8, 0, 0], [0, 8, 0]), wall(-1, 0.5, 9, 0.5)));
		expect(strip.spotsOn(0, 0)).toHaveLength(3);
	});

	test('that shut off the corner of a floor of two faces, with walls all around, are found', () => {
		const around = [
			[0, 0, 10, 0],
			[10, 0, 10, 10],
			[10, 10, 0, 10],
			[0, 10, 0, 0],
		].map((each) => wall(...(each as unknown as Wall)));
		const { parts, barriers } = reachOf(appended(rectangle(0, 0, 10, 10), ...around, wall(6, 0, 10, 4)));
		expect(parts).toHaveLength(2);
		expect(parts[1].area).toBeGreaterThan(6);
		expect(parts[1].area).toBeLessThan(10);
		expect(barriers).toMatchObject([{ width: 0 }]);
	});

	test('that shut in a corner too narrow for a body leave it with the ground beside it', () => {
		const floor = merged(rectangle(0, 0, 4, 3), rectangle(4, 0, 0.3, 3));
		expect(areasOf(reachOf(appended(floor, wall(4.3, 0, 4.3, 3))))).toEqual([12.9]);
	});
});

test('placeables stop people, doors do not', () => {
	const box = appended(rectangle(-0.1, -2, 0.2, 4, 1), wall(-0.1, -2, -0.1, 2), wall(0.1, -2, 0.1, 2));
	const level = levelOf(merged(rectangle(0, 0, 4, 3), rectangle(4, 0, 5, 3)));
	const partsWith = (kind: 'placeable' | 'door') => {
		const walkmesh = { ...surfaced(box, NONWALK), kind, name: 'box' };
		const objects = [{ walkmesh, position: [4, 1.5, 0] as const, bearing: 0 }];
		return reachOnFoot(new LevelQuery(level, { surfaces: K1, objects }));
	};
	expect(areasOf(partsWith('door'))).toEqual([27]);
	const { parts, barriers } = partsWith('placeable');
	expect(parts).toHaveLength(2);
	expect(barriers[0].obstacle).toMatchObject({ object: 0 });
});

describe('rooms', () => {
	const [one, other] = [rectangle(0, 0, 4, 4), rectangle(4, 0, 5, 4)];

	test('belong together where they are linked', () => {
		expect(areasOf(reachOf(one, other))).toEqual([20, 16]);
		const { parts } = reachOf(withTransitions(one, { [EAST]: 1 }), withTransitions(other, { [WEST]: 0 }));
		expect(parts).toHaveLength(1);
		expect([...parts[0].areas]).toEqual(pairs(0, 16, 1, 20));
		expect(parts[0].rooms).toEqual([0, 1]);
	});

	test('do not where a wall of one stands on the link', () => {
		const shut = appended(withTransitions(other, { [WEST]: 0 }), wall(4, 0, 4, 4));
		const { parts, barriers } = reachOf(withTransitions(one, { [EAST]: 1 }), shut);
		expect(parts).toHaveLength(2);
		expect(barriers).toMatchObject([{ obstacle: { room: 1 } }]);
	});

	test('that are not known join all ground that leads to them', () => {
		const [left, right] = [rectangle(0, 0, 4, 4), rectangle(8, 0, 4, 4)];
		const level = levelOf(withTransitions(left, { [EAST]: 2 }), withTransitions(right, { [WEST]: 2 }), undefined);
		expect(areasOf(reachOnFoot(new LevelQuery(level, { surfaces: K1 })))).toEqual([32]);
	});
});

test('a floor that is there twice is one floor, and one above another is not', () => {
	const twice = appended(rectangle(0, 0, 4, 4), fan([1, 1, 0], [3, 1, 0], [3, 3, 0], [1, 3, 0]));
	expect(areasOf(reachOf(twice))).toEqual([20]);
	expect(areasOf(reachOf(appended(rectangle(0, 0, 4, 4), rectangle(1, 1, 2, 2, 3))))).toEqual([16, 4]);
});

test('each walkable face says its part and its spots', () => {
	const mesh = appended(merged(rectangle(0, 0, 4, 3), rectangle(4, 0, 6, 3)), wall(4, -1, 4, 4));
	const { partOf, spotsOn } = reachOf(mesh);
	expect([0, 1, 2, 3, 4, 5].map((face) => partOf(0, face))).toEqual([1, 1, 0, 0, -1, -1]);
	expect(partOf(1, 0)).toBe(-1);
	for (const face of [0, 1, 2, 3]) {
		for (const { at, part } of spotsOn(0, face)) {
			expect(part).toBe(partOf(0, face));
			expect(Math.abs(at[0] - 4)).toBeGreaterThanOrEqual(PERSON.radius - 1e-6);
		}
	}
	expect(spotsOn(0, 4)).toEqual([]);
});

/** Metres from a point to a wall in plan. */
function distanceTo([ax, ay, bx, by]: Wall, x: number, y: number): number {
	const [dx, dy] = [bx - ax, by - ay];
	const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
	return Math.hypot(x - ax - dx * t, y - ay - dy * t);
}

const CELL = 0.05;

/** Slow and obvious: a flat floor in small cells, those in which a body of a radius can stand, and which of them lie side by side. */
function flood(size: number, walls: readonly Wall[], radius: number): (x: number, y: number) => number {
	const count = Math.round(size / CELL);
	const marks = new Int32Array(count * count).fill(-1);
	const cellOf = (x: number, y: number): number =>
		Math.min(count - 1, Math.floor(y / CELL)) * count + Math.min(count - 1, Math.floor(x / CELL));
	for (let i = 0; i < marks.length; i++) {
		const [x, y] = [((i % count) + 0.5) * CELL, (Math.floor(i / count) + 0.5) * CELL];
		if (walls.every((each) => distanceTo(each, x, y) > radius)) marks[i] = 0;
	}
	let next = 0;
	for (const start of marks.keys()) {
		if (marks[start] !== 0) continue;
		marks[start] = ++next;
		const queue = [start];
		for (const at of queue) {
			const [x, y] = [at % count, Math.floor(at / count)];
			const beside = [x > 0 ? at - 1 : -1, x < count - 1 ? at + 1 : -1, at - count, y < count - 1 ? at + count : -1];
			for (const other of beside) {
				if (other < 0 || marks[other] !== 0) continue;
				marks[other] = next;
				queue.push(other);
			}
		}
	}
	return (x, y) => marks[cellOf(x, y)];
}

test('among walls at random it says the same as a floor in small cells', () => {
	const seed = seedOfRun();
	console.log(`seed ${seed}`);
	const random = generator(seed);
	const size = 6;
	let apart = 0;
	for (let run = 0; run < runs(2, 30); run++) {
		const walls = Array.from({ length: 4 + Math.floor(random() * 5) }, (): Wall => {
			const [x, y, angle, length] = [random() * size, random() * size, random() * 2 * Math.PI, 1 + random() * 5];
			return [x, y, x + Math.cos(angle) * length, y + Math.sin(angle) * length];
		});
		// One at least parts the floor.
		if (run === 0) walls.push([size / 2, -1, size / 2, size + 1]);
		const floor = tiles(size, size);
		const { spotsOn, isComplete } = reachOf(appended(floor, ...walls.map((each) => wall(...each))));
		const spots = [...floor.surfaces.keys()].flatMap((face) => spotsOn(0, face));
		// A body a little wider, and one a little narrower: what lies between is a matter of the cells.
		const [wide, narrow] = [flood(size, walls, 0.35 + CELL), flood(size, walls, 0.35 - CELL)];
		const first = new Map<number, number>();
		for (const { at, part } of spots) {
			const [x, y] = at;
			const place = `run ${run}: ${x} ${y}`;
			const group = wide(x, y);
			if (group > 0) expect(part, place).toBe(first.get(group) ?? part);
			if (group > 0) first.set(group, part);
			for (const other of spots.slice(0, 40)) {
				if (
					narrow(x, y) > 0 &&
					narrow(other.at[0], other.at[1]) > 0 &&
					narrow(x, y) !== narrow(other.at[0], other.at[1])
				) {
					apart++;
					expect(part, `${place}, ${other.at}`).not.toBe(other.part);
				}
			}
		}
		expect(isComplete).toBe(true);
	}
	expect(apart).toBeGreaterThan(0);
});
