import { describe, expect, test } from 'vitest';
import { OnFoot } from '../../check/facts/on-foot.ts';
import { checkThings } from '../../check/things/things.ts';
import { thingsOfGit } from '../../game/area/things.ts';
import { thingsOfHooks, thingsOfPlacements } from '../../level/rooms/placements.ts';
import { Report } from '../../src/findings/report.ts';
import { removeFaces } from '../../src/geometry/faces.ts';
import { halfTurn } from '../../src/math/affine.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, NO_HOOKS, type Walkmesh } from '../../src/model/walkmesh.ts';
import { type AreaLists, gitWith, type MadeArea, makeArea, type Stand, triggerStruct } from '../support/area-maker.ts';
import { generator } from '../support/mutate.ts';
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
		['turned by 10°', (d: Stand) => ({ ...d, bearing: d.bearing + Math.PI / 18 }), ['DOOR_OFF_DOORWAY']],
		['sunk by 0.5 m', (d: Stand) => ({ ...d, z: d.z - 0.5 }), ['DOOR_OFF_DOORWAY']],
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
		expect(found(area.level, { waypoints: high })).toEqual([{ code: 'THING_OFF_GROUND', kind: 'waypoint', index: 2 }]);
	});

	test('corners of triggers that hang over the edge are a note, triggers beside all ground a warning', () => {
		expect(codes({ triggers: [triggerStruct(spot, 30)] })).toEqual(['CORNERS_OFF_GROUND']);
		expect(codes({ triggers: [triggerStruct({ ...spot, x: area.outside[0] }, 2)] })).toEqual(['THING_OFF_GROUND']);
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
			checkThings(
				new OnFoot({ ...area.level, objects: [gate(distance)], things: thingsOfPlacements([placement]) }, K1),
				report,
			);
			return report.findings.map(({ code }) => code);
		};
		expect(told(1)).toEqual([]);
		expect(told(90)).toEqual(['HOOK_OFF_GROUND']);
	});

	test('a door that is made about its hinge, or along y, is judged by its leaf', () => {
		const leaf = (x0: number, x1: number, y0: number, y1: number) =>
			createWalkmesh({
				name: 'gate',
				kind: 'door',
				doorState: 'closed',
				positions: new Float32Array([x0, y0, 0, x1, y0, 0, x1, y1, 2, x0, y1, 2]),
				faces: new Uint32Array(0),
				surfaces: new Uint32Array(0),
			});
		const degrees = (door.bearing * 180) / Math.PI;
		const told = (mesh: ReturnType<typeof leaf>, along: number, turned: number): string[] => {
			const position = [
				door.x + along * Math.cos(door.bearing),
				door.y + along * Math.sin(door.bearing),
				door.z,
			] as const;
			const report = new Report();
			const things = thingsOfPlacements([{ kind: 'door', model: 'gate', position, bearing: degrees + turned }]);
			checkThings(new OnFoot({ ...area.level, objects: [mesh], things }, K1), report);
			return report.findings.map(({ code }) => code);
		};
		expect(told(leaf(-1, 1, -0.1, 0.1), 0, 0)).toEqual([]);
		expect(told(leaf(0, 2, -0.1, 0.1), -1, 0)).toEqual([]);
		expect(told(leaf(0, 2, -0.1, 0.1), 0, 0)).toEqual(['DOOR_OFF_DOORWAY']);
		expect(told(leaf(-0.1, 0.1, -1, 1), 0, 90)).toEqual([]);
		expect(told(leaf(-0.1, 0.1, -1, 1), 0, 0)).toEqual(['DOOR_OFF_DOORWAY']);
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

describe('use hooks and leaves of what stands in an area', () => {
	const gate = (width: number, hook: readonly [number, number, number] = [0, 0, 0], half = width / 2) =>
		createWalkmesh({
			name: 'gate',
			kind: 'door',
			doorState: 'closed',
			hooks: { ...NO_HOOKS, relative1: hook },
			positions: Float32Array.of(-half, 0, 0, width - half, 0, 0, 0, 0, 2),
			faces: Uint32Array.of(0, 1, 2),
			surfaces: Uint32Array.of(7),
		});
	const placement = {
		kind: 'door',
		model: 'gate',
		position: [door.x, door.y, door.z],
		bearing: (door.bearing * 180) / Math.PI,
	} as const;
	const told = (mesh: ReturnType<typeof gate>, level = area.level, at: typeof placement = placement) => {
		const report = new Report();
		checkThings(new OnFoot({ ...level, objects: [mesh], things: thingsOfPlacements([at]) }, K1), report);
		return report.findings;
	};

	// Doorways of the made level are two cells of a metre wide.
	test.each([
		[2, 1, []],
		[1.32, 0.66, []],
		[1.2, 0.6, []],
		[0.5, 0.25, ['DOOR_LEAVES_GAP']],
		[1.2, 1, ['DOOR_LEAVES_GAP']],
	])('a leaf of %d m whose hinge side is %d m from its place', (width, half, expected) => {
		expect(told(gate(width, [0, 0, 0], half)).map(({ code }) => code)).toEqual(expected);
	});

	test('a hook on ground that no edge or link leads to is named, one on ground that is reached is not', () => {
		const local: readonly [number, number, number] = [0, -1, 0];
		expect(told(gate(2, local)).map(({ code }) => code)).toEqual([]);
		const [sine, cosine] = [Math.sin(door.bearing), Math.cos(door.bearing)];
		const [x, y, z] = [door.x + sine, door.y - cosine, door.z];
		const cut = area.level.rooms.map((room) => ({ ...room }));
		const island = createWalkmesh({
			name: 'island',
			positions: Float32Array.of(x - 0.3, y - 0.3, z, x + 0.3, y - 0.3, z, x, y + 0.4, z),
			faces: Uint32Array.of(0, 1, 2),
			surfaces: Uint32Array.of(4),
		});
		// The room about the hook is gone; what is left there is a piece by itself.
		const inRoom = cut.findIndex(({ walkmesh }) => walkmesh !== undefined && isUnder(walkmesh, x, y));
		const without = cut.map((room, i) =>
			i === inRoom ? { ...room, walkmesh: withoutNear(room.walkmesh, x, y) } : room,
		);
		const level = {
			...area.level,
			rooms: [...without, { name: 'island', walkmesh: island }],
			layout: {
				...area.level.layout,
				rooms: [...area.level.layout.rooms, { model: 'island', position: [0, 0, 0] as const }],
			},
		};
		expect(told(gate(2, local), level as Level).map(({ code }) => code)).toContain('HOOK_UNREACHABLE');
	});
});

function isUnder({ positions, faces }: Walkmesh, x: number, y: number): boolean {
	return facesAt(positions, faces, x, y, 0).length > 0;
}

/** The walkmesh without its faces that come within half a metre of a point in plan. */
function withoutNear(mesh: Walkmesh | undefined, x: number, y: number): Walkmesh | undefined {
	if (mesh === undefined) return undefined;
	const gone = new Uint8Array(mesh.surfaces.length);
	for (const face of facesAt(mesh.positions, mesh.faces, x, y, 0.5)) gone[face] = 1;
	return removeFaces(mesh, gone);
}

function facesAt(positions: Float32Array, faces: Uint32Array, x: number, y: number, reach: number): number[] {
	return [...Array(faces.length / 3).keys()].filter((face) => {
		const xs = [0, 1, 2].map((k) => positions[faces[face * 3 + k] * 3]);
		const ys = [0, 1, 2].map((k) => positions[faces[face * 3 + k] * 3 + 1]);
		return (
			Math.min(...xs) - reach <= x &&
			Math.max(...xs) + reach >= x &&
			Math.min(...ys) - reach <= y &&
			Math.max(...ys) + reach >= y
		);
	});
}
