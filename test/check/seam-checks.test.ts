import { describe, expect, test } from 'vitest';
import { LevelFacts } from '../../check/facts/level-facts.ts';
import { openingsOf } from '../../check/seams/doorways.ts';
import { checkHiddenGround } from '../../check/seams/hidden-ground.ts';
import { checkLostLinks } from '../../check/seams/lost-links.ts';
import { nearSeams, reportNearSeams } from '../../check/seams/near-seams.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { EAST, fan, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { triples } from '../support/points.ts';

const factsOf = (rooms: readonly (Walkmesh | undefined)[]): LevelFacts => new LevelFacts(levelOf(...rooms), K1, 1e-3);

/** A row of rooms, each with where its western and its eastern edge lead. */
const row = (...links: readonly (readonly [west: number, east: number])[]): Walkmesh[] =>
	links.map(([west, east], i) => withTransitions(rectangle(i * 4, 0, 4, 4), { [WEST]: west, [EAST]: east }));

describe('links that are wrong as a whole', () => {
	const told = (rooms: readonly (Walkmesh | undefined)[]) => {
		const report = new Report();
		const { perimeter, ...facts } = factsOf(rooms);
		const explained = [...checkLostLinks({ perimeter, ...facts }, 1e-3, report)].map(
			(edge) => `${perimeter.rooms[edge]} ${perimeter.edges[edge] === EAST ? 'east' : perimeter.edges[edge]}`,
		);
		const findings = report.findings.map(({ code, location, data }) => [code, location.room, data]);
		return { findings, explained: explained.sort() };
	};
	const nothing = { findings: [], explained: [] };

	test.each<[string, Walkmesh[]]>([
		['none', row([-1, 1], [0, 2], [1, -1])],
		['between two rooms only', row([-1, -1], [-1, -1])],
		['one room at the end lost its own', row([-1, 1], [0, 2], [-1, -1])],
		['one number', row([-1, 7], [0, 2], [1, -1])],
		['numbers that stand for several rooms', row([-1, 2], [2, 1], [1, -1])],
	])('are not told of: %s', (_, rooms) => {
		expect(told(rooms)).toEqual(nothing);
	});

	test('are told once where a level has none, or a room lost its own', () => {
		expect(told(row([-1, -1], [-1, -1], [-1, -1]))).toEqual({
			findings: [['ROOM_UNLINKED', 'r0', { pairs: 2 }]],
			explained: ['0 east', '1 5', '1 east', '2 5'],
		});
		expect(told(row([-1, 1], [-1, -1], [1, -1]))).toEqual({
			findings: [['ROOM_UNLINKED', 'r1', { rooms: 2, edges: 2 }]],
			explained: ['1 5', '1 east'],
		});
	});

	test('are told once where each number stands for another room, with all that no link confirms', () => {
		expect(told(row([-1, 2], [1, 0], [2, 9]))).toEqual({
			findings: [['LINKS_MISNUMBERED', 'r1', { edges: 4, numbers: 3, to: 0, toName: 'r0', name: 'r2' }]],
			explained: ['0 east', '1 5', '1 east', '2 5', '2 east'],
		});
		// A number that the new layout does not have; the link between the last two is right.
		expect(told(row([-1, 9], [8, 2], [1, -1]))).toEqual({
			findings: [['LINKS_MISNUMBERED', 'r1', { edges: 2, numbers: 2, to: 8, name: 'r0', toName: undefined }]],
			explained: ['0 east', '1 5'],
		});
	});

	test('belong to the copy where two rooms have the same ground, and not where a corner differs', () => {
		const [one, other] = row([-1, 1], [0, -1]);
		const copy = told([one, other, undefined, { ...other, name: 'copy' }]);
		expect(copy.findings).toEqual([['ROOMS_EQUAL', 'copy', { index: 1, name: 'r1' }]]);
		expect(copy.explained).toHaveLength(4);
		const changed = (change: (mesh: Walkmesh) => Partial<Walkmesh>): Walkmesh => ({ ...other, ...change(other) });
		const last = other.positions.length - 1;
		const higher = changed(({ positions }) => ({ positions: positions.map((value, i) => value + Number(i === last)) }));
		const turned = changed(({ faces }) => ({
			faces: faces.map((_, i) => faces[((i + 1) % 3) + Math.floor(i / 3) * 3]),
		}));
		const empty = createWalkmesh({
			positions: new Float32Array(),
			faces: new Uint32Array(),
			surfaces: new Uint32Array(),
		});
		for (const third of [higher, turned])
			expect(told([one, other, third]).findings.map(([code]) => code)).not.toContain('ROOMS_EQUAL');
		expect(told([one, other, empty, empty])).toEqual(nothing);
	});
});

