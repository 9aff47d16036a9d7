import { describe, expect, it } from 'vitest';
import { checkIslands } from '../../check/mesh/ground.ts';
import { GROUND_CHECKS, runMeshChecks } from '../../check/mesh.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { closeSteep } from '../../src/clean/slope.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { weldMesh } from '../../src/geometry/weld.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { fan, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { pairs, triples } from '../support/points.ts';

function told(mesh: Walkmesh): readonly Finding[] {
	const report = new Report();
	runMeshChecks(checkContext(mesh, K1, report), {}, GROUND_CHECKS);
	return report.findings;
}

function codes(mesh: Walkmesh): string[] {
	return told(mesh).map(({ code }) => code);
}

const floor = rectangle(0, 0, 10, 4);

it('a floor with walls is right', () => {
	const wall = surfaced(fan([0, 4, 0], [10, 4, 0], [10, 4, 3], [0, 4, 3]), NONWALK);
	expect(codes(merged(floor, wall))).toEqual([]);
});

describe('slope', () => {
	const ramp = (degrees: number): Walkmesh => {
		const rise = 2 * Math.tan((degrees * Math.PI) / 180);
		return fan([0, 0, 0], [2, 0, rise], [2, 4, rise], [0, 4, 0]);
	};

	it('is one finding for a room, and none for walls', () => {
		expect(told(merged(ramp(50), rectangle(-4, 0, 4, 4)))).toMatchObject([{ data: { count: 2 }, severity: 'info' }]);
		expect(codes(surfaced(ramp(70), NONWALK))).toEqual([]);
	});
});

describe('walkable faces that are too steep to be ground', () => {
	const ramp = (degrees: number, turn = 1): Walkmesh => {
		const [x, z] = [2 * Math.cos((degrees * Math.PI) / 180), 2 * Math.sin((degrees * Math.PI) / 180)];
		const corners = triples(0, 0, 0, x, 0, z, x, 4, z, 0, 4, 0);
		return fan(...((turn > 0 ? corners : corners.reverse()) as [number, number, number][]));
	};
	const closed = (mesh: Walkmesh, steepest: number): readonly [number[], unknown] => {
		const report = new Report();
		const after = closeSteep(checkContext(mesh, K1, report), steepest);
		if (report.findings.length === 0) expect(after).toBe(mesh);
		return [[...after.surfaces], report.findings[0]?.data];
	};

	it.each([
		[59.9, false],
		[60.1, true],
		[90, true],
	])('%d° where 60° are asked for', (degrees, isClosed) => {
		const data = { count: 2, degrees: 60, surface: 'Nonwalk' };
		expect(closed(ramp(degrees), 60)).toEqual(isClosed ? [[7, 7], data] : [[4, 4], undefined]);
		expect(closed(ramp(degrees, -1), 60)).toEqual(isClosed ? [[7, 7], data] : [[4, 4], undefined]);
	});

	it('only upright ones where 90° are asked for, and nothing that is no ground or has no area', () => {
		expect(closed(ramp(89), 90)[1]).toBeUndefined();
		expect(closed(ramp(90), 90)[0]).toEqual([7, 7]);
		expect(closed(surfaced(ramp(80), 2), 60)[1]).toBeUndefined();
		expect(closed(fan([0, 0, 0], [1, 0, 1], [2, 0, 2]), 60)[1]).toBeUndefined();
		expect(closed(merged(rectangle(0, 0, 4, 4), ramp(70)), 60)[0]).toEqual([4, 4, 7, 7]);
	});
});

it('pieces of ground are reported with the areas of five, the largest first, and the width of the gap to the nearest', () => {
	const islands = (count: number): readonly Finding[] => {
		const report = new Report();
		const pieces = Array.from({ length: count }, (_, i) => rectangle(i * 20, 0, 1 + i, 1));
		checkIslands(checkContext(merged(...pieces), K1, report));
		return report.findings;
	};
	expect(islands(1)).toEqual([]);
	const [{ data }] = islands(7);
	expect(data).toMatchObject({ count: 7, areas: [7, 6, 5, 4, 3], gap: expect.closeTo(14, 4) });
	expect(islands(2)[0].data?.['areas']).toEqual([2, 1]);
});

