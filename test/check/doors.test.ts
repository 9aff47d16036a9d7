import { describe, expect, test } from 'vitest';
import { checkDoors, DoorPlaces, meshOf } from '../../check/things/doors.ts';
import { Report } from '../../src/findings/report.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import type { Thing } from '../../src/model/level.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type Walkmesh } from '../../src/model/walkmesh.ts';
import type { Doorway } from '../../src/seams/doorways.ts';
import { linkRooms } from '../../src/seams/link.ts';
import { fan, levelOf, rectangle } from '../support/levels.ts';

/** Two rooms whose doorway lies on x = 0, from y = −1.5 to 1.5. */
const level = linkRooms(
	levelOf({ ...rectangle(-6, -1.5, 6, 3), name: 'hall' }, { ...rectangle(0, -1.5, 6, 3), name: 'yard' }),
	K1,
).level;

/** A door that stands in the middle of the doorway, along it, but for what is given. */
function door(change: Partial<Thing> = {}): Thing {
	return { kind: 'door', index: 0, tag: 'gate', template: 'k_gate', position: [0, 0, 0], bearing: 90, ...change };
}

interface Told {
	readonly code: string;
	readonly index: unknown;
	/** Whatever was measured. */
	readonly by: number;
}

function told(
	doors: readonly Thing[],
	where = level,
	isPassable: (from: Vec3, to: Vec3) => boolean = () => true,
): Told[] {
	const report = new Report();
	checkDoors(where, doors, K1, isPassable, report);
	return report.findings.map(({ code, data = {} }) => ({
		code,
		index: data['index'],
		by: Number(data['distance'] ?? data['degrees'] ?? data['dz'] ?? data['gap']),
	}));
}

const codes = (...doors: Thing[]): string[] => told(doors).map(({ code }) => code);

describe('a door is judged by where it stands in its doorway', () => {
	test.each<[string, Partial<Thing>, string[]]>([
		['half a metre along it', { position: [0, 0.5, 0] }, []],
		['farther along', { position: [0, -0.51, 0] }, ['DOOR_OFF_DOORWAY']],
		['half a metre before it', { position: [-0.5, 0, 0] }, []],
		['farther behind', { position: [0.51, 0, 0] }, ['DOOR_OFF_DOORWAY']],
		['both, half a metre together', { position: [0.3, 0.4, 0] }, []],
		['both, and more together', { position: [0.4, 0.4, 0] }, ['DOOR_OFF_DOORWAY']],
		['turned by 2°', { bearing: 91.99 }, []],
		['turned by more', { bearing: 87.9 }, ['DOOR_OFF_DOORWAY']],
		['the other way round', { bearing: 270 }, []],
		['across', { bearing: 0 }, ['DOOR_OFF_DOORWAY']],
		['of which nobody says how it is turned', { bearing: undefined as unknown as number }, []],
		['5 cm high', { position: [0, 0, 0.05] }, []],
		['higher', { position: [0, 0, 0.051] }, ['DOOR_OFF_DOORWAY']],
		['5 cm deep', { position: [0, 0, -0.05] }, []],
		['deeper', { position: [0, 0, -0.051] }, ['DOOR_OFF_DOORWAY']],
		['wrong in all', { position: [0.6, 0, 1], bearing: 45 }, ['DOOR_OFF_DOORWAY']],
	])('%s', (_, change, expected) => {
		expect(codes(door(change))).toEqual(expected);
	});

	test('and what is reported says how far, between which rooms, and where', () => {
		const report = new Report();
		checkDoors(level, [door({ position: [0.6, 0.8, -1], bearing: 60, index: 4 })], K1, () => true, report);
		const where = { room: 'hall', node: 'door 4 "gate"', at: [0.6, 0.8, -1] };
		const names = { kind: 'door', index: 4, tag: 'gate', template: 'k_gate' };
		const between = { room: 'hall', to: 'yard' };
		expect(report.findings.map(({ code, location, data }) => ({ code, location, data }))).toEqual([
			{
				code: 'DOOR_OFF_DOORWAY',
				location: where,
				data: { ...names, distance: 1, degrees: expect.closeTo(30, 9), dz: -1, ...between },
			},
		]);
	});

	test('on a sill that is not level anything from its lowest to its highest point is right', () => {
		const [west, east] = [
			fan([-6, -1.5, 0], [0, -1.5, 0], [0, 1.5, 0.5], [-6, 1.5, 0.5]),
			fan([0, -1.5, 0], [6, -1.5, 0], [6, 1.5, 0.5], [0, 1.5, 0.5]),
		];
		const sloped = linkRooms(levelOf(west, east), K1).level;
		const found = [-0.06, 0, 0.25, 0.5, 0.56].map((z) => told([door({ position: [0, 0, z] })], sloped));
		expect(found.map((list) => list.map(({ code, by }) => [code, Number(by.toFixed(3))]))).toEqual([
			[['DOOR_OFF_DOORWAY', -0.06]],
			[],
			[],
			[],
			[['DOOR_OFF_DOORWAY', 0.06]],
		]);
	});

	test('doors without a doorway are given back, with the middle of their leaf', () => {
		const [near, far] = [door({ position: [2.5, 0, 0] }), door({ position: [2.51, 0, 0] })];
		expect(checkDoors(level, [near, far], K1, () => true, new Report())).toEqual([far]);
		expect(checkDoors(level, [], K1, () => true, new Report())).toEqual([]);
		const leaf = [gate(0, 2)];
		const placed = door({ model: 'gate', position: [5, 0, 0] });
		expect(checkDoors({ ...level, objects: leaf }, [placed], K1, () => true, new Report())).toMatchObject([
			{ position: [5, 1, 0], bearing: 90 },
		]);
	});
});

