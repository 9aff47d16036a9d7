import { describe, expect, it } from 'vitest';
import { checkLeaks } from '../../check/facts/leaks.ts';
import { LevelFacts } from '../../check/facts/level-facts.ts';
import { checkHiddenGround } from '../../check/seams/hidden-ground.ts';
import { checkNarrowDoorways } from '../../check/seams/narrow-doorways.ts';
import { checkWalledLinks } from '../../check/seams/walled-links.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { moveWalkmesh, translation } from '../../src/geometry/transform.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { build, loud } from '../support/level-work.ts';
import { fan, levelOf, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';

function told(check: (facts: LevelFacts, report: Report) => void, ...rooms: readonly Walkmesh[]): readonly Finding[] {
	const { level } = linkRooms(levelOf(...rooms), K1);
	const report = new Report();
	check(new LevelFacts(level, K1, 0.001), report);
	return report.findings;
}

/** A wall on a line in plan, three metres high. */
function wall(x0: number, y0: number, x1: number, y1: number, surface = NONWALK): Walkmesh {
	return surfaced(fan([x0, y0, 0], [x1, y1, 0], [x1, y1, 3], [x0, y0, 3]), surface);
}

const west = rectangle(0, 0, 10, 4);

describe('doorways', () => {
	const narrow = checkNarrowDoorways;
	/** A room whose western side is a doorway of some width to `hall`. */
	const beyond = (width: number): Walkmesh => fan([10, 1, 0], [16, 0, 0], [16, 4, 0], [10, 1 + width, 0]);
	const hall = (width: number): Walkmesh =>
		fan([0, 0, 0], [10, 0, 0], [10, 1, 0], [10, 1 + width, 0], [10, 4, 0], [0, 4, 0]);

	it.each<[number, number]>([
		[0.69, 1],
		[0.71, 0],
	])('%d m wide', (width, count) => {
		expect(told(narrow, hall(width), beyond(width))).toHaveLength(count);
	});

	it('are told once, at their middle', () => {
		expect(told(narrow, hall(0.5), beyond(0.5))).toMatchObject([
			{
				code: 'DOORWAY_NARROW',
				location: { room: 'r0', at: [10, 1.25, 0] },
				data: { to: 1, name: 'r1', width: expect.closeTo(0.5, 5) },
			},
		]);
	});

	it('are none where the ground is open to other rooms beside them', () => {
		const corner = rectangle(0, 0, 10, 4);
		const beside = fan([10, 0, 0], [16, 0, 0], [16, 4, 0], [10, 0.5, 0]);
		const rest = fan([10, 0.5, 0], [16, 4, 0], [10, 4, 0]);
		const cut = fan([0, 0, 0], [10, 0, 0], [10, 0.5, 0], [10, 4, 0], [0, 4, 0]);
		expect(told(narrow, corner, beside)).toEqual([]);
		expect(told(narrow, cut, beside, rest)).toEqual([]);
		expect(told(narrow, cut, beside)).toHaveLength(1);
	});

	it('with jambs that run on at an angle are as wide as both together', () => {
		const jamb = fan([0, 0, 0], [10, 0, 0], [10, 0.5, 0], [10.3, 1, 0], [10.3, 3, 0], [0, 3, 0]);
		const other = fan([10.3, 3, 0], [10.3, 1, 0], [10, 0.5, 0], [16, 0, 0], [16, 3, 0]);
		expect(told(narrow, jamb, other)).toEqual([]);
	});
});

describe('walls on linked edges', () => {
	const walled = checkWalledLinks;
	const east = rectangle(10, 0, 6, 4);

	it('are a note, one for both rooms', () => {
		expect(told(walled, merged(west, wall(10, 0, 10, 4)), merged(east, wall(10, 4, 10, 0)))).toMatchObject([
			{ code: 'LINK_WALLED', severity: 'info', data: { to: 1, count: 2, length: 4 } },
		]);
	});

	it('are none beside the link, lying flat, or where nobody bumps into them', () => {
		expect(told(walled, merged(west, wall(0, 0, 0, 4)), east)).toEqual([]);
		expect(told(walled, merged(west, surfaced(rectangle(10, 0, 2, 4, 0), NONWALK)), east)).toEqual([]);
		expect(told(walled, merged(west, wall(10, 0, 10, 4, 2)), east)).toEqual([]);
	});
});

describe('leaks', () => {
	const leaks = checkLeaks;
	const closed = merged(west, wall(0, 4, 0, 0), wall(0, 0, 10, 0), wall(10, 4, 0, 4));

	it('are open edges with neither link nor wall nor floor beyond', () => {
		expect(told(leaks, closed)).toMatchObject([
			{
				code: 'GROUND_LEAK',
				severity: 'info',
				location: { room: 'r0', at: [10, 2, 0] },
				data: { count: 1, length: 4 },
			},
		]);
	});

	it.each<[string, readonly Walkmesh[]]>([
		['closed by a wall', [merged(closed, wall(10, 0, 10, 4))]],
		['closed by a wall that is divided otherwise', [merged(closed, wall(10, 0, 10, 1), wall(10, 1, 10, 4))]],
		['linked', [closed, merged(rectangle(10, 0, 6, 4), wall(10, 0, 16, 0), wall(16, 0, 16, 4), wall(16, 4, 10, 4))]],
		['closed by floor that is not walkable', [merged(closed, surfaced(rectangle(10, 0, 2, 4), NONWALK))]],
		['of a room without walls', [west]],
	])('are none where the edge is %s', (_, rooms) => {
		expect(told(leaks, ...rooms)).toEqual([]);
	});

	describe('of ground without walls', () => {
		/** Eight rectangles around a hole of so many metres, and what is in it. */
		const around = (width: number, height: number, ...inside: readonly Walkmesh[]): Walkmesh => {
			const columns = [
				[0, 8],
				[8, width],
				[8 + width, 8],
			] as const;
			const rows = [
				[0, 8],
				[8, height],
				[8 + height, 8],
			] as const;
			const tiles = rows.flatMap(([y, tall], row) =>
				columns.flatMap(([x, wide], column) => (row === 1 && column === 1 ? [] : rectangle(x, y, wide, tall))),
			);
			return merged(...tiles, ...inside);
		};
		/** A box without a lid that is so far from the sides of a hole of 2 m. */
		const box = (in0: number, z = 0): Walkmesh => {
			const [low, high] = [8 + in0, 10 - in0];
			const sides = [
				wall(low, low, high, low),
				wall(high, low, high, high),
				wall(high, high, low, high),
				wall(low, high, low, low),
			];
			return moveWalkmesh(merged(...sides), translation([0, 0, z]));
		};

		it('are small holes: faces that are missing', () => {
			expect(told(leaks, around(2, 3))).toMatchObject([
				{ code: 'GROUND_LEAK', severity: 'info', location: { room: 'r0' }, data: { count: 4, length: 10 } },
			]);
			const torn = fan([8, 8, 0], [10, 8, 0], [10, 10, 0]);
			const [{ data }] = told(leaks, around(2, 2, torn));
			expect(data).toMatchObject({ count: 3, length: expect.closeTo(4 + Math.sqrt(8), 5) });
		});

		it.each<[string, number, number, number]>([
			['as large as a face of a terrain', 4.9, 5, 1],
			['as large as a building', 5.1, 5, 0],
			['wide enough to be seen', 0.12, 8, 1],
			['as narrow as a crack', 0.09, 8, 0],
		])('%s', (_, width, height, count) => {
			expect(told(leaks, around(width, height))).toHaveLength(count);
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
		])('are no holes %s', (_, rooms) => {
			expect(told(leaks, ...rooms)).toEqual([]);
		});

		it('are holes over another storey', () => {
			expect(told(leaks, around(2, 2, surfaced(rectangle(0, 0, 18, 18, -1.9), NONWALK)))).toEqual([]);
			expect(told(leaks, around(2, 2, surfaced(rectangle(0, 0, 18, 18, -2.1), NONWALK)))).toHaveLength(1);
			expect(told(leaks, around(2, 2, box(0.8, 2.1)))).toHaveLength(1);
		});

		it('are no pieces of ground that face down', () => {
			const flipped = rectangle(30, 0, 4, 4);
			expect(told(leaks, merged(west, { ...flipped, faces: flipped.faces.toReversed() }))).toEqual([]);
		});
	});

	it('are no short edges', () => {
		const short = merged(rectangle(0, 0, 10, 0.4), wall(0, 0, 10, 0), wall(10, 0.4, 0, 0.4), wall(0, 0.4, 0, 0));
		expect(told(leaks, short)).toEqual([]);
	});
});

describe('ground below what an earlier room of the layout holds', () => {
	const hidden = checkHiddenGround;
	const roof = (z: number): Walkmesh => merged(rectangle(20, 0, 4, 4), surfaced(rectangle(4, 0, 3, 4, z), NONWALK));

	it('is told at any height, with its area', () => {
		expect(told(hidden, roof(9), west)).toMatchObject([
			{ code: 'GROUND_HIDDEN', location: { room: 'r1' }, data: { by: 0, name: 'r0', area: expect.closeTo(12, 3) } },
		]);
		expect(told(hidden, roof(-9), west)[0].message).toContain('lie over');
	});

	it('is none where the room with the ground comes first, or only a strip is covered', () => {
		expect(told(hidden, west, roof(9))).toEqual([]);
		const beside = merged(rectangle(20, 0, 4, 4), surfaced(rectangle(9.91, 0, 3, 4), NONWALK));
		expect(told(hidden, beside, west)).toEqual([]);
		const over = merged(rectangle(20, 0, 4, 4), surfaced(rectangle(9.79, 0, 3, 4), NONWALK));
		expect(told(hidden, over, west)).toHaveLength(1);
	});
});

describe('rooms that nearly meet and are not linked', () => {
	const near = async (gap: number): Promise<readonly Finding[]> => {
		const around = [rectangle(0, 4, 20, 2), rectangle(0, 0, 9, 4), rectangle(9 + gap, 0, 11 - gap, 4)];
		return (await build(levelOf(...around))).findings.filter(({ code }) => code === 'SEAM_NEAR');
	};

	it('are a note from 0.1 to 0.5 m', async () => {
		expect(await near(0.3)).toMatchObject([
			{
				code: 'SEAM_NEAR',
				severity: 'info',
				location: { room: 'r1', at: [9, 2, 0] },
				data: { other: 2, kind: 'gap', gap: expect.closeTo(0.3, 4), length: 4 },
			},
		]);
		expect(await near(0.09)).toEqual([]);
		expect(await near(0.51)).toEqual([]);
	});
});

it('building a level tells them', async () => {
	const roof = surfaced(rectangle(4, 0, 3, 4, 9), NONWALK);
	const level = levelOf(merged(rectangle(10, 0, 4, 4), roof), west);
	expect(loud((await build(level)).findings).map(({ code }) => code)).toEqual(['GROUND_HIDDEN']);
});
