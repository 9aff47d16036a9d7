import { describe, expect, test } from 'vitest';
import { createRegistry } from '../../jobs/default-registry.ts';
import { assembleLevel, kitRooms, readPlan } from '../../jobs/level/kit.ts';
import type { Plan, PlanRoom } from '../../jobs/level/plan-keys.ts';
import { KIT_FINDINGS, type KitRoom, placeRooms } from '../../level/kit/assemble.ts';
import { LevelQuery } from '../../level/query/level-query.ts';
import { Report } from '../../src/findings/report.ts';
import { bytesSource } from '../../src/formats/contracts.ts';
import { moveWalkmesh, reflection, rotation, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Level } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import { layoutOf, rectangle } from '../support/levels.ts';
import { linkedLevel } from '../support/linked-levels.ts';
import { generator } from '../support/mutate.ts';
import { merged, NONWALK } from '../support/own-floors.ts';
import { runs } from '../support/thorough.ts';
import { told } from '../support/told.ts';

const registry = createRegistry();
const SEED = Number(process.env['WOKFLOW_SEED'] ?? 20_261_122);

function context(): { report: Report; surfaces: typeof K1 } {
	return { report: new Report(), surfaces: K1 };
}

function kitOf(rooms: Readonly<Record<string, Walkmesh>>, report = new Report()): KitRoom[] {
	const entries = Object.entries(rooms).map(([name, walkmesh]) => ({ name, walkmesh: { ...walkmesh, name } }));
	const level: Level = { name: 'kit', layout: layoutOf(...Object.keys(rooms)), rooms: entries, objects: [] };
	return kitRooms(level, K1, report);
}

/** A square of 8 m with stubs of 2 m at the middles of some of its sides, a metre long and all `rise` higher at their ends. */
function hall(sides: string, rise = 0, width = 2): Walkmesh {
	const [a, b] = [4 - width / 2, 4 + width / 2];
	const cuts = [0, a, b, 8];
	const parts = [0, 1, 2].flatMap((i) =>
		[0, 1, 2].map((j) => rectangle(cuts[i], cuts[j], cuts[i + 1] - cuts[i], cuts[j + 1] - cuts[j])),
	);
	const stub = (...corners: [number, number, number][]): Walkmesh =>
		createWalkmesh({
			positions: Float32Array.from(corners.flat()),
			faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
			surfaces: Uint32Array.of(4, 4),
		});
	if (sides.includes('e')) parts.push(stub([8, a, 0], [9, a, rise], [9, b, rise], [8, b, 0]));
	if (sides.includes('w')) parts.push(stub([0, b, 0], [-1, b, rise], [-1, a, rise], [0, a, 0]));
	if (sides.includes('n')) parts.push(stub([b, 8, 0], [b, 9, rise], [a, 9, rise], [a, 8, 0]));
	if (sides.includes('s')) parts.push(stub([a, 0, 0], [a, -1, rise], [b, -1, rise], [b, 0, 0]));
	return merged(...parts);
}

function wall(ax: number, ay: number, bx: number, by: number): Walkmesh {
	return createWalkmesh({
		positions: Float32Array.of(ax, ay, 0, bx, by, 0, bx, by, 3, ax, ay, 3),
		faces: Uint32Array.of(0, 1, 2, 0, 2, 3),
		surfaces: Uint32Array.of(NONWALK, NONWALK),
	});
}

/** A room with walls on all sides but the front. */
function threeWalls(width: number): Walkmesh {
	return merged(rectangle(0, 0, width, 4), wall(width, 0, width, 4), wall(width, 4, 0, 4), wall(0, 4, 0, 0));
}

const plan = (...rooms: readonly PlanRoom[]): Plan => ({ name: 'm99', rooms });

