import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LevelQuery } from '../../level/query/level-query.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { gridRoute } from '../reference/grid-route.ts';
import { obstacleDistance } from '../reference/walk.ts';
import { EAST, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { linkedLevel } from '../support/linked-levels.ts';
import { walled } from '../support/own-floors.ts';
import { pairs } from '../support/points.ts';
import { runs } from '../support/thorough.ts';

/** Every leg of a route can be walked. */
function expectWalkable(query: LevelQuery, points: readonly (readonly number[])[], options = {}): void {
	for (let i = 1; i < points.length; i++) {
		expect(query.walk(points[i - 1], points[i], options)).toMatchObject({ arrived: true });
	}
}

function lengthOf(points: readonly (readonly number[])[]): number {
	return points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i][0], y - points[i][1]), 0);
}

describe('a route', () => {
	it('goes about the end of a wall at the radius', () => {
		const query = new LevelQuery(levelOf(walled(rectangle(0, 0, 8, 8), [4, 0, 4, 5])));
		const { arrived, points, length } = query.route([3, 1], [5, 1]);
		expect(arrived).toBe(true);
		expectWalkable(query, points);
		expect(length).toBeCloseTo(lengthOf(points), 9);
		// To the circle about the end of the wall, half about it, and back.
		const tangent = Math.sqrt(17 - 0.35 ** 2);
		const least = 2 * (tangent + 0.35 * (Math.PI - Math.atan(1 / 4) - Math.acos(0.35 / Math.sqrt(17))));
		expect(length).toBeGreaterThan(least);
		expect(length).toBeLessThan(least * 1.005);
		expect(query.route([3, 1], [5, 1], { radius: 0.1 }).length).toBeLessThan(length);
	});

	it.each([
		[0.72, true],
		[0.69, false],
	])('fits through a gap of %d m: %s', (gap, fits) => {
		for (const turn of [0, 0.3]) {
			const [c, s] = [Math.cos(turn), Math.sin(turn)];
			const flat = walled(rectangle(0, 0, 8, 8), [4, 0, 4, 5], [4, 5 + gap, 4, 8]);
			const positions = flat.positions.map((value, i, all) =>
				i % 3 === 0 ? value * c - all[i + 1] * s : i % 3 === 1 ? all[i - 1] * s + value * c : value,
			);
			const query = new LevelQuery(levelOf({ ...flat, positions }));
			const at = (x: number, y: number): [number, number] => [x * c - y * s, x * s + y * c];
			const route = query.route(at(1, 1), at(7, 2));
			expect({ arrived: route.arrived, why: route.why }).toEqual({ arrived: fits, why: fits ? null : 'too narrow' });
			expectWalkable(query, route.points);
		}
	});

	it('goes through linked doorways, and says where nothing leads', () => {
		const a = withTransitions(rectangle(0, 0, 4, 4), { [EAST]: 1 });
		const b = withTransitions(rectangle(4, 0, 4, 4), { [WEST]: 0 });
		const query = new LevelQuery(levelOf(a, b));
		expect(query.route([1, 1], [7, 3])).toMatchObject({ arrived: true, room: 1 });
		expect(query.reachable([1, 1])).toEqual({
			faces: pairs(0, 1, 0, 1),
			rooms: [0, 1],
		});
		const cut = new LevelQuery(levelOf(rectangle(0, 0, 4, 4), b));
		expect(cut.route([1, 1], [7, 3])).toMatchObject({ arrived: false, why: 'not connected', points: [[1, 1, 0]] });
		expect(cut.reachable([1, 1])).toEqual({ faces: [[0, 1], []], rooms: [0] });
		expect(cut.route([1, 1], [70, 3])).toMatchObject({ arrived: false, why: 'no ground', room: 0 });
		expect(cut.route([-1, 1], [7, 3])).toMatchObject({ arrived: false, why: 'no ground', room: -1, points: [] });
		expect(cut.reachable([-1, 1]).rooms).toEqual([]);
	});

	it('goes about placeables that take part', () => {
		const crate = createWalkmesh({ ...rectangle(-1, -1, 2, 2), kind: 'placeable', surfaces: Uint32Array.of(7, 7) });
		const objects = [{ walkmesh: crate, position: [4, 4, 0] as const, bearing: 0.4 }];
		const query = new LevelQuery(levelOf(rectangle(0, 0, 8, 8)), { objects });
		expect(query.route([1, 4], [7, 4]).points).toHaveLength(2);
		const about = query.route([1, 4], [7, 4], { objects: ['placeable'] });
		expect(about.arrived).toBe(true);
		expect(about.points.length).toBeGreaterThan(2);
		expectWalkable(query, about.points, { objects: ['placeable'] });
	});

	it('works out no turns about walls that are on no short way', () => {
		const hall = (count: number): number => {
			const [floor] = linkedLevel({ rooms: 1, trianglesPerRoom: 800 }).level.rooms.flatMap(
				({ walkmesh }) => walkmesh ?? [],
			);
			const pillars = Array.from({ length: count }, (_, i): [number, number, number, number] => {
				const [x, y] = [0.4 + (i % 10) * 0.6, 3 + Math.floor(i / 10) * 0.4];
				return [x, y, x + 0.1, y];
			});
			const query = new LevelQuery(levelOf(walled(floor, [3, 0.5, 3, 1.2], ...pillars)));
			const { arrived, points } = query.route([0.5, 0.5], [5.5, 0.5], { radius: 0.1 });
			expect([arrived, points.length > 2]).toEqual([true, true]);
			return query.index.effort.spent;
		};
		expect(hall(60)).toBeLessThan(hall(0) * 2);
	});

	it('is a walk, and never five per cent longer than one over a fine grid', () => {
		fc.assert(
			fc.property(
				fc.nat(1000),
				fc.double({ min: 0, max: 7, noNaN: true }),
				fc.constantFrom(0, 3000),
				fc.array(fc.double({ min: 0.02, max: 0.98, noNaN: true }), { minLength: 4, maxLength: 4 }),
				(seed, turn, far, [a, b, c, d]) => {
					const { level } = linkedLevel({ rooms: 4, trianglesPerRoom: 100, seed }, { turn, offset: [far, far] });
					const query = new LevelQuery(level);
					const extent = 15;
					const at = (x: number, y: number): [number, number] => [
						x * extent * Math.cos(turn) - y * extent * Math.sin(turn) + far,
						x * extent * Math.sin(turn) + y * extent * Math.cos(turn) + far,
					];
					const [from, to] = [at(a, b), at(c, d)];
					const route = query.route(from, to);
					expectWalkable(query, route.points);
					expect(route.length).toBeCloseTo(lengthOf(route.points), 6);
					const isFree = (x: number, y: number): boolean => {
						const z = query.isWalkableAt(x, y) ? query.heightAt(x, y) : undefined;
						return z !== undefined && obstacleDistance(level, [x, y, z], 1.8) >= 0.35;
					};
					const grid = gridRoute(isFree, from, to, { cells: 120, spacing: 0.25 });
					if (grid === undefined) return;
					expect({ why: route.why, longer: route.length / grid > 1.05 }).toEqual({ why: null, longer: false });
				},
			),
			{ numRuns: runs(2, 150) },
		);
	});
});

