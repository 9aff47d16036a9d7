import { describe, expect, it } from 'vitest';
import { checkHoles } from '../../check/facts/holes.ts';
import { RoomFacts } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { fan, levelOf, rectangle, ringOf } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';

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
