import { describe, expect, test } from 'vitest';
import { createRegistry } from '../../jobs/default-registry.ts';
import { levelRecipe, resolveRecipe, runStages, stagesOf } from '../../pipeline/recipe.ts';
import { layOwnSills } from '../../src/clean/cracks.ts';
import { laySills } from '../../src/clean/sills.ts';
import { Report } from '../../src/findings/report.ts';
import { openEdges } from '../../src/geometry/faces.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { gatherPerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { fan, levelOf, rectangle, withTransitions } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { triples } from '../support/points.ts';

/** Lays sills within a room. */
function laid(mesh: Walkmesh, reach = 0.3): { mesh: Walkmesh; data: unknown } {
	const report = new Report();
	const bridged = layOwnSills(mesh, K1, reach, report);
	return { mesh: bridged, data: report.findings.map(({ data }) => data)[0] };
}

/** Two floors of 4 m side by side, the second of another surface, so far apart and so much higher. */
function floors(gap: number, rise = 0, shift = 0): Walkmesh {
	return merged(rectangle(0, 0, 4, 4), surfaced(rectangle(4 + gap, shift, 4, 4, rise), 5));
}

const isBridged = (mesh: Walkmesh, reach?: number): boolean => laid(mesh, reach).data !== undefined;
const bigger = (a: Walkmesh, b: Walkmesh): number => a.surfaces.length - b.surfaces.length;

