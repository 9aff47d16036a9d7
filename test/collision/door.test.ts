import { describe, expect, test } from 'vitest';
import { type DoorOptions, makeDoor } from '../../level/collision/door.ts';
import type { CollisionModel } from '../../level/collision/hull.ts';
import { Report } from '../../src/findings/report.ts';
import type { Walkmesh } from '../../src/model/walkmesh.ts';
import { codesOf } from '../support/codes.ts';
import { boxModel, together } from './model.ts';

function door(model: CollisionModel, options: DoorOptions = {}): { states: Walkmesh[]; codes: readonly string[] } {
	const report = new Report();
	return { states: makeDoor(model, options, report), codes: codesOf(report) };
}

/** Bounds of a walkmesh, rounded to tenths of a millimetre: min xyz, max xyz. */
function bounds({ positions }: Walkmesh): number[] {
	const of = (axis: number): number[] => [...positions].filter((_, i) => i % 3 === axis);
	const low = [0, 1, 2].map((axis) => Math.min(...of(axis)));
	return low.concat([0, 1, 2].map((axis) => Math.max(...of(axis)))).map((value) => Number(value.toFixed(4)) + 0);
}

/** 2 m wide, 0.2 m thick, 3 m high, front to −y. */
const leaf = boxModel([-1, -0.1, 0], [1, 0.1, 3]);
/** With boxes for all states, which show where a leaf is. */
const BOX = { form: 'box' } as const;

describe('states', () => {
	test('a box for the closed door; open away from the front, then towards it', () => {
		const { states, codes } = door(leaf, BOX);
		expect(codes).toEqual([]);
		expect(states.map(({ doorState, kind }) => `${kind} ${doorState}`)).toEqual([
			'door closed',
			'door open1',
			'door open2',
		]);
		expect(states.map(bounds)).toEqual([
			[-1, -0.1, 0, 1, 0.1, 3],
			[-1.1, 0, 0, -0.9, 2, 3],
			[-1.1, -2, 0, -0.9, 0, 3],
		]);
		for (const { surfaces } of states) expect([...surfaces]).toEqual(new Array(10).fill(7));
	});

	test('hinges and angles', () => {
		expect(bounds(door(leaf, { ...BOX, hinge: 'right' }).states[1])).toEqual([0.9, 0, 0, 1.1, 2, 3]);
		expect(bounds(door(leaf, { ...BOX, hinge: [-1, 0.1] }).states[1])).toEqual([-1, 0.1, 0, -0.8, 2.1, 3]);
		expect(bounds(door(leaf, { ...BOX, hinge: [1, 0.1] }).states[1])).toEqual([0.8, 0.1, 0, 1, 2.1, 3]);
		expect(bounds(door(leaf, { ...BOX, angle: 180 }).states[1])).toEqual([-3, -0.1, 0, -1, 0.1, 3]);
		const [, half] = door(leaf, { ...BOX, angle: 45 }).states;
		expect(bounds(half)[3]).toBeCloseTo(-1 + (2 + 0.1) * Math.SQRT1_2, 3);
		expect(bounds(door(leaf, { ...BOX, front: 'y' }).states[1])).toEqual([0.9, -2, 0, 1.1, 0, 3]);
	});

	test('sliding doors, two leaves, flat forms, thickness and height', () => {
		const [, slid, again] = door(leaf, { ...BOX, slide: 'width' }).states;
		expect([bounds(slid), bounds(again)]).toEqual([bounds(slid), bounds(slid)]);
		expect(bounds(slid)).toEqual([-3, -0.1, 0, -1, 0.1, 3]);
		expect(bounds(door(leaf, { ...BOX, slide: 1.5, hinge: 'right' }).states[1])).toEqual([0.5, -0.1, 0, 2.5, 0.1, 3]);
		expect(bounds(door(leaf, { ...BOX, slide: 'width', leaves: 2 }).states[1])).toEqual([-2, -0.1, 0, 2, 0.1, 3]);
		expect(door(leaf, { ...BOX, leaves: 2 }).states.map(({ surfaces }) => surfaces.length)).toEqual([20, 20, 20]);
		expect(bounds(door(leaf, { ...BOX, leaves: 2 }).states[1])).toEqual([-1.1, 0, 0, 1.1, 1, 3]);
		expect(bounds(door(leaf, { form: 'flat' }).states[0])).toEqual([-1, -0.1, 0, 1, 0.1, 0]);
		expect(bounds(door(leaf, { ...BOX, thickness: 0.5, height: 2 }).states[0])).toEqual([-1, -0.25, 0, 1, 0.25, 2]);
	});

	test('a door that stands askew', () => {
		const { states } = door(boxModel([-1, -0.1, 0], [1, 0.1, 3], Math.PI / 6), BOX);
		const corners = states[0].positions.length / 3;
		expect(corners).toBe(8);
		// From the middle of the leaf one metre and its half thickness forward, turned by 30 degrees.
		expect(states[0].hooks.relative1[0]).toBeCloseTo(1.1 * Math.sin(Math.PI / 6), 5);
		expect(states[0].hooks.relative1[1]).toBeCloseTo(-1.1 * Math.cos(Math.PI / 6), 5);
	});
});

