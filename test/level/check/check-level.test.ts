import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLevel } from '../../../check/level.ts';
import type { CheckLevelOptions } from '../../../check/level-options.ts';
import { type makeFinding, Report } from '../../../src/findings/report.ts';
import { flipFaces } from '../../../src/geometry/faces.ts';
import { weldMesh } from '../../../src/geometry/weld.ts';
import type { Level } from '../../../src/model/level.ts';
import { K1 } from '../../../src/model/surfaces.ts';
import type { Walkmesh } from '../../../src/model/walkmesh.ts';
import { conformRooms } from '../../../src/seams/conform.ts';
import type { FaceBeyond } from '../../../src/seams/finding-words.ts';
import { linkRooms } from '../../../src/seams/link.ts';
import { cutChoice, floorCutByLines } from '../../support/cut-floors.ts';
import { EAST, fan, layoutOf, levelOf, NORTH, rectangle, SOUTH, WEST, withTransitions } from '../../support/levels.ts';
import { appended, merged, surfaced } from '../../support/own-floors.ts';
import { pairs } from '../../support/points.ts';
import { runs } from '../../support/thorough.ts';

type Found = ReturnType<typeof makeFinding>;

function check(level: Level, options: CheckLevelOptions = {}): readonly Found[] {
	const report = new Report();
	checkLevel(level, K1, report, options);
	// What is reached is told of every level.
	return report.findings.filter(({ code }) => code !== 'GROUND_REACH');
}

function found(level: Level, ...codes: readonly string[]): readonly Found[] {
	return check(level).filter(({ code }) => codes.includes(code));
}

function codes(level: Level): string[] {
	return check(level).map(({ code }) => code);
}

const west = rectangle(0, 0, 10, 4);
const east = rectangle(10, 0, 6, 4);
const linked = linkRooms(levelOf(west, east), K1).level;

it('finds nothing wrong with linked rooms', () => {
	expect(codes(linked)).toEqual([]);
	expect(codes(levelOf(west))).toEqual([]);
	expect(codes(levelOf())).toEqual([]);
	expect(codes(levelOf(undefined))).toEqual([]);
});