describe('a sill within a room', () => {
	test('is two faces between edges that face each other, of the first one’s surface, with no new vertex', () => {
		const before = floors(0.2);
		const { mesh, data } = laid(before);
		expect(data).toEqual({ count: 1, area: expect.closeTo(0.8, 5), widest: expect.closeTo(0.2, 5) });
		expect(mesh.positions).toEqual(before.positions);
		expect([...mesh.surfaces]).toEqual([4, 4, 5, 5, 4, 4]);
		expect([...mesh.faces.subarray(0, 12)]).toEqual([...before.faces]);
		expect([...mesh.transitions]).toEqual(new Array(18).fill(-1));
		expect(openEdges(mesh, K1)).toHaveLength(8);
		// Counter-clockwise from above, as the floors are.
		const [x, y] = [0, 1].map((axis) => (k: number) => mesh.positions[mesh.faces[12 + k] * 3 + axis]);
		expect((x(1) - x(0)) * (y(2) - y(0)) - (y(1) - y(0)) * (x(2) - x(0))).toBeGreaterThan(0);
	});

	test.each<[string, Walkmesh, number, boolean]>([
		['as wide as is asked for', floors(0.25), 0.25, true],
		['wider', floors(0.26), 0.25, false],
		['wider, where edges have to be cut', floors(0.26, 0, 1), 0.25, false],
		['nothing wide', floors(0.0005), 0.3, false],
		['just wide enough to be one', floors(0.002), 0.3, true],
		['up by less than 60.5°', floors(0.2, 0.353), 0.5, true],
		['up by more', floors(0.2, 0.354), 0.5, false],
		['down by less than 60.5°', floors(0.2, -0.353), 0.5, true],
		['down by more', floors(0.2, -0.354), 0.5, false],
		['shifted along', floors(0.2, 0, 2.5), 0.3, true],
		['past each other', floors(0.2, 0, 4.1), 0.3, false],
	])('over a gap %s', (_, mesh, reach, expected) => {
		expect(isBridged(mesh, reach)).toBe(expected);
		if (!expected) expect(laid(mesh, reach).mesh).toBe(mesh);
	});

	test('ends where the other side of the gap does: edges are cut there, and no vertex moves', () => {
		const before = floors(0.2, 0, 1);
		const { mesh, data } = laid(before);
		expect(data).toMatchObject({ count: 1, area: expect.closeTo(0.6, 4) });
		const points = (of: Walkmesh) =>
			Array.from({ length: of.positions.length / 3 }, (_, i) =>
				[...of.positions.subarray(i * 3, i * 3 + 3)].map((v) => Number(v.toFixed(3))),
			);
		expect(points(mesh).slice(0, 8)).toEqual(points(before));
		expect(points(mesh).slice(8).sort()).toEqual(triples(4, 1, 0, 4.2, 4, 0));
		expect(bigger(mesh, before)).toBe(4);
	});

	test('is cut once where ends lie nearly together, and not right beside an end', () => {
		const two = (y: number) => merged(rectangle(0, 0, 4, 4), rectangle(4.2, -1, 2, 3), rectangle(4.2, 2 + y, 2, 3));
		// Cuts of the long edge at 2 and at 2 + y, or at one of them.
		// Besides, each of the two others is cut once, and there are sills to both, and between them.
		expect(bigger(laid(two(0.1)).mesh, two(0.1))).toBe(2 + 2 + 6);
		expect(bigger(laid(two(0.009)).mesh, two(0.009))).toBe(1 + 2 + 6);
		expect(bigger(laid(floors(0.2, 0, 0.009)).mesh, floors(0.2))).toBe(2);
		expect(bigger(laid(floors(0.2, 0, 0.011)).mesh, floors(0.2))).toBe(4);
	});

	const x = 4.1;
	const wall = (low: number, high: number, y0 = 0, y1 = 4): Walkmesh =>
		surfaced(fan([x, y0, low], [x, y1, low], [x, y1, high], [x, y0, high]), NONWALK);
	const under = (z: number): Walkmesh =>
		surfaced(fan([4.05, 1.5, z], [4.15, 1.5, z], [4.15, 2.5, z], [4.05, 2.5, z]), 2);
	test.each<[string, Walkmesh, boolean]>([
		['stands', wall(0, 3), false],
		['stands, as low as a curb', wall(-0.1, 0.1), false],
		['hangs at the height of a belt', wall(0.4, 0.6), false],
		['hangs at the height of a chest', wall(0.9, 1.1), false],
		['hangs at the height of a head', wall(1.4, 1.6), false],
		['hangs above heads', wall(1.6, 3), true],
		['ends below the ground', wall(-1, 0.04), true],
		['stands beside the middle', wall(0, 3, 0, 1.9), true],
	])('is none where a wall %s in the gap', (_, other, expected) => {
		expect(isBridged(merged(floors(0.2), other))).toBe(expected);
	});

	test.each([
		[0, false],
		[0.49, false],
		[-0.49, false],
		[0.51, true],
		[-0.51, true],
	])('is none where a face lies in the gap, up to half a metre off: %d m', (z, expected) => {
		expect(isBridged(merged(floors(0.2), under(z)))).toBe(expected);
	});

	test('is none at edges that lead elsewhere, nor in what is no room', () => {
		const linked = (edge: number) => withTransitions(floors(0.2), { [edge]: 3 });
		const free = [...openEdges(floors(0.2), K1)].map((edge) => isBridged(linked(edge)));
		expect(free.filter((bridged) => !bridged)).toHaveLength(2);
		const placeable = { ...floors(0.2), kind: 'placeable' as const };
		expect(laid(placeable).mesh).toBe(placeable);
	});
});

