import { describe, expect, test } from 'vitest';
import { type DoorOptions, makeDoor } from '../../level/collision/door.ts';
import { checkDoorStates } from '../../level/collision/door-states.ts';
import { Report } from '../../src/findings/report.ts';
import { moveWalkmesh, rotation, translation } from '../../src/geometry/transform.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh, type DoorState, NO_HOOKS, type Walkmesh } from '../../src/model/walkmesh.ts';
import { generator } from '../support/mutate.ts';
import { merged } from '../support/own-floors.ts';
import { runs } from '../support/thorough.ts';
import { boxModel } from './model.ts';

const NONWALK = 7;
const OBSCURING = 2;

/** A box as a state of a door. */
function box(low: Vec3, high: Vec3, doorState: DoorState, surface = NONWALK): Walkmesh {
	const { positions, triangles } = boxModel(low, high);
	const faces = Uint32Array.from(triangles);
	return createWalkmesh({
		positions: Float32Array.from(positions),
		faces,
		surfaces: new Uint32Array(faces.length / 3).fill(surface),
		name: 'gate',
		kind: 'door',
		doorState,
	});
}

function told(...states: readonly Walkmesh[]): string[] {
	const report = new Report();
	checkDoorStates(states, K1, report);
	return report.findings.map(({ message }) => message);
}

const NO_FACES = { faces: new Uint32Array(0), surfaces: new Uint32Array(0) };

/** A door of 2.5 m. */
const CLOSED: Walkmesh = {
	...box([-1.25, -0.1, 0], [1.25, 0.1, 2.5], 'closed'),
	hooks: { ...NO_HOOKS, relative1: [0, -0.9, 0], relative2: [0, 0.9, 0] },
};
const blocked = (states: string): string =>
	`Door "gate" stands in its own doorway when it is open (${states}): no gap of 0.7 m is left, which characters need.`;