describe('floor above floor', () => {
	const above = (z: number, ...corners: readonly (readonly [number, number])[]): Walkmesh =>
		fan(...corners.map(([x, y]) => [x, y, z] as const));
	const found = (mesh: Walkmesh) => told(mesh).filter(({ code }) => code === 'GROUND_STACKED');

	it('is reported with the ground that they share', () => {
		const mesh = merged(rectangle(0, 0, 10, 4), rectangle(4, 1, 2, 2, 3));
		expect(found(mesh)).toMatchObject([{ data: { area: expect.closeTo(4, 4), dz: expect.closeTo(3, 4) } }]);
	});

	it('is none in strips as narrow as the nose of a step', () => {
		expect(found(merged(rectangle(0, 0, 4, 4), rectangle(3.95, 0, 4, 4, 0.2)))).toEqual([]);
		expect(found(merged(rectangle(0, 0, 4, 4), rectangle(3.8, 0, 4, 4, 0.2)))).toHaveLength(1);
	});

	it('is none where two faces fold about an edge that they share, whichever corners those are', () => {
		const [a, b] = triples(0, 0, 0, 4, 0, 0);
		for (const lower of [
			[a, b, [2, 4, 0]],
			[b, [2, 4, 0], a],
			[[2, 4, 0], a, b],
		] as const)
			for (const upper of [
				[a, b, [2, 4, 1]],
				[b, [2, 4, 1], a],
				[[2, 4, 1], a, b],
			] as const)
				expect(found(merged(fan(...lower), fan(...upper)))).toEqual([]);
		expect(found(merged(above(0, [0, 0], [4, 0], [2, 4]), above(1, [0, 0], [4, 0], [2, 4])))).toHaveLength(1);
	});
});

describe('headroom', () => {
	const under = (z: number, surface = NONWALK): Walkmesh => merged(floor, surfaced(rectangle(4, 1, 2, 2, z), surface));

	it.each<[number, number]>([
		[0.09, 0],
		[0.11, 1],
		[1.79, 1],
		[1.81, 0],
	])('%d m', (z, count) => {
		expect(told(under(z)).filter(({ code }) => code === 'HEADROOM_LOW')).toHaveLength(count);
	});

	it('is reported at its lowest, with the ground below; what nobody bumps into does not count', () => {
		expect(told(under(1.5))).toMatchObject([
			{ code: 'HEADROOM_LOW', data: { headroom: 1.5, area: expect.closeTo(4, 3) } },
		]);
		// Obscuring.
		expect(codes(under(1.5, 2))).toEqual([]);
	});

	it('counts ground once below the top and the underside of a table', () => {
		const slab = merged(under(0.75), surfaced(fan([4, 1, 0.7], [4, 3, 0.7], [6, 3, 0.7], [6, 1, 0.7]), NONWALK));
		const low = told(slab).filter(({ code }) => code === 'HEADROOM_LOW');
		expect(low).toMatchObject([{ data: { area: expect.closeTo(4, 3) } }]);
	});

	/** Four sides of a rectangle, from the ground up or not. */
	const walls = (
		[x, y, wide, deep]: readonly [number, number, number, number],
		top: number,
		sides = 4,
		foot = 0,
	): Walkmesh[] => {
		const corners = [
			[x, y],
			[x + wide, y],
			[x + wide, y + deep],
			[x, y + deep],
		];
		return corners.slice(0, sides).map(([ax, ay], i) => {
			const [bx, by] = corners[(i + 1) % 4];
			return fan([ax, ay, foot], [bx, by, foot], [bx, by, top], [ax, ay, top]);
		});
	};
	const crate = (sides: number, foot = 0): Walkmesh => {
		const parts = merged(rectangle(4, 1, 1, 1, 1), ...walls([4, 1, 1, 1], 1, sides, foot));
		return surfaced(weldMesh(parts).mesh, NONWALK);
	};

	it('counts in a room with walls all around, which are no crate, and a ceiling that is joined to them or not', () => {
		const around = surfaced(weldMesh(merged(...walls([0, 0, 10, 4], 3))).mesh, NONWALK);
		expect(codes(merged(floor, around))).not.toContain('HEADROOM_LOW');
		expect(codes(merged(under(1.5), around))).toContain('HEADROOM_LOW');
		const closed = weldMesh(merged(...walls([0, 0, 10, 4], 1.5), rectangle(0, 0, 10, 4, 1.5))).mesh;
		expect(codes(merged(floor, surfaced(closed, NONWALK)))).toContain('HEADROOM_LOW');
		// A crate in a corner of the room has ground beside two of its sides.
		const cornered = weldMesh(merged(...walls([0, 0, 1, 1], 1), rectangle(0, 0, 1, 1, 1))).mesh;
		expect(codes(merged(floor, around, surfaced(cornered, NONWALK)))).not.toContain('HEADROOM_LOW');
	});

	it.each<[string, Walkmesh, number]>([
		['a crate that stands on the floor', crate(4), 0],
		['one that is sunk into it', crate(4, -0.3), 0],
		['one that hangs above it', crate(4, 0.5), 1],
		['a shelf that is open on one side', crate(3), 1],
	])('%s', (_, obstacle, count) => {
		expect(codes(merged(floor, obstacle)).filter((code) => code === 'HEADROOM_LOW')).toHaveLength(count);
	});

	it('ignores walls that lean over the ground by some centimetres', () => {
		const leaning = surfaced(fan([10.05, 0, 0.5], [9.95, 0, 1.5], [9.95, 4, 1.5], [10.05, 4, 0.5]), NONWALK);
		expect(codes(merged(floor, leaning))).toEqual([]);
	});
});

