import { describe, expect, it, test } from 'vitest';
import { runMeshChecks } from '../../check/mesh.ts';
import { withRemedy } from '../../jobs/edit/remedies.ts';
import { closeSteep } from '../../src/clean/slope.ts';
import { checkContext } from '../../src/facts/room-facts.ts';
import { type Finding, type OptionAction, Report } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { fan, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { triples } from '../support/points.ts';

/** What checks find in a room by itself. */
function found(mesh: Walkmesh): readonly Finding[] {
	const report = new Report();
	runMeshChecks(checkContext(mesh, K1, report));
	return report.findings;
}

const floor = rectangle(0, 0, 20, 4);
/** An upright face across the floor from y = 0. */
const fence = (length: number, low: number, high: number, x = 10): Walkmesh =>
	surfaced(fan([x, 1, low], [x, 1 + length, low], [x, 1 + length, high], [x, 1, high]), NONWALK);
const slope = (degrees: number): Walkmesh => {
	const rise = 2 * Math.tan((degrees * Math.PI) / 180);
	return fan([0, 0, 0], [2, 0, rise], [2, 4, rise], [0, 4, 0]);
};
/** A floor of which a face of its own surface has this area. */
const speckled = (area: number): Walkmesh => {
	const side = Math.sqrt(area * 2);
	const corners = triples(10, 1, 0, 10 + side, 1, 0, 10, 1 + side, 0);
	const around = [
		fan([0, 0, 0], [20, 0, 0], corners[1], corners[0]),
		fan([20, 0, 0], [20, 9, 0], corners[2], corners[1]),
		fan([20, 9, 0], [0, 9, 0], [0, 0, 0], corners[0], corners[2]),
	];
	return merged(surfaced(fan(...corners), 1), ...around);
};

/**
 * For a threshold of the ground of a room: a walkmesh with something a little below it or above it, and the code that tells the two apart. Those between rooms
 * are probed where their checks are tested, on levels.
 */
const PROBES: Readonly<Record<string, readonly [code: string, mesh: (value: number) => Walkmesh, isAbove: boolean]>> = {
	sliver: ['FACE_SLIVER', (width) => fan([0, 0, 0], [4, 0, 0], [2, width, 0]), false],
	steep: ['GROUND_STEEP', slope, true],
	tooSteep: ['GROUND_TOO_STEEP', slope, true],
	onEdge: [
		'T_JUNCTION',
		(off) => merged(rectangle(0, 0, 4, 4), fan([1, -off, 0], [0, -4, 0], [4, -4, 0], [3, -off, 0])),
		false,
	],
	nearMiss: [
		'VERTEX_NEAR_MISS',
		(gap) => merged(rectangle(0, 0, 4, 4), fan([4 + gap, 4, 0], [8, 5, 0], [8, 9, 0])),
		false,
	],
	speckArea: ['SURFACE_SPECK', speckled, false],
	fenceLength: ['FENCE_ON_GROUND', (length) => merged(floor, fence(length, 0, 2)), true],
	foot: ['FENCE_ON_GROUND', (low) => merged(floor, fence(1, low, 2)), false],
	headroom: ['HEADROOM_LOW', (height) => merged(floor, surfaced(rectangle(8, 1, 2, 2, height), NONWALK)), true],
	facing: ['GROUND_SEPARATE', (gap) => merged(rectangle(0, 0, 10, 4), rectangle(10 + gap, 0, 10, 4)), false],
	snap: ['GROUND_SEPARATE', (gap) => merged(rectangle(0, 0, 10, 4), rectangle(10 + gap, 0, 10, 4)), true],
	pieceArea: ['GROUND_SEPARATE', (area) => merged(rectangle(0, 0, 4, 4), rectangle(0, 4.2, 1, area)), true],
	pieceShare: ['GROUND_SEPARATE', (share) => merged(rectangle(0, 0, 20, 4), rectangle(0, 4.2, 10, 8 * share)), true],
};

test.each(Object.entries(PROBES))(
	'a threshold of the ground of a room %s is probed on both sides',
	(name, [code, mesh, isAbove]) => {
		const value = THRESHOLDS[name as keyof typeof THRESHOLDS];
		const isFound = (factor: number): boolean => found(mesh(value * factor)).some((finding) => finding.code === code);
		expect([isFound(0.99), isFound(1.01)]).toEqual([!isAbove, isAbove]);
	},
);

describe('advice to close steep faces', () => {
	const wall = fan([20, 0, 0], [20, 4, 0], [20, 4, 3], [20, 0, 3]);
	const steepIn = ({ actions = [] }: Finding): readonly number[] =>
		actions.flatMap((action) => {
			const options: readonly OptionAction[] = 'option' in action ? [action] : (action.options ?? []);
			return options.flatMap(({ option, value }) => (option === 'steep' ? [Number(value)] : []));
		});

	it.each<[string, (finding: Finding) => Finding]>([
		['a conversion', (finding) => finding],
		['a file', (finding) => withRemedy({ ...finding, location: { file: 'room.wok' } }, undefined)],
	])('leaves a ramp of 4 to 7 that the check spares, in %s', (_, worded) => {
		const ramp = fan([0, 0, 0], [4, 0, 7], [4, 4, 7], [0, 4, 0]);
		const mesh = merged(ramp, wall);
		const warnings = found(mesh).filter(({ severity }) => severity === 'warning');
		expect(warnings.map(({ code }) => code)).toContain('WALKABLE_FACE_VERTICAL');
		const values = warnings.flatMap((finding) => steepIn(worded(finding)));
		expect(values).not.toEqual([]);
		for (const value of values) {
			const closed = closeSteep(checkContext(mesh, K1, new Report()), value);
			expect([...closed.surfaces]).toEqual([4, 4, NONWALK, NONWALK]);
		}
	});
});
