import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { checkIslands } from '../../check/mesh/ground.ts';
import { checkSpecks } from '../../check/mesh/pieces.ts';
import { encodeBwm } from '../../exporters/bwm/index.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { convertRecipe, resolveRecipe, runStages, stagesOf } from '../../pipeline/recipe.ts';
import type { StageObserver } from '../../pipeline/stages/stage.ts';
import { deriveBwm } from '../../src/bwm/derive.ts';
import { type Line, linesToShow } from '../../src/facts/lines.ts';
import { checkContext, KnownRooms, LastFacts, RoomFacts } from '../../src/facts/room-facts.ts';
import { type Finding, Report } from '../../src/findings/report.ts';
import { sortWalkableFirst } from '../../src/geometry/faces.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { EAST, levelOf, rectangle, withTransitions } from '../support/levels.ts';
import { pairs } from '../support/points.ts';
import { gridFloor, integerSoups } from '../support/soups.ts';
import { runs, THOROUGH } from '../support/thorough.ts';

/** A floor with some Nonwalk faces before others, as a converted scene has them. */
function floor(side: number): Walkmesh {
	const mesh = gridFloor(side);
	return { ...mesh, surfaces: mesh.surfaces.map((_, face) => (face % 9 === 0 ? 7 : face % 5 === 0 ? 9 : 4)) };
}

describe('what is known of a walkmesh', () => {
	test('is found out once for all stages that change nothing, and again when its faces are sorted', async () => {
		const stages = stagesOf(resolveRecipe(convertRecipe(), createRegistry()), 'walkmesh');
		const facts = new LastFacts();
		const seen = new Set<RoomFacts>();
		const of = vi.spyOn(facts, 'of').mockImplementation((...args) => {
			const found = LastFacts.prototype.of.apply(facts, args);
			seen.add(found);
			return found;
		});
		const adjacencies = new Set<unknown>();
		const observer: StageObserver = {
			after: (_, mesh) => void adjacencies.add(facts.of(mesh as Walkmesh, K1).adjacency),
		};
		const sorted = await runStages(floor(5), stages, { report: new Report(), surfaces: K1, facts, observer });
		// Two: before the faces are sorted and after.
		expect(of.mock.calls.length).toBeGreaterThan(stages.length);
		expect({ facts: seen.size, adjacencies: adjacencies.size }).toEqual({ facts: 2, adjacencies: 2 });
		expect(facts.of(sorted, K1).adjacency).toEqual(new RoomFacts(sorted, K1).adjacency);
	});

	test('is found out once for all stages over a level that change nothing but links', () => {
		const rooms = new KnownRooms(K1);
		const mesh = floor(5);
		const facts = rooms.of(mesh);
		expect(rooms.of(mesh)).toBe(facts);
		const kept = ['adjacency', 'open', 'pieces', 'slopes', 'bounds'] as const;
		const found = kept.map((name) => facts[name]);
		const { adjacency } = facts;
		const linked = { ...mesh, transitions: mesh.transitions.slice() };
		const again = rooms.of(linked);
		kept.forEach((name, i) => void expect(again[name], name).toBe(found[i]));
		const moved = { ...mesh, positions: mesh.positions.map((value) => value * 2) };
		expect(rooms.of(moved).adjacency).not.toBe(adjacency);
		expect(rooms.of(moved).slopes).toEqual(new RoomFacts(moved, K1).slopes);
	});

	test('of its links is told as far as it was asked for, of the same walkmesh alone', () => {
		const mesh = floor(5);
		const facts = new LastFacts();
		expect(facts.linksOf(mesh)).toEqual({});
		const known = facts.of(mesh, K1);
		expect(facts.linksOf(mesh)).toEqual({});
		const { adjacency } = known;
		expect(facts.linksOf(mesh)).toEqual({ adjacency });
		const { perimeters } = known;
		expect(facts.linksOf(mesh)).toEqual({ adjacency, perimeters });
		expect(facts.linksOf({ ...mesh })).toEqual({});
	});

	test('is written into a file as it would be found out for it', () => {
		fc.assert(
			fc.property(integerSoups, (soup) => {
				const { mesh } = sortWalkableFirst(soup, K1);
				const { adjacency, perimeters } = new RoomFacts(mesh, K1);
				const [known, again] = [new Report(), new Report()];
				expect(encodeBwm(deriveBwm(mesh, K1, known, { adjacency, perimeters }))).toEqual(
					encodeBwm(deriveBwm(mesh, K1, again)),
				);
				expect(known.findings).toEqual(again.findings);
			}),
			{ numRuns: runs(40) },
		);
	});

	test('is nothing that a weld with the same tolerance would change', () => {
		const mesh = floor(3);
		const facts = new LastFacts().welded(mesh, K1, 1e-4);
		expect(facts.welded(1e-4)).toMatchObject({ facts, merged: 0 });
		expect(facts.welded(2).merged).toBeGreaterThan(0);
	});
});

