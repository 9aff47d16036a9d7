import { describe, expect, it } from 'vitest';
import { checkIslands } from '../../check/mesh/ground.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { rectangle } from '../support/levels.ts';
import { merged } from '../support/own-floors.ts';

function told(mesh: Walkmesh): readonly Finding[] {
	const report = new Report();
	checkIslands(checkContext(mesh, K1, report));
	return report.findings;
}

const codes = (mesh: Walkmesh): string[] => told(mesh).map(({ code }) => code);
const hall = rectangle(0, 0, 10, 4);

describe('ground of a room that is cut in two', () => {
	it('by a strip or a step is a warning, with its place, its width and what it separates', () => {
		expect(told(merged(hall, rectangle(10.2, 0, 9, 4))).filter(({ severity }) => severity === 'warning')).toMatchObject(
			[
				{
					code: 'GROUND_SEPARATE',
					location: { at: [expect.closeTo(10.2), 2, 0] },
					data: { kind: 'gap', gap: expect.closeTo(0.2), area: expect.closeTo(36, 3), rest: 40 },
				},
			],
		);
		expect(told(merged(hall, rectangle(10, 0, 9, 4, 0.17)))[1]).toMatchObject({ data: { kind: 'height', area: 36 } });
		// From 60.5° on what lies between is a step: 0.2 m across, 0.353 m and 0.354 m up.
		const beside = (rise: number) => told(merged(hall, rectangle(10.2, 0, 9, 4, rise)))[1].data?.['kind'];
		expect([0.1, 0.353, 0.354, -0.354].map(beside)).toEqual(['gap', 'gap', 'height', 'height']);
	});

	it('is one from the width of a crack up to half a metre', () => {
		const at = (gap: number): string[] => codes(merged(hall, rectangle(10 + gap, 0, 10, 4)));
		expect([0.099, 0.101, 0.499, 0.501].map((gap) => at(gap).length)).toEqual([1, 2, 2, 1]);
	});

	it('is one below shelves whose edges are nearer in plan', () => {
		const shelves = [2, 3, 4, 5, 6, 7].map((z) => rectangle(10.15, 1.95, 0.1, 0.1, z));
		expect(codes(merged(hall, rectangle(10.2, 0, 9, 4), ...shelves))).toContain('GROUND_SEPARATE');
	});

	it('is one among the smaller pieces, too', () => {
		expect(codes(merged(hall, rectangle(20, 0, 8, 4), rectangle(28.3, 0, 5, 4)))).toContain('GROUND_SEPARATE');
	});

	it('is a note where the piece is a crate, a seat or a balcony', () => {
		expect(codes(merged(hall, rectangle(3, 4.2, 0.9, 1)))).toEqual(['WALKABLE_ISLANDS']);
		expect(codes(merged(hall, rectangle(3, 4.2, 1.9, 1)))).toEqual(['WALKABLE_ISLANDS']);
		expect(codes(merged(hall, rectangle(3, 4.2, 2.1, 1)))).toContain('GROUND_SEPARATE');
		expect(codes(merged(hall, rectangle(10, 0, 10, 4, 0.8)))).toEqual(['WALKABLE_ISLANDS']);
		expect(codes(hall)).toEqual([]);
	});
});