describe('links', () => {
	it('to rooms that the layout does not have', () => {
		const level = levelOf(withTransitions(west, { [NORTH]: 9, [SOUTH]: -3 }));
		expect(check(level)).toMatchObject([
			{ code: 'LINK_OUT_OF_RANGE', location: { room: 'r0', edge: SOUTH, at: [5, 0, 0] }, data: { to: -3, rooms: 1 } },
			{ code: 'LINK_OUT_OF_RANGE', location: { room: 'r0', edge: NORTH, at: [5, 4, 0] }, data: { to: 9, rooms: 1 } },
		]);
	});

	it('to the room itself', () => {
		expect(check(levelOf(withTransitions(west, { [NORTH]: 0 })))).toMatchObject([
			{ code: 'LINK_TO_SELF', location: { edge: NORTH }, data: { to: 0 } },
		]);
	});

	it('to rooms without a walkmesh or without ground', () => {
		const wall = { ...east, surfaces: Uint32Array.of(7, 7) };
		expect(check(levelOf(withTransitions(west, { [NORTH]: 1, [EAST]: 2 }), undefined, wall))).toMatchObject([
			{ code: 'LINK_WITHOUT_GROUND', data: { to: 2, walkmesh: true } },
			{ code: 'LINK_WITHOUT_GROUND', data: { to: 1, walkmesh: false } },
		]);
	});

	it('that lead one way', () => {
		const one = levelOf(withTransitions(west, { [EAST]: 1 }), east);
		expect(check(one)).toMatchObject([
			{ code: 'LINK_ONE_WAY', location: { room: 'r0', edge: EAST, at: [10, 2, 0] }, data: { to: 1, back: -1, own: 0 } },
		]);
		const elsewhere = levelOf(withTransitions(west, { [EAST]: 1 }), withTransitions(east, { [WEST]: 2 }), undefined);
		expect(found(elsewhere, 'LINK_ONE_WAY')).toMatchObject([{ data: { to: 1, back: 2, own: 0 } }]);
	});

	it.each([0.9, 1.1, 15, 17, 255, 257])('to a room %d m away, with the distance to its nearest edge', (far) => {
		const level = levelOf(withTransitions(west, { [EAST]: 1 }), rectangle(10 + far, 0, 6, 2));
		const [apart] = found(level, 'LINK_APART');
		expect(apart.data).toMatchObject({ to: 1, distance: expect.closeTo(Math.hypot(far, 2), 3), count: 1 });
	});

	it('whose edges lie apart, and how far', () => {
		const level = (x: number): Level =>
			levelOf(withTransitions(west, { [EAST]: 1 }), withTransitions(rectangle(x, 0, 6, 4), { [WEST]: 0 }));
		expect(check(level(10.05))).toMatchObject([
			{
				code: 'LINK_APART',
				location: { room: 'r0' },
				data: { to: 1, distance: expect.closeTo(0.05, 5), kind: 'gap', snap: 0.051, count: 2 },
			},
		]);
		// Edges of one shape, farther apart than they are snapped: the room was moved.
		expect(check(level(13))).toMatchObject([{ code: 'ROOM_SHIFTED', data: { distance: 3, edges: 1 } }]);
		const narrow = levelOf(
			withTransitions(west, { [EAST]: 1 }),
			withTransitions(rectangle(13, 0, 6, 3), { [WEST]: 0 }),
		);
		expect(check(narrow)).toMatchObject([{ code: 'LINK_APART', data: { count: 2 } }]);
	});

	it('to a room that has no edge the other way', () => {
		const level = levelOf(withTransitions(west, { [EAST]: 1 }), fan([40, 0, 0], [50, -2, 0], [50, 2, 0]));
		const [apart] = found(level, 'LINK_APART');
		expect(apart.data).toEqual({ to: 1, name: 'r1', count: 1 });
		expect(apart.message).toContain('no edge in the opposite direction');
	});

	it('across a seam that is divided differently', () => {
		const level = levelOf(withTransitions(west, { [EAST]: 1 }), withTransitions(rectangle(10, 1, 6, 3), { [WEST]: 0 }));
		expect(codes(level)).toEqual(['LINK_DIVIDED']);
		const oneWay = levelOf(withTransitions(west, { [EAST]: 1 }), rectangle(10, 1, 6, 3));
		expect(codes(oneWay)).toEqual(['LINK_DIVIDED', 'LINK_ONE_WAY']);
	});

	it('lead back when one of several edges in the place does', () => {
		const level = levelOf(withTransitions(west, { [EAST]: 1 }), appended(withTransitions(east, { [WEST]: 0 }), east));
		expect(found(level, 'LINK_ONE_WAY')).toEqual([]);
	});
});