describe('points a rounding error beyond the rim of the ground', () => {
	const query = new LevelQuery(levelOf(rectangle(0, 0, 4, 4), rectangle(10, 0, 4, 4)));
	/** Offsets beyond a rim: the two in between are those of a nudge along (1, 1). */
	const BEYOND: readonly (readonly [beyond: number, isRim: boolean])[] = [
		[0, true],
		[1e-9, true],
		[1e-5, true],
		[7e-4, true],
		[7.2e-4, false],
		[0.01, false],
	];

	it.each(BEYOND)('%d m beyond it are on it: %s', (beyond, isRim) => {
		const rims = [
			[4 + beyond, 2],
			[-beyond, 2],
			[2, 4 + beyond],
			[2, -beyond],
			[4 + beyond, -beyond],
			[4 + beyond, 2, 0],
		];
		for (const rim of rims) {
			for (const [from, to] of [
				[[1, 1], rim],
				[rim, [1, 1]],
			]) {
				const route = query.route(from, to, { radius: 0 });
				expect(route.arrived, `${from} to ${to}`).toBe(isRim);
				if (!isRim) continue;
				for (const [one, other] of [
					[route.points[0], from],
					[route.at, to],
				])
					expect(Math.hypot(one[0] - other[0], one[1] - other[1])).toBeLessThan(1.001e-3);
			}
		}
		// Ground that is apart stays so.
		expect(query.route([1, 1], [10 - beyond, 2]).arrived).toBe(false);
	});
});
