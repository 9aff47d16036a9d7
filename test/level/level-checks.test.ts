import { describe, expect, it } from 'vitest';
import { checkHoles } from '../../check/facts/holes.ts';
import { checkLeaks } from '../../check/facts/leaks.ts';
import { LevelFacts } from '../../check/facts/level-facts.ts';
import { OnFoot } from '../../check/facts/on-foot.ts';
import { checkNarrowDoorways } from '../../check/seams/doorways.ts';
import { checkHiddenGround } from '../../check/seams/hidden-ground.ts';
import { checkWalledLinks } from '../../check/seams/walls.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { build } from '../support/level-work.ts';
import { fan, levelOf, rectangle, ringOf } from '../support/levels.ts';
import { merged, NONWALK, surfaced, wall } from '../support/own-floors.ts';

function told(check: (facts: LevelFacts, report: Report) => void, ...rooms: readonly Walkmesh[]): readonly Finding[] {
	const { level } = linkRooms(levelOf(...rooms), K1);
	const report = new Report();
	check(new LevelFacts(level, K1, 0.001), report);
	return report.findings;
}

const west = rectangle(0, 0, 10, 4);

describe('doorways', () => {
	const narrow = (facts: LevelFacts, report: Report): void =>
		checkNarrowDoorways(facts, report, new OnFoot(facts.level, K1));
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

	it('are reported once, at their middle', () => {
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
		expect(told(walled, merged(west, wall(10, 0, 10, 4, 0, 2, 2)), east)).toEqual([]);
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

	it('are none around holes, which are told by themselves', () => {
		const room = merged(...ringOf(2, 2), ...[0, 18].flatMap((at) => [wall(0, at, 18, at), wall(at, 0, at, 18)]));
		const facts = new LevelFacts(levelOf(room), K1, 0.001);
		const report = new Report();
		const holes = checkHoles(facts.rooms, () => report);
		leaks(facts, report, holes);
		expect(report.findings.map(({ code }) => code)).toEqual(['GROUND_HOLE']);
	});

	it('are no short edges', () => {
		const short = merged(rectangle(0, 0, 10, 0.4), wall(0, 0, 10, 0), wall(10, 0.4, 0, 0.4), wall(0, 0.4, 0, 0));
		expect(told(leaks, short)).toEqual([]);
	});
});

describe('ground below what an earlier room of the layout holds', () => {
	const hidden = checkHiddenGround;
	const roof = (z: number): Walkmesh => merged(rectangle(20, 0, 4, 4), surfaced(rectangle(4, 0, 3, 4, z), NONWALK));

	it('is reported at any height, with its area', () => {
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