describe('shapes as in the game', () => {
	const counts = (states: Walkmesh[]) => states.map(({ positions, faces }) => [positions.length / 3, faces.length / 3]);

	test('a closed door is one box of 8 vertices and 12 faces, an open leaf one upright quad', () => {
		expect(counts(door(leaf).states)).toEqual([[8, 12], [4, 2], [4, 2]]); // biome-ignore format: one row
		expect(counts(door(leaf, { leaves: 2, slide: 'width' }).states)).toEqual([[8, 12], [8, 4], [8, 4]]); // biome-ignore format: one row
		expect(door(leaf).states.map(bounds)).toEqual([
			[-1, -0.1, 0, 1, 0.1, 3],
			[-1, 0, 0, -1, 2, 3],
			[-1, -2, 0, -1, 0, 3],
		]);
		const askew = door(boxModel([-1, -0.1, 0], [1, 0.1, 3], Math.PI / 6), { position: [5, 6, 7], angle: 70 });
		expect(counts(askew.states)).toEqual([[8, 12], [4, 2], [4, 2]]); // biome-ignore format: one row
	});

	test('the box is closed and looks outwards', () => {
		const { positions, faces } = door(leaf).states[0];
		const uses = new Map<string, number>();
		let volume = 0;
		for (let i = 0; i < faces.length; i += 3) {
			const corners = [0, 1, 2].map((k) => [...positions.subarray(faces[i + k] * 3, faces[i + k] * 3 + 3)]);
			const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = corners;
			volume += (ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)) / 6;
			for (let k = 0; k < 3; k++) {
				const [a, b] = [faces[i + k], faces[i + ((k + 1) % 3)]];
				uses.set(`${a} ${b}`, (uses.get(`${a} ${b}`) ?? 0) + 1);
			}
		}
		expect(volume).toBeCloseTo(2 * 0.2 * 3, 5);
		for (const [edge, count] of uses) expect([count, uses.get(edge.split(' ').reverse().join(' '))]).toEqual([1, 1]);
	});

	test('an open leaf looks to the doorway, one that slid away to the front', () => {
		const normal = ({ positions: p, faces: f }: Walkmesh): number[] => {
			const at = (corner: number, axis: number): number => p[f[corner] * 3 + axis];
			const u = [0, 1, 2].map((axis) => at(1, axis) - at(0, axis));
			const v = [0, 1, 2].map((axis) => at(2, axis) - at(0, axis));
			return [Math.sign(u[1] * v[2] - u[2] * v[1]) + 0, Math.sign(u[2] * v[0] - u[0] * v[2]) + 0];
		};
		const [, open1, open2] = door(leaf).states;
		expect([normal(open1), normal(open2)]).toEqual([[1, 0], [1, 0]]); // biome-ignore format: one row
		expect(normal(door(leaf, { hinge: 'right' }).states[1])).toEqual([-1, 0]);
		expect(normal(door(leaf, { slide: 'width' }).states[1])).toEqual([0, -1]);
	});
});

