import { describe, expect, it } from 'vitest';
import { groupBy } from '../../src/math/arrays.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { gatherPerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { EdgeIndex, MOST_NEAR, visitNearEdges } from '../../src/seams/seam-search.ts';
import { build, loud } from '../support/level-work.ts';
import { levelOf, rectangle } from '../support/levels.ts';
import { THOROUGH } from '../support/thorough.ts';

const spot = (count: number) => levelOf(...Array.from({ length: count }, () => rectangle(0, 0, 2, 2)));
const row = (count: number) => levelOf(...Array.from({ length: count }, (_, i) => rectangle(i * 2, 0, 2, 2)));

/** How many pairs of edges are looked at. */
function pairs(level: ReturnType<typeof spot>): number {
	const perimeter = gatherPerimeterEdges(level, K1);
	let visits = 0;
	visitNearEdges(perimeter, 0.1, () => void visits++);
	return visits;
}

describe('rooms heaped on one spot', () => {
	it('are compared with a number of others that does not grow with the heap', () => {
		expect(pairs(spot(200))).toBeLessThanOrEqual(200 * 4 * MOST_NEAR);
		expect(pairs(spot(400))).toBeLessThanOrEqual(pairs(spot(200)) * 2.2);
	});

	it('are told by counts, not pair by pair', async () => {
		const { findings } = await build(spot(THOROUGH ? 300 : 120));
		const codes = groupBy(loud(findings), ({ code }) => code);
		expect(codes.get('ROOMS_HEAPED')).toHaveLength(1);
		expect(codes.get('SEAMS_CROWDED')).toHaveLength(1);
		expect(codes.get('ROOMS_OVERLAP')).toHaveLength(200);
	});

	it('are told in full where they are few', async () => {
		const codes = loud((await build(spot(10))).findings).map(({ code }) => code);
		expect(codes.filter((code) => code === 'ROOMS_OVERLAP')).toHaveLength(45);
		expect(codes).not.toContain('ROOMS_HEAPED');
		expect(codes).not.toContain('SEAMS_CROWDED');
	});
});

it('rooms in a row are compared with their neighbours alone', () => {
	expect(pairs(row(100))).toBeLessThan(100 * 12);
	expect(pairs(row(400))).toBeLessThan(400 * 12);
	const perimeter = gatherPerimeterEdges(row(50), K1);
	const index = new EdgeIndex(perimeter);
	for (let edge = 0; edge < perimeter.count; edge++) expect(index.near(edge, 0.1).length).toBeLessThan(16);
	expect(index.crowded).toBeUndefined();
});
