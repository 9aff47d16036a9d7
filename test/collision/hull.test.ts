import { describe, expect, test } from 'vitest';
import { type CollisionModel, type HullOptions, makeHull } from '../../level/collision/hull.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { codesOf } from '../support/codes.ts';
import { planAreas } from '../support/soups.ts';
import { boxModel, together } from './model.ts';

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
