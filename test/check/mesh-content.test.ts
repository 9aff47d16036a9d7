import { describe, expect, test } from 'vitest';
import { checkFences } from '../../check/mesh/fences.ts';
import { checkContent, checkIslands, checkTears, checkUnused } from '../../check/mesh/ground.ts';
import { checkHeadroom, checkStrays } from '../../check/mesh/pieces.ts';
import { type CheckContext, checkContext } from '../../src/facts/room-facts.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { fan, rectangle } from '../support/levels.ts';
import { appended, merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { pairs } from '../support/points.ts';

const told = (check: (context: CheckContext) => void, mesh: Walkmesh) => {
	const report = new Report();
	check(checkContext(mesh, K1, report));
	return report.findings.map(({ code, location, data }) => ({ code, location, data }));
};

const floor = rectangle(0, 0, 10, 4);

describe('what a walkmesh consists of', () => {
	const withSurfaces = (...surfaces: number[]): Walkmesh => {
		const mesh = fan([0, 0, 0], [4, 0, 0], [4, 2, 0], [4, 4, 0], [2, 4, 0], [0, 4, 0]);
		return { ...mesh, surfaces: Uint32Array.from(surfaces) };
	};

	test('surfaces beyond the table are told once each, with their first face', () => {
		const { length } = K1.surfaces;
		expect(told(checkContent, withSurfaces(length - 1, length, 4, length))).toMatchObject([
			{ code: 'SURFACE_BEYOND_TABLE', location: { face: 1 }, data: { surface: length, count: 2 } },
		]);
		expect(
			told(checkContent, withSurfaces(4, 99, 98, 99)).map(({ data }) => [data?.['surface'], data?.['count']]),
		).toEqual(pairs(99, 2, 98, 1));
	});

	test.each<[string, number[], number[], number, readonly number[] | undefined]>([
		['before all others', [9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0], [1, 2, 3], 1, [9, 9, 9]],
		['between them', [0, 0, 0, 9, 8, 7, 1, 0, 0, 0, 1, 0], [0, 2, 3], 1, [9, 8, 7]],
		['behind them', [0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 6, 7, 8, 8, 8], [0, 1, 2], 2, [5, 6, 7]],
		['nowhere', [0, 0, 0, 1, 0, 0, 0, 1, 0, Number.NaN, 0, 0], [0, 1, 2], 1, undefined],
	])('vertices that no face uses are counted, the first is %s', (_, positions, faces, count, at) => {
		const mesh = createWalkmesh({
			positions: Float32Array.from(positions),
			faces: Uint32Array.from(faces),
			surfaces: Uint32Array.of(4),
		});
		expect(told(checkUnused, mesh)).toEqual([
			{ code: 'VERTICES_UNUSED', location: at === undefined ? {} : { at }, data: { count } },
		]);
		expect(told(checkUnused, floor)).toEqual([]);
	});

	test('of objects nothing is told that concerns people on their ground', () => {
		const stray = fan([0, 0, 0], [10, 0, 0], [10, 4, 0], [0, 4, 900]);
		const torn = appended(rectangle(0, 0, 4, 4), rectangle(4, 0, 4, 4));
		const low = merged(floor, surfaced(rectangle(4, 1, 2, 2, 1), NONWALK));
		const fence = merged(floor, surfaced(fan([5, 0, 0], [5, 4, 0], [5, 4, 2], [5, 0, 2]), NONWALK));
		const cases: [(context: CheckContext) => void, Walkmesh, string][] = [
			[checkStrays, stray, 'VERTEX_STRAY'],
			[checkTears, torn, 'GROUND_TORN'],
			[checkHeadroom, low, 'HEADROOM_LOW'],
			[checkFences, fence, 'FENCE_ACROSS'],
			[checkIslands, merged(floor, rectangle(20, 0, 4, 4)), 'WALKABLE_ISLANDS'],
			[checkContent, surfaced(floor, NONWALK), 'MESH_NOT_WALKABLE'],
		];
		for (const [check, mesh, code] of cases) {
			expect(told(check, mesh).map((each) => each.code)).toEqual([code]);
			expect(told(check, { ...mesh, kind: 'placeable' })).toEqual([]);
		}
	});
});

describe('crates and pillars, below whose tops nobody gets', () => {
	/** An upright prism of so many sides about a point of the floor, with a top that lies over more than it; its first sides left out. */
	const pillar = (sides: number, x: number, y: number, omitted = 0): Walkmesh => {
		const corner = (i: number, z: number): readonly [number, number, number] => {
			const angle = ((i % sides) * 2 * Math.PI) / sides + 0.1;
			return [Math.fround(x + Math.cos(angle)), Math.fround(y + Math.sin(angle)), z];
		};
		const walls = Array.from({ length: sides }, (_, i) =>
			fan(corner(i, 0), corner(i + 1, 0), corner(i + 1, 1), corner(i, 1)),
		);
		const top = fan(...Array.from({ length: sides }, (_, i) => corner(i, 1)));
		return surfaced(merged(...walls.slice(omitted), top), NONWALK);
	};
	const low = (...parts: Walkmesh[]): number => told(checkHeadroom, merged(rectangle(0, 0, 20, 20), ...parts)).length;

	test.each([3, 4, 5, 8])('of %d sides', (sides) => {
		expect([low(pillar(sides, 6, 6)), low(pillar(sides, 6, 6), pillar(sides, 12, 12))]).toEqual([0, 0]);
		for (const omitted of [1, 2].slice(0, sides - 2))
			expect([omitted, low(pillar(sides, 6, 6, omitted))]).toEqual([omitted, 1]);
	});
});
