import { describe, expect, test } from 'vitest';
import { type DoorOptions, makeDoor } from '../../level/collision/door.ts';
import { type CollisionModel, type HullOptions, makeHull, pointsBetween } from '../../level/collision/hull.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { convexOutline, growOutline, outlineArea, type Point, smallestRectangle } from '../../src/plan/outline.ts';
import { codesOf } from '../support/codes.ts';
import { pairs } from '../support/points.ts';
import { planAreas } from '../support/soups.ts';
import { boxModel, together } from './model.ts';

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

describe('a convex outline', () => {
	test('of many points in one place or on a line has one or two', () => {
		expect(convexOutline(new Array(300).fill([1, 2]))).toEqual([[1, 2]]);
		const line = Array.from({ length: 300 }, (_, i): Point => [i % 7, (i % 7) * 2]);
		expect(convexOutline(line)).toEqual([[0, 0], [6, 12]]); // biome-ignore format: one row
		expect(convexOutline([])).toEqual([]);
	});

	test('grows by a distance, with a corner cut where it is sharp', () => {
		const sharp = growOutline([[0, 0], [10, -0.5], [10, 0.5]], 1); // biome-ignore format: one row
		for (const [a, b] of [pairs(0, 0, 10, -0.5), pairs(10, -0.5, 10, 0.5), pairs(10, 0.5, 0, 0)]) {
			const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
			// Each side moved outwards by a metre.
			expect(Math.min(...sharp.map((point) => turn(a, b, point) / length))).toBeCloseTo(-1, 9);
		}
		// Not 20 m long where it is sharp: cut a metre from the tip.
		expect(Math.min(...sharp.map(([x]) => x))).toBeCloseTo(-1, 9);
		const square = growOutline([[0, 0], [2, 0], [2, 2], [0, 2]], 0.5); // biome-ignore format: one row
		expect(outlineArea(square)).toBeCloseTo(9, 9);
		expect(square).toHaveLength(4);
		// A line becomes a box about it.
		expect(outlineArea(growOutline([[0, 0], [3, 4]], 1))).toBeCloseTo(7 * 2, 9); // biome-ignore format: one row
		expect(outlineArea(growOutline([[5, 5]], 1))).toBeCloseTo(4, 9);
	});

	test('lies in the rectangle along x and y unless a turned one is a hundredth smaller', () => {
		const askew = (degrees: number) => {
			const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
			return smallestRectangle(pairs(0, 0, 4, 0, 4, 2, 0, 2).map(([x, y]): Point => [x * c - y * s, x * s + y * c]));
		};
		expect(askew(0).along).toEqual([1, 0]);
		expect(askew(0.1).along).toEqual([1, 0]);
		expect(Math.min(...askew(1).size)).toBeCloseTo(2, 9);
		// Of a line it is the one along it, also where it hardly leans.
		expect(Math.min(...smallestRectangle([[0, 0], [9, 0.001]]).size)).toBeCloseTo(0, 9); // biome-ignore format: one row
		expect(smallestRectangle([[0, 0], [9, 0]]).along).toEqual([1, 0]); // biome-ignore format: one row
	});
});

test('what of a model lies between two heights is its corners there, and where edges pass', () => {
	const sheet: CollisionModel = { name: 's', positions: [0, 0, 0, 4, 0, 4, 0, 2, 2], triangles: [0, 1, 2] };
	const plan = (low: number, high: number): string[] => pointsBetween(sheet, low, high).map(([x, y]) => `${x} ${y}`).sort(); // biome-ignore format: one row
	expect(plan(1, 3)).toEqual(['0 1', '0 2', '1 0', '2 1', '3 0']);
	expect(plan(2, 2)).toEqual(['0 2', '2 0']);
	expect(plan(0, 4)).toEqual(['0 0', '0 2', '4 0']);
	expect(plan(5, 6)).toEqual([]);
});