describe('doorways of a room', () => {
	test('are its outermost edges where it has no walls', () => {
		const [room] = kitOf({ hall: hall('enw', 0.25) });
		expect(room.doorways).toMatchObject([
			{
				number: 1,
				width: 2,
				height: undefined,
				middle: [9, 4, 0.25],
				left: [9, 5, 0.25],
				right: [9, 3, 0.25],
				bearing: 0,
				by: 'outermost edge',
			},
			{ number: 2, middle: [4, 9, 0.25], bearing: 90 },
			{ number: 3, middle: [-1, 4, 0.25], bearing: 180 },
		]);
	});

	test.each([0, 90])('are those without a wall where there are walls, as high as what lies above (%s°)', (turn) => {
		const roof = { ...rectangle(0, 0, 8, 6, 2.5), surfaces: Uint32Array.of(NONWALK, NONWALK) };
		const floor = merged(rectangle(0, 0, 8, 2), rectangle(0, 2, 8, 2), rectangle(0, 4, 8, 2));
		const walls = [wall(0, 0, 8, 0), wall(8, 0, 8, 2), wall(8, 4, 8, 6), wall(8, 6, 0, 6), wall(0, 6, 0, 0)];
		const [room] = kitOf({ room: moveWalkmesh(merged(floor, ...walls, roof), rotation(turn)) });
		const middle = turn === 0 ? [8, 3, 0] : [-3, 8, 0];
		expect(room.doorways).toMatchObject([{ middle, width: 2, bearing: turn, by: 'no wall' }]);
		expect(room.doorways[0].height).toBeCloseTo(2.5, 5);
	});

	test('are those with a transition, whatever room it names, and those at door hooks', () => {
		const floor = rectangle(0, 0, 8, 8);
		const transitions = floor.transitions.slice();
		transitions[1] = 77;
		expect(kitOf({ room: { ...floor, transitions } })[0].doorways).toMatchObject([
			{ bearing: 0, width: 8, by: 'transition' },
		]);
		const hook = { room: 'HALL', door: 'door_01', flag: 0, orientation: [1, 0, 0, 0] } as const;
		const level = (...positions: Vec3[]): Level => ({
			name: 'kit',
			layout: {
				...layoutOf('hall'),
				doorHooks: positions.map((position) => ({ ...hook, position })),
			},
			rooms: [{ name: 'hall', walkmesh: hall('en') }],
			objects: [],
		});
		const doorways = (...positions: Vec3[]) => kitRooms(level(...positions), K1, new Report())[0].doorways;
		expect(doorways([4.1, 9.2, 0])).toMatchObject([{ number: 1, bearing: 90, by: 'hook' }]);
		expect(doorways([4.1, 9.2, 0], [11, 4, 0]).map(({ bearing }) => bearing)).toEqual([0, 90]);
		expect(doorways([4.1, 9.2, 0], [11.01, 4, 0]).map(({ bearing }) => bearing)).toEqual([90]);
	});

	test.each<[string, Walkmesh, number[]]>([
		['a stub less than 0.6 of its side', hall('e', 0, 4.7), [0]],
		['no stub wider than that, but every side', hall('e', 0, 4.9), [0, 90, 180, 270]],
		['the ends of a corridor half as wide as long', rectangle(3, 5, 4, 8), [90, 270]],
		['all sides of a wider one', rectangle(3, 5, 4.1, 8), [0, 90, 180, 270]],
		['its ends up to 5 m wide, and its stub', merged(rectangle(3, 5, 5, 14), rectangle(8, 9, 1, 2)), [0, 90, 270]],
		['its stub where the ends are wider', merged(rectangle(3, 5, 5.1, 14), rectangle(8.1, 9, 1, 2)), [0]],
		['stubs from 0.5 m', hall('e', 0, 0.5), [0]],
		['no narrower stubs', hall('e', 0, 0.49), []],
		['openings up to 12 m', threeWalls(12), [270]],
		['no wider ones', threeWalls(12.1), []],
	])('are %s', (_, walkmesh, bearings) => {
		expect(kitOf({ room: walkmesh })[0].doorways.map(({ bearing }) => bearing)).toEqual(bearings);
	});

	test('are reported where there are none', () => {
		const report = new Report();
		kitOf({ plain: rectangle(0, 0, 20, 20), hall: hall('e') }, report);
		expect(report.findings).toMatchObject([{ code: 'KIT_WITHOUT_DOORWAYS', location: { room: 'plain' } }]);
	});
});

