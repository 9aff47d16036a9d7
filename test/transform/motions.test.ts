import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Report } from '../../src/findings/report.ts';
import {
	type Motion,
	moveWalkmesh,
	reflection,
	reportCollapsedFaces,
	rotation,
	scaling,
	translation,
} from '../../src/geometry/transform.ts';
import type { Bounds } from '../../src/geometry/triangles.ts';
import { turnOf } from '../../src/math/affine.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { guessSpace, placeScene, placeWalkmesh, type SpaceOption } from '../../src/scene/space.ts';
import { codesOf } from '../support/codes.ts';

/** Faces 0 and 3 are 100 m wide, faces 1 and 2 a metre; float32s about 1e8 lie 8 m apart. */
const MESH: Walkmesh = createWalkmesh({
	positions: Float32Array.of(0, 0, 0, 100, 0, 0, 0, 100, 0, 1, 0, 0, 0, 1, 0),
	faces: Uint32Array.of(0, 1, 2, 0, 3, 4, 4, 0, 3, 1, 2, 0),
	surfaces: Uint32Array.of(1, 1, 1, 1),
});

function reported(before: Walkmesh, by: Vec3): Report['findings'] {
	const report = new Report();
	reportCollapsedFaces(before, moveWalkmesh(before, translation(by)), report);
	return report.findings;
}

describe('reportCollapsedFaces', () => {
	it('tells how many faces lost a corner, and where the first one is', () => {
		expect(reported(MESH, [1e8, 1e8, 0])).toMatchObject([
			{ code: 'TRANSFORM_FACES_COLLAPSED', location: { face: 1, at: [1e8, 1e8, 0] }, data: { faces: 2 } },
		]);
	});

	it.each<[string, Vec3]>([
		['x', [1e8, 0, 0]],
		['y', [0, 1e8, 0]],
	])('needs two corners alone to meet, along %s', (_, by) => {
		expect(reported(MESH, by)).toMatchObject([{ data: { faces: 2 } }]);
	});

	it('says nothing where all corners stay apart, or nothing moves', () => {
		expect(reported(MESH, [1e4, 1e4, 0])).toEqual([]);
		expect(reported(MESH, [0, 0, 1e8])).toEqual([]);
		expect(reported(MESH, [0, 0, 0])).toEqual([]);
	});

	it('says nothing of faces that had no three corners before', () => {
		const collapsed = { ...MESH, faces: Uint32Array.of(0, 1, 2, 0, 3, 3, 4, 0, 4, 1, 2, 0) };
		expect(reported(collapsed, [1e8, 1e8, 0])).toEqual([]);
	});
});

function apply({ linear, offset }: Motion, x: number, y: number, z: number): number[] {
	const v = Float64Array.of(x, y, z);
	linear?.(v);
	return [...v].map((value, axis) => value + offset[axis]);
}

describe('turnOf', () => {
	it('agrees with the sine and cosine of the machine', () => {
		fc.assert(
			fc.property(fc.double({ min: -720, max: 720, noNaN: true }), (degrees) => {
				const { quarters, cosine, sine } = turnOf(degrees);
				const radians = (degrees % 360) * (Math.PI / 180);
				const rest = radians - (quarters * Math.PI) / 2;
				expect(cosine).toBeCloseTo(Math.cos(rest), 14);
				expect(sine).toBeCloseTo(Math.sin(rest), 14);
			}),
		);
	});

	it('has nothing left of quarter turns, and never more than 45°', () => {
		for (let quarter = -9; quarter <= 9; quarter++) {
			expect(turnOf(quarter * 90)).toEqual({ quarters: ((quarter % 4) + 4) % 4, cosine: 1, sine: 0 });
		}
		for (let degrees = -400; degrees < 400; degrees++) expect(turnOf(degrees).cosine).toBeGreaterThan(0.7);
	});

	it('is exact to the last bit or the one before it', () => {
		expect(Math.abs(turnOf(30).sine - 0.5)).toBeLessThan(1e-16);
		expect(Math.abs(turnOf(45).sine ** 2 - 0.5)).toBeLessThan(3e-16);
	});
});

describe('motions', () => {
	it('turn counter-clockwise seen from above', () => {
		expect(apply(rotation(90), 2, 0, 5)).toEqual([0, 2, 5]);
		expect(apply(rotation(-90), 2, 1, 5)).toEqual([1, -2, 5]);
		const [x, y] = apply(rotation(30), 2, 0, 0);
		expect([x, y]).toEqual([expect.closeTo(Math.sqrt(3), 12), expect.closeTo(1, 12)]);
	});

	it('keep the point they are made about', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -360, max: 360 }),
				fc.integer({ min: -99, max: 99 }),
				fc.integer({ min: 0, max: 99 }),
				(degrees, x, z) => {
					const near = (value: number): unknown => expect.closeTo(value, 9);
					expect(apply(rotation(degrees, [x, 7]), x, 7, z)).toEqual([near(x), near(7), z]);
					expect(apply(scaling([2, -3, 0.5], [x, 7, z]), x, 7, z)).toEqual([near(x), near(7), near(z)]);
					expect(apply(reflection('x', x), x, 1, 2)).toEqual([x, 1, 2]);
					expect(apply(reflection('y', x), 1, x, 2)).toEqual([1, x, 2]);
				},
			),
		);
	});

	it('know mirror images', () => {
		expect([translation([1, 2, 3]), rotation(180), scaling(2), scaling([-1, -1, 1])].map((m) => m.mirrors)).toEqual(
			Array(4).fill(false),
		);
		expect(
			[reflection('x'), reflection('y'), scaling(-1), scaling([1, -2, 1]), scaling([1, 1, -1])].map((m) => m.mirrors),
		).toEqual(Array(5).fill(true));
	});
});

function boxAt(x: number, y: number, size: number): Bounds {
	return [x - size, y - size, 0, x + size, y + size, 3];
}

describe('guessSpace', () => {
	it.each<[string, Bounds, Vec3, string]>([
		// Made far from its own origin, as a room of the game is: 124…135, −84…−74 in the model, placed at 130, 300.
		['a room far from its own origin', [124, -84, 0, 135, -74, 5], [130, 300, 0], 'room'],
		['the same in its place', [254, 216, 0, 265, 226, 5], [130, 300, 0], 'area'],
		['a large room near the origin', boxAt(0, 0, 60), [20, 10, 0], 'unsure'],
		['a storey above', [-5, -5, 0, 5, 5, 3], [0, 0, 40], 'room'],
	])('%s', (_, bounds, at, guess) => {
		expect(guessSpace(bounds, at)).toBe(guess);
	});

	it('needs vertices', () => {
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