describe('seams without a link', () => {
	it('that lie on each other', () => {
		expect(found(levelOf(west, east), 'SEAM_UNLINKED')).toMatchObject([
			{
				location: { room: 'r0', edge: EAST, at: [10, 2, 0] },
				data: { other: 1, otherEdge: WEST, length: 4, gap: 0, kind: 'whole' },
			},
		]);
	});

	it('that run beside each other within 0.1 m', () => {
		const at = (x: number, z: number): Level => levelOf(west, rectangle(x, 0, 6, 4, z));
		expect(found(at(10.06, 0), 'SEAM_UNLINKED')).toMatchObject([
			{ data: { kind: 'gap', gap: expect.closeTo(0.06, 5) } },
		]);
		expect(found(at(10, 0.09), 'SEAM_UNLINKED')).toMatchObject([
			{ data: { kind: 'height', gap: expect.closeTo(0.09, 5) } },
		]);
		expect(found(at(10.11, 0), 'SEAM_UNLINKED')).toEqual([]);
		expect(found(at(10, 0.11), 'SEAM_UNLINKED')).toEqual([]);
	});

	it('that are divided differently', () => {
		expect(found(levelOf(west, rectangle(10, 3, 6, 4)), 'SEAM_UNLINKED')).toMatchObject([
			{ location: { at: [10, 3.5, 0] }, data: { kind: 'divided', length: 1, gap: 0 } },
		]);
	});

	it('with every neighbour along a long edge', () => {
		const level = levelOf(west, rectangle(10, 0, 6, 1), rectangle(10, 1, 6, 3));
		expect(found(level, 'SEAM_UNLINKED').map(({ data }) => [data?.['other'], data?.['length']])).toEqual(
			pairs(1, 1, 2, 3, 2, 6),
		);
	});

	it('with the edge that each shares most with', () => {
		const left = fan([0, 0, 0], [10, 0, 0], [10, 4, 0], [10, 8, 0], [0, 8, 0]);
		const right = fan([16, 8, 0], [10, 8, 0], [10, 3.8, 0], [10, 0, 0], [16, 0, 0]);
		const seams = found(levelOf(left, right), 'SEAM_UNLINKED');
		expect(seams).toMatchObject([{ data: { length: 4, kind: 'divided', count: 2 } }]);
	});

	it('but not where a third room lies over the one that is linked: that it overlaps it is reported', () => {
		const { level } = linkRooms(levelOf(west, east, rectangle(10, 0, 7, 4)), K1);
		expect(found(level, 'SEAM_UNLINKED')).toEqual([]);
		expect(codes(level)).toContain('ROOMS_OVERLAP');
	});

	it('where a third room lies along the part of an edge that is left over', () => {
		const { level } = linkRooms(levelOf(west, rectangle(10, 0, 6, 3), rectangle(10, 3, 6, 1)), K1);
		const part = levelOf(
			withTransitions(west, { [EAST]: 1 }),
			...level.rooms.slice(1).map(({ walkmesh }) => walkmesh as Walkmesh),
		);
		expect(found(part, 'SEAM_UNLINKED').map(({ data }) => [data?.['other'], data?.['length']])).toContainEqual([2, 1]);
	});

	it('but not corners, crossings or what is linked', () => {
		for (const other of [rectangle(10, 4, 6, 4), rectangle(10, 3.96, 6, 4), fan([10, 2, 0], [14, 0, 0], [14, 4, 0])]) {
			expect(found(levelOf(west, other), 'SEAM_UNLINKED')).toEqual([]);
		}
		expect(found(linked, 'SEAM_UNLINKED')).toEqual([]);
	});

	it('are gone when the rooms are conformed and linked', () => {
		const level = levelOf(west, rectangle(10, 3, 6, 4), rectangle(10, -5, 6, 8));
		expect(codes(linkRooms(conformRooms(level, K1), K1).level)).toEqual([]);
	});
});