describe('a plan', () => {
	test('of 17 turned rooms joins 17 of 17, and all of it can be walked through', async () => {
		for (let round = 0; round < runs(1, 20); round++) {
			const random = generator(SEED + round);
			const { level, doorways } = linkedLevel({ rooms: 17, trianglesPerRoom: 128, seed: Math.floor(random() * 1e6) });
			// Each room of the kit lies turned about somewhere of its own, half of them mirrored.
			const mirrored = level.rooms.map(() => random() < 0.5);
			const pieces = level.rooms.map(({ walkmesh }, index) => {
				const parts = [
					...(mirrored[index] ? [reflection('x')] : []),
					rotation(random() * 360),
					translation([random() * 300, random() * 300, random() * 5]),
				];
				return parts.reduce(moveWalkmesh, walkmesh as Walkmesh);
			});
			const kit = kitOf(Object.fromEntries(pieces.map((walkmesh, index) => [`piece${index}`, walkmesh])));
			/** The doorway of a room that leads to another, by the transitions that its edges had. */
			const doorwayTo = (room: number, other: number): number => {
				const { transitions } = pieces[room];
				const own = kit[room].doorways.find(({ left, right }) => {
					const edge = doorways.find((each) => each.room === room && each.other === other)?.edge;
					if (edge === undefined) return false;
					const e = mirrored[room] ? transitions.indexOf(other) : edge;
					const { faces, positions } = kit[room].walkmesh;
					const vertex = faces[e] * 3;
					const [x, y] = [positions[vertex], positions[vertex + 1]];
					const span = Math.hypot(left[0] - right[0], left[1] - right[1]);
					return Math.abs(Math.hypot(left[0] - x, left[1] - y) + Math.hypot(right[0] - x, right[1] - y) - span) < 1e-3;
				});
				return own?.number ?? -1;
			};
			const links = [
				...new Set(doorways.map(({ room, other }) => [Math.min(room, other), Math.max(room, other)].join())),
			];
			const rooms: PlanRoom[] = [{ name: 'r0', room: 'piece0', mirror: mirrored[0] }];
			const placed = [0];
			const left = new Set(links);
			for (let at = 0; at < placed.length; at++) {
				for (const link of [...left]) {
					const [a, b] = link.split(',').map(Number);
					if (a !== placed[at] && b !== placed[at]) continue;
					const next = a === placed[at] ? b : a;
					if (placed.includes(next)) continue;
					left.delete(link);
					placed.push(next);
					const closes = Object.fromEntries(
						[...left].flatMap((other) => {
							const pair = other.split(',').map(Number);
							const third = pair[0] === next ? pair[1] : pair[0];
							if (!pair.includes(next) || !placed.includes(third)) return [];
							left.delete(other);
							return [[doorwayTo(next, third), `r${third}:${doorwayTo(third, next)}`]];
						}),
					);
					rooms.push({
						name: `r${next}`,
						room: `piece${next}`,
						mirror: mirrored[next],
						doorway: doorwayTo(next, placed[at]),
						joins: `r${placed[at]}:${doorwayTo(placed[at], next)}`,
						...(Object.keys(closes).length === 0 ? {} : { closes }),
					});
				}
			}
			const within = context();
			const made = await assembleLevel(plan(...rooms), kit, {}, within, registry);
			const where = `seed ${SEED + round}: ${within.report.findings.map(({ message }) => message).join('\n')}`;
			expect(within.report.failed, where).toBe(false);
			expect(made.level.rooms, where).toHaveLength(17);
			expect(made.joints.length, where).toBe(links.length);
			expect(Math.max(...made.joints.map(({ misfit }) => misfit.ends)), where).toBeLessThan(2e-3);
			const query = new LevelQuery(made.level);
			for (const { doorway, otherDoorway, other } of made.joints) {
				const [x, y] = doorway.middle;
				const out = [otherDoorway.middle, doorway.middle].map(([, , z]) => z);
				expect(Math.abs(out[0] - out[1])).toBeLessThan(1e-3);
				const angle = (doorway.bearing * Math.PI) / 180;
				// A quarter of a metre off the middle: two edges of the doorway meet there.
				const [mx, my] = [x - Math.sin(angle) * 0.25, y + Math.cos(angle) * 0.25];
				const step = [Math.cos(angle) * 0.5, Math.sin(angle) * 0.5];
				const walk = query.walk([mx - step[0], my - step[1]], [mx + step[0], my + step[1]], { radius: 0 });
				expect(walk, where).toMatchObject({
					arrived: true,
					room: made.level.rooms.findIndex(({ name }) => name === other),
				});
			}
			const start = made.joints[0].doorway.middle;
			expect(query.reachable([start[0], start[1]]).rooms, where).toHaveLength(17);
		}
	});

	test('turns, mirrors and moves rooms, in height too, and gives joints as door hooks', async () => {
		const kit = kitOf({ hall: hall('en', 0.25), end: hall('s', -0.5) });
		const within = context();
		const { level } = await assembleLevel(
			plan(
				{ room: 'hall', position: [100, 50, 1], turn: 90 },
				{ room: 'end', doorway: 1, joins: 'm99_01:1' },
				{ name: 'side', room: 'hall', mirror: true, doorway: 1, joins: 'm99_01:2' },
			),
			kit,
			{},
			within,
			registry,
		);
		expect(within.report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
		expect(level.layout.rooms[0]).toEqual({ model: 'm99_01', position: [100, 50, 1] });
		expect(level.layout.rooms[1].position).toEqual([92, 60, 1.75]);
		expect(level.layout.doorHooks).toMatchObject([
			{ room: 'm99_02', door: 'door_01', position: [96, 59, 1.25] },
			{ room: 'side', door: 'door_02' },
		]);
		const query = new LevelQuery(level);
		expect(query.reachable([96, 54]).rooms).toEqual([0, 1, 2]);
		expect(query.heightAt(96, 64)).toBeCloseTo(1.75, 5);
	});

	test.each(['x', '__proto__'])('refuses to close a doorway called %s', async (doorway) => {
		const json = `{ "name": "m99", "rooms": [{ "room": "hall", "closes": { "${doorway}": "m99_02:1" } }] }`;
		const source = bytesSource(new TextEncoder().encode(json), 'p.json');
		await expect(readPlan(source)).rejects.toThrow('p.json: rooms[0].closes: must be an object of doorways');
	});

	test.each<[PlanRoom, string]>([
		[{ room: 'hall', doorway: 1 }, 'rooms[1] "m99_02": "doorway": 1 needs "joins"'],
		[{ room: 'hall', doorway: 3, joins: 'm99_01:1', turn: 90 }, 'rooms[1] "m99_02": take out "turn" or "joins"'],
		[
			{ room: 'hall', doorway: 3, joins: 'm99_01:1', position: [1, 2, 3] },
			'rooms[1] "m99_02": take out "position" or "joins"',
		],
	])('refuses what would have no effect: %j', async (room, message) => {
		const assembled = assembleLevel(
			plan({ room: 'hall' }, room),
			kitOf({ hall: hall('enw') }),
			{},
			context(),
			registry,
		);
		await expect(assembled).rejects.toThrow(message);
	});

	test.each<[string, PlanRoom, Record<string, Walkmesh>, string]>([
		[
			'a wider doorway',
			{ room: 'wide', doorway: 1, joins: 'm99_01:1' },
			{ wide: hall('w', 0, 2.5) },
			'Doorway 1 does not fit doorway 1 of room "m99_01": it is 0.5 m wider.',
		],
		[
			'a ring that does not close',
			{ room: 'hall', doorway: 3, joins: 'm99_01:1', closes: { 2: 'm99_01:2' } },
			{},
			'Doorway 2 does not fit doorway 2 of room "m99_01": ',
		],
	])('fails with %s, and says by how much', async (_, room, more, message) => {
		const within = context();
		await assembleLevel(plan({ room: 'hall' }, room), kitOf({ hall: hall('enw'), ...more }), {}, within, registry);
		const [finding] = within.report.findings;
		expect(finding).toMatchObject({ code: 'KIT_MISFIT', severity: 'error', location: { room: 'm99_02' } });
		expect(finding.message).toContain(message);
	});

	test.each([
		[{ width: 0.5, across: 0.3, along: 0.2, up: 0.1, turn: 2 }, 'it is 0.5 m wider, lies 0.3 m beyond it, is 0.2 m off to the left, is 0.1 m higher, is turned by 2°'],
		[{ width: -0.5, across: -0.3, along: -0.2, up: -0.1, turn: -2.0001 }, 'it is 0.5 m narrower, lies 0.3 m within it, is 0.2 m off to the right, is 0.1 m lower, is turned by 2°'],
		[{ width: 0.01, across: 0.01, along: 0.01, up: -0.01, turn: 0.01 }, 'their ends are 0.1 m apart'],
	])('says how doorways miss each other: %j', (misfit, words) => {
		const joint = { doorway: 1, other: 'a', otherDoorway: 2, tolerance: 0.01 };
		const said = (ends: number) => told(KIT_FINDINGS.KIT_MISFIT, { ...joint, ends, ...misfit });
		expect(said(0.1)).toBe(`Doorway 1 does not fit doorway 2 of room "a": ${words}. | Add --snap 0.1.`);
		expect(said(0.101)).not.toContain('--snap');
	}); // biome-ignore format: rows

	test.each([
		['a:1', 0, [10.5, 0.25, 0.125]],
		['a:2', 90, [7.75, 10.5, 0.125]],
	] as const)('measures doorways as a person sees them who leaves by %s', (to, turn, position) => {
		const [a, b] = kitOf({ a: hall('en'), b: hall('w', 0, 2.5) });
		const kit = new Map([['a', a], ['b', b]]);
		const misfit = (more: number) => {
			const second = { name: 'b', room: 'b', turn: turn + more, position, closes: { 1: to } };
			return placeRooms([{ name: 'a', room: 'a' }, second], kit).joints[0].misfit;
		};
		const { ends, ...others } = misfit(0);
		expect(ends).toBeCloseTo(Math.hypot(0.5, 0.5, 0.125), 5);
		const wanted = { width: 0.5, across: 0.5, along: 0.25, up: 0.125, turn: 0 };
		for (const [key, value] of Object.entries(wanted)) expect(others[key as 'up'], key).toBeCloseTo(value, 5);
		expect(misfit(10).turn).toBeCloseTo(10, 4);
		expect(misfit(-10).turn).toBeCloseTo(-10, 4);
	}); // biome-ignore format: rows

	test('refuses more rooms and triangles than a plan of a few bytes may ask for', async () => {
		const kit = kitOf({ hall: hall('e') });
		const rooms = (count: number) => plan(...Array.from({ length: count }, () => ({ room: 'hall' })));
		const assembled = (count: number, options: object) =>
			assembleLevel(rooms(count), kit, options, context(), registry);
		await expect(assembled(501, {})).rejects.toMatchObject({ finding: { code: 'TOO_MANY_ROOMS' } });
		await expect(assembled(3, { maxRooms: 2 })).rejects.toMatchObject({ finding: { code: 'TOO_MANY_ROOMS' } });
		await expect(assembled(3, { maxTriangles: 3 })).rejects.toMatchObject({ finding: { code: 'TOO_MANY_TRIANGLES' } });
	});

	test('lets edges be moved together that nearly meet', async () => {
		const kit = kitOf({ hall: hall('e'), narrow: hall('w', 0, 1.99) });
		const rooms = [{ room: 'hall' }, { room: 'narrow', doorway: 1, joins: 'm99_01:1' }];
		const strict = context();
		await assembleLevel(plan(...rooms), kit, {}, strict, registry);
		expect(strict.report.findings[0]).toMatchObject({
			code: 'KIT_MISFIT',
			actions: [{ option: 'snap', value: 0.006 }],
		});
		const snapped = context();
		const { level } = await assembleLevel(plan(...rooms), kit, { snap: 0.006 }, snapped, registry);
		expect(snapped.report.failed).toBe(false);
		expect(new LevelQuery(level).walk([4, 4], [13, 4])).toMatchObject({ arrived: true, room: 1 });
	});

	test('fails where doorways coincide and their ground does not meet', async () => {
		// The ground of the other room lies on the same side: it is folded under the first.
		const within = context();
		const folded = { ...hall('w'), faces: hall('w').faces.map((_, i, all) => all[i - (i % 3) + [0, 2, 1][i % 3]]) };
		await assembleLevel(
			plan({ room: 'hall' }, { room: 'folded', doorway: 1, joins: 'm99_01:1' }),
			kitOf({ hall: hall('e'), folded }),
			{},
			within,
			registry,
		);
		expect(within.report.findings.map(({ code }) => code)).toContain('KIT_JOINT_OPEN');
	});

	test.each<[PlanRoom, string]>([
		[{ room: 'hal' }, 'the kit has no room "hal". Did you mean "hall"? It has: hall, plain.'],
		[{ room: 'plain', doorway: 1, joins: 'm99_01:1' }, 'room "plain" has no doorway 1. No doorway of it was found: '],
		[
			{ room: 'hall', doorway: 9, joins: 'm99_01:1' },
			'room "hall" has no doorway 9. It has 1 to 3: wokflow assemble --list shows them.',
		],
		[{ room: 'hall', doorway: 1, joins: 'm99_01:7' }, 'room "m99_01" has no doorway 7. It has 1 to 3'],
		[{ room: 'hall', doorway: 1, joins: 'm99_7:1' }, 'room "m99_7" does not come before it. Before it: m99_01.'],
		[{ room: 'hall', doorway: 1, joins: 'm99_01' }, '"m99_01" names no doorway. For example: m99_01:1'],
		[{ room: 'hall', name: 'm99_01' }, 'the name is used before.'],
	])('names what does not exist: %j', async (room, message) => {
		const kit = kitOf({ hall: hall('enw'), plain: rectangle(0, 0, 20, 20) });
		const made = assembleLevel(plan({ room: 'hall' }, room), kit, {}, context(), registry);
		await expect(made).rejects.toThrow(message);
	});
});