describe('a single face of another surface', () => {
	/** A floor of one small triangle amid others. */
	const amid = (size: number, surface: number, other = 4): Walkmesh => {
		const [a, b, c] = [[0, 0, 0] as const, [size, 0, 0] as const, [0, size, 0] as const];
		return merged(
			surfaced(fan(a, b, c), surface),
			fan(b, a, [0, -3, 0]),
			fan(c, b, [3, 3, 0]),
			surfaced(fan(a, c, [-3, 0, 0]), other),
		);
	};

	it('is a note where it is small and what is around it is one surface', () => {
		expect(told(amid(0.7, 5))).toMatchObject([
			{ code: 'SURFACE_SPECK', severity: 'info', location: { face: 0 }, data: { surface: 'Wood', amid: 'Stone' } },
		]);
		expect(codes(amid(0.7, NONWALK))).toEqual(['SURFACE_SPECK']);
	});
});

describe('a fence', () => {
	/** Upright, along y = 2 over part of a floor that is one face there. */
	const fence = (y: number, length: number, z = 0, surface = NONWALK): Walkmesh =>
		merged(
			fan([0, 0, 0], [10, 0, 0], [10, 20, 0], [0, 20, 0]),
			surfaced(fan([5, y, z], [5 + length, y, z], [5 + length, y, z + 1], [5, y, z + 1]), surface),
		);

	it('amid a walkable face is a note, at its longest', () => {
		expect(told(fence(2, 4))).toMatchObject([
			{ code: 'FENCE_ON_GROUND', severity: 'info', location: { at: [7, 2, 0] }, data: { length: 4 } },
		]);
	});

	it.each<[string, Walkmesh]>([
		['a post', fence(2, 0.4)],
		['what hangs above', fence(2, 4, 0.2)],
		['a wall at the end of the ground', fence(0, 4)],
		['what nobody bumps into', fence(2, 4, 0, 2)],
		[
			'what leans',
			merged(
				fan([0, 0, 0], [10, 0, 0], [10, 20, 0], [0, 20, 0]),
				surfaced(fan([5, 2, 0], [9, 2, 0], [9, 2.5, 1], [5, 2.5, 1]), NONWALK),
			),
		],
	])('%s is none', (_, mesh) => {
		expect(codes(mesh)).not.toContain('FENCE_ON_GROUND');
	});
});