describe('an open door', () => {
	test('that is closed all the same bars its doorway', () => {
		expect(told(CLOSED, { ...CLOSED, doorState: 'open1' }, { ...CLOSED, doorState: 'open2' })).toEqual([
			blocked('open1, open2'),
		]);
	});

	test.each<[what: string, open: Walkmesh, isBlocked: boolean]>([
		['a leaf at the jamb', box([-1.25, 0, 0], [-1.15, 2.4, 2.5], 'open2'), false],
		['a leaf that leaves 0.7 m', box([-1.25, -0.1, 0], [0.55, 0.1, 2.5], 'open2'), false],
		['a leaf that leaves 0.69 m', box([-1.25, -0.1, 0], [0.56, 0.1, 2.5], 'open2'), true],
		['two leaves with 0.7 m between them', gapOf(0.7), false],
		['two leaves with 0.68 m between them', gapOf(0.68), true],
		['the same two, the right one first', gapOf(0.68, 'right'), true],
		['a leaf that leaves 0.69 m, and a post beyond the doorway', besides(0.56), true],
		['a leaf above the heads of people', box([-1.25, -0.1, 1.8], [1.25, 0.1, 4.3], 'open2'), false],
		['a leaf in their way', box([-1.25, -0.1, 1.7], [1.25, 0.1, 4.2], 'open2'), true],
		['a leaf that reaches into the floor', box([-1.25, -0.1, -0.1], [1.25, 0.1, 2.4], 'open2'), true],
		['a leaf sunk into the floor', box([-1.25, -0.1, -2.6], [1.25, 0.1, -0.1], 'open2'), false],
		['a leaf 6 cm before the doorway', box([-1.25, 0.16, 0], [1.25, 0.3, 2.5], 'open2'), false],
		['a leaf 4 cm before the doorway', box([-1.25, 0.14, 0], [1.25, 0.3, 2.5], 'open2'), true],
		['a leaf of a surface that the table does not have', box([-1.25, -0.1, 0], [1.25, 0.1, 2.5], 'open2', 99), true],
		['a leaf that stops nobody', box([-1.25, -0.1, 0], [1.25, 0.1, 2.5], 'open2', OBSCURING), false],
		['no faces', { ...box([0, 0, 0], [1, 1, 1], 'open2'), ...NO_FACES }, false],
	])('%s', (_, open, isBlocked) => {
		expect(told(CLOSED, open)).toEqual(isBlocked ? [blocked('open2')] : []);
	});

	test('of a hatch that is narrower than people is not asked for a way', () => {
		const hatch = (width: number, doorState: DoorState): Walkmesh => box([0, 0, 0], [width, 0.1, 1], doorState);
		expect(told(hatch(0.69, 'closed'), hatch(0.69, 'open1'))).toEqual([]);
		expect(told(hatch(0.71, 'closed'), hatch(0.71, 'open1'))).toHaveLength(1);
	});

	test('is looked at as the closed one stands, wherever that is', () => {
		const random = generator(20_261_124);
		// A door that stands square is looked at otherwise than one that was turned.
		for (const degrees of [0, 90, ...Array.from({ length: runs(8, 200) }, () => random() * 360)]) {
			const away: Vec3 = [random() * 40 - 20, random() * 40 - 20, random() * 10 - 5];
			const moved = (mesh: Walkmesh): Walkmesh =>
				moveWalkmesh(moveWalkmesh(mesh, rotation(degrees)), translation(away));
			const narrow = box([-1.25, -0.1, 0], [0.57, 0.1, 2.5], 'open1');
			const wide = box([-1.25, -0.1, 0], [0.53, 0.1, 2.5], 'open1');
			expect(told(moved(CLOSED), moved(narrow)), `${degrees}°`).toHaveLength(1);
			expect(told(moved(CLOSED), moved(wide)), `${degrees}°`).toEqual([]);
		}
	});

	test.each<DoorOptions>([
		{},
		{ hinge: 'right' },
		{ leaves: 2 },
		{ slide: 'width' },
		{ slide: 'width', leaves: 2 },
		{ form: 'box' },
		{ form: 'flat' },
		{ form: 'flat', slide: 'width' },
		{ angle: 60 },
	])('as it is made with %j is passed', (options) => {
		for (const width of [1, 2.5, 4]) {
			const model = boxModel([-width / 2, -0.1, 0], [width / 2, 0.1, 3]);
			expect(told(...makeDoor(model, options, new Report()))).toEqual([]);
		}
	});

	test('that is hardly wider than people may lose to its leaf what a leaf at the jamb takes', () => {
		// Doors of 0.75 m, 0.1 m thick: so much more than people need is the thickness, and as far as faces beside the doorway count.
		const wide = (left: number, width: number): string[] =>
			told(box([0, -0.05, 0], [width, 0.05, 2], 'closed'), box([0, -0.05, 0], [width - left, 0.05, 2], 'open2'));
		expect(wide(0.6, 0.75)).toEqual([]);
		expect(wide(0.598, 0.75)).toEqual([blocked('open2')]);
		expect(wide(0.65, 0.8)).toEqual([]);
		expect(wide(0.648, 0.8)).toEqual([blocked('open2')]);
		// From 0.85 m on there is room for both.
		expect(wide(0.7, 0.86)).toEqual([]);
		expect(wide(0.698, 0.86)).toEqual([blocked('open2')]);
	});

	test.each<DoorOptions>([
		{},
		{ form: 'box' },
		{ form: 'flat' },
		{ leaves: 2, form: 'box' },
		{ angle: 45 },
		{ angle: 110 },
	])('made of a leaf hardly wider than people with %j is passed', (options) => {
		for (const width of [0.7, 0.72, 0.75, 0.8, 0.9]) {
			const model = boxModel([100.3, -50.7, 0], [100.3 + width, -50.6, 2.5]);
			expect(told(...makeDoor(model, options, new Report())), `${width} m`).toEqual([]);
		}
	});

	test('as deep as it is wide has no side that could be told from the jamb', () => {
		const cell = boxModel([-0.6, -0.6, 0], [0.6, 0.6, 2.5]);
		expect(told(...makeDoor(cell, {}, new Report()))).toEqual([]);
	});

	test('of more faces than a call takes arguments is looked at, too', () => {
		const { positions, faces, surfaces } = CLOSED;
		const copies = 6000;
		const many = {
			...CLOSED,
			positions: Float32Array.from({ length: positions.length * copies }, (_, i) => positions[i % positions.length]),
			faces: Uint32Array.from(
				{ length: faces.length * copies },
				(_, i) => faces[i % faces.length] + Math.floor(i / faces.length) * (positions.length / 3),
			),
			surfaces: new Uint32Array(surfaces.length * copies).fill(NONWALK),
		};
		expect(told(many, { ...CLOSED, doorState: 'open1' })).toEqual([blocked('open1')]);
	});

	test('that slides by too little is reported', () => {
		const model = boxModel([-1, -0.1, 0], [1, 0.1, 3]);
		expect(told(...makeDoor(model, { slide: 0.6 }, new Report()))).toHaveLength(1);
		expect(told(...makeDoor(model, { slide: 0.8 }, new Report()))).toEqual([]);
	});

	test('that was asked to open too little is reported when it is made, with what to change', () => {
		const model = boxModel([-1, -0.1, 0], [1, 0.1, 3]);
		const made = (options: DoorOptions): unknown[] => {
			const report = new Report();
			makeDoor(model, options, report);
			return report.findings.map(({ code, message, actions }) => [
				code,
				/, ((?:turned|slid) by .*?):/.exec(message)?.[1],
				actions,
			]);
		};
		const turned = (by: string): unknown => ['DOOR_OPENS_LITTLE', `turned by ${by}`, [{ option: 'angle', value: 90 }]];
		expect(made({ angle: 0 })).toEqual([turned('0°')]);
		expect(made({ angle: 360 })).toEqual([turned('360°')]);
		expect(made({ slide: 0.6 })).toEqual([['DOOR_OPENS_LITTLE', 'slid by 0.6 m', [{ option: 'slide' }]]]);
		for (const options of [
			{},
			{ angle: 180 },
			{ angle: -90 },
			{ angle: 30 },
			{ slide: 0.8 },
			{ slide: 'width' },
		] as const)
			expect(made(options)).toEqual([]);
	});
});