describe('rooms that overlap', () => {
	it('at one height: the game takes the first of the layout', () => {
		const [overlap, ...others] = found(levelOf(west, rectangle(8, 1, 6, 2, 0.1)), 'ROOMS_OVERLAP', 'ROOMS_STACKED');
		expect(others).toEqual([]);
		expect(overlap).toMatchObject({
			code: 'ROOMS_OVERLAP',
			location: { room: 'r0' },
			data: {
				index: 0,
				name: 'r0',
				otherIndex: 1,
				otherName: 'r1',
				area: expect.closeTo(4, 5),
				dz: expect.closeTo(0.1, 5),
			},
		});
		const [x, y, z] = overlap.location.at ?? [];
		expect(x).toBeGreaterThan(8);
		expect(x).toBeLessThan(10);
		expect(y).toBeGreaterThan(1);
		expect(y).toBeLessThan(3);
		expect(z).toBe(0);
		expect(overlap.message).toContain('The game uses room 0');
	});

	it.each([
		[3.4, 'ROOMS_OVERLAP', /0 m apart in height\..* in the layout\. On 26\.4 m² they are 3 m apart\.$/],
		[3.3, 'ROOMS_STACKED', /is 3 m above .* in the layout\. On 13\.2 m² they are 0 m apart\.$/],
	])('at both, on %d m of ten at one height, once', (length, code, message) => {
		const floors = merged(rectangle(0, 0, length, 4), rectangle(length, 0, 10 - length, 4, 3));
		const told = found(levelOf(west, floors), 'ROOMS_OVERLAP', 'ROOMS_STACKED');
		expect(told.map((each) => each.code)).toEqual([code]);
		expect(told[0].message).toMatch(message);
	});

	it('as copies of each other, and when one looks down', () => {
		const down = { ...west, faces: west.faces.toReversed() };
		for (const other of [west, down]) {
			expect(found(levelOf(west, other), 'ROOMS_OVERLAP')).toMatchObject([
				{ data: { area: expect.closeTo(40, 4), dz: 0 } },
			]);
		}
	});

	it('each storey with the next one, unless that leaves part of it out', () => {
		const storeys = (...floors: Walkmesh[]): unknown[] =>
			found(levelOf(...floors), 'ROOMS_STACKED').map(({ data }) => [data?.['index'], data?.['otherIndex']]);
		const [ground, first, second] = [0, 3, 6].map((z) => rectangle(0, 0, 10, 4, z));
		expect(storeys(ground, first, second)).toEqual(pairs(0, 1, 1, 2));
		expect(storeys(second, ground, first)).toEqual(pairs(0, 2, 1, 2));
		expect(storeys(ground, rectangle(0, 0, 9.1, 4, 3), second)).toHaveLength(2);
		expect(storeys(ground, rectangle(0, 0, 8.9, 4, 3), second)).toHaveLength(3);
	});

	it('but not rooms that share a seam, or come a little over it', () => {
		for (const x of [10, 9.999, 9.992]) {
			expect(found(levelOf(west, rectangle(x, 0, 6, 4)), 'ROOMS_OVERLAP')).toEqual([]);
		}
		// Up to 0.1 m it is told as the open seam that it is.
		expect(found(levelOf(west, rectangle(9.98, 0, 6, 4)), 'ROOMS_OVERLAP', 'SEAM_UNLINKED')).toMatchObject([
			{ code: 'SEAM_UNLINKED', data: { kind: 'overlap', gap: expect.closeTo(0.02, 4) } },
		]);
		expect(found(levelOf(west, rectangle(9.88, 0, 6, 4)), 'ROOMS_OVERLAP')).toHaveLength(1);
	});

	it('all over, as two cuttings of one floor do', () => {
		fc.assert(
			fc.property(cutChoice(), fc.nat(), (choice, seed) => {
				const [one, other] = [choice, { ...choice, seed }].map((cut) => floorCutByLines(cut).level.rooms);
				const level = levelOf(
					...[...one, ...other].map((room) => ({ ...rectangle(0, 0, 1, 1), ...room.walkmesh, name: '' })),
				);
				const report = new Report({ keep: Infinity });
				checkLevel(level, K1, report);
				const shared = report.findings.filter(({ code }) => code === 'ROOMS_OVERLAP' || code === 'ROOMS_STACKED');
				const areas = shared.flatMap(({ data }) => {
					const { area, also } = data as { area: number; also?: { area: number } };
					return [area, also?.area ?? 0];
				});
				// Strips of less than a centimetre do not count.
				expect(Math.abs(areas.reduce((sum, area) => sum + area, 0) - 24 * 24)).toBeLessThan(1);
			}),
			{ numRuns: runs(8, 300) },
		);
	});

	it('but not where one of them is wall, or stands upright', () => {
		const wall = { ...west, surfaces: Uint32Array.of(7, 7) };
		const upright = fan([2, 2, 0], [8, 2, 0], [8, 2, 3]);
		expect(found(levelOf(west, wall, upright), 'ROOMS_OVERLAP', 'ROOMS_STACKED')).toEqual([]);
	});
});

