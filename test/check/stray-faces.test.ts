import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { runMeshChecks } from '../../check/mesh.ts';
import { withoutConsequences } from '../../check/rules.ts';
import { query } from '../../level/query/level-query.ts';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import { convertRecipe } from '../../pipeline/recipe.ts';
import { closeSteep } from '../../src/clean/slope.ts';
import { hangingOf } from '../../src/clean/undersides.ts';
import { checkContext, RoomFacts } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { faceMiddle } from '../../src/geometry/faces.ts';
import { FACING } from '../../src/geometry/triangles.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { PERSON, type Walkmesh } from '../../src/model/walkmesh.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { fan, layoutOf, rectangle } from '../support/levels.ts';
import { merged, NONWALK, surfaced, wall } from '../support/own-floors.ts';
import { checkSources, isLoud } from '../support/planted-level.ts';
import { gridFloor } from '../support/soups.ts';
import { runs } from '../support/thorough.ts';
import { flipped, moved } from './codes/subjects.ts';

function loud(mesh: Walkmesh): readonly Finding[] {
	const report = new Report();
	runMeshChecks(checkContext(mesh, K1, report.within({ room: 'hall' })));
	return withoutConsequences(report.findings).filter(isLoud);
}

/** A floor of 8 m with a vertex elsewhere. @param vertex 40 lies amid it, 8 is a corner */
function thrown(vertex: number, ...by: readonly number[]): Walkmesh {
	const mesh = gridFloor(8);
	const positions = mesh.positions.slice();
	for (const [axis, value] of by.entries()) positions[vertex * 3 + axis] += value;
	return { ...mesh, positions };
}

it.each([
	['a kilometre to the side', 40, [1000, 0, 0]],
	['a kilometre up', 40, [0, 0, 1000]],
	['fifty metres down', 40, [0, 0, -50]],
	['over the end of the room', 40, [14, 0, 0]],
	['outwards, where nothing lies below its faces', 8, [900, -900, 0]],
	// Its edges then lie along other vertices of the border.
	['along the border', 4, [1000, 0, 0]],
	['far along the border', 4, [1e6, 0, 0]],
])('a vertex that was thrown %s is reported once, as that', (_, vertex, by) => {
	const mesh = thrown(vertex, ...by);
	const at = [...mesh.positions.subarray(vertex * 3, vertex * 3 + 3)];
	expect(loud(mesh)).toMatchObject([{ code: 'VERTEX_STRAY', location: { at } }]);
});

it('the faces of a vertex without company are counted, whether it was welded or not', () => {
	const mesh = thrown(40, 0, 0, 200);
	const faces = mesh.faces.map((vertex, corner) => (vertex === 40 && corner % 2 === 0 ? 81 : vertex));
	const torn = {
		...mesh,
		faces,
		positions: Float32Array.from([...mesh.positions, ...mesh.positions.subarray(120, 123)]),
	};
	expect(loud(torn).find(({ code }) => code === 'VERTEX_STRAY')?.data).toMatchObject({ faces: 6, distance: 200 });
});

it('nothing is said of wedges, of ground with a wide margin, of towers, nor of a spike that is no higher than the room is wide', () => {
	const wedge = fan([0, 0, 0], [60, 2, 0], [0, 4, 0]);
	const far = [-200, 300] as const;
	const margin = far.flatMap((x) => far.map((y) => [x, y] as const));
	const skirt = fan([margin[0][0], margin[0][1], 0], [margin[2][0], margin[2][1], 0], [0, 0, 0]);
	const others = fan([margin[1][0], margin[1][1], 0], [0, 8, 0], [margin[3][0], margin[3][1], 0]);
	const tower = surfaced(fan([0, 0, 0], [2, 0, 0], [1, 1, 90]), NONWALK);
	for (const mesh of [wedge, merged(gridFloor(8), skirt, surfaced(others, NONWALK)), merged(gridFloor(8), tower)])
		expect(loud(mesh).filter(({ code }) => code === 'VERTEX_STRAY')).toEqual([]);
	expect(loud(thrown(40, 0, 0, 4)).map(({ code }) => code)).toEqual(['GROUND_TOO_STEEP']);
});

test.each([
	[-0.1, true],
	[0.1, false],
])('ground across a strip %f m from the threshold is a warning: %s', async (off, isFound) => {
	const gap = THRESHOLDS.strip + off;
	const bytes = writeWalkmesh(merged(rectangle(0, 0, 10, 4), rectangle(10 + gap, 0, 10, 4)));
	const source = bytesSource(bytes, 'room.wok');
	const found = await checkSources({ source, roomFiles: { looked: 'memory', find: async () => undefined } });
	expect(found.some(({ code, severity }) => code === 'GROUND_UNREACHED' && severity === 'warning')).toBe(isFound);
});

const raised = (mesh: Walkmesh, z: number): Walkmesh => ({
	...mesh,
	positions: mesh.positions.map((value, i) => (i % 3 === 2 ? value + z : value)),
});

/** A floor of 4 m by 4 m that is so thick, with one surface all over. */
function slab(thickness: number): Walkmesh {
	const [p, q, r, s] = [0, 1, 2, 3].map((i) => i);
	const corners = [0, -thickness].flatMap((z) => [0, 0, z, 4, 0, z, 4, 4, z, 0, 4, z]);
	const side = (a: number, b: number): number[] => [a, a + 4, b + 4, a, b + 4, b];
	const faces = [p, q, r, p, r, s, 4, 6, 5, 4, 7, 6, ...side(p, q), ...side(q, r), ...side(r, s), ...side(s, p)];
	return {
		...rectangle(0, 0, 4, 4),
		positions: Float32Array.from(corners),
		faces: Uint32Array.from(faces),
		surfaces: new Uint32Array(12).fill(4),
		transitions: new Int32Array(36).fill(-1),
	};
}

