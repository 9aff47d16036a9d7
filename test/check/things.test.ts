import { describe, expect, test } from 'vitest';
import { OnFoot } from '../../check/facts/on-foot.ts';
import { checkThings, placeablesOf } from '../../check/things/things.ts';
import { thingsOfGit } from '../../game/area/things.ts';
import { thingsOfHooks, thingsOfPlacements } from '../../level/rooms/placements.ts';
import { Report } from '../../src/findings/report.ts';
import { halfTurn } from '../../src/math/affine.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type Level, PLACEHOLDER_ROOM, type Thing } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, NO_HOOKS, type Walkmesh } from '../../src/model/walkmesh.ts';
import { type AreaLists, gitWith, type MadeArea, makeArea, type Stand, triggerStruct } from '../support/area-maker.ts';
import { levelOf, rectangle } from '../support/levels.ts';
import { generator } from '../support/mutate.ts';
import { merged, NONWALK, surfaced } from '../support/own-floors.ts';
import { triples } from '../support/points.ts';
import { seedOfRun } from '../support/seed.ts';
import { runs } from '../support/thorough.ts';

function found(
	level: Level,
	lists: AreaLists,
	objects: Level['objects'] = [],
): { code: string; kind: unknown; index: unknown }[] {
	const report = new Report();
	checkThings(new OnFoot({ ...level, objects, things: thingsOfGit(gitWith(lists)) }, K1), report);
	return report.findings.map(({ code, data }) => ({ code, kind: data?.['kind'], index: data?.['index'] }));
}

const area = makeArea(generator(5));
const [door] = area.doors;
const [spot] = area.spots;
const codes = (lists: AreaLists, level = area.level): string[] => found(level, lists).map(({ code }) => code);

describe('things of an area', () => {
	test('that stand where they should are not spoken of', () => {
		expect(
			found(area.level, {
				doors: area.doors,
				creatures: area.spots,
				waypoints: area.spots,
				triggers: [triggerStruct(spot, 0.1)],
			}),
		).toEqual([]);
	});

	test('doors that all stand 1.1 m before their sills, as on Dantooine, are not spoken of; one that does not is', () => {
		const deep = makeArea(generator(9), 1.1);
		expect(codes({ doors: deep.doors }, deep.level)).toEqual([]);
		const [first, ...others] = deep.doors;
		const along = { ...first, x: first.x + Math.cos(first.bearing), y: first.y + Math.sin(first.bearing) };
		expect(found(deep.level, { doors: [along, ...others] })).toEqual([
			{ code: 'DOOR_OFF_DOORWAY', kind: 'door', index: 0 },
		]);
	});

	test('a door far from every doorway has to stand at the ground', () => {
		const apart = ({ x, y }: Stand): number => Math.min(...area.doors.map((d) => Math.hypot(d.x - x, d.y - y)));
		const [lone] = area.spots.toSorted((a, b) => apart(b) - apart(a));
		expect(apart(lone)).toBeGreaterThan(2.5);
		expect(codes({ doors: [{ ...lone, z: lone.z + 0.2 }] })).toEqual([]);
		expect(codes({ doors: [{ ...lone, x: area.outside[0] }] })).toEqual(['THING_OFF_GROUND']);
		expect(codes({ doors: [{ ...lone, z: lone.z - 1 }] })).toEqual(['DOOR_OFF_DOORWAY']);
	});

	test('creatures and waypoints off the ground are named, one by one; heights once for each kind', () => {
		const off = { ...spot, x: area.outside[0] };
		expect(found(area.level, { creatures: [spot, off], waypoints: [off] })).toEqual([
			{ code: 'THING_OFF_GROUND', kind: 'creature', index: 1 },
			{ code: 'THING_OFF_GROUND', kind: 'waypoint', index: 0 },
		]);
		const high = [spot, { ...spot, z: spot.z + 0.4 }, { ...spot, z: spot.z - 0.9 }, { ...spot, z: spot.z + 0.25 }];
		expect(found(area.level, { waypoints: high })).toEqual([{ code: 'THING_OFF_GROUND', kind: 'waypoint', index: 2 }]);
	});

	test('one predicate judges doors of a GIT, of placements and of a layout', () => {
		const turned = (door.bearing * 180) / Math.PI + 10;
		const [sine, cosine] = halfTurn(turned);
		const position = [door.x, door.y, door.z] as const;
		const hook = { room: '', door: 'gate', flag: 0, position, orientation: [cosine, 0, 0, sine] as const };
		for (const things of [
			thingsOfPlacements([{ kind: 'door', model: 'gate', position, bearing: turned }]),
			thingsOfHooks({ doorHooks: [hook] }),
			thingsOfGit(gitWith({ doors: [{ ...door, bearing: (turned * Math.PI) / 180 }] })),
		]) {
			const report = new Report();
			checkThings(new OnFoot({ ...area.level, things }, K1), report);
			expect(report.findings.map(({ code }) => code)).toEqual(['DOOR_OFF_DOORWAY']);
		}
	});

	test('where rooms are missing, only what stands in the boxes of the others is judged', () => {
		const ground = merged(rectangle(0, 0, 2, 2), rectangle(6, 6, 2, 2));
		const judges = (level: Level, x: number, y: number, z = 0): boolean =>
			found(level, { waypoints: [{ x, y, z, bearing: 0 }] }).length > 0;
		const partial = levelOf(ground, undefined);
		for (const [x, y] of [
			[4, 4],
			[0, 4],
			[8, 4],
			[4, 0],
			[4, 8],
		])
			expect([x, y, judges(partial, x, y)]).toEqual([x, y, true]);
		for (const [x, y] of [
			[-0.1, 4],
			[8.1, 4],
			[4, -0.1],
			[4, 8.1],
		])
			expect([x, y, judges(partial, x, y)]).toEqual([x, y, false]);
		// A room of the layout that has no file on purpose hides nothing; nor is anything known of points beyond all levels.
		const rooms = [...levelOf(ground).rooms, { name: PLACEHOLDER_ROOM }];
		const whole = { ...levelOf(ground), rooms };
		expect([judges(whole, 9e5, 4), judges(whole, 1e6, 4), judges(whole, 4, -1e6), judges(whole, 1, 1, 1e6)]).toEqual([
			true,
			false,
			false,
			false,
		]);
		expect(judges(partial, 1, 1, -1e6)).toBe(false);
	});
});