describe('a wall that pokes through the floor of a corridor', () => {
	/** A corridor of 2 m, of triangles that meet below the wall at x = 5. */
	const corridor = rectangle(0, 0, 10, 2);
	const standing = (from: number, to: number, x = 5, foot = 0, top = 2): Walkmesh =>
		surfaced(fan([x, from, foot], [x, to, foot], [x, to, top], [x, from, top]), NONWALK);
	const beside = (y: number): Walkmesh => surfaced(fan([0, y, 0], [10, y, 0], [10, y, 2], [0, y, 2]), NONWALK);

	it.each<[string, Walkmesh, string[]]>([
		['from side to side', standing(0, 2), ['FENCE_ACROSS']],
		['in the middle of it, between walls', merged(standing(0.5, 1.5), beside(0), beside(2)), ['FENCE_ACROSS']],
		[
			'in the middle of it, with a way between it and walls',
			merged(standing(0.71, 1.25), beside(0), beside(2)),
			['FENCE_ON_GROUND'],
		],
		['in the middle of it, where people may lean over the end of the ground', standing(0.5, 1.5), ['FENCE_ON_GROUND']],
		['from below it', standing(0, 2, 5, -3), ['FENCE_ACROSS']],
		['from below to its height', standing(0, 2, 5, -3, 0.05), []],
		['in two pieces', merged(standing(0, 1), standing(1, 2)), ['FENCE_ACROSS']],
		['with two sides', merged(standing(0, 2), standing(2, 0)), ['FENCE_ACROSS']],
		['with a way past it', standing(0, 1.2), ['FENCE_ON_GROUND']],
		['at its end', standing(0, 2, 9.8), ['FENCE_ON_GROUND']],
	])('%s', (_, wall, expected) => {
		expect(codes(merged(corridor, wall))).toEqual(expected);
	});

	it('is none where it is a side of a rock or trunk that reaches below the ground', () => {
		// The diagonals of its sides meet the ground in their middle.
		const corners = pairs(4, 0.5, 6, 0.5, 6, 1.5, 4, 1.5);
		const sides = corners.map(([ax, ay], i) => {
			const [bx, by] = corners[(i + 1) % 4];
			return fan([ax, ay, -1], [bx, by, -1], [bx, by, 1.05], [ax, ay, 1.05]);
		});
		const meadow = rectangle(0, -4, 10, 10);
		expect(codes(merged(meadow, surfaced(merged(...sides), NONWALK)))).toEqual(['FENCE_ON_GROUND']);
	});

	it('where it opens into a room, whose ground ends on both sides of the wall', () => {
		const hall = fan([-4, -3, 0], [0, -3, 0], [0, 0, 0], [0, 2, 0], [0, 5, 0], [-4, 5, 0]);
		expect(codes(merged(hall, corridor, standing(0, 2, 0)))).toEqual(['FENCE_ACROSS']);
		expect(codes(merged(hall, corridor, standing(0, 1.2, 0)))).toEqual(['FENCE_ON_GROUND']);
	});
});

describe.skipIf(!corpusPresent)('real rooms', () => {
	const files = corpusPresent ? [...corpusFiles('rooms', '.wok'), ...corpusFiles('rewritten', '.wok')] : [];

	it(`${files.length} of them give two warnings and few notes`, () => {
		const found = files.flatMap(({ name, bytes }) => {
			const mesh = walkmeshFromBwm(decodeBwm(bytes, new Report()), { name }, new Report());
			return told(mesh).map(({ severity, message }) => `${severity} ${name}: ${message}`);
		});
		expect(found.filter((line) => line.startsWith('warning')).length, found.join('\n')).toBeLessThanOrEqual(2);
		expect(found.length, found.join('\n')).toBeLessThanOrEqual(6);
	});
});