describe('the doorway of a door', () => {
	const doorAt = (each: Thing, doorways: readonly (readonly Doorway[])[]) => new DoorPlaces(doorways).of(each);
	const sill = (x: number, y0: number, y1: number, to = 1): Doorway => ({
		to,
		left: [x, y1],
		right: [x, y0],
		bottom: 1,
		top: 4.5,
	});

	test('is measured from its middle: along, across, turned, and in height from the ground of its sill', () => {
		const at = (x: number, y: number, z: number, bearing: number) =>
			doorAt(door({ position: [x, y, z], bearing }), [[], [sill(10, 2, 6)]]);
		expect(at(10.5, 5, 0.5, 100)).toEqual({
			door: door({ position: [10.5, 5, 0.5], bearing: 100 }),
			room: 1,
			doorway: sill(10, 2, 6),
			along: -1,
			across: 0.5,
			turned: expect.closeTo(10, 9),
			dz: -0.5,
		});
		expect(at(9.5, 3, 2.25, -60)).toMatchObject({ along: 1, across: -0.5, turned: expect.closeTo(30, 9), dz: 0.25 });
		expect(at(10, 4, 1.5, 0)?.turned).toBeCloseTo(90, 9);
	});

	test('is none beyond 2.5 m from the sill, beside its ends as before them', () => {
		const at = (x: number, y: number) => doorAt(door({ position: [x, y, 1] }), [[sill(0, -1, 1)]]) !== undefined;
		expect([at(2.5, 0.9), at(2.51, 0.9), at(0, -3.5), at(0, -3.51), at(1.5, 3), at(1.5, 3.01)]).toEqual([
			true,
			false,
			true,
			false,
			true,
			false,
		]);
	});

	test('is the nearest, of equally near ones the first', () => {
		const [a, b] = [sill(0, -1, 1, 5), sill(2, -1, 1, 6)];
		const nearest = (x: number) => doorAt(door({ position: [x, 0, 1] }), [[a], [b]])?.doorway.to;
		expect([0.9, 1, 1.1].map(nearest)).toEqual([5, 5, 6]);
		expect(doorAt(door({ position: [1, 0, 1] }), [[], [b, a]])?.doorway.to).toBe(6);
		expect(doorAt(door(), [[], []])).toBeUndefined();
	});

	test('may be a point, from which a door is measured along x', () => {
		expect(doorAt(door({ position: [1, 2, 1] }), [[sill(0, 0, 0)]])).toMatchObject({ along: 1, across: 2 });
	});
});