describe('a thing is judged by its kind', () => {
	/** A floor of 8 m by 8 m, a second one 1 m above its north, a closed one above its west, and an island. */
	const floors = (): Level =>
		levelOf(
			merged(
				rectangle(0, 0, 8, 8),
				rectangle(0, 7, 8, 1, 1),
				surfaced(rectangle(0, 0, 1, 1, 0.2), NONWALK),
				rectangle(20, 0, 2, 2),
			),
		);
	const square = (x: number, size: number, y = 2): Vec3[] =>
		triples(x, y, 0, x + size, y, 0, x + size, y + size, 0, x, y + size, 0);
	const told = (thing: Partial<Thing>, objects: readonly Walkmesh[] = []) => {
		const report = new Report();
		const whole: Thing = { kind: 'creature', index: 0, tag: '', template: 'it', position: [4, 4, 0], ...thing };
		const level: Level = { ...floors(), objects, things: [whole] };
		checkThings(new OnFoot(level, K1, placeablesOf(level)), report);
		return report.findings.map(({ code, data = {} }) => {
			const { distance, dz, off, hook } = data;
			const by = Number(distance ?? dz ?? off ?? hook);
			return [code, Number(by.toFixed(3))];
		});
	};

	test.each<[string, Partial<Thing>, (readonly [string, number])[]]>([
		['a store beside the ground', { kind: 'store', position: [-1, 4, 0] }, [['THING_OFF_GROUND', 1]]],
		['a sound', { kind: 'sound', position: [-1, 4, 9] }, []],
		['a creature nearest to the upper of two floors', { position: [4, 7.5, 0.6] }, [['THING_OFF_GROUND', -0.4]]],
		['a creature on the lower of them', { position: [4, 7.5, 0.1] }, []],
		['a creature under a closed face', { position: [0.5, 0.2, 0] }, []],
		['a placeable on a wall', { kind: 'placeable', position: [4, 4, 1] }, []],
		['a placeable beside the ground', { kind: 'placeable', position: [-1, 4, -1] }, []],
		['a placeable a little sunk', { kind: 'placeable', position: [4, 4, -0.29] }, []],
		['a placeable sunk', { kind: 'placeable', position: [4, 4, -0.31] }, [['THING_OFF_GROUND', -0.31]]],
		['a trigger without corners', { kind: 'trigger', position: [-1, 4, 0] }, []],
		['a trigger around all ground', { kind: 'trigger', corners: square(-1, 10, -1) }, [['CORNERS_OFF_GROUND', 4]]],
		['a trigger beside it', { kind: 'trigger', corners: square(-4, 3) }, [['THING_OFF_GROUND', 1]]],
		['an encounter half on it', { kind: 'encounter', corners: square(-1, 3) }, [['CORNERS_OFF_GROUND', 2]]],
		[
			'an encounter whose creatures appear beside it and above it',
			{
				kind: 'encounter',
				position: [-9, 0, 0],
				spawns: [
					[2, 2, 0],
					[-1, 2, 0],
					[2, 2, 0.5],
				],
			},
			[
				['THING_OFF_GROUND', 1],
				['THING_OFF_GROUND', 0.5],
			],
		],
	])('%s', (_, thing, expected) => {
		expect(told(thing)).toEqual(expected);
	});

	/** What is 1 m by 1 m about (1, 0) of its own space, with its hooks beside it. */
	const withHooks = (kind: 'door' | 'placeable', relative1: Vec3, relative2: Vec3 = [0, 0, 0]): Walkmesh =>
		createWalkmesh({
			...surfaced(rectangle(-0.5, -0.5, 1, 1), NONWALK),
			name: 'it',
			kind,
			position: [1, 0, 0],
			hooks: { ...NO_HOOKS, relative1, relative2 },
		});

	test.each<[string, 'door' | 'placeable', Partial<Thing>, Vec3, Vec3, (readonly [string, number])[]]>([
		['of a door, beside the ground', 'door', {}, [0, -5, 0], [0, 1, 0], [['HOOK_OFF_GROUND', 1]]],
		['the second one', 'door', {}, [0, 1, 0], [0, 6, 0], [['HOOK_OFF_GROUND', 2]]],
		[
			'turned with its object',
			'placeable',
			{ bearing: 90, position: [4, 3, 0] },
			[5, 0, 0],
			[0, 5, 0],
			[
				['HOOK_OFF_GROUND', 1],
				['HOOK_OFF_GROUND', 1],
			],
		],
		['half a metre high', 'placeable', {}, [0, 1, 0.5], [0, 2, 0.51], [['HOOK_OFF_GROUND', 0.51]]],
		['that is none', 'placeable', { position: [4, 0.4, 0] }, [0, 0, 0], [Number.NaN, -9, 0], []],
		['on an island', 'placeable', { position: [4, 1, 0] }, [16, 0, 0], [0, 0, 0], [['HOOK_UNREACHABLE', 1]]],
		['on an island with its object', 'placeable', { position: [20, 1, 0] }, [0, -0.8, 0], [0, 0, 0], []],
	])('a use hook %s', (_, kind, thing, relative1, relative2, expected) => {
		expect(told({ kind, model: 'IT', ...thing }, [withHooks(kind, relative1, relative2)])).toEqual(expected);
	});
});

