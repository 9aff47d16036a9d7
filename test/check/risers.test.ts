import { describe, expect, it } from 'vitest';
import { countIslands } from '../../check/mesh/ground.ts';
import { runMeshChecks } from '../../check/mesh.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { checkSource } from '../../jobs/check.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { closeSteep } from '../../src/clean/slope.ts';
import { closedRiserAt, risersOf } from '../../src/facts/risers.ts';
import { checkContext, RoomFacts } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { edgeMiddle } from '../../src/geometry/faces.ts';
import { K1 } from '../../src/model/surfaces.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { fan, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';

/** The front of a step, 4 m wide, that rises at x and leans so far. */
function front(x: number, low: number, high: number, lean = 0): Walkmesh {
	return fan([x, 0, low], [x + lean, 0, high], [x + lean, 4, high], [x, 4, low]);
}

/** A floor, steps as high as given with treads of half a metre, and a floor. */
function stair(rise: number, { steps = 3, lean = 0, risers = 4 } = {}): Walkmesh {
	const fronts = Array.from({ length: steps }, (_, i) => front(4 + i / 2, i * rise, (i + 1) * rise, lean));
	const treads = fronts.map((_, i) =>
		rectangle(4 + i / 2 + lean, 0, i === steps - 1 ? 4 : 0.5 - lean, 4, (i + 1) * rise),
	);
	return merged(rectangle(0, 0, 4, 4), ...fronts.map((each) => surfaced(each, risers)), ...treads);
}

function told(mesh: Walkmesh): readonly Finding[] {
	const report = new Report();
	runMeshChecks(checkContext(mesh, K1, report));
	return report.findings.filter(({ code }) => /VERTICAL|STEEP|RISERS/.test(code));
}

async function checked(mesh: Walkmesh, codes = /VERTICAL|STEEP|RISERS|HANGING/): Promise<Finding[]> {
	const source = bytesSource(encodeBwm(deriveBwm(mesh, K1, new Report())), 'stair.wok');
	const found = await checkSource(source, {}, { report: new Report(), surfaces: K1, mappings: [] }, createRegistry());
	return found.filter(({ code }) => codes.test(code));
}

describe('risers that are walkable', () => {
	it('are reported once, with their number and the highest, and are not called walls', () => {
		expect(told(stair(0.25))).toMatchObject([
			{ code: 'STAIR_RISERS', severity: 'warning', data: { count: 3, height: 0.25 } },
		]);
		expect(told(stair(0.25))[0].help).toContain('as a ramp');
		// 0.25 m in 0.1 m is 68°, in 0.2 m 51°.
		expect(told(stair(0.25, { lean: 0.1 }))).toMatchObject([{ code: 'STAIR_RISERS', data: { count: 3 } }]);
		expect(told(stair(0.25, { lean: 0.2 }))).toMatchObject([{ code: 'GROUND_STEEP', data: { count: 6, risers: 6 } }]);
	});

	it('are not advised where those of a stair are closed', async () => {
		const found = await checked(stair(0.25, { risers: NONWALK }), /SEPARATE/);
		expect(found).toMatchObject([{ code: 'GROUND_SEPARATE', data: { kind: 'height' } }]);
		const [separate] = found;
		expect(separate.help).toContain('as a ramp');
		expect(separate.help).not.toMatch(/risers (?:between|a walkable)/);
	});

	it.each([
		[0.5, ['STAIR_RISERS']],
		[0.51, ['WALKABLE_FACE_VERTICAL', 'WALKABLE_FACE_VERTICAL', 'WALKABLE_FACE_VERTICAL']],
	])('are no higher than half a metre: %d m', (rise, codes) => {
		expect(told(stair(rise)).map(({ code }) => code)).toEqual(codes);
	});

	it('lie between ground at their foot and at their head', () => {
		const onFloor = merged(rectangle(0, 0, 4, 4), front(4, 0, 0.25));
		expect(told(onFloor).map(({ code }) => code)).toEqual(['WALKABLE_FACE_VERTICAL']);
		const underFloor = merged(front(4, 0, 0.25), rectangle(4, 0, 4, 4, 0.25));
		expect(told(underFloor).map(({ code }) => code)).toEqual(['WALKABLE_FACE_VERTICAL']);
		const beside = merged(stair(0.25), surfaced(front(20, 0, 0.25), NONWALK), front(30, 0, 0.25));
		expect(told(beside).map(({ code }) => code)).toEqual(['WALKABLE_FACE_VERTICAL', 'STAIR_RISERS']);
	});

	it('may begin and end a stair where the next room begins', () => {
		const [foot, head] = [front(0, 0, 0.25), front(8, 1, 1.25)];
		const amid = [rectangle(0, 0, 4, 4, 0.25), ...[1, 2, 3].map((i) => front(3 + i, i / 4, (i + 1) / 4))];
		const treads = [2, 3].map((i) => rectangle(2 + i, 0, 1, 4, i / 4));
		const mesh = merged(foot, ...amid, ...treads, rectangle(6, 0, 2, 4, 1), head);
		expect(told(mesh)).toMatchObject([{ code: 'STAIR_RISERS', data: { count: 5 } }]);
	});

	it('are a reason not to advise what would close them', async () => {
		const wall = surfaced(fan([0, 4, 0], [4, 4, 0], [4, 4, 3], [0, 4, 3]), 4);
		const steep = fan([20, 0, 0], [22, 0, 5], [22, 4, 5], [20, 4, 0]);
		const both = await checked(merged(stair(0.25), wall, steep));
		expect(both.map(({ code }) => code).sort()).toEqual(['GROUND_TOO_STEEP', 'STAIR_RISERS', 'WALKABLE_FACE_VERTICAL']);
		expect(both.flatMap(({ actions = [] }) => actions)).toEqual([]);
		const alone = await checked(merged(rectangle(0, 0, 4, 4), wall, steep));
		expect(alone.flatMap(({ actions = [] }) => actions)).toHaveLength(2);
		// Steps that lean enough to be no fault are not closed from 45° on either.
		expect((await checked(stair(0.25, { lean: 0.2 })))[0].actions ?? []).toEqual([]);
		expect((await checked(fan([0, 0, 0], [2, 0, 2.5], [2, 4, 2.5], [0, 4, 0])))[0].actions).toHaveLength(1);
	});
});

