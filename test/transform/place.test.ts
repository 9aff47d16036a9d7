import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import type { Bounds } from '../../src/geometry/triangles.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { guessSpace, placeScene, placeWalkmesh, type SpaceOption } from '../../src/scene/space.ts';
import { codesOf } from '../support/codes.ts';

function boxAt(x: number, y: number, size: number): Bounds {
	return [x - size, y - size, 0, x + size, y + size, 3];
}

describe('guessSpace', () => {
	it.each<[string, Bounds, Vec3, string]>([
		['a room about its own origin', boxAt(0, 0, 10), [225, 45, 0], 'room'],
		['the same in its place', boxAt(225, 45, 10), [225, 45, 0], 'area'],
		// Made far from its own origin, as a room of the game is: 124…135, −84…−74 in the model, placed at 130, 300.
		['a room far from its own origin', [124, -84, 0, 135, -74, 5], [130, 300, 0], 'room'],
		['the same in its place', [254, 216, 0, 265, 226, 5], [130, 300, 0], 'area'],
		['a large room near the origin', boxAt(0, 0, 60), [20, 10, 0], 'unsure'],
		['halfway', boxAt(50, 0, 5), [100, 0, 0], 'unsure'],
		['a layout at the origin', boxAt(0, 0, 5), [0, 0, 0], 'unsure'],
		['a storey above', [-5, -5, 0, 5, 5, 3], [0, 0, 40], 'room'],
	])('%s', (_, bounds, at, guess) => {
		expect(guessSpace(bounds, at)).toBe(guess);
	});

	it('needs vertices', () => {
		expect(guessSpace(undefined, [100, 0, 0])).toBe('unsure');
		expect(guessSpace([NaN, NaN, NaN, NaN, NaN, NaN], [100, 0, 0])).toBe('unsure');
	});

	it('tells a room that fits into half of its distance from the origin, and never the wrong way round', () => {
		const distance = fc.integer({ min: 20, max: 5000 });
		fc.assert(
			fc.property(
				distance,
				fc.double({ min: 0, max: 7, noNaN: true }),
				fc.double({ min: 0.01, max: 0.2, noNaN: true }),
				(far, angle, share) => {
					const at: Vec3 = [far * Math.cos(angle), far * Math.sin(angle), 0];
					expect(guessSpace(boxAt(0, 0, far * share), at)).toBe('room');
					expect(guessSpace(boxAt(at[0], at[1], far * share), at)).toBe('area');
				},
			),
		);
	});
});

function roomAt(x: number, y: number, kind: Walkmesh['kind'] = 'area'): Walkmesh {
	return createWalkmesh({
		kind,
		positions: Float32Array.of(x - 1, y - 1, 0, x + 1, y - 1, 0, x, y + 1, 0.1),
		faces: Uint32Array.of(0, 1, 2),
		surfaces: Uint32Array.of(1),
	});
}

function sceneAt(x: number): Scene {
	return {
		name: 'room',
		nodes: [{ name: 'root', parent: -1, origin: [x, 0, 0], extras: { a: 1 } }],
		parts: [
			{
				node: 0,
				name: 'wok',
				positions: Float64Array.of(x, 0, 0, x + 1, 0, 0, x, 1, 0.1),
				triangles: Uint32Array.of(0, 1, 2),
				surfaces: Uint32Array.of(1),
				kind: 'area',
			},
			{
				node: 0,
				name: 'far_pwk',
				positions: Float64Array.of(900, 900, 0, 901, 900, 0, 900, 901, 0),
				triangles: Uint32Array.of(0, 1, 2),
				surfaces: Uint32Array.of(7),
				kind: 'placeable',
			},
		],
		markers: [{ node: 0, name: 'link_2', room: '2', positions: Float64Array.of(x, 0, 0, x + 1, 0, 0), kind: 'lines' }],
		hooks: [{ node: 0, kind: 'placeable', slot: 1, at: [x, 2, 3] }],
		takenWhole: false,
	};
}