describe('doors of areas whose rooms all end before the recess of the door', () => {
	const before = (...ways: readonly number[]): Thing[] =>
		ways.map((x, index) => door({ index, position: [x, index % 2 === 0 ? 0.1 : -0.1, 0] }));

	test.each<[string, number[], number[]]>([
		['are right where they agree', [0.9, -0.9, 0.9], []],
		['may be half a metre farther away than is usual', [0.9, 0.9, 1.39], []],
		['but not more', [0.9, 0.9, 1.42], [2]],
		['whichever comes first', [1.42, 0.9, 0.9], [0]],
		['two of them do not show what is usual', [0.9, 0.9], [0, 1]],
		['nor do others that stand where they should not for themselves', [0.4, 0.4, 0.4, 0.9], []],
		['of four the lower of the two in the middle counts', [0.6, 0.6, 1.3, 1.2], [2, 3]],
		['and one that is nearer than usual is right', [1.2, 1.2, 0.8], []],
	])('%s', (_, ways, off) => {
		expect(told(before(...ways)).map(({ index }) => index)).toEqual(off);
	});

	test('one near a doorway that another fills belongs elsewhere; within half a metre it is judged', () => {
		const right = door({ index: 1, position: [0.1, 0.1, 0] });
		expect(codes(door({ position: [1, 0, 0] }), right)).toEqual([]);
		expect(codes(door({ position: [0.1, 0.3, 0], bearing: 0 }), right)).toEqual(['DOOR_OFF_DOORWAY']);
		expect(codes(door({ position: [1, 0, 0] }), { ...right, bearing: 80 })).toEqual([
			'DOOR_OFF_DOORWAY',
			'DOOR_OFF_DOORWAY',
		]);
		expect(codes(door({ position: [1, 0, 0] }), { ...right, position: [0.6, 0, 0] })).toEqual([
			'DOOR_OFF_DOORWAY',
			'DOOR_OFF_DOORWAY',
		]);
	});
});

/** A closed leaf along x, from `x0` to `x1`. */
function gate(x0: number, x1: number, change: Partial<Walkmesh> = {}): Walkmesh {
	const mesh = createWalkmesh({
		name: 'gate',
		kind: 'door',
		doorState: 'closed',
		positions: Float32Array.of(x0, 0, 0, x1, 0, 0, x0, 0, 2),
		faces: Uint32Array.of(0, 1, 2),
		surfaces: Uint32Array.of(7),
	});
	return { ...mesh, ...change };
}