it('risers that are closed cut the ground in as many pieces as there are steps, and lie between their edges', () => {
	const open = stair(0.25);
	const closed = closeSteep(checkContext(open, K1, new Report()), 60);
	expect([countIslands(open, K1), countIslands(closed, K1)]).toEqual([1, 4]);
	const facts = new RoomFacts(closed, K1);
	expect(risersOf(facts)).toEqual([]);
	const at = (x: number, z: number): number =>
		[...facts.open].find((edge) => {
			const [mx, , mz] = edgeMiddle(closed, edge);
			return mx === x && mz === z;
		}) as number;
	const between = (edge: number, other: number) => closedRiserAt(facts, { edge, other, distance: 0.25 });
	expect(between(at(4, 0), at(4, 0.25))).toBe(0.25);
	expect(between(at(4.5, 0.5), at(4.5, 0.25))).toBe(0.25);
	expect(between(at(4, 0), at(4.5, 0.5))).toBeUndefined();
	const high = new RoomFacts(closeSteep(checkContext(stair(0.51), K1, new Report()), 60), K1);
	expect(
		[...high.open].every((edge) => closedRiserAt(high, { edge, other: at(4, 0), distance: 0 }) === undefined),
	).toBe(true);
});

describe('a wall that can be walked on', () => {
	/** A floor, with a wall on its far side of three upright strips: one straight, one that leans outwards, one that leans over the floor. */
	const wall = (leans: readonly number[]): Walkmesh =>
		merged(
			rectangle(0, 0, 6, 4),
			...leans.map((lean, i) =>
				fan(
					[i * 2, 4, 0],
					[i * 2 + 2, 4, 0],
					[i * 2 + 2, 4 + (i === leans.length - 1 ? lean : (leans[i + 1] + lean) / 2), 3],
					[i * 2, 4 + (i === 0 ? lean : (leans[i - 1] + lean) / 2), 3],
				),
			),
		);
	const toldOf = (mesh: Walkmesh): string[] => {
		const report = new Report();
		runMeshChecks(checkContext(mesh, K1, report));
		return report.findings.map(({ code }) => code).filter((code) => /VERTICAL|STEEP|HANGING|FACE_DOWN/.test(code));
	};

	it('is reported once, whichever way its parts lean', () => {
		const report = new Report();
		runMeshChecks(checkContext(wall([0, 0, -0.5]), K1, report));
		expect(report.findings.filter(({ code }) => /VERTICAL|STEEP|HANGING|FACE_DOWN/.test(code))).toMatchObject([
			{ code: 'WALKABLE_FACE_VERTICAL', data: { count: 6 } },
		]);
		expect(toldOf(wall([0, 0, 0.5]))).toEqual(['WALKABLE_FACE_VERTICAL']);
		expect(toldOf(wall([0.5, 0.1, -0.5]))).not.toContain('WALKABLE_FACE_VERTICAL');
	});

	it('is told as what it is where no part of it is straight', () => {
		expect(toldOf(wall([0.5, 0.5, 0.5]))).toEqual(['GROUND_TOO_STEEP']);
	});
});
