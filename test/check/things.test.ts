import { describe, expect, test } from 'vitest';
import { thingsOfGit, thingsOfHooks, thingsOfPlacements } from '../../src/area/things.ts';
import { checkThings } from '../../src/check/things.ts';
import { Report } from '../../src/findings/report.ts';
import type { Level } from '../../src/level/level.ts';
import { halfTurn } from '../../src/level/placements.ts';
import { K1 } from '../../src/walkmesh/surfaces.ts';
import { createWalkmesh, NO_HOOKS } from '../../src/walkmesh/walkmesh.ts';
import { type AreaLists, gitWith, type MadeArea, makeArea, type Stand, triggerStruct } from '../support/area-maker.ts';
import { seedOfRun } from '../support/seed.ts';
import { runs } from '../support/thorough.ts';

function randomNumbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

function found(
	level: Level,
	lists: AreaLists,
	objects: Level['objects'] = [],
): { code: string; kind: unknown; index: unknown }[] {
	const report = new Report();
	checkThings({ ...level, objects, things: thingsOfGit(gitWith(lists)) }, K1, report);
	return report.findings.map(({ code, data }) => ({ code, kind: data?.['kind'], index: data?.['index'] }));
}

const area = makeArea(randomNumbers(5));
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

	test.each([
		[
			'moved 1 m along its doorway',
			(d: Stand) => ({ ...d, x: d.x + Math.cos(d.bearing), y: d.y + Math.sin(d.bearing) }),
			['DOOR_OFF_DOORWAY'],
		],
		[
			'moved 1 m through it',
			(d: Stand) => ({ ...d, x: d.x - Math.sin(d.bearing), y: d.y + Math.cos(d.bearing) }),
			['DOOR_OFF_DOORWAY'],
		],
		['turned by 10°', (d: Stand) => ({ ...d, bearing: d.bearing + Math.PI / 18 }), ['DOOR_TURNED']],
		['sunk by 0.5 m', (d: Stand) => ({ ...d, z: d.z - 0.5 }), ['DOOR_HEIGHT']],
		[
			'0.4 m before it',
			(d: Stand) => ({ ...d, x: d.x - 0.4 * Math.sin(d.bearing), y: d.y + 0.4 * Math.cos(d.bearing) }),
			[],
		],
		['turned by 1.5°', (d: Stand) => ({ ...d, bearing: d.bearing + 0.026 }), []],
		['4 cm above it', (d: Stand) => ({ ...d, z: d.z + 0.04 }), []],
	])('a door %s', (_, change, wanted) => {
		expect(codes({ doors: [change(door)] })).toEqual(wanted);
	});

	test('doors that all stand 1.1 m before their sills, as on Dantooine, are not spoken of; one that does not is', () => {
		const deep = makeArea(randomNumbers(9), 1.1);
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
		expect(codes({ doors: [{ ...lone, z: lone.z - 1 }] })).toEqual(['DOOR_HEIGHT']);
	});

	test('a second door near a doorway that has its own belongs elsewhere', () => {
		const beside = { ...door, x: door.x + Math.cos(door.bearing), y: door.y + Math.sin(door.bearing) };
		expect(codes({ doors: [door, beside] })).toEqual([]);
	});

	test('creatures and waypoints off the ground are named, one by one; heights once for each kind', () => {
		const off = { ...spot, x: area.outside[0] };
		expect(found(area.level, { creatures: [spot, off], waypoints: [off] })).toEqual([
			{ code: 'THING_OFF_GROUND', kind: 'creature', index: 1 },
			{ code: 'THING_OFF_GROUND', kind: 'waypoint', index: 0 },
		]);
		const high = [spot, { ...spot, z: spot.z + 0.4 }, { ...spot, z: spot.z - 0.9 }, { ...spot, z: spot.z + 0.25 }];
		expect(found(area.level, { waypoints: high })).toEqual([{ code: 'THING_HEIGHT', kind: 'waypoint', index: 2 }]);
	});

	test('corners of triggers that hang over the edge are a note, triggers beside all ground a warning', () => {
		expect(codes({ triggers: [triggerStruct(spot, 30)] })).toEqual(['CORNERS_OFF_GROUND']);
		expect(codes({ triggers: [triggerStruct({ ...spot, x: area.outside[0] }, 2)] })).toEqual(['TRIGGER_OFF_GROUND']);
	});

	test('a use hook that nobody can reach is named', () => {
		const hooks = (distance: number) => ({ ...NO_HOOKS, relative1: [0, -distance, 0] as const });
		const gate = (distance: number) =>
			createWalkmesh({
				name: 'gate',
				kind: 'door',
				doorState: 'closed',
				hooks: hooks(distance),
				positions: new Float32Array(0),
				faces: new Uint32Array(0),
				surfaces: new Uint32Array(0),
			});
		const placement = {
			kind: 'door',
			model: 'gate',
			position: [door.x, door.y, door.z],
			bearing: (door.bearing * 180) / Math.PI,
		} as const;
		const told = (distance: number): string[] => {
			const report = new Report();
			checkThings({ ...area.level, objects: [gate(distance)], things: thingsOfPlacements([placement]) }, K1, report);
			return report.findings.map(({ code }) => code);
		};
		expect(told(1)).toEqual([]);
		expect(told(90)).toEqual(['HOOK_OFF_GROUND']);
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
			checkThings({ ...area.level, things }, K1, report);
			expect(report.findings.map(({ code }) => code)).toEqual(['DOOR_TURNED']);
		}
	});

	test('where rooms are missing, only what stands in the others is judged', () => {
		const rooms = area.level.rooms.map((room, i) => (i === 0 ? { name: room.name } : room));
		expect(codes({ waypoints: [spot, { ...spot, x: area.outside[0] }] }, { ...area.level, rooms })).toEqual([]);
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
				code: 'DOOR_TURNED',
				index,
				lists: change((d) => ({ ...d, bearing: d.bearing + (random() < 0.5 ? 1 : -1) * (Math.PI / 18) })),
			};
		if (what === 2) return { code: 'DOOR_HEIGHT', index, lists: change((d) => ({ ...d, z: d.z - 0.5 })) };
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
		const random = randomNumbers(seed);
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
