import { describe, expect, it } from 'vitest';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { checkContext } from '../../src/check/context.ts';
import { GROUND_CHECKS, runMeshChecks } from '../../src/check/mesh.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { fan, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';

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

	it.each<[number, string[]]>([
		[44.9, []],
		[45.1, ['GROUND_STEEP']],
		[60.4, ['GROUND_STEEP']],
		[60.6, ['GROUND_TOO_STEEP']],
		[89, ['GROUND_TOO_STEEP']],
	])('of %d°', (degrees, expected) => {
		expect(codes(ramp(degrees))).toEqual(expected);
	});

	it('is one finding for a room, and none for walls', () => {
		expect(told(merged(ramp(50), rectangle(-4, 0, 4, 4)))).toMatchObject([{ data: { count: 2 }, severity: 'info' }]);
		expect(codes(surfaced(ramp(70), NONWALK))).toEqual([]);
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

	it('is told at its lowest, with the ground below; what nobody bumps into does not count', () => {
		expect(told(under(1.5))).toMatchObject([
			{ code: 'HEADROOM_LOW', data: { headroom: 1.5, area: expect.closeTo(4, 3) } },
		]);
		// Obscuring.
		expect(codes(under(1.5, 2))).toEqual([]);
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

	it('is none where it is greater, or lies between two surfaces, or at the edge', () => {
		expect(codes(amid(0.71, 5))).toEqual([]);
		expect(codes(amid(0.7, 4))).toEqual([]);
		expect(codes(amid(0.7, 5, 9))).toEqual([]);
		expect(codes(merged(floor, surfaced(fan([10, 0, 0], [10.5, 0, 0], [10, 0.5, 0]), 5)))).toEqual([]);
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
	])('%s is none', (_, mesh) => {
		expect(codes(mesh)).not.toContain('FENCE_ON_GROUND');
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