function told(mesh: Walkmesh): unknown[] {
	const report = new Report();
	runMeshChecks(checkContext(mesh, K1, report));
	const loud = withoutConsequences(report.findings).filter(({ severity }) => severity !== 'info');
	return loud.map(({ code, data }) => [code, data?.['kind'] ?? data?.['count']]);
}

/** What `hangingOf` is to find, by all faces of a patch. */
function hangingOfAll(facts: RoomFacts, patch: readonly number[]): unknown[] {
	const found = patch.map((face) => {
		const [x, y, z] = faceMiddle(facts.mesh, face);
		const heights = facts.ground
			.at(x, y)
			.filter((id) => facts.facings[facts.ground.faces[id]] === FACING.up)
			.map((id) => z - facts.ground.heightAt(id, x, y));
		const above = heights.filter((height) => height < -0.01 && height > -PERSON.height);
		const below = heights.filter((height) => height > 0.01);
		const height = above.length > 0 ? Math.max(...above) : below.length > 0 ? Math.min(...below) : undefined;
		return { area: facts.area(face), height };
	});
	const sum = (some: typeof found): number => some.reduce((all, { area }) => all + area, 0);
	const half = sum(found) / 2;
	const shown = found
		.filter(({ height }) => height !== undefined)
		.reduce<{ area: number; height?: number | undefined }>((most, each) => (each.area > most.area ? each : most), {
			area: 0,
		});
	if (sum(found.filter(({ height }) => height !== undefined && height < 0)) > half)
		return ['underside', Math.abs(shown.height ?? 0)];
	if (sum(found.filter(({ height }) => height !== undefined && height > 0)) > half)
		return ['ceiling', Math.abs(shown.height ?? 0)];
	return [undefined, undefined];
}

/** Stops sight, and nobody who walks. */
const OBSCURING = 2;
const FLOOR = rectangle(0, 0, 4, 4);

describe('walkable faces that face down', () => {
	test('of a floor with thickness are one finding, with its sides and what lies above', () => {
		expect(told(slab(0.2))).toEqual([['WALKABLE_FACE_HANGING', 'underside']]);
		expect(told(slab(1.79))).toEqual([['WALKABLE_FACE_HANGING', 'underside']]);
	});

	test('so far below a floor that a person fits between are a floor of their own', () => {
		expect(told(slab(1.81))).toContainEqual(['WALKABLE_FACE_DOWN', 2]);
	});

	test('above the ground are a ceiling, beside it a floor that was turned over', () => {
		expect(told(merged(FLOOR, raised(flipped(rectangle(0, 0, 4, 4)), 3)))).toEqual([
			['WALKABLE_FACE_HANGING', 'ceiling'],
		]);
		expect(told(merged(FLOOR, flipped(rectangle(9, 0, 3, 3))))).toEqual([['WALKABLE_FACE_DOWN', 2]]);
	});

	test('count by area: where less than half hangs above ground, it is a floor', () => {
		const over = (x: number): unknown[] => told(merged(FLOOR, raised(flipped(rectangle(x, 0, 3, 3)), 3)));
		expect(over(0)).toEqual([['WALKABLE_FACE_HANGING', 'ceiling']]);
		expect(over(3.5)).toContainEqual(['WALKABLE_FACE_DOWN', 2]);
	});

	test('are told by the ground about half of their area, as if all of it had been looked at', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.integer({ min: -4, max: 4 }), fc.nat(3)), { maxLength: 12 }),
				(tiles) => {
					const parts = tiles.map(([x, y, z, size]) => raised(flipped(rectangle(x, y, size + 1, size + 1)), z));
					const facts = new RoomFacts(merged(FLOOR, ...parts), K1);
					const patch = Array.from({ length: tiles.length * 2 }, (_, i) => i + 2);
					const found = hangingOf(facts, patch);
					expect([found?.kind, found?.height]).toEqual(hangingOfAll(facts, patch));
				},
			),
			{ numRuns: runs(200) },
		);
	});

	test('become Obscuring with the sides of the floor, whose top stays ground; walls become Nonwalk', () => {
		const closed = closeSteep(checkContext(slab(0.2), K1, new Report()), 60);
		expect([...closed.surfaces]).toEqual([4, 4, ...Array(10).fill(OBSCURING)]);
		const walled = closeSteep(checkContext(merged(slab(0.2), wall(9, 0, 9, 4, 0, 2, 4)), K1, new Report()), 60);
		expect([...walled.surfaces].slice(12)).toEqual([NONWALK, NONWALK]);
		expect(closeSteep(checkContext(FLOOR, K1, new Report()), 60)).toBe(FLOOR);
		expect(told(closed)).toEqual([]);
	});

	test('keep nobody from walking on from one floor to the next once they are closed', () => {
		const rooms = [slab(0.2), moved(slab(0.2), 4)].map((mesh, i) => ({
			name: `r${i}`,
			walkmesh: closeSteep(checkContext(mesh, K1, new Report()), 60),
		}));
		const { level } = linkRooms({ name: 'quay', layout: layoutOf('r0', 'r1'), rooms, objects: [] }, K1);
		expect(query(level).walk([2, 2], [6, 2]).arrived).toBe(true);
	});

	test('are closed before those that are left are turned over', () => {
		const names = convertRecipe({ steep: 60, orient: 'flip' }).map((each) =>
			typeof each === 'string' ? each : String(Object.values(each)[0]),
		);
		expect(names.indexOf('close-steep')).toBeLessThan(names.indexOf('orient'));
		expect(convertRecipe({}).flat()).not.toContain('close-steep');
	});
});
