import { expect, it } from 'vitest';
import { withoutConsequences } from '../../src/check/causes.ts';
import { checkLevel } from '../../src/check/level.ts';
import { Report } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/mesh/vec3.ts';
import { K1 } from '../../src/walkmesh/surfaces.ts';
import { moveWalkmesh, rotation, translation } from '../../src/walkmesh/transform.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { EAST, fan, levelOf, rectangle, WEST, withTransitions } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';

/** An upright face from point to point, from one height to another. */
function wall([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number], low = 0, high = 3): Walkmesh {
	return surfaced(fan([ax, ay, low], [bx, by, low], [bx, by, high], [ax, ay, high]), NONWALK);
}

/** Jambs that leave a doorway of 2 m, at y from 1 to 3. */
const JAMBS = [wall([4, 0], [4, 1]), wall([4, 3], [4, 4])];

/** What is told of two rooms of 4 m, linked along x = 4. @param walls of the first, and of the second */
function told(walls: readonly Walkmesh[], others: readonly Walkmesh[] = [], move = (mesh: Walkmesh): Walkmesh => mesh) {
	const report = new Report();
	const rooms = [
		withTransitions(merged(rectangle(0, 0, 4, 4), ...walls), { [EAST]: 1 }),
		withTransitions(merged(rectangle(4, 0, 4, 4), ...others), { [WEST]: 0 }),
	];
	checkLevel(levelOf(...rooms.map(move)), K1, report);
	const findings = withoutConsequences(report.findings);
	return findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
}

it.each<[string, Walkmesh[], Walkmesh[]?]>([
	['all along the doorway', [wall([4, 0], [4, 4])]],
	['in the room beyond', JAMBS, [wall([4, 1], [4, 3])]],
	[
		'before it, from jamb to jamb',
		[...JAMBS, wall([4, 1], [3.5, 1]), wall([3.5, 1], [3.5, 3]), wall([3.5, 3], [4, 3])],
	],
	['with an opening of 0.55 m', [...JAMBS, wall([4, 1], [4, 1.7]), wall([4, 2.25], [4, 3])]],
	['as high as the knee', [...JAMBS, wall([4, 1], [4, 3], 0, 0.6)]],
	['before the face', [...JAMBS, wall([4, 1], [4, 3], 1.2, 2)]],
])('a wall that leaves no way through a doorway is told once: %s', (_, walls, others) => {
	expect(told(walls, others)).toEqual(['DOORWAY_WALLED']);
});

it.each<[string, Walkmesh[], Walkmesh[]?]>([
	['jambs', JAMBS],
	['with an opening of 0.75 m', [...JAMBS, wall([4, 1], [4, 1.6]), wall([4, 2.35], [4, 3])]],
	['a lintel', [...JAMBS, wall([4, 1], [4, 3], 2, 3)]],
	['a kerb', [...JAMBS, wall([4, 1], [4, 3], -0.2, 0.25)]],
	['a screen to walk around', JAMBS, [wall([5, 0.9], [5, 3.1])]],
	['two screens to walk between', [...JAMBS, wall([3.2, 0], [3.2, 2.2])], [wall([4.8, 1.8], [4.8, 4])]],
	['a pillar amid the doorway', [wall([4, 1.9], [4, 2.1])]],
	[
		'jambs as deep as a thick wall',
		[...JAMBS, wall([3.4, 1], [4, 1]), wall([3.4, 3], [4, 3])],
		[wall([4, 1], [4.6, 1])],
	],
])('nothing is said of a doorway that can be walked through: %s', (_, walls, others) => {
	expect(told(walls, others)).toEqual([]);
});

it('the same holds wherever the rooms lie and however they are turned', () => {
	const away: Vec3 = [812, -430, 25];
	const move = (mesh: Walkmesh): Walkmesh => moveWalkmesh(moveWalkmesh(mesh, rotation(33)), translation(away));
	expect(told([wall([4, 0], [4, 4])], [], move)).toEqual(['DOORWAY_WALLED']);
	expect(told(JAMBS, [wall([5, 0.9], [5, 3.1])], move)).toEqual([]);
});