describe('edges of two rooms that run along each other', () => {
	const found = (gap: number, toldRooms: readonly number[] = [], link = -1) => {
		const west = withTransitions(rectangle(0, 0, 4, 4), { [WEST]: link });
		const rooms = [west, rectangle(4 + gap, 0, 4, 4)];
		return nearSeams(factsOf(rooms), [], new Set(toldRooms)).map(({ rooms: pair, seam }) => [
			...pair,
			Number(seam.fit.distance.toFixed(3)),
		]);
	};

	test('are near where they are too far apart for a seam, up to half a metre, and nothing else is told of them', () => {
		expect([0.09, 0.11, 0.49, 0.51, -0.3].map((gap) => found(gap))).toEqual([
			[],
			[[0, 1, 0.11]],
			[[0, 1, 0.49]],
			[],
			[],
		]);
		expect([found(0.3), found(0.3, [2]), found(0.3, [0]), found(0.3, [1]), found(0.3, [], 1)]).toEqual([
			[[0, 1, 0.3]],
			[[0, 1, 0.3]],
			[],
			[],
			[],
		]);
	});

	test('are told where they are nearest, once for two rooms', () => {
		const east = merged(rectangle(4.2, 0, 4, 2), rectangle(4.4, 2, 4, 2));
		expect(nearSeams(factsOf([rectangle(0, 0, 4, 4), east]), [], new Set())).toMatchObject([
			{ rooms: [0, 1], seam: { fit: { distance: expect.closeTo(0.2, 4) } } },
		]);
		const facts = factsOf([rectangle(0, 0, 4, 4), rectangle(4.3, 0, 4, 4)]);
		const [{ seam }] = nearSeams(facts, [], new Set());
		expect(nearSeams(facts, [seam], new Set())).toEqual([]);
		const told = (rooms: readonly number[]): string[] => {
			const report = new Report();
			reportNearSeams(facts, nearSeams(facts, [], new Set()), new Set(rooms), report);
			return report.findings.map(({ code }) => code);
		};
		expect([told([]), told([2]), told([0]), told([1])]).toEqual([['SEAM_NEAR'], ['SEAM_NEAR'], [], []]);
	});
});

test('doorways that run on from each other are one opening, at any angle, and others are not', () => {
	const at = (...corners: readonly (readonly [number, number])[]): Walkmesh =>
		fan(...corners.map(([x, y]) => [x, y, 0] as const));
	const found = (...rooms: Walkmesh[]) =>
		openingsOf(new LevelFacts(linkRooms(levelOf(...rooms), K1).level, K1, 1e-3)).map(({ room, to, width }) => [
			room,
			to,
			width,
		]);
	const bay = at([0, 0], [4, 0], [5, 2], [5, 4], [4, 6], [0, 6]);
	expect(found(bay, at([9, 0], [9, 6], [4, 6], [5, 4], [5, 2], [4, 0]))).toEqual([[0, 1, 6]]);
	const hall = at([0, 0], [4, 0], [4, 1], [4, 3], [4, 4], [0, 4]);
	expect(found(hall, merged(rectangle(4, 0, 4, 1), rectangle(4, 3, 4, 1)))).toEqual(triples(0, 1, 1, 0, 1, 1));
});

describe('ground of a room under faces of an earlier one that cannot be walked on', () => {
	const plate = (z: number, width = 2, surface = NONWALK): Walkmesh => surfaced(rectangle(1, 1, width, 2, z), surface);
	const floor = rectangle(0, 0, 8, 8);
	const hidden = (...rooms: readonly (Walkmesh | undefined)[]) => {
		const report = new Report();
		checkHiddenGround(factsOf(rooms), report);
		return report.findings.map(({ location: { room, otherRoom }, data = {} }) => [
			room,
			otherRoom,
			...['area', 'dz', 'by'].map((key) => Number(Number(data[key]).toFixed(3))),
		]);
	};

	test('is told with how much it is', () => {
		expect(hidden(plate(1), floor)).toEqual([['r1', 'r0', 4, 1, 0]]);
		expect(hidden(undefined, plate(-1), floor)).toEqual([['r2', 'r1', 4, -1, 1]]);
		expect(hidden(merged(plate(1), surfaced(rectangle(5, 1, 1, 1, 2), NONWALK)), floor)).toEqual([
			['r1', 'r0', 5, 1, 0],
		]);
	});
});