test('faces amid another surface are found among those at its borders as among all', () => {
	fc.assert(
		fc.property(integerSoups, (mesh) => {
			const report = new Report();
			const context = checkContext(mesh, K1, report);
			const around = context.facts.allNeighbours;
			const expected = [...mesh.surfaces.keys()].filter((face) => {
				const near = [0, 1, 2].map((k) => around[face * 3 + k]);
				if (near.some((edge) => edge < 0)) return false;
				const [a, b, c] = near.map((edge) => mesh.surfaces[Math.floor(edge / 3)]);
				return a === b && b === c && a !== mesh.surfaces[face] && context.facts.area(face) < 0.25;
			});
			checkSpecks(context);
			expect(report.findings.map(({ location }) => location?.face)).toEqual(expected);
		}),
		{ numRuns: runs(60) },
	);
});

describe('what is known of the rooms of a level', () => {
	const [west, east] = [rectangle(0, 0, 4, 4), rectangle(4, 0, 4, 4)];
	const level = levelOf(west, east, undefined);
	const [first, second] = level.rooms;

	test('holds as long as nothing but links changes', () => {
		const known = new KnownRooms(K1);
		const perimeter = known.perimeterOf(level);
		expect(known.perimeterOf(level)).toBe(perimeter);
		const linked = { ...first, walkmesh: withTransitions(first.walkmesh as Walkmesh, { [EAST]: 1 }) };
		expect(known.perimeterOf({ ...level, rooms: [linked, second, level.rooms[2]] })).toBe(perimeter);
		const facts = known.of(first.walkmesh as Walkmesh);
		expect(known.of(first.walkmesh as Walkmesh)).toBe(facts);
		expect(known.of(linked.walkmesh).adjacency).toBe(facts.adjacency);
	});

	test.each<[string, (mesh: Walkmesh) => Partial<Walkmesh>]>([
		['faces', ({ faces }) => ({ faces: faces.slice() })],
		['positions', ({ positions }) => ({ positions: positions.map((value) => value + 1) })],
		['surfaces', ({ surfaces }) => ({ surfaces: surfaces.map(() => 7) })],
	])('does not where other %s are in one room', (_, change) => {
		const known = new KnownRooms(K1);
		const perimeter = known.perimeterOf(level);
		const mesh = second.walkmesh as Walkmesh;
		const changed = { ...level, rooms: [first, { ...second, walkmesh: { ...mesh, ...change(mesh) } }, level.rooms[2]] };
		expect(known.perimeterOf(changed)).not.toBe(perimeter);
		const fresh = new KnownRooms(K1).perimeterOf(changed);
		expect([...known.perimeterOf(changed).points.subarray(0, fresh.count * 9)]).toEqual([
			...fresh.points.subarray(0, fresh.count * 9),
		]);
	});

	test('does not where there are more rooms, or fewer', () => {
		const known = new KnownRooms(K1);
		const perimeter = known.perimeterOf(level);
		const fewer = known.perimeterOf({ ...level, rooms: [first] });
		expect([perimeter.count, fewer.count]).toEqual([8, 4]);
		expect(known.perimeterOf(level).count).toBe(8);
	});
});

/** More than a call takes arguments. */
const MANY = 130_000;

test.runIf(THOROUGH)('ground in more pieces than a call takes arguments is reported like any other', () => {
	const positions = new Float32Array(9 * MANY);
	for (let piece = 0; piece < MANY; piece++) {
		const [x, y] = [(piece % 400) * 3, Math.floor(piece / 400) * 3];
		positions.set([x, y, 0, x + 1, y, 0, x, y + 1, 0], 9 * piece);
	}
	const faces = Uint32Array.from({ length: 3 * MANY }, (_, corner) => corner);
	const mesh = createWalkmesh({ positions, faces, surfaces: new Uint32Array(MANY).fill(1) });
	const report = new Report();
	checkIslands(checkContext(mesh, K1, report));
	expect(report.findings.map(({ code, data }) => [code, data?.['count']])).toEqual([['WALKABLE_ISLANDS', MANY]]);
});

test('the lines of findings are shown once each, by what they show, their room and a number', () => {
	const line = (...xs: readonly number[]): Line => xs.map((x) => [x, 0, 0]);
	const finding = (code: string, room: string | undefined, data: object | undefined) =>
		({ code, location: { room }, data }) as unknown as Finding;
	const findings = [
		finding('GROUND_LEAK', 'a', { line: line(1, 2) }),
		finding('GROUND_LEAK', 'a', { lines: [line(1, 2), line(1, 2, 3)] }),
		finding('GROUND_SEPARATE', 'a', { lines: [line(1, 2)] }),
		finding('GROUND_LEAK', 'b', { line: line(4, 5) }),
		finding('GROUND_LEAK', undefined, { line: line(6, 7) }),
		...[
			undefined,
			{},
			{ line: [] },
			{ line: line(1) },
			{ line: line(1, Number.NaN) },
			{
				line: pairs(1, 2, 3, 4),
			},
		].map((data) => finding('GROUND_LEAK', 'b', data)),
	];
	const names = (rooms?: readonly string[]) => linesToShow(findings, rooms).map(({ name }) => name);
	expect(names()).toEqual(['leak_a_1', 'leak_a_2', 'separate_a_1', 'leak_b_1', 'leak__1']);
	expect(names(['b'])).toEqual(['leak_b_1']);
	expect(linesToShow(findings)[1].points).toEqual(line(1, 2, 3));
});
