import { validateBytes } from 'gltf-validator';
import { describe, expect, it, test } from 'vitest';
import { checkHoles } from '../../check/facts/holes.ts';
import { checkLevel } from '../../check/level.ts';
import { readGltf } from '../../importers/gltf/read.ts';
import { inspectionGlb, planSvg } from '../../jobs/level/level-files.ts';
import { linesToShow } from '../../src/facts/lines.ts';
import { RoomFacts } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { fan, levelOf, rectangle, ringOf } from '../support/levels.ts';
import { merged, NONWALK, surfaced, wall } from '../support/own-floors.ts';
import { triples } from '../support/points.ts';

/** What is told of holes in the rooms of a level. */
function told(...rooms: readonly Walkmesh[]): readonly Finding[] {
	const { level } = linkRooms(levelOf(...rooms), K1);
	const report = new Report();
	const facts = level.rooms.map(({ walkmesh }) => walkmesh && new RoomFacts(walkmesh, K1));
	checkHoles(facts, (room) => report.within({ room: level.rooms[room].name }));
	return report.findings;
}

const codes = (...rooms: readonly Walkmesh[]): string[] => told(...rooms).map(({ code }) => code);

/** Ground around a hole of so many metres, and what is in it. */
const around = (width: number, height: number, ...inside: readonly Walkmesh[]): Walkmesh =>
	merged(...ringOf(width, height), ...inside);

/** A box without a lid that is so far from the sides of a hole of 2 m. */
function box(in0: number, z = 0): Walkmesh {
	const [low, high] = [8 + in0, 10 - in0];
	const corners = [
		[low, low],
		[high, low],
		[high, high],
		[low, high],
	];
	const sides = corners.map(([x, y], i) => {
		const [toX, toY] = corners[(i + 1) % 4];
		return surfaced(fan([x, y, 0], [toX, toY, 0], [toX, toY, 3], [x, y, 3]), NONWALK);
	});
	return moveWalkmesh(merged(...sides), translation([0, 0, z]));
}

/** The room without one of its faces. */
function without({ faces, surfaces, transitions, ...mesh }: Walkmesh, face: number): Walkmesh {
	const keep = (_: number, i: number): boolean => Math.floor(i / 3) !== face;
	return {
		...mesh,
		faces: faces.filter(keep),
		transitions: transitions.filter(keep),
		surfaces: surfaces.filter((_, i) => i !== face),
	};
}

describe('holes in the ground', () => {
	it('are faces that are missing: where, how large and how wide', () => {
		expect(told(around(2, 3))).toMatchObject([
			{
				code: 'GROUND_HOLE',
				severity: 'warning',
				location: { room: 'r0', at: [expect.closeTo(9, 1), expect.any(Number), 0] },
				data: { area: expect.closeTo(6, 4), width: expect.closeTo(2, 1), edges: 4 },
			},
		]);
		const torn = fan([8, 8, 0], [10, 8, 0], [10, 10, 0]);
		expect(told(around(2, 2, torn))).toMatchObject([{ data: { edges: 3, area: expect.closeTo(2, 4) } }]);
	});

	it('are reported each by itself', () => {
		const far = moveWalkmesh(around(1, 1), translation([30, 0, 0]));
		expect(codes(merged(around(2, 2), far))).toEqual(['GROUND_HOLE', 'GROUND_HOLE']);
	});

	it('touch the border of the ground at a corner', () => {
		const grid = Array.from({ length: 9 }, (_, i) => rectangle((i % 3) * 2, Math.floor(i / 3) * 2, 2, 2));
		const whole = merged(...grid);
		// The first half of the middle square has no edge on the border.
		expect(codes(without(whole, 8))).toEqual(['GROUND_HOLE']);
		// A face on the border leaves a notch.
		expect(codes(without(whole, 0))).toEqual([]);
	});

	it.each<[string, number, number, readonly string[]]>([
		['as wide as a person', 0.72, 3, ['GROUND_HOLE']],
		['narrower', 0.68, 3, ['GROUND_HOLE_SMALL']],
		['as large as a face of a terrain', 4.9, 5, ['GROUND_HOLE']],
		['as large as a building', 5.1, 5, ['GROUND_HOLE_SMALL']],
		['wide enough to be seen', 0.12, 8, ['GROUND_HOLE_SMALL']],
		['as narrow as a crack', 0.09, 8, []],
	])('%s', (_, width, height, expected) => {
		expect(codes(around(width, height))).toEqual(expected);
	});

	it('are warnings at any size where a single face is missing', () => {
		expect(codes(around(20, 20, fan([8, 8, 0], [28, 8, 0], [28, 28, 0])))).toEqual(['GROUND_HOLE']);
	});

	it.each<[string, readonly Walkmesh[]]>([
		['with a pillar at its rim', [around(2, 2, box(0))]],
		['with a pillar in its middle', [around(2, 2, box(0.8))]],
		['with a pillar of another room in its middle', [around(2, 2), merged(rectangle(30, 0, 4, 4), box(0.8))]],
		['with a pit', [around(2, 2, box(0, -3), surfaced(rectangle(8, 8, 2, 2, -3), NONWALK))]],
		['with a floor that is not walkable', [around(2, 2, surfaced(rectangle(8, 8, 2, 2), NONWALK))]],
		['with a stone in its middle', [around(2, 2, surfaced(rectangle(8.8, 8.8, 0.4, 0.4, 1), NONWALK))]],
		['filled by another room', [around(2, 2), rectangle(8, 8, 2, 2, 1)]],
		['of which one side is linked', [around(2, 2), rectangle(8, 8, 2, 0.4)]],
	])('are none %s', (_, rooms) => {
		expect(told(...rooms)).toEqual([]);
	});

	it('are holes though a fence stands at one side', () => {
		const fence = surfaced(fan([8, 8, 0], [10, 8, 0], [10, 8, 1], [8, 8, 1]), NONWALK);
		expect(codes(around(2, 2, moveWalkmesh(fence, translation([0, -0.3, 0]))))).toEqual(['GROUND_HOLE']);
	});

	it('are holes over another storey', () => {
		expect(told(around(2, 2, surfaced(rectangle(0, 0, 18, 18, -1.9), NONWALK)))).toEqual([]);
		expect(told(around(2, 2, surfaced(rectangle(0, 0, 18, 18, -2.1), NONWALK)))).toHaveLength(1);
		expect(told(around(2, 2, box(0.8, 2.1)))).toHaveLength(1);
	});

	it('are no pieces of ground that face down', () => {
		const flipped = rectangle(30, 0, 4, 4);
		expect(told(merged(rectangle(0, 0, 4, 4), { ...flipped, faces: flipped.faces.toReversed() }))).toEqual([]);
	});
});