describe('what is told of a placeable', () => {
	const hull = (model: CollisionModel, options: HullOptions = {}) => {
		const report = new Report();
		const mesh = makeHull(model, options, report);
		return { mesh, told: report.findings.map(({ code, data }) => [code, data]) };
	};
	const crate = boxModel([-1, -1, 0.5], [1, 1, 1.23456]);

	test('are the heights that were looked at, and those of the model', () => {
		expect(hull(crate, { floor: 2, height: 1 }).told).toEqual([
			['COLLISION_BAND_EMPTY', { from: 2, to: 3, lowest: 0.5, highest: 1.2346 }],
		]);
		expect(hull(crate).told).toEqual([['COLLISION_ABOVE_FLOOR', { lowest: 0.5 }]]);
		expect(hull(crate, { floor: 0 }).told).toEqual([]);
		expect(hull(boxModel([-1, -1, 0.25], [1, 1, 1])).told).toEqual([]);
		expect(hull({ name: '', positions: [], triangles: [] }).told).toEqual([['COLLISION_NO_GEOMETRY', { left: 0 }]]);
	});

	test('is what has no width', () => {
		const sheet = boxModel([0, 0, 0], [2, 0, 1]);
		expect(hull(sheet)).toEqual({
			mesh: undefined,
			told: [['COLLISION_NO_AREA', { points: expect.any(Number), extent: 2 }]],
		});
		expect(hull(sheet, { margin: 0.1 }).told).toEqual([]);
		expect(hull(boxModel([0, 0, 0], [0, 0, 1])).told).toMatchObject([['COLLISION_NO_AREA', { extent: 0 }]]);
		// What float32 makes a line of, far from the origin.
		expect(hull(boxModel([0, 0, 0], [0.001, 2, 1]), { position: [-100_000, 0, 0] }).told).toMatchObject([
			['COLLISION_NO_AREA', { extent: 0 }],
		]);
	});

	test('are the corners that went, and the area that was added', () => {
		const ring = Array.from({ length: 24 }, (_, i) => [Math.cos((i * Math.PI) / 12), Math.sin((i * Math.PI) / 12)]);
		const column: CollisionModel = {
			name: 'column',
			positions: ring.flatMap(([x, y]) => [x, y, 0]),
			triangles: ring.slice(2).flatMap((_, i) => [0, i + 1, i + 2]),
		};
		const { mesh, told } = hull(column, { corners: 6 });
		const area = (points: readonly (readonly number[])[]): number => outlineArea(points.map(([x, y]): Point => [x, y]));
		const corners = Array.from({ length: (mesh?.positions.length ?? 0) / 3 }, (_, i) => [
			...(mesh?.positions.subarray(i * 3, i * 3 + 2) ?? []),
		]);
		expect(corners).toHaveLength(6);
		expect(told).toEqual([
			['COLLISION_CORNERS', { before: 24, after: 6, added: expect.closeTo(area(corners) - area(ring), 3) }],
		]);
	});

	test('is none of its walls, which reach as high as what counts, from where it stands', () => {
		const heights = (options: HullOptions): number[] => {
			const { mesh } = hull(boxModel([-1, -1, 0], [1, 1, 1]), { ...options, walls: true });
			const z = [...(mesh?.positions ?? [])].filter((_, i) => i % 3 === 2);
			return [Math.min(...z), Math.max(...z)];
		};
		expect(heights({})).toEqual([0, 1]);
		expect(heights({ height: 0.5 })).toEqual([0, 0.5]);
		expect(heights({ position: [5, 6, 7] })).toEqual([-7, -6]);
		expect(heights({ floor: 1 })).toEqual([1, 1]);
	});
});

