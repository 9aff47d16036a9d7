import { describe, expect, it } from 'vitest';
import { LevelFacts } from '../../check/facts/level-facts.ts';
import { GroundPieces, reportReach } from '../../check/facts/reach.ts';
import { judgeReach } from '../../check/facts/ways.ts';
import { kitDoorways } from '../../level/kit/kit.ts';
import { Effort, spreadFaces } from '../../level/query/effort.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { pathGraph } from '../../level/query/path-points.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { groupBy } from '../../src/math/arrays.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { gatherPerimeterEdges } from '../../src/seams/perimeter-edges.ts';
import { EdgeIndex, MOST_NEAR, visitNearEdges } from '../../src/seams/seam-search.ts';
import { HEAPS } from '../fuzz/heaps.ts';
import { build, loud } from '../support/level-work.ts';
import { levelOf, rectangle } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { THOROUGH } from '../support/thorough.ts';

const heap = (name: string, count: number): Walkmesh => {
	const { points, faces } = HEAPS[name](count, generator(1));
	return createWalkmesh({
		name: 'heap',
		positions: Float32Array.from(points.flat()),
		faces: Uint32Array.from(faces.flat()),
		surfaces: new Uint32Array(faces.length).fill(4),
	});
};

const codeOf = (work: () => unknown): string | undefined => {
	try {
		work();
		return undefined;
	} catch (error) {
		return error instanceof InputError ? error.finding.code : String(error);
	}
};

describe('ground in ten thousand pieces', () => {
	it('is judged piece by piece, not each piece against all of the room', () => {
		const facts = new LevelFacts(levelOf(heap('islands', 10_000)), K1, 1e-3);
		const report = new Report();
		const ground = new GroundPieces(facts);
		const told = facts.rooms.map(() => []);
		reportReach(ground, judgeReach(ground, told), report);
		expect(report.findings.map(({ code }) => code)).toContain('WALKABLE_ISLANDS');
	});

	it('has path points without looking at all pieces for each of them', () => {
		const query = new LevelQuery(levelOf(heap('islands', 1000)));
		expect(pathGraph(query.index).points).toHaveLength(1000);
		const few = query.index.effort.spent;
		const more = new LevelQuery(levelOf(heap('islands', 2000)));
		pathGraph(more.index);
		expect(more.index.effort.spent).toBeLessThan(few * 2.5);
	});
});

it('a room alone in its level has no edges of other rooms beside it, however heaped its own are', () => {
	const perimeter = gatherPerimeterEdges(levelOf(heap('nearlyOne', 300)), K1);
	const index = new EdgeIndex(perimeter);
	visitNearEdges(perimeter, 0.1, () => expect.unreachable(), index);
	expect([index.looked, index.crowded]).toEqual([0, undefined]);
});

it('two rooms heaped on each other have fewer neighbours looked at where there are many everywhere', () => {
	const level = levelOf(heap('nearlyOne', 3000), heap('nearlyOne', 3000));
	const perimeter = gatherPerimeterEdges(level, K1);
	const index = new EdgeIndex(perimeter);
	visitNearEdges(perimeter, 0.1, () => undefined, index);
	expect(index.looked).toBeLessThan(perimeter.count * 60);
	expect(index.crowded).toBeDefined();
});

describe('a search that never ends is refused with the limit that it meets', () => {
	it('for path points and ways', () => {
		const query = new LevelQuery(levelOf(rectangle(0, 0, 6, 6)));
		expect(codeOf(() => pathGraph(query.index, { maxSteps: 10 }))).toBe('SEARCH_TOO_LONG');
		expect(codeOf(() => query.walk([1, 1], [5, 5], { maxSteps: 1 }))).toBe('SEARCH_TOO_LONG');
		expect(codeOf(() => query.route([1, 1], [5, 5], { maxSteps: 1 }))).toBe('SEARCH_TOO_LONG');
		// Each question has steps of its own.
		expect(query.walk([1, 1], [5, 5])).toMatchObject({ arrived: true });
	});

	it('for the walls of a kit', () => {
		expect(codeOf(() => kitDoorways(rectangle(0, 0, 4, 4), K1, [], new Effort(1, 1)))).toBe('SEARCH_TOO_LONG');
		expect(kitDoorways(rectangle(0, 0, 4, 4), K1).length).toBeGreaterThan(0);
	});

	it('not for a level of two hundred rooms: steps grow with faces', () => {
		expect(codeOf(() => new Effort(40_000).spend(550e6))).toBeUndefined();
		expect(codeOf(() => new Effort(1000).spend(51e6))).toBe('SEARCH_TOO_LONG');
	});

	it('but not with faces that are heaped on each other', () => {
		/** So many triangles, beginning in as many square metres. */
		const mesh = (faces: number, metres: number) => ({
			positions: Float32Array.from({ length: metres * 3 }, (_, i) => (i % 3 === 0 ? i / 3 + 0.5 : 0.5)),
			faces: Uint32Array.from({ length: faces * 3 }, (_, i) => (i % 3 === 0 ? (i / 3) % metres : 0)),
		});
		expect(spreadFaces([mesh(55_000, 1)])).toBe(64);
		expect(spreadFaces([mesh(6_400, 100), mesh(1_601, 1)])).toBe(6_400);
		expect(spreadFaces([mesh(8_000, 1)])).toBe(8_000);
		expect(spreadFaces([mesh(6_400, 200), mesh(6_500, 200)])).toBe(12_800);
	});

	it('nor with more faces of one room than any has', () => {
		const floor = (faces: number) => ({
			positions: Float32Array.from({ length: faces * 3 }, (_, i) => (i % 3 === 0 ? i / 3 + 0.5 : 0.5)),
			faces: Uint32Array.from({ length: faces * 3 }, (_, i) => Math.floor(i / 3)),
		});
		expect(spreadFaces([floor(8_000)])).toBe(8_000);
		expect(spreadFaces([floor(40_000)])).toBe(8_000);
		expect(spreadFaces([floor(7_000), floor(40_000)])).toBe(15_000);
		expect(spreadFaces(Array.from({ length: 30 }, () => floor(1_000)))).toBe(30_000);
	});
});

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