describe('placeScene', () => {
	it('moves ground and markers of a scene that lies about its own origin; objects keep their space', () => {
		const report = new Report();
		const scene = sceneAt(0);
		const placed = placeScene(scene, [100.25, 10, -1], 'auto', report);
		expect(placed.nodes[0]).toEqual({ name: 'root', parent: -1, origin: [0, 0, 0], extras: { a: 1 } });
		expect([...placed.parts[0].positions]).toEqual([100.25, 10, -1, 101.25, 10, -1, 100.25, 11, 0.1 - 1]);
		expect(placed.parts[1]).toBe(scene.parts[1]);
		expect([...placed.markers[0].positions]).toEqual([100.25, 10, -1, 101.25, 10, -1]);
		expect(placed.hooks).toEqual(scene.hooks);
		const bare = placeScene({ ...scene, parts: scene.parts.slice(0, 1) }, [100.25, 10, -1], 'auto', new Report());
		expect(bare.hooks[0].at).toEqual([100.25, 12, 2]);
		expect(bare.nodes[0].origin).toEqual([100.25, 10, -1]);
		expect(scene).toEqual(sceneAt(0));
		expect(report.findings).toMatchObject([
			{ code: 'PLACE_SPACE_TAKEN', severity: 'info', data: { space: 'room', at: [100.25, 10, -1], by: 'place' } },
		]);
	});

	it('leaves a scene alone that is in its place already', () => {
		const report = new Report();
		const scene = sceneAt(100);
		expect(placeScene(scene, [100, 10, 0], 'auto', report)).toBe(scene);
		expect(report.findings[0].data).toMatchObject({ space: 'area' });
	});

	it('placed twice is placed once', () => {
		const once = placeScene(sceneAt(0), [100, 10, 0], 'auto', new Report());
		expect(placeScene(once, [100, 10, 0], 'auto', new Report())).toBe(once);
	});

	it('takes room space where nothing tells', () => {
		const report = new Report();
		expect(placeScene(sceneAt(0), [0.5, 0, 0], 'auto', report).parts[0].positions[0]).toBe(0.5);
		expect(report.findings).toMatchObject([
			{ code: 'PLACE_SPACE_UNSURE', severity: 'warning', data: { space: 'room' } },
		]);
	});

	it('says nothing of a room at the origin of the layout', () => {
		const report = new Report();
		expect(placeScene(sceneAt(3), [0, 0, 0], 'auto', report)).toEqual(sceneAt(3));
		expect(report.findings).toEqual([]);
	});

	it('moves nothing and says nothing without ground', () => {
		const scene = sceneAt(0);
		const report = new Report();
		const objects = { ...scene, parts: scene.parts.slice(1) };
		expect(placeScene(objects, [900, 900, 0], 'room', report)).toBe(objects);
		expect(report.findings).toEqual([]);
	});
});

describe('placeWalkmesh', () => {
	const at: Vec3 = [225, 44.99, 0];

	it.each<[string, number, number, SpaceOption, boolean, string]>([
		['about the origin', 0, 0, 'auto', true, 'PLACE_SPACE_TAKEN'],
		['in its place', 225, 45, 'auto', false, 'PLACE_SPACE_TAKEN'],
		['between', 112, 22, 'auto', false, 'PLACE_SPACE_UNSURE'],
		['about the origin, and asked', 0, 0, 'room', true, 'PLACE_SPACE_TAKEN'],
		['about the origin, against what was asked', 0, 0, 'area', false, 'PLACE_SPACE_DOUBTFUL'],
		['in its place, against what was asked', 225, 45, 'room', true, 'PLACE_SPACE_DOUBTFUL'],
		['between, and asked', 112, 22, 'room', true, 'PLACE_SPACE_TAKEN'],
	])('%s', (_, x, y, space, moves, code) => {
		const report = new Report();
		const mesh = roomAt(x, y);
		const placed = placeWalkmesh(mesh, at, space, report);
		expect(codesOf(report)).toEqual([code]);
		if (!moves) expect(placed).toBe(mesh);
		else {
			expect([...placed.positions]).toEqual([...mesh.positions].map((value, i) => Math.fround(value + at[i % 3])));
			expect(placed.position).toEqual(mesh.position);
		}
	});

	it('leaves placeables and doors alone', () => {
		const report = new Report();
		const mesh = roomAt(0, 0, 'door');
		expect(placeWalkmesh(mesh, at, 'auto', report)).toBe(mesh);
		expect(report.findings).toEqual([]);
	});
});