describe('planted misplacements', () => {
	interface Plant {
		readonly code: string;
		readonly index: number;
		readonly lists: AreaLists;
	}

	function plant(made: MadeArea, what: number, random: () => number): Plant {
		const index = Math.floor(random() * made.doors.length);
		const way = random() * 2 * Math.PI;
		const change = (to: (d: Stand) => Stand): AreaLists => ({
			doors: made.doors.with(index, to(made.doors[index])),
			waypoints: made.spots,
		});
		if (what === 0)
			return {
				code: 'DOOR_OFF_DOORWAY',
				index,
				lists: change((d) => ({ ...d, x: d.x + Math.cos(way), y: d.y + Math.sin(way) })),
			};
		if (what === 1)
			return {
				code: 'DOOR_OFF_DOORWAY',
				index,
				lists: change((d) => ({ ...d, bearing: d.bearing + (random() < 0.5 ? 1 : -1) * (Math.PI / 18) })),
			};
		if (what === 2) return { code: 'DOOR_OFF_DOORWAY', index, lists: change((d) => ({ ...d, z: d.z - 0.5 })) };
		const at = Math.floor(random() * made.spots.length);
		const away = {
			...made.spots[at],
			x: made.spots[at].x + Math.cos(way) * 60,
			y: made.spots[at].y + Math.sin(way) * 60,
		};
		return { code: 'THING_OFF_GROUND', index: at, lists: { doors: made.doors, waypoints: made.spots.with(at, away) } };
	}

	test('are named in 99 of 100, and nothing else is; clean areas have no finding', () => {
		const seed = seedOfRun();
		const random = generator(seed);
		const count = runs(40, 1000);
		let named = 0;
		let wrong = 0;
		for (let run = 0; run < count; run++) {
			const made = makeArea(random, random() < 0.5 ? 0 : 0.37 + random() * 0.03);
			expect(
				found(made.level, { doors: made.doors, creatures: made.spots, waypoints: made.spots }),
				`seed ${seed}`,
			).toEqual([]);
			const { code, index, lists } = plant(made, run % 4, random);
			const told = found(made.level, lists);
			if (told.some((each) => each.code === code && each.index === index)) named++;
			wrong += told.filter((each) => each.index !== index).length;
		}
		expect(named / count, `seed ${seed}`).toBeGreaterThanOrEqual(0.99);
		expect(wrong).toBe(0);
	});
});