describe('sills between rooms', () => {
	const lay = (...meshes: Walkmesh[]) => {
		const level = levelOf(...meshes);
		const report = new Report();
		const after = laySills(level, K1, 0.3, (each) => gatherPerimeterEdges(each, K1), report);
		return { level, after, told: report.findings.map(({ location, data }) => [location.room, data?.['count']]) };
	};

	test('are not laid through a wall that is in a third room', () => {
		const rooms = [rectangle(0, 0, 4, 4), rectangle(4.2, 0, 4, 4)];
		const wall = surfaced(fan([4.1, 0, 0], [4.1, 4, 0], [4.1, 4, 3], [4.1, 0, 3]), NONWALK);
		expect(lay(...rooms, merged(rectangle(20, 0, 4, 4), wall)).told).toEqual([]);
		expect(lay(...rooms, rectangle(20, 0, 4, 4)).told).toEqual([['r0', 1]]);
	});

	test('belong to the first room, with the vertices of the other side, each once', () => {
		const [hall, yard] = [rectangle(0, 0, 4, 4), merged(rectangle(4.2, 0, 2, 2), rectangle(4.2, 2, 2, 2))];
		const { level, after, told } = lay(hall, yard);
		expect(told).toEqual([['r0', 2]]);
		const [first, second] = after.rooms.map(({ walkmesh }) => walkmesh as Walkmesh);
		// One vertex where the edge is cut, and three of the other room.
		expect(first.positions).toHaveLength((4 + 1 + 3) * 3);
		expect(first.surfaces).toHaveLength(2 + 1 + 4);
		expect(second).toBe(level.rooms[1].walkmesh);
	});

	test('are one face where the sides meet in a point', () => {
		const wedge = fan([4, 4, 0], [4.2, 0, 0], [8, 0, 0], [8, 4, 0]);
		const { after, told } = lay(rectangle(0, 0, 4, 4), wedge);
		expect(told).toEqual([['r0', 1]]);
		expect(after.rooms[0].walkmesh?.surfaces).toHaveLength(3);
	});

	test('leave rooms without one as they were, though their edges were tried', () => {
		const hall = rectangle(0, 0, 4, 4);
		const apart = rectangle(0, 20, 4, 4);
		const { level, after } = lay(hall, rectangle(4.2, 1, 4, 4), apart, undefined as unknown as Walkmesh);
		expect(after.rooms[2]).toBe(level.rooms[2]);
		expect(after.rooms[3]).toBe(level.rooms[3]);
		expect(after.rooms[1].walkmesh?.surfaces.length).toBe(3);
		const alone = lay(hall, apart);
		expect([alone.after, alone.told]).toEqual([alone.level, []]);
		expect(alone.after).toBe(alone.level);
	});
});

describe('thresholds between the rooms of a level', () => {
	const registry = createRegistry();
	const levelWith = async (gap: number, sills: 'auto' | number | undefined, second = rectangle(4 + gap, 1, 4, 1)) => {
		const report = new Report();
		const recipe = levelRecipe(sills === undefined ? {} : { sills });
		const stages = stagesOf(resolveRecipe(recipe, registry), 'level');
		const level = await runStages(levelOf(rectangle(0, 0, 4, 4), second), stages, { report, surfaces: K1 });
		const links = level.rooms.map(({ walkmesh }) => walkmesh?.transitions.filter((room) => room >= 0).length);
		return { level, links, codes: report.findings.map(({ code }) => code) };
	};

	test.each<[number, 'auto' | number | undefined, boolean]>([
		[0.2, undefined, false],
		[0.2, 'auto', true],
		[0.05, 'auto', true],
		[0.5, 'auto', true],
		[0.51, 'auto', false],
		[0.25, 0.25, true],
		[0.26, 0.25, false],
	])('of %f m with sills %s are bridged: %s', async (gap, sills, isBridged) => {
		const { links, codes } = await levelWith(gap, sills);
		expect(links).toEqual(isBridged ? [1, 1] : [0, 0]);
		expect(codes.includes('SILLS_LAID')).toBe(isBridged);
		expect(codes.includes('ROOM_UNREACHABLE')).toBe(!isBridged);
	});

	test('leave rooms that meet as they are', async () => {
		const [without, withSills] = [await levelWith(0, undefined), await levelWith(0, 'auto')];
		expect(withSills.level).toEqual(without.level);
		expect(withSills.codes).toEqual(without.codes);
	});

	test('keep walkable faces first', async () => {
		const { level } = await levelWith(
			0.2,
			'auto',
			merged(rectangle(4.2, 1, 4, 1), surfaced(rectangle(9, 1, 1, 1), NONWALK)),
		);
		const surfaces = level.rooms.map(({ walkmesh }) => [...(walkmesh?.surfaces ?? [])]);
		for (const own of surfaces)
			expect(own.lastIndexOf(4)).toBeLessThan(own.indexOf(NONWALK) < 0 ? own.length : own.indexOf(NONWALK));
	});
});
