import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LevelQuery, query } from '../../level/query/level-query.ts';
import { localToWorld, worldToLocal } from '../../level/query/placed.ts';
import { UsageError } from '../../src/findings/report.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { createHit } from '../../src/plan/hits.ts';
import { groundOf, hitsOf } from '../reference/query.ts';
import { levelOf, rectangle } from '../support/levels.ts';
import { triples } from '../support/points.ts';
import { integerSoups } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';

const half = fc.integer({ min: -2, max: 12 }).map((value) => value / 2);
const point = fc.tuple(half, half, half);
// Of more than eight rooms, those at a place are looked up.
const levels = fc.oneof(
	fc.array(fc.option(integerSoups, { nil: undefined }), { minLength: 1, maxLength: 4 }),
	fc.array(fc.option(integerSoups, { nil: undefined }), { minLength: 10, maxLength: 14 }),
);

const walkable =
	({ surfaces }: Walkmesh) =>
	(face: number): boolean =>
		K1.surfaces[surfaces[face]].walk;

it('refuses options that do not exist: a misspelt table would be that of the first game', () => {
	const level = levelOf(rectangle(0, 0, 4, 4));
	const [{ walkmesh = rectangle(0, 0, 4, 4) }] = level.rooms;
	expect(() => query(level, { surface: K1 } as object)).toThrow(
		'query of a level has no option "surface". Did you mean "surfaces"? It has: objects, storedTrees, surfaces.',
	);
	expect(() => query(walkmesh, { storedTrees: [] } as object)).toThrow(
		'query of a walkmesh has no option "storedTrees".',
	);
	expect(query(level, { surfaces: K1, objects: [] }).roomAt(1, 1)).toBe(0);
	expect(query(walkmesh, { surfaces: K1 }).heightAt(1, 1)).toBe(0);
});

describe('a question that is not understood is refused', () => {
	const level = levelOf(rectangle(0, 0, 4, 4));
	const ofLevel = query(level);
	const ofRoom = query(rectangle(0, 0, 4, 4));
	const [above, below] = [[1, 1, 9] as const, [1, 1, -9] as const];
	const wrong = <T>(value: unknown): T => value as T;

	it.each<[string, () => unknown, string]>([
		['no subject', () => query(wrong<Level>(undefined)), 'query takes a level or a walkmesh'],
		['a file', () => query(wrong<Level>({ walkmesh: 1 })), 'query takes a level or a walkmesh'],
		['radius', () => ofLevel.walk([1, 1], [2, 1], wrong({ raduis: 1 })), 'a walk has no option "raduis". Did you mean'],
		['radius', () => ofLevel.route([1, 1], [2, 1], wrong({ raduis: 1 })), 'a route has no option "raduis".'],
		[
			'steps',
			() => ofLevel.route([1, 1], [2, 1], { maxSteps: wrong('9') }),
			'The option maxSteps of a search is a whole',
		],
		['mask', () => ofRoom.raycast(above, below, wrong({ masc: 'walk' })), 'a ray has no option "masc". Did you mean'],
		['mask', () => ofLevel.raycast(above, below, wrong({ masc: 'walk' })), 'It has: hit, mask, objects, sides.'],
		['objects of a room', () => ofRoom.raycast(above, below, wrong({ objects: [] })), 'It has: hit, mask, sides.'],
		['hit', () => ofRoom.raycast(above, below, { hit: wrong('nearst') }), 'hit is one of nearest, first, all'],
		['hit', () => ofLevel.raycast([50, 0, 1], [50, 0, 0], { hit: wrong('') }), 'hit is one of nearest, first, all'],
		['start', () => ofRoom.raycast(wrong([1, 1]), below), 'The start is a point of three numbers, not [1,1].'],
		['point', () => ofLevel.nearestWalkable([1]), 'The point is a point of'],
		['end', () => ofLevel.raycast(above, wrong({ x: 1 })), 'The end is a point of three numbers, not {"x":1}.'],
		['end', () => ofRoom.raycast(above, [1, 1, Number.NaN], { hit: 'all' }), 'The end is a point of three numbers'],
		[
			'x',
			() => ofRoom.heightAt(wrong([1, 1]), wrong(undefined)),
			'with numbers x, y and z, not 1,1, undefined, Infinity.',
		],
		['y', () => ofRoom.isWalkableAt(1, Infinity), 'with numbers x, y and z, not 1, Infinity, Infinity.'],
		['z', () => ofRoom.faceAt(1, 1, wrong(null)), 'with numbers x, y and z, not 1, 1, null.'],
		['z', () => ofLevel.heightAt(1, 1, Number.NaN), 'with numbers x, y and z, not 1, 1, NaN.'],
		['x', () => ofLevel.groundAt(wrong('1'), 1), 'with numbers x, y and z, not 1, 1, Infinity.'],
		['x', () => ofLevel.isWalkableAt(Number.NaN, 1), 'with numbers x, y and z'],
		['x', () => ofLevel.faceAt(Number.NaN, 1), 'with numbers x, y and z'],
		['x', () => ofLevel.roomAt(wrong([1, 1]), wrong(undefined)), 'with numbers x, y and z'],
	])('%s', (_, ask, message) => {
		expect(ask).toThrow(UsageError);
		expect(ask).toThrow(message);
	});

	it('but every one that has a meaning is answered', () => {
		expect(ofLevel.walk([1, 1], [2, 1], { radius: 0.3, height: 1, maxSteps: 1e6, objects: ['closed'] }).arrived).toBe(
			true,
		);
		expect(ofRoom.raycast(above, below, { mask: 'walk', hit: 'first', sides: 'front' })?.face).toBeDefined();
		expect(ofLevel.raycast(above, below, { hit: 'nearest', objects: [] })?.room).toBe(0);
		expect([ofRoom.heightAt(1, 1, Infinity), ofRoom.heightAt(1, 1, -Infinity)]).toEqual([0, undefined]);
		expect(ofRoom.raycast([1, 1, 1e308], [1, 1, -1e308])?.face).toBeDefined();
	});
});

