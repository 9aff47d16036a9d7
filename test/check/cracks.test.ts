import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFloors, countIslands } from '../../check/mesh/ground.ts';
import { decodeBwm } from '../../importers/bwm/decode.ts';
import { walkmeshFromBwm } from '../../src/bwm/derive.ts';
import { checkCracks, mendOwnSeams } from '../../src/clean/cracks.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { openEdges } from '../../src/geometry/faces.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { corpusFiles, corpusPresent } from '../support/corpus.ts';
import { cutChoice, floorCutByLines } from '../support/cut-floors.ts';
import { fan, rectangle } from '../support/levels.ts';
import { merged } from '../support/own-floors.ts';
import { triples } from '../support/points.ts';
import { runs } from '../support/thorough.ts';

function told(check: typeof checkFloors, mesh: Walkmesh): readonly Finding[] {
	const report = new Report();
	void check(checkContext(mesh, K1, report));
	return report.findings;
}

function openLength(mesh: Walkmesh): number {
	const { positions, faces } = mesh;
	return openEdges(mesh, K1).reduce((sum, edge) => {
		const [a, b] = [faces[edge] * 3, faces[edgeEnd(edge)] * 3];
		return sum + Math.hypot(...[0, 1, 2].map((axis) => positions[a + axis] - positions[b + axis]));
	}, 0);
}

const west = rectangle(0, 0, 10, 4);

describe('cracks within a room', () => {
	it.each<[string, Walkmesh, number]>([
		['99 mm apart', rectangle(10.099, 0, 6, 4), 1],
		['101 mm apart', rectangle(10.101, 0, 6, 4), 0],
		['99 mm higher', rectangle(10, 0, 6, 4, 0.099), 1],
		['101 mm higher', rectangle(10, 0, 6, 4, 0.101), 0],
		['on each other', rectangle(10, 0, 6, 4), 0],
		['so near that its vertices are told as near misses', rectangle(10.009, 0, 6, 4), 0],
	])('%s', (_, other, count) => {
		expect(told(checkCracks as typeof checkFloors, merged(west, other))).toHaveLength(count);
	});

	it('are not the two sides of a narrow strip', () => {
		expect(told(checkCracks as typeof checkFloors, merged(west, rectangle(10, 1, 6, 0.05)))).toEqual([]);
	});

	it('are reported with what closes the one that needs most, be it not the widest', () => {
		const ends: readonly Vec3[] = triples(0.02, 0, 0, 0.02, 0, 0, 0.02, 0, 0, 0.018, 0.02, 0.017, 0.018, 0, 0);
		const torn = merged(
			fan([0, 0, 0], ...ends.map((_, i): Vec3 => [10, i * 2, 0]), [0, 8, 0]),
			fan([20, 8, 0], ...ends.map(([x, y, z], i): Vec3 => [10 + x, i * 2 + y, z]).toReversed(), [20, 0, 0]),
		);
		expect(told(checkCracks as typeof checkFloors, torn)).toMatchObject([
			{
				data: { count: 4, gap: expect.closeTo(0.02, 6), snap: 0.032 },
				actions: [{ option: 'snap', value: 0.032 }],
			},
		]);
		const mended = (snap: number) =>
			told(checkCracks as typeof checkFloors, mendOwnSeams(torn, K1, snap, new Report()));
		expect(mended(0.021)).not.toEqual([]);
		expect(mended(0.032)).toEqual([]);
	});

	it('are reported where the ground goes on around them', () => {
		const slit = merged(
			west,
			rectangle(10.05, 0, 6, 4),
			fan([10, 4, 0], [10.05, 4, 0], [16.05, 4, 0], [16.05, 6, 0], [0, 6, 0], [0, 4, 0]),
		);
		expect(told(checkCracks as typeof checkFloors, slit)).toMatchObject([{ data: { kind: 'gap', areas: [] } }]);
	});
});

