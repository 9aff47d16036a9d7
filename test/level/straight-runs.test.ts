import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberEnds, straightRuns } from '../../src/seams/doorways.ts';
import { EDGE_STRIDE, type PerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { runs } from '../support/thorough.ts';

const STRAIGHT = 0.9;

/** The same by the texts of coordinates, one edge after the other. */
function plainRuns(ends: readonly (readonly number[])[], edges: readonly number[]): number[][] {
	const keyOf = (edge: number, end: 0 | 1): string => ends[edge].slice(end * 3, end * 3 + 3).join(' ');
	const left = new Set(edges);
	const isStraight = (one: number, other: number): boolean => {
		const [p, q] = [one, other].map((edge) => [ends[edge][3] - ends[edge][0], ends[edge][4] - ends[edge][1]]);
		return p[0] * q[0] + p[1] * q[1] > STRAIGHT * Math.hypot(...p) * Math.hypot(...q);
	};
	return edges.flatMap((first) => {
		if (!left.delete(first)) return [];
		const group = [first];
		for (const end of [1, 0] as const) {
			for (let at = first; ; at = group[group.length - 1]) {
				const next = edges.findLast((edge) => keyOf(edge, end === 1 ? 0 : 1) === keyOf(at, end));
				if (next === undefined || !left.has(next) || !isStraight(first, next)) break;
				left.delete(next);
				group.push(next);
			}
		}
		return [group];
	});
}

const point = fc.tuple(fc.integer({ min: -1, max: 3 }), fc.constantFrom(-0, 0, 0.5, 1), fc.constantFrom(0, 1));
const soup = fc
	.array(fc.tuple(point, point), { minLength: 1, maxLength: 30 })
	.map((all) => all.map((each) => each.flat()));

function perimeterOf(ends: readonly (readonly number[])[]): PerimeterEdges {
	const points = new Float64Array(ends.length * EDGE_STRIDE);
	for (const [edge, each] of ends.entries()) points.set(each, edge * EDGE_STRIDE);
	return { points } as PerimeterEdges;
}

test('edges that continue each other are grouped as a search by the texts of their ends groups them', () => {
	fc.assert(
		fc.property(soup, fc.nat(3), (ends, gap) => {
			const edges = [...ends.keys()].filter((edge) => gap === 0 || edge % (gap + 1) !== 0);
			expect(straightRuns(perimeterOf(ends), edges)).toEqual(plainRuns(ends, edges));
		}),
		{ numRuns: runs(300) },
	);
});

test('ends have the same number where they have the same coordinates', () => {
	fc.assert(
		fc.property(soup, (ends) => {
			const numbers = numberEnds(perimeterOf(ends).points, [...ends.keys()]);
			const texts = ends.flatMap((each) => [each.slice(0, 3).join(' '), each.slice(3).join(' ')]);
			expect([...numbers]).toEqual(texts.map((text) => texts.indexOf(text)));
		}),
		{ numRuns: runs(300) },
	);
});
