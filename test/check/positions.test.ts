import { describe, expect, it } from 'vitest';
import { checkPositions } from '../../check/rooms/positions.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { fan, levelOf, rectangle } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { runs } from '../support/thorough.ts';

/** Rooms of 10 by 10 m in a row, with their positions in the layout. */
function row(...positions: readonly Vec3[]): Level {
	return levelAt(...positions.map((position, i) => [rectangle(i * 10, 100, 10, 10), position] as const));
}

/** Rooms with their positions in the layout. */
function levelAt(...placed: readonly (readonly [Walkmesh, Vec3])[]): Level {
	const level = levelOf(...placed.map(([walkmesh]) => walkmesh));
	const rooms = level.layout.rooms.map((room, i) => ({ ...room, position: placed[i][1] }));
	return { ...level, layout: { ...level.layout, rooms } };
}

function told(level: Level, madeFrom: 'scene' | 'layout' = 'layout'): readonly Finding[] {
	const report = new Report();
	checkPositions(level, K1, report, madeFrom);
	return report.findings;
}

const middles: Vec3[] = [0, 1, 2, 3].map((i) => [i * 10 + 5, 105, 0]);

describe('positions of rooms in the layout', () => {
	it('within their ground, or all beside it, are right', () => {
		expect(told(row(...middles))).toEqual([]);
		expect(told(row(...middles.map(([x, y, z]): Vec3 => [x, y - 30, z])))).toEqual([]);
		expect(told(row([0, 0, 0]))).toEqual([]);
	});

	it('of one room that was moved in the layout alone is reported', () => {
		expect(told(row(middles[0], [15, 150, 0], middles[2], middles[3]))).toMatchObject([
			{ code: 'LAYOUT_POSITION_OFF', location: { room: 'r1', at: [15, 105, 0] }, data: { name: 'r1', distance: 40 } },
		]);
	});

	it.each<[string, (position: Vec3) => Vec3, object]>([
		['in centimetres', ([x, y, z]) => [x * 100, y * 100, z * 100], { factor: 0.01 }],
		['in feet', ([x, y, z]) => [x / 0.3048, y / 0.3048, z], { factor: 0.3048 }],
		['with y the other way round', ([x, y, z]) => [x, -y, z], { axes: 'x -y z' }],
		['with Y up', ([x, y, z]) => [x, z, -y], { axes: 'x -z y' }],
		['with Z up on the other side', ([x, y, z]) => [x, z, y], { axes: 'x z y' }],
		['with x the other way round', ([x, y, z]) => [-x, y, z], { axes: '-x y z' }],
		['turned half round', ([x, y, z]) => [-x, -y, z], { axes: '-x -y z' }],
		['with x and y exchanged', ([x, y, z]) => [y, x, z], { axes: 'y x z' }],
		['turned to the right', ([x, y, z]) => [y, -x, z], { axes: '-y x z' }],
		['turned to the left', ([x, y, z]) => [-y, x, z], { axes: 'y -x z' }],
	])('%s are reported once for all of them', (_, change, data) => {
		const found = told(row(...middles.map(change)));
		expect(found).toMatchObject([{ code: 'LAYOUT_POSITIONS_OFF', location: { room: expect.any(String) }, data }]);
		// At the room that is farthest off.
		const farthest = middles.map(change).map(([x, y], i) => Math.hypot(x - middles[i][0], y - middles[i][1]));
		expect(found[0].location.at).toEqual(middles[farthest.indexOf(Math.max(...farthest))]);
		expect(found[0].data?.['rooms']).toBeGreaterThanOrEqual(3);
		// One that does not fit with the others shows that something else is wrong.
		const one = told(row(...middles.map(change).with(1, [15, 400, 0])));
		expect(one.map(({ code }) => code)).not.toContain('LAYOUT_POSITIONS_OFF');
		// In two rooms it may be chance.
		const two = told(row(...middles.slice(0, 2).map(change)));
		expect(two.map(({ code }) => code)).not.toContain('LAYOUT_POSITIONS_OFF');
		// Of rooms that were all left at one place as well, it says nothing.
		const heap: Vec3 = [-500, -500, 0];
		const left = told(row(...middles.map(change), heap, heap));
		expect(left.map(({ code }) => code)).not.toContain('LAYOUT_POSITIONS_OFF');
		const inScene = told(row(...middles.map(change)), 'scene');
		expect(inScene.map(({ code }) => code)).not.toContain('LAYOUT_POSITIONS_OFF');
	});

	it('with z the other way round are reported where heights alone are off', () => {
		// The last one rises from −6 m to 6 m, and its position lies in it either way.
		const ramp = fan([40, 100, -6], [50, 100, 6], [50, 110, 6], [40, 110, -6]);
		const raised = (...heights: readonly number[]): Level =>
			levelAt(...heights.map((z, i) => [rectangle(i * 10, 100, 10, 10, z), [i * 10 + 5, 105, -z]] as const), [
				ramp,
				[45, 105, 1],
			]);
		expect(told(raised(3, 4, 5, 0))).toMatchObject([
			{ code: 'LAYOUT_POSITIONS_OFF', data: { rooms: 3, distance: 10, axes: 'x y -z' } },
		]);
		// As many have to be off as in plan, by as much.
		expect(told(raised(3, 4, 1, 0))).toEqual([]);
		expect(told(raised(3, 4, 1.1, 0))).toHaveLength(1);
	});

	it('of rooms whose files changed places are reported once for all of them', () => {
		const [a, b, c, d] = middles;
		const swapped = told(row(c, b, a, d));
		expect(swapped).toMatchObject([
			{ code: 'ROOMS_SWAPPED', location: { room: 'r0', otherRoom: 'r2' }, data: { names: ['r0', 'r2'] } },
		]);
		expect(swapped[0].message).toBe(
			'The layout puts room "r0" at the ground of "r2", "r2" at the ground of "r0": their walkmeshes changed places.',
		);
		// Three in a circle; and a room that leads into a circle without being part of it.
		expect(told(row(b, c, a, d)).map(({ data }) => data?.['names'])).toEqual([['r0', 'r1', 'r2']]);
		const led = told(row(c, [1, 109, 0], a, d));
		expect(led.find(({ code }) => code === 'ROOMS_SWAPPED')?.data?.['names']).toEqual(['r0', 'r2']);
		const leading = told(row([11, 101, 0], c, b, d));
		expect(leading.find(({ code }) => code === 'ROOMS_SWAPPED')?.data?.['names']).toEqual(['r1', 'r2']);
	});

	it('of any rooms that changed places are told as the circles in which they did', () => {
		const random = generator(20_261_124);
		for (let round = 0; round < runs(20); round++) {
			const rooms = [0, 1, 2, 3, 4, 5];
			const groundAt = rooms.map((room) => ({ room, rank: random() })).sort((a, b) => a.rank - b.rank);
			const next = groundAt.map(({ room }) => room);
			const circles: string[][] = [];
			for (const first of rooms) {
				const circle = [first];
				while (next[circle[circle.length - 1]] !== first) circle.push(next[circle[circle.length - 1]]);
				if (circle.length > 1 && first === Math.min(...circle)) circles.push(circle.map((room) => `r${room}`));
			}
			const found = told(row(...next.map((room): Vec3 => [room * 10 + 5, 105, 0])));
			expect(found.map(({ code, data }) => [code, data?.['names']])).toEqual(
				circles.map((circle) => ['ROOMS_SWAPPED', circle]),
			);
		}
	});

	it('that lie at the ground of two rooms belong to the one whose middle is nearer', () => {
		const own = [rectangle(0, 100, 10, 10), [19, 105, 0]] as const;
		// Both have the ground from 18 to 20.
		const small = [{ ...rectangle(10, 100, 10, 10), name: 'small' }, [5, 105, 0]] as const;
		const large = [{ ...rectangle(18, 100, 22, 10), name: 'large' }, [5, 104, 0]] as const;
		for (const others of [
			[small, large],
			[large, small],
		])
			expect(told(levelAt(own, ...others))[0].data?.['names']).toEqual(['r0', 'small']);
	});

	it('of rooms that do not lie at the ground of each other are reported one by one', () => {
		// Up to two metres outside, as for the position of any room.
		const at = (y: number) => told(row([25, y, 0], middles[1], middles[0], middles[3])).map(({ code }) => code);
		expect(at(112)).toEqual(['ROOMS_SWAPPED']);
		expect(at(112.1)).not.toContain('ROOMS_SWAPPED');
		expect(told(row(middles[2], middles[1], middles[0]), 'scene').map(({ code }) => code)).not.toContain(
			'ROOMS_SWAPPED',
		);
	});

	it('of one node of a scene says what to do there, and advises no command for layouts', () => {
		const moved = row(middles[0], [500, 150, 2], middles[2], middles[3]);
		const [inScene, ...others] = told(moved, 'scene');
		expect(others).toEqual([]);
		expect(inScene.message).toBe(
			'The node of room "r1" stands at 500 150 2, 482 m outside its ground; those of other rooms fit. Move its origin by -485 -45 -2, and leave the ground where it is.',
		);
		expect(inScene.actions ?? []).toEqual([]);
		expect(told(moved)[0].actions).toMatchObject([{ command: 'link' }]);
	});

	it('is told from two metres outside the ground on', () => {
		const at = (y: number) => told(row(middles[0], [15, y, 0], middles[2]));
		expect(at(112)).toEqual([]);
		expect(at(112.1)).toHaveLength(1);
		expect(told(row(middles[0], [15, 112.1, 0]))).toHaveLength(1);
	});

	it('beside their ground are reported where they lie farther away than is usual', () => {
		const random = generator(7);
		for (let round = 0; round < runs(20); round++) {
			const away = [0, 1, 2, 3, 4].map(() => Math.floor(random() * 40) / 2);
			// Each has another x, as positions that are equal are looked at together.
			const level = row(...away.map((distance, i): Vec3 => [i * 10 + 5, 100 - distance, 0]));
			const off = away.flatMap((distance, i) => {
				const others = away.filter((_, other) => other !== i).sort((a, b) => a - b);
				return distance > 2 + 3 * others[2] ? [`r${i}`] : [];
			});
			expect(told(level, 'scene').map(({ location }) => location.room)).toEqual(off);
		}
	});

	it('of rooms without ground, or with infinite vertices, are not looked at', () => {
		const level = row(middles[0], [15, 500, 0], [25, 500, 0], middles[3]);
		const [a, b, c, d] = level.rooms;
		const walkmesh = rectangle(20, 100, 10, 10);
		walkmesh.positions[4] = Infinity;
		expect(told({ ...level, rooms: [a, { name: b.name }, { name: c.name, walkmesh }, d] })).toEqual([]);
		expect(told({ ...level, rooms: [a, b, { name: c.name }, d] })).toMatchObject([{ location: { room: 'r1' } }]);
	});

	it('of a layout are told to lie too far from the origin, those of a scene when it is read', () => {
		const far = levelOf(rectangle(1e6, 0, 10, 10));
		expect(told(far).map(({ code }) => code)).toEqual(['GROUND_FAR']);
		expect(told(far, 'scene')).toEqual([]);
	});

	it('that two rooms share are right where they lie beside the ground of both', () => {
		const shared = (x: number): readonly Finding[] => told(row([x, 105, 0], [x, 105, 0], middles[2], middles[3]));
		for (const x of [8, 10, 12]) expect(shared(x)).toEqual([]);
		expect(shared(7.9)).toMatchObject([{ code: 'LAYOUT_POSITIONS_EQUAL', location: { room: 'r0' } }]);
		// 5 105 0 and 51 05 0 have the same digits.
		const digits = told(row(middles[0], [51, 5, 0], middles[2], middles[3]));
		expect(digits).toMatchObject([{ code: 'LAYOUT_POSITION_OFF', location: { room: 'r1' } }]);
	});

	it('that are all the origin, as an export leaves them, are reported once', () => {
		expect(told(row([0, 0, 0], [0, 0, 0], [0, 0, 0]))).toMatchObject([
			{ code: 'LAYOUT_POSITIONS_EQUAL', data: { count: 3, rooms: 3, position: [0, 0, 0], heap: false } },
		]);
	});

	it('that are all the origin of a level that was modelled about it are a note', () => {
		// As the OBJ of the tutorial: rooms side by side, none of them moved.
		const level = levelOf(rectangle(0, 0, 6, 4), rectangle(6, 1, 6, 2), rectangle(12, 0, 20, 4));
		expect(told(level)).toMatchObject([{ code: 'LAYOUT_POSITIONS_SHARED', severity: 'info', data: { count: 3 } }]);
		// Beside the origin, but no farther from it than the level is wide, which is 10 m.
		const beside = (x: number): Level => levelOf(rectangle(x, 0, 6, 4), rectangle(x + 6, 0, 4, 1));
		expect(told(beside(10)).map(({ code }) => code)).toEqual(['LAYOUT_POSITIONS_SHARED']);
		expect(told(beside(12)).map(({ code }) => code)).toEqual(['LAYOUT_POSITIONS_EQUAL']);
	});

	it('that are all the origin with all ground in one heap are reported once', () => {
		const heap = levelOf(rectangle(-5, -5, 10, 10), rectangle(-4, -4, 8, 8), rectangle(-3, -6, 9, 9));
		expect(told(heap)).toMatchObject([{ code: 'LAYOUT_POSITIONS_EQUAL', data: { heap: true } }]);
	});

	it('of some rooms left at the origin are told apart from those that fit', () => {
		expect(told(row([0, 0, 0], [0, 0, 0], middles[2], middles[3])).map(({ data }) => data?.['count'])).toEqual([2]);
	});

	it.each<[string, number, number, number, boolean]>([
		['half of the width and depth apart', 5, 5, 0, false],
		['less than half apart', 4.9, 4.9, 0, true],
		['half apart along x alone', 5, 0, 0, false],
		['half apart along y alone', 0, 5, 0, false],
		['at one height', 1, 1, 0, true],
		['above each other', 1, 1, 1, false],
	])('two rooms %s are a heap or none', (_, x, y, z, heap) => {
		const level = levelOf(rectangle(100, 100, 10, 10), rectangle(100 + x, 100 + y, 10, 10, z));
		expect(told(level)).toMatchObject([{ code: 'LAYOUT_POSITIONS_EQUAL', data: { count: 2, heap } }]);
	});

	it('storeys whose walls touch, a gallery and a platform are no heap with what is below them', () => {
		const walls = (z: number): Walkmesh => surfaced(fan([0, 0, z], [10, 0, z], [10, 0, z + 3], [0, 0, z + 3]), NONWALK);
		const storey = (z: number): Walkmesh => merged(rectangle(0, 0, 10, 10, z), walls(z));
		// Stairs and a landing of the lower one reach the upper one.
		const stairs = merged(storey(0), fan([0, 0, 0], [4, 0, 3], [4, 1, 3], [0, 1, 0]));
		const codes = (...rooms: Walkmesh[]): string[] => told(levelOf(...rooms)).map(({ code }) => code);
		expect(codes(storey(0), storey(3))).not.toContain('LAYOUT_POSITIONS_EQUAL');
		expect(codes(stairs, storey(3), storey(6))).not.toContain('LAYOUT_POSITIONS_EQUAL');
		for (const [z, count] of [
			[0.29, 1],
			[0.31, 0],
		])
			expect(codes(storey(0), rectangle(1, 1, 5, 5, z)).filter((code) => code.endsWith('EQUAL'))).toHaveLength(count);
		expect(codes(stairs, storey(0))).toContain('LAYOUT_POSITIONS_EQUAL');
	});

	it('a small room in a large one is a heap with it', () => {
		const level = levelOf(rectangle(100, 100, 10, 10), rectangle(103, 103, 2, 2));
		expect(told(level)).toMatchObject([{ data: { heap: true } }]);
		const beside = levelOf(rectangle(100, 100, 10, 10), rectangle(109, 103, 2.1, 2));
		expect(told(beside)).toMatchObject([{ data: { heap: false } }]);
	});
});