describe('a door', () => {
	const door = (model: CollisionModel, options: DoorOptions = {}) => {
		const report = new Report();
		return { states: makeDoor(model, options, report), told: report.findings.map(({ code, data }) => [code, data]) };
	};
	const leaf = boxModel([-1, -0.1, 0], [1, 0.1, 3]);

	test('has the hooks that are stated, each for its state', () => {
		const { states } = door(leaf, { hook1: [1, 0, 0], hook2: [2, 0, 0], open1Hook: [3, 0, 0], open2Hook: [4, 0, 0] });
		expect(states.map(({ hooks }) => [hooks.relative1, hooks.relative2])).toEqual([
			[[1, 0, 0], [2, 0, 0]],
			[[3, 0, 0], [0, 0, 0]],
			[[4, 0, 0], [0, 0, 0]],
		]); // biome-ignore format: rows
		const own = door(leaf, { hookDistance: 0.5 }).states;
		expect(own.map(({ hooks }) => [hooks.relative1[1], hooks.relative2[1]].map((y) => Number(y.toFixed(4))))).toEqual(
			pairs(-0.6, 0.6, -0.6, 0, 0.6, 0),
		);
	});

	test.each([
		['-y', 0, [0, -1]],
		['y', 0, [0, 1]],
		['x', 90, [1, 0]],
		['-x', 90, [-1, 0]],
		// Where the front lies along the door, it is to the left of that.
		['x', 0, [0, 1]],
		['-x', 0, [0, -1]],
		['y', 90, [-1, 0]],
		['-y', 90, [1, 0]],
		['-y', 30, [0.5, -0.8660254]],
		['y', 30, [-0.5, 0.8660254]],
		['x', 30, [0.5, -0.8660254]],
	] as const)('whose front is %s, turned by %d°, looks there', (front, degrees, [x, y]) => {
		const { states } = door(boxModel([-1, -0.1, 0], [1, 0.1, 3], (degrees * Math.PI) / 180), { front });
		const { relative1, relative2 } = states[0].hooks;
		const [dx, dy] = [relative1[0] - relative2[0], relative1[1] - relative2[1]];
		expect(dx / Math.hypot(dx, dy)).toBeCloseTo(x, 4);
		expect(dy / Math.hypot(dx, dy)).toBeCloseTo(y, 4);
	});

	test('may stand in a rectangle along x and y, however it is turned', () => {
		const extent = (options: DoorOptions): number => {
			const { positions } = door(boxModel([-1, -0.1, 0], [1, 0.1, 3], 0.3), { ...options, form: 'box' }).states[0];
			return Number((Math.max(...positions.filter((_, i) => i % 3 === 0)) * 2).toFixed(3));
		};
		expect(extent({ shape: 'aabb' })).toBeCloseTo(2 * Math.cos(0.3) + 0.2 * Math.sin(0.3), 3);
		expect(extent({ shape: 'box' })).toBeCloseTo(2 * Math.cos(0.3) + 0.2 * Math.sin(0.3), 3);
	});

	test('stands as high as its model, less where it hangs', () => {
		const z = ({ positions }: { positions: Float32Array }): number[] => {
			const own = [...positions].filter((_, i) => i % 3 === 2);
			return [Math.min(...own), Math.max(...own)];
		};
		for (const form of ['game', 'box'] as const)
			for (const state of door(leaf, { form, position: [5, 6, 7] }).states) expect(z(state)).toEqual([-7, -4]);
		expect(z(door(leaf, { form: 'flat', position: [0, 0, 7] }).states[0])).toEqual([-7, -7]);
	});
});

function hull(model: CollisionModel, options: HullOptions = {}): { mesh: Walkmesh; codes: readonly string[] } {
	const report = new Report();
	const mesh = makeHull(model, options, report);
	return { mesh: mesh as Walkmesh, codes: codesOf(report) };
}

/** Bounds of a walkmesh: min xyz, max xyz. */
function bounds({ positions }: Walkmesh): number[] {
	const of = (axis: number): number[] => [...positions].filter((_, i) => i % 3 === axis);
	return [0, 1, 2].map((axis) => Math.min(...of(axis))).concat([0, 1, 2].map((axis) => Math.max(...of(axis))));
}

const area = (mesh: Walkmesh): number => planAreas(mesh).reduce((sum, each) => sum + each, 0);

