import { describe, expect, test } from 'vitest';
import { OnFoot } from '../../check/facts/on-foot.ts';
import { groundAnswer, withUnreached } from '../../check/ground/ground-answer.ts';
import { checkLevel } from '../../check/level.ts';
import { runMeshChecks } from '../../check/mesh.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { fan, levelOf, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';

/** The sides of a block on the floor. */
const sides = (x: number, y: number, width: number, depth: number, top: number, foot = 0): Walkmesh =>
	surfaced(
		merged(
			...[
				[x, y, x + width, y],
				[x + width, y, x + width, y + depth],
				[x + width, y + depth, x, y + depth],
				[x, y + depth, x, y],
			].map(([ax, ay, bx, by]) => fan([ax, ay, foot], [bx, by, foot], [bx, by, top], [ax, ay, top])),
		),
		NONWALK,
	);

function told(...parts: Walkmesh[]): string[] {
	const level = levelOf(merged(...parts));
	const report = new Report();
	checkLevel(level, K1, report);
	const [{ name: room, walkmesh }] = level.rooms;
	runMeshChecks(checkContext(walkmesh as Walkmesh, K1, report.within({ room })), {}, ['t-junctions']);
	// In a file by itself no finding names a room.
	report.amend(({ location: { room: _, ...location }, ...finding }) => ({ ...finding, location }));
	return withUnreached(withoutConsequences(report.findings))
		.filter(({ severity }) => severity !== 'info')
		.map(({ code }) => code);
}

const wayInto = (...parts: Walkmesh[]) => groundAnswer(new OnFoot(levelOf(merged(...parts)), K1))?.missed[0].way;

describe('a platform on the floor of its room', () => {
	const floor = rectangle(0, 0, 10, 8);

	test.each([0.15, 0.4, 0.5])('%d m high is one finding, with the step as the way onto it', (height) => {
		const parts = [floor, sides(3, 3, 4, 2, height), rectangle(3, 3, 4, 2, height)];
		expect(told(...parts)).toEqual(['GROUND_STACKED']);
		const way = wayInto(...parts);
		expect([way?.gap, way?.step]).toEqual([0, expect.closeTo(height, 5)]);
		expect([way?.at[2], way?.to[2]]).toEqual([expect.closeTo(height, 5), 0]);
	});

	test('that is the larger part has the way from the ground below it at its border', () => {
		const upper = [rectangle(0, 0, 20, 3), rectangle(0, 3, 20, 2), rectangle(0, 5, 20, 3), rectangle(20, 3, 4, 2)];
		const way = wayInto(...upper, rectangle(20.5, -10, 8, 16.5, -0.4));
		expect([way?.gap, way?.step]).toEqual([0, expect.closeTo(0.4, 5)]);
		expect([way?.at[2], way?.to[2]]).toEqual([expect.closeTo(-0.4, 5), 0]);
	});

	test('whose top is not walkable is none', () => {
		const top = surfaced(rectangle(3, 3, 4, 2, 0.4), NONWALK);
		expect(told(floor, sides(3, 3, 4, 2, 0.4), top)).not.toContain('GROUND_UNREACHED');
	});
});

test.each([
	[1.79, 0],
	[1.81, 1],
])('ground below a platform %d m high', (height, count) => {
	const block = [sides(1, 1, 6, 6, height), rectangle(1, 1, 6, 6, height)];
	expect(told(rectangle(-4, -4, 20, 20), ...block).filter((code) => code === 'GROUND_UNREACHED')).toHaveLength(count);
});

test('faces that touch and share no edge are one finding, the T-junction', () => {
	const parts = [rectangle(0, 0, 4, 12), rectangle(8, 0, 4, 12), rectangle(4, 0, 4, 4), rectangle(4, 8, 4, 4)];
	expect(told(...parts)).toContain('T_JUNCTION');
	expect(told(...parts)).not.toContain('GROUND_UNREACHED');
});