describe('an edge that is cut on one side only, beside its line', () => {
	/** Two halves of a floor, of which one has a vertex more in the middle of the border, so far from it. */
	const cutAside = (away: number): Walkmesh => {
		const corners = triples(0, 0, 0, 8, 0, 0, 8, 4, 0, 0, 4, 0, 4, -away, 0, 8, -4, 0, 0, -4, 0);
		return createWalkmesh({
			positions: Float32Array.from(corners.flat()),
			faces: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 6, 4, 4, 6, 5, 4, 5, 1),
			surfaces: new Uint32Array(5).fill(4),
		});
	};

	it.each([2e-3, 9e-3, 0.011, 0.05, 0.099])('%d m', (away) => {
		const mesh = cutAside(away);
		expect(told(checkCracks as typeof checkFloors, mesh)).toMatchObject([
			{ code: 'GROUND_CRACK', data: { kind: 'gap', gap: expect.closeTo(away, 3), count: 2 } },
		]);
		const whole = mendOwnSeams(mesh, K1, away + 1e-3, new Report());
		expect(countIslands(whole, K1)).toBe(1);
		expect(told(checkCracks as typeof checkFloors, whole)).toEqual([]);
	});

	it.each([9e-4, 0.101])('%d m is a T-junction, or a hole that shows', (away) => {
		expect(told(checkCracks as typeof checkFloors, cutAside(away))).toEqual([]);
	});

	it('is told from a tip of ground, and from a corner', () => {
		const tip = fan([0, 0, 0], [8, -0.02, 0], [8, 0.02, 0]);
		expect(told(checkCracks as typeof checkFloors, tip)).toEqual([]);
		const corner = merged(west, fan([10, 4, 0], [14, 5.4, 0], [14, 8, 0], [0, 8, 0], [0, 4, 0]));
		expect(told(checkCracks as typeof checkFloors, corner)).toEqual([]);
	});
});

describe('mending', () => {
	it.each<[string, Walkmesh]>([
		['a gap', rectangle(10.05, 0, 6, 4)],
		['a step', rectangle(10, 0, 6, 4, 0.05)],
		['an overlap', rectangle(9.95, 0, 6, 4)],
		['a gap beside a shorter edge', rectangle(10.05, 1, 6, 2)],
		['a gap, shifted', rectangle(10.05, -1, 6, 4)],
	])('closes %s', (_, other) => {
		const report = new Report();
		const mesh = merged(west, other);
		const whole = mendOwnSeams(mesh, K1, 0.06, report);
		expect(countIslands(whole, K1)).toBe(1);
		expect(told(checkCracks as typeof checkFloors, whole)).toEqual([]);
		expect(report.findings).toMatchObject([{ code: 'GROUND_CRACKS_MENDED' }]);
		expect(mendOwnSeams(whole, K1, 0.06, new Report())).toBe(whole);
		expect(mendOwnSeams(mesh, K1, 0.04, new Report())).toBe(mesh);
	});

	it('closes seams of which one side is cut at the corners of the other, all of them and at once', () => {
		fc.assert(
			fc.property(cutChoice(4e-4), (choice) => {
				const rooms = floorCutByLines(choice).level.rooms.flatMap(({ walkmesh }) => walkmesh ?? []);
				const whole = mendOwnSeams(merged(...rooms), K1, 0.01, new Report());
				expect(countIslands(whole, K1)).toBe(1);
				expect(told(checkCracks as typeof checkFloors, whole)).toEqual([]);
				expect(mendOwnSeams(whole, K1, 0.01, new Report())).toBe(whole);
				// The square has sides of 24 m, which slope by 23° at most.
				expect(openLength(whole)).toBeLessThan((4 * 24) / Math.cos(Math.atan(0.3 * Math.SQRT2)) + 0.1);
			}),
			{ numRuns: runs(4, 200) },
		);
	});

	it('takes the sides of a tip of ground for none', () => {
		const tip = fan([0, 0, 0], [8, -0.02, 0], [8, 0.02, 0]);
		expect(mendOwnSeams(tip, K1, 0.06, new Report())).toBe(tip);
		const beside = merged(tip, fan([0, 0, 0], [8, 0.02, 0], [8, 4, 0]));
		expect(countIslands(mendOwnSeams(beside, K1, 0.06, new Report()), K1)).toBe(1);
		expect(mendOwnSeams(beside, K1, 0.06, new Report()).surfaces).toHaveLength(2);
	});

	it('closes several at once, and leaves strips alone', () => {
		const strip = rectangle(20.08, 1, 6, 0.06);
		const whole = mendOwnSeams(merged(west, rectangle(10.04, 0, 10, 4), strip), K1, 0.05, new Report());
		expect(countIslands(whole, K1)).toBe(1);
		expect(openEdges(whole, K1).length).toBeGreaterThan(8);
	});
});

describe.skipIf(!corpusPresent)('real rooms', () => {
	const files = corpusPresent ? [...corpusFiles('rooms', '.wok'), ...corpusFiles('rewritten', '.wok')] : [];

	it(`${files.length} of them have at most one crack and no floor above another`, () => {
		const found = files.flatMap(({ name, bytes }) => {
			const report = new Report();
			const mesh = walkmeshFromBwm(decodeBwm(bytes, report), { name }, report);
			return [...told(checkCracks as typeof checkFloors, mesh), ...told(checkFloors, mesh)].map(
				({ message }) => `${name}: ${message}`,
			);
		});
		expect(found.length, found.join('\n')).toBeLessThanOrEqual(1);
	});
});