describe('footprints', () => {
	const crate = boxModel([-1, -0.5, 0], [1, 0.5, 1]);

	test('are flat, face up, Nonwalk, as the game’s', () => {
		const { mesh, codes } = hull(crate);
		expect(codes).toEqual([]);
		expect(bounds(mesh)).toEqual([-1, -0.5, 0, 1, 0.5, 0]);
		expect(planAreas(mesh).every((each) => each > 0)).toBe(true);
		expect(area(mesh)).toBe(2);
		expect([...mesh.surfaces]).toEqual([7, 7]);
		expect(mesh.kind).toBe('placeable');
	});

	test('only what characters can run into counts, even where no vertex lies there', () => {
		const mushroom = together(boxModel([-0.25, -0.25, 0], [0.25, 0.25, 3]), boxModel([-2, -2, 2], [2, 2, 3]));
		expect(bounds(hull(mushroom).mesh)).toEqual([-0.25, -0.25, 0, 0.25, 0.25, 0]);
		expect(bounds(hull(mushroom, { height: 2.5 }).mesh)).toEqual([-2, -2, 0, 2, 2, 0]);
		// A wedge, 4 m wide at the top, cut at half its height.
		const wedge = {
			name: 'wedge',
			positions: [-2, 0, 4, 2, 0, 4, 0, 0, 0, -2, 1, 4, 2, 1, 4, 0, 1, 0],
			triangles: [0, 1, 2, 3, 4, 5],
		};
		expect(bounds(hull(wedge, { height: 2 }).mesh)).toEqual([-1, 0, 0, 1, 1, 0]);
	});

	test('shapes', () => {
		const turned = boxModel([-2, -0.5, 0], [2, 0.5, 1], Math.PI / 6);
		expect(area(hull(turned, { shape: 'box' }).mesh)).toBeCloseTo(4, 4);
		expect(area(hull(turned).mesh)).toBeCloseTo(4, 4);
		expect(area(hull(turned, { shape: 'aabb' }).mesh)).toBeGreaterThan(8);
		expect(bounds(hull(crate, { shape: 'aabb', margin: 0.25 }).mesh)).toEqual([-1.25, -0.75, 0, 1.25, 0.75, 0]);
		expect(bounds(hull(crate, { margin: 0.25 }).mesh)).toEqual([-1.25, -0.75, 0, 1.25, 0.75, 0]);
	});

	test('walls look outwards', () => {
		const { mesh } = hull(crate, { walls: true });
		expect(mesh.surfaces.length).toBe(10);
		expect(bounds(mesh)).toEqual([-1, -0.5, 0, 1, 0.5, 1]);
		const file = deriveBwm(mesh, K1, new Report());
		for (let face = 2; face < 10; face++) {
			const corners = [0, 1, 2].map((k) => mesh.faces[face * 3 + k] * 3);
			const middle = [0, 1].map((axis) => corners.reduce((sum, at) => sum + mesh.positions[at + axis], 0) / 3);
			const [nx, ny, nz] = file.normals.subarray(face * 3, face * 3 + 3);
			expect(nz).toBeCloseTo(0, 6);
			expect(nx * middle[0] + ny * middle[1]).toBeGreaterThan(0);
		}
	});
});

describe('hooks and position', () => {
	const crate = boxModel([-1, -0.5, 0], [1, 0.5, 1]);

	test('in front and behind, at their distance from the footprint; absolute ones stay zero', () => {
		const { hooks } = hull(crate).mesh;
		expect(hooks).toEqual({ relative1: [0, -1, 0], relative2: [0, 1, 0], absolute1: [0, 0, 0], absolute2: [0, 0, 0] });
		expect(hull(crate, { front: 'x', hookDistance: 0.25 }).mesh.hooks.relative1).toEqual([1.25, 0, 0]);
		expect(hull(crate, { hook2: [3, 4, 5] }).mesh.hooks.relative2).toEqual([3, 4, 5]);
		expect(hull(crate, { hooks: false }).mesh.hooks.relative1).toEqual([0, 0, 0]);
	});

	test('vertices and hooks are stored relative to the position', () => {
		const { mesh } = hull(crate, { position: [10, 20, 0.5], hook1: [10, 19, 0.5] });
		expect(mesh.position).toEqual([10, 20, 0.5]);
		expect(bounds(mesh)).toEqual([-11, -20.5, -0.5, -9, -19.5, -0.5]);
		expect(mesh.hooks.relative1).toEqual([0, -1, 0]);
	});
});

describe('models that give no footprint', () => {
	test('a margin gives walls and posts a width', () => {
		expect(area(hull(boxModel([0, 0, 0], [2, 0, 1]), { margin: 0.1 }).mesh)).toBeCloseTo(2.2 * 0.2, 5);
		expect(area(hull(boxModel([0, 0, 0], [0, 0, 1]), { margin: 0.5 }).mesh)).toBeCloseTo(1, 5);
	});

	test('a flat model is its own footprint; one that hangs is pointed out', () => {
		expect(area(hull(boxModel([0, 0, 0], [2, 1, 0])).mesh)).toBe(2);
		const lamp = hull(boxModel([0, 0, 3], [1, 1, 4]));
		expect(lamp.codes).toEqual(['COLLISION_ABOVE_FLOOR']);
		expect(bounds(lamp.mesh)[2]).toBe(3);
	});
});