it('fills the arrays of the hit that it is given, and gives it no others', () => {
	const hit = createHit();
	const { point, normal } = hit;
	const level = query(levelOf(rectangle(0, 0, 4, 4)));
	expect(level.nearestWalkable([5, 2], hit)).toBe(hit);
	expect([point, normal]).toEqual(triples(4, 2, 0, 0, 0, 1));
	expect(level.raycast([1, 1, 9], [1, 1, -9], {}, hit)).toBe(hit);
	expect(point).toEqual([1, 1, 0]);
	expect(level.groundAt(2, 2, 5, hit)).toBe(hit);
	expect(point).toEqual([2, 2, 0]);
	expect(hit.point).toBe(point);
	expect(hit.normal).toBe(normal);
});

describe('the room at a point', () => {
	it('is the first of the layout with any face there', () => {
		fc.assert(
			fc.property(levels, half, half, (rooms, x, y) => {
				const found = new LevelQuery(levelOf(...rooms)).roomAt(x, y);
				const expected = rooms.findIndex(
					(mesh) => mesh !== undefined && groundOf(mesh, x, y, Infinity, () => true) !== undefined,
				);
				// A point within a millimetre of a room is in it when no room has it.
				if (expected >= 0) expect(found).toBe(expected);
				else if (found >= 0) {
					const near = [-1e-3, 0, 1e-3].some((dx) =>
						[-1e-3, 0, 1e-3].some(
							(dy) => groundOf(rooms[found] as Walkmesh, x + dx, y + dy, Infinity, () => true) !== undefined,
						),
					);
					expect(near).toBe(true);
				}
			}),
			{ numRuns: runs(75, 3000) },
		);
	});

	it('counts faces that cannot be walked on, and sees over cracks', () => {
		const rock = createWalkmesh({ ...rectangle(0, 0, 4, 4, 2), surfaces: Uint32Array.of(7, 7) });
		const query = new LevelQuery(levelOf(rock, rectangle(2, 0, 4, 4), rectangle(6.0008, 0, 4, 4)));
		expect(query.roomAt(3, 1)).toBe(0);
		expect(query.roomAt(5, 1)).toBe(1);
		expect(query.roomAt(6.0004, 1)).toBe(2);
		expect(query.roomAt(20, 1)).toBe(-1);
		expect(query.groundAt(3, 1)).toMatchObject({ room: 1, point: [3, 1, 0] });
		expect(query.groundAt(1, 1)).toMatchObject({ room: 0, surface: 7, point: [1, 1, 2] });
		expect(query.faceAt(20, 1)).toBeUndefined();
	});
});

it('answers for all rooms what looking at every face of each finds', () => {
	fc.assert(
		fc.property(levels, point, point, fc.option(half, { nil: Infinity }), (rooms, from, to, top) => {
			const query = new LevelQuery(levelOf(...rooms));
			const hits = rooms.flatMap((mesh, room) =>
				mesh === undefined ? [] : hitsOf(mesh, from, to).map((hit) => ({ ...hit, room })),
			);
			const all = query.raycast(from, to, { hit: 'all' });
			const names = (list: readonly { room: number; face: number }[]): string[] =>
				list.map(({ room, face }) => `${room} ${face}`).sort();
			expect(names(all)).toEqual(names(hits));
			const nearest = query.raycast(from, to);
			// The two ways of asking round differently.
			expect(nearest?.distance ?? -1).toBeCloseTo(all[0]?.distance ?? -1, 12);
			expect(query.raycast(from, to, { hit: 'first' }) === undefined).toBe(hits.length === 0);
			const grounds = rooms.flatMap((mesh) =>
				mesh === undefined ? [] : (groundOf(mesh, from[0], from[1], top, walkable(mesh))?.z ?? []),
			);
			const found = query.groundAt(from[0], from[1], top);
			if (grounds.length > 0) expect(found?.point[2]).toBeCloseTo(Math.max(...grounds), 9);
			expect(query.isWalkableAt(from[0], from[1], top)).toBe(grounds.length > 0);
			const inBox = query.facesInBox([0, 0, 0], [5, 5, 2]);
			expect(inBox.length).toBe(rooms.reduce((sum, mesh) => sum + (mesh?.surfaces.length ?? 0), 0));
		}),
		{ numRuns: runs(125, 5000) },
	);
});

it('placed objects turn counter-clockwise about +z and then move', () => {
	expect(localToWorld({ position: [10, 20, 3], bearing: Math.PI / 2 }, [1, 2, 0.5])).toEqual([8, 21, 3.5]);
	fc.assert(
		fc.property(point, fc.double({ min: -9, max: 9, noNaN: true }), point, (position, bearing, at) => {
			const there = localToWorld({ position, bearing }, at);
			const back = worldToLocal({ position, bearing }, there);
			back.forEach((value, axis) => {
				expect(value).toBeCloseTo(at[axis], 9);
			});
			const [x, y] = [
				Math.cos(bearing) * at[0] - Math.sin(bearing) * at[1],
				Math.sin(bearing) * at[0] + Math.cos(bearing) * at[1],
			];
			expect(there[0]).toBeCloseTo(position[0] + x, 9);
			expect(there[1]).toBeCloseTo(position[1] + y, 9);
		}),
	);
});
