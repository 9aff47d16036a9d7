import { expect, it } from 'vitest';
import { checkLevel } from '../../check/level.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { Report } from '../../src/findings/report.ts';
import { moveWalkmesh, rotation, translation } from '../../src/geometry/transform.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { fan, levelOf, ringEdge, withTransitions } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';

/** An upright face from point to point. */
function wall([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): Walkmesh {
	return surfaced(fan([ax, ay, 0], [bx, by, 0], [bx, by, 3], [ax, ay, 3]), NONWALK);
}

/** Jambs of two doorways, at y from 1 to 3 and from 5 to 7. */
const JAMBS = [wall([4, 0], [4, 1]), wall([4, 3], [4, 5]), wall([4, 7], [4, 8])];

/** The western edge of the first doorway of the room to the east. */
const PASSAGE = 6 * 3 + ringEdge(4, 3);

interface Doorways {
	/** How far the strip behind the second doorway goes, and from where to where along it. */
	readonly strip?: { readonly depth: number; readonly from?: number; readonly to?: number; readonly z?: number };
	readonly more?: readonly Walkmesh[];
	/** Where the first doorway leads to, and where the second leads to on paper. */
	readonly first?: 'linked' | 'open';
	readonly second?: number;
	readonly move?: (mesh: Walkmesh) => Walkmesh;
}

/** What is told of two rooms with two doorways between them. */
function told({ strip, more = [], first = 'linked', second = -1, move = (mesh) => mesh }: Doorways) {
	const isLinked = first === 'linked';
	const x = 4 + (strip?.depth ?? 0);
	const west = fan([0, 8, 0], [0, 0, 0], [4, 0, 0], [4, 1, 0], [4, 3, 0], [4, 5, 0], [4, 7, 0], [4, 8, 0]);
	// Between walls 2 m thick.
	const east = merged(
		fan([9, 0, 0], [9, 8, 0], [6, 8, 0], [6, 7, 0], [6, 5, 0], [6, 3, 0], [6, 1, 0], [6, 0, 0]),
		fan([4, 1, 0], [6, 1, 0], [6, 3, 0], [4, 3, 0]),
		fan([x, 5, 0], [6, 5, 0], [6, 7, 0], [x, 7, 0]),
	);
	const { from = 5, to = 7, z = 0 } = strip ?? {};
	const bar = strip === undefined ? [] : [surfaced(fan([4, from, z], [x, from, z], [x, to, z], [4, to, z]), NONWALK)];
	const rooms = [
		withTransitions(merged(west, ...JAMBS), {
			...(isLinked ? { [ringEdge(8, 3)]: 1 } : {}),
			...(second < 0 ? {} : { [ringEdge(8, 5)]: second }),
		}),
		withTransitions(merged(east, ...JAMBS, ...bar, ...more), isLinked ? { [PASSAGE]: 0 } : {}),
	];
	const report = new Report();
	checkLevel(levelOf(...rooms.map(move)), K1, report);
	const findings = withoutConsequences(report.findings);
	return findings.filter(({ severity }) => severity !== 'info');
}

it.each<[string, Doorways]>([
	['a hand broad', { strip: { depth: 0.1 } }],
	['as deep as a thick wall', { strip: { depth: 1.4 } }],
	['a little higher', { strip: { depth: 0.5, z: 0.08 } }],
	['broader than the doorway', { strip: { depth: 0.5, from: 4, to: 8 } }],
	['with a link to it that was made before', { strip: { depth: 0.5 }, second: 1 }],
	[
		'anywhere',
		{
			strip: { depth: 0.5 },
			move: (mesh) => moveWalkmesh(moveWalkmesh(mesh, rotation(33)), translation([812, -430, 25])),
		},
	],
])('a strip behind a doorway that cannot be walked on is reported once: %s', (_, doorways) => {
	const findings = told(doorways);
	expect(findings.map(({ code }) => code)).toEqual(['DOORWAY_BARRED']);
	const depth = doorways.strip?.depth ?? 0;
	expect(findings[0].data).toMatchObject({ to: 0, width: expect.closeTo(2, 4) });
	expect(findings[0].data?.['depth']).toBeGreaterThan(depth);
	expect(findings[0].data?.['depth']).toBeLessThan(depth + 0.06);
});

it.each<[string, Doorways]>([
	['of what is broader, which may be meant to stop somebody', { strip: { depth: 1.6 } }],
	['of a strip that leaves a way past it', { strip: { depth: 0.5, from: 5.5, to: 7 } }],
	['of a step', { strip: { depth: 0.5, z: 0.12 } }],
	['of a wall behind it', { strip: { depth: 0.5 }, more: [wall([4.2, 4], [4.2, 8])] }],
	['where the rooms are not linked at all, which is told otherwise', { strip: { depth: 0.5 }, first: 'open' }],
])('nothing is said of it: %s', (_, doorways) => {
	expect(told(doorways).map(({ code }) => code)).not.toContain('DOORWAY_BARRED');
});