describe('hooks, by the rules of the game’s doors', () => {
	const sum = (a: readonly number[], b: readonly number[]): number[] => a.map((value, i) => Math.fround(value + b[i]));

	test.each<[string, DoorOptions]>([
		['as they are', {}],
		['with a position', { position: [0.3, -7.7, 0.1] }],
		['given', { hook1: [1, 2, 3], hook2: [4, 5, 6], open1Hook: [7, 8, 9], position: [0.1, 0.2, 0.3] }],
		['sliding', { slide: 'width', position: [5, 5, 5] }],
	])('%s', (_, options) => {
		const { states } = door(leaf, options);
		for (const { hooks, position, doorState } of states) {
			expect([...hooks.absolute1]).toEqual(sum(hooks.relative1, position));
			expect([...hooks.absolute2]).toEqual(sum(hooks.relative2, position));
			if (doorState === 'closed') expect(hooks.relative2).not.toEqual([0, 0, 0]);
			else expect(hooks.relative2).toEqual([0, 0, 0]);
			if (doorState !== 'closed') expect(hooks.absolute2).toEqual(position);
		}
	});

	test('closed in front and behind; open1 on the side of hook 1 of the closed door, hinged or sliding', () => {
		for (const options of [{}, { slide: 1 }, { hinge: 'right' }, { leaves: 2 }, { front: 'x' }] as DoorOptions[]) {
			const [closed, open1, open2] = door(leaf, options).states.map(({ hooks }) => hooks);
			expect(open1.relative1).toEqual(closed.relative1);
			expect(open2.relative1).toEqual(closed.relative2);
		}
		const [closed] = door(leaf).states;
		expect([closed.hooks.relative1, closed.hooks.relative2]).toEqual([[0, Math.fround(-1.1), 0], [0, Math.fround(1.1), 0]]); // biome-ignore format: one row
	});

	test('a front that is an end of the leaf is reported, with the broad side that is used; any other is not', () => {
		const across = boxModel([-0.1, -1, 0], [0.1, 1, 3]);
		expect(door(leaf).codes).toEqual([]);
		expect(door(leaf, { front: 'y' }).codes).toEqual([]);
		expect(door(across, { front: 'x' }).codes).toEqual([]);
		expect(door(across, { front: '-x' }).codes).toEqual([]);
		for (const [model, front, used] of [
			[leaf, 'x', 'y'],
			[across, '-y', 'x'],
		] as const) {
			const report = new Report();
			const [closed] = makeDoor(model, { front }, report);
			expect(report.findings.map(({ code, data }) => [code, data])).toEqual([['DOOR_FRONT_ASIDE', { front, used }]]);
			expect(closed.hooks).toEqual(door(model, { front: used }).states[0].hooks);
		}
	});

	test.each([
		[44, []],
		[45, []],
		[46, ['DOOR_FRONT_ASIDE']],
		[134, ['DOOR_FRONT_ASIDE']],
		[136, []],
	])('of a leaf turned by %i degrees', (turn, codes) => {
		const [cos, sin] = [Math.cos((turn / 180) * Math.PI), Math.sin((turn / 180) * Math.PI)];
		const positions = Array.from(leaf.positions, (value, i) => {
			if (i % 3 === 2) return value;
			const [x, y] = i % 3 === 0 ? [value, leaf.positions[i + 1]] : [leaf.positions[i - 1], value];
			return i % 3 === 0 ? x * cos - y * sin : x * sin + y * cos;
		});
		expect(door({ ...leaf, positions }).codes).toEqual(codes);
	});
});

describe('models that are no door', () => {
	test.each<[string, CollisionModel, DoorOptions, readonly string[]]>([
		['nothing', { name: '', positions: [], triangles: [] }, {}, ['COLLISION_NO_GEOMETRY']],
		['a post without width', boxModel([0, 0, 0], [0, 0, 2]), {}, ['COLLISION_NO_AREA']],
		['flat on the floor', boxModel([0, 0, 0], [2, 1, 0]), {}, ['COLLISION_BAND_EMPTY']],
		['above the band', leaf, { floor: 5, height: 1 }, ['COLLISION_BAND_EMPTY']],
	])('%s', (_, model, options, codes) => {
		expect(door(model, options)).toEqual({ states: [], codes });
	});

	test('a sheet is made as thick as a door must be, and a cube is pointed out', () => {
		const sheet = door(boxModel([-1, 0, 0], [1, 0, 2]));
		expect(sheet.codes).toEqual(['COLLISION_THIN']);
		expect(bounds(sheet.states[0])).toEqual([-1, -0.05, 0, 1, 0.05, 2]);
		expect(door(boxModel([-1, 0, 0], [1, 0, 2]), { thickness: 0.02 }).codes).toEqual([]);
		expect(door(together(leaf, boxModel([-1, -1, 0], [-0.9, 1, 3]))).codes).toEqual(['COLLISION_WIDE']);
	});
});