describe('rooms that cannot be entered', () => {
	const far = rectangle(100, 0, 4, 4);

	it('for want of any link', () => {
		const level = { ...linked, rooms: [...linked.rooms, { name: 'far', walkmesh: far }] };
		expect(found(level, 'ROOM_UNREACHABLE')).toMatchObject([
			{
				// Where its ground begins, seen from the rest.
				location: { room: 'far', at: [100, 2, 0] },
				data: { room: 2, rooms: 3, main: 2, out: false, count: 1 },
			},
		]);
	});

	it.each<[string, Walkmesh, Partial<FaceBeyond>]>([
		[
			'a doorway whose face has a surface that is not walkable',
			surfaced(rectangle(10, 0, 2, 4), 7),
			{ why: 'surface', surface: 'Nonwalk' },
		],
		['one that is turned over', flipFaces(rectangle(10, 0, 6, 4)), { why: 'down' }],
		[
			'one of which a corner was raised',
			fan([10, 0, 0], [12, 0, 0], [12, 4, 0], [10, 4, 0.6]),
			{ why: 'height', height: expect.closeTo(-0.3, 2) as never },
		],
	])('for %s: it is reported where, and of which face', (_, doorway, beyond) => {
		const hall = beyond.why === 'down' ? doorway : weldMesh(merged(doorway, rectangle(12, 0, 6, 4))).mesh;
		expect(found(linkRooms(levelOf(west, hall), K1).level, 'ROOM_UNREACHABLE')).toMatchObject([
			{ location: { at: [10, 2, expect.closeTo(0, 0)] }, data: { beyond } },
		]);
	});

	it('though one can leave them', () => {
		const [r0, r1] = linked.rooms;
		const level = { ...linked, rooms: [r0, r1, { name: 'out', walkmesh: withTransitions(far, { [WEST]: 1 }) }] };
		expect(found(level, 'ROOM_UNREACHABLE')).toMatchObject([{ data: { room: 2, out: true } }]);
	});

	it('are none when a link leads in, though not out', () => {
		const [r0, r1] = linked.rooms;
		const into = { ...r1, walkmesh: withTransitions(r1.walkmesh ?? far, { [NORTH]: 2 }) };
		expect(found({ ...linked, rooms: [r0, into, { name: 'in', walkmesh: far }] }, 'ROOM_UNREACHABLE')).toEqual([]);
		const above = { name: 'in', walkmesh: rectangle(10, 4, 6, 4) };
		expect(found({ ...linked, rooms: [r0, into, above] }, 'ROOM_UNREACHABLE')).toEqual([]);
	});

	it('are those of the smaller part', () => {
		const parts = linkRooms(levelOf(far, west, east, rectangle(104, 0, 4, 4), rectangle(16, 0, 2, 4)), K1).level;
		expect(found(parts, 'ROOM_UNREACHABLE')).toMatchObject([{ data: { room: 0, count: 2, main: 3, rooms: 5 } }]);
	});

	it('leave out rooms without ground', () => {
		const sky = { ...far, surfaces: Uint32Array.of(7, 7) };
		expect(codes({ ...linked, rooms: [...linked.rooms, { name: 'sky', walkmesh: sky }, { name: '****' }] })).toEqual(
			[],
		);
	});
});

describe('names', () => {
	const level = { ...linked, layout: layoutOf('a name', 'r1') };

	it('are not when the reader of the layout has done so', () => {
		expect(check(level, { names: false })).toEqual([]);
	});
});

it('takes the tolerance that is given', () => {
	const level = levelOf(
		withTransitions(west, { [EAST]: 1 }),
		withTransitions(rectangle(10.01, 0, 6, 4), { [WEST]: 0 }),
	);
	expect(check(level).map(({ code }) => code)).toEqual(['LINK_APART']);
	expect(check(level, { tolerance: 0.02 }).map(({ code }) => code)).toEqual(['LINK_INEXACT']);
});