describe('a leaf', () => {
	const withLeaf = (mesh: Walkmesh, change: Partial<Thing> = {}, isPassable?: (from: Vec3, to: Vec3) => boolean) =>
		told([door({ model: 'GATE', ...change })], { ...level, objects: [mesh] }, isPassable);

	test('is judged by its middle and its long side', () => {
		expect(withLeaf(gate(-1.5, 1.5))).toEqual([]);
		expect(withLeaf(gate(0, 3), { position: [0, -1.5, 0] })).toEqual([]);
		expect(withLeaf(gate(0, 3), { position: [0, 1.5, 0] })).toMatchObject([{ code: 'DOOR_OFF_DOORWAY' }]);
		// The position of a walkmesh counts as well.
		expect(withLeaf(gate(0, 3, { position: [-1.5, 0, 0] }))).toEqual([]);
		const box = (x: number, y: number) =>
			gate(0, 0, { positions: Float32Array.of(-x / 2, -y / 2, 0, x / 2, -y / 2, 0, x / 2, y / 2, 2) });
		expect(withLeaf(box(2, 3))).toEqual([]);
		expect(withLeaf(box(2, 3.01)).map(({ code }) => code)).toEqual(['DOOR_OFF_DOORWAY']);
		expect(withLeaf(box(2, 3.01), { bearing: 0 })).toEqual([]);
	});

	test('of which a coordinate is not finite, or that has no vertex, counts as if there were none', () => {
		const spoilt = gate(0, 3, { positions: Float32Array.of(0, 0, 0, 3, Infinity, 0, 0, 0, 2) });
		const none = gate(0, 3, { positions: new Float32Array(0), faces: new Uint32Array(0) });
		expect([withLeaf(spoilt), withLeaf(none)]).toEqual([[], []]);
	});

	// 3 m of doorway, and a person is 0.7 m wide.
	test.each([
		[1.59, 0, 0.705],
		[1.61, 0, undefined],
		[1, 0, 1],
		[1, 0.3, 1.3],
		[1, -0.3, 1.3],
		[1, 0.5, 1.5],
		[2, 0.3, 0.8],
		[0.2, 0, 1.4],
	])('of %d m, %d m from the middle, leaves the wider of the two ways beside it', (width, along, gap) => {
		const found = withLeaf(gate(-width / 2, width / 2), { position: [0, along, 0] });
		expect(found.map(({ code }) => code)).toEqual(gap === undefined ? [] : ['DOOR_LEAVES_GAP']);
		if (gap !== undefined) expect(found[0].by).toBeCloseTo(gap, 5);
	});

	test('that is turned, or off its doorway, is told of that alone', () => {
		const codesOf = (change: Partial<Thing>) => withLeaf(gate(-0.5, 0.5), change).map(({ code }) => code);
		expect(codesOf({ bearing: 92.1 })).toEqual(['DOOR_OFF_DOORWAY']);
		expect(codesOf({ position: [0, 0.51, 0] })).toEqual(['DOOR_OFF_DOORWAY']);
	});

	test('leaves as much as a person has tried: straight through, clear of leaf and wall by half its width', () => {
		const tried: number[] = [];
		withLeaf(gate(-0.52, 0.52), {}, ([x, y, z], to) => {
			expect([x, z, to[0], to[2]]).toEqual([0.5, 0, -0.5, 0]);
			expect(to[1]).toBe(y);
			tried.push(Number(y.toFixed(4)));
			return true;
		});
		const left = [1.15, 1.0567, 0.9633, 0.87];
		expect(tried.sort((a, b) => b - a)).toEqual([...left, ...left.map((y) => -y).reverse()]);
	});

	test('leaves less where only some of the ways are open, and nothing where none is', () => {
		const open = (isOpen: (y: number) => boolean) => withLeaf(gate(-0.5, 0.5), {}, ([, y]) => isOpen(y));
		expect(open(() => false)).toEqual([]);
		expect(open((y) => y > 1.1)).toMatchObject([{ code: 'DOOR_LEAVES_GAP', by: expect.closeTo(0.7 + 0.3 / 5, 5) }]);
		expect(open((y) => y < 0)).toMatchObject([{ code: 'DOOR_LEAVES_GAP', by: expect.closeTo(1, 5) }]);
	});

	test('is the closed one of a model, by its name and kind', () => {
		const objects = [
			gate(0, 1, { kind: 'placeable' }),
			gate(0, 2, { doorState: 'open1' }),
			gate(0, 3, { name: 'other' }),
			gate(0, 4),
		];
		expect(meshOf(door({ model: 'Gate' }), objects)).toBe(objects[3]);
		expect(meshOf(door({ model: 'none' }), objects)).toBeUndefined();
		expect(meshOf(door(), objects)).toBeUndefined();
		const { doorState: _, ...plain } = gate(0, 5);
		expect(meshOf({ ...door({ model: 'gate' }), kind: 'placeable' }, objects)).toBe(objects[0]);
		expect(meshOf(door({ model: 'gate' }), [plain])).toBe(plain);
	});
});

test('doors that all stand off are reported the way that brings them into the middle, also where the first was a little off it', () => {
	const rooms = [0, 1, 2, 3].map((nth) => ({ ...rectangle(nth * 4, -1.5, 4, 3), name: `r${nth}` }));
	const row = linkRooms(levelOf(...rooms), K1).level;
	const doors = [4, 8, 12].map((x, index) => door({ index, position: [x, 3 + (index === 0 ? 0.4 : 0), 0] }));
	const report = new Report();
	checkDoors(row, doors, K1, () => true, report);
	expect(report.findings.map(({ code, data }) => ({ code, data }))).toEqual([
		{ code: 'DOORS_SHIFTED', data: { by: [0, -3, 0], doors: 3, of: 3 } },
	]);
});
