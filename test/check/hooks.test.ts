import { expect, test, vi } from 'vitest';
import { OnFoot } from '../../check/facts/on-foot.ts';
import { groundAnswer } from '../../check/ground/ground-answer.ts';
import { checkThings, placeablesOf } from '../../check/things/things.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { thingsOfPlacements } from '../../level/rooms/placements.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { INPUT_FINDINGS } from '../../src/formats/limits.ts';
import type { Level, ObjectPlacement } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, NO_HOOKS, type Walkmesh } from '../../src/model/walkmesh.ts';
import { EAST, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { merged, NONWALK, surfaced, wall } from '../support/own-floors.ts';

/** A placeable of 1 m by 1 m with its hook 1 before it. */
function crate(name: string, hook: number): Walkmesh {
	return createWalkmesh({
		...surfaced(rectangle(-0.5, -0.5, 1, 1), NONWALK),
		name,
		kind: 'placeable',
		hooks: { ...NO_HOOKS, relative1: [0, -0.5 - hook, 0] },
	});
}

const at = (model: string, x: number, y: number): ObjectPlacement => ({
	kind: 'placeable',
	model,
	position: [x, y, 0],
	bearing: 0,
});

const check = (level: Level, report: Report): void => checkThings(new OnFoot(level, K1, placeablesOf(level)), report);

function found(room: Walkmesh, placements: readonly ObjectPlacement[], hook = 0.5): readonly Finding[] {
	const report = new Report();
	const objects = [crate('console', hook), crate('barrel', 0)];
	check({ ...levelOf(room), objects, things: thingsOfPlacements(placements) }, report);
	return report.findings;
}

/** A room with a pen about a console whose way out is so wide. The floor goes on below its walls. */
function pen(opening: number): Walkmesh {
	return merged(
		rectangle(0, 0, 20, 20),
		wall(13, 13, 17, 13),
		wall(17, 13, 17, 17),
		wall(17, 17, 13, 17),
		wall(13, 17, 13, 13 + opening),
	);
}

test('a use hook in a pen that a person does not get into is named, though the floor goes on below its walls', () => {
	const [finding, ...others] = found(pen(0.6), [at('console', 15, 15.5)]);
	expect(finding).toMatchObject({ code: 'HOOK_UNREACHABLE', data: { hook: 1 }, location: { at: [15, 14.5, 0] } });
	expect(others).toEqual([]);
	expect(found(pen(0.8), [at('console', 15, 15.5)])).toEqual([]);
});

test('a use hook that another placeable stands on is named with it; one beside it is not', () => {
	const floor = rectangle(0, 0, 20, 20);
	const [finding, ...others] = found(floor, [at('console', 10, 10), at('barrel', 10, 8.8)]);
	expect(finding?.message).toBe(
		'Nobody comes to use hook 1 of placeable 0 "console" on foot: placeable 1 "barrel" stands there.',
	);
	expect(others).toEqual([]);
	expect(found(floor, [at('console', 10, 10), at('barrel', 10, 8)])).toEqual([]);
});

test.each([
	['nearer to its own object than a person is wide', 0.1],
	['within its own object, which is told of the file', -0.3],
])('a use hook %s is left alone', (_, hook) => {
	expect(found(rectangle(0, 0, 20, 20), [at('console', 10, 10)], hook)).toEqual([]);
});

test('use hooks in other rooms are walked to over links', () => {
	const rooms = [rectangle(0, 0, 10, 10), rectangle(10, 0, 10, 10)];
	const level = levelOf(withTransitions(rooms[0], { [EAST]: 1 }), withTransitions(rooms[1], { [WEST]: 0 }));
	const report = new Report();
	const things = thingsOfPlacements([at('console', 15, 5), at('console', 3, 4)]);
	check({ ...level, objects: [crate('console', 0.5)], things }, report);
	expect(report.findings).toEqual([]);
});

test('a hook of which a search would have to be given up is not judged, nor are those after it', () => {
	const consoles = [at('console', 15, 15.5), at('console', 15, 15.4)];
	expect(found(pen(0.6), consoles)).toHaveLength(2);
	const route = vi.spyOn(LevelQuery.prototype, 'route').mockImplementation(() => {
		return new Report().fail(INPUT_FINDINGS.SEARCH_TOO_LONG, {}, { limit: 5_000_000 });
	});
	expect(found(pen(0.6), consoles)).toEqual([]);
	route.mockRestore();
});

test('hooks and what is answered of the ground say the same: what nobody gets to from the main part is not reached', () => {
	for (const opening of [0.5, 0.68, 0.72, 0.8]) {
		const level = { ...levelOf(pen(opening)), objects: [crate('console', 0.5)] };
		const things = thingsOfPlacements([at('console', 15, 15.5)]);
		const onFoot = new OnFoot({ ...level, things }, K1, placeablesOf({ ...level, things }));
		const report = new Report();
		checkThings(onFoot, report);
		expect([opening, report.findings.length]).toEqual([opening, groundAnswer(onFoot)?.missed.length]);
	}
});