describe('a closed door', () => {
	const hooked = (relative1: Vec3, relative2: Vec3): string[] =>
		told({ ...CLOSED, hooks: { ...NO_HOOKS, relative1, relative2 } });

	test('needs a use hook on each side', () => {
		expect(hooked([0, -0.9, 0], [0, 0.9, 0])).toEqual([]);
		expect(hooked([0.4, 0.5, 0], [-1, -2, 0])).toEqual([]);
		expect(hooked([0, -0.9, 0], [0, 0, 0])).toEqual([
			'Closed door "gate" has one use hook, so characters cannot open it from the other side.',
		]);
		expect(hooked([0, 0.9, 0], [0.3, 1.2, 0])).toEqual([
			'Both use hooks of closed door "gate" are on one side, so characters cannot open it from the other one.',
		]);
	});

	test('without any, or with one in the leaf, is told otherwise', () => {
		expect(hooked([0, 0, 0], [0, 0, 0])).toEqual([]);
		expect(hooked([0, -0.9, 0], [0.5, -0.1, 0])).toEqual([]);
		expect(hooked([0, -0.9, 0], [0.5, -0.11, 0])).toHaveLength(1);
	});

	test('that is missing or empty says nothing about the open ones', () => {
		const open = { ...CLOSED, doorState: 'open1' } as const;
		expect(told(open, { ...CLOSED, doorState: 'open2' })).toEqual([]);
		expect(told({ ...CLOSED, ...NO_FACES, hooks: { ...NO_HOOKS, relative1: [0, 1, 0] } }, open)).toEqual([]);
	});

	test('is a walkmesh whose state is not known', () => {
		const { doorState: _, ...unknown } = CLOSED;
		expect(told(unknown, { ...CLOSED, doorState: 'open1' })).toEqual([blocked('open1')]);
		expect(told(unknown, unknown)).toEqual([]);
	});

	test('is what findings are located at', () => {
		const report = new Report();
		const hooks = { ...NO_HOOKS, relative1: [0, 1, 0] } as const;
		checkDoorStates(
			[
				{ ...CLOSED, hooks },
				{ ...CLOSED, doorState: 'open1' },
			],
			K1,
			report,
		);
		const location = { room: 'gate', kind: 'door' };
		expect(report.findings).toMatchObject([
			{ code: 'DOOR_SIDE_UNUSED', location },
			{ code: 'DOOR_OPEN_BLOCKED', location },
		]);
	});
});

/** Two leaves in the plane of the closed one with so much between them, metres. */
function gapOf(way: number, first: 'left' | 'right' = 'left'): Walkmesh {
	const leaves = [
		box([-1.25, -0.1, 0], [-way / 2, 0.1, 2.5], 'open2'),
		box([way / 2, -0.1, 0], [1.25, 0.1, 2.5], 'open2'),
	];
	return open2(...(first === 'left' ? leaves : leaves.reverse()));
}

/** A leaf in the plane of the closed one up to x, and a post a metre beyond the doorway. */
function besides(x: number): Walkmesh {
	return open2(box([-1.25, -0.1, 0], [x, 0.1, 2.5], 'open2'), box([2.25, -0.1, 0], [2.5, 0.1, 2.5], 'open2'));
}

function open2(...parts: readonly Walkmesh[]): Walkmesh {
	return { ...merged(...parts), name: 'gate', kind: 'door', doorState: 'open2' };
}