function checked(...rooms: readonly Walkmesh[]): { level: Level; report: Report } {
	const { level } = linkRooms(levelOf(...rooms), K1);
	const report = new Report();
	checkLevel(level, K1, report, { names: false });
	return { level, report };
}

/** A hall with a doorway in the east, two open edges in the north, and one in the west. */
const hall = merged(
	fan([0, 0, 0], [10, 0, 0], [10, 4, 0], [6, 4, 0], [3, 4, 0], [0, 4, 0]),
	wall(0, 0, 10, 0),
	wall(10, 4, 6, 4),
	wall(0, 4, 0, 0),
);
const beyond = rectangle(10, 0, 6, 4);

describe('lines to where the ground ends', () => {
	test('each leak has one, from a doorway over the faces to its longest edge', () => {
		const { report } = checked(merged(hall), beyond);
		const leaks = report.findings.filter(({ code }) => code === 'GROUND_LEAK');
		expect(leaks).toMatchObject([{ location: { room: 'r0' }, data: { count: 2, length: 6 } }]);
		const line = leaks[0].data?.['line'] as number[][];
		expect(line[0]).toEqual([10, 2, 0]);
		expect(line.at(-1)).toEqual(leaks[0].location.at);
		expect(line.every((point) => point.length === 3)).toBe(true);
	});

	test('leaks that do not touch each other are reported one by one, the longest first', () => {
		const open = merged(
			fan([0, 0, 0], [10, 0, 0], [10, 4, 0], [6, 4, 0], [3, 4, 0], [0, 4, 0]),
			...[wall(0, 0, 10, 0), wall(6, 4, 3, 4), wall(0, 4, 0, 0)],
		);
		const { report } = checked(open, beyond);
		expect(report.findings.filter(({ code }) => code === 'GROUND_LEAK').map(({ data }) => data?.['length'])).toEqual([
			4, 3,
		]);
	});

	test('each separate piece has one, from the largest to its border and on to the piece', () => {
		const pieces = merged(rectangle(0, 0, 8, 4), rectangle(9, 0, 2, 2), rectangle(-3, 0, 1, 1));
		const { report } = checked(pieces);
		const [{ data }] = report.findings.filter(({ code }) => code === 'WALKABLE_ISLANDS');
		const lines = data?.['lines'] as number[][][];
		expect(lines.map((line) => line.at(-1))).toEqual(triples(9, 1, 0, -2, 0.5, 0));
		expect(data?.['line']).toEqual(lines[0]);
		expect(linesToShow(report.findings).map(({ name }) => name)).toEqual(['separate_r0_1', 'separate_r0_2']);
	});

	test('a room without links has one, from the rooms that are reached, however far away', () => {
		const { report } = checked(rectangle(0, 0, 10, 4), rectangle(10, 0, 6, 4), rectangle(40, 0, 6, 4));
		const [{ data }] = report.findings.filter(({ code }) => code === 'ROOM_UNREACHABLE');
		const line = data?.['line'] as number[][];
		expect(line.slice(-2)).toEqual(triples(16, 2, 0, 40, 2, 0));
	});

	test('are in the inspection file, which still reads back, and in the plan', async () => {
		const { level, report } = checked(hall, beyond);
		const bytes = await inspectionGlb(level, { surfaces: K1, report }, report.findings);
		expect(new TextDecoder('latin1').decode(bytes)).toContain('leak_r0_1');
		const unasked = await inspectionGlb(level, { surfaces: K1, report });
		expect(new TextDecoder('latin1').decode(unasked)).not.toContain('leak_r0_1');
		const { issues } = await validateBytes(bytes);
		expect(issues.messages.filter(({ severity }: { severity: number }) => severity < 2)).toEqual([]);
		const read = await readGltf(bytes, {}, { report: new Report(), surfaces: K1, mappings: [], name: 'level' });
		expect(read.kind).toBe('walkmeshes');
		const plan = new TextDecoder().decode(await planSvg(level, { surfaces: K1, report }));
		expect(plan).toContain('id="leaks"');
		expect(plan).toContain('<title>leak_r0_1</title>');
		const clean = new TextDecoder().decode(await planSvg(level, { surfaces: K1, report: new Report() }));
		expect(clean).not.toContain('id="leaks"');
	});
});
